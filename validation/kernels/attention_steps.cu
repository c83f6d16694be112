// SPDX-License-Identifier: Apache-2.0
// Attention forward of bf16 by mma.sync, heads of 128 that lie one behind the other: a block of four warps computes BQ rows of O, tiles of BK
// keys and values pass through shared memory by asynchronous copies. nvcc -arch=compute_80 -ptx. Tile sizes and order of steps of
// gau-nernst/learn-cuda (1454f8b), 07_attention v1, v4 and v5; the code is ours.
#include <cfloat>

#include "product_tensor.cuh"

constexpr int D = 128, THREADS = 128;

// SERIAL: keys are copied, then used, then values. AHEAD: two stages of both. KEYS: two stages of keys, one of values, which are copied
// while scores are computed.
enum Order { SERIAL, AHEAD, KEYS };

__device__ __forceinline__ void transposed2(uint32_t* d, uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(d[0]), "=r"(d[1]) : "r"(address));
}
__device__ __forceinline__ void transposed4(uint32_t* d, uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(address));
}

__device__ __forceinline__ float most(float x) {
  x = fmaxf(x, __shfl_xor_sync(~0u, x, 1));
  return fmaxf(x, __shfl_xor_sync(~0u, x, 2));
}
__device__ __forceinline__ float total(float x) {
  x += __shfl_xor_sync(~0u, x, 1);
  return x + __shfl_xor_sync(~0u, x, 2);
}

