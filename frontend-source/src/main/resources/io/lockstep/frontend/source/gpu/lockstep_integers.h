/* SPDX-License-Identifier: Apache-2.0 */
/* Integer functions. */
#ifndef LOCKSTEP_INTEGERS_H
#define LOCKSTEP_INTEGERS_H

LOCKSTEP_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
LOCKSTEP_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
LOCKSTEP_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
LOCKSTEP_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
LOCKSTEP_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
LOCKSTEP_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
LOCKSTEP_DEVICE int __ffs(int x) { return 32 - __clz((int)(x & -(unsigned)x)); }
LOCKSTEP_DEVICE int __ffsll(long long x) { return 64 - __clzll((long long)(x & -(unsigned long long)x)); }

#define LOCKSTEP_PRODUCT(T, name, text, c) \
  LOCKSTEP_DEVICE T name(T x, T y) { \
    T r; \
    __asm__(text " %0, %1, %2;" : "=" c(r) : c(x), c(y)); \
    return r; \
  }
LOCKSTEP_PRODUCT(int, __mul24, "mul24.lo.s32", "r")
LOCKSTEP_PRODUCT(unsigned, __umul24, "mul24.lo.u32", "r")
#undef LOCKSTEP_PRODUCT
LOCKSTEP_DEVICE int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
LOCKSTEP_DEVICE unsigned __umulhi(unsigned x, unsigned y) {
  return (unsigned)((unsigned long long)x * y >> 32);
}
LOCKSTEP_DEVICE long long __mul64hi(long long x, long long y) { return __nvvm_mulhi_ll(x, y); }
LOCKSTEP_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return __nvvm_mulhi_ull(x, y);
}

LOCKSTEP_DEVICE unsigned __sad(int x, int y, unsigned z) { return __nvvm_sad_i(x, y, (int)z); }
LOCKSTEP_DEVICE unsigned __usad(unsigned x, unsigned y, unsigned z) { return __nvvm_sad_ui(x, y, z); }
/* Averages are the bits that both have and half of the others. */
LOCKSTEP_DEVICE int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
LOCKSTEP_DEVICE int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
LOCKSTEP_DEVICE unsigned __uhadd(unsigned x, unsigned y) { return (x & y) + ((x ^ y) >> 1); }
LOCKSTEP_DEVICE unsigned __urhadd(unsigned x, unsigned y) { return (x | y) - ((x ^ y) >> 1); }

