// SPDX-License-Identifier: Apache-2.0
//
// Mutations that keep a text a text: a number becomes one that readers find hard, a line comes twice
// or elsewhere, a quoted or bracketed stretch is copied or lost.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "fuzz/choices.hpp"

namespace sunder::fuzz {

/// Whether a target's bytes are (mostly) text.
bool reads_text(std::string_view target) noexcept;

/// Turns the first `size` bytes of the buffer about, and returns how many there are then.
std::size_t mutate_text(Choices& choices, std::span<std::uint8_t> buffer, std::size_t size);

}  // namespace sunder::fuzz
