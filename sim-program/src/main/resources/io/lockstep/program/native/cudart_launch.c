/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: configuration of <<<>>>, checks, marshalling of arguments. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

#define CONFIGURATIONS 16 /* arguments of a launch may launch themselves */

typedef struct {
  Dim3 grid, block;
  size_t dynamic_shared;
  Stream *stream;
} Configuration;

static __thread Configuration configurations[CONFIGURATIONS];
static __thread unsigned depth;

API unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, size_t dynamic_shared,
                                         Stream *stream) {
  if (depth == CONFIGURATIONS)
    return 1;
  configurations[depth++] = (Configuration){
      .grid = grid, .block = block, .dynamic_shared = dynamic_shared, .stream = stream};
  return 0;
}

API Error __cudaPopCallConfiguration(Dim3 *grid, Dim3 *block, size_t *dynamic_shared,
                                     Stream **stream) {
  if (depth == 0)
    return cudaErrorMissingConfiguration;
  const Configuration *top = &configurations[--depth];
  *grid = top->grid;
  *block = top->block;
  *dynamic_shared = top->dynamic_shared;
  *stream = top->stream;
  return cudaSuccess;
}

static Error check_readable(const struct ls_kernel *kernel) {
  if (!*kernel->refusal)
    return cudaSuccess;
  ls_refuse("the kernel %s cannot be read: %s", kernel->name, kernel->refusal);
  return cudaErrorInvalidPtx;
}

static Error check_shape(const LaunchShape *shape, void *const *arguments) {
  Dim3 grid = shape->grid, block = shape->block;
  uint64_t threads = (uint64_t)block.x * block.y * block.z;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || threads == 0)
    return cudaErrorInvalidConfiguration;
  if (grid.x > 0x7FFFFFFF || grid.y > 65535 || grid.z > 65535 || block.z > 64)
    return cudaErrorInvalidConfiguration;
  TRY(check_block(shape->function, threads, shape->dynamic_shared));
  return !arguments && shape->function->kernel->count > 0 ? cudaErrorInvalidValue : cudaSuccess;
}

/* Translates addresses of page-locked memory in an argument. */
static void translate(void *copy, uint32_t bytes) {
  for (uint32_t at = 0; at + 8 <= bytes; at += 8) {
    uint64_t value;
    memcpy(&value, (char *)copy + at, 8);
    value = host_argument(value);
    memcpy((char *)copy + at, &value, 8);
  }
}

static Error send(const LaunchShape *shape, void *const *values, uint32_t stream) {
  const struct ls_kernel *kernel = shape->function->kernel;
  uint64_t total = 0;
  for (uint32_t i = 0; i < kernel->count; i++)
    total += (kernel->parameters[i].bytes + 7) & ~7u;
  struct ls_argument *arguments = calloc(kernel->count + 1, sizeof *arguments);
  char *data = malloc(total + 1);
  Error error = arguments && data ? cudaSuccess : cudaErrorMemoryAllocation;
  uint64_t used = 0;
  for (uint32_t i = 0; !error && i < kernel->count; i++) {
    uint32_t bytes = kernel->parameters[i].bytes;
    memcpy(data + used, values[i], bytes);
    translate(data + used, bytes);
    arguments[i] = (struct ls_argument){.kind = LS_VALUE, .bytes = bytes, .data = data + used};
    used += (bytes + 7) & ~7u;
  }
  if (!error)
    error = regions_to_device();
  if (!error)
    error = check(ls_launch(&(struct ls_launch){
        .program = function_program(shape->function),
        .kernel = shape->function->index,
        .groups = {shape->grid.x, shape->grid.y, shape->grid.z},
        .block = {shape->block.x, shape->block.y, shape->block.z},
        .dimensions = 3,
        .dynamic_local = (uint32_t)shape->dynamic_shared,
        .flags = shape->cooperative ? LS_COOPERATIVE : 0,
        .stream = stream,
        .count = kernel->count,
        .arguments = arguments}));
  if (!error)
    regions_take();
  free(arguments);
  free(data);
  return error;
}

/* A grid that synchronizes itself has to be resident as a whole. */
static Error check_cooperative(const LaunchShape *shape) {
  Dim3 grid = shape->grid, block = shape->block;
  int threads = (int)(block.x * block.y * block.z);
  int blocks = 0;
  TRY(blocks_per_multiprocessor(shape->function, threads, shape->dynamic_shared, &blocks));
  uint64_t resident = (uint64_t)blocks * device_number("multiProcessorCount");
  return (uint64_t)grid.x * grid.y * grid.z > resident ? cudaErrorCooperativeLaunchTooLarge
                                                       : cudaSuccess;
}

Error launch(const LaunchShape *shape, void *const *arguments, Stream *stream) {
  TRY(check_readable(shape->function->kernel));
  TRY(check_shape(shape, arguments));
  if (shape->cooperative)
    TRY(check_cooperative(shape));
  Stream *capturing = stream_capturing(stream);
  if (capturing)
    return capture_launch(capturing, shape, arguments);
  uint32_t number;
  TRY(stream_number(stream, &number));
  return send(shape, arguments, number);
}

static Error launch_address(const void *address, LaunchShape shape, void **arguments,
                            Stream *stream) {
  TRY(function_of(address, &shape.function));
  return launch(&shape, arguments, stream);
}

static Error check_cluster(Cluster cluster) {
  if (cluster.x == 0 || cluster.y == 0 || cluster.z == 0)
    return cudaErrorInvalidValue;
  return cluster.x > 1 || cluster.y > 1 || cluster.z > 1
             ? unsupported(
                 "a launch of thread-block clusters (cudaLaunchAttributeClusterDimension)")
             : cudaSuccess;
}

Error launch_attributes(LaunchShape *shape, const LaunchAttribute *attributes, unsigned count) {
  if (count > 0 && !attributes)
    return cudaErrorInvalidValue;
  for (unsigned i = 0; i < count; i++) {
    const LaunchAttributeValue *value = &attributes[i].value;
    TRY(check_LaunchAttribute(&attributes[i]));
    switch (attributes[i].id) {
    case cudaLaunchAttributeAccessPolicyWindow:
      TRY(check_AccessPolicyWindow(&value->window));
      break;
    case cudaLaunchAttributeCooperative:
      shape->cooperative = value->flag;
      break;
    case cudaLaunchAttributeSynchronizationPolicy:
      TRY(check_SynchronizationPolicy(value->synchronization));
      break;
    case cudaLaunchAttributeClusterDimension:
      TRY(check_cluster(value->dimension));
      break;
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
      TRY(check_ClusterSchedulingPolicy(value->scheduling));
      break;
    case cudaLaunchAttributeMemSyncDomain:
      TRY(check_MemSyncDomain(value->domain));
      break;
    default:
      break;
    }
  }
  return cudaSuccess;
}

static Error launch_configured(const LaunchConfig *config, const void *function, void **arguments,
                               Stream *stream) {
  LaunchShape shape = {.grid = config->grid,
                       .block = config->block,
                       .dynamic_shared = config->dynamic_shared_bytes};
  TRY(check_LaunchConfig(config));
  TRY(launch_attributes(&shape, config->attributes, config->attribute_count));
  return launch_address(function, shape, arguments, stream);
}
