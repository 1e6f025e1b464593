// SPDX-License-Identifier: Apache-2.0
//
// Allocates zeroed doubles at a 64-byte boundary that a whole search shares. Small buffers lie
// within the object, as in a few dimensions; larger ones take one allocation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace sunder::detail {

class AlignedBuffer {
 public:
  /// The largest buffer within the object: 12.5 KiB, a search in 16 dimensions.
  static constexpr std::size_t kFew = 1600;

  explicit AlignedBuffer(std::size_t size) : data_(few_) {
    if (size > kFew) {
      many_.reset(static_cast<double*>(
          ::operator new(size * sizeof(double), std::align_val_t{kAlignment})));
      data_ = many_.get();
    }
    std::fill_n(data_, size, 0.0);
  }
  AlignedBuffer(const AlignedBuffer&) = delete;
  AlignedBuffer& operator=(const AlignedBuffer&) = delete;

  double* data() noexcept { return data_; }
  const double* data() const noexcept { return data_; }

 private:
  static constexpr std::size_t kAlignment = 64;
  struct Free {
    void operator()(double* data) const noexcept {
      ::operator delete(data, std::align_val_t{kAlignment});
    }
  };
  double* data_;
  std::unique_ptr<double, Free> many_;
  alignas(kAlignment) double few_[kFew];
};

}  // namespace sunder::detail
