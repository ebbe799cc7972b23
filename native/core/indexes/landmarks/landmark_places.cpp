#include "indexes/landmarks/landmark_places.hpp"

namespace pathstar {

LandmarkPlaces::LandmarkPlaces(std::span<const std::int32_t> components)
    : components_(components), nearest_(components.size(), kNoWay) {
  const auto most = std::max_element(components.begin(), components.end());
  const std::size_t count = most == components.end() ? 1 : static_cast<std::size_t>(*most) + 1;
  std::vector<std::uint32_t> sizes(count, 0);
  for (const std::int32_t component : components) ++sizes[static_cast<std::size_t>(component)];
  slot_.assign(count, -1);
  for (Node node = 0; node < components.size(); ++node) {
    const auto component = static_cast<std::size_t>(components[node]);
    if (component == 0 || sizes[component] < 2 || slot_[component] >= 0) continue;
    slot_[component] = static_cast<std::int32_t>(places_.size());
    places_.push_back(node);
  }
  best_.resize(places_.size());
}

}  // namespace pathstar
