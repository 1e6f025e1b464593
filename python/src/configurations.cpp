// SPDX-License-Identifier: Apache-2.0
//
// Idea: A batch of configurations asks the same pairs of bodies at many sets of poses.
// Cost: That of the library's batches.
// Gives up: Dimensions other than 2 and 3 are refused.
#include <nanobind/stl/string.h>
#include <variant>

#include "batches.hpp"
#include "running.hpp"
#include "sunder/sunder.hpp"
#include "tables.hpp"

namespace sunder::python {
namespace {

template <int D>
struct ConfigurationsOf {
  ConfigurationsOf(nb::handle bodies, int dimension, nb::handle poses, nb::handle a, nb::handle b,
                   std::int64_t fixed)
      : bodies_(bodies, dimension),
        poses_(poses, dimension),
        body_a_(a, "body_a"),
        body_b_(b, "body_b") {
    const auto table = static_cast<std::int64_t>(bodies_.polytopes.size());
    if (fixed < 0 || fixed > table)
      refuse_shape("fixed", std::to_string(fixed), "give how many of the first bodies rest");
    const std::int64_t moving = table - fixed;
    const std::int64_t left = poses_.table().count - fixed;
    if (moving == 0 || left < 0 || left % moving != 0) {
      refuse_shape("poses", std::to_string(poses_.table().count) + " poses",
                   "give one for each fixed body, then one for each moving body and configuration");
    }
    batch.bodies = bodies_.column();
    batch.radii = bodies_.radius_column();
    batch.poses = poses_.table();
    batch.body_a = body_a_.column();
    batch.body_b = body_b_.column();
    batch.pairs = count_items({{"body_a", body_a_.size()}, {"body_b", body_b_.size()}}, -1);
    batch.configurations = left / moving;
    batch.fixed = fixed;
  }
  ConfigurationsOf(const ConfigurationsOf&) = delete;
  ConfigurationsOf& operator=(const ConfigurationsOf&) = delete;

  ConfigurationBatch<D> batch;

 private:
  BodyTable<D> bodies_;
  PoseList<D> poses_;
  IndexList body_a_, body_b_;
};

struct Configurations {
  std::variant<std::unique_ptr<ConfigurationsOf<2>>, std::unique_ptr<ConfigurationsOf<3>>> of;
  nb::object report = nb::none();
  template <class Ask>
  auto visit(const Ask& ask) const {
    return std::visit([&](const auto& one) { return ask(*one); }, of);
  }
};

void make_configurations(Configurations* self, nb::handle bodies, nb::handle poses, nb::handle a,
                         nb::handle b, std::int64_t fixed) {
  const int dimension = dimension_of_bodies(bodies);
  Configurations made;
  if (dimension == 2) {
    made.of = std::make_unique<ConfigurationsOf<2>>(bodies, 2, poses, a, b, fixed);
  } else if (dimension == 3) {
    made.of = std::make_unique<ConfigurationsOf<3>>(bodies, 3, poses, a, b, fixed);
  } else {
    refuse_run_time("Configurations");
  }
  new (self) Configurations(std::move(made));
}

/// One of: verdicts (c,), first hits (c,), the verdict of each pair (c, p).
enum class Wanted { verdicts, first_hits, matrix };

template <Wanted kWanted>
nb::object ask_configurations(Configurations& self, int threads, nb::handle out, std::int64_t begin,
                              std::int64_t chunk, nb::handle progress) {
  return self.visit([&](auto& one) -> nb::object {
    const auto count = static_cast<std::size_t>(one.batch.configurations);
    const auto pairs = static_cast<std::size_t>(one.batch.pairs);
    using T = std::conditional_t<kWanted == Wanted::first_hits, std::int32_t, std::uint8_t>;
    std::vector<std::size_t> shape{count};
    if (kWanted == Wanted::matrix) shape.push_back(pairs);
    const Output<T> result(out, shape, "out");
    ConfigurationOutput output;
    if constexpr (kWanted == Wanted::first_hits) output.first_hits = result.span();
    if constexpr (kWanted == Wanted::verdicts)
      output.verdicts = {reinterpret_cast<Verdict*>(result.span().data()), count};
    if constexpr (kWanted == Wanted::matrix)
      output.pair_verdicts = {reinterpret_cast<Verdict*>(result.span().data()), count * pairs};
    Running running({threads, progress, begin, chunk});
    self.report = report_dict(running.run(
        [&](const BatchOptions& options) { return intersects(one.batch, output, options); },
        result.object()));
    return result.object();
  });
}

}  // namespace

void add_configurations(nb::module_& module) {
  nb::class_<Configurations>(
      module, "ConfigurationBatch",
      R"(Pairs of bodies in many configurations, such as a robot's links along a path.

The first `fixed` bodies are at poses[k], k being their index; the others at
poses[k + c * (len(bodies) - fixed)] in configuration c. body_a, body_b: the pairs.)")
      .def("__init__", &make_configurations, nb::arg("bodies").none(), nb::arg("poses"),
           nb::arg("body_a"), nb::arg("body_b"), nb::arg("fixed") = 0,
           nb::sig("def __init__(self, bodies: collections.abc.Sequence[Polytope], poses: "
                   "numpy.typing.ArrayLike | "
                   "collections.abc.Sequence[Pose], body_a: " SUNDER_ITEMS ", body_b: " SUNDER_ITEMS
                   ", fixed: int = 0) -> None"))
      .def("__len__",
           [](const Configurations& self) {
             return self.visit([](const auto& one) { return one.batch.configurations; });
           })
      .def_ro("report", &Configurations::report,
              nb::sig("def report(self) -> dict[str, typing.Any] | None"))
      .def("intersects", &ask_configurations<Wanted::verdicts>, nb::arg("threads") = 1,
           nb::kw_only(), nb::arg("out") = nb::none(), nb::arg("begin") = 0, nb::arg("chunk") = 0,
           nb::arg("progress") = nb::none(),
           nb::sig("def intersects(self, threads: int = 1, *, out: " SUNDER_BYTES
                   " | None = None, begin: int = 0, chunk: int = "
                   "0, progress: collections.abc.Callable[[int, int], typing.Any] | None = None) "
                   "-> " SUNDER_BYTES),
           "The verdict of each configuration's first hit, else SEPARATED; shape (c,).")
      .def("first_hit", &ask_configurations<Wanted::first_hits>, nb::arg("threads") = 1,
           nb::kw_only(), nb::arg("out") = nb::none(), nb::arg("begin") = 0, nb::arg("chunk") = 0,
           nb::arg("progress") = nb::none(),
           nb::sig("def first_hit(self, threads: int = 1, *, out: "
                   "numpy.typing.NDArray[numpy.int32] | None = None, begin: int = "
                   "0, chunk: int = 0, progress: collections.abc.Callable[[int, int], typing.Any] "
                   "| None = None) -> "
                   "numpy.typing.NDArray[numpy.int32]"),
           "The lowest pair that meets in each configuration, -1 where none does; shape (c,).")
      .def("matrix", &ask_configurations<Wanted::matrix>, nb::arg("threads") = 1, nb::kw_only(),
           nb::arg("out") = nb::none(), nb::arg("begin") = 0, nb::arg("chunk") = 0,
           nb::arg("progress") = nb::none(),
           nb::sig("def matrix(self, threads: int = 1, *, out: " SUNDER_BYTES
                   " | None = None, begin: int = 0, chunk: int = 0, "
                   "progress: collections.abc.Callable[[int, int], typing.Any] | None = None) "
                   "-> " SUNDER_BYTES),
           "The verdict of each pair in each configuration; shape (c, p).");
}

}  // namespace sunder::python
