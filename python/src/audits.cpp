// SPDX-License-Identifier: Apache-2.0
#include "audits.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>
#include <string_view>
#include <vector>

#include "arrays.hpp"
#include "refusal.hpp"
#include "sunder/audit.hpp"

namespace sunder::python {
namespace {

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// An array of one Audit for each of n rows; judge(i) is that of row i.
template <class Judge>
nb::object each_row(std::size_t rows, std::size_t others, const Judge& judge) {
  if (rows != others) {
    throw Refusal("wrong_shape", "claimed", fmt::format("{} rows beside {}", others, rows),
                  "give a row for each answer");
  }
  std::vector<std::uint8_t> found(rows);
  {
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < rows; ++i) found[i] = static_cast<std::uint8_t>(judge(i));
  }
  return to_numpy(std::move(found), {rows});
}

Verdict verdict_of(std::uint8_t number) {
  return number <= static_cast<std::uint8_t>(Verdict::overlapping) ? static_cast<Verdict>(number)
                                                                   : Verdict::undecided;
}

nb::object audit_verdict_rows(const Bytes& truth, const Bytes& claimed) {
  return each_row(truth.shape(0), claimed.shape(0), [&](std::size_t i) {
    return audit_verdict(verdict_of(truth.data()[i]), verdict_of(claimed.data()[i]));
  });
}

nb::object audit_meeting_rows(const Bytes& truth, const Bytes& claimed, std::string_view touching) {
  for (const TouchingMeans means :
       {TouchingMeans::either, TouchingMeans::intersects, TouchingMeans::separated}) {
    if (touching != to_string(means)) continue;
    return each_row(truth.shape(0), claimed.shape(0), [&](std::size_t i) {
      return audit_meeting(verdict_of(truth.data()[i]), claimed.data()[i] != 0, means);
    });
  }
  throw Refusal("not_served", "touching", fmt::format("\"{}\"", touching),
                "give \"either\", \"intersects\" or \"separated\"");
}

nb::object audit_number_rows(const Doubles& lower, const Doubles& upper, const Doubles& claimed,
                             double tolerance, double relative) {
  const AuditRules rules{.tolerance = tolerance, .relative = relative};
  const Status valid = check_audit_rules(rules);
  if (!valid) refuse("tolerance", valid.error());
  if (upper.shape(0) != lower.shape(0)) {
    throw Refusal("wrong_shape", "upper", "another number of rows than lower", "");
  }
  return each_row(lower.shape(0), claimed.shape(0), [&](std::size_t i) {
    return audit_number({lower.data()[i], upper.data()[i]}, claimed.data()[i], rules);
  });
}

}  // namespace

void add_audits(nb::module_& module) {
#define SUNDER_AUDIT_ROWS "numpy.typing.NDArray[numpy.uint8]"
  module.def("audit_verdicts", &audit_verdict_rows, nb::arg("truth"), nb::arg("claimed"),
             nb::sig("def audit_verdicts(truth: " SUNDER_AUDIT_ROWS ", claimed: " SUNDER_AUDIT_ROWS
                     ") -> " SUNDER_AUDIT_ROWS),
             "Of each row 0 confirmed, 1 refuted, 2 not decidable: the numbers of sunder.Verdict.");
  module.def("audit_meetings", &audit_meeting_rows, nb::arg("truth"), nb::arg("claimed"),
             nb::arg("touching") = "either",
             nb::sig("def audit_meetings(truth: " SUNDER_AUDIT_ROWS ", claimed: " SUNDER_AUDIT_ROWS
                     ", touching: str = \"either\") -> " SUNDER_AUDIT_ROWS),
             "The same of claims that are 0 (apart) or not.");
  module.def("audit_numbers", &audit_number_rows, nb::arg("lower"), nb::arg("upper"),
             nb::arg("claimed"), nb::arg("tolerance") = 0.0, nb::arg("relative") = 0.0,
             nb::sig("def audit_numbers(lower: numpy.typing.NDArray[numpy.float64], upper: "
                     "numpy.typing.NDArray[numpy.float64], claimed: "
                     "numpy.typing.NDArray[numpy.float64], tolerance: float = 0.0, relative: float "
                     "= 0.0) -> " SUNDER_AUDIT_ROWS),
             "The same of numbers beside proven intervals; exact comparisons.");
#undef SUNDER_AUDIT_ROWS
}

}  // namespace sunder::python
