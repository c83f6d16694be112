/* Functions of halves (cl_khr_fp16), which libclc lacks for this target: through float, whose
 * results are rounded once more, as drivers compute them. Compiled once, and linked to sources that
 * use halves. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define OVER __attribute__((overloadable))
#define UP(n, x) __builtin_convertvector(x, float##n)
#define DOWN(n, x) __builtin_convertvector(x, half##n)
#define VECTOR_SIZES(M) M(2) M(3) M(4) M(8) M(16)

/* Of one, two and three halves. */
#define ONE(name) \
  OVER half name(half x) { return (half)name((float)x); } \
  ONE_V(name, 2) ONE_V(name, 3) ONE_V(name, 4) ONE_V(name, 8) ONE_V(name, 16)
#define ONE_V(name, n) OVER half##n name(half##n x) { return DOWN(n, name(UP(n, x))); }
#define TWO(name) \
  OVER half name(half x, half y) { return (half)name((float)x, (float)y); } \
  TWO_V(name, 2) TWO_V(name, 3) TWO_V(name, 4) TWO_V(name, 8) TWO_V(name, 16)
#define TWO_V(name, n) \
  OVER half##n name(half##n x, half##n y) { return DOWN(n, name(UP(n, x), UP(n, y))); }
#define THREE(name) \
  OVER half name(half x, half y, half z) { return (half)name((float)x, (float)y, (float)z); } \
  THREE_V(name, 2) THREE_V(name, 3) THREE_V(name, 4) THREE_V(name, 8) THREE_V(name, 16)
#define THREE_V(name, n) \
  OVER half##n name(half##n x, half##n y, half##n z) { \
    return DOWN(n, name(UP(n, x), UP(n, y), UP(n, z))); \
  }
/* A vector and a single half behind it. */
#define WITH_ONE(name) \
  WITH_ONE_V(name, 2) WITH_ONE_V(name, 3) WITH_ONE_V(name, 4) WITH_ONE_V(name, 8) \
  WITH_ONE_V(name, 16)
#define WITH_ONE_V(name, n) \
  OVER half##n name(half##n x, half y) { return name(x, (half##n)(y)); }

ONE(acos) ONE(acosh) ONE(acospi) ONE(asin) ONE(asinh) ONE(asinpi) ONE(atan) ONE(atanh)
ONE(atanpi) ONE(cbrt) ONE(ceil) ONE(cos) ONE(cosh) ONE(cospi) ONE(erf) ONE(erfc) ONE(exp)
ONE(exp2) ONE(exp10) ONE(expm1) ONE(floor) ONE(lgamma) ONE(log) ONE(log2) ONE(log10) ONE(log1p)
ONE(logb) ONE(rint) ONE(round) ONE(rsqrt) ONE(sin) ONE(sinh) ONE(sinpi) ONE(sqrt) ONE(tan)
ONE(tanh) ONE(tanpi) ONE(tgamma) ONE(trunc) ONE(degrees) ONE(radians) ONE(sign) ONE(fabs)
TWO(atan2) TWO(atan2pi) TWO(copysign) TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmod) TWO(hypot)
TWO(maxmag) TWO(minmag) TWO(pow) TWO(powr) TWO(remainder) TWO(max) TWO(min) TWO(step)
THREE(clamp) THREE(mad) THREE(mix) THREE(smoothstep)
WITH_ONE(fmax) WITH_ONE(fmin) WITH_ONE(max) WITH_ONE(min)

OVER half fma(half x, half y, half z) { return __builtin_elementwise_fma(x, y, z); }
#define FMA(n) \
  OVER half##n fma(half##n x, half##n y, half##n z) { return __builtin_elementwise_fma(x, y, z); }
VECTOR_SIZES(FMA)

