// The largest element of each tile of 2,048. Slow: a tree with a barrier a step for each 128 elements. Repaired: each
// work-item reduces sixteen elements first, so that one tree is left.
#define TREE                                                  \
  for (int d = 64; d > 0; d >>= 1) {                          \
    barrier(CLK_LOCAL_MEM_FENCE);                             \
    if (l < d) t[l] = max(t[l], t[l + d]);                    \
  }

__kernel void maximum_slow(__global const int *in, __global int *out) {
  __local int t[128];
  int l = get_local_id(0), g = get_group_id(0), best = INT_MIN;
  for (int k = 0; k < 16; k++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = in[(g * 16 + k) * 128 + l];
    TREE
    if (l == 0) best = max(best, t[0]);
  }
  if (l == 0) out[g] = best;
}

__kernel void maximum_fast(__global const int *in, __global int *out) {
  __local int t[128];
  int l = get_local_id(0), g = get_group_id(0), best = INT_MIN;
  for (int k = 0; k < 16; k++) best = max(best, in[(g * 16 + k) * 128 + l]);
  t[l] = best;
  TREE
  if (l == 0) out[g] = t[0];
}
