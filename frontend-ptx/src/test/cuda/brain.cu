#include "common.h"
#include "forms16.h"
// bf16 and bf16x2, from compute_80 on; sums, comparisons and most conversions from compute_90 on.
INLINE u16 near_(u32 x) { return (u16)(x >> 16 & 1 ? x : (x & 0x807f) | ((x >> 20 & 7) + 124) << 7); }
INLINE u32 pair(u32 x, u32 y) { return near_(x) | (u32)near_(y) << 16; }
INLINE bool none(u16 a) { return (a & 0x7fff) > 0x7f80; }
#if defined(HOST) || __CUDA_ARCH__ >= 800
KERNEL(brain80) { BEGIN for (int i = 0; i < 6; i++) { u16 a = near_(IN(i)), b = near_(IN(i + 6)), c = near_(IN(i + 12)); u32 x = pair(IN(i), IN(i + 1)), y = pair(IN(i + 7), IN(i + 8)), z = pair(IN(i + 14), IN(i + 15)); float f = fin(IN(i + 2)), g = (float)(int)IN(i + 3) * 1e-5f;
  // The product lies halfway between two bf16, and what is added decides.
  if (i > 3) { a = 0x3f81 | (IN(1) & 0x1e), b = 0x3fc0, c = (u16)(IN(2) & 0x80ff | 0x1000); x = a | (u32)a << 16, y = b | (u32)b << 16, z = c | (u32)(c ^ 0x8000) << 16; }
  A3("fma.rn.bf16", bfma(a, b, c)) A3("fma.rn.relu.bf16", brelu(bfma(a, b, c))) B3("fma.rn.bf16x2", bfma(a, b, c)) B3("fma.rn.relu.bf16x2", brelu(bfma(a, b, c)))
  A2("min.bf16", bminimum(a, b)) A2("max.bf16", bmaximum(a, b)) A2("min.NaN.bf16", none(a) || none(b) ? 0x7fff : bminimum(a, b)) B2("max.NaN.bf16x2", nan_b(a) || nan_b(b) ? (u16)0x7fff : bmaximum(a, b)) B2("min.bf16x2", bminimum(a, b))
  if (!none(a) && !none(b)) { A1("neg.bf16", (u16)(a ^ 0x8000)) A1("abs.bf16", (u16)(a & 0x7fff)) A2("max.xorsign.abs.bf16", (u16)(bmaximum(a & 0x7fff, b & 0x7fff) | ((a ^ b) & 0x8000))) }
  TO("cvt.rn.bf16.f32", "f", float, f, bf(f)) TO("cvt.rz.bf16.f32", "f", float, f, rounded(FE_TOWARDZERO, [&] { return bf(f); })) TO("cvt.rn.relu.bf16.f32", "f", float, g, brelu(bf(g)))
  PACKED("cvt.rn.bf16x2.f32", bf(f)) PACKED("cvt.rz.bf16x2.f32", rounded(FE_TOWARDZERO, [&] { return bf(f); })) PACKED("cvt.rn.relu.bf16x2.f32", brelu(bf(f)))
  u32 t; ASM(asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(t) : "f"(g)), t = (fbits(g) + 0x1000) & ~0x1fffu); P(t); } }
#endif
#if defined(HOST) || __CUDA_ARCH__ >= 900
KERNEL(brain90) { BEGIN for (int i = 0; i < 6; i++) { u16 a = near_(IN(i)), b = i & 1 ? near_(IN(i + 6)) : a ^ (IN(9) & 3); u32 x = pair(IN(i), IN(i + 1)), y = pair(IN(i + (i & 1)), IN(i + 8));
  A2("add.bf16", bf((double)W(a) + W(b))) A2("add.rn.bf16", bf((double)W(a) + W(b))) A2("sub.bf16", bf((double)W(a) - W(b))) A2("mul.bf16", bf((double)W(a) * W(b))) B2("add.bf16x2", bf((double)W(a) + W(b))) B2("sub.rn.bf16x2", bf((double)W(a) - W(b))) B2("mul.bf16x2", bf((double)W(a) * W(b)))
#define COMPARE(op, host) { u32 v; ASM(asm("{.reg .pred p; setp." #op ".bf16 p, %1, %2; selp.u32 %0, 1, 0, p;}" : "=r"(v) : "h"(a), "h"(b)), v = host); P(v); u16 s; ASM(asm("set." #op ".bf16.bf16 %0, %1, %2;" : "=h"(s) : "h"(a), "h"(b)), s = (host) ? 0x3f80 : 0); P((u32)s); B2("set." #op ".bf16x2.bf16x2", (u16)((host) ? 0x3f80 : 0)) B2("set." #op ".u32.bf16x2", (u16)((host) ? 0xffff : 0)) }
  COMPARE(eq, W(a) == W(b)) COMPARE(ne, W(a) < W(b) || W(a) > W(b)) COMPARE(lt, W(a) < W(b)) COMPARE(ge, W(a) >= W(b)) COMPARE(neu, W(a) != W(b)) COMPARE(ltu, !(W(a) >= W(b))) COMPARE(nan, nan_b(a) || nan_b(b)) } }
