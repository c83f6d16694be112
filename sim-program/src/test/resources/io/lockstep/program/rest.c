/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel reads behind a buffer of 100 integers, as far as 64 integers from each INDEX: rest INDEX... */
#include "check.h"

#define N 64

static const char *SOURCE =
    "__kernel void peek(__global const int *a, __global int *out, int at) {"
    "  out[get_global_id(0)] = a[at + get_global_id(0)];"
    "}";

int main(int argc, char **argv) {
  start();
  int seven = 7, out[N];
  size_t global = N;
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 400, NULL, &error);
  DO(error);
  cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof out, NULL, &error);
  DO(error);
  DO(clEnqueueFillBuffer(queue, a, &seven, 4, 0, 400, 0, NULL, NULL));
  cl_kernel peek = kernel_of(built(SOURCE, ""), "peek");
  DO(clSetKernelArg(peek, 0, sizeof a, &a));
  DO(clSetKernelArg(peek, 1, sizeof b, &b));
  for (int i = 1; i < argc; i++) {
    int at = atoi(argv[i]);
    DO(clSetKernelArg(peek, 2, sizeof at, &at));
    DO(clEnqueueNDRangeKernel(queue, peek, 1, NULL, &global, NULL, 0, NULL, NULL));
    DO(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int k = 0; k < N; k++) {
      CHECK(out[k] == (at + k < 100 ? 7 : 0));
    }
  }
  return 0;
}
