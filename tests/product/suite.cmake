# SPDX-License-Identifier: Apache-2.0
# The usual run covers half of the cells; the long one covers each of them four times a seed.
if(TARGET sunder_cli)
  foreach(seed 1 2 3)
    add_test(NAME product.long.seed_${seed}
             COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/product/product_test.py)
    set_tests_properties(product.long.seed_${seed} PROPERTIES LABELS long ENVIRONMENT
      "SUNDER=$<TARGET_FILE:sunder_cli>;PRODUCT_SHARE=4;PRODUCT_SEED=${seed}")
  endforeach()
endif()
