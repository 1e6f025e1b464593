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

}  // namespace sunder::python
