// SPDX-License-Identifier: Apache-2.0
#include "lanes/trial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/trial.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/packed-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Named = const char*;

/// Loads the sets from one on, as V.
template <class V, class T, class Load>
struct Sets {
  const SpaceInput<T>& input;
  const Load& load;
  std::size_t i;

  Vec3<V> vector(const std::array<PerSet<T>, 3>& rows) const {
    return {load(&rows[0][i]), load(&rows[1][i]), load(&rows[2][i])};
  }
  Vec3<V> p() const { return vector(input.p); }
  Vec3<V> q() const { return vector(input.q); }
  Vec3<V> r() const { return vector(input.r); }
  Mat3<Vec3<V>> m() const { return {{vector(input.m[0]), vector(input.m[1]), vector(input.m[2])}}; }
  V factor() const { return load(&input.factor[i]); }
};

template <class T, class Store>
struct Results {
  SpaceAnswers<T>& answers;
  const Store& write;
  std::size_t i;

  template <class V>
  void put(Named name, const Vec3<V>& v) {
    auto& rows = answers.of[name];
    write(v.x, &rows[0][i]);
    write(v.y, &rows[1][i]);
    write(v.z, &rows[2][i]);
  }
  template <class V>
  void put(Named name, const Vec2<V>& v) {
    write(v.x, &answers.of[name][0][i]);
    write(v.y, &answers.of[name][1][i]);
  }
  template <class V>
  void put_number(Named name, const V& v) {
    write(v, &answers.of[name][0][i]);
  }
  template <class V>
  void put_matrix(const std::array<Named, 3>& names, const Mat3<Vec3<V>>& m) {
    for (std::size_t k = 0; k < 3; ++k) put(names[k], m[k]);
  }
};

/// The functions that plain numbers have too.
template <class S, class R>
void add_unfused(const S& sets, R&& to) {
  const auto p = sets.p();
  const auto q = sets.q();
  const auto m = sets.m();
  to.put("add", Add(p, q));
  to.put("sub", Sub(p, q));
  to.put("mul", Mul(p, q));
  to.put("scaled", Mul(sets.factor(), p));
  to.put("neg", Neg(p));
  to.put("abs", Abs(p));
  to.put("turned", turned(p));
  to.put("turned_back", turned_back(p));
  to.put_number("sum", sum(p));
  to.put_number("sum_by_halves", sum_by_halves(p));
  to.put_number("sum_from_z", sum_from_z(p));
  to.put_number("unfused_dot", unfused_dot(p, q));
  to.put("unfused_cross", unfused_cross(p, q));
  to.put("unfused_cross_of_equals", unfused_cross(p, p));
  to.put("unfused_dots", unfused_dots(m, p));
  to.put_matrix({"transposed0", "transposed1", "transposed2"}, transposed(m));
  to.put_matrix({"abs0", "abs1", "abs2"}, Abs(m));
  using V = decltype(sets.factor());
  const Vec2<V> in_plane{p.x, p.y};
  const Vec2<V> other{q.x, q.y};
  to.put("sub2", Sub(in_plane, other));
  to.put("neg2", Neg(in_plane));
  to.put_number("unfused_dot2", unfused_dot(in_plane, other));
}

/// The functions that are contracted on some targets.
template <class S, class R>
void add_fused(const S& sets, R&& to) {
  const auto p = sets.p();
  const auto q = sets.q();
  const auto r = sets.r();
  const auto m = sets.m();
  const auto factor = sets.factor();
  to.put("mul_add", MulAdd(p, q, r));
  to.put("mul_sub", MulSub(p, q, r));
  to.put("neg_mul_add", NegMulAdd(p, q, r));
  to.put("scaled_add", MulAdd(factor, q, r));
  to.put("scaled_sub", MulSub(factor, q, r));
  to.put("neg_scaled_add", NegMulAdd(factor, q, r));
  to.put_number("dot", dot(p, q));
  to.put_number("dot_from_z", dot_from_z(p, q));
  to.put("cross", cross(p, q));
  to.put("combined", combined(m, p));
  to.put("add_combined", add_combined(m, p, r));
  to.put("subtract_combined", subtract_combined(m, p, r));
  to.put("dots", dots(m, p));
  using V = decltype(sets.factor());
  const Vec2<V> in_plane{p.x, p.y};
  const Vec2<V> other{q.x, q.y};
  to.put_number("dot2", dot(in_plane, other));
  to.put_number("cross2", cross(in_plane, other));
}

