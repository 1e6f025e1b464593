// SPDX-License-Identifier: Apache-2.0
//
// Pages that objects of Python write and show; python/sunder/_pages.py has how.
#pragma once

#include <nanobind/nanobind.h>
#include <string>

namespace sunder::python {

/// Writes a page to a path of Python, as text or a PathLike. Raises what Python's open() does.
void save_page(const std::string& page, nanobind::handle path);

/// Returns a page as a notebook shows it, in a frame of its own; or a sentence, where it is too large for that.
std::string page_frame(const std::string& page, const char* title);

/// Adds `page`, `save()` and what a notebook shows to a class, from a function that makes an object's page.
template <class T>
void add_page(nanobind::class_<T>& type, std::string (*page_of)(const T&), const char* says,
              const char* title) {
  type.def_prop_ro("page", page_of, says)
      .def(
          "save", [page_of](const T& x, nanobind::handle path) { save_page(page_of(x), path); },
          nanobind::arg("path"),
          nanobind::sig("def save(self, path: str | os.PathLike[str]) -> None"),
          "Writes the page; open it in any browser.")
      .def("_repr_html_", [page_of, title](const T& x) { return page_frame(page_of(x), title); });
}

}  // namespace sunder::python
