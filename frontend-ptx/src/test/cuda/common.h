// Included by every kernel file: nvcc takes the first half, g++ (-DHOST) gets it from host.h.
#pragma once
#include <stdint.h>
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long s64;
typedef unsigned short u16;
#ifdef HOST
#include "host.h"
#define ASM(device, host) host
#else
#define KERNEL(name) extern "C" __global__ void name(u32 *o, const u32 *in)
#define DEV __device__ __noinline__ static
#define ASM(device, host) device
#endif
// A work-item's sixteen words of output, and values of the input.
#define WORDS 16
#define BEGIN u32 L = threadIdx.x, T = blockIdx.x * 64 + L, n = 0; (void)n; (void)L; (void)T;
#define IN(k) in[(T * 37 + (k)) & 1023]
#define P(x) put(o, T, n, x)
#ifdef HOST
#define INLINE static inline
#else
#define INLINE __device__ __forceinline__ static
#endif
INLINE u32 fbits(float x) { union { float f; u32 u; } b; b.f = x; return x != x ? 0x7fffffffu : b.u; }
INLINE u64 dbits(double x) { union { double f; u64 u; } b; b.f = x; return x != x ? 0x7ff8000000000000ull : b.u; }
INLINE float asf(u32 x) { union { float f; u32 u; } b; b.u = x; return b.f; }
INLINE double asd(u64 x) { union { double f; u64 u; } b; b.u = x; return b.f; }
INLINE void fold(u32 *o, u32 T, u32 &n, u32 x) {
  u32 *w = o + T * WORDS + (n++ % WORDS);
  *w = (*w << 5 | *w >> 27) ^ x * 0x9E3779B1u;
}
INLINE void put(u32 *o, u32 T, u32 &n, u32 x) { fold(o, T, n, x); }
INLINE void put(u32 *o, u32 T, u32 &n, int x) { fold(o, T, n, (u32)x); }
INLINE void put(u32 *o, u32 T, u32 &n, u64 x) { fold(o, T, n, (u32)x); fold(o, T, n, (u32)(x >> 32)); }
INLINE void put(u32 *o, u32 T, u32 &n, s64 x) { put(o, T, n, (u64)x); }
INLINE void put(u32 *o, u32 T, u32 &n, bool x) { fold(o, T, n, x ? 1u : 0u); }
INLINE void put(u32 *o, u32 T, u32 &n, float x) { fold(o, T, n, fbits(x)); }
INLINE void put(u32 *o, u32 T, u32 &n, double x) { put(o, T, n, (u64)dbits(x)); }
INLINE float fin(u32 x) { return asf(x); }
INLINE double din(u32 hi, u32 lo) { return asd((u64)hi << 32 | lo); }
