/* SPDX-License-Identifier: Apache-2.0 */
/* Memory pools: they count their memory. What is freed stays reserved until a synchronization, and
   up to the release threshold until the pool is trimmed; nothing but the counters tells. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

enum {
  THRESHOLD = cudaMemPoolAttrReleaseThreshold,
  RESERVED = cudaMemPoolAttrReservedMemCurrent,
  MOST_RESERVED = cudaMemPoolAttrReservedMemHigh,
  IN_USE = cudaMemPoolAttrUsedMemCurrent,
  MOST_IN_USE = cudaMemPoolAttrUsedMemHigh
};

struct Pool {
  uint64_t values[MOST_IN_USE + 1]; /* by MemPoolAttribute; those below THRESHOLD are int */
  uint64_t most;                    /* bytes; 0: as many as there are */
  int destroyed;                    /* lives until its memory is free */
  Pool *next;
};

static Pool first; /* the device's default */
static Pool *pools = &first, *current = &first;
static uint64_t idle; /* bytes that pools reserve and do not use */

Pool *pool_current(void) {
  return current;
}

uint64_t pools_idle(void) {
  return idle;
}

static void count(Pool *pool, uint64_t used, uint64_t reserved) {
  uint64_t *values = pool->values;
  idle -= values[RESERVED] - values[IN_USE];
  values[IN_USE] = used;
  values[RESERVED] = reserved > used ? reserved : used;
  idle += values[RESERVED] - used;
  for (int now = RESERVED; now <= IN_USE; now += 2)
    if (values[now + 1] < values[now])
      values[now + 1] = values[now];
}

static void trim(Pool *pool, uint64_t bytes) {
  if (pool->values[RESERVED] > bytes)
    count(pool, pool->values[IN_USE], bytes);
}

Error synchronized(void) {
  TRY(check(ls_sync()));
  for (Pool *pool = pools; pool; pool = pool->next)
    trim(pool, pool->values[THRESHOLD]);
  return cudaSuccess;
}

void pools_trim(void) {
  for (Pool *pool = pools; pool; pool = pool->next)
    trim(pool, 0);
}

static void end_unused(Pool *pool) {
  if (!pool->destroyed || pool->values[IN_USE] > 0)
    return;
  trim(pool, 0);
  Pool **at = &pools;
  while (*at != pool)
    at = &(*at)->next;
  *at = pool->next;
  free(pool);
}

int pool_has_room(const Pool *pool, uint64_t bytes) {
  return !pool->most || (bytes <= pool->most && pool->values[IN_USE] <= pool->most - bytes);
}

void pool_take(Pool *pool, uint64_t bytes) {
  count(pool, pool->values[IN_USE] + bytes, pool->values[RESERVED]);
}

void pool_return(Pool *pool, uint64_t bytes) {
  count(pool, pool->values[IN_USE] - bytes, pool->values[RESERVED]);
  end_unused(pool);
}

static Error answer(Pool **result, int device, Pool *pool) {
  if (device != 0)
    return cudaErrorInvalidDevice;
  return STORE(result, pool);
}

Error pool_check(const PoolProperties *properties) {
  TRY(check_PoolProperties(properties));
  TRY(check_MemPoolUsage(properties->usage));
  TRY(check_MemLocationType(properties->location.type));
  if (properties->location.type != cudaMemLocationTypeDevice)
    return unsupported("a pool of the host's memory (cudaMemPoolProps.location)");
  return properties->location.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

Error access_check(const MemAccessDescription *access) {
  TRY(check_MemAccessDescription(access));
  return access->location.type == cudaMemLocationTypeDevice && access->location.id == 0
             ? cudaSuccess
             : cudaErrorInvalidDevice;
}

static Error create(Pool **result, const PoolProperties *properties) {
  if (!result || !properties)
    return cudaErrorInvalidValue;
  TRY(pool_check(properties));
  Pool *pool = calloc(1, sizeof *pool);
  if (!pool)
    return cudaErrorMemoryAllocation;
  pool->most = properties->most;
  pool->next = pools;
  pools = pool;
  *result = pool;
  return cudaSuccess;
}

ENTRY(cudaMemPoolDestroy, (Pool *pool), (pool)) {
  if (!pool || pool == &first)
    return cudaErrorInvalidValue;
  if (pool == current)
    current = &first;
  pool->destroyed = 1;
  end_unused(pool);
  return cudaSuccess;
}

static Error attribute(Pool *pool, int number, void *value, int set) {
  if (!pool || !value)
    return cudaErrorInvalidValue;
  TRY(check_MemPoolAttribute(number));
  size_t bytes = number < THRESHOLD ? sizeof(int) : sizeof(uint64_t);
  if (set)
    memcpy(&pool->values[number], value, bytes);
  else
    memcpy(value, &pool->values[number], bytes);
  return cudaSuccess;
}

ENTRY(cudaMemPoolSetAttribute, (Pool *pool, int number, void *value), (pool, number, value)) {
  static const uint64_t ZERO;
  if (number > THRESHOLD
      && (number == RESERVED || number == IN_USE || !value || memcmp(value, &ZERO, sizeof ZERO)))
    return cudaErrorInvalidValue; /* counters: the highest values can be reset */
  TRY(attribute(pool, number, value, 1));
  count(pool, pool->values[IN_USE], pool->values[RESERVED]); /* the highest are at least the present */
  return cudaSuccess;
}
