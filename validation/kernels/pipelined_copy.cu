// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>
#include <cuda/pipeline>

// Tiles of 256 floats in two stages: while the block sums neighbours of one, the next one is copied.
extern "C" __global__ void __launch_bounds__(256)
neighbours(const float *in, float *out, int tiles) {
  __shared__ float tile[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int x = threadIdx.x;
  int ahead = blockIdx.x;
  int stage = 0;
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    for (; ahead < tiles && ahead < t + 2 * gridDim.x; ahead += gridDim.x) {
      pipe.producer_acquire();
      int to = (ahead - blockIdx.x) / gridDim.x % 2;
      cuda::memcpy_async(&tile[to][x], in + ahead * 256 + x, sizeof(float), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    block.sync();
    out[t * 256 + x] = tile[stage][x] + tile[stage][(x + 1) % 256];
    block.sync();
    pipe.consumer_release();
    stage ^= 1;
  }
}
