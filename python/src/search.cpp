// SPDX-License-Identifier: Apache-2.0
//
// Idea: A hint holds the record of the dimension that first used it. Steps of a trace are copied
//   into the caller's list when the question is answered.
// Cost: That of the list.
// Gives up: Nothing.
#include "search.hpp"

#include <fmt/format.h>

namespace sunder::python {
namespace {

template <class Use>
auto visit_hint(const AnyHint& hint, const Use& use, decltype(use(Hint3{})) otherwise) {
  return std::visit(
      [&](const auto& record) {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(record)>, std::monostate>) {
          return otherwise;
        } else {
          return use(record);
        }
      },
      hint.hint);
}

template <class Record>
std::vector<IndexPair> pairs_of(const Record& record) {
  if constexpr (requires { record.pair_count; }) {
    return {record.pairs.begin(),
            record.pairs.begin() +
                std::min<int>(record.pair_count, static_cast<int>(record.pairs.size()))};
  } else {
    return record.pairs;
  }
}

nb::object pairs_array(std::span<const IndexPair> pairs) {
  std::vector<std::int32_t> entries;
  for (const IndexPair& pair : pairs) entries.insert(entries.end(), {pair.a, pair.b});
  return to_numpy(std::move(entries), {pairs.size(), 2});
}

nb::object pairs(const AnyHint& hint) {
  return visit_hint(
      hint, [](const auto& record) { return pairs_array(pairs_of(record)); }, pairs_array({}));
}

nb::object direction(const AnyHint& hint) {
  return visit_hint(
      hint,
      [](const auto& record) {
        if (record.verdict == Verdict::overlapping || record.verdict == Verdict::not_examined)
          return nb::object(nb::none());
        return to_numpy(std::span<const double>(record.direction.data(), record.direction.size()));
      },
      nb::none());
}

int dimension(const AnyHint& hint) {
  return visit_hint(
      hint, [](const auto& record) { return static_cast<int>(record.direction.size()); }, 0);
}

Verdict verdict(const AnyHint& hint) {
  return visit_hint(
      hint, [](const auto& record) { return record.verdict; }, Verdict::not_examined);
}
Stage stage(const AnyHint& hint) {
  return visit_hint(
      hint, [](const auto& record) { return record.stage; }, Stage::none);
}

/// A proposal: a direction proposes a separation, pairs alone an overlap, both a contact.
AnyHint proposal(nb::handle direction, nb::handle pairs, int dimension) {
  AnyHint made;
  std::vector<IndexPair> list;
  if (!pairs.is_none()) {
    const Numbers numbers(pairs, "pairs");
    if (numbers.ndim() != 2 || numbers.shape(1) != 2) {
      refuse_shape("pairs", "shape " + numbers.shape_text(), "give an array of shape (k, 2)");
    }
    for (std::int64_t i = 0; i < numbers.shape(0); ++i) {
      const double a = numbers.at(i, 0);
      const double b = numbers.at(i, 1);
      if (!(a >= 0 && a < 0x1p31 && b >= 0 && b < 0x1p31)) {
        refuse_shape("pairs", "an index that no body has", "give 0 to 2^31 - 1");
      }
      list.push_back({static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)});
    }
  }
  std::vector<double> along;
  if (!direction.is_none()) {
    along = read_vector(direction, dimension, "direction");
    dimension = static_cast<int>(along.size());
  }
  if (dimension < 1) refuse_shape("dimension", "neither a direction nor a dimension", "give one");
  const Verdict claim = along.empty()  ? Verdict::overlapping
                        : list.empty() ? Verdict::separated
                                       : Verdict::touching;
  const auto fill = [&](auto& record) {
    record.verdict = claim;
    if constexpr (requires { record.pair_count; }) {
      if (list.size() > record.pairs.size()) {
        refuse_shape("pairs", std::to_string(list.size()) + " pairs",
                     "give at most " + std::to_string(record.pairs.size()));
      }
      std::copy(list.begin(), list.end(), record.pairs.begin());
      record.pair_count = static_cast<std::uint8_t>(list.size());
      std::copy(along.begin(), along.end(), record.direction.begin());
    } else {
      record.pairs = list;
      record.direction =
          along.empty() ? std::vector<double>(static_cast<std::size_t>(dimension)) : along;
    }
  };
  in_dimension(dimension, [&]<int D>() { fill(made.in<D>("direction")); });
  return made;
}

const char* event_name(TraceEvent event) {
  static constexpr const char* kNames[] = {"direction", "simplex", "axis", "pivot", "projection"};
  return kNames[static_cast<std::size_t>(event)];
}

nb::list all_algorithms() {
  nb::list all;
  for (const AlgorithmInfo& info : algorithms()) {
    nb::dict one;
    one["name"] = nb::str(info.name.data(), info.name.size());
    nb::list dimensions;
    for (const int d : info.dimensions) dimensions.append(d);
    one["dimensions"] = dimensions;
    one["any_dimension"] = info.any_dimension;
    nb::list questions;
    for (const Question question : info.questions)
      questions.append(std::string(to_string(question)));
    one["questions"] = questions;
    one["summary"] = nb::str(info.summary.data(), info.summary.size());
    one["source"] = nb::str(info.source.data(), info.source.size());
    all.append(one);
  }
  return all;
}

}  // namespace

