#include "indexes/subgoals/build_checkpoint.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "indexes/common/section_reader.hpp"
#include "indexes/subgoals/table_checks.hpp"

namespace pathstar {
namespace {

template <class T>
std::vector<T> copy(std::span<const T> values) {
  return {values.begin(), values.end()};
}

template <class T>
std::span<const T> view(const std::vector<T>& values) {
  return values;
}

// Returns the next values of an array.
std::vector<std::uint32_t> take(std::span<const std::uint32_t>& values, std::size_t count, const char* name) {
  require(count <= values.size(), name);
  std::vector<std::uint32_t> taken = copy(values.first(count));
  values = values.subspan(count);
  return taken;
}

void restore_portions(SectionReader& reader, std::size_t subgoals, BlockPortions& portions) {
  auto first = reader.read<std::uint32_t>("portion_first"), records = reader.read<std::uint32_t>("portion_records");
  const auto list = reader.read<std::uint32_t>("portions");
  require(list.size() % 2 == 0, "portions");
  for (std::size_t k = 0; k < list.size(); k += 2) {
    const std::size_t i = list[k], words = list[k + 1];
    require(i < portions.size() && !portions.done(i) && words >= 2, "portions");
    BlockPortion portion{take(first, portions.blocks_of(i), "portion_first"), take(records, words, "portion_records")};
    check_records(portion.first, portion.records, subgoals, "portion_records");
    portions.put(i, std::move(portion));
  }
  require(first.empty(), "portion_first");
  require(records.empty(), "portion_records");
}

// Whether each number below the size occurs exactly once.
bool each_once(std::span<const std::uint32_t> numbers) {
  std::vector<bool> seen(numbers.size());
  for (const std::uint32_t number : numbers) {
    if (number >= numbers.size() || seen[number]) return false;
    seen[number] = true;
  }
  return true;
}

}  // namespace

void BuildCheckpoint::restore(const std::vector<Section>& sections, const Grid& grid) {
  SectionReader reader(sections);
  const std::vector<std::uint8_t> flags = subgoal_flags(grid);
  const auto subgoals = static_cast<std::size_t>(std::count(flags.begin(), flags.end(), 1));
  order = copy(reader.read<std::uint32_t>("order"));
  require(order.size() == subgoals && each_once(order), "order");
  if (!reader.has("entries")) return reader.require_all_read();
  labels = {copy(reader.read<std::uint32_t>("first_entry")), copy(reader.read<LabelEntry>("entries")),
            copy(reader.read<std::uint32_t>("link_of")), copy(reader.read<LabelLink>("links"))};
  check_labels(labels.tables(), subgoals, SightShape(grid.width(), grid.height()));
  if (!reader.has("blocks")) return reader.require_all_read();
  const auto blocks = reader.read<std::uint32_t>("blocks");
  require(blocks.size() == 1 && blocks[0] == BlockShape(grid).blocks(), "blocks");
  portions = std::make_unique<BlockPortions>(blocks[0]);
  restore_portions(reader, subgoals, *portions);
  reader.require_all_read();
}

void BuildCheckpoint::check_fits(std::size_t vertices, std::size_t blocks) const {
  require(order.empty() || order.size() == vertices, "order");
  require(!portions || portions->blocks() == blocks, "blocks");
}

BuildCheckpoint::Kept BuildCheckpoint::sections() const {
  Kept kept;
  if (order.empty()) return kept;
  kept.sections.push_back(section("order", view(order)));
  if (labels.first.empty()) return kept;
  kept.sections.push_back(section("first_entry", view(labels.first)));
  kept.sections.push_back(section("entries", view(labels.entries)));
  kept.sections.push_back(section("link_of", view(labels.link_of)));
  kept.sections.push_back(section("links", view(labels.links)));
  if (!portions) return kept;
  std::vector<std::uint32_t> list, first, records;
  for (std::size_t i = 0; i < portions->size(); ++i) {
    if (!portions->done(i)) continue;
    const BlockPortion& portion = (*portions)[i];
    list.push_back(static_cast<std::uint32_t>(i));
    list.push_back(static_cast<std::uint32_t>(portion.records.size()));
    first.insert(first.end(), portion.first.begin(), portion.first.end());
    records.insert(records.end(), portion.records.begin(), portion.records.end());
  }
  const auto keep = [&](const char* name, std::vector<std::uint32_t>&& values) {
    kept.gathered.push_back(std::move(values));
    kept.sections.push_back(section(name, std::span<const std::uint32_t>(kept.gathered.back())));
  };
  keep("blocks", {static_cast<std::uint32_t>(portions->blocks())});
  keep("portions", std::move(list));
  keep("portion_first", std::move(first));
  keep("portion_records", std::move(records));
  return kept;
}

}  // namespace pathstar
