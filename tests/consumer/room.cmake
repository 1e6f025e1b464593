# SPDX-License-Identifier: Apache-2.0
#
# The consumer project, built as users build theirs: against an installed Sunder, and with Sunder as
# a subdirectory. Sanitized libraries would ask for their run time from the consumer, so not there.
if(SUNDER_SANITIZE OR NOT SUNDER_INSTALL)
  return()
endif()

set(prefix ${PROJECT_BINARY_DIR}/tests/consumer/prefix)
set(consumer_options -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
                     -DCMAKE_CXX_COMPILER_LAUNCHER=$<$<BOOL:${SUNDER_CCACHE}>:${SUNDER_CCACHE}>
                     -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DSUNDER_WERROR=${SUNDER_WERROR})
function(add_consumer_test name)
  set(folder ${PROJECT_BINARY_DIR}/tests/consumer/${name})
  add_test(NAME consumer.${name}
           COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${PROJECT_SOURCE_DIR}/tests/consumer
                   ${folder} --build-generator ${CMAKE_GENERATOR} --build-options
                   ${consumer_options} ${ARGN} --test-command ${folder}/consumer)
endfunction()

add_test(NAME consumer.install
         COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix})
set_tests_properties(consumer.install PROPERTIES FIXTURES_SETUP installed_sunder)

add_consumer_test(find_package -DCMAKE_PREFIX_PATH=${prefix})
set_tests_properties(consumer.find_package PROPERTIES FIXTURES_REQUIRED installed_sunder)
if(TARGET sunder_io)
  add_consumer_test(find_package_io -DCMAKE_PREFIX_PATH=${prefix} -DCONSUMER_IO=ON)
  set_tests_properties(consumer.find_package_io PROPERTIES FIXTURES_REQUIRED installed_sunder)
endif()

# Builds the whole library once more, so not in CI; what it is about is CMake, which needs no optimiser.
add_consumer_test(subdirectory -DSUNDER_SOURCE_DIR=${PROJECT_SOURCE_DIR} -DCMAKE_CXX_FLAGS_RELEASE=-O0)
set_tests_properties(consumer.subdirectory PROPERTIES LABELS long)
