// SPDX-License-Identifier: Apache-2.0
//
// Idea: The simplex article's list of named polyhedra, in the form of .NET's XmlSerializer, is read
// by loops over the XML tree, written as text.
// Cost: One pass over the document.
// Gives up: It refuses ill-formed XML, unknown elements, and numbers that are not finite.
#include <fmt/format.h>

#include "exact/dyadic.hpp"
#include "files/refused.hpp"
#include "files/xml_text.hpp"
#include "text/decimal.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail::files {
namespace {

class PolyhedraReader {
 public:
  explicit PolyhedraReader(std::string_view text) : text_(text) {}

  std::vector<NamedPolyhedron> read() {
    parse_xml(text_, document_);
    const pugi::xml_node root = document_.document_element();
    std::vector<NamedPolyhedron> list;
    if (name_of(root) == "ConvexPolyhedron") {
      list.push_back(read_polyhedron(root));
      return list;
    }
    for (const pugi::xml_node child : root.children()) {
      if (child.type() != pugi::node_element) continue;
      if (name_of(child) != "ConvexPolyhedron") {
        fail(child, io_error::syntax,
             fmt::format("<{}> where <ConvexPolyhedron> was expected", child.name()));
      }
      list.push_back(read_polyhedron(child));
    }
    return list;
  }

 private:
  /// Returns the name without its namespace prefix.
  static std::string_view name_of(pugi::xml_node node) {
    const std::string_view name = node.name();
    return name.substr(name.find(':') == std::string_view::npos ? 0 : name.find(':') + 1);
  }

  NamedPolyhedron read_polyhedron(pugi::xml_node node) {
    NamedPolyhedron polyhedron{node.attribute("Name").value(), {}};
    for (const pugi::xml_node child : node.children()) {
      if (child.type() != pugi::node_element) continue;
      if (name_of(child) == "Name") {
        polyhedron.name = whole_text(child);
      } else if (name_of(child) == "Corners") {
        read_corners(child, polyhedron.corners);
      } else {
        fail(child, io_error::unknown_key,
             fmt::format("<{}> in a ConvexPolyhedron; only Name and Corners are known",
                         child.name()));
      }
    }
    return polyhedron;
  }

  void read_corners(pugi::xml_node node, std::vector<Vector3>& corners) {
    for (const pugi::xml_node child : node.children()) {
      if (child.type() != pugi::node_element) continue;
      if (name_of(child) != "Point3D") {
        fail(child, io_error::unknown_key,
             fmt::format("<{}> where <Point3D> was expected", child.name()));
      }
      corners.push_back({coordinate(child, "X"), coordinate(child, "Y"), coordinate(child, "Z")});
    }
  }

  double coordinate(pugi::xml_node point, const char* axis) {
    const pugi::xml_node element = point.child(axis);
    const pugi::xml_attribute attribute = point.attribute(axis);
    if (!element && !attribute) {
      fail(point, io_error::missing_key, fmt::format("a Point3D without {}", axis));
    }
    const std::string text = element ? whole_text(element) : attribute.value();
    Words words(text, true);
    const std::string_view word = words.remainder();
    const auto value = read_text_decimal(word);
    if (!value) fail(point, io_error::syntax, fmt::format("{} = \"{}\" is no number", axis, word));
    if (!is_finite_bits(*value)) {
      fail(point, ErrorCode::not_finite,
           fmt::format("{} is {}; every coordinate must be finite", axis, word));
    }
    return *value;
  }

  [[noreturn]] void fail(pugi::xml_node node, ErrorCode code, std::string_view what) const {
    refuse(code, fmt::format("{}: {}", position(text_, node.offset_debug()), what));
  }

  std::string_view text_;
  pugi::xml_document document_;
};

/// Returns the length of the UTF-8 sequence at the start of `text` if XML allows its character,
/// else 0.
std::size_t xml_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  unsigned code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool forbidden = code == 0xfffe || code == 0xffff || code > 0x10ffff;
  return overlong || surrogate || forbidden ? 0 : length;
}

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = xml_character(text);
    const char c = text.front();
    if (length == 0 && c == '\r') {
      out += "&#13;";
    } else if (length == 0) {
      out += "\xef\xbf\xbd";  // U+FFFD
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

}  // namespace

Result<Model> read_xml(const Input& input) {
  Result<std::vector<NamedPolyhedron>> list = read_polyhedra_xml(input.bytes);
  if (!list) return Error{list.error().code, input.path + ": " + list.error().message};
  Model model{.format = "XML list of polyhedra", .keep_empty = true};
  for (NamedPolyhedron& polyhedron : list.value()) {
    const bool unnamed = polyhedron.name.empty();
    model.meshes.push_back(
        {unnamed ? input.stem() : std::move(polyhedron.name), std::move(polyhedron.corners)});
  }
  place_all(model);
  return model;
}

}  // namespace sunder::detail::files

namespace sunder::inline SUNDER_ABI {

Result<std::vector<NamedPolyhedron>> read_polyhedra_xml(std::string_view text) {
  try {
    return detail::files::PolyhedraReader(text).read();
  } catch (detail::files::Refused& refused) {
    return std::move(refused.error);
  }
}

std::string write_polyhedra_xml(std::span<const NamedPolyhedron> polyhedra) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<ArrayOfConvexPolyhedron xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">\n";
  for (const NamedPolyhedron& polyhedron : polyhedra) {
    out += "  <ConvexPolyhedron>\n    <Name>" + detail::files::escaped(polyhedron.name) +
           "</Name>\n    <Corners>\n";
    for (const Vector3& p : polyhedron.corners) {
      out += "      <Point3D><X>" + json_number(p[0]) + "</X><Y>" + json_number(p[1]) + "</Y><Z>" +
             json_number(p[2]) + "</Z></Point3D>\n";
    }
    out += "    </Corners>\n  </ConvexPolyhedron>\n";
  }
  return out + "</ArrayOfConvexPolyhedron>\n";
}

}  // namespace sunder::inline SUNDER_ABI
