// SPDX-License-Identifier: Apache-2.0
//
// Idea: This reads PLY in ASCII and in binary of both byte orders. Every element is read; x, y, z
// of "vertex" and the vertex indices of the others are kept. Lists of "face" are polygons, those of
// "tristrips" strips.
// Cost: One pass over the rows.
// Gives up: It refuses counts that the file cannot hold, indices out of range, and data behind the
// last row.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "files/faces.hpp"
#include "text/decimal.hpp"
#include "text/raw_bytes.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail::files {
namespace {

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::optional<Type> type_from_name(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, Type>, 16> kNames{
      {{"char", Type::int8},
       {"uchar", Type::uint8},
       {"short", Type::int16},
       {"ushort", Type::uint16},
       {"int", Type::int32},
       {"uint", Type::uint32},
       {"float", Type::float32},
       {"double", Type::float64},
       {"int8", Type::int8},
       {"uint8", Type::uint8},
       {"int16", Type::int16},
       {"uint16", Type::uint16},
       {"int32", Type::int32},
       {"uint32", Type::uint32},
       {"float32", Type::float32},
       {"float64", Type::float64}}};
  for (const auto& [word, type] : kNames) {
    if (word == name) return type;
  }
  return std::nullopt;
}

std::size_t size_of(Type type) {
  static constexpr std::array<std::size_t, 8> kSizes{1, 1, 2, 2, 4, 4, 4, 8};
  return kSizes[static_cast<std::size_t>(type)];
}

double load_as_double(std::string_view bytes, std::size_t at, Type type, std::endian order) {
  switch (type) {
    case Type::int8:
      return load<std::int8_t>(bytes, at, order);
    case Type::uint8:
      return load<std::uint8_t>(bytes, at, order);
    case Type::int16:
      return load<std::int16_t>(bytes, at, order);
    case Type::uint16:
      return load<std::uint16_t>(bytes, at, order);
    case Type::int32:
      return load<std::int32_t>(bytes, at, order);
    case Type::uint32:
      return load<std::uint32_t>(bytes, at, order);
    case Type::float32:
      return static_cast<double>(load<float>(bytes, at, order));
    case Type::float64:
      return load<double>(bytes, at, order);
  }
  return 0;
}

struct Property {
  std::string name;
  Type type = Type::float32;
  std::optional<Type> count{};  ///< set for a list
};

struct Element {
  std::string name;
  std::int64_t count = 0;
  std::vector<Property> properties{};

  /// Returns the least size of a row: in ASCII, a digit and a blank for each value.
  std::size_t least_row_size(bool ascii) const {
    std::size_t size = 0;
    for (const Property& p : properties) size += ascii ? 2 : size_of(p.count.value_or(p.type));
    return size;
  }
};

class PlyReader {
 public:
  explicit PlyReader(const Input& input) : input_(input), lines_(input.bytes) {}

  Result<Model> read() {
    if (!read_header()) return error_;
    body_ = lines_.rest();
    for (const Element& element : elements_) {
      if (!read_element(element)) return error_;
    }
    if (!read_end()) return error_;
    const auto count = static_cast<std::int64_t>(points_.size());
    for (const std::uint32_t index : faces_.corners()) {
      if (index >= count) {
        refuse(fmt::format("a face uses vertex {}, but there are only {}", index, count));
        return error_;
      }
    }
    return one_mesh(ascii_ ? "PLY (ASCII)" : "PLY (binary)", input_.stem(), std::move(points_),
                    faces_);
  }

 private:
  bool read_header() {
    if (lines_.next() != std::string_view("ply")) return refuse("the first line must be \"ply\"");
    while (const auto line = lines_.next()) {
      Words words(*line);
      const std::string_view keyword = words.next();
      if (keyword == "end_header") {
        return format_known_ ? check_counts() : refuse("the header names no format");
      }
      if (!read_header_line(keyword, words)) return false;
    }
    return refuse("the file ends before \"end_header\": truncated");
  }

