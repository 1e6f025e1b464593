// SPDX-License-Identifier: Apache-2.0
#include "reproduce_bodies.hpp"

#include <cmath>
#include <numbers>

namespace sunder::cli {
namespace {

Vector3 random_direction(Random& random) {
  for (;;) {
    Vector3 v{};
    double squared = 0;
    for (double& entry : v) {
      entry = random.in(-1, 1);
      squared += entry * entry;
    }
    if (squared < 0.01 || squared > 1) continue;
    for (double& entry : v) entry /= std::sqrt(squared);
    return v;
  }
}

std::array<double, 4> random_turn(Random& random) {
  for (;;) {
    std::array<double, 4> q{};
    double squared = 0;
    for (double& entry : q) {
      entry = random.in(-1, 1);
      squared += entry * entry;
    }
    if (squared > 0.01 && squared < 1) return q;
  }
}

/// A rotation, and a distance along a line.
struct Way {
  std::array<double, 4> turn;
  Vector3 line;
  Pose3 at(double s) const {
    return Pose3::from_wxyz(turn, {s * line[0], s * line[1], s * line[2]}).value();
  }
};

/// Returns the least s, approximately, at which `meet(way.at(s))` no longer holds.
template <class Meet>
double contact_along(const Way& way, double clear, const Meet& meet) {
  double inside = 0;
  for (int step = 0; step < 40; ++step) {
    const double middle = (inside + clear) / 2;
    (meet(way.at(middle)) ? inside : clear) = middle;
  }
  return clear;
}

double distance_of(Regime regime, Random& random, double contact, double size) {
  switch (regime) {
    case Regime::far:
      return contact + size * random.in(0.05, 1);
    case Regime::near:
      return contact + size * random.in(0.001, 0.01);
    case Regime::overlapping:
      return contact * (1 - random.in(0.01, 0.5));
  }
  return contact;
}

Polytope3 hull(const std::vector<Vector3>& points) {
  return Polytope3::from_points(points).value();
}

/// Returns a prism from z = low to high; its corners lie at `sides` angles about (x, y).
Polytope3 post(int sides, double radius, double x, double y, double low, double high) {
  std::vector<Vector3> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    for (const double z : {low, high}) {
      points.push_back({x + radius * std::cos(angle), y + radius * std::sin(angle), z});
    }
  }
  return hull(points);
}

Polytope3 block(const Vector3& low, const Vector3& high) {
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back({(i & 1) != 0 ? high[0] : low[0], (i & 2) != 0 ? high[1] : low[1],
                      (i & 4) != 0 ? high[2] : low[2]});
  }
  return hull(points);
}

}  // namespace

double Random::in(double low, double high) {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return low + (high - low) * (static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53);
}

std::string_view to_string(Regime regime) noexcept {
  constexpr std::array<std::string_view, 3> kNames{"far", "near", "overlapping"};
  return kNames[static_cast<std::size_t>(regime)];
}

Polytope3 ellipsoid(int faces) {
  const int count = (faces + 4) / 2;
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1) / static_cast<double>(count);
    const double r = std::sqrt(1 - z * z);
    const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
    points.push_back({500 * r * std::cos(angle), 400 * r * std::sin(angle), 400 * z});
  }
  return hull(points);
}

std::vector<Place> ellipsoid_places(const Polytope3& a, const Polytope3& b, Regime regime,
                                    int count) {
  Random random(2015 + static_cast<std::uint64_t>(regime));
  std::vector<Place> places;
  for (int i = 0; i < count; ++i) {
    const Pose3 pose_a = Pose3::from_wxyz(random_turn(random)).value();
    const auto turn = random_turn(random);
    const Way way{turn, random_direction(random)};
    const double contact = contact_along(way, 1100, [&](const Pose3& pose_b) {
      return static_cast<bool>(intersects(Posed3{a, pose_a}, Posed3{b, pose_b}));
    });
    places.push_back({pose_a, way.at(distance_of(regime, random, contact, 1000))});
  }
  return places;
}

// Lengths are in metres, z up. The paper gives no measures, only counts: 5 parts of 308 vertices
// for the table, 10 parts of 68 for the chair.
std::vector<Polytope3> table_parts() {
  std::vector<Polytope3> parts{post(74, 0.6, 0, 0, 0.71, 0.74)};
  for (const double x : {-0.35, 0.35}) {
    for (const double y : {-0.35, 0.35}) parts.push_back(post(20, 0.025, x, y, 0, 0.71));
  }
  return parts;
}

std::vector<Polytope3> chair_parts() {
  std::vector<Polytope3> parts{block({-0.22, -0.22, 0.43}, {0.22, 0.22, 0.46})};
  for (const double x : {-0.19, 0.19}) {
    for (const double y : {-0.19, 0.19}) parts.push_back(post(3, 0.025, x, y, 0, 0.43));
    parts.push_back(block({x - 0.02, 0.18, 0.46}, {x + 0.02, 0.22, 0.9}));
  }
  for (const double z : {0.6, 0.8}) {
    parts.push_back(block({-0.17, 0.19, z}, {0.17, 0.21, z + 0.08}));
  }
  // The brace below the seat.
  parts.push_back(hull({{-0.1, 0, 0.43}, {0.1, 0.1, 0.43}, {0.1, -0.1, 0.43}, {0, 0, 0.36}}));
  return parts;
}

std::vector<Place> chair_places(const std::vector<Polytope3>& table,
                                const std::vector<Polytope3>& chair, int count) {
  Random random(9);
  std::vector<Place> places;
  for (int i = 0; i < count; ++i) {
    const double yaw = random.in(-std::numbers::pi, std::numbers::pi);
    const std::array<double, 4> upright{std::cos(yaw / 2), 0, 0, std::sin(yaw / 2)};
    const std::array<double, 4> toppled = random_turn(random);
    const double angle = random.in(-std::numbers::pi, std::numbers::pi);
    const Way way{i % 2 == 0 ? upright : toppled, {std::cos(angle), std::sin(angle), 0}};
    const double contact = contact_along(way, 3, [&](const Pose3& pose) {
      for (const Polytope3& p : table) {
        for (const Polytope3& q : chair) {
          if (intersects(Posed3{p}, Posed3{q, pose})) return true;
        }
      }
      return false;
    });
    const double apart[] = {random.in(0.05, 0.3), random.in(0.001, 0.01), -random.in(0.01, 0.05)};
    places.push_back({Pose3::identity(), way.at(contact + apart[i % 3])});
  }
  return places;
}

}  // namespace sunder::cli
