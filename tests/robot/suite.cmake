# SPDX-License-Identifier: Apache-2.0
#
# The long test is 40,000 configurations of drawn robots against the integer stage, pair by pair.
if(NOT SUNDER_SANITIZE)
  add_test(NAME robot.long.truth COMMAND robot_tests --gtest_filter=Truth.EveryPairIsWhatIntegersSay)
  set_tests_properties(robot.long.truth PROPERTIES LABELS long ENVIRONMENT "SUNDER_ROBOT_CONFIGURATIONS=40000")
endif()
