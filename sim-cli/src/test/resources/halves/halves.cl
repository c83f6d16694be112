#pragma OPENCL EXTENSION cl_khr_fp16 : enable
/* Halves: arithmetic that is rounded once, functions, conversions by rounding mode. */
__kernel void halves(__global const half *a, __global const half *b, __global const float *f,
                     __global half *o) {
  int i = get_global_id(0), n = get_global_size(0);
  o[i] = a[i] + b[i];
  o[n + i] = a[i] - b[i];
  o[2 * n + i] = a[i] * b[i];
  o[3 * n + i] = a[i] / b[i];
  o[4 * n + i] = fabs(a[i]);
  o[5 * n + i] = convert_half_rte(f[i]);
  o[6 * n + i] = convert_half_rtz(f[i]);
  o[7 * n + i] = convert_half_rtp(f[i]);
  o[8 * n + i] = convert_half_rtn(f[i]);
  vstore_half(f[i], 9 * n + i, o);
  vstore_half_rte(f[i], 10 * n + i, o);
  vstore_half_rtz(f[i], 11 * n + i, o);
  vstore_half_rtp(f[i], 12 * n + i, o);
  vstore_half_rtn(f[i], 13 * n + i, o);
  o[14 * n + i] = convert_half(vload_half(i, b));
  o[15 * n + i] = exp(a[i]);
  o[16 * n + i] = tanh(a[i]);
  o[17 * n + i] = fma(a[i], b[i], a[n - 1 - i]);
}
