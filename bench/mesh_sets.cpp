// SPDX-License-Identifier: Apache-2.0
//
// Makes meshes of machines and buildings, and pairs of them whose places are known. All are equal on every run.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "bench/meshes.hpp"
#include "bench/random.hpp"

namespace sunder::bench {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

Vector3 sum(const Vector3& p, const Vector3& q, double factor) {
  return {p[0] + factor * q[0], p[1] + factor * q[1], p[2] + factor * q[2]};
}

/// Joins the points of a closed grid: the point at (i, j) is i * columns + j, and both indices wrap around.
Triangles closed_grid(int rows, int columns, std::vector<Vector3> points) {
  Triangles mesh{std::move(points), {}};
  const auto at = [&](int i, int j) { return (i % rows) * columns + j % columns; };
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      mesh.corners.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.corners.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

/// The outer faces of some cells of a lattice. Cell (i, j, k) is the box between the planes i and i + 1, and so on.
template <class IsFull>
Triangles cells(const std::array<std::vector<double>, 3>& planes, const IsFull& is_full) {
  Triangles mesh;
  std::map<std::array<int, 3>, std::int32_t> index;
  const auto add_point = [&](const std::array<int, 3>& at) {
    const auto [entry, is_new] =
        index.try_emplace(at, static_cast<std::int32_t>(mesh.points.size()));
    if (is_new) {
      Vector3 p{};
      for (std::size_t k = 0; k < 3; ++k) p[k] = planes[k][static_cast<std::size_t>(at[k])];
      mesh.points.push_back(p);
    }
    return entry->second;
  };
  std::array<int, 3> count{};
  for (std::size_t k = 0; k < 3; ++k) count[k] = static_cast<int>(planes[k].size()) - 1;
  const auto full = [&](const std::array<int, 3>& c) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (c[k] < 0 || c[k] >= count[k]) return false;
    }
    return static_cast<bool>(is_full(c[0], c[1], c[2]));
  };
  std::array<int, 3> c{};
  for (c[0] = 0; c[0] < count[0]; ++c[0]) {
    for (c[1] = 0; c[1] < count[1]; ++c[1]) {
      for (c[2] = 0; c[2] < count[2]; ++c[2]) {
        if (!full(c)) continue;
        for (std::size_t k = 0; k < 3; ++k) {
          const std::size_t u = (k + 1) % 3, v = (k + 2) % 3;
          for (const int side : {0, 1}) {
            std::array<int, 3> neighbour = c, corner = c;
            neighbour[k] += side == 1 ? 1 : -1;
            if (full(neighbour)) continue;
            corner[k] += side;
            std::array<std::int32_t, 4> p{};
            for (std::size_t i = 0; i < 4; ++i) {
              std::array<int, 3> at = corner;
              at[u] += i == 1 || i == 2 ? 1 : 0;
              at[v] += i >= 2 ? 1 : 0;
              p[i] = add_point(at);
            }
            if (side == 0) std::swap(p[1], p[3]);
            mesh.corners.push_back({p[0], p[1], p[2]});
            mesh.corners.push_back({p[0], p[2], p[3]});
          }
        }
      }
    }
  }
  return mesh;
}

Mesh3 built(const Triangles& mesh) {
  return Mesh3::from_triangles(mesh.points, mesh.corners).value();
}

double size_of(const Triangles& mesh) {
  double square = 0;
  for (const Vector3& p : mesh.points)
    square = std::max(square, p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  return 2 * std::sqrt(square);
}

Pose3 pose_at(const Vector3& axis, double half_angle, const Vector3& place) {
  const double s = std::sin(half_angle);
  return Pose3::from_wxyz({std::cos(half_angle), s * axis[0], s * axis[1], s * axis[2]}, place)
      .value();
}

}  // namespace

