# SPDX-License-Identifier: Apache-2.0
#
# Without a browser the test of the page says so and is skipped.
set_tests_properties(cli.explain_page_test PROPERTIES SKIP_RETURN_CODE 77)
