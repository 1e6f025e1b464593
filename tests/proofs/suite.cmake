# SPDX-License-Identifier: Apache-2.0
#
# The constants of the error bounds, and the part of their proofs that takes seconds; `./dev test
# --long` runs all of them.
add_test(NAME proofs.check
         COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/proofs/check.py --quick)
set_tests_properties(proofs.check PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME proofs.refusals
         COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/proofs/refusals_test.py)
set_tests_properties(proofs.refusals PROPERTIES SKIP_RETURN_CODE 77 LABELS long)
