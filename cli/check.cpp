// SPDX-License-Identifier: Apache-2.0
//
// sunder check: reports which bodies overlap, touch or come near each other.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "background.hpp"
#include "bodies.hpp"
#include "check_contacts.hpp"
#include "check_files.hpp"
#include "check_output.hpp"
#include "check_proof.hpp"
#include "check_rules.hpp"
#include "check_table.hpp"
#include "clashes.hpp"
#include "interruption.hpp"
#include "pair_rules.hpp"
#include "terminal.hpp"
#include "threads.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kCheckExamples = R"(Examples:
  sunder check scenes/room.glb
  sunder check a.stl b.obj --clearance 5mm --json
  sunder check part.stl cell.glb --unit mm --clearance 0.5mm
  sunder check part.stl@mm fixture.obj@in
  sunder check cell.glb --as 'hull:*bolt*' --ignore 'robot/*:robot/*'
  sunder check a.stl b.stl --as solid --fail-on touch
  sunder check scenes/room.glb --body node
  sunder check cell.glb --tolerance 0.1mm --baseline last-week.json --csv new.csv
  sunder check cell.glb --clearance 2mm --html report.html --bcf issues.bcfzip
  sunder check room.glb --json --certificates all > r.json; sunder verify r.json room.glb

Files: .stl .obj .ply .off .gltf .glb .dae, and .xml for a list of polyhedra. Each mesh is one
body, placed by its node, taken as what it is: a solid if its triangles bound one, else a surface,
and its convex hull if it is convex or has no triangle. A file's unit is the one it names (COLLADA,
glTF), or what --unit says for files that name none, or FILE@mm for one file. If no file names one it
is taken as metres; beside files that do it is refused.

Ctrl-C ends it with a report of the pairs examined so far, and a second one at once.

Patterns of names have * and ?. Rules of pairs are A:B, or A::B where a name has a colon.

Exit status: 0 clear; 1 if a pair overlaps deeper than --tolerance, or may, or is no farther apart
than a --clearance above 0, or touches and --fail-on is touch; with --baseline only if it does not
list the pair; 2 bad input or usage, or nothing to compare.)";

struct CheckArguments {
  std::vector<std::string> files;
  std::optional<std::string> clearance;
  std::optional<std::string> tolerance;
  std::optional<std::string> baseline;
  std::optional<std::string> unit;
  std::string algorithm = "auto";
  double width = 0;
  int threads = 1;
  std::optional<std::string> certificates;
  std::string body = "mesh";
  std::vector<std::string> as;
  std::vector<std::string> ignore;
  std::vector<std::string> between;
  std::string fail_on = "overlap";
  bool all = false;
  bool json = false;
  CheckFiles files_to_write;
};

/// Reads the length of an option, in the unit of the run; complains and returns nothing where it is none.
std::optional<double> length_of(std::string_view option, const std::string& text,
                                const Unit& unit) {
  const auto length = parse_length(text);
  const double converted = length ? convert(*length, unit) : 0;
  if (length && std::isfinite(converted)) return converted;
  complain(
      fmt::format("{} \"{}\": a length such as 5mm, 0.2in or 0.01 was expected", option, text));
  return std::nullopt;
}

/// Sets the options from the command line, and the tolerance; or complains.
bool set_options(const CheckArguments& arguments, const Unit& unit, CheckOptions& options,
                 CheckRules& rules) {
  if (arguments.clearance) {
    const auto clearance = length_of("--clearance", *arguments.clearance, unit);
    if (!clearance) return false;
    options.clearance = *clearance;
  }
  if (arguments.tolerance) {
    rules.tolerance = length_of("--tolerance", *arguments.tolerance, unit);
    if (!rules.tolerance) return false;
  }
  const auto algorithm = algorithm_from_name(arguments.algorithm);
  if (!algorithm) {
    complain(fmt::format("--algorithm {}: no such algorithm; `sunder algorithms` lists them",
                         arguments.algorithm));
    return false;
  }
  options.algorithm = *algorithm;
  options.width = arguments.width;
  return true;
}

/// Sets the rules from the command line, or complains.
bool read_rules(const CheckArguments& arguments, CheckRules& rules) {
  auto ignore = expand_lists(arguments.ignore);
  auto between = expand_lists(arguments.between);
  if (!ignore || !between) return false;
  rules.body = arguments.body;
  rules.as = arguments.as;
  rules.ignore = *std::move(ignore);
  rules.between = *std::move(between);
  rules.baseline = arguments.baseline;
  rules.fails_on_touch = arguments.fail_on == "touch";
  if (rules.fails_on_touch || arguments.fail_on == "overlap") return true;
  complain(fmt::format("--fail-on {}: overlap or touch was expected", arguments.fail_on));
  return false;
}

