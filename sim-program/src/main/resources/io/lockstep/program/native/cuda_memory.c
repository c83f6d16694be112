/* SPDX-License-Identifier: Apache-2.0 */
/* Memory: allocations on the device and the host, pools, what a pointer is. */
#include <string.h>

#include "cuda_driver.h"

/* element: the size of the largest accesses of a row. */
DRIVER_ENTRY(DRIVE, cuMemAllocPitch_v2, (DevicePointer *address, size_t *pitch, size_t width,
              size_t height, unsigned element), (address, pitch, width, height, element)) {
  void *pointer = NULL;
  if (!address || width == 0 || height == 0 || (element != 4 && element != 8 && element != 16))
    return cudaErrorInvalidValue;
  TRY(cudaMallocPitch(&pointer, pitch, width, height));
  *address = (DevicePointer)(uintptr_t)pointer;
  return cudaSuccess;
}

DRIVER_ENTRY(DRIVE, cuMemGetAddressRange_v2, (DevicePointer *base, size_t *bytes,
              DevicePointer address), (base, bytes, address)) {
  const Allocation *allocation = allocation_of(address);
  if (!allocation)
    return cudaErrorSymbolNotFound;
  if (base)
    *base = allocation->address;
  if (bytes)
    *bytes = allocation->bytes;
  return cudaSuccess;
}

static Error on_host(void **pointer, size_t bytes, unsigned flags) {
  return bytes == 0 ? cudaErrorInvalidValue : cudaHostAlloc(pointer, bytes, flags);
}

static Error allocate_in(DevicePointer *address, size_t bytes, Pool *pool, Stream *stream) {
  if (!address || bytes == 0)
    return cudaErrorInvalidValue;
  return cudaMallocFromPoolAsync((void **)address, bytes, pool, stream);
}

/* CUpointer_attribute */
enum {
  POINTER_CONTEXT = 1,
  POINTER_MEMORY_TYPE,
  POINTER_DEVICE,
  POINTER_HOST,
  POINTER_TOKENS,
  POINTER_SYNCHRONOUS,
  POINTER_BUFFER,
  POINTER_MANAGED,
  POINTER_ORDINAL,
  POINTER_LEGACY_IPC,
  POINTER_START,
  POINTER_BYTES,
  POINTER_MAPPED,
  POINTER_HANDLES,
  POINTER_RDMA,
  POINTER_ACCESS,
  POINTER_POOL,
  POINTER_LAST = 21
};

/* Types of PointerAttributes. */
enum { UNREGISTERED, OF_HOST, OF_DEVICE, MANAGED };

/* Stores a value of an attribute, which has 1, 4 or 8 bytes. */
static void put(void *data, uint64_t value, size_t bytes) {
  memcpy(data, &value, bytes);
}

static Error pointer_attribute(void *data, int attribute, DevicePointer pointer) {
  enum { MEMORY_HOST = 1, MEMORY_DEVICE };
  enum { READ_AND_WRITE = 3 };
  PointerAttributes known;
  if (!data || attribute < POINTER_CONTEXT || attribute > POINTER_LAST)
    return cudaErrorInvalidValue;
  if (cudaPointerGetAttributes(&known, pointer_of(pointer)) || known.type == UNREGISTERED)
    return cudaErrorInvalidValue;
  const Allocation *allocation = allocation_of((uint64_t)(uintptr_t)known.device_pointer);
  switch (attribute) {
  case POINTER_CONTEXT:
    put(data, (uintptr_t)context_current(), sizeof(void *));
    return cudaSuccess;
  case POINTER_MEMORY_TYPE:
    put(data, known.type == OF_HOST ? MEMORY_HOST : MEMORY_DEVICE, sizeof(int));
    return cudaSuccess;
  case POINTER_DEVICE:
    put(data, (uintptr_t)known.device_pointer, sizeof(void *));
    return cudaSuccess;
  case POINTER_HOST:
    if (known.type == OF_DEVICE)
      return cudaErrorInvalidValue;
    put(data, (uintptr_t)known.host_pointer, sizeof(void *));
    return cudaSuccess;
  case POINTER_SYNCHRONOUS:
  case POINTER_ORDINAL:
    put(data, 0, sizeof(int));
    return cudaSuccess;
  case POINTER_BUFFER:
    put(data, allocation ? allocation->address : pointer, sizeof(uint64_t));
    return cudaSuccess;
  case POINTER_MANAGED:
    put(data, known.type == MANAGED, 1);
    return cudaSuccess;
  case POINTER_LEGACY_IPC:
  case POINTER_RDMA:
    put(data, 0, 1);
    return cudaSuccess;
  case POINTER_START:
  case POINTER_BYTES:
    if (!allocation)
      return cudaErrorInvalidValue;
    put(data, attribute == POINTER_START ? allocation->address : allocation->bytes,
        sizeof(uint64_t));
    return cudaSuccess;
  case POINTER_MAPPED:
    put(data, 1, 1);
    return cudaSuccess;
  case POINTER_HANDLES:
    put(data, 0, sizeof(uint64_t));
    return cudaSuccess;
  case POINTER_ACCESS:
    put(data, READ_AND_WRITE, sizeof(int));
    return cudaSuccess;
  case POINTER_POOL:
    put(data, allocation ? (uintptr_t)allocation->pool : 0, sizeof(void *));
    return cudaSuccess;
  default:
    return unsupported("this attribute of a pointer (cuPointerGetAttribute)");
  }
}

/* Values of attributes that a pointer has not are 0. */
DRIVER_ENTRY(DRIVE, cuPointerGetAttributes, (unsigned count, const int *attributes, void **data,
              DevicePointer pointer), (count, attributes, data, pointer)) {
  if (!attributes || !data)
    return cudaErrorInvalidValue;
  for (unsigned i = 0; i < count; i++) {
    Error error = pointer_attribute(data[i], attributes[i], pointer);
    if (error && (error != cudaErrorInvalidValue || !data[i]))
      return error;
    int number = attributes[i];
    size_t bytes = number == POINTER_MANAGED || number == POINTER_MAPPED
                           || number == POINTER_LEGACY_IPC || number == POINTER_RDMA
                       ? 1
                   : number == POINTER_MEMORY_TYPE || number == POINTER_SYNCHRONOUS
                           || number == POINTER_ORDINAL || number == POINTER_ACCESS
                       ? sizeof(int)
                       : sizeof(void *);
    if (error)
      put(data[i], number == POINTER_ORDINAL ? UINT64_MAX - 1 : 0, bytes); /* CU_DEVICE_INVALID */
  }
  return cudaSuccess;
}

/* Copies wait for their end in any case. */
DRIVER_ENTRY(DRIVE, cuPointerSetAttribute, (const void *value, int attribute,
              DevicePointer pointer), (value, attribute, pointer)) {
  if (!value || attribute != POINTER_SYNCHRONOUS || !allocation_of(pointer))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}
