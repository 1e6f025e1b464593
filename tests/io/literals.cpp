// SPDX-License-Identifier: Apache-2.0
#include "io/literals.hpp"

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>

namespace sunder::test {
namespace {

using boost::multiprecision::cpp_int;

constexpr std::uint64_t kLargest = 0x7fefffffffffffff;  // the bits of the largest double

}  // namespace

std::int64_t Literals::in(std::int64_t first, std::int64_t last) {
  return first +
         static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(last - first + 1));
}

std::string Literals::digits(std::int64_t count) {
  std::string text;
  while (count-- > 0) text += static_cast<char>(in('0', '9'));
  return text;
}

double Literals::any_double() {
  switch (in(0, 7)) {
    case 0:
      return std::bit_cast<double>(random_() % 4096);
    case 1:
      return std::bit_cast<double>((std::uint64_t{1} << 52) - 2048 + random_() % 4096);
    case 2:
      return std::bit_cast<double>(kLargest - random_() % 64);
    case 3:
      return std::bit_cast<double>(random_() % (std::uint64_t{1} << 52));
    default:
      return std::bit_cast<double>(random_() % (kLargest + 1));
  }
}

Literals::Number Literals::of_digits() {
  Number number;
  const std::int64_t kind = in(0, 19);
  const std::int64_t most = kind < 8 ? 19 : kind < 14 ? 40 : kind < 19 ? 120 : 800;
  number.digits = digits(in(1, most));
  number.point = in(0, 3) == 0 ? in(-345, 312) : in(-30, 30);
  return number;
}

/// 1 to 17 digits, as in most files.
Literals::Number Literals::short_form() {
  std::array<char, 40> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), any_double(),
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view all(text.data(), static_cast<std::size_t>(end - text.data()));
  const std::size_t e = all.find('e');
  Number number;
  std::copy_if(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(e),
               std::back_inserter(number.digits), [](char c) { return c != '.'; });
  const std::string power(all.substr(e + 1));
  number.point = std::stoi(power) + 1;
  return number;
}

/// All digits of a double, or of the midpoint between it and the next.
Literals::Number Literals::exact() {
  const auto bits = std::bit_cast<std::uint64_t>(any_double());
  const auto field = static_cast<int>(bits >> 52);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t mantissa = field == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  const cpp_int twice = cpp_int(mantissa) * 2 + static_cast<int>(in(0, 1));
  const int exponent = std::max(field, 1) - 1076;
  Number number;
  if (exponent >= 0) {
    number.digits = cpp_int(twice << exponent).str();
    number.point = static_cast<std::int64_t>(number.digits.size());
  } else {
    number.digits = cpp_int(twice * pow(cpp_int(5), static_cast<unsigned>(-exponent))).str();
    number.point = static_cast<std::int64_t>(number.digits.size()) + exponent;
  }
  return number;
}

/// That number, slightly increased or decreased.
Literals::Number Literals::middle() {
  Number number = exact();
  const auto zeros = static_cast<std::size_t>(in(0, 3) == 0 ? in(0, 400) : in(0, 3));
  switch (in(0, 3)) {
    case 0:
      number.digits += std::string(zeros, '0') + "1";
      break;
    case 1: {
      // One unit in the last place less, followed by nines.
      std::size_t at = number.digits.size();
      while (at > 0 && number.digits[at - 1] == '0') number.digits[--at] = '9';
      if (at == 0) return exact();
      --number.digits[at - 1];
      number.digits += std::string(zeros + 1, '9');
      break;
    }
    case 2:
      number.digits.resize(std::min(number.digits.size(), static_cast<std::size_t>(in(15, 25))));
      break;
    default:
      break;
  }
  return number;
}

/// With a point at any position, zeros at either end, and the exponent that compensates.
std::string Literals::written(Number number) {
  if (in(0, 4) == 0) number.digits += std::string(static_cast<std::size_t>(in(1, 30)), '0');
  std::string text = in(0, 2) == 0 ? "-" : "";
  const auto size = static_cast<std::int64_t>(number.digits.size());
  std::int64_t whole = in(0, 1) == 0 ? number.point : in(-20, size + 20);
  if (whole < -400 || whole > size + 400) whole = 1;
  const std::int64_t left = number.point - whole;
  if (whole <= 0) {
    text += "0." + std::string(static_cast<std::size_t>(-whole), '0') + number.digits;
  } else {
    if (whole > size) number.digits += std::string(static_cast<std::size_t>(whole - size), '0');
    std::string front = number.digits.substr(0, static_cast<std::size_t>(whole));
    const std::string behind = number.digits.substr(static_cast<std::size_t>(whole));
    front.erase(0, std::min(front.find_first_not_of('0'), front.size() - 1));
    text += front;
    if (!behind.empty()) text += "." + behind;
  }
  if (left != 0 || in(0, 9) == 0) {
    text += in(0, 1) == 0 ? 'e' : 'E';
    if (left >= 0 && in(0, 1) == 0) text += '+';
    if (left < 0) text += '-';
    if (in(0, 3) == 0) text += "00";
    text += std::to_string(left < 0 ? -left : left);
  }
  return text;
}

std::string Literals::next() {
  switch (in(0, 9)) {
    case 0:
    case 1:
      return written(short_form());
    case 2:
    case 3:
      return written(middle());
    case 4:
      return written({std::string(static_cast<std::size_t>(in(1, 30)), '0'), in(-20, 20)});
    default:
      return written(of_digits());
  }
}

}  // namespace sunder::test
