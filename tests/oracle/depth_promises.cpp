// SPDX-License-Identifier: Apache-2.0
#include "oracle/depth_promises.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "sunder/sunder.hpp"

namespace sunder::oracle {
namespace {

Rational square(const Rational& x) { return x * x; }

template <std::size_t D>
std::string text_of(const std::array<double, D>& x) {
  std::ostringstream out;
  out << std::setprecision(17);
  for (std::size_t k = 0; k < D; ++k) out << (k == 0 ? "(" : ", ") << x[k];
  out << ")";
  return out.str();
}

/// The largest sum of absolute terms in a world coordinate.
template <class Posed>
double terms_of(const Posed& body) {
  const int d = body.pose().dimension();
  double largest = 0;
  for (std::int32_t i = 0; i < body.polytope().vertex_count(); ++i) {
    const auto vertex = body.polytope().vertex(i);
    for (int row = 0; row < d; ++row) {
      double sum = std::abs(body.pose().offset(row));
      for (int k = 0; k < d; ++k)
        sum += std::abs(body.pose().linear(row, k) * vertex[static_cast<std::size_t>(k)]);
      largest = std::max(largest, sum);
    }
  }
  return largest;
}

template <int D>
class Promises {
 public:
  Promises(const suite::Bodies<D>& bodies, const ExactPair& exact, const ExactDepthOfPair& truth,
           double width)
      : bodies_(bodies), exact_(exact), truth_(truth), width_(width) {
    MeasureOptions<D> options;
    options.width = width;
    answer_ = penetration(bodies.a(), bodies.b(), options);
    rounding_ = 0x1p-34 * std::max(terms_of(bodies.a()), terms_of(bodies.b()));
  }

  std::vector<BrokenPromise> run() {
    if (!truth_.overlapping) {
      check_not_overlapping();
    } else if (answer_.verdict != Verdict::overlapping || !answer_.proven) {
      expect(false, "verdict", std::string(to_string(answer_.verdict)));
    } else if (!std::isfinite(answer_.depth.upper)) {
      expect(false, "width", "infinite");
    } else {
      check_interval();
      check_normal();
      check_points();
    }
    check_certificate();
    return std::move(broken_);
  }

 private:
  template <class How>
  void expect(bool kept, const char* promise, const How& how) {
    if (kept) return;
    std::ostringstream out;
    out << std::setprecision(17) << "width " << width_ << ", [" << answer_.depth.lower << ", "
        << answer_.depth.upper << "], depth "
        << std::sqrt(truth_.squared.template convert_to<long double>()) << ": " << how;
    broken_.push_back({promise, out.str()});
  }

  void check_not_overlapping() {
    expect(answer_.verdict != Verdict::overlapping, "verdict", "overlapping");
    expect(answer_.depth.lower == 0 && answer_.depth.upper == 0, "interval",
           "not 0 though not overlapping");
    if (answer_.verdict != Verdict::touching) return;
    expect(answer_.witness.has_value(), "normal", "none though touching");
    expect(answer_.witness.has_value(), "points", "none though touching");
    if (answer_.witness.has_value()) check_extent_along_normal();
    if (answer_.witness.has_value()) check_points();
  }

  void check_interval() {
    const Rational lower(answer_.depth.lower);
    const Rational upper(answer_.depth.upper);
    expect(answer_.depth.lower >= 0 && square(lower) <= truth_.squared, "interval",
           "lower is above");
    expect(square(upper) >= truth_.squared, "interval", "upper is below");
    const Rational allowed = width_ > 0 ? Rational(Rational(width_) * upper)
                                        : std::max<Rational>(Rational(1e-12) * upper,
                                                             Rational(0x1p-46) * exact_.scale());
    expect(upper - lower <= allowed, "width", "wider than asked");
  }

  void check_normal() {
    expect(answer_.witness.has_value(), "normal", "none though overlapping");
    if (answer_.witness.has_value()) check_extent_along_normal();
  }

  void check_extent_along_normal() {
    const std::vector<double> n(answer_.witness->normal.begin(), answer_.witness->normal.end());
    Rational length_squared(0);
    for (const double entry : n) length_squared += square(Rational(entry));
    const Rational off = length_squared - 1;
    expect(abs(off) <= Rational(0x1p-49), "normal",
           "no unit vector: " + text_of(answer_.witness->normal));
    if (abs(off) > Rational(1, 2)) return;
    const Rational extent = exact_.extent(n);
    if (truth_.overlapping) {
      expect(extent > 0 && square(extent) >= truth_.squared * length_squared, "oracle",
             "the oracle missed " + text_of(answer_.witness->normal));
    }
    // |c| <= sqrt(3) |c|_max < 2 (scale of a + scale of b) for every c in C.
    const Rational slack = Rational(0x1p-50) * 4 * exact_.scale();
    const Rational most = Rational(answer_.depth.upper) + slack;
    expect(extent <= 0 || square(extent) <= square(most) * length_squared, "normal",
           "C reaches farther along " + text_of(answer_.witness->normal));
  }

  void check_points() {
    expect(answer_.witness.has_value(), "points", "none");
    if (!answer_.witness.has_value()) return;
    const double slack = (answer_.depth.upper - answer_.depth.lower) + rounding_;
    double off = 0;
    for (std::size_t k = 0; k < D; ++k) {
      const double difference = answer_.witness->point_a[k] - answer_.witness->point_b[k];
      off = std::max(off, std::abs(difference - answer_.depth.upper * answer_.witness->normal[k]));
    }
    expect(off <= slack, "points",
           text_of(answer_.witness->point_a) + " and " + text_of(answer_.witness->point_b) +
               " are no deepest pair along " + text_of(answer_.witness->normal) + ": off by " +
               std::to_string(off / slack) + " times what is allowed");
    check_inside(answer_.witness->point_a, bodies_.a(), slack);
    check_inside(answer_.witness->point_b, bodies_.b(), slack);
  }

  void check_inside(const Vector<D>& point, const suite::PosedOf<D>& body, double slack) {
    const auto single = Polytope<D>::from_points({point}).value();
    const Distance<D> away = distance({single}, body);
    expect(away.distance.lower <= slack, "points", text_of(point) + " is outside its body");
  }

  void check_certificate() {
    const Certificate certificate = certify(bodies_.a(), bodies_.b(), answer_);
    const Check check = verify(bodies_.a(), bodies_.b(), certificate);
    expect(check.accepted, "certificate", check.reason);
    if (!truth_.overlapping) return;
    expect(certificate.depth && certificate.depth->lower == answer_.depth.lower &&
               certificate.depth->upper == answer_.depth.upper,
           "certificate", "does not prove this interval");
  }

  const suite::Bodies<D>& bodies_;
  const ExactPair& exact_;
  const ExactDepthOfPair& truth_;
  double width_;
  double rounding_ = 0;
  Penetration<D> answer_;
  std::vector<BrokenPromise> broken_;
};

}  // namespace

template <int D>
std::vector<BrokenPromise> broken_promises(const suite::Bodies<D>& bodies, const ExactPair& exact,
                                           const ExactDepthOfPair& truth, double width) {
  return Promises<D>(bodies, exact, truth, width).run();
}

template std::vector<BrokenPromise> broken_promises(const suite::Bodies<2>&, const ExactPair&,
                                                    const ExactDepthOfPair&, double);
template std::vector<BrokenPromise> broken_promises(const suite::Bodies<3>&, const ExactPair&,
                                                    const ExactDepthOfPair&, double);

}  // namespace sunder::oracle
