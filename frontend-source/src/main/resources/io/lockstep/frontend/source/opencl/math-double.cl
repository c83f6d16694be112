/* SPDX-License-Identifier: Apache-2.0 */
/* Exponentials, logarithms, powers and hyperbolic functions of doubles, as of floats. */
#define LN2_D 0x1.62e42fefa39efp-1
#define LN2_LOW_D 0x1.abc9e3b39803fp-56
#define LOG2_E_D 0x1.71547652b82fep+0
#define LOG2_E_LOW_D 0x1.777d0ffda0d24p-56

/* exp(r) - 1 for r up to ln(2) / 2; error 2^-58 r. */
HELPER double lockstep_small_exp(double r) {
  return fma(r * r, POLY11(r, 0x1.fffffffffffffp-2, 0x1.5555555555559p-3, 0x1.55555555558e9p-5,
      0x1.111111110f5abp-7, 0x1.6c16c16b0b0a9p-10, 0x1.a01a01b07765ap-13, 0x1.a01a05ea6b986p-16,
      0x1.71ddf68a9675p-19, 0x1.27dcf010bcd08p-22, 0x1.af625eb652cb8p-26, 0x1.2a667b234824fp-29),
      r);
}
/* v 2^k, rounded once: k, and half of it, lie within the range of exponents. */
HELPER double lockstep_scaled(double v, int k) {
  int half_way = k >> 1;
  return v * as_double((long)(half_way + 1023) << 52) *
         as_double((long)(k - half_way + 1023) << 52);
}
HELPER double lockstep_exp(double x, int down) {
  double n = rint(clamp(x * LOG2_E_D, -1080.0, 1025.0));
  double r = fma(n, -LN2_LOW_D, fma(n, -LN2_D, x));
  double y = lockstep_scaled(1 + lockstep_small_exp(r), (int)n - down);
  return x < -746.0 ? 0.0 : y;
}
KEEP double exp(double x) { return lockstep_exp(x, 0); }
/* 2 to the power h + l. */
HELPER double lockstep_power(double h, double l) {
  double n = rint(clamp(h, -1080.0, 1025.0));
  double y = lockstep_scaled(1 + lockstep_small_exp(((h - n) + l) * LN2_D), (int)n);
  return h < -1080.0 ? 0.0 : y;
}
KEEP double exp2(double x) { return lockstep_power(x, 0.0); }
KEEP double exp10(double x) {
  double n = rint(clamp(x * 0x1.a934f0979a371p+1, -1080.0, 1025.0));
  double r = fma(n, 0x1.9dc1da994fd21p-59, fma(n, -0x1.34413509f79ffp-2, x));
  double y = lockstep_scaled(1 + lockstep_small_exp(r * 0x1.26bb1bbb55516p+1), (int)n);
  return x < -324.0 ? 0.0 : y;
}
KEEP double expm1(double x) {
  double n = rint(clamp(x * LOG2_E_D, -60.0, 1024.0));
  double r = fma(n, -LN2_LOW_D, fma(n, -LN2_D, x));
  double p = lockstep_small_exp(r);
  double s = as_double((long)((int)n + 1022) << 52);
  double y = n == 0 ? p : 2 * fma(s, p, s - 0.5);
  y = x == 0 ? x : y;
  return x < -40.0 ? -1.0 : y;
}

/* x = m 2^e with m between sqrt(1/2) and sqrt(2); returns f = m - 1, which is exact. */
HELPER double lockstep_split(double x, double *e) {
  bool tiny = x < 0x1p-1022;
  long bits = as_long(tiny ? x * 0x1p54 : x);
  long k = (bits - 0x3fe6a09e667f3bcdl) >> 52;
  *e = tiny ? (double)(int)k - 54.0 : (double)(int)k;
  return as_double(bits - (k << 52)) - 1.0;
}
/* With s = f / (2 + f), ln(1 + f) = 2 atanh(s) = f - s (f - R), where R is 2 atanh(s) / s - 2;
 * returns ln(1 + f) - f. */
