# SPDX-License-Identifier: Apache-2.0
#
# Without a browser the tests of pages report that and are skipped. They test the pages, which do
# not depend on sanitizers; explain_test and check_files_test test the program.
set(page_tests cli.explain_page_test cli.playground_page_test cli.report_page_test cli.robot_page_test)
set_tests_properties(${page_tests} PROPERTIES SKIP_RETURN_CODE 77 COST 15)
if(SUNDER_SANITIZE)
  set_tests_properties(${page_tests} PROPERTIES LABELS long)
endif()
set_property(TEST cli.audit_test APPEND PROPERTY ENVIRONMENT "SUITE_QUESTIONS=$<TARGET_FILE:suite_questions>")
