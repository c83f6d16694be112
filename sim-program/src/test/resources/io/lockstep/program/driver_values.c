/* SPDX-License-Identifier: Apache-2.0 */
/* Streams that write values and wait for them. */
#include "driver_test.h"

enum { GREATER_OR_EQUAL, EQUAL, AND, NOR };

static DevicePointer at;
static Stream *first, *second;

static uint64_t value(void) {
  uint64_t now = 0;
  DO(cuMemcpyDtoH_v2(&now, at, sizeof now));
  return now;
}

/* The second stream's kernel runs behind the first one's, which the written value ends. */
static void hand_over(void *module) {
  Function *step;
  DevicePointer data = at + 16;
  int n = 4, out[4];
  DO(cuModuleGetFunction(&step, module, "step"));
  DO(cuLaunchKernel(step, 1, 1, 1, 4, 1, 1, 0, first, (void *[]){&data, &n}, NULL));
  DO(cuStreamWriteValue32_v2(first, at, 7, 0));
  DO(cuStreamWaitValue32_v2(second, at, 7, EQUAL));
  DO(cuLaunchKernel(step, 1, 1, 1, 4, 1, 1, 0, second, (void *[]){&data, &n}, NULL));
  DO(cuCtxSynchronize());
  DO(cuMemcpyDtoH_v2(out, data, sizeof out));
  EXPECT(out[0] == 2 && out[3] == 2 && value() == 7);
}

static void conditions(void) {
  DO(cuStreamWriteValue64_v2(first, at, 0x8000000000000001, 1));
  EXPECT(value() == 0x8000000000000001);
  DO(cuStreamWaitValue64_v2(second, at, 0x8000000000000000, GREATER_OR_EQUAL));
  DO(cuStreamWaitValue64_v2(second, at, 1, AND));
  DO(cuStreamWaitValue64_v2(second, at, 0x7000000000000000, NOR));
  DO(cuStreamWaitValue32_v2(second, at, 0xFFFFFFFF, GREATER_OR_EQUAL));
  DO(cuMemsetD32_v2(at, 9, 2));
  DO(cuStreamWaitValue32_v2(second, at + 4, 9, EQUAL | 1u << 30));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuStreamWaitValue32_v2(second, at, 10, GREATER_OR_EQUAL));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuStreamWaitValue32_v2(second, at, 6, AND));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuStreamWaitValue32_v2(second, at, 0xFFFFFFF6, NOR));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuStreamWaitValue64_v2(second, at, 9, EQUAL));
  ValueOperation all[] = {{2, at, 3, 0}, {5, at + 8, 4, 0}, {6}, {3}, {4, at + 8, 4, EQUAL},
                          {1, at, 3, EQUAL}};
  DO(cuStreamBatchMemOp_v2(second, 6, all, 0));
  EXPECT(value() == ((uint64_t)9 << 32 | 3));
  unsigned *shared = NULL;
  DevicePointer mapped;
  DO(cuMemHostAlloc((void **)&shared, 4096, 2));
  DO(cuMemHostGetDevicePointer_v2(&mapped, shared, 0));
  *shared = 5;
  DO(cuStreamWaitValue32_v2(first, mapped, 5, EQUAL));
  DO(cuStreamWriteValue32_v2(first, mapped, 6, 0));
  DO(cuStreamSynchronize(first));
  EXPECT(*shared == 6);
  DO(cuMemFreeHost(shared));
}

static void wrong_calls(void) {
  ValueOperation wrong = {7, at, 0, 0};
  Stream *gone;
  DO(cuStreamCreate(&gone, 0));
  DO(cuStreamDestroy_v2(gone));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32_v2(first, at + 2, 1, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue64_v2(first, at + 4, 1, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32_v2(first, 0, 1, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32_v2(first, at, 1, 2));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32_v2(first, at, 1, 4));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32_v2(first, at + 64, 0, EQUAL));
  GIVES(CUDA_ERROR_INVALID_HANDLE, cuStreamWriteValue32_v2(gone, at, 1, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp_v2(first, 1, NULL, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp_v2(first, 1, &wrong, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp_v2(first, 257, &wrong, 0));
}

int main(int count, char **arguments) {
  void *context, *module;
  int has = 0;
  if (count != 2)
    return 2;
  DO(cuInit(0));
  DO(cuDeviceGetAttribute(&has, 122, 0));
  EXPECT(has == 1);
  DO(cuCtxCreate_v2(&context, 0, 0));
  DO(cuModuleLoadData(&module, text_of(arguments[1])));
  DO(cuStreamCreate(&first, 1));
  DO(cuStreamCreate(&second, 1));
  DO(cuMemAlloc_v2(&at, 64));
  DO(cuMemsetD32_v2(at, 0, 16));
  DO(cuCtxSynchronize());
  hand_over(module);
  conditions();
  wrong_calls();
  return finish();
}
