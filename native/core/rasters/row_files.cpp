#include "rasters/row_files.hpp"

#ifdef _WIN32
#include <io.h>
#include <stdio.h>
#else
#include <unistd.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace pathstar::rasters {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 30;    // bytes that every system takes at once
constexpr std::size_t kBuffer = std::size_t{1} << 18;  // stays in the second cache

#ifdef _WIN32
std::ptrdiff_t read_at(int file, std::uint8_t* to, std::size_t count, std::int64_t begin) {
  return _lseeki64(file, begin, SEEK_SET) < 0 ? -1 : _read(file, to, static_cast<unsigned>(count));
}

std::ptrdiff_t write_at(int file, const std::uint8_t* from, std::size_t count, std::int64_t begin) {
  return _lseeki64(file, begin, SEEK_SET) < 0 ? -1 : _write(file, from, static_cast<unsigned>(count));
}
#else
std::ptrdiff_t read_at(int file, std::uint8_t* to, std::size_t count, std::int64_t begin) {
  return pread(file, to, count, begin);
}

std::ptrdiff_t write_at(int file, const std::uint8_t* from, std::size_t count, std::int64_t begin) {
  return pwrite(file, from, count, begin);
}
#endif

template <class Byte, class Move>
Transfer move_rows(const FileRows& there, const MemoryRows<Byte>& here, const Move& move) {
  for (std::size_t row = 0; row < here.count; ++row) {
    Byte* next = here.data + static_cast<std::ptrdiff_t>(row) * here.apart;
    std::int64_t begin = there.begin + static_cast<std::int64_t>(row) * there.apart;
    for (std::size_t left = here.length; left > 0;) {
      const std::ptrdiff_t count = move(there.file, next, std::min(left, kMost), begin);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return {false, count < 0 ? errno : 0};
      next += count, begin += count, left -= static_cast<std::size_t>(count);
    }
  }
  return {true, 0};
}

// All rows as one, if they are adjacent both in the file and in memory.
template <class Byte>
MemoryRows<Byte> joined(const MemoryRows<Byte>& rows, const FileRows& there) {
  const auto length = static_cast<std::int64_t>(rows.length);
  if (there.apart != length || rows.apart != length) return rows;
  return {rows.data, 1, rows.count * rows.length, 0};
}

// Rows that are adjacent in the file but not in memory: some at a time, through a buffer.
Transfer read_together(const FileRows& from, const MemoryRows<std::uint8_t>& to) {
  const std::size_t most = std::max<std::size_t>(1, kBuffer / to.length);
  std::vector<std::uint8_t> buffer(std::min(most, to.count) * to.length);
  for (std::size_t row = 0; row < to.count; row += most) {
    const std::size_t count = std::min(most, to.count - row);
    const FileRows part{from.file, from.begin + static_cast<std::int64_t>(row) * from.apart, from.apart};
    const Transfer transfer =
        move_rows(part, MemoryRows<std::uint8_t>{buffer.data(), 1, count * to.length, 0}, read_at);
    if (!transfer.whole) return transfer;
    for (std::size_t k = 0; k < count; ++k) {
      std::memcpy(to.data + static_cast<std::ptrdiff_t>(row + k) * to.apart, buffer.data() + k * to.length, to.length);
    }
  }
  return {true, 0};
}

}  // namespace

Transfer read_rows(const FileRows& from, const MemoryRows<std::uint8_t>& to) {
  const auto length = static_cast<std::int64_t>(to.length);
  if (from.apart == length && to.apart != length && to.count > 1) return read_together(from, to);
  return move_rows(from, joined(to, from), read_at);
}

Transfer write_rows(const MemoryRows<const std::uint8_t>& from, const FileRows& to) {
  const Transfer transfer = move_rows(to, joined(from, to), write_at);
  return transfer.whole || transfer.error != 0 ? transfer : Transfer{false, ENOSPC};
}

}  // namespace pathstar::rasters
