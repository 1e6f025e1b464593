// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each pair is a step of its own in the background. A hull that meets a mesh becomes a body once.
// Cost: One contact for each pair that meets, and a depth for each that overlaps.
// Gives up: Soon after an interruption it leaves the other pairs out.
#include "check_contacts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "list_json.hpp"
#include "sunder/margin.hpp"
#include "sunder/report.hpp"

namespace sunder::cli {
namespace {

std::string point_json(const ContactPoint<3>& point) {
  return fmt::format(R"({{"point_a": {}, "point_b": {}, "depth": {}, "id": [[{}, {}], [{}, {}]]}})",
                     vector_json(point.point_a), vector_json(point.point_b),
                     json_number(point.depth), point.id.a[0], point.id.a[1], point.id.b[0],
                     point.id.b[1]);
}

class ContactFinder final : public Steps {
 public:
  ContactFinder(std::shared_ptr<const Scene> scene, const SceneReport& report,
                const ContactWishes& wishes)
      : scene_(std::move(scene)), pairs_(report.pairs), wishes_(wishes), found(pairs_.size()) {
    for (const PairReport& pair : pairs_) {
      if (!pair || !has_mesh(*scene_, {pair.a, pair.b})) continue;
      bodies_.resize(static_cast<std::size_t>(scene_->size()));
      make_body(pair.a);
      make_body(pair.b);
    }
  }

  void run(std::size_t index) override {
    const PairReport& pair = pairs_[index];
    FoundContact& contact = found[index];
    if (pair && has_mesh(*scene_, {pair.a, pair.b})) {
      find_of_bodies(pair, contact);
    } else if (pair) {
      find_of_hulls(pair, contact);
    }
    if (wishes_.prove) contact.proof = wishes_.prove(pair, contact);
  }

 private:
  void make_body(std::int32_t id) {
    std::optional<Body3>& body = bodies_[static_cast<std::size_t>(id)];
    if (body) return;
    const SceneBody& given = scene_->body(id);
    body = given.body ? *given.body : Body3{{given.polytope}};
  }

  PosedBody3 posed_body(std::int32_t id) const {
    return {*bodies_[static_cast<std::size_t>(id)], scene_->body(id).pose};
  }

  void find_of_hulls(const PairReport& pair, FoundContact& found) const {
    ContactOptions<3> options;
    options.max_points = wishes_.max_points;
    options.width = wishes_.width;
    const Posed3 a = scene_->posed(pair.a);
    const Posed3 b = scene_->posed(pair.b);
    Contact3& answer = found.answer;
    std::vector<ContactPoint<3>>& points = found.points;
    answer = contact(a, b, options);
    found.depth = answer.depth;
    if (wishes_.all_points) points.assign(answer.points.begin(), answer.points.end());
    if (wishes_.all_points && points.size() != answer.found) {
      options.max_points = 0;
      points.resize(answer.found);
      options.all = points;
      contact(a, b, options);
    }
    if (pair.proximity != Proximity::overlapping || !wishes_.tolerance) return;
    const auto margin = compare_to_margin(a, b, {.distance = -*wishes_.tolerance});
    const bool deeper = margin_verdict(margin.value().verdict) == MarginVerdict::closer;
    found.overlap = deeper ? Overlap::deeper : Overlap::within;
  }

  void find_of_bodies(const PairReport& pair, FoundContact& found) const {
    const PosedBody3 a = posed_body(pair.a);
    const PosedBody3 b = posed_body(pair.b);
    found.regions = contact(a, b);
    if (pair.proximity != Proximity::overlapping) return;
    found.depth = penetration(a, b).depth;
    if (!wishes_.tolerance) return;
    // Whatever overlaps is deeper than 0, though the lower end of its depth may be 0.
    if (*wishes_.tolerance <= 0 || found.depth.lower > *wishes_.tolerance) {
      found.overlap = Overlap::deeper;
    } else {
      found.overlap =
          found.depth.upper <= *wishes_.tolerance ? Overlap::within : Overlap::unresolved;
    }
  }

  std::shared_ptr<const Scene> scene_;
  std::vector<PairReport> pairs_;
  ContactWishes wishes_;
  std::vector<std::optional<Body3>> bodies_;  ///< by id, of pairs with a mesh

 public:
  std::vector<FoundContact> found;
};

}  // namespace

std::string_view to_string(Overlap overlap) noexcept {
  switch (overlap) {
    case Overlap::within:
      return "within";
    case Overlap::deeper:
      return "deeper";
    case Overlap::unresolved:
      break;
  }
  return "unresolved";
}

bool has_mesh(const Scene& scene, BodyPair pair) {
  return scene.body(pair.a).body || scene.body(pair.b).body;
}

std::vector<FoundContact> find_contacts(const std::shared_ptr<const Scene>& scene,
                                        const SceneReport& report, const ContactWishes& wishes,
                                        const BackgroundOptions& background) {
  const auto finder = std::make_shared<ContactFinder>(scene, report, wishes);
  const BackgroundResult result = run_in_background(finder, report.pairs.size(), background);
  std::vector<FoundContact> contacts(report.pairs.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!result.done[i]) continue;
    contacts[i] = std::move(finder->found[i]);
    contacts[i].is_made = true;
  }
  return contacts;
}

void uncount(const Scene& scene, BodyPair pair, Proximity proximity, SceneReport& report) {
  switch (proximity) {
    case Proximity::overlapping:
      --report.overlapping;
      break;
    case Proximity::touching:
      --report.touching;
      break;
    case Proximity::near:
      --report.near;
      break;
    case Proximity::clear:
      --report.clear;
      break;
  }
  if (has_mesh(scene, pair)) --report.with_bodies;
  --report.examined;
  ++report.not_examined;
  report.cancelled = true;
}

void drop_unmade(const Scene& scene, SceneReport& report, std::vector<FoundContact>& contacts) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (contacts[i].is_made) {
      if (kept < i) {
        contacts[kept] = std::move(contacts[i]);
        report.pairs[kept] = std::move(report.pairs[i]);
      }
      ++kept;
      continue;
    }
    const PairReport& pair = report.pairs[i];
    uncount(scene, {pair.a, pair.b}, pair.proximity, report);
  }
  contacts.erase(contacts.begin() + static_cast<std::ptrdiff_t>(kept), contacts.end());
  report.pairs.resize(kept);
}

std::string contact_json(const FoundContact& contact) {
  if (contact.regions) return to_json(*contact.regions);
  const Contact3& answer = contact.answer;
  if (!answer) return "null";
  return fmt::format(R"({{"normal": {}, "dimension": {}, "points": {}}})",
                     answer.witness ? vector_json(answer.witness->normal) : "null",
                     answer.dimension, list_json(contact.points, point_json));
}

}  // namespace sunder::cli
