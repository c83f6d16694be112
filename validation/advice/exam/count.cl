// Counts elements above a bound. Slow: an atomic addition to one word for each. Repaired: each work-item counts four, the
// work-group adds them in local memory, and one work-item of it adds the sum.
__kernel void count_slow(__global const int *in, __global int *total, int bound, int each) {
  int i = get_global_id(0), n = get_global_size(0);
  for (int k = 0; k < each; k++)
    if (in[k * n + i] > bound) atomic_inc(total);
}

__kernel void count_fast(__global const int *in, __global int *total, int bound, int each) {
  __local int part;
  int i = get_global_id(0), n = get_global_size(0), s = 0;
  if (get_local_id(0) == 0) part = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < each; k++) s += in[k * n + i] > bound;
  atomic_add(&part, s);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) atomic_add(total, part);
}
