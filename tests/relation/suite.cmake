# SPDX-License-Identifier: Apache-2.0
#
# The long tests are 10,000 pairs of each combination of features, in parts that run in parallel.
target_sources(relation_tests PRIVATE suite/lattice.cpp)
if(NOT SUNDER_SANITIZE)
  foreach(part RANGE 3)
    math(EXPR first "${part} * 2500")
    add_test(NAME relation.long.${part}
             COMMAND relation_tests --gtest_filter=Built.EveryCombinationOfFeaturesIsTold)
    set_tests_properties(relation.long.${part} PROPERTIES LABELS long ENVIRONMENT
                         "SUNDER_RELATION_RANGE=${first} 2500")
  endforeach()
endif()
