// SPDX-License-Identifier: Apache-2.0
//
// Idea: A producer hands over a stream of batches in a capsule. Buffers become NumPy arrays that share the memory; the
//   table that they keep alive releases it.
// Source: The Arrow C data and stream interfaces, and their PyCapsule protocol.
// Cost: Some microseconds a column. Nothing is copied but the validity of columns that have nulls.
// Gives up: Dictionaries, unions, views and run-length encoding are refused. What an address and a length claim is
//   believed, as the interface asks for; lengths of children and offsets of lists are checked.
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>

#include "arrow.hpp"
#include "refusal.hpp"

namespace sunder::python {
namespace {

constexpr const char* kHowToGive =
    "give a table of pyarrow, Polars, DuckDB or another library that exports Arrow";
constexpr int kDeepest = 4;  // lists of lists: a list of points is two deep

struct ArrowNode {
  const ArrowSchema& schema;
  const ArrowArray& array;
  std::string where;
};

[[noreturn]] void refuse_arrow(const ArrowNode& node, std::string what, std::string remedy) {
  throw Refusal("wrong_type", node.where, std::move(what), std::move(remedy));
}
[[noreturn]] void refuse_broken(const ArrowNode& node, std::string what) {
  refuse_arrow(node, std::move(what), "the table is broken; write it anew");
}

struct ArrowPrimitive {
  std::string_view format;
  nb::dlpack::dtype type;
  std::int64_t bytes;
};
std::optional<ArrowPrimitive> primitive_of(std::string_view format) {
  static const std::array<ArrowPrimitive, 10> kAll{{{"c", nb::dtype<std::int8_t>(), 1},
                                                    {"C", nb::dtype<std::uint8_t>(), 1},
                                                    {"s", nb::dtype<std::int16_t>(), 2},
                                                    {"S", nb::dtype<std::uint16_t>(), 2},
                                                    {"i", nb::dtype<std::int32_t>(), 4},
                                                    {"I", nb::dtype<std::uint32_t>(), 4},
                                                    {"l", nb::dtype<std::int64_t>(), 8},
                                                    {"L", nb::dtype<std::uint64_t>(), 8},
                                                    {"f", nb::dtype<float>(), 4},
                                                    {"g", nb::dtype<double>(), 8}}};
  for (const ArrowPrimitive& one : kAll) {
    if (one.format == format) return one;
  }
  return std::nullopt;
}

nb::object view(const void* data, const std::vector<std::size_t>& shape, nb::dlpack::dtype type,
                nb::handle owner) {
  static constexpr double kNothing = 0;  // the address of an empty array
  return nb::cast(nb::ndarray<nb::numpy, nb::ro>(data == nullptr ? &kNothing : data, shape.size(),
                                                 shape.data(), owner, nullptr, type));
}

const void* buffer_of(const ArrowNode& node, std::int64_t index, std::int64_t entries) {
  if (node.array.n_buffers <= index || node.array.buffers == nullptr)
    refuse_broken(node, "an array without its buffers");
  const void* const found = node.array.buffers[index];
  if (found == nullptr && entries > 0) refuse_broken(node, "an array without its buffer");
  return found;
}

/// The bit of each entry, or none where all are valid.
std::optional<std::vector<std::uint8_t>> validity_of(const ArrowArray& array, std::int64_t first,
                                                     std::int64_t count) {
  if (array.null_count == 0 || array.n_buffers < 1 || array.buffers == nullptr ||
      array.buffers[0] == nullptr)
    return std::nullopt;
  const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[0]);
  std::vector<std::uint8_t> valid(static_cast<std::size_t>(count));
  bool all = true;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t bit = array.offset + first + i;
    const bool is_valid = ((bits[bit >> 3] >> (bit & 7)) & 1) != 0;
    valid[static_cast<std::size_t>(i)] = is_valid ? 1 : 0;
    all = all && is_valid;
  }
  return all ? std::nullopt : std::optional(std::move(valid));
}

/// The number behind "w:" or "+w:".
std::int64_t width_of(const ArrowNode& node, std::string_view digits) {
  std::int64_t width = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), width);
  if (read.ec != std::errc() || width < 1 || width > (std::int64_t{1} << 20))
    refuse_broken(node, "a fixed size of " + std::string(digits));
  return width;
}