std::string text_of(const Progress& progress) {
  const double part = static_cast<double>(progress.settled) /
                      static_cast<double>(std::max<std::int64_t>(progress.pairs, 1));
  return fmt::format("{:3.0f} % of {} pairs settled", std::floor(100 * part), progress.pairs);
}

/// Proves pairs that are clear. Those that an interruption leaves out count as not examined.
std::vector<std::string> prove_clear(const std::shared_ptr<const Scene>& scene,
                                     std::vector<BodyPair> pairs, double clearance,
                                     const BackgroundOptions& background, SceneReport& report) {
  struct Prover final : Steps {
    Prover(std::shared_ptr<const Scene> bodies, std::vector<BodyPair> clear, double least)
        : scene(std::move(bodies)),
          pairs(std::move(clear)),
          clearance(least),
          proofs(pairs.size()) {}
    void run(std::size_t index) override {
      proofs[index] = clear_proof_json(*scene, pairs[index], clearance);
    }
    std::shared_ptr<const Scene> scene;
    std::vector<BodyPair> pairs;
    double clearance;
    std::vector<std::string> proofs;
  };
  const std::size_t count = pairs.size();
  const auto prover = std::make_shared<Prover>(scene, std::move(pairs), clearance);
  const BackgroundResult result = run_in_background(prover, count, background);
  std::vector<std::string> proofs;
  for (std::size_t i = 0; i < count; ++i) {
    if (result.done[i]) {
      proofs.push_back(std::move(prover->proofs[i]));
    } else {
      uncount(*scene, prover->pairs[i], Proximity::clear, report);
    }
  }
  return proofs;
}

ExitStatus run_check(const CheckArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  const CheckFiles& files = arguments.files_to_write;
  const auto issues = read_options(files, arguments.json);
  if (!issues) return ExitStatus::bad_input;
  const auto certificates =
      certificates_of(arguments.certificates, arguments.json || files.html.has_value());
  if (!certificates) return ExitStatus::bad_input;
  CheckRules rules;
  if (!read_rules(arguments, rules)) return ExitStatus::bad_input;
  std::optional<Baseline> baseline;
  if (rules.baseline) {
    baseline = Baseline::read(*rules.baseline);
    if (!baseline) return ExitStatus::bad_input;
  }
  auto forms = BodyForms::from_words(rules.as, rules.body);
  if (!forms) return ExitStatus::bad_input;
  auto bodies = load_bodies(arguments.files, arguments.unit, {}, *std::move(forms));
  if (!bodies) return ExitStatus::bad_input;
  const auto loaded = std::make_shared<const LoadedBodies>(*std::move(bodies));
  if (!spares_inputs(files, rules, *loaded)) return ExitStatus::bad_input;
  CheckOptions options;
  auto skip = pairs_to_skip(rules.ignore, rules.between, loaded->scene);
  if (!skip) return ExitStatus::bad_input;
  options.skip = *std::move(skip);
  if (!set_options(arguments, loaded->unit, options, rules)) return ExitStatus::bad_input;
  for (const LoadedFile& file : loaded->files) {
    if (file.report.bodies > 0) continue;
    complain(
        fmt::format("{} holds no mesh with a vertex: there is nothing to check in it", file.path));
    return ExitStatus::bad_input;
  }
  options.measure = arguments.all || loaded->scene.size() == 2;
  options.prune = !options.measure;
  ProgressLine line;
  if (talks_to_a_person()) {
    options.progress = [&](const Progress& progress) {
      if (line.is_due()) line.show(text_of(progress));
    };
  }

  const std::shared_ptr<Executor> executor = executor_of(arguments.threads);
  options.executor = executor.get();
  options.cancel = &catch_interruption();
  Result<SceneReport> checked = check(loaded->scene, options);
  if (!checked) {
    line.clear();
    complain(checked.error().message);
    return ExitStatus::bad_input;
  }
  SceneReport& report = checked.value();
  BackgroundOptions background{.executor = executor, .cancel = options.cancel};
  const auto show = [&](std::string_view what, std::size_t count) {
    if (!options.progress) return;
    background.progress = [&line, what, count](std::size_t done) {
      if (line.is_due()) line.show(fmt::format("{} of {} {}", done, count, what));
    };
  };
  const std::shared_ptr<const Scene> scene(loaded, &loaded->scene);
  ContactWishes wishes{.max_points = kShownContactPoints,
                       .all_points = arguments.json || files.html || files.bcf,
                       .width = arguments.width,
                       .tolerance = rules.tolerance};
  if (*certificates != Certificates::none) {
    wishes.prove = [scene, options, rules](const PairReport& pair, const FoundContact& contact) {
      return pair_proof_json(*scene, pair, options, rules, contact);
    };
  }
  show("contacts", report.pairs.size());
  std::vector<FoundContact> contacts = find_contacts(scene, report, wishes, background);
  drop_unmade(loaded->scene, report, contacts);
  std::vector<std::string> clear;
  if (*certificates != Certificates::none) {
    std::vector<BodyPair> pairs = unlisted_pairs(*scene, report, options);
    show("proofs", pairs.size());
    clear = prove_clear(scene, std::move(pairs), options.clearance, background, report);
  }
  if (report.cancelled) {
    line.clear();
    complain(fmt::format("interrupted: {} of {} pairs are not examined", report.not_examined,
                         report.pairs_total));
  }
  const Clashes clashes = find_clashes(loaded->scene, report, contacts, options, rules,
                                       baseline ? &*baseline : nullptr);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const CheckResult result{*loaded, report,  options,         rules,        contacts,
                           clear,   clashes, elapsed.count(), *certificates};
  show("pictures", static_cast<std::size_t>(clashes.failing));
  if (!write_files(files, *issues, result, loaded, background)) return ExitStatus::bad_input;
  line.clear();
  if (!files.to_standard_output() &&
      !write_output(arguments.json ? check_json(result) : check_text(result) + files_text(files))) {
    return ExitStatus::bad_input;
  }
  const ExitStatus status = status_of(report, clashes);
  if (report.pairs_total == 0 && rules.body == "shell") {
    complain("nothing was compared: there is one closed piece; name a second file");
  } else if (report.pairs_total == 0 && rules.body != "mesh") {
    complain(
        fmt::format("nothing was compared: --body {} makes one body of all meshes", rules.body));
  } else if (report.pairs_total == 0) {
    complain(
        "nothing was compared: there is one body. Each mesh is one body, however many pieces it "
        "has; use --body shell to make a body of each, or name a second file");
  } else if (report.skipped == report.pairs_total) {
    complain("nothing was compared: --ignore and --between leave no pair");
  }
  return status;
}

}  // namespace

