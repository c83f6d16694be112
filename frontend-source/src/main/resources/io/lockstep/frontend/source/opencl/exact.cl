/* SPDX-License-Identifier: Apache-2.0 */
/* Functions with one right result: parts, neighbours and remainders of floats and doubles. */

/* Two steps at most leave the last product to round, once. */
#define LDEXP(T, power, large, small, bias, back) \
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
    return x * power(k + bias); \
  }
#define POWER_F(k) as_float((k) << 23)
#define POWER_D(k) as_double((long)(k) << 52)
LDEXP(float, POWER_F, 0x1p127f, 0x1p-102f, 127, 102)
LDEXP(double, POWER_D, 0x1p1023, 0x1p-969, 1023, 969)
VECTORS2(ldexp, float, float, int) VECTORS2(ldexp, double, double, int)
#define SCALED(T, n) \
  KEEP T##n ldexp(T##n x, int k) { return ldexp(x, (int##n)(k)); }
WIDTHS(SCALED, float) WIDTHS(SCALED, double)

/* The exponent of x != 0, of which subnormal numbers are scaled, and x without it, from 1 to 2. */
#define PARTS(T, I, as_I, as_T, digits, bias, least, up) \
  HELPER int lockstep_parts(T x, T *m) { \
    bool tiny = fabs(x) < least; \
    I bits = as_I(tiny ? x * up : x); \
    int e = (int)(bits >> digits) & (2 * bias + 1); \
    *m = as_T((bits & ~((I)(2 * bias + 1) << digits)) | (I)bias << digits); \
    return tiny ? e - bias - digits : e - bias; \
  } \
  KEEP int ilogb(T x) { \
    T m; \
    int e = lockstep_parts(x, &m); \
    e = fabs(x) < (T)INFINITY ? e : INT_MAX; \
    return x == 0 ? INT_MIN : e; \
  } \
  KEEP T logb(T x) { \
    T m, e = (T)lockstep_parts(x, &m); \
    e = fabs(x) < (T)INFINITY ? e : fabs(x); \
    return x == 0 ? -(T)INFINITY : e; \
  } \
  HELPER T lockstep_frexp(T x, int *p) { \
    T m; \
    int e = lockstep_parts(x, &m); \
    bool as_is = x == 0 || !(fabs(x) < (T)INFINITY); \
    *p = as_is ? 0 : e + 1; \
    return as_is ? x : m * (T)0.5; \
  } \
  HELPER T lockstep_modf(T x, T *p) { \
    *p = trunc(x); \
    return copysign(isinf(x) ? (T)0 : x - *p, x); \
  } \
  HELPER T lockstep_fract(T x, T *p) { \
    *p = floor(x); \
    T r = min(x - *p, 1 - least_step_##T); \
    r = x == 0 || x != x ? x : r; \
    return isinf(x) ? copysign((T)0, x) : r; \
  } \
  VECTORS(logb, T, T) VECTORS(ilogb, int, T) \
  SECONDS(frexp, T, int) SECONDS(modf, T, T) SECONDS(fract, T, T)
#define least_step_float 0x1p-24f
#define least_step_double 0x1p-53
PARTS(float, int, as_int, as_float, 23, 127, 0x1p-126f, 0x1p23f)
PARTS(double, long, as_long, as_double, 52, 1023, 0x1p-1022, 0x1p52)

/* Numbers of one sign are ordered as their bits. */
#define NEXT(T, I) \
  KEEP T nextafter(T x, T y) { \
    I step = (x < y) == (x > 0) ? 1 : -1; \
    T r = x == 0 ? copysign(as_##T((I)1), y) : as_##T((I)(as_##I(x) + step)); \
    r = x == y ? y : r; \
    return isunordered(x, y) ? (T)NAN : r; \
  } \
  VECTORS2(nextafter, T, T, T)
NEXT(float, int) NEXT(double, long)
#define QUIET(n) \
  KEEP float##n nan(uint##n code) { return as_float##n(code | (uint##n)(0x7fc00000)); } \
  KEEP double##n nan(ulong##n code) { \
    return as_double##n(code | (ulong##n)(0x7ff8000000000000ul)); \
  }
QUIET() QUIET(2) QUIET(3) QUIET(4) QUIET(8) QUIET(16)

/* x and y as whole numbers times 2 to an exponent; the quotient as in long division, digits of as
 * many bits as the remainder leaves free in its word. Returns the remainder of the sizes with that
 * exponent, one less if y is larger, so that it can be compared with half of y. */
#define DIVISION(T, U, digits, step, field) \
  HELPER U lockstep_whole(T x, int *e) { \
    U m = as_##U(x) & (((U)1 << digits) - 1); \
    int k = (int)(as_##U(x) >> digits) & field; \
    if (k == 0) { \
      int up = (int)clz(m) - (int)(8 * sizeof(U) - 1 - digits); \
      m <<= up; \
      *e = 1 - up; \
    } else { \
      m |= (U)1 << digits; \
      *e = k; \
    } \
    return m; \
  } \
  HELPER U lockstep_divide(T x, T y, U *divisor, int *e, uint *quotient) { \
    int n; \
    U r = lockstep_whole(x, &n), d = lockstep_whole(y, e); \
    n -= *e; \
    if (n < 0) { \
      d <<= 1; \
      *e -= 1; \
      n = 0; \
    } \
    U q = r / d; \
    r -= q * d; \
    uint all = (uint)q; \
    while (n > 0) { \
      int k = min(n, step); \
      r <<= k; \
      q = r / d; \
      r -= q * d; \
      all = all << k | (uint)q; \
      n -= k; \
    } \
    *divisor = d; \
    *quotient = all; \
    return r; \
  } \
  HELPER bool lockstep_divides(T x, T y) { return isfinite(x) && y == y && y != 0; } \
  KEEP T fmod(T x, T y) { \
    if (!lockstep_divides(x, y)) { \
      return (T)NAN; \
    } \
    if (fabs(x) < fabs(y)) { \
      return x; \
    } \
    U d; \
    int e; \
    uint q; \
    U r = lockstep_divide(x, y, &d, &e, &q); \
    return copysign(ldexp((T)r, e - field / 2 - digits), x); \
  } \
  HELPER T lockstep_remquo(T x, T y, int *p) { \
    *p = 0; \
    if (!lockstep_divides(x, y)) { \
      return (T)NAN; \
    } \
    if (fabs(x) < (T)0.5 * fabs(y) || x == 0) { \
      return x; \
    } \
    U d; \
    int e; \
    uint q; \
    U r = lockstep_divide(x, y, &d, &e, &q); \
    bool up = 2 * r > d || 2 * r == d && (q & 1) != 0; \
    q += up ? 1 : 0; \
    T rest = ldexp((T)(up ? d - r : r), e - field / 2 - digits); \
    rest = up ? -rest : rest; \
    q &= 0x7fffffff; \
    *p = (x < 0) == (y < 0) ? (int)q : -(int)q; \
    rest = x < 0 ? -rest : rest; \
    return rest == 0 ? copysign(rest, x) : rest; \
  } \
  KEEP T remainder(T x, T y) { \
    int k; \
    return lockstep_remquo(x, y, &k); \
  } \
  VECTORS2(fmod, T, T, T) VECTORS2(remainder, T, T, T) QUOTIENTS(T)
#define QUOTIENTS(T) \
  HELPER T##3 lockstep_remquo(T##3 x, T##3 y, int3 *p) { \
    int a, b, c; \
    T##3 v = (T##3)(lockstep_remquo(x.x, y.x, &a), lockstep_remquo(x.y, y.y, &b), \
                    lockstep_remquo(x.z, y.z, &c)); \
    *p = (int3)(a, b, c); \
    return v; \
  } \
  QUOTIENT_N(T, 2, ) QUOTIENT_N(T, 4, 2) QUOTIENT_N(T, 8, 4) QUOTIENT_N(T, 16, 8) \
  REMQUOS(T, __global) REMQUOS(T, __local) REMQUOS(T, __private)
#define QUOTIENT_N(T, n, m) \
  HELPER T##n lockstep_remquo(T##n x, T##n y, int##n *p) { \
    int##m a, b; \
    T##n v = (T##n)(lockstep_remquo(x.lo, y.lo, &a), lockstep_remquo(x.hi, y.hi, &b)); \
    *p = (int##n)(a, b); \
    return v; \
  }
#define REMQUOS(T, S) \
  REMQUO(T, S, ) REMQUO(T, S, 2) REMQUO(T, S, 3) REMQUO(T, S, 4) REMQUO(T, S, 8) REMQUO(T, S, 16)
#define REMQUO(T, S, n) \
  KEEP T##n remquo(T##n x, T##n y, S int##n *p) { \
    int##n k; \
    T##n v = lockstep_remquo(x, y, &k); \
    *p = k; \
    return v; \
  }
DIVISION(float, uint, 23, 7, 255)
DIVISION(double, ulong, 52, 10, 2047)
