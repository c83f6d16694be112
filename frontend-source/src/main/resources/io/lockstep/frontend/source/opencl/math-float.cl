/* SPDX-License-Identifier: Apache-2.0 */
/* Exponentials, logarithms, powers and hyperbolic functions of floats. Polynomials are least squares
 * at Chebyshev nodes, weighted by the function, with coefficients rounded one after the other; their
 * errors are named beside them. ex2.approx is taken to be within 2 units in the last place, and
 * lg2.approx within 2^-22, as the PTX ISA says; they are used where this leaves a result within
 * OpenCL C's limit. */
#pragma OPENCL FP_CONTRACT OFF
#define LN2_F 0x1.62e43p-1f
#define LOG2_E_F 0x1.715476p+0f

/* 2 to the power h + l. The clamped h keeps the power finite: l then holds the rest, which makes
 * the product overflow as it has to. */
HELPER float lockstep_power(float h, float l) {
  float c = fmin(h, 0x1.fffffep+6f);
  float r = __nvvm_ex2_approx_f(c);
  return h < -200.0f ? 0.0f : fma(r, (l + (h - c)) * LN2_F, r);
}
/* exp(x) / 2^down with x times the two parts of log2 of the base as exponent. */
HELPER float lockstep_exp(float x, float high, float low, float down) {
  float t = x * high, c = fmin(t, 0x1.fffffep+6f + down);
  float rest = fma(x, low, fma(x, high, -c));
  float r = __nvvm_ex2_approx_f(c - down);
  return t < -200.0f ? 0.0f : fma(r, rest * LN2_F, r);
}
KEEP float exp(float x) { return lockstep_exp(x, LOG2_E_F, 0x1.4ae0cp-26f, 0.0f); }
KEEP float exp10(float x) { return lockstep_exp(x, 0x1.a934fp+1f, 0x1.2f346ep-24f, 0.0f); }
KEEP float exp2(float x) { return __nvvm_ex2_approx_f(x); }
/* x = n ln 2 + r; 2^n (expm1(r) + 1) - 1, halved, so that 2^128 is none. Error 2^-26. */
KEEP float expm1(float x) {
  float n = rint(clamp(x * LOG2_E_F, -30.0f, 128.0f));
  float r = fma(n, 0x1.05c61p-29f, fma(n, -LN2_F, x));
  float p = fma(r * r, POLY5(r, 0x1p-1f, 0x1.5554a6p-3f, 0x1.5554ecp-5f, 0x1.122f1cp-7f,
      0x1.6d4954p-10f), r);
  float s = as_float(((int)n + 126) << 23);
  float y = n == 0 ? p : 2 * fma(s, p, s - 0.5f);
  y = x == 0 ? x : y;
  return x < -20.0f ? -1.0f : y;
}

/* x = m 2^e with m between 2/3 and 4/3; returns f = m - 1, which is exact. */
HELPER float lockstep_split(float x, float *e) {
  bool tiny = x < 0x1p-126f;
  int bits = as_int(tiny ? x * 0x1p25f : x);
  int k = (bits - 0x3f2aaaab) >> 23;
  *e = tiny ? (float)k - 25.0f : (float)k;
  return as_float(bits - (k << 23)) - 1.0f;
}
/* ln(1 + f) - f; error 2^-27.5 f. */
HELPER float lockstep_log_tail(float f) {
  return f * f * POLY9(f, -0x1p-1f, 0x1.5555p-2f, -0x1.ffff06p-3f, 0x1.99d27ep-3f,
      -0x1.559a78p-3f, 0x1.1eb6cap-3f, -0x1.f3643cp-4f, 0x1.1ef28p-3f, -0x1.075f98p-3f);
}
HELPER float lockstep_log_edges(float x, float r) {
  r = x < INFINITY ? r : x;
  r = x < 0 ? NAN : r;
  return x == 0 ? -INFINITY : r;
}
KEEP float log(float x) {
  float e, f = lockstep_split(x, &e);
  return lockstep_log_edges(x, f + fma(e, LN2_F, lockstep_log_tail(f)));
}
KEEP float log2(float x) {
  float e, f = lockstep_split(x, &e);
  return lockstep_log_edges(x, fma(f, LOG2_E_F, fma(lockstep_log_tail(f), LOG2_E_F, e)));
}
KEEP float log10(float x) {
  float e, f = lockstep_split(x, &e), c = 0x1.bcb7b2p-2f;
  return lockstep_log_edges(x, fma(f, c, fma(lockstep_log_tail(f), c, e * 0x1.344136p-2f)));
}
/* The exponent is that of 1 + x, rounded; f is (1 + x) 2^-e - 1, rounded once. */
KEEP float log1p(float x) {
  int k = (as_int(1.0f + x) - 0x3f2aaaab) >> 23;
  float s = 0.125f * as_float(0x41000000 - (k << 23));
  float f = fma(s, x, s - 1.0f);
  float r = f + fma((float)k, LN2_F, lockstep_log_tail(f));
  r = x == 0 || !(x < INFINITY) ? x : r;
  r = x == -1 ? -INFINITY : r;
  return x < -1 ? NAN : r;
}

