// The views of lattices with headings, their types forgotten. Compiled apart: here lies what their searches wait for.
#pragma once

#include "engine/any_view.hpp"
#include "engine/settings.hpp"
#include "spaces/turning.hpp"

namespace pathstar {

AnyView<double> view_of(const Turning& space, Node goal, const Settings& settings);

// With every step turned round; `goal` is that of the query, or none.
AnyView<double> back_view_of(const Turning& space, Node start, Node goal, const Settings& settings);

}  // namespace pathstar
