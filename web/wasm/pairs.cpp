// SPDX-License-Identifier: Apache-2.0
//
// Questions about one pair of polytopes in space.
#include <cmath>
#include <string>

#include "answers.hpp"
#include "module.hpp"
#include "proofs.hpp"

namespace sunder::web {
namespace {

enum class Ask : std::uint8_t {
  verdict,
  distance,
  depth,
  signed_distance,
  contact,
  relation,
  contains,
  margin
};

struct Options {
  Ask ask{};
  Algorithm algorithm{};
  double width = 0, near = 0, margin = 0;
  std::int32_t max_points = 0;
  bool traces = false, certifies = false;
};

Question question_of(Ask ask) {
  switch (ask) {
    case Ask::distance:
      return Question::distance;
    case Ask::depth:
    case Ask::signed_distance:
      return Question::depth;
    case Ask::contact:
      return Question::contact;
    case Ask::relation:
      return Question::relation;
    case Ask::contains:
      return Question::contains;
    case Ask::verdict:
    case Ask::margin:
      break;
  }
  return Question::verdict;
}

/// Writes an error; returns false.
bool read_options(Reader& message, Options& out) {
  message(out.ask);
  const auto name = message.read<std::string>();
  message(out.width);
  message(out.near);
  message(out.margin);
  message(out.max_points);
  message(out.traces);
  message(out.certifies);
  const std::optional<Algorithm> algorithm = algorithm_from_name(name);
  if (!algorithm) {
    refuse("unknown_algorithm", "there is no algorithm \"" + name + "\"; algorithms() lists them");
    return false;
  }
  out.algorithm = *algorithm;
  const Question question = question_of(out.ask);
  if (!serves(out.algorithm, question, 3)) {
    refuse(ErrorCode::not_served,
           name + " does not answer " + std::string(to_string(question)) + " in space");
    return false;
  }
  for (const double length : {out.width, out.near}) {
    if (std::isfinite(length) && length >= 0) continue;
    refuse(ErrorCode::not_finite, "width and near must be finite and at least 0");
    return false;
  }
  return true;
}

/// A pair at its poses, with what was asked.
class Asked {
 public:
  Asked(const Side& a, const Side& b, const Options& options)
      : a_(std::get<Polytope3>(a.object->shape), a.pose, a.radius),
        b_(std::get<Polytope3>(b.object->shape), b.pose, b.radius),
        options_(options) {
    search_.algorithm = options.algorithm;
    if (options.traces) search_.trace = &trace_;
  }

  std::int32_t answer_it() {
    const MeasureOptions3 measure{search_, options_.width};
    switch (options_.ask) {
      case Ask::verdict:
        return finish(intersects(a_, b_, search_));
      case Ask::distance:
        return finish(distance(a_, b_, measure));
      case Ask::depth:
        return finish(penetration(a_, b_, measure));
      case Ask::signed_distance:
        return finish(signed_distance(a_, b_, measure));
      case Ask::contact:
        return finish_contact();
      case Ask::relation:
        return finish(relation(a_, b_, search_));
      case Ask::contains: {
        const Containment found = contains(a_, b_, search_);
        return web::answer(found.contained, found.outside, to_string(found.stage));
      }
      case Ask::margin:
        return finish_margin();
    }
    return refuse(ErrorCode::not_served, "there is no such question");
  }

