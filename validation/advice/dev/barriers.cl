// Sums of 4,096 elements by a work-group of 256. Slow: a tree with a barrier a level for each 256 of them. Repaired:
// every work-item adds its 16 first, then there is one tree.
__kernel void barriers_slow(__global const float *in, __global float *out, int each) {
  __local float t[256];
  int l = get_local_id(0), g = get_group_id(0);
  float s = 0;
  for (int k = 0; k < each; k++) {
    t[l] = in[(g * each + k) * 256 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 128; d > 0; d /= 2) {
      if (l < d) t[l] += t[l + d];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    s += t[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[g] = s;
}

__kernel void barriers_fast(__global const float *in, __global float *out, int each) {
  __local float t[256];
  int l = get_local_id(0), g = get_group_id(0);
  float s = 0;
  for (int k = 0; k < each; k++) s += in[(g * each + k) * 256 + l];
  t[l] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 128; d > 0; d /= 2) {
    if (l < d) t[l] += t[l + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[g] = t[0];
}
