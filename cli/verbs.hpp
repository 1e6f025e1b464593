// SPDX-License-Identifier: Apache-2.0
//
// The verbs of the program, one file each. An add_ function registers its verb; the verb's callback
// does the work when the command line names it, and leaves the program's exit status in `status`.
#pragma once

namespace CLI {
class App;
}

namespace sunder::cli {

/// What the program says by ending.
enum class ExitStatus : int {
  clear = 0,  ///< done: nothing found, nothing refuted
  /// `check`, `explain`: a pair overlaps, touches or comes too near; `verify`: refuted;
  /// `reproduce`: an algorithm differs
  found = 1,
  bad_input = 2  ///< bad usage, a refused line or file, output that could not be written
};

void add_check(CLI::App& program, ExitStatus& status);
void add_convert(CLI::App& program, ExitStatus& status);
void add_explain(CLI::App& program, ExitStatus& status);
void add_query(CLI::App& program, ExitStatus& status);
void add_verify(CLI::App& program, ExitStatus& status);
void add_algorithms(CLI::App& program, ExitStatus& status);
void add_reproduce(CLI::App& program, ExitStatus& status);
/// Not in the help: the build asks it for man pages and completions of what the others have registered.
void add_manual(CLI::App& program, ExitStatus& status);

}  // namespace sunder::cli
