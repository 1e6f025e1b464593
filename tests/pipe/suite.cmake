# SPDX-License-Identifier: Apache-2.0
# The tests use the parser below the public functions, and read the pipe's lines by another one.
find_package(nlohmann_json REQUIRED)
target_link_libraries(pipe_tests PRIVATE simdjson::simdjson nlohmann_json::nlohmann_json)
find_package(Threads REQUIRED)
target_link_libraries(pipe_tests PRIVATE Threads::Threads)
# Bodies are drawn as those of the tests of meshes.
target_sources(pipe_tests PRIVATE mesh/polycubes.cpp mesh/soup.cpp)
target_compile_definitions(pipe_tests PRIVATE SUNDER_SCENES="${PROJECT_SOURCE_DIR}/scenes")