#define SINGLES(n) \
  OVER half##n clamp(half##n x, half y, half z) { return clamp(x, (half##n)(y), (half##n)(z)); } \
  OVER half##n mix(half##n x, half##n y, half z) { return mix(x, y, (half##n)(z)); } \
  OVER half##n step(half x, half##n y) { return step((half##n)(x), y); } \
  OVER half##n smoothstep(half x, half y, half##n z) { \
    return smoothstep((half##n)(x), (half##n)(y), z); \
  }
VECTOR_SIZES(SINGLES)

/* With a whole number. */
OVER half ldexp(half x, int k) { return (half)ldexp((float)x, k); }
OVER half pown(half x, int k) { return (half)pown((float)x, k); }
OVER half rootn(half x, int k) { return (half)rootn((float)x, k); }
OVER int ilogb(half x) { return ilogb((float)x); }
#define WHOLE(n) \
  OVER half##n ldexp(half##n x, int##n k) { return DOWN(n, ldexp(UP(n, x), k)); } \
  OVER half##n ldexp(half##n x, int k) { return DOWN(n, ldexp(UP(n, x), (int##n)(k))); } \
  OVER half##n pown(half##n x, int##n k) { return DOWN(n, pown(UP(n, x), k)); } \
  OVER half##n rootn(half##n x, int##n k) { return DOWN(n, rootn(UP(n, x), k)); } \
  OVER int##n ilogb(half##n x) { return ilogb(UP(n, x)); }
VECTOR_SIZES(WHOLE)

/* A second result behind a pointer. */
#define POINTERS(space) \
  OVER half fract(half x, space half *p) { \
    *p = (half)floor((float)x); return fmin(x - *p, (half)0x1.ffcp-1f); \
  } \
  OVER half modf(half x, space half *p) { *p = trunc(x); return copysign(x - *p, x); } \
  OVER half sincos(half x, space half *p) { *p = cos(x); return sin(x); }
POINTERS(__global) POINTERS(__local) POINTERS(__private)

/* Relations: of one half an int, of vectors the truth in shorts. */
#define TEST(name) \
  OVER int name(half x) { return name((float)x); } \
  TEST_V(name, 2) TEST_V(name, 3) TEST_V(name, 4) TEST_V(name, 8) TEST_V(name, 16)
#define TEST_V(name, n) \
  OVER short##n name(half##n x) { return __builtin_convertvector(name(UP(n, x)), short##n); }
#define RELATION(name) \
  OVER int name(half x, half y) { return name((float)x, (float)y); } \
  RELATION_V(name, 2) RELATION_V(name, 3) RELATION_V(name, 4) RELATION_V(name, 8) \
  RELATION_V(name, 16)
#define RELATION_V(name, n) \
  OVER short##n name(half##n x, half##n y) { \
    return __builtin_convertvector(name(UP(n, x), UP(n, y)), short##n); \
  }
TEST(isfinite) TEST(isinf) TEST(isnan)
RELATION(isequal) RELATION(isnotequal) RELATION(isgreater) RELATION(isgreaterequal)
RELATION(isless) RELATION(islessequal) RELATION(islessgreater) RELATION(isordered)
RELATION(isunordered)
OVER int signbit(half x) { return as_short(x) < 0; }
OVER int isnormal(half x) {
  ushort e = as_ushort(x) & 0x7c00;
  return e != 0 && e != 0x7c00;
}
OVER half select(half x, half y, short c) { return c ? y : x; }
OVER half select(half x, half y, ushort c) { return c ? y : x; }
OVER half bitselect(half x, half y, half c) {
  return as_half(bitselect(as_ushort(x), as_ushort(y), as_ushort(c)));
}
#define CHOICE(n) \
  OVER short##n signbit(half##n x) { return as_short##n(x) < (short)0; } \
  OVER short##n isnormal(half##n x) { \
    ushort##n e = as_ushort##n(x) & (ushort##n)(0x7c00); \
    return e != (ushort##n)(0) && e != (ushort##n)(0x7c00); \
  } \
  OVER half##n select(half##n x, half##n y, short##n c) { \
    return as_half##n(select(as_ushort##n(x), as_ushort##n(y), c)); \
  } \
  OVER half##n select(half##n x, half##n y, ushort##n c) { \
    return as_half##n(select(as_ushort##n(x), as_ushort##n(y), c)); \
  } \
  OVER half##n bitselect(half##n x, half##n y, half##n c) { \
    return as_half##n(bitselect(as_ushort##n(x), as_ushort##n(y), as_ushort##n(c))); \
  }
