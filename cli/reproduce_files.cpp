// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <fmt/format.h>

#include "list_json.hpp"
#include "reproduce_output.hpp"
#include "sunder/io.hpp"
#include "svg_plot.hpp"

namespace sunder::cli {
namespace {

std::string numbers_json(const Point& point) { return list_json(point, json_number); }

std::string score_json(const Contestant& who, const Score& score) {
  std::string text = fmt::format(R"({{"algorithm": {}, "in_the_paper": {}, "asked": {})",
                                 json_string(who.name), json_string(who.paper), score.asked);
  if (score.over_budget > 0) {
    return text + fmt::format(R"(, "left_out": {{"seconds": {}, "faces": {}}}}})",
                              json_number(score.over_budget), score.out_since);
  }
  return text + fmt::format(R"(, "proved": {}, "missed": {}, "mean": {}, "slowest": {}}})",
                            score.proved, score.missed, json_number(score.mean),
                            json_number(score.slowest));
}

std::string scores_json(const Reproduction& done, const std::vector<Score>& scores) {
  std::string text;
  for (std::size_t w = 0; w < scores.size(); ++w) {
    text += (text.empty() ? "" : ", ") + score_json(done.who[w], scores[w]);
  }
  return "[" + text + "]";
}

std::string ellipsoid_json(const Reproduction& done, const EllipsoidResult& result) {
  std::string sizes;
  for (std::size_t s = 0; s < result.faces.size(); ++s) {
    sizes += fmt::format(R"({}{{"faces": {}, "algorithms": {}}})", s == 0 ? "" : ", ",
                         result.faces[s], scores_json(done, result.scores[s]));
  }
  return fmt::format(R"({{"regime": "{}", "sizes": [{}]}})", to_string(result.regime), sizes);
}

std::string closest_json(const ClosestPoints& found) {
  return fmt::format(
      R"({{"case": {}, "algorithm": {}, "p": {}, "q": {}, "printed_p": {}, "printed_q": {}, )"
      R"("distance": [{}, {}], "off_by": {}}})",
      json_string(found.printed->name), json_string(found.algorithm), numbers_json(found.p),
      numbers_json(found.q), numbers_json(found.printed->p), numbers_json(found.printed->q),
      json_number(found.lower), json_number(found.upper), json_number(found.deviation));
}

std::string disagreement_json(const Disagreement& d) {
  return fmt::format(R"({{"where": {}, "algorithm": {}, "verdict": "{}", "expected": "{}"}})",
                     json_string(d.where), json_string(d.algorithm), to_string(d.verdict),
                     to_string(d.expected));
}

std::string score_csv(const Contestant& who, const Score& score) {
  if (score.over_budget > 0) {
    return fmt::format("{},\"{}\",,,,,{},{}\n", who.name, who.paper, score.over_budget,
                       score.out_since);
  }
  return fmt::format("{},\"{}\",{},{},{:.4g},{:.4g},,\n", who.name, who.paper, score.asked,
                     score.proved, score.mean * 1e6, score.slowest * 1e6);
}
constexpr const char* kScoreColumns =
    "algorithm,in_the_paper,asked,proved_itself,mean_us,slowest_us,left_out_seconds,left_out_"
    "faces\n";

std::string chair_csv(const Reproduction& done) {
  std::string text = kScoreColumns;
  for (std::size_t w = 0; w < done.who.size(); ++w) {
    text += score_csv(done.who[w], done.chair.scores[w]);
  }
  return text;
}

std::string ellipsoids_csv(const Reproduction& done) {
  std::string text = std::string("regime,faces,") + kScoreColumns;
  for (const EllipsoidResult& result : done.ellipsoids) {
    for (std::size_t s = 0; s < result.faces.size(); ++s) {
      for (std::size_t w = 0; w < done.who.size(); ++w) {
        text += fmt::format("{},{},", to_string(result.regime), result.faces[s]) +
                score_csv(done.who[w], result.scores[s][w]);
      }
    }
  }
  return text;
}

std::string points_csv(const Reproduction& done) {
  std::string text = "case,algorithm,px,py,pz,qx,qy,qz,distance,off_by\n";
  for (const ClosestPoints& found : done.points) {
    text += fmt::format("\"{}\",{}", found.printed->name, found.algorithm);
    for (const Point* point : {&found.p, &found.q}) {
      for (std::size_t k = 0; k < 3; ++k) {
        text += k < point->size() ? fmt::format(",{:.6f}", (*point)[k]) : ",";
      }
    }
    text += fmt::format(",{},{:.2e}\n", found.lower, found.deviation);
  }
  return text;
}

/// Selects Okabe and Ito's colours, which people of every colour vision can distinguish, for the
/// searches that the paper compares. The others get greys and dashes.
PlotLine style_of(std::size_t index, std::size_t& others, const Contestant& who) {
  constexpr std::array<const char*, 6> kColours{"#0072b2", "#56b4e9", "#009e73",
                                                "#d55e00", "#cc79a7", "#e69f00"};
  constexpr std::array<const char*, 4> kDashes{"7 3", "2 3", "10 3 2 3", "4 5"};
  PlotLine line;
  line.label = who.paper.empty() || who.algorithm == Algorithm::edge_projection
                   ? who.name
                   : fmt::format("{} ({})", who.name, who.paper);
  if (who.algorithm == Algorithm::automatic) {
    line.colour = "#000";
    line.width = 1.6;
  } else if (!who.paper.empty()) {
    line.colour = kColours[index % kColours.size()];
    line.width = index == 0 ? 4.2 : 2.4;  // the first two nearly coincide
  } else {
    line.colour = others % 2 == 0 ? "#555" : "#888";
    line.dashes = kDashes[others++ % kDashes.size()];
    line.width = 1.4;
  }
  return line;
}

std::string plot_of(const Reproduction& done, const EllipsoidResult& result) {
  LogPlot plot;
  plot.title = fmt::format("Two ellipsoids, {}", to_string(result.regime));
  plot.subtitle =
      "edge_projection is the paper's A with all faces, /5 with five, /B keeps outlines "
      "while bodies only move along";
  plot.x_axis = "triangles of each ellipsoid";
  plot.y_axis = "microseconds a proven answer";
  plot.x_marks.assign(result.faces.begin(), result.faces.end());
  std::size_t others = 0;
  for (std::size_t w = 0; w < done.who.size(); ++w) {
    PlotLine line = style_of(w, others, done.who[w]);
    for (std::size_t s = 0; s < result.faces.size(); ++s) {
      const Score& score = result.scores[s][w];
      if (score.asked > 0) line.points.emplace_back(result.faces[s], score.mean * 1e6);
    }
    if (line.points.size() < result.faces.size()) line.label += ", left out";
    plot.lines.push_back(std::move(line));
  }
  return svg_of(plot);
}

}  // namespace

std::string reproduce_json(const Reproduction& done) {
  const ChairResult& chair = done.chair;
  return fmt::format(R"({{"table_and_chair": {{"places": {}, "separated": {}, "touching": {}, )"
                     R"("overlapping": {}, "algorithms": {}}}, "ellipsoids": )",
                     chair.places, chair.separated, chair.touching, chair.overlapping,
                     scores_json(done, chair.scores)) +
         list_json(done.ellipsoids, [&](const auto& r) { return ellipsoid_json(done, r); }) +
         R"(, "closest_points": )" + list_json(done.points, closest_json) +
         R"(, "disagreements": )" + list_json(done.disagreements, disagreement_json) +
         fmt::format(R"(, "agree": {}, "seconds": {}}})"
                     "\n",
                     done.agree(), json_number(done.seconds));
}

std::vector<OutputFile> reproduce_files(const Reproduction& done) {
  std::vector<OutputFile> files{{"reproduce-table-and-chair.csv", chair_csv(done)},
                                {"reproduce-ellipsoids.csv", ellipsoids_csv(done)},
                                {"reproduce-closest-points.csv", points_csv(done)}};
  for (const EllipsoidResult& result : done.ellipsoids) {
    files.push_back(
        {fmt::format("reproduce-{}.svg", to_string(result.regime)), plot_of(done, result)});
  }
  return files;
}

}  // namespace sunder::cli
