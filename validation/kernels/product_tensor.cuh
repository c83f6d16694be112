// SPDX-License-Identifier: Apache-2.0
// C = A B^T by mma.sync: A is m x k, B is n x k; their rows are `pitch` elements apart. The steps differ in the template's parameters.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

enum Layout { PLAIN, PADDED, SWIZZLED };

struct Bf16 {};
struct F16 {};
struct S8 {};
struct E4m3 {};

template <typename T> struct Of {
  using Sum = float;
  static constexpr int BYTES = 2;
};
template <> struct Of<S8> {
  using Sum = int;
  static constexpr int BYTES = 1;
};
template <> struct Of<E4m3> {
  using Sum = float;
  static constexpr int BYTES = 1;
};

#define PRODUCT(shape, types, constraint)                                                                        \
  asm volatile("mma.sync.aligned." shape ".row.col." types " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
               : constraint(d[0]), constraint(d[1]), constraint(d[2]), constraint(d[3])                          \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

__device__ __forceinline__ void multiply(Bf16, const uint32_t* a, const uint32_t* b, float* d) { PRODUCT("m16n8k16", "f32.bf16.bf16.f32", "+f"); }
__device__ __forceinline__ void multiply(F16, const uint32_t* a, const uint32_t* b, float* d) { PRODUCT("m16n8k16", "f32.f16.f16.f32", "+f"); }
__device__ __forceinline__ void multiply(S8, const uint32_t* a, const uint32_t* b, int* d) { PRODUCT("m16n8k32", "s32.s8.s8.s32", "+r"); }
__device__ __forceinline__ void multiply(E4m3, const uint32_t* a, const uint32_t* b, float* d) { PRODUCT("m16n8k32", "f32.e4m3.e4m3.f32", "+f"); }

__device__ __forceinline__ void store(__nv_bfloat16* c, float x, float y) { *reinterpret_cast<__nv_bfloat162*>(c) = __floats2bfloat162_rn(x, y); }
__device__ __forceinline__ void store(float* c, float x, float y) { *reinterpret_cast<float2*>(c) = make_float2(x, y); }
__device__ __forceinline__ void store(int* c, int x, int y) { *reinterpret_cast<int2*>(c) = make_int2(x, y); }

__device__ __forceinline__ void matrices4(uint32_t* d, uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(address));
}
__device__ __forceinline__ void matrices2(uint32_t* d, uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(d[0]), "=r"(d[1]) : "r"(address));
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;"); }
template <int GROUPS> __device__ __forceinline__ void await() { asm volatile("cp.async.wait_group %0;" ::"n"(GROUPS)); }

// A tile of ROWS rows of WIDTH bytes in shared memory, in chunks of 16 bytes.
template <int ROWS, int WIDTH, Layout LAYOUT> struct Tile {
  static constexpr int STRIDE = LAYOUT == PADDED ? WIDTH + 16 : WIDTH;
  static constexpr int SIZE = ROWS * STRIDE;
  static constexpr int CHUNKS = WIDTH / 16;

  // Rows that share 128 bytes have the same permutation, so that eight neighbouring rows cover all banks.
  static __device__ __forceinline__ uint32_t at(uint32_t row, uint32_t chunk) {
    return row * STRIDE + 16 * (LAYOUT == SWIZZLED ? chunk ^ (row / (WIDTH < 128 ? 128 / WIDTH : 1) % (CHUNKS < 8 ? CHUNKS : 8)) : chunk);
  }
  // The place of a chunk that is `chunks` (a power of two or a multiple of it) after one at an even place.
  static __device__ __forceinline__ uint32_t after(uint32_t place, uint32_t chunks) {
    return LAYOUT == SWIZZLED ? place ^ chunks * 16 : place + chunks * 16;
  }

  // A thread copies the same chunk of every PARALLEL-th row.
  template <int THREADS, bool ASYNC> static __device__ __forceinline__ void fill(uint32_t shared, const char* from, uint32_t pitch) {
    constexpr uint32_t PARALLEL = THREADS / CHUNKS;
    static_assert(PARALLEL % 8 == 0 && (ROWS % PARALLEL == 0 || PARALLEL % ROWS == 0));
    uint32_t row = threadIdx.x / CHUNKS, chunk = threadIdx.x % CHUNKS, to = shared + at(row, chunk);
    const char* source = from + row * pitch + chunk * 16;
    if constexpr (ROWS < PARALLEL) {
      if (row >= ROWS) return;
    }
#pragma unroll
    for (int i = 0; i < (ROWS + PARALLEL - 1) / PARALLEL; i++) {
      if constexpr (ASYNC) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + i * PARALLEL * STRIDE), "l"(source + i * PARALLEL * pitch));
      } else {
        *reinterpret_cast<uint4*>(__cvta_shared_to_generic(to + i * PARALLEL * STRIDE)) = *reinterpret_cast<const uint4*>(source + i * PARALLEL * pitch);
      }
    }
  }
};

