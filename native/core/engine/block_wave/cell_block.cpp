#include "engine/block_wave/cell_block.hpp"

#include "engine/block_wave/block_passes.hpp"
#include "engine/block_wave/lanes.hpp"
#include "spaces/compiler.hpp"
#include "spaces/wide.hpp"

namespace pathstar {
namespace {

// The same functions for registers of each width.
template <Charge kCharge, bool kMasked>
BlockRows solve(CellBlock& block, const BlockEdges& edges, const StepLengths& lengths, BlockRows rows) {
  return BlockPasses<Lanes<2>, kCharge, kMasked>(block, edges, lengths).solve(block.values, rows);
}

template <Charge kCharge, bool kMasked>
void find_parents(const CellBlock& block, const BlockEdges& edges, const StepLengths& lengths, int row,
                  std::int64_t first, std::int64_t width, Node* parents) {
  BlockPasses<Lanes<2>, kCharge, kMasked>(block, edges, lengths).find_parents(row, first, width, parents);
}

#if defined(PATHSTAR_HAS_CLONES)

template <Charge kCharge, bool kMasked>
__attribute__((target("avx2"))) BlockRows solve_by_four(CellBlock& block, const BlockEdges& edges,
                                                        const StepLengths& lengths, BlockRows rows) {
  return BlockPasses<Lanes<4>, kCharge, kMasked>(block, edges, lengths).solve(block.values, rows);
}

template <Charge kCharge, bool kMasked>
__attribute__((target("avx2"))) void find_parents_by_four(const CellBlock& block, const BlockEdges& edges,
                                                          const StepLengths& lengths, int row, std::int64_t first,
                                                          std::int64_t width, Node* parents) {
  BlockPasses<Lanes<4>, kCharge, kMasked>(block, edges, lengths).find_parents(row, first, width, parents);
}

#define PATHSTAR_EIGHT __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512")))

template <Charge kCharge, bool kMasked>
PATHSTAR_EIGHT BlockRows solve_by_eight(CellBlock& block, const BlockEdges& edges, const StepLengths& lengths,
                                        BlockRows rows) {
  return BlockPasses<Lanes<8>, kCharge, kMasked>(block, edges, lengths).solve(block.values, rows);
}

template <Charge kCharge, bool kMasked>
PATHSTAR_EIGHT void find_parents_by_eight(const CellBlock& block, const BlockEdges& edges, const StepLengths& lengths,
                                          int row, std::int64_t first, std::int64_t width, Node* parents) {
  BlockPasses<Lanes<8>, kCharge, kMasked>(block, edges, lengths).find_parents(row, first, width, parents);
}

#endif

template <Charge kCharge, bool kMasked>
BlockKernels kernels([[maybe_unused]] int lanes) {
#if defined(PATHSTAR_HAS_CLONES)
  if (lanes >= 8) return {&solve_by_eight<kCharge, kMasked>, &find_parents_by_eight<kCharge, kMasked>};
  if (lanes >= 4) return {&solve_by_four<kCharge, kMasked>, &find_parents_by_four<kCharge, kMasked>};
#endif
  return {&solve<kCharge, kMasked>, &find_parents<kCharge, kMasked>};
}

template <Charge kCharge>
BlockKernels kernels_for(bool masked, int lanes) {
  return masked ? kernels<kCharge, true>(lanes) : kernels<kCharge, false>(lanes);
}

}  // namespace

int widest_lanes() noexcept {
#if defined(PATHSTAR_HAS_CLONES)
  static const int widest = [] {
    __builtin_cpu_init();
    const bool eight = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    return eight ? 8 : __builtin_cpu_supports("avx2") ? 4 : 2;
  }();
  return widest;
#else
  return 2;
#endif
}

BlockKernels block_kernels(Charge charge, bool masked, int lanes) {
  switch (charge) {
    case Charge::to:
      return kernels_for<Charge::to>(masked, lanes);
    case Charge::from:
      return kernels_for<Charge::from>(masked, lanes);
    case Charge::mean:
      break;
  }
  return kernels_for<Charge::mean>(masked, lanes);
}

}  // namespace pathstar
