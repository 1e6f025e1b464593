// SPDX-License-Identifier: Apache-2.0
//
// Idea: This reads both forms of STL. Binary files have an 80-byte header, a count, and 50 bytes a
// triangle; ASCII files have solids of facets. A file that begins with "solid" may still be binary;
// the size that the count predicts decides.
// Cost: One pass; corners that repeat are removed by the hull, and welded by the mesh.
// Gives up: It refuses words that the grammar does not allow, and files that are cut off.
#include <fmt/format.h>

#include "files/model.hpp"
#include "text/decimal.hpp"
#include "text/raw_bytes.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail::files {
namespace {

constexpr std::size_t kHeaderSize = 84;
constexpr std::size_t kTriangleSize = 50;

Error too_many_points(const Input& input) {
  return {ErrorCode::too_large,
          fmt::format("{}: more than {} points; split the mesh", input.path, input.limits.points)};
}

std::uint64_t predicted_size(std::string_view bytes) {
  return kHeaderSize + std::uint64_t{load<std::uint32_t>(bytes, 80)} * kTriangleSize;
}

Result<Model> read_binary(const Input& input) {
  const std::string_view bytes = input.bytes;
  if (bytes.size() < kHeaderSize) {
    return Error{io_error::syntax,
                 fmt::format("{}: truncated: {} bytes, and the header of a binary STL alone has {}",
                             input.path, bytes.size(), kHeaderSize)};
  }
  const auto count = load<std::uint32_t>(bytes, 80);
  if (predicted_size(bytes) != bytes.size()) {
    return Error{io_error::syntax,
                 fmt::format("{}: byte 80 claims {} triangles, {} bytes in all, but the file has "
                             "{} bytes: truncated or damaged; export it again",
                             input.path, count, predicted_size(bytes), bytes.size())};
  }
  if (std::int64_t{count} * 3 > input.limits.points) return too_many_points(input);

  Model model{.format = "STL (binary)"};
  Mesh mesh{.name = input.stem()};
  mesh.points.reserve(std::size_t{count} * 3);
  mesh.triangles.reserve(count);
  for (std::size_t triangle = 0; triangle < count; ++triangle) {
    const auto first = static_cast<std::int32_t>(mesh.points.size());
    mesh.triangles.push_back({first, first + 1, first + 2});
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::size_t at = kHeaderSize + triangle * kTriangleSize + 12 + corner * 12;
      mesh.points.push_back({static_cast<double>(load<float>(bytes, at)),
                             static_cast<double>(load<float>(bytes, at + 4)),
                             static_cast<double>(load<float>(bytes, at + 8))});
    }
  }
  model.meshes.push_back(std::move(mesh));
  place_all(model);
  return model;
}

/// The ASCII grammar, in lower case or capitals: solid, facet normal, outer loop, vertex x 3,
/// endloop, endfacet, endsolid. A line may hold several of these; names end with their line, or before a facet.
/// Normals are ignored: exporters write NaN there, and the order of the corners says as much.
class AsciiReader {
 public:
  explicit AsciiReader(const Input& input) : input_(input), lines_(input.bytes) {}

  Result<Model> read() {
    while (const auto line = lines_.next()) {
      Words words(*line);
      for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (!step(in_lower_case(word), words)) return error_;
      }
    }
    if (in_solid_) {
      refuse("the file ends inside a solid, before \"endsolid\": truncated; export it again");
      return error_;
    }
    place_all(model_);
    return std::move(model_);
  }

 private:
  bool step(std::string_view keyword, Words& words) {
    if (keyword == "solid") return in_solid_ ? unexpected(keyword) : begin_solid(words);
    if (!in_solid_) return unexpected(keyword);
    if (keyword == "endsolid") {
      take_name(words);
      in_solid_ = false;
      return in_facet_ ? unexpected(keyword) : true;
    }
    if (keyword == "facet") {
      skip_normal(words);
      if (in_facet_) return unexpected(keyword);
      in_facet_ = true;
      corners_ = 0;
      return true;
    }
    if (keyword == "endfacet") {
      if (!in_facet_ || corners_ != 3) return unexpected(keyword);
      in_facet_ = false;
      Mesh& mesh = model_.meshes.back();
      const auto end = static_cast<std::int32_t>(mesh.points.size());
      mesh.triangles.push_back({end - 3, end - 2, end - 1});
      return true;
    }
    if (keyword == "outer" || keyword == "loop" || keyword == "endloop") {
      return in_facet_ || unexpected(keyword);
    }
    return keyword == "vertex" && in_facet_ ? add_vertex(words) : unexpected(keyword);
  }

  /// Skips to the end of the line, or to the loop.
  static void skip_normal(Words& words) {
    for (Words ahead = words;;) {
      const std::string_view word = ahead.next();
      if (word.empty() || in_lower_case(word) == "outer") return;
      words = ahead;
    }
  }

  /// Takes the name behind "solid" or "endsolid": the rest of the line, or what stands before a facet on it.
  static std::string_view take_name(Words& words) {
    std::string_view name;
    for (Words ahead = words;;) {
      const std::string_view word = ahead.next();
      const bool facet =
          in_lower_case(word) == "facet" && in_lower_case(Words(ahead).next()) == "normal";
      if (word.empty() || facet) return name;
      const char* const first = name.empty() ? word.data() : name.data();
      name = {first, static_cast<std::size_t>(word.data() + word.size() - first)};
      words = ahead;
    }
  }

  bool begin_solid(Words& words) {
    const std::string_view name = take_name(words);
    model_.meshes.push_back({name.empty() ? input_.stem() : std::string(name), {}});
    in_solid_ = true;
    return true;
  }

  bool add_vertex(Words& words) {
    Vector3 point{};
    for (double& coordinate : point) {
      const std::string_view word = words.next();
      const auto value = read_text_decimal(word);
      if (!value) return refuse(fmt::format("\"{}\" is no coordinate", word));
      coordinate = *value;
    }
    if (++corners_ > 3) return refuse("a facet has more than three vertices");
    if (++points_ > input_.limits.points) {
      error_ = too_many_points(input_);
      return false;
    }
    model_.meshes.back().points.push_back(point);
    return true;
  }

  bool unexpected(std::string_view keyword) {
    return refuse(fmt::format("\"{}\" is out of place in an ASCII STL", keyword.substr(0, 40)));
  }

  bool refuse(std::string_view what) {
    error_ = {io_error::syntax, fmt::format("{}:{}: {}", input_.path, lines_.number(), what)};
    return false;
  }

  const Input& input_;
  Lines lines_;
  Model model_{.format = "STL (ASCII)"};
  Error error_;
  std::int64_t points_ = 0;
  int corners_{};
  bool in_solid_ = false;
  bool in_facet_ = false;
};

bool looks_ascii(std::string_view bytes) {
  const std::string_view word = Words(without_byte_order_mark(bytes), true).next();
  if (!in_lower_case(word).starts_with("solid")) return false;
  return bytes.substr(0, kHeaderSize).find('\0') == std::string_view::npos;
}

}  // namespace

Result<Model> read_stl(const Input& input) {
  const bool binary_size =
      input.bytes.size() >= kHeaderSize && predicted_size(input.bytes) == input.bytes.size();
  if (!binary_size && looks_ascii(input.bytes)) return AsciiReader(input).read();
  return read_binary(input);
}

}  // namespace sunder::detail::files
