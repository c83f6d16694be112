/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of kernels, and how many of their blocks a multiprocessor holds. */
#include <string.h>

#include "cudart.h"

/* cudaFuncAttribute */
#define MAX_DYNAMIC_SHARED 8
#define SHARED_CARVEOUT 9

static size_t most_dynamic_shared(const Function *function) {
  size_t total = device_number("sharedMemPerBlock");
  if (function->allowed_dynamic > 0)
    return (size_t)function->allowed_dynamic - 1;
  return total > function->kernel->local_bytes ? total - function->kernel->local_bytes : 0;
}

static int most_threads(const Function *function) {
  int device = (int)device_number("maxThreadsPerBlock");
  int bounds = (int)function->kernel->most_items;
  return bounds > 0 && bounds < device ? bounds : device;
}

static Error registers_of(Function *function, uint32_t *registers) {
  struct ls_occupancy found;
  if (function->registers == 0 && function->kernel->refusal[0] == 0) {
    TRY(check(ls_occupancy(function_program(function), function->index, 0, 0, &found)));
    function->registers = found.registers;
  }
  *registers = function->registers;
  return cudaSuccess;
}

ENTRY(cudaFuncGetAttributes, (FunctionAttributes *result, const void *address), (result, address)) {
  Function *function;
  uint32_t registers = 0;
  if (!result)
    return cudaErrorInvalidValue;
  TRY(function_of(address, &function));
  TRY(registers_of(function, &registers));
  memset(result, 0, sizeof *result);
  result->shared_bytes = function->kernel->local_bytes;
  result->local_bytes = function->kernel->private_bytes;
  result->max_threads = most_threads(function);
  result->registers = (int)registers;
  result->ptx_version = module_capability(function);
  result->binary_version = device_capability();
  result->max_dynamic_shared_bytes = (int)most_dynamic_shared(function);
  result->shared_carveout = function->carveout;
  return cudaSuccess;
}

ENTRY(cudaFuncSetAttribute, (const void *address, int attribute, int value),
       (address, attribute, value)) {
  Function *function;
  TRY(function_of(address, &function));
  TRY(check_FuncAttribute(attribute));
  if (attribute == MAX_DYNAMIC_SHARED) {
    if (value < 0 || (size_t)value + function->kernel->local_bytes > shared_limit())
      return cudaErrorInvalidValue;
    function->allowed_dynamic = value + 1;
  } else {
    if (value < -1 || value > 100)
      return cudaErrorInvalidValue;
    function->carveout = value;
  }
  return cudaSuccess;
}

/* Preferences of the cache change no results. */
static Error prefer(const void *address) {
  Function *function;
  return function_of(address, &function);
}

static uint64_t round_up(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* Shared memory is a part of the first level from 7.0 on: a preference, in percent, limits it to the
   smallest size that has as much, and a block that needs more gets the smallest that holds it. */
static uint64_t shared_memory(const Function *function, uint64_t block) {
  static const uint16_t SIZES[] = {0, 8, 16, 32, 64, 96, 100, 132, 164, 196, 228};
  uint64_t most = device_number("sharedMemPerMultiprocessor");
  if (device_capability() < 70 || function->carveout < 0)
    return most;
  uint64_t wanted = most * (uint64_t)function->carveout / 100;
  wanted = wanted > block ? wanted : block;
  for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
    if (device_capability() == 75 && SIZES[i] < 32)
      continue;
    if (device_capability() >= 80 && SIZES[i] == 96)
      continue;
    if (SIZES[i] * UINT64_C(1024) >= wanted)
      return least(SIZES[i] * UINT64_C(1024), most);
  }
  return most;
}

/* Warps take registers of their sub-partition in units of 256, of a multiprocessor before 2.0 in
   pairs; for the latter, Lockstep compiles a kernel for the registers that its launch leaves it. */
