// SPDX-License-Identifier: Apache-2.0
//
// Idea: The elements that pairs replace leave a given SRDF, and all others stay as they are.
// Cost: Linear in the file and the pairs.
// Gives up: A text that is no SRDF is refused.
#include <cstddef>
#include <fmt/format.h>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "files/refused.hpp"
#include "robot/reading/xml_elements.hpp"
#include "sunder/robot_pairs.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

constexpr std::string_view kComment = " sunder robot pairs: ";
constexpr unsigned kKept = pugi::parse_default | pugi::parse_comments | pugi::parse_declaration |
                           pugi::parse_pi | pugi::parse_doctype;

bool is_written_by_assistants(std::string_view reason) noexcept {
  for (const SkipReason known :
       {SkipReason::adjacent, SkipReason::by_default, SkipReason::always, SkipReason::never}) {
    if (reason == to_string(known)) return true;
  }
  return false;
}

/// What shows the reason of a pair. Pairs of one text stand below one comment.
std::string shown_by(const LinkPairAnswer& pair, const LinkPairOptions& options) {
  const std::int64_t samples = options.samples;
  switch (pair.reason) {
    case SkipReason::adjacent:
      return "a joint is between them";
    case SkipReason::by_default:
      return "they meet in the default configuration";
    case SkipReason::always:
      if (pair.proven) return "they meet in every configuration, by proof";
      return fmt::format("they meet in 95 % or more of {} samples", samples);
    case SkipReason::never:
      if (pair.proven) return "they meet in no configuration, by proof";
      return fmt::format(
          "they meet in none of {} samples, and so, with a confidence of 95 %, in less than {:.2g} "
          "% "
          "of all configurations; not proven",
          samples, 100 * pair.share.upper);
    case SkipReason::none:
      break;
  }
  return "";
}

/// Removes what is written anew, and returns the pairs of links that stay disabled or enabled.
std::set<std::pair<std::string, std::string>> remove_old(pugi::xml_node root) {
  std::set<std::pair<std::string, std::string>> kept;
  const auto ends_of = [](pugi::xml_node element) {
    std::string a = element.attribute("link1").value(), b = element.attribute("link2").value();
    if (b < a) a.swap(b);
    return std::pair(std::move(a), std::move(b));
  };
  for (pugi::xml_node node = root.first_child(); node;) {
    const pugi::xml_node next = node.next_sibling();
    const std::string_view name = node.name();
    if (node.type() == pugi::node_comment) {
      if (std::string_view(node.value()).starts_with(kComment)) root.remove_child(node);
    } else if (name == "enable_collisions") {
      kept.insert(ends_of(node));
    } else if (name == "disable_collisions") {
      if (is_written_by_assistants(node.attribute("reason").value())) {
        root.remove_child(node);
      } else {
        kept.insert(ends_of(node));
      }
    }
    node = next;
  }
  return kept;
}

}  // namespace

Result<std::string> srdf_with_pairs(const Robot& robot, std::span<const LinkPairAnswer> pairs,
                                    const LinkPairOptions& options, std::string_view srdf) {
  const RobotModel& model = robot.model();
  const auto links = static_cast<std::int32_t>(model.links.size());
  pugi::xml_document document;
  if (srdf.empty()) {
    auto declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    document.append_child("robot").append_attribute("name") = model.name.c_str();
  } else {
    try {
      const detail::robot::XmlFile checked("SRDF", srdf, "SRDF");
    } catch (detail::files::Refused& refused) {
      return std::move(refused.error);
    }
    document.load_buffer(srdf.data(), srdf.size(), kKept);
  }
  pugi::xml_node root = document.child("robot");
  const auto kept = remove_old(root);
  // Reasons in their order; what shows them, and then the pairs, as they come.
  for (const SkipReason reason :
       {SkipReason::adjacent, SkipReason::by_default, SkipReason::always, SkipReason::never}) {
    for (const bool proven : {true, false}) {
      std::string comment;
      for (const LinkPairAnswer& pair : pairs) {
        if (pair.a < 0 || pair.b < 0 || pair.a >= links || pair.b >= links) {
          return Error{ErrorCode::wrong_shape,
                       fmt::format("a pair names the links {} and {}; the robot has 0 to {}",
                                   pair.a, pair.b, links - 1)};
        }
        if (pair.reason != reason || pair.proven != proven) continue;
        const std::string &a = model.links[static_cast<std::size_t>(pair.a)].name,
                          &b = model.links[static_cast<std::size_t>(pair.b)].name;
        if (kept.contains(std::minmax(a, b))) continue;
        if (std::string shown = shown_by(pair, options); shown != comment) {
          comment = std::move(shown);
          root.append_child(pugi::node_comment)
              .set_value((std::string(kComment) + comment + " ").c_str());
        }
        pugi::xml_node element = root.append_child("disable_collisions");
        element.append_attribute("link1") = a.c_str();
        element.append_attribute("link2") = b.c_str();
        element.append_attribute("reason") = std::string(to_string(reason)).c_str();
      }
    }
  }
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
  return std::move(text).str();
}

}  // namespace sunder::inline SUNDER_ABI
