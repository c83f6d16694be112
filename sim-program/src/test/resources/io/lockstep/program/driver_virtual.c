/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual memory: ranges of addresses, and memory that is mapped, moved and released. */
#include "driver_test.h"

#define PART ((size_t)2 << 20)
#define WORDS (PART / sizeof(int))

static const MemoryProperties OF_DEVICE = {.type = 1, .place = {.type = 1}};
static const AccessDescription WRITABLE = {.place = {.type = 1}, .access = 3};
static Function *step;

static size_t free_bytes(void) {
  size_t left = 0, total;
  DO(cuMemGetInfo_v2(&left, &total));
  return left;
}

static uint64_t part(size_t bytes) {
  uint64_t handle = 0;
  DO(cuMemCreate(&handle, bytes, &OF_DEVICE, 0));
  return handle;
}

static void map(DevicePointer at, size_t bytes, uint64_t handle) {
  DO(cuMemMap(at, bytes, 0, handle, 0));
  DO(cuMemSetAccess(at, bytes, &WRITABLE, 1));
}

/* Adds 1 to some words. */
static void add(DevicePointer at, int count) {
  DO(cuLaunchKernel(step, (unsigned)count / 256 + 1, 1, 1, 256, 1, 1, 0, NULL,
                    (void *[]){&at, &count}, NULL));
}

static int word(DevicePointer at) {
  int value = -1;
  DO(cuMemcpyDtoH_v2(&value, at, sizeof value));
  return value;
}

/* Two parts, one behind the other, are one array to a kernel; a range may exceed the device's memory. */
static void two_parts(void) {
  size_t most = free_bytes();
  DevicePointer at = 0, base = 0;
  size_t bytes = 0;
  unsigned long long access = 0;
  uint64_t again = 0;
  MemoryProperties properties = {0};
  DO(cuMemGetAllocationGranularity(&bytes, &OF_DEVICE, 0));
  EXPECT(bytes == PART);
  DO(cuMemAddressReserve(&at, (most / PART + 1) * PART, 0, 0, 0));
  EXPECT(free_bytes() == most && at % PART == 0);
  uint64_t first = part(PART), second = part(2 * PART);
  EXPECT(free_bytes() == most - 3 * PART);
  map(at, PART, first);
  map(at + PART, 2 * PART, second);
  DO(cuMemGetAddressRange_v2(&base, &bytes, at + PART));
  EXPECT(base == at && bytes == 3 * PART);
  DO(cuMemsetD32_v2(at, 5, 3 * WORDS));
  add(at + PART - 400, 200);
  EXPECT(word(at + PART - 404) == 5 && word(at + PART - 400) == 6 && word(at + PART - 4) == 6);
  EXPECT(word(at + PART) == 6 && word(at + PART + 396) == 6 && word(at + PART + 400) == 5);
  DO(cuMemGetAccess(&access, &WRITABLE.place, at + 2 * PART));
  EXPECT(access == 3);
  DO(cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)(at + 2 * PART)));
  EXPECT(again == second);
  DO(cuMemGetAllocationPropertiesFromHandle(&properties, again));
  EXPECT(properties.type == 1 && properties.place.type == 1 && properties.handles == 0);
  DO(cuMemRelease(again));
  DO(cuMemRelease(first));
  EXPECT(free_bytes() == most - 3 * PART);
  DO(cuMemUnmap(at, 3 * PART));
  EXPECT(free_bytes() == most - 2 * PART);
  DO(cuMemRelease(second));
  EXPECT(free_bytes() == most);
  DO(cuMemAddressFree(at, (most / PART + 1) * PART));
}

/* Memory has its contents wherever it is mapped, and while it is mapped nowhere. */
static void moves(void) {
  DevicePointer small = 0, large = 0;
  DO(cuMemAddressReserve(&small, PART, 0, 0, 0));
  DO(cuMemAddressReserve(&large, 4 * PART, PART, 0, 0));
  uint64_t first = part(PART), second = part(PART);
  map(small, PART, first);
  DO(cuMemsetD32_v2(small, 7, WORDS));
  DO(cuMemUnmap(small, PART));
  DO(cuMemAddressFree(small, PART));
  map(large + PART, PART, second);
  DO(cuMemsetD32_v2(large + PART, 8, WORDS));
  map(large, PART, first);
  EXPECT(word(large) == 7 && word(large + PART - 4) == 7 && word(large + PART) == 8);
  add(large, 10);
  EXPECT(word(large) == 8 && word(large + 36) == 8 && word(large + 40) == 7);
  DO(cuMemUnmap(large + PART, PART));
  EXPECT(word(large + PART - 4) == 7);
  map(large + 3 * PART, PART, second);
  EXPECT(word(large + 3 * PART) == 8 && word(large) == 8);
  DO(cuMemUnmap(large, PART));
  DO(cuMemUnmap(large + 3 * PART, PART));
  DO(cuMemRelease(first));
  DO(cuMemRelease(second));
  DO(cuMemAddressFree(large, 4 * PART));
}