void add_check(CLI::App& program, ExitStatus& status) {
  const auto arguments = std::make_shared<CheckArguments>();
  Verb(program, "check", "Say who overlaps, touches or comes near whom in mesh files",
       kCheckExamples)
      .words("files", arguments->files, 1, -1, "Mesh files; their bodies are checked together")
      .text("--clearance", arguments->clearance,
            "Also report pairs that are no farther apart, such as 5mm")
      .text("--tolerance", arguments->tolerance,
            "Take overlaps that are no deeper for contacts, such as 0.1mm")
      .text("--baseline", arguments->baseline,
            "An older report of --json: only pairs that it does not list fail")
      .text("--unit", arguments->unit, kUnitHelp)
      .text("--body", arguments->body, kBodyHelp)
      .texts("--as", arguments->as, kAsHelp)
      .texts("--ignore", arguments->ignore,
             "Skip pairs of bodies with names like these, A:B; @FILE for a list of such rules")
      .texts("--between", arguments->between, "Examine no pairs but those like A:B")
      .text("--fail-on", arguments->fail_on, "overlap, or touch: then bodies that touch fail too")
      .text("--algorithm", arguments->algorithm,
            "The algorithm to ask about pairs of hulls; auto chooses")
      .number("--width", arguments->width,
              "Relative width asked of distances and depths, such as 1e-9; 0 for the default")
      .threads(arguments->threads)
      .flag("--all", arguments->all,
            "Measure every pair and list it, clear ones too (always so for two bodies)")
      .flag("--json", arguments->json, "Write one JSON object")
      .text("--html", arguments->files_to_write.html,
            "Write a page that shows the clashes in any browser; - for standard output, as below")
      .text("--csv", arguments->files_to_write.csv, "Write one line of CSV a pair")
      .text("--bcf", arguments->files_to_write.bcf,
            "Write the clashes as issues (BIM Collaboration Format), with a view and a picture of "
            "each")
      .text("--bcf-version", arguments->files_to_write.bcf_version, "2.1 or 3.0")
      .text(
          "--date", arguments->files_to_write.date,
          "The date of page and issues, such as 2026-11-28 or 2026-11-28T09:30:00Z; without it now")
      .text("--author", arguments->files_to_write.author, "Who writes the issues")
      .text("--certificates", arguments->certificates, kCertificatesHelp)
      .runs(status, [arguments] { return run_check(*arguments); });
}

}  // namespace sunder::cli
