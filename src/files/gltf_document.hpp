// SPDX-License-Identifier: Apache-2.0
//
// Reads a glTF 2.0 file below the level of meshes: JSON, buffers and accessors. Every byte is
// checked to exist before anything is allocated for it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/model.hpp"
#include "text/json_library.hpp"
#include "text/number_places.hpp"

namespace sunder::detail::files {

using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;
using JsonElement = simdjson::dom::element;

/// Every member function may throw Refused.
class GltfDocument {
 public:
  /// `binary` is the second chunk of a GLB, if there is one.
  GltfDocument(const Input& input, std::string_view json, std::optional<std::string_view> binary);

  const JsonObject& root() const noexcept { return root_; }

  /// Returns element `index` of the top-level array `name`, as an object.
  JsonObject item(std::string_view name, std::uint64_t index);
  /// Returns the length of a top-level array; 0 if it is absent.
  std::uint64_t count(std::string_view name) { return table(name).size(); }

  /// Returns the positions of an accessor of VEC3; shared, since primitives share accessors.
  const std::vector<Vector3>& positions(std::uint64_t accessor);
  /// Returns the indices of an accessor of SCALAR.
  std::vector<std::int64_t> indices(std::uint64_t accessor);
  /// Returns SHA-256 of the files that were read for buffers, in the order of the buffers.
  std::vector<std::string> buffer_hashes() const;
  /// Returns true if integers had to be divided (KHR_mesh_quantization): these positions are
  /// rounded.
  bool normalised() const noexcept { return normalised_; }

  std::optional<std::uint64_t> find_index(const JsonObject& object, std::string_view key,
                                          std::string_view place) const;
  /// Returns a nonnegative integer that can be an index, an offset or a length.
  std::optional<std::uint64_t> index_of(const JsonElement& element) const;
  std::optional<JsonArray> find_array(const JsonObject& object, std::string_view key,
                                      std::string_view place) const;
  std::optional<JsonObject> find_object(const JsonObject& object, std::string_view key,
                                        std::string_view place) const;
  std::string find_string(const JsonObject& object, std::string_view key) const;
  /// Returns the numbers under `key`, exactly `count` of them; no value if the key is absent.
  std::optional<std::vector<double>> find_numbers(const JsonObject& object, std::string_view key,
                                                  std::size_t count, std::string_view place) const;

  [[noreturn]] void refuse(ErrorCode code, std::string_view place, std::string_view what) const;

 private:
  /// Items of equal size, `stride` bytes apart; or the bytes of a view before its items are known.
  struct Items {
    std::string_view bytes;
    std::uint64_t stride = 0;  ///< 0, in a view: tightly packed
  };

  /// Returns a top-level array by index: simdjson itself would search for each item from the first.
  const std::vector<JsonElement>& table(std::string_view name);
  std::string_view buffer(std::uint64_t index);
  std::string load_buffer(const JsonObject& buffer, const std::string& place, std::uint64_t index);
  Items view(std::uint64_t index);
  /// Returns `count` items in the view that `object` names, proven to lie in it; no value if it
  /// names no view.
  std::optional<Items> items(const JsonObject& object, const std::string& place,
                             std::uint64_t count, std::uint64_t item_size);
  std::uint64_t component_size(std::uint64_t component_type, const std::string& place) const;
  std::uint64_t point_count(const JsonObject& accessor, const std::string& place) const;
  void apply_sparse(const JsonObject& accessor, const std::string& place,
                    std::uint64_t component_type, std::vector<Vector3>& points);
  std::vector<std::int64_t> load_indices(const Items& items, std::uint64_t count,
                                         std::uint64_t component_type) const;

  const Input& input_;
  NumberPlaces numbers_;
  simdjson::dom::parser parser_;
  JsonObject root_;
  std::optional<std::string_view> binary_;
  std::map<std::string, std::vector<JsonElement>, std::less<>> tables_;
  std::map<std::uint64_t, std::string> buffers_;
  std::map<std::uint64_t, std::string> hashes_;  ///< of buffers from separate files
  std::map<std::uint64_t, std::vector<Vector3>> positions_;
  std::int64_t points_ = 0;        ///< loaded so far
  std::int64_t buffer_bytes_ = 0;  ///< likewise
  bool normalised_ = false;
};

}  // namespace sunder::detail::files
