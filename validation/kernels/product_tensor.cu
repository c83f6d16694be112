// SPDX-License-Identifier: Apache-2.0
// Steps of a product of matrices on tensor cores: nvcc -arch=compute_80 -ptx. With -DFP8 (compute_89) those of 8-bit floats alone.
// The steps of bf16 have the tile sizes of gau-nernst/learn-cuda (1454f8b), 02b_matmul_sm80 and 02c_matmul_sm120; permuted and
// permuted3 those of spatters/mma-matmul (ea1d41a), kernels 2.0 and 3.1. The code is ours.
#include "product_tensor.cuh"

//                                      BM   BN   BK  WM WN layout    async stages pairs ahead again group
#ifndef FP8
KERNEL(loaded, __nv_bfloat16,  Bf16, __nv_bfloat16, 128, 128, 64, 2, 2, PLAIN, false, 1, false, false, false, 0)
KERNEL(copied, __nv_bfloat16,  Bf16, __nv_bfloat16, 128, 128, 64, 2, 2, PLAIN, true, 1, false, false, false, 0)
KERNEL(padded, __nv_bfloat16,  Bf16, __nv_bfloat16, 128, 128, 64, 2, 2, PADDED, true, 1, false, false, false, 0)
KERNEL(swizzled, __nv_bfloat16,  Bf16, __nv_bfloat16, 128, 128, 64, 2, 2, SWIZZLED, true, 1, false, false, false, 0)
KERNEL(paired, __nv_bfloat16,  Bf16, __nv_bfloat16, 128, 128, 64, 2, 2, SWIZZLED, true, 1, true, false, false, 0)
KERNEL(stages2, __nv_bfloat16,  Bf16, __nv_bfloat16, 128, 128, 64, 2, 2, SWIZZLED, true, 2, true, false, false, 0)
KERNEL(grouped, __nv_bfloat16,  Bf16, __nv_bfloat16, 128, 128, 64, 2, 2, SWIZZLED, true, 2, true, false, false, 8)
KERNEL(stages3, __nv_bfloat16,  Bf16, __nv_bfloat16, 128, 128, 32, 2, 2, SWIZZLED, true, 3, true, false, false, 8)
KERNEL(large, __nv_bfloat16,  Bf16, __nv_bfloat16, 256, 128, 64, 4, 2, SWIZZLED, true, 2, true, false, false, 8)
KERNEL(permuted, float,  F16, float, 64, 64, 32, 2, 4, SWIZZLED, false, 1, false, false, true, 0)
KERNEL(permuted3, float,  F16, float, 128, 128, 32, 2, 4, SWIZZLED, true, 3, false, true, false, 0)
KERNEL(bytes, int,  S8, int, 256, 128, 64, 4, 2, SWIZZLED, true, 2, true, false, false, 8)

