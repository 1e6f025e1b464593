// SPDX-License-Identifier: Apache-2.0
//
// Handles Ctrl-C during a long batch. The first SIGINT or SIGTERM requests the verb to stop at the
// end of a line. The program then ends by that signal, as its parent expects. A second signal ends
// it at once.
#pragma once

#include <atomic>
#include <memory>

#include "sunder/io.hpp"

namespace sunder::cli {

/// From this call on, signals only set a flag. Returns the flag, which the first signal sets.
const std::atomic<bool>& catch_interruption();

/// Wraps the source. Its read() reports the end of input after a signal, even while it waits for
/// `descriptor`.
std::unique_ptr<Source> interruptible(std::unique_ptr<Source> source, int descriptor);

/// Ends the program by the signal that arrived, if any.
void obey_interruption();

}  // namespace sunder::cli
