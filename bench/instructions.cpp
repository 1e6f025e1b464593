// SPDX-License-Identifier: Apache-2.0
//
// Answers a fixed set of questions, whose instructions valgrind counts. instructions.py runs it
// once, and reads one count a cell. Without valgrind it only answers. SIMD is restricted to AVX2,
// the widest set that valgrind supports, so that a count does not depend on the machine. The
// argument SSE4 restricts it to that set.
#include <cstdio>
#include <gnu/libc-version.h>
#include <hwy/highway.h>
#include <string>
#include <vector>

#include "bench/pairs.hpp"
#include "bench/touching.hpp"
#include "sunder/sunder.hpp"

/// The counted function: valgrind toggles collection on its entry and exit, and each exit writes
/// one count. It must be called under this name, and not be cloned for known arguments.
extern "C" [[gnu::noipa]] double counted_cell(const sunder::bench::PairSet& set,
                                              double (*answer)(const sunder::Posed3&,
                                                               const sunder::Posed3&)) {
  double sum = 0;
  for (std::size_t i = 0; i < set.pairs.size(); ++i) sum += answer(set.a(i), set.b(i));
  return sum;
}

namespace sunder::bench {
namespace {

constexpr int kPairs = 40;
constexpr int kWithoutAvx2 = 77;

double verdict_of(const Posed3& a, const Posed3& b) {
  return static_cast<double>(intersects(a, b).verdict);
}
double distance_of(const Posed3& a, const Posed3& b) { return distance(a, b).distance.lower; }
double depth_of(const Posed3& a, const Posed3& b) { return penetration(a, b).depth.lower; }

/// Answers the questions, then prints their kind, the number of pairs and the sum of the answers.
/// If the sum differs, the pairs differ.
void count(const char* question, const PairSet& set,
           double (*answer)(const Posed3&, const Posed3&)) {
  answer(set.a(0), set.b(0));  // one-time costs are not counted
  const double sum = counted_cell(set, answer);
  std::printf("%s/%s %zu %.17g\n", question, set.name.c_str(), set.pairs.size(), sum);
}

void count_placed(Workload workload, int vertices) {
  for (const Placement placement : {Placement::overlapping, Placement::near, Placement::far}) {
    const PairSet set = make_pairs(workload, vertices, placement, kPairs);
    count("intersects", set, verdict_of);
    if (placement == Placement::overlapping) {
      count("depth", set, depth_of);
    } else {
      count("distance", set, distance_of);
    }
  }
}

void count_touching(const std::string& name, PairSet set) {
  set.name = name;
  count("intersects", set, verdict_of);
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  if ((hwy::SupportedTargets() & HWY_AVX2) == 0) {
    std::fprintf(stderr, "this machine has no AVX2, for which the instructions are counted\n");
    return kWithoutAvx2;
  }
  const bool sse4 = argc > 1 && std::string(argv[1]) == "SSE4";
  hwy::SetSupportedTargetsForTest(sse4 ? HWY_SSE4 : HWY_AVX2);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  std::printf("# g++ %s, Highway %d.%d.%d, glibc %s, %s\n", __VERSION__, HWY_MAJOR, HWY_MINOR,
              HWY_PATCH, gnu_get_libc_version(), sse4 ? "SSE4" : "AVX2");
  for (const int vertices : {8, 50, 500}) count_placed(Workload::ellipsoids, vertices);
  count_placed(Workload::boxes, 0);
  count_placed(Workload::hulls, 0);
  count_touching("touching/boxes_on_a_grid", boxes_on_a_grid());
  count_touching("touching/boxes_by_quaternion", rotated_boxes(Frame::quaternion));
  count_touching("touching/hulls_by_a_face", hulls_by(4, Frame::quarter_turn, kPairs));
  count_touching("touching/hulls_by_quaternion", hulls_by(4, Frame::quaternion, kPairs));
}
