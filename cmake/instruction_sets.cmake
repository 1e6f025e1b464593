# SPDX-License-Identifier: Apache-2.0
#
# Kernels are compiled once for each instruction set and chosen at run time. SUNDER_TARGETS=native
# compiles them for this machine's best set alone, in a third of the time; such a build needs a
# machine that has the set. SUNDER_TARGETS=common leaves out SSSE3. Verdicts are equal on all. Only
# the files with kernels get the definition, so that only they are compiled again for other sets.
foreach(source IN LISTS kernel_sources scene_sources robot_sources)
  file(STRINGS ${source} kernel REGEX "foreach_target" LIMIT_COUNT 1)
  if(kernel)
    list(APPEND lane_sources ${source})
  endif()
endforeach()
# Highway includes such a file repeatedly, so that it must not be part of a unity source.
set_property(SOURCE ${lane_sources} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)

if(SUNDER_TARGETS STREQUAL "native")
  if(NOT SUNDER_NATIVE_TARGET)
    file(WRITE ${PROJECT_BINARY_DIR}/native_target.cpp [[
#include <cstdio>
#include <hwy/targets.h>
int main() {
  const auto known = hwy::SupportedTargets() & HWY_TARGETS;
  std::printf("%lld", static_cast<long long>(known & -known));
}
]])
    try_run(native_target_ran native_target_compiled ${PROJECT_BINARY_DIR}/native_target
            ${PROJECT_BINARY_DIR}/native_target.cpp LINK_LIBRARIES hwy::hwy CXX_STANDARD 20
            RUN_OUTPUT_VARIABLE native_target)
    if(NOT native_target_compiled OR NOT native_target_ran EQUAL 0 OR NOT native_target MATCHES "^[1-9][0-9]*$")
      message(FATAL_ERROR "SUNDER_TARGETS=native: Highway does not say what this machine has; use all")
    endif()
    set(SUNDER_NATIVE_TARGET ${native_target} CACHE INTERNAL "Highway's name of this machine's best target")
  endif()
  set_property(SOURCE ${lane_sources} APPEND PROPERTY COMPILE_DEFINITIONS
               "HWY_BASELINE_TARGETS=${SUNDER_NATIVE_TARGET}LL"
               "HWY_DISABLED_TARGETS=(~${SUNDER_NATIVE_TARGET}LL)")
elseif(SUNDER_TARGETS STREQUAL "common")
  # Machines that have SSSE3 and no SSE4 were made until 2008. They run the plain kernels.
  set_property(SOURCE ${lane_sources} APPEND PROPERTY COMPILE_DEFINITIONS HWY_DISABLED_TARGETS=HWY_SSSE3)
elseif(NOT SUNDER_TARGETS STREQUAL "all")
  message(FATAL_ERROR "SUNDER_TARGETS is \"${SUNDER_TARGETS}\"; it takes all, common or native")
endif()