template <class T>
void measure_lanes(const SpaceInput<T>& input, SpaceAnswers<T>& answers) {
  const hn::CappedTag<T, kSets> lanes;
  using V = hn::Vec<decltype(lanes)>;
  const auto read = [lanes](const T* from) HWY_ATTR { return hn::LoadU(lanes, from); };
  const auto write = [lanes](V v, T* to) HWY_ATTR { hn::StoreU(v, lanes, to); };
  answers.fused = HWY_NATIVE_FMA != 0;
  for (std::size_t i = 0; i < kSets; i += hn::Lanes(lanes)) {
    const Sets<V, T, decltype(read)> sets{input, read, i};
    Results<T, decltype(write)> to{answers, write, i};
    add_unfused(sets, to);
    add_fused(sets, to);
    const Vec3<V> p = sets.p();
    const Vec3<V> q = sets.q();
    const Vec3<V> one = broadcast(lanes, T{1}, T{1}, T{1});
    to.put("min", Min(p, q));
    to.put("div", Div(p, Add(Abs(q), one)));
    to.put("max", Max(p, q));
    to.put("clamped", clamped(p, Abs(q)));
    to.put("if_less", IfThenElse(hn::Lt(p.x, q.x), p, q));
    to.put("if_less_or_zero", IfThenElseZero(hn::Lt(p.x, q.x), p));
    to.put("each_if_less", IfThenElseZero(Lt(p, q), one));
    to.put("each_if_at_least", IfThenElseZero(Ge(p, q), one));
    to.put("each_if_equal", IfThenElseZero(Eq(p, q), one));
    to.put("each_unless_at_most", IfThenZeroElse(Le(p, q), one));
    to.put("each_if_greater_or_equal", IfThenElseZero(Or(Gt(p, q), Eq(p, q)), one));
    to.put_number("all_less", hn::IfThenElseZero(all_of(Lt(p, q)), one.x));
    const std::array<T, 3> numbers = first(p);
    to.put("broadcast", broadcast(lanes, numbers.data()));
  }
  std::array<PerSet<T>, 3>& copied = answers.of["copied"];
  for (std::size_t i = 0; i < kSets; i += hn::Lanes(lanes)) {
    const Vec3<V> p{hn::LoadU(lanes, &input.p[0][i]), hn::LoadU(lanes, &input.p[1][i]),
                    hn::LoadU(lanes, &input.p[2][i])};
    alignas(64) std::array<PerSet<T>, 3> rows{};
    store(lanes, p, rows, i);
    const Vec3<V> again = load(lanes, rows, i);
    for (std::size_t k = 0; k < 3; ++k) {
      hn::StoreU(k == 0 ? again.x : k == 1 ? again.y : again.z, lanes, &copied[k][i]);
    }
  }
}
void measure_floats(const SpaceInput<float>& input, SpaceAnswers<float>& answers) {
  measure_lanes(input, answers);
}
void measure_doubles(const SpaceInput<double>& input, SpaceAnswers<double>& answers) {
  measure_lanes(input, answers);
}

void measure_numbers(const SpaceInput<double>& input, SpaceAnswers<double>& answers) {
  const auto read = [](const double* from) HWY_ATTR { return *from; };
  const auto write = [](double v, double* to) HWY_ATTR { *to = v; };
  for (std::size_t i = 0; i < kSets; ++i) {
    add_unfused(Sets<double, double, decltype(read)>{input, read, i},
                Results<double, decltype(write)>{answers, write, i});
  }
}

