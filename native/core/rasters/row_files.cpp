#include "rasters/row_files.hpp"

#ifdef _WIN32
#include <io.h>
#include <stdio.h>
#else
#include <unistd.h>
#endif

#include <algorithm>
#include <cerrno>

namespace pathstar::rasters {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 30;  // bytes that every system takes at once

#ifdef _WIN32
std::ptrdiff_t read_at(int file, char* to, std::size_t count, std::int64_t begin) {
  return _lseeki64(file, begin, SEEK_SET) < 0 ? -1 : _read(file, to, static_cast<unsigned>(count));
}

std::ptrdiff_t write_at(int file, const char* from, std::size_t count, std::int64_t begin) {
  return _lseeki64(file, begin, SEEK_SET) < 0 ? -1 : _write(file, from, static_cast<unsigned>(count));
}
#else
std::ptrdiff_t read_at(int file, char* to, std::size_t count, std::int64_t begin) {
  return pread(file, to, count, begin);
}

std::ptrdiff_t write_at(int file, const char* from, std::size_t count, std::int64_t begin) {
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

// The rows as one, where they follow each other both in the file and in memory.
template <class Byte>
MemoryRows<Byte> joined(const MemoryRows<Byte>& rows, const FileRows& there) {
  const auto length = static_cast<std::int64_t>(rows.length);
  if (there.apart != length || rows.apart != length) return rows;
  return {rows.data, 1, rows.count * rows.length, 0};
}

}  // namespace

Transfer read_rows(const FileRows& from, const MemoryRows<char>& to) {
  return move_rows(from, joined(to, from), read_at);
}

Transfer write_rows(const MemoryRows<const char>& from, const FileRows& to) {
  const Transfer transfer = move_rows(to, joined(from, to), write_at);
  return transfer.whole || transfer.error != 0 ? transfer : Transfer{false, ENOSPC};
}

}  // namespace pathstar::rasters
