/* Conversions of which libclc's are wrong: saturated ones of a NaN, which becomes 0, integers of
 * many digits rounded down or to zero, and small doubles, which keep their sign. Compiled once, and
 * linked to sources that use them. */
#define KEEP __attribute__((overloadable, always_inline))
#define VECTORS(name, T, F) \
  KEEP T##2 NAME(name, T, 2)(F##2 x) { \
    return (T##2)(NAME(name, T, )(x.x), NAME(name, T, )(x.y)); \
  } \
  KEEP T##3 NAME(name, T, 3)(F##3 x) { \
    return (T##3)(NAME(name, T, )(x.x), NAME(name, T, )(x.y), NAME(name, T, )(x.z)); \
  } \
  HALVES(name, T, F, 4, 2) HALVES(name, T, F, 8, 4) HALVES(name, T, F, 16, 8)
#define HALVES(name, T, F, n, m) \
  KEEP T##n NAME(name, T, n)(F##n x) { \
    return (T##n)(NAME(name, T, m)(x.lo), NAME(name, T, m)(x.hi)); \
  }
#define NAME(name, T, n) convert_##T##n##name

/* Bounds are powers of two, which are exact in every format. */
#define NOTHING(x) x
#define SATURATED(F, T, low, high, T_MIN, T_MAX) \
  ROUNDED(F, T, low, high, T_MIN, T_MAX, _sat, NOTHING) \
  ROUNDED(F, T, low, high, T_MIN, T_MAX, _sat_rtz, NOTHING) \
  ROUNDED(F, T, low, high, T_MIN, T_MAX, _sat_rte, rint) \
  ROUNDED(F, T, low, high, T_MIN, T_MAX, _sat_rtp, ceil) \
  ROUNDED(F, T, low, high, T_MIN, T_MAX, _sat_rtn, floor)
#define ROUNDED(F, T, low, high, T_MIN, T_MAX, name, round) \
  KEEP T convert_##T##name(F x) { \
    F r = round(x); \
    return x != x ? (T)0 : r <= (F)low ? T_MIN : r >= (F)high ? T_MAX : (T)r; \
  } \
  VECTORS(name, T, F)
SATURATED(double, char, -0x1p7, 0x1p7, CHAR_MIN, CHAR_MAX)
SATURATED(double, uchar, 0, 0x1p8, 0, UCHAR_MAX)
SATURATED(double, short, -0x1p15, 0x1p15, SHRT_MIN, SHRT_MAX)
SATURATED(double, ushort, 0, 0x1p16, 0, USHRT_MAX)
SATURATED(double, int, -0x1p31, 0x1p31, INT_MIN, INT_MAX)
SATURATED(double, uint, 0, 0x1p32, 0, UINT_MAX)
SATURATED(double, long, -0x1p63, 0x1p63, LONG_MIN, LONG_MAX)
SATURATED(double, ulong, 0, 0x1p64, 0, ULONG_MAX)
SATURATED(float, long, -0x1p63, 0x1p63, LONG_MIN, LONG_MAX)
SATURATED(float, ulong, 0, 0x1p64, 0, ULONG_MAX)

/* The digits that a format holds are converted exactly; away from zero follows its neighbour. */
#define DIGITS(F, U, B, digits) \
  static __attribute__((overloadable)) F lockstep_kept_##F(U x) { \
    return (F)(x & ~((U)-1 >> digits >> clz(x | 1))); \
  } \
  static __attribute__((overloadable)) F lockstep_away_##F(U x) { \
    F kept = lockstep_kept_##F(x); \
    bool exact = (x & ((U)-1 >> digits >> clz(x | 1))) == 0; \
    return exact ? kept : as_##F(as_##B(kept) + 1); \
  } \
  KEEP F convert_##F##_rtz(U x) { return lockstep_kept_##F(x); } \
  KEEP F convert_##F##_rtn(U x) { return lockstep_kept_##F(x); } \
  VECTORS(_rtz, F, U) VECTORS(_rtn, F, U)
#define SIGNED(F, T) \
  KEEP F convert_##F##_rtz(T x) { \
    F kept = lockstep_kept_##F(abs(x)); \
    return x < 0 ? -kept : kept; \
  } \
  KEEP F convert_##F##_rtn(T x) { \
    return x < 0 ? -lockstep_away_##F(abs(x)) : lockstep_kept_##F(abs(x)); \
  } \
  VECTORS(_rtz, F, T) VECTORS(_rtn, F, T)
DIGITS(float, uint, uint, 24) DIGITS(float, ulong, uint, 24) DIGITS(double, ulong, ulong, 53)
SIGNED(float, int) SIGNED(float, long) SIGNED(double, long)

KEEP float convert_float_rtz(double x) {
  float r = (float)x;
  return fabs((double)r) > fabs(x) ? as_float(as_int(r) - 1) : r;
}
KEEP float convert_float_rtp(double x) {
  float r = (float)x;
  return (double)r < x ? as_float(r == 0 ? 1 : as_int(r) + (r < 0 ? -1 : 1)) : r;
}
VECTORS(_rtz, float, double) VECTORS(_rtp, float, double)
