// SPDX-License-Identifier: Apache-2.0
//
// Idea: Three layers are drawn, each with a depth of its own: body a, body b, and all others near them. Each pixel then
//   blends its layers from the farthest to the nearest, so that what is inside or behind another body shows.
// Bound: None: a picture proves nothing. Coordinates are taken relative to the camera's ball before they become floats,
//   so that bodies far from the origin and of any size are drawn alike.
// Cost: Linear in the triangles near the pair and in the pixels.
// Gives up: Where a world box is not finite.
#include "snapshot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>

#include "archive.hpp"

namespace sunder::cli {
namespace {

using Colour = std::array<float, 3>;
using Screen = std::array<float, 3>;  ///< pixel to the right, pixel down, distance from the eye

constexpr int kImageWidth = 480, kImageHeight = 360;
constexpr int kSamples = 2;  ///< in each direction of a pixel
constexpr int kWide = kImageWidth * kSamples, kHigh = kImageHeight * kSamples;

// Told apart by the colour-blind: Okabe and Ito's blue, orange and black.
constexpr std::array<Colour, 3> kColours = {
    {{0.11F, 0.47F, 0.75F}, {0.93F, 0.60F, 0.10F}, {0.55F, 0.57F, 0.60F}}};  ///< of the layers
constexpr Colour kMark = {0.75F, 0.0F, 0.25F};
constexpr Colour kPaper = {1.0F, 1.0F, 1.0F};

double dot_of(const Vector3& x, const Vector3& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}
Vector3 cross_of(const Vector3& x, const Vector3& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}
Vector3 plus(const Vector3& x, const Vector3& y, double factor) {
  return {x[0] + factor * y[0], x[1] + factor * y[1], x[2] + factor * y[2]};
}
Vector3 unit_of(const Vector3& x) {
  const double length = std::hypot(x[0], x[1], x[2]);
  return {x[0] / length, x[1] / length, x[2] / length};
}

/// A box as its middle and half its diagonal.
struct Span {
  Vector3 middle{};
  double radius = 0;

  explicit Span(const Bounds<3>& box) {
    Vector3 half{};
    for (std::size_t l = 0; l < 3; ++l) {
      middle[l] = box.lower[l] / 2 + box.upper[l] / 2;
      half[l] = box.upper[l] / 2 - box.lower[l] / 2;
    }
    radius = std::hypot(half[0], half[1], half[2]);
  }
};

Bounds<3> box_around(const Place& place) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  Bounds<3> box{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  for (const std::vector<Vector3>& outline : place.outlines) {
    for (const Vector3& point : outline) {
      for (std::size_t l = 0; l < 3; ++l) {
        box.lower[l] = std::min(box.lower[l], point[l]);
        box.upper[l] = std::max(box.upper[l], point[l]);
      }
    }
  }
  return box;
}

class Drawing {
 public:
  static constexpr std::size_t kContext = 2;  ///< the layer of the other bodies

  Drawing(const Scene& scene, const Model& model, const Camera& camera)
      : scene_(scene),
        model_(model),
        camera_(camera),
        right_(cross_of(camera.direction, camera.up)) {
    for (Layer& layer : layers_) {
      layer.depth.assign(kPixels, kNothing);
      layer.light.assign(kPixels, 0);
    }
  }

  void draw_body(std::int32_t id, std::size_t layer) {
    for (const ModelPart& part : model_.bodies[static_cast<std::size_t>(id)]) {
      const ModelMesh& mesh = model_.meshes[static_cast<std::size_t>(part.mesh)];
      std::vector<Vector3> seen;
      seen.reserve(mesh.points.size());
      for (const Vector3& point : mesh.points) {
        seen.push_back(seen_by_camera(moved(scene_.body(id).pose, moved(part.pose, point))));
      }
      for (const auto& [i, j, k] : mesh.triangles) {
        draw_triangle({seen[static_cast<std::size_t>(i)], seen[static_cast<std::size_t>(j)],
                       seen[static_cast<std::size_t>(k)]},
                      layers_[layer]);
      }
    }
  }