 private:
  template <class Answer>
  std::int32_t finish(const Answer& found) {
    std::optional<Certificate> proof;
    if constexpr (requires { certify(a_, b_, found); }) {
      if (options_.certifies) proof = certify(a_, b_, found);
    }
    return web::answer(found, std::string_view(why_not(options_.algorithm, a_, b_, found)), proof,
                       trace_);
  }
  /// All points, also where there are more than an answer holds.
  std::int32_t finish_contact() {
    ContactOptions<3> how{search_, options_.max_points, options_.width, options_.near, {}};
    const Contact3 found = contact(a_, b_, how);
    if (found.points.size() == found.found || options_.max_points != 0)
      return web::answer(found, std::string_view(), std::optional<Certificate>(), trace_);
    std::vector<ContactPoint<3>> all(found.found);
    how.search.trace = nullptr;
    how.all = all;
    contact(a_, b_, how);
    web::answer(static_cast<const Decision&>(found), found.depth, found.witness,
                std::span<const ContactPoint<3>>(all));
    return web::answer(static_cast<std::uint32_t>(found.found), found.dimension, std::string_view(),
                       std::optional<Certificate>(), trace_);
  }
  std::int32_t finish_margin() {
    const Margin margin{.distance = options_.margin};
    const auto found = compare_to_margin(a_, b_, margin, search_);
    if (!found) return refuse(found.error());
    std::optional<MarginCertificate> proof;
    if (options_.certifies) proof = certify(a_, b_, margin, found.value());
    return web::answer(static_cast<const Decision&>(found.value()), proof, trace_);
  }

  Posed3 a_, b_;
  Options options_;
  Trace trace_;
  Search3 search_;
};

}  // namespace

// Request: two sides and the options. Answer: that of the question, why another algorithm than the named one decided, the
// certificate, the steps.
SUNDER_WEB(ask_pair)() {
  Reader message = request();
  const Result<Side> a = read_side(message);
  if (!a) return refuse(a.error());
  const Result<Side> b = read_side(message);
  if (!b) return refuse(b.error());
  Options options;
  if (!read_options(message, options)) return 0;
  return Asked(a.value(), b.value(), options).answer_it();
}

namespace {

/// The poses of the next decide(): 12 numbers each.
std::array<double, 24>& pose_numbers() {
  static std::array<double, 24> numbers{};
  return numbers;
}

bool read_fast_pose(std::int32_t form, std::size_t side, std::optional<Pose3>& out) {
  const double* const numbers = pose_numbers().data() + 12 * side;
  if (form == 0) return true;
  Result<Pose3> pose = form == 1
                           ? Pose3::from_matrix({numbers, 12})
                           : Pose3::from_wxyz({numbers[0], numbers[1], numbers[2], numbers[3]},
                                              {numbers[4], numbers[5], numbers[6]});
  if (!pose) {
    refuse(pose.error());
    return false;
  }
  out.emplace(std::move(pose).value());
  return true;
}

}  // namespace

SUNDER_WEB(pose_address)() {
  return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(pose_numbers().data()));
}

// The verdict of two polytopes, without a message: the forms of the poses are 0 identity, 1 matrix, 2 quaternion and
// translation. Returns -1 with an error in the result.
SUNDER_WEB(decide)
(const Object* a, std::int32_t form_a, const Object* b, std::int32_t form_b) {
  std::optional<Pose3> pose_a, pose_b;
  if (!read_fast_pose(form_a, 0, pose_a) || !read_fast_pose(form_b, 1, pose_b)) return -1;
  const Posed3 first(std::get<Polytope3>(static_cast<const ShapeObject*>(a)->shape),
                     pose_a ? *pose_a : Pose3::identity());
  const Posed3 second(std::get<Polytope3>(static_cast<const ShapeObject*>(b)->shape),
                      pose_b ? *pose_b : Pose3::identity());
  return static_cast<std::int32_t>(intersects(first, second).verdict);
}

// Answer: name, whether it needs faces, questions, summary and source of each algorithm in space.
SUNDER_WEB(list_algorithms)() {
  Writer& out = result();
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!serves(algorithm.id, Question::verdict, 3)) continue;
    out(true);
    out(algorithm.name);
    out(static_cast<std::uint32_t>(algorithm.questions.size()));
    for (const Question question : algorithm.questions) out(to_string(question));
    out(algorithm.summary);
    out(algorithm.source);
  }
  out(false);
  return 1;
}

}  // namespace sunder::web
