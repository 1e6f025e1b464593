// SPDX-License-Identifier: Apache-2.0
//
// A document of YAML as a tree, read strictly: what is absent or wrong is refused with file and line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "sunder/error.hpp"

namespace sunder::detail::robot {

/// A scalar, a list or a mapping. Where an alias names it, several nodes have it as a child.
struct YamlNode {
  enum class Kind : std::uint8_t { scalar, list, mapping };
  Kind kind = Kind::scalar;
  bool plain = false;  ///< a scalar without quotes
  std::int32_t line = 0;
  std::string text;  ///< of a scalar
  /// A list has its items here, a mapping a key and its value in turn.
  std::vector<std::int32_t> children;
  std::int64_t size = 1;  ///< it and all below it, each alias counted as what it names
};

/// A document and what it is called. Every function throws files::Refused.
class YamlFile {
 public:
  using Node = const YamlNode*;

  /// Refuses what is no YAML, more than one document, tags of programs, and equal keys. Refuses aliases to what they are
  /// in, and trees of more than kMostNodes, where each alias counts as what it names.
  YamlFile(std::string path, std::string_view text);

  Node root() const { return &nodes_[static_cast<std::size_t>(root_)]; }
  const std::string& path() const noexcept { return path_; }

  [[noreturn]] void refuse(ErrorCode code, Node at, const std::string& message) const;

  /// Refuses what is no mapping, and keys that are not among these; `what` names it.
  void expect_keys(Node mapping, std::string_view what,
                   std::initializer_list<std::string_view> keys) const;
  /// Returns the value of a key, null where it is absent or empty.
  Node find(Node mapping, std::string_view key) const;
  Node required(Node mapping, std::string_view what, std::string_view key) const;
  /// The items of a list; none where it is null.
  std::vector<Node> items(Node list, std::string_view what) const;
  /// The text of a scalar.
  const std::string& text(Node scalar, std::string_view what) const;
  double number(Node scalar, std::string_view what) const;
  std::vector<double> numbers(Node list, std::string_view what) const;
  std::vector<std::string> texts(Node list, std::string_view what) const;
  bool boolean(Node scalar, std::string_view what) const;
  /// Reads numbers as a list, or as a mapping with these keys.
  std::vector<double> named_numbers(Node node, std::string_view what,
                                    std::initializer_list<std::string_view> keys) const;

 private:
  class Builder;
  bool is_null(const YamlNode& node) const noexcept;
  Node child(std::int32_t id) const { return &nodes_[static_cast<std::size_t>(id)]; }

  std::string path_;
  std::vector<YamlNode> nodes_;
  std::int32_t root_ = 0;
};

}  // namespace sunder::detail::robot
