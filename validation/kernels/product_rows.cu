// SPDX-License-Identifier: Apache-2.0
// C = A B, all by rows: A is m x k with rows of `pitch` elements, B is k x n. nvcc -arch=compute_80 -ptx. Tile sizes and order of steps of
// waynehacking8/blackwell-tensorcore-kernels (c289bde); the code is ours.
#include <mma.h>

#include "product_tensor.cuh"

using namespace nvcuda;

// A thread computes one element; neighbours read neighbouring elements of B.
extern "C" __global__ void naive(const float* A, const float* B, float* C, int m, int n, int k, int pitch) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += A[row * pitch + i] * B[i * n + column];
  C[row * n + column] = sum;
}

// Tiles of 32 x 32 floats pass through shared memory; a thread computes one element.
extern "C" __global__ void tiled(const float* A, const float* B, float* C, int m, int n, int k, int pitch) {
  __shared__ float a[32][32], b[32][32];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
  float sum = 0;
  for (int at = 0; at < k; at += 32) {
    a[y][x] = row < m && at + x < k ? A[row * pitch + at + x] : 0;
    b[y][x] = column < n && at + y < k ? B[(at + y) * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < 32; i++) sum += a[y][i] * b[i][x];
    __syncthreads();
  }
  if (row < m && column < n) C[row * n + column] = sum;
}

// Tiles of BM x BN x 32 halves, filled by copies in STAGES stages or, of one stage, by loads of single halves.
template <int BM, int BN, int THREADS, int STAGES, bool COPIED, Layout LAYOUT> struct Tiles {
  static constexpr int DEPTH = 32;
  using TileA = Tile<BM, DEPTH * 2, LAYOUT>;
  using TileB = Tile<DEPTH, BN * 2, LAYOUT>;
  static constexpr int STAGE = TileA::SIZE + TileB::SIZE;

  template <typename T, int ROWS, int COLUMNS>
  static __device__ __forceinline__ void fill(char* tile, const half* from, int pitch, int rows) {
#pragma unroll 1
    for (int i = threadIdx.x; i < ROWS * COLUMNS; i += THREADS) {
      int row = i / COLUMNS, column = i % COLUMNS;
      half value = row < rows ? from[row * pitch + column] : __float2half(0);
      *reinterpret_cast<half*>(tile + T::at(row, column / 8) + column % 8 * 2) = value;
    }
  }

  // Calls use(tile of A, tile of B) for each 32 of the sum.
  template <typename Use>
  static __device__ __forceinline__ void run(char* memory, const half* A, const half* B, int m, int n, int k, int pitch, Use use) {
    uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(memory));
    auto load = [&](int stage, int at) {
      if constexpr (COPIED) {
        TileA::template fill<THREADS, true>(shared + stage * STAGE, reinterpret_cast<const char*>(A + at), pitch * 2);
        TileB::template fill<THREADS, true>(shared + stage * STAGE + TileA::SIZE, reinterpret_cast<const char*>(B + at * n), n * 2);
      } else {
        fill<TileA, BM, DEPTH>(memory, A + at, pitch, m);
        fill<TileB, DEPTH, BN>(memory + TileA::SIZE, B + at * n, n, k - at);
      }
    };
    int tiles = k / DEPTH;
    for (int s = 0; s < STAGES - 1; s++) {
      load(s, s * DEPTH);
      commit();
    }
    for (int t = 0; t < tiles; t++) {
      int next = t + STAGES - 1;
      if (next < tiles) load(next % STAGES, next * DEPTH);
      if constexpr (COPIED) {
        commit();
        await<STAGES - 1>();
      }
      __syncthreads();
      use(t % STAGES * STAGE, t % STAGES * STAGE + TileA::SIZE);
      __syncthreads();
    }
  }
};

__device__ __forceinline__ void transposed4(uint32_t* d, uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(address));
}

