// SPDX-License-Identifier: Apache-2.0
//
// Idea: A lane is a configuration. The values of joints come first: the variables, then those that follow others. Then
// each step multiplies the frame of its parent by its own map, whose constants all lanes share.
// Bound: rounding.cpp has it.
// Cost: a product of two maps a step, 63 operations for 2, 4 or 8 configurations; a turn some 65 more.
#include "robot/kinematics/kinematics.hpp"

#include <algorithm>

#include "geometry/double_bits.hpp"
#include "geometry/refusal.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "robot/kinematics/kinematics.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "robot/kinematics/turn-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::robot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, kBlock>;
using V = hn::Vec<D>;

/// The rows of a map, a configuration a lane.
struct Map {
  V rows[3][4];
};

HWY_INLINE Map shared(const Rows& rows) {
  Map map;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 4; ++j) map.rows[i][j] = hn::Set(D(), rows[4 * i + j]);
  }
  return map;
}

HWY_INLINE void turn_columns(Map& map, std::size_t axis, V cosine, V sine) {
  const std::size_t a = axis == 2 ? 0 : axis + 1;
  const std::size_t b = axis == 0 ? 2 : axis - 1;
  for (auto& row : map.rows) {
    const V first = row[a];
    row[a] = hn::Add(hn::Mul(cosine, first), hn::Mul(sine, row[b]));
    row[b] = hn::Sub(hn::Mul(cosine, row[b]), hn::Mul(sine, first));
  }
}

HWY_INLINE void turn(Map& map, const Step& step, V angle) {
  const auto [cosine, sine] = turn_of(D(), angle);
  if (step.aligned >= 0) {
    turn_columns(map, static_cast<std::size_t>(step.aligned), cosine,
                 hn::Mul(sine, hn::Set(D(), step.sign)));
    return;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t k = 3 * i + j;
      map.rows[i][j] = hn::Add(
          hn::Add(hn::Set(D(), step.constant[k]), hn::Mul(hn::Set(D(), step.cosine[k]), cosine)),
          hn::Mul(hn::Set(D(), step.sine[k]), sine));
    }
  }
}

HWY_INLINE Map product(const Map& outer, const Map& inner) {
  Map map;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& row = outer.rows[i];
    for (std::size_t j = 0; j < 4; ++j) {
      map.rows[i][j] =
          hn::Add(hn::Add(hn::Mul(row[0], inner.rows[0][j]), hn::Mul(row[1], inner.rows[1][j])),
                  hn::Mul(row[2], inner.rows[2][j]));
    }
    map.rows[i][3] = hn::Add(map.rows[i][3], row[3]);
  }
  return map;
}

/// Returns outer * inner for an inner map that is a translation: the doubles of product(); only signs of zeros may differ.
HWY_INLINE Map shifted(const Map& outer, const Map& inner) {
  Map map = outer;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& row = outer.rows[i];
    map.rows[i][3] = hn::Add(
        hn::Add(hn::Add(hn::Mul(row[0], inner.rows[0][3]), hn::Mul(row[1], inner.rows[1][3])),
                hn::Mul(row[2], inner.rows[2][3])),
        row[3]);
  }
  return map;
}

/// The rotation of a quaternion x, y, z, w of any length, then the translation.
HWY_INLINE Map placed(const V* values) {
  const V x = values[3], y = values[4], z = values[5], w = values[6];
  const V square =
      hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Add(hn::Mul(z, z), hn::Mul(w, w)));
  const V share = hn::Div(hn::Set(D(), 2), square);
  const V sx = hn::Mul(x, share), sy = hn::Mul(y, share), sz = hn::Mul(z, share);
  const V xx = hn::Mul(x, sx), yy = hn::Mul(y, sy), zz = hn::Mul(z, sz);
  const V xy = hn::Mul(x, sy), xz = hn::Mul(x, sz), yz = hn::Mul(y, sz);
  const V wx = hn::Mul(w, sx), wy = hn::Mul(w, sy), wz = hn::Mul(w, sz);
  const V one = hn::Set(D(), 1);
  return {{{hn::Sub(one, hn::Add(yy, zz)), hn::Sub(xy, wz), hn::Add(xz, wy), values[0]},
           {hn::Add(xy, wz), hn::Sub(one, hn::Add(xx, zz)), hn::Sub(yz, wx), values[1]},
           {hn::Sub(xz, wy), hn::Add(yz, wx), hn::Sub(one, hn::Add(xx, yy)), values[2]}}};
}

