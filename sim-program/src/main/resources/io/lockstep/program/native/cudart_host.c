/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the host that the runtime knows: managed, page-locked, mapped, registered. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

#include "cudart.h"

#define OWN_WINDOWS 48      /* managed allocations with a region of their own */
#define ARENA_BYTES ((uint64_t)64 << 20)
#define ARENA_ALIGN 256

/* Page-locked memory; it becomes a region when a kernel gets its address. */
typedef struct Pinned {
  char *host;
  uint64_t bytes;
  unsigned flags;
  int registered; /* the program's own memory */
  struct Pinned *next;
} Pinned;
static Pinned *all_pinned;

/* Regions that hold many managed allocations, after the first ones. */
typedef struct Arena {
  Region *region;
  uint64_t used;
  uint32_t live;
  struct Arena *next;
} Arena;
static Arena *arenas;
static uint32_t own_windows;

static Arena *arena_of(const Region *region) {
  Arena *arena = arenas;
  while (arena && arena->region != region)
    arena = arena->next;
  return arena;
}

static Error arena_add(uint64_t bytes) {
  Arena *arena = calloc(1, sizeof *arena);
  if (!arena)
    return cudaErrorMemoryAllocation;
  Error error = region_create(bytes > ARENA_BYTES ? bytes : ARENA_BYTES, 1, &arena->region);
  if (error) {
    free(arena);
    return error;
  }
  arena->next = arenas;
  arenas = arena;
  return cudaSuccess;
}

