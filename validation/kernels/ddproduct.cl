// C = A * B in double-double: an element is the unevaluated sum of two doubles, its upper half first. A comes transposed; a work-item
// makes 2 x 2 elements. Sums are accurate (20 additions), products use the fused multiply-add.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
double2 quick(double a, double b) {
  double s = a + b;
  return (double2)(s, b - (s - a));
}
double2 two(double a, double b) {
  double s = a + b, v = s - a;
  return (double2)(s, (a - (s - v)) + (b - v));
}
double2 plus(double2 a, double2 b) {
  double2 s = two(a.x, b.x), t = two(a.y, b.y);
  s = quick(s.x, s.y + t.x);
  return quick(s.x, s.y + t.y);
}
double2 times(double2 a, double2 b) {
  double p = a.x * b.x, e = fma(a.x, b.x, -p);
  return quick(p, fma(a.y, b.x, fma(a.x, b.y, e)));
}
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void ddproduct(__global const double2 *restrict at, __global const double2 *restrict b, __global double2 *restrict c, int n, int depth) {
  int x = 2 * get_global_id(0), y = 2 * get_global_id(1);
  double2 c00 = (double2)(0.0), c01 = c00, c10 = c00, c11 = c00;
  for (int k = 0; k < depth; k++) {
    double2 a0 = at[k * n + y], a1 = at[k * n + y + 1], b0 = b[k * n + x], b1 = b[k * n + x + 1];
    c00 = plus(c00, times(a0, b0));
    c01 = plus(c01, times(a0, b1));
    c10 = plus(c10, times(a1, b0));
    c11 = plus(c11, times(a1, b1));
  }
  c[y * n + x] = c00;
  c[y * n + x + 1] = c01;
  c[y * n + n + x] = c10;
  c[y * n + n + x + 1] = c11;
}
