// One chain of dependent loads through local memory: an element holds the place of the next in bytes.
__kernel void chase_local(__global uint *out, int hops) {
  __local uint next[1024];
  for (uint i = get_local_id(0); i < 1024; i++) next[i] = (i * 5 + 1 & 1023) * 4;
  uint p = get_local_id(0);
  for (int i = 0; i < hops; i++) p = *(__local const uint *)((__local const char *)next + p);
  out[get_global_id(0)] = p;
}
