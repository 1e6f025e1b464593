// SPDX-License-Identifier: Apache-2.0
#include "check_proof.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <numeric>
#include <string_view>
#include <vector>

#include "list_json.hpp"
#include "sunder/io.hpp"
#include "sunder/report.hpp"
#include "sunder/scene_proof.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

constexpr std::array<std::string_view, 3> kWords = {"none", "examined", "all"};

bool before(BodyPair x, BodyPair y) { return x.a < y.a || (x.a == y.a && x.b < y.b); }

Body3 body_of(const SceneBody& given) { return given.body ? *given.body : Body3{{given.polytope}}; }

/// Two bodies of which one is no hull, at their poses.
struct PairOfBodies {
  PairOfBodies(const Scene& scene, BodyPair ids)
      : first(body_of(scene.body(ids.a))),
        second(body_of(scene.body(ids.b))),
        a(first, scene.body(ids.a).pose),
        b(second, scene.body(ids.b).pose) {}
  PairOfBodies(const PairOfBodies&) = delete;

  Body3 first, second;
  PosedBody3 a, b;
};

/// Returns the text of a proof; "null" where none was found.
std::string json_of(const Result<BodyCertificate>& proof) {
  return proof ? to_json(proof.value()) : "null";
}

/// Returns the proof of a verdict, and of a distance that was measured.
std::string body_proof_json(const PosedBody3& a, const PosedBody3& b, const PairReport* measured) {
  if (measured != nullptr && !*measured && measured->distance) {
    BodyDistance answer;
    static_cast<Decision&>(answer) = *measured;
    answer.distance = *measured->distance;
    answer.witness = measured->witness;
    answer.part_a = measured->part_a;
    answer.part_b = measured->part_b;
    answer.triangle_a = measured->triangle_a;
    answer.triangle_b = measured->triangle_b;
    const auto proof = certify(a, b, answer);
    if (proof) return to_json(proof.value());
  }
  return json_of(certify(a, b, intersects(a, b)));
}

/// Compares bodies that are apart with the clearance: the word, and its proof.
struct ClearanceProof {
  MarginVerdict verdict;
  std::string json;

  ClearanceProof(const PosedBody3& a, const PosedBody3& b, double clearance) {
    const Margin margin{.distance = clearance};
    const BodyMarginAnswer answer = compare_to_margin(a, b, margin).value();
    verdict = margin_verdict(answer.verdict);
    json = json_of(certify(a, b, margin, answer));
  }
};

std::string margin_json(MarginVerdict verdict, std::string_view proof) {
  return fmt::format(R"(, "margin": "{}", "margin_certificate": {})", to_string(verdict), proof);
}

/// Lists the pairs that the boxes do not prove apart, and that were not to be examined. An interrupted
/// check does not know them, so that the list is empty.
std::string skipped_json(const Scene& scene, const SceneReport& report,
                         const CheckOptions& options) {
  if (!options.skip || report.cancelled) return "[]";
  std::vector<BodyPair> pairs;
  if (options.prune) {
    pairs = candidate_pairs(scene, options.clearance);
  } else {
    for (std::int32_t a = 0; a < scene.size(); ++a) {
      for (std::int32_t b = a + 1; b < scene.size(); ++b) pairs.push_back({a, b});
    }
  }
  std::erase_if(pairs, [&](BodyPair pair) { return !options.skip(pair); });
  return list_json(pairs, [](BodyPair pair) { return fmt::format("[{}, {}]", pair.a, pair.b); });
}

std::string cut_json(const SceneCut& cut) {
  return fmt::format("[{}, {}, {}, {}, {}]", cut.a_begin, cut.a_end, cut.b_begin, cut.b_end,
                     cut.axis);
}

std::string pruned_json(const Scene& scene, const CheckOptions& options) {
  PruningProof proof;
  if (options.prune) {
    proof = prove_pruning(scene, options.clearance);
  } else {
    proof.order.resize(static_cast<std::size_t>(scene.size()));
    std::iota(proof.order.begin(), proof.order.end(), 0);
  }
  return fmt::format(R"({{"order": {}, "cuts": {}}})",
                     list_json(proof.order, [](std::int32_t id) { return fmt::to_string(id); }),
                     list_json(proof.cuts, cut_json));
}

}  // namespace