template <int BQ, int BK, Order ORDER, Layout LAYOUT> struct Attention {
  static constexpr int M = BQ / 64, N = BK / 8;
  using TileQ = Tile<BQ, D * 2, LAYOUT>;
  using TileK = Tile<BK, D * 2, LAYOUT>;

  static __device__ __forceinline__ void run(const __nv_bfloat16* Q, const __nv_bfloat16* K, const __nv_bfloat16* V, __nv_bfloat16* O, int queries, int keys) {
    extern __shared__ __align__(128) char memory[];
    uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(memory));
    int lane = threadIdx.x % 32, row = threadIdx.x / 32 * (BQ / 4), blocks = queries / BQ, head = blockIdx.x / blocks;
    const char* k = reinterpret_cast<const char*>(K + static_cast<size_t>(head) * keys * D);
    const char* v = reinterpret_cast<const char*>(V + static_cast<size_t>(head) * keys * D);

    uint32_t q[M][D / 16][4];
    TileQ::template fill<THREADS, true>(shared, reinterpret_cast<const char*>(Q + static_cast<size_t>(blockIdx.x) * BQ * D), D * 2);
    commit();
    await<0>();
    __syncthreads();
#pragma unroll
    for (int i = 0; i < M; i++)
#pragma unroll
      for (int d = 0; d < D / 16; d++) matrices4(q[i][d], TileQ::after(shared + TileQ::at(row + lane % 16, lane / 16), d * 2) + i * 16 * D * 2);
    __syncthreads();

    // keys and values take the place of the queries
    constexpr int STAGES = ORDER == AHEAD ? 2 : 1, NEXT = ORDER == AHEAD ? 2 * TileK::SIZE : TileK::SIZE;
    uint32_t sk = shared, sv = shared + (ORDER == KEYS ? 2 : 1) * TileK::SIZE;
    int tiles = keys / BK;
    auto copyK = [&](int t) {
      if (t < tiles) {
        TileK::template fill<THREADS, true>(sk + (ORDER == SERIAL ? 0 : t % 2 * NEXT), k, D * 2);
        k += TileK::SIZE;
      }
      commit();
    };
    auto copyV = [&](int t) {
      if (t < tiles) {
        TileK::template fill<THREADS, true>(sv + (STAGES == 2 ? t % 2 * NEXT : 0), v, D * 2);
        v += TileK::SIZE;
      }
      commit();
    };
    if constexpr (ORDER != SERIAL) copyK(0);
    if constexpr (ORDER == AHEAD) copyV(0);

    float o[M][D / 8][4] = {}, largest[M][2], sum[M][2] = {};
    for (int i = 0; i < M; i++) largest[i][0] = largest[i][1] = -FLT_MAX;
    float scale = rsqrtf(static_cast<float>(D));

#pragma unroll 1
    for (int t = 0; t < tiles; t++) {
      if constexpr (ORDER == SERIAL) {
        copyK(t);
        await<0>();
      } else if constexpr (ORDER == AHEAD) {
        copyK(t + 1);
        await<2>();
      } else {
        __syncthreads();
        copyV(t);
        await<1>();
      }
      __syncthreads();

      float s[M][N][4] = {};
      uint32_t fk[N][D / 16][2];
      uint32_t tileK = sk + (ORDER == SERIAL ? 0 : t % 2 * NEXT), tileV = sv + (STAGES == 2 ? t % 2 * NEXT : 0);
#pragma unroll
      for (int j = 0; j < N; j++)
#pragma unroll
        for (int d = 0; d < D / 16; d += LAYOUT == PLAIN ? 1 : 2) {
          uint32_t place = TileK::after(tileK + TileK::at(lane % 8, lane / 8), d * 2) + j * 8 * D * 2;
          if constexpr (LAYOUT == PLAIN) matrices2(fk[j][d], place);
          else matrices4(fk[j][d], place);
        }
#pragma unroll
      for (int i = 0; i < M; i++)
#pragma unroll
        for (int j = 0; j < N; j++)
#pragma unroll
          for (int d = 0; d < D / 16; d++) multiply(Bf16(), q[i][d], fk[j][d], s[i][j]);
      if constexpr (ORDER == AHEAD) copyV(t + 1);
      if constexpr (ORDER == KEYS) copyK(t + 1);

      uint32_t p[M][BK / 16][4];
#pragma unroll
      for (int i = 0; i < M; i++)
#pragma unroll
        for (int h = 0; h < 2; h++) {
          float top = -FLT_MAX;
#pragma unroll
          for (int j = 0; j < N; j++) {
            s[i][j][2 * h] *= scale;
            s[i][j][2 * h + 1] *= scale;
            top = fmaxf(top, fmaxf(s[i][j][2 * h], s[i][j][2 * h + 1]));
          }
          top = fmaxf(most(top), largest[i][h]);
          float shrink = __expf(largest[i][h] - top), part = 0;
          largest[i][h] = top;
#pragma unroll
          for (int d = 0; d < D / 8; d++) {
            o[i][d][2 * h] *= shrink;
            o[i][d][2 * h + 1] *= shrink;
          }
#pragma unroll
          for (int j = 0; j < N; j++) {
            float x = __expf(s[i][j][2 * h] - top), y = __expf(s[i][j][2 * h + 1] - top);
            part += x + y;
            __nv_bfloat162 pair = __floats2bfloat162_rn(x, y);
            p[i][j / 2][j % 2 * 2 + h] = *reinterpret_cast<uint32_t*>(&pair);
          }
          sum[i][h] = sum[i][h] * shrink + total(part);
        }

      if constexpr (ORDER == SERIAL) {
        copyV(t);
        await<0>();
      } else if constexpr (ORDER == AHEAD) {
        await<2>();
      } else {
        await<1>();
      }
      __syncthreads();
      uint32_t fv[BK / 16][D / 8][2];
#pragma unroll
      for (int j = 0; j < BK / 16; j++)
#pragma unroll
        for (int d = 0; d < D / 8; d += LAYOUT == PLAIN ? 1 : 2) {
          uint32_t place = TileK::after(tileV + TileK::at(lane % 16, LAYOUT == PLAIN ? 0 : lane / 16), d) + j * 16 * D * 2;
          if constexpr (LAYOUT == PLAIN) transposed2(fv[j][d], place);
          else transposed4(fv[j][d], place);
        }
#pragma unroll
      for (int i = 0; i < M; i++)
#pragma unroll
        for (int d = 0; d < D / 8; d++)
#pragma unroll
          for (int j = 0; j < BK / 16; j++) multiply(Bf16(), p[i][j], fv[j][d], o[i][d]);
    }

    __nv_bfloat16* to = O + (static_cast<size_t>(blockIdx.x) * BQ + row + lane / 4) * D + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < M; i++)
#pragma unroll
      for (int d = 0; d < D / 8; d++)
#pragma unroll
        for (int h = 0; h < 2; h++) store(to + (i * 16 + h * 8) * D + d * 8, o[i][d][2 * h] / sum[i][h], o[i][d][2 * h + 1] / sum[i][h]);
  }
};

#define ATTENTION(name, ...)                                                                                                          \
  extern "C" __global__ void __launch_bounds__(THREADS)                                                                               \
      name(const __nv_bfloat16* Q, const __nv_bfloat16* K, const __nv_bfloat16* V, __nv_bfloat16* O, int queries, int keys) {         \
    Attention<__VA_ARGS__>::run(Q, K, V, O, queries, keys);                                                                           \
  }
ATTENTION(serial, 128, 64, SERIAL, PLAIN)
ATTENTION(ahead, 64, 32, AHEAD, SWIZZLED)
ATTENTION(keys_ahead, 64, 64, KEYS, SWIZZLED)
