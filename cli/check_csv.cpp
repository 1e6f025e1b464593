// SPDX-License-Identifier: Apache-2.0
#include "check_csv.hpp"

#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>

#include "clashes.hpp"
#include "sunder/report.hpp"

namespace sunder::cli {
namespace {

/// Quotes a text where RFC 4180 asks for it.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c;
    if (c == '"') quoted += c;
  }
  return quoted + "\"";
}

std::string ends(const Interval& interval) {
  return fmt::format("{},{}", interval.lower, interval.upper);
}

/// The first place of a contact, or the closest point of the first body.
std::string place(const PairReport& pair, const FoundContact& contact) {
  const Vector3* at = nullptr;
  if (pair.witness) at = &pair.witness->point_a;
  if (!contact.answer.points.empty()) at = &contact.answer.points[0].point_a;
  if (contact.regions) {
    for (const ContactRegion& region : contact.regions->regions) {
      if (region.outline.empty() || region.outline.front().empty()) continue;
      at = &region.outline.front().front();
      break;
    }
  }
  if (at == nullptr) return ",,";
  // 0.0 is added to avoid the minus of a negative zero.
  return fmt::format("{},{},{}", (*at)[0] + 0.0, (*at)[1] + 0.0, (*at)[2] + 0.0);
}

}  // namespace

std::string check_csv(const CheckResult& result) {
  const std::string& unit = result.loaded.unit.name;
  std::string text = "key,a,b,proximity,overlap,baseline";
  for (const std::string_view name :
       {"distance_lower", "distance_upper", "depth_lower", "depth_upper", "at_x", "at_y", "at_z"}) {
    text += "," + field(fmt::format("{} [{}]", name, unit));
  }
  text += "\r\n";
  for (std::size_t i = 0; i < result.report.pairs.size(); ++i) {
    const PairReport& pair = result.report.pairs[i];
    const FoundContact& contact = result.contacts[i];
    const Clash& clash = result.clashes.pairs[i];
    const std::string& a = result.loaded.scene.body(pair.a).name;
    const std::string& b = result.loaded.scene.body(pair.b).name;
    const std::string_view since = !result.rules.baseline || !clash.fails ? ""
                                   : clash.known                          ? "known"
                                                                          : "new";
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{}\r\n", clash_key(a, b), field(a), field(b),
        to_string(pair.proximity), contact.overlap ? to_string(*contact.overlap) : "", since,
        pair.distance ? ends(*pair.distance) : ",", ends(contact.depth), place(pair, contact));
  }
  return text;
}

}  // namespace sunder::cli