std::optional<Certificates> certificates_of(const std::optional<std::string>& option,
                                            bool has_room) {
  if (!option) return has_room ? Certificates::examined : Certificates::none;
  const auto found = std::find(kWords.begin(), kWords.end(), *option);
  if (found == kWords.end()) {
    complain(fmt::format("--certificates {}: none, examined or all was expected", *option));
    return std::nullopt;
  }
  if (!has_room) {
    complain(
        "--certificates: certificates are part of the JSON and of the page; ask for them with "
        "--json "
        "or --html report.html");
    return std::nullopt;
  }
  return static_cast<Certificates>(found - kWords.begin());
}

std::string options_json(const CheckOptions& options, const CheckRules& rules,
                         Certificates certificates) {
  return fmt::format(
      R"({{"algorithm": "{}", "width": {}, "all": {}, "certificates": "{}", "as": {}, )"
      R"("ignore": {}, "between": {}, "fail_on": "{}", "body": "{}", "tolerance": {}, )"
      R"("baseline": {}}})",
      to_string(options.algorithm), json_number(options.width), options.measure,
      kWords[static_cast<std::size_t>(certificates)], list_json(rules.as, json_string),
      list_json(rules.ignore, json_string), list_json(rules.between, json_string),
      rules.fails_on_touch ? "touch" : "overlap", rules.body,
      rules.tolerance ? json_number(*rules.tolerance) : "null",
      rules.baseline ? json_string(*rules.baseline) : "null");
}

std::vector<BodyPair> unlisted_pairs(const Scene& scene, const SceneReport& report,
                                     const CheckOptions& options) {
  if (options.measure || report.cancelled) return {};
  std::vector<BodyPair> listed;
  for (const PairReport& pair : report.pairs) listed.push_back({pair.a, pair.b});
  const std::vector<BodyPair> examined = candidate_pairs(scene, options.clearance);
  std::vector<BodyPair> rest;
  std::set_difference(examined.begin(), examined.end(), listed.begin(), listed.end(),
                      std::back_inserter(rest), before);
  if (options.skip) std::erase_if(rest, options.skip);
  return rest;
}

std::string clear_proof_json(const Scene& scene, BodyPair ids, double clearance) {
  std::string text = fmt::format(R"({{"a_id": {}, "b_id": {})", ids.a, ids.b);
  if (has_mesh(scene, ids)) {
    const PairOfBodies pair(scene, ids);
    if (clearance > 0) {
      return text + R"(, "margin_certificate": )" + ClearanceProof(pair.a, pair.b, clearance).json +
             "}";
    }
    return text + R"(, "certificate": )" + body_proof_json(pair.a, pair.b, nullptr) + "}";
  }
  text += ", ";
  const Posed3 a = scene.posed(ids.a);
  const Posed3 b = scene.posed(ids.b);
  // A pair farther than a positive clearance is separated: the margin's proof suffices.
  if (clearance > 0) {
    text += R"("margin_certificate": )" + to_json(certify(a, b, Margin{.distance = clearance}, {}));
  } else {
    text += R"("certificate": )" + to_json(certify(a, b, intersects(a, b)));
  }
  return text + "}";
}

std::string pair_proof_json(const Scene& scene, const PairReport& pair, const CheckOptions& options,
                            const CheckRules& rules, const FoundContact& contact) {
  if (has_mesh(scene, {pair.a, pair.b})) {
    const PairOfBodies bodies(scene, {pair.a, pair.b});
    std::string text = R"(, "certificate": )" + body_proof_json(bodies.a, bodies.b, &pair);
    if (!pair && options.clearance > 0) {
      const ClearanceProof proof(bodies.a, bodies.b, options.clearance);
      text += margin_json(proof.verdict, proof.json);
    }
    return text;
  }
  PairProof proof = prove_pair(scene, pair, options.clearance, contact.depth);
  if (contact.overlap) {
    proof.margin = certify(scene.posed(pair.a), scene.posed(pair.b),
                           Margin{.distance = -*rules.tolerance}, {});
  }
  std::string text = R"(, "certificate": )" + to_json(proof.certificate);
  if (proof.margin) {
    text += margin_json(proof.margin->verdict, to_json(*proof.margin));
  }
  return text;
}

std::string proof_json(const Scene& scene, const SceneReport& report, const CheckOptions& options,
                       Certificates certificates, const std::vector<std::string>& clear) {
  if (certificates == Certificates::none) return "null";
  std::string text = fmt::format(R"({{"version": {}, "clear": )", kProofVersion);
  text += list_json(clear, [](const std::string& proof) { return proof; });
  text += R"(, "skipped": )" + skipped_json(scene, report, options);
  const bool whole = certificates == Certificates::all && !report.cancelled;
  return text + R"(, "pruned": )" + (whole ? pruned_json(scene, options) : "null") + "}";
}

}  // namespace sunder::cli
