#include "common.h"
// lop3, prmt, bfe, bfi, shf in every mode that PTX has.
INLINE u32 lop(u32 a, u32 b, u32 c, int t) { u32 r = 0; for (int i = 0; i < 32; i++) r |= (u32)(t >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i; return r; }
#define LOP(t) { u32 r; ASM(asm("lop3.b32 %0, %1, %2, %3, " #t ";" : "=r"(r) : "r"(a), "r"(b), "r"(c)), r = lop(a, b, c, t)); P(r); }
KERNEL(lop3) { BEGIN u32 a = IN(0), b = IN(1), c = IN(2); LOP(0x96) LOP(0xe8) LOP(0xca) LOP(0x1f) LOP(0x80) LOP(0x01) LOP(0xfe) LOP(0xd8) }
#ifdef HOST
static u32 special_perm(u32 a, u32 b, u32 c, int mode) { u64 v = (u64)b << 32 | a; u32 r = 0; int s = c & 3;
  for (int i = 0; i < 4; i++) { int k = mode == 0 ? s + i : mode == 1 ? (8 + s - i) & 7 : mode == 2 ? s : mode == 3 ? (i > s ? i : s) : mode == 4 ? (i < s ? i : s) : (s & 1) * 2 + (i & 1); r |= (u32)(v >> 8 * k & 255) << 8 * i; } return r; }
static u32 signs(u32 a, u32 b, u32 s) { u64 v = (u64)b << 32 | a; u32 r = 0; for (int i = 0; i < 4; i++) { u32 x = (u32)(v >> 8 * (s >> 4 * i & 7) & 255); if (s >> 4 * i & 8) x = x & 128 ? 255 : 0; r |= x << 8 * i; } return r; }
#endif
#define PRMT(m, k) { u32 r; ASM(asm("prmt.b32." #m " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)), r = special_perm(a, b, c, k)); P(r); }
KERNEL(prmt) { BEGIN u32 a = IN(0), b = IN(1), c = IN(2); P(__byte_perm(a, b, c & 0x7777)); P(__byte_perm(a, b, 0x0123));
  { u32 r; ASM(asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)), r = signs(a, b, c)); P(r); }
  PRMT(f4e, 0) PRMT(b4e, 1) PRMT(rc8, 2) PRMT(ecl, 3) PRMT(ecr, 4) PRMT(rc16, 5) }
#ifdef HOST
static u64 bfe_(u64 a, u32 b, u32 c, int w, bool s) { b &= 255; c &= 255; u32 msb = w - 1; u32 sp = b + c - 1 < msb ? b + c - 1 : msb; if (b + c == 0) sp = 0; u64 sign = !s || c == 0 ? 0 : a >> sp & 1; u64 r = 0; for (u32 i = 0; i <= msb; i++) { u64 bit = i < c && b + i <= msb ? a >> (b + i) & 1 : sign; r |= bit << i; } return r; }
static u64 bfi_(u64 a, u64 b, u32 p, u32 l, int w) { p &= 255; l &= 255; u64 r = b; for (u32 i = 0; i < l && p + i < (u32)w; i++) r = (r & ~(1ull << (p + i))) | (a >> i & 1) << (p + i); return r; }
#endif
KERNEL(fields) { BEGIN
  for (int k = 0; k < 4; k++) { u32 a = IN(k), b = IN(k + 1), p = IN(k + 2) % (k < 2 ? 40 : 300), l = IN(k + 3) % (k < 2 ? 40 : 300); u64 A = (u64)a << 32 | b, B = (u64)b << 31 ^ a; u32 r; u64 R; int s; s64 S;
    ASM(asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(p), "r"(l)), r = (u32)bfe_(a, p, l, 32, false)); P(r);
    ASM(asm("bfe.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(a), "r"(p), "r"(l)), s = (int)bfe_(a, p, l, 32, true)); P(s);
    ASM(asm("bfe.u64 %0, %1, %2, %3;" : "=l"(R) : "l"(A), "r"(p + k * 7), "r"(l)), R = bfe_(A, p + k * 7, l, 64, false)); P(R);
    ASM(asm("bfe.s64 %0, %1, %2, %3;" : "=l"(S) : "l"(A), "r"(p + k * 7), "r"(l)), S = bfe_(A, p + k * 7, l, 64, true)); P(S);
    ASM(asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(p), "r"(l)), r = (u32)bfi_(a, b, p, l, 32)); P(r);
    ASM(asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(R) : "l"(A), "l"(B), "r"(p), "r"(l)), R = bfi_(A, B, p, l, 64)); P(R); } }