// STAGES 1: a tile is filled, then used. More: the copies of the next tiles run while one is used.
// PAIRS: ldmatrix reads two of B's fragments at once. AHEAD: one barrier a tile, and the next copies start once the fragments are read.
// AGAIN: fragments are read again for each product. GROUP: blocks go down this many rows of tiles before the next column; 0: along a row.
template <typename T, typename C, int BM, int BN, int BK, int WM, int WN, Layout LAYOUT, bool ASYNC, int STAGES, bool PAIRS, bool AHEAD, bool AGAIN, int GROUP>
struct Product {
  static constexpr int BYTES = Of<T>::BYTES, THREADS = WM * WN * 32, WIDTH = BK * BYTES, STEPS = WIDTH / 32;
  static constexpr int M = BM / WM / 16, N = BN / WN / 8;
  using TileA = Tile<BM, WIDTH, LAYOUT>;
  using TileB = Tile<BN, WIDTH, LAYOUT>;
  static constexpr int STAGE = TileA::SIZE + TileB::SIZE;
  using Sum = typename Of<T>::Sum;

  static __device__ __forceinline__ void fragmentA(uint32_t tile, uint32_t row, int i, int step, uint32_t* a) {
    uint32_t lane = threadIdx.x % 32;
    matrices4(a, TileA::after(tile + TileA::at(row + lane % 16, lane / 16), step * 2) + i * 16 * TileA::STRIDE);
  }
  static __device__ __forceinline__ void fragmentB(uint32_t tile, uint32_t column, int j, int step, uint32_t* b) {
    uint32_t lane = threadIdx.x % 32, last = PAIRS ? lane / 16 * 8 : 0;
    uint32_t place = TileB::after(tile + TileB::at(column + lane % 8 + last, lane / 8 % 2), step * 2) + j * 8 * TileB::STRIDE;
    if constexpr (PAIRS) matrices4(b, place);
    else matrices2(b, place);
  }

  static __device__ __forceinline__ void run(const void* A, const void* B, C* c, int m, int n, int k, int p) {
    extern __shared__ __align__(128) char memory[];
    uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(memory));
    uint32_t columns = n / BN, tileRow = blockIdx.x / columns, tileColumn = blockIdx.x % columns;
    if constexpr (GROUP > 0) {
      uint32_t size = GROUP * columns, first = blockIdx.x / size * GROUP, height = min(m / BM - first, GROUP);
      tileRow = first + blockIdx.x % size % height;
      tileColumn = blockIdx.x % size / height;
    }
    uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    uint32_t rows = warp / WN * (BM / WM), cols = warp % WN * (BN / WN), pitch = p * BYTES;
    const char* a = static_cast<const char*>(A) + tileRow * BM * pitch;
    const char* b = static_cast<const char*>(B) + tileColumn * BN * pitch;
    Sum sums[M][N][4] = {};

