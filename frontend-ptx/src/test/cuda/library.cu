#include "common.h"
#include "forms16.h"
// What libraries and headers write: atomics of 16 bits, addresses as initial values, searches in masks, hints, pairs of integers, 8-bit floats.
INLINE u16 near_(u32 x) { return (u16)((x & 0x83ff) | ((x >> 20 & 3) + 14) << 10); }
#ifdef HOST
#define CAS16(p, e, v) ({ u16 *q = (u16 *)(p); u16 old = *q; if (old == (u16)(e)) *q = (u16)(v); old; })
#define EXCH16(p, v) ({ u16 *q = (u16 *)(p); u16 old = *q; *q = (u16)(v); old; })
#define ADD16(p, v) ({ u16 *q = (u16 *)(p); u16 old = *q; *q = h(F(old) + F(v)); old; })
#define ADD32(p, v) ({ u32 *q = (u32 *)(p); u32 old = *q; *q = each2(old, v, [](u16 a, u16 b) { return h(F(a) + F(b)); }); old; })
#define BADD16(p, v) ({ u16 *q = (u16 *)(p); u16 old = *q; *q = bf((double)W(old) + W(v)); old; })
#define BADD32(p, v) ({ u32 *q = (u32 *)(p); u32 old = *q; *q = each2(old, v, [](u16 a, u16 b) { return bf((double)W(a) + W(b)); }); old; })
#define FADD(p, v) ({ float *q = (float *)(p); float old = *q; *q = old + (v); old; })
#else
#define ATOM(T, c, text, p, v) ({ T r; asm volatile("atom." text " %0, [%1], %2;" : "=" c(r) : "l"(p), c((T)(v)) : "memory"); r; })
#define CAS16(p, e, v) ({ u16 r; asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(r) : "l"(p), "h"((u16)(e)), "h"((u16)(v)) : "memory"); r; })
#define ADD16(p, v) ATOM(u16, "h", "add.noftz.f16", p, v)
#define ADD32(p, v) ATOM(u32, "r", "add.noftz.f16x2", p, v)
#define BADD16(p, v) ATOM(u16, "h", "add.noftz.bf16", p, v)
#define BADD32(p, v) ATOM(u32, "r", "add.noftz.bf16x2", p, v)
#endif
// Sums of halves of one exponent are exact, so their order does not matter.
KERNEL(atomic16) { BEGIN __shared__ u32 s[64]; u16 *t = (u16 *)s; s[L] = IN(0); u32 *g = o + T * WORDS + 12; g[0] = IN(1); g[1] = near_(IN(2)) | (u32)near_(IN(3)) << 16; __syncthreads();
  P((u32)CAS16(&t[2 * L + 1], (u16)(IN(0) >> 16), 77)); P((u32)CAS16(&t[2 * L], 1, 2)); P((u32)CAS16((u16 *)g + 1, (u16)(IN(1) >> 16), L)); P(s[L]);
  P((u32)ADD16((u16 *)g + 2, near_(IN(4)))); P((u32)ADD16((u16 *)g + 3, near_(IN(5)))); P(ADD32(g + 1, near_(IN(6)) | (u32)near_(IN(7)) << 16)); __syncthreads();
  if (L < 2) s[L] = 0; __syncthreads(); ADD16(&t[L & 3], 0x3c00 + 0 * L); __syncthreads(); P(s[L & 1]); __syncthreads();
  u32 k = IN(8) & 3; if (L < 2) s[L] = 0; __syncthreads(); for (u16 old = t[k], seen;; old = seen) { seen = CAS16(&t[k], old, old + L + 1); if (seen == old) break; } __syncthreads(); P(s[L & 1]); n = 12; P(1u); P(2u); }
