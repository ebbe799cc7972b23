#include "engine/open_list/open_list.hpp"

namespace pathstar {

template class OpenList<std::int64_t>;
template class OpenList<double>;

}  // namespace pathstar
