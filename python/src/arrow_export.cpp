// SPDX-License-Identifier: Apache-2.0
//
// Idea: An exported array keeps the NumPy array whose memory it shares, and each child is released for itself, since a
//   consumer may move it out of its parent.
// Source: The Arrow C data and stream interfaces, and their PyCapsule protocol.
// Cost: An allocation or two a column. Nothing is copied.
// Gives up: Columns without nulls of the types that answers have.
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "arrow.hpp"
#include "refusal.hpp"

namespace sunder::python {
namespace {

/// What an exported schema points to.
struct SchemaParts {
  std::string format, name, metadata;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};
/// What an exported array points to.
struct ArrayParts {
  PyObject* keeps = nullptr;
  const void* buffers[2] = {nullptr, nullptr};
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

template <class Structure, class Parts>
void release_exported(Structure* of) {
  std::unique_ptr<Parts> parts(static_cast<Parts*>(of->private_data));
  for (Structure& child : parts->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if constexpr (requires { parts->keeps; }) {
    // A consumer's thread may not hold the lock; after the interpreter's end the memory is left alone.
    if (parts->keeps != nullptr && Py_IsInitialized() != 0) {
      const nb::gil_scoped_acquire held;
      Py_DECREF(parts->keeps);
    }
  }
  of->release = nullptr;
}

ArrowSchema make_schema(std::unique_ptr<SchemaParts> parts) {
  for (ArrowSchema& child : parts->children) parts->pointers.push_back(&child);
  SchemaParts* const kept = parts.release();
  return {kept->format.c_str(),
          kept->name.c_str(),
          kept->metadata.empty() ? nullptr : kept->metadata.data(),
          0,
          static_cast<std::int64_t>(kept->children.size()),
          kept->pointers.data(),
          nullptr,
          &release_exported<ArrowSchema, SchemaParts>,
          kept};
}

ArrowArray make_array(std::unique_ptr<ArrayParts> parts, std::int64_t rows, std::int64_t buffers) {
  for (ArrowArray& child : parts->children) parts->pointers.push_back(&child);
  ArrayParts* const kept = parts.release();
  return {rows,
          0,
          0,
          buffers,
          static_cast<std::int64_t>(kept->children.size()),
          kept->buffers,
          kept->pointers.data(),
          nullptr,
          &release_exported<ArrowArray, ArrayParts>,
          kept};
}

std::string encode(const std::map<std::string, std::string>& metadata) {
  std::string bytes;
  const auto number = [&](std::size_t value) {
    const auto written = static_cast<std::int32_t>(value);
    bytes.append(reinterpret_cast<const char*>(&written), sizeof(written));
  };
  number(metadata.size());
  for (const auto& [key, value] : metadata) {
    number(key.size());
    bytes += key;
    number(value.size());
    bytes += value;
  }
  return bytes;
}

using Exported = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

std::string format_of(const Exported& array) {
  if (array.ndim() == 2) return "w:" + std::to_string(array.shape(1));
  if (array.dtype() == nb::dtype<std::uint8_t>()) return "C";
  if (array.dtype() == nb::dtype<std::int32_t>()) return "i";
  if (array.dtype() == nb::dtype<std::int64_t>()) return "l";
  if (array.dtype() == nb::dtype<std::uint64_t>()) return "L";
  if (array.dtype() == nb::dtype<double>()) return "g";
  return "";
}

Exported imported(nb::handle array) {
  Exported read;
  if (!nb::try_cast(array, read, false))
    refuse_type("array", "no contiguous array of NumPy", "give one of a type that answers have");
  return read;
}

std::unique_ptr<ArrowSchema> schema_of(const ArrowBatch& batch) {
  auto parts = std::make_unique<SchemaParts>();
  parts->format = "+s";
  if (!batch.metadata.empty()) parts->metadata = encode(batch.metadata);
  for (std::size_t k = 0; k < batch.names.size(); ++k) {
    auto child = std::make_unique<SchemaParts>();
    child->format = format_of(imported(batch.arrays[k]));
    child->name = batch.names[k];
    parts->children.push_back(make_schema(std::move(child)));
  }
  return std::make_unique<ArrowSchema>(make_schema(std::move(parts)));
}

std::unique_ptr<ArrowArray> array_of(const ArrowBatch& batch) {
  auto parts = std::make_unique<ArrayParts>();
  for (const nb::object& array : batch.arrays) {
    auto child = std::make_unique<ArrayParts>();
    child->buffers[1] = imported(array).data();
    child->keeps = nb::object(array).release().ptr();
    parts->children.push_back(make_array(std::move(child), batch.rows, 2));
  }
  return std::make_unique<ArrowArray>(make_array(std::move(parts), batch.rows, 1));
}

template <class Structure>
void delete_capsule(PyObject* capsule) {
  auto* const held =
      static_cast<Structure*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
  if (held == nullptr) return;
  if (held->release != nullptr) held->release(held);
  delete held;
}

template <class Structure>
nb::capsule in_new_capsule(std::unique_ptr<Structure> of, const char* name) {
  PyObject* const made = PyCapsule_New(of.get(), name, &delete_capsule<Structure>);
  if (made == nullptr) {
    if (of->release != nullptr) of->release(of.get());
    throw nb::python_error();
  }
  of.release();
  return nb::steal<nb::capsule>(made);
}

/// A stream of one batch, which keeps the batch as an exported array and schema.
struct StreamParts {
  ArrowOwner<ArrowArray> array;
  const ArrowBatch* batch = nullptr;
  PyObject* keeps = nullptr;
};

int stream_schema(ArrowArrayStream* stream, ArrowSchema* to) {
  const nb::gil_scoped_acquire held;
  try {
    *to = *schema_of(*static_cast<StreamParts*>(stream->private_data)->batch);
    return 0;
  } catch (...) {
    return ENOMEM;
  }
}
int stream_next(ArrowArrayStream* stream, ArrowArray* to) {
  ArrowOwner<ArrowArray>& array = static_cast<StreamParts*>(stream->private_data)->array;
  *to = *array;
  array.get()->release = nullptr;
  return 0;
}
const char* stream_error(ArrowArrayStream*) { return nullptr; }
void stream_release(ArrowArrayStream* stream) {
  std::unique_ptr<StreamParts> parts(static_cast<StreamParts*>(stream->private_data));
  if (Py_IsInitialized() != 0) {
    const nb::gil_scoped_acquire held;
    Py_XDECREF(parts->keeps);
  }
  stream->release = nullptr;
}

}  // namespace

nb::capsule ArrowBatch::schema() const { return in_new_capsule(schema_of(*this), "arrow_schema"); }
nb::capsule ArrowBatch::array() const { return in_new_capsule(array_of(*this), "arrow_array"); }

namespace {

nb::capsule stream_of(nb::handle self) {
  const auto& batch = nb::cast<const ArrowBatch&>(self);
  auto parts = std::make_unique<StreamParts>();
  parts->array = ArrowOwner(array_of(batch).get());
  parts->batch = &batch;
  parts->keeps = nb::object(nb::borrow(self)).release().ptr();
  auto stream = std::make_unique<ArrowArrayStream>(ArrowArrayStream{
      &stream_schema, &stream_next, &stream_error, &stream_release, parts.release()});
  return in_new_capsule(std::move(stream), "arrow_array_stream");
}

void make_batch(ArrowBatch* self, const nb::dict& columns, std::string_view schema) {
  ArrowBatch made;
  if (!schema.empty()) made.metadata[kArrowSchemaKey] = schema;
  std::optional<std::size_t> rows;
  for (const auto& [name, array] : columns) {
    const Exported read = imported(array);
    const bool is_bytes = read.ndim() == 2 && read.dtype() == nb::dtype<std::uint8_t>();
    if ((read.ndim() != 1 && !is_bytes) || format_of(read).empty())
      refuse_type(text_of(name), "an array of a type or shape that answers do not have",
                  "give a column of numbers, or rows of bytes");
    if (rows && *rows != read.shape(0))
      refuse_shape(text_of(name),
                   std::to_string(read.shape(0)) + " rows beside " + std::to_string(*rows),
                   "give columns of one length");
    rows = read.shape(0);
    made.names.push_back(text_of(name));
    made.arrays.push_back(nb::borrow(array));
  }
  made.rows = static_cast<std::int64_t>(rows.value_or(0));
  new (self) ArrowBatch(std::move(made));
}

}  // namespace

void add_arrow_batches(nb::module_& module) {
  nb::class_<ArrowBatch>(module, "ArrowBatch",
                         "Columns as an Arrow table of one batch, which any library imports "
                         "without a copy: pyarrow.record_batch(batch), polars.DataFrame(batch).")
      .def("__init__", &make_batch, nb::arg("columns"), nb::arg("schema") = "",
           nb::sig("def __init__(self, columns: dict[str, numpy.typing.NDArray[typing.Any]], "
                   "schema: str = \"\") -> None"))
      .def("__len__", [](const ArrowBatch& batch) { return batch.rows; })
      .def_ro("names", &ArrowBatch::names, nb::sig("def names(self) -> list[str]"))
      .def(
          "__getitem__",
          [](const ArrowBatch& batch, std::string_view name) {
            for (std::size_t k = 0; k < batch.names.size(); ++k) {
              if (batch.names[k] == name) return batch.arrays[k];
            }
            throw nb::key_error(std::string(name).c_str());
          },
          nb::arg("name"),
          nb::sig("def __getitem__(self, name: str) -> numpy.typing.NDArray[typing.Any]"),
          "A column as the NumPy array that it is.")
      .def("__arrow_c_schema__", &ArrowBatch::schema,
           nb::sig("def __arrow_c_schema__(self) -> typing.Any"))
      .def(
          "__arrow_c_array__",
          [](const ArrowBatch& batch, nb::handle) {
            return nb::make_tuple(batch.schema(), batch.array());
          },
          nb::arg("requested_schema").none() = nb::none(),
          nb::sig("def __arrow_c_array__(self, requested_schema: typing.Any = None) -> "
                  "tuple[typing.Any, typing.Any]"))
      .def(
          "__arrow_c_stream__", [](nb::handle self, nb::handle) { return stream_of(self); },
          nb::arg("requested_schema").none() = nb::none(),
          nb::sig("def __arrow_c_stream__(self, requested_schema: typing.Any = None) -> "
                  "typing.Any"))
      .def("__repr__", [](const ArrowBatch& batch) {
        std::string text = "<sunder.tables answers: " + std::to_string(batch.rows) + " rows of";
        for (const std::string& name : batch.names) text += " " + name;
        return text + ">";
      });
}

}  // namespace sunder::python
