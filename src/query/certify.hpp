// SPDX-License-Identifier: Apache-2.0
//
// The verdict's part of a certificate, which every question's certificate begins with.
#pragma once

#include "query/decide.hpp"

namespace sunder::detail {

/// `normal` is the answer's, or null. Where it separates the bodies no search runs; else they are
/// decided anew. The stage is what proved the certificate: hint for the normal.
template <int D>
Certificate certify_verdict(const Pair<D>& pair, const Decision& answer,
                            const Vector<D>* normal = nullptr);

}  // namespace sunder::detail
