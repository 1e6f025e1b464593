// SPDX-License-Identifier: Apache-2.0
//
// Writes a record in the form that verify() accepts.
#pragma once

#include "sunder/certificate.hpp"

namespace sunder::test {

inline Certificate certificate_of(const Hint3& record) {
  Certificate certificate;
  certificate.dimension = 3;
  certificate.verdict = record.verdict;
  certificate.stage = record.stage;
  if (record.verdict != Verdict::overlapping) {
    for (const double entry : record.direction) certificate.direction.push_back({entry, {}});
  }
  if (record.verdict != Verdict::separated) {
    certificate.pairs.assign(record.pairs.begin(), record.pairs.begin() + record.pair_count);
  }
  return certificate;
}

}  // namespace sunder::test
