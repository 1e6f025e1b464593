// SPDX-License-Identifier: Apache-2.0
//
// Idea: All robots become one list of frames, all their parts and attached bodies one list of bodies. Rules
//   are applied once, so that what remains is a plain list of pairs. Two parts that no joint moves are
//   decided here.
// Bound: A frame's matrix stretches by at most the product of its chain's origins and of the part's pose,
//   and the slope of its rounding. Balls and tables count on no more.
// Cost: A look at each pair of parts, a table of 1,734 supports for each hull of many vertices, and a query
//   for each pair that stands still.
// Gives up: Tables where poses stretch or flatten. Hulls of more than 128 vertices then take single queries.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "exact/dyadic.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/pose_access.hpp"
#include "robot/checker/bounds.hpp"
#include "robot/checker/data.hpp"
#include "robot/checker/options.hpp"
#include "robot/checker/pair.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::BlockAccess;
using detail::ReachBox;
using detail::robot::CheckBody;
using detail::robot::CheckData;
using detail::robot::CheckPair;
using detail::robot::decide_pair;
using detail::robot::kCheckShare;
using detail::robot::kMostStretch;

/// Hulls of more vertices take a table: a scan of as many takes as long.
constexpr std::int32_t kScannedVertices = 24;
constexpr std::int64_t kMostPairs = 0x7fffffff;

float float_above(double x) noexcept {
  const double share = std::fabs(x) * kCheckShare;
  return std::nextafter(static_cast<float>(x + share), std::numeric_limits<float>::infinity());
}
float float_below(double x) noexcept { return -float_above(-x); }

/// An index of a vector.
constexpr std::size_t slot(std::int64_t index) noexcept { return static_cast<std::size_t>(index); }

Error wrong(std::string message) { return {ErrorCode::wrong_shape, std::move(message)}; }

std::uint64_t key_of(std::int32_t a, std::int32_t b) noexcept {
  const auto low = static_cast<std::uint64_t>(std::min(a, b));
  return low << 32 | static_cast<std::uint64_t>(std::max(a, b));
}

/// Returns at most the largest distance of two vertices, and at least half of it.
double diameter(const detail::HullBlock& hull) noexcept {
  double squares = 0;
  for (std::int32_t i = 1; i < hull.count; ++i) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double gap = hull.coordinate(i, k) - hull.coordinate(0, k);
      sum += gap * gap;
    }
    squares = std::max(squares, sum);
  }
  return std::sqrt(squares) * (1 - kCheckShare);
}

/// Bounds on what a matrix does to lengths.
struct Stretch {
  double least = 1, most = 1;

  void by(const Pose3& pose) noexcept {
    least *= detail::least_singular_value(pose);
    most *= detail::greatest_singular_value(pose);
  }
};

class Builder {
 public:
  Builder(std::span<const Robot> robots, const Scene& scene, const RobotCheckOptions& options)
      : robots_(robots), scene_(scene), options_(options), data_(std::make_shared<CheckData>()) {}

  std::optional<Error> run();
  std::shared_ptr<const CheckData> data() const noexcept { return data_; }

 private:
  std::optional<Error> add_robots();
  std::optional<Error> add_parts(std::size_t robot);
  std::optional<Error> add_body(const RobotPart& part, std::int32_t owner, std::int32_t frame,
                                const Stretch& stretch);
  void prepare(CheckBody& body, const Stretch& stretch);
  std::unique_ptr<const detail::batch::LaneHull> lanes_of(const Polytope3& polytope, bool rigid);
  void add_scene();
  void add_rules();
  std::optional<Error> add_pairs();
  std::optional<Error> add_scene_pairs();
  const std::string* rule(std::int32_t owner_a, std::int32_t owner_b) const;
  double margin_of(std::int32_t owner_a, std::int32_t owner_b) const;
  Verdict decide_still(std::int32_t a, std::int32_t b, bool with_scene);
  void count_skipped(const std::string& reason) { ++skipped_[reason]; }

