/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Virtual memory: ranges of addresses, and memory that is mapped into them. A range is an allocation
 * of Lockstep that reaches to the end of its last mapping, so kernels cannot access what follows; gaps
 * between mappings are accessible. Memory that is mapped nowhere has its contents in an allocation of
 * its own.
 */
#include <stdlib.h>

#include "cuda_driver.h"

#define GRANULARITY ((uint64_t)2 << 20)
#define MOST_BYTES ((uint64_t)1 << 40) /* of an allocation of Lockstep */

/* CUmemAccess_flags */

typedef struct Range {
  uint64_t address, bytes;
  struct Range *next;
} Range;

typedef struct Memory {
  uint64_t bytes;
  unsigned references; /* of the program; it also lives as long as it is mapped */
  uint64_t address;    /* where it is mapped; 0: nowhere */
  uint64_t kept;       /* the allocation with its contents while it is mapped nowhere; 0: none */
  int access;
  struct Memory *next;
} Memory;

static Range *ranges;
static Memory *memories;

/* CUmemAllocationProp */
typedef struct {
  int type;                         /* CUmemAllocationType */
  int handles;                      /* CUmemAllocationHandleType */
  MemoryLocation place;
  void *windows;
  unsigned char compression, rdma;
  unsigned short usage;
  unsigned char reserved[4];
} MemoryProperties;
_Static_assert(sizeof(MemoryProperties) == 32, "CUmemAllocationProp");
static const MemoryProperties OF_DEVICE = {.type = 1, .place = {.type = 1}};

static int is_device(MemoryLocation place) {
  return place.type == OF_DEVICE.place.type && device_exists(place.id);
}

static Error supported(const MemoryProperties *properties) {
  if (!properties || properties->type != OF_DEVICE.type)
    return cudaErrorInvalidValue;
  if (properties->place.type != OF_DEVICE.place.type)
    return unsupported("memory of the host that is mapped into a range (cuMemCreate)");
  if (!device_exists(properties->place.id))
    return cudaErrorInvalidDevice;
  if (properties->handles)
    return unsupported("memory that other processes share (cuMemCreate)");
  return cudaSuccess;
}

static int is_whole(uint64_t number) {
  return number > 0 && number % GRANULARITY == 0;
}

static Memory *memory_of(uint64_t handle) {
  Memory *memory = memories;
  while (memory && (memory->references == 0 || (uintptr_t)memory != handle))
    memory = memory->next;
  return memory;
}

static Range *range_of(uint64_t address, uint64_t bytes) {
  Range *range = ranges;
  while (range && (address < range->address || address - range->address > range->bytes
                   || bytes > range->bytes - (address - range->address)))
    range = range->next;
  return range;
}

static int is_inside(const Memory *memory, uint64_t address, uint64_t bytes) {
  return memory->address && memory->address >= address && memory->address - address < bytes;
}

static int overlaps(const Memory *memory, uint64_t address, uint64_t bytes) {
  return is_inside(memory, address, bytes)
         || (memory->address && address >= memory->address
             && address - memory->address < memory->bytes);
}

/* The bytes of a range of addresses in which memory is mapped. */
static uint64_t mapped_bytes(uint64_t address, uint64_t bytes) {
  uint64_t mapped = 0;
  for (const Memory *memory = memories; memory; memory = memory->next)
    if (overlaps(memory, address, bytes))
      mapped += memory->bytes;
  return mapped;
}

/* Whether memory is mapped everywhere in a range of addresses, and none reaches out of it. */
static int is_mapped(uint64_t address, uint64_t bytes) {
  for (const Memory *memory = memories; memory; memory = memory->next)
    if (overlaps(memory, address, bytes)
        && (memory->address < address || memory->bytes > bytes - (memory->address - address)))
      return 0;
  return bytes > 0 && mapped_bytes(address, bytes) == bytes;
}

/* Lets the allocation of a range reach to the end of its last mapping. */
static Error fit(const Range *range) {
  uint64_t end = 0;
  for (const Memory *memory = memories; memory; memory = memory->next)
    if (is_inside(memory, range->address, range->bytes)
        && memory->address + memory->bytes - range->address > end)
      end = memory->address + memory->bytes - range->address;
  return range_resize(range->address, end);
}

static Error reserve(DevicePointer *address, size_t bytes, size_t alignment, uint64_t flags) {
  if (!address || !is_whole(bytes) || (alignment & (alignment - 1)) || flags)
    return cudaErrorInvalidValue;
  if (bytes > MOST_BYTES || alignment > MOST_BYTES)
    return cudaErrorMemoryAllocation;
  Range *range = calloc(1, sizeof *range);
  Error error = range ? range_reserve(&range->address) : cudaErrorMemoryAllocation;
  if (error) {
    free(range);
    return error;
  }
  range->bytes = bytes;
  range->next = ranges;
  ranges = range;
  *address = range->address;
  return cudaSuccess;
}

