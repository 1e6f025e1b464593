// SPDX-License-Identifier: Apache-2.0
//
// The answers that Python holds: those of C++ with the dimension known at run time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bodies.hpp"
#include "sunder/contact.hpp"
#include "sunder/derivative.hpp"
#include "sunder/margin.hpp"

namespace sunder::python {

/// A point or direction of any dimension, without an allocation up to 3.
class Coordinates {
 public:
  Coordinates() = default;
  template <class V>
  explicit Coordinates(const V& v) : size_(v.size()) {
    if (size_ <= few_.size()) {
      std::copy(v.begin(), v.end(), few_.begin());
    } else {
      many_.assign(v.begin(), v.end());
    }
  }
  std::span<const double> all() const noexcept {
    return {size_ <= few_.size() ? few_.data() : many_.data(), size_};
  }

 private:
  std::size_t size_ = 0;
  std::array<double, 3> few_{};
  std::vector<double> many_;
};

/// Where two bodies are closest, touch or overlap deepest.
struct AnyWitness {
  Coordinates normal, point_a, point_b;
};
template <int D>
std::optional<AnyWitness> any_witness(const std::optional<Witness<D>>& witness) {
  if (!witness) return std::nullopt;
  return AnyWitness{Coordinates(witness->normal), Coordinates(witness->point_a),
                    Coordinates(witness->point_b)};
}

/// sunder.Decision, the base of every answer about a pair at rest.
struct AnyDecision : Decision {
  std::string why;  ///< why another algorithm than the one named decided; else empty
  AnyDecision() = default;
  explicit AnyDecision(const Decision& other) : Decision(other) {}
};

/// An answer with an interval and points: sunder.Distance, Penetration, SignedDistance.
struct AnyMeasure : AnyDecision {
  Interval interval;
  std::optional<AnyWitness> witness;
};
struct AnyDistance : AnyMeasure {};
struct AnyPenetration : AnyMeasure {};
struct AnySignedDistance : AnyMeasure {};
struct AnyOneNormDistance : AnyMeasure {};

struct AnyContactPoint {
  Coordinates point_a, point_b;
  double depth = 0;
  ContactId id;
};
struct AnyContact : AnyMeasure {
  std::vector<AnyContactPoint> points;
  std::size_t found = 0;
  int contact_dimension = -1;
};

struct AnyRelation : AnyDecision {
  RelationAnswer answer;
};
struct AnyMargin : AnyDecision {
  Margin margin;
};
struct AnyDerivative : AnyMeasure {
  Coordinates translation_a, translation_b, rotation_a, rotation_b;
  bool valid = false, unique_translation = false, unique_rotation = false;
  Feature feature_a, feature_b;
};
struct AnyCast {
  CastVerdict verdict = CastVerdict::unresolved;
  Interval time{0, 1};
  std::optional<AnyWitness> witness;
  Verdict start = Verdict::undecided;
  int steps = 0;
};

/// An answer of C++ with an interval, as Python holds it.
template <class Answer, class Found>
Answer measure(const Found& found) {
  Answer answer;
  static_cast<Decision&>(answer) = found;
  if constexpr (requires { found.distance; }) answer.interval = found.distance;
  if constexpr (requires { requires std::same_as<decltype(found.depth), Interval>; })
    answer.interval = found.depth;
  if constexpr (requires { found.witness; }) answer.witness = any_witness(found.witness);
  return answer;
}

/// The words of an answer, for its repr.
std::string describe(const Decision& decision);
/// The repr of an answer with an interval, whose class has this name.
std::string describe_measure(const char* name, const AnyMeasure& answer);

void add_answers(nb::module_& module);

}  // namespace sunder::python
