// Counts the vectors that are longer than a limit. Slow: by their lengths, with a root each. Repaired: by the squares.
__kernel void lengths_slow(__global const float *x, __global const float *y, __global int *out, int each, float limit) {
  int i = get_global_id(0), n = get_global_size(0), c = 0;
  for (int k = 0; k < each; k++) {
    float a = x[k * n + i], b = y[k * n + i];
    for (int j = 1; j <= 8; j++) c += native_sqrt(a * a * j + b * b) > limit;
  }
  out[i] = c;
}

__kernel void lengths_fast(__global const float *x, __global const float *y, __global int *out, int each, float limit) {
  int i = get_global_id(0), n = get_global_size(0), c = 0;
  for (int k = 0; k < each; k++) {
    float a = x[k * n + i], b = y[k * n + i];
    for (int j = 1; j <= 8; j++) c += a * a * j + b * b > limit * limit;
  }
  out[i] = c;
}
