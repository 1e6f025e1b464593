// SPDX-License-Identifier: Apache-2.0
//
// Idea: The tables lie where Python keeps them, and the library reads them there. Results go into
//   the caller's `out`, or a new array.
// Cost: That of the library's batches; making the object costs a handle a body.
// Gives up: Matrices whose rows are not dense are copied once.
#include "batches.hpp"

#include <fmt/format.h>
#include <limits>

#include "answers.hpp"
#include "hints.hpp"
#include "pair_batches.hpp"
#include "sunder/sunder.hpp"

namespace sunder::python {
namespace {

using Name = std::string_view;

void make_pairs(Pairs* self, nb::handle bodies, nb::handle poses, nb::handle body_a,
                nb::handle body_b, nb::handle pose_a, nb::handle pose_b, std::int64_t count) {
  Pairs made;
  if (has_union(bodies)) {
    made.bodies = make_body_pairs(bodies, poses, body_a, body_b, pose_a, pose_b, count);
    new (self) Pairs(std::move(made));
    return;
  }
  const int dimension = dimension_of_bodies(bodies);
  in_dimension(dimension, [&]<int D>() {
    made.of = std::make_unique<PairsOf<D>>(bodies, dimension, poses, body_a, body_b, pose_a, pose_b,
                                           count);
  });
  new (self) Pairs(std::move(made));
}

/// The arguments of batches with verdicts.
struct VerdictArguments {
  nb::handle out = Py_None, stages = Py_None;
  HintList* hints = nullptr;
  bool certify = false;
  Name stop = "never";
  std::int64_t hits = 1;
  double width = 0;
  double beyond = std::numeric_limits<double>::infinity();
};

void set_options(const VerdictArguments& given, BatchOptions& options) {
  options.stop = read_stop(given.stop);
  if (given.hits < 1) refuse_shape("hits", std::to_string(given.hits), "give 1 or more");
  options.hits = given.hits;
  options.certify = given.certify;
  options.width = given.width;
  options.beyond = given.beyond;
}

/// Asks a question with verdicts: ask(batch, output, options).
template <class Ask>
nb::object ask_verdicts(Pairs& self, const RunArguments& run, const VerdictArguments& given,
                        const Ask& ask) {
  return self.visit([&](auto& pairs) {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    const auto count = static_cast<std::size_t>(pairs.batch.count);
    const Output<std::uint8_t> verdicts(given.out, {count}, "out");
    verdicts.fill_new(run.begin, kNotExamined);
    BatchOutput<D> output;
    output.verdicts = {reinterpret_cast<Verdict*>(verdicts.span().data()), count};
    std::optional<Output<std::uint8_t>> stages;
    if (!given.stages.is_none()) {
      stages.emplace(given.stages, std::vector<std::size_t>{count}, "stages");
      output.stages = {reinterpret_cast<Stage*>(stages->span().data()), count};
    }
    if (given.hints != nullptr)
      output.hints = hints_in<D>(*given.hints, pairs.dimension(), pairs.batch.count);
    Running running(run);
    set_options(given, running.options);
    const InUse in_use(given.hints);
    self.report = report_dict(
        running.run([&](const BatchOptions& options) { return ask(pairs.batch, output, options); },
                    verdicts.object()));
    return verdicts.object();
  });
}

/// Refuses an array that batches of bodies alone fill.
void refuse_array(nb::handle array, std::string_view where) {
  if (array.is_none()) return;
  throw Refusal("not_served", where, "an array beside polytopes", "leave it out");
}

nb::object pairs_intersect(Pairs& self, int threads, nb::handle out, nb::handle stages,
                           nb::handle places, HintList* hints, bool certify, Name stop,
                           std::int64_t hits, std::int64_t begin, std::int64_t chunk,
                           nb::handle progress) {
  if (self.bodies != nullptr) {
    refuse_of_unions(hints != nullptr, "hints");
    refuse_of_unions(certify, "certify");
    return self.bodies->intersects({.run = {threads, progress, begin, chunk},
                                    .out = out,
                                    .stages = stages,
                                    .places = places,
                                    .stop = stop,
                                    .hits = hits},
                                   self.report);
  }
  refuse_array(places, "places");
  return ask_verdicts(self, {threads, progress, begin, chunk},
                      {.out = out,
                       .stages = stages,
                       .hints = hints,
                       .certify = certify,
                       .stop = stop,
                       .hits = hits},
                      [](const auto& batch, const auto& output, const auto& options) {
                        return intersects(batch, output, options);
                      });
}

nb::object pairs_margins(Pairs& self, nb::handle margins, int threads, nb::handle out,
                         nb::handle places, HintList* hints, Name stop, std::int64_t hits,
                         std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  if (self.bodies != nullptr) {
    refuse_of_unions(hints != nullptr, "hints");
    return self.bodies->margins(margins,
                                {.run = {threads, progress, begin, chunk},
                                 .out = out,
                                 .places = places,
                                 .stop = stop,
                                 .hits = hits},
                                self.report);
  }
  refuse_array(places, "places");
  const MarginList list(margins, self.count());
  return ask_verdicts(self, {threads, progress, begin, chunk},
                      {.out = out, .hints = hints, .stop = stop, .hits = hits},
                      [&](const auto& batch, const auto& output, const auto& options) {
                        return compare_to_margins(batch, list.column(), output, options);
                      });
}

nb::object pairs_prove(Pairs& self, HintList& proposals, int threads, nb::handle out,
                       std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  return ask_verdicts(
      self, {threads, progress, begin, chunk}, {.out = out},
      [&]<class Batch>(const Batch& batch, const auto& output, const auto& options) {
        const auto prove_in = [&]<int D>(const PairBatch<D>& of) {
          auto& list = hints_in<D>(
              proposals, self.visit([](const auto& p) { return p.dimension(); }), of.count);
          return prove_batch(of, Column<Proposal<D>>(std::span<const Proposal<D>>(list)), output,
                             options);
        };
        return prove_in(batch);
      });
}

nb::object pairs_distances(Pairs& self, double width, double beyond, int threads, nb::handle out,
                           nb::handle verdicts, nb::handle places, nb::handle points,
                           nb::handle normals, HintList* hints, Name stop, std::int64_t hits,
                           std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  if (self.bodies != nullptr) {
    refuse_of_unions(hints != nullptr, "hints");
    refuse_of_unions(width != 0, "width");
    return self.bodies->distances({.run = {threads, progress, begin, chunk},
                                   .out = out,
                                   .verdicts = verdicts,
                                   .places = places,
                                   .points = points,
                                   .normals = normals,
                                   .stop = stop,
                                   .hits = hits,
                                   .beyond = beyond},
                                  self.report);
  }
  refuse_array(places, "places");
  refuse_array(points, "points");
  refuse_array(normals, "normals");
  return self.visit([&](auto& pairs) {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    static_assert(sizeof(Interval) == 2 * sizeof(double));
    const auto count = static_cast<std::size_t>(pairs.batch.count);
    const Output<double> distances_out(out, {count, 2}, "out");
    distances_out.fill_new(2 * std::min(begin, pairs.batch.count), kNotMeasured);
    BatchOutput<D> output;
    output.distances = {reinterpret_cast<Interval*>(distances_out.span().data()), count};
    std::optional<Output<std::uint8_t>> verdicts_out;
    if (!verdicts.is_none()) {
      verdicts_out.emplace(verdicts, std::vector<std::size_t>{count}, "verdicts");
      output.verdicts = {reinterpret_cast<Verdict*>(verdicts_out->span().data()), count};
    }
    if (hints != nullptr) output.hints = hints_in<D>(*hints, pairs.dimension(), pairs.batch.count);
    Running running({threads, progress, begin, chunk});
    set_options({.stop = stop, .hits = hits, .width = width, .beyond = beyond}, running.options);
    const InUse in_use(hints);
    self.report = report_dict(running.run(
        [&](const BatchOptions& options) { return distances(pairs.written, output, options); },
        distances_out.object()));
    return distances_out.object();
  });
}

nb::object pairs_closest(Pairs& self, double width, double beyond, int threads, std::int64_t begin,
                         std::int64_t chunk, nb::handle progress) {
  if (self.bodies != nullptr) {
    refuse_of_unions(width != 0, "width");
    return self.bodies->closest({.run = {threads, progress, begin, chunk}, .beyond = beyond},
                                self.report);
  }
  return self.visit([&](auto& pairs) -> nb::object {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    Running running({threads, progress, begin, chunk});
    set_options({.width = width, .beyond = beyond}, running.options);
    const Closest found = running.run(
        [&](const BatchOptions& options) {
          return closest(pairs.written, BatchOutput<D>{}, options);
        },
        nb::none());
    self.report = report_dict(found.report);
    return closest_dict(found);
  });
}

HintList make_hints(const Pairs& self) {
  return self.visit([](const auto& pairs) {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    return HintList{std::vector<Hint<D>>(static_cast<std::size_t>(pairs.batch.count)),
                    pairs.dimension()};
  });
}

}  // namespace

BatchStop read_stop(std::string_view stop) {
  if (stop == "never") return BatchStop::never;
  if (stop == "first") return BatchStop::first;
  if (stop == "any") return BatchStop::any;
  refuse_shape("stop", std::string(stop), "give \"never\", \"first\" or \"any\"");
}

void add_batches(nb::module_& module) {
  nb::class_<Pairs>(module, "PairBatch", R"(Many pairs of bodies at poses, asked in one call.

Item i is about bodies[body_a[i]] at poses[pose_a[i]] and bodies[body_b[i]] at poses[pose_b[i]].
bodies: a list of Polytope; of Polytope, Mesh and Body of space; or of Polytope, Polygon and Body of the
plane. poses: an array of shape (m, d, d+1) or (m, d+1, d+1), float64 or float32,
read-only or memory-mapped; a list of Pose; or None. Matrices whose rows are dense are not copied, so
that changes of the array are seen by the next call. Indices: int32 (not copied), int64, an integer for
all items, or None where item i uses entry i.

Every call releases the lock. threads: 1, or more, or 0 for all of the machine; answers do not depend on
it. progress(settled, total) is called now and then. Ctrl-C raises sunder.Interrupted, whose `next` is
the item at which another call may begin. Items with an index beyond its table, or NaN in a matrix, are
undecided and counted in report["refused"].

With a Mesh, a Polygon or a Body among them the batch reads no hints and widths, and radii in verdicts,
distances, margins and the closest item alone. places: an int32 array of shape (n, 4) for part_a, part_b,
and triangle_a and triangle_b, in the plane piece_a and piece_b.)")
      .def("__init__", &make_pairs, nb::arg("bodies").none(), nb::arg("poses") = nb::none(),
           nb::arg("body_a") = nb::none(), nb::arg("body_b") = nb::none(),
           nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
           nb::arg("count") = -1,
           nb::sig("def __init__(self, bodies: collections.abc.Sequence[Polytope | Mesh | Polygon "
                   "| Body], poses: "
                   "numpy.typing.ArrayLike | "
                   "collections.abc.Sequence[Pose] | None = None, body_a: " SUNDER_ITEMS
                   " = None, body_b: " SUNDER_ITEMS " = None, pose_a: " SUNDER_ITEMS
                   " = None, pose_b: " SUNDER_ITEMS " = None, *, count: int = -1) -> None"))
      .def("__len__", &Pairs::count)
      .def_ro("report", &Pairs::report, nb::sig("def report(self) -> dict[str, typing.Any] | None"),
              "The counts of the last call: separated, touching, overlapping, refused, next, "
              "by_stage, ...")
      .def("hints", &make_hints, "Empty hints, one an item: hand them to each call.")
      .def("intersects", &pairs_intersect, nb::arg("threads") = 1, nb::kw_only(),
           nb::arg("out") = nb::none(), nb::arg("stages") = nb::none(),
           nb::arg("places") = nb::none(), nb::arg("hints") = nb::none(),
           nb::arg("certify") = false, nb::arg("stop") = "never", nb::arg("hits") = 1,
           nb::arg("begin") = 0, nb::arg("chunk") = 0, nb::arg("progress") = nb::none(),
           nb::sig("def intersects(self, threads: int = 1, *, out: " SUNDER_BYTES
                   " | None = None, stages: " SUNDER_BYTES " | None = None, places: " SUNDER_PLACES
                   " | None = None, hints: Hints | None = None, certify: bool = False, stop: str = "
                   "\"never\", hits: int = 1, "
                   "begin: int = 0, chunk: int = 0, progress: collections.abc.Callable[[int, int], "
                   "typing.Any] | None = "
                   "None) -> " SUNDER_BYTES),
           R"(The verdict of each item, shape (n,): the numbers of sunder.Verdict.

stop: "never"; "first" ends at the `hits` hits of lowest index; "any" as soon as so many were found.
certify: hints hold what prove() takes. Cost: nanoseconds for boxes, balls that are apart, and small
polygons; else a single query's.)")
      .def(
          "distances", &pairs_distances, nb::arg("width") = 0.0,
          nb::arg("beyond") = std::numeric_limits<double>::infinity(), nb::arg("threads") = 1,
          nb::kw_only(), nb::arg("out") = nb::none(), nb::arg("verdicts") = nb::none(),
          nb::arg("places") = nb::none(), nb::arg("points") = nb::none(),
          nb::arg("normals") = nb::none(), nb::arg("hints") = nb::none(), nb::arg("stop") = "never",
          nb::arg("hits") = 1, nb::arg("begin") = 0, nb::arg("chunk") = 0,
          nb::arg("progress") = nb::none(),
          nb::sig(
              "def distances(self, width: float = 0.0, beyond: float = float(\"inf\"), threads: "
              "int = 1, *, out: " SUNDER_DOUBLES " | None = None, verdicts: " SUNDER_BYTES
              " | None = None, places: " SUNDER_PLACES " | None = None, points: " SUNDER_DOUBLES
              " | None = None, normals: " SUNDER_DOUBLES
              " | None = None, hints: Hints | None = None, stop: "
              "str = \"never\", hits: int = 1, begin: int = 0, chunk: int = 0, progress: "
              "collections.abc.Callable[[int, int], typing.Any] | None = None) -> " SUNDER_DOUBLES),
          "The proven interval of each item's distance, shape (n, 2). Farther than `beyond`: "
          "[beyond, inf].\n\n"
          "Of a batch with a Mesh, a Polygon or a Body: points, an array of shape (n, 2, d), takes "
          "the closest points of a and of b, and normals, of shape (n, d), the directions from a "
          "to "
          "b; rounded, world frame, NaN where the bodies meet or were not measured.")
      .def("margins", &pairs_margins, nb::arg("margins").none(), nb::arg("threads") = 1,
           nb::kw_only(), nb::arg("out") = nb::none(), nb::arg("places") = nb::none(),
           nb::arg("hints") = nb::none(), nb::arg("stop") = "never", nb::arg("hits") = 1,
           nb::arg("begin") = 0, nb::arg("chunk") = 0, nb::arg("progress") = nb::none(),
           nb::sig("def margins(self, margins: numpy.typing.ArrayLike, threads: int = 1, *, "
                   "out: " SUNDER_BYTES " | None = None, places: " SUNDER_PLACES
                   " | None = None, hints: Hints | None = None, stop: str = "
                   "\"never\", hits: int = 1, begin: int = 0, chunk: "
                   "int = 0, progress: collections.abc.Callable[[int, int], typing.Any] | None = "
                   "None) -> " SUNDER_BYTES),
           "Exact comparison of each item's signed distance with a margin, one or one an item: "
           "SEPARATED is farther, "
           "TOUCHING exactly at it, OVERLAPPING closer.")
      .def("prove", &pairs_prove, nb::arg("proposals"), nb::arg("threads") = 1, nb::kw_only(),
           nb::arg("out") = nb::none(), nb::arg("begin") = 0, nb::arg("chunk") = 0,
           nb::arg("progress") = nb::none(),
           nb::sig("def prove(self, proposals: Hints, threads: int = 1, *, out: " SUNDER_BYTES
                   " | None = None, begin: int = 0, "
                   "chunk: int = 0, progress: collections.abc.Callable[[int, int], typing.Any] | "
                   "None = None) -> " SUNDER_BYTES),
           "Proves proposals of any origin; UNDECIDED where one proves nothing.")
      .def("closest", &pairs_closest, nb::arg("width") = 0.0,
           nb::arg("beyond") = std::numeric_limits<double>::infinity(), nb::arg("threads") = 1,
           nb::kw_only(), nb::arg("begin") = 0, nb::arg("chunk") = 0,
           nb::arg("progress") = nb::none(),
           nb::sig("def closest(self, width: float = 0.0, beyond: float = float(\"inf\"), threads: "
                   "int = 1, *, begin: int = 0, "
                   "chunk: int = 0, progress: collections.abc.Callable[[int, int], typing.Any] | "
                   "None = None) -> dict[str, "
                   "typing.Any]"),
           "The closest item: item (-1: none within `beyond`), lower, upper, verdict. Of equals "
           "the lowest.")
      .def(
          "contacts", &pairs_contacts, nb::arg("max_points") = 0, nb::arg("width") = 0.0,
          nb::arg("near") = 0.0, nb::arg("threads") = 1, nb::kw_only(), nb::arg("begin") = 0,
          nb::arg("chunk") = 0, nb::arg("progress") = nb::none(),
          nb::sig("def contacts(self, max_points: int = 0, width: float = 0.0, near: float = 0.0, "
                  "threads: int = 1, *, begin: "
                  "int = 0, chunk: int = 0, progress: collections.abc.Callable[[int, int], "
                  "typing.Any] | None = None) -> "
                  "dict[str, numpy.typing.NDArray[typing.Any]]"),
          "The contacts of each item (2-D, 3-D), in arrays: verdicts (n,), depths (n, 2), normals "
          "(n, d), counts (n,), "
          "found (n,), points_a and points_b (n, 8, d), point_depths (n, 8); NaN beyond the "
          "count. In 2-D 2 instead of 8.\n\n"
          "Of a batch with a Mesh, a Polygon or a Body: regions as contact() finds them, without "
          "options. Those of item i are offsets[i] to offsets[i + 1], a row for each in dimensions "
          "(m,), parts (m, 2), normals (m, d), lengths (m,) and, in space, areas (m,). The rims of "
          "region r are rim_offsets[r] to rim_offsets[r + 1], and the corners of rim k are the "
          "rows "
          "corner_offsets[k] to corner_offsets[k + 1] of corners. What meets in region r are the "
          "rows feature_offsets[r] to feature_offsets[r + 1] of triangles, in the plane of edges.")
      .def("penetrations", &pairs_penetrations, nb::arg("threads") = 1, nb::kw_only(),
           nb::arg("begin") = 0, nb::arg("chunk") = 0, nb::arg("progress") = nb::none(),
           nb::sig("def penetrations(self, threads: int = 1, *, begin: int = 0, chunk: int = 0, "
                   "progress: collections.abc.Callable[[int, int], typing.Any] | None = None) -> "
                   "dict[str, numpy.typing.NDArray[typing.Any]]"),
           "How deep the bodies of each item overlap, of a batch with a Mesh, a Polygon or a Body, "
           "as penetration() says: verdicts (n,), depths (n, 2), a proven interval, places (n, 4) "
           "and, in space, normals (n, 3), NaN unless they overlap.")
      .def("casts", &pairs_casts, nb::arg("translations").none(), nb::arg("tolerance") = nb::none(),
           nb::arg("threads") = 1, nb::kw_only(), nb::arg("begin") = 0, nb::arg("chunk") = 0,
           nb::arg("progress") = nb::none(),
           nb::sig("def casts(self, translations: numpy.typing.ArrayLike, tolerance: float | None "
                   "= None, "
                   "threads: int = 1, *, begin: "
                   "int = 0, chunk: int = 0, progress: collections.abc.Callable[[int, int], "
                   "typing.Any] | None = None) -> "
                   "dict[str, numpy.typing.NDArray[typing.Any]]"),
           "When the bodies of each item meet (2-D, 3-D); row k of `translations` moves what is at "
           "pose k over time 0 to 1. "
           "verdicts (n,) of CastVerdict, times (n, 2), normals and points (n, d). tolerance: "
           "1e-9 if None. A batch with a Mesh, a Polygon or a Body reads none, and adds parts "
           "(n, 2) and triangles, in the plane edges, (n, 2).")
      .def("certificates", &pairs_certificates, nb::arg("threads") = 1, nb::kw_only(),
           nb::arg("progress") = nb::none(),
           nb::sig("def certificates(self, threads: int = 1, *, progress: "
                   "collections.abc.Callable[[int, int], typing.Any] | "
                   "None = None) -> list[Certificate | BodyCertificate | None]"),
           "The certificate of each item's verdict; None where the item was refused, and where "
           "bodies "
           "that are not convex have no proof.");
}

}  // namespace sunder::python
