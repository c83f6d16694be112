// Pairs are written. Slow: as structures of eight words, of which two are written. Repaired: as two arrays.
__kernel void scatter_slow(__global const int *in, __global int *out, int n) {
  int i = get_global_id(0), x = in[i];
  out[i * 8] = x + 1;
  out[i * 8 + 1] = x * 3;
}

__kernel void scatter_fast(__global const int *in, __global int *out, int n) {
  int i = get_global_id(0), x = in[i];
  out[i] = x + 1;
  out[n + i] = x * 3;
}