// A block computes 128 x 128, a warp WM x WN of it by mma.sync; ldmatrix reads one fragment of A or two of B.
template <int WM, int WN, int STAGES, bool COPIED, Layout LAYOUT> struct Rows {
  static constexpr int SIDE = 128, THREADS = SIDE / WM * (SIDE / WN) * 32, M = WM / 16, N = WN / 8;
  using T = Tiles<SIDE, SIDE, THREADS, STAGES, COPIED, LAYOUT>;

  static __device__ __forceinline__ void run(const half* A, const half* B, float* C, int m, int n, int k, int pitch) {
    extern __shared__ __align__(128) char memory[];
    uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(memory));
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, rows = warp / (SIDE / WN) * WM, columns = warp % (SIDE / WN) * WN;
    int first = blockIdx.y * SIDE, start = blockIdx.x * SIDE;
    float sums[M][N][4] = {};
    T::run(memory, A + first * pitch, B + start, m - first, n, k, pitch, [&](uint32_t left, uint32_t right) {
#pragma unroll
      for (int step = 0; step < 2; step++) {
        uint32_t a[M][4], b[N][2];
#pragma unroll
        for (int i = 0; i < M; i++) matrices4(a[i], shared + left + T::TileA::at(rows + i * 16 + lane % 16, step * 2 + lane / 16));
#pragma unroll
        for (int j = 0; j < N; j += 2) transposed4(b[j], shared + right + T::TileB::at(step * 16 + lane % 16, columns / 8 + j + lane / 16));
#pragma unroll
        for (int i = 0; i < M; i++)
#pragma unroll
          for (int j = 0; j < N; j++) multiply(F16(), a[i], b[j], sums[i][j]);
      }
    });
    float* c = C + (first + rows + lane / 4) * n + start + columns + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < M; i++)
#pragma unroll
      for (int j = 0; j < N; j++) {
        store(c + i * 16 * n + j * 8, sums[i][j][0], sums[i][j][1]);
        store(c + (i * 16 + 8) * n + j * 8, sums[i][j][2], sums[i][j][3]);
      }
  }
};

// 4 x 4 warps of wmma; rows of tiles are neither padded nor swizzled.
template <int SIDE, int STAGES> struct Wmma {
  static constexpr int THREADS = 512, N = SIDE / 64;
  using T = Tiles<SIDE, SIDE, THREADS, STAGES, true, PLAIN>;

  static __device__ __forceinline__ void run(const half* A, const half* B, float* C, int m, int n, int k, int pitch) {
    extern __shared__ __align__(128) char memory[];
    int warp = threadIdx.x / 32, rows = warp / 4 * 16 * N, columns = warp % 4 * 16 * N;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[N][N];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[N];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[N];
#pragma unroll
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) wmma::fill_fragment(sums[i][j], 0.0f);
    T::run(memory, A + blockIdx.y * SIDE * pitch, B + blockIdx.x * SIDE, m, n, k, pitch, [&](uint32_t left, uint32_t right) {
      const half* tileA = reinterpret_cast<const half*>(memory + left) + rows * T::DEPTH;
      const half* tileB = reinterpret_cast<const half*>(memory + right) + columns;
#pragma unroll
      for (int step = 0; step < T::DEPTH; step += 16) {
#pragma unroll
        for (int i = 0; i < N; i++) wmma::load_matrix_sync(a[i], tileA + i * 16 * T::DEPTH + step, T::DEPTH);
#pragma unroll
        for (int j = 0; j < N; j++) wmma::load_matrix_sync(b[j], tileB + step * SIDE + j * 16, SIDE);
#pragma unroll
        for (int i = 0; i < N; i++)
#pragma unroll
          for (int j = 0; j < N; j++) wmma::mma_sync(sums[i][j], a[i], b[j], sums[i][j]);
      }
    });
#pragma unroll
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        wmma::store_matrix_sync(C + (blockIdx.y * SIDE + rows + i * 16) * n + blockIdx.x * SIDE + columns + j * 16, sums[i][j], n, wmma::mem_row_major);
  }
};

#define ROWS(name, ...)                                                                                                \
  extern "C" __global__ void __launch_bounds__(__VA_ARGS__::THREADS)                                                   \
      name(const half* A, const half* B, float* C, int m, int n, int k, int pitch) {                                   \
    __VA_ARGS__::run(A, B, C, m, n, k, pitch);                                                                         \
  }
//                       WM  WN stages copied layout
using Base =     Rows<32, 32, 1, false, PLAIN>;
using Swizzled = Rows<32, 32, 1, false, SWIZZLED>;
using Copied =   Rows<32, 32, 1, true, SWIZZLED>;
using Piped2 =   Rows<32, 32, 2, true, SWIZZLED>;
using Large2 =   Rows<64, 64, 2, true, SWIZZLED>;
using Large3 =   Rows<64, 64, 3, true, SWIZZLED>;
using Small =    Wmma<64, 2>;
using Square =   Wmma<128, 3>;
ROWS(base, Base)
ROWS(swizzled, Swizzled)
ROWS(copied, Copied)
ROWS(piped2, Piped2)
ROWS(large2, Large2)
ROWS(large3, Large3)
ROWS(wmma64, Small)
ROWS(wmma128, Square)
