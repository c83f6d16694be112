// A filter of 32 taps along a line. Slow: each work-item reads its 32 neighbours from global memory. Repaired: a
// work-group reads its part once into local memory.
__kernel void taps_slow(__global const int *in, __global int *out) {
  int i = get_global_id(0), s = 0;
  for (int k = 0; k < 32; k++) s += in[i + k] * (k + 1);
  out[i] = s;
}

__kernel void taps_fast(__global const int *in, __global int *out) {
  __local int t[160];
  int i = get_global_id(0), l = get_local_id(0), s = 0;
  t[l] = in[i];
  if (l < 32) t[128 + l] = in[i + 128];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 32; k++) s += t[l + k] * (k + 1);
  out[i] = s;
}
