# SPDX-License-Identifier: Apache-2.0
#
# Verdicts are judged by the oracle that enumerates.
target_sources(narrow_tests PRIVATE oracle/brute_force.cpp)

# Counting allocations replaces operator new, which the sanitizers do too.
if(SUNDER_SANITIZE)
  get_target_property(narrow_sources narrow_tests SOURCES)
  list(FILTER narrow_sources EXCLUDE REGEX "/allocation_test\\.cpp$")
  set_target_properties(narrow_tests PROPERTIES SOURCES "${narrow_sources}")
endif()
