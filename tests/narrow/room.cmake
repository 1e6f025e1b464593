# SPDX-License-Identifier: Apache-2.0
#
# Counting allocations replaces operator new, which the sanitizers do too.
if(SUNDER_SANITIZE)
  get_target_property(narrow_sources narrow_tests SOURCES)
  list(FILTER narrow_sources EXCLUDE REGEX "/allocation_test\\.cpp$")
  set_target_properties(narrow_tests PROPERTIES SOURCES "${narrow_sources}")
endif()
