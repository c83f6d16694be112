// A polynomial of small integers at each element, exact in both precisions. Slow: in double precision. Repaired: in single.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define POLYNOMIAL(T)                                                       \
  int i = get_global_id(0);                                                 \
  T x = in[i], y = 1, z = 0;                                                \
  for (int k = 0; k < 24; k++) {                                            \
    y = y * x + (T)k;                                                       \
    z = z * x + y;                                                          \
    y = y - z;                                                              \
    z = z + y;                                                              \
  }                                                                         \
  out[i] = (float)z;

__kernel void horner2_slow(__global const float *in, __global float *out) { POLYNOMIAL(double) }
__kernel void horner2_fast(__global const float *in, __global float *out) { POLYNOMIAL(float) }
