/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel that writes behind its buffer: the error stays, in all threads. */
#include <pthread.h>

#include "cuda_test.h"

static const char BEHIND;

static void *in_thread(void *unused) {
  int *data;
  EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
  EXPECT(cudaMalloc((void **)&data, 4) == cudaErrorIllegalAddress);
  return unused;
}

static void *has_no_error(void *unused) {
  EXPECT(cudaPeekAtLastError() == cudaSuccess);
  return unused;
}

static void run(void *(*function)(void *)) {
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, function, NULL) == 0);
  pthread_join(thread, NULL);
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &BEHIND, "behind");
  int n = 8, *data;
  OK(cudaMalloc((void **)&data, (size_t)n * sizeof *data));
  EXPECT(cudaSetDevice(5) == cudaErrorInvalidDevice);
  run(has_no_error);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDevice);
  void *values[] = {&data, &n};
  OK(cudaLaunchKernel(&BEHIND, dim(1, 1, 1), dim(4, 1, 1), values, 0, NULL));
  EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
  EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
  EXPECT(cudaMemcpy(&n, data, 4, DEVICE_TO_HOST) == cudaErrorIllegalAddress);
  run(in_thread);
  return finish();
}
