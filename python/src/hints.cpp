// SPDX-License-Identifier: Apache-2.0
//
// Idea: The records of all items become arrays where they are read: verdicts, directions and pairs.
// Cost: A new array for each read.
// Gives up: Hints that a running batch uses are refused.
#include "hints.hpp"

#include <fmt/format.h>
#include <limits>

#include "tables.hpp"

namespace sunder::python {
namespace {

nb::object hint_directions(const HintList& all) {
  all.require_free();
  const auto d = static_cast<std::size_t>(all.dimension);
  std::vector<double> entries(all.size() * d, std::numeric_limits<double>::quiet_NaN());
  std::visit(
      [&](const auto& list) {
        double* row = entries.data();
        for (const auto& hint : list) {
          const bool has = hint.direction.size() == d && (hint.verdict == Verdict::separated ||
                                                          hint.verdict == Verdict::touching);
          if (has) std::copy_n(hint.direction.begin(), d, row);
          row += d;
        }
      },
      all.hints);
  return to_numpy(std::move(entries), {all.size(), d});
}

nb::object hint_pairs(const HintList& all) {
  all.require_free();
  std::vector<std::int32_t> entries;
  std::size_t most = 0;
  std::visit(
      [&](const auto& list) {
        const auto count_of = [](const auto& hint) -> std::size_t {
          if constexpr (requires { hint.pair_count; }) {
            return std::min<std::size_t>(hint.pair_count, hint.pairs.size());
          } else {
            return hint.pairs.size();
          }
        };
        for (const auto& hint : list) most = std::max(most, count_of(hint));
        entries.resize(2 * most * list.size(), -1);
        std::int32_t* row = entries.data();
        for (const auto& hint : list) {
          for (std::size_t k = 0; k < count_of(hint); ++k) {
            row[2 * k] = hint.pairs[k].a;
            row[2 * k + 1] = hint.pairs[k].b;
          }
          row += 2 * most;
        }
      },
      all.hints);
  return to_numpy(std::move(entries), {all.size(), most, 2});
}

nb::object hint_verdicts(const HintList& all) {
  all.require_free();
  std::vector<std::uint8_t> entries;
  std::visit(
      [&](const auto& list) {
        for (const auto& hint : list) entries.push_back(static_cast<std::uint8_t>(hint.verdict));
      },
      all.hints);
  const std::size_t count = entries.size();
  return to_numpy(std::move(entries), {count});
}

}  // namespace

void add_hints(nb::module_& module) {
  nb::class_<HintList>(module, "Hints", "A hint for each item of a batch, in arrays.")
      .def("__len__", &HintList::size)
      .def_ro("dimension", &HintList::dimension)
      .def(
          "__getitem__",
          [](const HintList& all, std::int64_t i) {
            all.require_free();
            const auto size = static_cast<std::int64_t>(all.size());
            if (i < 0) i += size;
            if (i < 0 || i >= size) throw nb::index_error("no such item");
            return std::visit(
                [&](const auto& list) { return AnyHint{list[static_cast<std::size_t>(i)]}; },
                all.hints);
          },
          nb::arg("item"), "A copy of the hint of one item.")
      .def(
          "__setitem__",
          [](HintList& all, std::int64_t i, AnyHint& hint) {
            all.require_free();
            const auto size = static_cast<std::int64_t>(all.size());
            if (i < 0) i += size;
            if (i < 0 || i >= size) throw nb::index_error("no such item");
            in_dimension(all.dimension, [&]<int D>() {
              std::get<kAlternative<D>>(all.hints)[static_cast<std::size_t>(i)] =
                  hint.in<D>("hint");
            });
          },
          nb::arg("item"), nb::arg("hint"))
      .def_prop_ro("verdicts", &hint_verdicts, nb::sig("def verdicts(self) -> " SUNDER_BYTES),
                   "Shape (n,), a new array.")
      .def_prop_ro("directions", &hint_directions,
                   nb::sig("def directions(self) -> " SUNDER_DOUBLES),
                   "Shape (n, d), a new array; NaN where an item has none.")
      .def_prop_ro("pairs", &hint_pairs,
                   nb::sig("def pairs(self) -> numpy.typing.NDArray[numpy.int32]"),
                   "Shape (n, k, 2), a new array; -1 beyond the pairs of an item.")
      .def("__repr__", [](const HintList& all) {
        return fmt::format("<sunder.Hints: {} of dimension {}>", all.size(), all.dimension);
      });
}

}  // namespace sunder::python