  void draw_place(const Place& place) {
    for (const std::vector<Vector3>& outline : place.outlines) {
      for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vector3 to = seen_by_camera(outline[i]);
        const Vector3 from = i == 0 ? to : seen_by_camera(outline[i - 1]);
        if (to[2] > kNearest && from[2] > kNearest) draw_line(on_screen(from), on_screen(to), i);
      }
    }
  }

  std::string png_of_image() {
    std::vector<std::uint8_t> image(std::size_t{kImageWidth} * kImageHeight * 3);
    for (int y = 0; y < kImageHeight; ++y) {
      for (int x = 0; x < kImageWidth; ++x) {
        Colour sum{};
        for (int s = 0; s < kSamples * kSamples; ++s) {
          const Colour one = blended(kSamples * x + s % kSamples, kSamples * y + s / kSamples);
          for (std::size_t l = 0; l < 3; ++l) sum[l] += one[l];
        }
        for (std::size_t l = 0; l < 3; ++l) {
          image[(static_cast<std::size_t>(y) * kImageWidth + static_cast<std::size_t>(x)) * 3 + l] =
              static_cast<std::uint8_t>(
                  std::clamp(sum[l] / (kSamples * kSamples) * 255 + 0.5F, 0.0F, 255.0F));
        }
      }
    }
    return png(kImageWidth, kImageHeight, image);
  }

 private:
  struct Layer {
    std::vector<float> depth;
    std::vector<std::uint8_t> light;  ///< of what is seen, 255 where it faces the light
  };
  static constexpr std::size_t kPixels = std::size_t{kWide} * kHigh;
  static constexpr float kNothing = std::numeric_limits<float>::infinity();
  static constexpr double kNearest = 1e-3;  ///< of the camera's ball

  /// Returns right, up and ahead of the eye, in radii of the camera's ball.
  Vector3 seen_by_camera(const Vector3& point) const {
    const Vector3 from = plus(point, camera_.eye, -1);
    const Vector3 near = {from[0] / camera_.radius, from[1] / camera_.radius,
                          from[2] / camera_.radius};
    return {dot_of(near, right_), dot_of(near, camera_.up), dot_of(near, camera_.direction)};
  }

  static Screen on_screen(const Vector3& seen) {
    const double scale = kHigh / 2.0 / std::tan(kFieldOfView * std::numbers::pi / 360) / seen[2];
    return {static_cast<float>(kWide / 2.0 + seen[0] * scale),
            static_cast<float>(kHigh / 2.0 - seen[1] * scale), static_cast<float>(seen[2])};
  }

  /// Draws the part of a triangle that lies before the eye.
  static void draw_triangle(const std::array<Vector3, 3>& seen, Layer& layer) {
    const Vector3 normal = cross_of(plus(seen[1], seen[0], -1), plus(seen[2], seen[0], -1));
    const double length = std::hypot(normal[0], normal[1], normal[2]);
    if (!(length > 0) || !std::isfinite(length)) return;
    // Either side is lit alike, from the left above the camera.
    const double light = std::abs(dot_of(normal, {0.28, 0.5, -0.82})) / length;
    const auto shade = static_cast<std::uint8_t>(255 * (0.45 + 0.55 * light));
    std::array<Vector3, 4> kept{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3& from = seen[i];
      const Vector3& to = seen[(i + 1) % 3];
      if (from[2] > kNearest) kept[count++] = from;
      if ((from[2] > kNearest) == (to[2] > kNearest)) continue;
      const double t = (kNearest - from[2]) / (to[2] - from[2]);
      kept[count] = plus(from, plus(to, from, -1), t);
      kept[count++][2] = kNearest;
    }
    for (std::size_t i = 2; i < count; ++i) {
      fill({on_screen(kept[0]), on_screen(kept[i - 1]), on_screen(kept[i])}, layer, shade);
    }
  }

