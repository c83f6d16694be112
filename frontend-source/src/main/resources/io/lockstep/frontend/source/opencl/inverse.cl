/* SPDX-License-Identifier: Apache-2.0 */
/* Inverse trigonometric functions. asin of numbers up to 1/2 (errors 2^-27.5 and 2^-58) and atan of
 * numbers up to 1 (errors 2^-25.7 and 2^-56) are polynomials; asin of larger ones is
 * pi/2 - 2 asin(sqrt((1 - x) / 2)), atan of larger ones pi/2 - atan(1 / x). */
HELPER float lockstep_asin(float s, float z) {
  return fma(s * z, POLY5(z, 0x1.5555cap-3f, 0x1.3301acp-4f, 0x1.74808cp-5f, 0x1.8c2538p-6f,
      0x1.59652cp-5f), s);
}
HELPER double lockstep_asin(double s, double z) {
  return fma(s * z, POLY12(z, 0x1.555555555538dp-3, 0x1.333333336e69p-4, 0x1.6db6db42ae621p-5,
      0x1.f1c72c21a1dbp-6, 0x1.6e89f6cb027a1p-6, 0x1.1c6bb83cd1fadp-6, 0x1.c701142f78b7fp-7,
      0x1.8eaccfc3784d9p-7, 0x1.ac8f9791cd138p-8, 0x1.3f721f3ed88c8p-6, -0x1.090934ec70e09p-6,
      0x1.052986a088daep-5), s);
}
HELPER float lockstep_atan(float s) {
  float z = s * s;
  return fma(s * z, POLY8(z, -0x1.5554d6p-2f, 0x1.9977dep-3f, -0x1.23022cp-3f, 0x1.b49da6p-4f,
      -0x1.34c87p-4f, 0x1.60b174p-5f, -0x1.0a9736p-6f, 0x1.7bafep-9f), s);
}
HELPER double lockstep_atan(double s) {
  double z = s * s;
  return fma(s * z, POLY19(z, -0x1.5555555555437p-2, 0x1.9999999982c77p-3, -0x1.2492491f65ed2p-3,
      0x1.c71c709294a1cp-4, -0x1.745d01847cd36p-4, 0x1.3b12ac303b998p-4, -0x1.11086ddbb7e71p-4,
      0x1.e1763470373bfp-5, -0x1.ad2b81889b8aap-5, 0x1.7eceeea5eb232p-5, -0x1.4f161e5fa6c0bp-5,
      0x1.16c4dff94aaabp-5, -0x1.a6503e0b3938cp-6, 0x1.15541e143a5aep-6, -0x1.2bb1d6a0a8843p-7,
      0x1.f6a73b4bcca0cp-9, -0x1.2f1a33ae7e8acp-10, 0x1.cfface9f2fdfep-13,
      -0x1.50c141e35a9dep-16), s);
}
HELPER float lockstep_inverse(float x) { return __nvvm_rcp_approx_ftz_f(x); }
HELPER double lockstep_inverse(double x) { return 1 / x; }

#define INVERSES(T, half_pi, half_pi_low, per_pi, sign) \
  KEEP T asin(T x) { \
    T a = fabs(x); \
    bool large = a > (T)0.5; \
    T z = large ? fma(a, (T)-0.5, (T)0.5) : a * a; \
    T p = lockstep_asin(large ? sqrt(z) : a, z); \
    return copysign(large ? fma(p, (T)-2, half_pi) + half_pi_low : p, x); \
  } \
  KEEP T acos(T x) { \
    T a = fabs(x); \
    bool large = a > (T)0.5, left = x < 0; \
    T z = large ? fma(a, (T)-0.5, (T)0.5) : a * a; \
    T p = lockstep_asin(large ? sqrt(z) : a, z); \
    p = large ? 2 * p : p; \
    T from = large ? (left ? 2 * half_pi : (T)0) : half_pi; \
    return large == left ? from - p : from + p; \
  } \
  KEEP T asinpi(T x) { return asin(x) * per_pi; } \
  KEEP T acospi(T x) { return acos(x) * per_pi; } \
  KEEP T atan(T x) { \
    T a = fabs(x); \
    T p = lockstep_atan(a > 1 ? lockstep_inverse(a) : a); \
    return copysign(a > 1 ? half_pi - p : p, x); \
  } \
  KEEP T atanpi(T x) { \
    T a = fabs(x); \
    T p = lockstep_atan(a > 1 ? lockstep_inverse(a) : a) * per_pi; \
    return copysign(a > 1 ? (T)0.5 - p : p, x); \
  } \
  HELPER T lockstep_atan2(T y, T x, T unit, T right) { \
    T a = fabs(x), b = fabs(y); \
    T low = fmin(a, b), high = fmax(a, b); \
    T s = low == high ? (high == 0 ? (T)0 : (T)1) : low / high; \
    T p = lockstep_atan(s) * unit; \
    p = b > a ? right - p : p; \
    p = as_##sign(x) < 0 ? 2 * right - p : p; \
    return isunordered(x, y) ? (T)NAN : copysign(p, y); \
  } \
  KEEP T atan2(T y, T x) { return lockstep_atan2(y, x, (T)1, half_pi); } \
  KEEP T atan2pi(T y, T x) { return lockstep_atan2(y, x, per_pi, (T)0.5); } \
  VECTORS(asin, T, T) VECTORS(acos, T, T) VECTORS(atan, T, T) VECTORS(asinpi, T, T) \
  VECTORS(acospi, T, T) VECTORS(atanpi, T, T) VECTORS2(atan2, T, T, T) VECTORS2(atan2pi, T, T, T)
INVERSES(float, 0x1.921fb6p+0f, -0x1.777a5cp-25f, 0x1.45f306p-2f, int)
INVERSES(double, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, 0x1.45f306dc9c883p-2, long)
