# SPDX-License-Identifier: Apache-2.0
#
# Threads of the tests' own; and counting allocations replaces operator new, as the sanitizers do.
find_package(Threads REQUIRED)
target_link_libraries(batch_tests PRIVATE Threads::Threads)
if(SUNDER_SANITIZE)
  get_target_property(batch_sources batch_tests SOURCES)
  list(FILTER batch_sources EXCLUDE REGEX "/allocation_test\\.cpp$")
  set_target_properties(batch_tests PROPERTIES SOURCES "${batch_sources}")
endif()
