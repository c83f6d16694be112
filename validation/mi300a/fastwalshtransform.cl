__kernel void fastwalshtransform(__global float *a, uint step) {
  uint t = get_global_id(0);
  uint q = t % step, p = 2 * step * (t / step) + q, m = p + step;
  float u = a[p], v = a[m];
  a[p] = u + v;
  a[m] = u - v;
}
