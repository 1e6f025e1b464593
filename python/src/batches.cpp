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
#include "body_batches.hpp"
#include "cast_arrays.hpp"
#include "hints.hpp"
#include "running.hpp"
#include "sunder/sunder.hpp"
#include "tables.hpp"

namespace sunder::python {
namespace {

using Name = std::string_view;

// ---- Batches of pairs

template <int D>
class PairsOf {
 public:
  PairsOf(nb::handle bodies, int dimension, nb::handle poses, nb::handle body_a, nb::handle body_b,
          nb::handle pose_a, nb::handle pose_b, std::int64_t count)
      : bodies_(bodies, dimension),
        poses_(poses, dimension),
        body_a_(body_a, "body_a"),
        body_b_(body_b, "body_b"),
        pose_a_(pose_a, "pose_a"),
        pose_b_(pose_b, "pose_b") {
    const auto table = static_cast<std::int64_t>(bodies_.polytopes.size());
    const bool identity = poses_.is_identity();
    const auto length = [](nb::handle given, const IndexList& list, std::int64_t entries) {
      return given.is_none() ? entries : list.size();
    };
    const std::int64_t pose_entries = identity ? -1 : poses_.table().count;
    batch.count = count_items({{"body_a", length(body_a, body_a_, table)},
                               {"body_b", length(body_b, body_b_, table)},
                               {"pose_a", length(pose_a, pose_a_, pose_entries)},
                               {"pose_b", length(pose_b, pose_b_, pose_entries)}},
                              count);
    batch.bodies = bodies_.column();
    batch.radii = bodies_.radius_column();
    batch.poses = poses_.table();
    batch.body_a = body_a_.column();
    batch.body_b = body_b_.column();
    batch.pose_a = identity && pose_a.is_none() ? Indices::same(kFirst) : pose_a_.column();
    batch.pose_b = identity && pose_b.is_none() ? Indices::same(kFirst) : pose_b_.column();
    written = batch;
    written.bodies = std::span<const Polytope<D>>(bodies_.written);
  }
  PairsOf(const PairsOf&) = delete;
  PairsOf& operator=(const PairsOf&) = delete;

  PairBatch<D> batch;
  PairBatch<D> written;  ///< the bodies as they were given, for intervals
  int dimension() const noexcept { return bodies_.dimension; }

  /// Calls use(a, b) with the bodies of an item that the library has accepted.
  template <class Use>
  auto with_item(std::int64_t item, const Use& use) const {
    const auto a = static_cast<std::size_t>(body_a_.at(item));
    const auto b = static_cast<std::size_t>(body_b_.at(item));
    const Pose<D> pose_a = poses_.at(pose_a_.at(item));
    const Pose<D> pose_b = poses_.at(pose_b_.at(item));
    return use(Posed<D>{bodies_.polytopes[a], pose_a, bodies_.radii[a]},
               Posed<D>{bodies_.polytopes[b], pose_b, bodies_.radii[b]});
  }

 private:
  static constexpr std::int32_t kFirst = 0;
  BodyTable<D> bodies_;
  PoseList<D> poses_;
  IndexList body_a_, body_b_, pose_a_, pose_b_;
};

struct Pairs {
  std::variant<std::unique_ptr<PairsOf<2>>, std::unique_ptr<PairsOf<3>>,
               std::unique_ptr<PairsOf<kRunTime>>>
      of;
  std::unique_ptr<BodyPairs> bodies;  ///< in place of `of`, where a body is a Mesh or a Body
  nb::object report = nb::none();