  /// One over the distance is linear on the screen.
  static void fill(const std::array<Screen, 3>& corners, Layer& layer, std::uint8_t light) {
    const auto& [p, q, r] = corners;
    const float area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    if (!(std::abs(area) > 0)) return;
    const auto bound = [](float x, int most) {
      return static_cast<int>(std::clamp(x, 0.0F, static_cast<float>(most)));
    };
    const int left = bound(std::floor(std::min({p[0], q[0], r[0]})), kWide);
    const int right = bound(std::ceil(std::max({p[0], q[0], r[0]})), kWide);
    const int top = bound(std::floor(std::min({p[1], q[1], r[1]})), kHigh);
    const int bottom = bound(std::ceil(std::max({p[1], q[1], r[1]})), kHigh);
    // u, v and w are each corner's share of a pixel; they and 1 / depth are linear.
    const std::array<float, 3> over = {1 / p[2], 1 / q[2], 1 / r[2]};
    const float du = (q[1] - r[1]) / area, dv = (r[1] - p[1]) / area;
    for (int y = top; y < bottom; ++y) {
      const float sx = static_cast<float>(left) + 0.5F, sy = static_cast<float>(y) + 0.5F;
      const float u0 = ((q[0] - sx) * (r[1] - sy) - (q[1] - sy) * (r[0] - sx)) / area;
      const float v0 = ((r[0] - sx) * (p[1] - sy) - (r[1] - sy) * (p[0] - sx)) / area;
      for (int x = left; x < right; ++x) {
        const float u = u0 + static_cast<float>(x - left) * du;
        const float v = v0 + static_cast<float>(x - left) * dv;
        const float w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const float depth = 1 / (u * over[0] + v * over[1] + w * over[2]);
        const std::size_t at = static_cast<std::size_t>(y) * kWide + static_cast<std::size_t>(x);
        if (!(depth < layer.depth[at])) continue;
        layer.depth[at] = depth;
        layer.light[at] = light;
      }
    }
  }

  /// Marks a line with a dot at its end; the first point of an outline is a line of no length.
  void draw_line(const Screen& from, const Screen& to, std::size_t index) {
    const float length = std::hypot(to[0] - from[0], to[1] - from[1]);
    if (!(length < 100.0F * kWide)) return;
    const int steps = static_cast<int>(length / 1.5F);
    for (int i = 0; i < steps; ++i) {
      const float t = static_cast<float>(i) / static_cast<float>(steps);
      draw_dot(from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]), 2.2F);
    }
    if (index == 0 || length > 6) draw_dot(to[0], to[1], 5);
  }

  void draw_dot(float x, float y, float radius) {
    if (!(x > -9 && y > -9 && x < kWide + 9 && y < kHigh + 9)) return;
    for (int j = static_cast<int>(y - radius); j <= static_cast<int>(y + radius); ++j) {
      for (int i = static_cast<int>(x - radius); i <= static_cast<int>(x + radius); ++i) {
        if (i < 0 || j < 0 || i >= kWide || j >= kHigh) continue;
        const float dx = static_cast<float>(i) + 0.5F - x, dy = static_cast<float>(j) + 0.5F - y;
        if (dx * dx + dy * dy > radius * radius) continue;
        marks_[static_cast<std::size_t>(j) * kWide + static_cast<std::size_t>(i)] = true;
      }
    }
  }

  /// Is this pixel at the border of what a layer covers?
  static bool at_border(const Layer& layer, int x, int y) {
    const auto covered = [&](int i, int j) {
      return i < 0 || j < 0 || i >= kWide || j >= kHigh ||
             layer.depth[static_cast<std::size_t>(j) * kWide + static_cast<std::size_t>(i)] <
                 kNothing;
    };
    return covered(x, y) &&
           !(covered(x - 1, y) && covered(x + 1, y) && covered(x, y - 1) && covered(x, y + 1));
  }

  Colour blended(int x, int y) const {
    const std::size_t at = static_cast<std::size_t>(y) * kWide + static_cast<std::size_t>(x);
    if (marks_[at]) return kMark;
    if (std::min({layers_[0].depth[at], layers_[1].depth[at], layers_[2].depth[at]}) == kNothing) {
      return kPaper;
    }
    std::array<std::size_t, 3> order = {0, 1, 2};
    const auto sort = [&](std::size_t i, std::size_t j) {
      if (layers_[order[i]].depth[at] < layers_[order[j]].depth[at]) std::swap(order[i], order[j]);
    };
    sort(0, 1);
    sort(1, 2);
    sort(0, 1);
    Colour result = kPaper;
    for (const std::size_t l : order) {
      const Layer& layer = layers_[l];
      if (layer.depth[at] == kNothing) continue;
      float cover = l == kContext ? 0.13F : 0.74F;
      float shade = static_cast<float>(layer.light[at]) / 255;
      if (at_border(layer, x, y)) {
        cover = l == kContext ? 0.35F : 0.95F;
        shade *= 0.55F;
      }
      for (std::size_t c = 0; c < 3; ++c) {
        result[c] += cover * (shade * kColours[l][c] - result[c]);
      }
    }
    return result;
  }

  const Scene& scene_;
  const Model& model_;
  const Camera& camera_;
  Vector3 right_;
  std::array<Layer, 3> layers_;
  std::vector<bool> marks_ = std::vector<bool>(kPixels);
};

}  // namespace

