// SPDX-License-Identifier: Apache-2.0
#include "fuzz/families.hpp"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <numbers>

#include "fuzz/numbers.hpp"

namespace sunder::fuzz {
namespace {

using suite::BodyData;
using suite::PoseData;
using Form = PoseData::Form;
using Point = std::vector<double>;

Point lattice_point(Choices& choices, int dimension, int reach) {
  Point point;
  for (int k = 0; k < dimension; ++k) point.push_back(choices.in(-reach, reach));
  return point;
}

void add_box(Choices& choices, BodyData& body, int dimension, bool thin) {
  Point half;
  Point centre(static_cast<std::size_t>(dimension), 0.0);
  const bool whole = choices.chance(1, 2);
  for (int k = 0; k < dimension; ++k) {
    double extent = whole ? choices.in(0, 4) : choices.real(0.2, 2);
    if (thin && choices.chance(1, 2)) extent = std::ldexp(extent, -choices.in(1, 40));
    half.push_back(extent);
  }
  if (choices.chance(1, 4)) centre = lattice_point(choices, dimension, 2);
  for (std::size_t corner = 0; corner < (std::size_t{1} << dimension); ++corner) {
    Point& point = body.vertices.emplace_back();
    for (std::size_t k = 0; k < half.size(); ++k) {
      point.push_back(centre[k] + ((corner >> k) % 2 == 1 ? half[k] : -half[k]));
    }
  }
}

void add_cloud(Choices& choices, BodyData& body, int dimension, int count, bool thin) {
  Point axes;
  for (int k = 0; k < dimension; ++k) {
    axes.push_back(thin && choices.chance(1, 2) ? std::ldexp(1.0, -choices.in(8, 40))
                                                : choices.real(0.3, 1.5));
  }
  for (int i = 0; i < count; ++i) {
    Point point;
    double squares = 0;
    for (int k = 0; k < dimension; ++k) {
      point.push_back(choices.real(-1, 1));
      squares += point.back() * point.back();
    }
    const double length = squares > 0.01 ? std::sqrt(squares) : 1;
    for (std::size_t k = 0; k < point.size(); ++k) point[k] *= axes[k] / length;
    body.vertices.push_back(std::move(point));
  }
}

/// A prism: regular in the first two coordinates, with two values of the third.
void add_prism(Choices& choices, BodyData& body, int dimension, int most) {
  const int sides = choices.in(3, std::max(3, dimension > 2 ? most / 2 : most));
  const double height = std::ldexp(1.0, choices.in(-16, 1));
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    for (const double end : {-height, height}) {
      Point point(static_cast<std::size_t>(dimension), 0.0);
      point[0] = std::cos(angle);
      if (dimension > 1) point[1] = std::sin(angle);
      if (dimension > 2) point[2] = end;
      body.vertices.push_back(std::move(point));
      if (dimension < 3) break;
    }
  }
}

void add_flat(Choices& choices, BodyData& body, int dimension, int count) {
  const int plane = choices.in(0, dimension - 1);
  const int line = choices.in(0, 2 * dimension);  // mostly none
  const double level = choices.in(-2, 2);
  for (int i = 0; i < count; ++i) {
    Point point = lattice_point(choices, dimension, 4);
    point[static_cast<std::size_t>(plane)] = level;
    if (line < dimension) point[static_cast<std::size_t>(line)] = 0;
    body.vertices.push_back(std::move(point));
  }
}

void add_any(Choices& choices, BodyData& body, int dimension, int count) {
  for (int i = 0; i < count; ++i) {
    Point& point = body.vertices.emplace_back();
    for (int k = 0; k < dimension; ++k) point.push_back(any_double(choices));
  }
}

/// Adds duplicates, midpoints, and coordinates one unit in the last place off.
void spoil(Choices& choices, BodyData& body) {
  if (body.vertices.empty()) return;
  const int count = choices.in(1, 3);
  for (int i = 0; i < count; ++i) {
    const auto pick = [&]() -> const Point& {
      return body.vertices[static_cast<std::size_t>(
          choices.in(0, static_cast<int>(body.vertices.size()) - 1))];
    };
    Point point = pick();
    const Point other = pick();
    const int kind = choices.in(0, 2);
    for (std::size_t k = 0; k < point.size(); ++k) {
      if (kind == 1) point[k] = finite_or_zero(point[k] / 2 + other[k] / 2);
      if (kind == 2) point[k] = neighbour(point[k], choices.in(-1, 1));
    }
    body.vertices.push_back(std::move(point));
  }
}

void scale(BodyData& body, int exponent) {
  for (Point& point : body.vertices) {
    for (double& x : point) x = finite_or_zero(std::ldexp(x, exponent));
  }
}

}  // namespace

std::string_view to_string(Family family) noexcept {
  constexpr std::string_view kNames[] = {"box",   "lattice", "cloud", "flat",
                                         "prism", "slender", "few",   "any bits"};
  return kNames[static_cast<std::size_t>(family)];
}

