# SPDX-License-Identifier: Apache-2.0
#
# `cmake --install`, and the package for find_package(sunder): sunder::sunder always, sunder::io and
# sunder::robot if they were built.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sunder)

install(TARGETS sunder EXPORT sunderTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT sunderTargets NAMESPACE sunder:: DESTINATION ${package_dir})
install(DIRECTORY include/sunder DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(TARGET sunder_shared)
  install(TARGETS sunder_shared EXPORT sunderTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
if(TARGET sunder_io_shared)
  install(TARGETS sunder_io_shared sunder_robot_shared EXPORT sunderIoTargets)
endif()

if(TARGET sunder_io)
  install(TARGETS sunder_io sunder_robot EXPORT sunderIoTargets)
  install(EXPORT sunderIoTargets NAMESPACE sunder:: DESTINATION ${package_dir})
endif()
if(TARGET sunder_cli)
  install(TARGETS sunder_cli)
  if(NOT CMAKE_CROSSCOMPILING)
    # Man pages, and completions of bash, zsh and fish; man and the shells search for them below
    # share/.
    install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR})
  endif()
endif()

# A static library names its dependencies; a shared one contains them.
if(BUILD_SHARED_LIBS)
  set(SUNDER_DEPENDENCIES "")
  set(SUNDER_IO_DEPENDENCIES "")
else()
  set(SUNDER_DEPENDENCIES hwy)
  set(SUNDER_IO_DEPENDENCIES pugixml simdjson fmt)
endif()
configure_package_config_file(cmake/sunderConfig.cmake.in ${PROJECT_BINARY_DIR}/sunderConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sunderConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
# For pkg-config: paths are relative to the file, so that a moved tree still works.
file(RELATIVE_PATH prefix_of_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(module IN ITEMS sunder sunder_io sunder_robot)
  string(REPLACE "_" "-" package ${module})
  foreach(file IN ITEMS ${package}.pc ${package}-static.pc)
    configure_file(cmake/${file}.in ${PROJECT_BINARY_DIR}/${file} @ONLY)
    if(TARGET ${module})
      install(FILES ${PROJECT_BINARY_DIR}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    endif()
  endforeach()
endforeach()

install(FILES ${PROJECT_BINARY_DIR}/sunderConfig.cmake ${PROJECT_BINARY_DIR}/sunderConfigVersion.cmake
        DESTINATION ${package_dir})
