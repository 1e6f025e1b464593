// SPDX-License-Identifier: Apache-2.0
#include "lanes/support.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/support.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/scan-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

// Exported functions are not noexcept: the dispatch table of Highway is typed without it.
Extreme scan2(const double* rows, std::int32_t stride, std::int32_t count,
              const double* direction) {
  return scan<2>(rows, stride, count, direction, 2);
}
Extreme scan3(const double* rows, std::int32_t stride, std::int32_t count,
              const double* direction) {
  return scan<3>(rows, stride, count, direction, 3);
}
Extreme scan_n(const double* rows, std::int32_t stride, std::int32_t count, const double* direction,
               int dimension) {
  return scan_any<false>(rows, stride, count, direction, dimension);
}
/// One entry at a time: on many machines that is faster than a gather.
void subtract(const SupportQuery& a, std::int32_t vertex_a, const SupportQuery& b,
              std::int32_t vertex_b, int dimension, const DifferenceTo& to) {
  const double* HWY_RESTRICT p = a.rows + vertex_a;
  const double* HWY_RESTRICT q = b.rows + vertex_b;
  const double* HWY_RESTRICT offset = to.offset;
  double* HWY_RESTRICT out = to.out;
  for (int k = 0; k < dimension; ++k, p += a.stride, q += b.stride) {
    out[k] = (*p - *q) - offset[k];
  }
  for (std::int32_t k = dimension; k < to.size; ++k) out[k] = -offset[k];
}

FarthestPair scan_both(const SupportQuery& a, const SupportQuery& b, int dimension,
                       const DifferenceTo* to) {
  const FarthestPair farthest{scan_any<false>(a.rows, a.stride, a.count, a.direction, dimension),
                              scan_any<true>(b.rows, b.stride, b.count, b.direction, dimension)};
  if (to != nullptr) subtract(a, farthest.a.vertex, b, farthest.b.vertex, dimension, *to);
  return farthest;
}
const char* target() { return hwy::TargetName(HWY_TARGET); }

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(scan2);
HWY_EXPORT(scan3);
HWY_EXPORT(scan_n);
HWY_EXPORT(scan_both);
HWY_EXPORT(subtract);
HWY_EXPORT(target);

Extreme support2(const double* rows, std::int32_t stride, std::int32_t count,
                 const double* direction) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan2)(rows, stride, count, direction);
}
Extreme support3(const double* rows, std::int32_t stride, std::int32_t count,
                 const double* direction) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan3)(rows, stride, count, direction);
}
Extreme support_n(const double* rows, std::int32_t stride, std::int32_t count,
                  const double* direction, int dimension) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan_n)(rows, stride, count, direction, dimension);
}
FarthestPair farthest_pair(const SupportQuery& a, const SupportQuery& b, int dimension,
                           const DifferenceTo* to) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan_both)(a, b, dimension, to);
}
void vertex_difference(const SupportQuery& a, std::int32_t vertex_a, const SupportQuery& b,
                       std::int32_t vertex_b, int dimension, const DifferenceTo& to) noexcept {
  HWY_DYNAMIC_DISPATCH(subtract)(a, vertex_a, b, vertex_b, dimension, to);
}
const char* lanes_target() noexcept { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace sunder::detail
#endif
