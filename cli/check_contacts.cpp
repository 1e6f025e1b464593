// SPDX-License-Identifier: Apache-2.0
#include "check_contacts.hpp"

#include <fmt/format.h>

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

std::vector<Contact3> find_contacts(const Scene& scene, const SceneReport& report, int max_points,
                                    double width) {
  ContactOptions<3> options;
  options.max_points = max_points;
  options.width = width;
  std::vector<Contact3> contacts;
  contacts.reserve(report.pairs.size());
  for (const PairReport& pair : report.pairs) {
    contacts.push_back(pair ? contact(scene.posed(pair.a), scene.posed(pair.b), options)
                            : Contact3{});
  }
  return contacts;
}

std::string contact_json(const Contact3& contact) {
  if (!contact) return "null";
  return fmt::format(R"({{"normal": {}, "dimension": {}, "points": {}}})",
                     contact.witness ? vector_json(contact.witness->normal) : "null",
                     contact.dimension, list_json(contact.points, point_json));
}

}  // namespace sunder::cli
