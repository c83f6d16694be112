/* SPDX-License-Identifier: Apache-2.0 */
/* Error functions and gamma functions. */

/* erf of numbers up to 1 (errors 2^-24 and 2^-57), and exp(x x) (1 + 2 x) erfc(x) of larger ones
 * by polynomials of (x - 4) / (x + 4) (errors 2^-24.8 and 2^-53). */
HELPER float lockstep_small_erf(float x) {
  float z = x * x;
  return x * POLY7(z, 0x1.20dd74p+0f, -0x1.8126dp-2f, 0x1.ce1f5p-4f, -0x1.b73e8ep-6f,
      0x1.4f2deep-8f, -0x1.85099ep-11f, 0x1.fad4cp-15f);
}
HELPER double lockstep_small_erf(double x) {
  double z = x * x;
  return x * POLY14(z, 0x1.20dd750429b6dp+0, -0x1.812746b0379c5p-2, 0x1.ce2f21a0418d5p-4,
      -0x1.b82ce31238b95p-6, 0x1.565bcd0298479p-8, -0x1.c02db1d27746ap-11, 0x1.f9a2e2f402a84p-14,
      -0x1.f4ccaf1111a6cp-17, 0x1.b992804eab04p-20, -0x1.5c0ebb20e1346p-23,
      0x1.cd00dbecf06a5p-27, -0x1.dc9c630b3aaf5p-32, -0x1.7e7e696996b2cp-33,
      0x1.2ef9d95cf221cp-35);
}
HELPER float lockstep_scaled_erfc(float u) {
  return POLY10(u, 0x1.3ba592p+0f, -0x1.1df1aap-3f, 0x1.f7e54ep-7f, 0x1.16eacep-4f,
      -0x1.9dbb18p-4f, 0x1.801c9ap-4f, -0x1.105896p-4f, 0x1.2dbfcap-5f, -0x1.076114p-6f,
      0x1.7b8ae6p-8f);
}
HELPER double lockstep_scaled_erfc(double u) {
  return POLY25(u, 0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a28fp-3, 0x1.f7f5df66fc245p-7,
      0x1.16ecefcfa553dp-4, -0x1.9ddb23c3ded69p-4, 0x1.7fee004e0a702p-4, -0x1.0fb06dff686e4p-4,
      0x1.3079edf892133p-5, -0x1.0962383f1b583p-6, 0x1.49c6715d084bap-8, -0x1.8d4aecd8896b5p-11,
      -0x1.a1dd940e7634ap-13, 0x1.3be80e4404c48p-13, -0x1.99af266396531p-16,
      -0x1.7a6950fb7331dp-17, 0x1.851f5077e4824p-18, 0x1.cc1bfe4e643fp-22,
      -0x1.222015d3b8cdep-20, -0x1.d08991ea3c065p-24, 0x1.316105210bd6cp-21,
      0x1.18d1d9f6173d1p-24, -0x1.027a02b12dcb4p-21, 0x1.8241f7680733p-24, 0x1.bd858550356abp-23,
      -0x1.91dc32d25d4fep-24);
}
#define ERRORS(T, last) \
  HELPER T lockstep_erfc(T x) { \
    T a = fmin(x, (T)last), s = a * a, s_low = fma(a, a, -s); \
    T scaled = lockstep_scaled_erfc((a - 4) / (a + 4)) / fma((T)2, a, (T)1); \
    T e = exp(-s); \
    return fma(-s_low, e, e) * scaled; \
  } \
  KEEP T erf(T x) { \
    T a = fabs(x); \
    T r = a < 1 ? lockstep_small_erf(x) : copysign(1 - lockstep_erfc(a), x); \
    return x == x ? r : x; \
  } \
  KEEP T erfc(T x) { \
    T a = fabs(x), tail = lockstep_erfc(a); \
    T r = a < (T)0.9 ? 1 - lockstep_small_erf(x) : x < 0 ? 2 - tail : tail; \
    return x == x ? r : x; \
  } \
  VECTORS(erf, T, T) VECTORS(erfc, T, T)
ERRORS(float, 11)
ERRORS(double, 28)

/* Gamma. Of 1 + f by a polynomial around 1/2; below the bound of Stirling's series by the product
 * of x - 1, x - 2 and so on, which are exact; below zero by reflection,
 * gamma(-z) = -pi / (sin(pi z) z gamma(z)), where z is exact, too. The power is taken in two
 * halves, which neither overflow nor underflow. */
