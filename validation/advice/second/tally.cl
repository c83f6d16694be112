// Counts the odd elements. Slow: an atomic addition to one word for each. Repaired: one for each work-group.
__kernel void tally_slow(__global const int *in, volatile __global int *count) {
  if (in[get_global_id(0)] & 1) atomic_inc(count);
}

__kernel void tally_fast(__global const int *in, volatile __global int *count) {
  __local int c;
  if (get_local_id(0) == 0) c = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[get_global_id(0)] & 1) atomic_inc(&c);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) atomic_add(count, c);
}
