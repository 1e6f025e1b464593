# SPDX-License-Identifier: Apache-2.0
#
# The long tests are 200,000 pairs of polycubes, of unions of tetrahedra and of the suite, in parts that run in parallel.
target_link_libraries(mesh_tests PRIVATE suite_pairs)
if(NOT SUNDER_SANITIZE)
  foreach(part RANGE 15)
    math(EXPR first "${part} * 12500")
    foreach(test Polycubes.AreDecidedAsTheirCells Tetrahedra.UnionsAreDecidedAsTheirParts
                 Convex.EveryPairOfTheSuiteAsMeshes)
      add_test(NAME mesh.long.${test}.${part} COMMAND mesh_tests --gtest_filter=${test})
      set_tests_properties(mesh.long.${test}.${part} PROPERTIES LABELS long ENVIRONMENT
                           "SUNDER_MESH_RANGE=${first} 12500")
    endforeach()
  endforeach()
endif()
