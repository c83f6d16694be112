// SPDX-License-Identifier: Apache-2.0
// - {launch: standard_kernel, grid: [4], block: [128], args: [f, out, more, {i32: 500}]}
// cuda::std and cuda::atomic
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/tuple>
#include <cuda/std/cstdint>
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> tickets{0};
template <class T> __device__ T smallest(const T *v, int n) {
  T r = cuda::std::numeric_limits<T>::max();
  for (int i = 0; i < n; i++) r = v[i] < r ? v[i] : r;
  return r;
}
extern "C" __global__ void standard_kernel(const float *in, float *out, int *ids, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuda::std::array<float, 4> v;
  for (int k = 0; k < 4; k++) v[k] = in[(i * 7 + k) % n];
  cuda::std::complex<float> z(v[0], v[1]), w(v[2], v[3]);
  z = z * w + cuda::std::complex<float>(1.0f, 0.0f);
  auto p = cuda::std::make_pair(z.real(), z.imag());
  auto t = cuda::std::make_tuple(1, p.first);
  out[i] = p.first + p.second + smallest(v.data(), (int)v.size()) + cuda::std::get<1>(t);
  cuda::atomic_ref<int, cuda::thread_scope_device> r(ids[i % 16]);
  r.fetch_add(1, cuda::memory_order_relaxed);
  tickets.fetch_add(1);
  static_assert(cuda::std::is_same_v<decltype(p.first), float>);
}
