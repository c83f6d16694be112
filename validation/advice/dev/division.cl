// Digits of a number to a base that is a power of two. Slow: by division and remainder. Repaired: by shift and mask.
__kernel void division_slow(__global const uint *in, __global uint *out, uint base, int rounds) {
  int i = get_global_id(0);
  uint v = in[i], s = 0;
  for (int k = 0; k < rounds; k++) {
    s += v % base;
    v = v / base + s;
  }
  out[i] = s;
}

__kernel void division_fast(__global const uint *in, __global uint *out, uint bits, int rounds) {
  int i = get_global_id(0);
  uint v = in[i], s = 0;
  for (int k = 0; k < rounds; k++) {
    s += v & ((1u << bits) - 1);
    v = (v >> bits) + s;
  }
  out[i] = s;
}