DRIVER_ENTRY(ASK, cuMemAddressFree, (DevicePointer address, size_t bytes), (address, bytes)) {
  for (Range **at = &ranges; *at; at = &(*at)->next)
    if ((*at)->address == address) {
      Range *range = *at;
      if (range->bytes != bytes || mapped_bytes(address, bytes) > 0)
        return cudaErrorInvalidValue;
      *at = range->next;
      free(range);
      return range_free(address);
    }
  return cudaErrorInvalidValue;
}

static Error create(uint64_t *handle, size_t bytes, const MemoryProperties *properties,
                    uint64_t flags) {
  if (!handle || !is_whole(bytes) || flags)
    return cudaErrorInvalidValue;
  TRY(supported(properties));
  TRY(memory_take(bytes));
  Memory *memory = calloc(1, sizeof *memory);
  if (!memory) {
    memory_return(bytes);
    return cudaErrorMemoryAllocation;
  }
  memory->bytes = bytes;
  memory->references = 1;
  memory->next = memories;
  memories = memory;
  *handle = (uintptr_t)memory;
  return cudaSuccess;
}

/* Ends memory that is neither mapped nor known to the program. */
static Error end_unused(Memory *memory) {
  if (memory->references > 0 || memory->address)
    return cudaSuccess;
  Memory **at = &memories;
  while (*at != memory)
    at = &(*at)->next;
  *at = memory->next;
  uint64_t kept = memory->kept;
  memory_return(memory->bytes);
  free(memory);
  return kept ? range_free(kept) : cudaSuccess;
}

DRIVER_ENTRY(ASK, cuMemRelease, (uint64_t handle), (handle)) {
  Memory *memory = memory_of(handle);
  if (!memory)
    return cudaErrorInvalidValue;
  memory->references--;
  return end_unused(memory);
}

static Error map(DevicePointer address, size_t bytes, size_t offset, uint64_t handle,
                 uint64_t flags) {
  Memory *memory = memory_of(handle);
  const Range *range = range_of(address, bytes);
  if (!memory || !range || !is_whole(bytes) || (address - range->address) % GRANULARITY || offset
      || flags || bytes > memory->bytes || mapped_bytes(address, bytes) > 0)
    return cudaErrorInvalidValue;
  if (memory->address || bytes < memory->bytes)
    return unsupported("memory that is mapped twice or in part (cuMemMap)");
  memory->address = address;
  Error error = fit(range);
  if (error) {
    memory->address = 0;
    return error;
  }
  memory->access = cudaMemAccessFlagsProtNone;
  if (!memory->kept)
    return cudaSuccess;
  TRY(check(ls_copy(address, memory->kept, bytes, 0, LS_HIDDEN)));
  uint64_t kept = memory->kept;
  memory->kept = 0;
  return range_free(kept);
}

/* Moves the contents of memory that the program still knows out of the range. */
static Error keep_contents(Memory *memory) {
  if (memory->references == 0)
    return cudaSuccess;
  TRY(range_reserve(&memory->kept));
  TRY(range_resize(memory->kept, memory->bytes));
  return check(ls_copy(memory->kept, memory->address, memory->bytes, 0, LS_HIDDEN));
}

DRIVER_ENTRY(ASK, cuMemUnmap, (DevicePointer address, size_t bytes), (address, bytes)) {
  const Range *range = range_of(address, bytes);
  if (!range || !is_mapped(address, bytes))
    return cudaErrorInvalidValue;
  for (Memory *memory = memories, *next; memory; memory = next) {
    next = memory->next;
    if (is_inside(memory, address, bytes)) {
      TRY(keep_contents(memory));
      memory->address = 0;
      TRY(end_unused(memory));
    }
  }
  return fit(range);
}

DRIVER_ENTRY(ASK, cuMemSetAccess, (DevicePointer address, size_t bytes,
              const MemAccessDescription *all, size_t count), (address, bytes, all, count)) {
  if (!all || count == 0 || !is_mapped(address, bytes))
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; i++)
    TRY(access_check(&all[i]));
  for (Memory *memory = memories; memory; memory = memory->next)
    if (is_inside(memory, address, bytes))
      memory->access = (int)all[count - 1].flags;
  return cudaSuccess;
}

static Memory *mapped_at(DevicePointer address) {
  Memory *memory = memories;
  while (memory && !overlaps(memory, address, 1))
    memory = memory->next;
  return memory;
}

static Error retain(uint64_t *handle, DevicePointer address) {
  Memory *memory = mapped_at(address);
  if (!handle || !memory)
    return cudaErrorInvalidValue;
  memory->references++;
  *handle = (uintptr_t)memory;
  return cudaSuccess;
}

DRIVER_ENTRY(ASK, cuMemGetAllocationPropertiesFromHandle, (MemoryProperties *properties,
              uint64_t handle), (properties, handle)) {
  if (!properties || !memory_of(handle))
    return cudaErrorInvalidValue;
  *properties = OF_DEVICE;
  return cudaSuccess;
}