KERNEL(funnel) { BEGIN for (int k = 0; k < 4; k++) { u32 a = IN(k), b = IN(k + 1), s = IN(k + 2) % 70; P(__funnelshift_l(a, b, s)); P(__funnelshift_r(a, b, s)); P(__funnelshift_lc(a, b, s)); P(__funnelshift_rc(a, b, s)); P(a << (s & 31) | a >> (-s & 31)); } }
KERNEL(dots) { BEGIN u32 a = IN(0), b = IN(1), c = IN(2); P(__dp4a((int)a, (int)b, (int)c)); P(__dp4a(a, b, c)); P(__dp2a_lo((int)a, (int)b, (int)c)); P(__dp2a_hi(a, b, c));
#ifdef HOST
  u32 m = c; for (int i = 0; i < 32; i += 8) m += (u32)((int)(a >> i & 255) * (signed char)(b >> i)); P((int)m);
#else
  int m; asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(m) : "r"(a), "r"(b), "r"(c)); P(m);
#endif
}
KERNEL(wide) { BEGIN int a = IN(0), b = IN(1); u32 ua = a, ub = b; s64 c = (s64)((u64)IN(2) << 32 | IN(3)); P((s64)a * b + c); P((u64)ua * ub + (u64)c); P((s64)a * b); P((u64)ua * ub);
  short sa = (short)a, sb = (short)b; u16 wa = (u16)a, wb = (u16)b; P((int)sa * sb); P((u32)wa * wb + ua); P((int)sa * sb + b);
  P(__mulhi(a, b)); P(__umulhi(ua, ub)); P(__mul64hi(c, (s64)a * b)); P(__umul64hi((u64)c, (u64)ua * ub)); P((u16)(wa * wb >> 16)); P((s64)((u64)c * (u64)(s64)a)); P(ua * ub + (u32)c); P((u64)c * ub + ua); }
KERNEL(divide) { BEGIN for (int k = 0; k < 3; k++) { s64 a = (s64)((u64)IN(k) << 32 | IN(k + 1)), b = (s64)((u64)IN(k + 2) << (k * 16)) | 1; u64 ua = a, ub = b; if (b == -1) b = 3; int c = IN(k + 3), d = (int)IN(k + 4) | 1; if (d == -1) d = 7; short e = (short)c, f = (short)(d | 1); if (f == -1) f = 5;
    P(a / b); P(a % b); P(ua / ub); P(ua % ub); P(c / d); P(c % d); P((u32)c / (u32)d); P((u32)c % (u32)d); P(e / f); P(e % f); P((u16)e / (u16)f); P((signed char)c / 7); P(ua / 10); P(a / 1000003); P((u32)c % 7); P(c / 16); P((u32)c / 641); } }
KERNEL(carry) { BEGIN u64 a0 = (u64)IN(0) << 32 | IN(1), a1 = (u64)IN(2) << 32 | IN(3), b0 = (u64)IN(4) << 32 | IN(5), b1 = (u64)IN(6) << 32 | IN(7);
#ifdef HOST
  unsigned __int128 a = (unsigned __int128)a1 << 64 | a0, b = (unsigned __int128)b1 << 64 | b0, s = a + b, d = a - b; u64 r0 = s, r1 = s >> 64, d0 = d, d1 = d >> 64;
  unsigned __int128 m = (unsigned __int128)a0 * b0 + b; u64 m0 = m, m1 = m >> 64; u32 c = (a0 + b0 < a0), w = (u32)a0 < (u32)b0; 
  u64 x = (u64)(u32)a0 * (u32)b0 + b1; u32 x0 = (u32)x, x1 = (u32)(x >> 32);
#else
  u64 r0, r1, d0, d1, m0, m1; u32 c, w, x0, x1;
  asm("add.cc.u64 %0, %2, %4; addc.u64 %1, %3, %5;" : "=&l"(r0), "=&l"(r1) : "l"(a0), "l"(a1), "l"(b0), "l"(b1));
  asm("sub.cc.u64 %0, %2, %4; subc.u64 %1, %3, %5;" : "=&l"(d0), "=&l"(d1) : "l"(a0), "l"(a1), "l"(b0), "l"(b1));
  asm("mad.lo.cc.u64 %0, %2, %3, %4; madc.hi.u64 %1, %2, %3, %5;" : "=&l"(m0), "=&l"(m1) : "l"(a0), "l"(b0), "l"(b0), "l"(b1));
  asm("{.reg .u64 t; add.cc.u64 t, %1, %2; addc.u32 %0, 0, 0;}" : "=r"(c) : "l"(a0), "l"(b0));
  asm("{.reg .u32 t; sub.cc.u32 t, %1, %2; subc.u32 %0, 0, 0;}" : "=r"(w) : "r"((u32)a0), "r"((u32)b0)); w = (w != 0);
  asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;" : "=&r"(x0), "=&r"(x1) : "r"((u32)a0), "r"((u32)b0), "r"((u32)b1), "r"((u32)(b1 >> 32)));
#endif
  P(r0); P(r1); P(d0); P(d1); P(m0); P(m1); P(c); P(w); P(x0); P(x1);
  unsigned __int128 q = ((unsigned __int128)a1 << 64 | a0), t = ((unsigned __int128)b1 << 64 | b0); q = q * 3 + t; q ^= q >> 67; q += t << 5; P((u64)q); P((u64)(q >> 64)); __int128 z = (__int128)q >> 90; P((u64)z); P((bool)(q < t)); }
