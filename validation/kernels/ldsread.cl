// Reads of local memory whose lanes lie `stride` elements apart; only the first `active` read.
#ifndef T
#define T int
#endif
__kernel void ldsread(__global T *out, int stride, int active, int reads) {
  __local T words[2048];
  int lane = get_local_id(0);
  volatile __local T *at = words + ((lane * stride) & 2047);
  T sum = (T)(0);
  if (lane < active) {
    for (int i = 0; i < reads; i++) {
      sum += *at;
    }
  }
  out[get_global_id(0)] = sum;
}
