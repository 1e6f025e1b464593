# SPDX-License-Identifier: Apache-2.0
#
# Speed, without a clock: the instructions of a fixed set of questions against a committed baseline
# (bench/instructions.json). Only the shipped build is measured.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT SUNDER_SANITIZE)
  set(bench ${PROJECT_SOURCE_DIR}/bench)
  add_executable(instructions ${bench}/instructions.cpp ${bench}/bodies.cpp ${bench}/pairs.cpp
                 ${bench}/random.cpp ${bench}/touching.cpp)
  target_include_directories(instructions PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(instructions PRIVATE sunder hwy::hwy sunder_warnings)
  add_test(NAME guard.instructions
           COMMAND Python3::Interpreter -B ${bench}/instructions.py $<TARGET_FILE:instructions>)
  set_tests_properties(guard.instructions PROPERTIES SKIP_RETURN_CODE 77)
endif()
