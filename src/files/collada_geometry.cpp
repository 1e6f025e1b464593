// SPDX-License-Identifier: Apache-2.0
//
// Idea: A geometry's primitives list indices in groups; the index of the input VERTEX selects a
// position.
// Cost: One pass over each list; a float array is parsed once, however many geometries share it.
// Gives up: It refuses missing elements, lists of the wrong length and indices out of range.
#include "files/collada_geometry.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "files/refused.hpp"
#include "text/decimal.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail::files {
namespace {

/// Returns the node after `node` in document order, below `root`. There is no recursion, whatever
/// the depth.
pugi::xml_node next_in_document(pugi::xml_node node, pugi::xml_node root) {
  if (node.first_child()) return node.first_child();
  while (node != root && !node.next_sibling()) node = node.parent();
  return node == root ? pugi::xml_node() : node.next_sibling();
}

/// Returns the kind of face of each <p> of an element of primitives; none for another element. The
/// corners of a <polylist> are counted by its <vcount>.
std::optional<FaceKind> kind_of(std::string_view name) {
  if (name == "triangles") return FaceKind::triangles;
  if (name == "tristrips") return FaceKind::strip;
  if (name == "polylist" || name == "polygons" || name == "trifans") return FaceKind::fan;
  if (name == "lines" || name == "linestrips") return FaceKind::none;
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<double>> numbers_in(pugi::xml_node node) {
  std::vector<double> numbers;
  const std::string text = whole_text(node);
  Words words(text, true);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const auto value = read_text_decimal(word);
    if (!value) return std::nullopt;
    numbers.push_back(*value);
  }
  return numbers;
}

ColladaDocument::ColladaDocument(const Input& input) : input_(input) {
  try {
    parse_xml(input.bytes, document_);
  } catch (Refused& refused) {
    files::refuse(refused.error.code, input.path + ": " + refused.error.message);
  }
  if (std::string_view(root().name()) != "COLLADA") {
    refuse(io_error::syntax, root(),
           fmt::format("<{}> where <COLLADA> was expected", root().name()));
  }
  for (pugi::xml_node node = root(); node; node = next_in_document(node, root())) {
    const pugi::xml_attribute id = node.attribute("id");
    if (id) ids_.try_emplace(id.value(), node);
  }
}

void ColladaDocument::refuse(ErrorCode code, pugi::xml_node place, std::string_view what) const {
  files::refuse(code, fmt::format("{}: {}: {}", input_.path,
                                  position(input_.bytes, place.offset_debug()), what));
}

pugi::xml_node ColladaDocument::target(pugi::xml_node reference, const char* attribute) const {
  const std::string_view url = reference.attribute(attribute).value();
  if (!url.starts_with('#')) {
    refuse(ErrorCode::not_served, reference,
           fmt::format("{}=\"{}\": only elements of the same file (#id) are read", attribute, url));
  }
  const auto found = ids_.find(url.substr(1));
  if (found == ids_.end()) {
    refuse(io_error::syntax, reference, fmt::format("nothing in the file has id \"{}\"", url));
  }
  return found->second;
}

std::uint64_t ColladaDocument::number(pugi::xml_node node, const char* attribute,
                                      std::uint64_t otherwise) const {
  const pugi::xml_attribute field = node.attribute(attribute);
  if (!field) return otherwise;
  const auto value = to_integer(field.value());
  if (!value || *value < 0 || *value > input_.limits.bytes) {
    refuse(
        io_error::syntax, node,
        fmt::format("{}=\"{}\" is no number that this file could hold", attribute, field.value()));
  }
  return static_cast<std::uint64_t>(*value);
}

Mesh ColladaDocument::mesh(pugi::xml_node geometry, std::string name, std::int64_t& unused) {
  const pugi::xml_node mesh = geometry.child("mesh");
  for (const char* other : {"convex_mesh", "spline", "brep"}) {
    if (const pugi::xml_node shape = geometry.child(other)) {
      refuse(ErrorCode::not_served, shape, fmt::format("<{}> is not read; export a <mesh>", other));
    }
  }
  if (!mesh) return {.name = std::move(name)};
  std::vector<Vector3> all = positions(mesh);
  Faces faces;
  bool holes = false;
  for (const pugi::xml_node child : mesh.children()) {
    if (kind_of(child.name())) add_corners(child, all.size(), faces);
    holes = holes || child.child("ph");
  }
  if (faces.empty()) return {std::move(name), std::move(all)};
  Mesh made = faces.mesh(std::move(name), all);
  if (holes) {  // a fan would cover the holes
    made.triangles.clear();
    made.no_triangles = "it has polygons with holes: export triangles";
  }
  unused += static_cast<std::int64_t>(all.size() - made.points.size());
  return made;
}

const std::vector<double>& ColladaDocument::values(pugi::xml_node array) {
  const auto known = values_.find(array.hash_value());
  if (known != values_.end()) return known->second;
  auto values = numbers_in(array);
  if (!values) refuse(io_error::syntax, array, "holds something that is no number");
  const std::uint64_t claimed = number(array, "count", values->size());
  if (claimed != values->size()) {
    refuse(io_error::syntax, array,
           fmt::format("claims {} numbers and holds {}: truncated or damaged", claimed,
                       values->size()));
  }
  return values_.emplace(array.hash_value(), std::move(*values)).first->second;
}

std::vector<Vector3> ColladaDocument::positions(pugi::xml_node mesh) {
  const pugi::xml_node input =
      mesh.child("vertices").find_child_by_attribute("input", "semantic", "POSITION");
  if (!input) return {};
  const pugi::xml_node source = target(input, "source");
  const pugi::xml_node accessor = source.child("technique_common").child("accessor");
  if (!accessor) refuse(io_error::syntax, source, "positions need an <accessor>");
  const std::vector<double>& numbers = values(target(accessor, "source"));
  if (!accessor.attribute("count")) refuse(io_error::syntax, accessor, "count is missing");
  const std::uint64_t count = number(accessor, "count", 0);
  const std::uint64_t stride = number(accessor, "stride", 1);
  const std::uint64_t offset = number(accessor, "offset", 0);
  const std::uint64_t size = numbers.size();
  const bool fits =
      stride >= 3 && offset <= size && (count == 0 || count <= (size - offset) / stride);
  if (!fits) {
    refuse(io_error::syntax, accessor,
           fmt::format("{} points of stride {} from {} do not fit into {} numbers", count, stride,
                       offset, size));
  }
  std::vector<Vector3> points;
  points.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    const double* p = numbers.data() + offset + i * stride;
    points.push_back({p[0], p[1], p[2]});
  }
  return points;
}

