/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory: linear and pitched allocations, what a pointer is. */
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

#define PITCH 512 /* cudaDeviceProp.textureAlignment of all devices */

static Error allocate(void **pointer, size_t bytes) {
  if (!pointer)
    return cudaErrorInvalidValue;
  *pointer = NULL;
  if (bytes == 0)
    return cudaSuccess;
  uint64_t address;
  TRY(memory_allocate(bytes, 0, "", &address));
  *pointer = (void *)(uintptr_t)address;
  return cudaSuccess;
}

/* cudaGraphMemAttributeType: of memory used, and reserved, the bytes and the most of them. */
enum { USED, MOST_USED, RESERVED, MOST_RESERVED, GRAPH_ATTRIBUTES };
static uint64_t of_graphs[GRAPH_ATTRIBUTES];

/* A graph's memory keeps its address and stays to the end of the program, since each launch of the
   graph allocates it anew. */
Error memory_of_graph(void **pointer, size_t bytes) {
  TRY(allocate(pointer, bytes));
  if (!*pointer)
    return cudaSuccess;
  allocation_of((uint64_t)(uintptr_t)*pointer)->of_graph = 1;
  for (int i = USED; i <= RESERVED; i += RESERVED - USED) {
    of_graphs[i] += bytes;
    if (of_graphs[i + 1] < of_graphs[i])
      of_graphs[i + 1] = of_graphs[i];
  }
  return cudaSuccess;
}

ENTRY(cudaDeviceSetGraphMemAttribute, (int device, int attribute, const uint64_t *value),
       (device, attribute, value)) {
  if (device != 0)
    return cudaErrorInvalidDevice;
  if ((attribute != MOST_USED && attribute != MOST_RESERVED) || !value || *value)
    return cudaErrorInvalidValue;
  of_graphs[attribute] = 0;
  return cudaSuccess;
}

static Error allocate_in(void **pointer, size_t bytes, Pool *pool, Stream *stream) {
  uint32_t number;
  TRY(stream_number(stream, &number));
  Stream *capturing = stream_capturing(stream);
  if (capturing) {
    TRY(capture_valid(capturing));
    if (!pointer || bytes == 0)
      return cudaErrorInvalidValue;
    TRY(memory_of_graph(pointer, bytes));
    return capture_memory(capturing, NODE_ALLOCATE, *pointer, bytes);
  }
  if (!pool)
    return cudaErrorInvalidValue;
  if (!pool_has_room(pool, bytes))
    return cudaErrorMemoryAllocation;
  TRY(allocate(pointer, bytes));
  if (*pointer) {
    allocation_of((uint64_t)(uintptr_t)*pointer)->pool = pool;
    pool_take(pool, bytes);
  }
  return cudaSuccess;
}

static Error release(void *pointer) {
  const Allocation *allocation = allocation_of((uint64_t)(uintptr_t)pointer);
  if (!pointer || (allocation && allocation->of_graph))
    return cudaSuccess;
  return region_of(pointer) ? managed_free(pointer) : memory_free(pointer);
}

static Error free_in(void *pointer, Stream *stream) {
  uint32_t number;
  TRY(stream_number(stream, &number));
  Stream *capturing = stream_capturing(stream);
  if (!capturing)
    return release(pointer);
  TRY(capture_valid(capturing));
  TRY(graph_frees(capturing->capture->graph, pointer));
  return capture_memory(capturing, NODE_FREE, pointer, 0);
}

static Error pitched(PitchedPointer *result, Extent extent) {
  if (!result)
    return cudaErrorInvalidValue;
  if (extent.width > SIZE_MAX - PITCH)
    return cudaErrorMemoryAllocation;
  size_t pitch = (extent.width + PITCH - 1) / PITCH * PITCH;
  *result = (PitchedPointer){.pitch = pitch, .xsize = extent.width, .ysize = extent.height};
  return allocate(&result->ptr, size_product(size_product(pitch, extent.height), extent.depth));
}

ENTRY(cudaMallocPitch, (void **pointer, size_t *pitch, size_t width, size_t height),
       (pointer, pitch, width, height)) {
  PitchedPointer result;
  if (!pointer || !pitch)
    return cudaErrorInvalidValue;
  TRY(pitched(&result, (Extent){.width = width, .height = height, .depth = 1}));
  *pointer = result.ptr;
  *pitch = result.pitch;
  return cudaSuccess;
}

ENTRY(cudaPointerGetAttributes, (PointerAttributes *result, const void *pointer),
       (result, pointer)) {
  if (!result)
    return cudaErrorInvalidValue;
  memset(result, 0, sizeof *result);
  pointer = region_host(pointer);
  const Region *region = region_of(pointer);
  if (region) {
    size_t offset = (size_t)((const char *)pointer - region->host);
    result->type = region->managed ? 3 : 1;
    result->device_pointer = (void *)(uintptr_t)(region->device + offset);
    result->host_pointer = (void *)pointer;
  } else if (ls_is_device(pointer)) {
    if (!allocation_of((uint64_t)(uintptr_t)pointer))
      return cudaErrorInvalidValue;
    result->type = 2;
    result->device_pointer = (void *)pointer;
  } else if (host_is_pinned(pointer)) {
    result->type = 1;
    result->host_pointer = result->device_pointer = (void *)pointer;
  } else {
    result->device = -2; /* cudaInvalidDeviceId */
    result->host_pointer = (void *)pointer;
  }
  return cudaSuccess;
}
