// SPDX-License-Identifier: Apache-2.0
//
// Idea: The events of libyaml become nodes in one list. An alias is the number of a node that is complete. What it names is
// held once, and counted each time.
// Source: libyaml 0.2, which is kept by the makers of YAML, and builds no tree.
// Bound: At most kMostNodes nodes, and as many when all aliases are written out, of at most kMostLevels levels: a walk ends.
// Cost: O(bytes), some 120 bytes a node.
// Gives up: Merge keys, tags of programs, keys that are no scalars, and several documents in one file.
#include "robot/reading/yaml_file.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <new>
#include <unordered_map>
#include <utility>
#include <yaml.h>

#include "files/refused.hpp"
#include "files/xml_text.hpp"
#include "sunder/io.hpp"

namespace sunder::detail::robot {
namespace {

constexpr std::int64_t kMostNodes = 8'000'000;
/// The scanner of libyaml looks at all open levels for each token. A planning scene has ten.
constexpr std::size_t kMostLevels = 64;

std::string_view view(const yaml_char_t* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

/// The parser of libyaml, and the event that it gave last.
class YamlEvents {
 public:
  explicit YamlEvents(std::string_view text) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;
  ~YamlEvents() {
    if (held_) yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }

  /// Returns null where the text is wrong.
  const yaml_event_t* next() {
    if (held_) yaml_event_delete(&event_);
    held_ = yaml_parser_parse(&parser_, &event_) != 0;
    if (!held_ && parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    return held_ ? &event_ : nullptr;
  }
  std::string_view problem() const {
    return parser_.problem == nullptr ? "it is no YAML" : parser_.problem;
  }
  std::size_t problem_line() const {
    return parser_.error == YAML_READER_ERROR ? parser_.mark.line : parser_.problem_mark.line;
  }

 private:
  yaml_parser_t parser_{};
  yaml_event_t event_{};
  bool held_ = false;
};

}  // namespace

class YamlFile::Builder {
 public:
  explicit Builder(YamlFile& file) : file_(file) {}

  void run(std::string_view text) {
    YamlEvents events(text);
    int documents = 0;
    for (;;) {
      const yaml_event_t* const event = events.next();
      if (event == nullptr)
        fail(events.problem_line(), fmt::format("not well-formed YAML: {}", events.problem()));
      const std::size_t line = event->start_mark.line;
      switch (event->type) {
        case YAML_DOCUMENT_START_EVENT:
          if (++documents > 1)
            fail(line, "a second document begins here; write one document to a file");
          break;
        case YAML_SCALAR_EVENT:
          add_scalar(*event);
          break;
        case YAML_SEQUENCE_START_EVENT:
          check_tag(view(event->data.sequence_start.tag), line);
          open(YamlNode::Kind::list, line, view(event->data.sequence_start.anchor));
          break;
        case YAML_MAPPING_START_EVENT:
          check_tag(view(event->data.mapping_start.tag), line);
          open(YamlNode::Kind::mapping, line, view(event->data.mapping_start.anchor));
          break;
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT:
          close();
          break;
        case YAML_ALIAS_EVENT:
          add_alias(view(event->data.alias.anchor), line);
          break;
        case YAML_STREAM_END_EVENT:
          if (file_.nodes_.empty()) fail(0, "the file is empty; a planning scene was expected");
          return;
        case YAML_NO_EVENT:
        case YAML_STREAM_START_EVENT:
        case YAML_DOCUMENT_END_EVENT:
          break;
      }
    }
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& message,
                         ErrorCode code = io_error::syntax) const {
    files::refuse(code, fmt::format("{}: line {}: {}", file_.path_, line + 1, message));
  }

  void check_tag(std::string_view tag, std::size_t line) const {
    if (tag.empty() || tag == "!" || tag.starts_with("tag:yaml.org,2002:")) {
      if (!tag.starts_with("tag:yaml.org,2002:python")) return;
    }
    fail(line, fmt::format("the tag {} is not read; leave it out", tag.substr(0, 60)));
  }

  std::int32_t add(YamlNode node, std::string_view anchor) {
    if (static_cast<std::int64_t>(file_.nodes_.size()) >= kMostNodes) too_large(node.line);
    const auto id = static_cast<std::int32_t>(file_.nodes_.size());
    file_.nodes_.push_back(std::move(node));
    if (!anchor.empty()) anchors_[std::string(anchor)] = id;
    return id;
  }

  [[noreturn]] void too_large(std::int32_t line) const {
    fail(static_cast<std::size_t>(line - 1),
         fmt::format("with this the file holds more than {} values, aliases written out; split it",
                     kMostNodes),
         ErrorCode::too_large);
  }

  void add_scalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    check_tag(view(scalar.tag), event.start_mark.line);
    YamlNode node;
    node.plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node.line = line_of(event.start_mark.line);
    node.text.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
    place(add(std::move(node), view(scalar.anchor)));
  }

  void open(YamlNode::Kind kind, std::size_t line, std::string_view anchor) {
    if (open_.size() >= kMostLevels)
      fail(line, fmt::format("nested deeper than {} levels", kMostLevels));
    YamlNode node;
    node.kind = kind;
    node.line = line_of(line);
    open_.push_back(add(std::move(node), anchor));
  }

  void close() {
    const std::int32_t id = open_.back();
    open_.pop_back();
    YamlNode& node = file_.nodes_[static_cast<std::size_t>(id)];
    for (const std::int32_t child : node.children)
      node.size += file_.nodes_[static_cast<std::size_t>(child)].size;
    if (node.size > kMostNodes) too_large(node.line);
    place(id);
  }

  void add_alias(std::string_view anchor, std::size_t line) {
    const auto found = anchors_.find(std::string(anchor));
    if (found == anchors_.end()) fail(line, fmt::format("*{} names no anchor before it", anchor));
    if (++aliases_ > kMostNodes) too_large(line_of(line));
    if (std::ranges::find(open_, found->second) != open_.end())
      fail(line, fmt::format("*{} names what it is in; nothing can hold itself", anchor));
    place(found->second);
  }

  /// Makes a complete node a child of the one that is open, or the root.
  void place(std::int32_t id) {
    const auto node = [&](std::int32_t at) -> YamlNode& {
      return file_.nodes_[static_cast<std::size_t>(at)];
    };
    if (open_.empty()) {
      file_.root_ = id;
      return;
    }
    YamlNode& parent = node(open_.back());
    if (parent.kind == YamlNode::Kind::mapping && parent.children.size() % 2 == 0) {
      const YamlNode& key = node(id);
      const auto line = static_cast<std::size_t>(key.line - 1);
      if (key.kind != YamlNode::Kind::scalar) fail(line, "a key that is no text");
      if (parent.children.size() > kMostKeys) fail(line, "a mapping of more than 256 keys");
      for (std::size_t k = 0; k < parent.children.size(); k += 2) {
        if (node(parent.children[k]).text == key.text)
          fail(line, fmt::format("the key \"{}\" is given twice", key.text.substr(0, 60)),
               io_error::duplicate_key);
      }
    }
    parent.children.push_back(id);
  }

  static std::int32_t line_of(std::size_t line) { return static_cast<std::int32_t>(line + 1); }

  static constexpr std::size_t kMostKeys = 512;  // of a mapping, with their values
  YamlFile& file_;
  std::int64_t aliases_ = 0;
  std::vector<std::int32_t> open_;
  std::unordered_map<std::string, std::int32_t> anchors_;
};

YamlFile::YamlFile(std::string path, std::string_view text) : path_(std::move(path)) {
  if (text.size() > files::kGreatestXml) {
    files::refuse(ErrorCode::too_large, fmt::format("{}: more than {} bytes; split the file", path_,
                                                    files::kGreatestXml));
  }
  Builder(*this).run(text);
}

void YamlFile::refuse(ErrorCode code, Node at, const std::string& message) const {
  files::refuse(code, fmt::format("{}: line {}: {}", path_, at->line, message));
}

bool YamlFile::is_null(const YamlNode& node) const noexcept {
  return node.kind == YamlNode::Kind::scalar && node.plain &&
         (node.text.empty() || node.text == "~" || node.text == "null");
}

void YamlFile::expect_keys(Node mapping, std::string_view what,
                           std::initializer_list<std::string_view> keys) const {
  if (mapping->kind != YamlNode::Kind::mapping)
    refuse(io_error::wrong_type, mapping, fmt::format("{}: a mapping of keys was expected", what));
  for (std::size_t k = 0; k < mapping->children.size(); k += 2) {
    const Node key = child(mapping->children[k]);
    if (std::ranges::find(keys, key->text) != keys.end()) continue;
    std::string known;
    for (const std::string_view one : keys) known += (known.empty() ? "" : ", ") + std::string(one);
    refuse(io_error::unknown_key, key,
           fmt::format("{}: \"{}\" is no key of it; its keys are {}", what, key->text.substr(0, 60),
                       known));
  }
}

YamlFile::Node YamlFile::find(Node mapping, std::string_view key) const {
  for (std::size_t k = 0; k < mapping->children.size(); k += 2) {
    if (child(mapping->children[k])->text != key) continue;
    const Node value = child(mapping->children[k + 1]);
    return is_null(*value) ? nullptr : value;
  }
  return nullptr;
}

YamlFile::Node YamlFile::required(Node mapping, std::string_view what, std::string_view key) const {
  const Node value = find(mapping, key);
  if (value == nullptr)
    refuse(io_error::missing_key, mapping, fmt::format("{}: its {} is missing", what, key));
  return value;
}

std::vector<YamlFile::Node> YamlFile::items(Node list, std::string_view what) const {
  std::vector<Node> all;
  if (list == nullptr) return all;
  if (list->kind != YamlNode::Kind::list)
    refuse(io_error::wrong_type, list, fmt::format("{}: a list was expected", what));
  for (const std::int32_t id : list->children) all.push_back(child(id));
  return all;
}

const std::string& YamlFile::text(Node scalar, std::string_view what) const {
  if (scalar->kind != YamlNode::Kind::scalar)
    refuse(io_error::wrong_type, scalar, fmt::format("{}: a text was expected", what));
  return scalar->text;
}

double YamlFile::number(Node scalar, std::string_view what) const {
  const bool numeral = scalar->kind == YamlNode::Kind::scalar && scalar->plain;
  if (numeral) {
    std::string_view word = scalar->text;
    if (const std::optional<double> number = number_from_text(word)) {
      if (std::isfinite(*number)) return *number;
    }
    if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
    if (word.size() >= 3 && number_from_text(word.substr(word.front() == '.' ? 1 : 0)))
      refuse(ErrorCode::not_finite, scalar,
             fmt::format("{}: \"{}\" is not finite", what, scalar->text));
  }
  refuse(io_error::wrong_type, scalar, fmt::format("{}: a finite number was expected", what));
}

std::vector<double> YamlFile::numbers(Node list, std::string_view what) const {
  std::vector<double> all;
  for (const Node item : items(list, what)) all.push_back(number(item, what));
  return all;
}

std::vector<std::string> YamlFile::texts(Node list, std::string_view what) const {
  std::vector<std::string> all;
  for (const Node item : items(list, what)) all.push_back(text(item, what));
  return all;
}

bool YamlFile::boolean(Node scalar, std::string_view what) const {
  const std::string& word = text(scalar, what);
  for (const std::string_view yes : {"true", "True", "TRUE", "1"}) {
    if (word == yes) return true;
  }
  for (const std::string_view no : {"false", "False", "FALSE", "0"}) {
    if (word == no) return false;
  }
  refuse(io_error::wrong_type, scalar, fmt::format("{}: true or false was expected", what));
}

std::vector<double> YamlFile::named_numbers(Node node, std::string_view what,
                                            std::initializer_list<std::string_view> keys) const {
  std::vector<double> all;
  if (node->kind == YamlNode::Kind::mapping) {
    expect_keys(node, what, keys);
    for (const std::string_view key : keys) all.push_back(number(required(node, what, key), what));
    return all;
  }
  all = numbers(node, what);
  if (all.size() != keys.size())
    refuse(ErrorCode::wrong_shape, node,
           fmt::format("{}: {} numbers where {} are expected", what, all.size(), keys.size()));
  return all;
}

}  // namespace sunder::detail::robot
