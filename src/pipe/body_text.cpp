// SPDX-License-Identifier: Apache-2.0
#include "pipe/body_text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "pipe/values.hpp"

namespace sunder::detail {
namespace {

bool read_fixed(JsonReader& reader, JsonValue value, const Place& place, std::size_t count,
                std::string_view what, std::vector<double>& out) {
  if (!reader.numbers(value, place, "entry", out)) return false;
  return out.size() == count ||
         reader.refuse(ErrorCode::wrong_shape,
                       fmt::format("{} has length {}; it must have length {}: {}", place.text(),
                                   out.size(), count, what));
}

bool read_radius(JsonReader& reader, JsonValue value, const Place& place, double& out) {
  if (!reader.number(value, place, "radius", out)) return false;
  return !std::signbit(out) || is_zero(out) ||
         reader.refuse(
             ErrorCode::wrong_shape,
             fmt::format("{} is negative; a ball has a radius of 0 or more", place.text()));
}

bool read_body_key(JsonReader& reader, std::size_t key, JsonValue value, const Place& place,
                   BodyText& body) {
  switch (key) {
    case BodyText::vertices:
      return reader.rows(value, place, "coordinate", body.points);
    case BodyText::body:
      return reader.string(value, place, body.name);
    case BodyText::transform:
      body.has[key] = !reader.is_null(value);  // null is the identity
      return !body.has[key] || reader.rows(value, place, "entry", body.matrix);
    case BodyText::quaternion:
      return read_fixed(reader, value, place, 4, "w, x, y, z", body.wxyz);
    case BodyText::translation:
      return read_fixed(reader, value, place, 3, "x, y, z", body.offset);
    case BodyText::motion:
      return read_motion(reader, value, place, body.moves);
    default:
      return read_radius(reader, value, place, body.ball);
  }
}

bool check_points(JsonReader& reader, const Place& place, const BodyText& body) {
  if (!body.has[BodyText::vertices] && !body.has[BodyText::body]) {
    return reader.refuse(
        io_error::missing_key,
        fmt::format("{} has neither \"vertices\" nor \"body\"; one is needed", place.text()));
  }
  return !(body.has[BodyText::vertices] && body.has[BodyText::body]) ||
         reader.refuse(
             io_error::duplicate_key,
             fmt::format("{} gives its points twice, by \"vertices\" and by \"body\"; keep one",
                         place.text()));
}

bool check_pose(JsonReader& reader, const Place& place, const BodyText& body) {
  if (body.has[BodyText::transform] &&
      (body.has[BodyText::quaternion] || body.has[BodyText::translation])) {
    return reader.refuse(
        io_error::conflicting_pose,
        fmt::format("{} has a transform beside a {}; keep one of them", place.text(),
                    body.has[BodyText::quaternion] ? "quaternion" : "translation"));
  }
  return !body.has[BodyText::quaternion] ||
         !std::all_of(body.wxyz.begin(), body.wxyz.end(), is_zero) ||
         reader.refuse(
             ErrorCode::zero_quaternion,
             fmt::format("{}.quaternion is zero and so no rotation; [1, 0, 0, 0] is the identity",
                         place.text()));
}

}  // namespace

bool read_body(JsonReader& reader, JsonValue value, const Place& place, BodyText& body) {
  body.clear();
  const auto each = [&](std::size_t key, JsonValue item) {
    body.has[key] = true;
    return read_body_key(reader, key, item, place.key(BodyText::kKeys[key]), body);
  };
  return reader.fields(value, place, BodyText::kKeys, each) && check_points(reader, place, body) &&
         check_pose(reader, place, body);
}

}  // namespace sunder::detail
