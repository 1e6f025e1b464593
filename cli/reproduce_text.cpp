// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "reproduce_output.hpp"

namespace sunder::cli {
namespace {

using Cells = std::vector<std::string>;

/// The first `left` columns hold words, the others numbers.
std::string columns(const std::vector<Cells>& rows, std::size_t left) {
  std::vector<std::size_t> widths;
  for (const Cells& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += c < left ? fmt::format("{:<{}}  ", row[c], widths[c])
                       : fmt::format("{:>{}}  ", row[c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, ",");
  return text;
}

/// Returns seconds as microseconds, with three digits or as an integer.
std::string micro(double seconds) {
  const double us = seconds * 1e6;
  if (us >= 99.95) return grouped(std::llround(us));
  return fmt::format("{:.{}f}", us, us < 0.9995 ? 3 : us < 9.995 ? 2 : 1);
}

/// Returns the percentage, rounded down: 100 means all of them.
std::string percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? "-" : fmt::format("{}%", 100 * part / whole);
}

std::string table_and_chair_text(const Reproduction& done) {
  const ChairResult& chair = done.chair;
  std::string text = fmt::format(
      "Experiment 1: a table ({} convex parts, {} vertices, {} faces) and a chair ({}, {}, {})\n"
      "{} places of the chair; {} pairs of parts: {} separated, {} touching, {} overlapping\n\n",
      chair.table_parts, chair.table_vertices, chair.table_faces, chair.chair_parts,
      chair.chair_vertices, chair.chair_faces, chair.places,
      grouped(chair.separated + chair.touching + chair.overlapping), grouped(chair.separated),
      chair.touching, chair.overlapping);
  std::vector<Cells> rows{
      {"algorithm", "in the paper", "mean us", "slowest us", "proved itself", "apart, not proved"}};
  for (std::size_t w = 0; w < done.who.size(); ++w) {
    const Score& score = chair.scores[w];
    rows.push_back({done.who[w].name, done.who[w].paper, micro(score.mean), micro(score.slowest),
                    percent(score.proved, score.asked), grouped(score.missed)});
  }
  return text + columns(rows, 2) +
         "\n\"apart, not proved\": separated pairs for which the algorithm had no proof; the "
         "paper's "
         "rule\n"
         "calls those collisions. Here the exact stage answers them.\n";
}

std::string cell_of(const Score& score) {
  if (score.over_budget > 0) return "-";
  std::string cell = micro(score.mean);
  if (score.proved < score.asked) cell += " " + percent(score.proved, score.asked);
  return cell;
}

std::string ellipsoids_text(const Reproduction& done) {
  std::string text = fmt::format(
      "Experiment 2: two ellipsoids with half axes 500, 400, 400 and as many triangles each as "
      "the\n"
      "column says; mean over {} places of the time of a proven answer, in us. A share stands\n"
      "where the algorithm did not prove all answers itself and the exact stage had the last "
      "word.\n",
      done.effort.places);
  for (const EllipsoidResult& result : done.ellipsoids) {
    std::vector<Cells> rows{{std::string(to_string(result.regime)), "in the paper"}};
    for (const int faces : result.faces) rows[0].push_back(grouped(faces));
    std::string out;
    for (std::size_t w = 0; w < done.who.size(); ++w) {
      Cells& row = rows.emplace_back(Cells{done.who[w].name, done.who[w].paper});
      for (const auto& scores : result.scores) row.push_back(cell_of(scores[w]));
      const Score& last = result.scores.back()[w];
      if (last.over_budget > 0) {
        out += fmt::format("{} left out: {:.2g} s at {} faces\n", done.who[w].name,
                           last.over_budget, grouped(last.out_since));
      }
    }
    text += "\n" + columns(rows, 2) + out;
  }
  return text;
}

std::string point_text(const Point& point) {
  std::string text = "(";
  for (std::size_t k = 0; k < point.size(); ++k) {
    // Prints -0.0000 as 0.0000.
    text += fmt::format("{}{:.4f}", k == 0 ? "" : ", ", std::round(point[k] * 1e4) / 1e4 + 0.0);
  }
  return text + ")";
}

std::string points_of(const std::vector<Point>& points) {
  std::string text;
  for (const Point& point : points) {
    text += text.empty() ? "(" : " (";
    for (std::size_t k = 0; k < point.size(); ++k) {
      text += fmt::format("{}{:.3f}", k == 0 ? "" : ", ", point[k]);
    }
    text += ")";
  }
  return text;
}

std::string closest_points_text(const Reproduction& done) {
  std::string text = "Experiment 3: closest points of the paper's tables 1 and 2\n";
  for (const PrintedCase& printed : printed_cases()) {
    text += fmt::format("\n{}\n  A  {}\n  B  {}\n", printed.name, points_of(printed.a),
                        points_of(printed.b));
    std::vector<Cells> rows{{"  who", "P", "Q", "distance", "off by"},
                            {"  printed", points_of({printed.p}), points_of({printed.q}), "", ""}};
    for (const ClosestPoints& found : done.points) {
      if (found.printed != &printed) continue;
      rows.push_back({"  " + found.algorithm, point_text(found.p), point_text(found.q),
                      fmt::format("{:.9f}", found.lower), fmt::format("{:.4f}", found.deviation)});
    }
    text += columns(rows, 3);
  }
  return text;
}

}  // namespace

bool Reproduction::agree() const noexcept {
  return disagreements.empty() && std::none_of(points.begin(), points.end(), differs);
}

std::string reproduce_text(const Reproduction& done) {
  std::string text = table_and_chair_text(done) + "\n" + ellipsoids_text(done) + "\n" +
                     closest_points_text(done) + "\n";
  for (const Disagreement& d : done.disagreements) {
    text += fmt::format("disagrees: {} says {} of {}; auto says {}\n", d.algorithm,
                        to_string(d.verdict), d.where, to_string(d.expected));
  }
  for (const ClosestPoints& found : done.points) {
    if (!differs(found)) continue;
    text += fmt::format("disagrees: {} is off by {:.3g} from the closest points of {}\n",
                        found.algorithm, found.deviation, found.printed->name);
  }
  return text + fmt::format("{}; {:.3g} s\n",
                            done.agree()
                                ? "all algorithms agree, and with the paper's closest points"
                                : "the algorithms disagree",
                            done.seconds);
}

}  // namespace sunder::cli
