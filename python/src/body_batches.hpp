// SPDX-License-Identifier: Apache-2.0
//
// Batches of pairs of which a body need not be convex: what PairBatch asks where its list has a Mesh, a Polygon or a
// Body.
#pragma once

#include <limits>
#include <memory>
#include <string_view>

#include "running.hpp"

namespace sunder::python {

/// What a call of a batch of bodies was given, beside the items.
struct BodyBatchArguments {
  RunArguments run;
  nb::handle out = Py_None, stages = Py_None, verdicts = Py_None, places = Py_None,
             points = Py_None, normals = Py_None;
  std::string_view stop = "never";
  std::int64_t hits = 1;
  double beyond = std::numeric_limits<double>::infinity();
};

/// The bodies lie in the plane or in space. Each question sets the report, and returns what it documents.
class BodyPairs {
 public:
  virtual ~BodyPairs() = default;
  virtual std::int64_t count() const noexcept = 0;

  virtual nb::object intersects(const BodyBatchArguments& given, nb::object& report) const = 0;
  virtual nb::object distances(const BodyBatchArguments& given, nb::object& report) const = 0;
  virtual nb::object margins(nb::handle margins, const BodyBatchArguments& given,
                             nb::object& report) const = 0;
  virtual nb::object closest(const BodyBatchArguments& given, nb::object& report) const = 0;
  virtual nb::object contacts(const BodyBatchArguments& given, nb::object& report) const = 0;
  virtual nb::object penetrations(const BodyBatchArguments& given, nb::object& report) const = 0;
  virtual nb::object casts(nb::handle translations, const BodyBatchArguments& given,
                           nb::object& report) const = 0;
  /// The certificate of each item's verdict, or None.
  virtual nb::list certificates(const RunArguments& run, nb::object& report) const = 0;
};

/// Has a list a Mesh, a Polygon or a Body?
bool has_union(nb::handle bodies);
/// The dimension that the first body says which is of the plane or of space alone; 3 where none is.
int dimension_of_unions(nb::handle bodies);
/// Their batch, in that dimension.
std::unique_ptr<BodyPairs> make_body_pairs(nb::handle bodies, nb::handle poses, nb::handle body_a,
                                           nb::handle body_b, nb::handle pose_a, nb::handle pose_b,
                                           std::int64_t count);

}  // namespace sunder::python
