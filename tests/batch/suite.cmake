# SPDX-License-Identifier: Apache-2.0
#
# The tests start threads of their own. Counting allocations replaces operator new, like the
# sanitizers.
find_package(Threads REQUIRED)
target_link_libraries(batch_tests PRIVATE Threads::Threads)
if(SUNDER_SANITIZE)
  get_target_property(batch_sources batch_tests SOURCES)
  list(FILTER batch_sources EXCLUDE REGEX "/allocation_test\\.cpp$")
  set_target_properties(batch_tests PROPERTIES SOURCES "${batch_sources}")
endif()
