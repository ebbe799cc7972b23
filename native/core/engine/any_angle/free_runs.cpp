#include "engine/any_angle/free_runs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace pathstar {
namespace {

// The next cell with a value in a row, or `end`.
std::int32_t find(const std::uint8_t* row, std::int32_t from, std::int32_t end, int value) noexcept {
  if (from == end) return end;
  const void* const found = std::memchr(row + from, value, static_cast<std::size_t>(end - from));
  return found == nullptr ? end : static_cast<std::int32_t>(static_cast<const std::uint8_t*>(found) - row);
}

}  // namespace

bool FreeRuns::follow(const Grid& grid, const Stop& stop) {
  const std::lock_guard changing(mutex_);
  if (made_ && revision_ == grid.revision()) return true;
  std::vector<Node> edited;
  const bool known = made_ && grid.edited_since(revision_, edited);
  revision_ = grid.revision();
  std::vector<std::int32_t> rows;
  for (const Node node : edited) rows.push_back(static_cast<std::int32_t>(node / grid.width()));
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  const std::size_t gaps = runs_.size() - used_;
  const bool from_scratch = !known || rows.size() > rows_.size() / 4 || gaps > used_ + rows_.size();
  Pause pause(stop);
  made_ = false;
  made_ = from_scratch ? make(grid, pause) : repair(grid, rows, pause);
  return made_;
}

RunId FreeRuns::around(std::int32_t row, std::int32_t cell) const noexcept {
  const auto first = runs_.begin() + rows_[row].begin, end = runs_.begin() + rows_[row].end;
  const auto after = std::partition_point(first, end, [cell](const FreeRun& run) { return run.left <= 2 * cell; });
  return static_cast<RunId>(after - runs_.begin() - 1);
}

bool FreeRuns::make(const Grid& grid, Pause& pause) {
  const auto height = static_cast<std::int32_t>(grid.height());
  runs_.clear();
  used_ = 0;
  rows_.assign(grid.height(), {0, 0});
  if (!reserve(grid, pause)) return false;
  for (std::int32_t row = 0; row < height; ++row) {
    if (pause(grid.width())) return false;
    scan(grid, row);
  }
  for (std::int32_t row = 0; row < height; ++row) {
    if (pause(grid.width())) return false;
    link(row);
  }
  doubtful_.clear();
  for (RunId run = 0; run < runs_.size(); ++run) {
    if (pause()) return false;
    if (!goes_on_above(runs_[run])) join(run);
  }
  return find_dead_ends(pause);
}

// Makes room for all runs, because moving many of them as they grow would take long. False if it was stopped.
bool FreeRuns::reserve(const Grid& grid, Pause& pause) {
  std::size_t count = 0;
  for (std::uint32_t row = 0; row < grid.height(); ++row) {
    if (pause(grid.width())) return false;
    const std::uint8_t* const cells = grid.walkable_data() + std::size_t{row} * grid.width();
    count += cells[0];
    for (std::uint32_t cell = 1; cell < grid.width(); ++cell) count += cells[cell] > cells[cell - 1];
  }
  runs_.reserve(count);
  return true;
}

// Calls visit(run) for the runs at most `reach` rows from the given rows, for some more than once.
template <class Visit>
void FreeRuns::each_near(std::span<const std::int32_t> rows, std::int32_t reach, Visit&& visit) {
  const auto last = static_cast<std::int32_t>(rows_.size()) - 1;
  for (const std::int32_t row : rows) {
    for (std::int32_t beside = std::max(row - reach, 0); beside <= std::min(row + reach, last); ++beside) {
      for (RunId run = rows_[beside].begin; run < rows_[beside].end; ++run) visit(run);
    }
  }
}

bool FreeRuns::repair(const Grid& grid, std::span<const std::int32_t> rows, Pause& pause) {
  doubtful_.clear();
  each_near(rows, 1, [this](RunId run) { revive(run); });
  for (const std::int32_t row : rows) scan(grid, row);
  for (const std::int32_t row : rows) {
    if (row > 0) link(row - 1);
    link(row);
  }
  each_near(rows, 1, [this](RunId run) { join(run); });
  return find_dead_ends(pause);
}

