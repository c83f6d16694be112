/* SPDX-License-Identifier: Apache-2.0 */
/* Trigonometric functions of doubles: of a rest in two parts. */

/* As of floats; of the product 139 bits are right, which leaves 2^-60 of the smallest rest. */
HELPER uint lockstep_large_quadrant(double x, double *rest, double *small) {
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
HELPER double lockstep_quadrant(double x, uint *quadrant, double *small) {
  if (fabs(x) >= 0x1p27) {
    double rest;
    *quadrant = lockstep_large_quadrant(isinf(x) ? 0x1p27 : x, &rest, small);
    return isinf(x) ? (double)NAN : rest;
  }
  double n = fma(x, 0x1.45f306dc9c883p-1, 0x1.8p52);
  *quadrant = (uint)as_ulong(n);
  n -= 0x1.8p52;
  double r = fma(n, -0x1.921fb54442d18p+0, x);
  double w = fma(n, -0x1.1a62633145c07p-54, r);
  *small = fma(n, 0x1.f1976b7ed8fbcp-110, fma(n, -0x1.1a62633145c07p-54, r - w));
  return w;
}
/* sin and cos of r + small; errors 2^-57.9 r and 2^-64. */
HELPER double lockstep_sine(double r, double small) {
  double z = r * r;
  return r + fma(r * z, POLY6(z, -0x1.5555555555548p-3, 0x1.111111110f721p-7,
      -0x1.a01a019be5626p-13, 0x1.71de35506b37bp-19, -0x1.ae5e46ba5d76ep-26,
      0x1.5d89aa92d66bdp-33), small);
}
HELPER double lockstep_cosine(double r, double small) {
  double z = r * r;
  return fma(z, -0.5, 1.0) + fma(z * z, POLY6(z, 0x1.555555555554bp-5, -0x1.6c16c16c1500ap-10,
      0x1.a01a019c8c5f2p-16, -0x1.27e4f7ee2cfc5p-22, 0x1.1ee9d88942b4fp-29,
      -0x1.8fa45499c90cfp-37), -r * small);
}
HELPER double lockstep_turned(double v, uint quadrant) {
  return as_double(as_ulong(v) ^ ((ulong)(quadrant & 2) << 62));
}
HELPER double lockstep_sincos(double x, double *cosine) {
  uint q;
  double small, r = lockstep_quadrant(x, &q, &small);
  double s = x == 0 ? x : lockstep_sine(r, small), c = lockstep_cosine(r, small);
  *cosine = lockstep_turned(q & 1 ? s : c, q + 1);
  return lockstep_turned(q & 1 ? c : s, q);
}
SECONDS(sincos, double, double)
KEEP double sin(double x) {
  double c;
  return lockstep_sincos(x, &c);
}
KEEP double cos(double x) {
  double c;
  lockstep_sincos(x, &c);
  return c;
}
KEEP double tan(double x) {
  uint q;
  double small, r = lockstep_quadrant(x, &q, &small);
  double s = x == 0 ? x : lockstep_sine(r, small), c = lockstep_cosine(r, small);
  return (q & 1 ? -c : s) / (q & 1 ? s : c);
}
HELPER double lockstep_half_turns(double x, double *n, double *small) {
  x = fma(rint(0.5 * x), -2.0, x);
  *n = rint(2 * x);
  x = fma(*n, -0.5, x);
  double r = ROUNDED_PRODUCT(x, 0x1.921fb54442d18p+1);
  *small = fma(x, 0x1.1a62633145c07p-53, fma(x, 0x1.921fb54442d18p+1, -r));
  return r;
}
KEEP double sinpi(double x) {
  double n, small, r = lockstep_half_turns(x, &n, &small);
  uint q = (uint)(int)n;
  r = lockstep_turned(q & 1 ? lockstep_cosine(r, small) : lockstep_sine(r, small), q);
  return r == 0 ? copysign(r, x) : r;
}
KEEP double cospi(double x) {
  double n, small, r = lockstep_half_turns(x, &n, &small);
  uint q = (uint)(int)n;
  r = lockstep_turned(q & 1 ? lockstep_sine(r, small) : lockstep_cosine(r, small), q + 1);
  return r + 0.0;
}
KEEP double tanpi(double x) {
  double n, small, r = lockstep_half_turns(x, &n, &small);
  uint q = (uint)(int)n;
  double s = lockstep_sine(r, small), c = lockstep_cosine(r, small);
  double t = (q & 1 ? -c : s) / (q & 1 ? s : c);
  return r != 0 || x != x ? t : q & 1 ? n * INFINITY : copysign(0.0, q & 2 ? -x : x);
}
VECTORS(sin, double, double) VECTORS(cos, double, double) VECTORS(tan, double, double)
VECTORS(sinpi, double, double) VECTORS(cospi, double, double) VECTORS(tanpi, double, double)
