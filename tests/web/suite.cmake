# SPDX-License-Identifier: Apache-2.0
#
# The WebAssembly modules of web/dist, asked from Node. They are built by ./dev web, not here: compiling the library for
# WebAssembly takes minutes.
find_program(SUNDER_NODE node DOC "Node.js, which asks the WebAssembly modules; empty for none")
if(SUNDER_NODE)
  foreach(name IN ITEMS answers cases plane moving memory suite verifier docs golden pool pool_page)
    add_test(NAME web.${name} COMMAND ${SUNDER_NODE} --expose-gc --test ${CMAKE_SOURCE_DIR}/web/test/node/${name}_test.mjs)
    set(environment "SUITE_QUESTIONS=$<TARGET_FILE:suite_questions>")
    if(TARGET sunder_cli)
      list(APPEND environment "SUNDER=$<TARGET_FILE:sunder_cli>")
    endif()
    set_tests_properties(web.${name} PROPERTIES ENVIRONMENT "${environment}")
    list(APPEND web_tests web.${name})
  endforeach()
  # Contrast and names for screen readers, of the pages that the program writes.
  if(TARGET sunder_cli)
    add_test(NAME web.axe COMMAND ${SUNDER_NODE} ${CMAKE_SOURCE_DIR}/web/test/axe/pages_test.mjs)
    set_tests_properties(web.axe PROPERTIES ENVIRONMENT "SUNDER=$<TARGET_FILE:sunder_cli>" SKIP_RETURN_CODE 77)
    list(APPEND web_tests web.axe)
  endif()
  # Neither modules nor pages depend on sanitizers.
  if(SUNDER_SANITIZE)
    set_tests_properties(${web_tests} PROPERTIES LABELS long)
  endif()
endif()
