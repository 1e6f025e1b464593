# SPDX-License-Identifier: Apache-2.0
#
# Each C++ block of docs/ is compiled. One with a main() is a program and a test: it prints what the page shows.
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${pages})
set(blocks ${CMAKE_CURRENT_BINARY_DIR}/docs)
execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/blocks.py write ${blocks}
                OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "fragment [a-z_0-9]+" fragments "${listed}")
list(TRANSFORM fragments REPLACE "fragment (.*)" "${blocks}/\\1.cpp")
add_library(docs_fragments OBJECT ${fragments})
target_link_libraries(docs_fragments PRIVATE sunder)
string(REGEX MATCHALL "program [a-z_0-9]+" programs "${listed}")
list(TRANSFORM programs REPLACE "program " "")
foreach(name IN LISTS programs)
  add_executable(docs_${name} ${blocks}/${name}.cpp)
  target_link_libraries(docs_${name} PRIVATE sunder)
  add_test(NAME docs.${name} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/blocks.py run
                                     $<TARGET_FILE:docs_${name}> ${blocks}/${name}.txt)
endforeach()
string(REGEX MATCHALL "example [a-z_0-9]+" examples "${listed}")
foreach(listed_example IN LISTS examples)
  string(REGEX REPLACE "example ((.*)_[0-9]+)" "\\1;\\2" names ${listed_example})
  list(GET names 0 block)
  list(GET names 1 name)
  add_test(NAME docs.${block}_example
           COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/blocks.py run
                   $<TARGET_FILE:example_${name}> ${blocks}/${block}.txt)
endforeach()
