// SPDX-License-Identifier: Apache-2.0
//
// Idea: Configurations lie where Python keeps them, and answers are written into NumPy's memory. A robot asks the same
//   questions of a checker that it keeps.
// Cost: That of the library's batches. Closest points are copied once.
// Gives up: Nothing.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "page_frames.hpp"
#include "robot_page.hpp"
#include "robots.hpp"
#include "running.hpp"
#include "search.hpp"
#include "sunder/robot_path.hpp"
#include "tables.hpp"

namespace sunder::python {
namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

/// sunder.EdgeCertificate.
struct AnyEdgeCertificate {
  EdgeCertificate proof;
};

/// sunder.RobotPath: the edges of a path, their proofs where asked for, and the counts.
struct AnyPath {
  std::vector<EdgeAnswer> edges;
  std::vector<EdgeCertificate> certificates;
  PathReport report;
  bool certified = false;
  // What a page needs:
  std::optional<RobotChecker> checker{};
  std::shared_ptr<const CheckerRecipe> recipe{};
  std::vector<double> waypoints{};
  double width = 0;
};

std::string page_of_path(const AnyPath& path) {
  if (path.report.cancelled) {
    throw Refusal("not_served", "path", "a path that was interrupted", "ask for it again");
  }
  if (path.edges.empty()) {
    throw Refusal("not_served", "path", "a path of one waypoint", "a page plays edges");
  }
  auto page = [&] {
    const nb::gil_scoped_release released;
    return cli::robot_page({path.recipe->robots, *path.checker, *path.recipe->scene,
                            path.recipe->options, path.waypoints, path.edges, path.report,
                            path.width, "a robot in memory", "a path in memory"},
                           nullptr, nullptr);
  }();
  return accepted("path", std::move(page));
}

/// A new array of what get(edge) appends for each edge.
template <class T, class Get>
nb::object of_edges(const AnyPath& path, std::size_t width, const Get& get) {
  std::vector<T> all;
  all.reserve(path.edges.size() * width);
  for (const EdgeAnswer& edge : path.edges) get(edge, all);
  const std::size_t count = path.edges.size();
  return width == 1 ? to_numpy(std::move(all), {count}) : to_numpy(std::move(all), {count, width});
}

/// The caller's array for answers beside the result, if any.
template <class T>
std::optional<Output<T>> beside(nb::handle given, std::vector<std::size_t> shape,
                                const char* where) {
  if (given.is_none()) return std::nullopt;
  return std::optional<Output<T>>(std::in_place, given, std::move(shape), where);
}

/// How many of `count` configurations a call that begins there leaves out; a wrong begin is refused later.
std::int64_t left_out(std::int64_t begin, const ConfigurationRows& rows) noexcept {
  return std::clamp<std::int64_t>(begin, 0, rows.count());
}

template <class To, class T>
std::span<To> span_as(const std::optional<Output<T>>& output) {
  static_assert(sizeof(To) == sizeof(T));
  if (!output) return {};
  return {reinterpret_cast<To*>(output->span().data()), output->span().size()};
}

template <class Self>
nb::object ask_check(Self& asked, nb::handle q, bool all, int threads, bool along_path,
                     nb::handle out, nb::handle first_pairs, nb::handle refusals,
                     std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  AnyRobotChecker& self = checker_of(asked);
  const ConfigurationRows rows(q, self.checker.variables(), "q");
  const auto count = static_cast<std::size_t>(rows.count());
  const auto width = static_cast<std::size_t>(self.checker.pairs());
  std::vector<std::size_t> shape{count};
  if (all) shape.push_back(width);
  const Output<std::uint8_t> verdicts(out, shape, "out");
  verdicts.fill_new(left_out(begin, rows) * static_cast<std::int64_t>(all ? width : 1),
                    static_cast<std::uint8_t>(Verdict::not_examined));
  const auto firsts = beside<std::int64_t>(first_pairs, {count}, "first_pairs");
  const auto reasons = beside<std::uint8_t>(refusals, {count}, "refusals");
  RobotOutput output;
  (all ? output.pair_verdicts : output.verdicts) =
      std::span(reinterpret_cast<Verdict*>(verdicts.span().data()), verdicts.span().size());
  output.first_pairs = span_as<std::int64_t>(firsts);
  output.refusals = span_as<RobotRefusal>(reasons);
  Running running({threads, progress, begin, chunk});
  self.report = report_dict(running.run(
      [&](const BatchOptions& options) {
        return self.checker.check({rows.all(), rows.count(), along_path}, output, options);
      },
      verdicts.object()));
  return verdicts.object();
}

template <class Self>
nb::object ask_first_pairs(Self& asked, nb::handle q, int threads, bool along_path, nb::handle out,
                           std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  AnyRobotChecker& self = checker_of(asked);
  const ConfigurationRows rows(q, self.checker.variables(), "q");
  const Output<std::int64_t> firsts(out, {static_cast<std::size_t>(rows.count())}, "out");
  firsts.fill_new(begin, -1);
  RobotOutput output;
  output.first_pairs = firsts.span();
  Running running({threads, progress, begin, chunk});
  self.report = report_dict(running.run(
      [&](const BatchOptions& options) {
        return self.checker.check({rows.all(), rows.count(), along_path}, output, options);
      },
      firsts.object()));
  return firsts.object();
}

template <class Self>
nb::object ask_distances(Self& asked, nb::handle q, bool pairs, double width, int threads,
                         bool along_path, nb::handle out, nb::handle closest_pairs,
                         nb::handle points, nb::handle normals, nb::handle refusals,
                         std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  static_assert(sizeof(Interval) == 2 * sizeof(double));
  AnyRobotChecker& self = checker_of(asked);
  const ConfigurationRows rows(q, self.checker.variables(), "q");
  const auto count = static_cast<std::size_t>(rows.count());
  const auto each = pairs ? static_cast<std::size_t>(self.checker.pairs()) : 1;
  const Output<double> intervals(
      out, pairs ? std::vector<std::size_t>{count, each, 2} : std::vector<std::size_t>{count, 2},
      "out");
  intervals.fill_new(2 * left_out(begin, rows) * static_cast<std::int64_t>(each), kAbsent);
  const auto closest = beside<std::int64_t>(closest_pairs, {count}, "closest_pairs");
  const auto at_points = beside<double>(points, {count, 2, 3}, "points");
  const auto at_normals = beside<double>(normals, {count, 3}, "normals");
  const auto reasons = beside<std::uint8_t>(refusals, {count}, "refusals");
  std::vector<Witness<3>> witnesses;
  if (at_points || at_normals) {
    const Vector3 none{kAbsent, kAbsent, kAbsent};
    witnesses.assign(count, {none, none, none});
  }
  RobotDistanceOutput output;
  (pairs ? output.pair_distances : output.closest) =
      std::span(reinterpret_cast<Interval*>(intervals.span().data()), count * each);
  output.closest_pairs = span_as<std::int64_t>(closest);
  output.witnesses = witnesses;
  output.refusals = span_as<RobotRefusal>(reasons);
  Running running({threads, progress, begin, chunk});
  running.options.width = read_width(width);
  self.report = report_dict(running.run(
      [&](const BatchOptions& options) {
        auto made = self.checker.distances({rows.all(), rows.count(), along_path}, output, options);
        if (!made) return made;
        for (auto i = static_cast<std::size_t>(options.begin); i < witnesses.size(); ++i) {
          for (std::size_t k = 0; k < 3; ++k) {
            if (at_points) {
              at_points->span()[6 * i + k] = witnesses[i].point_a[k];
              at_points->span()[6 * i + 3 + k] = witnesses[i].point_b[k];
            }
            if (at_normals) at_normals->span()[3 * i + k] = witnesses[i].normal[k];
          }
        }
        return made;
      },
      intervals.object()));
  return intervals.object();
}

nb::dict path_dict(const PathReport& report) {
  nb::dict all;
  all["free"] = report.free;
  all["hit"] = report.hit;
  all["unresolved"] = report.unresolved;
  all["skipped"] = report.skipped;
  all["first_edge"] = report.first_edge;
  all["intervals"] = report.intervals;
  all["cancelled"] = report.cancelled;
  return all;
}

template <class Self>
AnyPath ask_path(Self& asked, nb::handle waypoints, double width, bool stop, bool certify,
                 int threads, std::int64_t max_intervals, nb::handle progress) {
  AnyRobotChecker& self = checker_of(asked);
  const ConfigurationRows rows(waypoints, self.checker.variables(), "waypoints");
  if (rows.count() < 1) refuse_shape("waypoints", "no waypoints", "give one for each end of edges");
  AnyPath path;
  path.edges.resize(static_cast<std::size_t>(rows.count() - 1));
  path.certified = certify;
  if (certify) path.certificates.resize(path.edges.size());
  PathOptions options;
  options.width = width;
  options.stop = stop;
  options.max_intervals = max_intervals;
  options.certificates = path.certificates;
  const auto executor = read_threads(threads);
  options.executor = executor.get();
  Watch watch(progress);
  options.cancel = &watch.cancel();
  options.progress = [&](std::int64_t done, std::int64_t all) { watch.step(done, all); };
  auto found = [&] {
    const nb::gil_scoped_release released;
    return check_path(self.checker, rows.all(), rows.count(), path.edges, options);
  }();
  path.report = accepted("path", std::move(found));
  path.checker = self.checker;
  path.recipe = self.recipe;
  path.waypoints.assign(rows.all().begin(), rows.all().end());
  path.width = width;
  if (watch.interrupted()) {
    std::int64_t next = 0;
    while (next < rows.count() - 1 && path.edges[static_cast<std::size_t>(next)].intervals > 0)
      ++next;
    const nb::dict report = path_dict(path.report);
    raise_interrupted(next, nb::cast(std::move(path)), report);
  }
  watch.rethrow();
  return path;
}

template <class Self>
Check ask_verify_edge(Self& asked, nb::handle start, nb::handle end,
                      const AnyEdgeCertificate& certificate) {
  AnyRobotChecker& self = checker_of(asked);
  const auto read = [&](nb::handle given, const char* where) {
    const std::int32_t variables = self.checker.variables();
    return variables == 0 ? std::vector<double>() : read_vector(given, variables, where);
  };
  const std::vector<double> from = read(start, "start"), to = read(end, "end");
  const nb::gil_scoped_release released;
  return verify(self.checker, from, to, certificate.proof);
}

#define SUNDER_LONGS "numpy.typing.NDArray[numpy.int64]"
#define SUNDER_PROGRESS "progress: collections.abc.Callable[[int, int], typing.Any] | None = None"

template <class Self>
void add_questions_of(nb::class_<Self>& type) {
  type.def("check", &ask_check<Self>, nb::arg("q").none(), nb::kw_only(), nb::arg("all") = false,
           nb::arg("threads") = 1, nb::arg("along_path") = false, nb::arg("out") = nb::none(),
           nb::arg("first_pairs") = nb::none(), nb::arg("refusals") = nb::none(),
           nb::arg("begin") = 0, nb::arg("chunk") = 0, nb::arg("progress") = nb::none(),
           nb::lock_self(),
           nb::sig("def check(self, q: numpy.typing.ArrayLike, *, all: bool = False, threads: int "
                   "= 1, along_path: bool = False, out: " SUNDER_BYTES
                   " | None = None, first_pairs: " SUNDER_LONGS
                   " | None = None, refusals: " SUNDER_BYTES
                   " | None = None, begin: int = 0, chunk: int = 0, " SUNDER_PROGRESS
                   ") -> " SUNDER_BYTES),
           R"(The gravest verdict of each configuration, shape (n,), the numbers of sunder.Verdict.

q: (n, variables), float64 or float32 of any strides; float64 in C order is not copied. Verdicts are exact about
the doubles of forward(): overlapping, else touching, else undecided, else separated. Undecided is a pair that
meets by the prism around a cylinder and not by the one inside, and a configuration that `refusals` gives a
reason for (sunder.RobotRefusal). all: the verdict of each pair, shape (n, pairs), 4 where it is not examined.
first_pairs: takes the lowest pair of the verdict, or -1. along_path: they are points of a path, which changes
no verdict. The lock is released; Ctrl-C raises sunder.Interrupted. Raises sunder.Error for wrong shapes and
types. Cost: a fraction of a microsecond for a free configuration.)")
      .def("first_pairs", &ask_first_pairs<Self>, nb::arg("q").none(), nb::kw_only(),
           nb::arg("threads") = 1, nb::arg("along_path") = false, nb::arg("out") = nb::none(),
           nb::arg("begin") = 0, nb::arg("chunk") = 0, nb::arg("progress") = nb::none(),
           nb::lock_self(),
           nb::sig("def first_pairs(self, q: numpy.typing.ArrayLike, *, threads: int = 1, "
                   "along_path: bool = False, out: " SUNDER_LONGS
                   " | None = None, begin: int = 0, chunk: int = 0, " SUNDER_PROGRESS
                   ") -> " SUNDER_LONGS),
           "The lowest pair of each configuration's verdict, -1 where it is separated or refused; "
           "shape (n,). RobotChecker.pair_name() names it.")
      .def(
          "distances", &ask_distances<Self>, nb::arg("q").none(), nb::kw_only(),
          nb::arg("pairs") = false, nb::arg("width") = 0.0, nb::arg("threads") = 1,
          nb::arg("along_path") = false, nb::arg("out") = nb::none(),
          nb::arg("closest_pairs") = nb::none(), nb::arg("points") = nb::none(),
          nb::arg("normals") = nb::none(), nb::arg("refusals") = nb::none(), nb::arg("begin") = 0,
          nb::arg("chunk") = 0, nb::arg("progress") = nb::none(), nb::lock_self(),
          nb::sig("def distances(self, q: numpy.typing.ArrayLike, *, pairs: bool = False, width: "
                  "float = 0.0, threads: int = 1, along_path: bool = False, out: " SUNDER_DOUBLES
                  " | None = None, closest_pairs: " SUNDER_LONGS
                  " | None = None, points: " SUNDER_DOUBLES
                  " | None = None, normals: " SUNDER_DOUBLES
                  " | None = None, refusals: " SUNDER_BYTES
                  " | None = None, begin: int = 0, chunk: int = 0, " SUNDER_PROGRESS
                  ") -> " SUNDER_DOUBLES),
          R"(Intervals that hold the least distance of all pairs, in metres, shape (n, 2): lower, upper.

pairs: that of each pair, shape (n, pairs, 2). [0, 0] where parts meet, [0, inf] where nothing was measured.
Cylinders are between their prisms, which widens it. Padding counts, margins do not. closest_pairs: takes the
pair, -1: none; points (n, 2, 3) and normals (n, 3): take its closest points in the world, from its first to
its second body, NaN where it meets. q, width, threads and the others: as in check() and PairBatch.)")
      .def(
          "path", &ask_path<Self>, nb::arg("waypoints").none(), nb::kw_only(),
          nb::arg("width") = 1e-4, nb::arg("stop") = false, nb::arg("certify") = false,
          nb::arg("threads") = 1, nb::arg("max_intervals") = 100'000,
          nb::arg("progress") = nb::none(), nb::lock_self(),
          nb::sig("def path(self, waypoints: numpy.typing.ArrayLike, *, width: float = 0.0001, "
                  "stop: bool = False, certify: bool = False, threads: int = 1, max_intervals: "
                  "int = 100000, " SUNDER_PROGRESS ") -> RobotPath"),
          R"(Is each edge between two waypoints that follow each other free at all real times? Proven, not sampled.

waypoints: (n, variables). On an edge all variables change at constant rates, a continuous joint the shorter way
round, while time goes from 0 to 1. Answers are about exact kinematics: the rounding of forward() is counted. A
pair that comes closer than width, in metres and at least 1e-9, may be unresolved. stop: leave what is behind the
first edge that is not free. certify: keep the proofs. Raises sunder.Error: not_finite, too_large,
zero_quaternion, wrong_shape, not_served (a floating joint turns). Cost: tens of microseconds an edge.)")
      .def("verify", &ask_verify_edge<Self>, nb::arg("start").none(), nb::arg("end").none(),
           nb::arg("certificate"), nb::lock_self(),
           nb::sig("def verify(self, start: numpy.typing.ArrayLike, end: numpy.typing.ArrayLike, "
                   "certificate: EdgeCertificate) -> Check"),
           "Checks that a certificate shows the edge between two waypoints free, by interval "
           "arithmetic and without a search. Accepts nothing that is not true.");
}

/// Columns of an EdgeCertificate, as arrays.
nb::tuple columns_of(const AnyEdgeCertificate& x) {
  const auto& pieces = x.proof.pieces;
  std::vector<double> times, directions;
  std::vector<std::int64_t> pairs, clusters;
  for (const EdgePiece& piece : pieces) {
    times.insert(times.end(), {piece.begin, piece.end});
    pairs.push_back(piece.pair);
    clusters.insert(clusters.end(), {piece.piece_a, piece.piece_b});
    directions.insert(directions.end(), piece.direction.begin(), piece.direction.end());
  }
  const std::size_t count = pieces.size();
  return nb::make_tuple(to_numpy(std::move(times), {count, 2}), to_numpy(std::move(pairs), {count}),
                        to_numpy(std::move(directions), {count, 3}),
                        to_numpy(std::move(clusters), {count, 2}));
}

/// Without clusters all pieces are about whole bodies.
AnyEdgeCertificate certificate_of(nb::handle times, nb::handle pairs, nb::handle directions,
                                  nb::handle clusters) {
  const Numbers spans(times, "times"), along(directions, "directions");
  const Numbers numbers(pairs, "pairs");
  const auto shaped = [](const Numbers& given, std::int64_t count, std::int64_t width) {
    return given.ndim() == 2 && given.shape(0) == count && given.shape(1) == width;
  };
  if (numbers.ndim() != 1 || !shaped(spans, numbers.shape(0), 2) ||
      !shaped(along, numbers.shape(0), 3)) {
    refuse_shape("pieces", "arrays of other shapes",
                 "give times (m, 2), pairs (m,) and directions (m, 3)");
  }
  std::optional<Numbers> of_bodies;
  if (!clusters.is_none() && !shaped(of_bodies.emplace(clusters, "clusters"), numbers.shape(0), 2))
    refuse_shape("clusters", "an array of another shape", "give (m, 2), or None");
  const auto cluster_at = [&](std::int64_t i, std::int64_t k) {
    const double cluster = of_bodies ? of_bodies->at(i, k) : -1;
    if (!(cluster >= -1 && cluster < 0x1p31) || cluster != std::floor(cluster))
      refuse_shape("clusters", fmt::format("{} at {}", cluster, i), "give their numbers, or -1");
    return static_cast<std::int32_t>(cluster);
  };
  AnyEdgeCertificate made;
  for (std::int64_t i = 0; i < numbers.shape(0); ++i) {
    const double pair = numbers.at(i);
    if (!(pair >= 0 && pair < 0x1p31) || pair != std::floor(pair))
      refuse_shape("pairs", fmt::format("{} at {}", pair, i), "give numbers of pairs");
    made.proof.pieces.push_back({spans.at(i, 0), spans.at(i, 1), static_cast<std::int64_t>(pair),
                                 row<3>(along, i), cluster_at(i, 0), cluster_at(i, 1)});
  }
  return made;
}

}  // namespace

