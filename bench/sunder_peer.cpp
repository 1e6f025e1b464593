// SPDX-License-Identifier: Apache-2.0
#include "bench/peers.hpp"
#include "sunder/penetration.hpp"

namespace sunder::bench {
namespace {

class Sunder final : public Peer {
 public:
  explicit Sunder(const PairSet& set) : set_(set) {}
  bool intersects(std::size_t i) const override {
    return static_cast<bool>(sunder::intersects(set_.a(i), set_.b(i)));
  }
  double distance(std::size_t i) const override {
    return sunder::distance(set_.a(i), set_.b(i)).distance.lower;
  }
  double depth(std::size_t i) const override {
    return penetration(set_.a(i), set_.b(i)).depth.lower;
  }

 private:
  const PairSet& set_;
};

/// The record in a hint is the certificate: a direction, or pairs of vertices.
class CertifyingSunder final : public Peer {
 public:
  explicit CertifyingSunder(const PairSet& set) : set_(set) { options_.hint = &certificate_; }
  bool intersects(std::size_t i) const override {
    certificate_.verdict = Verdict::not_examined;
    certificate_.pair_count = 0;
    return static_cast<bool>(sunder::intersects(set_.a(i), set_.b(i), options_));
  }

 private:
  const PairSet& set_;
  mutable Hint3 certificate_;
  Search3 options_;
};

class HintedSunder final : public Peer {
 public:
  explicit HintedSunder(const PairSet& set) : set_(set) { options_.hint = &hint_; }
  bool intersects(std::size_t i) const override {
    return static_cast<bool>(sunder::intersects(set_.a(i), set_.b(i), options_));
  }
  double distance(std::size_t i) const override {
    return sunder::distance(set_.a(i), set_.b(i), {.search = options_}).distance.lower;
  }
  double depth(std::size_t i) const override {
    return penetration(set_.a(i), set_.b(i), {.search = options_}).depth.lower;
  }

 private:
  const PairSet& set_;
  mutable Hint3 hint_;
  Search3 options_;
};

}  // namespace

std::unique_ptr<Peer> make_sunder(const PairSet& set, SunderUse use) {
  if (use == SunderUse::certificate) return std::make_unique<CertifyingSunder>(set);
  if (use == SunderUse::hint) return std::make_unique<HintedSunder>(set);
  return std::make_unique<Sunder>(set);
}

}  // namespace sunder::bench
