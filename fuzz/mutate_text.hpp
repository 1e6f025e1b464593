// SPDX-License-Identifier: Apache-2.0
//
// Mutations that keep a text a text. A number becomes one that is hard to read, a line is repeated
// or moved, a quoted or bracketed section is copied or deleted.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "fuzz/choices.hpp"

namespace sunder::fuzz {

/// True if a target's bytes are (mostly) text.
bool reads_text(std::string_view target) noexcept;

/// Mutates the first `size` bytes of the buffer, and returns the new size.
std::size_t mutate_text(Choices& choices, std::span<std::uint8_t> buffer, std::size_t size);

}  // namespace sunder::fuzz
