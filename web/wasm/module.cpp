// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

#include <cmath>
#include <cstdlib>
#include <new>

namespace sunder::web {
namespace {

/// Ends the call: JavaScript throws an error, and uses the module no more.
[[noreturn]] __attribute__((import_module("sunder"), import_name("out_of_memory"))) void
out_of_memory();

std::vector<std::uint8_t>& request_bytes() {
  static std::vector<std::uint8_t> bytes;
  return bytes;
}

/// A request longer than this is not kept for the next one.
constexpr std::size_t kKeep = 1 << 16;

}  // namespace

Reader request() noexcept { return Reader(request_bytes()); }

Writer& result() {
  static Writer writer;
  return writer;
}

std::int32_t refuse(const Error& error) { return refuse(error.code, error.message); }
std::int32_t refuse(ErrorCode code, std::string_view message) {
  return refuse(to_string(code), message);
}
std::int32_t refuse(std::string_view code, std::string_view message) {
  result().clear();
  answer(code, message);
  return 0;
}

template <>
Result<Pose3> make_pose<3>(PoseForm form, const double* numbers) {
  if (form == PoseForm::matrix) return Pose3::from_matrix({numbers, 12});
  return Pose3::from_wxyz({numbers[0], numbers[1], numbers[2], numbers[3]},
                          {numbers[4], numbers[5], numbers[6]});
}

std::optional<Error> check_radius(double radius) {
  if (!std::isfinite(radius))
    return Error{ErrorCode::not_finite, "a radius is not finite; it must be a finite number"};
  if (radius < 0)
    return Error{ErrorCode::wrong_shape, "a radius is negative; it must be at least 0"};
  return std::nullopt;
}

Error not_a_multiple(std::string_view what, std::size_t size, std::size_t width) {
  return Error{ErrorCode::wrong_shape, std::string(what) + " have " + std::to_string(size) +
                                           " numbers; it must be a multiple of " +
                                           std::to_string(width)};
}

// Returns the address at which JavaScript writes a request of so many bytes. The result is empty from here on.
SUNDER_WEB(open_request)(std::uint32_t size) {
  auto& bytes = request_bytes();
  if (bytes.capacity() > kKeep && size <= kKeep) bytes = {};
  bytes.resize(size);
  if (result().bytes().size() > kKeep) result() = {};
  result().clear();
  return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(bytes.data()));
}

SUNDER_WEB(result_address)() {
  return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(result().bytes().data()));
}
SUNDER_WEB(result_size)() { return static_cast<std::int32_t>(result().bytes().size()); }

SUNDER_WEB(release)(Object* object) {
  delete object;
  return 1;
}

SUNDER_WEB(start)() {
  std::set_new_handler([] { out_of_memory(); });
  return 1;
}

// Debian's libclang_rt was compiled with a stack protector.
extern "C" {
std::uintptr_t __stack_chk_guard = 0x5eed5eed;
[[noreturn]] void __stack_chk_fail() { std::abort(); }
}

}  // namespace sunder::web
