// SPDX-License-Identifier: Apache-2.0
//
// Writes many casts into arrays, a row for each.
#pragma once

#include <limits>
#include <vector>

#include "arrays.hpp"
#include "sunder/cast.hpp"

namespace sunder::python {

/// A row for each item: take(item, entries) appends it.
template <class T, class Take>
nb::object collect(std::size_t count, std::initializer_list<std::size_t> shape, const Take& take) {
  std::vector<T> entries;
  for (std::size_t i = 0; i < count; ++i) take(i, entries);
  return to_numpy(std::move(entries), shape);
}

/// A number of each answer.
template <class T, class Answer, class Owner>
nb::object column(const std::vector<Answer>& found, T Owner::*member) {
  return collect<T>(found.size(), {found.size()},
                    [&](std::size_t i, auto& to) { to.push_back(found[i].*member); });
}

/// What an array has where an answer has no point.
inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// verdicts (n,), times (n, 2), normals and points (n, D); NaN where there is no point.
template <int D, class Found>
nb::dict cast_arrays(const std::vector<Found>& found) {
  const std::size_t count = found.size();
  const auto of_witness = [&](auto member) {
    return collect<double>(count, {count, D}, [&](std::size_t i, auto& to) {
      for (std::size_t k = 0; k < D; ++k)
        to.push_back(found[i].witness ? ((*found[i].witness).*member)[k] : kNoNumber);
    });
  };
  nb::dict all;
  all["verdicts"] = collect<std::uint8_t>(count, {count}, [&](std::size_t i, auto& to) {
    to.push_back(static_cast<std::uint8_t>(found[i].verdict));
  });
  all["times"] = collect<double>(count, {count, 2}, [&](std::size_t i, auto& to) {
    to.insert(to.end(), {found[i].time.lower, found[i].time.upper});
  });
  all["normals"] = of_witness(&Witness<D>::normal);
  all["points"] = of_witness(&Witness<D>::point_a);
  return all;
}

}  // namespace sunder::python
