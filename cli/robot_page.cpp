// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each edge is sampled at moments so close that a straight motion between them looks right. Poses, overlaps and the
//   closest pair are computed at these moments; the page moves between them.
// Cost: A check and a distance for each moment.
// Gives up: Drawing every waypoint's neighbourhood finely on long paths: kMostMoments are shared by all edges.
#include "robot_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <numbers>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "drawn_mesh.hpp"
#include "list_json.hpp"
#include "model.hpp"
#include "page.hpp"
#include "robot_checker.hpp"
#include "sunder/version.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

/// Between two moments: radians of the joint that turns most, and metres of the one that slides most.
constexpr double kTurnOfMoment = 0.05, kSlideOfMoment = 0.02;
constexpr double kMostMoments = 4000;
/// Verdicts of pairs that are held at once.
constexpr std::int64_t kVerdictsHeld = std::int64_t{1} << 22;
/// Beyond it, squares overflow in the page's single precision.
constexpr double kLargestDrawn = 0x1p40;

/// A moment of an edge, from 0 to 1.
struct Moment {
  std::int64_t edge;
  double time;
};

/// How a variable moves and what it counts for.
struct Variable {
  bool wraps = false;  ///< a continuous joint goes the shorter way round
  bool slides = false;
};

std::vector<Variable> variables_of(std::span<const Robot> robots) {
  std::vector<Variable> all;
  for (const Robot& robot : robots) {
    const std::size_t first = all.size();
    all.resize(first + static_cast<std::size_t>(robot.variables()));
    for (const RobotJoint& joint : robot.model().joints) {
      if (joint.variable < 0) continue;
      Variable* const own = &all[first + static_cast<std::size_t>(joint.variable)];
      if (joint.kind == JointKind::continuous) own->wraps = true;
      if (joint.kind == JointKind::prismatic) own->slides = true;
      if (joint.kind == JointKind::planar) own[0].slides = own[1].slides = true;
      if (joint.kind == JointKind::floating) own[0].slides = own[1].slides = own[2].slides = true;
    }
  }
  return all;
}

class Page {
 public:
  Page(const DrawnPath& path, Executor* executor, const std::atomic<bool>* cancel)
      : path_(path), cancel_(cancel), variables_(variables_of(path.robots)) {
    batch_.executor = executor;
    batch_.cancel = cancel;
  }

  Result<std::string> written() {
    choose_moments();
    configure();
    for (const auto step : {&Page::list_bodies, &Page::place_frames, &Page::examine}) {
      if (Status done = (this->*step)(); !done) return done.error();
    }
    return filled_page(packed_robot(), json());
  }

 private:
  std::size_t count() const { return moments_.size(); }
  double change(std::int64_t edge, std::size_t variable) const {
    const std::size_t at = static_cast<std::size_t>(edge) * variables_.size() + variable;
    const double whole = path_.waypoints[at + variables_.size()] - path_.waypoints[at];
    return variables_[variable].wraps ? std::remainder(whole, 2 * std::numbers::pi) : whole;
  }
  /// How many moments an edge is worth.
  double length(std::int64_t edge) const {
    double most = 0;
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      most = std::max(most, std::fabs(change(edge, v)) /
                                (variables_[v].slides ? kSlideOfMoment : kTurnOfMoment));
    }
    return most;
  }
  /// Are these configurations, and no path?
  bool alone() const { return !path_.numbers.empty(); }
  bool cancelled() const { return cancel_ != nullptr && cancel_->load(); }

  void choose_moments();
  void configure();
  Status list_bodies();
  Status place_frames();
  Status examine();
  Status add_body(const std::string& name, const std::string& more, const DrawnMesh& mesh,
                  const Pose3& pose);
  Status add_part(const RobotPart& part, std::size_t robot, std::int32_t link, bool carried);
  std::int64_t listed_pair(const RobotChecker& checker, std::int64_t pair);
  std::optional<RobotChecker> beyond() const;
  std::string edges_json();
  std::string waypoints_json() const;
  std::string json();

  const DrawnPath& path_;
  const std::atomic<bool>* cancel_;
  std::vector<Variable> variables_;
  BatchOptions batch_;
  std::vector<Moment> moments_;
  std::vector<double> configurations_;
  std::map<std::string, std::size_t> mesh_numbers_;
  std::vector<std::string> meshes_, bodies_;
  std::map<std::pair<std::size_t, std::int32_t>, std::size_t> frame_numbers_;  ///< robot, frame
  std::vector<float> translations_;
  std::vector<float> turns_;  ///< quaternions x, y, z, w
  std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> pair_numbers_;  ///< by bodies
  std::vector<std::string> pairs_;
  std::vector<std::string> meetings_;
  std::vector<float> distances_, witnesses_;
  std::vector<std::int64_t> closest_pairs_;
  bool beyond_ = false;  ///< distances_ are those to other robots and the scene
};

