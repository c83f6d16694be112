/* SPDX-License-Identifier: Apache-2.0 */
/* Gives up after a function that is not supported, the first of the runtime that it calls. */
#include "cuda_test.h"

Error cudaMalloc3DArray(Array **array, const ChannelFormat *format, Extent extent, unsigned flags);

#ifdef ARRAY_FLAGS
static Error refused(void) {
  Array *array;
  ChannelFormat format = {32, 0, 0, 0, 2};
  return cudaMalloc3DArray(&array, &format, (Extent){8, 8, 6}, ARRAY_FLAGS);
}
#else
static Error refused(void) {
  char handle[64];
  return cudaIpcGetMemHandle(handle, handle);
}
#endif

int main(void) {
  return refused() == cudaErrorNotSupported ? 9 : 1;
}
