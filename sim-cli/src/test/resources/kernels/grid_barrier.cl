// Rounds of a stencil that the whole grid does in step: the barrier of all work-groups of our OpenCL C.
__kernel void phases(__global uint *a, __global uint *b, int rounds) {
  uint n = get_global_size(0), i = get_global_id(0);
  for (int r = 0; r < rounds; r++) {
    b[i] = a[(i + 1) % n] + a[(i + n - 1) % n];
    intel_device_barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] = b[(i + 7) % n] ^ b[i];
    intel_device_barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
