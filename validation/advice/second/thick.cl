// A sum of polynomials. Slow: few work-groups, each work-item does 64 elements. Repaired: 64 times as many.
__kernel void thick_slow(__global const int *in, __global int *out, int each) {
  int i = get_global_id(0), n = get_global_size(0);
  for (int k = 0; k < each; k++) {
    int x = in[k * n + i];
    for (int j = 0; j < 8; j++) x = x * x + j;
    out[k * n + i] = x;
  }
}
