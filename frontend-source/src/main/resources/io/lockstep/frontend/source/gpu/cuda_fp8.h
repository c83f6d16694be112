/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of 8 bits: e4m3 (no infinity, NaN is 0x7f) and e5m2, their pairs and quadruples. Rounding
 * is to the nearest even; conversions are instructions from capability 8.9 on. */
#ifndef LOCKSTEP_CUDA_FP8_H
#define LOCKSTEP_CUDA_FP8_H
#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

/* Numbers below 2^lowest are multiples of 2^(lowest - bits); `largest` is the bits of the largest. */
LOCKSTEP_BOTH unsigned char lockstep_fp8_of(double x, bool saturates, int bits, int lowest,
                                            unsigned char largest) {
  unsigned long long raw = __builtin_bit_cast(unsigned long long, x);
  unsigned char sign = (unsigned char)(raw >> 63 << 7), infinite = bits == 2 ? 0x7c : 0x7f;
  raw &= ~0ull >> 1;
  if (raw > 0x7ff0000000000000ull) return bits == 2 ? 0x7f : (unsigned char)(sign | 0x7f);
  int exponent = (int)(raw >> 52) - 1023;
  int place = (exponent < lowest ? lowest : exponent) - bits;
  unsigned long long whole = exponent < -1022 ? 0 : (raw & 0xfffffffffffffull) | 0x10000000000000ull;
  int shift = 52 - exponent + place;
  unsigned long long kept = shift > 54 ? 0 : whole >> shift;
  unsigned long long rest = shift > 54 ? 0 : whole & ((1ull << shift) - 1), half = 1ull << (shift - 1);
  if (shift <= 54 && (rest > half || (rest == half && (kept & 1)))) kept++;
  /* A carry out of the digits is the next exponent, whose digits are zeros. */
  long long of = exponent < lowest ? (long long)kept
                                   : ((long long)(exponent - lowest) << bits) + (long long)kept;
  if (raw == 0x7ff0000000000000ull || of > largest) return sign | (saturates ? largest : infinite);
  return (unsigned char)(sign | of);
}
LOCKSTEP_BOTH __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t s,
                                                        __nv_fp8_interpretation_t as) {
  return as == __NV_E4M3 ? lockstep_fp8_of(x, s == __NV_SATFINITE, 3, -6, 0x7e)
                         : lockstep_fp8_of(x, s == __NV_SATFINITE, 2, -14, 0x7b);
}
LOCKSTEP_BOTH __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t s,
                                                            __nv_fp8_interpretation_t as) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  if (s == __NV_SATFINITE) {
    unsigned short r;
    if (as == __NV_E4M3) {
      __asm__("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(r) : "f"(x.y), "f"(x.x));
    } else {
      __asm__("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(r) : "f"(x.y), "f"(x.x));
    }
    return r;
  }
#endif
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, s, as) |
                                __nv_cvt_double_to_fp8(x.y, s, as) << 8);
}
LOCKSTEP_BOTH __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t s,
                                                       __nv_fp8_interpretation_t as) {
  return (__nv_fp8_storage_t)__nv_cvt_float2_to_fp8x2(float2{x, 0.0f}, s, as);
}
LOCKSTEP_BOTH __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t s,
                                                         __nv_fp8_interpretation_t as) {
  return __nv_cvt_float_to_fp8((float)__half(x), s, as);
}
LOCKSTEP_BOTH __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t s,
                                                             __nv_fp8_interpretation_t as) {
  return __nv_cvt_float_to_fp8((float)__nv_bfloat16(x), s, as);
}
LOCKSTEP_BOTH __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t s,
                                                              __nv_fp8_interpretation_t as) {
  __half2 v(x);
  return __nv_cvt_float2_to_fp8x2(float2{(float)v.x, (float)v.y}, s, as);
}
/* Every number of 8 bits is a half: e5m2 is its upper byte, e4m3 has another bias. */
LOCKSTEP_BOTH __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t as) {
  if (as == __NV_E5M2) return __half_raw{(unsigned short)(x << 8)};
  if ((x & 0x7f) == 0x7f) return __half_raw{0x7fff};
  __half same = __half(__half_raw{(unsigned short)((x & 0x7f) << 7)}) * __half(256.0f);
  return __half_raw{(unsigned short)(same.__x | (x & 0x80) << 8)};
}
LOCKSTEP_BOTH __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                     __nv_fp8_interpretation_t as) {
  return __half2_raw{__nv_cvt_fp8_to_halfraw((unsigned char)x, as).x,
                     __nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), as).x};
}

