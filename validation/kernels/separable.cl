// A separable filter of radius R: rows, then columns; through local memory or through the texture unit. Outside lie zeros.
#ifndef R
#define R 8
#endif
#define LEAD (R > 16 ? 32 : 16) /* so that a half-warp's reads begin where one transaction does */
#define WIDE 128
#define TALL 48
__kernel void rows(__global const float *in, __global float *out, __constant const float *c, int w, int h) {
  __local float s[R + WIDE + R];
  int from = get_group_id(0) * WIDE, line = get_group_id(1) * w;
  int low = from - R, high = from + WIDE - 1 + R;
  int at = from - LEAD + (int)get_local_id(0);
  if (at >= low && at <= high) s[at - low] = at >= 0 && at < w ? in[line + at] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = from + (int)get_local_id(0) - LEAD;
  if (x >= from && x < from + WIDE && x < w) {
    float sum = 0;
#pragma unroll
    for (int k = -R; k <= R; k++) sum += s[x - low + k] * c[R - k];
    out[line + x] = sum;
  }
}
__kernel void columns(__global const float *in, __global float *out, __constant const float *c, int w, int h) {
  __local float s[(R + TALL + R) * 16];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_group_id(0) * 16 + lx, from = get_group_id(1) * TALL;
  for (int y = ly; y < R + TALL + R; y += 8) {
    int at = from - R + y;
    s[y * 16 + lx] = at >= 0 && at < h ? in[at * w + x] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int y = ly; y < TALL && from + y < h; y += 8) {
    float sum = 0;
#pragma unroll
    for (int k = -R; k <= R; k++) sum += s[(y + R + k) * 16 + lx] * c[R - k];
    out[(from + y) * w + x] = sum;
  }
}
__kernel void texture_rows(read_only image2d_t in, sampler_t zeros, __global float *out, __constant const float *c, int w) {
  float x = get_global_id(0) + 0.5f, y = get_global_id(1) + 0.5f;
  float sum = 0;
#pragma unroll
  for (int k = -R; k <= R; k++) sum += read_imagef(in, zeros, (float2)(x + k, y)).x * c[R - k];
  out[get_global_id(1) * w + get_global_id(0)] = sum;
}
__kernel void texture_columns(read_only image2d_t in, sampler_t zeros, __global float *out, __constant const float *c, int w) {
  float x = get_global_id(0) + 0.5f, y = get_global_id(1) + 0.5f;
  float sum = 0;
#pragma unroll
  for (int k = -R; k <= R; k++) sum += read_imagef(in, zeros, (float2)(x, y + k)).x * c[R - k];
  out[get_global_id(1) * w + get_global_id(0)] = sum;
}
