// SPDX-License-Identifier: Apache-2.0
#include "mesh/polycubes.hpp"

#include <algorithm>
#include <cstdlib>

namespace sunder::test {
namespace {

using suite::Random;

std::size_t axis_of(Random& random) { return static_cast<std::size_t>(random.in(0, 2)); }

/// A rectangle of one lattice plane, its front along +axis or -axis.
struct Rectangle {
  std::size_t axis;
  bool front;
  int height;
  std::array<int, 2> lower, upper;  ///< along the two axes that follow
};

Vector3 place(const Rectangle& r, double u, double v) {
  Vector3 p{};
  p[r.axis] = r.height;
  p[(r.axis + 1) % 3] = u;
  p[(r.axis + 2) % 3] = v;
  return p;
}

/// Splits a rectangle, its corners counter-clockwise from the front.
void add_quad(Soup& soup, Random& random, const std::array<Vector3, 4>& corners, int depth) {
  const auto middle = [](const Vector3& p, const Vector3& q) {
    return Vector3{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2};
  };
  if (depth > 0 && random.chance(1, 4)) {
    const Vector3 low = middle(corners[0], corners[1]), high = middle(corners[2], corners[3]);
    add_quad(soup, random, {corners[0], low, high, corners[3]}, depth - 1);
    add_quad(soup, random, {low, corners[1], corners[2], high}, depth - 1);
    return;
  }
  std::array<std::int32_t, 4> c{};
  for (std::size_t i = 0; i < 4; ++i) c[i] = soup.add(corners[i]);
  if (random.chance(1, 4)) {
    const std::int32_t inner = soup.add(
        middle(corners[0], random.chance(1, 2) ? corners[2] : middle(corners[1], corners[2])));
    for (std::size_t i = 0; i < 4; ++i) soup.triangles.push_back({c[i], c[(i + 1) % 4], inner});
  } else if (random.chance(1, 2)) {
    soup.triangles.push_back({c[0], c[1], c[2]});
    soup.triangles.push_back({c[0], c[2], c[3]});
  } else {
    soup.triangles.push_back({c[0], c[1], c[3]});
    soup.triangles.push_back({c[1], c[2], c[3]});
  }
}

void add_rectangle(Soup& soup, Random& random, const Rectangle& r, int depth) {
  std::array<Vector3, 4> corners{place(r, r.lower[0], r.lower[1]), place(r, r.upper[0], r.lower[1]),
                                 place(r, r.upper[0], r.upper[1]),
                                 place(r, r.lower[0], r.upper[1])};
  if (!r.front) std::swap(corners[1], corners[3]);
  const int turn = random.in(0, 3);
  std::rotate(corners.begin(), corners.begin() + turn, corners.end());
  add_quad(soup, random, corners, depth);
}

/// The outer faces, neighbours in a row joined at random.
std::vector<Rectangle> outer_faces(const Cells& cells, Random& random) {
  const int joined = random.in(0, 3);
  std::vector<Rectangle> faces;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const int step : {-1, 1}) {
      Cells open;  // cells whose face lies on the outside
      for (const Cell& cell : cells) {
        Cell next = cell;
        next[axis] += step;
        if (!cells.contains(next)) open.insert(cell);
      }
      while (!open.empty()) {
        Cell first = *open.begin(), last = first;
        open.erase(first);
        const std::size_t along = random.chance(1, 2) ? u : v;
        Cell next = last;
        for (++next[along]; joined > 0 && random.chance(joined, 3) && open.erase(next) > 0;
             ++next[along])
          last = next;
        faces.push_back({axis,
                         step > 0,
                         first[axis] + (step > 0 ? 1 : 0),
                         {first[u], first[v]},
                         {last[u] + 1, last[v] + 1}});
      }
    }
  }
  return faces;
}

Cells box_of(const Cell& size) {
  Cells cells;
  for (int x = 0; x < size[0]; ++x) {
    for (int y = 0; y < size[1]; ++y) {
      for (int z = 0; z < size[2]; ++z) cells.insert({x, y, z});
    }
  }
  return cells;
}

Cells hollow_box(const Cell& size) {
  Cells cells = box_of(size);
  std::erase_if(cells, [&](const Cell& c) {
    return c[0] > 0 && c[1] > 0 && c[2] > 0 && c[0] + 1 < size[0] && c[1] + 1 < size[1] &&
           c[2] + 1 < size[2];
  });
  return cells;
}

Cells ring(int size) {
  Cells cells = box_of({size, size, 1});
  std::erase_if(cells, [&](const Cell& c) {
    return c[0] > 0 && c[1] > 0 && c[0] + 1 < size && c[1] + 1 < size;
  });
  return cells;
}

Cells blob(Random& random, int count) {
  std::vector<Cell> cells{{0, 0, 0}};
  Cells set{cells[0]};
  while (static_cast<int>(cells.size()) < count) {
    Cell cell = random.pick(cells);
    cell[axis_of(random)] += random.nonzero(1);
    if (set.insert(cell).second) cells.push_back(cell);
  }
  return set;
}

}  // namespace

Cells LatticeMap::of(const Cells& cells) const {
  Cells result;
  for (const Cell& cell : cells) {
    // The image of the cell's centre, doubled.
    Cell image{};
    for (std::size_t i = 0; i < 3; ++i) {
      int sum = 2 * offset[i];
      for (std::size_t j = 0; j < 3; ++j) sum += turn[i][j] * (2 * cell[j] + 1);
      image[i] = (sum - 1) / 2;
      if (sum - 1 < 0 && (sum - 1) % 2 != 0) std::abort();
    }
    result.insert(image);
  }
  return result;
}