static void wrong_calls(void) {
  DevicePointer at = 0, other = 0;
  size_t bytes = 0;
  unsigned long long access;
  uint64_t handle = 0, memory = part(PART);
  MemoryProperties managed = OF_DEVICE, elsewhere = OF_DEVICE, shared = OF_DEVICE, host = OF_DEVICE;
  AccessDescription strange = WRITABLE, far = WRITABLE;
  managed.type = 2;
  elsewhere.place.id = 1;
  shared.handles = 1;
  host.place.type = 2;
  strange.access = 2;
  far.place.id = 1;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(NULL, PART, 0, 0, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&at, 0, 0, 0, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&at, PART + 1, 0, 0, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&at, PART, 3, 0, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&at, PART, 0, 0, 1));
  GIVES(CUDA_ERROR_OUT_OF_MEMORY, cuMemAddressReserve(&at, (size_t)1 << 60, 0, 0, 0));
  DO(cuMemAddressReserve(&at, 4 * PART, 0, 0, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemGetAllocationGranularity(NULL, &OF_DEVICE, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemGetAllocationGranularity(&bytes, NULL, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemGetAllocationGranularity(&bytes, &OF_DEVICE, 2));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemCreate(NULL, PART, &OF_DEVICE, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&handle, 0, &OF_DEVICE, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&handle, 4096, &OF_DEVICE, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&handle, PART, NULL, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&handle, PART, &managed, 0));
  GIVES(CUDA_ERROR_INVALID_DEVICE, cuMemCreate(&handle, PART, &elsewhere, 0));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuMemCreate(&handle, PART, &shared, 0));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuMemCreate(&handle, PART, &host, 0));
  GIVES(CUDA_ERROR_OUT_OF_MEMORY, cuMemCreate(&handle, (free_bytes() / PART + 1) * PART, &OF_DEVICE, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemMap(at + 4096, PART, 0, memory, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemMap(at, PART, 4096, memory, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemMap(at, PART, 0, memory + 1, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemMap(at, 2 * PART, 0, memory, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemMap(at + 4 * PART, PART, 0, memory, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(at, PART, &WRITABLE, 1));
  DO(cuMemMap(at, PART, 0, memory, 0));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuMemMap(at + PART, PART, 0, memory, 0));
  handle = part(PART);
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemMap(at, PART, 0, handle, 0));
  DO(cuMemRelease(handle));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemRelease(handle));
  DO(cuMemGetAccess(&access, &WRITABLE.place, at));
  EXPECT(access == 0);
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(at, 2 * PART, &WRITABLE, 1));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(at, PART, &strange, 1));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(at, PART, &WRITABLE, 0));
  GIVES(CUDA_ERROR_INVALID_DEVICE, cuMemSetAccess(at, PART, &far, 1));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemGetAccess(NULL, &WRITABLE.place, at));
  GIVES(CUDA_ERROR_INVALID_DEVICE, cuMemGetAccess(&access, &far.place, at));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemGetAccess(&access, &WRITABLE.place, at + PART));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemRetainAllocationHandle(&handle, (void *)(uintptr_t)(at + PART)));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemGetAllocationPropertiesFromHandle(&managed, memory + 1));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemFree_v2(at));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemUnmap(at, 2 * PART));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(at, 4 * PART));
  DO(cuMemUnmap(at, PART));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemUnmap(at, PART));
  DO(cuMemRelease(memory));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(at, PART));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(other, 4 * PART));
  DO(cuMemAddressFree(at, 4 * PART));
}

int main(int count, char **arguments) {
  void *context, *module;
  int has = 0;
  if (count != 2)
    return 2;
  DO(cuInit(0));
  DO(cuDeviceGetAttribute(&has, 102, 0));
  EXPECT(has == 1);
  DO(cuCtxCreate_v2(&context, 0, 0));
  DO(cuModuleLoadData(&module, text_of(arguments[1])));
  DO(cuModuleGetFunction(&step, module, "step"));
  two_parts();
  moves();
  wrong_calls();
  return finish();
}