/// An edge begins with a moment, and the last one ends with one. The moments of a verdict are among them.
void Page::choose_moments() {
  const auto edges = static_cast<std::int64_t>(path_.edges.size());
  double all = 0;
  for (std::int64_t e = 0; e < edges; ++e) all += length(e);
  const double scale = std::min(1.0, kMostMoments / std::max(all, 1.0));
  for (std::int64_t e = 0; e < edges; ++e) {
    const double pieces = alone() ? 1 : std::clamp(std::ceil(length(e) * scale), 1.0, kMostMoments);
    std::vector<double> times(static_cast<std::size_t>(pieces));
    for (std::size_t k = 0; k < times.size(); ++k) times[k] = static_cast<double>(k) / pieces;
    const EdgeAnswer& edge = path_.edges[static_cast<std::size_t>(e)];
    if (edge.intervals > 0 && !edge && !alone()) {
      for (const double time : {edge.time.lower, edge.time.upper})
        if (time > 0 && time < 1) times.push_back(time);
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    for (const double time : times) moments_.push_back({e, time});
  }
  moments_.push_back({edges - 1, 1});
}

void Page::configure() {
  configurations_.reserve(count() * variables_.size());
  for (const auto& [edge, time] : moments_) {
    const std::size_t at = static_cast<std::size_t>(edge) * variables_.size();
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      configurations_.push_back(time == 1 ? path_.waypoints[at + variables_.size() + v]
                                          : path_.waypoints[at + v] + time * change(edge, v));
    }
  }
}

Status Page::add_body(const std::string& name, const std::string& more, const DrawnMesh& mesh,
                      const Pose3& pose) {
  for (const Vector3& p : mesh.points) {
    for (const double x : moved(pose, p)) {
      if (std::fabs(x) > kLargestDrawn)
        return Error{ErrorCode::too_large, name + " is too large to be drawn"};
    }
  }
  const auto [found, fresh] = mesh_numbers_.emplace(mesh_json(mesh), meshes_.size());
  if (fresh) meshes_.push_back(found->first);
  std::array<double, 12> rows{};
  double* entry = rows.data();
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) *entry++ = c < 3 ? pose.linear(r, c) : pose.offset(r);
  }
  bodies_.push_back(fmt::format(R"({{"name": {}, "mesh": {}, "pose": {}, {}}})", json_string(name),
                                found->second, list_json(rows, json_number), more));
  return {};
}

/// The page moves links, and has the poses of parts in them, since links are fewer.
Status Page::add_part(const RobotPart& part, std::size_t robot, std::int32_t link, bool carried) {
  DrawnMesh mesh;
  if (part.body) {
    mesh = drawn_mesh(*part.body);
  } else if ((part.shape == RobotShape::sphere || part.shape == RobotShape::capsule) &&
             part.hull.vertex_count() > 0) {
    mesh = drawn_capsule(part.hull.vertex(0), part.hull.vertex(part.hull.vertex_count() - 1),
                         part.radius);
  } else {
    mesh = drawn_mesh(part.hull);
  }
  const std::size_t number =
      frame_numbers_
          .emplace(std::pair(robot, path_.robots[robot].frame_of_link(link)), frame_numbers_.size())
          .first->second;
  const RobotModel& model = path_.robots[robot].model();
  return add_body(
      part.name,
      fmt::format(R"("kind": "{}", "robot": {}, "link": {}, "frame": {}, "shape": "{}", "why": {})",
                  carried ? "carried" : "robot", robot,
                  json_string(model.links[static_cast<std::size_t>(link)].name), number,
                  to_string(part.shape), json_string(part.why)),
      mesh, part.pose);
}

