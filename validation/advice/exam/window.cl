// The last eight values of a recurrence. Slow: in a private array with a computed index, which lies in memory. Repaired:
// in registers that move.
__kernel void window_slow(__global const int *in, __global int *out, int rounds) {
  int i = get_global_id(0), v = in[i], t[8];
  for (int k = 0; k < 8; k++) t[k] = v + k;
  for (int k = 0; k < rounds; k++) { v = v * 3 + t[k & 7]; t[k & 7] = v; }
  out[i] = v;
}

__kernel void window_fast(__global const int *in, __global int *out, int rounds) {
  int i = get_global_id(0), v = in[i], a = v, b = v + 1, c = v + 2, d = v + 3, e = v + 4, f = v + 5, g = v + 6, h = v + 7;
  for (int k = 0; k < rounds; k++) {
    v = v * 3 + a;
    a = b; b = c; c = d; d = e; e = f; f = g; g = h; h = v;
  }
  out[i] = v;
}
