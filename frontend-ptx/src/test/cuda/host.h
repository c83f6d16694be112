// CUDA for g++: the threads of a block are fibers that hand over where they meet; blocks run in turn.
#pragma once
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>
#include <vector>
#define KERNEL(name) static void name(u32 *o, const u32 *in)
#define DEV static __attribute__((noinline))
#define __device__
#define __constant__
#define __noinline__
#define __forceinline__ inline
#define __shared__ static
struct Id { u32 x, y, z; };
static Id threadIdx, blockIdx, blockDim = {64, 1, 1}, gridDim = {2, 1, 1};
namespace host {
struct Fiber { ucontext_t context; std::vector<char> stack; bool done; u32 mine[4]; };
static Fiber fibers[64]; static ucontext_t scheduler; static int current; static void (*kernel)(u32 *, const u32 *);
static u32 *out; static const u32 *input;
// Waits until `arrived` tells that all have come; others run meanwhile.
static void yield_() { int me = current; swapcontext(&fibers[me].context, &scheduler); current = me; threadIdx.x = me; }
static void entry() { kernel(out, input); fibers[current].done = true; swapcontext(&fibers[current].context, &scheduler); }
// A meeting of `count` threads under a number; what each brings is kept until the last has left.
struct Meeting { u64 value[64]; u64 here; int count, leaving; u64 phase; u64 left[64]; };
static Meeting meetings[128];  // barriers from 0, lanes from 32 on
static u64 meet(int id, u64 who, u64 mine, u64 *all) {  // who: mask of the threads that meet
  Meeting &m = meetings[id];
  u64 phase = m.phase;
  m.value[current] = mine; m.here |= 1ull << current;
  if ((m.here & who) == who) { memcpy(m.left, m.value, sizeof m.left); m.here = 0; m.phase++; }
  while (m.phase == phase) yield_();
  memcpy(all, m.left, sizeof m.left);
  return who;
}
static void run(const char *name, void (*k)(u32 *, const u32 *), const u32 *in) {
  static u32 o[128 * 16]; memset(o, 0, sizeof o);
  kernel = k; out = o; input = in;
  for (u32 b = 0; b < 2; b++) {
    memset(meetings, 0, sizeof meetings); blockIdx.x = b;
    for (int i = 0; i < 64; i++) {
      Fiber &f = fibers[i]; f.stack.resize(1 << 16); f.done = false; getcontext(&f.context);
      f.context.uc_stack.ss_sp = f.stack.data(); f.context.uc_stack.ss_size = f.stack.size(); f.context.uc_link = 0;
      makecontext(&f.context, entry, 0);
    }
    for (bool more = true; more;) {
      more = false;
      for (int i = 0; i < 64; i++) if (!fibers[i].done) {
        more = true; current = i; threadIdx.x = i; swapcontext(&scheduler, &fibers[i].context);
      }
    }
  }
  char file[99]; snprintf(file, sizeof file, "%s.bin", name);
  FILE *f = fopen(file, "wb"); fwrite(o, 1, sizeof o, f); fclose(f);
}
static u32 *read_input() {
  static u32 in[1024]; FILE *f = fopen("input.bin", "rb");
  if (!f || fread(in, 1, sizeof in, f) != sizeof in) { perror("input.bin"); exit(1); }
  fclose(f); return in;
}
static inline u64 warp(u32 mask) { return (u64)mask << (current & 32); }
}
// Barriers and lanes.
static void __syncthreads() { u64 a[64]; host::meet(0, ~0ull, 0, a); }
static int __syncthreads_count(int p) { u64 a[64]; host::meet(0, ~0ull, p != 0, a); int c = 0; for (u64 x : a) c += (int)x; return c; }
static int __syncthreads_and(int p) { return __syncthreads_count(p) == 64; }
static int __syncthreads_or(int p) { return __syncthreads_count(p) != 0; }
static u32 lane() { return host::current & 31; }
// The lanes of a mask meet under the number of the lowest of them.
static void lanes(u32 mask, u64 mine, u64 *w) {
  u64 a[64]; int low = __builtin_ctz(mask) + (host::current & 32);
  host::meet(32 + low, host::warp(mask), mine, a);
  memcpy(w, a + (host::current & 32), 32 * sizeof(u64));
}
static void __syncwarp(u32 m = ~0u) { u64 w[32]; lanes(m, 0, w); }
static u32 __ballot_sync(u32 m, int p) { u64 w[32]; lanes(m, p != 0, w); u32 r = 0; for (int i = 0; i < 32; i++) if (m >> i & 1) r |= (u32)w[i] << i; return r; }
static int __all_sync(u32 m, int p) { return __ballot_sync(m, p) == m; }
static int __any_sync(u32 m, int p) { return __ballot_sync(m, p) != 0; }
static int __uni_sync(u32 m, int p) { u32 b = __ballot_sync(m, p); return b == 0 || b == m; }
template <class V> static u64 pack(V v) { u64 x = 0; memcpy(&x, &v, sizeof v); return x; }
template <class V> static V unpack(u64 x) { V v; memcpy(&v, &x, sizeof v); return v; }
template <class V> static V shuffle(u32 m, V v, int from, bool ok) { u64 w[32]; lanes(m, pack(v), w); return ok ? unpack<V>(w[from & 31]) : v; }
template <class V> static V __shfl_sync(u32 m, V v, int l, int width = 32) { int base = lane() & ~(width - 1); return shuffle(m, v, base + (l & (width - 1)), true); }
template <class V> static V __shfl_up_sync(u32 m, V v, u32 d, int width = 32) { int f = (int)lane() - (int)d, base = lane() & ~(width - 1); return shuffle(m, v, f, f >= base); }
template <class V> static V __shfl_down_sync(u32 m, V v, u32 d, int width = 32) { int f = lane() + d, base = lane() & ~(width - 1); return shuffle(m, v, f, f < base + width); }
template <class V> static V __shfl_xor_sync(u32 m, V v, int d, int width = 32) { int f = lane() ^ d, base = lane() & ~(width - 1); return shuffle(m, v, f, f < base + width); }
template <class V> static u32 __match_any_sync(u32 m, V v) { u64 w[32]; lanes(m, pack(v), w); u32 r = 0; for (int i = 0; i < 32; i++) if (m >> i & 1 && w[i] == w[lane()]) r |= 1u << i; return r; }
template <class V> static u32 __match_all_sync(u32 m, V v, int *p) { u32 r = __match_any_sync(m, v); *p = r == m; return *p ? m : 0; }
template <class V, class F> static V reduce(u32 m, V v, F f) { u64 w[32]; lanes(m, pack(v), w); bool first = true; V r = 0; for (int i = 0; i < 32; i++) if (m >> i & 1) { r = first ? unpack<V>(w[i]) : f(r, unpack<V>(w[i])); first = false; } return r; }
template <class V> static V __reduce_add_sync(u32 m, V v) { return reduce(m, v, [](V a, V b) { return (V)((u32)a + (u32)b); }); }
template <class V> static V __reduce_min_sync(u32 m, V v) { return reduce(m, v, [](V a, V b) { return a < b ? a : b; }); }
template <class V> static V __reduce_max_sync(u32 m, V v) { return reduce(m, v, [](V a, V b) { return a > b ? a : b; }); }
static u32 __reduce_and_sync(u32 m, u32 v) { return reduce(m, v, [](u32 a, u32 b) { return a & b; }); }
static u32 __reduce_or_sync(u32 m, u32 v) { return reduce(m, v, [](u32 a, u32 b) { return a | b; }); }
static u32 __reduce_xor_sync(u32 m, u32 v) { return reduce(m, v, [](u32 a, u32 b) { return a ^ b; }); }
// Atomics: a fiber is never interrupted.
template <class V, class W> static V atomicAdd(V *p, W v) { V a = *p; *p = a + (V)v; return a; }
template <class V, class W> static V atomicSub(V *p, W v) { V a = *p; *p = a - (V)v; return a; }
template <class V, class W> static V atomicMin(V *p, W v) { V a = *p; if ((V)v < a) *p = v; return a; }
template <class V, class W> static V atomicMax(V *p, W v) { V a = *p; if ((V)v > a) *p = v; return a; }
template <class V, class W> static V atomicAnd(V *p, W v) { V a = *p; *p = a & (V)v; return a; }
template <class V, class W> static V atomicOr(V *p, W v) { V a = *p; *p = a | (V)v; return a; }
template <class V, class W> static V atomicXor(V *p, W v) { V a = *p; *p = a ^ (V)v; return a; }
template <class V, class W> static V atomicExch(V *p, W v) { V a = *p; *p = v; return a; }
template <class V, class W, class X> static V atomicCAS(V *p, W e, X v) { V a = *p; if (a == (V)e) *p = v; return a; }
static u32 atomicInc(u32 *p, u32 v) { u32 a = *p; *p = a >= v ? 0 : a + 1; return a; }
static u32 atomicDec(u32 *p, u32 v) { u32 a = *p; *p = a == 0 || a > v ? v : a - 1; return a; }
static void __threadfence() {} static void __threadfence_block() {} static void __threadfence_system() {}
// One operation under a rounding mode.
template <class F> static auto rounded(int mode, F f) { fesetround(mode); auto r = f(); fesetround(FE_TONEAREST); return r; }
#define MODES(M) M(rn, FE_TONEAREST) M(rz, FE_TOWARDZERO) M(ru, FE_UPWARD) M(rd, FE_DOWNWARD)
#define OPS(S, MODE) \
  static float __fadd_##S(float a, float b) { volatile float x = a, y = b; return rounded(MODE, [&] { volatile float r = x + y; return (float)r; }); } \
  static float __fsub_##S(float a, float b) { volatile float x = a, y = b; return rounded(MODE, [&] { volatile float r = x - y; return (float)r; }); } \
  static float __fmul_##S(float a, float b) { volatile float x = a, y = b; return rounded(MODE, [&] { volatile float r = x * y; return (float)r; }); } \
  static float __fdiv_##S(float a, float b) { volatile float x = a, y = b; return rounded(MODE, [&] { volatile float r = x / y; return (float)r; }); } \
  static float __frcp_##S(float a) { return __fdiv_##S(1.0f, a); } \
  static float __fsqrt_##S(float a) { volatile float x = a; return rounded(MODE, [&] { volatile float r = sqrtf(x); return (float)r; }); } \
  static float __fmaf_##S(float a, float b, float c) { volatile float x = a, y = b, z = c; return rounded(MODE, [&] { volatile float r = __builtin_fmaf(x, y, z); return (float)r; }); } \
  static double __dadd_##S(double a, double b) { volatile double x = a, y = b; return rounded(MODE, [&] { volatile double r = x + y; return (double)r; }); } \
  static double __dsub_##S(double a, double b) { volatile double x = a, y = b; return rounded(MODE, [&] { volatile double r = x - y; return (double)r; }); } \
  static double __dmul_##S(double a, double b) { volatile double x = a, y = b; return rounded(MODE, [&] { volatile double r = x * y; return (double)r; }); } \
  static double __ddiv_##S(double a, double b) { volatile double x = a, y = b; return rounded(MODE, [&] { volatile double r = x / y; return (double)r; }); } \
  static double __drcp_##S(double a) { return __ddiv_##S(1.0, a); } \
  static double __dsqrt_##S(double a) { volatile double x = a; return rounded(MODE, [&] { volatile double r = sqrt(x); return (double)r; }); } \
  static double __fma_##S(double a, double b, double c) { volatile double x = a, y = b, z = c; return rounded(MODE, [&] { volatile double r = __builtin_fma(x, y, z); return (double)r; }); } \
  static float __double2float_##S(double a) { volatile double x = a; return rounded(MODE, [&] { volatile float r = (float)x; return (float)r; }); } \
  static float __int2float_##S(int a) { volatile int x = a; return rounded(MODE, [&] { volatile float r = (float)x; return (float)r; }); } \
  static float __uint2float_##S(u32 a) { volatile s64 x = a; return rounded(MODE, [&] { volatile float r = (float)x; return (float)r; }); } \
  static float __ll2float_##S(s64 a) { volatile s64 x = a; return rounded(MODE, [&] { volatile float r = (float)x; return (float)r; }); } \
  static double __ll2double_##S(s64 a) { volatile s64 x = a; return rounded(MODE, [&] { volatile double r = (double)x; return (double)r; }); } \
  static float __ull2float_##S(u64 a) { return rounded(MODE, [&] { volatile long double w = (long double)a; volatile float r = (float)w; return (float)r; }); } \
  static double __ull2double_##S(u64 a) { return rounded(MODE, [&] { volatile long double w = (long double)a; volatile double r = (double)w; return (double)r; }); } \
  static double whole_##S(double a) { volatile double x = a; return rounded(MODE, [&] { volatile double r = nearbyint(x); return (double)r; }); }
