// Chains of loads. Slow: a work-group of 64 reserves 15 KiB of local memory for 64 words. Repaired: it reserves 256 bytes.
#define HOPS(WORDS)                                                         \
  __local int t[WORDS];                                                     \
  int i = get_global_id(0), l = get_local_id(0);                            \
  t[l * scale] = next[i];                                                   \
  barrier(CLK_LOCAL_MEM_FENCE);                                             \
  int at = t[(l ^ 1) * scale], s = 0;                                       \
  for (int k = 0; k < 10; k++) {                                            \
    at = next[at];                                                          \
    s += at;                                                                \
  }                                                                         \
  out[i] = s;

__kernel void hops_slow(__global const int *next, __global int *out, int scale) { HOPS(3840) }
__kernel void hops_fast(__global const int *next, __global int *out, int scale) { HOPS(64) }
