// SPDX-License-Identifier: Apache-2.0
//
// Idea: One line of the pipe: each question is one query, whose fields are appended in a fixed
// order. Intervals and casts use the points as written, so that their last bits do not depend on a
// definition.
// Cost: That of the queries; distance or depth also give the verdict.
// Gives up: It returns the reason for a refusal; the caller then drops the line.
#include "pipe/answer.hpp"

#include <fmt/format.h>

#include "pipe/bodies_answer.hpp"
#include "pipe/certificate.hpp"
#include "pipe/hint.hpp"
#include "pipe/margin.hpp"
#include "pipe/question.hpp"
#include "pipe/values.hpp"
#include "sunder/penetration.hpp"
#include "sunder/query.hpp"
#include "text/json_text.hpp"

namespace sunder::detail {
std::optional<Error> check_served(const Request& request, int dimension) {
  for (const Question question : kQuestions) {
    const bool needed = question == Question::verdict || request.asks(question);
    if (!needed || serves(request.algorithm, question, dimension)) continue;
    if (request.algorithm == Algorithm::automatic) {
      return Error{ErrorCode::not_served, fmt::format("{} is not answered in dimension {}",
                                                      to_string(question), dimension)};
    }
    return Error{
        ErrorCode::not_served,
        fmt::format("{} does not answer {} in dimension {}; use auto, or an algorithm that "
                    "`sunder algorithms` lists for it",
                    to_string(request.algorithm), to_string(question), dimension)};
  }
  return std::nullopt;
}

namespace {

/// Writes one answer line. D is 2, 3 or kRunTime; kRunTime serves verdict, distance, contains and
/// margins alone.
template <int D>
class AnswerLine {
 public:
  AnswerLine(std::string& out, const Request& request, const PlacedPair<D>& pair)
      : out_(out), request_(request), pair_(pair), a_(pair.a), b_(pair.b) {}

  /// After a refusal the caller drops what was appended to `out`.
  std::optional<Error> append() {
    const int dimension = a_.pose().dimension();
    if (auto error = check_served(request_, dimension)) return error;
    if (request_.hint) {
      if (auto error = to_hint<D>(*request_.hint, dimension, hint_)) return error;
      search_.hint = &hint_;
    }
    search_.algorithm = request_.algorithm;
    out_ += "{\"id\": ";
    out_ += request_.id;
    measure();
    append_intervals();
    if (auto error = compare()) return error;
    for (const Question question : kQuestions) {
      const PipeQuestion* const row = kPipeQuestions[row_of(question)];
      if (row == nullptr || !request_.asks(question)) continue;
      if (auto error = row->ask<D>()(out_, {request_, pair_, search_})) return error;
    }
    append_witnesses();
    append_certificates();
    append_taken_as(out_, pair_.taken);
    append_proof();
    out_ += "}\n";
    return std::nullopt;
  }

  /// After append().
  AnswerFacts facts() const {
    AnswerFacts facts{decision_.verdict, {}, {}};
    if (distance_) facts.distance = distance_->distance;
    if (depth_) facts.depth = depth_->depth;
    return facts;
  }

 private:
  /// Computes the verdict, and the intervals that its certificate can prove too.
  void measure() {
    const auto& a = pair_.written_a;
    const auto& b = pair_.written_b;
    const MeasureOptions<D> options{search_, request_.width};
    if (request_.asks(Question::distance)) distance_ = distance(a, b, options);
    if constexpr (D != kRunTime) {
      if (request_.asks(Question::depth)) depth_ = penetration(a, b, options);
    }
    if (distance_) {
      decision_ = *distance_;
    } else if (depth_) {
      decision_ = *depth_;
    } else if (request_.raw) {
      decision_ = opinion();
    } else {
      decision_ = intersects(a_, b_, search_);
    }
  }

  /// Returns the verdict of the bare algorithm; `propose` uses gjk for auto.
  Decision opinion() const {
    const bool automatic = search_.algorithm == Algorithm::automatic;
    const Proposal<D> proposal = propose(a_, b_, search_);
    return {proposal.verdict, proposal.stage, automatic ? Algorithm::gjk : search_.algorithm,
            proposal.stage != Stage::none};
  }

