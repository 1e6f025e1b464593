// SPDX-License-Identifier: Apache-2.0
//
// Idea: This reads and answers the question "contact". Its key is {"normal", "dimension",
// "points"}, or {"regions"} of bodies that are not convex. It is null for bodies that neither meet
// nor are near. The answer holds a few points; the query runs again for more.
// Bound: When read back, null and points of separated bodies are compared with the verdict.
// Cost: Linear in the number of points.
// Gives up: Normal and points are checked for their form alone.
#include "sunder/contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "pipe/bodies_answer.hpp"
#include "pipe/question.hpp"
#include "pipe/regions.hpp"
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

constexpr std::array<std::string_view, 4> kContactKeys = {"normal", "dimension", "points",
                                                          "regions"};
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
  bool are_near() const noexcept { return deepest_ <= 0; }

 private:
  /// A depth beyond the largest double is written as null.
  bool read_depth(JsonValue value, const Place& place) {
    double depth = std::numeric_limits<double>::infinity();
    if (!reader_.is_null(value) && !reader_.number(value, place, "depth", depth)) return false;
    deepest_ = std::fmax(deepest_, depth);
    return true;
  }

  JsonReader& reader_;
  std::vector<double> numbers_;
  double deepest_ = std::nan("");
};

template <int D>
std::optional<Error> append_contact(std::string& out, const Asked<D>& asked) {
  const Request& request = asked.request;
  ContactOptions<D> options{asked.search, request.max_points, request.width, request.near};
  const Contact<D> answer = contact(asked.pair.a, asked.pair.b, options);
  const std::size_t most =
      request.max_points > 0 ? std::min(answer.found, static_cast<std::size_t>(request.max_points))
                             : answer.found;
  std::span<const ContactPoint<D>> points(answer.points.begin(), answer.points.size());
  std::vector<ContactPoint<D>> all;
  if (most > points.size()) {
    all.resize(most);
    options.all = all;
    contact(asked.pair.a, asked.pair.b, options);
    points = all;
  }
  append_key(out, "contact");
  if (!answer && answer.points.empty()) {
    out += "null";
    return std::nullopt;
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
  return std::nullopt;
}

template <int D>
std::optional<Error> append_contact_of_bodies(std::string& out, const AskedOfBodies<D>& asked) {
  const bool chooses = asked.request.max_points > 0 || !is_zero(asked.request.near);
  if (chooses || asked.has_radius()) {
    return Error{ErrorCode::not_served,
                 "contact of bodies that are not convex is answered as regions, without "
                 "max_points, near and radii; leave them out"};
  }
  const auto answer = contact(asked.bodies.a, asked.bodies.b);
  append_key(out, "contact");
  if (!answer) {
    out += "null";
    return std::nullopt;
  }
  out += '{';
  append_regions(out, answer);
  out += '}';
  return std::nullopt;
}

/// What a contact claims: none, points of bodies that are near or that meet, or regions of bodies
/// that meet. Without a region one body encloses the other.
enum class Manifold : std::uint8_t { none, near, deep, enclosed };

bool read_contact(JsonReader& reader, JsonValue value, const Place& place, Manifold& manifold) {
  manifold = Manifold::none;
  if (reader.is_null(value)) return true;
  std::vector<double> normal;
  std::int32_t dimension = 0;
  PointReader points(reader);
  bool has_regions = false;
  std::size_t regions = 0;
  const auto each = [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kContactKeys[key]);
    if (key == 0) return read_vector_or_null(reader, item, here, normal);
    if (key == 1) return reader.integer(item, here, dimension);
    if (key == 3) {
      has_regions = true;
      return read_regions(reader, item, here, regions);
    }
    return reader.items(item, here, "an array of points", [&](std::size_t index, JsonValue point) {
      return points.read(point, here.item(index));
    });
  };
  if (!reader.fields(value, place, kContactKeys, each)) return false;
  manifold = points.are_near() ? Manifold::near : Manifold::deep;
  if (has_regions) manifold = regions == 0 ? Manifold::enclosed : Manifold::deep;
  return true;
}

bool read_row(JsonReader& reader, std::size_t /*key*/, JsonValue value, const Place& place,
              Claim& claim) {
  claim.there = true;
  Manifold manifold = Manifold::none;
  if (!read_contact(reader, value, place, manifold)) return false;
  const bool meets = manifold == Manifold::deep || manifold == Manifold::enclosed;
  if (meets) claim.against[0] = "and yet there is a contact";
  if (manifold == Manifold::enclosed) claim.against[1] = "and yet one body encloses the other";
  if (manifold == Manifold::none) {
    claim.against[1] = claim.against[2] = "and yet there is no contact";
  }
  return true;
}

}  // namespace

const PipeQuestion pipe_questions::contact = {
    append_contact<2>, append_contact<3>,           nullptr,
    read_row,          append_contact_of_bodies<2>, append_contact_of_bodies<3>};

}  // namespace sunder::detail
