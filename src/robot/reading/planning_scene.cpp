// SPDX-License-Identifier: Apache-2.0
//
// Idea: A message is read as a whole. Then frames are placed and bodies added. Names of the matrix are looked up among
// links, carried bodies and objects of the world. All of it is done to copies, which replace what was given at the end.
// Source: MoveIt's PlanningScene::usePlanningSceneMsg() and AllowedCollisionMatrix for what an entry and a default mean.
// Cost: that of the shapes, and a look at each pair of names of the matrix.
// Gives up: Joints of several variables keep their default where robot_state places a frame.
#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "files/refused.hpp"
#include "robot/reading/file_text.hpp"
#include "robot/reading/planning_message.hpp"
#include "sunder/robot_scene.hpp"

namespace sunder::detail::robot {
namespace {

constexpr std::string_view kAllowed = "Allowed";

/// What a name of the matrix is: a link or carried bodies, by their numbers in RobotCheckOptions, or bodies of the world.
struct Named {
  std::vector<std::int32_t> links, bodies;
  bool is_own_link = false;
};

class SceneBuilder {
 public:
  SceneBuilder(const std::string& path, PlanningMessage message, const Robot& robot,
               const Scene& scene, const RobotCheckOptions& options)
      : path_(path),
        message_(std::move(message)),
        robot_(robot),
        scene_(scene),
        options_(options),
        configuration_(robot.default_configuration()) {}

  void run() {
    report_.name = message_.name;
    report_.notes = std::move(message_.notes);
    for (std::size_t l = 0; l < robot_.model().links.size(); ++l) {
      names_[robot_.model().links[l].name] = {{static_cast<std::int32_t>(l)}, {}, true};
    }
    set_state();
    place_frames();
    for (MessageObject& object : message_.objects) add_object(object);
    for (MessageAttachment& attached : message_.attached) add_attached(attached);
    for (const auto& [link, padding] : message_.padding) add_padding(link, padding);
    apply_matrix();
    apply_defaults();
    count_notes();
  }

  Scene& scene() noexcept { return scene_; }
  RobotCheckOptions& options() noexcept { return options_; }
  PlanningSceneReport& report() noexcept { return report_; }

 private:
  void set_state() {
    for (const auto& [joint, value] : message_.state) {
      const std::int32_t variable = robot_.find_variable(joint);
      if (variable >= 0) {
        configuration_[static_cast<std::size_t>(variable)] = value;
      } else {
        ++unknown_;
      }
    }
  }

  Pose3 composed(const Pose3& outer, const Pose3& inner, const std::string& where) {
    const Result<RoundedPose<3>> made = compose(outer, inner);
    if (!made) files::refuse(made.error().code, fmt::format("{}: {}", where, made.error().message));
    if (made.value().rounded) ++rounded_;
    return made.value().pose;
  }

  /// Fixed frames may stand in each other, in any order.
  void place_frames() {
    std::vector<bool> done(message_.frames.size());
    for (bool found = true; found;) {
      found = false;
      for (std::size_t i = 0; i < done.size(); ++i) {
        const auto& [child, framed] = message_.frames[i];
        if (done[i] || !is_known(framed.frame)) continue;
        done[i] = found = true;
        frames_.emplace(child, composed(frame(framed), framed.pose, framed.where));
      }
    }
    for (std::size_t i = 0; i < done.size(); ++i) {
      if (!done[i]) frame(message_.frames[i].second);  // which refuses it
    }
  }

  bool is_known(const std::string& name) const {
    return name.empty() || name == "world" || frames_.contains(name) || robot_.find_link(name) >= 0;
  }

  /// Where the frame of a pose is in the world.
  Pose3 frame(const FramedPose& framed) {
    const std::string& name = framed.frame;
    const std::int32_t link = robot_.find_link(name);
    if (link >= 0) {
      if (robot_.model().links[static_cast<std::size_t>(link)].joint < 0)
        return robot_.model().base;
      return link_pose(link, framed.where);
    }
    if (const auto found = frames_.find(name); found != frames_.end()) return found->second;
    if (name.empty() || name == "world") return Pose3::identity();
    files::refuse(io_error::unknown_body,
                  fmt::format("{}: its frame \"{}\" is neither a link nor one of "
                              "fixed_frame_transforms; add it there",
                              framed.where, name));
  }

