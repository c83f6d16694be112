// Finite differences of high order in one direction: points `step` floats apart.
#ifndef RADIUS
#define RADIUS 4
#endif
#ifndef ALONG
#define ALONG 0 // 1: neighbours, which the compiler knows
#endif
__constant float weights[9] = {0.125f, 0.25f, 0.5f, 0.75f, 1.0f, 0.75f, 0.5f, 0.25f, 0.125f};
__attribute__((reqd_work_group_size(64, 4, 1)))
__kernel void stencil(__global float *restrict out, __global const float *restrict in, int line, int slice, int step,
                      int x0, int x1, int y0, int y1, int z0, int z1) {
  int i = x0 + (int)get_global_id(0), j = y0 + (int)get_global_id(1), k = z0 + (int)get_global_id(2);
  if (i >= x1 || j >= y1 || k >= z1) return;
  size_t at = i + line * j + (size_t)slice * k;
  if (ALONG) step = 1;
  in += at - RADIUS * step;
  float sum = 0.0f;
#pragma unroll
  for (int r = 0; r <= 2 * RADIUS; r++) sum += in[r * step] * weights[r];
  out[at] = sum;
}
