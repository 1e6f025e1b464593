# SPDX-License-Identifier: Apache-2.0
#
# libsunder.so, libsunder_io.so and libsunder_robot.so, from the objects of the static libraries. Before version 1 a
# minor version may break code, so that it is part of the name.
function(add_shared_library target name)
  add_library(${target} SHARED ${ARGN})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE CXX
                        VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
                        LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exported.map)
  target_link_options(${target} PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/exported.map)
  if(NOT SUNDER_SANITIZE)
    target_link_options(${target} PRIVATE LINKER:--no-undefined)
  endif()
endfunction()

add_shared_library(sunder_shared sunder ${sunder_objects})
add_library(sunder::shared ALIAS sunder_shared)
set_target_properties(sunder_shared PROPERTIES EXPORT_NAME shared)
target_include_directories(sunder_shared PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_compile_features(sunder_shared PUBLIC cxx_std_20)
target_link_libraries(sunder_shared PRIVATE hwy::hwy)

if(TARGET sunder_io)
  # The decimal reader of `sunder verify` uses rounding functions that libsunder.so does not export.
  add_shared_library(sunder_io_shared sunder_io $<TARGET_OBJECTS:sunder_io> src/exact/nearest.cpp src/exact/rounding.cpp)
  target_include_directories(sunder_io_shared PRIVATE src)
  target_compile_options(sunder_io_shared PRIVATE -ffp-contract=off)
  set_target_properties(sunder_io_shared PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  add_library(sunder::io_shared ALIAS sunder_io_shared)
  set_target_properties(sunder_io_shared PROPERTIES EXPORT_NAME io_shared INSTALL_RPATH $ORIGIN)
  target_link_libraries(sunder_io_shared PUBLIC sunder_shared PRIVATE pugixml::pugixml simdjson::simdjson fmt::fmt
                        $<BUILD_INTERFACE:Boost::headers> $<BUILD_INTERFACE:sunder_warnings>)

  # Refusals and XML are internal to the other two, which do not export them.
  add_shared_library(sunder_robot_shared sunder_robot $<TARGET_OBJECTS:sunder_robot> src/geometry/refusal.cpp
                     src/files/xml_text.cpp)
  target_include_directories(sunder_robot_shared PRIVATE src)
  target_compile_options(sunder_robot_shared PRIVATE -ffp-contract=off)
  set_target_properties(sunder_robot_shared PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  add_library(sunder::robot_shared ALIAS sunder_robot_shared)
  set_target_properties(sunder_robot_shared PROPERTIES EXPORT_NAME robot_shared INSTALL_RPATH $ORIGIN)
  target_link_libraries(sunder_robot_shared PUBLIC sunder_io_shared PRIVATE pugixml::pugixml fmt::fmt yaml hwy::hwy
                        $<BUILD_INTERFACE:sunder_warnings>)
endif()
