// SPDX-License-Identifier: Apache-2.0
//
// Makes the verdict's part of a certificate, with which the certificate of every query begins.
#pragma once

#include "query/decide.hpp"

namespace sunder::detail {

/// `normal` is the answer's, or null. Where it separates the bodies no search runs. Otherwise they
/// are decided again. The stage is that of the certificate's proof: hint for the normal.
template <int D>
Certificate certify_verdict(const Pair<D>& pair, const Decision& answer,
                            const Vector<D>* normal = nullptr);

}  // namespace sunder::detail
