// SPDX-License-Identifier: Apache-2.0
//
// Questions about one pair of polytopes, of any dimension.
#pragma once

#include <cmath>
#include <string>

#include "answers.hpp"
#include "module.hpp"
#include "proofs.hpp"

namespace sunder::web {

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

inline Question question_of(Ask ask) {
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

/// Finds an algorithm that answers a question; else writes an error and returns false.
inline bool read_algorithm(const std::string& name, Question question, int dimension,
                           Algorithm& out) {
  const std::optional<Algorithm> algorithm = algorithm_from_name(name);
  if (!algorithm) {
    refuse("unknown_algorithm", "there is no algorithm \"" + name + "\"; algorithms() lists them");
    return false;
  }
  out = *algorithm;
  if (serves(out, question, dimension)) return true;
  refuse(ErrorCode::not_served, name + " does not answer " + std::string(to_string(question)) +
                                    " in dimension " + std::to_string(dimension));
  return false;
}

/// Writes an error; returns false.
inline bool read_options(Reader& message, int dimension, Options& out) {
  message(out.ask);
  const auto name = message.read<std::string>();
  message(out.width);
  message(out.near);
  message(out.margin);
  message(out.max_points);
  message(out.traces);
  message(out.certifies);
  if (!read_algorithm(name, question_of(out.ask), dimension, out.algorithm)) return false;
  for (const double length : {out.width, out.near}) {
    if (std::isfinite(length) && length >= 0) continue;
    refuse(ErrorCode::not_finite, "width and near must be finite and at least 0");
    return false;
  }
  return true;
}

/// A pair at its poses, with what was asked.
template <int D>
class Asked {
 public:
  Asked(const Side<D>& a, const Side<D>& b, const Options& options)
      : a_(a.posed()), b_(b.posed()), options_(options) {
    search_.algorithm = options.algorithm;
    if (options.traces) search_.trace = &trace_;
  }

  std::int32_t answer_it() {
    const MeasureOptions<D> measure{search_, options_.width};
    switch (options_.ask) {
      case Ask::verdict:
        return finish(intersects(a_, b_, search_));
      case Ask::distance:
        return finish(distance(a_, b_, measure));
      case Ask::contains: {
        const Containment found = contains(a_, b_, search_);
        if (D == kRunTime && a_.radius() > b_.radius() && !a_.polytope().empty() &&
            found.stage == Stage::none)
          return refuse(ErrorCode::not_served,
                        "whether a body of larger radius lies in another is not decided here; give "
                        "bodies without radii");
        return web::answer(found.contained, found.outside);
      }
      case Ask::margin:
        return finish_margin();
      case Ask::depth:
      case Ask::signed_distance:
      case Ask::contact:
      case Ask::relation:
        break;
    }
    if constexpr (D != kRunTime) {
      if (options_.ask == Ask::depth) return finish(penetration(a_, b_, measure));
      if (options_.ask == Ask::signed_distance) return finish(signed_distance(a_, b_, measure));
      if (options_.ask == Ask::contact) return finish_contact();
      if (options_.ask == Ask::relation) return finish(relation(a_, b_, search_));
    }
    return refuse(ErrorCode::not_served, "this is not asked in dimensions of more than 3");
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
    ContactOptions<D> how{search_, options_.max_points, options_.width, options_.near, {}};
    const Contact<D> found = contact(a_, b_, how);
    if (found.points.size() == found.found || options_.max_points != 0)
      return web::answer(found, std::string_view(), std::optional<Certificate>(), trace_);
    std::vector<ContactPoint<D>> all(found.found);
    how.search.trace = nullptr;
    how.all = all;
    contact(a_, b_, how);
    web::answer(static_cast<const Decision&>(found), found.depth, found.witness,
                std::span<const ContactPoint<D>>(all));
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

  Posed<D> a_, b_;
  Options options_;
  Trace trace_;
  Search<D> search_;
};

/// Request: two sides and the options. Answer: that of the question, why another algorithm than the named one decided,
/// the certificate, the steps.
template <int D>
std::int32_t ask_pair_of() {
  Reader message = request();
  const Result<Side<D>> a = read_side<D>(message);
  if (!a) return refuse(a.error());
  const Result<Side<D>> b = read_side<D>(message);
  if (!b) return refuse(b.error());
  Options options;
  if (!read_options(message, a.value().pose.dimension(), options)) return 0;
  return Asked<D>(a.value(), b.value(), options).answer_it();
}

/// Writes name, questions, summary and source of each algorithm of a dimension.
inline std::int32_t list_algorithms_of(int dimension) {
  Writer& out = result();
  out.clear();
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!serves(algorithm.id, Question::verdict, dimension)) continue;
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
