# SPDX-License-Identifier: Apache-2.0
#
# Verdicts are judged by the oracle that enumerates.
target_sources(narrow_tests PRIVATE oracle/brute_force.cpp)
