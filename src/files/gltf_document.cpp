// SPDX-License-Identifier: Apache-2.0
//
// Idea: The JSON is parsed once. Buffers and accessors are resolved on demand, and each range is
// proven to lie in its buffer.
// Source: The glTF 2.0 specification.
// Cost: Linear in the bytes read; primitives share the positions of an accessor.
// Gives up: It refuses inconsistent sizes, files outside the folder, and more points or bytes than
// the limits allow.
#include "files/gltf_document.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <new>

#include "exact/dyadic.hpp"
#include "files/refused.hpp"
#include "text/raw_bytes.hpp"
#include "text/sha256.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail::files {
namespace {

// glTF's component types.
constexpr std::uint64_t kByte = 5120;
constexpr std::uint64_t kUnsignedByte = 5121;
constexpr std::uint64_t kShort = 5122;
constexpr std::uint64_t kUnsignedShort = 5123;
constexpr std::uint64_t kUnsignedInt = 5125;
constexpr std::uint64_t kFloat = 5126;

/// Larger offsets and lengths are false in any file that fits a disk. Below this, sums and products
/// of the checks stay far from overflow.
constexpr std::uint64_t kGreatestOffset = std::uint64_t{1} << 40;

/// Parsed JSON needs many times the memory of its text; its limit is therefore below that of other
/// files.
constexpr std::size_t kGreatestJson = std::size_t{256} << 20;

double load_component(std::string_view bytes, std::size_t at, std::uint64_t type) {
  switch (type) {
    case kByte:
      return load<std::int8_t>(bytes, at);
    case kUnsignedByte:
      return load<std::uint8_t>(bytes, at);
    case kShort:
      return load<std::int16_t>(bytes, at);
    case kUnsignedShort:
      return load<std::uint16_t>(bytes, at);
    case kUnsignedInt:
      return load<std::uint32_t>(bytes, at);
    default:
      return static_cast<double>(load<float>(bytes, at));
  }
}

double greatest(std::uint64_t type) {
  switch (type) {
    case kByte:
      return 127;
    case kUnsignedByte:
      return 255;
    case kShort:
      return 32767;
    default:
      return 65535;
  }
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

std::optional<std::string> decode_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size());
  unsigned bits = 0;
  int held = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<unsigned>(digit)) & 0xfff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push_back(static_cast<char>(bits >> held & 0xff));
    }
  }
  return bytes;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string decode_percent(std::string_view uri) {
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool escaped = uri[i] == '%' && i + 2 < uri.size() && hex_digit(uri[i + 1]) >= 0 &&
                         hex_digit(uri[i + 2]) >= 0;
    if (escaped) {
      path.push_back(static_cast<char>(hex_digit(uri[i + 1]) * 16 + hex_digit(uri[i + 2])));
      i += 2;
    } else {
      path.push_back(uri[i]);
    }
  }
  return path;
}

/// A file from outside may name its neighbours, but no other file of this machine: the bytes of
/// that file would appear as vertices.
bool stays_in_folder(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.find(':') != std::string_view::npos) return false;
  if (path.find('\0') != std::string_view::npos) return false;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    if (path.substr(0, slash) == "..") return false;
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return true;
}

}  // namespace

GltfDocument::GltfDocument(const Input& input, std::string_view json,
                           std::optional<std::string_view> binary)
    : input_(input), numbers_(without_byte_order_mark(json)), binary_(binary) {
  const auto text = numbers_.text(kGreatestJson);
  if (!text) {
    refuse(ErrorCode::too_large, "its JSON",
           fmt::format("has {} bytes, and about {} are read; move data into a binary buffer",
                       json.size(), kGreatestJson));
  }
  const auto parsed = parser_.parse(*text).get_object();
  if (parsed.error() == simdjson::MEMALLOC) throw std::bad_alloc();
  if (parsed.error() != simdjson::SUCCESS) {
    refuse(io_error::syntax, "the JSON of this glTF", simdjson::error_message(parsed.error()));
  }
  root_ = parsed.value_unsafe();
  const auto asset = find_object(root_, "asset", "the document");
  const std::string version = asset ? find_string(*asset, "version") : std::string();
  if (!version.starts_with("2.")) {
    refuse(ErrorCode::not_served, "asset.version",
           fmt::format("is \"{}\"; glTF 2 is read", version));
  }
}

