# SPDX-License-Identifier: Apache-2.0
#
# The oracle judges the traps, and supplies random pairs of bodies; contacts use the pairs that
# relation/ builds.
target_sources(query_tests PRIVATE oracle/random_pairs.cpp relation/built_pair.cpp relation/dressed.cpp
               relation/meeting_faces.cpp suite/lattice.cpp)

# The long tests are 1,000 touching pairs of every kind, 10,000 motions that rotate, and 100,000
# pairs of bodies that translate.
if(NOT SUNDER_SANITIZE)
  add_test(NAME query.long.contact COMMAND query_tests --gtest_filter=ContactOracle.PairsBuiltToTouch)
  set_tests_properties(query.long.contact PROPERTIES LABELS long ENVIRONMENT
                       "SUNDER_CONTACT_PAIRS=1000")
  add_test(NAME query.long.cast COMMAND query_tests --gtest_filter=Cast*.Random*)
  set_tests_properties(query.long.cast PROPERTIES LABELS long ENVIRONMENT
                       "SUNDER_CAST_MOTIONS=10000;SUNDER_CAST_PAIRS=50000")
endif()
