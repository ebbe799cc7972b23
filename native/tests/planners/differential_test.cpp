// Every search and index on worlds from random bytes; libFuzzer runs the same for any time.
#include "fuzz/differential.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

std::vector<std::uint8_t> rolled_bytes(Dice& dice, std::size_t many) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < many; ++i) bytes.push_back(static_cast<std::uint8_t>(dice.roll(256)));
  return bytes;
}

}  // namespace

TEST(searches_and_indexes_agree_on_random_worlds) {
  Dice dice(26);
  for (int round = 0; round < 1000; ++round) {
    const std::string fault = fuzz::disagreement(rolled_bytes(dice, dice.roll(700)));
    report(fault.empty(), __FILE__, __LINE__, fault);
  }
}

TEST(searches_and_indexes_agree_on_random_regular_grids) {
  Dice dice(27);
  for (int round = 0; round < 240; ++round) {
    const std::string fault = fuzz::regular_disagreement(rolled_bytes(dice, 10 + dice.roll(200)));
    report(fault.empty(), __FILE__, __LINE__, fault);
  }
}
