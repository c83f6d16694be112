#include "common.h"
#include "forms16.h"
// Half of the values lie near each other, so that sums have something to round.
INLINE u16 near_(u32 x) { return (u16)(x >> 16 & 1 ? x : (x & 0x83ff) | ((x >> 20 & 7) + 12) << 10); }
INLINE u32 pair(u32 x, u32 y) { return near_(x) | (u32)near_(y) << 16; }
KERNEL(half1) { BEGIN for (int i = 0; i < 6; i++) { u16 a = near_(IN(i)), b = near_(IN(i + 6)), c = near_(IN(i + 12));
  A2("add.f16", h(F(a) + F(b))) A2("sub.rn.f16", h(F(a) - F(b))) A2("mul.f16", h(F(a) * F(b))) A3("fma.rn.f16", hfma(a, b, c)) A2("add.ftz.f16", z(h(F(z(a)) + F(z(b))))) A2("mul.rn.ftz.f16", z(h(F(z(a)) * F(z(b)))))
  A2("add.sat.f16", sat(h(F(a) + F(b)))) A2("mul.sat.f16", sat(h(F(a) * F(b)))) A3("fma.rn.sat.f16", sat(hfma(a, b, c))) A3("fma.rn.ftz.f16", z(hfma(z(a), z(b), z(c)))) A3("fma.rn.ftz.sat.f16", sat(z(hfma(z(a), z(b), z(c))))) A2("sub.ftz.sat.f16", sat(z(h(F(z(a)) - F(z(b))))))
  if (!nan_(a)) { A1("neg.f16", (u16)(a ^ 0x8000)) A1("abs.f16", (u16)(a & 0x7fff)) A1("neg.ftz.f16", (u16)(z(a) ^ 0x8000)) } } }
KERNEL(half2) { BEGIN for (int i = 0; i < 6; i++) { u32 x = pair(IN(i), IN(i + 1)), y = pair(IN(i + 7), IN(i + 8)), z_ = pair(IN(i + 14), IN(i + 15)); u32 z = z_; (void)z;
#ifdef HOST
#define Z(v) ::z(v)
#endif
  B2("add.f16x2", h(F(a) + F(b))) B2("sub.f16x2", h(F(a) - F(b))) B2("mul.rn.f16x2", h(F(a) * F(b))) B3("fma.rn.f16x2", hfma(a, b, c)) B2("add.sat.f16x2", sat(h(F(a) + F(b)))) B3("fma.rn.sat.f16x2", sat(hfma(a, b, c))) B2("mul.ftz.f16x2", Z(h(F(Z(a)) * F(Z(b)))))
  if (!nan_((u16)x) && !nan_((u16)(x >> 16))) { B1("neg.f16x2", (u16)(a ^ 0x8000)) B1("abs.f16x2", (u16)(a & 0x7fff)) } } }
#define COMPARE(op, host) { bool r; u32 v; ASM(asm("{.reg .pred p; setp." #op ".f16 p, %1, %2; selp.u32 %0, 1, 0, p;}" : "=r"(v) : "h"(a), "h"(b)); r = v != 0, r = host); P(r); u16 s; ASM(asm("set." #op ".f16.f16 %0, %1, %2;" : "=h"(s) : "h"(a), "h"(b)), s = (host) ? 0x3c00 : 0); P((u32)s); ASM(asm("set." #op ".u32.f16 %0, %1, %2;" : "=r"(v) : "h"(a), "h"(b)), v = (host) ? ~0u : 0); P(v); B2("set." #op ".f16x2.f16x2", (u16)((host) ? 0x3c00 : 0)) B2("set." #op ".u32.f16x2", (u16)((host) ? 0xffff : 0)) B2("set." #op ".ftz.f16x2.f16x2", flushed([](u16 a, u16 b) { return (u16)((host) ? 0x3c00 : 0); }, a, b)) }
KERNEL(half_compare) { BEGIN for (int i = 0; i < 5; i++) { u16 a = near_(IN(i)), b = i & 1 ? a : near_(IN(i + 6)); if (i == 4) a = (u16)(IN(3) & 0x83ff), b = (u16)(IN(5) & 0x8001); u32 x = pair(IN(i), IN(i + 1)), y = pair(IN(i), IN(i + 8));
  COMPARE(eq, F(a) == F(b)) COMPARE(ne, ordered(a, b) && F(a) != F(b)) COMPARE(lt, F(a) < F(b)) COMPARE(le, F(a) <= F(b)) COMPARE(gt, F(a) > F(b)) COMPARE(ge, F(a) >= F(b))
  COMPARE(equ, !(ordered(a, b) && F(a) != F(b))) COMPARE(neu, F(a) != F(b)) COMPARE(ltu, !(F(a) >= F(b))) COMPARE(leu, !(F(a) > F(b))) COMPARE(gtu, !(F(a) <= F(b))) COMPARE(geu, !(F(a) < F(b))) COMPARE(num, ordered(a, b)) COMPARE(nan, !ordered(a, b))
  u32 v; ASM(asm("{.reg .pred p, q; setp.lt.f16x2 p|q, %1, %2; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}" : "=r"(v) : "r"(x), "r"(y)), v = (F((u16)x) < F((u16)y)) | (F((u16)(x >> 16)) < F((u16)(y >> 16))) << 1); P(v); } }
