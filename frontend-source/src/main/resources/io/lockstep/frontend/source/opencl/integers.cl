/* SPDX-License-Identifier: Apache-2.0 */
/* Integer functions. */
#define OF_VECTORS(T, U, n) \
  KEEP U##n abs(T##n x) { return as_##U##n((T##n)__builtin_elementwise_abs(x)); } \
  KEEP U##n abs_diff(T##n x, T##n y) { \
    return (U##n)(as_##U##n(max(x, y)) - as_##U##n(min(x, y))); \
  } \
  ALIKE(T, U, n)
#define OF_UNSIGNED(T, U, n) \
  KEEP T##n abs(T##n x) { return x; } \
  KEEP T##n abs_diff(T##n x, T##n y) { \
    return max(x, y) - min(x, y); \
  } \
  ALIKE(T, U, n)
/* Averages are the shared bits and half of those that differ. */
#define ALIKE(T, U, n) \
  KEEP T##n hadd(T##n x, T##n y) { return (x & y) + ((x ^ y) >> (T##n)(1)); } \
  KEEP T##n rhadd(T##n x, T##n y) { return (x | y) - ((x ^ y) >> (T##n)(1)); } \
  KEEP T##n max(T##n x, T##n y) { return __builtin_elementwise_max(x, y); } \
  KEEP T##n min(T##n x, T##n y) { return __builtin_elementwise_min(y, x); } \
  KEEP T##n clamp(T##n x, T##n low, T##n high) { return min(max(x, low), high); } \
  KEEP T##n rotate(T##n x, T##n y) { \
    U##n bits = as_##U##n(x), k = as_##U##n(y), last = (U##n)(8 * sizeof(T) - 1); \
    return as_##T##n((U##n)(bits << (k & last) | bits >> (-k & last))); \
  } \
  KEEP T##n mad_hi(T##n x, T##n y, T##n z) { return mul_hi(x, y) + z; } \
  KEEP T##n bitselect(T##n x, T##n y, T##n z) { return x ^ ((x ^ y) & z); }
#define SUMS(T, n) \
  KEEP T##n add_sat(T##n x, T##n y) { return __builtin_elementwise_add_sat(x, y); } \
  KEEP T##n sub_sat(T##n x, T##n y) { return __builtin_elementwise_sub_sat(x, y); }