// Finds the runs of a row, in the place of its old runs, or behind all others.
void FreeRuns::scan(const Grid& grid, std::int32_t row) {
  const auto width = static_cast<std::int32_t>(grid.width());
  const std::uint8_t* const cells = grid.walkable_data() + static_cast<std::size_t>(row) * grid.width();
  scanned_.clear();
  for (std::int32_t cell = find(cells, 0, width, 1); cell < width;) {
    const std::int32_t end = find(cells, cell, width, 0);
    scanned_.push_back({2 * cell, 2 * end, row, {0, 0}, {0, 0}, kNoRun, kNoRun, kAlive});
    cell = find(cells, end, width, 1);
  }
  RunRange& old = rows_[row];
  const auto count = static_cast<RunId>(scanned_.size());
  used_ += count;
  used_ -= old.end - old.begin;
  for (RunId run = old.begin; run < old.end; ++run) runs_[run].top = kNoRun;
  if (count <= old.end - old.begin) {
    std::copy(scanned_.begin(), scanned_.end(), runs_.begin() + old.begin);
  } else {
    old.begin = static_cast<RunId>(runs_.size());
    runs_.insert(runs_.end(), scanned_.begin(), scanned_.end());
  }
  old.end = old.begin + count;
}

// Finds the runs of a row and of the row below that touch.
void FreeRuns::link(std::int32_t upper) {
  const RunRange none{0, 0};
  const RunRange here = rows_[upper];
  const RunRange under = upper + 1 < static_cast<std::int32_t>(rows_.size()) ? rows_[upper + 1] : none;
  if (upper == 0) {
    for (RunId run = here.begin; run < here.end; ++run) runs_[run].above = none;
  }
  const auto touch = [this](const RunRange& ones, const RunRange& others, RunRange FreeRun::* const side) {
    RunId other = others.begin;
    for (RunId one = ones.begin; one < ones.end; ++one) {
      FreeRun& run = runs_[one];
      while (other < others.end && runs_[other].right <= run.left) ++other;
      RunId end = other;
      while (end < others.end && runs_[end].left < run.right) ++end;
      run.*side = {other, end};
      other = end > other ? end - 1 : end;  // the last one may reach under the next run as well
    }
  };
  touch(here, under, &FreeRun::below);
  touch(under, here, &FreeRun::above);
}

bool FreeRuns::goes_on_below(const FreeRun& run) const noexcept {
  return run.below.end - run.below.begin == 1 && runs_[run.below.begin].left == run.left &&
         runs_[run.below.begin].right == run.right;
}

bool FreeRuns::goes_on_above(const FreeRun& run) const noexcept {
  return run.above.end - run.above.begin == 1 && runs_[run.above.begin].left == run.left &&
         runs_[run.above.begin].right == run.right;
}

// Stores the ends of the rectangle around a run.
void FreeRuns::join(RunId run) noexcept {
  while (goes_on_above(runs_[run])) run = runs_[run].above.begin;
  const RunId top = run;
  while (goes_on_below(runs_[run])) run = runs_[run].below.begin;
  const RunId bottom = run;
  for (run = top;; run = runs_[run].below.begin) {
    runs_[run].top = top;
    runs_[run].bottom = bottom;
    if (run == bottom) break;
  }
  set_way_out(top, kAlive);
  doubtful_.push_back(top);
}

// Unmarks the rectangle of a run and those on the way out of it as dead ends.
void FreeRuns::revive(RunId run) {
  for (RunId top = runs_[run].top;;) {
    const RunId way = runs_[top].way_out;
    if (way == kAlive) return;
    set_way_out(top, kAlive);
    doubtful_.push_back(top);
    if (way == kNoRun) return;
    top = runs_[way].top;
  }
}

// Marks dead ends until no new one is left. False if it was stopped.
bool FreeRuns::find_dead_ends(Pause& pause) {
  while (!doubtful_.empty()) {
    if (pause()) return false;
    const RunId top = doubtful_.back();
    doubtful_.pop_back();
    if (runs_[top].top != top || runs_[top].way_out != kAlive) continue;
    const RunId way = only_way(top);
    if (way == kAlive) continue;
    set_way_out(top, way);
    if (way != kNoRun) doubtful_.push_back(runs_[way].top);
  }
  return true;
}

// The only run beside a rectangle that is not a dead end; kNoRun if there is none, kAlive if there are several.
RunId FreeRuns::only_way(RunId top) const noexcept {
  RunId only = kNoRun;
  for (const RunRange& beside : {runs_[top].above, runs_[runs_[top].bottom].below}) {
    for (RunId run = beside.begin; run < beside.end; ++run) {
      if (runs_[run].way_out != kAlive) continue;
      if (only != kNoRun) return kAlive;
      only = run;
    }
  }
  return only;
}

void FreeRuns::set_way_out(RunId top, RunId way) noexcept {
  runs_[top].way_out = way;
  runs_[runs_[top].bottom].way_out = way;
}

}  // namespace pathstar