std::vector<std::uint64_t> ColladaDocument::counts_of(pugi::xml_node polylist) const {
  std::vector<std::uint64_t> counts;
  const pugi::xml_node list = polylist.child("vcount");
  const std::string text = whole_text(list);
  Words words(text, true);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const auto count = to_integer(word);
    if (!count || *count < 0) {
      refuse(io_error::syntax, list, fmt::format("\"{}\" is no number of corners", word));
    }
    counts.push_back(static_cast<std::uint64_t>(*count));
  }
  return counts;
}

/// Each corner of a primitive is a group of indices, one for each offset in use. The index of the
/// input VERTEX selects the position.
void ColladaDocument::add_corners(pugi::xml_node primitives, std::size_t points,
                                  Faces& faces) const {
  const FaceKind kind = *kind_of(primitives.name());
  const bool counted = std::string_view(primitives.name()) == "polylist";
  const std::vector<std::uint64_t> counts =
      counted ? counts_of(primitives) : std::vector<std::uint64_t>();
  std::uint64_t group = 1;
  std::optional<std::uint64_t> vertex;
  for (const pugi::xml_node input : primitives.children("input")) {
    const std::uint64_t offset = number(input, "offset", 0);
    group = std::max(group, offset + 1);
    if (std::string_view(input.attribute("semantic").value()) == "VERTEX") vertex = offset;
  }
  if (!vertex) refuse(io_error::syntax, primitives, "has no input VERTEX");
  // A polygon with holes has its outline and the holes one level deeper.
  for (pugi::xml_node p = next_in_document(primitives, primitives); p;
       p = next_in_document(p, primitives)) {
    const std::string_view name = p.name();
    if (name != "p" && name != "h") continue;
    std::vector<std::int64_t> corners;
    const std::string text = whole_text(p);
    Words words(text, true);
    std::uint64_t at = 0;
    for (std::string_view word = words.next(); !word.empty(); word = words.next(), ++at) {
      if (at % group != *vertex) continue;
      const auto index = to_integer(word);
      if (!index || *index < 0 || *index >= static_cast<std::int64_t>(points)) {
        refuse(io_error::syntax, p,
               fmt::format("\"{}\" is no index of one of the {} vertices", word, points));
      }
      corners.push_back(*index);
    }
    if (at % group != 0) refuse(io_error::syntax, p, "ends inside a group of indices: truncated");
    std::size_t used = 0;
    const auto add_face = [&](std::size_t count) {
      if (count > corners.size() - used) {
        refuse(io_error::syntax, primitives, "its <vcount> asks for more corners than there are");
      }
      faces.begin(kind);
      for (std::size_t i = 0; i < count; ++i) faces.add(corners[used++]);
    };
    if (counted) {
      for (const std::uint64_t count : counts) add_face(count);
      if (used < corners.size()) {
        refuse(io_error::syntax, primitives, "its <vcount> leaves corners over: damaged");
      }
    } else {
      add_face(corners.size());
    }
  }
}

}  // namespace sunder::detail::files