/* log2 of a number above zero in two parts, of 29 right bits: f and its square are exact, and what
 * follows (error 2^-30 f^2) is small. */
HELPER float lockstep_log2(float x, float *low) {
  float e, f = lockstep_split(x, &e);
  float q = f * f, q_low = fma(f, f, -q);
  float cube = f * q * POLY9(f, 0x1.555558p-2f, -0x1.ffff06p-3f, 0x1.9996dap-3f, -0x1.559a78p-3f,
      0x1.2504bcp-3f, -0x1.f3643cp-4f, 0x1.b7344ep-4f, -0x1.075f98p-3f, 0x1.f06756p-4f);
  float h = fma(q, -0.5f, f);
  float l = fma(q, -0.5f, f - h) + fma(q_low, -0.5f, cube);
  float both = h + l;
  l += h - both;
  h = both;
  float p = ROUNDED_PRODUCT(h, LOG2_E_F);
  float p_low = fma(l, LOG2_E_F, fma(h, 0x1.4ae0cp-26f, fma(h, LOG2_E_F, -p)));
  float sum = e + p;
  *low = (e - sum) + p + p_low;
  return sum;
}
/* The size of x to the power y. Larger y than 2^34 give 0, 1 or infinity as 2^34 does. */
HELPER float lockstep_pow(float x, float y, float y_low) {
  float a = fabs(x), low, high = lockstep_log2(a, &low);
  float c = clamp(y, -0x1p34f, 0x1p34f);
  float h = ROUNDED_PRODUCT(c, high), l = fma(c, high, -h) + fma(c, low, y_low * high);
  float r = lockstep_power(h, l);
  return a == 0 || a == INFINITY ? ((a == 0) == (y < 0) ? INFINITY : 0.0f) : r;
}
KEEP float pow(float x, float y) {
  float r = lockstep_pow(x, y, 0.0f);
  bool whole = rint(y) == y, odd = rint(0.5f * y) != 0.5f * y;
  r = x < 0 && x > -INFINITY && !whole ? NAN : r;
  r = whole && odd ? copysign(r, x) : r;
  r = isunordered(x, y) ? NAN : r;
  return y == 0 || x == 1 ? 1.0f : r;
}
KEEP float powr(float x, float y) {
  float r = lockstep_pow(x, y, 0.0f);
  r = x == 1 && isinf(y) || y == 0 && (x == 0 || x == INFINITY) ? NAN : y == 0 ? 1.0f : r;
  return x < 0 || isunordered(x, y) ? NAN : r;
}
KEEP float pown(float x, int n) {
  float y = (float)n;
  float r = lockstep_pow(x, y, (float)(n - convert_int_sat(y)));
  r = n & 1 ? copysign(r, x) : r;
  r = x == x ? r : x;
  return n == 0 ? 1.0f : r;
}
KEEP float rootn(float x, int n) {
  float a = fabs(x), low, high = lockstep_log2(a, &low);
  float y = (float)n, inverse = __nvvm_rcp_approx_ftz_f(y), h = ROUNDED_PRODUCT(high, inverse);
  float r = lockstep_power(h, (fma(-h, y, high) + low) * inverse);
  r = a == 0 || a == INFINITY ? ((a == 0) == (n < 0) ? INFINITY : 0.0f) : r;
  r = n & 1 ? copysign(r, x) : x < 0 ? NAN : r;
  return n == 0 || x != x ? NAN : r;
}
/* An approximation and one step of Newton's rule, whose residue is exact but for the last part. */
KEEP float cbrt(float x) {
  bool tiny = fabs(x) < 0x1p-60f;
  float a = fabs(tiny ? x * 0x1p60f : x);
  float y = __nvvm_ex2_approx_f(__nvvm_lg2_approx_f(a) * 0x1.555556p-2f);
  float square = y * y, low = fma(y, y, -square);
  float residue = fma(square, y, -a) + low * y;
  y = fma(residue * -0x1.555556p-2f, __nvvm_rcp_approx_ftz_f(square), y);
  y = copysign(tiny ? y * 0x1p-20f : y, x);
  return x == 0 || !(a < INFINITY) ? x : y;
}
KEEP float hypot(float x, float y) {
  float a = fmax(fabs(x), fabs(y));
  float s = a > 0x1p62f ? 0x1p-66f : a < 0x1p-62f ? 0x1p86f : 1.0f;
  float t = a > 0x1p62f ? 0x1p66f : a < 0x1p-62f ? 0x1p-86f : 1.0f;
  x *= s;
  y *= s;
  float r = sqrt(fma(x, x, y * y)) * t;
  return a == INFINITY ? a : r;
}

