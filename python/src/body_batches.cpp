// SPDX-License-Identifier: Apache-2.0
//
// Idea: The bodies are handles that the object keeps; poses and indices lie where Python keeps them. The library's
//   batches of bodies read them there. One text serves space and the plane.
// Cost: That of the library's batches. A Polytope beside meshes or polygons becomes a body once.
// Gives up: Hints and widths.
#include "body_batches.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "batches.hpp"
#include "cast_arrays.hpp"
#include "region_arrays.hpp"
#include "sunder/body_batch.hpp"
#include "sunder/body_certificate.hpp"
#include "tables.hpp"
#include "union_table.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

/// A union that goes with any dimension.
bool is_without_parts(nb::handle object) {
  const AnyBody* body = nullptr;
  return nb::try_cast(object, body, false) && body != nullptr && body->shapes.empty();
}

void count_verdict(Verdict verdict, BatchReport& report) noexcept {
  switch (verdict) {
    case Verdict::separated:
      ++report.separated;
      break;
    case Verdict::touching:
      ++report.touching;
      break;
    case Verdict::overlapping:
      ++report.overlapping;
      break;
    case Verdict::undecided:
      ++report.refused;
      break;
    case Verdict::not_examined:
      ++report.skipped;
      break;
  }
}

/// The index that a list has for an item, as the library reads it.
std::int64_t index_of(const Indices& list, std::int64_t item) noexcept {
  if (list.data == nullptr) return list.stride == 0 ? 0 : item;
  std::int32_t index;
  std::memcpy(&index, reinterpret_cast<const std::byte*>(list.data) + item * list.stride,
              sizeof(index));
  return index;
}

/// Arrays for the closest points of items; NaN where an item has none.
template <int D>
class WitnessArrays {
 public:
  WitnessArrays(const BodyBatchArguments& given, std::size_t count) {
    if (!given.points.is_none())
      points_.emplace(given.points, std::vector<std::size_t>{count, 2, D}, "points");
    if (!given.normals.is_none())
      normals_.emplace(given.normals, std::vector<std::size_t>{count, D}, "normals");
    if (points_ || normals_) found_.resize(count);
  }
  std::span<std::optional<Witness<D>>> found() noexcept { return found_; }
  /// The items from `begin` on.
  void write(std::size_t begin) const noexcept {
    for (std::size_t i = begin; i < found_.size(); ++i) {
      const std::optional<Witness<D>>& one = found_[i];
      for (std::size_t k = 0; k < D; ++k) {
        if (points_) {
          points_->span()[(2 * i) * D + k] = one ? one->point_a[k] : kNoNumber;
          points_->span()[(2 * i + 1) * D + k] = one ? one->point_b[k] : kNoNumber;
        }
        if (normals_) normals_->span()[i * D + k] = one ? one->normal[k] : kNoNumber;
      }
    }
  }

 private:
  std::optional<Output<double>> points_, normals_;
  std::vector<std::optional<Witness<D>>> found_;
};

template <int D>
class BodyPairsOf final : public BodyPairs {
 public:
  BodyPairsOf(nb::handle bodies, nb::handle poses, nb::handle body_a, nb::handle body_b,
              nb::handle pose_a, nb::handle pose_b, std::int64_t count)
      : radii_(take_bodies<D>(bodies, bodies_)),
        poses_(poses, D),
        body_a_(body_a, "body_a"),
        body_b_(body_b, "body_b"),
        pose_a_(pose_a, "pose_a"),
        pose_b_(pose_b, "pose_b") {
    batch_.bodies = std::span<const BodyType>(bodies_);
    if (std::any_of(radii_.begin(), radii_.end(), [](double radius) { return radius > 0; }))
      batch_.radii = std::span<const double>(radii_);
    set_items<D>(batch_, static_cast<std::int64_t>(bodies_.size()), poses_, {body_a, body_a_},
                 {body_b, body_b_}, {pose_a, pose_a_}, {pose_b, pose_b_}, count);
  }

