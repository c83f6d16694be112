/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions. Some whose rounding or saturation a cast does not have are one instruction, which
 * saturates; NaNs become 0 in it only from 32 bits to 32 bits. They are assembly, since of a cast
 * LLVM takes results that the language leaves open as it likes. */
#define CONVERT_V(T, name, F) \
  KEEP T##2 convert_##T##2##name(F##2 x) { \
    return (T##2)(convert_##T##name(x.x), convert_##T##name(x.y)); \
  } \
  KEEP T##3 convert_##T##3##name(F##3 x) { \
    return (T##3)(convert_##T##name(x.x), convert_##T##name(x.y), convert_##T##name(x.z)); \
  } \
  CONVERT_N(T, name, F, 4, 2) CONVERT_N(T, name, F, 8, 4) CONVERT_N(T, name, F, 16, 8)
#define CONVERT_N(T, name, F, n, m) \
  KEEP T##n convert_##T##n##name(F##n x) { \
    return (T##n)(convert_##T##m##name(x.lo), convert_##T##m##name(x.hi)); \
  }

/* As a cast, which rounds integers to zero and other numbers to the nearest. */
#define PLAIN(T, F, mode) \
  KEEP T convert_##T##mode(F x) { return (T)x; } \
  WIDTHS(PLAIN_V, T, F, mode)
#define PLAIN_V(T, F, mode, n) \
  KEEP T##n convert_##T##n##mode(F##n x) { return __builtin_convertvector(x, T##n); }
#define EXACT(T, F) \
  PLAIN(T, F, ) PLAIN(T, F, _rte) PLAIN(T, F, _rtz) PLAIN(T, F, _rtp) PLAIN(T, F, _rtn)

/* Between integers, saturated: bounds of both types, in the type of the argument. */
#define LEAST_char CHAR_MIN
#define LEAST_short SHRT_MIN
#define LEAST_int INT_MIN
#define LEAST_long LONG_MIN
#define LEAST_uchar 0
#define LEAST_ushort 0
#define LEAST_uint 0
#define LEAST_ulong 0
#define MOST_char CHAR_MAX
#define MOST_short SHRT_MAX
#define MOST_int INT_MAX
#define MOST_long LONG_MAX
#define MOST_uchar UCHAR_MAX
#define MOST_ushort USHRT_MAX
#define MOST_uint UINT_MAX
#define MOST_ulong ULONG_MAX
#define LOW(T, F) (F)((long)LEAST_##T > (long)LEAST_##F ? LEAST_##T : LEAST_##F)
#define HIGH(T, F) (F)((ulong)MOST_##T < (ulong)MOST_##F ? (ulong)MOST_##T : (ulong)MOST_##F)
#define BOUNDED(T, F, mode) BOUNDED_V(T, F, mode, ) WIDTHS(BOUNDED_V, T, F, mode)
#define BOUNDED_V(T, F, mode, n) \
  KEEP T##n convert_##T##n##_sat##mode(F##n x) { \
    return convert_##T##n(clamp(x, (F##n)(LOW(T, F)), (F##n)(HIGH(T, F)))); \
  }
#define WHOLES(T, F) \
  EXACT(T, F) BOUNDED(T, F, ) BOUNDED(T, F, _rte) BOUNDED(T, F, _rtz) BOUNDED(T, F, _rtp) \
  BOUNDED(T, F, _rtn)
#define FROM_WHOLES(T) \
  WHOLES(T, char) WHOLES(T, uchar) WHOLES(T, short) WHOLES(T, ushort) WHOLES(T, int) \
  WHOLES(T, uint) WHOLES(T, long) WHOLES(T, ulong)
INTEGERS(FROM_WHOLES)

#define INSTRUCTION(R, to, C, from, D, name, x) \
  ({ \
    R r; \
    __asm__("cvt." name "." to "." from " %0, %1;" : "=" C(r) : D(x)); \
    r; \
  })

/* From floating point to integers. Saturated ones of one number are an instruction, through a word
 * W of 32 or 64 bits. Vectors are clamped as wholes: clang would split their loads for instructions
 * of their elements. The largest number of F that T holds is most; above it follows MOST_T. */
#define SAME(x) x
#define ROUNDED(T, F, mode, round, n) \
  KEEP T##n convert_##T##n##mode(F##n x) { return convert_##T##n(round(x)); }
#define ROUNDED_V(T, F, mode, round) \
  ROUNDED(T, F, mode, round, ) WIDTHS(ROUNDED, T, F, mode, round)
#define SATURATED(T, W, to, C, F, from, D, mode, name) \
  KEEP T convert_##T##_sat##mode(F x) { \
    W r = INSTRUCTION(W, to, C, from, D, name, x); \
    return convert_##T##_sat(sizeof(W) + sizeof(F) > 8 && x != x ? (W)0 : r); \
  }
#define CLAMPED(T, F, most, mode, round, n) \
  KEEP T##n convert_##T##n##_sat##mode(F##n x) { \
    F##n r = round(x); \
    T##n v = convert_##T##n(fmax(fmin(r, (F##n)(most)), (F##n)(LEAST_##T))); \
    if ((F)MOST_##T != (F)most) { \
      v = convert_##T##n(r > (F##n)(most)) != (T##n)(0) ? (T##n)(MOST_##T) : v; \
    } \
    return convert_##T##n(x == x) != (T##n)(0) ? v : (T##n)(0); \
  }
