// SPDX-License-Identifier: Apache-2.0
// - {launch: spaces_kernel, grid: [4], block: [128], shared: 512, args: [f, out, {i32: 500}]}
// __constant__, dynamic shared memory, extern "C", __managed__, namespaces
namespace physics { namespace detail {
__constant__ float coefficients[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ __managed__ int counter;
__device__ float state[4];
__device__ float poly(float x) { float r = 0; for (int i = 0; i < 8; i++) r = r * x + coefficients[i]; return r; }
} 
using detail::poly;
}
extern "C" __global__ void spaces_kernel(const float *in, float *out, int n) {
  extern __shared__ float tile[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? physics::poly(in[i]) : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) { if (t < s) tile[t] += tile[t + s]; __syncthreads(); }
  if (t == 0) { out[blockIdx.x] = tile[0]; atomicAdd(&physics::detail::counter, 1); physics::detail::state[0] = 1; }
}
