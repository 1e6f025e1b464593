// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes outside data: the pipe (JSON Lines), certificates as text, meshes and scenes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sunder/algorithm.hpp"
#include "sunder/certificate.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/scene.hpp"

namespace sunder::inline SUNDER_ABI {

/// The codes of the pipe and of files, beside those of ErrorCode.
namespace io_error {
inline constexpr ErrorCode syntax{32};             ///< not JSON, not XML, not the mesh format the file claims to be
inline constexpr ErrorCode missing_key{33};        ///< a required key is absent
inline constexpr ErrorCode unknown_key{34};        ///< a key that nobody reads: most likely a misspelling
inline constexpr ErrorCode duplicate_key{35};      ///< the same key twice in one object
inline constexpr ErrorCode wrong_type{36};         ///< JSON of another kind than the key takes
inline constexpr ErrorCode conflicting_pose{37};   ///< a transform beside a quaternion or translation
inline constexpr ErrorCode unknown_body{38};       ///< a name that no definition gave
inline constexpr ErrorCode unknown_algorithm{39};  ///< a name that is not in the table of algorithms
inline constexpr ErrorCode cannot_read{40};        ///< no such file, no permission, a read error
inline constexpr ErrorCode cannot_write{41};       ///< the output could not be written in full
inline constexpr ErrorCode unknown_format{42};     ///< a file type that is not read here
}  // namespace io_error

// ---- Streams of bytes

/// Where bytes come from: a file, a pipe, a text in memory.
class SUNDER_EXPORT Source {
 public:
  virtual ~Source() = default;
  /// Reads up to `size` bytes into `into`, as many as are there; 0 only at the end. It waits for the first.
  virtual Result<std::size_t> read(char* into, std::size_t size) = 0;
};

/// Where bytes go.
class SUNDER_EXPORT Sink {
 public:
  virtual ~Sink() = default;
  /// Writes all of `bytes`, or returns the reason why not (cannot_write); a file then has whole lines alone.
  virtual Status write(std::string_view bytes) = 0;
};

/// Reads or writes an open file descriptor, which stays the caller's. A closed pipe is reported as cannot_write only if
/// the program ignores SIGPIPE; otherwise that signal ends it, as everywhere.
SUNDER_EXPORT std::unique_ptr<Source> descriptor_source(int descriptor);
SUNDER_EXPORT std::unique_ptr<Sink> descriptor_sink(int descriptor);
/// Reads or writes a text that outlives the stream.
SUNDER_EXPORT std::unique_ptr<Source> text_source(std::string_view text);
SUNDER_EXPORT std::unique_ptr<Sink> text_sink(std::string& text);
/// Opens a file for reading; refuses with cannot_read, naming the file and the system's reason.
SUNDER_EXPORT Result<std::unique_ptr<Source>> open_source(const std::string& path);

// ---- The pipe: questions and definitions in, one answer line for each question out

/// A body or transform has at most this many coordinates a row; more is refused as too_large.
inline constexpr int kPipeMaxDimension = 256;

/// The longest line read, in bytes; a longer one is refused as too_large and skipped. Reading one
/// needs about eight times its length in memory.
inline constexpr std::size_t kPipeMaxLine = std::size_t{64} << 20;

/// No line of the pipe needs more levels of [ and { than a few; deeper is refused as syntax.
inline constexpr int kPipeMaxDepth = 32;

/// The greatest limit that can be set: the parser counts bytes in 32 bits.
inline constexpr std::size_t kPipeLargestLine = std::size_t{1} << 31;

struct PipeOptions {
  std::size_t max_line = kPipeMaxLine;
  Executor* executor = nullptr;               ///< of batch.hpp: answers blocks of lines; the bytes are the same
  const std::atomic<bool>* cancel = nullptr;  ///< read before each line; true ends the call
};

/// What answer_questions() did. Blank lines count as lines only.
struct PipeSummary {
  std::int64_t lines = 0, definitions = 0, answers = 0, refused = 0;
  bool cancelled = false;  ///< `lines` were answered, and no other
  /// Set where the stream ended early: cannot_read, cannot_write.
  Status status;
};

/// Reads questions and definitions line by line and writes the answers and refusals in order, each
/// as a whole line; a refused line never stops the stream. Answers are handed to the sink before
/// the source is waited for, so a program can ask, read the answer, and ask again.
///
/// Memory: one line, one block of answers, and the bodies defined so far. A line that needs more is refused as
/// too_large. Where not even that can be written, std::bad_alloc leaves the call behind the last whole line. A name
/// is defined once: a second definition is refused as duplicate_key.
///
/// Every answer carries the verdict, whatever `ask` lists. Each word of `ask` adds the answer of the function of that
/// name (penetration() for "depth"). A margin adds that of compare_to_margin(). The keys are in docs/pipe.md. Two
/// empty bodies have the dimension of their poses, else 3.
SUNDER_EXPORT PipeSummary answer_questions(Source& questions, Sink& answers, const PipeOptions& options = {});

// ---- Certificates as text, and the check of a whole file of answers

/// Returns the pipe's CERT: a JSON object in one line, "null" where there is nothing to say (an empty body). Stage,
/// dimension and the ends of an interval are not part of it.
SUNDER_EXPORT std::string to_json(const Certificate& certificate);

/// Reads a CERT. Its keys determine the verdict: a direction alone separates, pairs alone overlap, both touch. `null`
/// is the certificate of an empty body.
SUNDER_EXPORT Result<Certificate> certificate_from_json(std::string_view text);

/// One thing that verify_answers() wants a person to see.
struct VerifyFinding {
  bool refuted = false;            ///< a false claim; otherwise a line that could not be used
  std::int64_t question_line = 0;  ///< 0: none
  std::int64_t answer_line = 0;    ///< 0: none
  std::string id = "null";         ///< JSON, as in the question
  std::string message;
};

struct VerifyTally {
  std::int64_t accepted = 0, refuted = 0;
  std::int64_t unchecked = 0;  ///< nothing was there to check: never counted as proven
};

struct VerifySummary {
  std::int64_t questions = 0;
  VerifyTally verdicts;
  VerifyTally intervals;  ///< distance and depth
  VerifyTally margins;    ///< closer, exactly, farther
  /// Rows of audit_answers(): accepted where the word follows from what theirs claims and a proven answer.
  VerifyTally audits;
  /// Answers without a certificate, by question: compared with the verdict, never counted as proven.
  std::vector<std::pair<Question, std::int64_t>> claims;
  /// Accepted verdicts that rest on the theorem of docs/bodies.md too: that nothing overlaps is not repeated.
  std::int64_t by_theorem = 0;
  std::int64_t refused = 0;    ///< lines that the pipe refused, and rightly
  std::int64_t bad_lines = 0;  ///< lines that are no answer, or not to their question
  Status status;
  bool refuted() const noexcept { return verdicts.refuted + intervals.refuted + margins.refuted + audits.refuted > 0; }
};

/// Checks the answers of a pipe against its questions, certificate by certificate, with verify() alone: no algorithm
/// runs. An interval or a margin is checked where its own certificate is there. The verdict's certificate settles an
/// interval too where bodies meet (distance 0) or do not overlap (depth 0). Other answers carry none and are only
/// compared with the verdict.
SUNDER_EXPORT VerifySummary verify_answers(Source& questions, Source& answers,
                                           const std::function<void(const VerifyFinding&)>& report,
                                           const PipeOptions& options = {});

// ---- Meshes and lists of polyhedra

/// Limits on one file; beyond them it is refused as too_large. The memory needed follows from what a file holds, never
/// from what it claims to hold. It is a few times the size (JSON and XML, limited to 256 MiB: up to twenty times).
struct ReadLimits {
  std::int64_t bytes = std::int64_t{1} << 30;  ///< of the file, and of each buffer it refers to
  std::int64_t points = 20'000'000;            ///< of all meshes together
  std::int32_t bodies = 1'000'000;
};

/// How a mesh of a file is taken. `automatic`: as a solid where its triangles bound one, else as a surface
/// (docs/bodies.md). It is its hull where it has no triangle, and where it is a convex solid, which equals its hull.
/// `parts` is what a union of several meshes is, each in a form of its own; no mesh is taken as that.
enum class BodyForm : std::uint8_t { automatic, solid, surface, hull, parts };
SUNDER_EXPORT std::string_view to_string(BodyForm form) noexcept;

/// What makes one body: a mesh at its node, a top-level node with all below it, a file, or each shell of a mesh
/// (split_shells()). The shells of a mesh "x" are called "x/shell 1" and so on, in the order of the file. Each numbers
/// its own triangles. A mesh of one shell keeps its name. Formats without nodes have no `node`.
enum class BodyUnit : std::uint8_t { mesh, node, file, shell };
SUNDER_EXPORT std::string_view to_string(BodyUnit unit) noexcept;

struct MeshOptions {
  BodyForm as = BodyForm::automatic;
  /// Chooses instead of `as`, by the name of the mesh's node in the file; may be empty.
  std::function<BodyForm(std::string_view body)> form_of{};
  BodyUnit body = BodyUnit::mesh;
};

/// What a mesh was taken as, and why, in words; a solid has no reason.
struct TakenMesh {
  BodyForm as = BodyForm::hull;
  std::string why;
};

/// What a file held, and what was not taken as written.
struct FileReport {
  std::string format;  ///< such as "STL (binary)"
  std::int32_t bodies = 0;
  std::int32_t skipped = 0;        ///< meshes without a vertex, and nodes that place one
  std::int64_t unused_points = 0;  ///< vertices that no face of their mesh uses, left out
  std::int64_t rounded_poses = 0;  ///< bodies whose pose is a product of transforms that was rounded
  double unit_in_metres = 0;       ///< what the file says its unit is; 0 where it says nothing
  std::vector<std::string> notes;  ///< sentences: what was left out or rounded
  /// SHA-256 of the bytes that were read, in hexadecimal: first the file, then each file that it takes buffers from
  /// (glTF), in their order.
  std::vector<std::string> sha256;
  std::vector<TakenMesh> taken{};           ///< each mesh once in each form
  std::vector<std::int32_t> taken_index{};  ///< of each body, in their order: its entry in `taken`
};

/// Adds every body of a file to the scene. Each mesh is at the pose of the node that places it, as what it is or as
/// `meshes` says. A mesh that several nodes place gives several bodies, which share it. A body of several meshes is
/// their union; its `polytope` is a box that holds it. The extension names the format: .stl .obj .ply .off .gltf .glb
/// .dae, and .xml for a list of polyhedra.
///
/// Polygons are cut into triangles as fans from their first corner. Lines and points make no triangle.
///
/// Coordinates are those of the file: its unit and up axis are reported, never applied. Binary
/// coordinates are taken exactly, decimal ones as the nearest double. What one node says is taken
/// exactly: a matrix, a translation, a quaternion's rotation. Transforms of nested nodes are
/// multiplied in double, which a note reports where it rounded.
///
/// Refusals name the file and the place, and leave the scene unchanged. They are cannot_read, unknown_format, syntax
/// (truncated or contradictory), not_finite, too_large and not_served (compressed meshes). A mesh that is no solid,
/// though one was asked for, is not_solid. Too large may also be the memory needed; std::bad_alloc where none is left to
/// report it.
///
/// `build` says whether points may be removed. Either way a body's indices count the points that the faces of its
/// mesh use, in the order of the file.
SUNDER_EXPORT Result<FileReport> read_bodies(const std::string& path, Scene& scene, const ReadLimits& limits = {},
                                             BuildOptions build = {}, const MeshOptions& meshes = {});

/// A polyhedron of the simplex article's list: a name, and corners whose hull it is.
struct NamedPolyhedron {
  std::string name;
  std::vector<Vector3> corners;
};

/// Reads the XML that .NET's XmlSerializer writes for the article's class. It is an ArrayOfConvexPolyhedron (or
/// another root) of ConvexPolyhedron with Name and Corners. Corners are Point3D with X, Y, Z, each an element or an
/// attribute. Refuses malformed XML with line and column.
SUNDER_EXPORT Result<std::vector<NamedPolyhedron>> read_polyhedra_xml(std::string_view text);

/// Writes that list as text; it reads back as equal names and doubles. Characters that XML cannot hold become U+FFFD.
SUNDER_EXPORT std::string write_polyhedra_xml(std::span<const NamedPolyhedron> polyhedra);

/// The points of a body in the world frame, as doubles.
struct WorldPoints {
  std::vector<Vector3> points;
  std::int64_t rounded = 0;  ///< coordinates that are not exact: the pose made them longer
};
SUNDER_EXPORT WorldPoints world_points(const Posed3& body);

// ---- Numbers, and JSON for those who write more of it

/// Reads all of a text as a decimal: the nearest double, ties to even. A leading "+", zeros in front, ".5", "5.", "inf"
/// and "nan" are read; none where it is no number, or more than the largest double.
SUNDER_EXPORT std::optional<double> number_from_text(std::string_view text);

/// Returns a quoted JSON string; bytes that are not UTF-8 become U+FFFD.
SUNDER_EXPORT std::string json_string(std::string_view text);
/// Returns the shortest form that reads back as the same double; "null" where it is not finite.
SUNDER_EXPORT std::string json_number(double value);

}  // namespace sunder::inline SUNDER_ABI
