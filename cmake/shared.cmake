# SPDX-License-Identifier: Apache-2.0
#
# libsunder.so and libsunder_io.so, from the objects of the static libraries. Below version 1 a minor
# version may break code, so it is part of the name.
set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

add_library(sunder_shared SHARED ${sunder_objects})
add_library(sunder::shared ALIAS sunder_shared)
set_target_properties(sunder_shared PROPERTIES OUTPUT_NAME sunder EXPORT_NAME shared LINKER_LANGUAGE CXX
                      VERSION ${PROJECT_VERSION} SOVERSION ${soversion})
target_include_directories(sunder_shared PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>)
target_compile_features(sunder_shared PUBLIC cxx_std_20)
target_link_libraries(sunder_shared PRIVATE hwy::hwy)

if(TARGET sunder_io)
  add_library(sunder_io_shared SHARED $<TARGET_OBJECTS:sunder_io>)
  add_library(sunder::io_shared ALIAS sunder_io_shared)
  set_target_properties(sunder_io_shared PROPERTIES OUTPUT_NAME sunder_io EXPORT_NAME io_shared
                        LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION} SOVERSION ${soversion}
                        INSTALL_RPATH $ORIGIN)
  target_link_libraries(sunder_io_shared PUBLIC sunder_shared PRIVATE pugixml::pugixml simdjson::simdjson fmt::fmt)
endif()
