// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each key of a body has its own reader. Which keys may occur together is checked once the body is complete. A
// part is a body without a radius and a motion of its own.
// Cost: One pass. The depth of parts is limited, and so the recursion.
// Gives up: It refuses bodies that say twice what they are, or not at all.
#include "pipe/body_text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

#include "pipe/values.hpp"

namespace sunder::detail {
namespace {

/// Parts of parts, so deep that the innermost points still are within kPipeMaxDepth.
constexpr int kMostPartLevels = 12;

constexpr std::array kForms{BodyForm::automatic, BodyForm::solid, BodyForm::surface,
                            BodyForm::hull};

/// The keys of which a body has exactly one.
constexpr std::array<BodyText::Key, 5> kShapeKeys = {
    BodyText::vertices, BodyText::body, BodyText::parts, BodyText::file, BodyText::rings};

bool read_fixed(JsonReader& reader, JsonValue value, const Place& place, std::size_t count,
                std::string_view what, std::vector<double>& out) {
  if (!reader.numbers(value, place, "entry", out)) return false;
  return out.size() == count ||
         reader.refuse(ErrorCode::wrong_shape,
                       fmt::format("{} has length {}; it must have length {}: {}", place.text(),
                                   out.size(), count, what));
}

/// Refuses negative numbers.
bool read_radius(JsonReader& reader, JsonValue value, const Place& place, double& out) {
  if (!reader.number(value, place, "radius", out)) return false;
  return !std::signbit(out) || is_zero(out) ||
         reader.refuse(
             ErrorCode::wrong_shape,
             fmt::format("{} is negative; a ball has a radius of 0 or more", place.text()));
}

bool read_triangles(JsonReader& reader, JsonValue value, const Place& place,
                    std::vector<std::array<std::int32_t, 3>>& out) {
  out.clear();
  return reader.items(value, place, "an array of triangles", [&](std::size_t row, JsonValue item) {
    const Place here = place.item(row);
    std::array<std::int32_t, 3>& triangle = out.emplace_back();
    std::size_t count = 0;
    const auto read_corner = [&](std::size_t corner, JsonValue entry) {
      ++count;
      return corner >= triangle.size() ||
             reader.integer(entry, here.item(corner), triangle[corner]);
    };
    if (!reader.items(item, here, "an array of three indices", read_corner)) return false;
    return count == triangle.size() ||
           reader.refuse(ErrorCode::wrong_shape,
                         fmt::format("{} has length {}; a triangle has 3 indices of vertices",
                                     here.text(), count));
  });
}

bool read_rings(JsonReader& reader, JsonValue value, const Place& place,
                std::vector<std::vector<Vector2>>& out) {
  out.clear();
  return reader.items(value, place, "an array of rings", [&](std::size_t row, JsonValue item) {
    const Place here = place.item(row);
    std::vector<Vector2>& ring = out.emplace_back();
    return reader.items(item, here, "an array of points", [&](std::size_t k, JsonValue point) {
      const Place corner = here.item(k);
      Vector2& into = ring.emplace_back();
      std::size_t count = 0;
      const auto read_number = [&](std::size_t axis, JsonValue entry) {
        ++count;
        return axis >= into.size() ||
               reader.number(entry, corner.item(axis), "coordinate", into[axis]);
      };
      if (!reader.items(point, corner, "an array of two numbers", read_number)) return false;
      return count == into.size() ||
             reader.refuse(ErrorCode::wrong_shape,
                           fmt::format("{} has length {}; rings are those of bodies in the plane, "
                                       "and a corner has x and y",
                                       corner.text(), count));
    });
  });
}

bool read_parts(JsonReader& reader, JsonValue value, const Place& place, std::vector<BodyText>& out,
                PartCount& count) {
  out.clear();
  if (count.level >= kMostPartLevels) {
    return reader.refuse(ErrorCode::too_large,
                         fmt::format("{} is nested more than {} levels deep; define the inner "
                                     "bodies, and name them by \"body\"",
                                     place.text(), kMostPartLevels));
  }
  ++count.level;
  const auto each = [&](std::size_t index, JsonValue item) {
    const Place here = place.item(index);
    if (++count.parts > kMostParts) {
      return reader.refuse(
          ErrorCode::too_large,
          fmt::format("{} is one part too many: a body has at most {}", here.text(), kMostParts));
    }
    BodyText& part = out.emplace_back();
    if (!read_body(reader, item, here, part, count)) return false;
    for (const BodyText::Key key : {BodyText::motion, BodyText::radius}) {
      if (!part.has[key]) continue;
      return reader.refuse(io_error::unknown_key,
                           fmt::format("{} has a {}; only a body as a whole has one", here.text(),
                                       BodyText::kKeys[key]));
    }
    return true;
  };
  const bool read = reader.items(value, place, "an array of bodies", each);
  --count.level;
  return read;
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

/// Checks the keys that go with others.
bool check_companions(JsonReader& reader, const BodyText& body, std::string_view owner) {
  if (body.has[BodyText::triangles] && !body.has[BodyText::vertices]) {
    return reader.refuse(
        io_error::missing_key,
        fmt::format("{} has \"triangles\" without \"vertices\"; its indices count these", owner));
  }
  return !body.has[BodyText::as] || body.has[BodyText::triangles] || body.has[BodyText::file] ||
         reader.refuse(io_error::unknown_key,
                       fmt::format("{} has \"as\" without triangles: it says what they are taken "
                                   "as; leave it out",
                                   owner));
}

}  // namespace

bool read_body_key(JsonReader& reader, std::size_t key, JsonValue value, const Place& place,
                   BodyText& body, PartCount& count) {
  body.has[key] = true;
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
    case BodyText::radius:
      return read_radius(reader, value, place, body.ball);
    case BodyText::triangles:
      return read_triangles(reader, value, place, body.corners);
    case BodyText::as:
      return read_word(reader, value, place, kForms, body.form);
    case BodyText::rings:
      return read_rings(reader, value, place, body.outline);
    case BodyText::parts:
      return read_parts(reader, value, place, body.members, count);
    default:
      return reader.string(value, place, body.path);
  }
}

bool check_body_keys(JsonReader& reader, const BodyText& body, std::string_view owner,
                     bool may_read_files) {
  const BodyText::Key* first = nullptr;
  for (const BodyText::Key& key : kShapeKeys) {
    if (!body.has[key]) continue;
    if (first != nullptr) {
      return reader.refuse(
          io_error::duplicate_key,
          fmt::format("{} says twice what it is, by \"{}\" and by \"{}\"; keep one", owner,
                      BodyText::kKeys[*first], BodyText::kKeys[key]));
    }
    first = &key;
  }
  if (first == nullptr) {
    return reader.refuse(
        io_error::missing_key,
        fmt::format(
            "{} has neither \"vertices\" nor \"body\" nor \"parts\" nor \"rings\"{}; one is needed",
            owner, may_read_files ? " nor \"file\"" : ""));
  }
  if (body.has[BodyText::file] && !may_read_files) {
    return reader.refuse(
        ErrorCode::not_served,
        fmt::format("{} names a file, and questions read none; define a body with the \"file\", "
                    "and name it by \"body\"",
                    owner));
  }
  for (std::size_t i = 0; i < body.members.size(); ++i) {
    const std::string part = fmt::format("{}.parts[{}]", owner, i);
    if (!check_body_keys(reader, body.members[i], part, may_read_files)) return false;
  }
  return check_companions(reader, body, owner);
}

bool read_body(JsonReader& reader, JsonValue value, const Place& place, BodyText& body,
               PartCount& count) {
  body.clear();
  const auto each = [&](std::size_t key, JsonValue item) {
    return read_body_key(reader, key, item, place.key(BodyText::kKeys[key]), body, count);
  };
  return reader.fields(value, place, BodyText::kKeys, each) && check_pose(reader, place, body);
}

}  // namespace sunder::detail
