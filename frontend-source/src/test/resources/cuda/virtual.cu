// SPDX-License-Identifier: Apache-2.0
// - {launch: virtual_kernel, grid: [4], block: [128], args: [f, out, {i32: 500}]}
// virtual functions
struct Shape { __device__ virtual float area() const = 0; __device__ virtual ~Shape() {} };
struct Square : Shape { float s; __device__ Square(float s) : s(s) {} __device__ float area() const override { return s * s; } };
struct Circle : Shape { float r; __device__ Circle(float r) : r(r) {} __device__ float area() const override { return 3.14159f * r * r; } };
extern "C" __global__ void virtual_kernel(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Square sq(in[i]); Circle ci(in[i]);
  const Shape *s = i % 2 ? (const Shape *)&sq : &ci;
  out[i] = s->area();
}
