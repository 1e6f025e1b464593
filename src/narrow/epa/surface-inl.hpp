// SPDX-License-Identifier: Apache-2.0
//
// Expands a closed surface of triangles about 0, in 3-D, its faces side by side in lanes. The
// visibility of all faces from a point is computed at once, and so are all new faces of a step. It
// starts from any closed surface, whether that surrounds 0 or not; expanding.hpp has the surface
// that starts from less.
//
// No face stores its neighbours. An edge of a removed face is inside the hole if its reverse is
// removed too. Each other edge gets a new face to the new corner. The surface stays closed even if
// rounding misjudges visibility. The new faces and the removed ones bound the tetrahedra between
// them, and a boundary has no boundary. No edge occurs twice in one direction.
//
// No step waits for a square root. Normals keep the length of their triangle's area. Keys are the
// squares of the faces' distances, with the face's index in the last bits. Hence nearest() is one
// of the nearest, to within 2^-42.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_EPA_SURFACE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_EPA_SURFACE_INL_HPP
#undef SUNDER_NARROW_EPA_SURFACE_INL_HPP
#else
#define SUNDER_NARROW_EPA_SURFACE_INL_HPP
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>

#include "geometry/vectors.hpp"
#include "lanes/mask-inl.hpp"
#include "lanes/space-inl.hpp"
#include "narrow/epa/bounds.hpp"
#include "sunder/certificate.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::epa::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using sunder::detail::HWY_NAMESPACE::bits_of_mask;
using sunder::detail::HWY_NAMESPACE::broadcast;
using sunder::detail::HWY_NAMESPACE::load;
using sunder::detail::HWY_NAMESPACE::Vec3;

class Surface {
 public:
  /// The number of corners; a closed surface has twice as many faces, less four.
  static constexpr std::size_t kMostCorners = 256;

  /// The corners of a face, counter-clockwise seen from outside; the first is the lowest byte.
  using Corners = std::uint32_t;

  struct Face {
    std::array<std::size_t, 3> corners;  ///< counter-clockwise seen from outside
    Vector3 normal;                      ///< outward; its length is twice the triangle's area
    double least;                        ///< least normal . corner
    double horizon;                      ///< the least normal . point of points that see the face
  };

  /// A point that lies in the plane of a face to within `flat`, or up to twice as much, counts as
  /// seeing it. Hence no new face has its corners on one line. The buffers stay uninitialised:
  /// clearing them would cost more than many a query.
  HWY_INLINE explicit Surface(double flat) noexcept : flat_(flat) {}  // NOLINT(*-member-init)

  /// Starts with a tetrahedron of any orientation. Returns false as expand() does, and if it is
  /// flat up to rounding.
  HWY_INLINE bool start(const std::array<Vector3, 4>& points,
                        const std::array<IndexPair, 4>& sources) noexcept {
    const Vector3 normal = cross(minus<3>(points[1], points[0]), minus<3>(points[2], points[0]));
    const double height = dot<3>(normal, minus<3>(points[3], points[0]));
    if (!(height * height > flat_ * flat_ * dot<3>(normal, normal))) return false;
    const bool outward = height < 0;
    const Corners second = outward ? 1 : 2;
    const Corners third = outward ? 2 : 1;
    const std::array<Corners, 4> faces{second << 8 | third << 16, second | 3 << 16,
                                       third | second << 8 | 3 << 16, third << 8 | 3 << 16};
    begin(points, sources);
    return add(faces);
  }
  /// Returns true if 0 is inside all faces, up to rounding.
  HWY_INLINE bool surrounds_zero() const noexcept { return nearest_key() > 0; }

