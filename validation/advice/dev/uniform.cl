// A polynomial with its coefficients in memory. Slow: every work-item loads each of them from global memory, all the
// same word at a time. Repaired: a copy in local memory.
__kernel void uniform_slow(__global const float *c, __global const float *x, __global float *out, int terms) {
  int i = get_global_id(0);
  float v = x[i], s = 0;
  for (int k = 0; k < terms; k++) s = s * v + c[k];
  out[i] = s;
}

__kernel void uniform_fast(__global const float *c, __global const float *x, __global float *out, int terms) {
  __local float t[256];
  int i = get_global_id(0);
  for (int k = get_local_id(0); k < terms; k += get_local_size(0)) t[k] = c[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  float v = x[i], s = 0;
  for (int k = 0; k < terms; k++) s = s * v + t[k];
  out[i] = s;
}
