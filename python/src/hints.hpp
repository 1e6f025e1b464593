// SPDX-License-Identifier: Apache-2.0
//
// Defines the hints of a batch: one for each item.
#pragma once

#include <variant>
#include <vector>

#include "arrays.hpp"
#include "refusal.hpp"
#include "search.hpp"

namespace sunder::python {

/// sunder.Hints: a hint for each item.
struct HintList {
  std::variant<std::vector<Hint2>, std::vector<Hint3>, std::vector<HintN>> hints;
  int dimension = 3;
  bool in_use = false;  ///< by a batch; guarded by the lock

  void require_free() const {
    if (in_use)
      throw Refusal("not_served", "hints", "hints that a running batch uses", "wait for its end");
  }

  std::size_t size() const {
    return std::visit([](const auto& list) { return list.size(); }, hints);
  }
};

/// Keeps the hints of a running batch from other threads.
class InUse {
 public:
  explicit InUse(HintList* hints) : hints_(hints) {
    if (hints_ == nullptr) return;
    hints_->require_free();
    hints_->in_use = true;
  }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  ~InUse() {
    if (hints_ != nullptr) hints_->in_use = false;
  }

 private:
  HintList* hints_;
};

/// The hints in dimension D. Refuses those of another dimension or number of items.
template <int D>
std::vector<Hint<D>>& hints_in(HintList& list, int dimension, std::int64_t count) {
  auto* const found = std::get_if<kAlternative<D>>(&list.hints);
  if (found == nullptr || list.dimension != dimension)
    refuse_dimension("hints", dimension, list.dimension);
  if (static_cast<std::int64_t>(found->size()) != count) {
    refuse_shape("hints",
                 std::to_string(found->size()) + " hints for " + std::to_string(count) + " items",
                 "make them by batch.hints()");
  }
  return *found;
}

void add_hints(nb::module_& module);

}  // namespace sunder::python
