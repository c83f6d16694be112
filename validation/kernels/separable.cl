// A separable filter of radius R: rows, then columns; through local memory or through the texture unit. Outside lie zeros.
#ifndef R
#define R 8
#endif
#define LEAD (R > 16 ? 32 : 16) /* so that a half-warp's reads begin where one transaction does */
#define WIDE 128
#define TALL 48
__kernel void rows(__global const float *in, __global float *out, __constant const float *c, int w, int h) {
  __local float s[R + WIDE + R];
  int t = get_local_id(0), from = mul24((int)get_group_id(0), WIDE), line = mul24((int)get_group_id(1), w);
  int end = min(from + WIDE, w), at = from - LEAD + t;
  if (at >= from - R) s[at - from + R] = at >= 0 && at < min(end + R, w) ? in[line + at] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = from + t; // the first warps write, so that none is half idle
  if (x < end) {
    float sum = 0;
#pragma unroll
    for (int k = -R; k <= R; k++) sum += s[t + R + k] * c[R - k];
    out[line + x] = sum;
  }
}
__kernel void columns(__global const float *in, __global float *out, __constant const float *c, int w, int h) {
  __local float s[(R + TALL + R) * 16];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = mul24((int)get_group_id(0), 16) + lx, from = mul24((int)get_group_id(1), TALL), end = min(from + TALL, h);
  int place = ly * 16 + lx, at = mul24(from - R + ly, w) + x, step = w * 8;
  int first = max(from - R, 0), last = min(end + R, h);
  for (int y = from - R + ly; y < from + TALL + R; y += 8) {
    s[place] = y >= first && y < last ? in[at] : 0.0f;
    place += 8 * 16;
    at += step;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  place = (ly + R) * 16 + lx;
  at = mul24(from + ly, w) + x;
  for (int y = from + ly; y < end; y += 8) {
    float sum = 0;
#pragma unroll
    for (int k = -R; k <= R; k++) sum += s[place + k * 16] * c[R - k];
    out[at] = sum;
    place += 8 * 16;
    at += step;
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
