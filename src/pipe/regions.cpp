// SPDX-License-Identifier: Apache-2.0
//
// Idea: A region is {"dimension", "part_a", "part_b", "normal", "length", "area", "outline", "triangles"}.
// Cost: Linear in the corners.
// Gives up: Coordinates are rounded and carry no proof: read back, their form alone is checked.
#include "pipe/regions.hpp"

#include <array>
#include <string_view>
#include <vector>

#include "pipe/values.hpp"
#include "sunder/report.hpp"
#include "text/json_text.hpp"

namespace sunder::detail {
namespace {

constexpr std::array<std::string_view, 8> kRegionKeys = {
    "dimension", "part_a", "part_b", "normal", "length", "area", "outline", "triangles"};

/// Calls each(i) for the items of a list, with commas between.
template <class Each>
void append_list(std::string& out, std::size_t count, const Each& each) {
  out += '[';
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    each(i);
  }
  out += ']';
}

void append_region(std::string& out, const ContactRegion& region) {
  out += '{';
  append_key(out, "dimension");
  append_integer(out, region.dimension);
  append_index(out, "part_a", region.part_a);
  append_index(out, "part_b", region.part_b);
  append_vector(out, "normal", region.dimension == 2, region.normal);
  append_key(out, "length");
  append_number(out, region.length);
  append_key(out, "area");
  append_number(out, region.area);
  append_key(out, "outline");
  append_list(out, region.outline.size(), [&](std::size_t rim) {
    const std::vector<Vector3>& corners = region.outline[rim];
    append_list(out, corners.size(), [&](std::size_t i) { append_numbers(out, corners[i]); });
  });
  append_key(out, "triangles");
  append_list(out, region.triangles.size(), [&](std::size_t i) {
    append_list(out, 2, [&](std::size_t side) {
      const std::int32_t triangle = region.triangles[i][side];
      if (triangle < 0) {
        out += "null";
      } else {
        append_integer(out, triangle);
      }
    });
  });
  out += '}';
}

class RegionReader {
 public:
  explicit RegionReader(JsonReader& reader) : reader_(reader) {}

  bool read(JsonValue value, const Place& place) {
    return reader_.fields(value, place, kRegionKeys, [&](std::size_t key, JsonValue item) {
      const Place here = place.key(kRegionKeys[key]);
      switch (key) {
        case 0:
          return reader_.integer(item, here, index_);
        case 1:
        case 2:
          return read_index(item, here);
        case 3:
          return read_vector_or_null(reader_, item, here, numbers_);
        case 4:
        case 5:
          return reader_.is_null(item) || reader_.number(item, here, "number", number_);
        case 6:
          return read_outline(item, here);
        default:
          return read_triangles(item, here);
      }
    });
  }

 private:
  bool read_index(JsonValue value, const Place& place) {
    return reader_.is_null(value) || reader_.integer(value, place, index_);
  }

  bool read_outline(JsonValue value, const Place& place) {
    return reader_.items(value, place, "an array of rims", [&](std::size_t i, JsonValue rim) {
      const Place here = place.item(i);
      return reader_.items(rim, here, "an array of points", [&](std::size_t k, JsonValue point) {
        return reader_.numbers(point, here.item(k), "coordinate", numbers_);
      });
    });
  }

  bool read_triangles(JsonValue value, const Place& place) {
    return reader_.items(value, place, "an array of pairs", [&](std::size_t i, JsonValue pair) {
      const Place here = place.item(i);
      return reader_.items(pair, here, "two indices", [&](std::size_t k, JsonValue index) {
        return read_index(index, here.item(k));
      });
    });
  }

  JsonReader& reader_;
  std::vector<double> numbers_;
  double number_ = 0;
  std::int32_t index_ = 0;
};

}  // namespace

void append_regions(std::string& out, const BodyContact& contact) {
  append_key(out, "regions");
  append_list(out, contact.regions.size(),
              [&](std::size_t i) { append_region(out, contact.regions[i]); });
}

bool read_regions(JsonReader& reader, JsonValue value, const Place& place, std::size_t& count) {
  RegionReader regions(reader);
  count = 0;
  return reader.items(value, place, "an array of regions", [&](std::size_t i, JsonValue region) {
    ++count;
    return regions.read(region, place.item(i));
  });
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string to_json(const BodyContact& contact) {
  if (!contact) return "null";
  std::string out = "{";
  detail::append_regions(out, contact);
  return out + "}";
}

}  // namespace sunder::inline SUNDER_ABI
