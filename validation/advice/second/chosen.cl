// One element in eight needs a long loop. Slow: the work-item of the element does it. Repaired: the elements that need
// it stand side by side (an index lists them), and so do the work-items.
__kernel void chosen(__global const int *in, __global const int *order, __global int *out) {
  int i = order[get_global_id(0)], x = in[i];
  if ((i & 7) == 0) {
    for (int k = 0; k < 96; k++) x = x * 5 + (x >> 7) + k;
  }
  out[i] = x;
}