Algorithm read_algorithm(std::string_view name, Question question, int dimension) {
  if (name == "auto") return Algorithm::automatic;
  const auto algorithm = algorithm_from_name(name);
  if (!algorithm) {
    std::string known = "auto";
    for (const AlgorithmInfo& info : algorithms()) known += ", " + std::string(info.name);
    throw Refusal("unknown_algorithm", "algorithm", "no algorithm \"" + std::string(name) + "\"",
                  "give one of " + known);
  }
  if (!serves(*algorithm, question, dimension)) {
    throw Refusal(
        "not_served", "algorithm",
        fmt::format("{} does not answer {} in dimension {}", name, to_string(question), dimension),
        "name another, or auto; sunder.algorithms() lists what each serves");
  }
  return *algorithm;
}

double read_width(double width) {
  if (std::isfinite(width) && width >= 0) return width;
  refuse_shape("width", "a relative width that is negative or not finite",
               "give 0 for the default");
}

CastOptions read_cast_options(double tolerance, int max_steps) {
  if (!(tolerance > 0) || !std::isfinite(tolerance))
    refuse_shape("tolerance", "not positive", "give a length of time");
  if (max_steps < 0) refuse_shape("max_steps", "a negative number", "give 0 for a million");
  return {tolerance, max_steps};
}

void add_search(nb::module_& module) {
  nb::class_<AnyHint>(
      module, "Hint",
      R"(What proved the last answer about a pair: keep one a pair, and hand it to each query.

Read first and written last, so that a pair that moves a little is proven anew without a search. It is
also the form of a proposal to prove(): a direction from a to b, index pairs, or both.)")
      .def(
          "__init__",
          [](AnyHint* self, nb::handle direction, nb::handle pairs, int dimension) {
            if (direction.is_none() && pairs.is_none()) {
              new (self) AnyHint();
              return;
            }
            new (self) AnyHint(proposal(direction, pairs, dimension));
          },
          nb::arg("direction") = nb::none(), nb::arg("pairs") = nb::none(),
          nb::arg("dimension") = 0,
          nb::sig("def __init__(self, direction: numpy.typing.ArrayLike | None = None, pairs: "
                  "numpy.typing.ArrayLike | "
                  "None = None, dimension: int = 0) -> None"))
      .def_prop_ro("dimension", &dimension, "0 until a query has written to it.")
      .def_prop_ro("verdict", &verdict)
      .def_prop_ro("stage", &stage)
      .def_prop_ro("direction", &direction,
                   nb::sig("def direction(self) -> numpy.typing.NDArray[numpy.float64] | None"))
      .def_prop_ro("pairs", &pairs, nb::sig("def pairs(self) -> numpy.typing.NDArray[numpy.int32]"),
                   "Caller's indices into a's and b's points, shape (k, 2).")
      .def(
          "__getstate__",
          [](const AnyHint& hint) {
            return nb::make_tuple(dimension(hint), static_cast<int>(verdict(hint)), direction(hint),
                                  pairs(hint));
          },
          nb::sig("def __getstate__(self) -> tuple[typing.Any, ...]"))
      .def(
          "__setstate__",
          [](AnyHint& hint, const nb::tuple& state) {
            const auto restore = [&] {
              if (state.size() != 4) refuse_shape("state", "no state of a Hint", "pickle it anew");
              const int d = nb::cast<int>(state[0]);
              return d == 0 ? AnyHint() : proposal(state[2], state[3], d);
            };
            new (&hint) AnyHint(restore());
          },
          nb::sig("def __setstate__(self, state: tuple[typing.Any, ...], /) -> None"))
      .def("__repr__", [](const AnyHint& hint) {
        if (dimension(hint) == 0) return std::string("<sunder.Hint: empty>");
        return fmt::format("<sunder.Hint: {}, dimension {}>", to_string(verdict(hint)),
                           dimension(hint));
      });
  nb::class_<TraceStep>(module, "TraceStep", "One step of a search.")
      .def_prop_ro("algorithm",
                   [](const TraceStep& step) { return std::string(to_string(step.algorithm)); })
      .def_prop_ro(
          "event", [](const TraceStep& step) { return event_name(step.event); },
          "\"direction\", \"simplex\", \"axis\", \"pivot\" or \"projection\".")
      .def_prop_ro(
          "direction", [](const TraceStep& step) { return to_numpy(step.direction); },
          nb::sig("def direction(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "pairs", [](const TraceStep& step) { return pairs_array(step.pairs); },
          nb::sig("def pairs(self) -> numpy.typing.NDArray[numpy.int32]"))
      .def_ro("value", &TraceStep::value, "The gap along the direction, or the objective.")
      .def("__repr__", [](const TraceStep& step) {
        return fmt::format("<sunder.TraceStep: {} {}, value {}>", to_string(step.algorithm),
                           event_name(step.event), step.value);
      });
  module.def(
      "algorithms", &all_algorithms, nb::sig("def algorithms() -> list[dict[str, typing.Any]]"),
      "The algorithms: name, dimensions, the questions each answers, a sentence, and its source.");
}

}  // namespace sunder::python
