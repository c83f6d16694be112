/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the profiled nanoseconds of two launches, the second with ten times the work. */
#include "check.h"

static const char *SOURCE =
    "__kernel void work(__global float *a, int n) {"
    "  float x = a[get_global_id(0)];"
    "  for (int i = 0; i < n; i++) { x = x * 0.5f + i; }"
    "  a[get_global_id(0)] = x;"
    "}";

static cl_ulong nanos(cl_event event) {
  cl_ulong start, end;
  DO(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
  DO(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
  return end - start;
}

int main(void) {
  start();
  size_t global = 4096;
  cl_kernel work = kernel_of(built(SOURCE, ""), "work");
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * global, NULL, &error);
  DO(error);
  cl_ulong taken[2];
  for (int i = 0; i < 2; i++) {
    int n = i == 0 ? 1000 : 10000;
    cl_event event;
    DO(clSetKernelArg(work, 0, sizeof a, &a));
    DO(clSetKernelArg(work, 1, sizeof n, &n));
    DO(clEnqueueNDRangeKernel(queue, work, 1, NULL, &global, NULL, 0, NULL, &event));
    DO(clFinish(queue));
    taken[i] = nanos(event);
  }
  printf("%lu %lu\n", (unsigned long)taken[0], (unsigned long)taken[1]);
  return 0;
}
