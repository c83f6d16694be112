// SPDX-License-Identifier: Apache-2.0
// Cooperative groups within a warp and of several warps; these meet in reserved shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sums(const int *in, int *out) {
  __shared__ cg::block_tile_memory<256> memory;
  extern __shared__ int copy[];
  auto block = cg::this_thread_block(memory);
  auto four = cg::tiled_partition<128>(block);
  auto warp = cg::tiled_partition<32>(block);
  auto part = cg::tiled_partition<8>(warp);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  copy[threadIdx.x] = in[i];
  block.sync();
  int value = copy[blockDim.x - 1 - threadIdx.x];
  out[4 * i] = cg::reduce(four, value, cg::plus<int>());
  out[4 * i + 1] = cg::reduce(warp, value, cg::plus<int>());
  out[4 * i + 2] = cg::reduce(part, value, cg::greater<int>());
  four.sync();
  out[4 * i + 3] = copy[threadIdx.x];
}

int main() {
  const int n = 1024, block = 256;
  int *in, *out, wrong = 0;
  cudaMallocManaged(&in, n * sizeof *in);
  cudaMallocManaged(&out, 4 * n * sizeof *out);
  for (int i = 0; i < n; i++)
    in[i] = i * 7 % 31;
  sums<<<n / block, block, block * sizeof *in>>>(in, out);
  cudaError_t error = cudaDeviceSynchronize();
  for (int i = 0; !error && i < n; i++) {
    int sum = 0, warp = 0, most = 0;
    for (int k = 0; k < 128; k++) {
      int from = i / block * block + block - 1 - (i % block / 128 * 128 + k);
      int lane = i % 128;
      sum += in[from];
      warp += k / 32 == lane / 32 ? in[from] : 0;
      most = k / 8 == lane / 8 && in[from] > most ? in[from] : most;
    }
    wrong += out[4 * i] != sum || out[4 * i + 1] != warp || out[4 * i + 2] != most
             || out[4 * i + 3] != in[i];
  }
  printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
  return error || wrong ? 1 : 0;
}
