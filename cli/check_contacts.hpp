// SPDX-License-Identifier: Apache-2.0
//
// Computes where and how deep bodies of a scene meet, for the pairs that a check found to meet.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "background.hpp"
#include "sunder/body_contact.hpp"
#include "sunder/contact.hpp"
#include "sunder/scene.hpp"

namespace sunder::cli {

/// An overlap against the tolerance.
enum class Overlap : std::uint8_t {
  within,     ///< at most as deep: a contact
  deeper,     ///< deeper
  unresolved  ///< the proven interval of the depth holds the tolerance
};
std::string_view to_string(Overlap overlap) noexcept;

/// A contact with all that the caller wants of it.
struct FoundContact {
  Contact3 answer{};                      ///< of hulls, with the points that a table shows
  std::vector<ContactPoint<3>> points{};  ///< of hulls: all, where they were wished for
  std::optional<BodyContact> regions{};   ///< of a pair with a mesh that is not its hull
  /// [0, 0] unless the bodies overlap.
  Interval depth{};
  std::optional<Overlap> overlap{};  ///< of bodies that overlap, where a tolerance was given
  std::string proof{};               ///< what `prove` returned
  bool is_made = false;              ///< false: interrupted before
};

struct ContactWishes {
  int max_points = 0;       ///< in the answer about a pair of hulls, up to 8; 0: no limit but that
  bool all_points = false;  ///< fill `points` too
  double width = 0;         ///< relative, of the depths of hulls
  std::optional<double> tolerance{};
  /// Called for each pair of the report, on any thread; may be empty. It owns what it reads.
  std::function<std::string(const PairReport& pair, const FoundContact& contact)> prove{};
};

/// Returns true for a pair of which a body is a mesh that is not its hull.
bool has_mesh(const Scene& scene, BodyPair pair);

/// Computes one contact for each pair of the report, in its order; it is empty for pairs that do
/// not meet. Whether hulls are deeper than the tolerance is decided exactly. For pairs with
/// a mesh the proven interval of the depth tells, as far as it does. After an interruption it soon returns those that
/// are made.
std::vector<FoundContact> find_contacts(const std::shared_ptr<const Scene>& scene,
                                        const SceneReport& report, const ContactWishes& wishes,
                                        const BackgroundOptions& background);

/// Takes the pairs whose contact was not made out of the report: they count as not examined.
void drop_unmade(const Scene& scene, SceneReport& report, std::vector<FoundContact>& contacts);
/// Counts pairs of that proximity as not examined.
void uncount(const Scene& scene, BodyPair pair, Proximity proximity, SceneReport& report);

/// Returns the JSON of the pipe: {"normal", "dimension", "points"}, {"regions"}, or null.
std::string contact_json(const FoundContact& contact);

}  // namespace sunder::cli
