# SPDX-License-Identifier: Apache-2.0
#
# The long tests are 200,000 pairs of polycubes, of unions of tetrahedra and of the suite, in parts that run in parallel, and
# 10,000 distances.
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
  add_test(NAME mesh.long.Nearest COMMAND mesh_tests --gtest_filter=Nearest.AllPairs*:Nearest.Verdicts*)
  set_tests_properties(mesh.long.Nearest PROPERTIES LABELS long ENVIRONMENT "SUNDER_MESH_RANGE=0 10000")
endif()

# CGAL's exact solids are a second opinion, where they are installed. Its interval arithmetic needs a flag of its own.
get_target_property(mesh_sources mesh_tests SOURCES)
list(FILTER mesh_sources EXCLUDE REGEX "/cgal_test\\.cpp$")
set_target_properties(mesh_tests PROPERTIES SOURCES "${mesh_sources}")
find_path(CGAL_HEADERS CGAL/Nef_polyhedron_3.h)
find_library(MPFR mpfr)
find_library(GMP gmp)
if(CGAL_HEADERS AND MPFR AND GMP AND NOT SUNDER_SANITIZE)
  add_executable(cgal_tests mesh/cgal_test.cpp mesh/soup.cpp)
  compile_as_test(cgal_tests)
  target_compile_options(cgal_tests PRIVATE $<$<CXX_COMPILER_ID:GNU>:-frounding-math>)
  target_link_libraries(cgal_tests PRIVATE ${MPFR} ${GMP})
  discover_tests(cgal_tests mesh)
  # 20,000 pairs.
  foreach(part RANGE 15)
    math(EXPR first "${part} * 1250")
    add_test(NAME mesh.long.Cgal.${part} COMMAND cgal_tests)
    set_tests_properties(mesh.long.Cgal.${part} PROPERTIES LABELS long ENVIRONMENT
                         "SUNDER_CGAL_RANGE=${first} 1250")
  endforeach()
endif()
