/* SPDX-License-Identifier: Apache-2.0 */
/* Gives up after a function that is not supported, the first of the runtime that it calls. */
#include "cuda_test.h"

int main(void) {
  char handle[64];
  return cudaIpcGetMemHandle(handle, handle) == cudaErrorNotSupported ? 9 : 1;
}
