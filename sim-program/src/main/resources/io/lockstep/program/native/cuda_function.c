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
                        [15] = 0};
  TRY(check_FunctionQuery(number));
  *result = VALUES[number];
  return cudaSuccess;
}

static Error on_device(Error error, int device) {
  return device_exists(device) ? error : cudaErrorInvalidDevice;
}

static Error module_of(Module **module, Function *function) {
  Function *found;
  TRY(function_of(function, &found));
  return STORE(module, found->module);
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
  if (!function)
    return cudaErrorInvalidResourceHandle;
  TRY(function_of(function, &shape.function));
  if (arguments && extra)
    return cudaErrorInvalidValue;
  return extra ? launch_buffer(&shape, extra, stream) : launch(&shape, arguments, stream);
}

#define SHAPE .grid = {gx, gy, gz}, .block = {bx, by, bz}, .dynamic_shared = shared

/* CUlaunchConfig: that of the runtime, but for the size of shared memory. */
typedef struct {
  Dim3 grid, block;
  unsigned dynamic_shared;
  Stream *stream;
  LaunchAttribute *attributes;
  unsigned attribute_count;
} DriverConfig;
_Static_assert(sizeof(DriverConfig) == 56, "CUlaunchConfig");

static Error launch_configured(const DriverConfig *config, Function *function, void **arguments,
                               void **extra, Stream *stream) {
  LaunchShape shape = {
      .grid = config->grid, .block = config->block, .dynamic_shared = config->dynamic_shared};
  TRY(launch_attributes(&shape, config->attributes, config->attribute_count));
  return launch_function(function, shape, arguments, extra, stream);
}