#if defined(HOST) || __CUDA_ARCH__ >= 900
KERNEL(atomic90) { BEGIN u32 *g = o + T * WORDS + 8; for (int i = 0; i < 8; i++) g[i] = (IN(i) & 0x807f807f) | 0x40003f80; P((u32)BADD16(g, 0x3f81)); P((u32)BADD16((u16 *)g + 1, 0xbf01)); P(BADD32(g + 1, 0x3f813e80u)); 
#ifdef HOST
  P(FADD(g + 2, 1.5f)); P(FADD(g + 3, 2.5f)); P(FADD(g + 4, 1.5f)); P(FADD(g + 5, 2.5f));
#else
  float a, b, c, d; asm volatile("atom.global.v2.f32.add {%0, %1}, [%2], {%3, %4};" : "=f"(a), "=f"(b) : "l"(g + 2), "f"(1.5f), "f"(2.5f) : "memory"); P(a); P(b); asm volatile("atom.global.v2.f32.add {%0, %1}, [%2], {%3, %4};" : "=f"(c), "=f"(d) : "l"(g + 4), "f"(1.5f), "f"(2.5f) : "memory"); P(c); P(d);
#endif
  n = 8; for (int i = 0; i < 8; i++) P(i); }
#endif
#ifdef HOST
#define __managed__
#endif
struct Node { u32 value; Node *next; };
__device__ u32 numbers[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
__device__ u32 *inside = numbers + 5; __device__ u32 *several[4] = {numbers, numbers + 15, numbers + 2, 0};
__device__ Node last_ = {40, 0}, middle_ = {30, &last_}, first_ = {20, &middle_}; __constant__ Node *const roots[2] = {&first_, &middle_};
struct Mixed { char c; short *p; char d; }; __device__ short shorts[4] = {-1, 2, -3, 4}; __device__ Mixed mixed[2] = {{1, shorts + 1, 2}, {3, shorts + 3, 4}};
#pragma pack(push, 1)
struct Tight { char c; short *p; }; __device__ Tight tight[2] = {{5, shorts}, {6, shorts + 2}};
#pragma pack(pop)
__constant__ const char *const words[3] = {"alpha", "be", "gamma-delta"};
KERNEL(pointers) { BEGIN u32 i = IN(0); P(*inside); P(inside[i & 7]); u32 *p = several[i & 3]; P(p ? *p : 99u); u32 sum = 0; for (Node *q = roots[i & 1]; q; q = q->next) sum = sum * 3 + q->value; P(sum); Mixed m = mixed[i >> 1 & 1]; P((int)*m.p + m.c * 100 + m.d); Tight t = tight[i >> 2 & 1]; P((int)*t.p + t.c); const char *w = words[i % 3]; u32 c = 0; while (*w) c = c * 31 + *w++; P(c); P((u32)(several[1] - several[0])); }
#ifdef HOST
static u32 fns(u32 mask, u32 base, int offset) { if (base > 31) return offset == 0 ? ~0u : ~0u; if (offset == 0) return mask >> base & 1 ? base : ~0u; int count = offset < 0 ? -offset : offset, step = offset < 0 ? -1 : 1; for (int at = base; at >= 0 && at < 32; at += step) if (mask >> at & 1 && --count == 0) return at; return ~0u; }
#else
INLINE u32 fns(u32 mask, u32 base, int offset) { return __fns(mask, base, offset); }
#endif
KERNEL(searches) { BEGIN for (int i = 0; i < 6; i++) { u32 m = IN(i), b = IN(i + 1) & 31; P(fns(m, b, (int)(IN(i + 2) & 15) - 8)); P(fns(m, 0, (int)L - 31)); P(fns(m, 31, -(int)(L & 15) - 1)); P(fns(m, b, 0)); P(fns(m & m << 1 & m << 3, 0, 1)); } }
KERNEL(logic) { BEGIN for (int i = 0; i < 4; i++) { u32 a = IN(i), b = IN(i + 1), c = IN(i + 2) & 3, d, e; 
#ifdef HOST
  d = a & b & c; e = d != 0 || (a & 1); P(d); P(e); e = (a & b & c) != 0 && (a & 1); P(e);
#else
#if __CUDA_ARCH__ >= 700
  asm("{.reg .pred p, q; and.b32 %1, %2, 1; setp.ne.u32 q, %1, 0; lop3.or.b32 %0|p, %2, %3, %4, 0x80, q; selp.u32 %1, 1, 0, p;}" : "=&r"(d), "=&r"(e) : "r"(a), "r"(b), "r"(c)); P(d); P(e);
  asm("{.reg .pred p, q; and.b32 %1, %2, 1; setp.ne.u32 q, %1, 0; lop3.and.b32 %0|p, %2, %3, %4, 0x80, q; selp.u32 %1, 1, 0, p;}" : "=&r"(d), "=&r"(e) : "r"(a), "r"(b), "r"(c)); P(e);
#endif
#endif
} }
KERNEL(packs) { BEGIN for (int i = 0; i < 4; i++) { int a = (int)IN(i) >> (IN(i + 4) & 31), b = (int)IN(i + 1) >> (IN(i + 5) & 31); u32 c = IN(i + 2), r;
#define LIMIT(v, lo, hi) (u32)((v) < lo ? lo : (v) > hi ? hi : (v))
  ASM(asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)), r = LIMIT(a, -32768, 32767) << 16 | (u16)LIMIT(b, -32768, 32767)); P(r); ASM(asm("cvt.pack.sat.u16.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)), r = LIMIT(a, 0, 65535) << 16 | LIMIT(b, 0, 65535)); P(r);
  ASM(asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)), r = c << 16 | LIMIT(a, 0, 255) << 8 | LIMIT(b, 0, 255)); P(r); ASM(asm("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)), r = c << 16 | (LIMIT(a, -128, 127) & 255) << 8 | LIMIT(b, -128, 127) & 255); P(r);
#define D2(name, S, T) { u32 x = IN(i + 6), y = IN(i + 7); s64 l = (S)(u16)x - (s64)(T)(u16)y, hi = (S)(u16)(x >> 16) - (s64)(T)(u16)(y >> 16); l = l < 0 ? -l : l; hi = hi < 0 ? -hi : hi; ASM(asm("vabsdiff2." name ".add %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(c)), r = c + (u32)l + (u32)hi); P(r); }
  D2("u32.u32.u32", u16, u16) D2("u32.s32.s32", short, short) } }
KERNEL(hints) { BEGIN u32 v = IN(0);
#ifdef HOST
  P(in[T]); P(in[T + 1]); P(in[T + 2]); P(in[T + 3]); P(in[T + 4]); P(v); P(0u); P(1u); P(0u); P(1u);
#else
  u32 r; asm volatile("ld.global.nc.L1::no_allocate.L2::128B.u32 %0, [%1];" : "=r"(r) : "l"(in + T)); P(r); asm volatile("ld.global.L1::evict_last.u32 %0, [%1];" : "=r"(r) : "l"(in + T + 1)); P(r);
#if __CUDA_ARCH__ >= 800
  u64 policy; asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 0.5;" : "=l"(policy)); asm volatile("ld.global.nc.L1::evict_first.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(r) : "l"(in + T + 2), "l"(policy)); P(r); asm volatile("ld.global.L2::cache_hint.L2::64B.u32 %0, [%1], %2;" : "=r"(r) : "l"(in + T + 3), "l"(policy)); P(r); asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"(in)); asm volatile("st.global.L2::cache_hint.u32 [%0], %1, %2;" ::"l"(o + T * WORDS + 15), "r"(0), "l"(policy) : "memory");
#else
  P(in[T + 2]); P(in[T + 3]);
#endif
  asm volatile("prefetch.global.L1 [%0]; prefetch.global.L2::evict_last [%0]; prefetchu.L1 [%0];" ::"l"(in)); asm volatile("nanosleep.u32 20; pmevent 3;"); P(__ldlu(in + T + 4)); P(v);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait; griddepcontrol.launch_dependents;"); asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(r)); P(r); asm("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(r)); P(r); asm("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}" : "=r"(r)); P(r); asm("mov.u32 %0, %%nclusterid.z;" : "=r"(r)); P(r);
