// SPDX-License-Identifier: Apache-2.0
//
// Idea: Every list of options names links, bodies and lengths. Each name and each length is looked at once; the first
//   that is wrong is the answer.
// Cost: A look at each entry.
// Gives up: Never.
#include "robot/checker/options.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "batch/request.hpp"
#include "exact/dyadic.hpp"

namespace sunder::detail::robot {
namespace {

Error wrong_option(std::string message) { return {ErrorCode::wrong_shape, std::move(message)}; }

std::string entry_of(std::string_view what, std::size_t at) {
  return std::string(what) + " " + std::to_string(at);
}

std::optional<Error> check_length(std::string_view what, std::size_t at, double length) {
  if (!is_finite_bits(length))
    return Error{ErrorCode::not_finite, entry_of(what, at) + " is not finite; give a length"};
  if (is_length(length)) return std::nullopt;
  return wrong_option(entry_of(what, at) + " is negative; give 0 or more");
}

}  // namespace

std::optional<Error> check_options(std::span<const Robot> robots, const Scene& scene,
                                   const RobotCheckOptions& options) {
  if (robots.empty()) return wrong_option("a checker needs a robot; give one at least");
  std::int32_t links = 0;
  for (const Robot& robot : robots) links += static_cast<std::int32_t>(robot.model().links.size());
  const std::int32_t all = links + static_cast<std::int32_t>(options.attached.size());
  batch::FirstError next;
  const auto check_links = [&](std::string_view what, std::size_t at,
                               std::initializer_list<std::int32_t> named) {
    for (const std::int32_t link : named) {
      if (link >= 0 && link < all) continue;
      next(wrong_option(entry_of(what, at) + " names link " + std::to_string(link) +
                        "; give 0 to " + std::to_string(all - 1)));
    }
  };
  next(check_length("margin", 0, options.margin));
  for (std::size_t i = 0; i < options.attached.size(); ++i) {
    const RobotAttachment& attached = options.attached[i];
    if (attached.link < 0 || attached.link >= links) {
      next(wrong_option(entry_of("attached body", i) + " is carried by link " +
                        std::to_string(attached.link) + "; give 0 to " +
                        std::to_string(links - 1)));
    }
    for (const std::int32_t link : attached.touches) check_links("attached body", i, {link});
  }
  for (std::size_t i = 0; i < options.padding.size(); ++i) {
    check_links("padding", i, {options.padding[i].link});
    next(check_length("padding", i, options.padding[i].radius));
  }
  for (std::size_t i = 0; i < options.margins.size(); ++i) {
    const RobotMargin& margin = options.margins[i];
    check_links("margin of a pair", i, {margin.a, margin.b == -1 ? margin.a : margin.b});
    next(check_length("margin of a pair", i, margin.margin));
  }
  for (std::size_t i = 0; i < options.skipped.size(); ++i)
    check_links("skipped pair", i, {options.skipped[i].a, options.skipped[i].b});
  for (std::size_t i = 0; i < options.skipped_scene.size(); ++i) {
    const RobotScenePair& pair = options.skipped_scene[i];
    check_links("skipped pair with the scene", i, {pair.link});
    if (!scene.holds(pair.body)) {
      next(wrong_option(entry_of("skipped pair with the scene", i) + " names body " +
                        std::to_string(pair.body) + ", which the scene does not hold"));
    }
  }
  for (std::size_t i = 0; i < options.examined.size(); ++i)
    check_links("examined pair", i, {options.examined[i].a, options.examined[i].b});
  for (std::size_t i = 0; i < options.scene_inner.size(); ++i) {
    const std::int32_t body = options.scene_inner[i].body;
    if (!scene.holds(body) || scene.body(body).body) {
      next(wrong_option(entry_of("inner polytope", i) + " is of body " + std::to_string(body) +
                        "; give a body of the scene that is a polytope"));
    }
  }
  return next.error();
}

}  // namespace sunder::detail::robot
