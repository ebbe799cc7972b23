#include "spaces/layers/timed.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <utility>

namespace pathstar {

Timed::Timed(std::shared_ptr<RegularGrid> ground, double stay) : ground_(std::move(ground)), stay_(stay) {
  const bool crosses = ground_->plan().tiling == Tiling::square && ground_->plan().steps.size() > 4;
  numbers_.resize(std::size_t{size()} * (crosses ? 2 : 1));
}

Span Timed::free_at(Node slot) const noexcept {
  if (slot >= size()) {
    const Row& row = rows_[owners_[slot - size()]];
    return row.free[slot - row.first + 1];
  }
  const std::span<const Span> free = free_of(row_of(slot));
  return free.empty() ? Span{kEver, kEver} : free.front();
}

Node Timed::slot_at(Node cell, double time) const noexcept {
  const Row* row = row_of(cell);
  const std::span<const Span> free = free_of(row);
  const std::size_t i = first_after(free, time);
  return i < free.size() && free[i].from <= time ? slot_of(cell, row, i) : kNoNode;
}

bool Timed::can_stay(Node cell, double time) const noexcept {
  const std::span<const Span> free = free_of(row_of(cell));
  return std::any_of(free.begin(), free.end(), [&](const Span& span) {
    return time < span.until && std::max(time, span.from) + stay_ <= span.until;
  });
}

double Timed::pass(const Row* middle, double time, double cost) noexcept {
  if (middle == nullptr) return time;
  const std::vector<Span>& free = middle->free;
  for (std::size_t i = first_after(free, time); i < free.size(); ++i) {
    const double leave = std::max(time, free[i].from);
    if (leave + cost <= free[i].until) return leave;
  }
  return kEver;
}

Node Timed::beside(Node cell, int dx, int dy) const noexcept {
  const auto w = static_cast<std::int32_t>(ground_->width()), h = static_cast<std::int32_t>(ground_->height());
  const Offset here = ground_->cell(cell);
  std::int32_t x = here.dx + dx, y = here.dy + dy;
  if (ground_->plan().wrap_x) x = (x + w) % w;
  if (ground_->plan().wrap_y) y = (y + h) % h;
  if (x < 0 || y < 0 || x >= w || y >= h) return kNoNode;
  return static_cast<Node>(y) * ground_->width() + static_cast<Node>(x);
}

const Timed::Row* Timed::row_of_middle(Node from, int step) const noexcept {
  if (step == RegularGrid::kPortal) return nullptr;
  const Offset& by = ground_->plan().steps[static_cast<std::size_t>(step)].by;
  return by.dx == 0 || by.dy == 0 ? nullptr : row_of(size() + middle_of(from, by.dx, by.dy));
}

std::uint64_t Timed::claim(std::span<const Node> cells, std::span<const double> times, double stay) {
  const std::unique_lock lock(mutex());
  const std::uint64_t ticket = next_ticket_++;
  for (std::size_t first = 0; first < cells.size();) {  // all rows on one cell at one go
    std::size_t last = first;
    while (last + 1 < cells.size() && cells[last + 1] == cells[first]) ++last;
    const bool ends = last + 1 == cells.size();
    const double from = times[first == 0 ? 0 : first - 1];
    add(cells[first], from, ends ? times[last] + stay : times[last + 1], ticket);
    if (!ends) add_step(cells[last], cells[last + 1], {times[last], times[last + 1]}, ticket);
    first = last + 1;
  }
  note_edit();
  return ticket;
}

// What a step takes besides its cells.
void Timed::add_step(Node from, Node to, const Span& time, std::uint64_t ticket) {
  if (numbers_.size() == size()) return;
  for (const int dy : {-1, 1}) {
    for (const int dx : {-1, 1}) {
      if (beside(from, dx, dy) == to) add(size() + middle_of(from, dx, dy), time.from, time.until, ticket);
    }
  }
}

std::uint64_t Timed::take(std::span<const Taken> list) {
  const std::unique_lock lock(mutex());
  const std::uint64_t ticket = next_ticket_++;
  for (const Taken& taken : list) add(taken.what, taken.from, taken.until, ticket);
  note_edit();
  return ticket;
}

void Timed::restore(std::span<const Taken> list, std::uint64_t tickets) {
  const std::unique_lock lock(mutex());
  for (const Taken& taken : list) {
    if (taken.what >= numbers_.size()) throw std::invalid_argument("what is taken lies outside");
    add(taken.what, taken.from, taken.until, taken.ticket);
  }
  next_ticket_ = tickets;
  note_edit();
}

void Timed::add(Node what, double from, double until, std::uint64_t ticket) {
  if (!(from < until)) return;
  for (const double time : {from, until}) {
    if (std::isfinite(time)) latest_ = std::max(latest_, std::abs(time));
  }
  if (numbers_[what] == 0) {
    rows_.push_back({what, {}, {}});
    numbers_[what] = static_cast<std::uint32_t>(rows_.size());
    middles_ += what >= size();
  }
  Row& row = rows_[numbers_[what] - 1];
  const auto later = [](double time, const Part& part) { return time < part.time.from; };
  row.taken.insert(std::upper_bound(row.taken.begin(), row.taken.end(), from, later), {{from, until}, ticket});
  held_[ticket].push_back(numbers_[what] - 1);
  settle(row);
}

// Works the free times out anew.
void Timed::settle(Row& row) {
  row.free.clear();
  double from = -kEver;
  for (const Part& part : row.taken) {
    if (from < part.time.from) row.free.push_back({from, part.time.from});
    from = std::max(from, part.time.until);
  }
  if (from < kEver) row.free.push_back({from, kEver});
  if (row.what < size()) give_slots(row);
}

void Timed::give_slots(Row& row) {
  if (row.free.size() <= row.storage + std::size_t{1}) return;
  row.storage = 2 * static_cast<std::uint32_t>(row.free.size());
  if (owners_.size() + row.storage >= kNoNode - size()) throw std::length_error("cells are taken too often");
  row.first = slots();
  owners_.insert(owners_.end(), row.storage, static_cast<std::uint32_t>(&row - rows_.data()));
}

void Timed::release(std::uint64_t ticket) {
  const std::unique_lock lock(mutex());
  const auto held = held_.find(ticket);
  if (held == held_.end()) return;
  for (const std::uint32_t number : held->second) {
    std::erase_if(rows_[number].taken, [&](const Part& part) { return part.ticket == ticket; });
    settle(rows_[number]);
  }
  held_.erase(held);
  note_edit();
}

void Timed::forget(double before) {
  const std::unique_lock lock(mutex());
  held_.clear();
  for (Row& row : rows_) {
    if (std::erase_if(row.taken, [&](const Part& part) { return part.time.until <= before; }) > 0) settle(row);
    for (const Part& part : row.taken) held_[part.ticket].push_back(static_cast<std::uint32_t>(&row - rows_.data()));
  }
  note_edit();
}

std::vector<Timed::Taken> Timed::taken() const {
  const std::shared_lock lock(mutex());
  std::vector<Taken> list;
  for (const Row& row : rows_) {
    for (const Part& part : row.taken) list.push_back({row.what, part.time.from, part.time.until, part.ticket});
  }
  return list;
}

}  // namespace pathstar
