// SPDX-License-Identifier: Apache-2.0
//
// Idea: The module contains the program `sunder`, so that a machine with Python alone can run it.
// Cost: That of the program.
// Gives up: Nothing.
#include "program.hpp"

#include "bodies.hpp"
#include "explain_bodies.hpp"
#include "page.hpp"
#include "run_program.hpp"
#include "search.hpp"
#include "sunder/io.hpp"
#include "trace_json.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

int run(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const nb::gil_scoped_release released;
  return cli::run_program(static_cast<int>(arguments.size()), pointers.data());
}

/// The pipe on a text: lines of questions in, lines of answers out.
std::string answer_lines(const std::string& questions) {
  const nb::gil_scoped_release released;
  std::string answers;
  const auto source = text_source(questions);
  const auto sink = text_sink(answers);
  answer_questions(*source, *sink);
  return answers;
}

/// What a Mesh, a Body or a Polytope was taken as.
TakenMesh taken_as(const Body3& body) {
  if (body.parts().size() != 1) return {BodyForm::parts, ""};
  const auto* const mesh = std::get_if<Mesh3>(&body.parts()[0].shape);
  if (mesh == nullptr) return {BodyForm::hull, ""};
  return {mesh->kind() == MeshKind::solid ? BodyForm::solid : BodyForm::surface,
          mesh->report().why};
}

/// The steps of a decision about bodies that need not be convex, as JSON.
std::string bodies_trace(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                         std::string_view algorithm, bool measures, const std::string& name_a,
                         const std::string& name_b) {
  if (algorithm != "auto") {
    throw Refusal("not_served", "algorithm", std::string(algorithm),
                  "algorithms decide convex bodies; leave it out beside a Mesh or a Body");
  }
  if (are_planar(a, b)) {
    throw Refusal("not_served", "a", "dimension 2", "the page draws bodies of dimension 3");
  }
  const BodyArgument<3> of_a(a, pose_a, "a", "pose_a"), of_b(b, pose_b, "b", "pose_b");
  const PosedBody3 x = of_a.without_radius().posed(), y = of_b.without_radius().posed();
  cli::BodyExplanation told{.a = {name_a, x.body(), x.pose(), taken_as(x.body())},
                            .b = {name_b, y.body(), y.pose(), taken_as(y.body())},
                            .measures = measures};
  const nb::gil_scoped_release released;
  cli::record_decision(told);
  return cli::body_trace_json(told);
}

/// The trace of a search as JSON.
std::string trace_text(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                       std::string_view algorithm, std::string_view ask, const std::string& name_a,
                       const std::string& name_b) {
  const auto question = question_from_name(ask);
  if (question != Question::verdict && question != Question::distance) {
    throw Refusal("not_served", "ask", std::string(ask), "give \"verdict\" or \"distance\"");
  }
  if (is_union(a) || is_union(b)) {
    return bodies_trace(a, b, pose_a, pose_b, algorithm, question == Question::distance, name_a,
                        name_b);
  }
  const Algorithm asked = read_algorithm(algorithm, *question, 3);
  return with_bodies(
      body_of(a, "a"), body_of(b, "b"), pose_a, pose_b,
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) -> std::string {
        if constexpr (D != 3) {
          throw Refusal("not_served", "a", "dimension " + std::to_string(x.polytope().dimension()),
                        "the page draws bodies of dimension 3");
        } else {
          if (x.radius() > 0 || y.radius() > 0) {
            throw Refusal("not_served", "a", "a radius", "the page draws polytopes");
          }
          cli::Explanation told{.name_a = name_a, .name_b = name_b, .a = x, .b = y, .asked = asked};
          cli::record_search(*question, told);
          return cli::trace_json(told);
        }
      });
}

}  // namespace

void add_program(nb::module_& module) {
  module.def("run", &run, nb::arg("arguments"),
             "Runs the program `sunder`; the first argument is its name. Returns its exit status.");
  module.def("query", &answer_lines, nb::arg("questions"),
             "Answers lines of JSON as `sunder query` does: the same bytes.");
  module.def(
      "trace_json", &trace_text, nb::arg("a").none(), nb::arg("b").none(),
      nb::arg("pose_a") = nb::none(), nb::arg("pose_b") = nb::none(), nb::arg("algorithm") = "auto",
      nb::arg("ask") = "verdict", nb::arg("name_a") = "a", nb::arg("name_b") = "b",
      nb::sig("def trace_json(a: Polytope | Mesh | Body, b: Polytope | Mesh | Body, pose_a: Pose | "
              "numpy.typing.ArrayLike | "
              "None = None, pose_b: "
              "Pose | numpy.typing.ArrayLike | None = None, algorithm: str = \"auto\", ask: str = "
              "\"verdict\", name_a: "
              "str = \"a\", name_b: str = \"b\") -> str"),
      "The steps of a search and its answer as JSON, as `sunder explain --json` writes them.");
  module.def("explain_page", &cli::explain_page, nb::arg("json"),
             "A page of HTML that plays a trace; it needs no other file.");
}

}  // namespace sunder::python
