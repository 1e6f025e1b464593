// SPDX-License-Identifier: Apache-2.0
//
// Idea: The text is a tree of parts. Each leaf is a polytope or a mesh, and its poses up to the body are one pose.
// Bound: A chain of poses is multiplied only where the product is exact. The body's own pose then is the second of two,
// which bodies compose without rounding.
// Cost: A mesh for each list of triangles, and the product of the poses above each leaf.
// Gives up: Refuses products that would be rounded, and bodies of more parts than kMostParts.
#include "pipe/space_body.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "pipe/bodies.hpp"
#include "pipe/values.hpp"

namespace sunder::detail {
namespace {

bool is_identity(const Pose3& pose) noexcept {
  return pose.is_translation() && is_zero(pose.offset(0)) && is_zero(pose.offset(1)) &&
         is_zero(pose.offset(2));
}

Error at(std::string_view place, const Error& error) {
  return {error.code, fmt::format("{}: {}", place, error.message)};
}

std::vector<Vector3> vectors_of(const Rows& points) {
  std::vector<Vector3> vectors(points.count);
  for (std::size_t i = 0; i < points.count; ++i) {
    for (std::size_t k = 0; k < 3; ++k) vectors[i][k] = points.numbers[3 * i + k];
  }
  return vectors;
}

TakeAs take_as(BodyForm form) noexcept {
  if (form == BodyForm::surface) return TakeAs::surface;
  return form == BodyForm::solid ? TakeAs::solid : TakeAs::automatic;
}

class SpaceBodyBuilder {
 public:
  SpaceBodyBuilder(const Definitions& definitions, BuildOptions build)
      : definitions_(definitions), build_(build) {}

  /// `outer` is the pose of the parts around the text's body; the body's own is the caller's.
  std::optional<Error> add(const BodyText& text, std::string_view place, const Pose3& outer) {
    if (text.has[BodyText::parts]) return add_parts(text, place, outer);
    if (text.has[BodyText::body]) return add_named(text, place, outer);
    if (text.has[BodyText::file]) return add_file(text, place, outer);
    const std::size_t length = text.points.length;
    if (length != 0 && length != 3) {
      return Error{ErrorCode::wrong_shape,
                   fmt::format("{} has vertices of dimension {}; triangles and parts are those of "
                               "bodies in space, of dimension 3",
                               place, length)};
    }
    return text.has[BodyText::triangles] ? add_mesh(text, place, outer)
                                         : add_points(text, place, outer);
  }

  SpaceBody take() {
    if (parts_.size() != 1) {
      found_.hull.reset();
      found_.as_written.reset();
    }
    found_.body = Body3(std::span<const Part3>(parts_));
    return std::move(found_);
  }