void measure_few(const SpaceInput<double>& input, SpaceAnswers<double>& answers) {
  const FewTag<double, 4> lanes;
  using V = Few<double, 4>;
  const auto read = [lanes](const double* from) HWY_ATTR { return LoadU(lanes, from); };
  const auto write = [lanes](const V& v, double* to) HWY_ATTR { StoreU(v, lanes, to); };
  for (std::size_t i = 0; i < kSets; i += 4) {
    const Sets<V, double, decltype(read)> sets{input, read, i};
    Results<double, decltype(write)> to{answers, write, i};
    add_unfused(sets, to);
    add_fused(sets, to);
    const Vec3<V> p = sets.p();
    const Vec3<V> q = sets.q();
    const FewMask less = Gt(q.x, p.x);
    to.put("if_less", IfThenElse(less, p, q));
    to.put("if_less_or_zero", IfThenElseZero(less, p));
    to.put_number("all_less",
                  IfThenElseZero(And(And(less, Gt(q.y, p.y)), Gt(q.z, p.z)), Set(lanes, 1.0)));
    to.put_number("first_less_alone", IfThenElseZero(AndNot(Gt(q.y, p.y), less), Set(lanes, 1.0)));
    const std::array<double, 3> numbers = first(p);
    to.put("broadcast", broadcast(lanes, numbers.data()));
  }
}

/// Writes a vector of each set.
void put_packed(SpaceAnswers<double>& answers, Named name, std::size_t i, const Packed& v) {
  alignas(32) double lanes[4];
  store_packed(v, lanes);
  for (std::size_t k = 0; k < 3; ++k) answers.of[name][k][i] = lanes[k];
}
void put_packed(SpaceAnswers<double>& answers, const std::array<Named, 3>& names, std::size_t i,
                const Mat3<Packed>& m) {
  for (std::size_t k = 0; k < 3; ++k) put_packed(answers, names[k], i, m[k]);
}

void measure_packed(const SpaceInput<double>& input, SpaceAnswers<double>& answers) {
#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
  answers.fused = HWY_NATIVE_FMA != 0;
#endif
  for (std::size_t i = 0; i < kSets; ++i) {
    std::array<double, 4> p{}, q{};
    std::array<double, 9> rows{};
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = input.p[k][i];
      q[k] = input.q[k][i];
      for (std::size_t l = 0; l < 3; ++l) rows[3 * k + l] = input.m[k][l][i];
    }
    const Packed at_p = load_packed(p.data());
    const Packed at_q = load_packed(q.data());
    const Mat3<Packed> columns = load_columns(rows.data());
    const auto put = [&](const auto& name, const auto& v)
                         HWY_ATTR { put_packed(answers, name, i, v); };
    put("loaded", at_p);
    put("turned", turned(at_p));
    put("turned_back", turned_back(at_p));
    put("times_sign", times_sign(at_p, at_q));
    put("positive", IfThenElseZero(positive(at_p), filled(1)));
    put(std::array<Named, 3>{"transposed0", "transposed1", "transposed2"}, columns);
    const Vec3<Packed> all = spread(at_p);
    put(std::array<Named, 3>{"spread_x", "spread_y", "spread_z"},
        Mat3<Packed>{{all.x, all.y, all.z}});
    put("combined_columns", combined(columns, all));
    for (unsigned bits = 0; bits < 8; ++bits) {
      if (bits_of(mask_of(bits)) != bits) answers.of["masks_differ"][0][i] = 1;
    }
  }
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(measure_floats);
HWY_EXPORT(measure_doubles);
HWY_EXPORT(measure_numbers);
HWY_EXPORT(measure_few);
HWY_EXPORT(measure_packed);

SpaceAnswers<float> space_in_lanes(const SpaceInput<float>& input) {
  SpaceAnswers<float> answers;
  HWY_DYNAMIC_DISPATCH(measure_floats)(input, answers);
  return answers;
}
SpaceAnswers<double> space_in_lanes(const SpaceInput<double>& input) {
  SpaceAnswers<double> answers;
  HWY_DYNAMIC_DISPATCH(measure_doubles)(input, answers);
  return answers;
}
SpaceAnswers<double> space_of_numbers(const SpaceInput<double>& input) {
  SpaceAnswers<double> answers;
  HWY_DYNAMIC_DISPATCH(measure_numbers)(input, answers);
  return answers;
}
SpaceAnswers<double> space_of_few(const SpaceInput<double>& input) {
  SpaceAnswers<double> answers;
  HWY_DYNAMIC_DISPATCH(measure_few)(input, answers);
  return answers;
}
SpaceAnswers<double> space_packed(const SpaceInput<double>& input) {
  SpaceAnswers<double> answers;
  HWY_DYNAMIC_DISPATCH(measure_packed)(input, answers);
  return answers;
}

}  // namespace sunder::detail
#endif
