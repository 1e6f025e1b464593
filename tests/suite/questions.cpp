// SPDX-License-Identifier: Apache-2.0
//
// suite_questions FIRST COUNT [STEP] prints cases of the suite as questions for `sunder query`, one
// a line. The id is "<index> <verdict> <form of a's pose> <form of b's>". A reader of the answers
// then knows the expected verdict, and hashes the inputs as hash_inputs() does.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "suite/case.hpp"

namespace sunder::suite {
namespace {

std::string to_json(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

template <class Range>
std::string to_json(const Range& numbers) {
  std::string text = "[";
  for (const double x : numbers) text += (text.size() > 1 ? "," : "") + to_json(x);
  return text + "]";
}

std::string pose_to_json(const PoseData& pose, int dimension) {
  const bool in_3d = dimension == 3;
  switch (pose.form) {
    case PoseData::Form::identity:
      return "";
    case PoseData::Form::quaternion:
      return ",\"quaternion\":" + to_json(pose.quaternion) +
             ",\"translation\":" + to_json(pose.translation);
    case PoseData::Form::translation:
      if (in_3d) return ",\"translation\":" + to_json(pose.translation);
      break;
    case PoseData::Form::matrix:
      break;
  }
  const auto d = static_cast<std::size_t>(dimension);
  std::string text = ",\"transform\":[";
  for (std::size_t row = 0; row < d; ++row) {
    std::vector<double> entries;
    for (std::size_t k = 0; k <= d; ++k) {
      if (pose.form == PoseData::Form::matrix) {
        entries.push_back(pose.rows[row * (d + 1) + k]);
      } else {
        entries.push_back(k == d ? pose.translation[row] : (k == row ? 1.0 : 0.0));
      }
    }
    text += (row > 0 ? "," : "") + to_json(entries);
  }
  return text + "]";
}

std::string body_to_json(const BodyData& body, int dimension) {
  std::string text = "{\"vertices\":[";
  for (std::size_t i = 0; i < body.vertices.size(); ++i) {
    text += (i > 0 ? "," : "") + to_json(body.vertices[i]);
  }
  return text + "]" + pose_to_json(body.pose, dimension) + "}";
}

void print_question(std::uint64_t index) {
  const Case item = make_case(index);
  constexpr const char* kVerdicts[] = {"separated", "touching", "overlapping"};
  constexpr const char* kForms[] = {"identity", "translation", "matrix", "quaternion"};
  std::printf(
      "{\"id\":\"%lu %s %s %s\",\"a\":%s,\"b\":%s,\"ask\":[\"verdict\",\"distance\"],"
      "\"certificate\":\"full\"}\n",
      static_cast<unsigned long>(index), kVerdicts[static_cast<int>(item.verdict)],
      kForms[static_cast<int>(item.a.pose.form)], kForms[static_cast<int>(item.b.pose.form)],
      body_to_json(item.a, item.dimension).c_str(), body_to_json(item.b, item.dimension).c_str());
}

}  // namespace
}  // namespace sunder::suite

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: suite_questions FIRST COUNT [STEP]\n", stderr);
    return 2;
  }
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t count = std::strtoull(argv[2], nullptr, 10);
  const std::uint64_t step = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  for (std::uint64_t i = 0; i < count; ++i) sunder::suite::print_question(first + i * step);
  return 0;
}
