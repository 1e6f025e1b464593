# SPDX-License-Identifier: Apache-2.0
#
# Without a browser the test of the page reports that and is skipped. It tests the page, which does
# not depend on sanitizers; explain_test tests the program.
set_tests_properties(cli.explain_page_test PROPERTIES SKIP_RETURN_CODE 77)
if(SUNDER_SANITIZE)
  set_tests_properties(cli.explain_page_test PROPERTIES LABELS long)
endif()