void require_range(const ArrowNode& node, std::int64_t first, std::int64_t count) {
  const bool fits = node.array.length >= 0 && node.array.offset >= 0 && first >= 0 && count >= 0 &&
                    first <= node.array.length && count <= node.array.length - first;
  if (!fits) refuse_broken(node, "an array that is shorter than its parent");
}

ArrowNode child_of(const ArrowNode& node) {
  if (node.schema.n_children != 1 || node.array.n_children != 1)
    refuse_broken(node, "a list without its values");
  return {*node.schema.children[0], *node.array.children[0], node.where};
}

/// Which entries have no meaning, since the row that holds them is null or lies in front of a slice. Empty: all have one.
using Unused = std::vector<std::uint8_t>;

/// Entries `first` and on as one array: the axes of lists of a fixed size are axes of it. Nulls at the top have a
/// validity; those inside of rows that are there are refused.
nb::object fixed_values(const ArrowNode& node, std::int64_t first, std::int64_t count,
                        std::vector<std::size_t> shape, nb::handle owner, bool is_top,
                        const Unused& unused, int depth) {
  require_range(node, first, count);
  if (depth > kDeepest) refuse_arrow(node, "lists that are too deep", kHowToGive);
  if (node.schema.dictionary != nullptr)
    refuse_arrow(node, "dictionary-encoded values", "cast the column to its plain type");
  const auto valid = validity_of(node.array, first, count);
  for (std::size_t i = 0; valid && !is_top && i < valid->size(); ++i) {
    if ((*valid)[i] == 0 && (unused.empty() || unused[i] == 0))
      refuse_arrow(node, "nulls inside of a list", "fill them, or leave the row null");
  }
  const std::string_view format = node.schema.format;
  const std::int64_t begin = node.array.offset + first;
  if (const auto type = primitive_of(format)) {
    const auto* const data = static_cast<const std::byte*>(buffer_of(node, 1, count));
    return view(data == nullptr ? nullptr : data + begin * type->bytes, shape, type->type, owner);
  }
  if (format.starts_with("w:")) {
    const std::int64_t width = width_of(node, format.substr(2));
    const auto* const data = static_cast<const std::byte*>(buffer_of(node, 1, count));
    shape.push_back(static_cast<std::size_t>(width));
    return view(data == nullptr ? nullptr : data + begin * width, shape, nb::dtype<std::uint8_t>(),
                owner);
  }
  if (format.starts_with("+w:")) {
    const std::int64_t width = width_of(node, format.substr(3));
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    if (begin > kMost || count > kMost) refuse_broken(node, "an array that no memory holds");
    shape.push_back(static_cast<std::size_t>(width));
    const ArrowNode child = child_of(node);
    require_range(child, begin * width, count * width);
    Unused inside;
    if (valid || !unused.empty()) {
      inside.resize(static_cast<std::size_t>(count * width));
      for (std::size_t i = 0; i < inside.size(); ++i) {
        const std::size_t row = i / static_cast<std::size_t>(width);
        const bool is_unused =
            (valid && (*valid)[row] == 0) || (!unused.empty() && unused[row] != 0);
        inside[i] = is_unused ? 1 : 0;
      }
    }
    return fixed_values(child, begin * width, count * width, std::move(shape), owner, false, inside,
                        depth + 1);
  }
  refuse_arrow(node, "values of the Arrow type \"" + std::string(format) + "\"",
               "cast the column to the type that docs/clusters.md lists");
}