Family draw_family(Choices& choices) {
  return static_cast<Family>(choices.in(0, kFamilyCount - 1));
}

BodyData draw_body(Choices& choices, int dimension, Family family, int most, Numbers numbers) {
  BodyData body;
  const bool any = numbers == Numbers::any;
  if (!any && family == Family::any_bits) family = Family::lattice;
  const int count = choices.in(1, most);
  switch (family) {
    case Family::box:
      add_box(choices, body, dimension, false);
      break;
    case Family::lattice: {
      const int reach = choices.in(1, 4);
      for (int i = 0; i < count; ++i) {
        body.vertices.push_back(lattice_point(choices, dimension, reach));
      }
      break;
    }
    case Family::cloud:
      add_cloud(choices, body, dimension, std::max(count, dimension + 1), false);
      break;
    case Family::flat:
      add_flat(choices, body, dimension, count);
      break;
    case Family::prism:
      add_prism(choices, body, dimension, most);
      break;
    case Family::slender:
      if (choices.chance(1, 2)) {
        add_box(choices, body, dimension, true);
      } else {
        add_cloud(choices, body, dimension, count, true);
      }
      break;
    case Family::few:
      for (int i = choices.in(0, 3); i > 0; --i) {
        body.vertices.push_back(lattice_point(choices, dimension, 3));
      }
      break;
    case Family::any_bits:
      add_any(choices, body, dimension, std::min(count, dimension + 3));
  }
  if (choices.chance(1, 8)) spoil(choices, body);
  if (any && choices.chance(1, 8)) scale(body, draw_exponent(choices));
  return body;
}

DrawnPair draw_pair(Choices& choices, int dimension, Numbers numbers) {
  DrawnPair pair;
  pair.dimension = dimension;
  pair.family = draw_family(choices);
  if (numbers == Numbers::moderate && pair.family == Family::any_bits)
    pair.family = Family::lattice;
  const int most = dimension > 3 ? dimension + 3 : 16;
  pair.a = draw_body(choices, dimension, pair.family, most, numbers);
  if (choices.chance(1, 4)) {
    pair.b.vertices = pair.a.vertices;
  } else {
    const Family family = choices.chance(1, 2) ? pair.family : draw_family(choices);
    pair.b = draw_body(choices, dimension, family, most, numbers);
  }
  if (choices.chance(1, 6)) {  // a vertex, an edge or a face in common
    const std::size_t shared =
        std::min<std::size_t>(pair.a.vertices.size(), static_cast<std::size_t>(choices.in(1, 3)));
    pair.b.vertices.insert(pair.b.vertices.end(), pair.a.vertices.begin(),
                           pair.a.vertices.begin() + static_cast<std::ptrdiff_t>(shared));
  }
  const double reach = std::max(size_of(pair.a), size_of(pair.b));
  pair.a.pose = draw_pose(choices, dimension, reach, numbers);
  pair.b.pose = choices.chance(1, 3) ? pair.a.pose : draw_pose(choices, dimension, reach, numbers);
  if (choices.chance(1, 3)) {
    std::vector<double> by;
    for (int k = 0; k < dimension; ++k) by.push_back(finite_or_zero(reach * choices.in(-4, 4)));
    move(pair.b, dimension, by);
  }
  if (choices.chance(1, 4)) nudge(choices, pair.b, dimension, 2);
  pair.reduce = !choices.chance(1, 4);
  return pair;
}

int draw_dimension(Choices& choices) {
  const int drawn = choices.in(0, 15);
  if (drawn < 8) return 3;
  if (drawn < 13) return 2;
  constexpr int kOthers[] = {1, 4, 5};
  return kOthers[drawn - 13];
}

Host draw_host(Choices& choices) {
  constexpr int kModes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  using enum oracle::Subnormals;
  constexpr oracle::Subnormals kKinds[] = {kept, gone, kept, flushed,
                                           kept, gone, kept, read_as_zero};
  if (!choices.chance(1, 3)) return {FE_TONEAREST, kept};
  const int mode = choices.in(0, 3);
  return {kModes[mode], kKinds[choices.in(0, 7)]};
}

double size_of(const BodyData& body) noexcept {
  double size = 0;
  for (const Point& point : body.vertices) {
    for (const double x : point) size = std::max(size, std::fabs(x));
  }
  return size > 0 ? size : 1;
}

bool moderate(const BodyData& body) noexcept {
  constexpr double kMost = 0x1p300;
  const auto in_range = [](double x) { return std::fabs(x) <= kMost; };
  const PoseData& pose = body.pose;
  return size_of(body) <= kMost && std::all_of(pose.rows.begin(), pose.rows.end(), in_range) &&
         std::all_of(pose.translation.begin(), pose.translation.end(), in_range);
}

}  // namespace sunder::fuzz
