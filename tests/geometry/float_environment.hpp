// SPDX-License-Identifier: Apache-2.0
//
// Lists the floating-point modes that a host program may set before it calls the library.
#pragma once

#include <cfenv>
#include <vector>

#include "oracle/host_state.hpp"

namespace sunder::test {

struct FloatMode {
  int rounding;
  oracle::Subnormals subnormals;
  const char* name;

  /// True for the state at the start of a program.
  bool is_plain() const noexcept {
    return rounding == FE_TONEAREST && subnormals == oracle::Subnormals::kept;
  }
};

inline const std::vector<FloatMode>& float_modes() {
  using enum oracle::Subnormals;
  static const std::vector<FloatMode> modes{
      {FE_TONEAREST, kept, "to nearest"},
      {FE_UPWARD, kept, "upward"},
      {FE_DOWNWARD, kept, "downward"},
      {FE_TOWARDZERO, kept, "toward zero"},
      {FE_TONEAREST, gone, "to nearest, flushing"},
      {FE_UPWARD, gone, "upward, flushing"},
      {FE_DOWNWARD, gone, "downward, flushing"},
      {FE_TOWARDZERO, gone, "toward zero, flushing"},
      {FE_TONEAREST, flushed, "to nearest, flushing results alone"},
      {FE_TONEAREST, read_as_zero, "to nearest, reading subnormals as zero"}};
  return modes;
}

/// Sets a mode during its lifetime.
class FloatEnvironment : public oracle::HostState {
 public:
  explicit FloatEnvironment(const FloatMode& mode) : HostState(mode.rounding, mode.subnormals) {}
};

/// Returns the result of f() in that mode.
template <class F>
auto in_mode(const FloatMode& mode, F&& f) {
  const FloatEnvironment environment(mode);
  return f();
}

}  // namespace sunder::test