#define LOCKSTEP_FP8(F, as) \
  struct F { \
    __nv_fp8_storage_t __x; \
    F() = default; \
    LOCKSTEP_BOTH_MEMBER explicit F(float v) : __x(__nv_cvt_float_to_fp8(v, __NV_SATFINITE, as)) {} \
    LOCKSTEP_BOTH_MEMBER explicit F(double v) : __x(__nv_cvt_double_to_fp8(v, __NV_SATFINITE, as)) {} \
    LOCKSTEP_BOTH_MEMBER explicit F(int v) : F((double)v) {} \
    LOCKSTEP_BOTH_MEMBER explicit F(__half v) : F((float)v) {} \
    LOCKSTEP_BOTH_MEMBER explicit F(__nv_bfloat16 v) : F((float)v) {} \
    LOCKSTEP_BOTH_MEMBER explicit operator __half() const { return __nv_cvt_fp8_to_halfraw(__x, as); } \
    LOCKSTEP_BOTH_MEMBER explicit operator float() const { return (float)(__half)*this; } \
    LOCKSTEP_BOTH_MEMBER explicit operator double() const { return (float)*this; } \
    LOCKSTEP_BOTH_MEMBER explicit operator __nv_bfloat16() const { return __nv_bfloat16((float)*this); } \
    LOCKSTEP_BOTH_MEMBER explicit operator bool() const { return (__x & 0x7f) != 0; } \
  };
#define LOCKSTEP_FP8_PAIR(F, as) \
  struct F { \
    __nv_fp8x2_storage_t __x; \
    F() = default; \
    LOCKSTEP_BOTH_MEMBER explicit F(float2 v) : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, as)) {} \
    LOCKSTEP_BOTH_MEMBER explicit F(__half2 v) : F(float2{(float)v.x, (float)v.y}) {} \
    LOCKSTEP_BOTH_MEMBER explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, as); } \
    LOCKSTEP_BOTH_MEMBER explicit operator float2() const { \
      __half2 v = (__half2)*this; \
      return float2{(float)v.x, (float)v.y}; \
    } \
  };
#define LOCKSTEP_FP8_FOUR(F, F2, as) \
  struct F { \
    __nv_fp8x4_storage_t __x; \
    F() = default; \
    LOCKSTEP_BOTH_MEMBER explicit F(float4 v) \
        : __x(F2(float2{v.x, v.y}).__x | (unsigned)F2(float2{v.z, v.w}).__x << 16) {} \
    LOCKSTEP_BOTH_MEMBER explicit operator float4() const { \
      F2 low, high; \
      low.__x = (__nv_fp8x2_storage_t)__x; \
      high.__x = (__nv_fp8x2_storage_t)(__x >> 16); \
      float2 a = (float2)low, b = (float2)high; \
      return float4{a.x, a.y, b.x, b.y}; \
    } \
  };
LOCKSTEP_FP8(__nv_fp8_e4m3, __NV_E4M3) LOCKSTEP_FP8(__nv_fp8_e5m2, __NV_E5M2)
LOCKSTEP_FP8_PAIR(__nv_fp8x2_e4m3, __NV_E4M3) LOCKSTEP_FP8_PAIR(__nv_fp8x2_e5m2, __NV_E5M2)
LOCKSTEP_FP8_FOUR(__nv_fp8x4_e4m3, __nv_fp8x2_e4m3, __NV_E4M3)
LOCKSTEP_FP8_FOUR(__nv_fp8x4_e5m2, __nv_fp8x2_e5m2, __NV_E5M2)
#undef LOCKSTEP_FP8
#undef LOCKSTEP_FP8_PAIR
#undef LOCKSTEP_FP8_FOUR
#endif