void add_robot_questions(nb::class_<AnyRobot>& type) { add_questions_of(type); }
void add_robot_questions(nb::class_<AnyRobotChecker>& type) { add_questions_of(type); }

void add_robot_paths(nb::module_& module) {
  nb::enum_<EdgeVerdict>(module, "EdgeVerdict", "How an edge of a path ends.", nb::is_arithmetic())
      .value("FREE", EdgeVerdict::free, "No pair meets at any time.")
      .value("HIT", EdgeVerdict::hit, "A pair overlaps.")
      .value("UNRESOLVED", EdgeVerdict::unresolved, "A pair comes closer than the width asked.");
  nb::class_<AnyEdgeCertificate>(
      module, "EdgeCertificate",
      R"(The proof that an edge is free: for each pair pieces of time from 0 to 1, each with a direction.

The second body of the pair stays beyond the first along it, in the frame of the link of the first part, or in
the world where that is a body. 0, 0, 0 where there is none: meshes whose clusters no directions show apart.)")
      .def(
          "__init__",
          [](AnyEdgeCertificate* self, nb::handle times, nb::handle pairs, nb::handle directions,
             nb::handle clusters) {
            new (self) AnyEdgeCertificate(certificate_of(times, pairs, directions, clusters));
          },
          nb::arg("times").none(), nb::arg("pairs").none(), nb::arg("directions").none(),
          nb::arg("clusters") = nb::none(),
          nb::sig("def __init__(self, times: numpy.typing.ArrayLike, pairs: "
                  "numpy.typing.ArrayLike, directions: numpy.typing.ArrayLike, clusters: "
                  "numpy.typing.ArrayLike | None = None) -> None"))
      .def_prop_ro(
          "times", [](const AnyEdgeCertificate& x) { return nb::object(columns_of(x)[0]); },
          nb::sig("def times(self) -> " SUNDER_DOUBLES), "Begin and end of each piece, (m, 2).")
      .def_prop_ro(
          "pairs", [](const AnyEdgeCertificate& x) { return nb::object(columns_of(x)[1]); },
          nb::sig("def pairs(self) -> " SUNDER_LONGS), "Of the checker, (m,).")
      .def_prop_ro(
          "directions", [](const AnyEdgeCertificate& x) { return nb::object(columns_of(x)[2]); },
          nb::sig("def directions(self) -> " SUNDER_DOUBLES), "(m, 3).")
      .def_prop_ro(
          "clusters", [](const AnyEdgeCertificate& x) { return nb::object(columns_of(x)[3]); },
          nb::sig("def clusters(self) -> " SUNDER_LONGS),
          "The clusters of triangles of both meshes that a piece is about, (m, 2); -1: both "
          "bodies as a whole.")
      .def("__len__", [](const AnyEdgeCertificate& x) { return x.proof.pieces.size(); })
      .def("__getstate__", &columns_of,
           nb::sig("def __getstate__(self) -> tuple[" SUNDER_DOUBLES ", " SUNDER_LONGS
                   ", " SUNDER_DOUBLES ", " SUNDER_LONGS "]"))
      .def(
          "__setstate__",
          [](AnyEdgeCertificate& x, const nb::tuple& columns) {
            if (columns.size() != 4) refuse_shape("state", "no certificate", "");
            new (&x)
                AnyEdgeCertificate(certificate_of(columns[0], columns[1], columns[2], columns[3]));
          },
          nb::arg("columns"),
          nb::sig("def __setstate__(self, columns: tuple[typing.Any, typing.Any, typing.Any, "
                  "typing.Any], /) -> None"))
      .def("__repr__", [](const AnyEdgeCertificate& x) {
        return fmt::format("<sunder.EdgeCertificate: {} pieces>", x.proof.pieces.size());
      });
  nb::class_<AnyPath> path(
      module, "RobotPath",
      "The edges of a path, n - 1 for n waypoints; true where all of them are free.");
  add_page(path, &page_of_path,
           "A complete HTML file that plays the path, as `sunder robot path --html` writes it.",
           "A robot along a path");
  path.def_prop_ro(
          "verdicts",
          [](const AnyPath& x) {
            return of_edges<std::uint8_t>(x, 1, [](const EdgeAnswer& edge, auto& to) {
              to.push_back(static_cast<std::uint8_t>(edge.verdict));
            });
          },
          nb::sig("def verdicts(self) -> " SUNDER_BYTES),
          "The numbers of sunder.EdgeVerdict. Edges that were not examined are unresolved, with 0 "
          "intervals.")
      .def_prop_ro(
          "times",
          [](const AnyPath& x) {
            return of_edges<double>(x, 2, [](const EdgeAnswer& edge, auto& to) {
              to.insert(to.end(), {edge.time.lower, edge.time.upper});
            });
          },
          nb::sig("def times(self) -> " SUNDER_DOUBLES),
          "Shape (n - 1, 2): proven free before the first; a hit overlaps at the second.")
      .def_prop_ro(
          "pairs",
          [](const AnyPath& x) {
            return of_edges<std::int64_t>(
                x, 1, [](const EdgeAnswer& edge, auto& to) { to.push_back(edge.pair); });
          },
          nb::sig("def pairs(self) -> " SUNDER_LONGS),
          "The pair that overlaps, or is left open; -1 where the edge is free.")
      .def_prop_ro(
          "clearances",
          [](const AnyPath& x) {
            return of_edges<double>(x, 2, [](const EdgeAnswer& edge, auto& to) {
              to.insert(to.end(), {edge.clearance.lower, edge.clearance.upper});
            });
          },
          nb::sig("def clearances(self) -> " SUNDER_DOUBLES),
          "Shape (n - 1, 2): the least distance on the edge less the margin lies in it, in metres.")
      .def_prop_ro(
          "intervals",
          [](const AnyPath& x) {
            return of_edges<std::int64_t>(
                x, 1, [](const EdgeAnswer& edge, auto& to) { to.push_back(edge.intervals); });
          },
          nb::sig("def intervals(self) -> " SUNDER_LONGS), "How many spans of time were examined.")
      .def_prop_ro(
          "certificates",
          [](const AnyPath& x) {
            nb::list all;
            for (std::size_t i = 0; x.certified && i < x.edges.size(); ++i) {
              all.append(x.edges[i] ? nb::cast(AnyEdgeCertificate{x.certificates[i]}) : nb::none());
            }
            return all;
          },
          nb::sig("def certificates(self) -> list[EdgeCertificate | None]"),
          "The proof of each free edge, else None; an empty list without certify=True.")
      .def_prop_ro(
          "report", [](const AnyPath& x) { return path_dict(x.report); },
          nb::sig("def report(self) -> dict[str, typing.Any]"),
          "Edges: free, hit, unresolved, skipped; first_edge (the first that is not free, or -1), "
          "intervals, cancelled.")
      .def("__len__", [](const AnyPath& x) { return x.edges.size(); })
      .def("__bool__",
           [](const AnyPath& x) {
             return x.report.free == static_cast<std::int64_t>(x.edges.size());
           })
      .def("__repr__", [](const AnyPath& x) {
        return fmt::format("<sunder.RobotPath: {} free, {} hit, {} unresolved, {} not examined>",
                           x.report.free, x.report.hit, x.report.unresolved, x.report.skipped);
      });
}

}  // namespace sunder::python
