// The callbacks by which a long call asks whether to stop and reports its progress.
#pragma once

#include <functional>

namespace pathstar {

// Called now and then during a long call; true stops it, and the status stays `running`.
using Poll = std::function<bool()>;

// Called now and then, by one thread at a time, with the fraction of the work done, from 0 to 1; true stops it.
using Progress = std::function<bool(double part)>;

}  // namespace pathstar
