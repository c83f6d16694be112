/* Mathematical functions of which libclc's are wrong: beyond the limits of error of OpenCL C, with
 * another zero's sign, reading beyond a table, or without subnormal results. Where libclc's value
 * is right it is kept (lockstep_library_NAME is that of opencl-library.cl). Compiled once, and
 * linked to sources that use them. */
#define KEEP __attribute__((overloadable, always_inline))
#define OVER __attribute__((overloadable))

/* A function of one or two numbers becomes those of vectors. */
#define VECTORS(name, T) \
  KEEP T##2 name(T##2 x) { return (T##2)(name(x.x), name(x.y)); } \
  KEEP T##3 name(T##3 x) { return (T##3)(name(x.x), name(x.y), name(x.z)); } \
  HALVES(name, T, 4) HALVES(name, T, 8) HALVES(name, T, 16)
#define HALVES(name, T, n) KEEP T##n name(T##n x) { return (T##n)(name(x.lo), name(x.hi)); }
#define VECTORS2(name, T, U) \
  KEEP T##2 name(T##2 x, U##2 y) { return (T##2)(name(x.x, y.x), name(x.y, y.y)); } \
  KEEP T##3 name(T##3 x, U##3 y) { \
    return (T##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z)); \
  } \
  HALVES2(name, T, U, 4) HALVES2(name, T, U, 8) HALVES2(name, T, U, 16)
#define HALVES2(name, T, U, n) \
  KEEP T##n name(T##n x, U##n y) { return (T##n)(name(x.lo, y.lo), name(x.hi, y.hi)); }
/* With a second result, through lockstep_NAME(arguments, pointer to private memory). */
#define SECOND(name, T, P, S) \
  KEEP T name(T x, S P *p) { \
    P r; \
    T v = lockstep_##name(x, &r); \
    *p = r; \
    return v; \
  } \
  SECOND_N(name, T, P, S, 2) SECOND_N(name, T, P, S, 3) SECOND_N(name, T, P, S, 4) \
  SECOND_N(name, T, P, S, 8) SECOND_N(name, T, P, S, 16)
#define SECOND_N(name, T, P, S, n) \
  KEEP T##n name(T##n x, S P##n *p) { \
    P##n r; \
    T##n v = lockstep_##name(x, &r); \
    *p = r; \
    return v; \
  }
#define SECONDS(name, T, P) \
  KEEP T##2 lockstep_##name(T##2 x, P##2 *p) { \
    P a, b; \
    T##2 v = (T##2)(lockstep_##name(x.x, &a), lockstep_##name(x.y, &b)); \
    *p = (P##2)(a, b); \
    return v; \
  } \
  KEEP T##3 lockstep_##name(T##3 x, P##3 *p) { \
    P a, b, c; \
    T##3 v = (T##3)(lockstep_##name(x.x, &a), lockstep_##name(x.y, &b), \
                    lockstep_##name(x.z, &c)); \
    *p = (P##3)(a, b, c); \
    return v; \
  } \
  SECONDS_N(name, T, P, 4, 2) SECONDS_N(name, T, P, 8, 4) SECONDS_N(name, T, P, 16, 8) \
  SECOND(name, T, P, __global) SECOND(name, T, P, __local) SECOND(name, T, P, __private)
#define SECONDS_N(name, T, P, n, m) \
  KEEP T##n lockstep_##name(T##n x, P##n *p) { \
    P##m a, b; \
    T##n v = (T##n)(lockstep_##name(x.lo, &a), lockstep_##name(x.hi, &b)); \
    *p = (P##n)(a, b); \
    return v; \
  }

