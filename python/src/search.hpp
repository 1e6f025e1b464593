// SPDX-License-Identifier: Apache-2.0
//
// The options that every question takes: the algorithm, a hint, a trace.
#pragma once

#include <cmath>
#include <string_view>
#include <variant>

#include "bodies.hpp"
#include "sunder/cast.hpp"
#include "sunder/contact.hpp"
#include "sunder/query.hpp"

namespace sunder::python {

/// sunder.Hint: what proved the last answer of a pair, or a proposal of any origin. Empty at first.
struct AnyHint {
  std::variant<std::monostate, Hint2, Hint3, HintN> hint;

  /// The hint in dimension D. An empty one becomes one of this dimension.
  template <int D>
  Hint<D>& in(std::string_view where) {
    constexpr std::size_t kAt = kAlternative<D> + 1;
    if (hint.index() == 0) hint.emplace<kAt>();
    auto* const found = std::get_if<kAt>(&hint);
    if (found == nullptr) {
      throw Refusal("dimension_mismatch", where, "a hint of another dimension",
                    "keep one hint a pair");
    }
    return *found;
  }
};

/// The arguments of a search, as Python gives them.
struct SearchArguments {
  std::string_view algorithm = "auto";
  AnyHint* hint = nullptr;
  nb::handle trace;  ///< a list that takes the steps, or None
  std::int32_t max_faces = 0;
};

/// Returns the algorithm. Refuses unknown names, and algorithms that do not answer the question.
Algorithm read_algorithm(std::string_view name, Question question, int dimension);

template <int D>
class SearchOf {
 public:
  SearchOf(const SearchArguments& given, Question question, int dimension) : trace_(given.trace) {
    search_.algorithm = read_algorithm(given.algorithm, question, dimension);
    if (given.hint != nullptr) search_.hint = &given.hint->in<D>("hint");
    if (given.max_faces < 0) refuse_shape("max_faces", "a negative number", "give 0 for all");
    search_.max_faces = given.max_faces;
    if (trace_.is_none()) return;
    if (!nb::isinstance<nb::list>(trace_)) refuse_type("trace", "no list", "give an empty list");
    search_.trace = &steps_;
  }
  const Search<D>& get() const noexcept { return search_; }
  /// Appends the steps to the caller's list.
  void finish() const {
    if (trace_.is_none()) return;
    for (const TraceStep& step : steps_) nb::borrow<nb::list>(trace_).append(nb::cast(step));
  }

 private:
  nb::handle trace_;
  Trace steps_;
  Search<D> search_;
};

/// A relative width of an interval. Refuses one that is negative or not finite.
double read_width(double width);

/// The options of contact(), without a search.
template <int D>
ContactOptions<D> contact_options(int max_points, double width, double near) {
  if (max_points < 0) refuse_shape("max_points", "a negative number", "give 0 for all");
  if (!std::isfinite(near) || near < 0)
    refuse_shape("near", "a length that is negative or not finite", "give 0 or more");
  return {.max_points = max_points, .width = read_width(width), .near = near};
}

/// The options of cast().
CastOptions read_cast_options(double tolerance, int max_steps);

void add_search(nb::module_& module);

}  // namespace sunder::python
