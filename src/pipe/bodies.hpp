// SPDX-License-Identifier: Apache-2.0
//
// Builds two posed polytopes of one dimension from the text of a question.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>

#include "pipe/request.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {

template <int D>
struct PosedOf;
template <>
struct PosedOf<2> {
  using Type = Posed2;
};
template <>
struct PosedOf<3> {
  using Type = Posed3;
};
template <>
struct PosedOf<kRunTime> {
  using Type = PosedN;
};

using AnyPolytope = std::variant<Polytope2, Polytope3, PolytopeN>;

struct Definition {
  std::int64_t line{};
  int dimension = 0;  ///< 0: empty, of any dimension
  double radius = 0;  ///< of bodies that give none themselves
  AnyPolytope polytope;
  /// The points prepared like those written in a question. A search on them takes the same steps,
  /// so that an interval is equal to the last bit.
  AnyPolytope as_written;
};

/// The bodies defined so far, by name.
class Definitions {
 public:
  /// `build` decides whether points may be removed. Refuses a name that is already defined.
  std::optional<Error> add(const Request& request, std::int64_t line, BuildOptions build);
  const Definition* find(std::string_view name) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const noexcept {
      return std::hash<std::string_view>()(name);
    }
  };
  std::unordered_map<std::string, Definition, Hash, std::equal_to<>> bodies_;
};

/// Finds the definitions and the common dimension of a question's bodies.
struct ResolvedPair {
  const Definition* a = nullptr;  ///< null: the line holds the body's points
  const Definition* b = nullptr;
  int dimension = 0;
};
std::optional<Error> resolve(const Request& request, const Definitions& definitions,
                             ResolvedPair& pair);

/// A body at its pose. It must not be moved: posed() points into it.
template <int D>
class PlacedBody {
 public:
  PlacedBody() = default;
  PlacedBody(const PlacedBody&) = delete;
  PlacedBody& operator=(const PlacedBody&) = delete;

  /// `text` is that of the body in `request`; `name` is "a" or "b", for refusals.
  std::optional<Error> place(const Request& request, const BodyText& text,
                             const Definition* definition, int dimension, std::string_view name);
  Posed<D> posed() const noexcept { return {*polytope_, *pose_, radius_}; }
  /// Returns the body for answers whose last bits depend on the start of a search.
  Posed<D> as_written() const noexcept { return {*as_written_, *pose_, radius_}; }

 private:
  std::optional<Error> choose_polytope(const Request& request, const BodyText& text,
                                       const Definition* definition, int dimension,
                                       std::string_view name);
  std::optional<Error> choose_pose(const BodyText& text, int dimension, std::string_view name);

  std::optional<Polytope<D>> own_polytope_;
  std::optional<Pose<D>> own_pose_;
  const Polytope<D>* polytope_ = nullptr;
  const Polytope<D>* as_written_ = nullptr;
  const Pose<D>* pose_ = nullptr;
  double radius_ = 0;
};

extern template class PlacedBody<2>;
extern template class PlacedBody<3>;
extern template class PlacedBody<kRunTime>;

/// The bodies of a question, and the same bodies as written.
template <int D>
struct PlacedPair {
  Posed<D> a, b;
  Posed<D> written_a, written_b;
};

/// Calls visit(pair) with the PlacedPair of the question's bodies.
template <class Visit>
std::optional<Error> with_pair(const Request& request, const Definitions& definitions,
                               Visit&& visit) {
  ResolvedPair pair;
  if (auto error = resolve(request, definitions, pair)) return error;
  const auto in_dimension = [&]<int D>(std::integral_constant<int, D>) -> std::optional<Error> {
    PlacedBody<D> a;
    PlacedBody<D> b;
    if (auto error = a.place(request, request.a, pair.a, pair.dimension, "a")) return error;
    if (auto error = b.place(request, request.b, pair.b, pair.dimension, "b")) return error;
    return visit(PlacedPair<D>{a.posed(), b.posed(), a.as_written(), b.as_written()});
  };
  switch (pair.dimension) {
    case 2:
      return in_dimension(std::integral_constant<int, 2>());
    case 3:
      return in_dimension(std::integral_constant<int, 3>());
    default:
      return in_dimension(std::integral_constant<int, kRunTime>());
  }
}

}  // namespace sunder::detail
