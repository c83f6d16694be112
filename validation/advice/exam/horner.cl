// A polynomial at each point. Slow: one point a work-item, one chain of operations. Repaired: four points.
__kernel void horner_slow(__global const float *x, __global float *out, int terms) {
  int i = get_global_id(0);
  float v = x[i], s = 0;
  for (int k = 0; k < terms; k++) s = s * v + 3;
  out[i] = s;
}

__kernel void horner_fast(__global const float *x, __global float *out, int terms) {
  int i = get_global_id(0), n = get_global_size(0);
  float a = x[i], b = x[n + i], c = x[2 * n + i], d = x[3 * n + i], p = 0, q = 0, r = 0, s = 0;
  for (int k = 0; k < terms; k++) { p = p * a + 3; q = q * b + 3; r = r * c + 3; s = s * d + 3; }
  out[i] = p; out[n + i] = q; out[2 * n + i] = r; out[3 * n + i] = s;
}
