// Sums of products that are exact in either precision. Slow: in double precision. Repaired: in single.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void dot_slow(__global const float *a, __global const float *b, __global float *out, int each) {
  int i = get_global_id(0), n = get_global_size(0);
  double s = 0;
  for (int k = 0; k < each; k++) {
    double x = a[k * n + i], y = b[k * n + i];
    s += x * y + (x - y) * (x + y) * (x * 0.5 + y);
  }
  out[i] = (float)s;
}

__kernel void dot_fast(__global const float *a, __global const float *b, __global float *out, int each) {
  int i = get_global_id(0), n = get_global_size(0);
  float s = 0;
  for (int k = 0; k < each; k++) {
    float x = a[k * n + i], y = b[k * n + i];
    s += x * y + (x - y) * (x + y) * (x * 0.5f + y);
  }
  out[i] = s;
}
