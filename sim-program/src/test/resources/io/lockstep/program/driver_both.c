/* SPDX-License-Identifier: Apache-2.0 */
/* A program that uses both interfaces with the same memory, streams, events and kernels. */
#include "driver_test.h"

static const char STEP;

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void *module = register_ptx(arguments[1], PLAIN, 75), *loaded, *current = NULL, *primary = NULL;
  register_kernel(module, &STEP, "step");
  int *data, host[4] = {1, 2, 3, 4}, n = 4;
  Stream *stream;
  Event *event;
  Function *step;
  unsigned flags;
  int active = 0;
  OK(cudaMalloc((void **)&data, sizeof host));
  DO(cuCtxGetCurrent(&current)); /* the runtime has initialized the driver */
  DO(cuDevicePrimaryCtxRetain(&primary, 0));
  EXPECT(current == primary && current != NULL);
  DO(cuDevicePrimaryCtxRelease_v2(0));
  DO(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(active == 1);
  DO(cuStreamCreate(&stream, 1));
  DO(cuEventCreate(&event, 0));
  OK(cudaMemcpyAsync(data, host, sizeof host, HOST_TO_DEVICE, stream));
  void *values[] = {&data, &n};
  OK(cudaLaunchKernel(&STEP, dim(1, 1, 1), dim(4, 1, 1), values, 0, stream));
  OK(cudaEventRecord(event, stream));
  DO(cuModuleLoadData(&loaded, text_of(arguments[1])));
  DO(cuModuleGetFunction(&step, loaded, "step"));
  DO(cuLaunchKernel(step, 1, 1, 1, 4, 1, 1, 0, stream, values, NULL));
  DO(cuEventSynchronize(event));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2((DevicePointer)(uintptr_t)data + 4));
  EXPECT(cudaPeekAtLastError() == cudaSuccess);
  DO(cuMemcpyDtoHAsync_v2(host, (DevicePointer)(uintptr_t)data, sizeof host, stream));
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 4; i++)
    EXPECT(host[i] == i + 3);
  DO(cuMemFree_v2((DevicePointer)(uintptr_t)data));
  EXPECT(cudaFree(data) == cudaErrorInvalidValue);
  return finish();
}
