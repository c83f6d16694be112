/* SPDX-License-Identifier: Apache-2.0 */
/* Trigonometric functions of floats and their inverses. */

/* Bits of 2 / pi behind a word of zeros. A number m 2^q times those from place q + 62 on is the
 * number of quadrants with 62 bits behind its point; the places before make whole turns. */
static __constant ulong lockstep_two_over_pi[] = {
    0, 0xa2f9836e4e441529ul, 0xfc2757d1f534ddc0ul, 0xdb6295993c439041ul, 0xfe5163abdebbc561ul,
    0xb7246e3a424dd2e0ul, 0x06492eea09d1921cul, 0xfe1deb1cb129a73eul, 0xe88235f52ebb4484ul,
    0xe99c7026b45f7e41ul, 0x3991d639835339f4ul, 0x9c845f8bbdf9283bul, 0x1ff897ffde05980ful,
    0xef2f118b5a0a6d1ful, 0x6d367ecf27cb09b7ul, 0x4f463f669e5fea2dul, 0x7527bac7ebe5f17bul,
    0x3d0739f78a5292eaul, 0x6bfb5fb11f8d5d08ul, 0x56033046fc7b6babul, 0xf0cfbc209af4361dul};
HELPER ulong lockstep_bits(uint word, uint bit) {
  ulong high = lockstep_two_over_pi[word], low = lockstep_two_over_pi[word + 1];
  return bit == 0 ? high : high << bit | low >> (64 - bit);
}
/* The rest of an angle between -pi/4 and pi/4, and the number of its quadrant in the lowest bits.
 * Below 2^17 pi/2 has three parts (Cody and Waite); the sum that rounds to a whole number holds
 * that number in its bits. Beyond, the product with 2 / pi is exact to 2^-62 (Payne and Hanek). */
HELPER float lockstep_quadrant(float x, uint *quadrant) {
  if (fabs(x) >= 0x1p17f) {
    uint at = (as_uint(x) >> 23 & 0xff) - 88;
    ulong m = (as_uint(x) & 0x7fffff) | 0x800000;
    ulong g0 = lockstep_bits(at / 64, at % 64), g1 = lockstep_bits(at / 64 + 1, at % 64);
    ulong r = m * g0 + mul_hi(m, g1);
    uint n = (uint)(r >> 62) + ((uint)(r >> 61) & 1);
    float rest = (float)(long)(r << 2) * 0x1.921fb6p-64f;
    rest = isinf(x) ? NAN : rest;
    *quadrant = x < 0 ? -n : n;
    return x < 0 ? -rest : rest;
  }
  float n = fma(x, 0x1.45f306p-1f, 0x1.8p23f);
  *quadrant = as_uint(n);
  n -= 0x1.8p23f;
  return fma(n, 0x1.ee59dap-50f, fma(n, 0x1.777a5cp-25f, fma(n, -0x1.921fb6p+0f, x)));
}
/* sin(r) with the error 2^-27.8 r, and cos(r) with 2^-33. */
HELPER float lockstep_sine(float r, float z) {
  return fma(r * z, POLY3(z, -0x1.555544p-3f, 0x1.1106dcp-7f, -0x1.992746p-13f), r);
}
HELPER float lockstep_cosine(float z) {
  return fma(z * z, POLY3(z, 0x1.55554ap-5f, -0x1.6c0c26p-10f, 0x1.99e6cp-16f), fma(z, -0.5f,
      1.0f));
}
HELPER float lockstep_turned(float v, uint quadrant) {
  return as_float(as_uint(v) ^ (quadrant << 30 & 0x80000000));
}
KEEP float sin(float x) {
  uint q;
  float r = lockstep_quadrant(x, &q), z = r * r;
  r = lockstep_turned(q & 1 ? lockstep_cosine(z) : lockstep_sine(r, z), q);
  return x == 0 ? x : r;
}
KEEP float cos(float x) {
  uint q;
  float r = lockstep_quadrant(x, &q), z = r * r;
  return lockstep_turned(q & 1 ? lockstep_sine(r, z) : lockstep_cosine(z), q + 1);
}
HELPER float lockstep_sincos(float x, float *cosine) {
  uint q;
  float r = lockstep_quadrant(x, &q), z = r * r;
  float s = lockstep_sine(r, z), c = lockstep_cosine(z);
  *cosine = lockstep_turned(q & 1 ? s : c, q + 1);
  return x == 0 ? x : lockstep_turned(q & 1 ? c : s, q);
}
SECONDS(sincos, float, float)
KEEP float tan(float x) {
  uint q;
  float r = lockstep_quadrant(x, &q), z = r * r;
  float s = lockstep_sine(r, z), c = lockstep_cosine(z);
  float t = (q & 1 ? -c : s) / (q & 1 ? s : c);
  return x == 0 ? x : t;
}

/* The rest of x pi, where x is brought to -1 to 1 without error. */
HELPER float lockstep_half_turns(float x, float *n) {
  x = fma(rint(0.5f * x), -2.0f, x);
  *n = rint(2 * x);
  x = fma(*n, -0.5f, x);
  return fma(x, 0x1.921fb6p+1f, x * -0x1.777a5cp-24f);
}
KEEP float sinpi(float x) {
  float n, r = lockstep_half_turns(x, &n), z = r * r;
  uint q = (uint)(int)n;
  r = lockstep_turned(q & 1 ? lockstep_cosine(z) : lockstep_sine(r, z), q);
  return r == 0 ? copysign(r, x) : r;
}
KEEP float cospi(float x) {
  float n, r = lockstep_half_turns(x, &n), z = r * r;
  uint q = (uint)(int)n;
  return lockstep_turned(q & 1 ? lockstep_sine(r, z) : lockstep_cosine(z), q + 1) + 0.0f;
}
KEEP float tanpi(float x) {
  float n, r = lockstep_half_turns(x, &n), z = r * r;
  uint q = (uint)(int)n;
  float s = lockstep_sine(r, z), c = lockstep_cosine(z);
  float t = (q & 1 ? -c : s) / (q & 1 ? s : c);
  return r != 0 || x != x ? t : q & 1 ? n * INFINITY : copysign(0.0f, q & 2 ? -x : x);
}

VECTORS(sin, float, float) VECTORS(cos, float, float) VECTORS(tan, float, float)
VECTORS(sinpi, float, float) VECTORS(cospi, float, float) VECTORS(tanpi, float, float)