template <class Offset>
nb::tuple list_values(const ArrowNode& node, std::int64_t first, std::int64_t count,
                      nb::handle owner) {
  const auto* offsets = static_cast<const Offset*>(buffer_of(node, 1, count));
  const ArrowNode child = child_of(node);
  static constexpr Offset kNone = 0;
  offsets = offsets == nullptr ? &kNone : offsets + node.array.offset + first;
  for (std::int64_t i = 0; i < count; ++i) {
    if (offsets[i] < 0 || offsets[i] > offsets[i + 1])
      refuse_broken(node, "offsets of a list that decrease");
  }
  const std::int64_t end = offsets[count];
  require_range(child, 0, end);
  Unused unused;
  const auto valid = validity_of(node.array, first, count);
  if (valid || offsets[0] > 0) {
    unused.assign(static_cast<std::size_t>(end), 1);
    for (std::int64_t i = 0; i < count; ++i) {
      if (!valid || (*valid)[static_cast<std::size_t>(i)] != 0)
        std::fill(unused.begin() + offsets[i], unused.begin() + offsets[i + 1], std::uint8_t{0});
    }
  }
  const nb::object values =
      fixed_values(child, 0, end, {static_cast<std::size_t>(end)}, owner, false, unused, 1);
  return nb::make_tuple(
      values, view(offsets, {static_cast<std::size_t>(count) + 1}, nb::dtype<Offset>(), owner));
}

[[noreturn]] void refuse_stream(ArrowArrayStream* stream, int code) {
  const char* const text = stream->get_last_error(stream);
  throw Refusal("cannot_read", "table",
                text != nullptr ? text : "a stream that ended with " + std::to_string(code),
                "write the table anew");
}

template <class Structure>
Structure* in_capsule(nb::handle capsule, const char* name) {
  auto* const found = static_cast<Structure*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (found == nullptr) throw nb::python_error();
  if (found->release == nullptr)
    throw Refusal("wrong_type", "table", "an exported table that was taken already", kHowToGive);
  return found;
}

}  // namespace

ArrowTable::ArrowTable(nb::handle source) {
  if (nb::hasattr(source, "__arrow_c_array__")) {
    const nb::object pair = source.attr("__arrow_c_array__")();
    memory_->schema = ArrowOwner(in_capsule<ArrowSchema>(nb::object(pair[0]), "arrow_schema"));
    memory_->arrays.emplace_back(in_capsule<ArrowArray>(nb::object(pair[1]), "arrow_array"));
  } else if (nb::hasattr(source, "__arrow_c_stream__")) {
    const nb::object capsule = source.attr("__arrow_c_stream__")();
    ArrowOwner stream(in_capsule<ArrowArrayStream>(capsule, "arrow_array_stream"));
    const nb::gil_scoped_release released;
    if (const int code = stream->get_schema(stream.get(), memory_->schema.get()); code != 0)
      refuse_stream(stream.get(), code);
    for (;;) {
      ArrowOwner<ArrowArray> next;
      if (const int code = stream->get_next(stream.get(), next.get()); code != 0)
        refuse_stream(stream.get(), code);
      if (next->release == nullptr) break;
      if (next->length > 0) memory_->arrays.push_back(std::move(next));
    }
  } else {
    throw Refusal("wrong_type", "table",
                  "a " + class_name(source) + ", which exports no Arrow table", kHowToGive);
  }
  if (std::string_view(schema().format) != "+s")
    throw Refusal("wrong_type", "table", "an array that is no table", kHowToGive);
  for (const auto& array : memory_->arrays) {
    if (array->n_children != schema().n_children || array->length < 0 || array->offset < 0)
      throw Refusal("wrong_type", "table", "a batch that is not as its schema says", kHowToGive);
    if (validity_of(*array, 0, array->length))
      throw Refusal("wrong_type", "table", "a structure that is null in some rows",
                    "leave these rows out, or make their columns null");
  }
}

std::int64_t ArrowTable::rows() const noexcept {
  std::int64_t all = 0;
  for (const auto& array : memory_->arrays) all += array->length;
  return all;
}

std::vector<std::string> ArrowTable::names() const {
  std::vector<std::string> all;
  for (std::int64_t k = 0; k < schema().n_children; ++k) {
    const char* const name = schema().children[k]->name;
    all.emplace_back(name == nullptr ? "" : name);
  }
  return all;
}

std::map<std::string, std::string> ArrowTable::metadata() const {
  std::map<std::string, std::string> all;
  const char* from = schema().metadata;
  if (from == nullptr) return all;
  const auto number = [&] {
    std::int32_t read = 0;
    std::memcpy(&read, from, sizeof(read));
    from += sizeof(read);
    return std::max(read, 0);
  };
  const auto text = [&] {
    const auto size = static_cast<std::size_t>(number());
    const std::string read(from, size);
    from += size;
    return read;
  };
  for (std::int32_t left = number(); left > 0; --left) {
    std::string key = text();
    std::string value = text();
    // Other keys may hold bytes of any kind, which are no text of Python.
    if (key == kArrowSchemaKey) all[std::move(key)] = std::move(value);
  }
  return all;
}