void GltfDocument::refuse(ErrorCode code, std::string_view place, std::string_view what) const {
  files::refuse(code, fmt::format("{}: {}: {}", input_.path, place, what));
}

const std::vector<JsonElement>& GltfDocument::table(std::string_view name) {
  const auto known = tables_.find(name);
  if (known != tables_.end()) return known->second;
  std::vector<JsonElement>& table = tables_[std::string(name)];
  if (const auto array = find_array(root_, name, "the document")) {
    for (const JsonElement element : *array) table.push_back(element);
  }
  return table;
}

JsonObject GltfDocument::item(std::string_view name, std::uint64_t index) {
  const std::vector<JsonElement>& items = table(name);
  const std::string place = fmt::format("{}[{}]", name, index);
  if (index >= items.size()) {
    refuse(io_error::syntax, place, fmt::format("does not exist; there are {}", items.size()));
  }
  const auto object = items[static_cast<std::size_t>(index)].get_object();
  if (object.error() != simdjson::SUCCESS) refuse(io_error::syntax, place, "is no object");
  return object.value_unsafe();
}

std::optional<std::uint64_t> GltfDocument::find_index(const JsonObject& object,
                                                      std::string_view key,
                                                      std::string_view place) const {
  const auto field = object.at_key(key);
  if (field.error() != simdjson::SUCCESS) return std::nullopt;
  const auto value = index_of(field.value_unsafe());
  if (!value) {
    refuse(io_error::syntax, place, fmt::format("{} must be a whole number, 0 or more", key));
  }
  return value;
}

std::optional<std::uint64_t> GltfDocument::index_of(const JsonElement& element) const {
  return numbers_.index(element, kGreatestOffset);
}

std::optional<JsonArray> GltfDocument::find_array(const JsonObject& object, std::string_view key,
                                                  std::string_view place) const {
  const auto field = object.at_key(key);
  if (field.error() != simdjson::SUCCESS) return std::nullopt;
  const auto value = field.get_array();
  if (value.error() != simdjson::SUCCESS) {
    refuse(io_error::syntax, place, fmt::format("{} must be an array", key));
  }
  return value.value_unsafe();
}

std::optional<JsonObject> GltfDocument::find_object(const JsonObject& object, std::string_view key,
                                                    std::string_view place) const {
  const auto field = object.at_key(key);
  if (field.error() != simdjson::SUCCESS) return std::nullopt;
  const auto value = field.get_object();
  if (value.error() != simdjson::SUCCESS) {
    refuse(io_error::syntax, place, fmt::format("{} must be an object", key));
  }
  return value.value_unsafe();
}

std::string GltfDocument::find_string(const JsonObject& object, std::string_view key) const {
  const auto value = object.at_key(key).get_string();
  return value.error() == simdjson::SUCCESS ? std::string(value.value_unsafe()) : std::string();
}

std::optional<std::vector<double>> GltfDocument::find_numbers(const JsonObject& object,
                                                              std::string_view key,
                                                              std::size_t count,
                                                              std::string_view place) const {
  const auto array = find_array(object, key, place);
  if (!array) return std::nullopt;
  std::vector<double> numbers;
  for (const JsonElement element : *array) {
    const auto number = numbers_.number(element);
    if (!number || !is_finite_bits(*number) || numbers.size() == count) {
      refuse(io_error::syntax, place, fmt::format("{} must be {} finite numbers", key, count));
    }
    numbers.push_back(*number);
  }
  if (numbers.size() != count) {
    refuse(io_error::syntax, place, fmt::format("{} must be {} finite numbers", key, count));
  }
  return numbers;
}

std::string_view GltfDocument::buffer(std::uint64_t index) {
  const std::string place = fmt::format("buffers[{}]", index);
  const JsonObject object = item("buffers", index);
  const auto length = find_index(object, "byteLength", place);
  if (!length) refuse(io_error::syntax, place, "byteLength is missing");

  std::string_view bytes;
  if (object.at_key("uri").error() == simdjson::SUCCESS) {
    auto found = buffers_.find(index);
    if (found == buffers_.end()) {
      found = buffers_.emplace(index, load_buffer(object, place, index)).first;
    }
    bytes = found->second;
  } else if (index == 0 && binary_) {
    bytes = *binary_;
  } else {
    refuse(io_error::syntax, place, "has no uri, and there is no binary chunk that it could be");
  }
  if (*length > bytes.size()) {
    refuse(io_error::syntax, place,
           fmt::format("claims {} bytes, but there are {}: truncated or damaged", *length,
                       bytes.size()));
  }
  return bytes.substr(0, static_cast<std::size_t>(*length));
}

