// SPDX-License-Identifier: Apache-2.0
#include "check_contacts.hpp"

#include <fmt/format.h>

#include "check_proof.hpp"
#include "list_json.hpp"

namespace sunder::cli {
namespace {

std::string point_json(const ContactPoint<3>& point) {
  return fmt::format(R"({{"point_a": {}, "point_b": {}, "depth": {}, "id": [[{}, {}], [{}, {}]]}})",
                     vector_json(point.point_a), vector_json(point.point_b),
                     json_number(point.depth), point.id.a[0], point.id.a[1], point.id.b[0],
                     point.id.b[1]);
}

}  // namespace

std::vector<FoundContact> find_contacts(const Scene& scene, const SceneReport& report,
                                        int max_points, double width) {
  ContactOptions<3> options;
  options.max_points = max_points;
  options.width = width;
  std::vector<FoundContact> contacts(report.pairs.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const PairReport& pair = report.pairs[i];
    if (!pair || has_mesh(scene, {pair.a, pair.b})) continue;
    auto& [answer, points] = contacts[i];
    const Posed3 a = scene.posed(pair.a);
    const Posed3 b = scene.posed(pair.b);
    answer = contact(a, b, options);
    points.assign(answer.points.begin(), answer.points.end());
    if (max_points > 0 || points.size() == answer.found) continue;
    points.resize(answer.found);
    ContactOptions<3> all = options;
    all.all = points;
    contact(a, b, all);
  }
  return contacts;
}

std::string contact_json(const FoundContact& contact) {
  const auto& [answer, points] = contact;
  if (!answer) return "null";
  return fmt::format(R"({{"normal": {}, "dimension": {}, "points": {}}})",
                     answer.witness ? vector_json(answer.witness->normal) : "null",
                     answer.dimension, list_json(points, point_json));
}

}  // namespace sunder::cli
