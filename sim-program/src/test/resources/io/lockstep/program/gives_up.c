/* SPDX-License-Identifier: Apache-2.0 */
/* Asks for memory that Lockstep refuses, after a launch, and gives up with the code of its argument. */
#include "check.h"

int main(int count, char **arguments) {
  CHECK(count == 2);
  start();
  cl_program program = built("kernel void one(global int *o) { o[0] = 1; }", "");
  cl_kernel kernel = kernel_of(program, "one");
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, &error);
  DO(error);
  DO(clSetKernelArg(kernel, 0, sizeof memory, &memory));
  DO(clEnqueueTask(queue, kernel, 0, NULL, NULL));
  DO(clFinish(queue));
  CHECK(clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 16, 0) == NULL);
  if (strcmp(arguments[1], "crash") == 0) {
    abort();
  }
  if (strcmp(arguments[1], "later") == 0) {
    DO(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    DO(clFinish(queue));
    abort();
  }
  return atoi(arguments[1]);
}
