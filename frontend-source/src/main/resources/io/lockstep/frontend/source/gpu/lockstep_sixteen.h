/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of 16 bits: __half by cuda_fp16.h, __nv_bfloat16 by cuda_bf16.h. Each defines the
 * functions of bits, lockstep_NAME_add and so on, and the types and functions by the macros here. */
#ifndef LOCKSTEP_SIXTEEN_H
#define LOCKSTEP_SIXTEEN_H
#include "lockstep_gpu.h"

LOCKSTEP_BOTH unsigned lockstep_pair(unsigned short low, unsigned short high) {
  return low | (unsigned)high << 16;
}
LOCKSTEP_BOTH unsigned short lockstep_low(unsigned v) { return (unsigned short)v; }
LOCKSTEP_BOTH unsigned short lockstep_high(unsigned v) { return (unsigned short)(v >> 16); }

/* A function of bits for pairs, as the one for each element on the host. */
#define LOCKSTEP_PAIRED(name, op) \
  LOCKSTEP_BOTH unsigned lockstep_##name##2_##op(unsigned x, unsigned y) { \
    return lockstep_pair(lockstep_##name##_##op(lockstep_low(x), lockstep_low(y)), \
                         lockstep_##name##_##op(lockstep_high(x), lockstep_high(y))); \
  }
#define LOCKSTEP_PAIRED_FMA(name) \
  LOCKSTEP_BOTH unsigned lockstep_##name##2_fma(unsigned x, unsigned y, unsigned z) { \
    return lockstep_pair(lockstep_##name##_fma(lockstep_low(x), lockstep_low(y), lockstep_low(z)), \
                         lockstep_##name##_fma(lockstep_high(x), lockstep_high(y), lockstep_high(z))); \
  }