  bool read_header_line(std::string_view keyword, Words& words) {
    if (keyword == "comment" || keyword == "obj_info" || keyword.empty()) return true;
    if (keyword == "format") return read_format(words.next());
    if (keyword == "element") {
      const std::string_view name = words.next();
      const auto count = to_integer(words.next());
      if (!count || *count < 0) return refuse("an element needs a name and a count");
      elements_.push_back({std::string(name), *count});
      return true;
    }
    if (keyword == "property" && !elements_.empty()) return read_property(words);
    return refuse(fmt::format("\"{}\" is out of place in a PLY header", keyword.substr(0, 40)));
  }

  bool read_format(std::string_view format) {
    format_known_ = true;
    ascii_ = format == "ascii";
    order_ = format == "binary_big_endian" ? std::endian::big : std::endian::little;
    return ascii_ || format == "binary_little_endian" || format == "binary_big_endian" ||
           refuse(fmt::format("format \"{}\" is none of PLY's", format));
  }

  bool read_property(Words& words) {
    Property property;
    std::string_view word = words.next();
    if (word == "list") {
      property.count = type_from_name(words.next());
      if (!property.count) return refuse("a list needs a type for its count");
      word = words.next();
    }
    const auto type = type_from_name(word);
    if (!type) return refuse(fmt::format("\"{}\" is no type of PLY", word));
    property.type = *type;
    property.name = words.next();
    elements_.back().properties.push_back(std::move(property));
    return true;
  }

  bool check_counts() {
    std::size_t left = lines_.rest().size() + (ascii_ ? 1 : 0);  // the last line may lack its end
    for (const Element& element : elements_) {
      const std::size_t row = element.least_row_size(ascii_);
      if (row == 0) continue;
      if (static_cast<std::uint64_t>(element.count) > left / row) {
        return refuse(
            fmt::format("{} rows of \"{}\" are claimed, but only {} bytes follow: "
                        "truncated or damaged",
                        element.count, element.name, lines_.rest().size()));
      }
      left -= static_cast<std::size_t>(element.count) * row;
      if (element.name == "vertex" && element.count > input_.limits.points) {
        return refuse(fmt::format("more than {} points; split the mesh", input_.limits.points),
                      ErrorCode::too_large);
      }
    }
    return true;
  }

  bool read_element(const Element& element) {
    if (element.properties.empty()) return true;
    element_ = &element;
    if (element.name == "vertex") {
      if (!find_coordinates(element)) return false;
      points_.reserve(static_cast<std::size_t>(element.count));
    }
    for (std::int64_t row = 0; row < element.count; ++row) {
      row_ = row;
      if (ascii_ && !next_row()) return false;
      if (element.name == "vertex") points_.push_back({});
      for (std::size_t p = 0; p < element.properties.size(); ++p) {
        if (!read_property_value(element, p)) return false;
      }
      if (const std::string_view word = words_.next(); !word.empty()) {
        return refuse(fmt::format("{}: \"{}\" is no property of it", place(), word));
      }
    }
    return true;
  }

