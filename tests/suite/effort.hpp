// SPDX-License-Identifier: Apache-2.0
//
// Sets the effort of a random test. Sanitizers make code about fifteen times slower; they check
// lines, which a part of the cases reaches too.
#pragma once

#include <algorithm>

namespace sunder::suite {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

/// Returns all of these cases, or an eighth of them under sanitizers.
constexpr int cases(int all) { return kSanitized ? std::max(1, all / 8) : all; }

}  // namespace sunder::suite
