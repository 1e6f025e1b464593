// SPDX-License-Identifier: Apache-2.0
//
// Questions about one pair of bodies that need not be convex.
#pragma once

#include <cmath>
#include <string>

#include "answers.hpp"
#include "module.hpp"
#include "pair_questions.hpp"

namespace sunder::web {

/// Two bodies at their poses, with what was asked.
template <int D>
class AskedOfBodies {
 public:
  AskedOfBodies(const Side<D>& a, const Side<D>& b, double distance, bool certifies,
                Algorithm algorithm)
      : body_a_(body_of<D>(*a.shape)),
        body_b_(body_of<D>(*b.shape)),
        a_(body_a_, a.pose),
        b_(body_b_, b.pose),
        margin_{.distance = distance, .radius_a = a.radius, .radius_b = b.radius},
        padded_(a.radius > 0 || b.radius > 0),
        certifies_(certifies),
        search_{.algorithm = algorithm, .counters = &counters_} {}

  std::int32_t answer_it(Ask ask, bool traces) {
    if (ask == Ask::verdict && !padded_) return traces ? trace() : verdict();
    if (ask == Ask::verdict || ask == Ask::margin) return margin();
    if (ask == Ask::distance) return distance_apart();
    if (padded_)
      return refuse(ErrorCode::not_served,
                    "only verdicts, distances and margins take radii of bodies that need not be "
                    "convex");
    if (ask == Ask::depth) return depth();
    if (ask == Ask::contact) return contact_regions();
    if (ask == Ask::contains) return containment();
    return refuse(ErrorCode::not_served, "this is not asked about bodies that need not be convex");
  }

 private:
  std::int32_t verdict() {
    const auto found = intersects(a_, b_, search_);
    return finish(found, [&] { return certify(a_, b_, found); });
  }
  std::int32_t trace() {
    if constexpr (D == 3) {
      if (search_.algorithm != Algorithm::automatic)
        return refuse(ErrorCode::not_served,
                      "the steps of bodies are those of \"auto\"; leave the algorithm out");
      BodyTrace steps;
      const BodyDecision found = intersects(a_, b_, steps);
      finish(found, [&] { return certify(a_, b_, found); });
      return web::answer(steps.steps, static_cast<double>(steps.left_out));
    } else {
      return refuse(ErrorCode::not_served,
                    "bodies of polygons have no steps; ask about two convex parts of "
                    "describePolygon()");
    }
  }
  std::int32_t margin() {
    const auto found = compare_to_margin(a_, b_, margin_, search_);
    if (!found) return refuse(found.error());
    return finish(found.value(), [&] { return certify(a_, b_, margin_, found.value()); });
  }
  std::int32_t distance_apart() {
    if (!padded_) {
      const auto found = distance(a_, b_, search_);
      return finish(
          found, [&] { return certify(a_, b_, found); }, found.distance, found.witness);
    }
    const auto found = distance(a_, b_, margin_.radius_a, margin_.radius_b, search_);
    if (!found) return refuse(found.error());
    const auto& answer = found.value();
    const Margin none{.distance = 0, .radius_a = margin_.radius_a, .radius_b = margin_.radius_b};
    return finish(
        answer, [&] { return certify(a_, b_, none, answer); }, answer.distance, answer.witness);
  }
  std::int32_t depth() {
    const auto found = penetration(a_, b_, search_);
    visit_decision(out_, found);
    out_(found.depth);
    if constexpr (requires { found.normal; }) {
      out_(found.normal);
    } else {
      out_(Vector<D>{});
    }
    place(found);
    write_why();
    return 1;
  }
  std::int32_t contact_regions() {
    const auto found = contact(a_, b_);
    visit_decision(out_, found);
    out_(found.regions);
    return 1;
  }
  std::int32_t containment() {
    const auto found = contains(a_, b_);
    if (!found) return refuse(found.error());
    out_(found.value().contained);
    out_(found.value().part);
    if constexpr (requires { found.value().triangle; }) {
      out_(found.value().triangle);
    } else {
      out_(found.value().edge);
    }
    return 1;
  }

  template <class Found>
  void place(const Found& found) {
    out_(found.part_a);
    out_(found.part_b);
    if constexpr (requires { found.triangle_a; }) {
      out_(found.triangle_a);
      out_(found.triangle_b);
    } else {
      out_(found.piece_a);
      out_(found.piece_b);
    }
  }
  void write_why() {
    const auto named = static_cast<std::size_t>(search_.algorithm);
    const bool unused =
        search_.algorithm != Algorithm::automatic && counters_.by_algorithm[named] == 0;
    out_(unused ? std::string(to_string(search_.algorithm)) +
                      " decided no pair of parts; it is asked about two convex parts whose poses "
                      "are one pose each"
                : std::string());
  }
  template <class Found, class Certify, class... Fields>
  std::int32_t finish(const Found& found, const Certify& certify, const Fields&... fields) {
    visit_decision(out_, found);
    (out_(fields), ...);
    place(found);
    write_why();
    if (!certifies_) return 1;
    const Result<BodyCertificate> proof = certify();
    out_(proof.has_value());
    if (proof) out_(proof.value());
    return 1;
  }

  typename ShapeOf<D>::Body body_a_, body_b_;
  PosedBody<typename ShapeOf<D>::Body, Pose<D>> a_, b_;
  Margin margin_;
  bool padded_, certifies_;
  Counters counters_;
  BodySearch search_;
  Writer& out_ = result();
};

/// Request: two sides, the question, the algorithm, its margin, whether to trace and to certify. Answer: that of the
/// question; whether there is a certificate, and it; the steps and how many are left out.
template <int D>
std::int32_t ask_bodies_of() {
  Reader message = request();
  const Result<Side<D>> a = read_side<D>(message);
  if (!a) return refuse(a.error());
  const Result<Side<D>> b = read_side<D>(message);
  if (!b) return refuse(b.error());
  const auto ask = message.read<Ask>();
  const auto name = message.read<std::string>();
  const auto distance = message.read<double>();
  const auto traces = message.read<bool>(), certifies = message.read<bool>();
  Algorithm algorithm{};
  if (!read_algorithm(name, question_of(ask), D, algorithm)) return 0;
  return AskedOfBodies<D>(a.value(), b.value(), distance, certifies, algorithm)
      .answer_it(ask, traces);
}

}  // namespace sunder::web