    auto fill = [&](int stage) {
      uint32_t tile = shared + stage * STAGE;
      TileA::template fill<THREADS, ASYNC>(tile, a, pitch);
      TileB::template fill<THREADS, ASYNC>(tile + TileA::SIZE, b, pitch);
      a += WIDTH;
      b += WIDTH;
    };
    auto use = [&](int stage) {
      uint32_t left = shared + stage * STAGE, right = left + TileA::SIZE;
#pragma unroll
      for (int step = 0; step < STEPS; step++) {
        uint32_t fb[N][2];
#pragma unroll
        for (int j = 0; j < N && !AGAIN; j += PAIRS ? 2 : 1) fragmentB(right, cols, j, step, fb[j]);
#pragma unroll
        for (int i = 0; i < M; i++) {
          uint32_t fa[4];
          if constexpr (!AGAIN) fragmentA(left, rows, i, step, fa);
#pragma unroll
          for (int j = 0; j < N; j++) {
            if constexpr (AGAIN) {
              fragmentA(left, rows, i, step, fa);
              fragmentB(right, cols, j, step, fb[j]);
            }
            multiply(T(), fa, fb[j], sums[i][j]);
          }
        }
      }
    };

    int tiles = k / BK;
    if constexpr (STAGES == 1) {
      for (int t = 0; t < tiles; t++) {
        fill(0);
        if constexpr (ASYNC) {
          commit();
          await<0>();
        }
        __syncthreads();
        use(0);
        __syncthreads();
      }
    } else if constexpr (AHEAD) {
      for (int s = 0; s < STAGES - 1; s++) {
        fill(s);
        commit();
      }
      for (int t = 0; t < tiles; t++) {
        await<STAGES - 2>();
        __syncthreads();
        uint32_t left = shared + t % STAGES * STAGE, right = left + TileA::SIZE;
        uint32_t fa[STEPS][M][4], fb[STEPS][N][2];
#pragma unroll
        for (int step = 0; step < STEPS; step++) {
#pragma unroll
          for (int i = 0; i < M; i++) fragmentA(left, rows, i, step, fa[step][i]);
#pragma unroll
          for (int j = 0; j < N; j += PAIRS ? 2 : 1) fragmentB(right, cols, j, step, fb[step][j]);
        }
        if (t + STAGES - 1 < tiles) fill((t + STAGES - 1) % STAGES);
        commit();
#pragma unroll
        for (int i = 0; i < M; i++)
#pragma unroll
          for (int j = 0; j < N; j++)
#pragma unroll
            for (int step = 0; step < STEPS; step++) multiply(T(), fa[step][i], fb[step][j], sums[i][j]);
      }
    } else {
      for (int s = 0; s < STAGES - 1; s++) {
        fill(s);
        commit();
      }
      for (int t = 0; t < tiles - (STAGES - 1); t++) {
        __syncthreads();
        fill((t + STAGES - 1) % STAGES);
        commit();
        await<STAGES - 1>();
        __syncthreads();
        use(t % STAGES);
      }
      for (int t = tiles - (STAGES - 1); t < tiles; t++) {
        commit();
        await<STAGES - 1>();
        __syncthreads();
        use(t % STAGES);
      }
    }
    c += (tileRow * BM + rows + lane / 4) * n + tileColumn * BN + cols + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < M; i++)
#pragma unroll
      for (int j = 0; j < N; j++) {
        C* place = c + i * 16 * n + j * 8;
        store(place, sums[i][j][0], sums[i][j][1]);
        store(place + 8 * n, sums[i][j][2], sums[i][j][3]);
      }
  }
};

#define KERNEL(name, C, ...)                                                                                                      \
  extern "C" __global__ void __launch_bounds__(Product<__VA_ARGS__>::THREADS) name(const void* A, const void* B, C* c, int m, int n, int k, int pitch) { \
    Product<__VA_ARGS__>::run(A, B, c, m, n, k, pitch);                                                                                  \
  }
