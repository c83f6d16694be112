// SPDX-License-Identifier: Apache-2.0
// Sums of rows, a thread for each, with Kahan's compensation. nvcc -use_fast_math -arch=compute_80 -ptx. After the description of
// gau-nernst/learn-cuda (1454f8b), 03_sum v1; the code is ours.
extern "C" __global__ void rowsum(const float* in, float* out, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  in += row * columns;
  float sum = 0, error = 0;
  for (int i = 0; i < columns; i++) {
    float next = in[i] - error, grown = sum + next;
    error = grown - sum - next;
    sum = grown;
  }
  out[row] = sum;
}
