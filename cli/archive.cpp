// SPDX-License-Identifier: Apache-2.0
#include "archive.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <minizip/zip.h>
#include <new>
#include <utility>
#include <zlib.h>

namespace sunder::cli {
namespace {

/// The only failure of packing in memory is that there is none left.
void expect_packed(bool packed) {
  if (!packed) throw std::bad_alloc();
}

void append_big_endian(std::string& text, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 0xff);
}

void append_chunk(std::string& text, std::string_view type, std::string_view data) {
  append_big_endian(text, static_cast<std::uint32_t>(data.size()));
  const std::string body = std::string(type).append(data);
  text += body;
  append_big_endian(text, static_cast<std::uint32_t>(crc32_z(
                              0, reinterpret_cast<const Bytef*>(body.data()), body.size())));
}

}  // namespace

std::string deflated(std::string_view bytes, int level) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  expect_packed(compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                          reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                          level) == Z_OK);
  packed.resize(size);
  return packed;
}

std::string gunzipped(std::string_view gzip, std::size_t size) {
  constexpr int kAnyGzip = 16 + MAX_WBITS;
  std::string text(size, '\0');
  z_stream stream{};
  expect_packed(inflateInit2(&stream, kAnyGzip) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
  stream.avail_in = static_cast<uInt>(gzip.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(size);
  const int ended = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  expect_packed(ended == Z_STREAM_END && stream.total_out == size);
  return text;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      bits = bits << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= count ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

std::string png(int width, int height, std::span<const std::uint8_t> rgb) {
  const std::size_t row = static_cast<std::size_t>(width) * 3;
  std::string rows;
  rows.reserve((row + 1) * static_cast<std::size_t>(height));
  for (std::size_t at = 0; at < rgb.size(); at += row) {
    rows +=
        '\1';  // each byte as its difference to the one three before: areas of one colour pack well
    for (std::size_t i = 0; i < row; ++i) {
      rows += static_cast<char>(rgb[at + i] - (i < 3 ? 0 : rgb[at + i - 3]));
    }
  }
  std::string header;
  append_big_endian(header, static_cast<std::uint32_t>(width));
  append_big_endian(header, static_cast<std::uint32_t>(height));
  header += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits each of red, green and blue
  std::string text = "\x89PNG\r\n\x1a\n";
  append_chunk(text, "IHDR", header);
  append_chunk(text, "IDAT", deflated(rows, 4));
  append_chunk(text, "IEND", "");
  return text;
}

/// What minizip writes to in place of a file. Its functions are called with the Memory as both pointers.
struct Archive::Memory {
  std::string bytes;
  std::size_t at = 0;

  static Memory& of(voidpf pointer) { return *static_cast<Memory*>(pointer); }
  static voidpf open(voidpf memory, const void* /*name*/, int /*mode*/) { return memory; }
  static uLong read(voidpf, voidpf, void*, uLong) { return 0; }
  static uLong write(voidpf, voidpf stream, const void* data, uLong size) {
    Memory& memory = of(stream);
    if (memory.bytes.size() < memory.at + size) memory.bytes.resize(memory.at + size);
    std::memcpy(memory.bytes.data() + memory.at, data, size);
    memory.at += size;
    return size;
  }
  static ZPOS64_T tell(voidpf, voidpf stream) { return of(stream).at; }
  static long seek(voidpf, voidpf stream, ZPOS64_T offset, int origin) {
    Memory& memory = of(stream);
    const std::size_t from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? memory.at
                             : origin == ZLIB_FILEFUNC_SEEK_END ? memory.bytes.size()
                                                                : 0;
    memory.at = from + offset;
    return 0;
  }
  static int close(voidpf, voidpf) { return 0; }
  static int error(voidpf, voidpf) { return 0; }
};

Archive::Archive() : memory_(std::make_unique<Memory>()) {
  zlib_filefunc64_def functions{Memory::open, Memory::read,  Memory::write, Memory::tell,
                                Memory::seek, Memory::close, Memory::error, memory_.get()};
  zip_ = zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions);
  expect_packed(zip_ != nullptr);
}

Archive::~Archive() {
  if (zip_ != nullptr) zipClose(zip_, nullptr);
}

void Archive::add_folder(const std::string& name) { add(name, {}, false); }

void Archive::add(const std::string& name, std::string_view bytes, bool pack) {
  zip_fileinfo info{};
  info.tmz_date.tm_mday = 1;
  info.tmz_date.tm_year = 1980;
  expect_packed(zipOpenNewFileInZip64(zip_, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr,
                                      pack ? Z_DEFLATED : 0, Z_DEFAULT_COMPRESSION, 0) == ZIP_OK);
  // minizip takes sizes of 32 bits.
  constexpr std::size_t kMost = std::size_t{1} << 30;
  for (std::size_t at = 0; at < bytes.size(); at += kMost) {
    const auto size = static_cast<unsigned>(std::min(kMost, bytes.size() - at));
    expect_packed(zipWriteInFileInZip(zip_, bytes.data() + at, size) == ZIP_OK);
  }
  expect_packed(zipCloseFileInZip(zip_) == ZIP_OK);
}

std::string Archive::finish() {
  expect_packed(zipClose(std::exchange(zip_, nullptr), nullptr) == ZIP_OK);
  return std::move(memory_->bytes);
}

}  // namespace sunder::cli