#define LIBRARY1(name, T) KEEP T lockstep_library_##name(T x);
#define LIBRARY2(name, T, U) KEEP T lockstep_library_##name(T x, U y);
LIBRARY1(exp, float) LIBRARY1(exp2, float) LIBRARY1(erfc, float) LIBRARY1(lgamma, float)
LIBRARY2(lgamma_r, float, int *) LIBRARY2(rootn, float, int) LIBRARY2(fmod, float, float)
LIBRARY2(remainder, float, float) LIBRARY2(nextafter, float, float) LIBRARY2(powr, float, float)
KEEP float lockstep_library_remquo(float x, float y, int *p);
LIBRARY1(sin, double) LIBRARY1(cos, double) LIBRARY1(tan, double) LIBRARY1(sinh, double)
LIBRARY1(cosh, double) LIBRARY1(atan, double) LIBRARY1(atanpi, double) LIBRARY1(erf, double)
LIBRARY1(exp, double) LIBRARY1(expm1, double) LIBRARY2(nextafter, double, double)
LIBRARY2(powr, double, double)
LIBRARY1(sinpi, float) LIBRARY1(cospi, float) LIBRARY1(tanpi, float)
LIBRARY1(sinpi, double) LIBRARY1(cospi, double) LIBRARY1(tanpi, double)

/* Two steps at most leave the last product to round, once. */
#define LDEXP(T, large, small, bias, back) \
  KEEP T ldexp(T x, int k) { \
    if (k > bias) { \
      x *= large; \
      k -= bias; \
      if (k > bias) { \
        x *= large; \
        k = min(k - bias, bias); \
      } \
    } else if (k < 1 - bias) { \
      x *= small; \
      k += back; \
      if (k < 1 - bias) { \
        x *= small; \
        k = max(k + back, 1 - bias); \
      } \
    } \
    return x * POWER_##T(k + bias); \
  }
#define POWER_float(k) as_float((k) << 23)
#define POWER_double(k) as_double((long)(k) << 52)
LDEXP(float, 0x1p127f, 0x1p-102f, 127, 102)
LDEXP(double, 0x1p1023, 0x1p-969, 1023, 969)
VECTORS2(ldexp, float, int) VECTORS2(ldexp, double, int)
#define SCALED(T, n) \
  KEEP T##n ldexp(T##n x, int k) { return ldexp(x, (int##n)(k)); }
SCALED(float, 2) SCALED(float, 3) SCALED(float, 4) SCALED(float, 8) SCALED(float, 16)
SCALED(double, 2) SCALED(double, 3) SCALED(double, 4) SCALED(double, 8) SCALED(double, 16)

/* Subnormal results: of half the exponent, squared. */
KEEP float exp(float x) {
  float half_way = lockstep_library_exp(x < -80.0f ? 0.5f * x : x);
  return x < -80.0f ? half_way * half_way : half_way;
}
VECTORS(exp, float)
KEEP float exp2(float x) {
  float half_way = lockstep_library_exp2(x < -120.0f ? 0.5f * x : x);
  return x < -120.0f ? half_way * half_way : half_way;
}
VECTORS(exp2, float)
KEEP float rootn(float x, int n) {
  return n == 1 ? x : n == -1 ? 1.0f / x : lockstep_library_rootn(x, n);
}
VECTORS2(rootn, float, int)
KEEP float erfc(float x) {
  if (x < 9.0f) {
    return lockstep_library_erfc(x);
  }
  /* The asymptotic series; x x is split so that neither part is rounded. */
  x = min(x, 11.0f);
  float high = as_float(as_int(x) & 0xfffff000);
  float s = 1.0f / (x * x);
  float sum = 1.0f - s * (0.5f - s * (0.75f - s * 1.875f));
  float half_way = lockstep_library_exp(-0.5f * high * high);
  float rest = lockstep_library_exp((high - x) * (high + x));
  return half_way * (rest * sum * 0.564189584f / x) * half_way;
}
VECTORS(erfc, float)