int LatticeMap::determinant() const {
  return turn[0][0] * (turn[1][1] * turn[2][2] - turn[1][2] * turn[2][1]) -
         turn[0][1] * (turn[1][0] * turn[2][2] - turn[1][2] * turn[2][0]) +
         turn[0][2] * (turn[1][0] * turn[2][1] - turn[1][1] * turn[2][0]);
}

LatticeMap draw_map(Random& random, int reach, bool mirrors) {
  LatticeMap map;
  std::vector<int> order{0, 1, 2};
  random.shuffle(order);
  for (std::size_t i = 0; i < 3; ++i) {
    map.turn[i] = {};
    map.turn[i][static_cast<std::size_t>(order[i])] = random.nonzero(1);
    map.offset[i] = random.in(-reach, reach);
  }
  if (!mirrors && map.determinant() < 0) {
    for (int& entry : map.turn[0]) entry = -entry;
  }
  return map;
}

Cells draw_cells(Random& random) {
  switch (random.in(0, 5)) {
    case 0:
    case 1:
      return blob(random, random.in(1, 14));
    case 2: {  // cells that touch by faces, edges, corners or not at all
      Cells cells;
      for (int i = random.in(1, 16); i > 0; --i)
        cells.insert({random.in(0, 3), random.in(0, 3), random.in(0, 3)});
      return cells;
    }
    case 3: {
      const Cell size{random.in(3, 4), random.in(3, 4), random.in(3, 5)};
      Cells cells = hollow_box(size);
      if (random.chance(1, 3)) cells.erase({size[0] / 2, size[1] / 2, 0});  // a door
      if (random.chance(1, 3)) cells.insert({1, 1, random.in(1, 3)});       // something inside
      return cells;
    }
    case 4:
      return ring(random.in(3, 5));
    default:
      return box_of({random.in(1, 5), random.in(1, 3), random.in(1, 3)});
  }
}

std::array<Cells, 2> draw_fit(Random& random) {
  const Cell size{random.in(2, 5), random.in(2, 5), random.in(2, 4)};
  Cells whole = box_of(size), part;
  switch (random.in(0, 2)) {
    case 0: {  // a peg and its hole
      const int x = random.in(0, size[0] - 1), y = random.in(0, size[1] - 1);
      for (int z = random.in(0, 1); z < size[2]; ++z) part.insert({x, y, z});
      break;
    }
    case 1:  // a random part and the rest
      for (const Cell& cell : whole) {
        if (random.chance(1, 3)) part.insert(cell);
      }
      break;
    default: {  // two rings, linked
      whole = ring(4);
      for (const Cell& c : ring(4)) part.insert({c[0] + 2, 1, c[1] - 2});
      if (random.chance(1, 2)) {
        Cells moved;
        for (const Cell& c : part) moved.insert({c[0], c[1], c[2] + 1});
        part = moved;
      }
      break;
    }
  }
  if (part.empty()) part.insert(*whole.begin());
  for (const Cell& cell : part) whole.erase(cell);
  if (whole.empty()) whole.insert({9, 9, 9});
  // Perhaps one cell too many.
  if (random.chance(1, 6))
    part.insert(*std::next(whole.begin(), random.in(0, static_cast<int>(whole.size()) - 1)));
  return {whole, part};
}

Verdict count_cells(const Cells& a, const Cells& b, const std::array<int, 3>& nudge) {
  Verdict verdict = Verdict::separated;
  for (const Cell& p : a) {
    for (const Cell& q : b) {
      bool overlap = true, meet = true;
      for (std::size_t k = 0; k < 3; ++k) {
        const int apart = q[k] - p[k];  // intervals [p, p + 1] and [q, q + 1], the second nudged
        const bool along = std::abs(apart) == 1 && apart * nudge[k] < 0;
        overlap = overlap && (apart == 0 || along);
        meet = meet && (apart == 0 || along || (std::abs(apart) == 1 && nudge[k] == 0));
      }
      if (overlap) return Verdict::overlapping;
      if (meet) verdict = Verdict::touching;
    }
  }
  return verdict;
}

Soup draw_mesh(const Cells& cells, Random& random) {
  Soup soup;
  const int depth = cells.size() > 20 ? 0 : std::max(0, random.in(-2, 2));
  for (const Rectangle& face : outer_faces(cells, random)) add_rectangle(soup, random, face, depth);
  for (const Cell& cell : cells) {
    if (!random.chance(1, 16)) continue;
    const auto at = [&](double step) {
      return Vector3{cell[0] + step, cell[1] + step, cell[2] + step};
    };
    soup.add(box_soup(at(0.25), at(0.75)));
  }
  if (random.chance(1, 4)) soup.turn_inside_out();
  soup.shuffle(random);
  return soup;
}

std::vector<Part3> boxes_of(const Cells& cells, const Vector3& nudge) {
  const Polytope3 box = Polytope3::box({0.5, 0.5, 0.5});
  std::vector<Part3> parts;
  for (const Cell& c : cells) {
    parts.push_back({box, Pose3::translation(
                              {c[0] + 0.5 + nudge[0], c[1] + 0.5 + nudge[1], c[2] + 0.5 + nudge[2]})
                              .value()});
  }
  return parts;
}

}  // namespace sunder::test
