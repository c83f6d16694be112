// SPDX-License-Identifier: Apache-2.0
// Fused attention forward after FlashAttention-2 (Dao, arXiv 2307.08691): a work-group of four warps computes 128 rows of O for one
// head; tiles of K and V pass through shared memory by asynchronous copies, from the last one to the first; a warp owns 32 rows, whose
// scores, probabilities and sums stay in its registers. Q, K, V, O: batch x sequence x heads x D halves; tiles of 128 x BN.
#include <cuda_fp16.h>
#include <cstdint>

constexpr int ROWS = 128, THREADS = 128;

__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ float power(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

__device__ void mma(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ void ldmatrix(uint32_t (&r)[4], uint32_t at) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

__device__ void ldmatrix_trans(uint32_t (&r)[4], uint32_t at) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ void wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

// The byte of eight halves in a tile. The eight pieces of 128 bytes are permuted by the row, so that rows do not share banks: piece c + 2 d
// lies at that of c xor 32 d.
template <int D> __device__ uint32_t piece(int row, int c) { return row * D * 2 + ((c ^ (row & 7)) << 4); }
template <int D> __device__ uint32_t next(uint32_t at, int d) { return (at ^ (d % 4 * 32)) + d / 4 * 128; }

// A thread copies a piece of every eighth or sixteenth row.
template <int D> struct Copy {
  static constexpr int PIECES = D / 8, APART = THREADS / PIECES;
  const int row = threadIdx.x / PIECES, c = threadIdx.x % PIECES;
  const uint32_t to = piece<D>(row, c % 8) + c / 8 * 128;
  template <int COUNT> __device__ void tile(uint32_t tile, const half *from, int stride) const {
    const half *at = from + row * stride + c * 8;
#pragma unroll
    for (int i = 0; i < COUNT / APART; i++) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(tile + to + i * APART * D * 2), "l"(at) : "memory");
      at += APART * stride;
    }
  }
};

__device__ uint32_t pack(float low, float high) {
  half2 h = __floats2half2_rn(low, high);
  return *(uint32_t *)&h;
}