MODES(OPS)
// A NaN becomes 0, or the top bit where either side has 64 bits (PTX ISA, cvt).
template <class V> static V saturated(double w, V low, V high, bool from_double = false) {
  if (w != w) return from_double || sizeof(V) == 8 ? (V)(1ull << (8 * sizeof(V) - 1)) : (V)0;
  return w <= (double)low ? low : w >= (double)high ? high : (V)w;
}
#define CASTS(S, M) \
  static int __float2int_##S(float a) { return saturated<int>(whole_##S(a), INT32_MIN, INT32_MAX); } \
  static u32 __float2uint_##S(float a) { return saturated<u32>(whole_##S(a), 0, UINT32_MAX); } \
  static s64 __float2ll_##S(float a) { return saturated<s64>(whole_##S(a), INT64_MIN, INT64_MAX); } \
  static u64 __float2ull_##S(float a) { return saturated<u64>(whole_##S(a), 0, UINT64_MAX); } \
  static int __double2int_##S(double a) { return saturated<int>(whole_##S(a), INT32_MIN, INT32_MAX, true); } \
  static u32 __double2uint_##S(double a) { return saturated<u32>(whole_##S(a), 0, UINT32_MAX, true); } \
  static s64 __double2ll_##S(double a) { return saturated<s64>(whole_##S(a), INT64_MIN, INT64_MAX, true); } \
  static u64 __double2ull_##S(double a) { return saturated<u64>(whole_##S(a), 0, UINT64_MAX, true); }