KERNEL(half_convert) { BEGIN for (int i = 0; i < 4; i++) { u32 w = IN(i); u16 a = near_(w); float f = fin(IN(i + 1)), g = (float)(int)IN(i + 2) * 1e-6f; double d = din(IN(i + 3), w), e = g * 1.0000001; int s = (int)IN(i + 4) >> (w & 31); s64 q = (s64)((u64)IN(i + 5) << 32 | w) >> (IN(i + 6) & 63);
#define CASTS_TO(S, MODE) TO("cvt." #S ".f16.f32", "f", float, f, rounded(MODE, [&] { return h(f); })) TO("cvt." #S ".f16.f32", "f", float, g, rounded(MODE, [&] { return h(g); })) TO("cvt." #S ".f16.f64", "d", double, d, rounded(MODE, [&] { return h(d); })) TO("cvt." #S ".f16.f64", "d", double, e, rounded(MODE, [&] { return h(e); })) TO("cvt." #S ".f16.s32", "r", int, s, rounded(MODE, [&] { return h((double)s); })) TO("cvt." #S ".f16.u32", "r", u32, s, rounded(MODE, [&] { return h((double)(u32)s); })) TO("cvt." #S ".f16.s64", "l", s64, q, rounded(MODE, [&] { return h((__float128)q); })) TO("cvt." #S ".f16.u64", "l", u64, q, rounded(MODE, [&] { return h((__float128)(u64)q); })) TO("cvt." #S ".f16.s16", "h", short, s, rounded(MODE, [&] { return h((float)(short)s); }))
  CASTS_TO(rn, FE_TONEAREST) CASTS_TO(rz, FE_TOWARDZERO) CASTS_TO(rm, FE_DOWNWARD) CASTS_TO(rp, FE_UPWARD)
  FROM("cvt.f32.f16", "=f", float, F(a)) FROM("cvt.f64.f16", "=d", double, (double)F(a)) FROM("cvt.rzi.s32.f16", "=r", int, saturated<int>(trunc(F(a)), INT32_MIN, INT32_MAX)) FROM("cvt.rni.u32.f16", "=r", u32, saturated<u32>(nearbyint(F(a)), 0, UINT32_MAX)) FROM("cvt.rmi.s64.f16", "=l", s64, saturated<s64>(floor(F(a)), INT64_MIN, INT64_MAX)) FROM("cvt.rpi.u64.f16", "=l", u64, saturated<u64>(ceil(F(a)), 0, UINT64_MAX))
  A1("cvt.rni.f16.f16", h(nearbyintf(F(a)))) A1("cvt.rzi.f16.f16", h(truncf(F(a)))) A1("cvt.rmi.f16.f16", h(floorf(F(a)))) A1("cvt.rpi.f16.f16", h(ceilf(F(a)))) TO("cvt.rn.sat.f16.f32", "f", float, g, h(__saturatef(g))) } }
#if defined(HOST) || __CUDA_ARCH__ >= 800
KERNEL(half80) { BEGIN for (int i = 0; i < 4; i++) { u16 a = near_(IN(i)), b = near_(IN(i + 6)), c = near_(IN(i + 12)); u32 x = pair(IN(i), IN(i + 1)), y = pair(IN(i + 7), IN(i + 8)), z = pair(IN(i + 14), IN(i + 15)); float f = fin(IN(i + 2)), g = (float)(int)IN(i + 3) * 1e-5f;
  A2("min.f16", minimum(a, b)) A2("max.f16", maximum(a, b)) A2("min.NaN.f16", either(a, b) ? 0x7fff : minimum(a, b)) A2("max.NaN.f16", either(a, b) ? 0x7fff : maximum(a, b)) A2("min.ftz.f16", minimum(::z(a), ::z(b))) B2("max.f16x2", maximum(a, b)) B2("min.NaN.f16x2", either(a, b) ? (u16)0x7fff : minimum(a, b))
  A3("fma.rn.relu.f16", relu(hfma(a, b, c))) B3("fma.rn.relu.f16x2", relu(hfma(a, b, c)))
  PACKED("cvt.rn.f16x2.f32", h(f)) PACKED("cvt.rz.f16x2.f32", rounded(FE_TOWARDZERO, [&] { return h(f); })) PACKED("cvt.rn.relu.f16x2.f32", relu(h(f))) TO("cvt.rn.relu.f16.f32", "f", float, g, relu(h(g)))
  if (!nan_(a) && !nan_(b)) { A2("min.xorsign.abs.f16", (u16)(minimum(a & 0x7fff, b & 0x7fff) | ((a ^ b) & 0x8000))) A2("max.NaN.xorsign.abs.f16", (u16)(maximum(a & 0x7fff, b & 0x7fff) | ((a ^ b) & 0x8000))) } } }
#endif
#ifdef HOST
int main() { u32 *in = host::read_input();
#define R(k) host::run(#k, k, in);
R(half1) R(half2) R(half_compare) R(half_convert) R(half80) }
#endif
