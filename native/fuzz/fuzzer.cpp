// What libFuzzer calls: it tries bytes that reach new code, until a search disagrees with the slow one.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fuzz/differential.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pathstar::fuzz;
  // The last byte chooses the kind of world.
  const bool regular = size > 0 && data[size - 1] % 2 == 1;
  const std::string fault = regular ? regular_disagreement({data, size}) : disagreement({data, size});
  if (fault.empty()) return 0;
  std::fprintf(stderr, "%s", fault.c_str());
  std::abort();
}