std::vector<std::string> GltfDocument::buffer_hashes() const {
  std::vector<std::string> hashes;
  hashes.reserve(hashes_.size());
  for (const auto& [index, hash] : hashes_) hashes.push_back(hash);
  return hashes;
}

std::string GltfDocument::load_buffer(const JsonObject& object, const std::string& place,
                                      std::uint64_t index) {
  const std::string uri = find_string(object, "uri");
  std::string bytes;
  if (uri.starts_with("data:")) {
    const std::size_t comma = uri.find(";base64,");
    auto decoded = comma == std::string::npos
                       ? std::nullopt
                       : decode_base64(std::string_view(uri).substr(comma + 8));
    if (!decoded) refuse(io_error::syntax, place, "its data URI is not sound base64");
    bytes = std::move(*decoded);
  } else {
    const std::string path = decode_percent(uri);
    if (!stays_in_folder(path)) {
      refuse(ErrorCode::not_served, place,
             fmt::format("uri \"{}\" is no path in the file's own folder or below it", uri));
    }
    const std::size_t slash = input_.path.find_last_of('/');
    const std::string folder =
        slash == std::string::npos ? std::string() : input_.path.substr(0, slash + 1);
    Result<std::string> loaded = read_file(folder + path, input_.limits.bytes - buffer_bytes_);
    if (!loaded) refuse(loaded.error().code, place, loaded.error().message);
    bytes = std::move(loaded).value();
    hashes_.emplace(index, sha256(bytes));
  }
  buffer_bytes_ += static_cast<std::int64_t>(bytes.size());
  return bytes;
}

GltfDocument::Items GltfDocument::view(std::uint64_t index) {
  const std::string place = fmt::format("bufferViews[{}]", index);
  const JsonObject object = item("bufferViews", index);
  const auto extensions = find_object(object, "extensions", place);
  if (extensions && extensions->at_key("EXT_meshopt_compression").error() == simdjson::SUCCESS) {
    refuse(ErrorCode::not_served, place, "is compressed (meshopt); export without compression");
  }
  const auto source = find_index(object, "buffer", place);
  const auto length = find_index(object, "byteLength", place);
  if (!source || !length) refuse(io_error::syntax, place, "needs buffer and byteLength");
  const std::uint64_t offset = find_index(object, "byteOffset", place).value_or(0);
  const std::string_view bytes = buffer(*source);
  if (offset + *length > bytes.size()) {
    refuse(io_error::syntax, place,
           fmt::format("ends at byte {} of a buffer of {}: truncated or damaged", offset + *length,
                       bytes.size()));
  }
  return {bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(*length)),
          find_index(object, "byteStride", place).value_or(0)};
}

std::optional<GltfDocument::Items> GltfDocument::items(const JsonObject& object,
                                                       const std::string& place,
                                                       std::uint64_t count,
                                                       std::uint64_t item_size) {
  const auto index = find_index(object, "bufferView", place);
  if (!index) return std::nullopt;
  Items found = view(*index);
  const std::uint64_t offset = find_index(object, "byteOffset", place).value_or(0);
  if (found.stride == 0) found.stride = item_size;
  const std::uint64_t size = found.bytes.size();
  const bool fits =
      offset <= size && (count == 0 || (item_size <= size - offset &&
                                        (count - 1) <= (size - offset - item_size) / found.stride));
  if (!fits) {
    refuse(io_error::syntax, place,
           fmt::format("claims {} items from byte {} of a view of {} bytes: truncated or damaged",
                       count, offset, size));
  }
  found.bytes.remove_prefix(static_cast<std::size_t>(offset));
  return found;
}

std::uint64_t GltfDocument::component_size(std::uint64_t component_type,
                                           const std::string& place) const {
  switch (component_type) {
    case kByte:
    case kUnsignedByte:
      return 1;
    case kShort:
    case kUnsignedShort:
      return 2;
    case kUnsignedInt:
    case kFloat:
      return 4;
    default:
      refuse(io_error::syntax, place, fmt::format("componentType {} is unknown", component_type));
  }
}

