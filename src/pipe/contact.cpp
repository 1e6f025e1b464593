// SPDX-License-Identifier: Apache-2.0
//
// Idea: A contact is written with all its points. The reader checks only the form of a point and
// keeps nothing.
// Cost: Linear in the number of points.
// Gives up: It refuses unknown keys and values of another type.
#include "pipe/contact.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "pipe/values.hpp"
#include "text/json_text.hpp"

namespace sunder::detail {
namespace {

void append_feature(std::string& out, const ContactFeature& feature) {
  out += '[';
  append_integer(out, feature[0]);
  out += ", ";
  append_integer(out, feature[1]);
  out += ']';
}

template <int D>
void append_point(std::string& out, const ContactPoint<D>& point) {
  out += '{';
  append_vector(out, "point_a", true, point.point_a);
  append_vector(out, "point_b", true, point.point_b);
  append_key(out, "depth");
  append_number(out, point.depth);
  append_key(out, "id");
  out += '[';
  append_feature(out, point.id.a);
  out += ", ";
  append_feature(out, point.id.b);
  out += "]}";
}

constexpr std::array<std::string_view, 3> kContactKeys = {"normal", "dimension", "points"};
constexpr std::array<std::string_view, 4> kPointKeys = {"point_a", "point_b", "depth", "id"};

/// Reads points of contact, one by one; of all it keeps the greatest depth.
class PointReader {
 public:
  explicit PointReader(JsonReader& reader) : reader_(reader) {}

  bool read(JsonValue value, const Place& place) {
    return reader_.fields(value, place, kPointKeys, [&](std::size_t key, JsonValue item) {
      const Place here = place.key(kPointKeys[key]);
      if (key < 2) return reader_.numbers(item, here, "number", numbers_);
      if (key == 2) return read_depth(item, here);
      return reader_.items(item, here, "two features", [&](std::size_t index, JsonValue feature) {
        return reader_.numbers(feature, here.item(index), "index", numbers_);
      });
    });
  }

  /// There are points, and none is deeper than 0.
  bool are_shallow() const noexcept { return deepest_ <= 0; }

 private:
  bool read_depth(JsonValue value, const Place& place) {
    double depth = 0;
    if (!reader_.number(value, place, "depth", depth)) return false;
    deepest_ = std::fmax(deepest_, depth);
    return true;
  }

  JsonReader& reader_;
  std::vector<double> numbers_;
  double deepest_ = std::nan("");
};

}  // namespace

template <int D>
void append_contact(std::string& out, const Contact<D>& answer,
                    std::span<const ContactPoint<D>> points) {
  append_key(out, "contact");
  if (!answer && answer.points.empty()) {
    out += "null";
    return;
  }
  out += '{';
  const Witness<D> at = answer.witness.value_or(Witness<D>{});
  append_vector(out, "normal", answer.witness.has_value(), at.normal);
  append_key(out, "dimension");
  append_integer(out, answer.dimension);
  append_key(out, "points");
  out += '[';
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) out += ", ";
    append_point(out, points[i]);
  }
  out += "]}";
}

template void append_contact(std::string&, const Contact<2>&, std::span<const ContactPoint<2>>);
template void append_contact(std::string&, const Contact<3>&, std::span<const ContactPoint<3>>);

bool read_contact(JsonReader& reader, JsonValue value, const Place& place, ContactText& contact) {
  contact = ContactText::none;
  if (reader.is_null(value)) return true;
  std::vector<double> normal;
  std::int32_t dimension = 0;
  PointReader points(reader);
  const auto each = [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kContactKeys[key]);
    if (key == 0) return read_vector_or_null(reader, item, here, normal);
    if (key == 1) return reader.integer(item, here, dimension);
    return reader.items(item, here, "an array of points", [&](std::size_t index, JsonValue point) {
      return points.read(point, here.item(index));
    });
  };
  if (!reader.fields(value, place, kContactKeys, each)) return false;
  contact = points.are_shallow() ? ContactText::shallow : ContactText::deep;
  return true;
}

}  // namespace sunder::detail
