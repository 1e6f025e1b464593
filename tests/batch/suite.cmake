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

# The C++ blocks of docs/batch.md are programs, and tests: each exits 0.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/batch.md)
file(READ ${PROJECT_SOURCE_DIR}/docs/batch.md text)
foreach(number IN ITEMS 0 1 2)
  string(FIND "${text}" "```cpp\n" begin)
  math(EXPR begin "${begin} + 7")
  string(SUBSTRING "${text}" ${begin} -1 text)
  string(FIND "${text}" "```" end)
  string(SUBSTRING "${text}" 0 ${end} block)
  math(EXPR end "${end} + 3")
  string(SUBSTRING "${text}" ${end} -1 text)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/batch_page/${number}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "@block@" @ONLY)
  add_executable(batch_page_${number} ${source})
  target_link_libraries(batch_page_${number} PRIVATE sunder sunder_warnings)
  add_test(NAME batch.page_${number} COMMAND batch_page_${number})
endforeach()
