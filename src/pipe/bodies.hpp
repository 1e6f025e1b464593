// SPDX-License-Identifier: Apache-2.0
//
// Builds two posed polytopes of one dimension, or two posed bodies of the plane or of space, from
// the text of a question.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>

#include "exact/dyadic.hpp"
#include "pipe/composed_body.hpp"
#include "pipe/request.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"
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

/// A polytope as a body, for pairs with one that is not convex. It is made when it is first asked
/// for, by any thread.
template <int D>
class LazyBody {
 public:
  using Body = typename UnionOf<D>::Body;

  LazyBody() = default;
  /// Forgets what was made.
  LazyBody(LazyBody&&) noexcept {}
  LazyBody& operator=(LazyBody&&) = delete;

  const Body& of(const Polytope<D>& polytope) const {
    std::call_once(once_, [&] { body_ = Body{{polytope}}; });
    return *body_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::optional<Body> body_;
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
  LazyBody<2> body_2;  ///< the polytope of the plane
  LazyBody<3> body_3;  ///< the polytope of space
  /// Set where the definition has triangles, rings, parts or a file; the polytopes are then empty.
  std::optional<AnyComposed> composed;

  template <int D>
  const LazyBody<D>& lazy_body() const noexcept {
    if constexpr (D == 2) {
      return body_2;
    } else {
      return body_3;
    }
  }
};

/// All definitions together have at most this many parts: a short line can name a long body again.
inline constexpr std::size_t kMostDefinedParts = 1'000'000;

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
  std::optional<Error> compose(const BodyText& text, BuildOptions build, Definition& body);

  std::unordered_map<std::string, Definition, Hash, std::equal_to<>> bodies_;
  std::size_t parts_ = 0;  ///< of all definitions that have parts
};

/// Finds the definition that the text names, if it names one; null where it does not. `place` is
/// that of the body, for refusals.
std::optional<Error> find_definition(const BodyText& text, const Definitions& definitions,
                                     std::string_view place, const Definition*& found);

template <int D>
Result<Polytope<D>> build_polytope(const Rows& points, int dimension, BuildOptions options) {
  return Polytope<D>::from_points(points.numbers.data(), static_cast<std::int64_t>(points.count),
                                  dimension, static_cast<std::int64_t>(sizeof(double)) * dimension,
                                  options);
}

/// Sets the pose that the text gives. It stays none for the identity, unless D is kRunTime. `place`
/// is that of the body, for refusals.
template <int D>
std::optional<Error> read_pose(const BodyText& text, int dimension, std::string_view place,
                               std::optional<Pose<D>>& pose);

/// What a body of a question is made of.
struct ResolvedBody {
  const Definition* definition = nullptr;  ///< null: the line holds the body
  std::optional<AnyComposed> own;          ///< of a line that holds triangles, rings or parts

  /// Null for a polytope.
  const AnyComposed* composed() const noexcept {
    if (own) return &*own;
    return definition != nullptr && definition->composed ? &*definition->composed : nullptr;
  }
  const TakenParts* taken() const noexcept {
    return composed() != nullptr ? &composed()->taken() : nullptr;
  }
};

/// The bodies of a question, and their common dimension.
struct ResolvedPair {
  ResolvedBody a, b;
  int dimension = 0;
};
std::optional<Error> resolve(const Request& request, const Definitions& definitions,
                             ResolvedPair& pair);

/// A body at its pose. It must not be moved: posed() points into it.
template <int D>
class PlacedBody {
 public:
  using Body = typename UnionOf<D>::Body;

  PlacedBody() = default;
  PlacedBody(const PlacedBody&) = delete;
  PlacedBody& operator=(const PlacedBody&) = delete;

  /// `text` is that of the body in `request`; `name` is "a" or "b", for refusals. `body` outlives
  /// this.
  std::optional<Error> place(const Request& request, const BodyText& text, const ResolvedBody& body,
                             int dimension, std::string_view name);
  /// Is it a posed polytope? Else it is a body, of the plane or of space.
  bool is_polytope() const noexcept { return polytope_ != nullptr; }
  /// The body is a polytope.
  Posed<D> posed() const noexcept { return {*polytope_, *polytope_pose_, radius_}; }
  /// Returns the body for answers whose last bits depend on the start of a search.
  Posed<D> as_written() const noexcept { return {*as_written_, *polytope_pose_, radius_}; }
  /// Returns any body of the plane or of space as one.
  PosedBody<Body, Pose<D>> posed_body()
    requires(D != kRunTime);
  double radius() const noexcept { return radius_; }

 private:
  std::optional<Error> choose_polytope(const Request& request, const Rows& points,
                                       const Definition* definition, int dimension,
                                       std::string_view name);
  void choose_body(const ComposedBody<D>& composed, Algorithm algorithm);

  std::optional<Polytope<D>> own_polytope_;
  std::optional<Body> own_body_;
  const Body* body_ = nullptr;
  const LazyBody<D>* lazy_body_ = nullptr;
  std::optional<Pose<D>> own_pose_;
  const Polytope<D>* polytope_ = nullptr;
  const Polytope<D>* as_written_ = nullptr;
  const Pose<D>* pose_ = nullptr;
  std::optional<Pose<D>> own_product_;
  const Pose<D>* polytope_pose_ = nullptr;  ///< pose_, and that of the body's one part
  double radius_ = 0;
};

extern template class PlacedBody<2>;
extern template class PlacedBody<3>;
extern template class PlacedBody<kRunTime>;

/// What the triangles and parts of a question's bodies were taken as; null for a plain polytope.
struct TakenPair {
  const TakenParts* a = nullptr;
  const TakenParts* b = nullptr;
};

/// The bodies of a question, and the same bodies as written.
template <int D>
struct PlacedPair {
  Posed<D> a, b;
  Posed<D> written_a, written_b;
  TakenPair taken{};
};

/// The bodies of a question of which one at least is no polytope. D is 2 or 3.
template <int D>
struct PlacedBodies {
  PosedBody<typename UnionOf<D>::Body, Pose<D>> a, b;
  double radius_a, radius_b;
  TakenPair taken;
};

template <int D>
bool is_padded(const PlacedBodies<D>& bodies) noexcept {
  return !is_zero_bits(bodies.radius_a) || !is_zero_bits(bodies.radius_b);
}

/// Calls visit(pair) with the PlacedPair of the question's bodies, or visit_bodies(pair) with their
/// PlacedBodies.
template <class Visit, class VisitBodies>
std::optional<Error> with_pair(const Request& request, const Definitions& definitions,
                               Visit&& visit, VisitBodies&& visit_bodies) {
  ResolvedPair pair;
  if (auto error = resolve(request, definitions, pair)) return error;
  const auto in_dimension = [&]<int D>(std::integral_constant<int, D>) -> std::optional<Error> {
    PlacedBody<D> a;
    PlacedBody<D> b;
    if (auto error = a.place(request, request.a, pair.a, pair.dimension, "a")) return error;
    if (auto error = b.place(request, request.b, pair.b, pair.dimension, "b")) return error;
    const TakenPair taken{pair.a.taken(), pair.b.taken()};
    if constexpr (D != kRunTime) {
      if (!a.is_polytope() || !b.is_polytope()) {
        return visit_bodies(
            PlacedBodies<D>{a.posed_body(), b.posed_body(), a.radius(), b.radius(), taken});
      }
    }
    return visit(PlacedPair<D>{a.posed(), b.posed(), a.as_written(), b.as_written(), taken});
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