/* Of a short number the builtin would take the sum as an int. */
#define SHORT_SUMS(T) \
  KEEP T add_sat(T x, T y) { return convert_##T##_sat((int)x + (int)y); } \
  KEEP T sub_sat(T x, T y) { return convert_##T##_sat((int)x - (int)y); } \
  WIDTHS(SUMS, T)
SHORT_SUMS(char) SHORT_SUMS(uchar) SHORT_SUMS(short) SHORT_SUMS(ushort)
SUMS(int, ) SUMS(uint, ) SUMS(long, ) SUMS(ulong, )
WIDTHS(SUMS, int) WIDTHS(SUMS, uint) WIDTHS(SUMS, long) WIDTHS(SUMS, ulong)
#define WITH_NUMBERS(T, n) \
  KEEP T##n max(T##n x, T y) { return max(x, (T##n)(y)); } \
  KEEP T##n min(T##n x, T y) { return min(x, (T##n)(y)); } \
  KEEP T##n clamp(T##n x, T low, T high) { return clamp(x, (T##n)(low), (T##n)(high)); }
#define SIGNED(T, U) \
  OF_VECTORS(T, U, ) OF_VECTORS(T, U, 2) OF_VECTORS(T, U, 3) OF_VECTORS(T, U, 4) \
  OF_VECTORS(T, U, 8) OF_VECTORS(T, U, 16) WIDTHS(WITH_NUMBERS, T)
#define UNSIGNED(T, U) \
  OF_UNSIGNED(T, U, ) OF_UNSIGNED(T, U, 2) OF_UNSIGNED(T, U, 3) OF_UNSIGNED(T, U, 4) \
  OF_UNSIGNED(T, U, 8) OF_UNSIGNED(T, U, 16) WIDTHS(WITH_NUMBERS, T)
SIGNED(char, uchar) SIGNED(short, ushort) SIGNED(int, uint) SIGNED(long, ulong)
UNSIGNED(uchar, uchar) UNSIGNED(ushort, ushort) UNSIGNED(uint, uint) UNSIGNED(ulong, ulong)

/* Products in the next wider type, and saturated sums of them. */
#define PRODUCTS(T, W, bits, low, high) \
  KEEP T mul_hi(T x, T y) { return (T)((W)((W)x * (W)y) >> bits); } \
  KEEP T mad_sat(T x, T y, T z) { \
    return (T)min(max((W)((W)((W)x * (W)y) + (W)z), (W)low), (W)high); \
  } \
  LANES(T)
#define LANES(T) VECTORS2(mul_hi, T, T, T) VECTORS3(mad_sat, T, T, T, T)
PRODUCTS(char, short, 8, CHAR_MIN, CHAR_MAX) PRODUCTS(uchar, ushort, 8, 0, UCHAR_MAX)
PRODUCTS(short, int, 16, SHRT_MIN, SHRT_MAX) PRODUCTS(ushort, uint, 16, 0, USHRT_MAX)
PRODUCTS(int, long, 32, INT_MIN, INT_MAX) PRODUCTS(uint, ulong, 32, 0, UINT_MAX)
/* In 128 bits. Clang's builtin of the instruction takes long longs, which OpenCL C lacks. */
KEEP long mul_hi(long x, long y) {
  long r;
  __asm__("mul.hi.s64 %0, %1, %2;" : "=l"(r) : "l"(x), "l"(y));
  return r;
}
KEEP ulong mul_hi(ulong x, ulong y) {
  ulong r;
  __asm__("mul.hi.u64 %0, %1, %2;" : "=l"(r) : "l"(x), "l"(y));
  return r;
}
KEEP long mad_sat(long x, long y, long z) {
  ulong low = (ulong)x * (ulong)y;
  long high = mul_hi(x, y) + (z >> 63);
  ulong sum = low + (ulong)z;
  high += sum < low ? 1 : 0;
  return high == (long)sum >> 63 ? (long)sum : high < 0 ? LONG_MIN : LONG_MAX;
}
KEEP ulong mad_sat(ulong x, ulong y, ulong z) {
  ulong low = x * y;
  return mul_hi(x, y) != 0 || low + z < low ? ULONG_MAX : low + z;
}
LANES(long) LANES(ulong)

#define COUNTS(T, U, W, ending, bits) \
  KEEP T clz(T x) { \
    return x == 0 ? bits : __builtin_clz##ending((W)(U)x) - (8 * (int)sizeof(W) - bits); \
  } \
  KEEP T popcount(T x) { return __builtin_popcount##ending((W)(U)x); } \
  KEEP T ctz(T x) { return x == (T)0 ? (T)bits : (T)((T)(bits - 1) - clz((T)(x & -x))); } \
  VECTORS(clz, T, T) VECTORS(popcount, T, T) VECTORS(ctz, T, T)
COUNTS(char, uchar, uint, , 8) COUNTS(uchar, uchar, uint, , 8)
COUNTS(short, ushort, uint, , 16) COUNTS(ushort, ushort, uint, , 16)
COUNTS(int, uint, uint, , 32) COUNTS(uint, uint, uint, , 32)
COUNTS(long, ulong, ulong, l, 64) COUNTS(ulong, ulong, ulong, l, 64)

#define UPSAMPLE(T, U, W, bits, n) \
  KEEP W##n upsample(T##n x, U##n y) { \
    return convert_##W##n(x) << (W##n)(bits) | convert_##W##n(y); \
  }
#define UPSAMPLES(T, U, W, bits) UPSAMPLE(T, U, W, bits, ) WIDTHS(UPSAMPLE, T, U, W, bits)
UPSAMPLES(char, uchar, short, 8) UPSAMPLES(uchar, uchar, ushort, 8)
UPSAMPLES(short, ushort, int, 16) UPSAMPLES(ushort, ushort, uint, 16)
UPSAMPLES(int, uint, long, 32) UPSAMPLES(uint, uint, ulong, 32)

#define LOW_24(T, n) \
  KEEP T##n mul24(T##n x, T##n y) { \
    return (x << (T##n)(8) >> (T##n)(8)) * (y << (T##n)(8) >> (T##n)(8)); \
  } \
  KEEP T##n mad24(T##n x, T##n y, T##n z) { return mul24(x, y) + z; }
LOW_24(int, ) WIDTHS(LOW_24, int) LOW_24(uint, ) WIDTHS(LOW_24, uint)
