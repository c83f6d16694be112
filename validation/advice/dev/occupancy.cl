// A gather. Slow: each work-group of 64 reserves 12 KiB of local memory, of which it uses 256 bytes. Repaired: it
// reserves what it uses.
#define GATHER(WORDS)                                                                     \
  __local int t[WORDS];                                                                   \
  int i = get_global_id(0), l = get_local_id(0);                                          \
  t[spread * l] = in[i];                                                                  \
  barrier(CLK_LOCAL_MEM_FENCE);                                                           \
  int at = t[spread * (63 - l)];                                                          \
  for (int k = 0; k < 8; k++) at = in[at];                                                \
  out[i] = at;

__kernel void occupancy_slow(__global const int *in, __global int *out, int spread) {
  GATHER(3072)
}

__kernel void occupancy_fast(__global const int *in, __global int *out, int spread) {
  GATHER(64)
}
