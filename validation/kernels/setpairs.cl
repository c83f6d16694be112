// Groups of 1024 read 2 * PAIRS pieces of 8 KiB of a set of runs * PAIRS * 16 KiB; every `runs` groups begin the set anew, and neighbouring
// groups read different pieces, so that a first-level cache hits seldom.
#ifndef PAIRS
#define PAIRS 32
#endif
__attribute__((reqd_work_group_size(1024, 1, 1)))
__kernel void setpairs(__global double *out, __global const double *restrict in, int runs) {
  int at = (int)get_group_id(0) % runs * 2048 + (int)get_local_id(0);
  double sum = 0.0;
#pragma unroll 4
  for (int i = 0; i < PAIRS; i++) {
    sum += in[at] * in[at + 1024];
    at += 2048 * runs;
  }
  sum *= 1.3;
  if (sum == 23.12) out[get_local_id(0)] = sum;
}
