/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of modules: attributes, occupancy and launches. */
#include <stdlib.h>

#include "cuda_driver.h"

/* CUfunction_attribute; those from 10 on are of clusters, which are refused. */
static Error attribute(int *result, int number, Function *function) {
  FunctionAttributes all;
  if (!result)
    return cudaErrorInvalidValue;
  TRY(cudaFuncGetAttributes(&all, function));
  const int VALUES[] = {all.max_threads,
                        (int)all.shared_bytes,
                        (int)all.constant_bytes,
                        (int)all.local_bytes,
                        all.registers,
                        all.ptx_version,
                        all.binary_version,
                        all.cache_mode_ca,
                        all.max_dynamic_shared_bytes,
                        all.shared_carveout,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0};
  if (number < 0 || number >= (int)(sizeof VALUES / sizeof *VALUES))
    return cudaErrorInvalidValue;
  *result = VALUES[number];
  return cudaSuccess;
}

API Result cuFuncGetAttribute(int *value, int number, Function *function) {
  DRIVE(attribute(value, number, function));
}

DRIVER_SAME(DRIVE, cuFuncSetAttribute, cudaFuncSetAttribute, (const void *function, int number,
             int value), (function, number, value))

static Error on_device(Error error, int device) {
  return device_exists(device) ? error : cudaErrorInvalidDevice;
}

API Result cuKernelGetAttribute(int *value, int number, Function *kernel, int device) {
  ASK(on_device(attribute(value, number, kernel), device));
}

API Result cuKernelSetAttribute(int number, int value, Function *kernel, int device) {
  ASK(device_exists(device) ? cudaFuncSetAttribute(kernel, number, value)
                            : cudaErrorInvalidDevice);
}

DRIVER_SAME(DRIVE, cuFuncSetCacheConfig, cudaFuncSetCacheConfig, (const void *function,
             int preference), (function, preference))
ALSO(cuFuncSetCacheConfig, cuFuncSetSharedMemConfig);

API Result cuKernelSetCacheConfig(Function *kernel, int preference, int device) {
  ASK(on_device(cudaFuncSetCacheConfig(kernel, preference), device));
}

DRIVER_SAME(DRIVE, cuFuncGetName, cudaFuncGetName, (const char **name, const void *function),
             (name, function))
DRIVER_SAME(ASK, cuKernelGetName, cudaFuncGetName, (const char **name, const void *kernel),
             (name, kernel))
DRIVER_SAME(DRIVE, cuFuncGetParamInfo, cudaFuncGetParamInfo, (const void *function, size_t index,
             size_t *offset, size_t *bytes), (function, index, offset, bytes))
DRIVER_SAME(ASK, cuKernelGetParamInfo, cudaFuncGetParamInfo, (const void *kernel, size_t index,
             size_t *offset, size_t *bytes), (kernel, index, offset, bytes))

static Error module_of(Module **module, Function *function) {
  Function *found;
  TRY(function_of(function, &found));
  return STORE(module, found->module);
}

API Result cuFuncGetModule(Module **module, Function *function) {
  DRIVE(module_of(module, function));
}

API Result cuKernelGetLibrary(Module **library, Function *kernel) {
  ASK(module_of(library, kernel));
}

DRIVER_ENTRY(DRIVE, cuKernelGetFunction, (Function **result, Function *kernel), (result, kernel)) {
  Function *found;
  TRY(function_of(kernel, &found));
  return STORE(result, found);
}

DRIVER_ENTRY(DRIVE, cuFuncIsLoaded, (int *state, Function *function), (state, function)) {
  enum { LOADED = 1 };
  Function *found;
  TRY(function_of(function, &found));
  return STORE(state, LOADED);
}

API Result cuFuncLoad(Function *function) {
  DRIVE(function_of(function, &function));
}

API Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Function *function, int threads,
                                                       size_t shared) {
  DRIVE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared));
}

API Result cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, Function *function,
                                                                int threads, size_t shared,
                                                                unsigned flags) {
  DRIVE(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared,
                                                               flags));
}

API Result cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, Function *function, int blocks,
                                                   int threads) {
  DRIVE(cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, threads));
}

typedef size_t (*SharedOfBlock)(int threads);

