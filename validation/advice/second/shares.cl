// Shares of totals that are powers of two. Slow: a division for each share. Repaired: one reciprocal, then products.
__kernel void shares_slow(__global const float *total, __global const float *part, __global float *out, int each) {
  int i = get_global_id(0), n = get_global_size(0);
  float t = total[i], s = 0;
  for (int k = 0; k < each; k++) s += part[k * n + i] / t;
  out[i] = s;
}

__kernel void shares_fast(__global const float *total, __global const float *part, __global float *out, int each) {
  int i = get_global_id(0), n = get_global_size(0);
  float t = 1.0f / total[i], s = 0;
  for (int k = 0; k < each; k++) s += part[k * n + i] * t;
  out[i] = s;
}
