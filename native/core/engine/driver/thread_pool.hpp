// Rows of work that threads take a few at a time.
#pragma once

#include <cstddef>
#include <functional>

#include "engine/driver/poll.hpp"

namespace pathstar {

// Does one row; may call the poll now and then, and end early if that returns true.
using RowWork = std::function<void(std::size_t row, const Poll& poll)>;

// Does rows 0 to `rows` - 1 on `threads` threads, at least 1; with one, on the calling thread. If the system gives
// fewer, those do all rows. Returns true if the poll stopped it; the poll is called on the calling thread only.
// Rethrows the exception of a row.
bool parallel_for(std::size_t rows, unsigned threads, const Poll& poll, const RowWork& work);

// The same with memory for each thread: it does its rows with the worker that make_worker() returns for it.
using MakeWorker = std::function<RowWork()>;
bool parallel_for_with(std::size_t rows, unsigned threads, const Poll& poll, const MakeWorker& make_worker);

}  // namespace pathstar
