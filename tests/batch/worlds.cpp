// SPDX-License-Identifier: Apache-2.0
#include "batch/worlds.hpp"

namespace sunder::test {
namespace {

using Rows = World<3>::Rows;

Rows from_quaternion(double w, double x, double y, double z, const Vector3& t) {
  const double s = 2 / (w * w + x * x + y * y + z * z);
  return {1 - s * (y * y + z * z), s * (x * y - z * w),     s * (x * z + y * w),     t[0],
          s * (x * y + z * w),     1 - s * (x * x + z * z), s * (y * z - x * w),     t[1],
          s * (x * z - y * w),     s * (y * z + x * w),     1 - s * (x * x + y * y), t[2]};
}

Vector3 vector_in(Random& random, double reach) {
  Vector3 v{};
  for (double& entry : v) entry = between(random, -reach, reach);
  return v;
}

Polytope3 box_about(const Vector3& centre, const Vector3& half) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) {
    Vector3 corner{};
    for (std::size_t k = 0; k < 3; ++k) {
      corner[k] = centre[k] + (((i >> k) & 1) != 0 ? half[k] : -half[k]);
    }
    corners.push_back(corner);
  }
  return Polytope3::from_points(corners).value();
}

Vector3 half_extents(Random& random, double least = 0.2) {
  Vector3 half{};
  for (double& entry : half) entry = between(random, least, 1.2);
  return half;
}

void add_boxes(World<3>& world, Random& random, int count, double off_centre = 0) {
  for (int i = 0; i < count; ++i) {
    const Vector3 half = half_extents(random);
    const Vector3 centre = vector_in(random, off_centre);
    world.hulls.push_back(box_about(centre, half));
  }
}

World<3> turned_boxes(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  add_boxes(world, random, 12);
  for (int i = 0; i < 60; ++i) world.rows.push_back(rotation(random, 1.2));
  world.add_random_items(random, items);
  return world;
}

World<3> boxes_off_centre(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  add_boxes(world, random, 12, 2);
  for (int i = 0; i < 60; ++i) world.rows.push_back(rotation(random, 1.5));
  world.add_random_items(random, items);
  return world;
}

/// One map offset of 1e6 for all: float offsets would be off by 1/16.
World<3> boxes_far_from_the_origin(std::uint64_t seed, int items) {
  World<3> world = turned_boxes(seed, items);
  for (Rows& rows : world.rows) {
    rows[3] += 1e6;
    rows[7] -= 3e6;
    rows[11] += 5e5;
  }
  return world;
}

/// Integers: stacked, touching, equal and contained boxes, quarter turns.
World<3> boxes_on_a_grid(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  for (int i = 0; i < 8; ++i) {
    Vector3 half{};
    for (double& entry : half) entry = 1 + below(random, 2);
    world.hulls.push_back(box_about({0, 0, 0}, half));
  }
  for (int i = 0; i < 60; ++i) {
    Rows rows{};
    const std::int32_t turn = below(random, 3);
    for (int l = 0; l < 3; ++l) {
      rows[static_cast<std::size_t>(4 * l + (l + turn) % 3)] = below(random, 2) == 0 ? 1 : -1;
      rows[static_cast<std::size_t>(4 * l + 3)] = below(random, 7) - 3;
    }
    world.rows.push_back(rows);
  }
  world.add_random_items(random, items);
  return world;
}

/// Matrices slightly, and not so slightly, off a rotation: their columns are no normals.
World<3> sheared_boxes(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  add_boxes(world, random, 12);
  for (int i = 0; i < 60; ++i) {
    Rows rows = rotation(random, 1.2);
    const double shear = std::ldexp(1.0, -4 * below(random, 12));
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double by = between(random, -shear, shear);
      if (k % 4 != 3) rows[k] += by;
    }
    world.rows.push_back(rows);
  }
  world.add_random_items(random, items);
  return world;
}

/// Mirrored, scaled, flattened and collapsed by their matrices.
World<3> scaled_boxes(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  add_boxes(world, random, 12);
  for (int i = 0; i < 60; ++i) {
    Rows rows = rotation(random, 1.2);
    const double scale = std::array{-1.0, 0.5, 1.001, 3.0, 0.0, 0x1p-40}[std::size_t(i % 6)];
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (k % 4 == std::size_t(i) % 3) rows[k] *= scale;
    }
    world.rows.push_back(rows);
  }
  world.add_random_items(random, items);
  return world;
}

