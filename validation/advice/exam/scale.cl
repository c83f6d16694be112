// A sum with a factor that stands in memory. Slow: the factor is read again for every element, as the compiler cannot
// know that the results do not overwrite it. Repaired: once, before the loop.
__kernel void scale_slow(__global const int *in, __global const int *factor, __global int *out, int each) {
  int i = get_global_id(0), n = get_global_size(0);
  for (int k = 0; k < each; k++) out[k * n + i] = in[k * n + i] * factor[0] + factor[1] * k + factor[2];
}

__kernel void scale_fast(__global const int *in, __global const int *factor, __global int *out, int each) {
  int i = get_global_id(0), n = get_global_size(0), f = factor[0], g = factor[1], h = factor[2];
  for (int k = 0; k < each; k++) out[k * n + i] = in[k * n + i] * f + g * k + h;
}
