// A few steps of a recurrence on a vector. Slow: the vector goes to the device and back each step. Repaired: once.
__kernel void advance(__global const int *w, __global int *a) {
  int i = get_global_id(0);
  a[i] = a[i] * 5 + w[i];
}
