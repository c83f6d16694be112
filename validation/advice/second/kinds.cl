// Four kinds of elements, each with a chain of operations of its own. Slow: neighbours differ in kind. Repaired: whole
// work-groups have one kind.
__kernel void kinds(__global const int *in, __global int *out, int shift) {
  int i = get_global_id(0), x = in[i];
  int kind = (i >> shift) & 3;
  if (kind == 0) {
    for (int k = 0; k < 20; k++) x = (x ^ (x << 3)) + k;
  } else if (kind == 1) {
    for (int k = 0; k < 20; k++) x = (x & 0xffff) * 7 - k;
  } else if (kind == 2) {
    for (int k = 0; k < 20; k++) x = x - (x >> 2) + 3 * k;
  } else {
    for (int k = 0; k < 20; k++) x = max(x, k) * 3 - min(x, 50);
  }
  out[i] = 1;
  if (x == 123456789) out[i] = x;
}
