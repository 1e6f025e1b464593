// SPDX-License-Identifier: Apache-2.0
//
// Idea: A topic is a folder of three files: what is wrong in words, a camera that sees it, and what that camera saw.
// Source: buildingSMART, BCF-XML, releases 2.1 and 3.0: documentation and schemas.
// Cost: A picture for each topic, some ten milliseconds.
// Gives up: A topic has no viewpoint where a body is too large to be drawn.
#include "bcf.hpp"

#include <algorithm>
#include <array>
#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "archive.hpp"
#include "check_table.hpp"
#include "snapshot.hpp"
#include "sunder/report.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

constexpr std::string_view kDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Returns the version 5 UUID of a name, in a name space that is Sunder's own.
std::string guid_of(const std::string& name) {
  static const boost::uuids::uuid space =
      boost::uuids::string_generator()("6a1d5d1c-8a0e-4c0f-9d6b-0f6f2d6a3c51");
  return boost::uuids::to_string(boost::uuids::name_generator_sha1(space)(name));
}

/// Returns a text as XML holds it: neither controls nor what is no UTF-8. JSON's text has the latter as U+FFFD already.
std::string xml(std::string_view text) {
  const std::string quoted = json_string(text);
  std::string out;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    char c = quoted[i];
    if (c == '\\') {
      c = quoted[++i];
      if (c == 'u') {
        out += "\xef\xbf\xbd";
        i += 4;
        continue;
      }
      if (c != '"' && c != '\\' && c != '/') c = ' ';
    }
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  // XML has no U+FFFE and no U+FFFF either.
  for (const std::string_view none : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {
    for (std::size_t at = out.find(none); at != std::string::npos; at = out.find(none)) {
      out.replace(at, none.size(), "\xef\xbf\xbd");
    }
  }
  return out;
}

std::string element(std::string_view name, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>", name, xml(text));
}

/// What is drawn of where a pair meets, or comes near.
Place place_of(const PairReport& pair, const FoundContact& contact) {
  Place place;
  if (pair.witness) place.normal = pair.witness->normal;
  if (contact.answer.witness) place.normal = contact.answer.witness->normal;
  if (contact.regions) {
    for (const ContactRegion& region : contact.regions->regions) {
      if (place.normal == Vector3{}) place.normal = region.normal;
      for (const std::vector<Vector3>& outline : region.outline) {
        place.outlines.push_back(outline);
        if (region.dimension == 2 && !outline.empty())
          place.outlines.back().push_back(outline.front());
      }
    }
  }
  if (!contact.points.empty()) {
    for (const auto side : {&ContactPoint<3>::point_a, &ContactPoint<3>::point_b}) {
      std::vector<Vector3>& outline = place.outlines.emplace_back();
      for (const ContactPoint<3>& point : contact.points) outline.push_back(point.*side);
      outline.push_back(outline.front());
    }
  } else if (pair.proximity == Proximity::near && pair.witness) {
    place.outlines.push_back({pair.witness->point_a, pair.witness->point_b});
  }
  return place;
}

/// Makes the pictures of some pairs.
class Photographer final : public Steps {
 public:
  struct Shot {
    BodyPair pair;
    Place place;
    std::optional<Camera> camera;
    std::string picture;
  };

  Photographer(std::shared_ptr<const LoadedBodies> loaded, std::shared_ptr<const Model> model)
      : loaded_(std::move(loaded)), model_(std::move(model)) {}

  void add(BodyPair pair, Place place, bool y_up) {
    const auto camera = camera_of(loaded_->scene, pair, place, y_up);
    shots.push_back({pair, std::move(place), camera, {}});
  }

  void run(std::size_t index) override {
    Shot& shot = shots[index];
    if (!shot.camera) return;
    shot.picture = snapshot(loaded_->scene, *model_, shot.pair, shot.place, *shot.camera);
  }

  std::vector<Shot> shots;

 private:
  std::shared_ptr<const LoadedBodies> loaded_;
  std::shared_ptr<const Model> model_;
};

/// The last part of a name that can be the GlobalId of an IFC element: 22 digits of base 64, of which the first has two
/// bits.
std::optional<std::string_view> ifc_guid_of(std::string_view name) {
  constexpr std::size_t kLength = 22;
  if (name.size() < kLength) return std::nullopt;
  const std::string_view last = name.substr(name.size() - kLength);
  const auto is_digit = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           c == '$';
  };
  const bool alone =
      name.size() == kLength ||
      std::string_view("/:-").find(name[name.size() - kLength - 1]) != std::string_view::npos;
  if (!alone || last.front() < '0' || last.front() > '3' ||
      !std::all_of(last.begin(), last.end(), is_digit)) {
    return std::nullopt;
  }
  return last;
}

