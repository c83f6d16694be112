/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of 16 bits with the range of floats, and their pairs. */
#ifndef LOCKSTEP_CUDA_BF16_H
#define LOCKSTEP_CUDA_BF16_H
#include "lockstep_sixteen.h"

LOCKSTEP_BOTH float lockstep_bfloat16_to(unsigned short x) {
  return __builtin_bit_cast(float, (unsigned)x << 16);
}
LOCKSTEP_BOTH unsigned short lockstep_bfloat16_of(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  unsigned short r;
  __asm__("cvt.rn.bf16.f32 %0, %1;" : "=h"(r) : "f"(x));
  return r;
#else
  unsigned bits = __builtin_bit_cast(unsigned, x);
  return (unsigned short)(x != x ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
#endif
}
/* To nearest from doubles: rounded to odd first, so that the second rounding sees what is lost. */
LOCKSTEP_BOTH unsigned short lockstep_bfloat16_of_double(double x) {
  float f = (float)x;
  unsigned bits = __builtin_bit_cast(unsigned, f);
  double back = f;
  if (back != x && back == back && (bits & 1) == 0) {
    bool away = (back < 0 ? -back : back) > (x < 0 ? -x : x);
    f = __builtin_bit_cast(float, away ? bits - 1 : bits + 1);
  }
  return lockstep_bfloat16_of(f);
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
LOCKSTEP_INSTRUCTION3(bfloat16, fma, "fma.rn", "bf16")
#else
LOCKSTEP_BOTH unsigned short lockstep_bfloat16_fma(unsigned short x, unsigned short y, unsigned short z) {
  return lockstep_bfloat16_of_double((double)lockstep_bfloat16_to(x) * lockstep_bfloat16_to(y) +
                                     lockstep_bfloat16_to(z));
}
LOCKSTEP_PAIRED_FMA(bfloat16)
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
LOCKSTEP_INSTRUCTION(bfloat16, add, "add", "bf16") LOCKSTEP_INSTRUCTION(bfloat16, sub, "sub", "bf16")
LOCKSTEP_INSTRUCTION(bfloat16, mul, "mul", "bf16")
#else
/* 8.0 has the fused operation only: x + y = x 1 + y, x - y = y -1 + x, x y = x y + -0. */
#define LOCKSTEP_BY_FMA(name, T, one, minus_one, minus_zero) \
  LOCKSTEP_BOTH T lockstep_##name##_add(T x, T y) { return lockstep_##name##_fma(x, one, y); } \
  LOCKSTEP_BOTH T lockstep_##name##_sub(T x, T y) { return lockstep_##name##_fma(y, minus_one, x); } \
  LOCKSTEP_BOTH T lockstep_##name##_mul(T x, T y) { return lockstep_##name##_fma(x, y, minus_zero); }
LOCKSTEP_BY_FMA(bfloat16, unsigned short, 0x3f80, 0xbf80, 0x8000)
LOCKSTEP_BY_FMA(bfloat162, unsigned, 0x3f803f80u, 0xbf80bf80u, 0x80008000u)
#undef LOCKSTEP_BY_FMA
#endif
#define lockstep_bfloat16_compares(x, test, y) ((float)(x) test (float)(y))

LOCKSTEP_TYPES(__nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw, bfloat16)
LOCKSTEP_FUNCTIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, 0x3f80, 0x7f80)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
LOCKSTEP_HALF_ATOMICS(__nv_bfloat16, __nv_bfloat162, bfloat16, "bf16")
#endif
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
typedef __nv_bfloat16_raw2 __nv_bfloat162_raw;

LOCKSTEP_BOTH __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  unsigned r;
  __asm__("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(y), "f"(x));
  return lockstep_bfloat162(r);
#else
  return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
#endif
}
LOCKSTEP_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16)
LOCKSTEP_BOTH __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16((double)x); }
LOCKSTEP_BOTH int __bfloat162int_rz(__nv_bfloat16 x) { return (int)(float)x; }
#endif
