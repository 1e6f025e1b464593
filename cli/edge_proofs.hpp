// SPDX-License-Identifier: Apache-2.0
//
// Certificates of edges as a file: a line of names, then a line for each piece.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sunder/robot_path.hpp"

namespace sunder::cli {

/// Writes the pieces of each certificate that has some: "edge,begin,end,pair,x,y,z". Numbers read back as the same doubles.
std::string proofs_text(const std::vector<EdgeCertificate>& certificates);

/// Reads what proofs_text() wrote, for `edges` edges; those without a piece are empty. Complains with file and line, and
/// returns nothing, where it is anything else.
std::optional<std::vector<EdgeCertificate>> read_proofs(const std::string& path, std::size_t edges);

}  // namespace sunder::cli
