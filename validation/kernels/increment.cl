// Adds 1 to floats: coalesced, with every fourth lane idle, three floats a work-item, or five times.
__kernel void increment(__global float *x) {
  x[get_global_id(0)] += 1.0f;
}
__kernel void increment_some(__global float *x) {
  if ((get_local_id(0) & 3) != 3) x[get_global_id(0)] += 1.0f;
}
__kernel void increment_three(__global float *x) {
  int i = get_global_id(0) * 3;
  float a = x[i], b = x[i + 1], c = x[i + 2];
  x[i] = a + 1.0f;
  x[i + 1] = b + 1.0f;
  x[i + 2] = c + 1.0f;
}
__kernel void increment_often(__global int *out, __global const int *in, int times) {
  int i = get_global_id(0);
  for (int k = 0; k < times; k++) {
    volatile __global int *to = out + i;
    *to = *(volatile __global const int *)(in + i) + 1;
  }
}
// Three floats a work-item, through local memory: groups copy neighbouring words.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void increment_staged(__global float *x) {
  __local float s[768];
  int t = get_local_id(0), at = get_group_id(0) * 768;
  for (int k = 0; k < 3; k++) s[256 * k + t] = x[at + 256 * k + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 3; k++) s[3 * t + k] += 1.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 3; k++) x[at + 256 * k + t] = s[256 * k + t];
}
