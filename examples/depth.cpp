// SPDX-License-Identifier: Apache-2.0
//
// A box sinks into a slab by 1/16, and later falls onto it from above. How deep is it, and where do
// they touch? When do they meet, and is a margin kept? Exits 0 if each number equals the one
// computed by hand.
#include <cstdio>
#include <string_view>

#include "sunder/sunder.hpp"

namespace {

bool holds(const char* what, double lower, double upper, double value) {
  std::printf("%-16s [%.17g, %.17g]\n", what, lower, upper);
  return lower <= value && value <= upper && upper - lower < 1e-9;
}

bool says(const char* what, std::string_view word, std::string_view expected) {
  std::printf("%-16s %.*s\n", what, static_cast<int>(word.size()), word.data());
  return word == expected;
}

}  // namespace

int main() {
  const auto slab = sunder::Polytope3::box({4, 4, 0.5});  // half extents
  const auto box = sunder::Polytope3::box({1, 1, 1});
  const auto sunken = sunder::Pose3::translation({0.25, 0, 1.4375}).value();
  const auto above = sunder::Pose3::translation({0.25, 0, 3.5}).value();
  const sunder::Posed3 floor{slab}, low{box, sunken}, high{box, above};

  // The minimum translation, as an interval with its proof.
  const auto depth = sunder::penetration(floor, low);
  bool good = holds("depth", depth.depth.lower, depth.depth.upper, 0.0625);
  good = good && depth.witness->normal[2] > 0.999;  // from a to b: up
  good = good && sunder::verify(floor, low, sunder::certify(floor, low, depth));

  // One signed number for separated and overlapping bodies.
  const auto inside = sunder::signed_distance(floor, low);
  const auto outside = sunder::signed_distance(floor, high);
  good = good && holds("signed, sunken", inside.distance.lower, inside.distance.upper, -0.0625);
  good = good && holds("signed, above", outside.distance.lower, outside.distance.upper, 2);

  // Where to push: the corners of the box's lower face.
  const auto contact = sunder::contact(floor, low, {.max_points = 4});
  for (const auto& point : contact.points) {
    std::printf("%-16s (%g, %g, %g) by %g\n", "contact", point.point_a[0], point.point_a[1],
                point.point_a[2], point.depth);
  }
  good = good && contact.points.size() == 4;

  // The box falls at 8 units of length per unit of time: it meets the slab exactly at 1/4.
  const auto fall = sunder::Motion3::linear({0, 0, -8}).value();
  const auto cast = sunder::cast(floor, {}, high, fall);
  good = good && says("cast", to_string(cast.verdict), "hit");
  good = good && holds("time", cast.time.lower, cast.time.upper, 0.25);

  // A comparison with three outcomes instead of a number: the box has a radius of 1/2.
  const auto room = sunder::compare_to_margin(floor, high, {.distance = 1.5, .radius_b = 0.5});
  good = good && says("margin 1.5", to_string(margin_verdict(room.value().verdict)), "exactly");
  return good ? 0 : 1;
}
