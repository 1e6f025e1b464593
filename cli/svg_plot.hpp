// SPDX-License-Identifier: Apache-2.0
//
// Lines over two logarithmic axes as SVG: dark text on white, each line named where it ends.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sunder::cli {

struct PlotLine {
  std::string label;
  std::string colour;  ///< as SVG takes it
  std::string dashes;  ///< of stroke-dasharray; empty for a solid line
  double width = 2;
  std::vector<std::pair<double, double>> points;  ///< all positive, x ascending
};

struct LogPlot {
  std::string title;
  std::string subtitle;
  std::string x_axis;
  std::string y_axis;
  std::vector<double> x_marks;  ///< where the x axis has its numbers
  std::vector<PlotLine> lines;
};

/// A whole SVG document. Lines without points are left out.
std::string svg_of(const LogPlot& plot);

}  // namespace sunder::cli
