// SPDX-License-Identifier: Apache-2.0
//
// Loads the bodies of the files on a command line, in one unit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "length.hpp"
#include "sunder/io.hpp"

namespace sunder::cli {

/// What bodies are to be taken as: the words of --as, "KIND" or "KIND:GLOB". The last that matches counts.
class BodyForms {
 public:
  /// `body` is the word of --body. Complains and returns nothing where a word is not understood.
  static std::optional<BodyForms> from_words(const std::vector<std::string>& words,
                                             const std::string& body);
  /// Takes every mesh as its hull.
  static BodyForms hulls();

  /// Returns the form of a body of a file, by the file's name without its folder.
  BodyForm of(std::string_view file, std::string_view body);
  /// Returns the first word that no body matched.
  std::optional<std::string> first_unused() const;
  BodyUnit unit() const noexcept { return unit_; }

 private:
  struct Rule {
    std::string word;
    BodyForm form = BodyForm::automatic;
    std::optional<std::string> glob{};
    bool used = false;
  };
  std::vector<Rule> rules_;
  BodyUnit unit_ = BodyUnit::mesh;
};

struct LoadedFile {
  std::string path;  ///< without "@mm"
  FileReport report;
  Unit unit;             ///< unit of the file
  bool assumed = false;  ///< no one named the unit: metres
  bool given = false;    ///< the command line named it
};

struct LoadedBodies {
  Scene scene;
  std::vector<LoadedFile> files;
  Unit unit;  ///< unit of every length: the smallest unit of the files

  /// What a body was taken as.
  const TakenMesh& taken(std::int32_t id) const;
  /// Does y point up? In glTF it does by the standard; the other formats do not say it reliably, and there z does.
  bool y_up() const;
};

/// The help of --unit.
inline constexpr const char* kUnitHelp =
    "What one unit is in files that do not say: um, mm, cm, m, km, in, ft (or FILE@mm for one "
    "file)";

/// The help of --body and --as, whose words BodyForms takes.
inline constexpr const char* kBodyHelp =
    "What makes one body: mesh, node (a top-level node with all below it), file, or shell (each "
    "closed piece of a mesh)";
inline constexpr const char* kAsHelp =
    "What meshes are taken as: auto, solid, surface or hull; hull:GLOB for some names. The last "
    "that "
    "matches counts; a mesh that is no solid is refused as one";

/// Loads all bodies of all files into one scene. With several files a body is called "file:body",
/// or "file" if that file holds a single one.
///
/// A name may end in "@mm", which overrides the unit in the file. If a file of that exact name
/// exists, it is loaded. `unit` is the unit of files that name none. Without it they are in metres
/// if no file names a unit, and refused beside files that do.
/// Poses scale bodies in larger units than the smallest one; a note reports where that rounded. On
/// a refusal it complains and returns nothing. `build` decides whether points of a body may be
/// removed, `forms` what meshes are taken as; a word of it that no body matches is refused.
std::optional<LoadedBodies> load_bodies(const std::vector<std::string>& names,
                                        const std::optional<std::string>& unit,
                                        BuildOptions build = {},
                                        BodyForms forms = BodyForms::hulls());

}  // namespace sunder::cli
