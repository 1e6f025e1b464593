// SPDX-License-Identifier: Apache-2.0
//
// Text of Python and bytes of the library. Names of files and of bodies need not be UTF-8: as Python does with names of
// files, each byte that is none becomes a lone surrogate, and a byte again on its way back.
#pragma once

#include <nanobind/nanobind.h>
#include <string>
#include <string_view>
#include <vector>

namespace sunder::python {

nanobind::str text_of_bytes(std::string_view bytes);
/// What is shown, or is put where lone surrogates are no text: bytes that are no UTF-8 become U+FFFD, as in JSON.
nanobind::str shown_text(std::string_view bytes);
nanobind::list texts_of_bytes(const std::vector<std::string>& all);
/// Refuses what is no text, or has no bytes.
std::string bytes_of_text(nanobind::handle text, std::string_view where);
/// Of a str, bytes or os.PathLike. Refuses a null byte, which would end the name.
std::string path_text(nanobind::handle path);

}  // namespace sunder::python