LOCKSTEP_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned s) { return __nvvm_prmt(x, y, s & 0x7777); }
#define LOCKSTEP_FUNNEL(name, text) \
  LOCKSTEP_DEVICE unsigned name(unsigned low, unsigned high, unsigned by) { \
    unsigned r; \
    __asm__(text " %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(by)); \
    return r; \
  }
LOCKSTEP_FUNNEL(__funnelshift_l, "shf.l.wrap.b32") LOCKSTEP_FUNNEL(__funnelshift_r, "shf.r.wrap.b32")
LOCKSTEP_FUNNEL(__funnelshift_lc, "shf.l.clamp.b32")
LOCKSTEP_FUNNEL(__funnelshift_rc, "shf.r.clamp.b32")
#undef LOCKSTEP_FUNNEL

/* Dot products of bytes, and of halves with bytes; A is of shorts in dp2a. */
#define LOCKSTEP_DOT(name, text, T, A, B, part) \
  LOCKSTEP_DEVICE T name(A a, B b, T c) { \
    T r; \
    __asm__(text " %0, %1, %2, %3;" : "=r"(r) : "r"(part(a)), "r"(part(b)), "r"(c)); \
    return r; \
  }
#define LOCKSTEP_WORD(v) (v)
#define LOCKSTEP_BITS(v) __builtin_bit_cast(unsigned, v)
#define LOCKSTEP_DOTS(name, text, V, U, W, X) \
  LOCKSTEP_DOT(name, text ".s32.s32", int, int, int, LOCKSTEP_WORD) \
  LOCKSTEP_DOT(name, text ".u32.u32", unsigned, unsigned, unsigned, LOCKSTEP_WORD) \
  LOCKSTEP_DOT(name, text ".s32.s32", int, V, W, LOCKSTEP_BITS) \
  LOCKSTEP_DOT(name, text ".u32.u32", unsigned, U, X, LOCKSTEP_BITS)
LOCKSTEP_DOTS(__dp4a, "dp4a", char4, uchar4, char4, uchar4)
LOCKSTEP_DOTS(__dp2a_lo, "dp2a.lo", short2, ushort2, char4, uchar4)
LOCKSTEP_DOTS(__dp2a_hi, "dp2a.hi", short2, ushort2, char4, uchar4)
#undef LOCKSTEP_DOT
#undef LOCKSTEP_DOTS
#undef LOCKSTEP_WORD
#undef LOCKSTEP_BITS

/* The smaller and larger of two numbers, which CUDA has in the host's code, too. */
#define LOCKSTEP_EXTREMES(T, A, B) \
  LOCKSTEP_BOTH constexpr T min(A x, B y) { return (T)y < (T)x ? (T)y : (T)x; } \
  LOCKSTEP_BOTH constexpr T max(A x, B y) { return (T)x < (T)y ? (T)y : (T)x; }
#define LOCKSTEP_MIXED(S, U) \
  LOCKSTEP_EXTREMES(S, S, S) LOCKSTEP_EXTREMES(U, U, U) LOCKSTEP_EXTREMES(U, S, U) LOCKSTEP_EXTREMES(U, U, S)
LOCKSTEP_MIXED(int, unsigned) LOCKSTEP_MIXED(long, unsigned long)
LOCKSTEP_MIXED(long long, unsigned long long)
#undef LOCKSTEP_EXTREMES
#undef LOCKSTEP_MIXED
LOCKSTEP_DEVICE unsigned umin(unsigned x, unsigned y) { return min(x, y); }
LOCKSTEP_DEVICE unsigned umax(unsigned x, unsigned y) { return max(x, y); }
LOCKSTEP_DEVICE long long llmin(long long x, long long y) { return min(x, y); }
LOCKSTEP_DEVICE long long llmax(long long x, long long y) { return max(x, y); }
LOCKSTEP_DEVICE unsigned long long ullmin(unsigned long long x, unsigned long long y) { return min(x, y); }
LOCKSTEP_DEVICE unsigned long long ullmax(unsigned long long x, unsigned long long y) { return max(x, y); }

/* Numbers of 8 or 16 bits in a word, one after the other. */
#define LOCKSTEP_PARTS(name, S, U, bits, value) \
  LOCKSTEP_DEVICE unsigned name(unsigned a, unsigned b) { \
    unsigned r = 0; \
    _Pragma("clang loop unroll(full)") for (int i = 0; i < 32; i += bits) { \
      S x = (S)(a >> i), y = (S)(b >> i); \
      U ux = (U)x, uy = (U)y; \
      (void)x, (void)y, (void)ux, (void)uy; \
      r |= ((unsigned)(value) & (unsigned)(U)-1) << i; \
    } \
    return r; \
  }
#define LOCKSTEP_PART(name, S, U, bits, value) \
  LOCKSTEP_DEVICE unsigned name(unsigned a) { \
    unsigned r = 0; \
    _Pragma("clang loop unroll(full)") for (int i = 0; i < 32; i += bits) { \
      S x = (S)(a >> i); \
      r |= ((unsigned)(value) & (unsigned)(U)-1) << i; \
    } \
    return r; \
  }
#define LOCKSTEP_SUM_OF(name, S, bits) \
  LOCKSTEP_DEVICE unsigned name(unsigned a, unsigned b) { \
    unsigned r = 0; \
    _Pragma("clang loop unroll(full)") for (int i = 0; i < 32; i += bits) { \
      int x = (S)(a >> i), y = (S)(b >> i); \
      r += (unsigned)(x > y ? x - y : y - x); \
    } \
    return r; \
  }
#define LOCKSTEP_COMPARED(n, S, U, bits, name, value, unsigned_value) \
  LOCKSTEP_PARTS(__vcmp##name##s##n, S, U, bits, value ? -1 : 0) \
  LOCKSTEP_PARTS(__vcmp##name##u##n, S, U, bits, unsigned_value ? -1 : 0) \
  LOCKSTEP_PARTS(__vset##name##s##n, S, U, bits, value ? 1 : 0) \
  LOCKSTEP_PARTS(__vset##name##u##n, S, U, bits, unsigned_value ? 1 : 0)
#define LOCKSTEP_WORDS(n, S, U, bits, low, high) \
  LOCKSTEP_PARTS(__vadd##n, S, U, bits, x + y) LOCKSTEP_PARTS(__vsub##n, S, U, bits, x - y) \
  LOCKSTEP_PARTS(__vaddss##n, S, U, bits, x + y > high ? high : x + y < low ? low : x + y) \
  LOCKSTEP_PARTS(__vsubss##n, S, U, bits, x - y > high ? high : x - y < low ? low : x - y) \
  LOCKSTEP_PARTS(__vaddus##n, S, U, bits, ux + uy > (U)-1 ? (U)-1 : ux + uy) \
  LOCKSTEP_PARTS(__vsubus##n, S, U, bits, ux < uy ? 0 : ux - uy) \
  LOCKSTEP_PARTS(__vabsdiffu##n, S, U, bits, ux > uy ? ux - uy : uy - ux) \
  LOCKSTEP_PARTS(__vabsdiffs##n, S, U, bits, x > y ? x - y : y - x) \
  LOCKSTEP_PARTS(__vavgs##n, S, U, bits, (x + y + (x + y >= 0)) >> 1) \
  LOCKSTEP_PARTS(__vavgu##n, S, U, bits, (ux + uy + 1) >> 1) \
  LOCKSTEP_PARTS(__vhaddu##n, S, U, bits, (ux + uy) >> 1) \
  LOCKSTEP_PARTS(__vmaxs##n, S, U, bits, x > y ? x : y) LOCKSTEP_PARTS(__vmins##n, S, U, bits, x < y ? x : y) \
  LOCKSTEP_PARTS(__vmaxu##n, S, U, bits, ux > uy ? ux : uy) \
  LOCKSTEP_PARTS(__vminu##n, S, U, bits, ux < uy ? ux : uy) \
  LOCKSTEP_PARTS(__vcmpeq##n, S, U, bits, x == y ? -1 : 0) \
  LOCKSTEP_PARTS(__vcmpne##n, S, U, bits, x != y ? -1 : 0) \
  LOCKSTEP_PARTS(__vseteq##n, S, U, bits, x == y ? 1 : 0) \
  LOCKSTEP_PARTS(__vsetne##n, S, U, bits, x != y ? 1 : 0) \
  LOCKSTEP_COMPARED(n, S, U, bits, ge, x >= y, ux >= uy) \
  LOCKSTEP_COMPARED(n, S, U, bits, gt, x > y, ux > uy) \
  LOCKSTEP_COMPARED(n, S, U, bits, le, x <= y, ux <= uy) \
  LOCKSTEP_COMPARED(n, S, U, bits, lt, x < y, ux < uy) \
  LOCKSTEP_PART(__vneg##n, S, U, bits, -x) LOCKSTEP_PART(__vabs##n, S, U, bits, x < 0 ? -x : x) \
  LOCKSTEP_PART(__vnegss##n, S, U, bits, x == low ? high : -x) \
  LOCKSTEP_PART(__vabsss##n, S, U, bits, x == low ? high : x < 0 ? -x : x) \
  LOCKSTEP_SUM_OF(__vsads##n, S, bits) LOCKSTEP_SUM_OF(__vsadu##n, U, bits)
LOCKSTEP_WORDS(2, short, unsigned short, 16, -32768, 32767)
LOCKSTEP_WORDS(4, signed char, unsigned char, 8, -128, 127)
#undef LOCKSTEP_WORDS
#undef LOCKSTEP_COMPARED
#undef LOCKSTEP_SUM_OF
#undef LOCKSTEP_PART
#undef LOCKSTEP_PARTS
#endif
