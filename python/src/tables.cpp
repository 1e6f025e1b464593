// SPDX-License-Identifier: Apache-2.0
#include "tables.hpp"

#include "shapes.hpp"

namespace sunder::python {

int dimension_of_bodies(nb::handle bodies) {
  if (!nb::isinstance<nb::sequence>(bodies) || nb::isinstance<nb::str>(bodies) ||
      nb::len(bodies) == 0) {
    refuse_type("bodies", "no sequence of bodies, or an empty one",
                "give a list of sunder.Polytope, Mesh and Body");
  }
  for (nb::handle one : bodies) {
    if (nb::isinstance<AnyShape>(one)) {
      throw Refusal("not_served", "bodies", "a curved shape",
                    "ask about shapes one pair at a time");
    }
  }
  const nb::object first = nb::borrow<nb::sequence>(bodies)[0];
  return body_of(first, "bodies").dimension();
}

MarginList::MarginList(nb::handle margins, std::int64_t items) {
  const Numbers numbers(margins, "margins");
  same_ = numbers.ndim() == 0;
  if (!same_ && (numbers.ndim() != 1 || numbers.shape(0) != items)) {
    refuse_shape("margins", "shape " + numbers.shape_text(), "give one, or one an item");
  }
  if (same_) read_.push_back(numbers.at());
  for (std::int64_t i = 0; !same_ && i < numbers.shape(0); ++i) read_.push_back(numbers.at(i));
}

/// The same number of items for every list that has one.
std::int64_t count_items(std::initializer_list<std::pair<const char*, std::int64_t>> lists,
                         std::int64_t given) {
  std::int64_t count = given;
  for (const auto& [name, size] : lists) {
    if (size < 0) continue;
    if (count >= 0 && size != count) {
      refuse_shape(
          name, std::to_string(size) + " entries, but " + std::to_string(count) + " items",
          "give lists of one length, an integer for all items, or None for entry i of the table");
    }
    count = size;
  }
  if (count < 0) refuse_shape("count", "every list is the same for all items", "give count=");
  return count;
}

[[noreturn]] void refuse_run_time(std::string_view question) {
  throw Refusal("not_served", question, "dimensions above 3, or 1",
                "ask it about bodies of dimension 2 and 3");
}

}  // namespace sunder::python
