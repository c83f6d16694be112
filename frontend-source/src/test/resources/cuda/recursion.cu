// SPDX-License-Identifier: Apache-2.0
__device__ int tree(int n) {
  return n < 2 ? n : tree(n - 1) + tree(n - 3) * n;
}
extern "C" __global__ void recursion_kernel(int *a) { a[threadIdx.x] = tree(a[threadIdx.x]); }
