// SPDX-License-Identifier: Apache-2.0
//
// Batches of pairs of which a body need not be convex: what PairBatch asks where its list has a Mesh or a Body.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "running.hpp"
#include "sunder/body_batch.hpp"
#include "sunder/body_certificate.hpp"
#include "tables.hpp"
#include "unions.hpp"

namespace sunder::python {

/// What a call of a batch of bodies was given, beside the items.
struct BodyBatchArguments {
  RunArguments run;
  nb::handle out = Py_None, stages = Py_None, verdicts = Py_None, places = Py_None;
  std::string_view stop = "never";
  std::int64_t hits = 1;
  double beyond = std::numeric_limits<double>::infinity();
};

class BodyPairs {
 public:
  BodyPairs(nb::handle bodies, nb::handle poses, nb::handle body_a, nb::handle body_b,
            nb::handle pose_a, nb::handle pose_b, std::int64_t count);
  BodyPairs(const BodyPairs&) = delete;
  BodyPairs& operator=(const BodyPairs&) = delete;

  std::int64_t count() const noexcept { return batch_.count; }

  /// Each sets the report, and returns the array that it documents.
  nb::object intersects(const BodyBatchArguments& given, nb::object& report) const;
  nb::object distances(const BodyBatchArguments& given, nb::object& report) const;
  nb::object margins(nb::handle margins, const BodyBatchArguments& given, nb::object& report) const;
  /// The certificate of each item's verdict, or None.
  nb::list certificates(const RunArguments& run, nb::object& report) const;

 private:
  template <class Ask>
  BatchReport ask(const BodyBatchArguments& given, BodyBatchOutput& output, nb::handle result,
                  const Ask& question) const;
  std::optional<BodyCertificate> certificate(std::int64_t item, Verdict& verdict) const;

  static constexpr std::int32_t kFirst = 0;
  std::vector<Body3> bodies_;
  std::vector<double> radii_;
  PoseList<3> poses_;
  IndexList body_a_, body_b_, pose_a_, pose_b_;
  BodyBatch batch_;
};

/// Has a list a Mesh or a Body?
bool has_union(nb::handle bodies);

}  // namespace sunder::python
