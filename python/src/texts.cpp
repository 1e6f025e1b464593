// SPDX-License-Identifier: Apache-2.0
#include "texts.hpp"

#include "refusal.hpp"

namespace sunder::python {

namespace nb = nanobind;

namespace {

nb::str decoded(std::string_view bytes, const char* errors) {
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), errors));
}

}  // namespace

nb::str text_of_bytes(std::string_view bytes) { return decoded(bytes, "surrogateescape"); }
nb::str shown_text(std::string_view bytes) { return decoded(bytes, "replace"); }

nb::list texts_of_bytes(const std::vector<std::string>& all) {
  nb::list texts;
  for (const std::string& one : all) texts.append(text_of_bytes(one));
  return texts;
}

std::string bytes_of_text(nb::handle text, std::string_view where) {
  if (!nb::isinstance<nb::str>(text)) refuse_type(where, "no text", "give a str");
  const auto bytes =
      nb::steal<nb::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
  if (!bytes.is_valid()) {
    PyErr_Clear();
    refuse_type(where, "a str that no bytes encode", "give the name as it was read");
  }
  return {bytes.c_str(), bytes.size()};
}

std::string path_text(nb::handle path) {
  const nb::module_ os = nb::module_::import_("os");
  const nb::object given = os.attr("fspath")(path);
  std::string name;
  if (nb::isinstance<nb::bytes>(given)) {
    const auto bytes = nb::borrow<nb::bytes>(given);
    name.assign(bytes.c_str(), bytes.size());
  } else {
    name = bytes_of_text(given, "path");
  }
  if (name.find('\0') != std::string::npos)
    refuse_type("path", "a name with a null byte", "give the name of a file");
  return name;
}

}  // namespace sunder::python
