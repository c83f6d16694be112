// A loop over bits. Slow: work-groups of 8 work-items leave most lanes of a wavefront empty. Repaired: of 128.
__kernel void narrow(__global const uint *in, __global uint *out, int rounds) {
  int i = get_global_id(0);
  uint v = in[i];
  for (int k = 0; k < rounds; k++) v = (v << 1) ^ (v >> 3) ^ k;
  out[i] = v;
}
