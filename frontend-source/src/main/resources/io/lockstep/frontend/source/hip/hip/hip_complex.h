/* SPDX-License-Identifier: Apache-2.0 */
/* Complex numbers as vectors of two. */
#ifndef LOCKSTEP_HIP_COMPLEX_H
#define LOCKSTEP_HIP_COMPLEX_H
#include <math.h>

#include "hip/hip_vector_types.h"

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

#define LOCKSTEP_COMPLEX(C, T, f, s) \
  LOCKSTEP_BOTH C make_##s(T x, T y) { return C{x, y}; } \
  LOCKSTEP_BOTH T hipCreal##f(C z) { return z.x; } \
  LOCKSTEP_BOTH T hipCimag##f(C z) { return z.y; } \
  LOCKSTEP_BOTH C hipConj##f(C z) { return C{z.x, -z.y}; } \
  LOCKSTEP_BOTH C hipCadd##f(C p, C q) { return C{p.x + q.x, p.y + q.y}; } \
  LOCKSTEP_BOTH C hipCsub##f(C p, C q) { return C{p.x - q.x, p.y - q.y}; } \
  LOCKSTEP_BOTH C hipCmul##f(C p, C q) { \
    return C{p.x * q.x - p.y * q.y, p.y * q.x + p.x * q.y}; \
  } \
  LOCKSTEP_BOTH C hipCdiv##f(C p, C q) { \
    T square = q.x * q.x + q.y * q.y; \
    return C{(p.x * q.x + p.y * q.y) / square, (p.y * q.x - p.x * q.y) / square}; \
  } \
  LOCKSTEP_BOTH C hipCfma##f(C p, C q, C r) { \
    return C{p.x * q.x - p.y * q.y + r.x, p.y * q.x + p.x * q.y + r.y}; \
  } \
  LOCKSTEP_BOTH T hipCsqabs##f(C z) { return z.x * z.x + z.y * z.y; } \
  LOCKSTEP_BOTH T hipCabs##f(C z) { return hypot##f(z.x, z.y); }
LOCKSTEP_COMPLEX(hipFloatComplex, float, f, hipFloatComplex)
LOCKSTEP_COMPLEX(hipDoubleComplex, double, , hipDoubleComplex)
#undef LOCKSTEP_COMPLEX
LOCKSTEP_BOTH hipComplex make_hipComplex(float x, float y) { return hipComplex{x, y}; }
LOCKSTEP_BOTH hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) {
  return hipDoubleComplex{z.x, z.y};
}
LOCKSTEP_BOTH hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) {
  return hipFloatComplex{(float)z.x, (float)z.y};
}
#endif