  bool find_coordinates(const Element& element) {
    columns_.fill(element.properties.size());
    for (std::size_t p = 0; p < element.properties.size(); ++p) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Property& property = element.properties[p];
        if (property.name != std::string_view("xyz").substr(k, 1) || property.count) continue;
        if (columns_[k] != element.properties.size()) {
          return refuse(fmt::format("the element \"vertex\" has two properties {}", property.name));
        }
        columns_[k] = p;
      }
    }
    for (const std::size_t column : columns_) {
      if (column == element.properties.size()) {
        return refuse("the element \"vertex\" must have properties x, y and z");
      }
    }
    return true;
  }

  bool read_property_value(const Element& element, std::size_t p) {
    const Property& property = element.properties[p];
    double count = 1;
    if (property.count && !next_value(*property.count, count)) return false;
    if (!(count >= 0) || count != std::floor(count))
      return refuse(fmt::format("{}: a list has {} entries", place(), count));
    const bool indices = element.name != "vertex" &&
                         (property.name == "vertex_indices" || property.name == "vertex_index" ||
                          property.name == "vertex1" || property.name == "vertex2");
    if (indices) faces_.begin(kind_of(element, property));
    // No file has 2^53 entries; it ends before.
    for (auto left = static_cast<std::uint64_t>(std::min(count, 0x1p53)); left > 0; --left) {
      double value = 0;
      if (!next_value(property.type, value)) return false;
      if (indices && !add_index(element, value)) return false;
      for (std::size_t k = 0; element.name == "vertex" && k < 3; ++k) {
        if (columns_[k] == p) points_.back()[k] = value;
      }
    }
    return true;
  }

  /// The lists of edges and of elements that PLY does not name make no triangles.
  static FaceKind kind_of(const Element& element, const Property& property) {
    if (!property.count) return FaceKind::none;
    if (element.name == "face") return FaceKind::fan;
    return element.name == "tristrips" ? FaceKind::strip : FaceKind::none;
  }

  /// In triangle strips, -1 begins another strip.
  bool add_index(const Element& element, double value) {
    if (element.name == "tristrips" && value == -1) {
      faces_.begin(FaceKind::strip);
      return true;
    }
    if (!(value >= 0 && value <= 4294967295.0) || value != std::floor(value)) {
      return refuse(fmt::format("{}: {} is no index of a vertex", place(), value));
    }
    faces_.add(static_cast<std::int64_t>(value));
    return true;
  }

  bool next_row() {
    while (const auto line = lines_.next()) {
      words_ = Words(*line);
      if (!Words(*line).next().empty()) return true;
    }
    return refuse(fmt::format("the file ends before {}: truncated", place()));
  }

  bool next_value(Type type, double& value) {
    if (ascii_) {
      const std::string_view word = words_.next();
      const auto number = read_text_decimal(word);
      if (!number) return refuse(fmt::format("{}: \"{}\" is no number", place(), word));
      value = *number;
      return true;
    }
    if (size_of(type) > body_.size() - at_) {
      return refuse(fmt::format("the file ends inside {}: truncated", place()));
    }
    value = load_as_double(body_, at_, type, order_);
    at_ += size_of(type);
    return true;
  }

  /// The file has more rows than the header claims; which of them count is ambiguous.
  bool read_end() {
    const std::string_view left = ascii_ ? lines_.rest() : body_.substr(at_);
    const std::size_t more = left.find_first_not_of(" \t\r\n");
    if (more == std::string_view::npos) return true;
    return refuse(
        fmt::format("{} bytes follow the last element of the header: damaged", left.size() - more));
  }

  std::string place() const { return fmt::format("{} {}", element_->name, row_); }

  bool refuse(std::string_view what, ErrorCode code = io_error::syntax) {
    error_ = {code, format_known_ && !ascii_
                        ? fmt::format("{}: byte {}: {}", input_.path,
                                      input_.bytes.size() - lines_.rest().size() + at_, what)
                        : fmt::format("{}:{}: {}", input_.path, lines_.number(), what)};
    return false;
  }

  const Input& input_;
  Lines lines_;
  Words words_{{}};
  bool format_known_ = false;
  bool ascii_ = true;
  std::endian order_ = std::endian::little;
  std::vector<Element> elements_;
  std::array<std::size_t, 3> columns_{};
  std::string_view body_;  ///< what follows a binary file's header
  std::size_t at_ = 0;
  const Element* element_ = nullptr;  ///< the current element, as is its row_
  std::int64_t row_ = 0;
  std::vector<Vector3> points_;
  Faces faces_;
  Error error_;
};

}  // namespace

Result<Model> read_ply(const Input& input) { return PlyReader(input).read(); }

}  // namespace sunder::detail::files