 private:
  std::optional<Error> add_parts(const BodyText& text, std::string_view place, const Pose3& outer) {
    for (std::size_t i = 0; i < text.members.size(); ++i) {
      const BodyText& part = text.members[i];
      const std::string here = fmt::format("{}.parts[{}]", place, i);
      std::optional<Pose3> own;
      if (auto error = read_pose<3>(part, 3, here, own)) return error;
      const auto pose = own ? exact_product(outer, *own) : outer;
      if (!pose) return refuse_product(here, "and the parts around it");
      if (auto error = add(part, here, *pose)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> add_named(const BodyText& text, std::string_view place, const Pose3& outer) {
    const Definition* definition = nullptr;
    if (auto error = find_definition(text, definitions_, place, definition)) return error;
    if (!is_zero(definition->radius)) {
      return Error{ErrorCode::not_served,
                   fmt::format("{} is {}, which has a radius, and a part has none; define the body "
                               "without one, and give it to the body as a whole",
                               place, quoted(text.name))};
    }
    if (!definition->space) {
      if (definition->dimension != 0 && definition->dimension != 3) {
        return Error{ErrorCode::dimension_mismatch,
                     fmt::format("{} is {} of dimension {}; parts are those of bodies in space, of "
                                 "dimension 3",
                                 place, quoted(text.name), definition->dimension)};
      }
      const auto polytope = [](const AnyPolytope& any) {
        const auto* const found = std::get_if<Polytope3>(&any);
        return found != nullptr ? *found : Polytope3();
      };
      keep_hull(polytope(definition->polytope), polytope(definition->as_written));
      return add_part({polytope(definition->polytope), outer}, BodyForm::hull, false, place);
    }
    const SpaceBody& space = *definition->space;
    if (space.hull) keep_hull(*space.hull, *space.as_written);
    for (std::size_t i = 0; i < space.taken.size(); ++i) {
      const Part3& part = space.body.parts()[i];
      const auto pose = exact_product(outer, part.pose);
      if (!pose)
        return refuse_product(place, fmt::format("and of part {} of {}", i, quoted(text.name)));
      if (auto error = add_part({part.shape, *pose}, space.taken[i], space.has_triangles, place)) {
        return error;
      }
    }
    return std::nullopt;
  }

  std::optional<Error> add_file(const BodyText& text, std::string_view place, const Pose3& outer) {
    Scene scene;
    const std::string path(text.path);
    const auto report =
        read_bodies(path, scene, {}, build_, {.as = text.form, .body = BodyUnit::file});
    if (!report) return at(place, report.error());
    if (report.value().rounded_poses > 0) {
      return Error{ErrorCode::not_served,
                   fmt::format("{}: {}: {} of its poses would be rounded, for transforms of nested "
                               "nodes are multiplied; apply the transforms when the file is "
                               "written, or define each mesh by a file of its own and the union by "
                               "\"parts\" with their poses",
                               place, path, report.value().rounded_poses)};
    }
    if (scene.size() == 0) {
      return Error{ErrorCode::wrong_shape,
                   fmt::format("{}: {}: there is no mesh with a vertex in it", place, path)};
    }
    for (std::int32_t id = 0; id < scene.size(); ++id) {
      if (auto error = add_scene_body(scene.body(id), place, outer)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> add_scene_body(const SceneBody& body, std::string_view place,
                                      const Pose3& outer) {
    const auto add_placed = [&](const Part3& part) -> std::optional<Error> {
      const auto inner = exact_product(body.pose, part.pose);
      const auto pose = inner ? exact_product(outer, *inner) : std::nullopt;
      if (!pose)
        return refuse_product(
            place, fmt::format("and of {} in the file", quoted(std::string_view(body.name))));
      const auto* const mesh = std::get_if<Mesh3>(&part.shape);
      BodyForm form = BodyForm::hull;
      if (mesh != nullptr) {
        form = mesh->kind() == MeshKind::solid ? BodyForm::solid : BodyForm::surface;
      } else {
        keep_hull(std::get<Polytope3>(part.shape), std::get<Polytope3>(part.shape));
      }
      return add_part({part.shape, *pose}, form, true, place);
    };
    if (!body.body) return add_placed({body.polytope});
    for (const Part3& part : body.body->parts()) {
      if (auto error = add_placed(part)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> add_points(const BodyText& text, std::string_view place,
                                  const Pose3& outer) {
    auto polytope = make_hull(text, place);
    if (!polytope) return polytope.error();
    return add_part({std::move(polytope).value(), outer}, BodyForm::hull, false, place);
  }

  std::optional<Error> add_mesh(const BodyText& text, std::string_view place, const Pose3& outer) {
    if (text.form == BodyForm::hull) {
      for (std::size_t i = 0; i < text.corners.size(); ++i) {
        for (const std::int32_t corner : text.corners[i]) {
          if (corner >= 0 && static_cast<std::size_t>(corner) < text.points.count) continue;
          // Refused as of a mesh, though the hull has no use for it.
          return Error{
              ErrorCode::wrong_shape,
              fmt::format("{}: triangle {} names point {}; the mesh has points 0 to {}", place, i,
                          corner, static_cast<std::int64_t>(text.points.count) - 1)};
        }
      }
      auto polytope = make_hull(text, place);
      if (!polytope) return polytope.error();
      return add_part({std::move(polytope).value(), outer}, BodyForm::hull, true, place);
    }
    if (text.corners.empty() && text.points.count > 0) {
      return Error{ErrorCode::wrong_shape,
                   fmt::format("{} has vertices and no triangle that uses them; leave "
                               "\"triangles\" out, or say \"as\": \"hull\", for their hull",
                               place)};
    }
    const auto mesh =
        Mesh3::from_triangles(vectors_of(text.points), text.corners, take_as(text.form));
    if (!mesh) return at(place, mesh.error());
    const bool solid = mesh.value().kind() == MeshKind::solid;
    if (solid && parts_.empty() && mesh.value().is_convex()) {
      if (const auto hull = make_hull(text, place); !hull) return hull.error();
    }
    return add_part({mesh.value(), outer}, solid ? BodyForm::solid : BodyForm::surface, true,
                    place);
  }

  /// Returns the hull of the text's points, and keeps it for a body of this one part.
  Result<Polytope3> make_hull(const BodyText& text, std::string_view place) {
    auto hull = build_polytope<3>(text.points, 3, build_);
    if (!hull) return at(place, hull.error());
    if (!build_.reduce) {
      keep_hull(hull.value(), hull.value());
      return hull;
    }
    auto written = build_polytope<3>(text.points, 3, {.reduce = false, .tables = build_.tables});
    if (!written) return at(place, written.error());
    keep_hull(hull.value(), written.value());
    return hull;
  }

  void keep_hull(const Polytope3& hull, const Polytope3& as_written) {
    if (!parts_.empty()) return;
    found_.hull = hull;
    found_.as_written = as_written;
  }

  std::optional<Error> add_part(const Part3& part, BodyForm form, bool has_triangles,
                                std::string_view place) {
    if (parts_.size() == kMostParts) {
      return Error{
          ErrorCode::too_large,
          fmt::format("{} is one part too many: a body has at most {}", place, kMostParts)};
    }
    parts_.push_back(part);
    found_.taken.push_back(form);
    found_.has_triangles = found_.has_triangles || has_triangles;
    return std::nullopt;
  }

  static Error refuse_product(std::string_view place, std::string_view others) {
    return {ErrorCode::not_served,
            fmt::format("{}: the product of its pose {} would be rounded; apply one of them to the "
                        "points, or let all but one be the identity",
                        place, others)};
  }

  const Definitions& definitions_;
  const BuildOptions build_;
  std::vector<Part3> parts_;
  SpaceBody found_;
};

}  // namespace

std::optional<Pose3> exact_product(const Pose3& outer, const Pose3& inner) {
  if (is_identity(inner)) return outer;
  if (is_identity(outer)) return inner;
  const auto product = compose(outer, inner);
  if (!product || product.value().rounded) return std::nullopt;
  return product.value().pose;
}

Result<SpaceBody> build_space_body(const BodyText& text, std::string_view place,
                                   const Definitions& definitions, BuildOptions build) {
  SpaceBodyBuilder builder(definitions, build);
  if (auto error = builder.add(text, place, Pose3::identity())) return *std::move(error);
  return builder.take();
}

}  // namespace sunder::detail