  Pose3 link_pose(std::int32_t link, const std::string& where) {
    if (poses_.empty()) {
      poses_.resize(static_cast<std::size_t>(robot_.frames()) * 12);
      if (const Status placed = robot_.forward(1, configuration_, poses_); !placed)
        files::refuse(placed.error().code,
                      fmt::format("{}: robot_state: {}", path_, placed.error().message));
    }
    ++placed_by_state_;
    const auto first = static_cast<std::size_t>(robot_.frame_of_link(link)) * 12;
    const Result<Pose3> pose =
        Pose3::from_matrix(std::span<const double>(poses_).subspan(first, 12));
    if (!pose) files::refuse(pose.error().code, fmt::format("{}: {}", where, pose.error().message));
    return pose.value();
  }

  void add_object(MessageObject& object) {
    Named& named = new_name(object);
    const Pose3 place = composed(frame(object.place), object.place.pose, object.place.where);
    ++report_.objects;
    for (RobotPart& part : object.parts) {
      const Pose3 pose = composed(place, part.pose, object.place.where);
      if (part.shape == RobotShape::sphere) {
        Result<RobotPart> ball = make_polyhedral_ball(part.radius);
        if (!ball)
          files::refuse(ball.error().code,
                        fmt::format("{}: {}", object.place.where, ball.error().message));
        part = std::move(ball).value();
      }
      SceneBody body;
      body.name = object.id;
      body.polytope = std::move(part.hull);
      body.body = std::move(part.body);
      body.pose = pose;
      const std::int32_t id = scene_.add(std::move(body));
      if (part.inner) options_.scene_inner.push_back({id, *std::move(part.inner)});
      named.bodies.push_back(id);
      ++report_.bodies;
    }
  }

  /// Refuses a name that is taken.
  Named& new_name(const MessageObject& object) {
    const auto [at, is_new] = names_.emplace(object.id, Named{});
    if (is_new) return at->second;
    files::refuse(ErrorCode::wrong_shape,
                  fmt::format("{}: a link or another object has this name; give it its own",
                              object.place.where));
  }

  void add_attached(MessageAttachment& attached) {
    MessageObject& object = attached.object;
    Named& named = new_name(object);
    const std::int32_t link = robot_.find_link(attached.link);
    if (link < 0) {
      files::refuse(io_error::unknown_body,
                    fmt::format("{}: it is attached to \"{}\", and no link has this name",
                                object.place.where, attached.link));
    }
    if (!object.place.frame.empty() && object.place.frame != attached.link) {
      files::refuse(ErrorCode::not_served,
                    fmt::format("{}: its frame is \"{}\"; give its pose in that of the link \"{}\" "
                                "that carries it",
                                object.place.where, object.place.frame, attached.link));
    }
    std::vector<std::int32_t> touches;
    for (const std::string& name : attached.touches) {
      const std::int32_t touched = robot_.find_link(name);
      if (touched >= 0) {
        touches.push_back(touched);
      } else {
        ++unknown_;
      }
    }
    const auto links = static_cast<std::int32_t>(robot_.model().links.size());
    for (RobotPart& part : object.parts) {
      const auto number = links + static_cast<std::int32_t>(options_.attached.size());
      RobotAttachment& carried = options_.attached.emplace_back();
      carried.link = link;
      carried.touches = touches;
      carried.touches.insert(carried.touches.end(), named.links.begin(), named.links.end());
      carried.part = std::move(part);
      carried.part.name = object.id;
      carried.part.pose = composed(object.place.pose, carried.part.pose, object.place.where);
      named.links.push_back(number);
      ++report_.attached;
    }
  }

  void add_padding(const std::string& name, double padding) {
    const std::int32_t link = robot_.find_link(name);
    if (link >= 0) {
      options_.padding.push_back({link, padding, true});
    } else {
      ++unknown_;
    }
  }

  const Named* find(const std::string& name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? nullptr : &found->second;
  }

  void apply_matrix() {
    for (std::size_t i = 0; i < message_.entries.size(); ++i) {
      const Named* const a = find(message_.entries[i]);
      in_matrix_.insert(message_.entries[i]);
      if (a == nullptr) ++unknown_;
      for (std::size_t k = 0; k < i; ++k) {
        const Named* const b = find(message_.entries[k]);
        if (a != nullptr && b != nullptr && a != b) apply(*a, *b, message_.allowed[i][k]);
      }
    }
  }

  /// A default holds for pairs that are not both in the matrix; where both have one, both must allow.
  void apply_defaults() {
    for (const auto& [name, allowed] : message_.defaults) {
      const Named* const a = find(name);
      if (a == nullptr) {
        ++unknown_;
        continue;
      }
      if (!allowed) continue;
      for (const auto& [other, b] : names_) {
        const auto own = message_.defaults.find(other);
        const bool both = own != message_.defaults.end();
        if (&b == a || (both && (!own->second || other < name))) continue;
        if (in_matrix_.contains(name) && in_matrix_.contains(other)) continue;
        apply(*a, b, true);
      }
    }
  }

