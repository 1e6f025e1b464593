# SPDX-License-Identifier: Apache-2.0
#
# The library's sources refuse -ffast-math, which would void every error bound.
add_test(NAME build.refuses_fast_math
         COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -ffast-math -fsyntax-only
                 -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include
                 ${PROJECT_SOURCE_DIR}/src/exact/expansion.cpp)
set_tests_properties(build.refuses_fast_math PROPERTIES PASS_REGULAR_EXPRESSION "#error.*fast-math")
