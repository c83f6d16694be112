// Prefix sums within 1,024 elements by 256 work-items. Slow: four scans one after the other, with two barriers a step.
// Repaired: each work-item adds four neighbours first, then there is one scan.
void scan(__local int *t, int l) {
  for (int d = 1; d < 256; d *= 2) {
    int v = l >= d ? t[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] += v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

__kernel void prefix_slow(__global const int *in, __global int *out) {
  __local int t[256];
  int l = get_local_id(0), from = get_group_id(0) * 1024, carry = 0;
  for (int k = 0; k < 4; k++) {
    t[l] = in[from + k * 256 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    scan(t, l);
    out[from + k * 256 + l] = carry + t[l];
    carry += t[255];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

__kernel void prefix_fast(__global const int4 *in, __global int4 *out) {
  __local int t[256];
  int l = get_local_id(0), at = get_global_id(0);
  int4 v = in[at];
  v.y += v.x; v.z += v.y; v.w += v.z;
  t[l] = v.w;
  barrier(CLK_LOCAL_MEM_FENCE);
  scan(t, l);
  out[at] = v + (l > 0 ? t[l - 1] : 0);
}