#else
  P(0u); P(1u); P(0u); P(1u);
#endif
#endif
}
#if defined(HOST) || __CUDA_ARCH__ >= 900
#ifdef HOST
template <class S> static u32 two(u32 x, u32 y, S (*f)(S, S)) { return (u16)f((S)x, (S)y) | (u32)(u16)f((S)(x >> 16), (S)(y >> 16)) << 16; }
static u32 elected(u32 mask) { return __builtin_ctz(mask); }
#endif
KERNEL(pairs90) { BEGIN for (int i = 0; i < 4; i++) { u32 x = IN(i), y = IN(i + 4), r;
  ASM(asm("add.u16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)), r = two<u16>(x, y, [](u16 a, u16 b) { return (u16)(a + b); })); P(r); ASM(asm("add.s16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)), r = two<u16>(x, y, [](u16 a, u16 b) { return (u16)(a + b); })); P(r);
  ASM(asm("min.u16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)), r = two<u16>(x, y, [](u16 a, u16 b) { return a < b ? a : b; })); P(r); ASM(asm("max.s16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)), r = two<short>(x, y, [](short a, short b) { return a > b ? a : b; })); P(r);
  ASM(asm("min.relu.s16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)), r = two<short>(x, y, [](short a, short b) { return (short)(a < b ? a < 0 ? 0 : a : b < 0 ? 0 : b); })); P(r); ASM(asm("max.relu.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)), r = (int)x > (int)y ? (int)x > 0 ? x : 0 : (int)y > 0 ? y : 0); P(r); } }