template <int D, int BN, bool CAUSAL>
__device__ void attention(const half *q, const half *k, const half *v, half *o, int sequence, int heads, float scale) {
  // From the last tile to the first: a row whose first tile the mask covers would have a largest score of -infinity and sums of NaN.
  static_assert(!CAUSAL || BN >= ROWS, "a causal mask needs the diagonal of every row in its first tile");
  extern __shared__ __align__(1024) half tiles[];
  const uint32_t sq = shared(tiles), sk = sq + ROWS * D * 2, sv = sk + BN * D * 2;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, stride = heads * D;
  const int first = blockIdx.x * ROWS;
  const size_t base = (size_t)blockIdx.y * sequence * stride + blockIdx.z * D;
  q += base + (size_t)first * stride;
  o += base + (size_t)first * stride;
  k += base;
  v += base;

  const Copy<D> copy;
  const uint32_t at_q = sq + piece<D>(warp * 32 + lane % 16, lane / 16);
  const uint32_t at_k = sk + piece<D>(lane % 8 + lane / 16 * 8, lane / 8 % 2), at_v = sv + piece<D>(lane % 16, lane / 16);

  const int all = CAUSAL ? min((first + ROWS + BN - 1) / BN, sequence / BN) : sequence / BN;
  copy.template tile<ROWS>(sq, q, stride);
  copy.template tile<BN>(sk, k + (size_t)(all - 1) * BN * stride, stride);
  commit();

  float sums[2][D / 8][4] = {};
  float largest[2][2], total[2][2];
#pragma unroll
  for (int m = 0; m < 2; m++)
    for (int h = 0; h < 2; h++) {
      largest[m][h] = -INFINITY;
      total[m][h] = 0;
    }

#pragma unroll 1
  for (int n = all - 1; n >= 0; n--) {
    wait<0>();
    __syncthreads();
    copy.template tile<BN>(sv, v + (size_t)n * BN * stride, stride);
    commit();

    // scores
    float s[2][BN / 8][4] = {};
#pragma unroll
    for (int d = 0; d < D / 16; d++) {
      uint32_t a[2][4];
#pragma unroll
      for (int m = 0; m < 2; m++) ldmatrix(a[m], next<D>(at_q, d) + m * 16 * D * 2);
#pragma unroll
      for (int c = 0; c < BN / 16; c++) {
        uint32_t b[4];
        ldmatrix(b, next<D>(at_k, d) + c * 16 * D * 2);
#pragma unroll
        for (int m = 0; m < 2; m++) {
          mma(s[m][2 * c], a[m], b[0], b[1]);
          mma(s[m][2 * c + 1], a[m], b[2], b[3]);
        }
      }
    }
    wait<0>();
    __syncthreads();
    if (n > 0) {
      copy.template tile<BN>(sk, k + (size_t)(n - 1) * BN * stride, stride);
      commit();
    }

    if (CAUSAL && (n + 1) * BN > first) {
#pragma unroll
      for (int m = 0; m < 2; m++)
        for (int c = 0; c < BN / 8; c++)
          for (int e = 0; e < 4; e++) {
            int row = first + warp * 32 + m * 16 + lane / 4 + e / 2 * 8, column = n * BN + c * 8 + lane % 4 * 2 + e % 2;
            if (column > row) s[m][c][e] = -INFINITY;
          }
    }

    // the largest score of each row so far, and sums of the powers
#pragma unroll
    for (int m = 0; m < 2; m++)
#pragma unroll
      for (int h = 0; h < 2; h++) {
        float top = largest[m][h];
#pragma unroll
        for (int c = 0; c < BN / 8; c++) top = fmaxf(top, fmaxf(s[m][c][2 * h], s[m][c][2 * h + 1]));
        top = fmaxf(top, __shfl_xor_sync(~0u, top, 2));
        top = fmaxf(top, __shfl_xor_sync(~0u, top, 1));
        float shrink = power((largest[m][h] - top) * scale), offset = top * scale;
        largest[m][h] = top;
        float sum = total[m][h] * shrink;
#pragma unroll
        for (int c = 0; c < BN / 8; c++)
#pragma unroll
          for (int e = 2 * h; e < 2 * h + 2; e++) {
            s[m][c][e] = power(fmaf(s[m][c][e], scale, -offset));
            sum += s[m][c][e];
          }
        total[m][h] = sum;
#pragma unroll
        for (int c = 0; c < D / 8; c++) {
          sums[m][c][2 * h] *= shrink;
          sums[m][c][2 * h + 1] *= shrink;
        }
      }

    // the product of probabilities and values
#pragma unroll
    for (int c = 0; c < BN / 16; c++) {
      uint32_t p[2][4];
#pragma unroll
      for (int m = 0; m < 2; m++) {
        p[m][0] = pack(s[m][2 * c][0], s[m][2 * c][1]);
        p[m][1] = pack(s[m][2 * c][2], s[m][2 * c][3]);
        p[m][2] = pack(s[m][2 * c + 1][0], s[m][2 * c + 1][1]);
        p[m][3] = pack(s[m][2 * c + 1][2], s[m][2 * c + 1][3]);
      }
#pragma unroll
      for (int d = 0; d < D / 16; d++) {
        uint32_t b[4];
        ldmatrix_trans(b, next<D>(at_v, d) + c * 16 * D * 2);
#pragma unroll
        for (int m = 0; m < 2; m++) {
          mma(sums[m][2 * d], p[m], b[0], b[1]);
          mma(sums[m][2 * d + 1], p[m], b[2], b[3]);
        }
      }
    }
  }

#pragma unroll
  for (int m = 0; m < 2; m++)
#pragma unroll
    for (int h = 0; h < 2; h++) {
      float sum = total[m][h];
      sum += __shfl_xor_sync(~0u, sum, 2);
      sum += __shfl_xor_sync(~0u, sum, 1);
      float part = 1 / sum;
      half *row = o + (warp * 32 + m * 16 + lane / 4 + h * 8) * stride + lane % 4 * 2;
#pragma unroll
      for (int c = 0; c < D / 8; c++) *(uint32_t *)(row + c * 8) = pack(sums[m][c][2 * h] * part, sums[m][c][2 * h + 1] * part);
    }
}

#define KERNEL(NAME, D, BN, CAUSAL)                                                                                                   \
  extern "C" __global__ void __launch_bounds__(THREADS)                                                                               \
  NAME(const half *q, const half *k, const half *v, half *o, int sequence, int heads, float scale) {                                  \
    attention<D, BN, CAUSAL>(q, k, v, o, sequence, heads, scale);                                                                     \
  }
KERNEL(attention64, 64, 128, false)
KERNEL(attention64_causal, 64, 128, true)
KERNEL(attention128, 128, 64, false)
