// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

// Tiles of 256 floats, reversed: all threads take part in a copy.
extern "C" __global__ void __launch_bounds__(256)
together(const float *in, float *out, int tiles) {
  __shared__ alignas(16) float tile[256];
  __shared__ barrier full;
  auto block = cooperative_groups::this_thread_block();
  int x = threadIdx.x;
  if (x == 0) init(&full, blockDim.x);
  block.sync();
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    cuda::memcpy_async(block, tile, in + t * 256, cuda::aligned_size_t<16>(sizeof tile), full);
    full.arrive_and_wait();
    out[t * 256 + x] = tile[255 - x];
    block.sync();
  }
}

// The same with two stages, which one thread copies ahead; the size is known at run time only.
extern "C" __global__ void __launch_bounds__(256)
ahead(const float *in, float *out, int tiles, int width) {
  extern __shared__ __align__(16) float stage[];
  __shared__ barrier full[2];
  int x = threadIdx.x;
  if (x == 0) {
    init(full, 1);
    init(full + 1, 1);
  }
  __syncthreads();
  auto load = [&](int t, int s) {
    cuda::device::memcpy_async_tx(stage + s * width, in + t * width, cuda::aligned_size_t<16>(width * 4), full[s]);
    (void)cuda::device::barrier_arrive_tx(full[s], 1, width * 4);
  };
  if (x == 0 && blockIdx.x < tiles) load(blockIdx.x, 0);
  for (int t = blockIdx.x, k = 0; t < tiles; t += gridDim.x, k++) {
    int s = k & 1;
    if (x == 0 && t + gridDim.x < tiles) load(t + gridDim.x, s ^ 1);
    full[s].wait_parity(k >> 1 & 1);
    for (int i = x; i < width; i += 256) out[t * width + i] = stage[(s + 1) * width - 1 - i];
    __syncthreads();
  }
}