KERNEL(brain_convert) { BEGIN for (int i = 0; i < 4; i++) { u32 w = IN(i); u16 a = near_(w); float f = fin(IN(i + 1)); double d = din(IN(i + 3), w), e = (int)IN(i + 2) * 1.0000000001e-3; int s = (int)IN(i + 4) >> (w & 31); s64 q = (s64)((u64)IN(i + 5) << 32 | w) >> (IN(i + 6) & 63); u16 half = (u16)IN(i + 7);
  // Halfway, but for bits that F32 does not hold.
  if (i == 3) { s = 0x40400000 | (w & 3), q = (s64)0x40400000 << 32 | (w & 3), d = 1.00390625 + (int)(w & 3) * 0x1p-50, e = -d; }
#define CASTS_TO(S, MODE) TO("cvt." #S ".bf16.f64", "d", double, d, rounded(MODE, [&] { return bf(d); })) TO("cvt." #S ".bf16.f64", "d", double, e, rounded(MODE, [&] { return bf(e); })) TO("cvt." #S ".bf16.s32", "r", int, s, rounded(MODE, [&] { return bf(s); })) TO("cvt." #S ".bf16.u32", "r", u32, s, rounded(MODE, [&] { return bf((u32)s); })) TO("cvt." #S ".bf16.s64", "l", s64, q, rounded(MODE, [&] { return bf(q); })) TO("cvt." #S ".bf16.u64", "l", u64, q, rounded(MODE, [&] { return bf((u64)q); })) TO("cvt." #S ".bf16.s16", "h", short, s, rounded(MODE, [&] { return bf((short)s); }))
  CASTS_TO(rn, FE_TONEAREST) CASTS_TO(rz, FE_TOWARDZERO) CASTS_TO(rm, FE_DOWNWARD) CASTS_TO(rp, FE_UPWARD)
  TO("cvt.rn.bf16.f16", "h", u16, half, bf(F(half))) TO("cvt.rn.f16.bf16", "h", u16, a, h(W(a)))
  FROM("cvt.f32.bf16", "=f", float, W(a)) FROM("cvt.f64.bf16", "=d", double, (double)W(a)) FROM("cvt.rzi.s32.bf16", "=r", int, saturated<int>(trunc(W(a)), INT32_MIN, INT32_MAX)) FROM("cvt.rni.u32.bf16", "=r", u32, saturated<u32>(nearbyint(W(a)), 0, UINT32_MAX)) FROM("cvt.rmi.s64.bf16", "=l", s64, saturated<s64>(floor(W(a)), INT64_MIN, INT64_MAX)) FROM("cvt.rpi.u64.bf16", "=l", u64, saturated<u64>(ceil(W(a)), 0, UINT64_MAX))
  A1("cvt.rni.bf16.bf16", bf(nearbyintf(W(a)))) A1("cvt.rzi.bf16.bf16", bf(truncf(W(a)))) A1("cvt.rmi.bf16.bf16", bf(floorf(W(a)))) A1("cvt.rpi.bf16.bf16", bf(ceilf(W(a)))) } }
#endif
#ifdef HOST
int main() { u32 *in = host::read_input();
#define R(k) host::run(#k, k, in);
R(brain80) R(brain90) R(brain_convert) }
#endif
