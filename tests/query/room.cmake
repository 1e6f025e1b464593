# SPDX-License-Identifier: Apache-2.0
#
# The traps are judged by the oracle that enumerates.
target_sources(query_tests PRIVATE oracle/brute_force.cpp oracle/random_pairs.cpp)
