// Written for this project; may be used under the Apache License 2.0.
// Reads of local memory by neighbours `stride` words apart.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void banks(__global uint *out, int stride, int reads) {
  __local uint words[4064]; // 64 words apart, and 32 behind the last; a little less than Tesla has
  int lane = get_local_id(0);
  for (int i = lane; i < 4064; i += 64) words[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (int k = 0; k < reads; ++k) sum += words[lane * stride + (k & 31)];
  out[get_global_id(0)] = sum;
}
