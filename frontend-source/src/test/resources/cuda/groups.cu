// SPDX-License-Identifier: Apache-2.0
// - {launch: "reduce<256u>", grid: [2], block: [256], args: [f, out, {i32: 3000}]}
// - {launch: compact, grid: [1], block: [256], args: [i, {buffer: more, offset: 8}, more, {i32: 250}]}
// cooperative groups, shuffles and votes
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <unsigned BLOCK> __global__ void reduce(const float *__restrict__ in, float *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  __shared__ float partial[BLOCK / 32];
  float s = 0;
  for (int i = blockIdx.x * BLOCK + block.thread_rank(); i < n; i += gridDim.x * BLOCK) s += in[i];
  s = cg::reduce(tile, s, cg::plus<float>());
  if (tile.thread_rank() == 0) partial[tile.meta_group_rank()] = s;
  cg::sync(block);
  if (tile.meta_group_rank() == 0) {
    s = tile.thread_rank() < tile.meta_group_size() ? partial[tile.thread_rank()] : 0.0f;
    s = cg::reduce(tile, s, cg::plus<float>());
    if (tile.thread_rank() == 0) atomicAdd(out, s);
  }
}
template __global__ void reduce<256>(const float *, float *, int);
__inline__ __device__ float warpSum(float v) { for (int o = warpSize / 2; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o); return v; }
__global__ void compact(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = i < n && in[i] % 3 == 0;
  auto active = cg::coalesced_threads();
  unsigned mask = __ballot_sync(0xffffffff, keep);
  int lane = threadIdx.x & 31, base = 0;
  if (lane == 0 && mask) base = atomicAdd(count, __popc(mask));
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) out[base + __popc(mask & ((1u << lane) - 1))] = in[i];
  if (active.thread_rank() == 0) atomicAdd(count + 1, (int)warpSum(0.f));
}
