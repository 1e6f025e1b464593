# SPDX-License-Identifier: Apache-2.0
#
# The example of CONTRIBUTING.md as it stands there: its first C++ block is the room, its second the line of the
# table. What sees the table is compiled once more, with that line.
if(NOT TARGET contributing_tests)
  return()
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
             ${PROJECT_SOURCE_DIR}/include/sunder/rooms.inc)
file(READ ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md text)
set(example ${CMAKE_CURRENT_BINARY_DIR}/contributing)
foreach(block IN ITEMS room line)
  string(FIND "${text}" "```cpp\n" begin)
  math(EXPR begin "${begin} + 7")
  string(SUBSTRING "${text}" ${begin} -1 text)
  string(FIND "${text}" "```" end)
  string(SUBSTRING "${text}" 0 ${end} ${block})
  math(EXPR end "${end} + 3")
  string(SUBSTRING "${text}" ${end} -1 text)
endforeach()
file(READ ${PROJECT_SOURCE_DIR}/include/sunder/rooms.inc table)
file(CONFIGURE OUTPUT ${example}/sunder/rooms.inc CONTENT "@table@@line@" @ONLY)
file(CONFIGURE OUTPUT ${example}/room.cpp CONTENT "@room@" @ONLY)

file(GLOB sees_the_table CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/query/*.cpp)
target_sources(contributing_tests PRIVATE ${example}/room.cpp ${sees_the_table}
               ${PROJECT_SOURCE_DIR}/src/narrow/algorithms.cpp)
target_include_directories(contributing_tests BEFORE PRIVATE ${example})
