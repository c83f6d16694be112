// Sums of products over a tile in local memory, exact in both precisions. Slow: in double precision. Repaired: in single.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SUM(T)                                                              \
  __local T t[64];                                                          \
  int i = get_global_id(0), l = get_local_id(0);                            \
  T x = in[i], s = 0;                                                       \
  t[l] = x;                                                                 \
  barrier(CLK_LOCAL_MEM_FENCE);                                             \
  for (int k = 0; k < 64; k++) {                                            \
    T d = t[k] - x;                                                         \
    s += d * d * t[k];                                                      \
  }                                                                         \
  out[i] = (float)s;

__kernel void gravity_slow(__global const float *in, __global float *out) { SUM(double) }
__kernel void gravity_fast(__global const float *in, __global float *out) { SUM(float) }
