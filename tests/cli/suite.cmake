# SPDX-License-Identifier: Apache-2.0
#
# Without a browser the test of the page says so and is skipped. It is about the page, which is the
# same under sanitizers; explain_test is about the program.
set_tests_properties(cli.explain_page_test PROPERTIES SKIP_RETURN_CODE 77)
if(SUNDER_SANITIZE)
  set_tests_properties(cli.explain_page_test PROPERTIES LABELS long)
endif()
