// SPDX-License-Identifier: Apache-2.0
// - {launch: random_kernel, grid: [2], block: [64], args: [out, {u64: 7}, {i32: 100}]}
// random numbers by a class of the text, constants, mathematics of doubles, printf
#include <math_constants.h>

#include <cmath>
#include <cstdio>
class Generator {
  unsigned long long state;

 public:
  __device__ Generator(unsigned long long seed, unsigned stream) : state(seed ^ stream * 0x9E3779B97F4A7C15ull) {}
  __device__ float operator()() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (state >> 40) * (1.0f / (1 << 24));
  }
};
extern "C" __global__ void random_kernel(float *out, unsigned long long seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Generator next(seed, i);
  int in = 0;
  for (int k = 0; k < 16; k++) {
    float x = next(), y = next();
    in += x * x + y * y < 1.0f;
  }
  out[i] = in / 16.0f * 4.0f + CUDART_PI_F * 2;
  double d = std::abs(-1.5 * i) + sqrt(2.0 + i) + floor(i / 3.0);
  out[i] += (float)d;
  if (i == 0) printf("first %f %d %s\n", out[0], n, "ok");
}