/// Edges that are parallel up to 1e-3 to 1e-20: the direction of their cross products is
/// undetermined.
World<3> almost_aligned_boxes(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  add_boxes(world, random, 12);
  for (int i = 0; i < 60; ++i) {
    const double angle = std::pow(10.0, -3 - below(random, 18));
    const Vector3 axis = vector_in(random, angle);
    const Vector3 t = vector_in(random, 1.5);
    world.rows.push_back(from_quaternion(1, axis[0], axis[1], axis[2], t));
  }
  world.add_random_items(random, items);
  return world;
}

/// Moves b along `way` from a, by bisection in this many steps.
void bring_to_contact(const Polytope3& hull_a, const Polytope3& hull_b, const Rows& a, Rows& b,
                      const Vector3& way, int steps) {
  const Pose3 pose_a = Pose3::from_matrix(a).value();
  double inside = 0;
  double outside = 64;
  for (int step = 0; step < steps; ++step) {
    const double middle = 0.5 * (inside + outside);
    for (std::size_t l = 0; l < 3; ++l) b[4 * l + 3] = a[4 * l + 3] + middle * way[l];
    const Pose3 pose_b = Pose3::from_matrix(b).value();
    const bool meets =
        static_cast<bool>(intersects(Posed3{hull_a, pose_a}, Posed3{hull_b, pose_b}));
    (meets ? inside : outside) = middle;
  }
}

/// Pairs brought to contact by bisection, to the last bits and slightly to either side.
World<3> boxes_near_contact(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  add_boxes(world, random, 12);
  for (int i = 0; i < items; ++i) {
    const std::int32_t of_a = below(random, world.hulls.size());
    const std::int32_t of_b = below(random, world.hulls.size());
    const Rows a = rotation(random, 1);
    Rows b = rotation(random, 1);
    const Vector3 way = vector_in(random, 1);
    bring_to_contact(world.hulls[std::size_t(of_a)], world.hulls[std::size_t(of_b)], a, b, way,
                     20 + below(random, 40));
    if (below(random, 2) == 0) b[3] = std::nextafter(b[3], between(random, -9, 9));
    const auto first = static_cast<std::int32_t>(world.rows.size());
    world.rows.push_back(a);
    world.rows.push_back(b);
    world.add_item(of_a, of_b, first, first + 1);
  }
  return world;
}

/// Slender boxes, 1 to 1e6, with numbers from 1e-30 to 1e30, and subnormal ones.
World<3> boxes_of_every_size(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  const std::array scales{1e-310, 1e-40, 1e-30, 1e-19, 1.0, 1e6, 1e12, 1e19, 1e30, 1e200};
  for (const double scale : scales) {
    for (int i = 0; i < 3; ++i) {
      Vector3 half = half_extents(random);
      for (double& entry : half) entry *= scale;
      if (i == 1) half[std::size_t(below(random, 3))] *= 1e-6;
      world.hulls.push_back(box_about({0, 0, 0}, half));
    }
    for (int i = 0; i < 6; ++i) {
      Rows rows = rotation(random, 1.5);
      for (std::size_t l = 0; l < 3; ++l) rows[4 * l + 3] *= scale;
      world.rows.push_back(rows);
    }
  }
  for (int i = 0; i < items; ++i) {
    // Mostly of one scale.
    const std::int32_t scale = below(random, scales.size());
    const std::int32_t of_a = 3 * scale + below(random, 3);
    const std::int32_t of_b = below(random, 4) == 0 ? below(random, 30) : 3 * scale + i % 3;
    const std::int32_t at_a = 6 * scale + below(random, 6);
    const std::int32_t at_b = below(random, 4) == 0 ? below(random, 60) : 6 * scale + i % 6;
    world.add_item(of_a, of_b, at_a, at_b);
  }
  return world;
}

