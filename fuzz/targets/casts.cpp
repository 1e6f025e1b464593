// SPDX-License-Identifier: Apache-2.0
//
// Compares casts with poses at intermediate times: nothing meets before the reported time. A
// translating body meets exactly if its swept body does.
#include <cmath>

#include "fuzz/drawn_pair.hpp"
#include "fuzz/targets.hpp"
#include "oracle/host_state.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using suite::Bodies;
using suite::BodyData;

template <int D>
Vector<D> draw_step(Choices& choices, double reach) {
  Vector<D> step{};
  const int kind = choices.in(0, 3);
  for (double& entry : step) {
    if (kind == 1) entry = choices.in(-8, 8);
    if (kind == 2) entry = finite_or_zero(reach * choices.real(-4, 4));
    if (kind == 3) entry = any_double(choices);
  }
  return step;
}

template <int D>
Motion<D> draw_motion(Choices& choices, double reach) {
  const Vector<D> step = draw_step<D>(choices, reach);
  if (choices.chance(1, 2)) return Motion<D>::linear(step).value();
  const Vector<D> centre = choices.chance(1, 2) ? Vector<D>{} : draw_step<D>(choices, reach);
  const double angle = choices.chance(1, 8) ? any_double(choices) : choices.real(-7, 7);
  if constexpr (D == 2) {
    return Motion2::rigid(step, centre, angle).value();
  } else {
    Vector3 axis = draw_step<3>(choices, 1);
    if (axis == Vector3{}) axis[2] = 1;
    return Motion3::rigid(step, centre, axis, angle).value();
  }
}

template <int D>
void check_form(const Cast<D>& answer, Verdict start) {
  demand_equal(answer.start, start, "cast, at time 0");
  demand(0 <= answer.time.lower && answer.time.lower <= answer.time.upper && answer.time.upper <= 1,
         "a time is an interval in [0, 1]");
  demand(answer.verdict != CastVerdict::free || answer.time.lower == 1, "free is free to the end");
  const bool meets = start != Verdict::separated;
  demand(!meets || (answer.verdict == CastVerdict::hit && answer.time.upper == 0),
         "bodies that meet at once meet at 0");
}

/// The hull of the body and its translated copy; valid if no sum rounds and the pose does not
/// rotate.
bool swept(const BodyData& body, const std::vector<double>& step, BodyData& result) {
  using Form = suite::PoseData::Form;
  if (body.pose.form != Form::identity && body.pose.form != Form::translation) return false;
  result = body;
  for (const std::vector<double>& vertex : body.vertices) {
    std::vector<double>& moved = result.vertices.emplace_back(vertex);
    for (std::size_t k = 0; k < moved.size(); ++k) {
      moved[k] += step[k];
      if (suite::Rational(moved[k]) != suite::Rational(vertex[k]) + suite::Rational(step[k])) {
        return false;
      }
    }
  }
  return true;
}

/// a translates, and b is at rest.
template <int D>
void check_linear(Choices& choices, const DrawnPair& pair, const Bodies<D>& bodies, Host host) {
  const Vector<D> step = draw_step<D>(choices, size_of(pair.b));
  Cast<D> answer;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    answer = cast(bodies.a(), Motion<D>::linear(step).value(), bodies.b(), Motion<D>{});
  }
  check_form(answer, exact_verdict(bodies));
  DrawnPair swept_pair = pair;
  const std::vector<double> along(step.begin(), step.end());
  for (const double entry : along) {
    if (!(std::fabs(entry) < 0x1p900)) return;
  }
  for (const auto& vertex : pair.a.vertices) {
    for (const double x : vertex) {
      if (!(std::fabs(x) < 0x1p900)) return;
    }
  }
  if (!swept(pair.a, along, swept_pair.a)) return;
  const bool meets = exact_verdict(bodies_of<D>(swept_pair)) != Verdict::separated;
  demand((answer.verdict == CastVerdict::hit) == meets, "a cast is a hit if the swept body meets");
  demand((answer.verdict == CastVerdict::free) == !meets, "and else free");
}

/// The position of a point at a time, by the host's trigonometry.
template <int D>
std::vector<double> moved_rows(const Pose<D>& pose, const Motion<D>& motion, double time) {
  const double c = std::cos(time * motion.angle());
  const double s = std::sin(time * motion.angle());
  double turn[3][3] = {{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
  if constexpr (D == 3) {
    const Vector3& w = motion.axis();
    const double length = std::hypot(w[0], w[1], w[2]);
    const double x = w[0] / length, y = w[1] / length, z = w[2] / length, v = 1 - c;
    const double matrix[3][3] = {{c + x * x * v, x * y * v - z * s, x * z * v + y * s},
                                 {y * x * v + z * s, c + y * y * v, y * z * v - x * s},
                                 {z * x * v - y * s, z * y * v + x * s, c + z * z * v}};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) turn[i][j] = matrix[i][j];
    }
  }
  std::vector<double> rows;
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j) {
      double sum = 0;
      for (int k = 0; k < D; ++k) sum += turn[i][k] * pose.linear(k, j);
      rows.push_back(sum);
    }
    const auto at = static_cast<std::size_t>(i);
    double offset = motion.centre()[at] + time * motion.translation()[at];
    for (int k = 0; k < D; ++k) {
      offset += turn[i][k] * (pose.offset(k) - motion.centre()[static_cast<std::size_t>(k)]);
    }
    rows.push_back(offset);
  }
  return rows;
}