  std::int64_t count() const noexcept override { return batch_.count; }

  nb::object intersects(const BodyBatchArguments& given, nb::object& report) const override {
    return ask_verdicts(given, report,
                        [&](const BodyBatchOutput<D>& output, const BatchOptions& options) {
                          return sunder::intersects(batch_, output, options);
                        });
  }

  nb::object margins(nb::handle margins, const BodyBatchArguments& given,
                     nb::object& report) const override {
    const MarginList list(margins, batch_.count);
    return ask_verdicts(given, report,
                        [&](const BodyBatchOutput<D>& output, const BatchOptions& options) {
                          return compare_to_margins(batch_, list.column(), output, options);
                        });
  }

  nb::object distances(const BodyBatchArguments& given, nb::object& report) const override {
    static_assert(sizeof(Interval) == 2 * sizeof(double));
    const Output<double> intervals(given.out, {size(), 2}, "out");
    intervals.fill_new(2 * std::min(given.run.begin, batch_.count), kNotMeasured);
    BodyBatchOutput<D> output;
    output.distances = {reinterpret_cast<Interval*>(intervals.span().data()), size()};
    std::optional<Output<std::uint8_t>> verdicts;
    if (!given.verdicts.is_none()) {
      verdicts.emplace(given.verdicts, std::vector<std::size_t>{size()}, "verdicts");
      output.verdicts = {reinterpret_cast<Verdict*>(verdicts->span().data()), size()};
    }
    WitnessArrays<D> witnesses(given, size());
    output.witnesses = witnesses.found();
    report = report_dict(ask(given, output, intervals.object(), [&](const BatchOptions& options) {
      auto made = sunder::distances(batch_, output, options);
      if (made) witnesses.write(static_cast<std::size_t>(options.begin));
      return made;
    }));
    return intervals.object();
  }

  nb::object closest(const BodyBatchArguments& given, nb::object& report) const override {
    Running running(given.run);
    running.options.beyond = given.beyond;
    const Closest found = running.run(
        [&](const BatchOptions& options) {
          return sunder::closest(batch_, BodyBatchOutput<D>{}, options);
        },
        nb::none());
    report = report_dict(found.report);
    return closest_dict(found);
  }

  nb::object contacts(const BodyBatchArguments& given, nb::object& report) const override {
    std::vector<typename Types::Contact> found(size());
    BodyBatchOutput<D> output;
    report = report_dict(ask(given, output, nb::none(), [&](const BatchOptions& options) {
      return sunder::contacts(batch_, std::span(found), output, options);
    }));
    return region_arrays<D>(found);
  }

  nb::object penetrations(const BodyBatchArguments& given, nb::object& report) const override {
    std::vector<typename Types::Penetration> found(size());
    BodyBatchOutput<D> output;
    report = report_dict(ask(given, output, nb::none(), [&](const BatchOptions& options) {
      return sunder::penetrations(batch_, std::span(found), output, options);
    }));
    nb::dict all;
    all["verdicts"] = collect<std::uint8_t>(size(), {size()}, [&](std::size_t i, auto& to) {
      to.push_back(static_cast<std::uint8_t>(found[i].verdict));
    });
    all["depths"] = collect<double>(size(), {size(), 2}, [&](std::size_t i, auto& to) {
      to.insert(to.end(), {found[i].depth.lower, found[i].depth.upper});
    });
    if constexpr (D == 3) {
      all["normals"] = collect<double>(size(), {size(), D}, [&](std::size_t i, auto& to) {
        const bool has_one = found[i].verdict == Verdict::overlapping;
        for (const double entry : found[i].normal) to.push_back(has_one ? entry : kNoNumber);
      });
    }
    all["places"] = collect<std::int32_t>(size(), {size(), 4}, [&](std::size_t i, auto& to) {
      const Place place(found[i]);
      to.insert(to.end(), {place.part_a, place.part_b, D == 3 ? place.triangle_a : place.piece_a,
                           D == 3 ? place.triangle_b : place.piece_b});
    });
    return all;
  }

