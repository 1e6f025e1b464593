# SPDX-License-Identifier: Apache-2.0
# The mesh readers are compared with assimp, which the library itself does not use.
find_package(assimp REQUIRED)
target_link_libraries(io_tests PRIVATE assimp::assimp)
