#SPDX - License - Identifier : Apache - 2.0
target_link_libraries(robot_tests PRIVATE sunder_robot)
