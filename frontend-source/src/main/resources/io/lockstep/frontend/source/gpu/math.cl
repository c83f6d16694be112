/* SPDX-License-Identifier: Apache-2.0 */
/* The C library's and CUDA's mathematical functions for device code in C++, under their names of C,
 * by the functions of OpenCL C. APPROXIMATE is -use_fast_math: approximate instructions, which flush
 * subnormal numbers. */
#define OF_C(T, name, ending, label) \
  __attribute__((always_inline)) T lockstep_c_##name##ending label __asm__(#name #ending); \
  T lockstep_c_##name##ending label
#define F1_OF(R, T, name, ending, value) \
  OF_C(R, name, ending, (T x)) { return value; }
#define F2_OF(R, T, U, name, ending, value) \
  OF_C(R, name, ending, (T x, U y)) { return value; }

#define ONE(name, value) F1_OF(float, float, name, f, value) F1_OF(double, double, name, , value)
#define TWO(name, value) \
  F2_OF(float, float, float, name, f, value) F2_OF(double, double, double, name, , value)
ONE(acos, acos(x)) ONE(acosh, acosh(x)) ONE(asin, asin(x)) ONE(asinh, asinh(x))
ONE(atan, atan(x)) ONE(atanh, atanh(x)) ONE(cbrt, cbrt(x)) ONE(ceil, ceil(x))
ONE(cosh, cosh(x)) ONE(erf, erf(x)) ONE(erfc, erfc(x))
ONE(expm1, expm1(x)) ONE(fabs, fabs(x)) ONE(floor, floor(x)) ONE(lgamma, lgamma(x))
ONE(log1p, log1p(x)) ONE(logb, logb(x)) ONE(nearbyint, rint(x)) ONE(rint, rint(x))
ONE(round, round(x)) ONE(sinh, sinh(x)) ONE(tanh, tanh(x)) ONE(tgamma, tgamma(x))
ONE(trunc, trunc(x)) ONE(rcbrt, 1 / cbrt(x))
ONE(sinpi, sinpi(x)) ONE(cospi, cospi(x))
TWO(atan2, atan2(x, y)) TWO(copysign, copysign(x, y)) TWO(fdim, fdim(x, y))
TWO(fmax, fmax(x, y)) TWO(fmin, fmin(x, y)) TWO(fmod, fmod(x, y)) TWO(hypot, hypot(x, y))
TWO(nextafter, nextafter(x, y)) TWO(remainder, remainder(x, y)) TWO(rhypot, 1 / hypot(x, y))
F1_OF(double, double, sqrt, , sqrt(x))
F1_OF(float, float, sqrt, f, APPROXIMATE && !EXACT_ROOTS ? __nvvm_sqrt_approx_ftz_f(x) : sqrt(x))
#if APPROXIMATE
#define QUICK(name, value) F1_OF(float, float, name, f, value) F1_OF(double, double, name, , name(x))
F2_OF(float, float, float, pow, f, __nvvm_ex2_approx_ftz_f(y * __nvvm_lg2_approx_ftz_f(x)))
#else
#define QUICK(name, value) ONE(name, name(x))
F2_OF(float, float, float, pow, f, pow(x, y))
#endif
QUICK(sin, __nvvm_sin_approx_ftz_f(x)) QUICK(cos, __nvvm_cos_approx_ftz_f(x))
QUICK(tan, __nvvm_div_approx_ftz_f(__nvvm_sin_approx_ftz_f(x), __nvvm_cos_approx_ftz_f(x)))
QUICK(exp, __nvvm_ex2_approx_ftz_f(x * 0x1.715476p+0f))
QUICK(exp2, __nvvm_ex2_approx_ftz_f(x)) QUICK(exp10, __nvvm_ex2_approx_ftz_f(x * 0x1.a934fp+1f))
QUICK(log, __nvvm_lg2_approx_ftz_f(x) * 0x1.62e43p-1f) QUICK(log2, __nvvm_lg2_approx_ftz_f(x))
QUICK(log10, __nvvm_lg2_approx_ftz_f(x) * 0x1.344136p-2f)
QUICK(rsqrt, __nvvm_rsqrt_approx_ftz_f(x))
F2_OF(double, double, double, pow, , pow(x, y))

