/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers from and to memory of the host of all kinds, each of another number of bytes. */
#include "cuda_test.h"

#define ROOM 4096

static const char STEP;
static char *device;

static void transfers(char *host, size_t bytes) {
  OK(cudaMemcpy(device, host, bytes, HOST_TO_DEVICE));
  OK(cudaMemcpy(host, device, bytes + 10, DEVICE_TO_HOST));
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &STEP, "step");
  char *locked, *portable, *plain = calloc(1, ROOM);
  int n = 0;
  OK(cudaMalloc((void **)&device, ROOM));
  OK(cudaMallocHost((void **)&locked, ROOM));
  OK(cudaHostAlloc((void **)&portable, ROOM, 1)); /* cudaHostAllocPortable */
  transfers(plain, 100);
  transfers(locked, 200);
  transfers(locked + ROOM - 310, 300);
  transfers(portable, 400);
  OK(cudaHostRegister(plain, ROOM, 0));
  transfers(plain, 500);
  OK(cudaHostUnregister(plain));
  transfers(plain, 600);
  void *of_step[] = {&device, &n};
  OK(cudaLaunchKernel(&STEP, dim(1, 1, 1), dim(32, 1, 1), of_step, 0, NULL)); /* for a trace */
  OK(cudaFreeHost(locked));
  OK(cudaFreeHost(portable));
  free(plain);
  return finish();
}