Triangles bumpy_sphere(int rows) {
  Triangles mesh;
  const int columns = 2 * rows;
  mesh.points.push_back({0, 0, 1});
  for (int i = 1; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const double a = std::numbers::pi * i / rows, b = kTurn * j / columns;
      const double r = 1 + 0.1 * std::sin(5 * a + 1) * std::sin(7 * b);
      mesh.points.push_back(
          {r * std::sin(a) * std::cos(b), r * std::sin(a) * std::sin(b), r * std::cos(a)});
    }
  }
  mesh.points.push_back({0, 0, -1});
  const auto at = [&](int i, int j) { return 1 + (i - 1) * columns + j % columns; };
  const int last = static_cast<int>(mesh.points.size()) - 1;
  for (int j = 0; j < columns; ++j) {
    mesh.corners.push_back({0, at(1, j), at(1, j + 1)});
    mesh.corners.push_back({last, at(rows - 1, j + 1), at(rows - 1, j)});
    for (int i = 1; i < rows - 1; ++i) {
      mesh.corners.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.corners.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

Triangles gear(int columns, int layers, int rings) {
  std::vector<Vector3> points;
  const int half = layers + rings, around = 2 * half;
  for (int j = 0; j < columns; ++j) {
    const double angle = kTurn * j / columns;
    // Teeth with flat tops and bottoms.
    const double tooth = std::clamp(3 * std::sin(16 * angle), -1.0, 1.0);
    const double inner = 0.4, outer = 0.92 + 0.08 * tooth;
    for (int i = 0; i < around; ++i) {
      // Up the bore and out over the top; down the teeth and back in over the bottom.
      const int at = i % half;
      double up = at < layers ? 1.0 * at / layers : 1.0,
             out = at < layers ? 0 : 1.0 * (at - layers) / rings;
      if (i >= half) up = 1 - up, out = 1 - out;
      const double r = inner + (outer - inner) * out, z = 0.15 * (2 * up - 1);
      points.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
  }
  return closed_grid(columns, around, std::move(points));
}

Triangles knot(int columns, int around) {
  std::vector<Vector3> points;
  const auto centre = [](double t) {
    const double r = 0.6 + 0.25 * std::cos(3 * t);
    return Vector3{r * std::cos(2 * t), r * std::sin(2 * t), 0.25 * std::sin(3 * t)};
  };
  for (int i = 0; i < columns; ++i) {
    const double t = kTurn * i / columns;
    const Vector3 p = centre(t);
    Vector3 along = sum(centre(t + 1e-4), centre(t - 1e-4), -1);
    const double length =
        std::sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
    for (double& x : along) x /= length;
    // Away from the circle that the knot winds about, across the tube.
    Vector3 out{p[0] - 0.6 * std::cos(2 * t), p[1] - 0.6 * std::sin(2 * t), p[2]};
    const double part = out[0] * along[0] + out[1] * along[1] + out[2] * along[2];
    out = sum(out, along, -part);
    const double size = std::sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (double& x : out) x /= size;
    const Vector3 across{along[1] * out[2] - along[2] * out[1],
                         along[2] * out[0] - along[0] * out[2],
                         along[0] * out[1] - along[1] * out[0]};
    for (int j = 0; j < around; ++j) {
      const double angle = kTurn * j / around;
      points.push_back(sum(sum(p, out, 0.12 * std::cos(angle)), across, 0.12 * std::sin(angle)));
    }
  }
  Triangles mesh = closed_grid(columns, around, std::move(points));
  for (auto& c : mesh.corners) std::swap(c[1], c[2]);
  return mesh;
}

Triangles bracket(int fine) {
  std::array<std::vector<double>, 3> planes;
  for (std::size_t k = 0; k < 3; ++k) {
    for (int i = 0; i <= 5 * fine; ++i) planes[k].push_back(0.25 * i / fine - 0.625);
  }
  // Two plates at a right angle, one cell thick, with a square hole in each.
  return cells(planes, [fine](int i, int j, int k) {
    i /= fine, j /= fine, k /= fine;
    if (j == 2 && ((k == 0 && i == 3) || (i == 0 && k == 3))) return false;
    return i == 0 || k == 0;
  });
}

Triangles box(const Vector3& lower, const Vector3& upper) {
  return cells({{{lower[0], upper[0]}, {lower[1], upper[1]}, {lower[2], upper[2]}}},
               [](int, int, int) { return true; });
}

Triangles box_with_window(const Vector3& lower, const Vector3& upper,
                          const std::array<double, 2>& open_lower,
                          const std::array<double, 2>& open_upper) {
  std::vector<Vector3> points;
  // Four corners of the ring; about each the section's four: outer front, outer back, inner back, inner front.
  for (int i = 0; i < 4; ++i) {
    const bool right = i == 1 || i == 2, top = i >= 2;
    const double x = right ? upper[0] : lower[0], z = top ? upper[2] : lower[2];
    const double u = right ? open_upper[0] : open_lower[0], w = top ? open_upper[1] : open_lower[1];
    points.push_back({x, lower[1], z});
    points.push_back({x, upper[1], z});
    points.push_back({u, upper[1], w});
    points.push_back({u, lower[1], w});
  }
  return closed_grid(4, 4, std::move(points));
}

MeshSet pairs_of(const Triangles& mesh) {
  constexpr std::size_t kPairs = 30;
  MeshSet set{{mesh}, {}, {{"overlapping"}, {"near", true}, {"far", true}}};
  std::array<std::vector<MeshSet::Pair>, 3> pairs;
  const Body3 body{{built(mesh)}};
  const double size = size_of(mesh);
  Random random(7);
  while (pairs[0].size() < kPairs) {
    const Vector3 n = random_direction(random), axis = random_direction(random);
    const double half_angle = random.in(0.1, 3);
    const double deep = random.in(0.05, 0.5), close = random.in(0.001, 0.01),
                 away = random.in(0.5, 2);
    // Where does the second one, coming along the line, meet the first?
    const double start = 2 * size;
    const Pose3 from = pose_at(axis, half_angle, sum({}, n, start));
    const BodyCast cast = sunder::cast({body, Pose3::identity()}, {}, {body, from},
                                       Motion3::linear(sum({}, n, -start)).value())
                              .value();
    if (!cast) continue;
    const double contact = start * (1 - cast.time.lower);
    const Pose3 inside = pose_at(axis, half_angle, sum({}, n, contact - deep * size));
    if (intersects({body, Pose3::identity()}, {body, inside}).verdict != Verdict::overlapping)
      continue;
    const std::array<Pose3, 3> poses{inside,
                                     pose_at(axis, half_angle, sum({}, n, contact + close * size)),
                                     pose_at(axis, half_angle, sum({}, n, contact + away * size))};
    for (std::size_t i = 0; i < 3; ++i) pairs[i].push_back({0, 0, Pose3::identity(), poses[i]});
  }
  for (std::size_t i = 0; i < 3; ++i) {
    set.cells[i].first = set.pairs.size();
    set.cells[i].count = kPairs;
    set.pairs.insert(set.pairs.end(), pairs[i].begin(), pairs[i].end());
  }
  return set;
}

MeshSet building_elements() {
  MeshSet set;
  set.touches = true;
  const auto add = [&](Triangles mesh) {
    set.meshes.push_back(std::move(mesh));
    return set.meshes.size() - 1;
  };
  const auto touch = [&](std::size_t a, std::size_t b) {
    set.pairs.push_back({a, b, Pose3::identity(), Pose3::identity()});
  };
  // Walls stand between slabs; those along x stand between those along y. Planes that are shared are equal doubles.
  const auto line = [](int i) { return 4.1 * i; };
  const auto before = [&](int i) { return line(i) - 0.1; };
  const auto behind = [&](int i) { return line(i) + 0.1; };
  const auto floor_of = [](int k) { return 2.9 * k; };
  for (int storey = 0; storey < 2; ++storey) {
    const double bottom = floor_of(storey), top = floor_of(storey + 1) - 0.2;
    std::vector<std::size_t> along_y, along_x;
    for (int i = 0; i < 4; ++i)
      along_y.push_back(add(box({before(i), 0, bottom}, {behind(i), 6, top})));
    for (int i = 0; i < 3; ++i) {
      const double left = behind(i), right = before(i + 1);
      along_x.push_back(add(box_with_window({left, 0, bottom}, {right, 0.2, top},
                                            {left + 0.7, bottom + 0.9}, {right - 0.7, top - 0.3})));
      touch(along_x.back(), along_y[static_cast<std::size_t>(i)]);
      touch(along_y[static_cast<std::size_t>(i + 1)], along_x.back());
      along_x.push_back(add(box({left, 3, bottom}, {right, 3.15, top})));
      touch(along_y[static_cast<std::size_t>(i)], along_x.back());
      touch(along_x.back(), along_y[static_cast<std::size_t>(i + 1)]);
      const std::size_t slab =
          add(box({before(i), 0, top}, {before(i + 1), 6, floor_of(storey + 1)}));
      touch(slab, along_x.back());
      touch(along_x[along_x.size() - 2], slab);
      touch(along_y[static_cast<std::size_t>(i)], slab);
    }
  }
  const std::size_t count = set.pairs.size();
  set.cells = {{"on_a_grid", false, 0, count}, {"turned", false, count, count}};
  const Pose3 turned = Pose3::from_wxyz({0.9, 0.1, -0.2, 0.37}, {120.3, -7.1, 3.3}).value();
  for (std::size_t i = 0; i < count; ++i)
    set.pairs.push_back({set.pairs[i].a, set.pairs[i].b, turned, turned});
  return set;
}

MeshSet machine() {
  MeshSet set;
  set.meshes = {gear(48, 2, 1),
                gear(160, 3, 2),
                bracket(2),
                knot(120, 10),
                box({-1, -0.75, -0.125}, {1, 0.75, 0.125}),
                bumpy_sphere(12)};
  struct Part {
    std::size_t mesh;
    Pose3 pose;
    Vector3 lower, upper;
  };
  std::vector<Part> parts;
  Random random(11);
  const auto add = [&](std::size_t mesh, const Pose3& pose) {
    Part part{mesh, pose, {1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
    for (const Vector3& p : set.meshes[mesh].points) {
      for (int k = 0; k < 3; ++k) {
        const double x = pose.linear(k, 0) * p[0] + pose.linear(k, 1) * p[1] +
                         pose.linear(k, 2) * p[2] + pose.offset(k);
        const auto at = static_cast<std::size_t>(k);
        part.lower[at] = std::min(part.lower[at], x);
        part.upper[at] = std::max(part.upper[at], x);
      }
    }
    parts.push_back(std::move(part));
  };
  // Plates in layers with brackets that stand on them, and between the layers turned parts.
  for (int i = 0; i < 500; ++i) {
    const int column = i % 10, row = i / 10 % 10, layer = i / 100;
    const Vector3 place{2.0 * column, 1.5 * row, 1.5 * layer};
    const std::size_t kind = static_cast<std::size_t>(i % 7);
    if (kind == 4 || kind == 6) {
      add(4, Pose3::translation(place).value());
    } else if (kind == 2) {
      add(2, Pose3::translation({place[0], place[1], place[2] + 0.5}).value());
    } else {
      add(kind,
          pose_at(random_direction(random), random.in(0.1, 3),
                  {place[0] + random.in(-0.2, 0.2), place[1] + random.in(-0.2, 0.2), place[2]}));
    }
  }
  constexpr double kReach = 0.2;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      bool is_close = true;
      for (std::size_t k = 0; k < 3; ++k) {
        is_close = is_close && parts[i].lower[k] <= parts[j].upper[k] + kReach &&
                   parts[j].lower[k] <= parts[i].upper[k] + kReach;
      }
      if (is_close)
        set.pairs.push_back({parts[i].mesh, parts[j].mesh, parts[i].pose, parts[j].pose});
    }
  }
  set.cells = {{"parts", true, 0, set.pairs.size()}};
  return set;
}

}  // namespace sunder::bench