/* sinh below 1 and tanh below 0.6 by polynomials (errors 2^-31 and 2^-28), else by exp(x) / 2, of
 * which the difference of the exponent and 1 is exact. */
KEEP float sinh(float x) {
  float a = fabs(x), z = x * x;
  float small = fma(x * z, POLY4(z, 0x1.555556p-3f, 0x1.1110ecp-7f, 0x1.a01adp-13f,
      0x1.76ac86p-19f), x);
  float h = lockstep_exp(a, LOG2_E_F, 0x1.4ae0cp-26f, 1.0f);
  float large = copysign(h - 0.25f * __nvvm_rcp_approx_ftz_f(h), x);
  return a < 1 ? small : large;
}
KEEP float cosh(float x) {
  float h = lockstep_exp(fabs(x), LOG2_E_F, 0x1.4ae0cp-26f, 1.0f);
  return h + 0.25f * __nvvm_rcp_approx_ftz_f(h);
}
KEEP float tanh(float x) {
  float a = fabs(x), z = x * x;
  float small = fma(x * z, POLY5(z, -0x1.55553ep-2f, 0x1.1109c2p-3f, -0x1.b89b86p-5f,
      0x1.54ca2p-6f, -0x1.82a7d8p-8f), x);
  float large = 1 - 2 * __nvvm_rcp_approx_ftz_f(exp(2 * a) + 1);
  return copysign(a < 0.6f ? small : large, x);
}
/* Beyond 2^60 the squares are left out, and 2 x is x and ln 2. */
KEEP float asinh(float x) {
  float a = fabs(x), z = a * a;
  bool large = a > 0x1p60f;
  float r = log1p(large ? a : a + z / (1 + sqrt(z + 1)));
  return copysign(large ? r + LN2_F : r, x);
}
KEEP float acosh(float x) {
  float t = x - 1;
  bool large = x > 0x1p60f;
  float r = log1p(large ? x : t + sqrt(fma(t, t, 2 * t)));
  return x < 1 ? NAN : large ? r + LN2_F : r;
}
KEEP float atanh(float x) {
  float a = fabs(x);
  return copysign(0.5f * log1p(2 * a / (1 - a)), x);
}
#define OF_FLOATS(M) \
  M(exp, float, float) M(exp2, float, float) M(exp10, float, float) M(expm1, float, float) \
  M(log, float, float) M(log2, float, float) M(log10, float, float) M(log1p, float, float) \
  M(cbrt, float, float) M(sinh, float, float) M(cosh, float, float) M(tanh, float, float) \
  M(asinh, float, float) M(acosh, float, float) M(atanh, float, float)
OF_FLOATS(VECTORS)
VECTORS2(pow, float, float, float) VECTORS2(powr, float, float, float)
VECTORS2(hypot, float, float, float) VECTORS2(pown, float, float, int)
VECTORS2(rootn, float, float, int)
