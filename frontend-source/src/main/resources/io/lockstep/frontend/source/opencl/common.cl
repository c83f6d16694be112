/* SPDX-License-Identifier: Apache-2.0 */
/* Common functions, and functions of floating point that are instructions. */
#define ELEMENTWISE(T, n) \
  KEEP T##n fabs(T##n x) { return __builtin_elementwise_abs(x); } \
  KEEP T##n ceil(T##n x) { return __builtin_elementwise_ceil(x); } \
  KEEP T##n floor(T##n x) { return __builtin_elementwise_floor(x); } \
  KEEP T##n trunc(T##n x) { return __builtin_elementwise_trunc(x); } \
  KEEP T##n copysign(T##n x, T##n y) { return __builtin_elementwise_copysign(x, y); } \
  KEEP T##n fmax(T##n x, T##n y) { return __builtin_elementwise_max(x, y); } \
  KEEP T##n fmin(T##n x, T##n y) { return __builtin_elementwise_min(x, y); } \
  KEEP T##n max(T##n x, T##n y) { return x > y ? x : y; } \
  KEEP T##n min(T##n x, T##n y) { return y < x ? y : x; } \
  KEEP T##n clamp(T##n x, T##n low, T##n high) { return fmin(fmax(x, low), high); } \
  KEEP T##n degrees(T##n x) { return x * (T##n)(57.295779513082320876798); } \
  KEEP T##n radians(T##n x) { return x * (T##n)(0.017453292519943295769237); } \
  KEEP T##n mad(T##n x, T##n y, T##n z) { \
    return x * y + z; \
  } \
  KEEP T##n mix(T##n x, T##n y, T##n z) { \
    return x + (y - x) * z; \
  } \
  KEEP T##n smoothstep(T##n low, T##n high, T##n x) { \
    T##n t = clamp((x - low) / (high - low), (T##n)(0), (T##n)(1)); \
    return t * t * ((T##n)(3) - (T##n)(2) * t); \
  }
#define WITH_NUMBERS_F(T, n) \
  KEEP T##n fmax(T##n x, T y) { return fmax(x, (T##n)(y)); } \
  KEEP T##n fmin(T##n x, T y) { return fmin(x, (T##n)(y)); } \
  KEEP T##n max(T##n x, T y) { return max(x, (T##n)(y)); } \
  KEEP T##n min(T##n x, T y) { return min(x, (T##n)(y)); } \
  KEEP T##n clamp(T##n x, T low, T high) { return clamp(x, (T##n)(low), (T##n)(high)); } \
  KEEP T##n mix(T##n x, T##n y, T z) { return mix(x, y, (T##n)(z)); } \
  KEEP T##n step(T edge, T##n x) { return step((T##n)(edge), x); } \
  KEEP T##n smoothstep(T low, T high, T##n x) { \
    return smoothstep((T##n)(low), (T##n)(high), x); \
  }
#if __has_builtin(__builtin_elementwise_fma)
#define FMA(T, n) \
  KEEP T##n fma(T##n x, T##n y, T##n z) { return __builtin_elementwise_fma(x, y, z); }
#define FMA_VECTORS(T) WIDTHS(FMA, T)
#else
#define FMA_VECTORS(T) VECTORS3(fma, T, T, T, T)
#endif
#define COMMON(T, ending) \
  ELEMENTWISE(T, ) WIDTHS(ELEMENTWISE, T) \
  KEEP T sign(T x) { return x > 0 ? 1 : x < 0 ? -1 : x == x ? x : 0; } \
  KEEP T step(T edge, T x) { return x < edge ? 0 : 1; } \
  KEEP T fma(T x, T y, T z) { return __builtin_fma##ending(x, y, z); } \
  KEEP T rint(T x) { return __builtin_rint##ending(x); } \
  KEEP T round(T x) { return __builtin_round##ending(x); } \
  KEEP T fdim(T x, T y) { return isunordered(x, y) ? NAN : fmax(x - y, 0); } \
  KEEP T maxmag(T x, T y) { \
    T a = fabs(x), b = fabs(y); \
    return a > b ? x : b > a ? y : fmax(x, y); \
  } \
  KEEP T minmag(T x, T y) { \
    T a = fabs(x), b = fabs(y); \
    return a < b ? x : b < a ? y : fmin(x, y); \
  } \
  VECTORS(sign, T, T) VECTORS2(step, T, T, T) \
  FMA_VECTORS(T) VECTORS(rint, T, T) VECTORS(round, T, T) VECTORS2(fdim, T, T, T) \
  VECTORS2(maxmag, T, T, T) VECTORS2(minmag, T, T, T) WIDTHS(WITH_NUMBERS_F, T)
COMMON(float, f)
COMMON(double, )

/* Roots of floats may have an error of 3 units in the last place (OpenCL C 1.2, 7.4), which the
 * approximate instruction keeps; exact ones are asked for by an option. */
KEEP float sqrt(float x) { return EXACT_ROOTS ? __builtin_sqrtf(x) : __nvvm_sqrt_approx_f(x); }
KEEP double sqrt(double x) { return __builtin_sqrt(x); }
KEEP float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
KEEP double rsqrt(double x) { return 1 / sqrt(x); }
VECTORS(sqrt, float, float) VECTORS(sqrt, double, double)
VECTORS(rsqrt, float, float) VECTORS(rsqrt, double, double)