/// In the order of the checker's parts, then the scene's bodies.
Status Page::list_bodies() {
  std::int32_t first_link = 0;
  for (std::size_t r = 0; r < path_.robots.size(); ++r) {
    const RobotModel& model = path_.robots[r].model();
    for (std::size_t p = 0; p < model.parts.size(); ++p) {
      if (Status added = add_part(model.parts[p], r, model.parts[p].link, false); !added)
        return added;
    }
    const auto links = static_cast<std::int32_t>(model.links.size());
    for (const RobotAttachment& attached : path_.options.attached) {
      const std::int32_t link = attached.link - first_link;
      if (link < 0 || link >= links) continue;
      if (Status added = add_part(attached.part, r, link, true); !added) return added;
    }
    first_link += links;
  }
  for (std::int32_t id = 0; id < path_.scene.size(); ++id) {
    const SceneBody& body = path_.scene.body(id);
    if (Status added =
            add_body(body.name, R"("kind": "scene")",
                     body.body ? drawn_mesh(*body.body) : drawn_mesh(body.polytope), body.pose);
        !added) {
      return added;
    }
  }
  return {};
}

/// The unit quaternion of a rotation's rows, x, y, z, w.
std::array<double, 4> quaternion(const double* m) {
  const double xx = m[0], yy = m[5], zz = m[10];
  std::array<double, 4> q{};
  // The largest of the four is found first, since the others divide by it.
  if (xx + yy + zz > 0) {
    q = {m[9] - m[6], m[2] - m[8], m[4] - m[1], 1 + xx + yy + zz};
  } else if (xx >= yy && xx >= zz) {
    q = {1 + xx - yy - zz, m[1] + m[4], m[2] + m[8], m[9] - m[6]};
  } else if (yy >= zz) {
    q = {m[1] + m[4], 1 + yy - xx - zz, m[6] + m[9], m[2] - m[8]};
  } else {
    q = {m[2] + m[8], m[6] + m[9], 1 + zz - xx - yy, m[4] - m[1]};
  }
  double squares = 0;
  for (const double entry : q) squares += entry * entry;
  for (double& entry : q) entry /= std::sqrt(squares);
  return q;
}

Status Page::place_frames() {
  std::vector<std::vector<double>> poses(path_.robots.size());
  std::size_t first = 0;
  std::vector<double> own;
  for (std::size_t r = 0; r < path_.robots.size(); ++r) {
    const Robot& robot = path_.robots[r];
    const auto size = static_cast<std::size_t>(robot.variables());
    own.clear();
    for (std::size_t m = 0; m < count(); ++m) {
      const double* const from = configurations_.data() + m * variables_.size() + first;
      own.insert(own.end(), from, from + size);
    }
    first += size;
    poses[r].resize(count() * 12 * static_cast<std::size_t>(robot.frames()));
    const Status placed = robot.forward(static_cast<std::int64_t>(count()), own, poses[r]);
    if (!placed) return placed.error();
  }
  translations_.resize(3 * count() * frame_numbers_.size());
  turns_.resize(4 * count() * frame_numbers_.size());
  for (const auto& [key, number] : frame_numbers_) {
    const auto& [r, frame] = key;
    const auto frames = static_cast<std::size_t>(path_.robots[r].frames());
    for (std::size_t m = 0; m < count(); ++m) {
      const double* const rows =
          poses[r].data() + 12 * (m * frames + static_cast<std::size_t>(frame));
      const std::size_t at = m * frame_numbers_.size() + number;
      const auto turn = quaternion(rows);
      for (std::size_t k = 0; k < 4; ++k) turns_[4 * at + k] = static_cast<float>(turn[k]);
      for (std::size_t k = 0; k < 3; ++k)
        translations_[3 * at + k] = static_cast<float>(rows[4 * k + 3]);
    }
  }
  return {};
}

/// The number of a pair in the page, which lists those alone that it names. All checkers have the same parts.
std::int64_t Page::listed_pair(const RobotChecker& checker, std::int64_t pair) {
  if (pair < 0) return -1;
  const RobotCheckPair of = checker.pair(pair);
  const auto parts = static_cast<std::int32_t>(checker.parts().size());
  const std::pair bodies(of.part_a, of.body >= 0 ? parts + of.body : of.part_b);
  const auto [found, fresh] =
      pair_numbers_.emplace(bodies, static_cast<std::int64_t>(pairs_.size()));
  if (fresh) pairs_.push_back(fmt::format("[{}, {}]", bodies.first, bodies.second));
  return found->second;
}

