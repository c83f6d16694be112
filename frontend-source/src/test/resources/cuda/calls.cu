// SPDX-License-Identifier: Apache-2.0
// - {launch: calls_kernel, grid: [4], block: [128], args: [f, g, out, {i32: 1000}, {i32: 1}]}
// device lambdas, generic algorithms, function pointers, switch
template <class F> __device__ void forEach(int n, F f) { for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) f(i); }
typedef float (*op_t)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float mul(float a, float b) { return a * b; }
__device__ op_t table[2] = {add, mul};
enum class Mode { Add, Mul, Sub };
extern "C" __global__ void calls_kernel(const float *a, const float *b, float *out, int n, int which) {
  auto g = [=] __device__ (int i) { return a[i] * 2 - b[i]; };
  forEach(n, [&](int i) {
    float r = g(i);
    switch ((Mode)(i % 3)) { case Mode::Add: r += a[i]; break; case Mode::Mul: r *= a[i]; break; default: r -= b[i]; }
    out[i] = table[which & 1](r, b[i]);
  });
}
