// Rows of a raster in a file, read and written one by one: those of a window are not adjacent there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pathstar::rasters {

// The place of a window's rows in an open file: the byte at which the first begins, and the bytes from each to the
// next.
struct FileRows {
  int file;
  std::int64_t begin;
  std::int64_t apart;
};

// Rows in memory: their number, their length, and the distance of their beginnings, in bytes.
template <class Byte>
struct MemoryRows {
  Byte* data;
  std::size_t count;
  std::size_t length;
  std::ptrdiff_t apart;
};

// The outcome: all bytes were transferred, the file ended before, or the system's error number.
struct Transfer {
  bool whole;
  int error;
};

Transfer read_rows(const FileRows& from, const MemoryRows<std::uint8_t>& to);
Transfer write_rows(const MemoryRows<const std::uint8_t>& from, const FileRows& to);

}  // namespace pathstar::rasters
