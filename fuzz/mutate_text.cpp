// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutate_text.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sunder::fuzz {
namespace {

/// A section of the text: its begin and its length.
struct Stretch {
  std::size_t begin = 0;
  std::size_t length = 0;
};

bool belongs_to_number(char c) noexcept {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

std::vector<Stretch> numbers_of(std::string_view text) {
  std::vector<Stretch> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') continue;
    std::size_t begin = i;
    while (begin > 0 && belongs_to_number(text[begin - 1])) --begin;
    while (i < text.size() && belongs_to_number(text[i])) ++i;
    found.push_back({begin, i - begin});
  }
  return found;
}

/// Returns the sections between marks of the same kind: lines, quoted words, entries of a list.
std::vector<Stretch> stretches_of(std::string_view text, char mark) {
  std::vector<Stretch> found;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != mark) continue;
    found.push_back({begin, i + 1 - begin});
    begin = i + 1;
  }
  return found;
}

const Stretch& pick(Choices& choices, const std::vector<Stretch>& from) {
  return from[static_cast<std::size_t>(choices.bits(8) % from.size())];
}

std::string hard_number(Choices& choices) {
  constexpr std::string_view kNumbers[] = {"0",
                                           "-0",
                                           "1",
                                           "-1",
                                           "2",
                                           "3",
                                           "0.5",
                                           "1e308",
                                           "-1e308",
                                           "1e309",
                                           "5e-324",
                                           "1e-400",
                                           "4294967295",
                                           "4294967296",
                                           "65535",
                                           "2147483647",
                                           "2147483648",
                                           "-2147483648",
                                           "1e999999999",
                                           "0x10",
                                           "nan",
                                           "inf",
                                           "1.",
                                           ".5",
                                           "1e",
                                           "00",
                                           "-",
                                           "18446744073709551615",
                                           "9223372036854775808",
                                           "0.1000000000000000055511151231257827021181"};
  return std::string(
      kNumbers[static_cast<std::size_t>(choices.in(0, static_cast<int>(std::size(kNumbers)) - 1))]);
}

void mutate_once(Choices& choices, std::string& text) {
  const std::vector<Stretch> numbers = numbers_of(text);
  constexpr char kMarks[] = {'\n', ',', '"', '>', ' ', '}', ']'};
  const std::vector<Stretch> parts = stretches_of(text, kMarks[choices.in(0, 6)]);
  switch (choices.in(0, 5)) {
    case 0:
    case 1:
      if (numbers.empty()) break;
      {
        const Stretch at = pick(choices, numbers);
        text.replace(at.begin, at.length, hard_number(choices));
      }
      break;
    case 2:
      if (numbers.empty()) break;
      {
        const Stretch from = pick(choices, numbers);
        const Stretch to = pick(choices, numbers);
        text.replace(to.begin, to.length, std::string(text, from.begin, from.length));
      }
      break;
    case 3:
      if (parts.empty()) break;
      {
        const Stretch from = pick(choices, parts);
        text.insert(pick(choices, parts).begin, std::string(text, from.begin, from.length));
      }
      break;
    case 4:
      if (parts.empty()) break;
      {
        const Stretch lost = pick(choices, parts);
        text.erase(lost.begin, lost.length);
      }
      break;
    default:
      if (parts.empty()) break;
      {
        const Stretch from = pick(choices, parts);
        const Stretch to = pick(choices, parts);
        text.replace(to.begin, to.length, std::string(text, from.begin, from.length));
      }
  }
}

}  // namespace

bool reads_text(std::string_view target) noexcept {
  constexpr std::string_view kTexts[] = {"decimals", "pipe", "stl",     "obj", "ply",
                                         "off",      "gltf", "collada", "xml", "urdf"};
  return std::find(std::begin(kTexts), std::end(kTexts), target) != std::end(kTexts);
}

std::size_t mutate_text(Choices& choices, std::span<std::uint8_t> buffer, std::size_t size) {
  std::string text(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(size));
  for (int i = choices.in(1, 3); i > 0; --i) mutate_once(choices, text);
  if (text.empty()) text = hard_number(choices);
  text.resize(std::min(text.size(), buffer.size()));
  std::copy(text.begin(), text.end(), buffer.begin());
  return text.size();
}

}  // namespace sunder::fuzz