  /// About polytopes alone; refused where bodies need not be convex.
  template <class Ask>
  auto visit(const Ask& ask) const {
    if (bodies != nullptr) {
      throw Refusal(
          "not_served", "bodies", "a Mesh or a Body",
          "such batches have intersects, distances, margins and certificates; ask the rest "
          "pair by pair");
    }
    return std::visit([&](const auto& pairs) { return ask(*pairs); }, of);
  }
  std::int64_t count() const {
    if (bodies != nullptr) return bodies->count();
    return visit([](const auto& pairs) { return pairs.batch.count; });
  }
};

template <class P>
inline constexpr int kDimensionOf = 0;
template <int D>
inline constexpr int kDimensionOf<PairsOf<D>> = D;

void make_pairs(Pairs* self, nb::handle bodies, nb::handle poses, nb::handle body_a,
                nb::handle body_b, nb::handle pose_a, nb::handle pose_b, std::int64_t count) {
  Pairs made;
  if (has_union(bodies)) {
    made.bodies = std::make_unique<BodyPairs>(bodies, poses, body_a, body_b, pose_a, pose_b, count);
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

/// Refuses what only batches of one kind read.
void refuse_places(nb::handle places) {
  if (places.is_none()) return;
  throw Refusal("not_served", "places", "an array beside polytopes",
                "convex bodies have no parts; leave it out");
}
void refuse_of_unions(bool given, std::string_view where) {
  if (!given) return;
  throw Refusal("not_served", where, "an option of batches of polytopes alone", "leave it out");
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
  refuse_places(places);
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
  refuse_places(places);
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
                           nb::handle verdicts, nb::handle places, HintList* hints, Name stop,
                           std::int64_t hits, std::int64_t begin, std::int64_t chunk,
                           nb::handle progress) {
  if (self.bodies != nullptr) {
    refuse_of_unions(hints != nullptr, "hints");
    refuse_of_unions(width != 0, "width");
    return self.bodies->distances({.run = {threads, progress, begin, chunk},
                                   .out = out,
                                   .verdicts = verdicts,
                                   .places = places,
                                   .stop = stop,
                                   .hits = hits,
                                   .beyond = beyond},
                                  self.report);
  }
  refuse_places(places);
  return self.visit([&](auto& pairs) {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    static_assert(sizeof(Interval) == 2 * sizeof(double));
    const auto count = static_cast<std::size_t>(pairs.batch.count);
    const Output<double> distances_out(out, {count, 2}, "out");
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
    nb::dict answer;
    answer["item"] = found.item;
    answer["lower"] = found.distance.lower;
    answer["upper"] = found.distance.upper;
    answer["verdict"] = found.verdict;
    return answer;
  });
}

nb::object pairs_contacts(Pairs& self, int max_points, double width, double near, int threads,
                          std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  return self.visit([&](auto& pairs) -> nb::object {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    if constexpr (D == kRunTime) {
      refuse_run_time("contacts");
    } else {
      constexpr std::size_t kMost = D == 2 ? 2 : 8;
      const auto count = static_cast<std::size_t>(pairs.batch.count);
      std::vector<Contact<D>> found(count);
      Running running({threads, progress, begin, chunk});
      const auto each = contact_options<D>(max_points, width, near);
      self.report = report_dict(running.run(
          [&](const BatchOptions& options) {
            return contacts(pairs.batch, std::span(found), BatchOutput<D>{}, options, each);
          },
          nb::none()));
      const auto of_points = [&](auto&& value, std::size_t width_of) {
        return collect<double>(count,
                               width_of == 0 ? std::initializer_list<std::size_t>{count, kMost}
                                             : std::initializer_list<std::size_t>{count, kMost, D},
                               [&](std::size_t i, std::vector<double>& to) {
                                 for (std::size_t k = 0; k < kMost; ++k) value(found[i], k, to);
                               });
      };
      nb::dict all;
      all["verdicts"] = collect<std::uint8_t>(count, {count}, [&](std::size_t i, auto& to) {
        to.push_back(static_cast<std::uint8_t>(found[i].verdict));
      });
      all["depths"] = collect<double>(count, {count, 2}, [&](std::size_t i, auto& to) {
        to.insert(to.end(), {found[i].depth.lower, found[i].depth.upper});
      });
      all["normals"] = collect<double>(count, {count, D}, [&](std::size_t i, auto& to) {
        for (std::size_t k = 0; k < D; ++k)
          to.push_back(found[i].witness ? found[i].witness->normal[k] : kNoNumber);
      });
      all["counts"] = collect<std::int32_t>(count, {count}, [&](std::size_t i, auto& to) {
        to.push_back(static_cast<std::int32_t>(found[i].points.size()));
      });
      all["found"] = collect<std::int32_t>(count, {count}, [&](std::size_t i, auto& to) {
        to.push_back(static_cast<std::int32_t>(found[i].found));
      });
      const auto point = [&](auto member) {
        return of_points(
            [&, member](const Contact<D>& contact, std::size_t k, std::vector<double>& to) {
              for (std::size_t l = 0; l < D; ++l)
                to.push_back(k < contact.points.size() ? (contact.points[k].*member)[l]
                                                       : kNoNumber);
            },
            D);
      };
      all["points_a"] = point(&ContactPoint<D>::point_a);
      all["points_b"] = point(&ContactPoint<D>::point_b);
      all["point_depths"] = of_points(
          [&](const Contact<D>& contact, std::size_t k, std::vector<double>& to) {
            to.push_back(k < contact.points.size() ? contact.points[k].depth : kNoNumber);
          },
          0);
      return all;
    }
  });
}

/// Motions of poses: an array (m, d) of translations, entry k moves what is at pose k.
nb::object pairs_casts(Pairs& self, nb::handle translations, double tolerance, int threads,
                       std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  return self.visit([&](auto& pairs) -> nb::object {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    if constexpr (D == kRunTime) {
      refuse_run_time("casts");
    } else {
      const Numbers numbers(translations, "translations");
      if (numbers.ndim() != 2 || numbers.shape(1) != D ||
          numbers.shape(0) != pairs.batch.poses.count) {
        refuse_shape("translations", "shape " + numbers.shape_text(),
                     "give a row for each pose: (" + std::to_string(pairs.batch.poses.count) +
                         ", " + std::to_string(D) + ")");
      }
      std::vector<Motion<D>> motions;
      for (std::int64_t i = 0; i < numbers.shape(0); ++i) {
        motions.push_back(accepted("translations", Motion<D>::linear(row<D>(numbers, i))));
      }
      const auto count = static_cast<std::size_t>(pairs.batch.count);
      std::vector<Cast<D>> found(count);
      Running running({threads, progress, begin, chunk});
      const CastOptions each = read_cast_options(tolerance, 0);
      self.report = report_dict(running.run(
          [&](const BatchOptions& options) {
            return casts(pairs.written, Column<Motion<D>>(std::span<const Motion<D>>(motions)),
                         std::span(found), BatchOutput<D>{}, options, each);
          },
          nb::none()));
      return cast_arrays<D>(found);
    }
  });
}

/// The certificate that a record is, where its numbers are exact: apart and overlapping bodies.
template <int D>
Certificate certificate_of(const Hint<D>& record, int dimension) {
  Certificate made;
  made.dimension = dimension;
  made.verdict = record.verdict;
  made.stage = record.stage;
  if (record.verdict == Verdict::separated) {
    for (const double entry : record.direction) made.direction.push_back({entry, {}});
  } else if constexpr (requires { record.pair_count; }) {
    made.pairs.assign(record.pairs.begin(), record.pairs.begin() + record.pair_count);
  } else {
    made.pairs = record.pairs;
  }
  return made;
}

HintList make_hints(const Pairs& self) {
  return self.visit([](const auto& pairs) {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    return HintList{std::vector<Hint<D>>(static_cast<std::size_t>(pairs.batch.count)),
                    pairs.dimension()};
  });
}

/// A record whose verdict doubles proved along its own direction, or by its own pairs, is a
/// certificate. Other items are certified one by one.
template <int D>
bool is_certificate(const Hint<D>& record) {
  const bool by_doubles = record.stage == Stage::filter || record.stage == Stage::hint;
  return by_doubles &&
         (record.verdict == Verdict::separated || record.verdict == Verdict::overlapping);
}

nb::list pairs_certificates(Pairs& self, int threads, nb::handle progress) {
  if (self.bodies != nullptr) {
    return self.bodies->certificates({threads, progress, 0, 0}, self.report);
  }
  return self.visit([&](auto& pairs) {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    const PairBatch<D>& batch = pairs.batch;
    const auto count = static_cast<std::size_t>(batch.count);
    const bool padded = batch.radii.data != nullptr;
    std::vector<Hint<D>> hints(count);
    std::vector<sunder::Refusal> refusals(count);
    Running running({threads, progress, 0, 0});
    running.options.certify = !padded;
    BatchOutput<D> output;
    output.refusals = refusals;
    output.hints = hints;
    self.report = report_dict(
        running.run([&](const BatchOptions& options) { return intersects(batch, output, options); },
                    nb::none()));
    std::vector<std::optional<Certificate>> made(count);
    running.each_range(batch.count, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (refusals[at] != sunder::Refusal::none) continue;
        if (!padded && is_certificate<D>(hints[at])) {
          made[at] = certificate_of<D>(hints[at], pairs.dimension());
        } else {
          made[at] = pairs.with_item(i, [&](const Posed<D>& a, const Posed<D>& b) {
            return certify(a, b, intersects(a, b));
          });
        }
      }
    });
    nb::list all;
    for (std::optional<Certificate>& one : made) {
      if (one) {
        all.append(nb::cast(std::move(*one)));
      } else {
        all.append(nb::none());
      }
    }
    return all;
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
bodies: a list of Polytope, or of Polytope, Mesh and Body of space. poses: an array of shape (m, d, d+1) or (m, d+1, d+1), float64 or float32,
read-only or memory-mapped; a list of Pose; or None. Matrices whose rows are dense are not copied, so
that changes of the array are seen by the next call. Indices: int32 (not copied), int64, an integer for
all items, or None where item i uses entry i.

Every call releases the lock. threads: 1, or more, or 0 for all of the machine; answers do not depend on
it. progress(settled, total) is called now and then. Ctrl-C raises sunder.Interrupted, whose `next` is
the item at which another call may begin. Items with an index beyond its table, or NaN in a matrix, are
undecided and counted in report["refused"].

With a Mesh or a Body among them the batch has intersects, distances, margins and certificates, without
hints and widths. places: an int32 array of shape (n, 4) for part_a, part_b, triangle_a and triangle_b.)")
      .def(
          "__init__", &make_pairs, nb::arg("bodies").none(), nb::arg("poses") = nb::none(),
          nb::arg("body_a") = nb::none(), nb::arg("body_b") = nb::none(),
          nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::kw_only(),
          nb::arg("count") = -1,
          nb::sig(
              "def __init__(self, bodies: collections.abc.Sequence[Polytope | Mesh | Body], poses: "
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
          nb::arg("places") = nb::none(), nb::arg("hints") = nb::none(), nb::arg("stop") = "never",
          nb::arg("hits") = 1, nb::arg("begin") = 0, nb::arg("chunk") = 0,
          nb::arg("progress") = nb::none(),
          nb::sig(
              "def distances(self, width: float = 0.0, beyond: float = float(\"inf\"), threads: "
              "int = 1, *, out: " SUNDER_DOUBLES " | None = None, verdicts: " SUNDER_BYTES
              " | None = None, places: " SUNDER_PLACES
              " | None = None, hints: Hints | None = None, stop: "
              "str = \"never\", hits: int = 1, begin: int = 0, chunk: int = 0, progress: "
              "collections.abc.Callable[[int, int], typing.Any] | None = None) -> " SUNDER_DOUBLES),
          "The proven interval of each item's distance, shape (n, 2). Farther than `beyond`: "
          "[beyond, inf].")
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
      .def("contacts", &pairs_contacts, nb::arg("max_points") = 0, nb::arg("width") = 0.0,
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
           "count. In 2-D 2 instead of 8.")
      .def("casts", &pairs_casts, nb::arg("translations").none(), nb::arg("tolerance") = 1e-9,
           nb::arg("threads") = 1, nb::kw_only(), nb::arg("begin") = 0, nb::arg("chunk") = 0,
           nb::arg("progress") = nb::none(),
           nb::sig("def casts(self, translations: numpy.typing.ArrayLike, tolerance: float = 1e-9, "
                   "threads: int = 1, *, begin: "
                   "int = 0, chunk: int = 0, progress: collections.abc.Callable[[int, int], "
                   "typing.Any] | None = None) -> "
                   "dict[str, numpy.typing.NDArray[typing.Any]]"),
           "When the bodies of each item meet (2-D, 3-D); row k of `translations` moves what is at "
           "pose k over time 0 to 1. "
           "verdicts (n,) of CastVerdict, times (n, 2), normals and points (n, d).")
      .def("certificates", &pairs_certificates, nb::arg("threads") = 1, nb::kw_only(),
           nb::arg("progress") = nb::none(),
           nb::sig("def certificates(self, threads: int = 1, *, progress: "
                   "collections.abc.Callable[[int, int], typing.Any] | "
                   "None = None) -> list[Certificate | None]"),
           "The certificate of each item's verdict; None where the item was refused, and where "
           "bodies "
           "that are not convex have no proof.");
}

}  // namespace sunder::python
