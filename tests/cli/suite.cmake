# SPDX-License-Identifier: Apache-2.0
#
# Without a browser the tests of pages report that and are skipped. They test the pages, which do
# not depend on sanitizers; explain_test and check_files_test test the program.
set_tests_properties(cli.explain_page_test cli.report_page_test PROPERTIES SKIP_RETURN_CODE 77)
if(SUNDER_SANITIZE)
  set_tests_properties(cli.explain_page_test cli.report_page_test PROPERTIES LABELS long)
endif()
set_tests_properties(cli.robot_page_test PROPERTIES SKIP_RETURN_CODE 77)
if(SUNDER_SANITIZE)
  set_tests_properties(cli.robot_page_test PROPERTIES LABELS long)
endif()
