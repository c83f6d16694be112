// C = A * B in double-double: an element is the unevaluated sum of two doubles, its upper half first. A comes transposed; a work-item
// makes 2 x 2 elements. Sums are accurate (20 additions), products use the fused multiply-add.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
// Macros, as each inlined function would begin a block of its own (a label of its line).
#define QUICK(s, e, a, b) s = (a) + (b); e = (b) - (s - (a));
#define TWO(s, e, a, b) s = (a) + (b); v = s - (a); e = ((a) - (s - v)) + ((b) - v);
#define STEP(c, a, b)                                                   \
  {                                                                     \
    double v, p, e, h, l, s, t, u, w;                                   \
    p = a.x * b.x;                                                      \
    e = fma(a.y, b.x, fma(a.x, b.y, fma(a.x, b.x, -p)));                \
    QUICK(h, l, p, e) TWO(s, t, c.x, h) TWO(u, w, c.y, l)               \
    t += u;                                                             \
    QUICK(h, l, s, t)                                                   \
    l += w;                                                             \
    QUICK(c.x, c.y, h, l)                                               \
  }
__kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void ddproduct(__global const double2 *restrict at, __global const double2 *restrict b, __global double2 *restrict c, int n, int depth) {
  int x = 2 * get_global_id(0), y = 2 * get_global_id(1);
  double2 c00 = (double2)(0.0), c01 = c00, c10 = c00, c11 = c00;
  for (int k = 0; k < depth; k++) {
    double2 a0 = at[k * n + y], a1 = at[k * n + y + 1], b0 = b[k * n + x], b1 = b[k * n + x + 1];
    STEP(c00, a0, b0) STEP(c01, a0, b1) STEP(c10, a1, b0) STEP(c11, a1, b1)
  }
  c[y * n + x] = c00;
  c[y * n + x + 1] = c01;
  c[y * n + n + x] = c10;
  c[y * n + n + x + 1] = c11;
}
