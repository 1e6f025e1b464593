# SPDX-License-Identifier: Apache-2.0
#
# Kernels are compiled once for each instruction set and chosen at run time. SUNDER_TARGETS=native compiles
# them for this machine's best one and for the least, which takes half the time; verdicts are the same on
# all. Only the files that hold kernels are told, so that they alone are compiled again for the others.
if(SUNDER_TARGETS STREQUAL "native")
  if(NOT DEFINED CACHE{SUNDER_DISABLED_TARGETS})
    file(WRITE ${PROJECT_BINARY_DIR}/best_target.cpp [[
#include <cstdio>
#include <hwy/targets.h>
int main() {
  const auto known = hwy::SupportedTargets() & HWY_ATTAINABLE_TARGETS;
  std::printf("%lld", static_cast<long long>(HWY_ATTAINABLE_TARGETS & ~((known & -known) | HWY_STATIC_TARGET)));
}
]])
    try_run(ran compiled ${PROJECT_BINARY_DIR}/best_target ${PROJECT_BINARY_DIR}/best_target.cpp
            LINK_LIBRARIES hwy::hwy CXX_STANDARD 20 RUN_OUTPUT_VARIABLE disabled)
    if(NOT compiled OR NOT ran EQUAL 0 OR NOT disabled MATCHES "^-?[0-9]+$")
      message(WARNING "SUNDER_TARGETS=native: this machine's instruction set is not known; all are built")
      set(disabled 0)
    endif()
    set(SUNDER_DISABLED_TARGETS ${disabled} CACHE INTERNAL "Highway's targets that are left out")
  endif()
  foreach(source IN LISTS kernel_sources)
    file(STRINGS ${source} kernel REGEX "foreach_target" LIMIT_COUNT 1)
    if(kernel)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS
                   "HWY_DISABLED_TARGETS=(${SUNDER_DISABLED_TARGETS}LL)")
    endif()
  endforeach()
elseif(NOT SUNDER_TARGETS STREQUAL "all")
  message(FATAL_ERROR "SUNDER_TARGETS is \"${SUNDER_TARGETS}\"; it takes all or native")
endif()
