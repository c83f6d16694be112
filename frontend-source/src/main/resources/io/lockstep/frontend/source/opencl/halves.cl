/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of halves (cl_khr_fp16): through float, whose results are rounded once more, as drivers
 * compute them. */
#define UP(n, x) __builtin_convertvector(x, float##n)
#define DOWN(n, x) __builtin_convertvector(x, half##n)
#define VECTOR_SIZES(M) M(2) M(3) M(4) M(8) M(16)

/* Of one, two and three halves. */
#define HALF1(name) \
  KEEP half name(half x) { return (half)name((float)x); } \
  HALF1_V(name, 2) HALF1_V(name, 3) HALF1_V(name, 4) HALF1_V(name, 8) HALF1_V(name, 16)
#define HALF1_V(name, n) KEEP half##n name(half##n x) { return DOWN(n, name(UP(n, x))); }
#define HALF2(name) \
  KEEP half name(half x, half y) { return (half)name((float)x, (float)y); } \
  HALF2_V(name, 2) HALF2_V(name, 3) HALF2_V(name, 4) HALF2_V(name, 8) HALF2_V(name, 16)
#define HALF2_V(name, n) \
  KEEP half##n name(half##n x, half##n y) { return DOWN(n, name(UP(n, x), UP(n, y))); }
#define HALF3(name) \
  KEEP half name(half x, half y, half z) { return (half)name((float)x, (float)y, (float)z); } \
  HALF3_V(name, 2) HALF3_V(name, 3) HALF3_V(name, 4) HALF3_V(name, 8) HALF3_V(name, 16)
#define HALF3_V(name, n) \
  KEEP half##n name(half##n x, half##n y, half##n z) { \
    return DOWN(n, name(UP(n, x), UP(n, y), UP(n, z))); \
  }
/* A vector and a single half behind it. */
#define HALF_WITH_ONE(name) \
  HALF_WITH_ONE_V(name, 2) HALF_WITH_ONE_V(name, 3) HALF_WITH_ONE_V(name, 4) \
  HALF_WITH_ONE_V(name, 8) \
  HALF_WITH_ONE_V(name, 16)
#define HALF_WITH_ONE_V(name, n) \
  KEEP half##n name(half##n x, half y) { return name(x, (half##n)(y)); }

HALF1(acos) HALF1(acosh) HALF1(acospi) HALF1(asin) HALF1(asinh) HALF1(asinpi) HALF1(atan)
HALF1(atanh)
HALF1(atanpi) HALF1(cbrt) HALF1(ceil) HALF1(cos) HALF1(cosh) HALF1(cospi) HALF1(erf) HALF1(erfc)
HALF1(exp)
HALF1(exp2) HALF1(exp10) HALF1(expm1) HALF1(floor) HALF1(lgamma) HALF1(log) HALF1(log2)
HALF1(log10) HALF1(log1p)
HALF1(logb) HALF1(rint) HALF1(round) HALF1(rsqrt) HALF1(sin) HALF1(sinh) HALF1(sinpi) HALF1(sqrt)
HALF1(tan)
HALF1(tanh) HALF1(tanpi) HALF1(tgamma) HALF1(trunc) HALF1(degrees) HALF1(radians) HALF1(sign)
HALF1(fabs)
HALF2(atan2) HALF2(atan2pi) HALF2(copysign) HALF2(fdim) HALF2(fmax) HALF2(fmin) HALF2(fmod)
HALF2(hypot)
HALF2(maxmag) HALF2(minmag) HALF2(pow) HALF2(powr) HALF2(remainder) HALF2(max) HALF2(min)
HALF2(step)
HALF3(clamp) HALF3(mad) HALF3(mix) HALF3(smoothstep)
HALF_WITH_ONE(fmax) HALF_WITH_ONE(fmin) HALF_WITH_ONE(max) HALF_WITH_ONE(min)

KEEP half fma(half x, half y, half z) { return __builtin_fmaf16(x, y, z); }
FMA_VECTORS(half)

