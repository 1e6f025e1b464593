// SPDX-License-Identifier: Apache-2.0
#include "pipe/motion.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "pipe/values.hpp"

namespace sunder::detail {
namespace {

/// An absent vector is zero.
template <std::size_t N>
std::optional<Error> take_vector(const MotionText& text, MotionText::Key key, std::string_view name,
                                 std::array<double, N>& out) {
  if (!text.has[key]) return std::nullopt;
  const std::vector<double>& given = text.vectors[key];
  if (given.size() != N) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("{}.motion.{} has length {}; in dimension {} it must have length {}",
                             name, MotionText::kKeys[key], given.size(), N, N)};
  }
  std::copy_n(given.begin(), N, out.begin());
  return std::nullopt;
}

std::optional<Error> refuse_axis(const MotionText& text, std::string_view name) {
  if (!text.has[MotionText::axis]) return std::nullopt;
  return Error{ErrorCode::wrong_shape,
               fmt::format("{}.motion.axis: bodies of dimension 2 turn about a point, the centre; "
                           "leave the axis out",
                           name)};
}

std::optional<Error> take_axis(const MotionText& text, std::string_view name, Vector3& axis) {
  if (!text.has[MotionText::axis]) {
    return Error{io_error::missing_key,
                 fmt::format("{}.motion has an angle and no \"axis\" to turn about; give it, such "
                             "as [0, 0, 1]",
                             name)};
  }
  if (auto error = take_vector(text, MotionText::axis, name, axis)) return error;
  if (!std::all_of(axis.begin(), axis.end(), is_zero)) return std::nullopt;
  return Error{
      ErrorCode::wrong_shape,
      fmt::format("{}.motion.axis is zero and so no direction; [0, 0, 1] turns about z", name)};
}

/// The kernel's refusal, with the place added.
template <int D>
Result<Motion<D>> at_place(Result<Motion<D>> motion, std::string_view name) {
  if (motion) return motion;
  Error error = std::move(motion).error();
  error.message = fmt::format("{}.motion: {}", name, error.message);
  return error;
}

}  // namespace

bool MotionText::turns() const noexcept { return !is_zero(radians); }

bool read_motion(JsonReader& reader, JsonValue value, const Place& place, MotionText& out) {
  out.clear();
  return reader.fields(value, place, MotionText::kKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(MotionText::kKeys[key]);
    out.has[key] = true;
    return key == MotionText::angle ? reader.number(item, here, "angle", out.radians)
                                    : reader.numbers(item, here, "entry", out.vectors[key]);
  });
}

template <int D>
Result<Motion<D>> to_motion(const MotionText& text, std::string_view name) {
  Vector<D> translation{};
  Vector<D> centre{};
  if (auto error = take_vector(text, MotionText::translation, name, translation)) return *error;
  if (auto error = take_vector(text, MotionText::centre, name, centre)) return *error;
  if constexpr (D == 2) {
    if (auto error = refuse_axis(text, name)) return *error;
    if (text.turns()) return at_place<2>(Motion2::rigid(translation, centre, text.radians), name);
  } else if (text.turns() || text.has[MotionText::axis]) {
    Vector3 axis{};
    if (auto error = take_axis(text, name, axis)) return *error;
    return at_place<3>(Motion3::rigid(translation, centre, axis, text.radians), name);
  }
  return at_place<D>(Motion<D>::linear(translation), name);
}

template Result<Motion<2>> to_motion(const MotionText&, std::string_view);
template Result<Motion<3>> to_motion(const MotionText&, std::string_view);

}  // namespace sunder::detail
