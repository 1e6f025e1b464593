# SPDX-License-Identifier: Apache-2.0
# The mesh readers are compared with assimp, which the library itself does not use.
find_package(assimp REQUIRED)
target_link_libraries(io_tests PRIVATE assimp::assimp)

# Ten million literals through every reader.
if(NOT SUNDER_SANITIZE)
  add_test(NAME io.long.literals COMMAND io_tests --gtest_filter=Decimal.ReadersAgreeOnEveryLiteral)
  set_tests_properties(io.long.literals PROPERTIES LABELS long ENVIRONMENT "SUNDER_LITERALS=10000000")
endif()
