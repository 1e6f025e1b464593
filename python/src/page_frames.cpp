// SPDX-License-Identifier: Apache-2.0
//
// Idea: The pages are those of the program. What a notebook needs of HTML is Python's own, and written there.
// Cost: A copy of the page.
// Gives up: Nothing.
#include "page_frames.hpp"

#include <nanobind/stl/string.h>

namespace sunder::python {
namespace {

namespace nb = nanobind;

nb::object of_pages(const char* name) { return nb::module_::import_("sunder._pages").attr(name); }

}  // namespace

void save_page(const std::string& page, nb::handle path) { of_pages("save")(page, path); }

std::string page_frame(const std::string& page, const char* title) {
  return nb::cast<std::string>(of_pages("frame")(page, title));
}

}  // namespace sunder::python