  /// Starts in another way: with corners, and then by add() with the faces of a closed surface.
  template <std::size_t kCount>
  HWY_INLINE void begin(const std::array<Vector3, kCount>& points,
                        const std::array<IndexPair, kCount>& sources) noexcept {
    corner_count_ = place_count_ = face_count_ = 0;
    nearest_keys_ = hn::Set(Lanes(), kNever);
    for (std::size_t i = 0; i < kCount; ++i) add_corner(points[i], sources[i]);
  }
  /// Adds faces, after a multiple of kLanes faces. Returns false if one has no normal.
  template <std::size_t kCount>
  HWY_INLINE bool add(const std::array<Corners, kCount>& faces) noexcept {
    const std::size_t step = hn::Lanes(Lanes());
    const std::size_t end = place_count_ + kCount;
    std::copy(faces.begin(), faces.end(), &corners_[place_count_]);
    for (std::size_t k = 0; k < kLanes; ++k) corners_[end + k] = 0;
    bool fits = true;
    for (; place_count_ < end; place_count_ += step) {
      const Corners* const at = &corners_[place_count_];
      fits = make_faces(load_ends(at, 0), load_ends(at, 8), load_ends(at, 16),
                        std::min(step, end - place_count_)) &&
             fits;
    }
    place_count_ = end;
    face_count_ += kCount;
    end_places();
    return fits;
  }
  /// Tests whether one of the first kLanes faces is visible from the point.
  HWY_INLINE bool is_seen_by_first(const Vector3& point) const noexcept {
    const Lanes lanes;
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(lanes)) {
      const auto height = dot(broadcast(lanes, point.data()), load(lanes, normal_, i));
      if (!hn::AllFalse(lanes, hn::Ge(height, hn::Load(lanes, &horizon_[i])))) return true;
    }
    return false;
  }

  /// Returns the index of a face with the least distance.
  HWY_INLINE std::size_t nearest() const noexcept {
    return static_cast<std::size_t>(std::bit_cast<std::uint64_t>(nearest_key()) & kPlaceBits);
  }
  HWY_INLINE Face face(std::size_t at) const noexcept {
    const Corners corners = corners_[at];
    return {{corners & 0xff, corners >> 8 & 0xff, corners >> 16},
            {normal_[0][at], normal_[1][at], normal_[2][at]},
            least_[at],
            horizon_[at]};
  }
  /// Indices below this hold faces, or are empty.
  std::size_t place_count() const noexcept { return place_count_; }
  bool holds_face(std::size_t at) const noexcept { return horizon_[at] != kNever; }
  std::size_t corner_count() const noexcept { return corner_count_; }
  Vector3 point(std::size_t corner) const noexcept {
    return {points_[corner][0], points_[corner][1], points_[corner][2]};
  }
  IndexPair source(std::size_t corner) const noexcept { return sources_[corner]; }

  /// Returns the least distance of the faces, for a surface about 0. It is exact up to rounding:
  /// the faces whose keys are least, without the index bits, are measured again.
  HWY_INLINE double least_distance() const noexcept {
    const Lanes lanes;
    const double most = nearest_key() * (1 + kKeyShare);
    const auto limit = hn::Set(lanes, most);
    auto count = hn::Zero(lanes);
    for (std::size_t i = 0; i < place_count_; i += hn::Lanes(lanes)) {
      const auto near = hn::Le(hn::Load(lanes, &key_[i]), limit);
      count = hn::Add(count, hn::IfThenElseZero(near, hn::Set(lanes, 1.0)));
    }
    double least = distance(nearest());
    if (hn::GetLane(hn::SumOfLanes(lanes, count)) == 1) return least;
    for (std::size_t i = 0; i < place_count_; ++i) {
      if (key_[i] <= most) least = std::min(least, distance(i));
    }
    return least;
  }
  /// Writes the indices of the faces that may be nearer than `most`, at least one and at most
  /// `room` of them. Returns their number, or 0 if there are more.
  HWY_INLINE std::size_t faces_within(double most, std::uint16_t* found,
                                      std::size_t room) const noexcept {
    const Lanes lanes;
    const auto limit = hn::Set(lanes, std::max(most * most, nearest_key()) * (1 + kKeyShare));
    std::size_t count = 0;
    for (std::size_t i = 0; i < place_count_; i += hn::Lanes(lanes)) {
      const auto near = hn::Le(hn::Load(lanes, &key_[i]), limit);
      if (hn::AllFalse(lanes, near)) continue;
      for (std::uint64_t rest = bits_of_mask(lanes, near); rest != 0; rest &= rest - 1) {
        if (count == room) return 0;
        found[count++] = static_cast<std::uint16_t>(i + hwy::Num0BitsBelowLS1Bit_Nonzero64(rest));
      }
    }
    return count;
  }
  double distance(std::size_t at) const noexcept {
    const Vector3 normal{normal_[0][at], normal_[1][at], normal_[2][at]};
    return least_[at] / std::sqrt(dot<3>(normal, normal));
  }

  /// Returns true if normal . corner is above a bound for all corners of all faces.
  HWY_INLINE bool is_above(double bound) const noexcept {
    const Lanes lanes;
    const auto most = hn::Set(lanes, bound);
    const auto never = hn::Set(lanes, kNever);
    auto above = hn::Ge(never, never);
    for (std::size_t i = 0; i < place_count_; i += hn::Lanes(lanes)) {
      const auto none = hn::Ge(hn::Load(lanes, &horizon_[i]), never);
      above = hn::And(above, hn::Or(none, hn::Gt(hn::Load(lanes, &least_[i]), most)));
    }
    return hn::AllTrue(lanes, above);
  }

  /// Adds a point beyond some face. Returns false if a new face has no normal, the horizon is no
  /// ring, or the buffer is full.
  HWY_INLINE bool expand(const Vector3& point, IndexPair source) noexcept {
    if (corner_count_ == kMostCorners) return false;
    if (place_count_ > 2 * face_count_ + kMostIdle) pack();
    const bool few = corner_count_ <= 64;
    if (!(few ? open_hole<true>(point) : open_hole<false>(point))) return false;
    if (place_count_ + rim_count_ > kMostPlaces) return false;
    return cover(add_corner(point, source));
  }
  /// Adds a point if it is beyond some face. Returns false as expand() does.
  HWY_INLINE bool take_in(const Vector3& point, IndexPair source) noexcept {
    return expand(point, source) || seen_count_ == 0;
  }

 private:
  static constexpr std::size_t kLanes = 4;  ///< at most: a step makes some four faces
  static constexpr std::size_t kMostPlaces = 1024;
  static constexpr std::uint64_t kPlaceBits = kMostPlaces - 1;
  static constexpr std::size_t kMostIdle = 32;
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  static constexpr double kLeastSquare = 0x1p-1000;
  static constexpr double kMostSquare = 0x1p1000;

  using Lanes = hn::CappedTag<double, kLanes>;
  using LanesOf = hn::Vec<Lanes>;
  using Bits = hn::RebindToUnsigned<Lanes>;
  /// The first corner, and the last corner in the upper byte.
  using Edge = std::uint16_t;
  /// A row has space for a vector at the last index, and for another after it. Its size is not a
  /// multiple of a page: else the rows would map to the same cache sets.
  using Row = std::array<double, kMostPlaces + 3 * kLanes>;
  /// A set of corners.
  using Marks = std::array<std::uint64_t, kMostCorners / 64>;

  HWY_INLINE double nearest_key() const noexcept {
    return hn::GetLane(hn::MinOfLanes(Lanes(), nearest_keys_));
  }

  static constexpr Edge edge(std::size_t from, std::size_t to) noexcept {
    return static_cast<Edge>(from | to << 8);
  }
  static constexpr std::array<std::size_t, 4> rim_of(Corners corners) noexcept {
    const std::size_t first = corners & 0xff;
    return {first, corners >> 8 & 0xff, corners >> 16, first};
  }
  /// Returns the word of a corner's marks that holds another corner: the first if corners are few.
  template <bool kFew>
  static constexpr std::size_t word_of(std::size_t corner) noexcept {
    return kFew ? 0 : corner / 64;
  }
  static constexpr std::uint64_t mark(std::size_t corner, bool set = true) noexcept {
    return std::uint64_t{set} << (corner % 64);
  }

  HWY_INLINE std::size_t add_corner(const Vector3& point, IndexPair source) noexcept {
    points_[corner_count_] = {point[0], point[1], point[2], 0};
    sources_[corner_count_] = source;
    ends_[corner_count_] = {};
    return corner_count_++;
  }

  /// Removes the empty slots.
  void pack() noexcept {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < place_count_; ++i) {
      if (!holds_face(i)) continue;
      for (Row& row : normal_) row[kept] = row[i];
      least_[kept] = least_[i];
      horizon_[kept] = horizon_[i];
      key_[kept] =
          std::bit_cast<double>((std::bit_cast<std::uint64_t>(key_[i]) & ~kPlaceBits) | kept);
      corners_[kept++] = corners_[i];
    }
    place_count_ = kept;
    end_places();
  }

  /// Clears the lanes that a vector may read beyond the last face. Their normals are zero:
  /// uninitialised memory could give an infinite height, which no horizon exceeds.
  HWY_INLINE void end_places() noexcept {
    const Lanes lanes;
    const auto never = hn::Set(lanes, kNever);
    for (Row& row : normal_) hn::StoreU(hn::Zero(lanes), lanes, &row[place_count_]);
    hn::StoreU(never, lanes, &horizon_[place_count_]);
    hn::StoreU(never, lanes, &key_[place_count_]);
  }

  /// Removes the visible faces, and finds the horizon.
  template <bool kFew>
  HWY_INLINE bool open_hole(const Vector3& point) noexcept {
    take_away_seen<kFew>(point);
    return find_rim<kFew>();
  }

  /// Removes the faces visible from the point, stores their edges, and finds the nearest of the
  /// others, lane by lane. An empty slot has its horizon at infinity, and is never visible.
  template <bool kFew>
  HWY_INLINE void take_away_seen(const Vector3& point) noexcept {
    const Lanes lanes;
    const Ends from = broadcast(lanes, point.data());
    const auto never = hn::Set(lanes, kNever);
    auto nearest = never;
    seen_count_ = 0;
    for (std::size_t first = 0; first < place_count_; first += 64) {
      const std::size_t end = std::min(first + 64, place_count_);
      std::uint64_t marks = 0;
      for (std::size_t i = first; i < end; i += hn::Lanes(lanes)) {
        const auto height = dot(from, load(lanes, normal_, i));
        const auto sees = hn::Ge(height, hn::Load(lanes, &horizon_[i]));
        nearest = hn::Min(nearest, hn::IfThenElse(sees, never, hn::Load(lanes, &key_[i])));
        marks |= std::uint64_t{bits_of_mask(lanes, sees)} << (i - first);
      }
      take_away<kFew>(first, marks);
    }
    nearest_keys_ = nearest;
    face_count_ -= seen_count_;
  }

  /// Removes the marked faces among 64.
  template <bool kFew>
  HWY_INLINE void take_away(std::size_t first, std::uint64_t marks) noexcept {
    for (; marks != 0; marks &= marks - 1) {
      const std::size_t at = first + hwy::Num0BitsBelowLS1Bit_Nonzero64(marks);
      horizon_[at] = kNever;
      key_[at] = kNever;
      const auto corners = rim_of(corners_[at]);
      seen_[seen_count_++] = corners_[at];
      for (std::size_t k = 0; k < 3; ++k) {
        ends_[corners[k]][word_of<kFew>(corners[k + 1])] |= mark(corners[k + 1]);
      }
    }
  }

  /// Finds the edges of removed faces whose reverse is not among them. It writes first and counts
  /// afterwards, since its branches would be unpredictable. Returns false if two of them start at
  /// one corner. Then the edge from there to the new corner would occur twice, and its reverse
  /// would be ambiguous.
  template <bool kFew>
  HWY_INLINE bool find_rim() noexcept {
    rim_count_ = 0;
    Marks begun{};
    for (std::size_t i = 0; i < seen_count_; ++i) {
      const auto corners = rim_of(seen_[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t from = corners[k];
        const std::size_t to = corners[k + 1];
        const bool rim = (ends_[to][word_of<kFew>(from)] >> (from % 64) & 1) == 0;
        begun[word_of<kFew>(from)] |= mark(from, rim);
        rim_[rim_count_] = edge(from, to);
        rim_count_ += rim ? 1 : 0;
      }
    }
    for (std::size_t i = 0; i < seen_count_; ++i) {
      const auto corners = rim_of(seen_[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        ends_[corners[k]][word_of<kFew>(corners[k + 1])] = 0;
      }
    }
    std::size_t corners = 0;
    for (std::size_t w = 0; w < (kFew ? 1 : begun.size()); ++w) corners += hwy::PopCount(begun[w]);
    return corners == rim_count_ && rim_count_ > 0;
  }

  /// Points of corners, side by side.
  using Ends = Vec3<LanesOf>;

  /// Adds a face from each edge of the horizon to the corner `top`. Returns false as expand() does.
  HWY_INLINE bool cover(std::size_t top) noexcept {
    const std::size_t step = hn::Lanes(Lanes());
    const std::size_t first = place_count_;
    bool fits = true;
    for (std::size_t k = 0; k < kLanes; ++k) rim_[rim_count_ + k] = 0;
    const Lanes lanes;
    const Ends tops = broadcast(lanes, point(top).data());
    for (std::size_t i = 0; i < rim_count_; i += step) {
      fits = make_faces(load_ends(&rim_[i], 0), load_ends(&rim_[i], 8), tops,
                        std::min(step, rim_count_ - i)) &&
             fits;
      place_count_ += step;
    }
    place_count_ = first + rim_count_;
    const auto over = static_cast<Corners>(top << 16);
    for (std::size_t i = 0; i < rim_count_; ++i) corners_[first + i] = rim_[i] | over;
    face_count_ += rim_count_;
    end_places();
    return fits;
  }

  /// Returns the coordinates of the corners in this byte of edges, or of faces.
  template <class Word>
  HWY_INLINE Ends load_ends(const Word* words, int shift) const noexcept {
    const Lanes lanes;
    const auto at = [&](std::size_t k) { return points_[words[k] >> shift & 0xff].data(); };
#if HWY_TARGET == HWY_SCALAR
    return {hn::Load(lanes, at(0)), hn::Load(lanes, at(0) + 1), hn::Load(lanes, at(0) + 2)};
#else
    if constexpr (hn::MaxLanes(Lanes()) == 4) {
      const auto p = hn::Load(lanes, at(0));
      const auto q = hn::Load(lanes, at(1));
      const auto r = hn::Load(lanes, at(2));
      const auto s = hn::Load(lanes, at(3));
      const auto even_low = hn::InterleaveLower(lanes, p, q);
      const auto even_high = hn::InterleaveLower(lanes, r, s);
      return {hn::ConcatLowerLower(lanes, even_high, even_low),
              hn::ConcatLowerLower(lanes, hn::InterleaveUpper(lanes, r, s),
                                   hn::InterleaveUpper(lanes, p, q)),
              hn::ConcatUpperUpper(lanes, even_high, even_low)};
    } else {
      const auto low = hn::Load(lanes, at(0));
      const auto high = hn::Load(lanes, at(1));
      return {hn::InterleaveLower(lanes, low, high), hn::InterleaveUpper(lanes, low, high),
              hn::InterleaveLower(lanes, hn::Load(lanes, at(0) + 2), hn::Load(lanes, at(1) + 2))};
    }
#endif
  }

  /// Appends up to a vector of faces with these corners. The content of lanes beyond is
  /// overwritten, or never read.
  HWY_INLINE bool make_faces(const Ends& first, const Ends& second, const Ends& third,
                             std::size_t count) noexcept {
    const Lanes lanes;
    const Bits bits;
    const Ends normal = unfused_cross(Sub(second, first), Sub(third, first));
    const auto squared = dot_from_z(normal, normal);
    const auto of_from = dot_from_z(normal, first);
    const auto of_to = dot_from_z(normal, second);
    const auto of_top = dot_from_z(normal, third);
    const auto least = hn::Min(of_from, hn::Min(of_to, of_top));
    const auto places = hn::Iota(bits, static_cast<std::uint64_t>(place_count_));
    const auto distance = hn::BitCast(bits, hn::Div(hn::Mul(least, hn::Abs(least)), squared));
    const auto key =
        hn::BitCast(lanes, hn::Or(hn::AndNot(hn::Set(bits, kPlaceBits), distance), places));
    const auto used = hn::FirstN(lanes, count);
    const auto own_key = hn::IfThenElse(used, key, hn::Set(lanes, kNever));
    nearest_keys_ = hn::Min(nearest_keys_, own_key);
    hn::StoreU(own_key, lanes, &key_[place_count_]);
    hn::StoreU(normal.x, lanes, &normal_[0][place_count_]);
    hn::StoreU(normal.y, lanes, &normal_[1][place_count_]);
    hn::StoreU(normal.z, lanes, &normal_[2][place_count_]);
    hn::StoreU(least, lanes, &least_[place_count_]);
    const auto size = sum_from_z(Abs(normal));
    hn::StoreU(hn::NegMulAdd(hn::Set(lanes, flat_), size, of_from), lanes, &horizon_[place_count_]);
    const auto sound = hn::And(hn::Gt(squared, hn::Set(lanes, kLeastSquare)),
                               hn::Lt(squared, hn::Set(lanes, kMostSquare)));
    return hn::AllFalse(lanes, hn::AndNot(sound, used));
  }

  double flat_;
  std::size_t corner_count_;
  std::size_t place_count_;
  std::size_t face_count_;
  std::size_t seen_count_;
  std::size_t rim_count_;
  LanesOf nearest_keys_;  ///< the least so far, lane by lane
  alignas(64) std::array<Row, 3> normal_;
  alignas(64) Row least_;
  alignas(64) Row horizon_;
  alignas(64) Row key_;
  std::array<Corners, kMostPlaces> corners_;
  std::array<Corners, kMostPlaces> seen_;
  std::array<Edge, 3 * kMostPlaces + kLanes> rim_;
  alignas(32) std::array<std::array<double, 4>, kMostCorners> points_;  ///< with a zero each
  std::array<Marks, kMostCorners> ends_;  ///< ends of removed faces' edges, by their first corner
  // A union, because indices have default initialisers.
  union {
    std::array<IndexPair, kMostCorners> sources_;
  };
};

}  // namespace sunder::detail::epa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_EPA_SURFACE_INL_HPP
