// One chain of dependent 8-byte loads.
__kernel void chase(__global const ulong *next, __global ulong *out, int hops) {
  ulong p = get_local_id(0);
  for (int i = 0; i < hops; i++) p = next[p];
  out[get_global_id(0)] = p;
}