VECTOR_SIZES(CHOICE)

/* Geometry. */
OVER half dot(half x, half y) { return x * y; }
OVER half length(half x) { return fabs(x); }
OVER half distance(half x, half y) { return fabs(x - y); }
OVER half normalize(half x) { return sign(x); }
#define GEOMETRY(n) \
  OVER half dot(half##n x, half##n y) { return (half)dot(UP(n, x), UP(n, y)); } \
  OVER half length(half##n x) { return (half)length(UP(n, x)); } \
  OVER half distance(half##n x, half##n y) { return (half)distance(UP(n, x), UP(n, y)); } \
  OVER half##n normalize(half##n x) { return DOWN(n, normalize(UP(n, x))); }
GEOMETRY(2) GEOMETRY(3) GEOMETRY(4)
OVER half3 cross(half3 x, half3 y) { return DOWN(3, cross(UP(3, x), UP(3, y))); }
OVER half4 cross(half4 x, half4 y) { return DOWN(4, cross(UP(4, x), UP(4, y))); }

/* Vectors in memory, aligned as one half. */
#define MEMORY(space) \
  MEMORY_V(space, 2) MEMORY_V(space, 4) MEMORY_V(space, 8) MEMORY_V(space, 16) \
  OVER half3 vload3(size_t i, const space half *p) { \
    return as_half3(vload3(i, (const space ushort *)p)); \
  }
#define MEMORY_V(space, n) \
  OVER half##n vload##n(size_t i, const space half *p) { \
    return as_half##n(vload##n(i, (const space ushort *)p)); \
  }
#define STORES(space) \
  STORES_V(space, 2) STORES_V(space, 3) STORES_V(space, 4) STORES_V(space, 8) STORES_V(space, 16)
#define STORES_V(space, n) \
  OVER void vstore##n(half##n x, size_t i, space half *p) { \
    vstore##n(as_ushort##n(x), i, (space ushort *)p); \
  }
MEMORY(__global) MEMORY(__local) MEMORY(__private) MEMORY(__constant)
STORES(__global) STORES(__local) STORES(__private)

/* Conversions between halves and other numbers. Every half is a float. */
#define FROM(t) FROM_N(t, ) FROM_V(t, 2) FROM_V(t, 3) FROM_V(t, 4) FROM_V(t, 8) FROM_V(t, 16)
#define FROM_N(t, n) \
  OVER t convert_##t(half x) { return (t)(float)x; } \
  OVER t convert_##t##_rte(half x) { return convert_##t##_rte((float)x); } \
  OVER t convert_##t##_rtz(half x) { return (t)(float)x; } \
  OVER t convert_##t##_rtp(half x) { return convert_##t##_rtp((float)x); } \
  OVER t convert_##t##_rtn(half x) { return convert_##t##_rtn((float)x); } \
  OVER t convert_##t##_sat(half x) { return convert_##t##_sat((float)x); } \
  OVER t convert_##t##_sat_rte(half x) { return convert_##t##_sat_rte((float)x); } \
  OVER t convert_##t##_sat_rtz(half x) { return convert_##t##_sat_rtz((float)x); } \
  OVER t convert_##t##_sat_rtp(half x) { return convert_##t##_sat_rtp((float)x); } \
  OVER t convert_##t##_sat_rtn(half x) { return convert_##t##_sat_rtn((float)x); }
#define FROM_V(t, n) \
  OVER t##n convert_##t##n(half##n x) { return convert_##t##n(UP(n, x)); } \
  OVER t##n convert_##t##n##_rte(half##n x) { return convert_##t##n##_rte(UP(n, x)); } \
  OVER t##n convert_##t##n##_rtz(half##n x) { return convert_##t##n##_rtz(UP(n, x)); } \
  OVER t##n convert_##t##n##_rtp(half##n x) { return convert_##t##n##_rtp(UP(n, x)); } \
  OVER t##n convert_##t##n##_rtn(half##n x) { return convert_##t##n##_rtn(UP(n, x)); } \
  OVER t##n convert_##t##n##_sat(half##n x) { return convert_##t##n##_sat(UP(n, x)); } \
  OVER t##n convert_##t##n##_sat_rte(half##n x) { return convert_##t##n##_sat_rte(UP(n, x)); } \
  OVER t##n convert_##t##n##_sat_rtz(half##n x) { return convert_##t##n##_sat_rtz(UP(n, x)); } \
  OVER t##n convert_##t##n##_sat_rtp(half##n x) { return convert_##t##n##_sat_rtp(UP(n, x)); } \
  OVER t##n convert_##t##n##_sat_rtn(half##n x) { return convert_##t##n##_sat_rtn(UP(n, x)); }
FROM(char) FROM(uchar) FROM(short) FROM(ushort) FROM(int) FROM(uint) FROM(long) FROM(ulong)
#define WIDER(t, mode) \
  OVER t convert_##t##mode(half x) { return (t)x; } \
  WIDER_V(t, mode, 2) WIDER_V(t, mode, 3) WIDER_V(t, mode, 4) WIDER_V(t, mode, 8) \
  WIDER_V(t, mode, 16)
#define WIDER_V(t, mode, n) \
  OVER t##n convert_##t##n##mode(half##n x) { return __builtin_convertvector(x, t##n); }
#define MODES(M, t) M(t, ) M(t, _rte) M(t, _rtz) M(t, _rtp) M(t, _rtn)
MODES(WIDER, float) MODES(WIDER, double)

/* To halves: the nearest, and from it to its neighbour where another direction was asked for. */
static half lockstep_next(half x, bool up) {
  short b = as_short(x);
  if ((b & 0x7fff) == 0) {
    return as_half((short)(up ? 1 : 0x8001));
  }
  return as_half((short)(b + ((b >= 0) == up ? 1 : -1)));
}
#define TO(t, wide) \
  OVER half convert_half(t x) { return (half)x; } \
  OVER half convert_half_rte(t x) { return (half)x; } \
  OVER half convert_half_rtp(t x) { \
    half h = (half)x; \
    return (wide)h < (wide)x ? lockstep_next(h, true) : h; \
  } \
  OVER half convert_half_rtn(t x) { \
    half h = (half)x; \
    return (wide)h > (wide)x ? lockstep_next(h, false) : h; \
  } \
  OVER half convert_half_rtz(t x) { return x < (t)0 ? convert_half_rtp(x) : convert_half_rtn(x); } \
  TO_V(t, 2) TO_MODES(t, 2) TO_V(t, 3) TO_MODES(t, 3) TO_V(t, 4) TO_MODES(t, 4) TO_V(t, 8) \
  TO_MODES(t, 8) TO_V(t, 16) TO_MODES(t, 16)
#define TO_V(t, n) \
  OVER half##n convert_half##n(t##n x) { return __builtin_convertvector(x, half##n); } \
  OVER half##n convert_half##n##_rte(t##n x) { return __builtin_convertvector(x, half##n); }
#define TO_MODES(t, n) TO_MODE(t, n, _rtp) TO_MODE(t, n, _rtn) TO_MODE(t, n, _rtz)
#define TO_MODE(t, n, mode) \
  OVER half##n convert_half##n##mode(t##n x) { \
    half##n r; \
    for (int i = 0; i < (n == 3 ? 3 : n); i++) { \
      r[i] = convert_half##mode(x[i]); \
    } \
    return r; \
  }
