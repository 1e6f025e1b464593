// SPDX-License-Identifier: Apache-2.0
//
// Tests any text, line by line, as a decimal. The common reader, that of verify and the C library's
// must read the same number, or none.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "fuzz/demand.hpp"
#include "fuzz/targets.hpp"
#include "text/decimal.hpp"
#include "text/exact_decimal.hpp"
#include "text/text_scanner.hpp"

namespace sunder::fuzz {
namespace {

/// The longest tested line: strtod takes quadratic time.
constexpr std::size_t kLongest = 4096;

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// In the locale "C", which no target changes.
struct ReadByLibrary {
  double value = 0;
  std::size_t length = 0;
};

ReadByLibrary read_by_library(const std::string& text) {
  char* stop = nullptr;
  const double value = std::strtod(text.c_str(), &stop);
  return {value, static_cast<std::size_t>(stop - text.c_str())};
}

void check_json(const std::string& text) {
  const detail::Decimal one = detail::read_json_decimal(text);
  const detail::Decimal other = detail::read_exact_json_decimal(text);
  if (one.length != other.length) broken("both readers see a number of one length", text);
  if (!same(one.value, other.value)) broken("both readers read one number", text);
  if (one.length == 0) return;
  const ReadByLibrary library = read_by_library(text.substr(0, one.length));
  if (library.length != one.length) broken("the C library sees that number too", text);
  if (!same(library.value, one.value)) broken("the C library reads it alike", text);
}

void check_text(const std::string& text) {
  const auto read = detail::read_text_decimal(text);
  const ReadByLibrary library = read_by_library(text);
  const bool whole = !text.empty() && library.length == text.size();
  if (read) {
    if (!whole) broken("the C library reads what the reader of texts does", text);
    const bool nan = std::isnan(*read) && std::isnan(library.value);
    if (!nan && !same(*read, library.value)) broken("and alike", text);
  } else if (whole) {
    // It also accepts hexadecimals, nan(...) and leading blanks, and gives an infinity on overflow.
    const bool more = text.find_first_of("xX( \t\v\f\r") != std::string::npos;
    if (!more && !std::isinf(library.value))
      broken("the reader of texts reads what it should", text);
  }
}

}  // namespace

void fuzz_decimals(Bytes bytes) {
  const std::string all(bytes.begin(), bytes.end());
  detail::files::Lines lines(all);
  while (const auto line = lines.next()) {
    const std::string text(line->substr(0, kLongest));
    if (text.find('\0') != std::string::npos) continue;  // the C library's strings end there
    check_json(text);
    check_text(text);
  }
}

}  // namespace sunder::fuzz
