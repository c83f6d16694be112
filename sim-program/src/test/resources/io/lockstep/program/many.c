/* SPDX-License-Identifier: Apache-2.0 */
/* Many small launches of two kernels, and now and then a transfer: many LAUNCHES */
#include "check.h"

#define N 64

static const char *SOURCE =
    "__kernel void add(__global int *a, int by) { a[get_global_id(0)] += by; }"
    "__kernel void turn(__global int *a, __global const int *b) {"
    "  a[get_global_id(0)] ^= b[a[get_global_id(0)] & 63];"
    "}";

static cl_mem filled(const int *data) {
  cl_mem memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, N * sizeof *data, (void *)data, &error);
  DO(error);
  return memory;
}

int main(int argc, char **argv) {
  int data[N];
  size_t global = N;
  CHECK(argc == 2);
  start();
  for (int i = 0; i < N; i++) {
    data[i] = 7 * i;
  }
  cl_program program = built(SOURCE, "");
  cl_kernel add = kernel_of(program, "add"), turn = kernel_of(program, "turn");
  cl_mem a = filled(data), b = filled(data);
  DO(clSetKernelArg(add, 0, sizeof a, &a));
  DO(clSetKernelArg(turn, 0, sizeof a, &a));
  DO(clSetKernelArg(turn, 1, sizeof b, &b));
  for (int i = 0; i < atoi(argv[1]); i++) {
    DO(clSetKernelArg(add, 1, sizeof i, &i));
    cl_kernel kernel = i % 2 == 0 ? add : turn;
    DO(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    if (i % 1000 == 0) {
      DO(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
    }
  }
  DO(clFinish(queue));
  return 0;
}
