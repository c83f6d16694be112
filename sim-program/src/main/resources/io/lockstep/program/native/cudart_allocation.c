/* SPDX-License-Identifier: Apache-2.0 */
/* The table of the allocations on the device. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

#define WINDOW_BITS 40

/* Allocations by window, which is the upper part of an address. */
static Allocation *allocations;
static size_t room;
static uint64_t used;

Allocation *allocation_of(uint64_t address) {
  uint64_t window = address >> WINDOW_BITS;
  if (window >= room || allocations[window].address == 0)
    return NULL;
  return address - allocations[window].address < allocations[window].bytes ? &allocations[window]
                                                                           : NULL;
}

static Error keep(uint64_t address, uint64_t bytes) {
  uint64_t window = address >> WINDOW_BITS;
  if (window >= room) {
    size_t larger = 2 * window + 64;
    Allocation *items = realloc(allocations, larger * sizeof *items);
    if (!items)
      return cudaErrorMemoryAllocation;
    memset(items + room, 0, (larger - room) * sizeof *items);
    allocations = items;
    room = larger;
  }
  allocations[window] = (Allocation){.address = address, .bytes = bytes};
  return cudaSuccess;
}

uint64_t memory_used(void) {
  return used + pools_idle();
}

Error memory_take(uint64_t bytes) {
  if (bytes > device_memory() - memory_used())
    pools_trim();
  if (bytes > device_memory() - used)
    return cudaErrorMemoryAllocation;
  used += bytes;
  return cudaSuccess;
}

void memory_return(uint64_t bytes) {
  used -= bytes;
}

Error memory_allocate(uint64_t bytes, uint64_t wanted, const char *name, uint64_t *address) {
  TRY(memory_take(bytes));
  Error error = check(ls_allocate(bytes, 0, wanted, name, address));
  if (!error)
    error = keep(*address, bytes);
  if (error)
    memory_return(bytes);
  return error;
}

Error memory_free(void *pointer) {
  uint64_t address = (uint64_t)(uintptr_t)pointer;
  const Allocation *allocation = allocation_of(address);
  if (!allocation || allocation->address != address || allocation->is_range)
    return cudaErrorInvalidValue;
  memory_return(allocation->bytes);
  if (allocation->pool)
    pool_return(allocation->pool, allocation->bytes);
  allocations[address >> WINDOW_BITS] = (Allocation){0};
  return check(ls_free(address));
}

#define LEAST 1 /* byte that a range always has, as nothing else keeps its address */

Error range_reserve(uint64_t *address) {
  TRY(check(ls_allocate(LEAST, 0, 0, "", address)));
  TRY(keep(*address, LEAST));
  allocation_of(*address)->is_range = 1;
  return cudaSuccess;
}

Error range_resize(uint64_t address, uint64_t bytes) {
  uint64_t size = bytes > LEAST ? bytes : LEAST;
  TRY(check(ls_resize(address, size)));
  allocation_of(address)->bytes = size;
  return cudaSuccess;
}

Error range_free(uint64_t address) {
  allocations[address >> WINDOW_BITS] = (Allocation){0};
  return check(ls_free(address));
}

/* cudaDeviceReset: frees everything but the modules' variables. */
void memory_reset(void) {
  for (size_t window = 128; window < room; window++)
    if (allocations[window].address)
      memory_free((void *)(uintptr_t)allocations[window].address);
}
