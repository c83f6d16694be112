// A persistent kernel: in each step all groups scale an array, then meet at a barrier of atomics.
__kernel void gridsteps(volatile __global int *flags, __global double *a, __global const double *b, int n, int steps) {
  for (int step = 0; step < steps; step++) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
      a[i] = b[i] * 0.25;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
      atomic_inc(&flags[step]);
      while (flags[step] != (int)get_num_groups(0)) {
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
