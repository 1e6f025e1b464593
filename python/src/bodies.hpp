// SPDX-License-Identifier: Apache-2.0
//
// The bodies and poses that Python holds: one class each for every dimension.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "arrays.hpp"
#include "refusal.hpp"
#include "sunder/polytope.hpp"
#include "sunder/shapes.hpp"

namespace sunder::python {

using AnyPolytope = std::variant<Polytope2, Polytope3, PolytopeN>;

/// sunder.Polytope: a polytope, and the radius of the ball about each of its points.
struct Body {
  AnyPolytope polytope;
  double radius = 0;
  /// All points as they were given. Intervals are asked of these, as by the pipe, so that their last
  /// bits do not depend on how a body was built. Certificates may name any of these points.
  AnyPolytope written = polytope;

  int dimension() const noexcept {
    return std::visit([](const auto& p) { return p.dimension(); }, polytope);
  }
};

/// sunder.Pose.
struct AnyPose {
  std::variant<Pose2, Pose3, PoseN> pose;

  int dimension() const noexcept {
    return std::visit([](const auto& p) { return p.dimension(); }, pose);
  }
};

/// The alternative of a variant above that holds bodies or poses of dimension D.
template <int D>
inline constexpr std::size_t kAlternative = D == 2   ? 0
                                            : D == 3 ? 1
                                                     : 2;
/// Calls use<D>() with the template argument for a dimension: 2, 3, or kRunTime for any other.
template <class Use>
auto in_dimension(int dimension, const Use& use) {
  switch (dimension) {
    case 2:
      return use.template operator()<2>();
    case 3:
      return use.template operator()<3>();
    default:
      return use.template operator()<kRunTime>();
  }
}

/// Returns the dimension, or refuses one that no body has.
int read_dimension(int dimension);
/// volume, centre and inertia, as Python has them.
nb::dict mass_dict(const MassProperties<3>& found);
/// Whether the object is a Mesh, a Polygon or a Body.
bool is_union(nb::handle object);
/// Returns the body, or refuses another object.
const Body& body_of(nb::handle object, std::string_view where);

/// Reads a matrix of d x (d+1), or of (d+1) x (d+1) with a last row 0 ... 0 1, into rows.
/// Refuses another shape. `dimension` 0 takes any.
std::vector<double> read_matrix(const Numbers& numbers, int dimension, std::string_view where);

/// A pose argument: None (the world's frame), a Pose, or a matrix.
template <int D>
class PoseArgument {
 public:
  PoseArgument(nb::handle object, int dimension, std::string_view where) {
    if (object.is_none()) {
      if constexpr (D == kRunTime) {
        pose_ = &built_.emplace(PoseN::identity(dimension));
      } else {
        pose_ = &Pose<D>::identity();
      }
      return;
    }
    const AnyPose* known = nullptr;
    if (nb::try_cast(object, known, false)) {
      pose_ = std::get_if<kAlternative<D>>(&known->pose);
      if (pose_ == nullptr || pose_->dimension() != dimension) {
        refuse_dimension(where, dimension, known->dimension());
      }
      return;
    }
    const std::vector<double> rows = read_matrix(Numbers(object, where), dimension, where);
    pose_ = &built_.emplace(accepted(where, Pose<D>::from_matrix(rows, dimension)));
  }
  PoseArgument(const PoseArgument&) = delete;
  PoseArgument& operator=(const PoseArgument&) = delete;

  const Pose<D>& get() const noexcept { return *pose_; }

 private:
  const Pose<D>* pose_ = nullptr;
  std::optional<Pose<D>> built_;
};

/// Which points of a body a question is asked of.
enum class Points { kept, written };

/// Calls ask(posed_a, posed_b) with two bodies at their poses. Refuses different dimensions.
template <class Ask>
auto with_bodies(const Body& a, const Body& b, nb::handle pose_a, nb::handle pose_b, const Ask& ask,
                 Points points = Points::kept) {
  const bool written = points == Points::written;
  return in_dimension(a.dimension(), [&]<int D>() {
    const auto* const of_a = std::get_if<kAlternative<D>>(written ? &a.written : &a.polytope);
    const auto* const of_b = std::get_if<kAlternative<D>>(written ? &b.written : &b.polytope);
    if (of_b == nullptr || of_a->dimension() != of_b->dimension()) {
      refuse_dimension("b", a.dimension(), b.dimension());
    }
    const PoseArgument<D> at_a(pose_a, a.dimension(), "pose_a");
    const PoseArgument<D> at_b(pose_b, a.dimension(), "pose_b");
    return ask(Posed<D>{*of_a, at_a.get(), a.radius}, Posed<D>{*of_b, at_b.get(), b.radius});
  });
}

void add_poses(nb::module_& module);
void add_bodies(nb::module_& module);

}  // namespace sunder::python
