// SPDX-License-Identifier: Apache-2.0
#include "relation/meeting_faces.hpp"

#include <optional>
#include <utility>

namespace sunder::test {
namespace {

__extension__ using Wide = __int128;
using Row = std::vector<Wide>;

/// Rows without a common divisor stay small, so that 128 bits suffice for a dozen small integers.
void reduce(Row& row) {
  Wide divisor = 0;
  for (Wide entry : row) {
    if (entry < 0) entry = -entry;
    while (entry != 0) divisor = std::exchange(entry, divisor % entry);
  }
  if (divisor > 1) {
    for (Wide& entry : row) entry /= divisor;
  }
}

/// Gauss-Jordan elimination on the first `columns` entries of each row; returns the rank.
std::size_t eliminate(std::vector<Row>& rows, std::size_t columns) {
  std::size_t rank = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && rows[pivot][column] == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[rank], rows[pivot]);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (r == rank || rows[r][column] == 0) continue;
      const Wide by = rows[rank][column];
      const Wide factor = rows[r][column];
      for (std::size_t k = 0; k < rows[r].size(); ++k) {
        rows[r][k] = rows[r][k] * by - factor * rows[rank][k];
      }
      reduce(rows[r]);
    }
    ++rank;
  }
  return rank;
}

/// The common point of one solution, over a denominator of its own: (numerators, denominator).
using CommonPoint = Row;

class Enumeration {
 public:
  Enumeration(const LatticePoints& a, const LatticePoints& b) : a_(a), b_(b) {
    faces_.in_a.assign(a.size(), false);
    faces_.in_b.assign(b.size(), false);
  }

  MeetingFaces run() {
    if (a_.empty() || b_.empty()) return faces_;
    choose(0);
    faces_.dimension_a = affine_dimension(marked(a_, faces_.in_a));
    faces_.dimension_b = affine_dimension(marked(b_, faces_.in_b));
    faces_.contact_dimension = static_cast<int>(eliminate(common_, a_[0].size() + 1)) - 1;
    return faces_;
  }

 private:
  static LatticePoints marked(const LatticePoints& points, const std::vector<bool>& in) {
    LatticePoints result;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (in[i]) result.push_back(points[i]);
    }
    return result;
  }

  void choose(std::size_t from) {
    examine();
    if (chosen_.size() == a_[0].size() + 2) return;
    for (std::size_t column = from; column < a_.size() + b_.size(); ++column) {
      chosen_.push_back(column);
      choose(column + 1);
      chosen_.pop_back();
    }
  }

  /// Marks the chosen columns if the system restricted to them has one solution, with all weights
  /// positive.
  void examine() {
    const std::size_t d = a_[0].size();
    std::vector<Row> rows(d + 2, Row(chosen_.size() + 1, 0));
    for (std::size_t c = 0; c < chosen_.size(); ++c) {
      const bool is_a = chosen_[c] < a_.size();
      const LatticePoint& point = is_a ? a_[chosen_[c]] : b_[chosen_[c] - a_.size()];
      for (std::size_t k = 0; k < d; ++k) rows[k][c] = is_a ? point[k] : -point[k];
      rows[is_a ? d : d + 1][c] = 1;
    }
    rows[d].back() = rows[d + 1].back() = 1;
    if (eliminate(rows, chosen_.size()) != chosen_.size()) return;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Wide right = rows[r].back();
      if (r >= chosen_.size() ? right != 0 : !same_sign(rows[r][r], right)) return;
    }
    for (const std::size_t column : chosen_) {
      (column < a_.size() ? faces_.in_a[column] : faces_.in_b[column - a_.size()]) = true;
    }
    add_common_point(rows);
  }

  static bool same_sign(Wide x, Wide y) { return (x > 0 && y > 0) || (x < 0 && y < 0); }

  /// Weights are right / pivot, row by row; the point is written as (x w, w).
  void add_common_point(const std::vector<Row>& rows) {
    const std::size_t d = a_[0].size();
    Wide w = 1;
    for (std::size_t r = 0; r < chosen_.size(); ++r) {
      if (chosen_[r] < a_.size()) w *= rows[r][r];
    }
    Row point(d + 1, 0);
    for (std::size_t r = 0; r < chosen_.size(); ++r) {
      if (chosen_[r] >= a_.size()) continue;
      const Wide weight = w / rows[r][r] * rows[r].back();
      for (std::size_t k = 0; k < d; ++k) point[k] += weight * a_[chosen_[r]][k];
    }
    point[d] = w;
    reduce(point);
    for (const Row& known : common_) {
      if (known == point) return;
    }
    common_.push_back(std::move(point));
  }

  const LatticePoints& a_;
  const LatticePoints& b_;
  std::vector<std::size_t> chosen_;
  std::vector<Row> common_;
  MeetingFaces faces_;
};

}  // namespace

MeetingFaces find_meeting_faces(const LatticePoints& a, const LatticePoints& b) {
  return Enumeration(a, b).run();
}

bool lies_in(const LatticePoint& x, const LatticePoints& points) {
  return find_meeting_faces({x}, points).contact_dimension >= 0;
}

int affine_dimension(const LatticePoints& points) {
  std::vector<Row> rows;
  for (const LatticePoint& point : points) {
    Row& row = rows.emplace_back(point.begin(), point.end());
    row.push_back(1);
  }
  return points.empty() ? -1 : static_cast<int>(eliminate(rows, rows[0].size())) - 1;
}

std::vector<std::int32_t> corners(const LatticePoints& points, const std::vector<bool>& among) {
  std::vector<std::int32_t> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!among[i]) continue;
    LatticePoints others;
    bool repeated = false;
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (!among[j]) continue;
      if (points[j] != points[i]) others.push_back(points[j]);
      repeated = repeated || (j < i && points[j] == points[i]);
    }
    if (!repeated && !lies_in(points[i], others)) result.push_back(static_cast<std::int32_t>(i));
  }
  return result;
}

}  // namespace sunder::test
