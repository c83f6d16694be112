/* SPDX-License-Identifier: Apache-2.0 */
/* Geometric functions. */
#define DOTS(T) \
  KEEP T dot(T x, T y) { return x * y; } \
  KEEP T dot(T##2 x, T##2 y) { return x.x * y.x + x.y * y.y; } \
  KEEP T dot(T##3 x, T##3 y) { return x.x * y.x + x.y * y.y + x.z * y.z; } \
  KEEP T dot(T##4 x, T##4 y) { return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w; } \
  KEEP T##3 cross(T##3 x, T##3 y) { \
    return (T##3)(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x); \
  } \
  KEEP T##4 cross(T##4 x, T##4 y) { return (T##4)(cross(x.xyz, y.xyz), 0); } \
  KEEP T length(T x) { return fabs(x); } \
  KEEP T distance(T x, T y) { return length(x - y); } \
  KEEP T normalize(T x) { return sign(x); }
/* A square that overflows, or loses bits by underflow, is taken again of a scaled vector. */
#define LENGTHS(T, n, least, up, down) \
  KEEP T length(T##n x) { \
    T square = dot(x, x); \
    if (square >= (T)least && square < (T)INFINITY) { \
      return sqrt(square); \
    } \
    bool small = square < (T)least; \
    x *= small ? (T)up : (T)down; \
    return sqrt(dot(x, x)) * (small ? (T)(1 / up) : (T)(1 / down)); \
  } \
  KEEP T distance(T##n x, T##n y) { return length(x - y); } \
  KEEP T##n normalize(T##n x) { \
    T square = dot(x, x); \
    if (!(square >= (T)least && square < (T)INFINITY)) { \
      T##n zero = x; \
      x *= square < (T)least ? (T)up : (T)down; \
      square = dot(x, x); \
      if (square == 0) { \
        return zero; \
      } \
      if (square == (T)INFINITY) { \
        x = copysign(select((T##n)(0), (T##n)(1), isinf(x)), x); \
        square = dot(x, x); \
      } \
    } \
    return x * rsqrt(square); \
  }
DOTS(float) DOTS(double)
#define LENGTHS_F(n) LENGTHS(float, n, FLT_MIN, 0x1p86f, 0x1p-66f)
#define LENGTHS_D(n) LENGTHS(double, n, DBL_MIN, 0x1p563, 0x1p-513)
LENGTHS_F(2) LENGTHS_F(3) LENGTHS_F(4) LENGTHS_D(2) LENGTHS_D(3) LENGTHS_D(4)

#define FAST(n) \
  KEEP float fast_length(float##n x) { return half_sqrt(dot(x, x)); } \
  KEEP float fast_distance(float##n x, float##n y) { return fast_length(x - y); } \
  KEEP float##n fast_normalize(float##n x) { \
    float square = dot(x, x); \
    return square == 0 ? x : x * half_rsqrt(square); \
  }
FAST(2) FAST(3) FAST(4)
KEEP float fast_length(float x) { return length(x); }
KEEP float fast_distance(float x, float y) { return distance(x, y); }
KEEP float fast_normalize(float x) { return normalize(x); }
