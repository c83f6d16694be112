#include "common.h"
#define ALL(F) F(rn) F(rz) F(ru) F(rd)
KERNEL(f32modes) { BEGIN float a = fin(IN(0)), b = fin(IN(1)), c = fin(IN(2));
#define F(S) P(__fadd_##S(a, b)); P(__fsub_##S(a, b)); P(__fmul_##S(a, b)); P(__fdiv_##S(a, b)); P(__frcp_##S(b)); P(__fsqrt_##S(a)); P(__fmaf_##S(a, b, c));
ALL(F)
#undef F
}
KERNEL(f64modes) { BEGIN double a = din(IN(0), IN(1)), b = din(IN(2), IN(3)), c = din(IN(4), IN(5));
#define F(S) P(__dadd_##S(a, b)); P(__dsub_##S(a, b)); P(__dmul_##S(a, b)); P(__ddiv_##S(a, b)); P(__drcp_##S(b)); P(__dsqrt_##S(a)); P(__fma_##S(a, b, c));
ALL(F)
#undef F
}
KERNEL(f32toint) { BEGIN for (int k = 0; k < 4; k++) { float a = k == 3 ? (float)(int)IN(k) * 0.37f : fin(IN(k));
#define F(S) P(__float2int_##S(a)); P(__float2uint_##S(a)); P(__float2ll_##S(a)); P(__float2ull_##S(a));
ALL(F)
#undef F
} }
KERNEL(f64toint) { BEGIN for (int k = 0; k < 4; k++) { double a = k == 3 ? (double)(int)IN(k) * 1e6 : k == 2 ? (double)fin(IN(k)) : din(IN(k), IN(k + 1));
#define F(S) P(__double2int_##S(a)); P(__double2uint_##S(a)); P(__double2ll_##S(a)); P(__double2ull_##S(a)); P(__double2float_##S(a));
ALL(F)
#undef F
} }
KERNEL(inttof) { BEGIN for (int k = 0; k < 3; k++) { u32 a = IN(k); u64 b = (u64)a << 32 | IN(k + 1); b >>= k * 9;
#define F(S) P(__int2float_##S((int)a)); P(__uint2float_##S(a)); P(__ll2float_##S((s64)b)); P(__ull2float_##S(b)); P(__ll2double_##S((s64)b)); P(__ull2double_##S(b));
ALL(F)
#undef F
P((double)(int)a); P((double)a); P((float)(short)a); P((float)(unsigned char)a); } }
KERNEL(narrowcasts) { BEGIN for (int k = 0; k < 4; k++) { float a = (float)(int)(IN(k) % 70000u) * 0.5f - 10000.0f;
#ifdef HOST
  int s8 = (int)(signed char)saturated<int>(truncf(a), -128, 127), u8 = saturated<int>(truncf(a), 0, 255), s16 = saturated<int>(nearbyintf(a), -32768, 32767), u16_ = saturated<int>(floorf(a), 0, 65535);
#else
  short s8, u8, s16; u16 u16_; asm("cvt.rzi.s8.f32 %0, %1;" : "=h"(s8) : "f"(a)); asm("cvt.rzi.u8.f32 %0, %1;" : "=h"(u8) : "f"(a)); asm("cvt.rni.s16.f32 %0, %1;" : "=h"(s16) : "f"(a)); asm("cvt.rmi.u16.f32 %0, %1;" : "=h"(u16_) : "f"(a));
#endif
  P((int)s8); P((int)u8); P((int)s16); P((int)u16_); } }