MODES(CASTS)
static float __saturatef(float x) { return x != x ? 0 : x < 0 ? 0 : x > 1 ? 1 : x == 0 ? 0 : x; }
// Bits.
static u32 __byte_perm(u32 a, u32 b, u32 s) { u64 v = (u64)b << 32 | a; u32 r = 0; for (int i = 0; i < 4; i++) r |= (u32)(v >> 8 * (s >> 4 * i & 7) & 255) << 8 * i; return r; }
static u32 __funnelshift_l(u32 lo, u32 hi, u32 s) { return (u32)(((u64)hi << 32 | lo) << (s & 31) >> 32); }
static u32 __funnelshift_r(u32 lo, u32 hi, u32 s) { return (u32)(((u64)hi << 32 | lo) >> (s & 31)); }
static u32 __funnelshift_lc(u32 lo, u32 hi, u32 s) { return s >= 32 ? lo : __funnelshift_l(lo, hi, s); }
static u32 __funnelshift_rc(u32 lo, u32 hi, u32 s) { return s >= 32 ? hi : __funnelshift_r(lo, hi, s); }
static int __dp4a(int a, int b, int c) { u32 r = c; for (int i = 0; i < 32; i += 8) r += (int)(signed char)(a >> i) * (signed char)(b >> i); return r; }
static u32 __dp4a(u32 a, u32 b, u32 c) { for (int i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255); return c; }
static int __dp2a_lo(int a, int b, int c) { return (u32)c + (u32)((short)a * (signed char)b) + (u32)((short)(a >> 16) * (signed char)(b >> 8)); }
static u32 __dp2a_hi(u32 a, u32 b, u32 c) { return c + (a & 65535) * (b >> 16 & 255) + (a >> 16) * (b >> 24); }
static int __mulhi(int a, int b) { return (int)((s64)a * b >> 32); }
static u32 __umulhi(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
static s64 __mul64hi(s64 a, s64 b) { return (s64)((__int128)a * b >> 64); }
static u64 __umul64hi(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }
static int __mul24(int a, int b) { return (int)((s64)(a << 8 >> 8) * (b << 8 >> 8)); }
static u32 __umul24(u32 a, u32 b) { return (u32)((u64)(a & 0xffffff) * (b & 0xffffff)); }
static u32 __sad(int a, int b, u32 c) { return c + (u32)(a > b ? (s64)a - b : (s64)b - a); }
static u32 __usad(u32 a, u32 b, u32 c) { return c + (a > b ? a - b : b - a); }
static int __hadd(int a, int b) { return (int)(((s64)a + b) >> 1); }
static int __rhadd(int a, int b) { return (int)(((s64)a + b + 1) >> 1); }
static u32 __uhadd(u32 a, u32 b) { return (u32)(((u64)a + b) >> 1); }
static u32 __urhadd(u32 a, u32 b) { return (u32)(((u64)a + b + 1) >> 1); }
static u32 __brev(u32 v) { u32 r = 0; for (int i = 0; i < 32; i++) r |= (v >> i & 1) << (31 - i); return r; }
static u64 __brevll(u64 v) { return (u64)__brev((u32)v) << 32 | __brev((u32)(v >> 32)); }
static int __clz(int v) { return v ? __builtin_clz(v) : 32; }
static int __clzll(s64 v) { return v ? __builtin_clzll(v) : 64; }
static int __popc(u32 v) { return __builtin_popcount(v); }
static int __popcll(u64 v) { return __builtin_popcountll(v); }
static int __ffs(int v) { return __builtin_ffs(v); }
static int __ffsll(s64 v) { return __builtin_ffsll(v); }
template <class V> static V __ldg(const V *p) { return *p; }
template <class V> static V __ldcg(const V *p) { return *p; }
template <class V> static V __ldcs(const V *p) { return *p; }
template <class V> static V __ldca(const V *p) { return *p; }
template <class V> static void __stcg(V *p, V v) { *p = v; }
template <class V> static void __stwt(V *p, V v) { *p = v; }
static u32 __float_as_uint(float x) { return pack(x); }
static float __uint_as_float(u32 x) { return unpack<float>(x); }