  std::span<const Robot> robots_;
  const Scene& scene_;
  const RobotCheckOptions& options_;
  std::shared_ptr<CheckData> data_;
  std::int32_t links_ = 0;  ///< of all robots
  std::vector<std::int32_t> first_link_;
  std::vector<bool> moves_;             ///< of each link
  std::vector<std::int32_t> carriers_;  ///< the link whose frame a part has
  std::unordered_map<std::uint64_t, std::string> rules_;
  std::unordered_map<std::uint64_t, double> margins_;
  std::unordered_map<std::int32_t, double> scene_margins_;
  std::map<std::string, std::int64_t> skipped_;
  std::unordered_map<std::uint64_t, std::shared_ptr<const detail::batch::SupportTable>> tables_;
  std::vector<double> still_poses_;
  std::vector<const Polytope3*> inner_;  ///< of each body of the scene; null: none
};

/// Makes each robot anew with what its links carry, which gives those bodies frames.
std::optional<Error> Builder::add_robots() {
  for (std::size_t r = 0; r < robots_.size(); ++r) {
    const auto links = static_cast<std::int32_t>(robots_[r].model().links.size());
    RobotModel model;
    bool carries = false;
    for (const RobotAttachment& attached : options_.attached) {
      const std::int32_t link = attached.link - first_link_[r];
      if (link < 0 || link >= links) continue;
      if (!carries) model = robots_[r].model();
      carries = true;
      model.parts.push_back(attached.part);
      model.parts.back().link = link;
    }
    if (carries) {
      Result<Robot> made = Robot::from_model(std::move(model));
      if (!made) return made.error();
      data_->robots.push_back(std::move(made).value());
    } else {
      data_->robots.push_back(robots_[r]);
    }
    data_->first_variable.push_back(data_->variables);
    data_->first_frame.push_back(data_->frames);
    data_->variables += data_->robots[r].variables();
    data_->frames += data_->robots[r].frames();
  }
  for (std::size_t r = 0; r < robots_.size(); ++r) {
    if (auto error = add_parts(r)) return error;
  }
  still_poses_.resize(slot(data_->frames) * 12);
  for (std::size_t r = 0; r < robots_.size(); ++r) {
    const Robot& robot = data_->robots[r];
    const std::span<double> poses(still_poses_.data() + slot(data_->first_frame[r]) * 12,
                                  slot(robot.frames()) * 12);
    const Status placed = robot.forward(1, robot.default_configuration(), poses);
    if (!placed) return placed.error();
  }
  return std::nullopt;
}

/// Adds the parts of a robot, its attached bodies last. A checker's parts are in this order.
std::optional<Error> Builder::add_parts(std::size_t r) {
  const Robot& robot = data_->robots[r];
  const RobotModel& model = robot.model();
  const std::vector<FrameRounding> rounding = robot.rounding();
  // Links may be listed before their parents.
  std::vector<Stretch> stretches(model.links.size());
  std::vector<int> state(model.links.size(), -1);  // 1 if the link moves
  const auto resolve = [&](std::int32_t link) {
    std::vector<std::int32_t> chain;
    for (std::int32_t at = link; at >= 0 && state[slot(at)] < 0;) {
      chain.push_back(at);
      const std::int32_t joint = model.links[slot(at)].joint;
      at = joint < 0 ? -1 : model.joints[slot(joint)].parent;
    }
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
      const auto at = slot(*it);
      const std::int32_t joint = model.links[at].joint;
      if (joint < 0) {
        stretches[at].by(model.base);
        state[at] = 0;
        continue;
      }
      const RobotJoint& by = model.joints[slot(joint)];
      const auto parent = slot(by.parent);
      stretches[at] = stretches[parent];
      stretches[at].by(by.origin);
      state[at] = state[parent] == 1 || by.kind != JointKind::fixed ? 1 : 0;
    }
  };
  for (std::size_t l = 0; l < model.links.size(); ++l) resolve(static_cast<std::int32_t>(l));
  for (const int moves : state) moves_.push_back(moves == 1);

  std::vector<std::int32_t> carried;
  for (std::size_t k = 0; k < options_.attached.size(); ++k) {
    const std::int32_t link = options_.attached[k].link - first_link_[r];
    if (link >= 0 && link < static_cast<std::int32_t>(model.links.size())) {
      carried.push_back(links_ + static_cast<std::int32_t>(k));
    }
  }
  const std::size_t own = model.parts.size() - carried.size();
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const RobotPart& part = model.parts[p];
    const std::int32_t frame = robot.frame_of_part(static_cast<std::int32_t>(p));
    Stretch stretch = stretches[slot(part.link)];
    stretch.by(part.pose);
    const double slope = rounding[slot(frame)].slope;
    stretch.most = (stretch.most + slope) * (1 + kCheckShare);
    stretch.least = (stretch.least - slope) * (1 - kCheckShare);
    const std::int32_t owner = p < own ? first_link_[r] + part.link : carried[p - own];
    data_->parts.push_back({part.name, static_cast<std::int32_t>(r), owner, part.shape});
    carriers_.push_back(first_link_[r] + part.link);
    if (auto error = add_body(part, owner, data_->first_frame[r] + frame, stretch)) return error;
  }
  return std::nullopt;
}

