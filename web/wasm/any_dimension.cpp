// SPDX-License-Identifier: Apache-2.0
//
// Polytopes of any dimension, which JavaScript names.
#include "pair_questions.hpp"
#include "verify_questions.hpp"

namespace sunder::web {

// Request: dimension, coordinates.
SUNDER_WEB(make_polytope_n)() {
  Reader message = request();
  const auto dimension = message.read<std::int32_t>();
  const auto coordinates = message.read<std::vector<double>>();
  auto made = PolytopeN::from_points(coordinates, dimension, BuildOptions{});
  return made ? hand_over<kRunTime>(std::move(made).value()) : refuse(made.error());
}

// Answer: counts of the report, the kept points by index.
SUNDER_WEB(describe_polytope_n)(const Object* object) {
  const PolytopeN& polytope = std::get<0>(shape_of<kRunTime>(object));
  Writer& out = result();
  out.clear();
  const PointReport& report = polytope.report();
  for (const std::int64_t count : {report.given, report.kept, report.duplicate})
    out(static_cast<double>(count));
  out(report.affine_dimension);
  out(static_cast<std::uint32_t>(polytope.vertex_count()));
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) out(polytope.caller_index(i));
  return 1;
}

SUNDER_WEB(ask_pair_n)() { return ask_pair_of<kRunTime>(); }
SUNDER_WEB(list_algorithms_n)(std::int32_t dimension) { return list_algorithms_of(dimension); }
SUNDER_WEB(verify_certificate_n)() {
  return verify_certificate_of<kRunTime>([](const auto&, const auto&, double, Reader&) {
    return refuse(ErrorCode::not_served, "bodies of this dimension have no parts");
  });
}

}  // namespace sunder::web
