// SPDX-License-Identifier: Apache-2.0
#include "svg_plot.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sunder::cli {
namespace {

constexpr double kWidth = 940, kHeight = 564;
constexpr double kLeft = 78, kRight = 700, kTop = 96, kBottom = 504;
constexpr double kLabelHeight = 17;

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += c;
  }
  return safe;
}

/// Maps numbers to positions along an axis, by logarithms.
struct Axis {
  double low = 1, high = 10;  ///< numbers
  double from = 0, to = 1;    ///< positions
  double operator()(double x) const {
    return from + (to - from) * std::log(x / low) / std::log(high / low);
  }
};

std::string text_at(double x, double y, const std::string& text, const std::string& attributes) {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" {}>{}</text>)"
                     "\n",
                     x, y, attributes, escaped(text));
}

std::string segment(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" {}/>)"
                     "\n",
                     x1, y1, x2, y2, attributes);
}

/// Writes 1500 as "1,500".
std::string grouped(double x) {
  std::string text = fmt::format("{:.9g}", x);
  if (text.find_first_not_of("0123456789") != std::string::npos) return text;
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, ",");
  return text;
}

Axis x_axis_of(const LogPlot& plot) {
  double low = 1e300, high = 0;
  for (const PlotLine& line : plot.lines) {
    for (const auto& [x, y] : line.points) {
      low = std::min(low, x);
      high = std::max(high, x);
    }
  }
  if (!(high > low)) return {low / 2, low * 2, kLeft, kRight};
  return {low / 1.15, high * 1.05, kLeft, kRight};
}

/// The axis starts at a whole decade.
Axis y_axis_of(const LogPlot& plot) {
  double low = 1e300, high = 1e-300;
  for (const PlotLine& line : plot.lines) {
    for (const auto& [x, y] : line.points) {
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  const double first = std::pow(10, std::floor(std::log10(low) + 1e-9));
  return {first, std::max(10 * first, 1.3 * high), kBottom, kTop};
}

std::string grid(const LogPlot& plot, const Axis& x, const Axis& y) {
  std::string svg;
  const auto decades = static_cast<int>(std::floor(std::log10(y.high / y.low) + 1e-9));
  for (int i = 0; i <= decades; ++i) {
    const double decade = y.low * std::pow(10, i);
    svg += segment(kLeft, y(decade), kRight, y(decade), R"(stroke="#d0d0d0")");
    svg += text_at(kLeft - 8, y(decade) + 4.5, grouped(decade), R"(text-anchor="end")");
  }
  for (const double mark : plot.x_marks) {
    svg += segment(x(mark), kTop, x(mark), kBottom, R"(stroke="#ececec")");
    svg += text_at(x(mark), kBottom + 20, grouped(mark), R"(text-anchor="middle")");
  }
  svg += segment(kLeft, kBottom, kRight, kBottom, R"(stroke="#555")");
  svg += text_at((kLeft + kRight) / 2, kBottom + 44, plot.x_axis, R"(text-anchor="middle")");
  svg += text_at(kLeft - 60, kTop - 18, plot.y_axis, R"(text-anchor="start")");
  return svg;
}

std::string curve(const PlotLine& line, const Axis& x, const Axis& y) {
  std::string places;
  std::string dots;
  for (const auto& [px, py] : line.points) {
    places += fmt::format("{}{:.1f},{:.1f}", places.empty() ? "" : " ", x(px), y(py));
    dots += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}" fill="{}"/>)"
                        "\n",
                        x(px), y(py), line.width + 0.8, line.colour);
  }
  const std::string dashes =
      line.dashes.empty() ? "" : fmt::format(R"( stroke-dasharray="{}")", line.dashes);
  return fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="{}"{}/>)"
                     "\n",
                     places, line.colour, line.width, dashes) +
         dots;
}

struct Label {
  const PlotLine* line;
  double end_x, end_y;  ///< where the line ends
  double y;             ///< position of its name
};

/// Separates names until none covers another, all within the plot: first downwards, then back up.
void spread(std::vector<Label>& labels) {
  std::sort(labels.begin(), labels.end(),
            [](const Label& p, const Label& q) { return p.end_y < q.end_y; });
  double least = kTop;
  for (Label& label : labels) {
    label.y = std::max(label.end_y, least);
    least = label.y + kLabelHeight;
  }
  double most = kBottom + 8;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    label->y = std::min(label->y, most);
    most = label->y - kLabelHeight;
  }
}

/// Writes names right of the plot, each connected by a thin line to the end of its own line.
std::string names(const LogPlot& plot, const Axis& x, const Axis& y) {
  std::vector<Label> labels;
  for (const PlotLine& line : plot.lines) {
    if (line.points.empty()) continue;
    const auto& [px, py] = line.points.back();
    labels.push_back({&line, x(px), y(py), 0});
  }
  spread(labels);
  std::string svg;
  for (const Label& label : labels) {
    const std::string thin = fmt::format(R"(stroke="{}" stroke-width="0.9")", label.line->colour);
    const double bend = kRight + 4;
    if (label.end_x + 12 < bend) {
      // The line ends early: its connection is dotted, and level at first.
      svg +=
          segment(label.end_x, label.end_y, bend, label.end_y, thin + R"( stroke-dasharray="1 4")");
      svg += segment(bend, label.end_y, kRight + 26, label.y, thin);
    } else {
      svg += segment(label.end_x, label.end_y, kRight + 26, label.y, thin);
    }
    svg += text_at(kRight + 30, label.y + 4.5, label.line->label, "");
  }
  return svg;
}

}  // namespace

std::string svg_of(const LogPlot& plot) {
  const Axis x = x_axis_of(plot);
  const Axis y = y_axis_of(plot);
  std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}")"
      R"( font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" fill="#222">)"
      "\n"
      R"(<rect width="{0}" height="{1}" fill="#fff"/>)"
      "\n",
      kWidth, kHeight);
  svg += text_at(kLeft - 60, 26, plot.title, R"(font-size="17" font-weight="bold")");
  svg += text_at(kLeft - 60, 48, plot.subtitle, "");
  const bool any = std::any_of(plot.lines.begin(), plot.lines.end(),
                               [](const PlotLine& line) { return !line.points.empty(); });
  if (!any) return svg + text_at(kLeft, kTop + 40, "Nothing was measured.", "") + "</svg>\n";
  svg += grid(plot, x, y);
  for (const PlotLine& line : plot.lines) {
    if (!line.points.empty()) svg += curve(line, x, y);
  }
  return svg + names(plot, x, y) + "</svg>\n";
}

}  // namespace sunder::cli