  nb::object casts(nb::handle translations, const BodyBatchArguments& given,
                   nb::object& report) const override {
    const std::vector<Motion<D>> motions = read_translations<D>(translations, batch_.poses.count);
    std::vector<typename Types::Cast> found(size());
    BodyBatchOutput<D> output;
    report = report_dict(ask(given, output, nb::none(), [&](const BatchOptions& options) {
      return sunder::casts(batch_, Column<Motion<D>>(std::span<const Motion<D>>(motions)),
                           std::span(found), output, options);
    }));
    nb::dict all = cast_arrays<D>(found);
    const auto two = [&](auto of_a, auto of_b) {
      return collect<std::int32_t>(size(), {size(), 2}, [&](std::size_t i, auto& to) {
        to.insert(to.end(), {found[i].*of_a, found[i].*of_b});
      });
    };
    using Found = typename Types::Cast;
    all["parts"] = two(&Found::part_a, &Found::part_b);
    if constexpr (D == 3) {
      all["triangles"] = two(&Found::triangle_a, &Found::triangle_b);
    } else {
      all["edges"] = two(&Found::edge_a, &Found::edge_b);
    }
    return all;
  }

  nb::list certificates(const RunArguments& run, nb::object& report) const override;

 private:
  using Types = BodyTypes<D>;
  using BodyType = typename Types::Body;

  std::size_t size() const noexcept { return static_cast<std::size_t>(batch_.count); }

  template <class Ask>
  BatchReport ask(const BodyBatchArguments& given, BodyBatchOutput<D>& output, nb::handle result,
                  const Ask& question) const {
    static_assert(sizeof(BodyPlace) == 4 * sizeof(std::int32_t));
    std::optional<Output<std::uint8_t>> stages;
    if (!given.stages.is_none()) {
      stages.emplace(given.stages, std::vector<std::size_t>{size()}, "stages");
      output.stages = {reinterpret_cast<Stage*>(stages->span().data()), size()};
    }
    std::optional<Output<std::int32_t>> places;
    if (!given.places.is_none()) {
      places.emplace(given.places, std::vector<std::size_t>{size(), 4}, "places");
      output.places = {reinterpret_cast<BodyPlace*>(places->span().data()), size()};
    }
    Running running(given.run);
    running.options.stop = read_stop(given.stop);
    if (given.hits < 1) refuse_shape("hits", std::to_string(given.hits), "give 1 or more");
    running.options.hits = given.hits;
    running.options.beyond = given.beyond;
    return running.run([&](const BatchOptions& options) { return question(options); }, result);
  }

  template <class Ask>
  nb::object ask_verdicts(const BodyBatchArguments& given, nb::object& report,
                          const Ask& question) const {
    const Output<std::uint8_t> verdicts(given.out, {size()}, "out");
    verdicts.fill_new(given.run.begin, kNotExamined);
    BodyBatchOutput<D> output;
    output.verdicts = {reinterpret_cast<Verdict*>(verdicts.span().data()), size()};
    report = report_dict(ask(given, output, verdicts.object(), [&](const BatchOptions& options) {
      return question(output, options);
    }));
    return verdicts.object();
  }

  std::optional<BodyCertificate> certificate(std::int64_t item, Verdict& verdict) const;

  std::vector<BodyType> bodies_;
  std::vector<double> radii_;
  PoseList<D> poses_;
  IndexList body_a_, body_b_, pose_a_, pose_b_;
  BodyBatch<D> batch_;
};

