// SPDX-License-Identifier: Apache-2.0
//
// Measures engineered shapes: plates and rods 1:100, wedges, prisms over n-gons, slivers, and any
// two of them. The environment variable SUNDER_BENCH_LINKS may name a folder of meshes, such as the
// links of a robot. They are added if the build has the reader of meshes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "bench/cells.hpp"
#include "bench/context.hpp"
#ifdef SUNDER_BENCH_IO
#include "sunder/io.hpp"
#endif

namespace sunder::bench {
namespace {

#ifdef SUNDER_BENCH_IO
/// Sorted by name, so that the pairs are equal everywhere. Ends the program if a file is refused.
std::vector<Polytope3> read_links(const std::filesystem::path& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  Scene scene;
  for (const std::string& path : paths) {
    const auto report = read_bodies(path, scene);
    if (report) continue;
    std::fprintf(stderr, "%s\n", report.error().message.c_str());
    std::exit(1);
  }
  std::vector<Polytope3> bodies;
  for (std::int32_t i = 0; i < scene.size(); ++i) bodies.push_back(scene.body(i).polytope);
  return bodies;
}
#else
std::vector<Polytope3> read_links(const std::filesystem::path&) {
  std::fprintf(stderr, "SUNDER_BENCH_LINKS needs a build with SUNDER_BUILD_IO\n");
  std::exit(1);
}
#endif

void add_cells(const SetPlan& plan, Placement placement) {
  add_cell(Question::intersects, plan);
  add_cell(Question::distance, plan);
  if (placement == Placement::overlapping) add_cell(Question::depth, plan);
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  const char* const folder = std::getenv("SUNDER_BENCH_LINKS");
  std::vector<sunder::Polytope3> links;
  if (folder != nullptr) links = read_links(folder);
  for (const Placement placement : {Placement::overlapping, Placement::near, Placement::far}) {
    for (const Workload workload : {Workload::plates, Workload::rods, Workload::wedges,
                                    Workload::prisms, Workload::slivers, Workload::mixed})
      add_cells(plan_pairs(workload, 0, placement), placement);
    if (links.empty()) continue;
    const std::string name = "links/" + to_string(placement);
    add_cells({name, [=] { return make_pairs_of(links, "links", placement); }}, placement);
  }
  return run_benchmarks(argc, argv, "engineered shapes: meet, distance, depth");
}
