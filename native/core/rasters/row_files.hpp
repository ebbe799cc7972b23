// Rows of a raster in a file, read and written one by one: those of a window do not follow each other there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pathstar::rasters {

// Where rows of a window lie in a file that is open: the byte at which the first begins, and from there the bytes to
// the next.
struct FileRows {
  int file;
  std::int64_t begin;
  std::int64_t apart;
};

// Rows in memory: how many, how long each is, and how far apart they begin, in bytes.
template <class Byte>
struct MemoryRows {
  Byte* data;
  std::size_t count;
  std::size_t length;
  std::ptrdiff_t apart;
};

// What became of it: all bytes went over, the file ended before, or the system's number of an error.
struct Transfer {
  bool whole;
  int error;
};

Transfer read_rows(const FileRows& from, const MemoryRows<std::uint8_t>& to);
Transfer write_rows(const MemoryRows<const std::uint8_t>& from, const FileRows& to);

}  // namespace pathstar::rasters