  void append_intervals() {
    append_word(out_, "verdict", to_string(decision_.verdict));
    if (distance_) append_interval(out_, "distance", distance_->distance);
    if (distance_ && request_.algorithm == Algorithm::lp && !is_empty()) {
      append_interval(out_, "one_norm", one_norm_distance(a_, b_, search_).distance);
    }
    if (depth_) append_interval(out_, "depth", depth_->depth);
  }

  std::optional<Error> compare() {
    if (!request_.margin) return std::nullopt;
    const auto answer = compare_to_margin(a_, b_, margin_of(request_), search_);
    if (!answer) return answer.error();
    margin_ = answer.value();
    append_word(out_, "margin", to_string(margin_verdict(margin_->verdict)));
    return std::nullopt;
  }

  /// The witness is that of the depth for bodies that overlap, and that of the distance for all
  /// others.
  void append_witnesses() {
    if (!depth_ && !distance_) return;
    const auto& witness =
        depth_ && (is_deep() || !distance_) ? depth_->witness : distance_->witness;
    const Witness<D> at = witness.value_or(Witness<D>{});
    append_vector(out_, "normal", witness.has_value(), at.normal);
    append_vector(out_, "point_a", witness.has_value(), at.point_a);
    append_vector(out_, "point_b", witness.has_value(), at.point_b);
  }

  void append_certificates() {
    if (request_.certificate == CertificateWish::none || request_.raw) return;
    append_key(out_, "certificate");
    append_certificate(out_, certificate());
    if (!margin_ || request_.certificate != CertificateWish::full) return;
    append_margin_certificate(out_, certify(a_, b_, margin_of(request_), *margin_));
  }

  Certificate certificate() const {
    const bool full = request_.certificate == CertificateWish::full;
    const auto& a = pair_.written_a;
    const auto& b = pair_.written_b;
    if constexpr (D != kRunTime) {
      if (full && depth_ && is_deep()) return certify(a, b, *depth_);
    }
    return full && distance_ ? certify(a, b, *distance_) : certify(a_, b_, decision_);
  }

  void append_proof() {
    append_word(out_, "decided_by", decided_by(decision_));
    if (decision_.stage == Stage::none) {
      append_key(out_, "stage");
      out_ += "null";
    } else {
      append_word(out_, "stage", to_string(decision_.stage));
    }
    if (!decision_.proven) append_flag(out_, "proven", false);
    const std::string why = why_not(request_.algorithm, a_, b_, decision_);
    if (!why.empty()) append_word(out_, "why", why);
  }

  bool is_empty() const { return a_.polytope().empty() || b_.polytope().empty(); }
  bool is_deep() const { return decision_.verdict == Verdict::overlapping; }

  std::string& out_;
  const Request& request_;
  const PlacedPair<D>& pair_;
  const Posed<D>& a_;
  const Posed<D>& b_;
  Hint<D> hint_;
  Search<D> search_;
  Decision decision_;
  std::optional<Distance<D>> distance_;
  std::optional<Penetration<D>> depth_;
  std::optional<MarginAnswer> margin_;
};

}  // namespace

std::optional<Error> append_answer(std::string& out, const Request& request,
                                   const Definitions& definitions, AnswerFacts* facts) {
  const std::size_t before = out.size();
  auto error = with_pair(
      request, definitions,
      [&]<int D>(const PlacedPair<D>& pair) {
        AnswerLine<D> line(out, request, pair);
        auto refused = line.append();
        if (facts != nullptr) *facts = line.facts();
        return refused;
      },
      [&]<int D>(const PlacedBodies<D>& bodies) {
        return append_bodies_answer<D>(out, request, bodies, facts);
      });
  if (error) out.resize(before);
  return error;
}

void append_refusal(std::string& out, std::string_view id, std::int64_t line, const Error& error) {
  out += "{\"id\": ";
  out += id;
  append_key(out, "line");
  append_integer(out, line);
  append_word(out, "error", to_string(error.code));
  append_key(out, "message");
  append_string(out, error.message);
  out += "}\n";
}

}  // namespace sunder::detail
