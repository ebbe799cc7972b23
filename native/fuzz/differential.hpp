// Makes a world from bytes, and compares every search on it with a slow one.
//
// The bytes choose the rules, the walls, the costs, the ends and some edits. Then A*, Dijkstra's algorithm, searches
// from both ends, jump points and, in every second world, one kind of index that fits must find the cost that the slow
// search finds, along legal steps, before the edits and after them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace pathstar::fuzz {

// Describes what disagrees, and the world; empty if nothing does.
std::string disagreement(std::span<const std::uint8_t> bytes);

// The same on hexagons and on squares with up to 16 directions, with links, over several clusters of a hierarchy. The
// bytes choose the rules and the edits; walls and costs are random.
std::string regular_disagreement(std::span<const std::uint8_t> bytes);

// One of the two, as the last byte chooses; rarely the second, which takes thirty times as long.
std::string any_disagreement(std::span<const std::uint8_t> bytes);

}  // namespace pathstar::fuzz
