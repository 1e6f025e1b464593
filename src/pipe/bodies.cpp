// SPDX-License-Identifier: Apache-2.0
//
// Idea: The dimension comes from points, definitions or transforms. Each body then gets its
// polytope and its pose. A defined body is reduced once, when it is defined.
// Cost: A definition takes one hull; points in a question are not reduced.
// Gives up: It refuses unknown names, unequal dimensions, and transforms of another shape.
#include "pipe/bodies.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "sunder/io.hpp"

namespace sunder::detail {
namespace {

/// The dimension of two empty bodies if no pose determines one.
constexpr int kDefaultDimension = 3;

std::optional<Error> refuse_dimension(std::size_t length, std::string_view place) {
  if (length <= kPipeMaxDimension) return std::nullopt;
  return Error{ErrorCode::too_large, fmt::format("{} has dimension {}; the limit is {}", place,
                                                 length, kPipeMaxDimension)};
}

template <int D>
std::optional<Error> define(const Request& request, BuildOptions options, Definition& body) {
  const auto dimension = static_cast<int>(request.defined.points.length);
  auto polytope = build_polytope<D>(request.defined.points, dimension, options);
  if (!polytope) return std::move(polytope).error();
  options.reduce = false;
  auto as_written = build_polytope<D>(request.defined.points, dimension, options);
  if (!as_written) return std::move(as_written).error();
  body.polytope = std::move(polytope).value();
  body.as_written = std::move(as_written).value();
  return std::nullopt;
}

/// Returns the dimension of the points; 0 if there are none.
int point_dimension(const BodyText& text, const ResolvedBody& body) {
  if (body.own) return body.own->dimension;
  return body.definition != nullptr ? body.definition->dimension
                                    : static_cast<int>(text.points.length);
}

/// Returns the dimension of a transform; 0 without one, or for the default dimension.
int pose_dimension(const BodyText& text) {
  return text.has[BodyText::transform] ? static_cast<int>(text.matrix.count) : 0;
}

Result<Pose3> rigid_pose(const BodyText& text) {
  Vector3 offset{};
  if (text.has[BodyText::translation]) std::ranges::copy(text.offset, offset.begin());
  if (!text.has[BodyText::quaternion]) return Pose3::translation(offset);
  std::array<double, 4> wxyz{};
  std::ranges::copy(text.wxyz, wxyz.begin());
  return Pose3::from_wxyz(wxyz, offset);
}

/// Finds or builds what a body of a question is made of.
std::optional<Error> resolve_body(const Request& request, const BodyText& text,
                                  const Definitions& definitions, std::string_view name,
                                  ResolvedBody& body) {
  if (!text.is_composed()) return find_definition(text, definitions, name, body.definition);
  auto built = compose_body(text, name, definitions,
                            {.reduce = needs_faces(request.algorithm), .tables = false});
  if (!built) return std::move(built).error();
  body.own = std::move(built).value();
  return std::nullopt;
}

}  // namespace

std::optional<Error> find_definition(const BodyText& text, const Definitions& definitions,
                                     std::string_view name, const Definition*& found) {
  if (!text.has[BodyText::body]) return std::nullopt;
  found = definitions.find(text.name);
  if (found != nullptr) return std::nullopt;
  return Error{
      io_error::unknown_body,
      fmt::format("{}.body is {}, which no line before this one defines", name, quoted(text.name))};
}

std::optional<Error> Definitions::add(const Request& request, std::int64_t line,
                                      BuildOptions build) {
  if (const Definition* old = find(request.name)) {
    return Error{io_error::duplicate_key,
                 fmt::format("the body {} is already defined on line {}; choose another name",
                             quoted(request.name), old->line)};
  }
  Definition body;
  body.line = line;
  body.radius = request.defined.ball;
  if (request.defined.is_composed()) {
    auto error = compose(request.defined, build, body);
    if (!error) bodies_.emplace(request.name, std::move(body));
    return error;
  }
  body.dimension = static_cast<int>(request.defined.points.length);
  std::optional<Error> error = refuse_dimension(request.defined.points.length, "vertices");
  if (!error && body.dimension == 2) error = define<2>(request, build, body);
  if (!error && body.dimension == 3) error = define<3>(request, build, body);
  if (!error && (body.dimension == 1 || body.dimension > 3)) {
    error = define<kRunTime>(request, build, body);
  }
  if (!error) bodies_.emplace(request.name, std::move(body));
  return error;
}

std::optional<Error> Definitions::compose(const BodyText& text, BuildOptions build,
                                          Definition& body) {
  auto built = compose_body(text, "the definition", *this, build);
  if (!built) return std::move(built).error();
  const std::size_t parts = built.value().taken().forms.size();
  if (parts > kMostDefinedParts - parts_) {
    return Error{ErrorCode::too_large,
                 fmt::format("all definitions together would have more than {} parts; split the "
                             "stream",
                             kMostDefinedParts)};
  }
  parts_ += parts;
  body.dimension = built.value().dimension;
  body.composed = std::move(built).value();
  return std::nullopt;
}

const Definition* Definitions::find(std::string_view name) const {
  const auto found = bodies_.find(name);
  return found == bodies_.end() ? nullptr : &found->second;
}

std::optional<Error> resolve(const Request& request, const Definitions& definitions,
                             ResolvedPair& pair) {
  if (auto error = resolve_body(request, request.a, definitions, "a", pair.a)) return error;
  if (auto error = resolve_body(request, request.b, definitions, "b", pair.b)) return error;
  const int a = point_dimension(request.a, pair.a);
  const int b = point_dimension(request.b, pair.b);
  if (a != 0 && b != 0 && a != b) {
    return Error{
        ErrorCode::dimension_mismatch,
        fmt::format("a has dimension {} and b has dimension {}; they must be equal", a, b)};
  }
  for (const int told : {a, b, pose_dimension(request.a), pose_dimension(request.b)}) {
    if (pair.dimension == 0) pair.dimension = told;
  }
  if (pair.dimension == 0) pair.dimension = kDefaultDimension;
  return refuse_dimension(static_cast<std::size_t>(pair.dimension), a != 0 ? "a" : "b");
}

template <int D>
std::optional<Error> PlacedBody<D>::place(const Request& request, const BodyText& text,
                                          const ResolvedBody& body, int dimension,
                                          std::string_view name) {
  if (auto error = read_pose<D>(text, dimension, name, own_pose_)) return error;
  if constexpr (D != kRunTime) pose_ = &Pose<D>::identity();
  if (own_pose_) pose_ = &*own_pose_;
  polytope_pose_ = pose_;
  const Definition* const definition = body.definition;
  radius_ = definition != nullptr && !text.has[BodyText::radius] ? definition->radius : text.ball;
  const AnyComposed* const any = body.composed();
  if constexpr (D != kRunTime) {
    if (const auto* const composed = any != nullptr ? any->in<D>() : nullptr) {
      choose_body(*composed, request.algorithm);
      return std::nullopt;
    }
    if (definition != nullptr && definition->dimension == D) {
      lazy_body_ = &definition->template lazy_body<D>();
    }
  }
  static const Rows kNoPoints;
  const bool has_points = definition == nullptr && any == nullptr;
  return choose_polytope(request, has_points ? text.points : kNoPoints, definition, dimension,
                         name);
}

/// A body of one convex part is a polytope too, where the part's pose and the body's are one.
template <int D>
void PlacedBody<D>::choose_body(const ComposedBody<D>& composed, Algorithm algorithm) {
  if constexpr (D != kRunTime) {
    body_ = &composed.body;
    if (!composed.hull) return;
    auto product = exact_product<D>(*pose_, composed.body.parts().front().pose);
    if (!product) return;
    polytope_pose_ = &own_product_.emplace(*std::move(product));
    polytope_ = &*composed.hull;
    as_written_ = algorithm == Algorithm::automatic ? &*composed.as_written : polytope_;
  }
}

/// Points of a single question are used as given: a hull would cost more than it saves. Algorithms
/// that read faces get a hull.
template <int D>
std::optional<Error> PlacedBody<D>::choose_polytope(const Request& request, const Rows& points,
                                                    const Definition* definition, int dimension,
                                                    std::string_view name) {
  const bool defined = definition != nullptr && definition->dimension != 0;
  if (defined) {
    polytope_ = std::get_if<Polytope<D>>(&definition->polytope);
    as_written_ = request.algorithm == Algorithm::automatic
                      ? std::get_if<Polytope<D>>(&definition->as_written)
                      : polytope_;
    return std::nullopt;
  }
  auto polytope = build_polytope<D>(points, dimension,
                                    {.reduce = needs_faces(request.algorithm), .tables = false});
  if (!polytope) {
    Error error = std::move(polytope).error();
    error.message = fmt::format("{}: {}", name, error.message);
    return error;
  }
  own_polytope_ = std::move(polytope).value();
  polytope_ = &*own_polytope_;
  as_written_ = polytope_;
  return std::nullopt;
}

template <int D>
PosedBody<typename UnionOf<D>::Body, Pose<D>> PlacedBody<D>::posed_body()
  requires(D != kRunTime)
{
  if (lazy_body_ != nullptr) return {lazy_body_->of(*as_written_), *pose_};
  return {body_ != nullptr ? *body_ : own_body_.emplace(Body{{*as_written_}}), *pose_};
}

template <int D>
std::optional<Error> read_pose(const BodyText& text, int dimension, std::string_view place,
                               std::optional<Pose<D>>& pose) {
  const bool matrix = text.has[BodyText::transform];
  const bool rigid = text.has[BodyText::quaternion] || text.has[BodyText::translation];
  const auto rows = static_cast<std::size_t>(dimension);
  if (matrix && (text.matrix.count != rows || text.matrix.length != rows + 1)) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("{}.transform is {} x {}; in dimension {} it must be {} x {}", place,
                             text.matrix.count, text.matrix.length, rows, rows, rows + 1)};
  }
  if (rigid && dimension != 3) {
    return Error{
        ErrorCode::wrong_shape,
        fmt::format("{}.{} places bodies of dimension 3, this one has {}; use a transform", place,
                    text.has[BodyText::quaternion] ? "quaternion" : "translation", dimension)};
  }
  if constexpr (D == kRunTime) {
    if (!matrix) pose = PoseN::identity(dimension);
  }
  if (matrix) {
    auto read = Pose<D>::from_matrix(text.matrix.numbers, dimension);
    if (!read) return std::move(read).error();
    pose = std::move(read).value();
  }
  if constexpr (D == 3) {
    if (rigid) {
      auto read = rigid_pose(text);
      if (!read) return std::move(read).error();
      pose = std::move(read).value();
    }
  }
  return std::nullopt;
}

template class PlacedBody<2>;
template class PlacedBody<3>;
template class PlacedBody<kRunTime>;
template std::optional<Error> read_pose<2>(const BodyText&, int, std::string_view,
                                           std::optional<Pose2>&);
template std::optional<Error> read_pose<3>(const BodyText&, int, std::string_view,
                                           std::optional<Pose3>&);

}  // namespace sunder::detail
