// SPDX-License-Identifier: Apache-2.0
#include "edge_proofs.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "read_text.hpp"
#include "sunder/io.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

constexpr std::string_view kProofNames = "edge,begin,end,pair,x,y,z";
constexpr std::size_t kProofColumns = 7;

/// The numbers of a line; none where they are not seven.
std::optional<std::array<double, kProofColumns>> numbers_of(std::string_view line) {
  std::array<double, kProofColumns> all{};
  for (std::size_t k = 0; k < kProofColumns; ++k) {
    const std::size_t comma = line.find(',');
    if ((comma == line.npos) != (k + 1 == kProofColumns)) return std::nullopt;
    const std::optional<double> number = number_from_text(line.substr(0, comma));
    if (!number || !std::isfinite(*number)) return std::nullopt;
    all[k] = *number;
    line.remove_prefix(comma == line.npos ? line.size() : comma + 1);
  }
  return all;
}

bool is_index(double number, double end) {
  return number >= 0 && number < end && !(std::floor(number) < number);
}

}  // namespace

std::string proofs_text(const std::vector<EdgeCertificate>& certificates) {
  std::string text(kProofNames);
  text += '\n';
  for (std::size_t edge = 0; edge < certificates.size(); ++edge) {
    for (const EdgePiece& piece : certificates[edge].pieces) {
      text += fmt::format("{},{},{},{},{},{},{}\n", edge, json_number(piece.begin),
                          json_number(piece.end), piece.pair, json_number(piece.direction[0]),
                          json_number(piece.direction[1]), json_number(piece.direction[2]));
    }
  }
  return text;
}

std::optional<std::vector<EdgeCertificate>> read_proofs(const std::string& path,
                                                        std::size_t edges) {
  const auto text = read_text(path);
  if (!text) {
    complain(text.error().message);
    return std::nullopt;
  }
  std::string_view rest = text.value();
  std::vector<EdgeCertificate> proofs(edges);
  for (std::int64_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (one.ends_with('\r')) one.remove_suffix(1);
    const auto refuse = [&](const std::string& what) {
      complain(fmt::format("{}:{}: {}", printable(path), line, what));
      return std::nullopt;
    };
    if (line == 1) {
      if (one != kProofNames)
        return refuse(
            fmt::format("the first line is \"{}\" in a file of certificates", kProofNames));
      continue;
    }
    const auto numbers = numbers_of(one);
    if (!numbers) return refuse("seven finite numbers were expected");
    const auto& n = *numbers;
    if (!is_index(n[0], static_cast<double>(edges)))
      return refuse(fmt::format("edge {}; the path has {} edges, from 0 on", n[0], edges));
    if (!is_index(n[3], 0x1p53)) return refuse(fmt::format("{} is no number of a pair", n[3]));
    proofs[static_cast<std::size_t>(n[0])].pieces.push_back(
        {n[1], n[2], static_cast<std::int64_t>(n[3]), {n[4], n[5], n[6]}});
  }
  return proofs;
}

}  // namespace sunder::cli
