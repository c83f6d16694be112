/* SPDX-License-Identifier: Apache-2.0 */
/* Maps a buffer of page-locked memory and another one, each of another number of bytes. */
#include "check.h"

#define ROOM 4096

static void mapped(cl_mem buffer, size_t bytes) {
  char *host = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, bytes, 0, NULL,
                                  NULL, &error);
  DO(error);
  memset(host, 1, bytes);
  DO(clEnqueueUnmapMemObject(queue, buffer, host, 0, NULL, NULL));
  host = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes + 10, 0, NULL, NULL, &error);
  DO(error);
  DO(clEnqueueUnmapMemObject(queue, buffer, host, 0, NULL, NULL));
}

int main(void) {
  start();
  size_t one = 1;
  cl_mem plain = clCreateBuffer(context, CL_MEM_READ_WRITE, ROOM, NULL, &error);
  DO(error);
  cl_mem locked = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, ROOM, NULL, &error);
  DO(error);
  mapped(plain, 100);
  mapped(locked, 200);
  cl_kernel kernel = kernel_of(built("__kernel void k(__global char *a) { a[0] = 2; }", ""), "k");
  DO(clSetKernelArg(kernel, 0, sizeof plain, &plain));
  DO(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL)); /* for a trace */
  DO(clFinish(queue));
  return 0;
}
