// SPDX-License-Identifier: Apache-2.0
#include "machine/enum_names.hpp"
#include "machine/strict_arithmetic.hpp"
#include "sunder/certificate.hpp"

namespace sunder::inline SUNDER_ABI {

std::string_view to_string(Verdict verdict) noexcept {
  static constexpr std::string_view kNames[] = {"separated", "touching", "overlapping", "undecided",
                                                "not_examined"};
  return detail::name_of<Verdict::not_examined>(kNames, verdict);
}

std::string_view to_string(Stage stage) noexcept {
  static constexpr std::string_view kNames[] = {"none",      "hint",    "bounds", "filter",
                                                "expansion", "integer", "lp"};
  return detail::name_of<Stage::lp>(kNames, stage);
}

}  // namespace sunder::inline SUNDER_ABI
