// SPDX-License-Identifier: Apache-2.0
//
// The doubles are 0. Few of them lie within the object, more outside of it.
#include "filter/aligned_buffer.hpp"

#include <cstdint>
#include <gtest/gtest.h>

namespace sunder::detail {
namespace {

bool begin_within(const AlignedBuffer& buffer) {
  const auto at = reinterpret_cast<std::uintptr_t>(buffer.data());
  const auto object = reinterpret_cast<std::uintptr_t>(&buffer);
  return at >= object && at < object + sizeof(AlignedBuffer);
}

TEST(AlignedBuffer, AreZeroAndAlignedWithinTheObjectOrOutside) {
  for (const std::size_t size : {std::size_t{1}, AlignedBuffer::kFew - 1, AlignedBuffer::kFew,
                                 AlignedBuffer::kFew + 1, 3 * AlignedBuffer::kFew}) {
    AlignedBuffer buffer(size);
    EXPECT_EQ(begin_within(buffer), size <= AlignedBuffer::kFew) << size;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u) << size;
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(buffer.data()[i], 0) << i << " of " << size;
      buffer.data()[i] = 1;
    }
  }
}

}  // namespace
}  // namespace sunder::detail
