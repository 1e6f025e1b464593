# SPDX-License-Identifier: Apache-2.0
#
# Counting allocations replaces operator new, which the sanitizers do too.
if(SUNDER_SANITIZE)
  get_target_property(narrow_sources narrow_tests SOURCES)
  list(FILTER narrow_sources EXCLUDE REGEX "/allocation_test\\.cpp$")
  set_target_properties(narrow_tests PROPERTIES SOURCES "${narrow_sources}")
else()
  foreach(size IN ITEMS "1000 2000" "100 100000")
    string(REPLACE " " "_" name ${size})
    add_test(NAME narrow.long.lp_${name}
             COMMAND narrow_tests --gtest_filter=Lp.ManyDimensionsAreProvenByTheFilter)
    set_tests_properties(narrow.long.lp_${name} PROPERTIES LABELS long ENVIRONMENT
                         "SUNDER_LP_SIZE=${size}")
  endforeach()
  add_test(NAME narrow.long.touching
           COMMAND narrow_tests --gtest_filter=SatBoxAligned.AgreesWithTheExactSimplex:*Contact.*)
  set_tests_properties(narrow.long.touching PROPERTIES LABELS long ENVIRONMENT
                       "SUNDER_TOUCHING_TRIALS=10000")
endif()