/// A clash of the baseline that is none now.
struct ResolvedClash {
  std::string a, b;
  Gravity was;
  std::string now;  ///< in words
};

/// The clashes of the baseline that are none now: pairs that do not fail, then pairs that are gone.
std::vector<ResolvedClash> resolved_clashes(const CheckResult& result) {
  const Scene& scene = result.loaded.scene;
  std::vector<ResolvedClash> all;
  for (std::size_t i = 0; i < result.clashes.pairs.size(); ++i) {
    const std::optional<Gravity> was = result.clashes.pairs[i].resolved;
    const PairReport& pair = result.report.pairs[i];
    if (!was || pair.proximity == Proximity::clear) continue;  // a clear one is gone
    all.push_back({scene.body(pair.a).name, scene.body(pair.b).name, *was,
                   fmt::format("Now: {}, which fails nothing.", shown_pair(result, i).is)});
  }
  if (!result.clashes.gone) return all;
  for (const GonePair& gone : *result.clashes.gone) {
    if (!gone.failed) continue;
    std::string now = "Now: clear, which is proven.";
    for (const std::string& name : {gone.a, gone.b}) {
      if (scene.find(name) < 0) now = fmt::format("There is no body {} now.", printable(name));
    }
    all.push_back({gone.a, gone.b, gone.gravity, std::move(now)});
  }
  return all;
}

class IssueWriter {
 public:
  IssueWriter(const CheckResult& result, const IssueOptions& options)
      : result_(result),
        options_(options),
        three_(options.version == BcfVersion::v3_0),
        y_up_(result.loaded.y_up()),
        metres_(metres(result.loaded.unit)) {}

  std::string version() const {
    return std::string(kDeclaration) +
           (three_
                ? "<Version VersionId=\"3.0\"/>\n"
                : "<Version VersionId=\"2.1\"><DetailedVersion>2.1</DetailedVersion></Version>\n");
  }

  /// The words that topics use, which 3.0 asks for.
  std::string extensions() const {
    std::string text = std::string(kDeclaration) + "<Extensions>\n<TopicTypes>" +
                       element("TopicType", "Clash") + "</TopicTypes>\n<TopicStatuses>";
    for (const std::string_view status : {"Open", "New", "Active", "Resolved"})
      text += element("TopicStatus", status);
    text += "</TopicStatuses>\n<TopicLabels>";
    for (const std::string_view label :
         {"overlapping", "touching", "near", "contact", "unresolved"}) {
      text += element("TopicLabel", label);
    }
    return text + "</TopicLabels>\n<Users>" + element("User", options_.author) +
           "</Users>\n</Extensions>\n";
  }

  static std::string key(const CheckResult& result, std::size_t index) {
    const PairReport& pair = result.report.pairs[index];
    return clash_key(result.loaded.scene.body(pair.a).name, result.loaded.scene.body(pair.b).name);
  }

  std::string markup(std::size_t index, bool has_camera, bool has_picture) const {
    const PairReport& pair = result_.report.pairs[index];
    const std::string key = IssueWriter::key(result_, index);
    const ShownPair shown = shown_pair(result_, index);
    const std::string a = name_of(pair.a), b = name_of(pair.b);
    std::string title = fmt::format("{} and {}: {}", a, b, shown.is);
    if (!shown.depth.empty()) title += fmt::format(", {} deep", shown.depth);
    if (pair.proximity == Proximity::near) title += fmt::format(", {} apart", shown.distance);

    std::string text = topic(key, title, status(index), shown.is, description(index));
    std::string comment = comment_on(key, proof_in_words(index));
    if (has_camera) comment += fmt::format("<Viewpoint Guid=\"{}\"/>", guid_of("viewpoint " + key));
    comment += "</Comment>";
    std::string view;
    if (has_camera) {
      view = fmt::format("<{} Guid=\"{}\"><Viewpoint>viewpoint.bcfv</Viewpoint>{}</{}>",
                         three_ ? "ViewPoint" : "Viewpoints", guid_of("viewpoint " + key),
                         has_picture ? "<Snapshot>snapshot.png</Snapshot>" : "",
                         three_ ? "ViewPoint" : "Viewpoints");
    }
    return text + with_comment(comment, view);
  }

