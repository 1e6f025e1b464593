// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <optional>

#include "mesh/body/body_batches.hpp"
#include "polygon/walk.hpp"

namespace sunder::detail::polygon {
namespace {

class ExactVisitor : public Visitor {
 public:
  explicit ExactVisitor(double within)
      : reach_(std::nextafter(within, std::numeric_limits<double>::infinity())) {}
  double reach() const noexcept { return reach_; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Root found = pair().measure_exactly(i, j);
    if (!least || batch::compare({found, {}}, {*least, {}}) < 0) least = found;
    return true;
  }
  std::optional<Root> least;

 private:
  double reach_;
};

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::detail::mesh {

template <>
Root exact_distance_of_bodies<2>(const PosedBody2& a, const PosedBody2& b) {
  polygon::ExactVisitor visitor(distance(a, b).distance.upper);
  polygon::PartsPair(a, b).walk(visitor);
  return visitor.least.value();
}

}  // namespace sunder::detail::mesh

SUNDER_BODY_BATCHES(2)
