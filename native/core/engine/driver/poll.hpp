// How a long call asks whether to stop.
#pragma once

#include <functional>

namespace pathstar {

// Asked now and then during a long call; true stops it, and the status stays `running`.
using Poll = std::function<bool()>;

}  // namespace pathstar
