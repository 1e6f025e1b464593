// SPDX-License-Identifier: Apache-2.0
//
// Declares the verbs of the program, one file each. An add_ function registers its verb. The verb's
// callback does the work if the command line names it, and stores the program's exit status in
// `status`.
#pragma once

namespace CLI {
class App;
}

namespace sunder::cli {

/// The exit status of the program.
enum class ExitStatus : int {
  clear = 0,  ///< done: nothing found, nothing refuted
  /// `check`, `explain`: a pair overlaps, touches or comes too near; `verify`, `audit`: refuted;
  /// `reproduce`: an algorithm differs
  found = 1,
  bad_input = 2  ///< bad usage, a refused line or file, output that could not be written
};

void add_check(CLI::App& program, ExitStatus& status);
void add_convert(CLI::App& program, ExitStatus& status);
void add_explain(CLI::App& program, ExitStatus& status);
void add_query(CLI::App& program, ExitStatus& status);
void add_verify(CLI::App& program, ExitStatus& status);
void add_audit(CLI::App& program, ExitStatus& status);
void add_algorithms(CLI::App& program, ExitStatus& status);
void add_reproduce(CLI::App& program, ExitStatus& status);
void add_robot(CLI::App& program, ExitStatus& status);
/// The verbs of `sunder robot`, which add_robot() adds.
void add_robot_info(CLI::App& robot, ExitStatus& status);
void add_robot_check(CLI::App& robot, ExitStatus& status);
void add_robot_path(CLI::App& robot, ExitStatus& status);
void add_robot_verify(CLI::App& robot, ExitStatus& status);
void add_robot_pairs(CLI::App& robot, ExitStatus& status);
/// The help omits it: the build uses it to generate man pages and completions of the registered
/// verbs.
void add_manual(CLI::App& program, ExitStatus& status);

}  // namespace sunder::cli
