# SPDX-License-Identifier: Apache-2.0
#
# The traps are judged by the oracle, random pairs of bodies are its own too; contacts are those of the
# pairs that relation/ builds.
target_sources(query_tests PRIVATE oracle/random_pairs.cpp relation/built_pair.cpp relation/dressed.cpp
               relation/meeting_faces.cpp suite/lattice.cpp)
