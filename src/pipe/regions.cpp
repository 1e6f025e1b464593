// SPDX-License-Identifier: Apache-2.0
//
// Idea: A region in space is {"dimension", "part_a", "part_b", "normal", "length", "area", "outline", "triangles"}. One in the
// plane is {"dimension", "part_a", "part_b", "normal", "length", "ends", "edges"}.
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

constexpr std::array<std::string_view, 10> kRegionKeys = {
    "dimension", "part_a",  "part_b", "normal",    "length",
    "area",      "outline", "ends",   "triangles", "edges"};

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

/// Appends pairs of indices; null for those below 0.
void append_index_pairs(std::string& out, std::string_view key,
                        const std::vector<std::array<std::int32_t, 2>>& pairs) {
  append_key(out, key);
  append_list(out, pairs.size(), [&](std::size_t i) {
    append_list(out, 2, [&](std::size_t side) {
      const std::int32_t index = pairs[i][side];
      if (index < 0) {
        out += "null";
      } else {
        append_integer(out, index);
      }
    });
  });
}

/// Appends the dimension and the parts, and leaves the object open.
template <class Region>
void append_begin(std::string& out, const Region& region) {
  out += '{';
  append_key(out, "dimension");
  append_integer(out, region.dimension);
  append_index(out, "part_a", region.part_a);
  append_index(out, "part_b", region.part_b);
}

void append_region(std::string& out, const ContactRegion& region) {
  append_begin(out, region);
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
  append_index_pairs(out, "triangles", region.triangles);
  out += '}';
}

void append_region(std::string& out, const ContactRegion2& region) {
  append_begin(out, region);
  append_vector(out, "normal", region.normal != Vector2{}, region.normal);
  append_key(out, "length");
  append_number(out, region.length);
  append_key(out, "ends");
  append_list(out, region.dimension == 1 ? 2 : 1,
              [&](std::size_t i) { append_numbers(out, region.ends[i]); });
  append_index_pairs(out, "edges", region.edges);
  out += '}';
}

template <class Regions>
void append_all(std::string& out, const Regions& regions) {
  append_key(out, "regions");
  append_list(out, regions.size(), [&](std::size_t i) { append_region(out, regions[i]); });
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
          return read_number(item, here, "number");
        case 6:
          return read_outline(item, here);
        case 7:
          return read_points(item, here);
        default:
          return read_pairs(item, here);
      }
    });
  }

 private:
  /// A number beyond the largest double is written as null.
  bool read_number(JsonValue value, const Place& place, std::string_view what) {
    return reader_.is_null(value) || reader_.number(value, place, what, number_);
  }
  bool read_index(JsonValue value, const Place& place) {
    return reader_.is_null(value) || reader_.integer(value, place, index_);
  }

  bool read_outline(JsonValue value, const Place& place) {
    return reader_.items(value, place, "an array of rims", [&](std::size_t i, JsonValue rim) {
      return read_points(rim, place.item(i));
    });
  }
  bool read_points(JsonValue value, const Place& place) {
    return reader_.items(value, place, "an array of points", [&](std::size_t i, JsonValue point) {
      const Place here = place.item(i);
      return reader_.items(point, here, "an array of numbers", [&](std::size_t k, JsonValue item) {
        return read_number(item, here.item(k), "coordinate");
      });
    });
  }

  bool read_pairs(JsonValue value, const Place& place) {
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
  append_all(out, contact.regions);
}
void append_regions(std::string& out, const BodyContact2& contact) {
  append_all(out, contact.regions);
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