std::uint64_t GltfDocument::point_count(const JsonObject& accessor,
                                        const std::string& place) const {
  const auto count = find_index(accessor, "count", place);
  if (!count) refuse(io_error::syntax, place, "count is missing");
  const std::int64_t left = input_.limits.points - points_;
  if (static_cast<std::int64_t>(*count) > left) {
    refuse(ErrorCode::too_large, place,
           fmt::format("claims {} items; at most {} points of one file are read", *count,
                       input_.limits.points));
  }
  return *count;
}

const std::vector<Vector3>& GltfDocument::positions(std::uint64_t index) {
  const auto cached = positions_.find(index);
  if (cached != positions_.end()) return cached->second;

  const std::string place = fmt::format("accessors[{}]", index);
  const JsonObject accessor = item("accessors", index);
  const std::uint64_t type = find_index(accessor, "componentType", place).value_or(0);
  const std::uint64_t size = component_size(type, place);
  if (find_string(accessor, "type") != "VEC3" || type == kUnsignedInt) {
    refuse(io_error::syntax, place, "positions must be VEC3 of float (or of quantized integers)");
  }
  const std::uint64_t count = point_count(accessor, place);
  const auto found = items(accessor, place, count, 3 * size);
  points_ += static_cast<std::int64_t>(count);
  // An accessor without a view is all zeros, by the standard: a base for sparse values.
  std::vector<Vector3> points(static_cast<std::size_t>(count), Vector3{});
  for (std::size_t i = 0; found && i < points.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      points[i][k] = load_component(found->bytes, i * found->stride + k * size, type);
    }
  }
  apply_sparse(accessor, place, type, points);
  const auto normalised = accessor.at_key("normalized").get_bool();
  if (normalised.error() == simdjson::SUCCESS && normalised.value_unsafe() && type != kFloat) {
    normalised_ = true;
    for (Vector3& point : points) {
      for (double& x : point) x = std::max(x / greatest(type), -1.0);
    }
  }
  return positions_.emplace(index, std::move(points)).first->second;
}

void GltfDocument::apply_sparse(const JsonObject& accessor, const std::string& place,
                                std::uint64_t type, std::vector<Vector3>& points) {
  const auto sparse = find_object(accessor, "sparse", place);
  if (!sparse) return;
  const std::uint64_t size = component_size(type, place);
  const auto indices = find_object(*sparse, "indices", place);
  const auto values = find_object(*sparse, "values", place);
  const std::uint64_t count = find_index(*sparse, "count", place).value_or(0);
  if (!indices || !values || count > points.size()) {
    refuse(io_error::syntax, place, "its sparse part needs count, indices and values");
  }
  const std::uint64_t index_type = find_index(*indices, "componentType", place).value_or(0);
  const auto where = items(*indices, place, count, component_size(index_type, place));
  const auto what = items(*values, place, count, 3 * size);
  if (!where || !what) refuse(io_error::syntax, place, "its sparse part names no buffer view");
  const std::vector<std::int64_t> targets = load_indices(*where, count, index_type);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] < 0 || targets[i] >= static_cast<std::int64_t>(points.size())) {
      refuse(io_error::syntax, place, "a sparse index is out of range");
    }
    for (std::size_t k = 0; k < 3; ++k) {
      points[static_cast<std::size_t>(targets[i])][k] =
          load_component(what->bytes, i * what->stride + k * size, type);
    }
  }
}

std::vector<std::int64_t> GltfDocument::load_indices(const Items& items, std::uint64_t count,
                                                     std::uint64_t component_type) const {
  std::vector<std::int64_t> result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] =
        static_cast<std::int64_t>(load_component(items.bytes, i * items.stride, component_type));
  }
  return result;
}

std::vector<std::int64_t> GltfDocument::indices(std::uint64_t index) {
  const std::string place = fmt::format("accessors[{}]", index);
  const JsonObject accessor = item("accessors", index);
  const std::uint64_t type = find_index(accessor, "componentType", place).value_or(0);
  if (type != kUnsignedByte && type != kUnsignedShort && type != kUnsignedInt) {
    refuse(io_error::syntax, place, "indices must be unsigned integers");
  }
  if (find_object(accessor, "sparse", place)) {
    refuse(ErrorCode::not_served, place, "sparse indices are not read; export plain ones");
  }
  const auto count = find_index(accessor, "count", place);
  if (!count) refuse(io_error::syntax, place, "count is missing");
  const auto found = items(accessor, place, *count, component_size(type, place));
  if (!found) refuse(ErrorCode::not_served, place, "indices without a buffer view are not read");
  return load_indices(*found, *count, type);
}

}  // namespace sunder::detail::files
