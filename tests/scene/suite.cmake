# SPDX-License-Identifier: Apache-2.0
# The tests start threads of their own.
find_package(Threads REQUIRED)
target_link_libraries(scene_tests PRIVATE Threads::Threads)
