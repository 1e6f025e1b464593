// SPDX-License-Identifier: Apache-2.0
#include "lanes/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/trial_quads.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/quad-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

using Named = const char*;

void put_quad(SpaceAnswers<double>& answers, Named name, std::size_t i, const Quad& v) {
  alignas(32) double lanes[4];
  Store(v, QuadTag(), lanes);
  for (std::size_t k = 0; k < 3; ++k) answers.of[name][k][i] = lanes[k];
}
void put_quad(SpaceAnswers<double>& answers, const std::array<Named, 3>& names, std::size_t i,
              const Mat3<Quad>& m) {
  for (std::size_t k = 0; k < 3; ++k) put_quad(answers, names[k], i, m[k]);
}

void measure_quads(const SpaceInput<double>& input, SpaceAnswers<double>& answers) {
#if !HWY_HAVE_SCALABLE && HWY_TARGET != HWY_SCALAR
  answers.fused = HWY_NATIVE_FMA != 0;
#endif
  for (std::size_t i = 0; i < kSets; ++i) {
    std::array<double, 3> p{}, q{};
    std::array<double, 9> rows{};
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = input.p[k][i];
      q[k] = input.q[k][i];
      for (std::size_t l = 0; l < 3; ++l) rows[3 * k + l] = input.m[k][l][i];
    }
    const Quad at_p = load_three(p.data());
    const Quad at_q = load_three(q.data());
    const Mat3<Quad> m = load_three_rows(rows.data());
    const auto put = [&](const auto& name, const auto& v)
                         HWY_ATTR { put_quad(answers, name, i, v); };
    put("loaded", joined(p[0], p[1], p[2], 1));
    put("turned", turned(at_p));
    put("turned_back", turned_back(at_p));
    const std::int32_t back[8] = {4, 5, 0, 1, 2, 3, 6, 7};
    put("turned_back", ordered(at_p, back));
    const Vec3<Quad> all = spread(at_p);
    put(std::array<Named, 3>{"spread_x", "spread_y", "spread_z"},
        Mat3<Quad>{{all.x, all.y, all.z}});
    put(std::array<Named, 3>{"transposed0", "transposed1", "transposed2"}, transposed(m));
    put("combined", combined(m, all));
    put("unfused_dots", unfused_dots(m, at_p));
    put("unfused_cross", unfused_cross(at_p, at_q));
    put("unfused_cross_of_equals", unfused_cross(at_p, at_p));
    answers.of["sum_by_halves"][0][i] = GetLane(sum_of_all(at_p));
    const Quad sums = sums_of_four(at_q, at_p, Mul(at_p, at_q), at_q);
    answers.of["sum"][0][i] = lane_of<1>(sums);
    answers.of["unfused_dot"][0][i] = lane_of<2>(sums);
  }
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(measure_quads);

SpaceAnswers<double> space_of_quads(const SpaceInput<double>& input) {
  SpaceAnswers<double> answers;
  HWY_DYNAMIC_DISPATCH(measure_quads)(input, answers);
  return answers;
}

}  // namespace sunder::detail
#endif