/// An overlap deeper than the sample's rounding, before the reported time of contact, is
/// tunnelling.
template <int D>
void check_samples(const Bodies<D>& bodies, const Motion<D>& motion_a, const Motion<D>& motion_b,
                   const Cast<D>& answer) {
  for (int i = 0; i < 8; ++i) {
    const double time = answer.time.lower * i / 8;
    const std::vector<double> a = moved_rows<D>(bodies.pose_a, motion_a, time);
    const std::vector<double> b = moved_rows<D>(bodies.pose_b, motion_b, time);
    double scale = 0;
    for (const double entry : a) scale = std::fmax(scale, std::fabs(entry));
    for (const double entry : b) scale = std::fmax(scale, std::fabs(entry));
    scale = std::fmax(scale, std::fabs(motion_a.translation()[0]));
    const auto ball_a = bodies.polytope_a.circumscribed_ball();
    const auto ball_b = bodies.polytope_b.circumscribed_ball();
    for (const auto& ball : {ball_a, ball_b}) {
      double reach = ball.radius;
      for (const double x : ball.centre) reach += std::fabs(x);
      scale = std::fmax(scale, scale * reach);
    }
    for (const auto* motion : {&motion_a, &motion_b}) {
      for (const double x : motion->centre()) scale = std::fmax(scale, std::fabs(x));
      for (const double x : motion->translation()) scale = std::fmax(scale, std::fabs(x));
    }
    if (!(scale < 0x1p100)) return;
    const Pose<D> pose_a = Pose<D>::from_matrix(a).value();
    const Pose<D> pose_b = Pose<D>::from_matrix(b).value();
    const Penetration<D> depth = penetration(suite::PosedOf<D>{bodies.polytope_a, pose_a},
                                             suite::PosedOf<D>{bodies.polytope_b, pose_b});
    demand(depth.depth.lower <= 1e-11 * scale,
           "bodies do not overlap before they are said to meet");
  }
}

template <int D>
void check_turning(Choices& choices, const DrawnPair& pair, const Bodies<D>& bodies, Host host) {
  const double reach = size_of(pair.b);
  const Motion<D> motion_a = draw_motion<D>(choices, reach);
  const Motion<D> motion_b = draw_motion<D>(choices, reach);
  CastOptions options;
  options.tolerance = std::ldexp(1.0, -choices.in(0, 48));
  options.max_steps = 2000;
  Cast<D> answer;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    answer = cast(bodies.a(), motion_a, bodies.b(), motion_b, options);
  }
  check_form(answer, exact_verdict(bodies));
  demand(answer.steps <= options.max_steps, "no more steps than allowed");
  if (answer.start != Verdict::separated) return;
  if (bodies.polytope_a.empty() || bodies.polytope_b.empty()) return;
  if (std::fabs(motion_a.angle()) > 100 || std::fabs(motion_b.angle()) > 100) return;
  check_samples(bodies, motion_a, motion_b, answer);
}

template <int D>
void check_within(Choices& choices, const Bodies<D>& bodies, Host host) {
  const double bound_a = any_double(choices);
  const double bound_b = choices.in(0, 3) * 0.5;
  Cast<D> answer;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    answer = cast_within(bodies.a(), bound_a, bodies.b(), bound_b);
  }
  const bool meets = exact_verdict(bodies) != Verdict::separated;
  demand((answer.verdict == CastVerdict::hit) == meets, "cast_within hits what meets already");
  if (answer.verdict != CastVerdict::free || !(bound_a >= 0)) return;
  const Distance<D> apart = distance(bodies.a(), bodies.b());
  demand(suite::Rational(bound_a) + suite::Rational(bound_b) <=
                 suite::Rational(std::isfinite(apart.distance.upper) ? apart.distance.upper
                                                                     : 0x1p1023) *
                     2 ||
             !std::isfinite(apart.distance.upper),
         "what is free is farther than both bounds");
}

}  // namespace

void fuzz_casts(Bytes bytes) {
  Choices choices(bytes);
  const int dimension = choices.chance(1, 3) ? 2 : 3;
  with_drawn_pair(choices, dimension, [&]<int D>(const DrawnPair& pair, const Bodies<D>& bodies) {
    if constexpr (D != kRunTime) {
      const Host host = draw_host(choices);
      check_linear(choices, pair, bodies, host);
      check_turning(choices, pair, bodies, host);
      check_within(choices, bodies, host);
    }
  });
}

}  // namespace sunder::fuzz
