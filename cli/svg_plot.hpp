// SPDX-License-Identifier: Apache-2.0
//
// Draws lines over two logarithmic axes as SVG: dark text on white, each line named at its end.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sunder::cli {

struct PlotLine {
  std::string label;
  std::string colour;  ///< an SVG colour
  std::string dashes;  ///< stroke-dasharray; empty for a solid line
  double width = 2;
  std::vector<std::pair<double, double>> points;  ///< all positive, x ascending
};

struct LogPlot {
  std::string title;
  std::string subtitle;
  std::string x_axis;
  std::string y_axis;
  std::vector<double> x_marks;  ///< numbers on the x axis
  std::vector<PlotLine> lines;
};

/// A complete SVG document. Lines without points are omitted.
std::string svg_of(const LogPlot& plot);

}  // namespace sunder::cli
