__kernel void count(__global const uint *keys, __global uint *counts, int shift, int per) {
  __local uint h[16];
  int t = get_local_id(0);
  if (t < 16) h[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < per; i++) atomic_inc(&h[(keys[(get_group_id(0) * per + i) * get_local_size(0) + t] >> shift) & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16) counts[t * get_num_groups(0) + get_group_id(0)] = h[t];
}
__kernel void scan1(__global uint *counts, int n) {
  uint s = 0;
  for (int i = 0; i < n; i++) { uint c = counts[i]; counts[i] = s; s += c; }
}
__kernel void scatter(__global const uint *keys, __global uint *out, __global const uint *offs, int shift, int per) {
  __local uint base[16];
  __local uint digit[64];
  int t = get_local_id(0), L = get_local_size(0);
  if (t < 16) base[t] = offs[t * get_num_groups(0) + get_group_id(0)];
  for (int i = 0; i < per; i++) {
    uint k = keys[(get_group_id(0) * per + i) * L + t];
    uint d = (k >> shift) & 15;
    digit[t] = d;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint rank = 0;
    for (int j = 0; j < t; j++) rank += digit[j] == d;
    out[base[d] + rank] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&base[d], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
