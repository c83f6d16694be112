// A recurrence for each element. Slow: one chain of dependent operations a work-item. Repaired: four chains.
__kernel void packing_slow(__global const int *in, __global int *out, int rounds) {
  int i = get_global_id(0);
  int v = in[i], s = v;
  for (int k = 0; k < rounds; k++) s = ((s ^ v) + k) & 0xffffff;
  out[i] = s;
}

__kernel void packing_fast(__global const int4 *in, __global int4 *out, int rounds) {
  int i = get_global_id(0);
  int4 v = in[i], s = v;
  for (int k = 0; k < rounds; k++) s = ((s ^ v) + k) & 0xffffff;
  out[i] = s;
}
