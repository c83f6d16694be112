// A chain of dependent reads. Slow: a work-group of 64 reserves 14 KiB of local memory for 16 words that it shares.
// Repaired: it reserves what it uses.
__kernel void pool(__global const int *next, __global int *out, __local int *t, int steps) {
  int i = get_global_id(0), l = get_local_id(0);
  if (l < 16) t[l] = next[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  int at = i ^ t[l & 15] & 1;
  for (int k = 0; k < steps; k++) at = next[at];
  out[i] = at;
}
