// SPDX-License-Identifier: Apache-2.0
#include "lanes/support.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/support.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/candidates-inl.hpp"
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
Extreme table3(const CandidateTable& table, const double* rows, std::int32_t stride,
               std::int32_t count, const double* direction) {
  return extreme_by_table(table, rows, stride, count, direction);
}
Extreme scan_n(const double* rows, std::int32_t stride, std::int32_t count, const double* direction,
               int dimension) {
  return scan_any<false>(rows, stride, count, direction, dimension);
}
FarthestPair scan_both(const SupportQuery& a, const SupportQuery& b, int dimension) {
  return {scan_any<false>(a.rows, a.stride, a.count, a.direction, dimension),
          scan_any<true>(b.rows, b.stride, b.count, b.direction, dimension)};
}
const char* target() { return hwy::TargetName(HWY_TARGET); }

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(scan2);
HWY_EXPORT(scan3);
HWY_EXPORT(table3);
HWY_EXPORT(scan_n);
HWY_EXPORT(scan_both);
HWY_EXPORT(target);

Extreme support2(const double* rows, std::int32_t stride, std::int32_t count,
                 const double* direction) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan2)(rows, stride, count, direction);
}
Extreme support3(const double* rows, std::int32_t stride, std::int32_t count,
                 const double* direction) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan3)(rows, stride, count, direction);
}
Extreme support3(const CandidateTable& table, const double* rows, std::int32_t stride,
                 std::int32_t count, const double* direction) noexcept {
  return HWY_DYNAMIC_DISPATCH(table3)(table, rows, stride, count, direction);
}
Extreme support_n(const double* rows, std::int32_t stride, std::int32_t count,
                  const double* direction, int dimension) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan_n)(rows, stride, count, direction, dimension);
}
FarthestPair farthest_pair(const SupportQuery& a, const SupportQuery& b, int dimension) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan_both)(a, b, dimension);
}
const char* lanes_target() noexcept { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace sunder::detail
#endif
