// SPDX-License-Identifier: Apache-2.0
//
// Reads elements and attributes of URDF and SRDF. What is absent or wrong is refused with file, line and element.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "sunder/error.hpp"

namespace sunder::detail::robot {

/// A document and what it is called. Every function throws files::Refused.
class XmlFile {
 public:
  /// `format` is "URDF" or "SRDF". Refuses what is no well-formed XML, has another root than <robot>, or is xacro.
  XmlFile(std::string path, std::string_view text, std::string_view format);

  pugi::xml_node root() const { return root_; }
  const std::string& path() const noexcept { return path_; }

  [[noreturn]] void refuse(ErrorCode code, pugi::xml_node element,
                           const std::string& message) const;

  /// Returns an attribute that must be there and not empty; `remedy` says what to write.
  std::string required(pugi::xml_node element, const char* attribute,
                       std::string_view remedy) const;
  /// Returns the only child of this name, or none; a second one is refused.
  pugi::xml_node only(pugi::xml_node element, const char* name) const;
  /// Returns a finite number; none where the attribute is absent.
  std::optional<double> number(pugi::xml_node element, const char* attribute) const;
  double required_number(pugi::xml_node element, const char* attribute) const;
  /// Returns the finite numbers of an attribute that must be there.
  std::vector<double> numbers(pugi::xml_node element, const char* attribute) const;
  /// Returns three finite numbers; none where the attribute is absent.
  std::optional<std::array<double, 3>> three(pugi::xml_node element, const char* attribute) const;

 private:
  double to_number(pugi::xml_node element, const char* attribute, std::string_view word) const;

  std::string path_;
  std::string_view text_;
  pugi::xml_document document_;
  pugi::xml_node root_;
};

}  // namespace sunder::detail::robot