/// Sheared by 1e-3 to 1e-9 and brought to contact: columns mistaken for normals would prove false
/// overlaps here.
World<3> sheared_boxes_near_contact(std::uint64_t seed, int items) {
  World<3> world = boxes_near_contact(seed, 0);
  Random random(seed + 1);
  for (int i = 0; i < items; ++i) {
    const double shear = std::pow(10.0, -3 - below(random, 7));
    const std::int32_t of_a = below(random, world.hulls.size());
    const std::int32_t of_b = below(random, world.hulls.size());
    Rows a = rotation(random, 1);
    Rows b = rotation(random, 1);
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (k % 4 == 3) continue;
      a[k] += between(random, -shear, shear);
      b[k] += between(random, -shear, shear);
    }
    const Vector3 way = vector_in(random, 1);
    bring_to_contact(world.hulls[std::size_t(of_a)], world.hulls[std::size_t(of_b)], a, b, way,
                     12 + below(random, 20));
    const auto first = static_cast<std::int32_t>(world.rows.size());
    world.rows.push_back(a);
    world.rows.push_back(b);
    world.add_item(of_a, of_b, first, first + 1);
  }
  return world;
}

World<3> hulls_and_boxes(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  add_boxes(world, random, 4);
  for (int i = 0; i < 8; ++i) {
    std::vector<Vector3> points;
    const int count = 4 + below(random, 28);
    for (int k = 0; k < count; ++k) points.push_back(vector_in(random, 1));
    world.hulls.push_back(Polytope3::from_points(points).value());
  }
  for (int i = 0; i < 60; ++i) world.rows.push_back(rotation(random, i % 2 == 0 ? 1.2 : 4));
  world.add_random_items(random, items);
  return world;
}

/// Flat sets, segments, points and empty bodies, on a lattice.
World<3> lattice_hulls(std::uint64_t seed, int items) {
  World<3> world;
  Random random(seed);
  world.hulls.emplace_back();
  for (int i = 0; i < 12; ++i) {
    std::vector<Vector3> points;
    const int count = 1 + below(random, 7);
    for (int k = 0; k < count; ++k) {
      Vector3 point{};
      for (double& entry : point) entry = below(random, 5) - 2;
      if (i % 3 == 0) point[2] = 0;
      points.push_back(point);
    }
    world.hulls.push_back(Polytope3::from_points(points).value());
  }
  for (int i = 0; i < 40; ++i) {
    Rows rows{};
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = below(random, 3) - 1;
    world.rows.push_back(rows);
  }
  world.add_random_items(random, items);
  return world;
}

constexpr std::array kMakers{Maker3{"turned boxes", turned_boxes},
                             Maker3{"boxes off centre", boxes_off_centre},
                             Maker3{"boxes far from the origin", boxes_far_from_the_origin},
                             Maker3{"boxes on a grid", boxes_on_a_grid},
                             Maker3{"sheared boxes", sheared_boxes},
                             Maker3{"scaled boxes", scaled_boxes},
                             Maker3{"almost aligned boxes", almost_aligned_boxes},
                             Maker3{"boxes near contact", boxes_near_contact},
                             Maker3{"sheared boxes near contact", sheared_boxes_near_contact},
                             Maker3{"boxes of every size", boxes_of_every_size},
                             Maker3{"hulls and boxes", hulls_and_boxes},
                             Maker3{"lattice hulls", lattice_hulls}};

}  // namespace

World<3>::Rows rotation(Random& random, double reach) {
  const double w = between(random, -1, 1);
  const double x = between(random, -1, 1);
  const double y = between(random, -1, 1);
  const double z = between(random, 0.01, 1);
  return from_quaternion(w, x, y, z, vector_in(random, reach));
}

std::span<const Maker3> makers3() { return kMakers; }

World<2> polygons(std::uint64_t seed, int items) {
  World<2> world;
  Random random(seed);
  world.hulls.push_back(Polytope2::box({1, 0.5}));
  for (int i = 0; i < 8; ++i) {
    std::vector<Vector2> points;
    const int count = 1 + below(random, 9);
    for (int k = 0; k < count; ++k) {
      const double x = i % 2 == 0 ? below(random, 5) - 2 : between(random, -1, 1);
      const double y = i % 2 == 0 ? below(random, 5) - 2 : between(random, -1, 1);
      points.push_back({x, y});
    }
    world.hulls.push_back(Polytope2::from_points(points).value());
  }
  for (int i = 0; i < 40; ++i) {
    const bool whole = i % 2 == 0;
    const double angle = whole ? 0 : between(random, 0, 6.28);
    const double x = whole ? below(random, 5) - 2 : between(random, -2, 2);
    const double y = whole ? below(random, 5) - 2 : between(random, -2, 2);
    world.rows.push_back(
        {std::cos(angle), -std::sin(angle), x, std::sin(angle), std::cos(angle), y});
  }
  world.add_random_items(random, items);
  return world;
}

}  // namespace sunder::test
