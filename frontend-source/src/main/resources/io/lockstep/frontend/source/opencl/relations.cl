/* SPDX-License-Identifier: Apache-2.0 */
/* Relational functions: of a number an int, of vectors the truth as -1 in integers of its size. */
#define COMPARE(T, R, n) \
  KEEP R isequal(T##n x, T##n y) { return x == y; } \
  KEEP R isnotequal(T##n x, T##n y) { return x != y; } \
  KEEP R isgreater(T##n x, T##n y) { return x > y; } \
  KEEP R isgreaterequal(T##n x, T##n y) { return x >= y; } \
  KEEP R isless(T##n x, T##n y) { return x < y; } \
  KEEP R islessequal(T##n x, T##n y) { return x <= y; } \
  KEEP R islessgreater(T##n x, T##n y) { return x < y || x > y; } \
  KEEP R isordered(T##n x, T##n y) { return x == x && y == y; } \
  KEEP R isunordered(T##n x, T##n y) { return x != x || y != y; }
#define CLASSIFY(T, I, R, n, least) \
  KEEP R isnan(T##n x) { return x != x; } \
  KEEP R isinf(T##n x) { return fabs(x) == (T##n)(INFINITY); } \
  KEEP R isfinite(T##n x) { return fabs(x) < (T##n)(INFINITY); } \
  KEEP R isnormal(T##n x) { \
    return fabs(x) >= (T##n)(least) && fabs(x) < (T##n)(INFINITY); \
  } \
  KEEP R signbit(T##n x) { return as_##I##n(x) < (I##n)(0); } \
  KEEP T##n bitselect(T##n x, T##n y, T##n z) { \
    return as_##T##n(bitselect(as_##I##n(x), as_##I##n(y), as_##I##n(z))); \
  } \
  COMPARE(T, R, n)
#define CLASSIFIED(T, I, least) \
  CLASSIFY(T, I, int, , least) CLASSIFY(T, I, I##2, 2, least) \
  CLASSIFY(T, I, I##3, 3, least) CLASSIFY(T, I, I##4, 4, least) \
  CLASSIFY(T, I, I##8, 8, least) CLASSIFY(T, I, I##16, 16, least)
CLASSIFIED(float, int, FLT_MIN)
CLASSIFIED(double, long, DBL_MIN)

/* Of one number a choice by truth, of vectors by the sign. */
#define CHOICE(T, I, n) \
  KEEP T##n select(T##n x, T##n y, I##n c) { return c ? y : x; }
#define CHOICES_OF(T, I) CHOICE(T, I, ) WIDTHS(CHOICE, T, I)
#define CHOICES(T, I, U) CHOICES_OF(T, I) CHOICES_OF(T, U)
CHOICES(char, char, uchar) CHOICES(uchar, char, uchar) CHOICES(short, short, ushort)
CHOICES(ushort, short, ushort) CHOICES(int, int, uint) CHOICES(uint, int, uint)
CHOICES(long, long, ulong) CHOICES(ulong, long, ulong) CHOICES(float, int, uint)
CHOICES(double, long, ulong)

/* any and all look at signs. */
#define FOLD(T, name, op) \
  HELPER T name(T##2 x) { return x.x op x.y; } \
  HELPER T name(T##3 x) { return x.x op x.y op x.z; } \
  HELPER T name(T##4 x) { return x.x op x.y op x.z op x.w; } \
  HELPER T name(T##8 x) { return name(x.lo) op name(x.hi); } \
  HELPER T name(T##16 x) { return name(x.lo) op name(x.hi); }
#define TRUTH(T) \
  FOLD(T, lockstep_or, |) FOLD(T, lockstep_and, &) \
  KEEP int any(T x) { return x < (T)0; } \
  KEEP int all(T x) { return x < (T)0; } \
  WIDTHS(TRUTH_V, T)
#define TRUTH_V(T, n) \
  KEEP int any(T##n x) { return lockstep_or(x) < (T)0; } \
  KEEP int all(T##n x) { return lockstep_and(x) < (T)0; }
TRUTH(char) TRUTH(short) TRUTH(int) TRUTH(long)
