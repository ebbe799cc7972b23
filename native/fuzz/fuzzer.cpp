// What libFuzzer calls: it tries bytes that reach new code, until a search disagrees with the slow one.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fuzz/differential.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string fault = pathstar::fuzz::any_disagreement({data, size});
  if (fault.empty()) return 0;
  std::fprintf(stderr, "%s", fault.c_str());
  std::abort();
}
