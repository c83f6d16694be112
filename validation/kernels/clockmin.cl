// Least of 512 floats for each group, by a tree in local memory; all groups read the same.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void clockmin(__global const float *in, __global float *out) {
  __local float s[512];
  int t = get_local_id(0);
  s[t] = in[t];
  s[t + 256] = in[t + 256];
  for (int h = 256; h > 0; h /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < h && s[t + h] < s[t]) s[t] = s[t + h];
  }
  if (t == 0) out[get_group_id(0)] = s[0];
}