std::optional<Camera> camera_of(const Scene& scene, BodyPair pair, const Place& place, bool y_up) {
  const Span a(world_box(scene.posed(pair.a)));
  const Span b(world_box(scene.posed(pair.b)));
  const Span smaller = b.radius < a.radius ? b : a;
  Vector3 target = smaller.middle;
  double radius = smaller.radius;
  if (!place.outlines.empty()) {
    const Span spot(box_around(place));
    // A small place on long bodies is seen from near, a large one as a whole.
    radius = std::max(std::min(radius, std::max(6 * spot.radius, radius / 4)), spot.radius);
    const double part = smaller.radius > 0 ? std::min(1.0, radius / smaller.radius) : 1.0;
    target = plus(spot.middle, plus(smaller.middle, spot.middle, -1), part * part);
  }
  if (radius == 0) radius = std::max(a.radius, b.radius);
  if (radius == 0) radius = 1;

  const Vector3 up = y_up ? Vector3{0, 1, 0} : Vector3{0, 0, 1};
  Vector3 best{};
  double least = 2;
  for (int i = 0; i < 8; ++i) {
    const double turn = (i + 0.6) * std::numbers::pi / 4;
    const double x = std::cos(turn) * 0.83, y = std::sin(turn) * 0.83;
    const Vector3 from = y_up ? Vector3{x, 0.56, y} : Vector3{x, y, 0.56};
    const double along = std::abs(dot_of(from, place.normal));
    if (along >= least - 1e-9) continue;
    least = along;
    best = from;
  }
  Camera camera;
  camera.direction = unit_of({-best[0], -best[1], -best[2]});
  const Vector3 right = unit_of(cross_of(camera.direction, up));
  camera.up = cross_of(right, camera.direction);
  camera.radius = 1.06 * radius;
  camera.eye = plus(target, camera.direction,
                    -camera.radius / std::sin(kFieldOfView * std::numbers::pi / 360));
  const double all = dot_of(camera.eye, {1, 1, 1}) + camera.radius;
  if (!std::isfinite(all)) return std::nullopt;
  return camera;
}

std::string snapshot(const Scene& scene, const Model& model, BodyPair pair, const Place& place,
                     const Camera& camera) {
  Drawing drawing(scene, model, camera);
  const Vector3 target = plus(camera.eye, camera.direction,
                              camera.radius / std::sin(kFieldOfView * std::numbers::pi / 360));
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    if (id == pair.a || id == pair.b) continue;
    const Bounds<3> box = world_box(scene.posed(id));
    bool near = true;
    for (std::size_t l = 0; l < 3; ++l) {
      near = near && box.lower[l] <= target[l] + 2 * camera.radius &&
             box.upper[l] >= target[l] - 2 * camera.radius;
    }
    if (near) drawing.draw_body(id, Drawing::kContext);
  }
  drawing.draw_body(pair.a, 0);
  drawing.draw_body(pair.b, 1);
  drawing.draw_place(place);
  return drawing.png_of_image();
}

}  // namespace sunder::cli
