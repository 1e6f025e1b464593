// SPDX-License-Identifier: Apache-2.0
//
// The door to batches: what is refused as a whole is refused here, before anything is written.
#include "sunder/batch.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "query/batch/schedule.hpp"

namespace sunder {
namespace {

Error wrong_shape(std::string message) { return {ErrorCode::wrong_shape, std::move(message)}; }

std::optional<Error> check_list(const char* name, const Indices& list, std::int64_t items) {
  if (list.data == nullptr ||
      list.count >= (list.stride == 0 ? std::min<std::int64_t>(items, 1) : items))
    return std::nullopt;
  return wrong_shape(std::string(name) + " has " + std::to_string(list.count) + " entries for " +
                     std::to_string(items) + " items; give one an item, or a stride of 0");
}

std::optional<Error> check_table(const char* name, const void* data, std::int64_t entries) {
  if (entries == 0 || (entries > 0 && data != nullptr)) return std::nullopt;
  return wrong_shape(std::string(name) + " has " + std::to_string(entries) +
                     " entries and starts nowhere; give the first one's address");
}

template <class T>
std::optional<Error> check_output(const char* name, std::span<T> output, std::int64_t items) {
  if (output.empty() || output.size() == static_cast<std::size_t>(items)) return std::nullopt;
  return wrong_shape(std::string(name) + " has " + std::to_string(output.size()) + " entries for " +
                     std::to_string(items) + " items; give one an item, or none");
}

std::optional<Error> check_number(const char* name, std::int64_t value, std::int64_t least,
                                  std::int64_t most) {
  if (least <= value && value <= most) return std::nullopt;
  return wrong_shape(std::string(name) + " is " + std::to_string(value) + "; give " +
                     std::to_string(least) + " to " + std::to_string(most));
}

template <int D>
std::optional<Error> check(const PairBatch<D>& batch, const BatchOutput<D>& output,
                           const BatchOptions& options) {
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  std::optional<Error> error = check_number("count", batch.count, 0, kMost);
  const auto next = [&error](const std::optional<Error>& other) {
    if (!error) error = other;
  };
  next(check_number("begin", options.begin, 0, std::max(batch.count, std::int64_t{0})));
  next(check_number("chunk", options.chunk, 0, kMost));
  next(check_number("hits", options.hits, 1, kMost));
  next(check_table("polytopes", batch.polytopes.data, batch.polytopes.count));
  next(check_table("poses", batch.poses.data, batch.poses.count));
  next(check_list("hull_a", batch.hull_a, batch.count));
  next(check_list("hull_b", batch.hull_b, batch.count));
  next(check_list("pose_a", batch.pose_a, batch.count));
  next(check_list("pose_b", batch.pose_b, batch.count));
  next(check_output("verdicts", output.verdicts, batch.count));
  next(check_output("stages", output.stages, batch.count));
  next(check_output("refusals", output.refusals, batch.count));
  next(check_output("hints", output.hints, batch.count));
  next(check_output("lower", output.lower, batch.count));
  next(check_output("upper", output.upper, batch.count));
  if (!detail::is_finite_bits(options.width) ||
      (std::signbit(options.width) && !detail::is_zero_bits(options.width))) {
    next(wrong_shape("width is negative or not finite; 0 asks for the default width"));
  }
  return error;
}

template <int D>
Result<BatchReport> answer(const PairBatch<D>& batch, const BatchOutput<D>& output,
                           const BatchOptions& options) {
  if (const auto error = check<D>(batch, output, options)) return *error;
  const detail::batch::Settler<D> settler(batch, output, options);
  return detail::batch::Schedule<D>(batch, settler, options).run();
}

}  // namespace

std::string_view to_string(Refusal refusal) noexcept {
  switch (refusal) {
    case Refusal::none:
      return "none";
    case Refusal::hull_a:
      return "hull_a";
    case Refusal::hull_b:
      return "hull_b";
    case Refusal::pose_a:
      return "pose_a";
    case Refusal::pose_b:
      return "pose_b";
    case Refusal::matrix_a:
      return "matrix_a";
    case Refusal::matrix_b:
      return "matrix_b";
  }
  return "unknown";
}

Result<BatchReport> intersects(const PairBatch<2>& batch, const BatchOutput<2>& output,
                               const BatchOptions& options) {
  return answer<2>(batch, output, options);
}
Result<BatchReport> intersects(const PairBatch<3>& batch, const BatchOutput<3>& output,
                               const BatchOptions& options) {
  return answer<3>(batch, output, options);
}

}  // namespace sunder
