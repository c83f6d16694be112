// Least of 512 floats for each group, by a tree in local memory; all groups read the same. The first work-item reads the clock before and
// after.
uint now(void) {
  uint clock;
  __asm__ volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
  return clock;
}

__kernel void clockmin(__global const float *in, __global float *out, __global uint *clocks) {
  __local float s[512];
  int t = get_local_id(0);
  if (t == 0) clocks[get_group_id(0)] = now();
  s[t] = in[t];
  int width = get_local_size(0);
  s[t + width] = in[t + width];
  for (int h = width; h > 0; h /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < h) {
      float here = s[t];
      float there = s[t + h];
      if (there < here) s[t] = there;
    }
  }
  if (t == 0) out[get_group_id(0)] = s[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) clocks[get_num_groups(0) + get_group_id(0)] = now();
}