  /// A topic of a clash that is none any more: what it was and what it is now, without a view.
  std::string resolved(const ResolvedClash& clash) const {
    const std::string key = clash_key(clash.a, clash.b);
    const std::string names = printable(clash.a) + " and " + printable(clash.b);
    const std::string_view was = to_string(clash.was);
    std::string text = topic(key, fmt::format("{}: {}, resolved", names, was), "Resolved", was,
                             fmt::format("{}: {} in the baseline. Key {}.", names, was, key));
    return text + with_comment(comment_on(key, clash.now) + "</Comment>", "");
  }

  std::string viewpoint(std::size_t index, const Camera& camera) const {
    const PairReport& pair = result_.report.pairs[index];
    const std::string a = component(pair.a), b = component(pair.b);
    std::string text =
        std::string(kDeclaration) + fmt::format("<VisualizationInfo Guid=\"{}\">\n<Components>",
                                                guid_of("viewpoint " + key(result_, index)));
    text += "<Selection>" + a + b +
            "</Selection>\n<Visibility DefaultVisibility=\"true\"/>\n<Coloring>";
    const std::string_view open = three_ ? "<Components>" : "",
                           close = three_ ? "</Components>" : "";
    text += fmt::format(
        "<Color Color=\"1C78BF\">{0}{1}{2}</Color><Color Color=\"ED991A\">{0}{3}{2}</Color>", open,
        a, close, b);
    text += "</Coloring></Components>\n<PerspectiveCamera>";
    text += vector("CameraViewPoint", camera.eye, metres_) +
            vector("CameraDirection", camera.direction, 1) + vector("CameraUpVector", camera.up, 1);
    text += fmt::format("<FieldOfView>{}</FieldOfView>", kFieldOfView);
    if (three_) text += "<AspectRatio>1.3333333333333333</AspectRatio>";
    return text + "</PerspectiveCamera>\n</VisualizationInfo>\n";
  }

 private:
  /// The beginning of a markup, up to what follows the description.
  std::string topic(const std::string& key, std::string_view title, std::string_view status,
                    std::string_view label, std::string_view description) const {
    std::string text = std::string(kDeclaration) + "<Markup>\n<Header>" + (three_ ? "<Files>" : "");
    for (const LoadedFile& file : result_.loaded.files) {
      text += fmt::format("<File {}=\"true\">{}</File>", three_ ? "IsExternal" : "isExternal",
                          element("Filename", file.path));
    }
    text += three_ ? "</Files></Header>\n" : "</Header>\n";
    text += fmt::format("<Topic Guid=\"{}\" TopicType=\"Clash\" TopicStatus=\"{}\">\n",
                        guid_of("topic " + key), status);
    text += element("Title", title) + "\n";
    text +=
        (three_ ? "<Labels>" + element("Label", label) + "</Labels>" : element("Labels", label)) +
        "\n";
    text +=
        element("CreationDate", options_.date) + element("CreationAuthor", options_.author) + "\n";
    return text + element("Description", description) + "\n";
  }

  /// A comment that is not closed yet.
  std::string comment_on(const std::string& key, std::string_view words) const {
    return fmt::format("<Comment Guid=\"{}\">", guid_of("comment " + key)) +
           element("Date", options_.date) + element("Author", options_.author) +
           element("Comment", words);
  }

  /// The end of a markup.
  std::string with_comment(const std::string& comment, const std::string& view) const {
    if (!three_) return "</Topic>\n" + comment + "\n" + view + "\n</Markup>\n";
    return "<Comments>" + comment + "</Comments>\n" +
           (view.empty() ? "" : "<Viewpoints>" + view + "</Viewpoints>\n") +
           "</Topic>\n</Markup>\n";
  }

  std::string name_of(std::int32_t id) const {
    return printable(result_.loaded.scene.body(id).name);
  }

  /// The words of Navisworks: a clash of an earlier run is active. Without a baseline nobody knows.
  std::string_view status(std::size_t index) const {
    if (!result_.rules.baseline) return "Open";
    return result_.clashes.pairs[index].known ? "Active" : "New";
  }

