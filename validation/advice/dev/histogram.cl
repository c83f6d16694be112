// A histogram of 64 bins. Slow: atomic additions to global memory. Repaired: to a copy in local memory, added at the end.
__kernel void histogram_slow(__global const int *in, __global int *bins, int each) {
  int i = get_global_id(0), n = get_global_size(0);
  for (int k = 0; k < each; k++) atomic_add(&bins[in[k * n + i] & 63], 1);
}

__kernel void histogram_fast(__global const int *in, __global int *bins, int each) {
  __local int part[64];
  int i = get_global_id(0), n = get_global_size(0), l = get_local_id(0);
  if (l < 64) part[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < each; k++) atomic_add(&part[in[k * n + i] & 63], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 64) atomic_add(&bins[l], part[l]);
}