template <int D>
std::optional<BodyCertificate> BodyPairsOf<D>::certificate(std::int64_t item,
                                                           Verdict& verdict) const {
  const std::int64_t a = index_of(batch_.body_a, item), b = index_of(batch_.body_b, item);
  const std::int64_t s = index_of(batch_.pose_a, item), t = index_of(batch_.pose_b, item);
  const auto is_in = [](std::int64_t index, std::int64_t size) {
    return index >= 0 && index < size;
  };
  const auto table = static_cast<std::int64_t>(bodies_.size());
  verdict = Verdict::undecided;
  if (!is_in(a, table) || !is_in(b, table)) return std::nullopt;
  if (!is_in(s, batch_.poses.count) || !is_in(t, batch_.poses.count)) return std::nullopt;
  const auto pose_a = poses_.read(s), pose_b = poses_.read(t);
  if (!pose_a || !pose_b) return std::nullopt;
  const PosedUnion<D> x{bodies_[static_cast<std::size_t>(a)], *pose_a},
      y{bodies_[static_cast<std::size_t>(b)], *pose_b};
  const Margin radii{.radius_a = radii_[static_cast<std::size_t>(a)],
                     .radius_b = radii_[static_cast<std::size_t>(b)]};
  const auto answer = compare_to_margin(x, y, radii);
  if (!answer) return std::nullopt;
  verdict = answer.value().verdict;
  auto proof = certify(x, y, radii, answer.value());
  return proof ? std::optional(std::move(proof).value()) : std::nullopt;
}

template <int D>
nb::list BodyPairsOf<D>::certificates(const RunArguments& run, nb::object& report) const {
  struct Made {
    std::optional<BodyCertificate> proof;
    Verdict verdict = Verdict::not_examined;
  };
  std::vector<Made> made(size());
  std::atomic<bool> out_of_memory{false};
  Running running(run);
  constexpr std::int64_t kWave = 32;  // a signal is seen after each
  const BatchReport found = running.run(
      [&](const BatchOptions& options) {
        BatchReport told;
        while (told.next < batch_.count && !out_of_memory) {
          if (options.cancel->load()) {
            told.cancelled = true;
            break;
          }
          const std::int64_t end = std::min(batch_.count, told.next + kWave);
          running.each_item(end - told.next, [&](std::int64_t i) {
            Made& one = made[static_cast<std::size_t>(told.next + i)];
            try {
              one.proof = certificate(told.next + i, one.verdict);
            } catch (const std::bad_alloc&) {
              out_of_memory = true;  // a thread of an executor cannot throw to the caller
            }
          });
          told.next = end;
          options.progress(end, batch_.count);
        }
        for (const Made& one : made) count_verdict(one.verdict, told);
        return Result<BatchReport>(told);
      },
      nb::none());
  if (out_of_memory) throw std::bad_alloc();
  report = report_dict(found);
  nb::list all;
  for (Made& one : made) {
    all.append(one.proof ? nb::cast(AnyBodyCertificate{std::move(*one.proof), std::nullopt})
                         : nb::none());
  }
  return all;
}

}  // namespace

bool has_union(nb::handle bodies) {
  if (!nb::isinstance<nb::sequence>(bodies) || nb::isinstance<nb::str>(bodies)) return false;
  for (nb::handle one : bodies) {
    if (is_union(one)) return true;
  }
  return false;
}

int dimension_of_unions(nb::handle bodies) {
  for (nb::handle one : bodies) {
    if (!is_without_parts(one)) return is_planar(one) ? 2 : 3;
  }
  return 3;
}

std::unique_ptr<BodyPairs> make_body_pairs(nb::handle bodies, nb::handle poses, nb::handle body_a,
                                           nb::handle body_b, nb::handle pose_a, nb::handle pose_b,
                                           std::int64_t count) {
  const auto make = [&]<int D>() -> std::unique_ptr<BodyPairs> {
    return std::make_unique<BodyPairsOf<D>>(bodies, poses, body_a, body_b, pose_a, pose_b, count);
  };
  return dimension_of_unions(bodies) == 2 ? make.template operator()<2>()
                                          : make.template operator()<3>();
}

}  // namespace sunder::python
