// SPDX-License-Identifier: Apache-2.0
//
// soak [--minutes N | --pairs N] [--seed S] [--first ROUND] [--threads T] [--checker SCRIPT]
//      [--share N] [--folder FOLDER]
//
// Tests random and adversarial pairs for the given time. Every certificate is verified, and one
// pair in a given number by the Python checker too. Equal seeds and numbers of pairs give equal
// questions on any number of threads. An interrupt ends it in order. Exit status: 0 if nothing is
// wrong, 1 if something is, 2 for wrong usage or no report.
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "fuzz/soak/round.hpp"
#include "fuzz/soak/second_checker.hpp"
#include "fuzz/soak/tally.hpp"

namespace sunder::soak {
namespace {

/// The number of pairs for which the Python checker is started.
constexpr std::size_t kBlock = 200;
/// The soak stops after this many wrong answers.
constexpr Count kMostWrong = 100;

std::atomic<bool> interrupted = false;
extern "C" void interrupt(int) { interrupted = true; }

struct Settings {
  double minutes = 0;
  Count pairs = 0;
  Count seed = 1;
  Count first = 0;  ///< the first round
  Count threads = 0;
  Count share = 10'000;
  std::string checker;
  std::string folder = "build/soak";
};

template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), out);
  return failure == std::errc{} && end == text.data() + text.size();
}

std::optional<Settings> read_settings(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view key = argv[i];
    if (i + 1 == argc) return std::nullopt;
    const std::string_view value = argv[i + 1];
    bool good = true;
    if (key == "--minutes") {
      good = read_number(value, settings.minutes) && settings.minutes > 0;
    } else if (key == "--pairs") {
      good = read_number(value, settings.pairs) && settings.pairs > 0;
    } else if (key == "--seed") {
      good = read_number(value, settings.seed);
    } else if (key == "--first") {
      good = read_number(value, settings.first);
    } else if (key == "--threads") {
      good = read_number(value, settings.threads);
    } else if (key == "--share") {
      good = read_number(value, settings.share);
    } else if (key == "--checker") {
      settings.checker = value;
    } else if (key == "--folder") {
      settings.folder = value;
    } else {
      good = false;
    }
    if (!good) return std::nullopt;
  }
  if (settings.minutes <= 0 && settings.pairs == 0) settings.minutes = 1;
  if (settings.minutes > 0 && settings.pairs > 0) return std::nullopt;
  if (settings.threads == 0) settings.threads = std::max(1U, std::thread::hardware_concurrency());
  if (settings.checker.empty()) settings.share = 0;
  return settings;
}

class Soak {
 public:
  explicit Soak(const Settings& settings)
      : settings_(settings),
        last_round_(settings.first + (settings.pairs + kSteps - 1) / kSteps),
        checker_(settings.checker, settings.folder),
        start_(std::chrono::steady_clock::now()) {
    run_.seed = settings.seed;
    run_.threads = static_cast<int>(settings.threads);
  }

  /// Returns the exit status.
  int run() {
    std::vector<std::thread> threads;
    for (Count i = 0; i < settings_.threads; ++i) threads.emplace_back([this] { work(); });
    watch();
    for (std::thread& thread : threads) thread.join();
    check_block(std::move(shared_));
    run_.finished = !interrupted && tally_.wrong < kMostWrong;
    const bool written = write_report();
    std::printf("%s\n", progress_line(run_, tally_).c_str());
    std::printf("%s\n", written ? report_path().c_str() : "the report could not be written");
    if (tally_.wrong > 0) return 1;
    return written && !unasked_ ? 0 : 2;
  }

 private:
  std::string report_path() const { return settings_.folder + "/report.json"; }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  bool over() const {
    if (interrupted || stopped_) return true;
    return settings_.minutes > 0 && seconds() > 60 * settings_.minutes;
  }

  void work() {
    while (!over()) {
      const Count round = next_round_++;
      if (settings_.pairs > 0 && round >= last_round_) break;
      take(run_round(settings_.seed, round, settings_.share), round);
    }
    --working_;
  }

  void take(RoundResult result, Count round) {
    std::vector<Finding> block;
    {
      const std::lock_guard lock(mutex_);
      tally_.add(result.tally);
      for (const Finding& wrong : result.wrong) record_wrong(wrong, round);
      shared_.insert(shared_.end(), result.shared.begin(), result.shared.end());
      if (shared_.size() >= kBlock) block.swap(shared_);
    }
    check_block(std::move(block));
  }

  /// The caller holds the lock.
  void record_wrong(const Finding& wrong, Count round) {
    const std::string path = settings_.folder + "/wrong-" + std::to_string(settings_.seed) + "-" +
                             std::to_string(round) + ".jsonl";
    std::fprintf(stderr,
                 "WRONG: \"%s\" does not hold of %s\n"
                 "  the round again: soak --seed %llu --first %llu --pairs %d\n"
                 "  the pair alone: sunder query < %s\n",
                 wrong.broken.c_str(), wrong.verdict.c_str(),
                 static_cast<unsigned long long>(settings_.seed),
                 static_cast<unsigned long long>(round), kSteps, path.c_str());
    if (!write_file(path, wrong.question + "\n")) {
      std::fprintf(stderr, "%s\n", wrong.question.c_str());
    }
    if (tally_.wrong >= kMostWrong) stopped_ = true;
  }

  void check_block(std::vector<Finding> block) {
    if (block.empty()) return;
    const BlockCheck check = checker_.check(block, "block-" + std::to_string(blocks_++));
    const std::lock_guard lock(mutex_);
    switch (check.outcome) {
      case BlockCheck::Outcome::accepted:
        tally_.python += block.size();
        return;
      case BlockCheck::Outcome::refuted:
        ++tally_.wrong;
        std::fprintf(stderr, "WRONG: %s\n", check.reason.c_str());
        return;
      case BlockCheck::Outcome::not_asked:
        unasked_ = true;
        std::fprintf(stderr, "soak: %s\n", check.reason.c_str());
    }
  }

  bool write_report() {
    const std::lock_guard lock(mutex_);
    run_.seconds = seconds();
    return write_file(report_path(), report_text(run_, tally_));
  }

  /// Prints totals and writes the report from time to time, until all threads are done.
  void watch() {
    double next = 10;
    while (working_ > 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (seconds() < next) continue;
      next = seconds() + 10;
      write_report();
      const std::lock_guard lock(mutex_);
      std::printf("%s\n", progress_line(run_, tally_).c_str());
      std::fflush(stdout);
    }
  }

  const Settings& settings_;
  Count last_round_;
  SecondChecker checker_;
  std::chrono::steady_clock::time_point start_;
  std::atomic<Count> next_round_ = settings_.first;
  std::atomic<Count> working_ = settings_.threads;
  std::atomic<Count> blocks_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;  ///< guards the following members
  Tally tally_;
  Run run_;
  bool unasked_ = false;  ///< the Python checker could not be started
  std::vector<Finding> shared_;
};

int run(int argc, char** argv) {
  const std::optional<Settings> settings = read_settings(argc, argv);
  if (!settings) {
    std::fprintf(stderr,
                 "usage: soak [--minutes N | --pairs N] [--seed S] [--first ROUND] [--threads T]\n"
                 "            [--checker SCRIPT] [--share N] [--folder FOLDER]\n");
    return 2;
  }
  std::error_code failure;
  std::filesystem::create_directories(settings->folder, failure);
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  return Soak(*settings).run();
}

}  // namespace
}  // namespace sunder::soak

int main(int argc, char** argv) { return sunder::soak::run(argc, argv); }
