# SPDX-License-Identifier: Apache-2.0
#
# suite_questions writes the suite's pairs as questions for the pipe. golden_hash prints the hash of
# their verdicts, and golden_build.sh builds it in ways that no preset has. The long tests are the
# whole suite, in parts that run in parallel.
get_target_property(suite_sources suite_tests SOURCES)
set(pair_sources ${suite_sources})
list(FILTER suite_sources INCLUDE REGEX "(_test|check)\\.cpp$")
list(FILTER pair_sources EXCLUDE REGEX "(_test|check|questions|golden_hash)\\.cpp$")
set_target_properties(suite_tests PROPERTIES SOURCES "${suite_sources}")

add_library(suite_pairs OBJECT ${pair_sources})
compile_as_test(suite_pairs)
target_compile_options(suite_pairs PRIVATE -O1)
target_link_libraries(suite_tests PRIVATE suite_pairs)

add_executable(suite_questions suite/questions.cpp)
target_include_directories(suite_questions PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(suite_questions PRIVATE suite_pairs sunder sunder_warnings)
add_executable(golden_hash suite/golden_hash.cpp)
target_include_directories(golden_hash PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(golden_hash PRIVATE suite_pairs sunder sunder_warnings)
if(NOT SUNDER_SANITIZE)  # suite_tests ask the same hashes
  add_test(NAME suite.golden_hash COMMAND golden_hash)
endif()
if(TARGET sunder_cli)
  set_property(TEST suite.suite_pipe_test APPEND PROPERTY ENVIRONMENT
               "SUITE_QUESTIONS=$<TARGET_FILE:suite_questions>")
endif()

# Under a sanitizer the sample must suffice: the whole suite would take hours.
if(NOT SUNDER_SANITIZE)
  foreach(part RANGE 15)
    math(EXPR first "${part} * 12500")
    add_test(NAME suite.long.${part}
             COMMAND suite_tests --gtest_filter=Suite.EveryPairIsDecidedAsItWasBuilt)
    set_tests_properties(suite.long.${part} PROPERTIES LABELS long ENVIRONMENT
                         "SUNDER_SUITE_RANGE=${first} 12500")
  endforeach()
endif()
