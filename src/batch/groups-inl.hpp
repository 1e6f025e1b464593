// SPDX-License-Identifier: Apache-2.0
//
// Runs a kernel on the items of a block, group by group, and loads the matrices of a group from their
// table, a pair a lane.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_GROUPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_GROUPS_INL_HPP
#undef SUNDER_BATCH_GROUPS_INL_HPP
#else
#define SUNDER_BATCH_GROUPS_INL_HPP
#endif

#include <array>
#include <cstddef>
#include <hwy/cache_control.h>
#include <hwy/highway.h>
#include <type_traits>

#include "batch/lane_items.hpp"
#include "batch/staging-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {

/// A LaneCode for each pair.
using CodeLanes = hn::RebindToSigned<Lanes>;
using Codes = hn::Vec<CodeLanes>;
HWY_INLINE void store_codes(Codes codes, LaneItems& items, std::size_t first) {
  const hn::Rebind<std::uint8_t, Lanes> bytes;
  hn::StoreU(hn::DemoteTo(bytes, codes), bytes, items.codes.data() + first);
}

/// The addresses of each item's matrices. A function that is not inlined finds those of a whole
/// block. In the loop over groups a compiler would move addresses into vectors and out again.
struct Places {
  using Addresses = std::array<const std::byte*, kBlock + kPadding>;
  Addresses a, b;
};

HWY_NOINLINE inline void find_places(const LanePoses& tables, const LaneItems& items,
                                     Places& places) {
  const auto n = static_cast<std::size_t>(lane_count());
  const std::size_t end = (static_cast<std::size_t>(items.count) + n - 1) / n * n;
  for (std::size_t i = 0; i < end; ++i) {
    places.a[i] = tables.poses + items.lists.pose_a[i] * tables.pose_stride;
    places.b[i] = tables.poses + items.lists.pose_b[i] * tables.pose_stride;
  }
}

/// The matrices of a group, read from their table in place.
template <class Stored>
class Matrices {
 public:
  using Real = Stored;
  HWY_INLINE Matrices(const Places& places, std::size_t first)
      : a_(places.a.data() + first), b_(places.b.data() + first) {}
  HWY_INLINE const Real* a(std::size_t i) const { return reinterpret_cast<const Real*>(a_[i]); }
  HWY_INLINE const Real* b(std::size_t i) const { return reinterpret_cast<const Real*>(b_[i]); }

 private:
  const std::byte* const* a_;
  const std::byte* const* b_;
};

/// The matrices of poses, which are assembled first.
template <>
class Matrices<Pose3> {
 public:
  using Real = double;
  HWY_INLINE Matrices(const Places& places, std::size_t first) {
    const auto n = static_cast<std::size_t>(lane_count());
    for (std::size_t i = 0; i < n; ++i) {
      copy(*reinterpret_cast<const Pose3*>(places.a[first + i]), rows_a_[i]);
      copy(*reinterpret_cast<const Pose3*>(places.b[first + i]), rows_b_[i]);
    }
  }
  HWY_INLINE const double* a(std::size_t i) const { return rows_a_[i].data(); }
  HWY_INLINE const double* b(std::size_t i) const { return rows_b_[i].data(); }

 private:
  using Rows = std::array<double, 12>;
  static HWY_INLINE void copy(const Pose3& pose, Rows& rows) {
    for (int l = 0; l < 3; ++l) {
      const std::size_t row = 4 * static_cast<std::size_t>(l);
      for (int k = 0; k < 3; ++k) rows[row + static_cast<std::size_t>(k)] = pose.linear(l, k);
      rows[row + 3] = pose.offset(l);
    }
  }
  std::array<Rows, 16> rows_a_, rows_b_;
};

/// Sources for transpose_quads(). They are named types, since compilers do not inline lambdas here.
template <class Source>
struct RowsOfA {
  const Source& matrices;
  std::size_t entry;  ///< the first of the row, among the twelve
  HWY_INLINE auto operator()(std::size_t i) const { return row_of_a(matrices.a(i) + entry); }
};
template <class Source>
struct RowsOfB {
  const Source& matrices;
  std::size_t entry;
  HWY_INLINE auto operator()(std::size_t i) const {
    return row_of_b(matrices.a(i) + entry, matrices.b(i) + entry);
  }
};

#if HWY_HAVE_SCALABLE || HWY_MAX_BYTES < 32
/// Loads the row that begins at `entry` of both matrices of each pair.
template <class Source>
HWY_INLINE void load_rows(const Source& matrices, std::size_t entry, FourLanes& a, FourLanes& b) {
  a = transpose_quads(RowsOfA<Source>{matrices, entry});
  b = transpose_quads(RowsOfB<Source>{matrices, entry});
}
#else
/// Both rows of one pair or, in wider vectors, of two.
using WideDoubles = hn::CappedTag<double, 8>;
struct WideRows {
  hn::VFromD<WideDoubles> a, b;
};
/// Loads pair i, and pair i + 4 if vectors are wide enough. Rows of b end as those of row_of_b().
template <class Source>
HWY_INLINE WideRows wide_rows(const Source& matrices, std::size_t entry, std::size_t i) {
  const hn::FixedTag<double, 4> four;
  const WideDoubles wide;
#if HWY_MAX_BYTES >= 64
  const auto a = hn::Combine(wide, hn::LoadU(four, matrices.a(i + 4) + entry),
                             hn::LoadU(four, matrices.a(i) + entry));
  const auto b = hn::Combine(wide, hn::LoadU(four, matrices.b(i + 4) + entry),
                             hn::LoadU(four, matrices.b(i) + entry));
#else
  const auto a = hn::LoadU(four, matrices.a(i) + entry);
  const auto b = hn::LoadU(four, matrices.b(i) + entry);
#endif
  const std::uint8_t offsets = 0x88;
  return {a, hn::IfThenElse(hn::LoadMaskBits(wide, &offsets), hn::Sub(b, a), b)};
}

