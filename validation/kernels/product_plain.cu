// SPDX-License-Identifier: Apache-2.0
// C = A B^T without matrix instructions: A, B and C are n x n halves, rows of B are columns of the product. Sums are floats.
#include <cuda_fp16.h>

constexpr int TILE = 32;

// Each thread reads a row of A and one of B; neighbouring threads read neighbouring rows of B.
extern "C" __global__ void __launch_bounds__(256) naive(const half* A, const half* B, half* C, int n) {
  int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += __half2float(A[row * n + k]) * __half2float(B[column * n + k]);
  C[row * n + column] = __float2half(sum);
}

// Tiles of 32 x 32 pass through shared memory; a thread computes four elements of a column.
template <int STRIDE>
__device__ __forceinline__ void tiles(const half* A, const half* B, half* C, int n) {
  __shared__ half a[TILE][STRIDE], b[TILE][STRIDE];
  int x = threadIdx.x, y = threadIdx.y;
  const half* left = A + (blockIdx.y * TILE + y) * n + x;
  const half* right = B + (blockIdx.x * TILE + y) * n + x;
  float sums[4] = {};
  for (int k = 0; k < n; k += TILE) {
    for (int i = 0; i < 4; i++) {
      a[y + 8 * i][x] = left[8 * i * n + k];
      b[y + 8 * i][x] = right[8 * i * n + k];
    }
    __syncthreads();
    for (int j = 0; j < TILE; j++) {
      float factor = __half2float(b[x][j]);
      for (int i = 0; i < 4; i++) sums[i] += __half2float(a[y + 8 * i][j]) * factor;
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) C[(blockIdx.y * TILE + y + 8 * i) * n + blockIdx.x * TILE + x] = __float2half(sums[i]);
}

// Rows of 64 bytes: the threads of a warp read 32 rows of b at once, which lie in two banks.
extern "C" __global__ void __launch_bounds__(256) tiled(const half* A, const half* B, half* C, int n) { tiles<TILE>(A, B, C, n); }

// Rows of 68 bytes: 32 rows begin in 32 banks.
extern "C" __global__ void __launch_bounds__(256) padded(const half* A, const half* B, half* C, int n) { tiles<TILE + 2>(A, B, C, n); }
