/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that are not supported say their name, and tables of the vendor's runtime how to build. */
#include "driver_test.h"

Result cuIpcGetMemHandle(void *handle, DevicePointer at);
Result cuTensorMapEncodeTiled(void *map);

int main(void) {
  void *context;
  const void *table;
  char handle[64];
  DO(cuInit(0));
  DO(cuCtxCreate_v2(&context, 0, 0));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuTensorMapEncodeTiled(handle));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuGetExportTable(&table, handle));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuIpcGetMemHandle(handle, 0));
  return failures ? 1 : 9;
}
