# SPDX-License-Identifier: Apache-2.0
# Threads of the tests' own.
find_package(Threads REQUIRED)
target_link_libraries(scene_tests PRIVATE Threads::Threads)
