// A checksum of many terms. Slow: one chain, in which every operation waits for the last. Repaired: four chains.
__kernel void chain_slow(__global const int *in, __global int *out, int trips) {
  int i = get_global_id(0), x = in[i], s = 0;
  for (int k = 0; k < trips; k++) s = s * 3 + (x ^ k);
  for (int k = 0; k < trips; k++) s = s * 3 + (x + k);
  for (int k = 0; k < trips; k++) s = s * 3 + (x - k);
  for (int k = 0; k < trips; k++) s = s * 3 + (x | k);
  out[i] = s == 77 ? s : 1;
}

__kernel void chain_fast(__global const int *in, __global int *out, int trips) {
  int i = get_global_id(0), x = in[i], s = 0, t = 0, u = 0, v = 0;
  for (int k = 0; k < trips; k++) {
    s = s * 3 + (x ^ k);
    t = t * 3 + (x + k);
    u = u * 3 + (x - k);
    v = v * 3 + (x | k);
  }
  out[i] = s + t + u + v == 77 ? s : 1;
}
