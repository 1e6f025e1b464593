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

const ShapeObject* read_shape(Reader& message) {
  const auto* const object = reinterpret_cast<const Object*>(message.read<std::uintptr_t>());
  return static_cast<const ShapeObject*>(object);
}

Result<Pose3> read_pose(Reader& message) {
  enum class Form : std::uint8_t { identity, matrix, quaternion };
  switch (message.read<Form>()) {
    case Form::matrix:
      return Pose3::from_matrix(message.read<std::array<double, 12>>());
    case Form::quaternion: {
      const auto wxyz = message.read<std::array<double, 4>>();
      return Pose3::from_wxyz(wxyz, message.read<Vector3>());
    }
    case Form::identity:
      break;
  }
  return Pose3::identity();
}

Result<Side> read_side(Reader& message) {
  Side side;
  side.object = read_shape(message);
  Result<Pose3> pose = read_pose(message);
  if (!pose) return pose.error();
  side.pose = pose.value();
  message(side.radius);
  if (!std::isfinite(side.radius))
    return Error{ErrorCode::not_finite, "a radius is not finite; it must be a finite number"};
  if (side.radius < 0)
    return Error{ErrorCode::wrong_shape, "a radius is negative; it must be at least 0"};
  return side;
}

namespace {

template <class T>
Result<std::vector<std::array<T, 3>>> read_rows(Reader& message, std::string_view what) {
  const auto numbers = message.read<std::vector<T>>();
  if (numbers.size() % 3 != 0) {
    return Error{ErrorCode::wrong_shape, std::string(what) + " have " +
                                             std::to_string(numbers.size()) +
                                             " numbers; it must be a multiple of 3"};
  }
  std::vector<std::array<T, 3>> rows(numbers.size() / 3);
  if (!rows.empty()) std::memcpy(rows.data(), numbers.data(), numbers.size() * sizeof(T));
  return rows;
}

}  // namespace

Result<std::vector<Vector3>> read_points(Reader& message) {
  return read_rows<double>(message, "points");
}
Result<std::vector<std::array<std::int32_t, 3>>> read_triangles(Reader& message) {
  return read_rows<std::int32_t>(message, "triangles");
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
