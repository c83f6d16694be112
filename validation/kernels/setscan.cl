// Loads of 16 bytes from a set, each once.
__kernel void setscan(__global uint4 *out, __global const uint4 *in, uint n) {
  uint all = get_global_size(0);
  uint sum = 0;
#pragma unroll 8
  for (uint i = get_global_id(0); i < n; i += all) {
    sum ^= in[i].x;
  }
  out[get_local_id(0)] = (uint4)(sum, 0, 0, 0);
}
