// A ring buffer is read. Slow: the position is a remainder by a length that the compiler does not know. Repaired: the
// length is a power of two, and the position is masked.
__kernel void wrap_slow(__global const int *in, __global int *out, int length) {
  int i = get_global_id(0), s = 0;
  for (int k = 0; k < 16; k++) s += (i * 5 + k * 7) % length + (i + k * 3) % length;
  out[i] = s + in[i];
}

__kernel void wrap_fast(__global const int *in, __global int *out, int length) {
  int i = get_global_id(0), s = 0;
  for (int k = 0; k < 16; k++) s += ((i * 5 + k * 7) & (length - 1)) + ((i + k * 3) & (length - 1));
  out[i] = s + in[i];
}
