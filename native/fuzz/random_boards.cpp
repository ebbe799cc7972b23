// The same comparison on random bytes, without libFuzzer and sanitizers, for many more worlds in the same time.
//
//   random_boards SECONDS SEED
//
// It works for SECONDS of processor time and prints how many worlds agree. It fails at the first that does not.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "fuzz/differential.hpp"
#include "support/worlds.hpp"

namespace {

constexpr std::uint32_t kMostBytes = 700;
constexpr std::uint64_t kWorldsPerLook = 256;  // worlds between two looks at the clock

void roll(pathstar::testing::Dice& dice, std::vector<std::uint8_t>& bytes) {
  bytes.resize(dice.roll(kMostBytes));
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t eight = dice.next();
    for (std::size_t i = at; i < at + sizeof eight && i < bytes.size(); ++i, eight >>= 8) {
      bytes[i] = static_cast<std::uint8_t>(eight);
    }
  }
}

}  // namespace

int main(int count, char** given) {
  const double seconds = count > 1 ? std::atof(given[1]) : 60.0;
  const std::uint64_t seed = count > 2 ? std::strtoull(given[2], nullptr, 10) : 1;
  pathstar::testing::Dice dice(seed);
  std::vector<std::uint8_t> bytes;
  std::uint64_t worlds = 0;
  while (worlds % kWorldsPerLook != 0 || std::clock() < seconds * CLOCKS_PER_SEC) {
    roll(dice, bytes);
    const std::string fault = pathstar::fuzz::any_disagreement(bytes);
    if (!fault.empty()) {
      std::fprintf(stderr, "seed %llu, world %llu: %s", static_cast<unsigned long long>(seed),
                   static_cast<unsigned long long>(worlds), fault.c_str());
      return 1;
    }
    ++worlds;
  }
  std::printf("%llu worlds agree\n", static_cast<unsigned long long>(worlds));
  return 0;
}