HELPER float lockstep_gamma_of_one_and(float f) {
  float t = f - 0.5f;
  float p = -0.010897694f;
  p = p * t + 0.016331660f;
  p = p * t - 0.016257045f;
  p = p * t + 0.024390109f;
  p = p * t - 0.038131103f;
  p = p * t + 0.058803977f;
  p = p * t - 0.077515357f;
  p = p * t + 0.14463382f;
  p = p * t - 0.10729497f;
  p = p * t + 0.41481370f;
  p = p * t + 0.032338398f;
  return p * t + 0.88622692f;
}
HELPER double lockstep_gamma_of_one_and(double f) {
  double t = f - 0.5;
  double p = -0x1.f3e1335b1f73ap-14;
  p = p * t + 0x1.76e8b52b8ad09p-13;
  p = p * t - 0x1.76e75bc4d1b5ap-14;
  p = p * t + 0x1.192c9a82f15fdp-13;
  p = p * t - 0x1.4de4bab1d6d22p-12;
  p = p * t + 0x1.f4d423febd85dp-12;
  p = p * t - 0x1.606b57e7334acp-11;
  p = p * t + 0x1.084be8db95414p-10;
  p = p * t - 0x1.8f2be63625a54p-10;
  p = p * t + 0x1.2b52a6fbf3048p-9;
  p = p * t - 0x1.c09fa693cbfc4p-9;
  p = p * t + 0x1.504cc8c4c0843p-8;
  p = p * t - 0x1.f7fc6d20efc03p-8;
  p = p * t + 0x1.7991ee81016cfp-7;
  p = p * t - 0x1.1a2c293acbda4p-6;
  p = p * t + 0x1.a752c64df56b9p-6;
  p = p * t - 0x1.374fd5cd6a141p-5;
  p = p * t + 0x1.e022b74492dadp-5;
  p = p * t - 0x1.3d88cfe504937p-4;
  p = p * t + 0x1.283bd374ea140p-3;
  p = p * t - 0x1.b77ac1ca2ebc4p-4;
  p = p * t + 0x1.a8c4dba620d62p-2;
  p = p * t + 0x1.08ea88ee561b2p-5;
  return p * t + 0x1.c5bf891b4ef6bp-1;
}
HELPER float lockstep_stirling(float z) {
  float r = 1.0f / z, s = r * r;
  float t = r * (8.3333333e-2f - s * (2.7777778e-3f - s * 7.9365079e-4f));
  return 1.0f + t * (1.0f + t * (0.5f + t * 0.16666667f));
}
HELPER double lockstep_stirling(double z) {
  double r = 1.0 / z, s = r * r;
  double t = 1.0 / 1188 - s * (691.0 / 360360);
  t = 1.0 / 1680 - s * t;
  t = 1.0 / 1260 - s * t;
  t = 1.0 / 360 - s * t;
  t = r * (1.0 / 12 - s * t);
  return exp(t);
}
/* z gamma(z), or gamma(z), of a number above zero, as a product of two. */
#define GAMMA(T, bound, large, smallest, tau, pie) \
  HELPER T lockstep_gamma(T z, bool times, T *other) { \
    *other = 1; \
    if (z < (T)bound) { \
      if (z < 1) { \
        T g = lockstep_gamma_of_one_and(z); \
        return times ? g : g / z; \
      } \
      T f = z - floor(z); \
      T g = lockstep_gamma_of_one_and(f); \
      for (T x = times ? z : z - 1; x >= 1; x -= 1) { \
        g *= x; \
      } \
      return g; \
    } \
    T half_way = powr(z, (T)0.5 * z - (T)0.25); \
    *other = half_way; \
    T g = half_way * exp(-z) * (lockstep_stirling(z) * (T)tau); \
    return times ? g * z : g; \
  } \
  KEEP T tgamma(T x) { \
    T other; \
    T z = fabs(x); \
    if (!(z >= smallest)) { \
      return 1 / x; \
    } \
    if (x > 0) { \
      T g = lockstep_gamma(min(x, (T)large), false, &other); \
      return isinf(x) ? x : g * other; \
    } \
    if (z == floor(z)) { \
      return NAN; \
    } \
    bool negative = rint((T)0.5 * floor(z)) == (T)0.5 * floor(z); \
    if (z > (T)large) { \
      return negative ? -(T)0 : (T)0; \
    } \
    T g = lockstep_gamma(z, true, &other); \
    return -(T)pie / sinpi(z) / g / other; \
  } \
  VECTORS(tgamma, T, T)
