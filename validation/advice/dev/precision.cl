// A recurrence whose values are exact in either precision. Slow: in double precision. Repaired: in single.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void precision_slow(__global const float *in, __global float *out, float a, int rounds) {
  int i = get_global_id(0);
  double v = in[i], s = v, t = 0;
  for (int k = 0; k < rounds; k++) {
    s = s * a + v;
    t = t * a + s;
  }
  out[i] = (float)(s + t);
}

__kernel void precision_fast(__global const float *in, __global float *out, float a, int rounds) {
  int i = get_global_id(0);
  float v = in[i], s = v, t = 0;
  for (int k = 0; k < rounds; k++) {
    s = s * a + v;
    t = t * a + s;
  }
  out[i] = s + t;
}
