# SPDX-License-Identifier: Apache-2.0
if(TARGET sunder_cli)
  set_property(TEST inputs.inputs_test APPEND PROPERTY ENVIRONMENT
               "SUITE_QUESTIONS=$<TARGET_FILE:suite_questions>")
endif()