static Error managed(void **pointer, size_t bytes, unsigned flags) {
  if (!pointer || bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
    return cudaErrorInvalidValue;
  if (bytes > device_memory())
    return cudaErrorMemoryAllocation;
  if (own_windows < OWN_WINDOWS) {
    Region *region;
    TRY(region_create(bytes, 1, &region));
    own_windows++;
    *pointer = region->host;
    return cudaSuccess;
  }
  uint64_t rounded = (bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
  if (!arenas || arenas->region->bytes - arenas->used < rounded)
    TRY(arena_add(rounded));
  *pointer = arenas->region->host + arenas->used;
  arenas->used += rounded;
  arenas->live++;
  return cudaSuccess;
}

void managed_reset(void) {
  while (arenas) {
    Arena *arena = arenas;
    arenas = arena->next;
    free(arena);
  }
  own_windows = 0;
}

Error managed_free(void *pointer) {
  Region *region = region_of(pointer);
  Arena *arena = arena_of(region);
  if (!arena)
    return pointer == region->host ? region_free(region) : cudaErrorInvalidValue;
  if (--arena->live == 0)
    arena->used = 0;
  return cudaSuccess;
}

Error managed_variable(uint64_t address, uint64_t bytes, void **host) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return cudaErrorMemoryAllocation;
  TRY(check(ls_read(address, memory, bytes, 0, LS_HIDDEN)));
  Region *region;
  TRY(region_add(memory, address, bytes, &region));
  region->managed = 1;
  *host = memory;
  return cudaSuccess;
}

static Pinned *pinned_of(const void *pointer) {
  Pinned *pinned = all_pinned;
  while (pinned && (uint64_t)((const char *)pointer - pinned->host) >= pinned->bytes)
    pinned = pinned->next;
  return pinned;
}

int host_is_pinned(const void *pointer) {
  return pinned_of(pointer) != NULL;
}

static Error pin(void *host, size_t bytes, unsigned flags, int registered) {
  Pinned *pinned = malloc(sizeof *pinned);
  if (!pinned)
    return cudaErrorMemoryAllocation;
  *pinned = (Pinned){.host = host,
                     .bytes = bytes,
                     .flags = flags,
                     .registered = registered,
                     .next = all_pinned};
  all_pinned = pinned;
  return cudaSuccess;
}

static Error pinned_allocate(void **host, size_t bytes, unsigned flags) {
  if (!host)
    return cudaErrorInvalidValue;
  TRY(check_HostAllocFlags(flags));
  *host = NULL;
  if (bytes == 0)
    return cudaSuccess;
  if (flags & cudaHostAllocMapped) {
    Region *region;
    TRY(region_create(bytes, 0, &region));
    *host = region->host;
  } else {
    void *made = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
      return cudaErrorMemoryAllocation;
    *host = made;
  }
  return pin(*host, bytes, flags, 0);
}

static Error unpin(void *host, int registered, Error missing) {
  for (Pinned **at = &all_pinned; *at; at = &(*at)->next) {
    Pinned *pinned = *at;
    if (pinned->host != host || pinned->registered != registered)
      continue;
    Region *region = region_of(host);
    int owned = region && region->owned;
    if (region)
      TRY(region_free(region));
    if (!registered && !owned)
      munmap(host, pinned->bytes);
    *at = pinned->next;
    free(pinned);
    return cudaSuccess;
  }
  return missing;
}

/* Maps page-locked memory on the device, at the first use of its address there. */
static Error device_address(const void *pointer, uint64_t *address) {
  Region *region = region_of(pointer);
  Pinned *pinned = region ? NULL : pinned_of(pointer);
  if (pinned) {
    TRY(memory_allocate(pinned->bytes, 0, "mapped", address));
    TRY(region_add(pinned->host, *address, pinned->bytes, &region));
  }
  if (!region)
    return cudaErrorInvalidValue;
  *address = region->device + (uint64_t)((const char *)pointer - region->host);
  return cudaSuccess;
}

ENTRY(cudaHostGetDevicePointer, (void **device, void *host, unsigned flags),
       (device, host, flags)) {
  uint64_t address;
  if (!device || flags)
    return cudaErrorInvalidValue;
  TRY(device_address(host, &address));
  *device = (void *)(uintptr_t)address;
  return cudaSuccess;
}

uint64_t host_argument(uint64_t value) {
  const void *pointer = (const void *)(uintptr_t)value;
  uint64_t address;
  if (value < 4096 || ls_is_device(pointer) || (!all_pinned && !region_of(pointer)))
    return value;
  return device_address(pointer, &address) ? value : address;
}

/* Hints: pages move when they are used. */
static Error host_knows(const void *pointer) {
  return region_of(pointer) || pinned_of(pointer) ? cudaSuccess : cudaErrorInvalidValue;
}

/* A place where memory may be; the number counts for devices alone. */
static Error place_exists(MemoryLocation place) {
  TRY(check_MemLocationType(place.type));
  return place.type == cudaMemLocationTypeDevice && place.id != 0 ? cudaErrorInvalidDevice
                                                                  : cudaSuccess;
}

MemoryLocation location_of(int device) {
  return device == -1 ? (MemoryLocation){.type = cudaMemLocationTypeHost}
                      : (MemoryLocation){.type = cudaMemLocationTypeDevice, .id = device};
}

Error memory_prefetch(const void *pointer, MemoryLocation place, unsigned flags, Stream *stream) {
  uint32_t number;
  if (flags)
    return cudaErrorInvalidValue;
  TRY(place_exists(place));
  TRY(stream_number(stream, &number));
  return host_knows(pointer);
}

/* Advice that is not for a place ignores it. */
Error memory_advise(const void *pointer, int advice, MemoryLocation place) {
  TRY(check_MemoryAdvice(advice));
  if (advice > cudaMemAdviseUnsetReadMostly && advice != cudaMemAdviseUnsetPreferredLocation)
    TRY(place_exists(place));
  return host_knows(pointer);
}

/* Memory is attached to all, to the host or to one stream, which the default one cannot be. */
static Error attach(Stream *stream, const void *pointer, unsigned flags) {
  TRY(check_MemAttachFlags(flags));
  if (flags & (flags - 1))
    return cudaErrorInvalidValue;
  TRY(stream_settled(stream));
  return flags == cudaMemAttachSingle && !stream ? cudaErrorInvalidValue : host_knows(pointer);
}
