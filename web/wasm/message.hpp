// SPDX-License-Identifier: Apache-2.0
//
// Values between JavaScript and the module: little-endian, one after the other, without padding. web/package/src/codec.ts
// writes and reads the same. One function visit() for each type serves both directions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sunder::web {

static_assert(std::endian::native == std::endian::little);

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Reads a message. What lies past its end is 0 and empty, and is_whole() is false then: no length is believed before
/// the bytes behind it are there.
class Reader {
 public:
  static constexpr bool kReads = true;
  explicit Reader(std::span<const std::uint8_t> bytes) noexcept : rest_(bytes) {}

  template <Plain T>
  void operator()(T& value) noexcept {
    if (const std::uint8_t* const from = take(sizeof(T))) std::memcpy(&value, from, sizeof(T));
  }
  void operator()(std::string& text) {
    const std::size_t size = length(1);
    if (const std::uint8_t* const from = take(size))
      text.assign(reinterpret_cast<const char*>(from), size);
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    list.resize(length(Plain<T> ? sizeof(T) : 1));
    if constexpr (Plain<T>) {
      if (const std::uint8_t* const from = take(list.size() * sizeof(T)); from && !list.empty())
        std::memcpy(list.data(), from, list.size() * sizeof(T));
    } else {
      for (T& item : list) (*this)(item);
    }
  }
  template <class T, std::size_t N>
  void operator()(std::array<T, N>& list) {
    for (T& item : list) (*this)(item);
  }
  template <class T>
  void operator()(std::optional<T>& value) {
    bool has = false;
    (*this)(has);
    if (has) (*this)(value.emplace());
  }
  template <class T>
    requires(std::is_class_v<T>)
  void operator()(T& value) {
    visit(*this, value);
  }
  template <class T>
  T read() {
    T value{};
    (*this)(value);
    return value;
  }
  /// Was all of it there, and nothing else?
  bool is_whole() const noexcept { return !is_short_ && rest_.empty(); }

 private:
  const std::uint8_t* take(std::size_t size) noexcept {
    if (size > rest_.size()) {
      is_short_ = true;
      rest_ = {};
      return nullptr;
    }
    const std::uint8_t* const from = rest_.data();
    rest_ = rest_.subspan(size);
    return from;
  }
  /// Returns the length of a list of items of at least `size` bytes.
  std::size_t length(std::size_t size) noexcept {
    const auto count = read<std::uint32_t>();
    if (count <= rest_.size() / size) return count;
    is_short_ = true;
    rest_ = {};
    return 0;
  }

  std::span<const std::uint8_t> rest_;
  bool is_short_ = false;
};

class Writer {
 public:
  static constexpr bool kReads = false;

  template <Plain T>
  void operator()(const T& value) {
    append(&value, sizeof value);
  }
  void operator()(std::string_view text) {
    (*this)(static_cast<std::uint32_t>(text.size()));
    append(text.data(), text.size());
  }
  void operator()(const std::string& text) { (*this)(std::string_view(text)); }
  template <class T, std::size_t N>
  void operator()(std::span<T, N> list) {
    (*this)(static_cast<std::uint32_t>(list.size()));
    for (const auto& item : list) (*this)(item);
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    (*this)(std::span(list));
  }
  template <class T, std::size_t N>
  void operator()(const std::array<T, N>& list) {
    for (const T& item : list) (*this)(item);
  }
  template <class T>
  void operator()(const std::optional<T>& value) {
    (*this)(value.has_value());
    if (value) (*this)(*value);
  }
  template <class T>
    requires(std::is_class_v<T>)
  void operator()(const T& value) {
    visit(*this, value);
  }

  void clear() noexcept { bytes_.clear(); }
  std::span<const std::uint8_t> bytes() const noexcept { return bytes_; }

 private:
  void append(const void* from, std::size_t size) {
    const auto* const first = static_cast<const std::uint8_t*>(from);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  std::vector<std::uint8_t> bytes_;
};

/// A T that a Reader fills, or a const T that a Writer reads.
template <class Value, class T>
concept Like = std::is_same_v<std::remove_const_t<Value>, T>;

}  // namespace sunder::web
