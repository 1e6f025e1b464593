// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C in a long batch. The first SIGINT or SIGTERM asks the verb to stop at the end of a line,
// and the program then ends by that signal, as its parent expects; a second one ends it at once.
#pragma once

#include <atomic>
#include <memory>

#include "sunder/io.hpp"

namespace sunder::cli {

/// From here on signals are asked of, not obeyed. Returns what becomes true with the first one.
const std::atomic<bool>& catch_interruption();

/// The source, whose read() ends as at the end of the input once a signal came, even while it waits
/// for `descriptor`.
std::unique_ptr<Source> interruptible(std::unique_ptr<Source> source, int descriptor);

/// Ends the program by the signal that came, if one did.
void obey_interruption();

}  // namespace sunder::cli