/// Returns origin * motion.
HWY_INLINE Map map_of(const Step& step, const V* values) {
  Map map = shared(step.origin);
  switch (step.kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
    case JointKind::continuous:
      turn(map, step, values[0]);
      break;
    case JointKind::prismatic:
      for (std::size_t i = 0; i < 3; ++i) {
        map.rows[i][3] =
            hn::Add(map.rows[i][3], hn::Mul(hn::Set(D(), step.direction[i]), values[0]));
      }
      break;
    case JointKind::planar: {
      for (auto& row : map.rows) {
        row[3] = hn::Add(row[3], hn::Add(hn::Mul(row[0], values[0]), hn::Mul(row[1], values[1])));
      }
      const auto [cosine, sine] = turn_of(D(), values[2]);
      turn_columns(map, 2, cosine, sine);
      break;
    }
    case JointKind::floating:
      map = product(map, placed(values));
      break;
  }
  return map;
}

HWY_INLINE Map load(const double* from) {
  Map map;
  for (std::size_t e = 0; e < 12; ++e) map.rows[e / 4][e % 4] = hn::Load(D(), from + e * kBlock);
  return map;
}

void place(const RobotData& data, const double* slots, bool local, double* poses) {
  for (std::size_t lane = 0; lane < kBlock; lane += hn::Lanes(D())) {
    for (const Step& step : data.steps) {
      V values[7];
      for (std::size_t k = 0; k < step.slots; ++k) {
        values[k] =
            hn::Load(D(), slots + (static_cast<std::size_t>(step.slot) + k) * kBlock + lane);
      }
      Map map = map_of(step, values);
      if (step.parent >= 0 && !local) {
        const Map outer = load(poses + static_cast<std::size_t>(step.parent) * 12 * kBlock + lane);
        map = step.straight ? shifted(outer, map) : product(outer, map);
      }
      double* out = poses + static_cast<std::size_t>(step.frame) * 12 * kBlock + lane;
      for (std::size_t e = 0; e < 12; ++e) hn::Store(map.rows[e / 4][e % 4], D(), out + e * kBlock);
    }
  }
}

void turns(const double* angles, double* cosines, double* sines) {
  for (std::size_t lane = 0; lane < kBlock; lane += hn::Lanes(D())) {
    const auto [cosine, sine] = turn_of(D(), hn::LoadU(D(), angles + lane));
    hn::StoreU(cosine, D(), cosines + lane);
    hn::StoreU(sine, D(), sines + lane);
  }
}

}  // namespace sunder::detail::robot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::robot {
HWY_EXPORT(place);
HWY_EXPORT(turns);

void turn_block(const double* angles, double* cosines, double* sines) {
  HWY_DYNAMIC_DISPATCH(turns)(angles, cosines, sines);
}

namespace {

/// Writes the values of all joints, a configuration a lane.
void fill_slots(const RobotData& data, std::size_t count, const double* configurations,
                double* slots) {
  const auto variables = data.variable_names.size();
  for (std::size_t v = 0; v < variables; ++v) {
    for (std::size_t i = 0; i < kBlock; ++i) {
      slots[v * kBlock + i] = configurations[std::min(i, count - 1) * variables + v];
    }
  }
  double* next = slots + variables * kBlock;
  for (const Follower& follower : data.followers) {
    const double* from = slots + follower.from * kBlock;
    for (std::size_t i = 0; i < kBlock; ++i)
      next[i] = follower.multiplier * from[i] + follower.offset;
    next += kBlock;
  }
}

}  // namespace

void forward_block(const RobotData& data, std::size_t count, const double* configurations,
                   Workspace& workspace) {
  fill_slots(data, count, configurations, workspace.slots());
  HWY_DYNAMIC_DISPATCH(place)(data, workspace.slots(), false, workspace.poses());
}

void local_block(const RobotData& data, std::size_t count, const double* configurations,
                 Workspace& workspace) {
  fill_slots(data, count, configurations, workspace.slots());
  HWY_DYNAMIC_DISPATCH(place)(data, workspace.slots(), true, workspace.poses());
}

}  // namespace sunder::detail::robot
#endif  // HWY_ONCE
