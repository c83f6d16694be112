/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of 16 bits with 11 bits of precision, and their pairs. */
#ifndef LOCKSTEP_CUDA_FP16_H
#define LOCKSTEP_CUDA_FP16_H
#include "lockstep_sixteen.h"

LOCKSTEP_BOTH unsigned short lockstep_half_of_double(double x) {
  return __builtin_bit_cast(unsigned short, (_Float16)x);
}
#ifdef __CUDA_ARCH__
LOCKSTEP_BOTH unsigned short lockstep_half_of(float x) {
  return __builtin_bit_cast(unsigned short, (_Float16)x);
}
LOCKSTEP_BOTH float lockstep_half_to(unsigned short x) {
  return (float)__builtin_bit_cast(_Float16, x);
}
LOCKSTEP_INSTRUCTION(half, add, "add", "f16") LOCKSTEP_INSTRUCTION(half, sub, "sub", "f16")
LOCKSTEP_INSTRUCTION(half, mul, "mul", "f16") LOCKSTEP_INSTRUCTION3(half, fma, "fma.rn", "f16")
#else
/* The compiler calls a library for a conversion on x86-64, which takes 3 to 50 times as long. */
LOCKSTEP_BOTH unsigned short lockstep_half_of(float x) {
  unsigned bits = __builtin_bit_cast(unsigned, x), magnitude = bits & 0x7fffffff, rounded;
  if (magnitude > 0x7f800000) {
    rounded = 0x7e00 | (magnitude >> 13 & 0x3ff); /* a quiet NaN */
  } else if (magnitude >= 0x47800000) {
    rounded = 0x7c00; /* 65536 and more */
  } else if (magnitude < 0x38800000) { /* the last place of 0.5 is the smallest half */
    float sum = __builtin_bit_cast(float, magnitude) + 0.5f;
    rounded = __builtin_bit_cast(unsigned, sum) - 0x3f000000;
  } else {
    rounded = (magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13;
  }
  return (unsigned short)(bits >> 16 & 0x8000 | rounded);
}
LOCKSTEP_BOTH float lockstep_half_to(unsigned short x) {
  unsigned magnitude = x & 0x7fff, bits = (magnitude << 13) + 0x38000000;
  if (magnitude > 0x7c00) {
    bits = magnitude << 13 | 0x7fc00000; /* a quiet NaN */
  } else if (magnitude == 0x7c00) {
    bits = 0x7f800000;
  } else if (magnitude < 0x400) {
    bits = __builtin_bit_cast(unsigned, (float)magnitude * 0x1p-24f);
  }
  return __builtin_bit_cast(float, (x & 0x8000u) << 16 | bits);
}
#define LOCKSTEP_ON_HOST(op, sign) \
  LOCKSTEP_BOTH unsigned short lockstep_half_##op(unsigned short x, unsigned short y) { \
    return lockstep_half_of(lockstep_half_to(x) sign lockstep_half_to(y)); \
  } \
  LOCKSTEP_PAIRED(half, op)
LOCKSTEP_ON_HOST(add, +) LOCKSTEP_ON_HOST(sub, -) LOCKSTEP_ON_HOST(mul, *)
#undef LOCKSTEP_ON_HOST
/* The product is exact, and the sum of doubles has room for all but the last rounding. */
LOCKSTEP_BOTH unsigned short lockstep_half_fma(unsigned short x, unsigned short y, unsigned short z) {
  return lockstep_half_of_double((double)lockstep_half_to(x) * lockstep_half_to(y) + lockstep_half_to(z));
}
LOCKSTEP_PAIRED_FMA(half)
#endif
#define lockstep_half_compares(x, test, y) \
  (__builtin_bit_cast(_Float16, (x).__x) test __builtin_bit_cast(_Float16, (y).__x))

LOCKSTEP_TYPES(__half, __half2, __half_raw, half)
LOCKSTEP_FUNCTIONS(__half, __half2, half, 0x3c00, 0x7c00)
LOCKSTEP_HALF_ATOMICS(__half, __half2, half, "f16")
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half_raw2 __half2_raw;

LOCKSTEP_BOTH __half2 __floats2half2_rn(float x, float y) { return __half2(__half(x), __half(y)); }
LOCKSTEP_CONVERSIONS(__half, __half2, half)

/* Conversions with a rounding mode. */
#define LOCKSTEP_TO_HALF(function, T, text, c) \
  LOCKSTEP_DEVICE __half function(T x) { \
    unsigned short r; \
    __asm__(text " %0, %1;" : "=h"(r) : c(x)); \
    return lockstep_half(r); \
  }
#define LOCKSTEP_OF_HALF(function, T, text, c) \
  LOCKSTEP_DEVICE T function(__half x) { \
    T r; \
    __asm__(text " %0, %1;" : "=" c(r) : "h"(x.__x)); \
    return r; \
  }
#define LOCKSTEP_MODE(s, p) \
  LOCKSTEP_TO_HALF(__int2half_##s, int, "cvt." #p ".f16.s32", "r") \
  LOCKSTEP_TO_HALF(__uint2half_##s, unsigned, "cvt." #p ".f16.u32", "r") \
  LOCKSTEP_TO_HALF(__short2half_##s, short, "cvt." #p ".f16.s16", "h") \
  LOCKSTEP_TO_HALF(__ushort2half_##s, unsigned short, "cvt." #p ".f16.u16", "h") \
  LOCKSTEP_TO_HALF(__ll2half_##s, long long, "cvt." #p ".f16.s64", "l") \
  LOCKSTEP_TO_HALF(__ull2half_##s, unsigned long long, "cvt." #p ".f16.u64", "l") \
  LOCKSTEP_OF_HALF(__half2int_##s, int, "cvt." #p "i.s32.f16", "r") \
  LOCKSTEP_OF_HALF(__half2uint_##s, unsigned, "cvt." #p "i.u32.f16", "r") \
  LOCKSTEP_OF_HALF(__half2short_##s, short, "cvt." #p "i.s16.f16", "h") \
  LOCKSTEP_OF_HALF(__half2ushort_##s, unsigned short, "cvt." #p "i.u16.f16", "h") \
  LOCKSTEP_OF_HALF(__half2ll_##s, long long, "cvt." #p "i.s64.f16", "l") \
  LOCKSTEP_OF_HALF(__half2ull_##s, unsigned long long, "cvt." #p "i.u64.f16", "l")
LOCKSTEP_MODE(rn, rn) LOCKSTEP_MODE(rz, rz) LOCKSTEP_MODE(ru, rp) LOCKSTEP_MODE(rd, rm)
LOCKSTEP_TO_HALF(__float2half_rz, float, "cvt.rz.f16.f32", "f")
LOCKSTEP_TO_HALF(__float2half_ru, float, "cvt.rp.f16.f32", "f")
LOCKSTEP_TO_HALF(__float2half_rd, float, "cvt.rm.f16.f32", "f")
#undef LOCKSTEP_MODE
#undef LOCKSTEP_TO_HALF
#undef LOCKSTEP_OF_HALF
#endif
