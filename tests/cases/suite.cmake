# SPDX-License-Identifier: Apache-2.0
find_package(nlohmann_json REQUIRED)
target_link_libraries(cases_tests PRIVATE nlohmann_json::nlohmann_json)
target_compile_definitions(cases_tests PRIVATE SUNDER_CASES="${CMAKE_CURRENT_SOURCE_DIR}/cases")
