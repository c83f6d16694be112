// Row r of a triangle has r elements. Slow: rows in ascending order, so that the longest begin last. Repaired: in
// descending order.
int row(int r) {
  int s = r;
  for (int k = 0; k < r; k += 16) s = (s * 3) ^ k;
  return s;
}

__kernel void triangle_slow(__global int *out) {
  int r = get_global_id(0);
  out[r] = row(r);
}

__kernel void triangle_fast(__global int *out) {
  int r = get_global_size(0) - 1 - get_global_id(0);
  out[r] = row(r);
}