/// Rows in the order of join_quads().
struct JoinedRows {
  Floats a, b;
};
template <class Source>
HWY_INLINE JoinedRows join_rows(const Source& matrices, std::size_t entry, std::size_t first) {
  const hn::Half<Lanes> half;
  const WideRows low = wide_rows(matrices, entry, first);
  const WideRows high = wide_rows(matrices, entry, first + hn::Lanes(half));
  return {hn::Combine(Lanes(), hn::DemoteTo(half, high.a), hn::DemoteTo(half, low.a)),
          hn::Combine(Lanes(), hn::DemoteTo(half, high.b), hn::DemoteTo(half, low.b))};
}

/// Loads the row that begins at `entry` of both matrices of each pair. Doubles are loaded for a and
/// b together. Each is then read once, and conversions use whole vectors.
template <class Source>
HWY_INLINE void load_rows(const Source& matrices, std::size_t entry, FourLanes& a, FourLanes& b) {
  if constexpr (std::is_same_v<typename Source::Real, double>) {
    const JoinedRows r0 = join_rows(matrices, entry, 0);
    const JoinedRows r1 = join_rows(matrices, entry, 1);
    const JoinedRows r2 = join_rows(matrices, entry, 2);
    const JoinedRows r3 = join_rows(matrices, entry, 3);
    a = transpose_joined(r0.a, r1.a, r2.a, r3.a);
    b = transpose_joined(r0.b, r1.b, r2.b, r3.b);
  } else {
    a = transpose_quads(RowsOfA<Source>{matrices, entry});
    b = transpose_quads(RowsOfB<Source>{matrices, entry});
  }
}
#endif

/// The matrices of each pair, with the offset from a to b.
struct PlacedMatrices {
  Matrix a, b;
  Vec3<Floats> w;
};

/// Writes a group into its final variables. A compiler would copy a returned group through memory.
template <class Stored>
HWY_INLINE void load_matrices(const Places& places, std::size_t first, Matrix& a, Matrix& b,
                              Vec3<Floats>& w) {
  const Matrices<Stored> matrices(places, first);
  FourLanes a0, a1, a2, b0, b1, b2;
  load_rows(matrices, 0, a0, b0);
  load_rows(matrices, 4, a1, b1);
  load_rows(matrices, 8, a2, b2);
  a = {{{a0.v0, a1.v0, a2.v0}, {a0.v1, a1.v1, a2.v1}, {a0.v2, a1.v2, a2.v2}}};
  b = {{{b0.v0, b1.v0, b2.v0}, {b0.v1, b1.v1, b2.v1}, {b0.v2, b1.v2, b2.v2}}};
  using Real = typename Matrices<Stored>::Real;
  w = {difference<Real>(a0.v3, b0.v3), difference<Real>(a1.v3, b1.v3),
       difference<Real>(a2.v3, b2.v3)};
}
template <class Stored>
HWY_INLINE PlacedMatrices load_matrices(const Places& places, std::size_t first) {
  PlacedMatrices at;
  load_matrices<Stored>(places, first, at.a, at.b, at.w);
  return at;
}

/// The bytes of a matrix in space, in the form in which a table stores it.
template <class Stored>
inline constexpr std::size_t kStoredBytes =
    std::is_same_v<Stored, Pose3> ? sizeof(Pose3) : 12 * sizeof(Stored);

/// Prefetches the matrices of items `first` to first + n - 1 of a block. Each has kBytes bytes.
template <std::size_t kBytes>
HWY_INLINE void prefetch(const Places& places, std::size_t first, std::size_t n) {
  constexpr std::size_t kStep = kLine;
  constexpr std::size_t kLast = kBytes - 1;
  for (std::size_t i = first; i < first + n; ++i) {
    for (const std::byte* const matrix : {places.a[i], places.b[i]}) {
      for (std::size_t at = 0; at < kLast; at += kStep) hwy::Prefetch(matrix + at);
      hwy::Prefetch(matrix + kLast);
    }
  }
}

/// Settles all items by a kernel. It has kBytes, the bytes of a stored matrix; width(), the number of
/// lanes; and settle(places, first), which settles a group.
template <class Kernel>
HWY_NOINLINE void settle_groups(const LanePoses& tables, const LaneItems& items, Kernel kernel) {
  Places places;
  find_places(tables, items, places);
  const auto count = static_cast<std::size_t>(items.count);
  const std::size_t n = Kernel::width();
  if (tables.far) prefetch<Kernel::kBytes>(places, 0, std::min(kAhead, count));
  for (std::size_t first = 0; first < count; first += n) {
    if (tables.far && first + kAhead < count) {
      prefetch<Kernel::kBytes>(places, first + kAhead, n);
    }
    kernel.settle(places, first);
  }
}

/// Calls `use` with the type of what a table stores in this form.
template <class Pose, class Form, class Use>
HWY_INLINE void with_stored(Form form, const Use& use) {
  if (form == Form::poses) return use(std::type_identity<Pose>());
  if (form == Form::doubles) return use(std::type_identity<double>());
  use(std::type_identity<float>());
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_GROUPS_INL_HPP
