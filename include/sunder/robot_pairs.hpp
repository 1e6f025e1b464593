// SPDX-License-Identifier: Apache-2.0
//
// Which links of a robot need not be examined together? Those with a joint between them, and those that meet always or
// never. That is proven over all values of the joints where a proof is found. Else samples show it, whose number is said.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/batch.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/query.hpp"
#include "sunder/robot.hpp"

namespace sunder::inline SUNDER_ABI {

/// Why two links are not examined together. The first that holds counts, in this order, as in MoveIt's assistant. Those
/// that are proven to meet always are not counted as meeting by default.
enum class SkipReason : std::uint8_t {
  none = 0,        ///< they are examined
  adjacent = 1,    ///< a joint is between them; links without parts count as part of it
  by_default = 2,  ///< they meet in the default configuration
  always = 3,      ///< they meet everywhere, which is proven, or in at least 95 % of the samples
  never = 4        ///< they meet nowhere: proven, or in no sample and nowhere that the search for a proof came by
};
/// "Adjacent", "Default", "Always" and "Never", as SRDF has them; "" for none.
SUNDER_EXPORT std::string_view to_string(SkipReason reason) noexcept;

/// What was found of two links that both have parts.
struct LinkPairAnswer {
  std::int32_t a = -1, b = -1;  ///< links, a < b
  SkipReason reason = SkipReason::none;
  /// Always or never holds in every configuration within the limits of the joints, for the doubles of forward() and for
  /// exact kinematics. Links that both stand still were compared as forward() places them.
  bool proven = false;
  std::int64_t meets = 0;       ///< samples in which they touch or overlap
  std::int64_t unresolved = 0;  ///< samples in which a cylinder meets by its outer prism alone
  /// The share of the joint box in which they meet, by the samples; each end holds with a confidence of 95 %. Unresolved
  /// ones count as either. Never by proof: [0, 0]; always by proof: [1, 1].
  Interval share{0, 1};
  /// Where they never meet it holds the smallest distance over the joint box, else it is [0, 0]. The lower end is proven; it
  /// is 0 without a proof and where meshes were compared. The upper end was met.
  Interval clearance{0, 0};
  /// Where they meet, or where the upper end of `clearance` was met; empty where no such was found.
  std::vector<double> configuration;
  std::int64_t boxes = 0;  ///< of joint values that a proof looked at
  explicit operator bool() const noexcept { return reason != SkipReason::none; }
};

/// How pairs are sought. Samples are uniform in the joint box, which is what the limits allow. Continuous joints, and
/// revolute ones without limits, go from -pi to pi. What else has no limits goes up to 1 m either way, or from its only
/// limit on; quaternions are of all turns. Value k of sample i is made of number i * variables() + k of SplitMix64's
/// sequence from `seed`. Quaternions have sequences of their own. Nothing else is random.
struct LinkPairOptions {
  std::int64_t samples =
      10'000;  ///< at least 0: then nothing is skipped that is not proven, adjacent or met by default
  std::uint64_t seed = 1;
  std::int64_t boxes = 100'000;               ///< of joint values that a proof about two links may take, at least 0
  Executor* executor = nullptr;               ///< null: the calling thread; the answers are the same
  const std::atomic<bool>* cancel = nullptr;  ///< read often; true ends the call, which then returns no pairs
  /// Samples drawn and pairs settled, of the sum of both; never two at once.
  std::function<void(std::int64_t done, std::int64_t all)> progress;
};

/// Returns the pairs of links that both have parts, by a and then b. The robot's own skipped pairs are examined too.
///
/// A box of joint values is free of a pair if both are far enough apart at its middle. The joints between them must not be
/// able to bring them together within the box, the rounding of kinematics included. Else it is halved. A pair with a planar or floating joint between
/// them, or one that slides without limits, has no proof. Where the search comes by a configuration in which they meet,
/// it is that of the answer, and they are not skipped as never meeting.
///
/// Refuses numbers of samples or boxes below 0 or above 2^40 (wrong_shape). Throws std::bad_alloc. Cost: some 100
/// microseconds a sample, and 2 to 100 microseconds a box.
SUNDER_EXPORT Result<std::vector<LinkPairAnswer>> find_link_pairs(const Robot& robot,
                                                                  const LinkPairOptions& options = {});

/// Returns an SRDF with disable_collisions for every pair that has a reason, and a comment on what shows it. All else of
/// `srdf` is kept as it is: groups, states, comments, and the pairs that it disables for reasons of its user. Those that
/// it disables as Adjacent, Default, Always or Never are replaced, and what it enables stays so. An empty `srdf` makes a
/// new one. `options` are those of the answers. Refuses what is no SRDF (syntax), and links that the robot has not
/// (wrong_shape).
SUNDER_EXPORT Result<std::string> srdf_with_pairs(const Robot& robot, std::span<const LinkPairAnswer> pairs,
                                                  const LinkPairOptions& options, std::string_view srdf = {});

}  // namespace sunder::inline SUNDER_ABI
