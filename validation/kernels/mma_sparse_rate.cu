// SPDX-License-Identifier: Apache-2.0
// Products with a sparse A from registers, and wmma products: eight accumulators of a warp in turn, 32 products a round; _chain has
// one. Factors are ones, so that each product adds the same to every element; the result is the number of rounds.
#include <cstdint>
#include <cuda_fp16.h>
#include <mma.h>

#define ROUNDS(CHAINS, BODY)                                                                                    \
  int begin = clock();                                                                                          \
  _Pragma("unroll 1") for (int r = 0; r < rounds; r++) {                                                        \
    _Pragma("unroll") for (int s = 0; s < 32; s++) { const int c = s % CHAINS; BODY }                           \
  }                                                                                                             \
  int end = clock();                                                                                            \
  if (end == begin) out[0] = 0;

#ifdef WMMA
using namespace nvcuda::wmma;

template <class T, int CHAINS> __device__ void products(float *out, int rounds) {
  fragment<matrix_a, 16, 16, 16, half, row_major> a;
  fragment<matrix_b, 16, 16, 16, half, col_major> b;
  fragment<accumulator, 16, 16, 16, T> sums[CHAINS];
  fill_fragment(a, __float2half(0.25f));
  fill_fragment(b, __float2half(1.0f));
  for (int c = 0; c < CHAINS; c++) fill_fragment(sums[c], T(0.0f));
  ROUNDS(CHAINS, mma_sync(sums[c], a, b, sums[c]);)
  float sum = 0;
  for (int c = 0; c < CHAINS; c++)
    for (int e = 0; e < 8; e++) sum += float(sums[c].x[e]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum / (32 * 8 * 4);
}

extern "C" __global__ void wmma_f32_rate(float *out, int rounds) { products<float, 4>(out, rounds); }
extern "C" __global__ void wmma_f32_chain(float *out, int rounds) { products<float, 1>(out, rounds); }
extern "C" __global__ void wmma_f16_rate(float *out, int rounds) { products<half, 4>(out, rounds); }
extern "C" __global__ void wmma_f16_chain(float *out, int rounds) { products<half, 1>(out, rounds); }
#else
#define SPARSE4(NAME, FORM, WORD, EACH)                                                                         \
  extern "C" __global__ void NAME(float *out, int rounds) {                                                     \
    float d[8][4] = {};                                                                                         \
    uint32_t ones = WORD, numbers = 0x44444444;                                                                 \
    ROUNDS(8, asm volatile("mma.sp::ordered_metadata.sync.aligned." FORM                                        \
        " {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4, %4, %4}, {%0, %1, %2, %3}, %5, 0;"                       \
        : "+f"(d[c][0]), "+f"(d[c][1]), "+f"(d[c][2]), "+f"(d[c][3]) : "r"(ones), "r"(numbers));)               \
    float sum = 0;                                                                                              \
    for (int c = 0; c < 8; c++)                                                                                 \
      for (int e = 0; e < 4; e++) sum += d[c][e];                                                               \
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum / (32 * 4 * EACH);                                         \
  }
#define SPARSE2(NAME, FORM, WORD, EACH)                                                                         \
  extern "C" __global__ void NAME(float *out, int rounds) {                                                     \
    uint32_t d[8][2] = {};                                                                                      \
    uint32_t ones = WORD, numbers = 0x44444444;                                                                 \
    ROUNDS(8, asm volatile("mma.sp::ordered_metadata.sync.aligned." FORM                                        \
        " {%0, %1}, {%2, %2, %2, %2}, {%2, %2, %2, %2}, {%0, %1}, %3, 0;"                                       \
        : "+r"(d[c][0]), "+r"(d[c][1]) : "r"(ones), "r"(numbers));)                                             \
    float sum = 0;                                                                                              \
    for (int c = 0; c < 8; c++)                                                                                 \
      for (int e = 0; e < 2; e++) {                                                                             \
        __half2 pair = *(__half2 *)&d[c][e];                                                                    \
        sum += __low2float(pair) + __high2float(pair);                                                          \
      }                                                                                                         \
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum / (32 * 4 * EACH);                                         \
  }
SPARSE4(m16n8k32_f32_f16, "m16n8k32.row.col.f32.f16.f16.f32", 0x3c003c00, 16)
SPARSE4(m16n8k32_f32_bf16, "m16n8k32.row.col.f32.bf16.bf16.f32", 0x3f803f80, 16)
SPARSE4(m16n8k16_f32_tf32, "m16n8k16.row.col.f32.tf32.tf32.f32", 0x3f800000, 8)
SPARSE4(m16n8k64_f32_e4m3, "m16n8k64.row.col.f32.e4m3.e4m3.f32", 0x38383838, 32)
SPARSE2(m16n8k32_f16_f16, "m16n8k32.row.col.f16.f16.f16.f16", 0x3c003c00, 16)
#endif