KERNEL(narrow24) { BEGIN int a = IN(0), b = IN(1), c = IN(2); P(__mul24(a, b)); P(__umul24(a, b));
#ifdef HOST
  s64 p = (s64)(a << 8 >> 8) * (b << 8 >> 8); u64 q = (u64)(a & 0xffffff) * (u64)(b & 0xffffff); P((int)(p >> 16)); P((u32)(q >> 16)); P((int)((u32)p + (u32)c)); P((u32)q + (u32)c); P((u32)(q >> 16) + (u32)c);
  s64 s = (s64)(int)(p >> 16) + c; P((int)(s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : s));
#else
  int r; u32 u; asm("mul24.hi.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); P(r); asm("mul24.hi.u32 %0, %1, %2;" : "=r"(u) : "r"(a), "r"(b)); P(u); asm("mad24.lo.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); P(r);
  asm("mad24.lo.u32 %0, %1, %2, %3;" : "=r"(u) : "r"(a), "r"(b), "r"(c)); P(u); asm("mad24.hi.u32 %0, %1, %2, %3;" : "=r"(u) : "r"(a), "r"(b), "r"(c)); P(u); asm("mad24.hi.sat.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); P(r);
#endif
}
#ifdef HOST
static u32 find(u64 v, int w, bool s, bool amount) { if (s && v >> (w - 1) & 1) v = ~v & (w == 64 ? ~0ull : 0xffffffffull); if (!v) return ~0u; u32 p = 63 - __builtin_clzll(v); return amount ? w - 1 - p : p; }
#endif
#define FIND(T, R, w, s, x) { u32 r; ASM(asm("bfind." #T " %0, %1;" : "=r"(r) : R(x)), r = find((u64)x, w, s, false)); P(r); ASM(asm("bfind.shiftamt." #T " %0, %1;" : "=r"(r) : R(x)), r = find((u64)x, w, s, true)); P(r); }
KERNEL(counts) { BEGIN for (int k = 0; k < 3; k++) { u32 a = IN(k) >> (k * 9); u64 b = ((u64)IN(k) << 32 | IN(k + 1)) >> (k * 13); P(__clz((int)a)); P(__clzll((s64)b)); P(__popc(a)); P(__popcll(b)); P(__ffs((int)a)); P(__ffsll((s64)b)); P(__brev(a)); P(__brevll(b)); FIND(u32, "r", 32, false, a) FIND(s32, "r", 32, true, a) FIND(u64, "l", 64, false, b) FIND(s64, "l", 64, true, b) } }
KERNEL(averages) { BEGIN int a = IN(0), b = IN(1); u32 ua = a, ub = b; P(__sad(a, b, 7u)); P(__usad(ua, ub, ua)); P(__hadd(a, b)); P(__rhadd(a, b)); P(__uhadd(ua, ub)); P(__urhadd(ua, ub)); P(a < 0 ? (int)(0u - ua) : a);
  s64 c = (s64)((u64)IN(2) << 32 | IN(3)), d = (s64)((u64)IN(4) << 32 | IN(5)); P(c < d ? c : d); P(c > d ? c : d); P((u64)c < (u64)d ? (u64)c : (u64)d); P(c < 0 ? (s64)(0 - (u64)c) : c); short e = (short)a, f = (short)b; P((int)(e < f ? e : f)); P((int)((u16)e > (u16)f ? (u16)e : (u16)f)); }
KERNEL(saturating) { BEGIN int a = IN(0), b = IN(1), r;
#ifdef HOST
#define SAT(x) { s64 w = x; P((int)(w > INT32_MAX ? INT32_MAX : w < INT32_MIN ? INT32_MIN : w)); }
  SAT((s64)a + b) SAT((s64)a - b) SAT((s64)(int)((s64)a * b >> 32) + b) (void)r;
#else
  asm("add.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); P(r); asm("sub.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); P(r); asm("mad.hi.sat.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(b)); P(r);
#endif
  u32 c = (u32)a; signed char x; unsigned char y; u16 z;
#ifdef HOST
  x = (signed char)(a > 127 ? 127 : a < -128 ? -128 : a); y = (unsigned char)(a < 0 ? 0 : a > 255 ? 255 : a); z = (u16)(c > 65535 ? 65535 : c); P((int)x); P((int)y); P((int)z); s64 w = (s64)((u64)c << 20 ^ (u64)(s64)b); int v = w > INT32_MAX ? INT32_MAX : w < INT32_MIN ? INT32_MIN : (int)w; P(v); u32 q = w < 0 ? 0 : w > (s64)UINT32_MAX ? UINT32_MAX : (u32)w; P(q);
#else
  int xi, yi, zi; asm("cvt.sat.s8.s32 %0, %1;" : "=r"(xi) : "r"(a)); asm("cvt.sat.u8.s32 %0, %1;" : "=r"(yi) : "r"(a)); asm("cvt.sat.u16.u32 %0, %1;" : "=r"(zi) : "r"(c)); P(xi); P(yi); P(zi); s64 w = (s64)((u64)c << 20 ^ (u64)(s64)b); int v; asm("cvt.sat.s32.s64 %0, %1;" : "=r"(v) : "l"(w)); P(v); u32 q; asm("cvt.sat.u32.s64 %0, %1;" : "=r"(q) : "l"(w)); P(q); (void)x; (void)y; (void)z;
#endif
}
KERNEL(extend) { BEGIN u32 a = IN(0), b = IN(1) & 63; for (int k = 0; k < 3; k++, b = b * 5 + 1 & (k == 2 ? 127 : 31)) {
#ifdef HOST
  u32 nw = b & 31, nc = b > 32 ? 32 : b; for (u32 m : {nw, nc}) { u32 low = m == 32 ? a : a & ((1u << m) - 1); P(low); P((int)(m == 0 ? 0 : m == 32 ? a : low >> (m - 1) & 1 ? low | ~0u << m : low)); }
  u32 p = IN(2) & 63; u64 one = b > 32 ? 32 : b; P((u32)(p >= 32 ? 0 : (((1ull << one) - 1) << p))); P((u32)(((1ull << (b & 31)) - 1) << (p & 31)));
#else
  u32 r, p = IN(2) & 63; asm("szext.wrap.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); P(r); asm("szext.wrap.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); P(r); asm("szext.clamp.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); P(r); asm("szext.clamp.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); P(r);
  asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r) : "r"(p), "r"(b)); P(r); asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(r) : "r"(p), "r"(b)); P(r);
#endif
  } }
