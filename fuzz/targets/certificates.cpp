// SPDX-License-Identifier: Apache-2.0
//
// The checker against forgeries: certificates mutated entry by entry, and arbitrary bytes and text.
// Whatever verify() accepts is true, whoever wrote it.
#include <cmath>

#include "fuzz/drawn_pair.hpp"
#include "fuzz/targets.hpp"
#include "oracle/host_state.hpp"
#include "sunder/io.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using suite::Bodies;

void forge_number(Choices& choices, ExactNumber& number) {
  switch (choices.in(0, 3)) {
    case 0:
      number.value = neighbour(number.value, choices.in(-1, 1));
      break;
    case 1:
      number = {any_double(choices), {}};
      break;
    case 2:
      number = {1, std::to_string(choices.in(-9, 9)) + "00000000000000000000001"};
      break;
    default:
      number.value = -number.value;
  }
}

template <class T>
T* pick(Choices& choices, std::vector<T>& from) {
  if (from.empty()) return nullptr;
  return &from[static_cast<std::size_t>(choices.in(0, static_cast<int>(from.size()) - 1))];
}

void forge_pairs(Choices& choices, std::vector<IndexPair>& pairs) {
  IndexPair* pair = pick(choices, pairs);
  const int kind = choices.in(0, 3);
  if (kind == 0 || pair == nullptr) {
    pairs.push_back({choices.in(-1, 9), choices.in(0, 9)});
  } else if (kind == 1) {
    *pair = {choices.in(0, 9), choices.in(0, 9)};
  } else if (kind == 2) {
    *pair = pairs.front();
  } else {
    pairs.pop_back();
  }
}

void forge_weights(Choices& choices, std::vector<WeightedVertex>& weights) {
  WeightedVertex* weight = pick(choices, weights);
  if (weight == nullptr) {
    weights.push_back({choices.in(0, 9), {1, {}}});
  } else if (choices.chance(1, 2)) {
    weight->vertex = choices.in(-1, 9);
  } else {
    forge_number(choices, weight->weight);
  }
}

void forge_once(Choices& choices, Certificate& certificate) {
  switch (choices.in(0, 8)) {
    case 0:
      certificate.verdict = static_cast<Verdict>(choices.in(0, 4));
      break;
    case 1:
      if (ExactNumber* entry = pick(choices, certificate.direction)) forge_number(choices, *entry);
      break;
    case 2:
      forge_pairs(choices, certificate.pairs);
      break;
    case 3:
      if (certificate.distance) {
        certificate.distance->lower = neighbour(certificate.distance->lower, choices.in(-3, 3));
      }
      break;
    case 4:
      if (certificate.distance) forge_weights(choices, certificate.distance->a);
      break;
    case 5:
      if (certificate.distance) certificate.distance->upper = any_double(choices);
      break;
    case 6:
      if (certificate.depth) forge_pairs(choices, certificate.depth->pairs);
      break;
    case 7:
      if (certificate.depth) {
        certificate.depth->lower = neighbour(certificate.depth->lower, choices.in(-3, 3));
        if (std::int32_t* corner = pick(choices, certificate.depth->facets)) {
          *corner = choices.in(-1, 9);
        }
      }
      break;
    default:
      certificate.direction.clear();
  }
}

template <int D>
void check_forgery(const Bodies<D>& bodies, const Certificate& forged) {
  if (!verify(bodies.a(), bodies.b(), forged)) return;
  demand_equal(forged.verdict, exact_verdict(bodies), "an accepted certificate");
  if (forged.distance) {
    const Distance<D> apart = distance(bodies.a(), bodies.b());
    demand(forged.distance->lower <= apart.distance.upper &&
               apart.distance.lower <= forged.distance->upper,
           "an accepted distance holds the distance");
  }
  if constexpr (D != kRunTime) {
    if (!forged.depth) return;
    const Penetration<D> inside = penetration(bodies.a(), bodies.b());
    demand(forged.depth->lower <= inside.depth.upper && inside.depth.lower <= forged.depth->upper,
           "an accepted depth holds the depth");
  }
}

template <int D>
Certificate honest(Choices& choices, const Bodies<D>& bodies) {
  if constexpr (D != kRunTime) {
    if (choices.chance(1, 3)) {
      return certify(bodies.a(), bodies.b(), penetration(bodies.a(), bodies.b()));
    }
  }
  return certify(bodies.a(), bodies.b(), distance(bodies.a(), bodies.b()));
}

/// Reading converts short integers to the doubles that they equal; after that, reading changes
/// nothing.
void check_text(const Certificate& certificate) {
  std::string text = to_json(certificate);
  for (const bool settled : {false, true}) {
    const Result<Certificate> back = certificate_from_json(text);
    if (!back) broken("a certificate as JSON is read", text + ": " + back.error().message);
    std::string again = to_json(back.value());
    if (settled && again != text) broken("a certificate reads back the same", text + ": " + again);
    text = std::move(again);
  }
}

/// Read as given, and once more in the form in which it is written.
template <int D>
void check_strange(const Bodies<D>& bodies, Bytes bytes) {
  if (const Result<Certificate> read = deserialise_certificate(bytes)) {
    check_forgery(bodies, read.value());
    const std::vector<std::uint8_t> again = serialise(read.value());
    demand(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()),
           "a certificate read is written as it came");
  }
  const std::string text(bytes.begin(), bytes.end());
  if (const Result<Certificate> read = certificate_from_json(text)) {
    check_forgery(bodies, read.value());
    // A direction and facets of different lengths fit no body; only their form is read.
    if (read.value().depth && !read.value().direction.empty()) return;
    check_text(read.value());
  }
}

}  // namespace

void fuzz_certificates(Bytes bytes) {
  Choices choices(bytes);
  const int dimension = draw_dimension(choices);
  with_drawn_pair(choices, dimension, [&]<int D>(const DrawnPair&, const Bodies<D>& bodies) {
    Certificate certificate = honest(choices, bodies);
    demand(verify(bodies.a(), bodies.b(), certificate), "an honest certificate verifies");
    check_text(certificate);
    for (int i = choices.in(1, 4); i > 0; --i) {
      forge_once(choices, certificate);
      check_forgery(bodies, certificate);
    }
    check_strange(bodies, bytes.last(choices.left()));
  });
}

}  // namespace sunder::fuzz
