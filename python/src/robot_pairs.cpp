// SPDX-License-Identifier: Apache-2.0
//
// Idea: Answers about pairs of links become dicts, and back into answers for an SRDF.
// Cost: That of the library.
// Gives up: Nothing.
#include "sunder/robot_pairs.hpp"

#include <string>
#include <utility>

#include "robots.hpp"
#include "running.hpp"

namespace sunder::python {
namespace {

LinkPairOptions read_pair_options(std::int64_t samples, std::int64_t seed, std::int64_t boxes) {
  if (seed < 0) refuse_shape("seed", "a negative number", "give 0 or more");
  LinkPairOptions options;
  options.samples = samples;
  options.seed = static_cast<std::uint64_t>(seed);
  options.boxes = boxes;
  return options;
}

nb::list ask_pairs(const AnyRobot& self, std::int64_t samples, std::int64_t seed,
                   std::int64_t boxes, int threads, nb::handle progress) {
  LinkPairOptions options = read_pair_options(samples, seed, boxes);
  const auto executor = read_threads(threads);
  options.executor = executor.get();
  Watch watch(progress);
  options.cancel = &watch.cancel();
  options.progress = [&](std::int64_t done, std::int64_t all) { watch.step(done, all); };
  auto found = [&] {
    const nb::gil_scoped_release released;
    return find_link_pairs(self.robot, options);
  }();
  watch.rethrow();
  nb::list all;
  const auto& links = self.robot.model().links;
  for (const LinkPairAnswer& answer : accepted("robot", std::move(found))) {
    nb::dict one;
    one["a"] = links[static_cast<std::size_t>(answer.a)].name;
    one["b"] = links[static_cast<std::size_t>(answer.b)].name;
    one["reason"] = std::string(to_string(answer.reason));
    one["proven"] = answer.proven;
    one["meets"] = answer.meets;
    one["unresolved"] = answer.unresolved;
    one["share"] = nb::make_tuple(answer.share.lower, answer.share.upper);
    one["clearance"] = nb::make_tuple(answer.clearance.lower, answer.clearance.upper);
    one["configuration"] = nb::cast(answer.configuration);
    one["boxes"] = answer.boxes;
    all.append(one);
  }
  return all;
}

LinkPairAnswer read_answer(nb::handle given, const AnyRobot& self) {
  constexpr const char* kRemedy = "give what find_link_pairs() returned";
  if (!nb::isinstance<nb::dict>(given)) refuse_type("pairs", class_name(given), kRemedy);
  const auto dict = nb::borrow<nb::dict>(given);
  const auto get = [&](const char* key) {
    if (!dict.contains(key)) refuse_shape("pairs", std::string("no \"") + key + "\"", kRemedy);
    return nb::object(dict[key]);
  };
  const auto link = [&](const char* key) {
    std::string name;
    const std::int32_t found =
        nb::try_cast(get(key), name) ? self.robot.find_link(name) : std::int32_t{-1};
    if (found < 0) throw Refusal("unknown_body", "pairs", "a link that the robot has not", kRemedy);
    return found;
  };
  LinkPairAnswer answer;
  answer.a = link("a");
  answer.b = link("b");
  std::string reason;
  if (!nb::try_cast(get("reason"), reason) || !nb::try_cast(get("proven"), answer.proven) ||
      !nb::try_cast(get("meets"), answer.meets) ||
      !nb::try_cast(get("unresolved"), answer.unresolved)) {
    refuse_type("pairs", "a value of another kind", kRemedy);
  }
  for (const SkipReason known :
       {SkipReason::adjacent, SkipReason::by_default, SkipReason::always, SkipReason::never}) {
    if (reason == to_string(known)) answer.reason = known;
  }
  if (answer.reason == SkipReason::none && !reason.empty())
    refuse_shape("pairs", "the reason \"" + reason + "\"", kRemedy);
  return answer;
}

std::string ask_srdf(const AnyRobot& self, nb::handle pairs, std::int64_t samples,
                     std::int64_t seed, std::int64_t boxes, const std::string& srdf) {
  const LinkPairOptions options = read_pair_options(samples, seed, boxes);
  std::vector<LinkPairAnswer> answers;
  if (!nb::isinstance<nb::list>(pairs))
    refuse_type("pairs", class_name(pairs), "give the list that find_link_pairs() returned");
  for (nb::handle one : nb::borrow<nb::list>(pairs)) answers.push_back(read_answer(one, self));
  return accepted("srdf", srdf_with_pairs(self.robot, answers, options, srdf));
}

}  // namespace

void add_robot_pairs(nb::class_<AnyRobot>& type) {
  type.def("find_link_pairs", &ask_pairs, nb::kw_only(), nb::arg("samples") = 10'000,
           nb::arg("seed") = 1, nb::arg("boxes") = 100'000, nb::arg("threads") = 1,
           nb::arg("progress") = nb::none(),
           nb::sig("def find_link_pairs(self, *, samples: int = 10000, seed: int = 1, boxes: int = "
                   "100000, threads: int = 1, progress: collections.abc.Callable[[int, int], "
                   "typing.Any] | None = None) -> list[dict[str, typing.Any]]"),
           R"(Which links need not be examined together? A dict for each two links with parts.

a, b: links; reason: "Adjacent", "Default", "Always", "Never", or "" where they are examined. proven: always or
never holds for all values within the limits, else samples show it: meets of `samples`, unresolved by cylinders,
share of the joint box (an interval, 95 %). clearance: holds the smallest distance where they never meet.
configuration: where they meet or come closest. boxes: of joint values that a proof may take, and took. progress
is called with samples and pairs done, and with all of them. Ctrl-C ends the call with KeyboardInterrupt.)")
      .def(
          "srdf_with_pairs", &ask_srdf, nb::arg("pairs"), nb::kw_only(),
          nb::arg("samples") = 10'000, nb::arg("seed") = 1, nb::arg("boxes") = 100'000,
          nb::arg("srdf") = "",
          nb::sig("def srdf_with_pairs(self, pairs: list[dict[str, typing.Any]], *, samples: int = "
                  "10000, seed: int = 1, boxes: int = 100000, srdf: str = \"\") -> str"),
          "An SRDF that disables these pairs, with a comment on what shows it; all else of the "
          "text "
          "`srdf` is kept. samples, seed and boxes: those of find_link_pairs().");
}

}  // namespace sunder::python
