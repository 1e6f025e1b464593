# SPDX-License-Identifier: Apache-2.0
#
# The program replaces operator new to count its calls; a sanitizer would replace it too.
if(TARGET exhaustion_tests)
  target_sources(exhaustion_tests PRIVATE io/mesh_files.cpp batch/worlds.cpp mesh/soup.cpp)
endif()

# Ten million of each: about 10 GiB.
if(NOT SUNDER_SANITIZE)
  foreach(what AHullOfManyVertices AHullOfManyPoints ASceneOfManyBodies ABatchOfManyItems)
    add_test(NAME exhaustion.long.${what} COMMAND exhaustion_tests --gtest_filter=Sizes.${what})
    set_tests_properties(exhaustion.long.${what} PROPERTIES LABELS long RUN_SERIAL ON
                         ENVIRONMENT "SUNDER_SIZE=10000000")
  endforeach()
endif()