GAMMA(float, 8, 46, 0x1p-40f, 2.50662827f, 3.14159265f)
GAMMA(double, 16, 190, 0x1p-80, 0x1.40d931ff62706p+1, 3.14159265358979323846)

/* ln(gamma(x)) / ((x - 1) (x - 2))
of t = x - 1.5, for x from 0.7 to 2.6; errors 2^-23 and 2^-52. */
HELPER float lockstep_lgamma_factor(float t) {
  return POLY12(t, 0x1.eeb95cp-2f, -0x1.2aed82p-3f, 0x1.01af3cp-4f, -0x1.004674p-5f,
      0x1.130abp-6f, -0x1.3ae60cp-7f, 0x1.6d3564p-8f, -0x1.5f86a4p-9f, 0x1.7549dep-10f,
      -0x1.c352d6p-10f, 0x1.7cdc5ap-10f, -0x1.cf5116p-12f);
}
HELPER double lockstep_lgamma_factor(double t) {
  return POLY28(t, 0x1.eeb95b094c195p-2, -0x1.2aed059bd5f53p-3, 0x1.01af62a29105dp-4,
      -0x1.007aa83d19c7p-5, 0x1.133423546c9e8p-6, -0x1.34dbd9f81f00fp-7, 0x1.64f0655b48a64p-8,
      -0x1.a5035a95353d1p-9, 0x1.f814f83e1645ap-10, -0x1.313ddfd522201p-10,
      0x1.7505dab233f01p-11, -0x1.cb549cd9df6e6p-12, 0x1.1cb51ee5517e4p-12,
      -0x1.61d1da0a9b7e8p-13, 0x1.b6b9aa395f71ap-14, -0x1.16fdb64164e21p-14,
      0x1.76beb72647b1dp-15, -0x1.c5bdfa02a88f7p-16, 0x1.7dc120762e82bp-17,
      -0x1.f6fbc1b33136ep-18, 0x1.ac3aca12c4b99p-17, -0x1.567a448c5eaeap-17,
      -0x1.a9038f67b8195p-22, 0x1.0789cc2b9edc5p-18, 0x1.553607159129ap-21,
      -0x1.a5c26df3a03c5p-19, 0x1.cc0fe7fabedc5p-20, -0x1.4880254c1d04bp-22);
}
/* The logarithm of Stirling's series behind its leading terms. */
HELPER float lockstep_stirling_log(float r) {
  float s = r * r;
  return r * POLY3(s, 0x1.555556p-4f, -0x1.6c16c2p-9f, 0x1.a01a02p-11f);
}
HELPER double lockstep_stirling_log(double r) {
  double s = r * r;
  return r * POLY7(s, 1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360,
                   1.0 / 156);
}
/* Below 0.7 from the next number, above 2.6 from one below it; of negative ones by reflection. Near
 * zero the size is 1 / |x|. */
#define LOG_GAMMA(T, bound, tiny, pie) \
  HELPER T lockstep_log_gamma(T z) { \
    if (z >= (T)bound) { \
      T r = fma(z - (T)0.5, log(z) - 1, (T)0.41893853320467274178); \
      return r + lockstep_stirling_log(1 / z); \
    } \
    T product = 1; \
    for (; z >= (T)2.6; z -= 1) { \
      product *= z - 1; \
    } \
    if (z < (T)0.7) { \
      return z * (z - 1) * lockstep_lgamma_factor(z - (T)0.5) - log(z); \
    } \
    return log(product) + (z - 1) * (z - 2) * lockstep_lgamma_factor(z - (T)1.5); \
  } \
  HELPER T lockstep_lgamma_r(T x, int *p) { \
    T z = fabs(x), s = x < 0 ? sinpi(z) : -1; \
    *p = s > 0 || x < 0 && z < (T)tiny ? -1 : 1; \
    if (z < (T)tiny) { \
      return -log(z); \
    } \
    if (isinf(x) || s == 0) { \
      return (T)INFINITY; \
    } \
    T r = lockstep_log_gamma(z); \
    r = x < 0 ? log((T)pie / (fabs(s) * z)) - r : r; \
    return x == x ? r : x; \
  } \
  SECONDS(lgamma_r, T, int) \
  KEEP T lgamma(T x) { \
    int sign; \
    return lockstep_lgamma_r(x, &sign); \
  } \
  VECTORS(lgamma, T, T)
LOG_GAMMA(float, 8, 0x1p-30f, 3.14159265f)
LOG_GAMMA(double, 16, 0x1p-60, 3.14159265358979323846)
