// SPDX-License-Identifier: Apache-2.0
//
// Writes man pages and completions for shells, generated from the registered verbs. They therefore
// describe the options that the program accepts. The build runs this hidden verb; `cmake --install`
// copies the files.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/algorithm.hpp"
#include "sunder/version.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace sunder::cli {
namespace {

/// Returns the verbs in the order of the help, without the hidden ones.
std::vector<const CLI::App*> verbs_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App* verb) { return !verb->get_group().empty(); });
}

/// Returns the verbs, and behind each those that it has of its own.
std::vector<const CLI::App*> pages_of(const CLI::App& program) {
  std::vector<const CLI::App*> pages;
  for (const CLI::App* verb : verbs_of(program)) {
    pages.push_back(verb);
    const std::vector<const CLI::App*> below = verbs_of(*verb);
    pages.insert(pages.end(), below.begin(), below.end());
  }
  return pages;
}

/// Returns "sunder", "sunder check" and "sunder robot info", with another letter for the space.
std::string full_name(const CLI::App& verb, char between) {
  if (verb.get_parent() == nullptr) return "sunder";
  return full_name(*verb.get_parent(), between) + between + verb.get_name();
}

std::vector<const CLI::Option*> options_of(const CLI::App& verb) {
  return verb.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string words_of(const CLI::App& verb) {
  std::vector<std::string> words;
  for (const CLI::Option* option : options_of(verb)) {
    for (std::string& name : names_of(*option)) words.push_back(std::move(name));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string algorithm_names() {
  std::string names = "auto";
  for (const AlgorithmInfo& algorithm : algorithms()) names += " " + std::string(algorithm.name);
  return names;
}

bool takes_algorithm(const CLI::Option& option) { return option.check_lname("algorithm"); }

std::string joined(const std::vector<const CLI::App*>& verbs) {
  std::string names;
  for (const CLI::App* verb : verbs) names += (names.empty() ? "" : " ") + verb->get_name();
  return names;
}

// ---- man pages ------------------------------------------------------------------------------------

/// Escapes a text so that troff prints it unchanged.
std::string roff(std::string_view text) {
  std::string escaped;
  bool begins = true;
  for (const char letter : text) {
    if (begins && (letter == '.' || letter == '\'')) escaped += "\\&";
    if (letter == '\\') {
      escaped += "\\e";
    } else if (letter == '-') {
      escaped += "\\-";
    } else {
      escaped += letter;
    }
    begins = letter == '\n';
  }
  return escaped;
}

/// Returns the lines of a footer; a paragraph gets a heading if it states its subject.
std::string footer_page(const std::string& footer) {
  std::string page = ".SH NOTES\n.nf\n";
  std::size_t at = 0;
  while (at < footer.size()) {
    const std::size_t end = std::min(footer.find('\n', at), footer.size());
    const std::string line = footer.substr(at, end - at);
    at = end + 1;
    if (line == "Examples:") {
      page += ".fi\n.SH EXAMPLES\n.nf\n";
    } else if (line.starts_with("Exit status: ")) {
      page += ".fi\n.SH EXIT STATUS\n.nf\n" + roff(line.substr(13)) + "\n";
    } else {
      page += roff(line) + "\n";
    }
  }
  page += ".fi\n";
  const std::string_view empty = ".SH NOTES\n.nf\n.fi\n";
  if (page.starts_with(empty)) page.erase(0, empty.size());
  return page;
}

std::string option_page(const CLI::Option& option) {
  std::string head;
  for (const std::string& name : names_of(option)) {
    head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", roff(name));
  }
  if (option.get_items_expected_max() > 0) head += " \\fI" + roff(option.get_type_name()) + "\\fR";
  return ".TP\n" + head + "\n" + roff(option.get_description()) + "\n";
}

std::string man_page(const CLI::App& shown) {
  const std::string name = full_name(shown, '-');
  std::string arguments;
  for (const CLI::Option* option : shown.get_options()) {
    if (option->nonpositional()) continue;
    arguments += fmt::format(" \\fI{}\\fR{}", roff(option->get_name(true)),
                             option->get_items_expected_max() > 1 ? " ..." : "");
  }
  const std::vector<const CLI::App*> verbs = verbs_of(shown);
  if (!verbs.empty()) arguments = " \\fIVERB\\fR";
  std::string page = fmt::format(".TH {} 1 \"\" \"sunder {}\"\n.SH NAME\n{} \\- {}\n", name,
                                 kVersion, roff(name), roff(shown.get_description()));
  page += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR [\\fIOPTIONS\\fR]{}\n", full_name(shown, ' '),
                      arguments);
  page += ".SH OPTIONS\n";
  for (const CLI::Option* option : options_of(shown)) page += option_page(*option);
  if (!verbs.empty()) page += ".SH VERBS\n";
  for (const CLI::App* each : verbs) {
    page +=
        fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(each->get_name()), roff(each->get_description()));
  }
  page += footer_page(shown.get_footer());
  page += ".SH SEE ALSO\n";
  std::string others;
  if (shown.get_parent() != nullptr) {
    others = fmt::format("\\fB{}\\fR(1)", roff(full_name(*shown.get_parent(), '-')));
  }
  for (const CLI::App* each : verbs) {
    others +=
        fmt::format("{}\\fB{}\\fR(1)", others.empty() ? "" : ", ", roff(full_name(*each, '-')));
  }
  return page + others + "\n";
}

// ---- completions ----------------------------------------------------------------------------------

std::string bash_completion(const CLI::App& program) {
  std::string script = R"(# Completion of sunder for bash; written by the program itself.
_sunder() {
  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}" words=""
  if [[ $before == --algorithm ]]; then
)";
  script += fmt::format("    words=\"{}\"\n", algorithm_names());
  script += "  elif ((COMP_CWORD == 1)); then\n";
  script += fmt::format("    words=\"{} {}\"\n", joined(verbs_of(program)), words_of(program));
  for (const CLI::App* verb : verbs_of(program)) {
    if (verbs_of(*verb).empty()) continue;
    script += fmt::format(
        "  elif ((COMP_CWORD == 2)) && [[ ${{COMP_WORDS[1]}} == {} ]]; then\n    words=\"{} {}\"\n",
        verb->get_name(), joined(verbs_of(*verb)), words_of(*verb));
  }
  script += "  elif [[ $word == -* ]]; then\n    case \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in\n";
  for (const CLI::App* verb : pages_of(program)) {
    if (!verbs_of(*verb).empty()) continue;
    const bool nested = verb->get_parent() != &program;
    const std::string family = nested ? verb->get_parent()->get_name() : "";
    script += fmt::format("      {}) words=\"{}\" ;;\n",
                          nested ? fmt::format("\"{} {}\"", family, verb->get_name())
                                 : fmt::format("\"{} \"*", verb->get_name()),
                          words_of(*verb));
  }
  script += R"(    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _sunder sunder
)";
  return script;
}

