// SPDX-License-Identifier: Apache-2.0
//
// sunder.PairBatch: the tables of a batch as Python keeps them, and the questions whose answers are tables.
#pragma once

#include <memory>
#include <nanobind/stl/optional.h>
#include <optional>
#include <utility>
#include <variant>

#include "body_batches.hpp"
#include "running.hpp"
#include "sunder/batch.hpp"
#include "tables.hpp"

namespace sunder::python {

template <int D>
class PairsOf {
 public:
  PairsOf(nb::handle bodies, int dimension, nb::handle poses, nb::handle body_a, nb::handle body_b,
          nb::handle pose_a, nb::handle pose_b, std::int64_t count)
      : bodies_(bodies, dimension),
        poses_(poses, dimension),
        body_a_(body_a, "body_a"),
        body_b_(body_b, "body_b"),
        pose_a_(pose_a, "pose_a"),
        pose_b_(pose_b, "pose_b") {
    batch.bodies = bodies_.column();
    batch.radii = bodies_.radius_column();
    set_items<D>(batch, static_cast<std::int64_t>(bodies_.polytopes.size()), poses_,
                 {body_a, body_a_}, {body_b, body_b_}, {pose_a, pose_a_}, {pose_b, pose_b_}, count);
    written = batch;
    written.bodies = std::span<const Polytope<D>>(bodies_.written);
  }
  PairsOf(const PairsOf&) = delete;
  PairsOf& operator=(const PairsOf&) = delete;

  PairBatch<D> batch;
  PairBatch<D> written;  ///< the bodies as they were given, for intervals
  int dimension() const noexcept { return bodies_.dimension; }

  /// Calls use(a, b) with the bodies of an item that the library has accepted.
  template <class Use>
  auto with_item(std::int64_t item, const Use& use) const {
    const auto a = static_cast<std::size_t>(body_a_.at(item));
    const auto b = static_cast<std::size_t>(body_b_.at(item));
    const Pose<D> pose_a = poses_.at(pose_a_.at(item));
    const Pose<D> pose_b = poses_.at(pose_b_.at(item));
    return use(Posed<D>{bodies_.polytopes[a], pose_a, bodies_.radii[a]},
               Posed<D>{bodies_.polytopes[b], pose_b, bodies_.radii[b]});
  }

 private:
  BodyTable<D> bodies_;
  PoseList<D> poses_;
  IndexList body_a_, body_b_, pose_a_, pose_b_;
};

struct Pairs {
  std::variant<std::unique_ptr<PairsOf<2>>, std::unique_ptr<PairsOf<3>>,
               std::unique_ptr<PairsOf<kRunTime>>>
      of;
  std::unique_ptr<BodyPairs> bodies;  ///< in place of `of`, where a body is a Mesh or a Body
  nb::object report = nb::none();

  /// About polytopes alone; refused where bodies need not be convex.
  template <class Ask>
  auto visit(const Ask& ask) const {
    if (bodies != nullptr) {
      throw Refusal("not_served", "bodies", "a Mesh, a Polygon or a Body",
                    "hints and proposals are of batches of polytopes alone; leave them out");
    }
    return std::visit([&](const auto& pairs) { return ask(*pairs); }, of);
  }
  std::int64_t count() const {
    if (bodies != nullptr) return bodies->count();
    return visit([](const auto& pairs) { return pairs.batch.count; });
  }
};

template <class P>
inline constexpr int kDimensionOf = 0;
template <int D>
inline constexpr int kDimensionOf<PairsOf<D>> = D;

/// Refuses what batches with a Mesh, a Polygon or a Body do not read.
inline void refuse_of_unions(bool given, std::string_view where) {
  if (!given) return;
  throw Refusal("not_served", where, "an option of batches of polytopes alone", "leave it out");
}

// Each sets the report, and returns what PairBatch documents.
nb::object pairs_contacts(Pairs& self, int max_points, double width, double near, int threads,
                          std::int64_t begin, std::int64_t chunk, nb::handle progress);
nb::object pairs_penetrations(Pairs& self, int threads, std::int64_t begin, std::int64_t chunk,
                              nb::handle progress);
nb::object pairs_casts(Pairs& self, nb::handle translations, std::optional<double> tolerance,
                       int threads, std::int64_t begin, std::int64_t chunk, nb::handle progress);
nb::list pairs_certificates(Pairs& self, int threads, nb::handle progress);

}  // namespace sunder::python
