# SPDX-License-Identifier: Apache-2.0
#
# The traps are judged by the oracle, random pairs of bodies are its own too.
target_sources(query_tests PRIVATE oracle/random_pairs.cpp)