HELPER double lockstep_log_tail(double f) {
  double s = f / (2 + f), z = s * s;
  return s * (z * POLY8(z, 0x1.5555555555555p-1, 0x1.9999999999d0bp-2, 0x1.249249243a17bp-2,
      0x1.c71c724aadfa4p-3, 0x1.745ce200e71a2p-3, 0x1.3b201b6b39f7fp-3, 0x1.0f680444993e4p-3,
      0x1.0f0774c971d5ap-3) - f);
}
HELPER double lockstep_log_edges(double x, double r) {
  r = x < INFINITY ? r : x;
  r = x < 0 ? (double)NAN : r;
  return x == 0 ? -(double)INFINITY : r;
}
KEEP double log(double x) {
  double e, f = lockstep_split(x, &e);
  return lockstep_log_edges(x, fma(e, LN2_D, f + fma(e, LN2_LOW_D, lockstep_log_tail(f))));
}
KEEP double log2(double x) {
  double e, f = lockstep_split(x, &e), t = lockstep_log_tail(f);
  return lockstep_log_edges(x, e + fma(f, LOG2_E_D, fma(t, LOG2_E_D, f * LOG2_E_LOW_D)));
}
KEEP double log10(double x) {
  double e, f = lockstep_split(x, &e), t = lockstep_log_tail(f), c = 0x1.bcb7b1526e50ep-2;
  double r = fma(f, c, fma(t, c, f * 0x1.95355baaafad3p-57));
  return lockstep_log_edges(x, fma(e, 0x1.34413509f79ffp-2, r));
}
KEEP double log1p(double x) {
  long k = (as_long(1.0 + x) - 0x3fe6a09e667f3bcdl) >> 52;
  double s = 0.125 * as_double(0x4020000000000000l - (k << 52));
  double f = fma(s, x, s - 1.0), e = (double)(int)k;
  double r = fma(e, LN2_D, f + fma(e, LN2_LOW_D, lockstep_log_tail(f)));
  r = x == 0 || !(x < INFINITY) ? x : r;
  r = x == -1 ? -(double)INFINITY : r;
  return x < -1 ? (double)NAN : r;
}

/* log2 of a number above zero in two parts, of 59 right bits: s has two parts, too. */
HELPER double lockstep_log2(double x, double *low) {
  double e, f = lockstep_split(x, &e);
  double g = 2 + f, g_low = f - (g - 2), inverse = 1 / g;
  double s = f * inverse, s_low = fma(-s, g_low, fma(-s, g, f)) * inverse, z = s * s;
  double h = 2 * s;
  double l = fma(s * z, POLY8(z, 0x1.5555555555555p-1, 0x1.9999999999d0bp-2,
      0x1.249249243a17bp-2, 0x1.c71c724aadfa4p-3, 0x1.745ce200e71a2p-3, 0x1.3b201b6b39f7fp-3,
      0x1.0f680444993e4p-3, 0x1.0f0774c971d5ap-3), 2 * s_low);
  double both = h + l;
  l += h - both;
  h = both;
  double p = ROUNDED_PRODUCT(h, LOG2_E_D);
  double p_low = fma(l, LOG2_E_D, fma(h, LOG2_E_LOW_D, fma(h, LOG2_E_D, -p)));
  double sum = e + p;
  *low = (e - sum) + p + p_low;
  return sum;
}
/* The size of x to the power y. Larger y than 2^64 give 0, 1 or infinity as 2^64 does. */
HELPER double lockstep_pow(double x, double y) {
  double a = fabs(x), low, high = lockstep_log2(a, &low);
  double c = clamp(y, -0x1p64, 0x1p64), h = ROUNDED_PRODUCT(c, high);
  double r = lockstep_power(h, fma(c, high, -h) + c * low);
  return a == 0 || a == INFINITY ? ((a == 0) == (y < 0) ? (double)INFINITY : 0.0) : r;
}
KEEP double pow(double x, double y) {
  double r = lockstep_pow(x, y);
  bool whole = rint(y) == y, odd = rint(0.5 * y) != 0.5 * y;
  r = x < 0 && x > -INFINITY && !whole ? (double)NAN : r;
  r = whole && odd ? copysign(r, x) : r;
  r = isunordered(x, y) ? (double)NAN : r;
  return y == 0 || x == 1 ? 1.0 : r;
}
KEEP double powr(double x, double y) {
  double r = lockstep_pow(x, y);
  r = x == 1 && isinf(y) || y == 0 && (x == 0 || x == INFINITY) ? (double)NAN : y == 0 ? 1.0 : r;
  return x < 0 || isunordered(x, y) ? (double)NAN : r;
}
KEEP double pown(double x, int n) {
  double r = lockstep_pow(x, (double)n);
  r = n & 1 ? copysign(r, x) : r;
  r = x == x ? r : x;
  return n == 0 ? 1.0 : r;
}
KEEP double rootn(double x, int n) {
  double a = fabs(x), low, high = lockstep_log2(a, &low);
  double y = (double)n, inverse = 1 / y, h = ROUNDED_PRODUCT(high, inverse);
  double r = lockstep_power(h, (fma(-h, y, high) + low) * inverse);
  r = a == 0 || a == INFINITY ? ((a == 0) == (n < 0) ? (double)INFINITY : 0.0) : r;
  r = n & 1 ? copysign(r, x) : x < 0 ? (double)NAN : r;
  return n == 0 || x != x ? (double)NAN : r;
}
/* The root of a number from 1 to 8: of a float, and a step of Halley's rule, which leaves 2^-58. */
KEEP double cbrt(double x) {
  double a;
  int e = lockstep_parts(x, &a), third = (e + 3072) / 3 - 1024;
  a *= as_double((long)(e - 3 * third + 1023) << 52);
  a = fabs(a);
  double y = __nvvm_ex2_approx_f(__nvvm_lg2_approx_f((float)a) * 0x1.555556p-2f);
  double square = y * y, low = fma(y, y, -square);
  double cube = square * y, residue = fma(square, y, -a) + low * y;
  y -= y * residue / (2 * cube + a);
  y = copysign(y * as_double((long)(third + 1023) << 52), x);
  return x == 0 || !(fabs(x) < INFINITY) ? x : y;
}
KEEP double hypot(double x, double y) {
  double a = fmax(fabs(x), fabs(y));
  double s = a > 0x1p510 ? 0x1p-514 : a < 0x1p-510 ? 0x1p563 : 1.0;
  double t = a > 0x1p510 ? 0x1p514 : a < 0x1p-510 ? 0x1p-563 : 1.0;
  x *= s;
  y *= s;
  double r = sqrt(fma(x, x, y * y)) * t;
  return a == INFINITY ? a : r;
}

