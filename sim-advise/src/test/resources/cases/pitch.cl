// A group's 16 KiB of local memory are half of a unit's (hd5870): a row of 32 words conflicts, one of 33 leaves room for one group alone.
__kernel void pitch(__global const float *in, __global float *out) {
  __local float t[128 * 32];
  int l = get_local_id(0);
  float s = 0;
  for (int r = 0; r < 4; r++) {
    for (int k = 0; k < 32; k++)
      t[k * 128 + l] = in[((get_group_id(0) * 4 + r) * 32 + k) * 128 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 32; k++)
      s += t[l * 32 + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = s;
}
__kernel void padded(__global const float *in, __global float *out) {
  __local float t[128 * 33];
  int l = get_local_id(0);
  float s = 0;
  for (int r = 0; r < 4; r++) {
    for (int k = 0; k < 32; k++)
      t[(k * 4 + l / 32) * 33 + l % 32] = in[((get_group_id(0) * 4 + r) * 32 + k) * 128 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 32; k++)
      s += t[l * 33 + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = s;
}
__kernel void swizzled(__global const float *in, __global float *out) {
  __local float t[128 * 32];
  int l = get_local_id(0);
  float s = 0;
  for (int r = 0; r < 4; r++) {
    for (int k = 0; k < 32; k++) {
      int y = k * 4 + l / 32;
      t[y * 32 + ((l ^ y) & 31)] = in[((get_group_id(0) * 4 + r) * 32 + k) * 128 + l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 32; k++)
      s += t[l * 32 + ((k ^ l) & 31)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = s;
}
