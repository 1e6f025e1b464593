// SPDX-License-Identifier: Apache-2.0
#include "fuzz/soak/tally.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

#include "sunder/version.hpp"

namespace sunder::soak {
namespace {

template <std::size_t N>
void add_to(std::array<Count, N>& sum, const std::array<Count, N>& more) noexcept {
  for (std::size_t i = 0; i < N; ++i) sum[i] += more[i];
}

/// Formats with groups of three digits.
std::string grouped(Count count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string entry(std::string_view key, Count count) {
  return "\"" + std::string(key) + "\": " + std::to_string(count);
}

template <class Name>
std::string table(std::string_view key, std::span<const Count> counts, Name&& name) {
  std::string text = "  \"" + std::string(key) + "\": {";
  for (std::size_t i = 0; i < counts.size(); ++i) {
    text += (i > 0 ? ", " : "") + entry(name(i), counts[i]);
  }
  return text + "}";
}

double rate_of(const Run& run, const Tally& tally) {
  return run.seconds > 0 ? static_cast<double>(tally.pairs) / run.seconds : 0;
}

}  // namespace

void Tally::add(const Tally& other) noexcept {
  pairs += other.pairs;
  wrong += other.wrong;
  verified += other.verified;
  intervals += other.intervals;
  hinted += other.hinted;
  algorithms += other.algorithms;
  careless_hosts += other.careless_hosts;
  python += other.python;
  add_to(by_family, other.by_family);
  add_to(by_verdict, other.by_verdict);
  add_to(by_stage, other.by_stage);
  add_to(by_dimension, other.by_dimension);
}

std::string report_text(const Run& run, const Tally& tally) {
  char seconds[64];
  std::snprintf(seconds, sizeof seconds, "%.1f", run.seconds);
  constexpr std::string_view kDimensions[] = {"2", "3", "run-time"};
  const std::string head =
      "{\n  \"version\": \"" + std::string(kVersion) + "\",\n  " + entry("seed", run.seed) +
      ",\n  \"threads\": " + std::to_string(run.threads) + ",\n  \"seconds\": " + seconds +
      ",\n  \"finished\": " + (run.finished ? "true" : "false") + ",\n  ";
  return head + entry("pairs", tally.pairs) + ",\n  " + entry("wrong", tally.wrong) + ",\n  " +
         entry("certificates_verified", tally.verified) + ",\n  " +
         entry("intervals_verified", tally.intervals) + ",\n  " +
         entry("asked_with_hint", tally.hinted) + ",\n  " +
         entry("asked_of_named_algorithms", tally.algorithms) + ",\n  " +
         entry("on_careless_hosts", tally.careless_hosts) + ",\n  " +
         entry("verified_by_python", tally.python) + ",\n" +
         table("families", tally.by_family,
               [](std::size_t i) { return to_string(static_cast<fuzz::Family>(i)); }) +
         ",\n" +
         table("verdicts", tally.by_verdict,
               [](std::size_t i) { return to_string(static_cast<Verdict>(i)); }) +
         ",\n" +
         table("stages", tally.by_stage,
               [](std::size_t i) { return to_string(static_cast<Stage>(i)); }) +
         ",\n" +
         table("dimensions", tally.by_dimension, [&](std::size_t i) { return kDimensions[i]; }) +
         "\n}\n";
}

std::string progress_line(const Run& run, const Tally& tally) {
  return grouped(tally.pairs) + " pairs in " +
         std::to_string(static_cast<std::int64_t>(run.seconds)) + " s, " +
         grouped(static_cast<Count>(rate_of(run, tally))) + " a second; " +
         grouped(tally.verified) + " certificates verified, " + grouped(tally.python) +
         " pairs by Python too; " + grouped(tally.wrong) + " wrong";
}

bool write_file(const std::string& path, const std::string& text) {
  const std::string beside = path + ".part";
  {
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    file << text;
    if (!file.flush()) return false;
  }
  std::error_code failure;
  std::filesystem::rename(beside, path, failure);
  return !failure;
}

}  // namespace sunder::soak