KEEP double sinh(double x) {
  double a = fabs(x), z = x * x;
  double small = fma(x * z, POLY8(z, 0x1.5555555555555p-3, 0x1.111111111117cp-7,
      0x1.a01a01a00dbafp-13, 0x1.71de3a609a725p-19, 0x1.ae644b4bc34dcp-26, 0x1.612aab540f0a1p-33,
      0x1.aac7adbc70edcp-41, 0x1.3e9107333b361p-48), x);
  double h = lockstep_exp(a, 1);
  return a < 1 ? small : copysign(h - 0.25 / h, x);
}
KEEP double cosh(double x) {
  double h = lockstep_exp(fabs(x), 1);
  return h + 0.25 / h;
}
KEEP double tanh(double x) {
  double t = expm1(fmin(2 * fabs(x), 60.0));
  return x == x ? copysign(t / (t + 2), x) : x;
}
KEEP double asinh(double x) {
  double a = fabs(x), z = a * a;
  bool large = a > 0x1p60;
  double r = log1p(large ? a : a + z / (1 + sqrt(z + 1)));
  return copysign(large ? r + LN2_D : r, x);
}
KEEP double acosh(double x) {
  double t = x - 1;
  bool large = x > 0x1p60;
  double r = log1p(large ? x : t + sqrt(fma(t, t, 2 * t)));
  return x < 1 ? (double)NAN : large ? r + LN2_D : r;
}
KEEP double atanh(double x) {
  double a = fabs(x);
  return copysign(0.5 * log1p(2 * a / (1 - a)), x);
}
#define OF_DOUBLES(M) \
  M(exp, double, double) M(exp2, double, double) M(exp10, double, double) \
  M(expm1, double, double) M(log, double, double) M(log2, double, double) \
  M(log10, double, double) M(log1p, double, double) M(cbrt, double, double) \
  M(sinh, double, double) M(cosh, double, double) M(tanh, double, double) \
  M(asinh, double, double) M(acosh, double, double) M(atanh, double, double)
OF_DOUBLES(VECTORS)
VECTORS2(pow, double, double, double) VECTORS2(powr, double, double, double)
VECTORS2(hypot, double, double, double) VECTORS2(pown, double, double, int)
VECTORS2(rootn, double, double, int)
