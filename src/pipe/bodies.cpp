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

template <int D>
Result<Polytope<D>> build_polytope(const Rows& points, int dimension, BuildOptions options) {
  return Polytope<D>::from_points(points.numbers.data(), static_cast<std::int64_t>(points.count),
                                  dimension, static_cast<std::int64_t>(sizeof(double)) * dimension,
                                  options);
}

std::optional<Error> refuse_dimension(std::size_t length, std::string_view place) {
  if (length <= kPipeMaxDimension) return std::nullopt;
  return Error{ErrorCode::too_large, fmt::format("{} has dimension {}; the limit is {}", place,
                                                 length, kPipeMaxDimension)};
}

template <int D>
std::optional<Error> define(const Request& request, BuildOptions options, Definition& body) {
  const auto dimension = static_cast<int>(request.points.length);
  auto polytope = build_polytope<D>(request.points, dimension, options);
  if (!polytope) return std::move(polytope).error();
  options.reduce = false;
  auto as_written = build_polytope<D>(request.points, dimension, options);
  if (!as_written) return std::move(as_written).error();
  body.polytope = std::move(polytope).value();
  body.as_written = std::move(as_written).value();
  return std::nullopt;
}

std::optional<Error> find_definition(const BodyText& text, const Definitions& definitions,
                                     std::string_view name, const Definition*& found) {
  if (!text.has[BodyText::body]) return std::nullopt;
  found = definitions.find(text.name);
  if (found != nullptr) return std::nullopt;
  return Error{
      io_error::unknown_body,
      fmt::format("{}.body is {}, which no line before this one defines", name, quoted(text.name))};
}

/// The dimension of the points; 0 if there are none.
int point_dimension(const BodyText& text, const Definition* definition) {
  return definition != nullptr ? definition->dimension : static_cast<int>(text.points.length);
}

/// The dimension of a transform; 0 without one, or for the default dimension.
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

}  // namespace

std::optional<Error> Definitions::add(const Request& request, std::int64_t line,
                                      BuildOptions build) {
  if (const Definition* old = find(request.name)) {
    return Error{io_error::duplicate_key,
                 fmt::format("the body {} is already defined on line {}; choose another name",
                             quoted(request.name), old->line)};
  }
  Definition body;
  body.line = line;
  body.dimension = static_cast<int>(request.points.length);
  std::optional<Error> error = refuse_dimension(request.points.length, "vertices");
  if (!error && body.dimension == 2) error = define<2>(request, build, body);
  if (!error && body.dimension == 3) error = define<3>(request, build, body);
  if (!error && (body.dimension == 1 || body.dimension > 3)) {
    error = define<kRunTime>(request, build, body);
  }
  if (!error) bodies_.emplace(request.name, std::move(body));
  return error;
}

const Definition* Definitions::find(std::string_view name) const {
  const auto found = bodies_.find(name);
  return found == bodies_.end() ? nullptr : &found->second;
}

std::optional<Error> resolve(const Request& request, const Definitions& definitions,
                             ResolvedPair& pair) {
  if (auto error = find_definition(request.a, definitions, "a", pair.a)) return error;
  if (auto error = find_definition(request.b, definitions, "b", pair.b)) return error;
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
                                          const Definition* definition, int dimension,
                                          std::string_view name) {
  if (auto error = choose_pose(text, dimension, name)) return error;
  radius_ = text.ball;
  return choose_polytope(request, text, definition, dimension, name);
}

/// Points of a single question are used as given: a hull would cost more than it saves. Algorithms
/// that read faces get a hull.
template <int D>
std::optional<Error> PlacedBody<D>::choose_polytope(const Request& request, const BodyText& text,
                                                    const Definition* definition, int dimension,
                                                    std::string_view name) {
  static const Rows kNoPoints;
  const bool defined = definition != nullptr && definition->dimension != 0;
  if (defined) {
    polytope_ = std::get_if<Polytope<D>>(&definition->polytope);
    as_written_ = request.algorithm == Algorithm::automatic
                      ? std::get_if<Polytope<D>>(&definition->as_written)
                      : polytope_;
    return std::nullopt;
  }
  auto polytope = build_polytope<D>(definition != nullptr ? kNoPoints : text.points, dimension,
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
std::optional<Error> PlacedBody<D>::choose_pose(const BodyText& text, int dimension,
                                                std::string_view name) {
  const bool matrix = text.has[BodyText::transform];
  const bool rigid = text.has[BodyText::quaternion] || text.has[BodyText::translation];
  const auto rows = static_cast<std::size_t>(dimension);
  if (matrix && (text.matrix.count != rows || text.matrix.length != rows + 1)) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("{}.transform is {} x {}; in dimension {} it must be {} x {}", name,
                             text.matrix.count, text.matrix.length, rows, rows, rows + 1)};
  }
  if (rigid && dimension != 3) {
    return Error{
        ErrorCode::wrong_shape,
        fmt::format("{}.{} places bodies of dimension 3, this one has {}; use a transform", name,
                    text.has[BodyText::quaternion] ? "quaternion" : "translation", dimension)};
  }
  if constexpr (D == kRunTime) {
    if (!matrix) own_pose_ = PoseN::identity(dimension);
  } else if (!matrix && !rigid) {
    pose_ = &Pose<D>::identity();
    return std::nullopt;
  }
  if (matrix) {
    auto pose = Pose<D>::from_matrix(text.matrix.numbers, dimension);
    if (!pose) return std::move(pose).error();
    own_pose_ = std::move(pose).value();
  }
  if constexpr (D == 3) {
    if (rigid) {
      auto pose = rigid_pose(text);
      if (!pose) return std::move(pose).error();
      own_pose_ = std::move(pose).value();
    }
  }
  if (own_pose_) pose_ = &*own_pose_;
  return std::nullopt;
}

template class PlacedBody<2>;
template class PlacedBody<3>;
template class PlacedBody<kRunTime>;

}  // namespace sunder::detail
