// SPDX-License-Identifier: Apache-2.0
//
// The Arrow C data interface, https://arrow.apache.org/docs/format/CDataInterface.html. Tables of any library are read
// where they lie, and answers are given back alike. Arrow itself is neither linked nor needed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"

namespace sunder::python {

/// The structures of the interface; their layout is its ABI.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

/// A structure of the interface that is released once.
template <class Structure>
class ArrowOwner {
 public:
  ArrowOwner() = default;
  /// Moves it out of a producer's, which is left released.
  explicit ArrowOwner(Structure* from) : of_(*from) { from->release = nullptr; }
  ArrowOwner(ArrowOwner&& other) noexcept : of_(std::exchange(other.of_, Structure{})) {}
  ArrowOwner& operator=(ArrowOwner&& other) noexcept {
    std::swap(of_, other.of_);
    return *this;
  }
  ArrowOwner(const ArrowOwner&) = delete;
  ArrowOwner& operator=(const ArrowOwner&) = delete;
  ~ArrowOwner() {
    if (of_.release != nullptr) of_.release(&of_);
  }
  Structure* get() noexcept { return &of_; }
  const Structure& operator*() const noexcept { return of_; }
  const Structure* operator->() const noexcept { return &of_; }

 private:
  Structure of_{};
};

/// The key of a schema's metadata that names a table and its version.
inline constexpr const char* kArrowSchemaKey = "sunder.schema";

/// sunder._core.ArrowTable: a table of another library, chunk by chunk.
class ArrowTable {
 public:
  /// Refuses what exports no table.
  explicit ArrowTable(nb::handle source);

  std::int64_t rows() const noexcept;
  std::int64_t chunks() const noexcept { return static_cast<std::int64_t>(memory_->arrays.size()); }
  std::vector<std::string> names() const;
  std::map<std::string, std::string> metadata() const;
  std::string format(std::string_view column) const;
  /// A column of a chunk as NumPy arrays that share its memory: (values, offsets or None, validity or None).
  nb::tuple column(std::int64_t chunk, std::string_view name) const;

 private:
  std::int64_t find(std::string_view column) const;

  /// What arrays of NumPy keep alive.
  struct Memory {
    ArrowOwner<ArrowSchema> schema;
    std::vector<ArrowOwner<ArrowArray>> arrays;
  };
  const ArrowSchema& schema() const noexcept { return *memory_->schema; }

  std::shared_ptr<Memory> memory_ = std::make_shared<Memory>();
};

/// sunder._core.ArrowBatch: columns of NumPy as a batch of records of Arrow, which shares their memory.
struct ArrowBatch {
  std::vector<std::string> names;
  std::vector<nb::object> arrays;  ///< of one length; rows of bytes have a second axis
  std::map<std::string, std::string> metadata;
  std::int64_t rows = 0;

  nb::capsule schema() const;
  nb::capsule array() const;
};

void add_arrow(nb::module_& module);
void add_arrow_batches(nb::module_& module);
void add_pair_tables(nb::module_& module);

}  // namespace sunder::python
