// SPDX-License-Identifier: Apache-2.0
//
// Memory runs out at every allocation of the readers and writers of outside data. They report an
// Error or std::bad_alloc, lose nothing, and leave a consistent state.
#include <gtest/gtest.h>
#include <optional>
#include <string>

#include "exhaustion/failing_memory.hpp"
#include "io/mesh_files.hpp"

namespace sunder::test {
namespace {

/// True if each body is found by its name.
bool is_consistent(const Scene& scene) {
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    if (scene.find(scene.body(id).name) != id) return false;
  }
  return true;
}

TEST(Exhaustion, MeshFilesAreReadWholeOrNotAtAll) {
  const TemporaryFolder folder;
  for (const NamedFile& file : one_of_each(Tetrahedron{})) {
    const std::string path = folder.write(file.name, file.bytes);
    Scene whole;
    ASSERT_TRUE(read_bodies(path, whole).has_value());
    std::optional<Scene> scene;
    const auto prepare = [&] {
      scene.emplace();
      scene->add({whole.body(0).name, Polytope3::box({1, 1, 1})});
    };
    const auto read = [&] {
      const auto report = read_bodies(path, *scene);
      if (report) return Outcome::done;
      return report.error().code == ErrorCode::too_large ? Outcome::refused : Outcome::done;
    };
    const auto is_whole = [&](Outcome outcome) {
      const std::int32_t expected = outcome == Outcome::done ? 1 + whole.size() : 1;
      return scene->size() == expected && is_consistent(*scene) &&
             scene->find(whole.body(0).name + "#2") == (outcome == Outcome::done ? 1 : -1);
    };
    const Exhausted counts = exhaust({prepare, read, is_whole, [&] { scene.reset(); }});
    expect_sound(file.name.c_str(), counts);
    EXPECT_GT(counts.refused, 0);
  }
}

}  // namespace
}  // namespace sunder::test