/* Integers out of a range are the nearest of the range, as conversions of the instruction set. */
#define MORE(T, f) \
  OF_C(T, fma, f, (T x, T y, T z)) { return fma(x, y, z); } \
  OF_C(T, frexp, f, (T x, int *p)) { return frexp(x, p); } \
  OF_C(T, modf, f, (T x, T *p)) { return modf(x, p); } \
  OF_C(T, remquo, f, (T x, T y, int *p)) { return remquo(x, y, p); } \
  OF_C(T, ldexp, f, (T x, int k)) { return ldexp(x, k); } \
  OF_C(T, scalbn, f, (T x, int k)) { return ldexp(x, k); } \
  OF_C(T, scalbln, f, (T x, long k)) { return ldexp(x, convert_int_sat(k)); } \
  OF_C(int, ilogb, f, (T x)) { return ilogb(x); } \
  OF_C(long, lrint, f, (T x)) { return convert_long_sat(rint(x)); } \
  OF_C(long, lround, f, (T x)) { return convert_long_sat(round(x)); } \
  OF_C(long, llrint, f, (T x)) { return convert_long_sat(rint(x)); } \
  OF_C(long, llround, f, (T x)) { return convert_long_sat(round(x)); } \
  OF_C(void, sincos, f, (T x, T *s, T *c)) { \
    *s = lockstep_c_sin##f(x); \
    *c = lockstep_c_cos##f(x); \
  } \
  OF_C(void, sincospi, f, (T x, T *s, T *c)) { \
    *s = sinpi(x); \
    *c = cospi(x); \
  } \
  OF_C(T, norm3d, f, (T x, T y, T z)) { return hypot(hypot(x, y), z); } \
  OF_C(T, rnorm3d, f, (T x, T y, T z)) { return 1 / hypot(hypot(x, y), z); } \
  OF_C(T, norm4d, f, (T x, T y, T z, T w)) { return hypot(hypot(x, y), hypot(z, w)); } \
  OF_C(T, rnorm4d, f, (T x, T y, T z, T w)) { return 1 / hypot(hypot(x, y), hypot(z, w)); }
MORE(float, f) MORE(double, )
OF_C(float, nan, f, (const char *s)) { return nan(0u); }
OF_C(double, nan, , (const char *s)) { return nan(0ul); }

/* exp(x^2) erfc(x): from 8 on by the continued fraction of erfc, whose tail is below 2^-55. */
OF_C(double, erfcx, , (double x)) {
  if (x < 8) {
    double high = x * x, low = fma(x, x, -high), e = exp(high);
    return fma(e, low, e) * erfc(x);
  }
  double t = x;
  for (int k = 24; k > 0; k--) {
    t = x + 0.5 * k / t;
  }
  return 0x1.20dd750429b6dp-1 / t;
}
/* From a guess (Winitzki's, within 2e-3) by Halley's rule, three times, with the residue of erfc of
 * the smaller side, which is not cancelled. p = erfc(r), y = 1 - p. */
HELPER double lockstep_erfcinv(double p, double y) {
  double l = log(p) + log1p(y), h = 4.330746750799873 + 0.5 * l;
  double r = sqrt(sqrt(h * h - l / 0.147) - h);
  for (int i = 0; i < 3; i++) {
    double residue = p < 0.5 ? erfc(r) - p : y - erf(r);
    double step = residue * 0x1.c5bf891b4ef6bp-1 * exp(fmin(r * r, 709.0));
    r += step / (1 - r * step);
  }
  return r;
}
OF_C(double, erfinv, , (double x)) {
  double a = fabs(x);
  double r = a < 0x1p-28 ? a * 0x1.c5bf891b4ef6bp-1 : lockstep_erfcinv(1 - a, a);
  r = a == 1 ? INFINITY : r;
  return a <= 1 ? copysign(r, x) : NAN;
}
OF_C(double, erfcinv, , (double x)) {
  double p = fmin(x, 2 - x), r = p == 1 ? 0 : lockstep_erfcinv(p, 1 - p);
  r = p == 0 ? INFINITY : r;
  return p >= 0 ? (x > 1 ? -r : r) : NAN;
}
/* x / sqrt(2) in two parts, of which the second corrects the exponential's. */
OF_C(double, normcdf, , (double x)) {
  double c = clamp(x, -40.0, 40.0), h = c * -0x1.6a09e667f3bcdp-1;
  double l = fma(c, -0x1.6a09e667f3bcdp-1, -h) + c * 0x1.bdd3413b26456p-55;
  double r = erfc(h);
  r = h > 0 ? fma(-2 * h * l, r, r) : r;
  return x == x ? 0.5 * r : x;
}
OF_C(double, normcdfinv, , (double x)) { return -0x1.6a09e667f3bcdp+0 * lockstep_c_erfcinv(2 * x); }
#define BY_DOUBLE(name) F1_OF(float, float, name, f, (float)lockstep_c_##name(x))
BY_DOUBLE(erfcx) BY_DOUBLE(erfinv) BY_DOUBLE(erfcinv) BY_DOUBLE(normcdf) BY_DOUBLE(normcdfinv)
