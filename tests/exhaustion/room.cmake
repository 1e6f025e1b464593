# SPDX-License-Identifier: Apache-2.0
#
# The program replaces operator new, which is counted here and not by a sanitizer.
target_sources(exhaustion_tests PRIVATE io/mesh_files.cpp batch/worlds.cpp)
