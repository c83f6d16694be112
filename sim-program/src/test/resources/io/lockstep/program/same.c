/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a workload: same vecadd|matmul|transpose KERNELS.cl */
#include "check.h"

static cl_mem buffer(size_t bytes) {
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  DO(error);
  return memory;
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  start();
  int add = strcmp(argv[1], "vecadd") == 0, turn = strcmp(argv[1], "transpose") == 0;
  int n = add ? 4096 : 64;
  size_t count = add ? 4096 : 64 * 64, global[2] = {add ? 4096 : 64, 64}, local[2] = {add ? 256 : 16, 16};
  float *data = calloc(count, sizeof *data);
  cl_mem in = buffer(count * 4), other = turn ? NULL : buffer(count * 4), out = buffer(count * 4);
  cl_kernel kernel = kernel_of(built(text_of(argv[2]), ""), argv[1]);
  cl_uint next = 0;
  DO(clSetKernelArg(kernel, next++, sizeof in, &in));
  if (!turn) {
    DO(clSetKernelArg(kernel, next++, sizeof other, &other));
  }
  DO(clSetKernelArg(kernel, next++, sizeof out, &out));
  DO(clSetKernelArg(kernel, next++, sizeof n, &n));
  if (turn) {
    DO(clSetKernelArg(kernel, next++, sizeof n, &n));
  }
  DO(clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, count * 4, data, 0, NULL, NULL));
  if (!turn) {
    DO(clEnqueueWriteBuffer(queue, other, CL_TRUE, 0, count * 4, data, 0, NULL, NULL));
  }
  DO(clEnqueueNDRangeKernel(queue, kernel, add ? 1 : 2, NULL, global, local, 0, NULL, NULL));
  DO(clFinish(queue));
  DO(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, count * 4, data, 0, NULL, NULL));
  return 0;
}
