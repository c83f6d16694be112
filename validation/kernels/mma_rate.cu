// SPDX-License-Identifier: Apache-2.0
// Products of matrices from registers: eight accumulators of a warp in turn (_rate, 32 products a round; _line, 128), or one
// (_chain). Factors are ones, so that each product adds the same to every element; the result is the number of rounds.
#include <cuda_fp16.h>
#include <cstdint>

// Reads of the clock begin and end the measured part.
#define MEASURE(STEPS, CHAINS, BODY)                                                                            \
  int begin = clock();                                                                                          \
  _Pragma("unroll 1") for (int r = 0; r < rounds; r++) {                                                        \
    _Pragma("unroll") for (int s = 0; s < STEPS; s++) { const int c = s % CHAINS; BODY }                        \
  }                                                                                                             \
  int end = clock();                                                                                            \
  if (end == begin) out[0] = 0;

#define INTO4(c) "+r"(d[c][0]), "+r"(d[c][1]), "+r"(d[c][2]), "+r"(d[c][3])

__device__ float value(uint32_t bits, float) { return __uint_as_float(bits); }
__device__ int value(uint32_t bits, int) { return bits; }
__device__ float value(uint32_t bits, __half2) {
  __half2 pair = *(__half2 *)&bits;
  return __low2float(pair) + __high2float(pair);
}

template <class T, int CHAINS, int REGISTERS>
__device__ void store(float *out, uint32_t (&d)[CHAINS][REGISTERS], float all) {
  decltype(value(0, T())) sum = 0;
  for (int c = 0; c < CHAINS; c++)
    for (int e = 0; e < REGISTERS; e++) sum += value(d[c][e], T());
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum / all;
}

// D of four registers; A of four or two, B of two or one. "each" is what a product adds to all elements of a lane.
#define KERNEL4(NAME, FORM, T, ONES, EACH)                                                                      \
  template <int STEPS, int CHAINS> __device__ void NAME(float *out, int rounds, uint32_t a) {                   \
    uint32_t d[CHAINS][4] = {};                                                                                 \
    MEASURE(STEPS, CHAINS, asm volatile("mma.sync.aligned." FORM                                                \
        " {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};" : INTO4(c) : "r"(a));)               \
    store<T>(out, d, STEPS * EACH);                                                                             \
  }                                                                                                             \
  extern "C" __global__ void NAME##_rate(float *out, int rounds) { NAME<32, 8>(out, rounds, ONES); }            \
  extern "C" __global__ void NAME##_chain(float *out, int rounds) { NAME<32, 1>(out, rounds, ONES); }
#define KERNEL4_HALF(NAME, FORM, T, ONES, EACH)                                                                 \
  template <int STEPS, int CHAINS> __device__ void NAME(float *out, int rounds, uint32_t a) {                   \
    uint32_t d[CHAINS][4] = {};                                                                                 \
    MEASURE(STEPS, CHAINS, asm volatile("mma.sync.aligned." FORM                                                \
        " {%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};" : INTO4(c) : "r"(a));)                           \
    store<T>(out, d, STEPS * EACH);                                                                             \
  }                                                                                                             \
  extern "C" __global__ void NAME##_rate(float *out, int rounds) { NAME<32, 8>(out, rounds, ONES); }            \
  extern "C" __global__ void NAME##_chain(float *out, int rounds) { NAME<32, 1>(out, rounds, ONES); }
#define KERNEL2(NAME, FORM, ONES, EACH)                                                                         \
  template <int STEPS, int CHAINS> __device__ void NAME(float *out, int rounds, uint32_t a) {                   \
    uint32_t d[CHAINS][2] = {};                                                                                 \
    MEASURE(STEPS, CHAINS, asm volatile("mma.sync.aligned." FORM                                                \
        " {%0, %1}, {%2, %2, %2, %2}, {%2, %2}, {%0, %1};" : "+r"(d[c][0]), "+r"(d[c][1]) : "r"(a));)           \
    store<__half2>(out, d, STEPS * EACH);                                                                       \
  }                                                                                                             \
  extern "C" __global__ void NAME##_rate(float *out, int rounds) { NAME<32, 8>(out, rounds, ONES); }            \
  extern "C" __global__ void NAME##_chain(float *out, int rounds) { NAME<32, 1>(out, rounds, ONES); }

#define LINE(NAME, ONES)                                                                                        \
  extern "C" __global__ void NAME##_line(float *out, int rounds) { NAME<128, 8>(out, rounds, ONES); }

#ifdef FP8
KERNEL4(m16n8k32_f32_e4m3, "m16n8k32.row.col.f32.e4m3.e4m3.f32", float, 0x38383838, 4 * 32)
KERNEL4(m16n8k32_f32_e5m2, "m16n8k32.row.col.f32.e5m2.e5m2.f32", float, 0x3c3c3c3c, 4 * 32)
KERNEL2(m16n8k32_f16_e4m3, "m16n8k32.row.col.f16.e4m3.e4m3.f16", 0x38383838, 4 * 32)
#else
KERNEL4(m16n8k16_f32_f16, "m16n8k16.row.col.f32.f16.f16.f32", float, 0x3c003c00, 4 * 16)
KERNEL4(m16n8k16_f32_bf16, "m16n8k16.row.col.f32.bf16.bf16.f32", float, 0x3f803f80, 4 * 16)
KERNEL2(m16n8k16_f16_f16, "m16n8k16.row.col.f16.f16.f16.f16", 0x3c003c00, 4 * 16)
KERNEL4_HALF(m16n8k8_f32_f16, "m16n8k8.row.col.f32.f16.f16.f32", float, 0x3c003c00, 4 * 8)
KERNEL4(m16n8k8_f32_tf32, "m16n8k8.row.col.f32.tf32.tf32.f32", float, 0x3f800000, 4 * 8)
KERNEL4_HALF(m16n8k4_f32_tf32, "m16n8k4.row.col.f32.tf32.tf32.f32", float, 0x3f800000, 4 * 4)
KERNEL4(m16n8k32_s32_s8, "m16n8k32.row.col.s32.s8.s8.s32", int, 0x01010101, 4 * 32)
KERNEL4_HALF(m16n8k16_s32_s8, "m16n8k16.row.col.s32.s8.s8.s32", int, 0x01010101, 4 * 16)
LINE(m16n8k16_f16_f16, 0x3c003c00)
LINE(m16n8k16_s32_s8, 0x01010101)
#endif
