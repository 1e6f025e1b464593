// SPDX-License-Identifier: Apache-2.0
#include "fuzz/question_text.hpp"

#include "sunder/io.hpp"

namespace sunder::fuzz {
namespace {

using suite::PoseData;
using Form = PoseData::Form;

template <class Range>
std::string numbers(const Range& values) {
  std::string text = "[";
  for (const double value : values) text += (text.size() > 1 ? "," : "") + json_number(value);
  return text + "]";
}

/// Any pose other than a quaternion as rows of numbers: outside space a translation has no key.
std::string transform(const PoseData& pose, int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  std::string text = "[";
  for (std::size_t row = 0; row < d; ++row) {
    std::vector<double> entries(d + 1, 0.0);
    entries[row] = 1;
    if (pose.form == Form::translation) entries[d] = pose.translation[row];
    for (std::size_t k = 0; k <= d && pose.form == Form::matrix; ++k) {
      entries[k] = pose.rows[row * (d + 1) + k];
    }
    text += (row > 0 ? "," : "") + numbers(entries);
  }
  return text + "]";
}

}  // namespace

std::string body_text(const suite::BodyData& body, int dimension) {
  std::string text = "{\"vertices\": [";
  for (std::size_t i = 0; i < body.vertices.size(); ++i) {
    text += (i > 0 ? "," : "") + numbers(body.vertices[i]);
  }
  text += "]";
  if (body.pose.form == Form::quaternion) {
    text += ", \"quaternion\": " + numbers(body.pose.quaternion) +
            ", \"translation\": " + numbers(body.pose.translation);
  } else if (body.pose.form != Form::identity) {
    text += ", \"transform\": " + transform(body.pose, dimension);
  }
  return text + "}";
}

std::string question_text(const DrawnPair& pair, std::string_view id, std::string_view ask) {
  return "{\"id\": " + std::string(id) + ", \"a\": " + body_text(pair.a, pair.dimension) +
         ", \"b\": " + body_text(pair.b, pair.dimension) + ", \"ask\": [" + std::string(ask) +
         "], \"certificate\": \"full\"}";
}

}  // namespace sunder::fuzz
