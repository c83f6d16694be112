// Sums of two vectors of floats: 128 work-items compute 1,024 elements, each twice four that lie side by side.
__kernel void vectoradd(__global const float4 *x, __global const float4 *y, __global float4 *z, int n) {
  int at = get_group_id(0) * 256 + get_local_id(0);
  float4 x0, x1, y0, y1;
  int first = at * 4 < n, second = (at + 128) * 4 < n;
  if (first) x0 = x[at];
  if (second) x1 = x[at + 128];
  if (first) y0 = y[at];
  if (second) y1 = y[at + 128];
  if (first) z[at] = x0 + y0;
  if (second) z[at + 128] = x1 + y1;
}