/* The largest block of whole warps with the most threads on a multiprocessor. */
static Error best_block(int *grid, int *block, Function *function, SharedOfBlock shared_of,
                        size_t shared, int limit) {
  int most, active = 0, warp = (int)device_number("warpSize");
  Function *found;
  if (!grid || !block || limit < 0)
    return cudaErrorInvalidValue;
  TRY(function_of(function, &found));
  TRY(attribute(&most, 0, function));
  most = limit > 0 && limit < most ? limit : most;
  *grid = *block = 0;
  for (int threads = (most + warp - 1) / warp * warp; threads > 0; threads -= warp) {
    int tried = threads < most ? threads : most, blocks;
    TRY(blocks_per_multiprocessor(found, tried, shared_of ? shared_of(tried) : shared, &blocks));
    if (blocks * tried > active) {
      active = blocks * tried;
      *block = tried;
      *grid = blocks * (int)device_number("multiProcessorCount");
    }
  }
  return cudaSuccess;
}

API Result cuOccupancyMaxPotentialBlockSize(int *grid, int *block, Function *function,
                                            SharedOfBlock shared_of, size_t shared, int limit) {
  DRIVE(best_block(grid, block, function, shared_of, shared, limit));
}

API Result cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, Function *function,
                                                     SharedOfBlock shared_of, size_t shared,
                                                     int limit, unsigned flags) {
  DRIVE(flags > 1 ? cudaErrorInvalidValue
                  : best_block(grid, block, function, shared_of, shared, limit));
}

/* The keys of the argument "extra": a buffer in which the arguments stand as the kernel has them. */
#define EXTRA_END ((void *)0)
#define EXTRA_BUFFER ((void *)1)
#define EXTRA_BYTES ((void *)2)

/* Calls launch with arguments from a buffer. */
static Error launch_buffer(const LaunchShape *shape, void **extra, Stream *stream) {
  const struct ls_kernel *kernel = shape->function->kernel;
  char *buffer = NULL;
  size_t bytes = 0;
  for (; *extra != EXTRA_END; extra += 2)
    if (*extra == EXTRA_BUFFER)
      buffer = extra[1];
    else if (*extra == EXTRA_BYTES && extra[1])
      bytes = *(size_t *)extra[1];
    else
      return cudaErrorInvalidValue;
  void **arguments = calloc(kernel->count + 1, sizeof *arguments);
  Error error = arguments ? cudaSuccess : cudaErrorMemoryAllocation;
  for (uint32_t i = 0; !error && i < kernel->count; i++) {
    const struct ls_parameter *parameter = &kernel->parameters[i];
    if (!buffer || (size_t)parameter->offset + parameter->bytes > bytes)
      error = cudaErrorInvalidValue;
    else
      arguments[i] = buffer + parameter->offset;
  }
  if (!error)
    error = launch(shape, arguments, stream);
  free(arguments);
  return error;
}

static Error launch_function(Function *function, LaunchShape shape, void **arguments, void **extra,
                             Stream *stream) {
  TRY(function_of(function, &shape.function));
  if (arguments && extra)
    return cudaErrorInvalidValue;
  return extra ? launch_buffer(&shape, extra, stream) : launch(&shape, arguments, stream);
}

#define SHAPE .grid = {gx, gy, gz}, .block = {bx, by, bz}, .dynamic_shared = shared

API Result cuLaunchKernel(Function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                          unsigned by, unsigned bz, unsigned shared, Stream *stream,
                          void **arguments, void **extra) {
  DRIVE(launch_function(function, (LaunchShape){SHAPE}, arguments, extra, stream));
}
ALSO(cuLaunchKernel, cuLaunchKernel_ptsz);

API Result cuLaunchCooperativeKernel(Function *function, unsigned gx, unsigned gy, unsigned gz,
                                     unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                     Stream *stream, void **arguments) {
  DRIVE(launch_function(function, (LaunchShape){SHAPE, .cooperative = 1}, arguments, NULL, stream));
}
ALSO(cuLaunchCooperativeKernel, cuLaunchCooperativeKernel_ptsz);

/* CUlaunchConfig: that of the runtime, but for the size of shared memory. */
typedef struct {
  Dim3 grid, block;
  unsigned dynamic_shared;
  Stream *stream;
  LaunchAttribute *attributes;
  unsigned attribute_count;
} DriverConfig;
_Static_assert(sizeof(DriverConfig) == 56, "CUlaunchConfig");

DRIVER_ENTRY(DRIVE, cuLaunchKernelEx, (const DriverConfig *config, Function *function,
              void **arguments, void **extra), (config, function, arguments, extra)) {
  if (!config)
    return cudaErrorInvalidValue;
  LaunchShape shape = {
      .grid = config->grid, .block = config->block, .dynamic_shared = config->dynamic_shared};
  TRY(launch_attributes(&shape, config->attributes, config->attribute_count));
  return launch_function(function, shape, arguments, extra, config->stream);
}
ALSO(cuLaunchKernelEx, cuLaunchKernelEx_ptsz);