/* Zeros have the argument's sign. */
#define KEEPS_ZERO(name, T) \
  KEEP T name(T x) { return x == 0 ? x : lockstep_library_##name(x); } \
  VECTORS(name, T)
KEEPS_ZERO(atan, double) KEEPS_ZERO(atanpi, double) KEEPS_ZERO(erf, double)
KEEPS_ZERO(expm1, double)
#define KEEPS_NAN(name, T) \
  KEEP T name(T x) { return x != x ? x : lockstep_library_##name(x); } \
  VECTORS(name, T)
KEEPS_NAN(sinh, double) KEEPS_NAN(cosh, double)
#define CIRCLES(T) \
  KEEP T sinpi(T x) { \
    T r = lockstep_library_sinpi(x); \
    return r == 0 ? copysign((T)0, x) : r; \
  } \
  VECTORS(sinpi, T) \
  KEEP T cospi(T x) { \
    T r = lockstep_library_cospi(x); \
    return r == 0 ? (T)0 : r; \
  } \
  VECTORS(cospi, T) \
  KEEP T tanpi(T x) { \
    T r = lockstep_library_tanpi(x); \
    bool odd = rint((T)0.5 * x) != (T)0.5 * x; \
    return r == 0 ? copysign((T)0, odd ? -x : x) : r; \
  } \
  VECTORS(tanpi, T) \
  KEEP T nextafter(T x, T y) { \
    T r = lockstep_library_nextafter(x, y); \
    return r == 0 && x != 0 ? copysign(r, x) : r; \
  } \
  VECTORS2(nextafter, T, T)
CIRCLES(float) CIRCLES(double)
#define FRACTION(T, most) \
  KEEP T lockstep_fract(T x, T *p) { \
    T whole = floor(x); \
    *p = whole; \
    return isinf(x) ? copysign((T)0, x) \
           : x != x || x == 0 ? x : min(x - whole, (T)most); \
  } \
  SECONDS(fract, T, T)
FRACTION(float, 0x1.fffffep-1f) FRACTION(double, 0x1.fffffffffffffp-1)

/* Remainders of small numbers: both are raised, after large ones were brought near. Multiples of
 * the divisor by 256 leave the lowest bits of the quotient alone. */
static OVER bool lockstep_small(float x, float y) {
  return y != 0 && isfinite(x) && isfinite(y) && min(fabs(x), fabs(y)) < 0x1p-90f;
}
static OVER float lockstep_near(float x, float y) {
  return fabs(x) < 0x1p60f ? x : lockstep_library_fmod(x, y * 0x1p120f);
}
KEEP float fmod(float x, float y) {
  if (!lockstep_small(x, y)) {
    return lockstep_library_fmod(x, y);
  }
  if (fabs(y) >= 0x1p60f) {
    return x;
  }
  float r = lockstep_library_fmod(lockstep_near(x, y) * 0x1p64f, y * 0x1p64f) * 0x1p-64f;
  return copysign(r, x);
}
VECTORS2(fmod, float, float)
KEEP float lockstep_remquo(float x, float y, int *p) {
  if (!lockstep_small(x, y)) {
    return lockstep_library_remquo(x, y, p);
  }
  if (fabs(y) >= 0x1p60f) {
    *p = 0;
    return x;
  }
  float r = lockstep_library_remquo(lockstep_near(x, y) * 0x1p64f, y * 0x1p64f, p) * 0x1p-64f;
  return r == 0 ? copysign(r, x) : r;
}
KEEP float remainder(float x, float y) {
  int k;
  return lockstep_small(x, y) ? lockstep_remquo(x, y, &k) : lockstep_library_remainder(x, y);
}
VECTORS2(remainder, float, float)
#define REMQUO_N(n, m) \
  KEEP float##n lockstep_remquo(float##n x, float##n y, int##n *p) { \
    int##m a, b; \
    float##n v = (float##n)(lockstep_remquo(x.lo, y.lo, &a), lockstep_remquo(x.hi, y.hi, &b)); \
    *p = (int##n)(a, b); \
    return v; \
  }
REMQUO_N(2, ) REMQUO_N(4, 2) REMQUO_N(8, 4) REMQUO_N(16, 8)
KEEP float3 lockstep_remquo(float3 x, float3 y, int3 *p) {
  int2 a;
  int b;
  float2 low = lockstep_remquo(x.xy, y.xy, &a);
  float3 v = (float3)(low, lockstep_remquo(x.z, y.z, &b));
  *p = (int3)(a, b);
  return v;
}
#define REMQUO(S, n) \
  KEEP float##n remquo(float##n x, float##n y, S int##n *p) { \
    int##n k; \
    float##n v = lockstep_remquo(x, y, &k); \
    *p = k; \
    return v; \
  }
#define REMQUOS(S) \
  REMQUO(S, ) REMQUO(S, 2) REMQUO(S, 3) REMQUO(S, 4) REMQUO(S, 8) REMQUO(S, 16)
REMQUOS(__global) REMQUOS(__local) REMQUOS(__private)

/* Large angles: the bits of 2 over pi behind a word of zeros. Those before the ones that matter
 * make whole turns of x = m 2^e; the next 192 leave 139 right ones of the product. */
static __constant ulong lockstep_two_over_pi[] = {
    0, 0xa2f9836e4e441529ul, 0xfc2757d1f534ddc0ul, 0xdb6295993c439041ul, 0xfe5163abdebbc561ul,
    0xb7246e3a424dd2e0ul, 0x06492eea09d1921cul, 0xfe1deb1cb129a73eul, 0xe88235f52ebb4484ul,
    0xe99c7026b45f7e41ul, 0x3991d639835339f4ul, 0x9c845f8bbdf9283bul, 0x1ff897ffde05980ful,
    0xef2f118b5a0a6d1ful, 0x6d367ecf27cb09b7ul, 0x4f463f669e5fea2dul, 0x7527bac7ebe5f17bul,
    0x3d0739f78a5292eaul, 0x6bfb5fb11f8d5d08ul, 0x56033046fc7b6babul, 0xf0cfbc209af4361dul};
static ulong lockstep_bits(uint word, uint bit) {
  ulong high = lockstep_two_over_pi[word], low = lockstep_two_over_pi[word + 1];
  return bit == 0 ? high : high << bit | low >> (64 - bit);
}
/* The rest of x between -pi/4 and pi/4 in two parts, and the number of the quadrant. */
static uint lockstep_quadrant(double x, double *rest, double *small) {
  uint at = (uint)(as_ulong(x) >> 52 & 0x7ff) - 1075 + 62;
  ulong m = (as_ulong(x) & 0xffffffffffffful) | 0x10000000000000ul;
  ulong g0 = lockstep_bits(at / 64, at % 64), g1 = lockstep_bits(at / 64 + 1, at % 64);
  ulong g2 = lockstep_bits(at / 64 + 2, at % 64);
  ulong r2 = m * g2, carry = mul_hi(m, g2);
  ulong r1 = m * g1 + carry;
  ulong r0 = m * g0 + mul_hi(m, g1) + (r1 < carry ? 1 : 0);
  uint quadrant = (uint)(r0 >> 62);
  ulong a0 = r0 << 2 | r1 >> 62, a1 = r1 << 2 | r2 >> 62, a2 = r2 << 2;
  bool over = (long)a0 < 0;
  if (over) {
    a0 = ~a0;
    a1 = ~a1;
    a2 = ~a2;
    quadrant++;
  }
  uint n = (uint)clz(a0 | 1);
  ulong b0 = a0 << n | a1 >> (64 - n), b1 = a1 << n | a2 >> (64 - n);
  double unit = as_double((ulong)(1023 - 53 - n) << 52);
  double high = (double)(b0 >> 11) * unit;
  double low = (double)(b0 << 53 | b1 >> 11) * (unit * 0x1p-64);
  double product = high * 0x1.921fb54442d18p+0;
  double error = fma(high, 0x1.921fb54442d18p+0, -product);
  error += high * 0x1.1a62633145c07p-54 + low * 0x1.921fb54442d18p+0;
  double sum = product + error;
  double left = error - (sum - product);
  bool negative = over != (as_long(x) < 0);
  *rest = negative ? -sum : sum;
  *small = negative ? -left : left;
  return as_long(x) < 0 ? 0 - quadrant : quadrant;
}
#define LARGE 0x1p27
KEEP double lockstep_sincos(double x, double *c) {
  double rest = x, small = 0;
  uint quadrant = 0;
  bool large = !(fabs(x) < LARGE);
  if (large) {
    rest = 0;
    small = NAN;
    if (isfinite(x)) {
      quadrant = lockstep_quadrant(x, &rest, &small);
    }
  }
  double sine = lockstep_library_sin(rest), cosine = lockstep_library_cos(rest);
  if (large) {
    double s = sine;
    sine = fma(small, cosine, sine);
    cosine = fma(-small, s, cosine);
  } else if (x == 0) {
    sine = x;
  }
  *c = (quadrant & 1 ? sine : cosine) * ((quadrant + 1) & 2 ? -1.0 : 1.0);
  return (quadrant & 1 ? cosine : sine) * (quadrant & 2 ? -1.0 : 1.0);
}
SECONDS(sincos, double, double)
KEEP double sin(double x) {
  double c;
  if (!(fabs(x) < LARGE)) {
    return lockstep_sincos(x, &c);
  }
  return x == 0 ? x : lockstep_library_sin(x);
}
KEEP double cos(double x) {
  double c;
  if (!(fabs(x) < LARGE)) {
    lockstep_sincos(x, &c);
    return c;
  }
  return lockstep_library_cos(x);
}
KEEP double tan(double x) {
  if (!(fabs(x) < LARGE)) {
    double c, s = lockstep_sincos(x, &c);
    return s / c;
  }
  return x == 0 ? x : lockstep_library_tan(x);
}
VECTORS(sin, double) VECTORS(cos, double) VECTORS(tan, double)

/* Gamma. Of 1 + f by a polynomial around 1/2; below the bound of Stirling's series by the product
 * of x - 1, x - 2 and so on, which are exact; below zero by reflection,
 * gamma(-z) = -pi / (sin(pi z) z gamma(z)), where z is exact, too. The power is taken in two
 * halves, which neither overflow nor underflow. */
static OVER float lockstep_gamma_of_one_and(float f) {
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
static OVER double lockstep_gamma_of_one_and(double f) {
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
static OVER float lockstep_stirling(float z) {
  float r = 1.0f / z, s = r * r;
  float t = r * (8.3333333e-2f - s * (2.7777778e-3f - s * 7.9365079e-4f));
  return 1.0f + t * (1.0f + t * (0.5f + t * 0.16666667f));
}
static OVER double lockstep_stirling(double z) {
  double r = 1.0 / z, s = r * r;
  double t = 1.0 / 1188 - s * (691.0 / 360360);
  t = 1.0 / 1680 - s * t;
  t = 1.0 / 1260 - s * t;
  t = 1.0 / 360 - s * t;
  t = r * (1.0 / 12 - s * t);
  return lockstep_library_exp(t);
}
/* z gamma(z), or gamma(z), of a number above zero, as a product of two. */
#define GAMMA(T, bound, large, smallest, tau, pie) \
  static OVER T lockstep_gamma(T z, bool times, T *other) { \
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
    T half_way = lockstep_library_powr(z, (T)0.5 * z - (T)0.25); \
    *other = half_way; \
    T g = half_way * lockstep_library_exp(-z) * (lockstep_stirling(z) * (T)tau); \
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
    return -(T)pie / lockstep_library_sinpi(z) / g / other; \
  } \
  VECTORS(tgamma, T)
GAMMA(float, 8, 46, 0x1p-40f, 2.50662827f, 3.14159265f)
GAMMA(double, 16, 190, 0x1p-80, 0x1.40d931ff62706p+1, 3.14159265358979323846)

/* Near zero, the logarithm of 1 over x. */
KEEP float lockstep_lgamma_r(float x, int *p) {
  if (fabs(x) < 0x1p-30f && x != 0) {
    *p = x < 0 ? -1 : 1;
    return -log(fabs(x));
  }
  float r = lockstep_library_lgamma_r(x, p);
  return isinf(x) ? INFINITY : r;
}
SECONDS(lgamma_r, float, int)
KEEP float lgamma(float x) {
  return fabs(x) < 0x1p-30f && x != 0 ? -log(fabs(x))
         : isinf(x) ? INFINITY : lockstep_library_lgamma(x);
}
VECTORS(lgamma, float)

/* Edges that are one number, for a vector. */
#define SMOOTHSTEP(n) \
  KEEP double##n smoothstep(double low, double high, double##n x) { \
    return smoothstep((double##n)(low), (double##n)(high), x); \
  }
SMOOTHSTEP(2) SMOOTHSTEP(3) SMOOTHSTEP(4) SMOOTHSTEP(8) SMOOTHSTEP(16)

/* libclc's are infinite for the code 0. */
#define QUIET(n) \
  KEEP double##n nan(ulong##n code) { \
    return as_double##n(code | (ulong##n)(0x7ff8000000000000ul)); \
  }
QUIET() QUIET(2) QUIET(3) QUIET(4) QUIET(8) QUIET(16)
