// SPDX-License-Identifier: Apache-2.0
//
// Idea: The bodies are handles that the object keeps; poses and indices lie where Python keeps them. The library's
//   batches of bodies read them there.
// Cost: That of the library's batches. A Polytope beside meshes becomes a body once.
// Gives up: Hints, widths, contacts and casts: those are asked pair by pair.
#include "body_batches.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <utility>

#include "batches.hpp"

namespace sunder::python {
namespace {

/// The radii of a table, one by one; appends the bodies.
std::vector<double> take_bodies(nb::handle given, std::vector<Body3>& bodies) {
  std::vector<double> radii;
  for (nb::handle one : given) {
    if (const Body3* const body = union_of<3>(one)) {
      bodies.push_back(*body);
      radii.push_back(0);
      continue;
    }
    if (is_union(one)) {
      throw Refusal("not_served", "bodies", "a body of the plane that is not convex",
                    "ask about such bodies one pair at a time");
    }
    const Body& polytope = body_of(one, "bodies");
    const auto* const solid = std::get_if<Polytope3>(&polytope.polytope);
    if (solid == nullptr) refuse_dimension("bodies", 3, polytope.dimension());
    bodies.push_back(Body3{{*solid}});
    radii.push_back(polytope.radius);
  }
  return radii;
}

void count_verdict(Verdict verdict, BatchReport& report) noexcept {
  switch (verdict) {
    case Verdict::separated:
      ++report.separated;
      break;
    case Verdict::touching:
      ++report.touching;
      break;
    case Verdict::overlapping:
      ++report.overlapping;
      break;
    case Verdict::undecided:
      ++report.refused;
      break;
    case Verdict::not_examined:
      ++report.skipped;
      break;
  }
}

/// The index that a list has for an item, as the library reads it.
std::int64_t index_of(const Indices& list, std::int64_t item) noexcept {
  if (list.data == nullptr) return list.stride == 0 ? 0 : item;
  std::int32_t index;
  std::memcpy(&index, reinterpret_cast<const std::byte*>(list.data) + item * list.stride,
              sizeof(index));
  return index;
}

std::int64_t length(nb::handle given, const IndexList& list, std::int64_t entries) {
  return given.is_none() ? entries : list.size();
}

}  // namespace

bool has_union(nb::handle bodies) {
  if (!nb::isinstance<nb::sequence>(bodies) || nb::isinstance<nb::str>(bodies)) return false;
  for (nb::handle one : bodies) {
    if (is_union(one)) return true;
  }
  return false;
}

BodyPairs::BodyPairs(nb::handle bodies, nb::handle poses, nb::handle body_a, nb::handle body_b,
                     nb::handle pose_a, nb::handle pose_b, std::int64_t count)
    : radii_(take_bodies(bodies, bodies_)),
      poses_(poses, 3),
      body_a_(body_a, "body_a"),
      body_b_(body_b, "body_b"),
      pose_a_(pose_a, "pose_a"),
      pose_b_(pose_b, "pose_b") {
  const bool identity = poses_.is_identity();
  const auto table = static_cast<std::int64_t>(bodies_.size());
  const std::int64_t pose_entries = identity ? -1 : poses_.table().count;
  batch_.count = count_items({{"body_a", length(body_a, body_a_, table)},
                              {"body_b", length(body_b, body_b_, table)},
                              {"pose_a", length(pose_a, pose_a_, pose_entries)},
                              {"pose_b", length(pose_b, pose_b_, pose_entries)}},
                             count);
  batch_.bodies = std::span<const Body3>(bodies_);
  if (std::any_of(radii_.begin(), radii_.end(), [](double radius) { return radius > 0; }))
    batch_.radii = std::span<const double>(radii_);
  batch_.poses = poses_.table();
  batch_.body_a = body_a_.column();
  batch_.body_b = body_b_.column();
  batch_.pose_a = identity && pose_a.is_none() ? Indices::same(kFirst) : pose_a_.column();
  batch_.pose_b = identity && pose_b.is_none() ? Indices::same(kFirst) : pose_b_.column();
}

template <class Ask>
BatchReport BodyPairs::ask(const BodyBatchArguments& given, BodyBatchOutput& output,
                           nb::handle result, const Ask& question) const {
  const auto count = static_cast<std::size_t>(batch_.count);
  static_assert(sizeof(BodyPlace) == 4 * sizeof(std::int32_t));
  std::optional<Output<std::uint8_t>> stages;
  if (!given.stages.is_none()) {
    stages.emplace(given.stages, std::vector<std::size_t>{count}, "stages");
    output.stages = {reinterpret_cast<Stage*>(stages->span().data()), count};
  }
  std::optional<Output<std::int32_t>> places;
  if (!given.places.is_none()) {
    places.emplace(given.places, std::vector<std::size_t>{count, 4}, "places");
    output.places = {reinterpret_cast<BodyPlace*>(places->span().data()), count};
  }
  Running running(given.run);
  running.options.stop = read_stop(given.stop);
  if (given.hits < 1) refuse_shape("hits", std::to_string(given.hits), "give 1 or more");
  running.options.hits = given.hits;
  running.options.beyond = given.beyond;
  return running.run([&](const BatchOptions& options) { return question(options); }, result);
}

nb::object BodyPairs::intersects(const BodyBatchArguments& given, nb::object& report) const {
  const auto count = static_cast<std::size_t>(batch_.count);
  const Output<std::uint8_t> verdicts(given.out, {count}, "out");
  BodyBatchOutput output;
  output.verdicts = {reinterpret_cast<Verdict*>(verdicts.span().data()), count};
  report = report_dict(ask(given, output, verdicts.object(), [&](const BatchOptions& options) {
    return sunder::intersects(batch_, output, options);
  }));
  return verdicts.object();
}

nb::object BodyPairs::distances(const BodyBatchArguments& given, nb::object& report) const {
  static_assert(sizeof(Interval) == 2 * sizeof(double));
  const auto count = static_cast<std::size_t>(batch_.count);
  const Output<double> intervals(given.out, {count, 2}, "out");
  BodyBatchOutput output;
  output.distances = {reinterpret_cast<Interval*>(intervals.span().data()), count};
  std::optional<Output<std::uint8_t>> verdicts;
  if (!given.verdicts.is_none()) {
    verdicts.emplace(given.verdicts, std::vector<std::size_t>{count}, "verdicts");
    output.verdicts = {reinterpret_cast<Verdict*>(verdicts->span().data()), count};
  }
  report = report_dict(ask(given, output, intervals.object(), [&](const BatchOptions& options) {
    return sunder::distances(batch_, output, options);
  }));
  return intervals.object();
}

nb::object BodyPairs::margins(nb::handle margins, const BodyBatchArguments& given,
                              nb::object& report) const {
  const MarginList list(margins, batch_.count);
  const auto count = static_cast<std::size_t>(batch_.count);
  const Output<std::uint8_t> verdicts(given.out, {count}, "out");
  BodyBatchOutput output;
  output.verdicts = {reinterpret_cast<Verdict*>(verdicts.span().data()), count};
  report = report_dict(ask(given, output, verdicts.object(), [&](const BatchOptions& options) {
    return compare_to_margins(batch_, list.column(), output, options);
  }));
  return verdicts.object();
}

std::optional<BodyCertificate> BodyPairs::certificate(std::int64_t item, Verdict& verdict) const {
  const std::int64_t a = index_of(batch_.body_a, item), b = index_of(batch_.body_b, item);
  const std::int64_t s = index_of(batch_.pose_a, item), t = index_of(batch_.pose_b, item);
  const auto is_in = [](std::int64_t index, std::int64_t size) {
    return index >= 0 && index < size;
  };
  const auto table = static_cast<std::int64_t>(bodies_.size());
  verdict = Verdict::undecided;
  if (!is_in(a, table) || !is_in(b, table)) return std::nullopt;
  if (!is_in(s, batch_.poses.count) || !is_in(t, batch_.poses.count)) return std::nullopt;
  const auto pose_a = poses_.read(s), pose_b = poses_.read(t);
  if (!pose_a || !pose_b) return std::nullopt;
  const PosedBody3 x{bodies_[static_cast<std::size_t>(a)], *pose_a},
      y{bodies_[static_cast<std::size_t>(b)], *pose_b};
  const Margin radii{.radius_a = radii_[static_cast<std::size_t>(a)],
                     .radius_b = radii_[static_cast<std::size_t>(b)]};
  const auto answer = compare_to_margin(x, y, radii);
  if (!answer) return std::nullopt;
  verdict = answer.value().verdict;
  auto proof = certify(x, y, radii, answer.value());
  if (!proof) return std::nullopt;
  return std::move(proof).value();
}

nb::list BodyPairs::certificates(const RunArguments& run, nb::object& report) const {
  struct Made {
    std::optional<BodyCertificate> proof;
    Verdict verdict = Verdict::not_examined;
  };
  std::vector<Made> made(static_cast<std::size_t>(batch_.count));
  std::atomic<bool> out_of_memory{false};
  Running running(run);
  constexpr std::int64_t kWave = 32;  // a signal is seen after each
  const BatchReport found = running.run(
      [&](const BatchOptions& options) {
        BatchReport told;
        while (told.next < batch_.count && !out_of_memory) {
          if (options.cancel->load()) {
            told.cancelled = true;
            break;
          }
          const std::int64_t end = std::min(batch_.count, told.next + kWave);
          running.each_item(end - told.next, [&](std::int64_t i) {
            Made& one = made[static_cast<std::size_t>(told.next + i)];
            try {
              one.proof = certificate(told.next + i, one.verdict);
            } catch (const std::bad_alloc&) {
              out_of_memory = true;  // a thread of an executor cannot throw to the caller
            }
          });
          told.next = end;
          options.progress(end, batch_.count);
        }
        for (std::int64_t i = 0; i < batch_.count; ++i)
          count_verdict(made[static_cast<std::size_t>(i)].verdict, told);
        return Result<BatchReport>(told);
      },
      nb::none());
  if (out_of_memory) throw std::bad_alloc();
  report = report_dict(found);
  nb::list all;
  for (Made& one : made) {
    all.append(one.proof ? nb::cast(AnyBodyCertificate{std::move(*one.proof), std::nullopt})
                         : nb::none());
  }
  return all;
}

}  // namespace sunder::python