// C = A B with B by rows, by 2 x 4 warps of TM x TN products each: fragments are read from shared memory a half at a time.
template <int TM, int TN> __device__ __forceinline__ void halves(const half* A, const half* B, float* C, int n, int k, int pitch) {
  __shared__ half a[32 * TM][16], b[16][32 * TN];
  int x = threadIdx.x, y = threadIdx.y, lane = (y * 16 + x) % 32, warp = (y * 16 + x) / 32, g = lane / 4, t = lane % 4 * 2;
  int row = warp / 4 * 16 + g, column = warp % 4 * 8 + g;
  const half* left = A + (blockIdx.y * 32 * TM + y) * pitch + x;
  const half* right = B + y * n + blockIdx.x * 32 * TN + x;
  float sums[TM][TN][4] = {};
  for (int start = 0; start < k; start += 16, left += 16, right += 16 * n) {
    for (int i = 0; i < 2 * TM; i++) a[y + 16 * i][x] = left[16 * i * pitch];
    for (int j = 0; j < 2 * TN; j++) b[y][x + 16 * j] = right[16 * j];
    __syncthreads();
    for (int i = 0; i < TM; i++) {
      half fa[8];
      for (int e = 0; e < 8; e++) fa[e] = a[32 * i + row + e / 2 % 2 * 8][t + e % 2 + e / 4 * 8];
      for (int j = 0; j < TN; j++) {
        half fb[4];
        for (int e = 0; e < 4; e++) fb[e] = b[t + e % 2 + e / 2 * 8][32 * j + column];
        multiply(F16(), reinterpret_cast<uint32_t*>(fa), reinterpret_cast<uint32_t*>(fb), sums[i][j]);
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; i++)
    for (int j = 0; j < TN; j++)
      for (int e = 0; e < 4; e++)
        C[(blockIdx.y * 32 * TM + 32 * i + row + e / 2 * 8) * n + blockIdx.x * 32 * TN + 32 * j + warp % 4 * 8 + t + e % 2] = sums[i][j][e];
}
extern "C" __global__ void __launch_bounds__(256) halves1(const half* A, const half* B, float* C, int n, int k, int pitch) { halves<1, 1>(A, B, C, n, k, pitch); }
extern "C" __global__ void __launch_bounds__(256) halves2(const half* A, const half* B, float* C, int n, int k, int pitch) { halves<2, 2>(A, B, C, n, k, pitch); }
#else
KERNEL(fp8, float,  E4m3, float, 256, 128, 64, 4, 2, SWIZZLED, true, 2, true, false, false, 8)

// Tiles of 128 x 128 x 64, 4 warps, three stages of copies; the fragments of a step are read while those before them are multiplied.
// Tile sizes and order of steps of waynehacking8/blackwell-tensorcore-kernels (c289bde).
struct Ahead : Product<E4m3, float, 128, 128, 64, 2, 2, SWIZZLED, true, 3, true, false, false, 0> {
  static constexpr int STAGES = 3;
  static_assert(STEPS == 2);

  static __device__ __forceinline__ void run(const void* A, const void* B, float* c, int m, int n, int k, int pitch) {
    extern __shared__ __align__(128) char memory[];
    uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(memory));
    uint32_t tileRow = blockIdx.x / (n / 128), tileColumn = blockIdx.x % (n / 128);
    uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32, rows = warp / 2 * 64, cols = warp % 2 * 64;
    const char* a = static_cast<const char*>(A) + tileRow * 128 * pitch;
    const char* b = static_cast<const char*>(B) + tileColumn * 128 * pitch;
    float sums[M][N][4] = {};
    uint32_t fa[2][M][4], fb[2][N][2];
    auto fill = [&](int tile) {
      TileA::fill<THREADS, true>(shared + tile % STAGES * STAGE, a + tile * WIDTH, pitch);
      TileB::fill<THREADS, true>(shared + tile % STAGES * STAGE + TileA::SIZE, b + tile * WIDTH, pitch);
    };
    auto read = [&](int tile, int step) {
      uint32_t left = shared + tile % STAGES * STAGE, right = left + TileA::SIZE;
#pragma unroll
      for (int i = 0; i < M; i++) fragmentA(left, rows, i, step, fa[step][i]);
#pragma unroll
      for (int j = 0; j < N; j += 2) fragmentB(right, cols, j, step, fb[step][j]);
    };
    auto use = [&](int step) {
#pragma unroll
      for (int i = 0; i < M; i++)
#pragma unroll
        for (int j = 0; j < N; j++) multiply(E4m3(), fa[step][i], fb[step][j], sums[i][j]);
    };
    int tiles = k / 64;
    for (int s = 0; s < STAGES; s++) {
      if (s < tiles) fill(s);
      commit();
    }
    await<STAGES - 1>();
    __syncthreads();
    read(0, 0);
    for (int t = 0; t < tiles; t++) {
      read(t, 1);
      use(0);
      if (t + 1 < tiles) {
        await<STAGES - 2>();
        __syncthreads();
        if (t + STAGES < tiles) fill(t + STAGES);
        commit();
        read(t + 1, 0);
      }
      use(1);
    }
    c += (tileRow * 128 + rows + lane / 4) * n + tileColumn * 128 + cols + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < M; i++)
#pragma unroll
      for (int j = 0; j < N; j++) {
        store(c + i * 16 * n + j * 8, sums[i][j][0], sums[i][j][1]);
        store(c + (i * 16 + 8) * n + j * 8, sums[i][j][2], sums[i][j][3]);
      }
  }
};
extern "C" __global__ void __launch_bounds__(128) fp8_ahead(const void* A, const void* B, float* c, int m, int n, int k, int pitch) {
  Ahead::run(A, B, c, m, n, k, pitch);
}
#endif
