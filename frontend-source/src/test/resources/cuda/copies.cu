// SPDX-License-Identifier: Apache-2.0
// - {launch: by_groups, grid: [2], block: [128], args: [f, out]}
// - {launch: by_threads, grid: [2], block: [128], args: [g, {buffer: out, offset: 1024}]}
// - {launch: by_roles, grid: [2], block: [128], args: [f, {buffer: out, offset: 2048}]}
// - {launch: by_barriers, grid: [1], block: [128], args: [i, more, slots]}
// asynchronous copies by every interface, barriers in parts, atomic objects
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
extern "C" __global__ void by_groups(const float *in, float *out) {
  __shared__ alignas(16) float tile[256], other[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in + blockIdx.x * 256, sizeof tile);
  cg::memcpy_async(block, other, 128, in + 512, 100);
  cg::wait_prior<1>(block);
  float v = tile[255 - threadIdx.x];
  cg::wait(block);
  out[blockIdx.x * 128 + threadIdx.x] = v + (threadIdx.x < 100 ? other[99 - threadIdx.x] : 0.5f);
}
extern "C" __global__ void by_threads(const float *in, float *out) {
  __shared__ alignas(16) float4 tile[2][128];
  __shared__ float single[128];
  int x = threadIdx.x;
  const float4 *from = (const float4 *)in + blockIdx.x * 256;
  __pipeline_memcpy_async(&tile[0][x], from + x, 16);
  __pipeline_commit();
  __pipeline_memcpy_async(&tile[1][x], from + 128 + x, 16, 8);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  float sum = tile[0][x].x * tile[0][x].w;
  __pipeline_wait_prior(0);
  sum += tile[1][x].y + tile[1][x].z;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(single + x, in + x, sizeof(float), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  sum -= single[x];
  pipe.consumer_release();
  out[blockIdx.x * 128 + x] = sum;
}
extern "C" __global__ void by_roles(const float *in, float *out) {
  constexpr int TILES = 5;
  __shared__ alignas(16) float tile[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto role = threadIdx.x < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  float sum = 0;
  for (int t = 0; t < TILES; t++) {
    if (role == cuda::pipeline_role::producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[t % 2][threadIdx.x], in + (blockIdx.x * TILES + t) * 64 + threadIdx.x, sizeof(float), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += tile[t % 2][127 - threadIdx.x] * (t + 1);
      pipe.consumer_release();
    }
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}
__device__ cuda::atomic<unsigned, cuda::thread_scope_device> total;
extern "C" __global__ void by_barriers(const int *in, int *out, unsigned long long *slots) {
  __shared__ cuda::barrier<cuda::thread_scope_block> b, dropping;
  __shared__ int values[128];
  int x = threadIdx.x;
  if (x == 0) {
    init(&b, 128);
    init(&dropping, 128);
  }
  __syncthreads();
  for (int round = 0; round < 3; round++) {
    values[x] = in[x] + round;
    auto token = b.arrive();
    int own = in[128 + x];
    b.wait(cuda::std::move(token));
    out[round * 128 + x] = values[x ^ 37] + own;
    b.arrive_and_wait();
  }
  if (x >= 64) {
    values[x] = x;
    dropping.arrive_and_drop();
  } else {
    dropping.arrive_and_wait();
    out[384 + x] = values[64 + x] * 3;
    dropping.arrive_and_wait();
    out[448 + x] = values[127 - x];
  }
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> slot(slots[x % 8]);
  slot.fetch_add(x, cuda::std::memory_order_relaxed);
  slot.fetch_max(100u + x);
  unsigned long long seen = slot.load(cuda::std::memory_order_acquire);
  while (!slot.compare_exchange_weak(seen, seen * 2 + 1)) {
  }
  cuda::atomic_ref<float, cuda::thread_scope_block> real(((float *)(slots + 8))[x % 4]);
  real.fetch_add(1.0f);
  cuda::atomic_ref<int, cuda::thread_scope_system> last(((int *)(slots + 16))[x % 16]);
  last.store(x % 16 * 3, cuda::memory_order_release);
  total++;
  total.fetch_and(0xffffu);
  __syncthreads();
  if (x == 0) slots[32] = total.exchange(7);
}