static Error blocks_by_registers(Function *function, uint64_t warps, uint64_t *blocks) {
  int capability = device_capability();
  uint64_t registers = device_number("regsPerMultiprocessor");
  uint32_t each = 0;
  TRY(registers_of(function, &each));
  *blocks = UINT64_MAX;
  if (each > 0 && capability < 20) {
    uint64_t block = round_up(round_up(warps, 2) * each * 32, capability < 12 ? 256 : 512);
    *blocks = block < registers ? registers / block : 1;
  } else if (each > 0) {
    *blocks = registers / 4 / round_up((uint64_t)each * 32, 256) * 4 / warps;
  }
  return cudaSuccess;
}

Error check_block(Function *function, uint64_t threads, size_t dynamic_shared) {
  enum { ALWAYS_FIT = 256 }; /* threads with 255 registers each */
  const struct ls_kernel *kernel = function->kernel;
  uint64_t blocks = 1;
  if (threads > device_number("maxThreadsPerBlock"))
    return cudaErrorInvalidConfiguration;
  if (kernel->most_items && threads > kernel->most_items)
    return cudaErrorInvalidValue;
  if (kernel->local_bytes > device_number("sharedMemPerBlock")
      || dynamic_shared > most_dynamic_shared(function))
    return cudaErrorInvalidValue;
  if (threads > ALWAYS_FIT && !device_is_amd())
    TRY(blocks_by_registers(function, round_up(threads, 32) / 32, &blocks));
  return blocks > 0 ? cudaSuccess : cudaErrorLaunchOutOfResources;
}

/* The rules of the toolkit's calculator; of AMD's devices, those of the device itself. */
Error blocks_per_multiprocessor(Function *function, int threads, size_t dynamic_shared,
                                int *result) {
  int capability = device_capability();
  uint64_t by_registers;
  *result = 0;
  if (threads <= 0 || check_block(function, (uint64_t)threads, dynamic_shared))
    return cudaSuccess;
  if (device_is_amd() && function->kernel->refusal[0] == 0) {
    struct ls_occupancy found;
    TRY(check(ls_occupancy(function_program(function), function->index, (uint32_t)threads,
                           (uint32_t)dynamic_shared, &found)));
    return STORE(result, (int)found.groups);
  }
  uint64_t warps = round_up((uint64_t)threads, 32) / 32;
  TRY(blocks_by_registers(function, warps, &by_registers));
  uint64_t blocks = least(by_registers, device_number("maxBlocksPerMultiProcessor"));
  blocks = least(blocks, device_number("maxThreadsPerMultiProcessor") / 32 / warps);
  uint64_t shared = function->kernel->local_bytes + dynamic_shared
      + device_number("reservedSharedMemPerBlock");
  /* A block of 1.x has its kernel's arguments and 16 bytes of sizes there. */
  for (uint32_t i = 0; capability < 20 && i < function->kernel->count; i++)
    shared += function->kernel->parameters[i].bytes;
  shared += capability < 20 ? 16 : 0;
  shared = round_up(shared, capability < 20 ? 512 : capability < 80 ? 256 : 128);
  if (shared > 0)
    blocks = least(blocks, shared_memory(function, shared) / shared);
  *result = (int)blocks;
  return cudaSuccess;
}

static Error occupancy(int *blocks, const void *address, int threads, size_t dynamic_shared) {
  Function *function;
  TRY(function_of(address, &function));
  if (!blocks || threads <= 0)
    return cudaErrorInvalidValue;
  return blocks_per_multiprocessor(function, threads, dynamic_shared, blocks);
}

/* The most dynamic shared memory with which a multiprocessor has so many blocks. */
ENTRY(cudaOccupancyAvailableDynamicSMemPerBlock, (size_t *bytes, const void *address, int blocks,
       int threads), (bytes, address, blocks, threads)) {
  Function *function;
  int resident;
  TRY(function_of(address, &function));
  TRY(blocks_per_multiprocessor(function, threads, 0, &resident));
  if (!bytes || blocks <= 0 || resident < blocks)
    return cudaErrorInvalidValue;
  size_t fits = 0, exceeds = most_dynamic_shared(function) + 1;
  while (exceeds - fits > 1) {
    size_t tried = fits + (exceeds - fits) / 2;
    TRY(blocks_per_multiprocessor(function, threads, tried, &resident));
    *(resident < blocks ? &exceeds : &fits) = tried;
  }
  return STORE(bytes, fits);
}
