// SPDX-License-Identifier: Apache-2.0
//
// Reads configurations of a robot from a file, some at a time: NumPy's .npy, .csv with a header, and
// .jsonl with a line for each.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/error.hpp"
#include "sunder/io.hpp"

namespace sunder::cli {

/// What configurations are made of.
struct ConfigurationOrder {
  std::span<const std::string> names;  ///< of the variables, in order
  std::vector<double> others;          ///< of the variables that a file does not give
  /// The variables of columns that have no names; empty: all in their order.
  std::vector<std::string> columns;
};

/// The numbers of a file, as configurations. A .npy file holds an array of T rows, or one row, of
/// little-endian float64 or float32 in C order. A .csv file begins with a line of names; a column "time" is
/// left out. A line of .jsonl is a list of numbers, or an object of names and numbers, of which "time" is
/// left out.
class ConfigurationReader {
 public:
  virtual ~ConfigurationReader() = default;
  /// Opens a file by its extension. Refuses names that are no variable's, and those given twice.
  static Result<std::unique_ptr<ConfigurationReader>> open(const std::string& path,
                                                           ConfigurationOrder order);

  /// Appends up to `most` configurations, and returns how many; 0 at the end.
  virtual Result<std::int64_t> read(std::int64_t most, std::vector<double>& configurations) = 0;
  /// The number of all configurations, where the file says it; else -1.
  virtual std::int64_t total() const noexcept { return -1; }
  /// The variables that the file has not given, so far.
  const std::vector<bool>& missing() const noexcept { return missing_; }

 protected:
  std::vector<bool> missing_;
};

}  // namespace sunder::cli