std::int64_t ArrowTable::find(std::string_view column) const {
  std::int64_t found = -1;
  for (std::int64_t k = 0; k < schema().n_children; ++k) {
    const char* const name = schema().children[k]->name;
    if (name == nullptr || column != name) continue;
    if (found >= 0)
      throw Refusal("wrong_shape", column, "two columns of one name", "rename one of them");
    found = k;
  }
  if (found < 0)
    throw Refusal("missing_key", column, "no such column",
                  "add it, or rename the one that is meant");
  return found;
}

std::string ArrowTable::format(std::string_view column) const {
  return schema().children[find(column)]->format;
}

nb::tuple ArrowTable::column(std::int64_t chunk, std::string_view name) const {
  if (chunk < 0 || chunk >= chunks()) throw nb::index_error("no such chunk");
  const std::int64_t at = find(name);
  const ArrowArray& batch = *memory_->arrays[static_cast<std::size_t>(chunk)];
  const ArrowNode node{*schema().children[at], *batch.children[at], std::string(name)};
  if (node.schema.dictionary != nullptr)
    refuse_arrow(node, "dictionary-encoded values", "cast the column to its plain type");
  require_range(node, batch.offset, batch.length);
  // A capsule, and no object of the module: arrays may outlive the module at the interpreter's end.
  const nb::capsule owner(new std::shared_ptr<Memory>(memory_), [](void* held) noexcept {
    delete static_cast<std::shared_ptr<Memory>*>(held);
  });
  nb::object values, offsets = nb::none(), validity = nb::none();
  const std::string_view format = node.schema.format;
  if (format == "+l" || format == "+L") {
    const nb::tuple list = format == "+l"
                               ? list_values<std::int32_t>(node, batch.offset, batch.length, owner)
                               : list_values<std::int64_t>(node, batch.offset, batch.length, owner);
    values = list[0];
    offsets = list[1];
  } else {
    values = fixed_values(node, batch.offset, batch.length,
                          {static_cast<std::size_t>(batch.length)}, owner, true, {}, 0);
  }
  if (auto valid = validity_of(node.array, batch.offset, batch.length)) {
    const std::size_t count = valid->size();
    validity = to_numpy(std::move(*valid), {count});
  }
  return nb::make_tuple(values, offsets, validity);
}

void add_arrow(nb::module_& module) {
  nb::class_<ArrowTable>(module, "ArrowTable",
                         "A table of another library, read where it lies by the Arrow C data "
                         "interface. sunder.tables reads its columns.")
      .def(nb::init<nb::handle>(), nb::arg("source"),
           nb::sig("def __init__(self, source: typing.Any) -> None"))
      .def("__len__", &ArrowTable::rows)
      .def_prop_ro("chunks", &ArrowTable::chunks)
      .def_prop_ro("names", &ArrowTable::names, nb::sig("def names(self) -> list[str]"))
      .def_prop_ro(
          "schema",
          [](const ArrowTable& table) -> nb::object {
            const auto all = table.metadata();
            const auto found = all.find(kArrowSchemaKey);
            if (found == all.end()) return nb::none();
            return nb::steal(PyUnicode_DecodeUTF8(
                found->second.data(), static_cast<Py_ssize_t>(found->second.size()), "replace"));
          },
          nb::sig("def schema(self) -> str | None"), "What the key sunder.schema says.")
      .def("format", &ArrowTable::format, nb::arg("column"), "The Arrow type of a column.")
      .def("column", &ArrowTable::column, nb::arg("chunk"), nb::arg("name"),
           nb::sig("def column(self, chunk: int, name: str) -> "
                   "tuple[numpy.typing.NDArray[typing.Any], numpy.typing.NDArray[typing.Any] | "
                   "None, numpy.typing.NDArray[numpy.uint8] | None]"),
           "(values, offsets of a list, validity): arrays that share the table's memory; a list of "
           "a fixed size is an axis, bytes of a fixed size are rows of uint8.");
}

}  // namespace sunder::python