KERNEL(rounding) { BEGIN for (int k = 0; k < 4; k++) { float a = k == 1 ? (float)((int)IN(k) % 1000) * 0.25f : fin(IN(k)); double d = k == 2 ? (double)((int)IN(k) % 4096) * 0.125 : din(IN(k), IN(k + 1)); P(floorf(a)); P(ceilf(a)); P(truncf(a)); P(rintf(a)); P(roundf(a)); P(floor(d)); P(ceil(d)); P(trunc(d)); P(rint(d)); P(round(d)); P(fabsf(a)); P(-a); P(fabs(d)); P(-d); P(nearbyintf(a)); } }
KERNEL(exact) { BEGIN for (int k = 0; k < 3; k++) { float a = fin(IN(k)), b = fin(IN(k + 1)); if (!(fabsf(a) < 1e20f)) a = 3.75f; if (!(fabsf(b) < 1e20f) || b == 0) b = 0.5f; int e; P(frexpf(a, &e)); P(e); P(ldexpf(a, (int)(IN(k) % 40) - 20)); P(fdimf(a, b)); P(copysignf(a, b)); P(nextafterf(a, b)); P(fabsf(a) > 1e-3f && fabsf(b) > 1e-6f ? fmodf(a, b) : 1.0f); P(remainderf(a * 0.0f + (float)((int)IN(k) % 9999) * 0.125f, 3.5f)); P((bool)std::isnan(a)); P((bool)std::isinf(1e30f * a * b)); P((bool)std::signbit(a)); P(ilogbf(b)); P((s64)llrintf((float)(int)IN(k) * 0.5f)); P(sqrt((double)fabsf(a))); P(hypot(3.0, 4.0)); P(fma((double)a, (double)b, 1.0)); } }
#ifdef HOST
static float min_nan(float a, float b, bool max) { if (a != a || b != b) return NAN; if (a == b) return max ? (std::signbit(a) ? b : a) : (std::signbit(a) ? a : b); return max ? (a > b ? a : b) : (a < b ? a : b); }
static float min_num(float a, float b, bool max) { if (a != a) return b; if (b != b) return a; return min_nan(a, b, max); }
static double min_numd(double a, double b, bool max) { if (a != a) return b; if (b != b) return a; if (a == b) return max ? (std::signbit(a) ? b : a) : (std::signbit(a) ? a : b); return max ? (a > b ? a : b) : (a < b ? a : b); }
#endif
KERNEL(minmax) { BEGIN for (int k = 0; k < 4; k++) { float a = fin(IN(k)), b = fin(IN(k + 1)); if (k == 1) { a = a - a; b = k + 0.0f - 1.0f; } if (k == 2) { a = L & 1 ? 0.0f : -0.0f; b = L & 2 ? 0.0f : -0.0f; } double c = a, d = b; float r; double R;
  ASM(asm("min.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)), r = min_num(a, b, false)); P(r); ASM(asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)), r = min_num(a, b, true)); P(r);
  ASM(asm("min.f64 %0, %1, %2;" : "=d"(R) : "d"(c), "d"(d)), R = min_numd(c, d, false)); P(R); ASM(asm("max.f64 %0, %1, %2;" : "=d"(R) : "d"(c), "d"(d)), R = min_numd(c, d, true)); P(R);
#if defined(HOST)
  P(min_nan(a, b, false)); P(min_nan(a, b, true));
#elif __CUDA_ARCH__ >= 800
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); P(r); asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); P(r);
#else
  { float x = a != a || b != b ? asf(0x7fffffff) : fminf(a, b), y = a != a || b != b ? asf(0x7fffffff) : fmaxf(a, b); P(x); P(y); }
#endif
} }
KERNEL(compare) { BEGIN for (int k = 0; k < 3; k++) { float a = fin(IN(k)), b = fin(IN(k + 1)); if (IN(5) & 1) a = a - a; if (IN(6) & 3) b = a; double c = din(IN(k), 1), d = L & 4 ? c : din(IN(k + 1), 2); P((bool)(a < b)); P((bool)!(a < b)); P((bool)(a <= b)); P((bool)!(a >= b)); P((bool)(a == b)); P((bool)(a != b)); P((bool)!(a == b)); P((bool)(c > d)); P((bool)!(c > d)); P((bool)(c == d)); P(a < b ? 1.5f : 2.5f); P(c < d || a < b ? c : d); P((a < b) == (c < d)); P((bool)(std::isnan(a) || std::isnan(b)));
#ifdef HOST
  P((u32)(a < b ? ~0u : 0)); P(a >= b ? 1.0f : 0.0f); P((u32)((a == b) && (L & 1) ? ~0u : 0)); P(c >= 0 ? a : b);
  P((u32)((int)IN(k) >= 0 ? 5 : 9)); P((bool)std::isfinite(a)); P((bool)(std::fpclassify(a) == FP_SUBNORMAL)); P((bool)(std::fpclassify(a) == FP_NORMAL)); P((bool)std::isinf(c)); P(copysign(c, d));
#else
  u32 r; float f; asm("set.lt.u32.f32 %0, %1, %2;" : "=r"(r) : "f"(a), "f"(b)); P(r); asm("set.ge.f32.f32 %0, %1, %2;" : "=f"(f) : "f"(a), "f"(b)); P(f); asm("{.reg .pred p; setp.ne.u32 p, %3, 0; set.eq.and.u32.f32 %0, %1, %2, p;}" : "=r"(r) : "f"(a), "f"(b), "r"(L & 1)); P(r);
  float cf = c >= 0 ? 1.0f : -1.0f; asm("slct.f32.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(a), "f"(b), "f"(cf)); P(f); asm("slct.u32.s32 %0, 5, 9, %1;" : "=r"(r) : "r"(IN(k))); P(r);
  asm("{.reg .pred p; testp.finite.f32 p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "f"(a)); P(r); asm("{.reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "f"(a)); P(r); asm("{.reg .pred p; testp.normal.f32 p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "f"(a)); P(r); asm("{.reg .pred p; testp.infinite.f64 p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "d"(c)); P(r); double q; asm("copysign.f64 %0, %1, %2;" : "=d"(q) : "d"(d), "d"(c)); P(q);
#endif
} }
KERNEL(saturatef) { BEGIN float a = fin(IN(0)), b = fin(IN(1)); P(__saturatef(a));
#ifdef HOST
#define S(x) P(__saturatef(x));
  S(a + b) S(a * b) S(__builtin_fmaf(a, b, 0.25f)) S(a - b) S((float)din(IN(2), IN(3)))
#else
  float r; asm("add.sat.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); P(r); asm("mul.rn.sat.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); P(r); asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(0.25f)); P(r); asm("sub.sat.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); P(r); double d = din(IN(2), IN(3)); asm("cvt.rn.sat.f32.f64 %0, %1;" : "=f"(r) : "d"(d)); P(r);
#endif
}
// .ftz by name, as -ftz=true writes it.
#ifdef HOST
static float z(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x; }
#define Z2(op, e) { float a = z(x), b = z(y); P(z(e)); }
#else
#define Z2(op, e) { float r; asm(op " %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); P(r); }
#endif
KERNEL(flush) { BEGIN for (int k = 0; k < 4; k++) { float x = fin(k & 1 ? IN(k) & 0x80ffffffu : IN(k)), y = fin(k & 2 ? IN(k + 1) & 0x80ffffffu : IN(k + 1) & 0xbfffffff); Z2("add.ftz.f32", a + b) Z2("sub.ftz.f32", a - b) Z2("mul.ftz.f32", a * b) Z2("div.rn.ftz.f32", a / b) Z2("add.rz.ftz.f32", __fadd_rz(a, b))
#ifdef HOST
  { float a = z(x), b = z(y); P(z(__builtin_fmaf(a, b, a))); P(z(sqrtf(a))); P(z(1.0f / b)); P(z(fabsf(a))); P(min_num(a, b, false)); P((bool)(a < b)); P((bool)!(a == b)); P((int)saturated<int>(truncf(a), INT32_MIN, INT32_MAX)); P((double)a); P(z((float)din(IN(k), IN(k + 1)))); P(z(-a)); }
#else
  { float r; u32 p; int i; double d = din(IN(k), IN(k + 1)), q; asm("fma.rn.ftz.f32 %0, %1, %2, %1;" : "=f"(r) : "f"(x), "f"(y)); P(r); asm("sqrt.rn.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); P(r); asm("rcp.rn.ftz.f32 %0, %1;" : "=f"(r) : "f"(y)); P(r); asm("abs.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); P(r); asm("min.ftz.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); P(r);
    asm("{.reg .pred p; setp.lt.ftz.f32 p, %1, %2; selp.u32 %0, 1, 0, p;}" : "=r"(p) : "f"(x), "f"(y)); P(p); asm("{.reg .pred p; setp.neu.ftz.f32 p, %1, %2; selp.u32 %0, 1, 0, p;}" : "=r"(p) : "f"(x), "f"(y)); P(p); asm("cvt.rzi.ftz.s32.f32 %0, %1;" : "=r"(i) : "f"(x)); P(i); asm("cvt.ftz.f64.f32 %0, %1;" : "=d"(q) : "f"(x)); P(q); asm("cvt.rn.ftz.f32.f64 %0, %1;" : "=f"(r) : "d"(d)); P(r); asm("neg.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); P(r); }
#endif
} }
#ifdef HOST
int main() { u32 *in = host::read_input();
#define R(k) host::run(#k, k, in);
R(f32modes) R(f64modes) R(f32toint) R(f64toint) R(inttof) R(narrowcasts) R(rounding) R(exact) R(minmax) R(compare) R(saturatef) R(flush) }
#endif