KERNEL(elects) { BEGIN u32 m = L & 4 ? 0xf0f0f0f0u : 0x0f0f0f0fu, r, p; 
#ifdef HOST
  r = elected(m); p = r == lane(); P(r); P(p); P(0u); P((u32)(lane() == 0));
#else
  if (L & 4) asm volatile("{.reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p;}" : "=r"(r), "=r"(p) : "r"(m)); else asm volatile("{.reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p;}" : "=r"(r), "=r"(p) : "r"(m)); P(r); P(p); __syncwarp(); asm volatile("{.reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p;}" : "=r"(r), "=r"(p) : "r"(~0u)); P(r); P(p);
#endif
}
#ifdef HOST
#include <cuda_fp8.h>
static u32 small(float a, float b, __nv_fp8_interpretation_t k) { return __nv_cvt_float_to_fp8(b, __NV_SATFINITE, k) | (u32)__nv_cvt_float_to_fp8(a, __NV_SATFINITE, k) << 8; }
static u32 smallh(u32 x, __nv_fp8_interpretation_t k) { return small(F((u16)(x >> 16)), F((u16)x), k); }
static u32 large(u16 x, __nv_fp8_interpretation_t k) { return canonical(__nv_cvt_fp8_to_halfraw((unsigned char)x, k).x) | (u32)canonical(__nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), k).x) << 16; }
#endif
KERNEL(small90) { BEGIN for (int i = 0; i < 6; i++) { u32 w = IN(i); float a = fin(IN(i + 1)), b = asf((IN(i + 2) & 0x83ffffffu) | ((IN(i + 3) & 15) + 117) << 23); u16 r; u32 q, y = near_(w) | (u32)near_(IN(i + 4)) << 16; if (i == 5) { a = asf(0x3f880000u + (w & 1)), b = asf(0x3b800000u + (w & 3)); }
#define SMALL(t, k) ASM(asm("cvt.rn.satfinite." t ".f32 %0, %1, %2;" : "=h"(r) : "f"(a), "f"(b)), r = small(a, b, k)); P((u32)r); ASM(asm("cvt.rn.satfinite." t ".f16x2 %0, %1;" : "=h"(r) : "r"(y)), r = smallh(y, k)); P((u32)r); ASM(asm("cvt.rn.f16x2." t " %0, %1;" : "=r"(q) : "h"((u16)w)), q = large((u16)w, k)); P(q);
  SMALL("e4m3x2", __NV_E4M3) SMALL("e5m2x2", __NV_E5M2) } }
#endif
#ifdef HOST
int main() { u32 *in = host::read_input();
#define R(k) host::run(#k, k, in);
R(atomic16) R(atomic90) R(pointers) R(searches) R(logic) R(packs) R(hints) R(pairs90) R(elects) R(small90) }
#endif
