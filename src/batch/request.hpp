// SPDX-License-Identifier: Apache-2.0
//
// Checks the request of a batch before anything is written: columns, outputs and options.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "exact/dyadic.hpp"
#include "sunder/batch.hpp"

namespace sunder::detail::batch {

inline Error wrong_shape(std::string message) {
  return {ErrorCode::wrong_shape, std::move(message)};
}

inline std::optional<Error> check_list(const char* name, const Indices& list, std::int64_t items) {
  if (list.data == nullptr ||
      list.count >= (list.stride == 0 ? std::min<std::int64_t>(items, 1) : items))
    return std::nullopt;
  return wrong_shape(std::string(name) + " has " + std::to_string(list.count) + " entries for " +
                     std::to_string(items) + " items; give one an item, or a stride of 0");
}

inline std::optional<Error> check_table(const char* name, const void* data, std::int64_t entries) {
  if (entries == 0 || (entries > 0 && data != nullptr)) return std::nullopt;
  return wrong_shape(std::string(name) + " has " + std::to_string(entries) +
                     " entries and starts nowhere; give the first one's address");
}

template <class T>
std::optional<Error> check_output(const char* name, std::span<T> output, std::int64_t items) {
  if (output.empty() || output.size() == static_cast<std::size_t>(items)) return std::nullopt;
  return wrong_shape(std::string(name) + " has " + std::to_string(output.size()) + " entries for " +
                     std::to_string(items) + " items; give one an item, or none");
}

inline std::optional<Error> check_number(const char* name, std::int64_t value, std::int64_t least,
                                         std::int64_t most) {
  if (least <= value && value <= most) return std::nullopt;
  return wrong_shape(std::string(name) + " is " + std::to_string(value) + "; give " +
                     std::to_string(least) + " to " + std::to_string(most));
}

template <class T>
std::optional<Error> check_column(const char* name, const Column<T>& column, std::int64_t entries) {
  if (entries == 0) return std::nullopt;
  if (column.data != nullptr && column.count >= (column.stride == 0 ? 1 : entries)) {
    return std::nullopt;
  }
  const std::int64_t given = column.data == nullptr ? 0 : column.count;
  return wrong_shape(std::string(name) + " has " + std::to_string(given) + " entries for " +
                     std::to_string(entries) + "; give one each, or a stride of 0");
}

/// Checks an array of answers, which a question cannot do without.
inline std::optional<Error> check_found(std::size_t found, std::int64_t items) {
  if (found == static_cast<std::size_t>(items)) return std::nullopt;
  return wrong_shape("found has " + std::to_string(found) + " entries for " +
                     std::to_string(items) + " items; give one an item");
}

/// Refuses an output that the question does not write.
template <class T>
std::optional<Error> check_absent(const char* name, std::span<T> output) {
  if (output.empty()) return std::nullopt;
  return wrong_shape(std::string(name) + " is not answered by this question; leave it out");
}

/// Keeps the first error of a request.
class FirstError {
 public:
  void operator()(const std::optional<Error>& other) {
    if (!error_) error_ = other;
  }
  const std::optional<Error>& error() const noexcept { return error_; }

 private:
  std::optional<Error> error_;
};

inline constexpr std::int64_t kMostItems = std::int64_t{1} << 62;

inline void check_options(const BatchOptions& options, std::int64_t items, FirstError& next) {
  next(check_number("begin", options.begin, 0, std::max(items, std::int64_t{0})));
  next(check_number("chunk", options.chunk, 0, kMostItems));
  next(check_number("hits", options.hits, 1, kMostItems));
  if (!detail::is_finite_bits(options.width) ||
      (std::signbit(options.width) && !detail::is_zero_bits(options.width))) {
    next(wrong_shape("width is negative or not finite; 0 asks for the default width"));
  }
  if (!(options.beyond >= 0)) {
    next(wrong_shape("beyond is negative or NaN; infinity asks for every distance"));
  }
}

}  // namespace sunder::detail::batch