#define INTEGER(T, W, to, C, F, from, D, most) \
  PLAIN(T, F, ) PLAIN(T, F, _rtz) ROUNDED_V(T, F, _rte, __builtin_elementwise_roundeven) \
  ROUNDED_V(T, F, _rtp, ceil) ROUNDED_V(T, F, _rtn, floor) \
  SATURATED(T, W, to, C, F, from, D, , "rzi") SATURATED(T, W, to, C, F, from, D, _rtz, "rzi") \
  SATURATED(T, W, to, C, F, from, D, _rte, "rni") SATURATED(T, W, to, C, F, from, D, _rtp, "rpi") \
  SATURATED(T, W, to, C, F, from, D, _rtn, "rmi") WIDTHS(CLAMPED, T, F, most, , SAME) \
  WIDTHS(CLAMPED, T, F, most, _rtz, SAME) \
  WIDTHS(CLAMPED, T, F, most, _rte, __builtin_elementwise_roundeven) \
  WIDTHS(CLAMPED, T, F, most, _rtp, ceil) WIDTHS(CLAMPED, T, F, most, _rtn, floor)
#define FROM_REAL(F, from, D, int_most, uint_most, long_most, ulong_most) \
  INTEGER(char, int, "s32", "r", F, from, D, CHAR_MAX) \
  INTEGER(uchar, uint, "u32", "r", F, from, D, UCHAR_MAX) \
  INTEGER(short, int, "s32", "r", F, from, D, SHRT_MAX) \
  INTEGER(ushort, uint, "u32", "r", F, from, D, USHRT_MAX) \
  INTEGER(int, int, "s32", "r", F, from, D, int_most) \
  INTEGER(uint, uint, "u32", "r", F, from, D, uint_most) \
  INTEGER(long, long, "s64", "l", F, from, D, long_most) \
  INTEGER(ulong, ulong, "u64", "l", F, from, D, ulong_most)
FROM_REAL(float, "f32", "f", 0x1.fffffep+30f, 0x1.fffffep+31f, 0x1.fffffep+62f, 0x1.fffffep+63f)
FROM_REAL(double, "f64", "d", INT_MAX, UINT_MAX, 0x1.fffffffffffffp+62, 0x1.fffffffffffffp+63)

/* To floating point that does not hold every number: W is the argument in a register. */
#define NARROWED(T, to, C, F, W, from, D) \
  PLAIN(T, F, ) PLAIN(T, F, _rte) TOWARDS(T, to, C, F, W, from, D, _rtz, "rz") \
  TOWARDS(T, to, C, F, W, from, D, _rtp, "rp") TOWARDS(T, to, C, F, W, from, D, _rtn, "rm")
#define TOWARDS(T, to, C, F, W, from, D, mode, name) \
  KEEP T convert_##T##mode(F x) { \
    return as_##T(INSTRUCTION(BITS_##T, to, C, from, D, name, (W)x)); \
  } \
  CONVERT_V(T, mode, F)
#define BITS_half ushort
#define BITS_float float
#define BITS_double double
EXACT(float, char) EXACT(float, uchar) EXACT(float, short) EXACT(float, ushort)
NARROWED(float, "f32", "f", int, int, "s32", "r")
NARROWED(float, "f32", "f", uint, uint, "u32", "r")
NARROWED(float, "f32", "f", long, long, "s64", "l")
NARROWED(float, "f32", "f", ulong, ulong, "u64", "l")
EXACT(float, half) EXACT(float, float) NARROWED(float, "f32", "f", double, double, "f64", "d")
EXACT(double, char) EXACT(double, uchar) EXACT(double, short) EXACT(double, ushort)
EXACT(double, int) EXACT(double, uint) NARROWED(double, "f64", "d", long, long, "s64", "l")
NARROWED(double, "f64", "d", ulong, ulong, "u64", "l")
EXACT(double, half) EXACT(double, float) EXACT(double, double)

/* Every half is a float. */
#define FROM_HALF(T) \
  FROM_HALF_M(T, ) FROM_HALF_M(T, _rte) FROM_HALF_M(T, _rtz) FROM_HALF_M(T, _rtp) \
  FROM_HALF_M(T, _rtn) FROM_HALF_M(T, _sat) FROM_HALF_M(T, _sat_rte) FROM_HALF_M(T, _sat_rtz) \
  FROM_HALF_M(T, _sat_rtp) FROM_HALF_M(T, _sat_rtn)
#define FROM_HALF_M(T, mode) \
  KEEP T convert_##T##mode(half x) { return convert_##T##mode((float)x); } \
  CONVERT_V(T, mode, half)
INTEGERS(FROM_HALF)
NARROWED(half, "f16", "h", char, int, "s32", "r")
NARROWED(half, "f16", "h", uchar, uint, "u32", "r")
NARROWED(half, "f16", "h", short, int, "s32", "r")
NARROWED(half, "f16", "h", ushort, uint, "u32", "r")
NARROWED(half, "f16", "h", int, int, "s32", "r") NARROWED(half, "f16", "h", uint, uint, "u32", "r")
NARROWED(half, "f16", "h", long, long, "s64", "l")
NARROWED(half, "f16", "h", ulong, ulong, "u64", "l")
NARROWED(half, "f16", "h", float, float, "f32", "f")
NARROWED(half, "f16", "h", double, double, "f64", "d") EXACT(half, half)
