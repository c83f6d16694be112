/* SPDX-License-Identifier: Apache-2.0 */
/* Complex numbers as pairs of floats or doubles. */
#ifndef LOCKSTEP_CUCOMPLEX_H
#define LOCKSTEP_CUCOMPLEX_H
#include "lockstep_gpu.h"

/* Quotients are scaled by the divisor's larger part, so that no square overflows. */
#define LOCKSTEP_COMPLEX(C, T, make, f, p) \
  LOCKSTEP_BOTH C make(T x, T y) { return C{x, y}; } \
  LOCKSTEP_BOTH T cuCreal##f(C a) { return a.x; } \
  LOCKSTEP_BOTH T cuCimag##f(C a) { return a.y; } \
  LOCKSTEP_BOTH C cuConj##f(C a) { return C{a.x, -a.y}; } \
  LOCKSTEP_BOTH C cuCadd##f(C a, C b) { return C{a.x + b.x, a.y + b.y}; } \
  LOCKSTEP_BOTH C cuCsub##f(C a, C b) { return C{a.x - b.x, a.y - b.y}; } \
  LOCKSTEP_BOTH C cuCmul##f(C a, C b) { return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; } \
  LOCKSTEP_BOTH C cuCfma##f(C a, C b, C c) { \
    return C{a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x}; \
  } \
  LOCKSTEP_BOTH C cuCdiv##f(C a, C b) { \
    T s = __builtin_fabs##p(b.x) + __builtin_fabs##p(b.y), by = 1 / s; \
    T ax = a.x * by, ay = a.y * by, bx = b.x * by, by_ = b.y * by, norm = 1 / (bx * bx + by_ * by_); \
    return C{(ax * bx + ay * by_) * norm, (ay * bx - ax * by_) * norm}; \
  } \
  LOCKSTEP_BOTH T cuCabs##f(C a) { return hypot##p(a.x, a.y); }
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
LOCKSTEP_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f, f)
LOCKSTEP_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, , )
#undef LOCKSTEP_COMPLEX
LOCKSTEP_BOTH cuComplex make_cuComplex(float x, float y) { return cuComplex{x, y}; }
LOCKSTEP_BOTH cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return cuDoubleComplex{a.x, a.y}; }
LOCKSTEP_BOTH cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return cuFloatComplex{(float)a.x, (float)a.y};
}
#endif
