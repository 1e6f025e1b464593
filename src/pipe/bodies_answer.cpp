// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each question is one query about the bodies. Radii are a margin: padded bodies meet where the bodies are no
// farther apart than the sum of the radii.
// Bound: Verdicts and margins are exact. A padded distance is that of the bodies less the radii, rounded outward.
// Cost: That of the queries and proofs.
// Gives up: Refuses what is served for convex bodies alone.
#include "pipe/bodies_answer.hpp"

#include <fmt/format.h>
#include <string_view>
#include <type_traits>

#include "exact/dyadic.hpp"
#include "mesh/proof/named_place.hpp"
#include "pipe/body_certificate.hpp"
#include "pipe/margin.hpp"
#include "pipe/question.hpp"
#include "pipe/values.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"
#include "text/json_text.hpp"

namespace sunder::detail {
namespace {

bool served_of_bodies(Question question, int dimension) noexcept {
  const PipeQuestion* const row = kPipeQuestions[row_of(question)];
  if (row == nullptr) return true;
  return dimension == 2 ? row->of_bodies_in_plane != nullptr : row->of_bodies_in_space != nullptr;
}

/// A margin is no word of "ask".
std::string served_words(int dimension) {
  std::string words;
  for (const Question question : kQuestions) {
    if (served_of_bodies(question, dimension)) words += fmt::format("{}, ", to_string(question));
  }
  return words + "and a margin";
}

/// Says what a body is, in words.
std::string described(std::string_view name, const TakenParts* taken) {
  if (taken == nullptr) return fmt::format("{} is convex", name);
  if (taken->forms.size() != 1) {
    return fmt::format("{} is a union of {} parts", name, taken->forms.size());
  }
  const bool is_polygon = !taken->has_triangles && taken->forms.front() != BodyForm::hull;
  return fmt::format("{} is a {}", name, is_polygon ? "polygon" : to_string(taken->forms.front()));
}

std::optional<Error> check_served_of_bodies(const Request& request, const TakenPair& taken,
                                            int dimension) {
  const auto refuse = [&](std::string_view what) {
    return Error{
        ErrorCode::not_served,
        fmt::format("{} between convex bodies alone; {}, and {}. Other bodies are asked for {}",
                    what, described("a", taken.a), described("b", taken.b),
                    served_words(dimension))};
  };
  if (request.algorithm != Algorithm::automatic) {
    if (auto error = check_served(request, dimension)) return error;
  }
  for (const Question question : kQuestions) {
    if (!request.asks(question) || served_of_bodies(question, dimension)) continue;
    return refuse(fmt::format("{} is answered", to_string(question)));
  }
  if (!is_zero(request.width)) return refuse("a width is served");
  if (request.hint) return refuse("a hint is tried");
  if (request.raw) return refuse("raw is answered");
  return std::nullopt;
}

template <int D>
class BodiesAnswer {
  using Found = std::conditional_t<D == 2, BodyDistance2, BodyDistance>;
  using Compared = std::conditional_t<D == 2, BodyMarginAnswer2, BodyMarginAnswer>;

 public:
  BodiesAnswer(std::string& out, const Request& request, const PlacedBodies<D>& bodies)
      : out_(out), request_(request), bodies_(bodies) {}

  /// After a refusal the caller drops what was appended to `out`.
  std::optional<Error> append() {
    if (auto error = check_served_of_bodies(request_, bodies_.taken, D)) return error;
    if (is_padded(bodies_) && request_.asks(Question::depth)) return refuse_padded_depth();
    out_ += "{\"id\": ";
    out_ += request_.id;
    if (auto error = measure()) return error;
    append_word(out_, "verdict", to_string(found_.verdict));
    if (request_.asks(Question::distance)) append_interval(out_, "distance", found_.distance);
    if (depth_) append_interval(out_, "depth", depth_->depth);
    if (auto error = compare()) return error;
    if (auto error = append_rows()) return error;
    append_witness();
    append_places(out_, found_);
    if (request_.certificate != CertificateWish::none) append_proof();
    if (request_.margin && request_.certificate == CertificateWish::full) append_margin_proof();
    append_taken_as(out_, bodies_.taken);
    append_word(out_, "decided_by", word_of_decision());
    append_word(out_, "stage", to_string(found_.stage));
    append_why();
    out_ += "}\n";
    return std::nullopt;
  }

  /// After append().
  AnswerFacts facts() const {
    AnswerFacts facts{found_.verdict, {}, {}};
    if (request_.asks(Question::distance)) facts.distance = found_.distance;
    if (depth_) facts.depth = depth_->depth;
    return facts;
  }

 private:
  static Error refuse_padded_depth() {
    return {ErrorCode::not_served,
            "depth is answered of convex bodies alone where one has a radius; leave the radii out"};
  }

