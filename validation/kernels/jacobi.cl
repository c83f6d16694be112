// The kernels of a Jacobi solver on a grid of doubles.
__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void residual(__global const double *u, __global double *au, int nx, int ny, int line, double wx, double wy) {
  int at = get_global_id(0);
  if (at > nx + ny * line || at < line + 1) return;
  au[at] = (-u[at - 1] + 2 * u[at] - u[at + 1]) * wx + (-u[at - line] + 2 * u[at] - u[at + line]) * wy;
}

__attribute__((reqd_work_group_size(512, 1, 1)))
__kernel void norm(__global const double *a, __global double *sums, int n) {
  __local double part[512];
  int lane = get_local_id(0);
  part[lane] = 0;
  for (int i = get_global_id(0); i < n; i += 512 * 256) part[lane] += a[i] * a[i];
  for (int rest = 256; rest > 0; rest /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < rest) part[lane] += part[lane + rest];
  }
  if (lane == 0) sums[get_group_id(0)] = part[0];
}

__attribute__((reqd_work_group_size(256, 1, 1)))
__kernel void update(__global const double *right, __global const double *au, __global double *rest, __global double *u,
                     double factor, int n) {
  int at = get_global_id(0);
  for (int i = at; i < n; i += get_global_size(0)) {
    double r = right[at] - au[at];
    rest[at] = r;
    u[at] += r * factor;
  }
}
