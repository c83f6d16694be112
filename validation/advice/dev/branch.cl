// Even elements need one loop, odd elements another. Slow: neighbours branch apart. Repaired: each half of the
// launch takes one kind.
int work(int e, int v, int rounds) {
  if (e & 1)
    for (int k = 0; k < rounds; k++) v = (v ^ k) + (v >> 3);
  else
    for (int k = 0; k < rounds; k++) v = (v + k) ^ (v << 2);
  return v;
}

__kernel void branch_slow(__global const int *in, __global int *out, int rounds) {
  int e = get_global_id(0);
  out[e] = work(e, in[e], rounds);
}

__kernel void branch_fast(__global const int *in, __global int *out, int rounds) {
  int i = get_global_id(0), half_size = get_global_size(0) / 2;
  int e = i < half_size ? 2 * i : 2 * (i - half_size) + 1;
  out[e] = work(e, in[e], rounds);
}