TO(char, float) TO(uchar, float) TO(short, float) TO(ushort, float) TO(int, float)
TO(uint, float) TO(long, float) TO(ulong, float) TO(float, float) TO(double, double)
#define SAME(t, mode) \
  OVER half convert_half##mode(half x) { return x; } \
  OVER half2 convert_half2##mode(half2 x) { return x; } \
  OVER half3 convert_half3##mode(half3 x) { return x; } \
  OVER half4 convert_half4##mode(half4 x) { return x; } \
  OVER half8 convert_half8##mode(half8 x) { return x; } \
  OVER half16 convert_half16##mode(half16 x) { return x; }
MODES(SAME, half)

/* Floats and doubles stored as halves, rounded up or down: libclc's lose what underflows. */
#define DIRECTED(space) DIRECTED_M(space, _rtp) DIRECTED_M(space, _rtn)
#define DIRECTED_M(space, mode) DIRECTED_T(float, space, mode) DIRECTED_T(double, space, mode)
#define DIRECTED_T(t, space, mode) \
  OVER void vstore_half##mode(t x, size_t i, space half *p) { p[i] = convert_half##mode(x); } \
  OVER void vstorea_half3##mode(t##3 x, size_t i, space half *p) { \
    vstore3(convert_half3##mode(x), 0, p + 4 * i); \
  } \
  DIRECTED_V(t, space, mode, 3) DIRECTED_A(t, space, mode, 2) DIRECTED_A(t, space, mode, 4) \
  DIRECTED_A(t, space, mode, 8) DIRECTED_A(t, space, mode, 16)
