// SPDX-License-Identifier: Apache-2.0
#include "verify_tally.hpp"

#include <fmt/format.h>

namespace sunder::cli {

std::string tally_json(const VerifyTally& tally) {
  return fmt::format(R"({{"accepted": {}, "refuted": {}, "unchecked": {}}})", tally.accepted,
                     tally.refuted, tally.unchecked);
}

std::string tally_heads() {
  return fmt::format("{:<10}{:>10} {:>10} {:>10}\n", "", "accepted", "unchecked", "refuted");
}

std::string tally_text(std::string_view name, const VerifyTally& tally, bool colours) {
  const bool alarm = colours && tally.refuted > 0;
  return fmt::format("{:<10}{:>10} {:>10} {}{:>10}{}\n", name, tally.accepted, tally.unchecked,
                     alarm ? "\x1b[31m" : "", tally.refuted, alarm ? "\x1b[0m" : "");
}

}  // namespace sunder::cli
