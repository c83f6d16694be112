// Steps of a recurrence. Slow: the host reads back the vector after each. Repaired: after the last.
__kernel void relax(__global const int *a, __global int *b) {
  int i = get_global_id(0), n = get_global_size(0);
  b[i] = (a[i] + a[(i + 1) % n]) & 0xffff;
}
