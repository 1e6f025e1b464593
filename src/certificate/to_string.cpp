// SPDX-License-Identifier: Apache-2.0
#include "machine/strict_arithmetic.hpp"
#include "sunder/certificate.hpp"

namespace sunder::inline SUNDER_ABI {

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::separated:
      return "separated";
    case Verdict::touching:
      return "touching";
    case Verdict::overlapping:
      return "overlapping";
    case Verdict::undecided:
      return "undecided";
    case Verdict::not_examined:
      return "not_examined";
  }
  return "invalid";
}

std::string_view to_string(Stage stage) noexcept {
  switch (stage) {
    case Stage::none:
      return "none";
    case Stage::hint:
      return "hint";
    case Stage::bounds:
      return "bounds";
    case Stage::filter:
      return "filter";
    case Stage::expansion:
      return "expansion";
    case Stage::integer:
      return "integer";
    case Stage::lp:
      return "lp";
  }
  return "invalid";
}

}  // namespace sunder::inline SUNDER_ABI