/* Instructions of one number and of a pair. */
#define LOCKSTEP_INSTRUCTION(name, op, text, type) \
  LOCKSTEP_BOTH unsigned short lockstep_##name##_##op(unsigned short x, unsigned short y) { \
    unsigned short r; \
    __asm__(text "." type " %0, %1, %2;" : "=h"(r) : "h"(x), "h"(y)); \
    return r; \
  } \
  LOCKSTEP_BOTH unsigned lockstep_##name##2_##op(unsigned x, unsigned y) { \
    unsigned r; \
    __asm__(text "." type "x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)); \
    return r; \
  }
#define LOCKSTEP_INSTRUCTION3(name, op, text, type) \
  LOCKSTEP_BOTH unsigned short lockstep_##name##_##op(unsigned short x, unsigned short y, unsigned short z) { \
    unsigned short r; \
    __asm__(text "." type " %0, %1, %2, %3;" : "=h"(r) : "h"(x), "h"(y), "h"(z)); \
    return r; \
  } \
  LOCKSTEP_BOTH unsigned lockstep_##name##2_##op(unsigned x, unsigned y, unsigned z) { \
    unsigned r; \
    __asm__(text "." type "x2 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z)); \
    return r; \
  }

/* The types. Converting constructors are of every number that C++ has. */
#define LOCKSTEP_FROM(H, name, T) \
  LOCKSTEP_BOTH_MEMBER H(T v) : __x(lockstep_##name##_of((float)v)) {}
#define LOCKSTEP_TYPES(H, H2, RAW, name) \
  struct RAW { unsigned short x; }; \
  struct RAW##2 { unsigned short x, y; }; \
  struct __attribute__((aligned(2))) H { \
    unsigned short __x; \
    H() = default; \
    LOCKSTEP_BOTH_MEMBER constexpr H(RAW r) : __x(r.x) {} \
    LOCKSTEP_FROM(H, name, float) LOCKSTEP_FROM(H, name, short) \
    LOCKSTEP_FROM(H, name, unsigned short) LOCKSTEP_FROM(H, name, int) \
    LOCKSTEP_FROM(H, name, unsigned) LOCKSTEP_FROM(H, name, long) \
    LOCKSTEP_FROM(H, name, unsigned long) LOCKSTEP_FROM(H, name, long long) \
    LOCKSTEP_FROM(H, name, unsigned long long) \
    LOCKSTEP_BOTH_MEMBER H(double v) : __x(lockstep_##name##_of_double(v)) {} \
    LOCKSTEP_BOTH_MEMBER operator float() const { return lockstep_##name##_to(__x); } \
    LOCKSTEP_BOTH_MEMBER operator RAW() const { return RAW{__x}; } \
    LOCKSTEP_BOTH_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; } \
    LOCKSTEP_BOTH_MEMBER explicit operator int() const { return (int)(float)*this; } \
    LOCKSTEP_BOTH_MEMBER explicit operator unsigned() const { return (unsigned)(float)*this; } \
    LOCKSTEP_BOTH_MEMBER explicit operator short() const { return (short)(float)*this; } \
    LOCKSTEP_BOTH_MEMBER explicit operator unsigned short() const { return (unsigned short)(float)*this; } \
    LOCKSTEP_BOTH_MEMBER explicit operator long long() const { return (long long)(float)*this; } \
    LOCKSTEP_BOTH_MEMBER H& operator=(float v) { return *this = H(v); } \
    LOCKSTEP_BOTH_MEMBER H& operator=(double v) { return *this = H(v); } \
    LOCKSTEP_BOTH_MEMBER H& operator=(int v) { return *this = H(v); } \
  }; \
  struct __attribute__((aligned(4))) H2 { \
    H x, y; \
    H2() = default; \
    LOCKSTEP_BOTH_MEMBER H2(H x, H y) : x(x), y(y) {} \
    LOCKSTEP_BOTH_MEMBER H2(RAW##2 r) : x(RAW{r.x}), y(RAW{r.y}) {} \
  }; \
  LOCKSTEP_BOTH H lockstep_##name(unsigned short bits) { return H(RAW{bits}); } \
  LOCKSTEP_BOTH H2 lockstep_##name##2(unsigned bits) { return __builtin_bit_cast(H2, bits); } \
  LOCKSTEP_BOTH unsigned lockstep_bits(H2 v) { return __builtin_bit_cast(unsigned, v); }

/* Functions and operators that both types have by the same names. */
#define LOCKSTEP_ARITHMETIC(H, H2, name, function, op) \
  LOCKSTEP_BOTH H function(H x, H y) { return lockstep_##name(lockstep_##name##_##op(x.__x, y.__x)); } \
  LOCKSTEP_BOTH H function##_rn(H x, H y) { return function(x, y); } \
  LOCKSTEP_BOTH H2 function##2(H2 x, H2 y) { \
    return lockstep_##name##2(lockstep_##name##2_##op(lockstep_bits(x), lockstep_bits(y))); \
  } \
  LOCKSTEP_BOTH H2 function##2_rn(H2 x, H2 y) { return function##2(x, y); }
#define LOCKSTEP_OPERATOR(H, H2, sign, function, function2) \
  LOCKSTEP_BOTH H operator sign(H x, H y) { return function(x, y); } \
  LOCKSTEP_BOTH H& operator sign##=(H& x, H y) { return x = function(x, y); } \
  LOCKSTEP_BOTH H2 operator sign(H2 x, H2 y) { return function2(x, y); } \
  LOCKSTEP_BOTH H2& operator sign##=(H2& x, H2 y) { return x = function2(x, y); }
#define LOCKSTEP_COMPARISON(H, H2, name, function, test, otherwise, one, zero) \
  LOCKSTEP_BOTH bool function(H x, H y) { return lockstep_##name##_compares(x, test, y); } \
  LOCKSTEP_BOTH bool function##u(H x, H y) { \
    return !(lockstep_##name##_compares(x, otherwise, y)); \
  } \
  LOCKSTEP_BOTH H2 function##2(H2 x, H2 y) { \
    return lockstep_##name##2(lockstep_pair(function(x.x, y.x) ? one : 0, function(x.y, y.y) ? one : 0)); \
  } \
  LOCKSTEP_BOTH unsigned function##2_mask(H2 x, H2 y) { \
    return (function(x.x, y.x) ? 0xffffu : 0) | (function(x.y, y.y) ? 0xffff0000u : 0); \
  }
#define LOCKSTEP_BOOL(H2, function) \
  LOCKSTEP_BOTH bool __hb##function##2(H2 x, H2 y) { \
    return __h##function(x.x, y.x) && __h##function(x.y, y.y); \
  } \
  LOCKSTEP_BOTH bool __hb##function##u2(H2 x, H2 y) { \
    return __h##function##u(x.x, y.x) && __h##function##u(x.y, y.y); \
  }
#define LOCKSTEP_FUNCTIONS(H, H2, name, one, infinite) \
  LOCKSTEP_ARITHMETIC(H, H2, name, __hadd, add) LOCKSTEP_ARITHMETIC(H, H2, name, __hsub, sub) \
  LOCKSTEP_ARITHMETIC(H, H2, name, __hmul, mul) \
  LOCKSTEP_BOTH H __hdiv(H x, H y) { return H((float)x / (float)y); } \
  LOCKSTEP_BOTH H2 __h2div(H2 x, H2 y) { return H2(__hdiv(x.x, y.x), __hdiv(x.y, y.y)); } \
  LOCKSTEP_BOTH H __hfma(H x, H y, H z) { \
    return lockstep_##name(lockstep_##name##_fma(x.__x, y.__x, z.__x)); \
  } \
  LOCKSTEP_BOTH H2 __hfma2(H2 x, H2 y, H2 z) { \
    return lockstep_##name##2( \
        lockstep_##name##2_fma(lockstep_bits(x), lockstep_bits(y), lockstep_bits(z))); \
  } \
  LOCKSTEP_BOTH H __hneg(H x) { return lockstep_##name((unsigned short)(x.__x ^ 0x8000)); } \
  LOCKSTEP_BOTH H __habs(H x) { return lockstep_##name((unsigned short)(x.__x & 0x7fff)); } \
  LOCKSTEP_BOTH H2 __hneg2(H2 x) { return lockstep_##name##2(lockstep_bits(x) ^ 0x80008000u); } \
  LOCKSTEP_BOTH H2 __habs2(H2 x) { return lockstep_##name##2(lockstep_bits(x) & 0x7fff7fffu); } \
  LOCKSTEP_BOTH bool __hisnan(H x) { return (x.__x & 0x7fff) > infinite; } \
  LOCKSTEP_BOTH int __hisinf(H x) { return (x.__x & 0x7fff) != infinite ? 0 : x.__x >> 15 ? -1 : 1; } \
  LOCKSTEP_BOTH H2 __hisnan2(H2 x) { \
    return lockstep_##name##2(lockstep_pair(__hisnan(x.x) ? one : 0, __hisnan(x.y) ? one : 0)); \
  } \
  LOCKSTEP_BOTH H __hmax(H x, H y) { return H(__builtin_fmaxf((float)x, (float)y)); } \
  LOCKSTEP_BOTH H __hmin(H x, H y) { return H(__builtin_fminf((float)x, (float)y)); } \
  LOCKSTEP_BOTH H __hmax_nan(H x, H y) { return __hisnan(x) ? x : __hisnan(y) ? y : __hmax(x, y); } \
  LOCKSTEP_BOTH H __hmin_nan(H x, H y) { return __hisnan(x) ? x : __hisnan(y) ? y : __hmin(x, y); } \
  LOCKSTEP_BOTH H2 __hmax2(H2 x, H2 y) { return H2(__hmax(x.x, y.x), __hmax(x.y, y.y)); } \
  LOCKSTEP_BOTH H2 __hmin2(H2 x, H2 y) { return H2(__hmin(x.x, y.x), __hmin(x.y, y.y)); } \
  LOCKSTEP_BOTH H __hfma_relu(H x, H y, H z) { return __hmax(__hfma(x, y, z), H(0.0f)); } \
  LOCKSTEP_BOTH H __hadd_sat(H x, H y) { return __hmin(__hmax(__hadd(x, y), H(0.0f)), H(1.0f)); } \
  LOCKSTEP_BOTH H __hsub_sat(H x, H y) { return __hmin(__hmax(__hsub(x, y), H(0.0f)), H(1.0f)); } \
  LOCKSTEP_BOTH H __hmul_sat(H x, H y) { return __hmin(__hmax(__hmul(x, y), H(0.0f)), H(1.0f)); } \
  LOCKSTEP_BOTH H __hfma_sat(H x, H y, H z) { return __hmin(__hmax(__hfma(x, y, z), H(0.0f)), H(1.0f)); } \
  LOCKSTEP_COMPARISON(H, H2, name, __heq, ==, !=, one, 0) \
  LOCKSTEP_COMPARISON(H, H2, name, __hle, <=, >, one, 0) \
  LOCKSTEP_COMPARISON(H, H2, name, __hge, >=, <, one, 0) \
  LOCKSTEP_COMPARISON(H, H2, name, __hlt, <, >=, one, 0) \
  LOCKSTEP_COMPARISON(H, H2, name, __hgt, >, <=, one, 0) \
  LOCKSTEP_BOTH bool __hne(H x, H y) { return __heq(x, x) && __heq(y, y) && !__heq(x, y); } \
  LOCKSTEP_BOTH bool __hneu(H x, H y) { return !__heq(x, y); } \
  LOCKSTEP_BOTH H2 __hne2(H2 x, H2 y) { \
    return lockstep_##name##2(lockstep_pair(__hne(x.x, y.x) ? one : 0, __hne(x.y, y.y) ? one : 0)); \
  } \
  LOCKSTEP_BOOL(H2, eq) LOCKSTEP_BOOL(H2, ne) LOCKSTEP_BOOL(H2, le) LOCKSTEP_BOOL(H2, ge) \
  LOCKSTEP_BOOL(H2, lt) LOCKSTEP_BOOL(H2, gt) \
  LOCKSTEP_OPERATOR(H, H2, +, __hadd, __hadd2) LOCKSTEP_OPERATOR(H, H2, -, __hsub, __hsub2) \
  LOCKSTEP_OPERATOR(H, H2, *, __hmul, __hmul2) LOCKSTEP_OPERATOR(H, H2, /, __hdiv, __h2div) \
  LOCKSTEP_BOTH H operator-(H x) { return __hneg(x); } \
  LOCKSTEP_BOTH H operator+(H x) { return x; } \
  LOCKSTEP_BOTH H2 operator-(H2 x) { return __hneg2(x); } \
  LOCKSTEP_BOTH H2 operator+(H2 x) { return x; } \
  LOCKSTEP_BOTH H& operator++(H& x) { return x += H(1.0f); } \
  LOCKSTEP_BOTH H& operator--(H& x) { return x -= H(1.0f); } \
  LOCKSTEP_BOTH bool operator==(H x, H y) { return __heq(x, y); } \
  LOCKSTEP_BOTH bool operator!=(H x, H y) { return __hneu(x, y); } \
  LOCKSTEP_BOTH bool operator<(H x, H y) { return __hlt(x, y); } \
  LOCKSTEP_BOTH bool operator>(H x, H y) { return __hgt(x, y); } \
  LOCKSTEP_BOTH bool operator<=(H x, H y) { return __hle(x, y); } \
  LOCKSTEP_BOTH bool operator>=(H x, H y) { return __hge(x, y); } \
  LOCKSTEP_BOTH bool operator==(H2 x, H2 y) { return __hbeq2(x, y); } \
  LOCKSTEP_BOTH bool operator!=(H2 x, H2 y) { return __hbneu2(x, y); } \
  LOCKSTEP_HALF_MATH(H, H2, sqrt, __fsqrt_rn(v)) LOCKSTEP_HALF_MATH(H, H2, rsqrt, rsqrtf(v)) \
  LOCKSTEP_HALF_MATH(H, H2, rcp, 1 / v) LOCKSTEP_HALF_MATH(H, H2, exp, expf(v)) \
  LOCKSTEP_HALF_MATH(H, H2, exp2, exp2f(v)) LOCKSTEP_HALF_MATH(H, H2, exp10, exp10f(v)) \
  LOCKSTEP_HALF_MATH(H, H2, log, logf(v)) LOCKSTEP_HALF_MATH(H, H2, log2, log2f(v)) \
  LOCKSTEP_HALF_MATH(H, H2, log10, log10f(v)) LOCKSTEP_HALF_MATH(H, H2, sin, sinf(v)) \
  LOCKSTEP_HALF_MATH(H, H2, cos, cosf(v)) LOCKSTEP_HALF_MATH(H, H2, tanh, tanhf(v)) \
  LOCKSTEP_HALF_MATH(H, H2, floor, floorf(v)) LOCKSTEP_HALF_MATH(H, H2, ceil, ceilf(v)) \
  LOCKSTEP_HALF_MATH(H, H2, trunc, truncf(v)) LOCKSTEP_HALF_MATH(H, H2, rint, rintf(v)) \
  LOCKSTEP_HALF_LANES(H, H2, name, shfl, int) LOCKSTEP_HALF_LANES(H, H2, name, shfl_up, unsigned) \
  LOCKSTEP_HALF_LANES(H, H2, name, shfl_down, unsigned) LOCKSTEP_HALF_LANES(H, H2, name, shfl_xor, int) \
  LOCKSTEP_DEVICE H __ldg(const H* p) { return lockstep_##name(__ldg(&p->__x)); } \
  LOCKSTEP_DEVICE H2 __ldg(const H2* p) { return lockstep_##name##2(__ldg((const unsigned*)p)); } \
  LOCKSTEP_BOTH unsigned short __##name##_as_ushort(H x) { return x.__x; } \
  LOCKSTEP_BOTH short __##name##_as_short(H x) { return (short)x.__x; } \
  LOCKSTEP_BOTH H __ushort_as_##name(unsigned short x) { return lockstep_##name(x); } \
  LOCKSTEP_BOTH H __short_as_##name(short x) { return lockstep_##name((unsigned short)x); }
#define LOCKSTEP_HALF_MATH(H, H2, function, value) \
  LOCKSTEP_DEVICE H h##function(H x) { \
    float v = x; \
    return H((float)(value)); \
  } \
  LOCKSTEP_DEVICE H2 h2##function(H2 x) { return H2(h##function(x.x), h##function(x.y)); }
#define LOCKSTEP_HALF_LANES(H, H2, name, move, K) \
  LOCKSTEP_DEVICE H2 __##move##_sync(lockstep_given_mask mask, H2 x, K k, int width = __LOCKSTEP_WARP__) { \
    return lockstep_##name##2(__##move##_sync(mask, lockstep_bits(x), k, width)); \
  } \
  LOCKSTEP_DEVICE H __##move##_sync(lockstep_given_mask mask, H x, K k, int width = __LOCKSTEP_WARP__) { \
    return lockstep_##name((unsigned short)__##move##_sync(mask, (unsigned)x.__x, k, width)); \
  }

/* Conversions that both have, by the names of number and pair; __floats2PAIR_rn stands before. */
#define LOCKSTEP_CONVERSIONS(H, H2, name) \
  LOCKSTEP_BOTH H __float2##name(float x) { return H(x); } \
  LOCKSTEP_BOTH H __float2##name##_rn(float x) { return H(x); } \
  LOCKSTEP_BOTH H __double2##name(double x) { return H(x); } \
  LOCKSTEP_BOTH float __##name##2float(H x) { return (float)x; } \
  LOCKSTEP_BOTH H2 __halves2##name##2(H x, H y) { return H2(x, y); } \
  LOCKSTEP_BOTH H2 make_##name##2(H x, H y) { return H2(x, y); } \
  LOCKSTEP_BOTH H2 __##name##2##name##2(H x) { return H2(x, x); } \
  LOCKSTEP_BOTH H2 __float2##name##2_rn(float x) { return H2(H(x), H(x)); } \
  LOCKSTEP_BOTH H2 __float22##name##2_rn(float2 v) { return __floats2##name##2_rn(v.x, v.y); } \
  LOCKSTEP_BOTH float2 __##name##22float2(H2 v) { return float2{(float)v.x, (float)v.y}; } \
  LOCKSTEP_BOTH H __low2##name(H2 v) { return v.x; } \
  LOCKSTEP_BOTH H __high2##name(H2 v) { return v.y; } \
  LOCKSTEP_BOTH float __low2float(H2 v) { return (float)v.x; } \
  LOCKSTEP_BOTH float __high2float(H2 v) { return (float)v.y; } \
  LOCKSTEP_BOTH H2 __low2##name##2(H2 v) { return H2(v.x, v.x); } \
  LOCKSTEP_BOTH H2 __high2##name##2(H2 v) { return H2(v.y, v.y); } \
  LOCKSTEP_BOTH H2 __lows2##name##2(H2 a, H2 b) { return H2(a.x, b.x); } \
  LOCKSTEP_BOTH H2 __highs2##name##2(H2 a, H2 b) { return H2(a.y, b.y); } \
  LOCKSTEP_BOTH H2 __lowhigh2highlow(H2 v) { return H2(v.y, v.x); }

/* Atomic sums; the pair is one operation. */
#define LOCKSTEP_HALF_ATOMICS(H, H2, name, type) \
  LOCKSTEP_DEVICE H atomicAdd(H* p, H v) { \
    unsigned short r; \
    __asm__ volatile("atom.add.noftz." type " %0, [%1], %2;" \
                     : "=h"(r) : "l"(p), "h"(v.__x) : "memory"); \
    return lockstep_##name(r); \
  } \
  LOCKSTEP_DEVICE H2 atomicAdd(H2* p, H2 v) { \
    unsigned r; \
    __asm__ volatile("atom.add.noftz." type "x2 %0, [%1], %2;" \
                     : "=r"(r) : "l"(p), "r"(lockstep_bits(v)) : "memory"); \
    return lockstep_##name##2(r); \
  }
#endif
