# SPDX-License-Identifier: Apache-2.0
#
# The consumer project, built like users build theirs: against an installed Sunder, with either
# compiler, and with Sunder's sources. Sanitized libraries would need their run time in the
# consumer, so that these builds skip the tests.
if(SUNDER_SANITIZE OR NOT SUNDER_INSTALL OR NOT SUNDER_SHARED OR NOT TARGET sunder_io)
  return()
endif()

set(prefix ${PROJECT_BINARY_DIR}/tests/consumer/prefix)
# add_consumer_test(NAME COMPILER OPTION...)
function(add_consumer_test name compiler)
  add_test(NAME consumer.${name}
           COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${PROJECT_SOURCE_DIR}/tests/consumer
                   ${PROJECT_BINARY_DIR}/tests/consumer/${name} --build-generator ${CMAKE_GENERATOR}
                   --build-options -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_BUILD_TYPE=Release
                   -DCMAKE_CXX_COMPILER_LAUNCHER=$<$<BOOL:${SUNDER_CCACHE}>:${SUNDER_CCACHE}> ${ARGN}
                   --test-command ${CMAKE_CTEST_COMMAND} --output-on-failure --no-tests=error)
endfunction()

add_test(NAME consumer.install
         COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix})
set_tests_properties(consumer.install PROPERTIES FIXTURES_SETUP installed_sunder)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  find_program(SUNDER_SECOND_COMPILER g++)
else()
  find_program(SUNDER_SECOND_COMPILER clang++-16)
endif()
set(compilers ${CMAKE_CXX_COMPILER})
if(SUNDER_SECOND_COMPILER)
  list(APPEND compilers ${SUNDER_SECOND_COMPILER})
endif()
foreach(compiler IN LISTS compilers)
  cmake_path(GET compiler FILENAME file)
  add_consumer_test(static.${file} ${compiler} -DCMAKE_PREFIX_PATH=${prefix})
  add_consumer_test(shared.${file} ${compiler} -DCMAKE_PREFIX_PATH=${prefix} -DCONSUMER_SHARED=ON)
  add_test(NAME consumer.pkg_config.${file}
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/consumer/pkg_config.sh ${compiler} ${prefix}
                   ${PROJECT_BINARY_DIR}/tests/consumer/pkg_config.${file})
  set_tests_properties(consumer.static.${file} consumer.shared.${file} consumer.pkg_config.${file}
                       PROPERTIES FIXTURES_REQUIRED installed_sunder)
endforeach()

# A shared library exports the public API and nothing else.
add_test(NAME consumer.exports
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/consumer/exports.sh $<TARGET_FILE:sunder_shared>
                 $<TARGET_FILE:sunder_io_shared> $<TARGET_FILE:sunder_robot_shared>)

# It creates a complete Debian 12.
add_test(NAME consumer.deb
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/consumer/deb.sh ${PROJECT_BINARY_DIR}
                 ${PROJECT_BINARY_DIR}/tests/consumer/deb)
# It creates another one for a user who only has the README.
add_test(NAME consumer.readme
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/consumer/readme.sh ${PROJECT_BINARY_DIR}/tests/consumer/readme)
set_tests_properties(consumer.deb consumer.readme PROPERTIES LABELS long SKIP_RETURN_CODE 77 TIMEOUT 3600)

# These compile the core again, and do not run in CI. They test CMake and headers, which need no
# optimiser.
add_consumer_test(fetch_content ${CMAKE_CXX_COMPILER} -DSUNDER_SOURCE_DIR=${PROJECT_SOURCE_DIR}
                  -DCMAKE_CXX_FLAGS_RELEASE=-O0)
add_consumer_test(libcxx clang++-16 -DSUNDER_SOURCE_DIR=${PROJECT_SOURCE_DIR} -DCMAKE_CXX_FLAGS=-stdlib=libc++
                  -DCMAKE_CXX_FLAGS_RELEASE=-O0)
set_tests_properties(consumer.fetch_content consumer.libcxx PROPERTIES LABELS long)
# Configuring, and the list of imported targets, take seconds.
add_test(NAME consumer.fetch_content_configures
         COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}/tests/consumer
                 -B ${PROJECT_BINARY_DIR}/tests/consumer/configured -G ${CMAKE_GENERATOR}
                 -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_BUILD_TYPE=Release
                 -DSUNDER_SOURCE_DIR=${PROJECT_SOURCE_DIR})
