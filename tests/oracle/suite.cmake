# SPDX-License-Identifier: Apache-2.0
#
# QSopt_ex and GMP are linked into this test program alone. The long tests are 100,000 pairs each,
# and all cells of the tables of candidates.
find_library(QSOPT_EX qsopt_ex REQUIRED)
find_library(GMP gmp REQUIRED)
target_link_libraries(oracle_tests PRIVATE ${QSOPT_EX} ${GMP})
if(NOT SUNDER_SANITIZE)
  foreach(part RANGE 15)
    math(EXPR first "${part} * 6250")
    add_test(NAME oracle.long.${part} COMMAND oracle_tests --gtest_filter=Oracle.EverySuiteAgreesWithBoth)
    add_test(NAME oracle.depth.long.${part}
             COMMAND oracle_tests --gtest_filter=Depth.KeepsItsPromisesOnOverlappingPairs)
    set_tests_properties(oracle.long.${part} oracle.depth.long.${part} PROPERTIES LABELS long
                         ENVIRONMENT "SUNDER_ORACLE_RANGE=${first} 6250")
    math(EXPR first_cell "${part} * 2750")
    add_test(NAME oracle.cells.long.${part}
             COMMAND oracle_tests --gtest_filter=DirectionCell.IsSpannedByExactPrograms)
    set_tests_properties(oracle.cells.long.${part} PROPERTIES LABELS long
                         ENVIRONMENT "SUNDER_ORACLE_RANGE=${first_cell} 2750")
  endforeach()
endif()
