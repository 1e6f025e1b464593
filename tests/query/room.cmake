# SPDX-License-Identifier: Apache-2.0
#
# The traps are judged by the oracle, random pairs of bodies are its own too; contacts are those of the
# pairs that relation/ builds.
target_sources(query_tests PRIVATE oracle/random_pairs.cpp relation/built_pair.cpp relation/dressed.cpp
               relation/meeting_faces.cpp suite/lattice.cpp)
if(NOT SUNDER_SANITIZE)
  add_test(NAME query.long.contact COMMAND query_tests --gtest_filter=ContactOracle.PairsBuiltToTouch)
  set_tests_properties(query.long.contact PROPERTIES LABELS long ENVIRONMENT
                       "SUNDER_CONTACT_PAIRS=1000")
endif()