/// A checker of what a robot may meet beside itself: links of a robot are near each other all the time, which says
/// little. Nothing, where there is nothing else.
std::optional<RobotChecker> Page::beyond() const {
  if (path_.scene.size() == 0 && path_.robots.size() == 1) return std::nullopt;
  RobotCheckOptions options = path_.options;
  std::vector<std::size_t> robot_of;  // of each link
  for (std::size_t r = 0; r < path_.robots.size(); ++r)
    robot_of.insert(robot_of.end(), path_.robots[r].model().links.size(), r);
  for (const RobotAttachment& attached : path_.options.attached)
    robot_of.push_back(robot_of[static_cast<std::size_t>(attached.link)]);
  for (std::size_t b = 0; b < robot_of.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (robot_of[a] == robot_of[b])
        options.skipped.push_back(
            {static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), "Beside"});
    }
  }
  auto checker = RobotChecker::make(path_.robots, path_.scene, options);
  if (!checker) return std::nullopt;
  return std::move(checker).value();
}

/// What meets at each moment, and how close the closest pair is.
Status Page::examine() {
  const std::int64_t all = std::ssize(moments_),
                     pairs = std::max(path_.checker.pairs(), std::int64_t{1});
  const std::optional<RobotChecker> others = beyond();
  const RobotChecker& measurer = others ? *others : path_.checker;
  beyond_ = others.has_value();
  const std::int64_t most = std::clamp(kVerdictsHeld / pairs, std::int64_t{1}, all);
  std::vector<Verdict> verdicts;
  std::vector<Interval> closest(static_cast<std::size_t>(most));
  std::vector<std::int64_t> closest_pairs(static_cast<std::size_t>(most));
  std::vector<Witness<3>> witnesses(static_cast<std::size_t>(most));
  for (std::int64_t begin = 0; begin < all; begin += most) {
    const std::int64_t some = std::min(most, all - begin);
    const auto size = static_cast<std::size_t>(some);
    verdicts.resize(size * static_cast<std::size_t>(path_.checker.pairs()));
    RobotBatch batch;
    batch.configurations =
        std::span<const double>(configurations_)
            .subspan(static_cast<std::size_t>(begin) * variables_.size(), size * variables_.size());
    batch.count = some;
    batch.along_path = true;
    RobotOutput output;
    output.pair_verdicts = verdicts;
    RobotDistanceOutput distances;
    distances.closest = std::span(closest).first(size);
    distances.closest_pairs = std::span(closest_pairs).first(size);
    distances.witnesses = std::span(witnesses).first(size);
    const auto checked = path_.checker.check(batch, output, batch_);
    const auto measured = measurer.distances(batch, distances, batch_);
    if (!checked || !measured) return (checked ? measured : checked).error();
    if (cancelled()) return Error{ErrorCode::not_served, "interrupted: no page is written"};
    for (std::size_t m = 0; m < size; ++m) {
      std::string meeting;
      for (std::int64_t p = 0; p < path_.checker.pairs(); ++p) {
        const Verdict verdict = verdicts[m * static_cast<std::size_t>(path_.checker.pairs()) +
                                         static_cast<std::size_t>(p)];
        // A configuration shows all that is not apart, a path what overlaps.
        if (verdict == Verdict::overlapping ||
            (alone() && verdict != Verdict::separated && verdict != Verdict::not_examined))
          meeting += fmt::format(", {}", listed_pair(path_.checker, p));
      }
      if (!meeting.empty())
        meetings_.push_back(fmt::format("[{}{}]", static_cast<std::size_t>(begin) + m, meeting));
      distances_.push_back(static_cast<float>(closest[m].upper));
      closest_pairs_.push_back(listed_pair(measurer, closest_pairs[m]));
      for (const Vector3& point : {witnesses[m].point_a, witnesses[m].point_b})
        for (const double x : point) witnesses_.push_back(static_cast<float>(x));
    }
  }
  return {};
}

std::string Page::edges_json() {
  return list_json(path_.edges, [this](const EdgeAnswer& edge) -> std::string {
    if (edge.intervals == 0) return R"({"verdict": "not_examined"})";
    std::string text = fmt::format(R"({{"verdict": "{}", "clearance": {})", to_string(edge.verdict),
                                   interval_json(edge.clearance));
    if (edge.pair >= 0) {
      text +=
          fmt::format(R"(, "time": {}, "pair": {}, "names": {})", interval_json(edge.time),
                      listed_pair(path_.checker, edge.pair), names_json(path_.checker, edge.pair));
    }
    return text + "}";
  });
}