  void apply(const Named& a, const Named& b, bool allowed) {
    if (allowed) ++report_.allowed;
    if (a.is_own_link && b.is_own_link) {
      apply_links(a.links.front(), b.links.front(), allowed);
      return;
    }
    if (!allowed) return;
    for (const std::int32_t x : a.links) {
      for (const std::int32_t y : b.links)
        options_.skipped.push_back({x, y, std::string(kAllowed)});
      for (const std::int32_t body : b.bodies)
        options_.skipped_scene.push_back({x, body, std::string(kAllowed)});
    }
    for (const std::int32_t body : a.bodies) {
      for (const std::int32_t y : b.links)
        options_.skipped_scene.push_back({y, body, std::string(kAllowed)});
    }
  }

  void apply_links(std::int32_t a, std::int32_t b, bool allowed) {
    const auto& skipped = robot_.model().skipped;  // sorted
    const auto ends = std::pair(std::min(a, b), std::max(a, b));
    const auto found = std::ranges::lower_bound(
        skipped, ends, {}, [](const RobotPair& pair) { return std::pair(pair.a, pair.b); });
    const bool skips = found != skipped.end() && std::pair(found->a, found->b) == ends;
    if (skips == allowed) return;
    if (allowed) {
      options_.skipped.push_back({ends.first, ends.second, std::string(kAllowed)});
    } else {
      options_.examined.push_back({ends.first, ends.second, {}});
      ++report_.forbidden;
    }
  }

  void count_notes() {
    const auto note = [&](std::int64_t count, std::string_view text) {
      if (count > 0) report_.notes.push_back(fmt::format("{}: {} {}", path_, count, text));
    };
    note(unknown_, "names of the scene are neither links, variables nor objects, and were skipped");
    note(report_.forbidden,
         "pairs of links that the robot skips are examined, since the scene does not allow them");
    note(placed_by_state_, "objects or frames stand where robot_state puts their link");
    note(rounded_, "poses are products that were rounded");
  }

  std::string path_;
  PlanningMessage message_;
  const Robot& robot_;
  Scene scene_;
  RobotCheckOptions options_;
  std::vector<double> configuration_, poses_;
  PlanningSceneReport report_;
  std::map<std::string, Named> names_;
  std::unordered_map<std::string, Pose3> frames_;
  std::unordered_set<std::string> in_matrix_;
  std::int64_t unknown_ = 0, rounded_ = 0, placed_by_state_ = 0;
};

}  // namespace
}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {
namespace {

constexpr std::int32_t kFewestConeSides = 8, kMostConeSides = 1000;

}  // namespace

Result<PlanningSceneReport> read_planning_scene_text(std::string_view text, const std::string& path,
                                                     const Robot& robot, Scene& scene,
                                                     RobotCheckOptions& options,
                                                     const PlanningSceneOptions& reading) {
  if (reading.cylinder_sides < kFewestConeSides || reading.cylinder_sides > kMostConeSides) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("{} sides of a cylinder; {} to {} are taken", reading.cylinder_sides,
                             kFewestConeSides, kMostConeSides)};
  }
  try {
    detail::robot::SceneBuilder builder(
        path,
        path.ends_with(".scene") ? detail::robot::read_planning_text(path, text, reading)
                                 : detail::robot::read_planning_yaml(path, text, reading),
        robot, scene, options);
    builder.run();
    scene = std::move(builder.scene());
    options = std::move(builder.options());
    return std::move(builder.report());
  } catch (detail::files::Refused& refused) {
    return std::move(refused.error);
  }
}

Result<PlanningSceneReport> read_planning_scene(const std::string& path, const Robot& robot,
                                                Scene& scene, RobotCheckOptions& options,
                                                const PlanningSceneOptions& reading) {
  const Result<std::string> text = detail::robot::file_text(path, reading.limits);
  if (!text) return text.error();
  return read_planning_scene_text(text.value(), path, robot, scene, options, reading);
}

Result<std::vector<RobotPart>> read_mesh_parts(const std::string& path, const Vector3& scale,
                                               BodyForm as, const ReadLimits& limits) {
  detail::robot::MeshShelf shelf(limits);
  const Result<const detail::robot::MeshParts*> parts = shelf.take(path, scale, as);
  if (!parts) return parts.error();
  return parts.value()->parts;
}

}  // namespace sunder::inline SUNDER_ABI