std::optional<Error> Builder::add_body(const RobotPart& part, std::int32_t owner,
                                       std::int32_t frame, const Stretch& stretch) {
  CheckBody body;
  body.hull = part.hull;
  body.inner = part.inner;
  body.body = part.body;
  body.pose = frame;
  double everywhere = 0;
  double with_scene = 0;
  for (const RobotPadding& padding : options_.padding) {
    if (padding.link != owner) continue;
    (padding.scene_only ? with_scene : everywhere) = padding.radius;
  }
  body.radius = part.radius + everywhere;
  body.scene_radius = part.radius + std::max(everywhere, with_scene);
  if (!detail::is_length(body.radius) || !detail::is_length(body.scene_radius)) {
    return wrong("the radius of part \"" + part.name +
                 "\" is negative or not finite; give a length");
  }
  prepare(body, stretch);
  data_->bodies.push_back(std::move(body));
  return std::nullopt;
}

/// Makes what lanes read. The ball holds the hull; radii are added to the margins of pairs.
void Builder::prepare(CheckBody& body, const Stretch& stretch) {
  const detail::HullBlock& hull = BlockAccess::block(body.hull);
  body.empty = hull.count == 0;
  if (!body.body) body.as_body.emplace(Body3{Part3{body.hull}});
  if (body.inner) body.inner_as_body.emplace(Body3{Part3{*body.inner}});
  if (body.empty) return;
  const Ball<3> ball = body.hull.circumscribed_ball();
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    body.ball.centre[k] = static_cast<float>(ball.centre[k]);
    size += std::fabs(ball.centre[k]);
  }
  body.ball.size = float_above(size);
  body.ball.radius = float_above(ball.radius * stretch.most);
  body.most_diameter = 2 * ball.radius * stretch.most;
  body.least_diameter = diameter(hull) * stretch.least * (1 - kCheckShare);
  const bool rigid = stretch.most <= 1 + kMostStretch && stretch.least >= 1 - kMostStretch;
  body.lanes = lanes_of(body.hull, rigid);
  if (!body.body || body.lanes == nullptr) return;
  body.pieces = detail::robot::pieces_of(*body.body, body.hull);
  for (detail::robot::MeshPiece& piece : body.pieces) {
    piece.lanes = lanes_of(piece.hull, rigid);
    if (piece.lanes != nullptr) continue;
    body.pieces.clear();
    return;
  }
}

/// Returns null where lanes cannot separate the hull.
std::unique_ptr<const detail::batch::LaneHull> Builder::lanes_of(const Polytope3& polytope,
                                                                 bool rigid) {
  const detail::HullBlock& hull = BlockAccess::block(polytope);
  if (!detail::batch::LaneHull::can_separate(hull)) return nullptr;
  const bool box = hull.shape == detail::Shape::box;
  const bool by_table = rigid && !box && hull.count > kScannedVertices;
  if (!by_table && hull.points_float == nullptr) return nullptr;
  auto lanes = std::make_unique<detail::batch::LaneHull>(hull);
  if (by_table) {
    auto& table = tables_[polytope.content_hash()];
    if (!table) table = std::make_shared<const detail::batch::SupportTable>(hull);
    data_->tables.push_back(table);
    lanes->table = table.get();
  }
  return lanes;
}