std::string Page::waypoints_json() const {
  std::string text = "[";
  for (std::size_t i = 0; i < path_.waypoints.size(); ++i)
    text += (i > 0 ? ", " : "") + json_number(path_.waypoints[i]);
  return text + "]";
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string Page::json() {
  std::string names, variables;
  for (const Robot& robot : path_.robots) {
    names += (names.empty() ? "" : ", ") + json_string(robot.model().name);
    for (const std::string& name : robot.variable_names())
      variables += (variables.empty() ? "" : ", ") + json_string(name);
  }
  const auto as_is = [](const std::string& text) { return text; };
  const auto number = [](auto value) { return fmt::to_string(value); };
  std::vector<std::int64_t> first(path_.edges.size() + 1, std::ssize(moments_) - 1);
  std::vector<float> times;
  times.reserve(moments_.size());
  for (std::size_t m = moments_.size(); m-- > 0;) {
    if (moments_[m].time < 1)
      first[static_cast<std::size_t>(moments_[m].edge)] = static_cast<std::int64_t>(m);
  }
  for (const Moment& moment : moments_) times.push_back(static_cast<float>(moment.time));
  const std::string edges = edges_json();  // lists pairs
  std::string text = fmt::format(
      R"({{"format": "sunder robot path 1", "version": {}, "robots": [{}], "urdf": {}, "path": {}, "width": {}, "margin": {}, )",
      json_string(kVersion), names, json_string(file_name(path_.urdf)),
      json_string(file_name(path_.path)), json_number(path_.width),
      json_number(path_.options.margin));
  text += fmt::format(
      R"("variables": [{}], "slides": {}, "wraps": {}, "waypoints": {}, )", variables,
      list_json(variables_, [](const Variable& v) { return v.slides ? "true" : "false"; }),
      list_json(variables_, [](const Variable& v) { return v.wraps ? "true" : "false"; }),
      waypoints_json());
  text += fmt::format(R"("cancelled": {}, "counts": {}, "edges": {}, "pairs": {}, )",
                      path_.report.cancelled, counts_json(path_.checker), edges,
                      list_json(pairs_, as_is));
  if (alone()) {
    text += fmt::format(
        R"("numbers": {}, "words": {}, "totals": {}, )", list_json(path_.numbers, number),
        list_json(path_.verdicts, [](std::string_view word) { return json_string(word); }),
        path_.totals);
  }
  text += fmt::format(
      R"("frames": {}, "first": {}, "times": "{}", "translations": "{}", "turns": "{}", )",
      frame_numbers_.size(), list_json(first, number), float32_base64(times),
      float32_base64(translations_), unit16_base64(turns_));
  text += fmt::format(
      R"("meetings": {}, "beyond": {}, "distances": "{}", "closest": {}, "witnesses": "{}", )",
      list_json(meetings_, as_is), beyond_, float32_base64(distances_),
      list_json(closest_pairs_, number), float32_base64(witnesses_));
  text += "\"meshes\": " + list_json(meshes_, as_is);
  text += ",\n\"bodies\": " + list_json(bodies_, as_is);
  return text + "}";
}

}  // namespace

Result<std::string> robot_page(const DrawnPath& path, Executor* executor,
                               const std::atomic<bool>* cancel) {
  const std::int64_t edges = std::ssize(path.edges);
  if (edges > kMostDrawnEdges) {
    return Error{ErrorCode::too_large,
                 fmt::format("the path has {} edges, and a page shows {} at most; give a part of "
                             "the path",
                             edges, kMostDrawnEdges)};
  }
  return Page(path, executor, cancel).written();
}

bool write_robot_page(const std::string& html, const CheckerArguments& arguments,
                      const DrawnPath& path, Executor* executor, const std::atomic<bool>* cancel) {
  std::vector<std::string> inputs = {arguments.robot.path, arguments.robot.srdf, path.path};
  inputs.insert(inputs.end(), arguments.scene.begin(), arguments.scene.end());
  if (is_read("--html", html, inputs)) return false;
  const auto page = robot_page(path, executor, cancel);
  if (!page) {
    complain("--html: " + page.error().message);
    return false;
  }
  return html == "-" ? write_output(page.value()) : write_file(html, page.value());
}

}  // namespace sunder::cli