#define SINGLES(n) \
  KEEP half##n clamp(half##n x, half y, half z) { return clamp(x, (half##n)(y), (half##n)(z)); } \
  KEEP half##n mix(half##n x, half##n y, half z) { return mix(x, y, (half##n)(z)); } \
  KEEP half##n step(half x, half##n y) { return step((half##n)(x), y); } \
  KEEP half##n smoothstep(half x, half y, half##n z) { \
    return smoothstep((half##n)(x), (half##n)(y), z); \
  }
VECTOR_SIZES(SINGLES)

/* With a whole number. */
KEEP half ldexp(half x, int k) { return (half)ldexp((float)x, k); }
KEEP half pown(half x, int k) { return (half)pown((float)x, k); }
KEEP half rootn(half x, int k) { return (half)rootn((float)x, k); }
KEEP int ilogb(half x) { return ilogb((float)x); }
#define WHOLE(n) \
  KEEP half##n ldexp(half##n x, int##n k) { return DOWN(n, ldexp(UP(n, x), k)); } \
  KEEP half##n ldexp(half##n x, int k) { return DOWN(n, ldexp(UP(n, x), (int##n)(k))); } \
  KEEP half##n pown(half##n x, int##n k) { return DOWN(n, pown(UP(n, x), k)); } \
  KEEP half##n rootn(half##n x, int##n k) { return DOWN(n, rootn(UP(n, x), k)); } \
  KEEP int##n ilogb(half##n x) { return ilogb(UP(n, x)); }
VECTOR_SIZES(WHOLE)

/* A second result behind a pointer, and neighbours: exact.cl's forms, of numbers whose results are
 * halves exactly; only fract may round up to 1. */
HELPER half lockstep_frexp(half x, int *p) { return (half)lockstep_frexp((float)x, p); }
HELPER half lockstep_lgamma_r(half x, int *p) { return (half)lockstep_lgamma_r((float)x, p); }
HELPER half lockstep_modf(half x, half *p) {
  float whole;
  half r = (half)lockstep_modf((float)x, &whole);
  *p = (half)whole;
  return r;
}
HELPER half lockstep_fract(half x, half *p) {
  float whole;
  half r = (half)lockstep_fract((float)x, &whole);
  *p = (half)whole;
  return r < (half)1 || r != r ? r : (half)0x1.ffcp-1f;
}
HELPER half lockstep_sincos(half x, half *p) {
  *p = cos(x);
  return sin(x);
}
HELPER half lockstep_remquo(half x, half y, int *p) {
  return (half)lockstep_remquo((float)x, (float)y, p);
}
SECONDS(frexp, half, int) SECONDS(lgamma_r, half, int)
SECONDS(modf, half, half) SECONDS(fract, half, half) SECONDS(sincos, half, half)
QUOTIENTS(half)
NEXT(half, short)
#define QUIET_HALF(n) \
  KEEP half##n nan(ushort##n code) { \
    return as_half##n((ushort##n)(code | (ushort##n)(0x7e00))); \
  }
QUIET_HALF()
VECTOR_SIZES(QUIET_HALF)

/* Relations: of one half an int, of vectors the truth in shorts. */
#define TEST(name) \
  KEEP int name(half x) { return name((float)x); } \
  TEST_V(name, 2) TEST_V(name, 3) TEST_V(name, 4) TEST_V(name, 8) TEST_V(name, 16)
#define TEST_V(name, n) \
  KEEP short##n name(half##n x) { return __builtin_convertvector(name(UP(n, x)), short##n); }
#define RELATION(name) \
  KEEP int name(half x, half y) { return name((float)x, (float)y); } \
  RELATION_V(name, 2) RELATION_V(name, 3) RELATION_V(name, 4) RELATION_V(name, 8) \
  RELATION_V(name, 16)
#define RELATION_V(name, n) \
  KEEP short##n name(half##n x, half##n y) { \
    return __builtin_convertvector(name(UP(n, x), UP(n, y)), short##n); \
  }
TEST(isfinite) TEST(isinf) TEST(isnan)
RELATION(isequal) RELATION(isnotequal) RELATION(isgreater) RELATION(isgreaterequal)
RELATION(isless) RELATION(islessequal) RELATION(islessgreater) RELATION(isordered)
RELATION(isunordered)
KEEP int signbit(half x) { return as_short(x) < 0; }
KEEP int isnormal(half x) {
  ushort e = as_ushort(x) & 0x7c00;
  return e != 0 && e != 0x7c00;
}
KEEP half select(half x, half y, short c) { return c ? y : x; }
KEEP half select(half x, half y, ushort c) { return c ? y : x; }
KEEP half bitselect(half x, half y, half c) {
  return as_half(bitselect(as_ushort(x), as_ushort(y), as_ushort(c)));
}
#define CHOICE_H(n) \
  KEEP short##n signbit(half##n x) { return as_short##n(x) < (short)0; } \
  KEEP short##n isnormal(half##n x) { \
    ushort##n e = as_ushort##n(x) & (ushort##n)(0x7c00); \
    return e != (ushort##n)(0) && e != (ushort##n)(0x7c00); \
  } \
  KEEP half##n select(half##n x, half##n y, short##n c) { \
    return as_half##n(select(as_ushort##n(x), as_ushort##n(y), c)); \
  } \
  KEEP half##n select(half##n x, half##n y, ushort##n c) { \
    return as_half##n(select(as_ushort##n(x), as_ushort##n(y), c)); \
  } \
  KEEP half##n bitselect(half##n x, half##n y, half##n c) { \
    return as_half##n(bitselect(as_ushort##n(x), as_ushort##n(y), as_ushort##n(c))); \
  }
VECTOR_SIZES(CHOICE_H)

/* Geometry. */
KEEP half dot(half x, half y) { return x * y; }
KEEP half length(half x) { return fabs(x); }
KEEP half distance(half x, half y) { return fabs(x - y); }
KEEP half normalize(half x) { return sign(x); }
#define GEOMETRY(n) \
  KEEP half dot(half##n x, half##n y) { return (half)dot(UP(n, x), UP(n, y)); } \
  KEEP half length(half##n x) { return (half)length(UP(n, x)); } \
  KEEP half distance(half##n x, half##n y) { return (half)distance(UP(n, x), UP(n, y)); } \
  KEEP half##n normalize(half##n x) { return DOWN(n, normalize(UP(n, x))); }
GEOMETRY(2) GEOMETRY(3) GEOMETRY(4)
KEEP half3 cross(half3 x, half3 y) { return DOWN(3, cross(UP(3, x), UP(3, y))); }
KEEP half4 cross(half4 x, half4 y) { return DOWN(4, cross(UP(4, x), UP(4, y))); }

/* Images of halves are read and written as floats. */
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
