# SPDX-License-Identifier: Apache-2.0
# The tests use the parser below the public functions, and read the pipe's lines by another one.
find_package(nlohmann_json REQUIRED)
target_link_libraries(pipe_tests PRIVATE simdjson::simdjson nlohmann_json::nlohmann_json)
find_package(Threads REQUIRED)
target_link_libraries(pipe_tests PRIVATE Threads::Threads)
