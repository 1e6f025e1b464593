# SPDX-License-Identifier: Apache-2.0
#
# The traps are judged by the oracle, random pairs of bodies are its own too.
target_sources(query_tests PRIVATE oracle/random_pairs.cpp)

# The long tests are 10,000 motions that turn, and 100,000 pairs that do not.
if(NOT SUNDER_SANITIZE)
  add_test(NAME query.long.cast COMMAND query_tests --gtest_filter=Cast*.Random*)
  set_tests_properties(query.long.cast PROPERTIES LABELS long ENVIRONMENT
                       "SUNDER_CAST_MOTIONS=10000;SUNDER_CAST_PAIRS=50000")
endif()
