// Each work-item filters its own element through local memory. Slow: a barrier in every trip, though no work-item reads
// what another one wrote. Repaired: none.
__kernel void filter_slow(__global const int *in, __global int *out, int trips) {
  __local int t[128];
  int l = get_local_id(0), i = get_global_id(0), s = 0;
  t[l] = in[i];
  for (int k = 0; k < trips; k++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    s += t[l] * (k + 1) + (s >> 3);
  }
  out[i] = s;
}

__kernel void filter_fast(__global const int *in, __global int *out, int trips) {
  __local int t[128];
  int l = get_local_id(0), i = get_global_id(0), s = 0;
  t[l] = in[i];
  for (int k = 0; k < trips; k++) s += t[l] * (k + 1) + (s >> 3);
  out[i] = s;
}
