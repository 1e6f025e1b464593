// SPDX-License-Identifier: Apache-2.0
#include "suite/check.hpp"

#include <cmath>
#include <limits>

#include "suite/posed.hpp"

namespace sunder::suite {
namespace {

template <int D>
class Checker {
 public:
  Checker(const Case& item, BuildOptions options)
      : item_(item), bodies_(item.a, item.b, item.dimension, options) {}

  std::vector<std::string> run() {
    check_verdicts(Algorithm::automatic, "auto");
    for (const AlgorithmInfo& algorithm : algorithms()) {
      if (serves(algorithm.id, Question::verdict, item_.dimension))
        check_verdicts(algorithm.id, std::string(algorithm.name));
    }
    check_distance();
    check_containment();
    return std::move(failures_);
  }

 private:
  void fail(const std::string& what) { failures_.push_back(what); }

  void check_verdicts(Algorithm algorithm, const std::string& name) {
    Search<D> options;
    options.algorithm = algorithm;
    check_answer(bodies_.a(), bodies_.b(), options, name);
    check_answer(bodies_.b(), bodies_.a(), options, name + ", swapped");
  }

  void check_answer(const PosedOf<D>& a, const PosedOf<D>& b, const Search<D>& options,
                    const std::string& name) {
    const Decision answer = intersects(a, b, options);
    if (answer.verdict != item_.verdict)
      fail(name + " says " + std::string(to_string(answer.verdict)));
    if (!answer.proven || answer.stage == Stage::none) fail(name + " has no proof");
    // A certificate depends on the pair, whichever algorithm decided: one is enough.
    if (options.algorithm != Algorithm::automatic) return;
    const Certificate certificate = certify(a, b, answer);
    if (certificate.verdict != answer.verdict)
      fail(name + ": its certificate is about another verdict");
    if (const Check check = verify(a, b, certificate); !check) {
      fail(name + ": certificate refused: " + check.reason);
    }
  }

  void check_distance() {
    for (const double width : {0.0, 1e-9}) {
      MeasureOptions<D> options;
      options.width = width;
      const auto answer = distance(bodies_.a(), bodies_.b(), options);
      if (answer.verdict != item_.verdict) fail("distance says another verdict");
      if (item_.verdict == Verdict::separated) {
        check_interval(answer.distance.lower, answer.distance.upper, width);
      } else if (!(answer.distance.lower == 0 && answer.distance.upper == 0)) {
        fail("distance of bodies that meet is not [0, 0]");
      }
      const Certificate certificate = certify(bodies_.a(), bodies_.b(), answer);
      if (const Check check = verify(bodies_.a(), bodies_.b(), certificate); !check) {
        fail("distance: certificate refused: " + check.reason);
      }
    }
  }

  void check_interval(double lower, double upper, double width) {
    if (!(lower >= 0 && lower <= upper && upper > 0))
      fail("distance of bodies apart is no interval above 0");
    if (width > 0) check_width(lower, upper, width);
    if (!item_.distance_squared) return;
    const Rational& square = *item_.distance_squared;
    if (Rational(lower) * Rational(lower) > square) fail("distance is below its lower bound");
    if (std::isfinite(upper) && Rational(upper) * Rational(upper) < square)
      fail("distance is above its upper bound");
    const bool normal = square > Rational(0x1p-1022) * Rational(0x1p-1022);
    if (width > 0 && normal && lower == 0) fail("lower bound 0 of a distance that is not");
  }

  void check_width(double lower, double upper, double width) {
    constexpr double kLargest = std::numeric_limits<double>::max();
    // Among subnormals one unit in the last place may exceed the requested width.
    if (lower < 0x1p-1000) return;
    const bool overflows = !std::isfinite(upper) && lower >= kLargest * (1 - width);
    if (!overflows && upper - lower > width * lower) fail("distance is wider than asked");
  }

  void check_containment() {
    if (!item_.contained) return;
    const Containment answer = contains(bodies_.a(), bodies_.b());
    if (answer.contained != *item_.contained) fail("contains is wrong");
  }

  const Case& item_;
  Bodies<D> bodies_;
  std::vector<std::string> failures_;
};

bool has_quaternion(const Case& item) {
  return item.a.pose.form == PoseData::Form::quaternion ||
         item.b.pose.form == PoseData::Form::quaternion;
}

}  // namespace

std::vector<std::string> failures_of(const Case& item, bool run_time) {
  // Half of the pairs keep redundant points: queries must not rely on reduced bodies.
  const BuildOptions options{.reduce = hash_inputs(item) % 2 == 0};
  if (!run_time || has_quaternion(item)) {
    if (item.dimension == 2) return Checker<2>(item, options).run();
    if (item.dimension == 3) return Checker<3>(item, options).run();
  }
  return Checker<kRunTime>(item, options).run();
}

Verdict verdict_of(const Case& item) {
  const auto ask = [&]<int D>() {
    const Bodies<D> bodies(item.a, item.b, item.dimension);
    return intersects(bodies.a(), bodies.b()).verdict;
  };
  if (item.dimension == 2) return ask.template operator()<2>();
  if (item.dimension == 3) return ask.template operator()<3>();
  return ask.template operator()<kRunTime>();
}

}  // namespace sunder::suite
