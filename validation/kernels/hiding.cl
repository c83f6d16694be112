// A chain of fetches from one cold line after the other, with OPERATIONS dependent operations between two of them: they change nothing.
#ifndef OPERATIONS
#define OPERATIONS 1
#endif
__kernel void hiding(__global int *next, __global int *out, int hops, int none) {
  int p = get_local_id(0);
  for (int i = 0; i < hops; i++) {
    p = next[p];
#pragma unroll
    for (int k = 0; k < OPERATIONS; k++) p = (p + k ^ none) - k;
  }
  out[get_global_id(0)] = p;
}
