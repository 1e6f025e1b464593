// SPDX-License-Identifier: Apache-2.0
//
// Zeroed doubles at a 64-byte boundary, in one allocation that a whole search shares.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace sunder::detail {

class AlignedBuffer {
 public:
  explicit AlignedBuffer(std::size_t size)
      : data_(static_cast<double*>(
            ::operator new(size * sizeof(double), std::align_val_t{kAlignment}))) {
    for (std::size_t i = 0; i < size; ++i) data_.get()[i] = 0;
  }
  double* data() noexcept { return data_.get(); }
  const double* data() const noexcept { return data_.get(); }

 private:
  static constexpr std::size_t kAlignment = 64;
  struct Free {
    void operator()(double* data) const noexcept {
      ::operator delete(data, std::align_val_t{kAlignment});
    }
  };
  std::unique_ptr<double, Free> data_;
};

}  // namespace sunder::detail