void Builder::add_scene() {
  inner_.resize(slot(scene_.size()));
  for (const RobotSceneInner& inner : options_.scene_inner) inner_[slot(inner.body)] = &inner.inner;
  for (std::int32_t id = 0; id < scene_.size(); ++id) {
    const SceneBody& from = scene_.body(id);
    CheckBody body;
    body.hull = from.polytope;
    body.body = from.body;
    if (inner_[slot(id)] != nullptr) body.inner = *inner_[slot(id)];
    body.pose = id;
    Stretch stretch;
    stretch.by(from.pose);
    prepare(body, stretch);
    body.empty = body.empty || !scene_.holds(id);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    ReachBox box{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
    if (!body.empty) {
      const Bounds<3> bounds = from.body ? world_box(PosedBody3(*from.body, from.pose))
                                         : world_box(Posed3(from.polytope, from.pose));
      for (std::size_t k = 0; k < 3; ++k) {
        box.lower[k] = float_below(bounds.lower[k]);
        box.reach[k] = float_above(bounds.upper[k]);
      }
    }
    for (int l = 0; l < 3; ++l) {
      for (int k = 0; k < 3; ++k) data_->scene_rows.push_back(from.pose.linear(l, k));
      data_->scene_rows.push_back(from.pose.offset(l));
    }
    data_->scene.push_back(std::move(body));
    data_->scene_poses.push_back(from.pose);
    data_->scene_names.push_back(from.name);
    data_->scene_boxes.push_back(box);
  }
  data_->tree.emplace(data_->scene_boxes);
}

void Builder::add_rules() {
  for (std::size_t r = 0; r < robots_.size(); ++r) {
    for (const RobotPair& pair : data_->robots[r].model().skipped) {
      rules_.emplace(key_of(first_link_[r] + pair.a, first_link_[r] + pair.b), pair.reason);
    }
  }
  for (const RobotPair& pair : options_.examined) rules_.erase(key_of(pair.a, pair.b));
  for (const RobotPair& pair : options_.skipped)
    rules_.emplace(key_of(pair.a, pair.b), pair.reason);
  for (std::size_t k = 0; k < options_.attached.size(); ++k) {
    const std::int32_t owner = links_ + static_cast<std::int32_t>(k);
    rules_.emplace(key_of(owner, options_.attached[k].link), "Attached");
    for (const std::int32_t link : options_.attached[k].touches) {
      rules_.emplace(key_of(owner, link), "Attached");
    }
  }
  for (const RobotMargin& margin : options_.margins) {
    if (margin.b == -1) {
      scene_margins_[margin.a] = margin.margin;
    } else {
      margins_[key_of(margin.a, margin.b)] = margin.margin;
    }
  }
}

const std::string* Builder::rule(std::int32_t owner_a, std::int32_t owner_b) const {
  const auto found = rules_.find(key_of(owner_a, owner_b));
  return found == rules_.end() ? nullptr : &found->second;
}

double Builder::margin_of(std::int32_t owner_a, std::int32_t owner_b) const {
  const auto found = margins_.find(key_of(owner_a, owner_b));
  return found == margins_.end() ? options_.margin : found->second;
}

Verdict Builder::decide_still(std::int32_t a, std::int32_t b, bool with_scene) {
  const auto pose_of = [&](const CheckBody& body) {
    const std::span<const double> rows(still_poses_.data() + slot(body.pose) * 12, 12);
    return Pose3::from_matrix(rows).value();
  };
  const CheckBody& body_a = data_->bodies[slot(a)];
  const Pose3 pose_a = pose_of(body_a);
  if (with_scene) {
    return decide_pair({body_a, pose_a, body_a.scene_radius},
                       {data_->scene[slot(b)], data_->scene_poses[slot(b)], 0},
                       data_->scene_parts[slot(a)].margin);
  }
  const CheckBody& body_b = data_->bodies[slot(b)];
  const Pose3 pose_b = pose_of(body_b);
  return decide_pair({body_a, pose_a, body_a.radius}, {body_b, pose_b, body_b.radius},
                     data_->pairs.back().margin);
}

std::optional<Error> Builder::add_pairs() {
  const auto count = static_cast<std::int32_t>(data_->parts.size());
  const auto& parts = data_->parts;
  data_->counts.total = std::int64_t{count} * (count - 1) / 2;
  for (std::int32_t a = 0; a < count; ++a) {
    for (std::int32_t b = a + 1; b < count; ++b) {
      const std::int32_t owner_a = parts[slot(a)].link;
      const std::int32_t owner_b = parts[slot(b)].link;
      if (owner_a == owner_b) {
        ++data_->counts.same_link;
        continue;
      }
      if (const std::string* const reason = rule(owner_a, owner_b)) {
        count_skipped(*reason);
        continue;
      }
      CheckPair pair;
      pair.a = a;
      pair.b = b;
      pair.margin = margin_of(owner_a, owner_b);
      const double radii = data_->bodies[slot(a)].radius + data_->bodies[slot(b)].radius;
      pair.lane_distance = float_above(pair.margin + radii);
      data_->pairs.push_back(pair);
      const bool still = !moves_[slot(carriers_[slot(a)])] && !moves_[slot(carriers_[slot(b)])];
      if (still && decide_still(a, b, false) == Verdict::separated) {
        data_->pairs.pop_back();
        ++data_->counts.still;
      }
    }
  }
  if (static_cast<std::int64_t>(data_->pairs.size()) > kMostPairs) {
    return Error{ErrorCode::too_large, "there are more than 2^31 pairs of parts; skip some"};
  }
  data_->counts.examined = static_cast<std::int64_t>(data_->pairs.size());
  return std::nullopt;
}

std::optional<Error> Builder::add_scene_pairs() {
  const auto bodies = static_cast<std::int64_t>(data_->scene.size());
  const auto parts = static_cast<std::int64_t>(data_->parts.size());
  if (static_cast<std::int64_t>(data_->pairs.size()) + parts * bodies > kMostPairs) {
    return Error{ErrorCode::too_large,
                 "there are more than 2^31 pairs of parts and bodies; give a smaller scene"};
  }
  for (std::size_t p = 0; p < data_->parts.size(); ++p) {
    detail::robot::ScenePart& of = data_->scene_parts.emplace_back();
    const auto found = scene_margins_.find(data_->parts[p].link);
    of.margin = found == scene_margins_.end() ? options_.margin : found->second;
    of.lane_distance = float_above(of.margin + data_->bodies[p].scene_radius);
  }
  const std::int64_t held = scene_.count();
  data_->counts.total += parts * held;
  data_->counts.examined += parts * held;
  const auto skip = [&](std::size_t part, std::int32_t body) {
    if (data_->scene_skips.empty()) data_->scene_skips.resize(slot(parts * bodies));
    auto entry = data_->scene_skips[part * slot(bodies) + slot(body)];
    if (entry) return false;
    entry = true;
    --data_->counts.examined;
    return true;
  };
  for (std::size_t p = 0; p < data_->parts.size(); ++p) {
    for (const RobotScenePair& pair : options_.skipped_scene) {
      if (pair.link == data_->parts[p].link && skip(p, pair.body)) count_skipped(pair.reason);
    }
    if (moves_[slot(carriers_[p])]) continue;
    for (std::int32_t body = 0; body < scene_.size(); ++body) {
      if (!scene_.holds(body) || data_->skips(static_cast<std::int32_t>(p), body)) continue;
      if (decide_still(static_cast<std::int32_t>(p), body, true) != Verdict::separated) continue;
      skip(p, body);
      ++data_->counts.still;
    }
  }
  return std::nullopt;
}

std::optional<Error> Builder::run() {
  if (auto error = detail::robot::check_options(robots_, scene_, options_)) return error;
  for (const Robot& robot : robots_) {
    first_link_.push_back(links_);
    links_ += static_cast<std::int32_t>(robot.model().links.size());
  }
  if (auto error = add_robots()) return error;
  add_scene();
  add_rules();
  if (auto error = add_pairs()) return error;
  if (auto error = add_scene_pairs()) return error;
  for (std::size_t p = 0; p < data_->parts.size(); ++p) {
    std::int64_t& examined = data_->examined_bodies.emplace_back(0);
    for (std::int32_t body = 0; body < scene_.size(); ++body) {
      if (scene_.holds(body) && !data_->skips(static_cast<std::int32_t>(p), body)) ++examined;
    }
  }
  data_->unmet.resize(slot(data_->all_pairs()), Verdict::separated);
  for (std::size_t p = 0; p < data_->parts.size(); ++p) {
    for (std::int32_t body = 0; body < scene_.size(); ++body) {
      const auto part = static_cast<std::int32_t>(p);
      if (scene_.holds(body) && !data_->skips(part, body)) continue;
      data_->unmet[slot(data_->scene_pair(part, body))] = Verdict::not_examined;
    }
  }
  data_->counts.skipped.assign(skipped_.begin(), skipped_.end());
  return std::nullopt;
}

}  // namespace

Result<RobotChecker> RobotChecker::make(std::span<const Robot> robots, const Scene& scene,
                                        const RobotCheckOptions& options) {
  Builder builder(robots, scene, options);
  if (std::optional<Error> error = builder.run()) return *std::move(error);
  return RobotChecker(builder.data());
}

}  // namespace sunder::inline SUNDER_ABI
