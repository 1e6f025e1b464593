// SPDX-License-Identifier: Apache-2.0
//
// Defines how wide the interval of an answer is at most where the caller asks for no width. That is
// a share of the value, or a share of the largest absolute world coordinate.
#pragma once

namespace sunder::detail {

inline constexpr double kRelativeWidth = 1e-12;
inline constexpr double kSizeWidth = 64 * 0x1p-52;
/// The share of a coordinate that is rounded.
inline constexpr double kRoundedSizeWidth = 0x1.fp-47;

}  // namespace sunder::detail
