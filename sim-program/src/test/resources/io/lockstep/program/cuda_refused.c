/* SPDX-License-Identifier: Apache-2.0 */
/* A module with a kernel that cannot be read: its other kernels and all variables work. */
#include "cuda_test.h"

static const char READABLE, UNREADABLE;
static int processor;

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &UNREADABLE, "unreadable");
  register_kernel(module, &READABLE, "behind");
  __cudaRegisterVar(module, (char *)&processor, "processor", "processor", 0, 4, 0, 0);
  EXPECT(__cudaInitModule(module));
  EXPECT(cudaGetLastError() == cudaSuccess);
  int value = 3, back = 0;
  OK(cudaMemcpyToSymbol(&processor, &value, 4, 0, HOST_TO_DEVICE));
  FunctionAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, &UNREADABLE));
  void *values[] = {&value};
  for (int i = 0; i < 2; i++) {
    EXPECT(cudaLaunchKernel(&UNREADABLE, dim(1, 1, 1), dim(4, 1, 1), values, 0, NULL)
           == cudaErrorInvalidPtx);
    EXPECT(cudaGetLastError() == cudaErrorInvalidPtx);
  }
  EXPECT(cudaGetLastError() == cudaSuccess);
  int *data, start = 0;
  OK(cudaMalloc((void **)&data, 16));
  void *readable[] = {&data, &start};
  OK(cudaLaunchKernel(&READABLE, dim(1, 1, 1), dim(4, 1, 1), readable, 0, NULL));
  OK(cudaMemcpy(&back, data + 3, 4, DEVICE_TO_HOST));
  EXPECT(back == 1);
  OK(cudaMemcpyFromSymbol(&back, &processor, 4, 0, DEVICE_TO_HOST));
  EXPECT(back == 3);
  return finish();
}
