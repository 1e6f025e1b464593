# SPDX-License-Identifier: Apache-2.0
set_tests_properties(python.check_report_test PROPERTIES COST 30)