  std::optional<Error> append_rows() {
    for (const Question question : kQuestions) {
      const PipeQuestion* const row = kPipeQuestions[row_of(question)];
      if (row == nullptr || !request_.asks(question)) continue;
      if (auto error = row->of_bodies<D>()(out_, {request_, bodies_})) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> measure() {
    if (request_.asks(Question::depth)) depth_ = penetration(bodies_.a, bodies_.b, search());
    const double r = bodies_.radius_a, s = bodies_.radius_b;
    if (request_.asks(Question::distance)) {
      if (!is_padded(bodies_)) {
        found_ = distance(bodies_.a, bodies_.b, search());
        return std::nullopt;
      }
      const auto answer = distance(bodies_.a, bodies_.b, r, s, search());
      if (!answer) return answer.error();
      found_ = answer.value();
      return std::nullopt;
    }
    if (!is_padded(bodies_)) {
      found_ = mesh::verdict_of<Found>(intersects(bodies_.a, bodies_.b, search()));
      return std::nullopt;
    }
    const auto answer = compare_to_margin(bodies_.a, bodies_.b, radii(), search());
    if (!answer) return answer.error();
    found_ = mesh::verdict_of<Found>(answer.value());
    return std::nullopt;
  }

  BodySearch search() { return {.algorithm = request_.algorithm, .counters = &counters_}; }
  Margin radii() const noexcept {
    return {.radius_a = bodies_.radius_a, .radius_b = bodies_.radius_b};
  }

  /// Says where a named algorithm decided nothing.
  void append_why() {
    const auto named = static_cast<std::size_t>(request_.algorithm);
    if (request_.algorithm == Algorithm::automatic || counters_.by_algorithm[named] > 0) return;
    append_word(out_, "why",
                fmt::format("{} decided no pair of parts; it is asked about two convex parts whose "
                            "poses are one pose each",
                            to_string(request_.algorithm)));
  }

  std::optional<Error> compare() {
    if (!request_.margin) return std::nullopt;
    const auto answer = compare_to_margin(bodies_.a, bodies_.b, margin(), search());
    if (!answer) return answer.error();
    compared_ = answer.value();
    append_word(out_, "margin", to_string(margin_verdict(compared_.verdict)));
    return std::nullopt;
  }

  /// The normal is that of the depth for bodies that overlap, in space. A depth has no points.
  void append_witness() {
    if (!request_.asks(Question::distance) && !depth_) return;
    const bool is_known = found_.witness.has_value();
    Witness<D> at = found_.witness.value_or(Witness<D>{});
    bool has_normal = is_known;
    if constexpr (D == 3) {
      if (depth_ && depth_->verdict == Verdict::overlapping && depth_->normal != Vector3{}) {
        at.normal = depth_->normal;
        has_normal = true;
      }
    }
    append_vector(out_, "normal", has_normal, at.normal);
    append_vector(out_, "point_a", is_known, at.point_a);
    append_vector(out_, "point_b", is_known, at.point_b);
  }

  Margin margin() const noexcept {
    Margin margin = radii();
    margin.distance = margin_of(request_).distance;
    return margin;
  }

  void append_proof() {
    const bool full =
        request_.certificate == CertificateWish::full && request_.asks(Question::distance);
    append_proof_as("certificate", full ? certify(bodies_.a, bodies_.b, radii(), found_)
                                        : certify(bodies_.a, bodies_.b, radii(),
                                                  mesh::verdict_of<Compared>(found_)));
  }
  void append_margin_proof() {
    append_proof_as("margin_certificate", certify(bodies_.a, bodies_.b, margin(), compared_));
  }
  void append_proof_as(std::string_view key, const Result<BodyCertificate>& proof) {
    append_key(out_, key);
    if (proof) {
      append_body_certificate(out_, proof.value());
    } else {
      out_ += "null";
    }
  }

  std::string_view word_of_decision() const noexcept {
    return found_.stage > Stage::bounds ? "parts" : "bounds";
  }

  std::string& out_;
  const Request& request_;
  const PlacedBodies<D>& bodies_;
  Counters counters_;
  Found found_;
  Compared compared_;
  std::optional<std::conditional_t<D == 2, BodyPenetration2, BodyPenetration>> depth_;
};

void append_forms(std::string& out, const TakenParts* taken) {
  out += '[';
  if (taken == nullptr) {
    append_string(out, to_string(BodyForm::hull));
  } else {
    for (std::size_t i = 0; i < taken->forms.size(); ++i) {
      if (i > 0) out += ", ";
      append_string(out, to_string(taken->forms[i]));
    }
  }
  out += ']';
}

}  // namespace

void append_taken_as(std::string& out, const TakenPair& taken) {
  const auto has_triangles = [](const TakenParts* parts) {
    return parts != nullptr && parts->has_triangles;
  };
  if (!has_triangles(taken.a) && !has_triangles(taken.b)) return;
  append_key(out, "taken_as");
  out += "{\"a\": ";
  append_forms(out, taken.a);
  out += ", \"b\": ";
  append_forms(out, taken.b);
  out += '}';
}

template <int D>
std::optional<Error> append_bodies_answer(std::string& out, const Request& request,
                                          const PlacedBodies<D>& bodies, AnswerFacts* facts) {
  BodiesAnswer<D> line(out, request, bodies);
  auto refused = line.append();
  if (facts != nullptr) *facts = line.facts();
  return refused;
}
template std::optional<Error> append_bodies_answer(std::string&, const Request&,
                                                   const PlacedBodies<2>&, AnswerFacts*);
template std::optional<Error> append_bodies_answer(std::string&, const Request&,
                                                   const PlacedBodies<3>&, AnswerFacts*);

}  // namespace sunder::detail