  std::string description(std::size_t index) const {
    const PairReport& pair = result_.report.pairs[index];
    const ShownPair shown = shown_pair(result_, index);
    std::string text = fmt::format("{} ({}) and {} ({}): {}.", name_of(pair.a),
                                   to_string(result_.loaded.taken(pair.a).as), name_of(pair.b),
                                   to_string(result_.loaded.taken(pair.b).as), shown.is);
    for (std::size_t i = 0; i < shown.places.size(); ++i) {
      text += (i == 0 ? " At " : "; ") + shown.places[i];
    }
    if (!shown.places.empty()) text += ".";
    return text +
           fmt::format(" Lengths in {}. Key {}.", result_.loaded.unit.name, key(result_, index));
  }

  std::string proof_in_words(std::size_t index) const {
    const PairReport& pair = result_.report.pairs[index];
    const FoundContact& contact = result_.contacts[index];
    const std::string& unit = result_.loaded.unit.name;
    const auto from_to = [&](const Interval& interval) {
      return fmt::format("between {} and {} {}", interval.lower, interval.upper, unit);
    };
    std::string text = fmt::format("Proven: {}.", to_string(pair.proximity));
    if (pair.proximity == Proximity::overlapping)
      text += fmt::format(" Depth {}.", from_to(contact.depth));
    if (pair.proximity == Proximity::near && pair.distance) {
      text += fmt::format(" Distance {}, within the clearance of {} {}.", from_to(*pair.distance),
                          result_.options.clearance, unit);
    }
    if (contact.overlap) {
      text += fmt::format(" Against the tolerance of {} {}: {}.", *result_.rules.tolerance, unit,
                          to_string(*contact.overlap));
    }
    return text;
  }

  std::string component(std::int32_t id) const {
    const std::string& name = result_.loaded.scene.body(id).name;
    const auto guid = ifc_guid_of(name);
    return fmt::format("<Component{}>{}</Component>",
                       guid ? fmt::format(" IfcGuid=\"{}\"", *guid) : "",
                       element("AuthoringToolId", printable(name)));
  }

  /// Writes a vector in BCF's frame, which is that of IFC: z points up.
  std::string vector(std::string_view name, const Vector3& v, double factor) const {
    const Vector3 turned = y_up_ ? Vector3{v[0], -v[2], v[1]} : v;
    return fmt::format("<{0}><X>{1}</X><Y>{2}</Y><Z>{3}</Z></{0}>", name, turned[0] * factor + 0.0,
                       turned[1] * factor + 0.0, turned[2] * factor + 0.0);
  }

  const CheckResult& result_;
  const IssueOptions& options_;
  bool three_;
  bool y_up_;
  double metres_;
};

}  // namespace

std::string bcf(const CheckResult& result, const std::shared_ptr<const LoadedBodies>& loaded,
                const std::shared_ptr<const Model>& model, const IssueOptions& options,
                const BackgroundOptions& background) {
  std::vector<std::size_t> failing;
  for (std::size_t i = 0; i < result.clashes.pairs.size(); ++i) {
    if (result.clashes.pairs[i].fails) failing.push_back(i);
  }
  const auto photographer = std::make_shared<Photographer>(loaded, model);
  for (const std::size_t i : failing) {
    const PairReport& pair = result.report.pairs[i];
    photographer->add({pair.a, pair.b}, place_of(pair, result.contacts[i]), loaded->y_up());
  }
  const std::vector<bool> done = run_in_background(photographer, failing.size(), background).done;

  const IssueWriter writer(result, options);
  std::set<std::string> folders;
  Archive archive;
  archive.add("bcf.version", writer.version());
  if (options.version == BcfVersion::v3_0) archive.add("extensions.xml", writer.extensions());
  for (std::size_t i = 0; i < failing.size(); ++i) {
    const Photographer::Shot& shot = photographer->shots[i];
    const bool has_picture = done[i] && !shot.picture.empty();
    const std::string folder = guid_of("topic " + IssueWriter::key(result, failing[i])) + "/";
    folders.insert(folder);
    archive.add_folder(folder);
    archive.add(folder + "markup.bcf",
                writer.markup(failing[i], shot.camera.has_value(), has_picture));
    if (shot.camera)
      archive.add(folder + "viewpoint.bcfv", writer.viewpoint(failing[i], *shot.camera));
    if (has_picture) archive.add(folder + "snapshot.png", shot.picture, false);
  }
  for (const ResolvedClash& clash : resolved_clashes(result)) {
    const std::string folder = guid_of("topic " + clash_key(clash.a, clash.b)) + "/";
    if (!folders.insert(folder).second) continue;
    archive.add_folder(folder);
    archive.add(folder + "markup.bcf", writer.resolved(clash));
  }
  return archive.finish();
}

}  // namespace sunder::cli
