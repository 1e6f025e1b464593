// SPDX-License-Identifier: Apache-2.0
//
// Idea: The answers of PairBatch that are no single array: contacts, depths, casts and certificates. They are collected
//   as C++ gives them, and written into arrays.
// Cost: That of the library's batches, and a copy.
// Gives up: Dimensions above 3, for contacts and casts.
#include <optional>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "cast_arrays.hpp"
#include "hints.hpp"
#include "pair_batches.hpp"
#include "search.hpp"
#include "sunder/sunder.hpp"

namespace sunder::python {
namespace {

/// The certificate that a record is, where its numbers are exact: apart and overlapping bodies.
template <int D>
Certificate certificate_of(const Hint<D>& record, int dimension) {
  Certificate made;
  made.dimension = dimension;
  made.verdict = record.verdict;
  made.stage = record.stage;
  if (record.verdict == Verdict::separated) {
    for (const double entry : record.direction) made.direction.push_back({entry, {}});
  } else if constexpr (requires { record.pair_count; }) {
    made.pairs.assign(record.pairs.begin(), record.pairs.begin() + record.pair_count);
  } else {
    made.pairs = record.pairs;
  }
  return made;
}

/// A record whose verdict doubles proved along its own direction, or by its own pairs, is a
/// certificate. Other items are certified one by one.
template <int D>
bool is_certificate(const Hint<D>& record) {
  const bool by_doubles = record.stage == Stage::filter || record.stage == Stage::hint;
  return by_doubles &&
         (record.verdict == Verdict::separated || record.verdict == Verdict::overlapping);
}

}  // namespace

nb::object pairs_contacts(Pairs& self, int max_points, double width, double near, int threads,
                          std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  if (self.bodies != nullptr) {
    refuse_of_unions(max_points != 0, "max_points");
    refuse_of_unions(width != 0, "width");
    refuse_of_unions(near != 0, "near");
    return self.bodies->contacts({.run = {threads, progress, begin, chunk}}, self.report);
  }
  return self.visit([&](auto& pairs) -> nb::object {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    if constexpr (D == kRunTime) {
      refuse_run_time("contacts");
    } else {
      constexpr std::size_t kMost = D == 2 ? 2 : 8;
      const auto count = static_cast<std::size_t>(pairs.batch.count);
      std::vector<Contact<D>> found(count);
      Running running({threads, progress, begin, chunk});
      const auto each = contact_options<D>(max_points, width, near);
      self.report = report_dict(running.run(
          [&](const BatchOptions& options) {
            return contacts(pairs.batch, std::span(found), BatchOutput<D>{}, options, each);
          },
          nb::none()));
      const auto of_points = [&](auto&& value, std::size_t width_of) {
        return collect<double>(count,
                               width_of == 0 ? std::initializer_list<std::size_t>{count, kMost}
                                             : std::initializer_list<std::size_t>{count, kMost, D},
                               [&](std::size_t i, std::vector<double>& to) {
                                 for (std::size_t k = 0; k < kMost; ++k) value(found[i], k, to);
                               });
      };
      nb::dict all;
      all["verdicts"] = collect<std::uint8_t>(count, {count}, [&](std::size_t i, auto& to) {
        to.push_back(static_cast<std::uint8_t>(found[i].verdict));
      });
      all["depths"] = collect<double>(count, {count, 2}, [&](std::size_t i, auto& to) {
        to.insert(to.end(), {found[i].depth.lower, found[i].depth.upper});
      });
      all["normals"] = collect<double>(count, {count, D}, [&](std::size_t i, auto& to) {
        for (std::size_t k = 0; k < D; ++k)
          to.push_back(found[i].witness ? found[i].witness->normal[k] : kNoNumber);
      });
      all["counts"] = collect<std::int32_t>(count, {count}, [&](std::size_t i, auto& to) {
        to.push_back(static_cast<std::int32_t>(found[i].points.size()));
      });
      all["found"] = collect<std::int32_t>(count, {count}, [&](std::size_t i, auto& to) {
        to.push_back(static_cast<std::int32_t>(found[i].found));
      });
      const auto point = [&](auto member) {
        return of_points(
            [&, member](const Contact<D>& contact, std::size_t k, std::vector<double>& to) {
              for (std::size_t l = 0; l < D; ++l)
                to.push_back(k < contact.points.size() ? (contact.points[k].*member)[l]
                                                       : kNoNumber);
            },
            D);
      };
      all["points_a"] = point(&ContactPoint<D>::point_a);
      all["points_b"] = point(&ContactPoint<D>::point_b);
      all["point_depths"] = of_points(
          [&](const Contact<D>& contact, std::size_t k, std::vector<double>& to) {
            to.push_back(k < contact.points.size() ? contact.points[k].depth : kNoNumber);
          },
          0);
      return all;
    }
  });
}

nb::object pairs_penetrations(Pairs& self, int threads, std::int64_t begin, std::int64_t chunk,
                              nb::handle progress) {
  if (self.bodies == nullptr) {
    throw Refusal("not_served", "penetrations", "a batch of polytopes alone",
                  "contacts() has the depth of each item");
  }
  return self.bodies->penetrations({.run = {threads, progress, begin, chunk}}, self.report);
}

nb::object pairs_casts(Pairs& self, nb::handle translations, std::optional<double> tolerance,
                       int threads, std::int64_t begin, std::int64_t chunk, nb::handle progress) {
  if (self.bodies != nullptr) {
    refuse_of_unions(tolerance.has_value(), "tolerance");
    return self.bodies->casts(translations, {.run = {threads, progress, begin, chunk}},
                              self.report);
  }
  return self.visit([&](auto& pairs) -> nb::object {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    if constexpr (D == kRunTime) {
      refuse_run_time("casts");
    } else {
      const std::vector<Motion<D>> motions =
          read_translations<D>(translations, pairs.batch.poses.count);
      const auto count = static_cast<std::size_t>(pairs.batch.count);
      std::vector<Cast<D>> found(count);
      Running running({threads, progress, begin, chunk});
      const CastOptions each = read_cast_options(tolerance.value_or(CastOptions{}.tolerance), 0);
      self.report = report_dict(running.run(
          [&](const BatchOptions& options) {
            return casts(pairs.written, Column<Motion<D>>(std::span<const Motion<D>>(motions)),
                         std::span(found), BatchOutput<D>{}, options, each);
          },
          nb::none()));
      return cast_arrays<D>(found);
    }
  });
}

nb::list pairs_certificates(Pairs& self, int threads, nb::handle progress) {
  if (self.bodies != nullptr) {
    return self.bodies->certificates({threads, progress, 0, 0}, self.report);
  }
  return self.visit([&](auto& pairs) {
    constexpr int D = kDimensionOf<std::remove_cvref_t<decltype(pairs)>>;
    const PairBatch<D>& batch = pairs.batch;
    const auto count = static_cast<std::size_t>(batch.count);
    const bool padded = batch.radii.data != nullptr;
    std::vector<Hint<D>> hints(count);
    std::vector<sunder::Refusal> refusals(count);
    Running running({threads, progress, 0, 0});
    running.options.certify = !padded;
    BatchOutput<D> output;
    output.refusals = refusals;
    output.hints = hints;
    self.report = report_dict(
        running.run([&](const BatchOptions& options) { return intersects(batch, output, options); },
                    nb::none()));
    std::vector<std::optional<Certificate>> made(count);
    running.each_range(batch.count, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (refusals[at] != sunder::Refusal::none) continue;
        if (!padded && is_certificate<D>(hints[at])) {
          made[at] = certificate_of<D>(hints[at], pairs.dimension());
        } else {
          made[at] = pairs.with_item(i, [&](const Posed<D>& a, const Posed<D>& b) {
            return certify(a, b, intersects(a, b));
          });
        }
      }
    });
    nb::list all;
    for (std::optional<Certificate>& one : made) {
      if (one) {
        all.append(nb::cast(std::move(*one)));
      } else {
        all.append(nb::none());
      }
    }
    return all;
  });
}

}  // namespace sunder::python
