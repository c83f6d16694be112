// SPDX-License-Identifier: Apache-2.0
// Softmax and layer norm of rows of 1,024 floats: a warp keeps a row in registers and reduces it by shuffles.
#include <cstdint>

constexpr int COLUMNS = 1024, VECTORS = COLUMNS / 128;

template <class F> __device__ float reduce(float x, F f) {
#pragma unroll
  for (int d = 16; d > 0; d /= 2) x = f(x, __shfl_xor_sync(~0u, x, d));
  return x;
}

__device__ float sum(float x) { return reduce(x, [](float a, float b) { return a + b; }); }

struct Row {
  float4 v[VECTORS];
  __device__ explicit Row(const float *from) {
#pragma unroll
    for (int i = 0; i < VECTORS; i++) v[i] = ((const float4 *)from)[i * 32 + threadIdx.x];
  }
  template <class F> __device__ void each(F f) {
#pragma unroll
    for (int i = 0; i < VECTORS; i++) f(v[i].x), f(v[i].y), f(v[i].z), f(v[i].w);
  }
  __device__ void store(float *to) const {
#pragma unroll
    for (int i = 0; i < VECTORS; i++) ((float4 *)to)[i * 32 + threadIdx.x] = v[i];
  }
};

extern "C" __global__ void softmax(const float *in, float *out, int rows) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  Row r(in + row * COLUMNS);
  float top = -INFINITY, all = 0;
  r.each([&](float &x) { top = fmaxf(top, x); });
  top = reduce(top, [](float a, float b) { return fmaxf(a, b); });
  r.each([&](float &x) { all += x = __expf(x - top); });
  float part = 1 / sum(all);
  r.each([&](float &x) { x *= part; });
  r.store(out + row * COLUMNS);
}

extern "C" __global__ void layer_norm(const float *in, const float *scale, const float *shift, float *out, int rows) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  Row r(in + row * COLUMNS);
  float all = 0, squares = 0;
  r.each([&](float &x) { all += x; });
  float mean = sum(all) / COLUMNS;
  r.each([&](float &x) { x -= mean, squares = fmaf(x, x, squares); });
  float part = rsqrtf(sum(squares) / COLUMNS + 1e-5f);
  Row by(scale), plus(shift);
#pragma unroll
  for (int i = 0; i < VECTORS; i++) {
    r.v[i].x = fmaf(r.v[i].x * part, by.v[i].x, plus.v[i].x);
    r.v[i].y = fmaf(r.v[i].y * part, by.v[i].y, plus.v[i].y);
    r.v[i].z = fmaf(r.v[i].z * part, by.v[i].z, plus.v[i].z);
    r.v[i].w = fmaf(r.v[i].w * part, by.v[i].w, plus.v[i].w);
  }
  r.store(out + row * COLUMNS);
}
