// Rows of work that threads take, a few at a time.
#pragma once

#include <cstddef>
#include <functional>

#include "engine/driver/poll.hpp"

namespace pathstar {

// Does one row; may ask the poll now and then, and end early when that says so.
using RowWork = std::function<void(std::size_t row, const Poll& poll)>;

// Does rows 0 to `rows` - 1 on `threads` threads, at least 1; with one, on the calling thread. Where the system gives
// fewer, those do them all. Returns true if the poll stopped it; the poll is asked on the calling thread only. Rethrows
// what a row throws.
bool parallel_for(std::size_t rows, unsigned threads, const Poll& poll, const RowWork& work);

// The same if each thread needs memory of its own: it does its rows with the worker that make_worker() returns for it.
using MakeWorker = std::function<RowWork()>;
bool parallel_for_with(std::size_t rows, unsigned threads, const Poll& poll, const MakeWorker& make_worker);

}  // namespace pathstar