/// Quotes a text with single quotes, valid in all three shells.
std::string single_quoted(std::string_view text) {
  std::string inside;
  for (const char letter : text) {
    if (letter == '\'') {
      inside += "'\\''";
    } else {
      inside += letter;
    }
  }
  return "'" + inside + "'";
}

/// Escapes a text for an _arguments specification.
std::string zsh_text(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

std::string zsh_arguments(const CLI::App& verb) {
  std::string arguments;
  for (const CLI::Option* option : options_of(verb)) {
    for (const std::string& name : names_of(*option)) {
      std::string spec = name + "[" + zsh_text(option->get_description()) + "]";
      if (takes_algorithm(*option)) {
        spec += ":algorithm:(" + algorithm_names() + ")";
      } else if (option->get_items_expected_max() > 0) {
        spec += ":value:_files";
      }
      arguments += " \\\n        " + single_quoted(spec);
    }
  }
  return arguments;
}

/// Completes the verbs of a program, or of a verb that has verbs of its own, then the options of the one that is there.
std::string zsh_verbs(const CLI::App& program) {
  std::string script = "  if ((CURRENT == 2)); then\n    local -a verbs=(\n";
  for (const CLI::App* verb : verbs_of(program)) {
    script += "      " + single_quoted(verb->get_name() + ":" + verb->get_description()) + "\n";
  }
  script += "    )\n    _describe verb verbs\n    _arguments" + zsh_arguments(program) +
            "\n    return\n  fi\n  case \"$words[2]\" in\n";
  for (const CLI::App* verb : verbs_of(program)) {
    script += fmt::format("    {})\n      shift words\n      ((CURRENT--))\n", verb->get_name());
    if (verbs_of(*verb).empty()) {
      script +=
          fmt::format("      _arguments{} \\\n        '*:file:_files' ;;\n", zsh_arguments(*verb));
    } else {
      script += zsh_verbs(*verb) + "      ;;\n";
    }
  }
  return script + "  esac\n";
}

std::string zsh_completion(const CLI::App& program) {
  return "#compdef sunder\n# Completion of sunder for zsh; written by the program itself.\n"
         "_sunder() {\n" +
         zsh_verbs(program) + "}\n_sunder \"$@\"\n";
}

std::string fish_options(const CLI::App& verb, const std::string& condition) {
  std::string script;
  for (const CLI::Option* option : options_of(verb)) {
    script += "complete -c sunder -n " + single_quoted(condition);
    for (const std::string& name : option->get_snames()) script += " -s " + name;
    for (const std::string& name : option->get_lnames()) script += " -l " + name;
    if (takes_algorithm(*option)) {
      script += " -x -a " + single_quoted(algorithm_names());
    } else if (option->get_items_expected_max() > 0) {
      script += " -r";
    }
    script += " -d " + single_quoted(option->get_description()) + "\n";
  }
  return script;
}

std::string fish_completion(const CLI::App& program) {
  std::string script = "# Completion of sunder for fish; written by the program itself.\n";
  const std::string first = "not __fish_seen_subcommand_from " + joined(verbs_of(program));
  script += fish_options(program, first);
  for (const CLI::App* verb : verbs_of(program)) {
    script += fmt::format("complete -c sunder -f -n {} -a {} -d {}\n", single_quoted(first),
                          verb->get_name(), single_quoted(verb->get_description()));
  }
  for (const CLI::App* verb : verbs_of(program)) {
    const std::string seen = "__fish_seen_subcommand_from " + verb->get_name();
    const std::vector<const CLI::App*> below = verbs_of(*verb);
    if (below.empty()) {
      script += fish_options(*verb, seen);
      continue;
    }
    const std::string second = seen + "; and not __fish_seen_subcommand_from " + joined(below);
    script += fish_options(*verb, second);
    for (const CLI::App* each : below) {
      script += fmt::format("complete -c sunder -f -n {} -a {} -d {}\n", single_quoted(second),
                            each->get_name(), single_quoted(each->get_description()));
      script += fish_options(*each, seen + "; and __fish_seen_subcommand_from " + each->get_name());
    }
  }
  return script;
}

// ---- the verb -------------------------------------------------------------------------------------

/// Returns the names of all pages and completions, one a line; the build requests each of them.
std::string names_of_all(const CLI::App& program) {
  std::string names = "bash\nzsh\nfish\nsunder\n";
  for (const CLI::App* verb : pages_of(program)) names += full_name(*verb, '-') + "\n";
  return names;
}

/// Returns the requested page, or nothing if there is none of that name.
std::string manual(const CLI::App& program, const std::string& what) {
  if (what == "names") return names_of_all(program);
  if (what == "bash") return bash_completion(program);
  if (what == "zsh") return zsh_completion(program);
  if (what == "fish") return fish_completion(program);
  if (what == "sunder") return man_page(program);
  for (const CLI::App* verb : pages_of(program)) {
    if (what == full_name(*verb, '-')) return man_page(*verb);
  }
  return {};
}

ExitStatus write_manual(const CLI::App& program, const std::string& what) {
  const std::string text = manual(program, what);
  if (text.empty()) {
    complain("there is no page " + what + "; `sunder manual names` lists them");
    return ExitStatus::bad_input;
  }
  return write_output(text) ? ExitStatus::clear : ExitStatus::bad_input;
}

}  // namespace

void add_manual(CLI::App& program, ExitStatus& status) {
  CLI::App* verb = program.add_subcommand("manual", "Write a man page, or completions of a shell");
  verb->group("");
  const auto what = std::make_shared<std::string>();
  verb->add_option("what", *what, "names, or one of them")->required();
  verb->callback([&program, what, &status] { status = write_manual(program, *what); });
}

}  // namespace sunder::cli
