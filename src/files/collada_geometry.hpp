// SPDX-License-Identifier: Apache-2.0
//
// Reads the meshes of a COLLADA document: the positions of a geometry that its primitives use, and their faces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "files/faces.hpp"
#include "files/xml_text.hpp"

namespace sunder::detail::files {

/// A parsed document whose elements are found by id. Member functions may throw Refused.
class ColladaDocument {
 public:
  explicit ColladaDocument(const Input& input);

  pugi::xml_node root() const { return document_.document_element(); }
  /// Returns the element that `url` ("#id") names in this file.
  pugi::xml_node target(pugi::xml_node reference, const char* attribute) const;
  /// Returns the mesh of a <geometry>; `unused` grows by the number of points that no primitive uses.
  Mesh mesh(pugi::xml_node geometry, std::string name, std::int64_t& unused);

  [[noreturn]] void refuse(ErrorCode code, pugi::xml_node place, std::string_view what) const;

 private:
  std::vector<Vector3> positions(pugi::xml_node mesh);
  /// Returns the numbers of a <float_array>, read once however many geometries share it.
  const std::vector<double>& values(pugi::xml_node array);
  void add_corners(pugi::xml_node primitives, std::size_t points, Faces& faces) const;
  std::vector<std::uint64_t> counts_of(pugi::xml_node polylist) const;
  std::uint64_t number(pugi::xml_node node, const char* attribute, std::uint64_t otherwise) const;

  const Input& input_;
  pugi::xml_document document_;
  std::unordered_map<std::string_view, pugi::xml_node> ids_;
  std::unordered_map<std::size_t, std::vector<double>> values_;
};

/// Returns the numbers in an element's text, as doubles; no value if some word is not a number.
std::optional<std::vector<double>> numbers_in(pugi::xml_node node);

}  // namespace sunder::detail::files
