// SPDX-License-Identifier: Apache-2.0
//
// Idea: The text is a tree of parts. Each leaf is a polytope, a mesh or a polygon, and its poses up to the body are one
// pose. The first leaf that has a dimension says which.
// Bound: A chain of poses is multiplied only where the product is exact. The body's own pose then is the second of two,
// which bodies compose without rounding.
// Cost: A mesh for each list of triangles, a polygon for each list of rings, and the product of the poses above each.
// Gives up: Refuses products that would be rounded, and bodies of more parts than kMostParts.
#include "pipe/composed_body.hpp"

#include <fmt/format.h>
#include <string>
#include <utility>

#include "pipe/bodies.hpp"
#include "pipe/values.hpp"

namespace sunder::detail {
namespace {

template <int D>
bool is_identity(const Pose<D>& pose) noexcept {
  bool is_zero_offset = true;
  for (int k = 0; k < D; ++k) is_zero_offset = is_zero_offset && is_zero(pose.offset(k));
  return pose.is_translation() && is_zero_offset;
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

/// All corners, in their order.
Rows corners_of(const std::vector<std::vector<Vector2>>& rings) {
  Rows corners;
  corners.length = 2;
  for (const std::vector<Vector2>& ring : rings) {
    corners.count += ring.size();
    for (const Vector2& corner : ring) {
      corners.numbers.insert(corners.numbers.end(), corner.begin(), corner.end());
    }
  }
  return corners;
}

TakeAs take_as(BodyForm form) noexcept {
  if (form == BodyForm::surface) return TakeAs::surface;
  return form == BodyForm::solid ? TakeAs::solid : TakeAs::automatic;
}

/// Returns the dimension that a text says first; 0 if it says none.
int dimension_of(const BodyText& text, const Definitions& definitions) {
  if (text.has[BodyText::rings]) return 2;
  if (text.has[BodyText::triangles] || text.has[BodyText::file]) return 3;
  if (text.has[BodyText::vertices]) return static_cast<int>(text.points.length);
  if (text.has[BodyText::body]) {
    const Definition* const definition = definitions.find(text.name);
    return definition != nullptr ? definition->dimension : 0;
  }
  for (const BodyText& part : text.members) {
    if (const int dimension = dimension_of(part, definitions)) return dimension;
  }
  for (const BodyText& part : text.members) {
    if (part.has[BodyText::transform]) return static_cast<int>(part.matrix.count);
    if (part.has[BodyText::quaternion] || part.has[BodyText::translation]) return 3;
  }
  return 0;
}

template <int D>
class BodyComposer {
 public:
  using Part = typename UnionOf<D>::Part;

  BodyComposer(const Definitions& definitions, BuildOptions build)
      : definitions_(definitions), build_(build) {}

  /// `outer` is the pose of the parts around the text's body; the body's own is the caller's.
  std::optional<Error> add(const BodyText& text, std::string_view place, const Pose<D>& outer) {
    if (text.has[BodyText::parts]) return add_parts(text, place, outer);
    if (text.has[BodyText::body]) return add_named(text, place, outer);
    const int dimension = dimension_of(text, definitions_);
    if (text.has[BodyText::triangles] && text.points.count > 0 && text.points.length != 3) {
      return Error{ErrorCode::wrong_shape,
                   fmt::format("{} has vertices of dimension {}; triangles are those of bodies in "
                               "space, of dimension 3",
                               place, text.points.length)};
    }
    if (dimension != 0 && dimension != D) return refuse_dimension(place, dimension);
    if constexpr (D == 3) {
      if (text.has[BodyText::file]) return add_file(text, place, outer);
      if (text.has[BodyText::triangles]) return add_mesh(text, place, outer);
    } else {
      if (text.has[BodyText::rings]) return add_polygon(text, place, outer);
    }
    auto polytope = make_hull(text.points, place);
    if (!polytope) return polytope.error();
    return add_part({std::move(polytope).value(), outer}, BodyForm::hull, false, place);
  }

  ComposedBody<D> take() {
    if (parts_.size() != 1) {
      found_.hull.reset();
      found_.as_written.reset();
    }
    found_.body = typename UnionOf<D>::Body(std::span<const Part>(parts_));
    return std::move(found_);
  }

 private:
  std::optional<Error> add_parts(const BodyText& text, std::string_view place,
                                 const Pose<D>& outer) {
    for (std::size_t i = 0; i < text.members.size(); ++i) {
      const BodyText& part = text.members[i];
      const std::string here = fmt::format("{}.parts[{}]", place, i);
      std::optional<Pose<D>> own;
      if (auto error = read_pose<D>(part, D, here, own)) return error;
      const auto pose = own ? exact_product<D>(outer, *own) : outer;
      if (!pose) return refuse_product(here, "and the parts around it");
      if (auto error = add(part, here, *pose)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> add_named(const BodyText& text, std::string_view place,
                                 const Pose<D>& outer) {
    const Definition* definition = nullptr;
    if (auto error = find_definition(text, definitions_, place, definition)) return error;
    if (!is_zero(definition->radius)) {
      return Error{ErrorCode::not_served,
                   fmt::format("{} is {}, which has a radius, and a part has none; define the body "
                               "without one, and give it to the body as a whole",
                               place, quoted(text.name))};
    }
    if (definition->dimension != 0 && definition->dimension != D) {
      return refuse_dimension(place, definition->dimension);
    }
    if (!definition->composed) {
      const auto polytope = [](const AnyPolytope& any) {
        const auto* const found = std::get_if<Polytope<D>>(&any);
        return found != nullptr ? *found : Polytope<D>();
      };
      const Polytope<D> as_written = polytope(definition->as_written);
      keep_hull(polytope(definition->polytope), as_written);
      return add_part({as_written, outer}, BodyForm::hull, false, place);
    }
    const AnyComposed& any = *definition->composed;
    const ComposedBody<D>* const composed = any.in<D>();
    if (composed == nullptr) return add_empty_parts(any.taken().forms.size(), place);
    if (composed->hull) keep_hull(*composed->hull, *composed->as_written);
    for (std::size_t i = 0; i < composed->taken.forms.size(); ++i) {
      const Part& part = composed->body.parts()[i];
      const auto pose = exact_product<D>(outer, part.pose);
      if (!pose) {
        return refuse_product(place, fmt::format("and of part {} of {}", i, quoted(text.name)));
      }
      if (auto error = add_part({part.shape, *pose}, composed->taken.forms[i],
                                composed->taken.has_triangles, place)) {
        return error;
      }
    }
    return std::nullopt;
  }

  std::optional<Error> add_empty_parts(std::size_t count, std::string_view place) {
    for (std::size_t i = 0; i < count; ++i) {
      if (auto error = add_part({Polytope<D>()}, BodyForm::hull, false, place)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> add_file(const BodyText& text, std::string_view place, const Pose3& outer)
    requires(D == 3)
  {
    Scene scene;
    const std::string path(text.path);
    if (path.find('\0') != std::string::npos) {
      return Error{io_error::cannot_read,
                   fmt::format("{}.file has a NUL in it; no path has one", place)};
    }
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
                                      const Pose3& outer)
    requires(D == 3)
  {
    const auto add_placed = [&](const Part3& part) -> std::optional<Error> {
      const auto inner = exact_product<3>(body.pose, part.pose);
      const auto pose = inner ? exact_product<3>(outer, *inner) : std::nullopt;
      if (!pose) {
        return refuse_product(
            place, fmt::format("and of {} in the file", quoted(std::string_view(body.name))));
      }
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

  std::optional<Error> add_mesh(const BodyText& text, std::string_view place, const Pose3& outer)
    requires(D == 3)
  {
    if (text.form == BodyForm::hull) {
      if (auto error = check_corners(text, place)) return error;
      auto polytope = make_hull(text.points, place);
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
      if (const auto hull = make_hull(text.points, place); !hull) return hull.error();
    }
    return add_part({mesh.value(), outer}, solid ? BodyForm::solid : BodyForm::surface, true,
                    place);
  }

  /// Indices that lie are refused as those of a mesh are, though a hull has no use for them.
  static std::optional<Error> check_corners(const BodyText& text, std::string_view place) {
    for (std::size_t i = 0; i < text.corners.size(); ++i) {
      for (const std::int32_t corner : text.corners[i]) {
        if (corner >= 0 && static_cast<std::size_t>(corner) < text.points.count) continue;
        return Error{
            ErrorCode::wrong_shape,
            fmt::format("{}: triangle {} names point {}; the mesh has points 0 to {}", place, i,
                        corner, static_cast<std::int64_t>(text.points.count) - 1)};
      }
    }
    return std::nullopt;
  }

  /// A polygon of one part is convex. Its corners are all on its outline where no edge cancels.
  std::optional<Error> add_polygon(const BodyText& text, std::string_view place, const Pose2& outer)
    requires(D == 2)
  {
    const auto polygon = Polygon2::from_rings(text.outline);
    if (!polygon) return at(place, polygon.error());
    const PolygonReport& report = polygon.value().report();
    if (report.parts == 1 && report.cancelled == 0 && parts_.empty()) {
      if (const auto hull = make_hull(corners_of(text.outline), place); !hull) return hull.error();
    }
    return add_part({polygon.value(), outer}, BodyForm::solid, false, place);
  }

  /// Returns the polytope of points as they are written, so that the last bits of an interval do not
  /// depend on a definition. Keeps it, and the hull, for a body of this one part.
  Result<Polytope<D>> make_hull(const Rows& points, std::string_view place) {
    auto hull = build_polytope<D>(points, D, build_);
    if (!hull) return at(place, hull.error());
    if (!build_.reduce) {
      keep_hull(hull.value(), hull.value());
      return hull;
    }
    auto written = build_polytope<D>(points, D, {.reduce = false, .tables = build_.tables});
    if (!written) return at(place, written.error());
    keep_hull(hull.value(), written.value());
    return written;
  }

  void keep_hull(const Polytope<D>& hull, const Polytope<D>& as_written) {
    if (!parts_.empty()) return;
    found_.hull = hull;
    found_.as_written = as_written;
  }

  std::optional<Error> add_part(const Part& part, BodyForm form, bool has_triangles,
                                std::string_view place) {
    if (parts_.size() == kMostParts) {
      return Error{
          ErrorCode::too_large,
          fmt::format("{} is one part too many: a body has at most {}", place, kMostParts)};
    }
    parts_.push_back(part);
    found_.taken.forms.push_back(form);
    found_.taken.has_triangles = found_.taken.has_triangles || has_triangles;
    return std::nullopt;
  }

  static Error refuse_dimension(std::string_view place, int dimension) {
    return {ErrorCode::dimension_mismatch,
            fmt::format("{} has dimension {} in a body of dimension {}; they must be equal", place,
                        dimension, D)};
  }

  static Error refuse_product(std::string_view place, std::string_view others) {
    return {ErrorCode::not_served,
            fmt::format("{}: the product of its pose {} would be rounded; apply one of them to the "
                        "points, or let all but one be the identity",
                        place, others)};
  }

  const Definitions& definitions_;
  const BuildOptions build_;
  std::vector<Part> parts_;
  ComposedBody<D> found_;
};

template <int D>
Result<AnyComposed> compose_in(const BodyText& text, std::string_view place, int dimension,
                               const Definitions& definitions, BuildOptions build) {
  BodyComposer<D> composer(definitions, build);
  if (auto error = composer.add(text, place, Pose<D>::identity())) return *std::move(error);
  return AnyComposed{composer.take(), dimension};
}

}  // namespace

const TakenParts& AnyComposed::taken() const noexcept {
  return std::visit([](const auto& found) -> const TakenParts& { return found.taken; }, body);
}

template <int D>
std::optional<Pose<D>> exact_product(const Pose<D>& outer, const Pose<D>& inner) {
  if (is_identity(inner)) return outer;
  if (is_identity(outer)) return inner;
  const auto product = compose(outer, inner);
  if (!product || product.value().rounded) return std::nullopt;
  return product.value().pose;
}
template std::optional<Pose2> exact_product<2>(const Pose2&, const Pose2&);
template std::optional<Pose3> exact_product<3>(const Pose3&, const Pose3&);

Result<AnyComposed> compose_body(const BodyText& text, std::string_view place,
                                 const Definitions& definitions, BuildOptions build) {
  const int dimension = dimension_of(text, definitions);
  if (dimension == 2) return compose_in<2>(text, place, dimension, definitions, build);
  if (dimension == 3 || dimension == 0) {
    return compose_in<3>(text, place, dimension, definitions, build);
  }
  return Error{ErrorCode::wrong_shape,
               fmt::format("{} has dimension {}; parts are those of bodies of dimension 2 and 3",
                           place, dimension)};
}

}  // namespace sunder::detail
