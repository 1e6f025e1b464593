// SPDX-License-Identifier: Apache-2.0
//
// Idea: pugixml keeps the offset of each element, from which a refusal finds line and column. Nothing here recurses.
// Cost: O(n); a refusal counts lines.
// Gives up: Elements and attributes that nobody reads are not looked at, except for signs of xacro.
#include "robot/reading/xml_elements.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "files/refused.hpp"
#include "files/xml_text.hpp"
#include "geometry/double_bits.hpp"
#include "sunder/io.hpp"

namespace sunder::detail::robot {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

/// Returns the next word, and removes it; empty at the end.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kSpace));
  text.remove_prefix(word.size());
  return word;
}

/// Returns the first element after this one in the order of the document, or none.
pugi::xml_node following(pugi::xml_node node) {
  if (node.first_child()) return node.first_child();
  while (node && !node.next_sibling()) node = node.parent();
  return node.next_sibling();
}

/// Returns the first sign of xacro, or none. Documents may be of any depth.
pugi::xml_node find_xacro(pugi::xml_node root) {
  for (pugi::xml_node node = root; node; node = following(node)) {
    if (std::string_view(node.name()).starts_with("xacro:")) return node;
    for (const pugi::xml_attribute attribute : node.attributes()) {
      const std::string_view value = attribute.value();
      if (value.find("${") != value.npos || value.find("$(") != value.npos) return node;
    }
  }
  return {};
}

}  // namespace

XmlFile::XmlFile(std::string path, std::string_view text, std::string_view format)
    : path_(std::move(path)), text_(text) {
  try {
    files::parse_xml(text, document_);
  } catch (files::Refused& refused) {
    files::refuse(refused.error.code, fmt::format("{}: {}", path_, refused.error.message));
  }
  root_ = document_.document_element();
  if (std::string_view(root_.name()) != "robot") {
    refuse(io_error::syntax, root_,
           fmt::format("the root is no <robot>, so that it is no {}; convert other formats first",
                       format));
  }
  for (const pugi::xml_node after : document_.children()) {
    if (after.type() != pugi::node_element || after == root_) continue;
    refuse(io_error::syntax, after,
           "a second root; a document has one: remove it, or write two files");
  }
  if (const pugi::xml_node xacro = find_xacro(root_)) {
    refuse(io_error::syntax, xacro,
           "this is xacro; expand it first: xacro robot.urdf.xacro > robot.urdf");
  }
}

void XmlFile::refuse(ErrorCode code, pugi::xml_node element, const std::string& message) const {
  const pugi::xml_attribute name = element.attribute("name");
  files::refuse(code, fmt::format("{}: {}: <{}{}>: {}", path_,
                                  files::position(text_, element.offset_debug()), element.name(),
                                  name ? fmt::format(" name=\"{}\"", name.value()) : "", message));
}

std::string XmlFile::required(pugi::xml_node element, const char* attribute,
                              std::string_view remedy) const {
  const pugi::xml_attribute found = element.attribute(attribute);
  if (found && *found.value() != '\0') return found.value();
  refuse(io_error::syntax, element,
         fmt::format("its attribute {} is {}; {}", attribute, found ? "empty" : "missing", remedy));
}

pugi::xml_node XmlFile::only(pugi::xml_node element, const char* name) const {
  const pugi::xml_node first = element.child(name);
  if (const pugi::xml_node second = first.next_sibling(name)) {
    refuse(io_error::syntax, second,
           fmt::format("<{}> has a second <{}>; leave one", element.name(), name));
  }
  return first;
}

double XmlFile::to_number(pugi::xml_node element, const char* attribute,
                          std::string_view word) const {
  const std::optional<double> value = number_from_text(word);
  if (!value) {
    refuse(io_error::syntax, element,
           fmt::format("{}: \"{}\" is no number; write one such as 0.25 or 1e-3", attribute, word));
  }
  if (!is_finite_bits(*value)) {
    refuse(ErrorCode::not_finite, element,
           fmt::format("{} is {}; every number must be finite", attribute, word));
  }
  return *value;
}

std::vector<double> XmlFile::numbers(pugi::xml_node element, const char* attribute) const {
  const std::string text = required(element, attribute, "give it a number");
  std::vector<double> values;
  std::string_view rest = text;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    values.push_back(to_number(element, attribute, word));
  }
  return values;
}

std::optional<double> XmlFile::number(pugi::xml_node element, const char* attribute) const {
  if (!element.attribute(attribute)) return std::nullopt;
  const std::vector<double> values = numbers(element, attribute);
  if (values.size() == 1) return values.front();
  refuse(io_error::syntax, element,
         fmt::format("{} is \"{}\"; it must be one number", attribute,
                     element.attribute(attribute).value()));
}

double XmlFile::required_number(pugi::xml_node element, const char* attribute) const {
  if (const std::optional<double> value = number(element, attribute)) return *value;
  refuse(io_error::syntax, element,
         fmt::format("its attribute {} is missing; give it a number", attribute));
}

std::optional<std::array<double, 3>> XmlFile::three(pugi::xml_node element,
                                                    const char* attribute) const {
  if (!element.attribute(attribute)) return std::nullopt;
  const std::vector<double> values = numbers(element, attribute);
  if (values.size() == 3) return std::array{values[0], values[1], values[2]};
  refuse(ErrorCode::wrong_shape, element,
         fmt::format("{} has {} numbers; it must have 3, separated by spaces", attribute,
                     values.size()));
}

}  // namespace sunder::detail::robot
