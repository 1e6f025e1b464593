// SPDX-License-Identifier: Apache-2.0
//
// The extension module sunder._core. It imports nothing but NumPy, and that only where it is needed.
#include <nanobind/nanobind.h>
#include <string>

#include "answers.hpp"
#include "arrays.hpp"
#include "arrow.hpp"
#include "audits.hpp"
#include "batches.hpp"
#include "bodies.hpp"
#include "certificates.hpp"
#include "hints.hpp"
#include "meshes.hpp"
#include "polygons.hpp"
#include "program.hpp"
#include "questions.hpp"
#include "refusal.hpp"
#include "robots.hpp"
#include "scenes.hpp"
#include "search.hpp"
#include "shapes.hpp"
#include "sunder/version.hpp"
#include "texts.hpp"
#include "unions.hpp"

namespace {

/// Raises sunder.Error, whose class the package defines.
void raise_refusal(const std::exception_ptr& thrown, void*) {
  namespace nb = nanobind;
  try {
    std::rethrow_exception(thrown);
  } catch (const sunder::python::Refusal& refusal) {
    const nb::object type = nb::module_::import_("sunder._error").attr("Error");
    // A message may quote a file that is no UTF-8, or a name that was cut.
    using sunder::python::shown_text;
    const nb::object error = type(shown_text(refusal.code()), shown_text(refusal.where()),
                                  shown_text(refusal.reason()), shown_text(refusal.remedy()));
    PyErr_SetObject(type.ptr(), error.ptr());
  }
}

}  // namespace

NB_MODULE(_core, module) {
  module.doc() = "The compiled part of the package sunder.";
  module.attr("__version__") = sunder::kVersion;
  nanobind::register_exception_translator(raise_refusal);
  sunder::python::add_answers(module);
  sunder::python::add_bodies(module);
  sunder::python::add_poses(module);
  sunder::python::add_meshes(module);
  sunder::python::add_polygons(module);
  sunder::python::add_unions(module);
  sunder::python::add_shapes(module);
  sunder::python::add_search(module);
  sunder::python::add_questions(module);
  sunder::python::add_polytope_questions(module);
  sunder::python::add_motions(module);
  sunder::python::add_union_questions(module);
  sunder::python::add_certificates(module);
  sunder::python::add_audits(module);
  sunder::python::add_hints(module);
  sunder::python::add_batches(module);
  sunder::python::add_configurations(module);
  sunder::python::add_arrow(module);
  sunder::python::add_arrow_batches(module);
  sunder::python::add_pair_tables(module);
  sunder::python::add_scenes(module);
  sunder::python::add_robots(module);
  sunder::python::add_program(module);
}