#define DIRECTED_V(t, space, mode, n) \
  OVER void vstore_half##n##mode(t##n x, size_t i, space half *p) { \
    vstore##n(convert_half##n##mode(x), i, p); \
  }
#define DIRECTED_A(t, space, mode, n) \
  DIRECTED_V(t, space, mode, n) \
  OVER void vstorea_half##n##mode(t##n x, size_t i, space half *p) { \
    ((space half##n *)p)[i] = convert_half##n##mode(x); \
  }
DIRECTED(__global) DIRECTED(__local) DIRECTED(__private)

/* Shuffles move bits. */
#define SHUFFLE(n, m) \
  OVER half##n shuffle(half##m x, ushort##n k) { return as_half##n(shuffle(as_ushort##m(x), k)); } \
  OVER half##n shuffle2(half##m x, half##m y, ushort##n k) { \
    return as_half##n(shuffle2(as_ushort##m(x), as_ushort##m(y), k)); \
  }
#define SHUFFLES(n) SHUFFLE(n, 2) SHUFFLE(n, 4) SHUFFLE(n, 8) SHUFFLE(n, 16)
SHUFFLES(2) SHUFFLES(4) SHUFFLES(8) SHUFFLES(16)

/* Images of halves are read and written as floats. */
#define KEEP __attribute__((overloadable, always_inline))
#define SAMPLED(image, C) \
  KEEP half4 read_imageh(read_only image i, sampler_t s, C c) { \
    return DOWN(4, read_imagef(i, s, c)); \
  }
#define WHOLE_TEXELS(image, C) \
  KEEP half4 read_imageh(read_only image i, C c) { return DOWN(4, read_imagef(i, c)); } \
  KEEP void write_imageh(write_only image i, C c, half4 v) { write_imagef(i, c, UP(4, v)); }
#define IMAGE(image, C, F) SAMPLED(image, C) SAMPLED(image, F) WHOLE_TEXELS(image, C)
IMAGE(image1d_t, int, float) IMAGE(image2d_t, int2, float2) IMAGE(image3d_t, int4, float4)
IMAGE(image1d_array_t, int2, float2) IMAGE(image2d_array_t, int4, float4)
WHOLE_TEXELS(image1d_buffer_t, int)