#ifndef HOST
#endif
// SIMD-in-a-word: what __vadd4 and the like become.
#ifdef HOST
#define EACH8(e) ({ u32 r = 0; for (int i = 0; i < 32; i += 8) { int x = (signed char)(a >> i), y = (signed char)(b >> i); u32 ux = (unsigned char)x, uy = (unsigned char)y; (void)ux; (void)uy; r |= (u32)((e) & 255) << i; } r; })
#define EACH16(e) ({ u32 r = 0; for (int i = 0; i < 32; i += 16) { int x = (short)(a >> i), y = (short)(b >> i); u32 ux = (u16)x, uy = (u16)y; (void)ux; (void)uy; r |= (u32)((e) & 65535) << i; } r; })
#endif
KERNEL(packed) { BEGIN u32 a = IN(0), b = IN(1);
#ifdef HOST
  P(EACH8(x + y)); P(EACH8(x - y)); P(EACH8(ux > uy ? ux - uy : uy - ux)); P(EACH16(x < y ? x : y)); P(EACH8(ux > uy ? ux : uy)); P(EACH16(x + y)); P(EACH8((ux + uy + 1) >> 1)); P(EACH8(x == y ? 255 : 0)); P(EACH8(x + y > 127 ? 127 : x + y < -128 ? -128 : x + y)); u32 s = 0; for (int i = 0; i < 32; i += 8) { int x = a >> i & 255, y = b >> i & 255; s += x > y ? x - y : y - x; } P(s); P(EACH16(ux > uy ? 0xffff : 0)); P(EACH8(-x));
#else
  P(__vadd4(a, b)); P(__vsub4(a, b)); P(__vabsdiffu4(a, b)); P(__vmins2(a, b)); P(__vmaxu4(a, b)); P(__vadd2(a, b)); P(__vavgu4(a, b)); P(__vcmpeq4(a, b)); P(__vaddss4(a, b)); P(__vsadu4(a, b)); P(__vcmpgtu2(a, b)); P(__vneg4(a));
#endif
}
#ifdef HOST
int main() { u32 *in = host::read_input();
#define R(k) host::run(#k, k, in);
R(lop3) R(prmt) R(fields) R(funnel) R(dots) R(wide) R(divide) R(carry) R(narrow24) R(counts) R(averages) R(saturating) R(extend) R(packed) }
#endif
