// SPDX-License-Identifier: Apache-2.0
// - {launch: blur, grid: [2, 2], block: [16, 8], args: [f, out, {i32: 30}, {i32: 15}]}
// - {launch: histogram, grid: [2], block: [128], args: [i, more, {i32: 1000}]}
// vector types, intrinsics, textures-free image work, __ldg, restrict, launch bounds, unroll
__global__ void __launch_bounds__(128, 4) blur(const float4 *__restrict__ in, float4 *__restrict__ out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
  for (int dy = -1; dy <= 1; dy++)
#pragma unroll
    for (int dx = -1; dx <= 1; dx++) {
      int xx = min(max(x + dx, 0), w - 1), yy = min(max(y + dy, 0), h - 1);
      float4 v = __ldg(&in[yy * w + xx]);
      s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w;
    }
  float k = __frcp_rn(9.f);
  out[y * w + x] = make_float4(s.x * k, s.y * k, s.z * k, __saturatef(s.w * k));
}
__global__ void histogram(const uchar4 *in, unsigned *bins, int n) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uchar4 c = in[i];
    atomicAdd(&local[(unsigned char)(0.299f * c.x + 0.587f * c.y + 0.114f * c.z)], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) if (local[i]) atomicAdd(&bins[i], local[i]);
}
