// Finite differences of second order on a grid of doubles; a work-item computes TILE points in y.
// ORDER 1: point by point, with each value that the next point shares kept; 2: all loads in the
// order of their addresses. Without a required group size, as published: code is made for 1024 work-items,
// so that 16 points do not fit the registers (LLVM: 204 bytes of scratch for gfx90a).
#ifndef TILE
#define TILE 1
#endif
#ifndef ORDER
#define ORDER 0
#endif
__kernel void laplacian(__global double *restrict f, __global const double *restrict u, int nx, int ny, int nz,
                        double wx, double wy, double wz, double wc) {
  int i = get_global_id(0), j = get_global_id(1) * TILE, k = get_global_id(2);
  if (i == 0 || i >= nx - 1 || k == 0 || k >= nz - 1) return;
  int plane = nx * ny;
  size_t at = i + nx * j + (size_t)plane * k;
#if ORDER == 0
  if (j == 0 || j >= ny - 1) return;
  f[at] = u[at] * wc + (u[at - 1] + u[at + 1]) * wx + (u[at - nx] + u[at + nx]) * wy
          + (u[at - plane] + u[at + plane]) * wz;
#else
  double sum[TILE];
#pragma unroll
  for (int n = 0; n < TILE; n++) sum[n] = 0;
#if ORDER == 1
#pragma unroll
  for (int n = 0; n < TILE; n++) {
    double here = u[at + n * nx];
    sum[n] += here * wc + (u[at - 1 + n * nx] + u[at + 1 + n * nx]) * wx;
    if (n == 0) sum[n] += (j > 0 ? u[at - nx] : 0) * wy;
    if (n > 0) sum[n - 1] += here * wy;
    if (n < TILE - 1) sum[n + 1] += here * wy;
    if (n == TILE - 1) sum[n] += (j < ny - TILE ? u[at + (n + 1) * nx] : 0) * wy;
    sum[n] += (u[at - plane + n * nx] + u[at + plane + n * nx]) * wz;
  }
#else
#pragma unroll
  for (int n = 0; n < TILE; n++) sum[n] += u[at - plane + n * nx] * wz;
  sum[0] += (j > 0 ? u[at - nx] : 0) * wy;
#pragma unroll
  for (int n = 0; n < TILE; n++) {
    sum[n] += u[at - 1 + n * nx] * wx;
    double here = u[at + n * nx];
    sum[n] += here * wc;
    sum[n] += u[at + 1 + n * nx] * wx;
    if (n > 0) sum[n - 1] += here * wy;
    if (n < TILE - 1) sum[n + 1] += here * wy;
  }
  sum[TILE - 1] += (j < ny - TILE ? u[at + TILE * nx] : 0) * wy;
#pragma unroll
  for (int n = 0; n < TILE; n++) sum[n] += u[at + plane + n * nx] * wz;
#endif
#pragma unroll
  for (int n = 0; n < TILE; n++)
    if (j + n > 0 && j + n < ny - 1) f[at + n * nx] = sum[n];
#endif
}
