/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of kernels, and how many of their blocks a multiprocessor holds. */
#include <string.h>

#include "cudart.h"

/* cudaFuncAttribute */
#define MAX_DYNAMIC_SHARED 8
#define SHARED_CARVEOUT 9

static size_t most_dynamic_shared(const Function *function) {
  size_t total = device_number("sharedMemPerBlock");
  if (function->max_dynamic_shared > 0)
    return (size_t)function->max_dynamic_shared;
  return total > function->kernel->local_bytes ? total - function->kernel->local_bytes : 0;
}

static int most_threads(const Function *function) {
  int device = (int)device_number("maxThreadsPerBlock");
  int bounds = (int)function->kernel->most_items;
  return bounds > 0 && bounds < device ? bounds : device;
}

static Error attributes(FunctionAttributes *result, const void *address) {
  Function *function;
  TRY(function_of(address, &function));
  memset(result, 0, sizeof *result);
  result->shared_bytes = function->kernel->local_bytes;
  result->local_bytes = function->kernel->private_bytes;
  result->max_threads = most_threads(function);
  result->registers = (int)function->kernel->registers;
  result->ptx_version = module_capability(function);
  result->binary_version = device_capability();
  result->max_dynamic_shared_bytes = (int)most_dynamic_shared(function);
  result->shared_carveout = function->carveout;
  return cudaSuccess;
}

API Error cudaFuncGetAttributes(FunctionAttributes *result, const void *address) {
  CALL(attributes(result, address));
}

static Error set_attribute(const void *address, int attribute, int value) {
  Function *function;
  TRY(function_of(address, &function));
  if (attribute == MAX_DYNAMIC_SHARED) {
    if (value < 0 || (size_t)value + function->kernel->local_bytes > shared_limit())
      return cudaErrorInvalidValue;
    function->max_dynamic_shared = value;
  } else if (attribute == SHARED_CARVEOUT) {
    function->carveout = value;
  } else {
    return unsupported("an attribute of thread-block clusters (cudaFuncSetAttribute)");
  }
  return cudaSuccess;
}

API Error cudaFuncSetAttribute(const void *address, int attribute, int value) {
  CALL(set_attribute(address, attribute, value));
}

/* Preferences of the cache change no results. */
static Error prefer(const void *address) {
  Function *function;
  return function_of(address, &function);
}

API Error cudaFuncSetCacheConfig(const void *address, int preference) {
  (void)preference;
  CALL(prefer(address));
}
ALSO(cudaFuncSetCacheConfig, cudaFuncSetSharedMemConfig);

API Error cudaDeviceSetCacheConfig(int preference) {
  (void)preference;
  CALL(cudaSuccess);
}
ALSO(cudaDeviceSetCacheConfig, cudaDeviceSetSharedMemConfig);

static Error no_preference(int *result) {
  *result = 0;
  return cudaSuccess;
}

API Error cudaDeviceGetCacheConfig(int *preference) {
  CALL(no_preference(preference));
}
ALSO(cudaDeviceGetCacheConfig, cudaDeviceGetSharedMemConfig);

static uint64_t round_up(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

int blocks_per_multiprocessor(const Function *function, int threads, size_t dynamic_shared) {
  if (threads <= 0 || threads > most_threads(function))
    return 0;
  uint64_t warps = round_up((uint64_t)threads, 32) / 32;
  uint64_t blocks = device_number("maxBlocksPerMultiProcessor");
  blocks = least(blocks, device_number("maxThreadsPerMultiProcessor") / 32 / warps);
  /* Registers are given to warps in units of 256. */
  uint64_t registers = round_up((uint64_t)function->kernel->registers * 32, 256) * warps;
  if (registers > 0)
    blocks = least(blocks, device_number("regsPerMultiprocessor") / registers);
  uint64_t shared = function->kernel->local_bytes + dynamic_shared;
  if (shared > 0)
    blocks = least(blocks, device_number("sharedMemPerMultiprocessor")
                               / (shared + device_number("reservedSharedMemPerBlock")));
  return (int)blocks;
}

static Error occupancy(int *blocks, const void *address, int threads, size_t dynamic_shared) {
  Function *function;
  TRY(function_of(address, &function));
  *blocks = blocks_per_multiprocessor(function, threads, dynamic_shared);
  return cudaSuccess;
}

API Error cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *address,
                                                        int threads, size_t dynamic_shared) {
  CALL(occupancy(blocks, address, threads, dynamic_shared));
}

API Error cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *address,
                                                                 int threads,
                                                                 size_t dynamic_shared,
                                                                 unsigned flags) {
  (void)flags;
  CALL(occupancy(blocks, address, threads, dynamic_shared));
}

static Error available(size_t *bytes, const void *address, int blocks) {
  Function *function;
  TRY(function_of(address, &function));
  if (blocks <= 0)
    return cudaErrorInvalidValue;
  uint64_t share = device_number("sharedMemPerMultiprocessor") / (uint64_t)blocks;
  uint64_t fixed = function->kernel->local_bytes + device_number("reservedSharedMemPerBlock");
  *bytes = share > fixed ? least(share - fixed, most_dynamic_shared(function)) : 0;
  return cudaSuccess;
}

API Error cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *address, int blocks,
                                                    int threads) {
  (void)threads;
  CALL(available(bytes, address, blocks));
}

API Error cudaProfilerStart(void) {
  CALL(cudaSuccess);
}
ALSO(cudaProfilerStart, cudaProfilerStop);
ALSO(cudaProfilerStart, cudaCtxResetPersistingL2Cache);
