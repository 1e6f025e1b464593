# SPDX-License-Identifier: Apache-2.0
#
# The example of CONTRIBUTING.md, verbatim: its first C++ block is the algorithm, its second the
# line of the table. Sources that see the table are compiled again, with that line.
if(NOT TARGET contributing_tests)
  return()
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
             ${PROJECT_SOURCE_DIR}/include/sunder/algorithms.inc)
file(READ ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md text)
set(example ${CMAKE_CURRENT_BINARY_DIR}/contributing)
foreach(block IN ITEMS algorithm line)
  string(FIND "${text}" "```cpp\n" begin)
  math(EXPR begin "${begin} + 7")
  string(SUBSTRING "${text}" ${begin} -1 text)
  string(FIND "${text}" "```" end)
  string(SUBSTRING "${text}" 0 ${end} ${block})
  math(EXPR end "${end} + 3")
  string(SUBSTRING "${text}" ${end} -1 text)
endforeach()
file(READ ${PROJECT_SOURCE_DIR}/include/sunder/algorithms.inc table)
file(CONFIGURE OUTPUT ${example}/sunder/algorithms.inc CONTENT "@table@@line@" @ONLY)
file(CONFIGURE OUTPUT ${example}/algorithm.cpp CONTENT "@algorithm@" @ONLY)

target_sources(contributing_tests PRIVATE ${example}/algorithm.cpp ${glue_sources}
               ${PROJECT_SOURCE_DIR}/src/narrow/algorithms.cpp)
target_include_directories(contributing_tests BEFORE PRIVATE ${example})
