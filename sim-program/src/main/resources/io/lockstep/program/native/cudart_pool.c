/* SPDX-License-Identifier: Apache-2.0 */
/* Memory pools: they count their memory; it is allocated and returned at once. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

/* cudaMemPoolAttr: 1 to 3 are int, 4 (release threshold) and the counters are 64 bits. Memory that
   is reserved is also used. */
enum { THRESHOLD = 4, RESERVED, MOST_RESERVED, IN_USE, MOST_IN_USE, ATTRIBUTES };

struct Pool {
  uint64_t values[ATTRIBUTES];
  int destroyed; /* lives until its memory is free */
};

static Pool first; /* the device's default */
static Pool *current = &first;

Pool *pool_current(void) {
  return current;
}

static void count(Pool *pool, uint64_t bytes) {
  for (int now = RESERVED; now <= IN_USE; now += 2) {
    pool->values[now] = bytes;
    if (pool->values[now + 1] < bytes)
      pool->values[now + 1] = bytes;
  }
}

static void end_unused(Pool *pool) {
  if (pool->destroyed && pool->values[IN_USE] == 0)
    free(pool);
}

void pool_take(Pool *pool, uint64_t bytes) {
  count(pool, pool->values[IN_USE] + bytes);
}

void pool_return(Pool *pool, uint64_t bytes) {
  count(pool, pool->values[IN_USE] - bytes);
  end_unused(pool);
}

static Error answer(Pool **result, int device, Pool *pool) {
  if (device != 0)
    return cudaErrorInvalidDevice;
  return STORE(result, pool);
}

API Error cudaDeviceGetDefaultMemPool(Pool **result, int device) {
  CALL(answer(result, device, &first));
}

API Error cudaDeviceGetMemPool(Pool **result, int device) {
  CALL(answer(result, device, current));
}

static Error create(Pool **result) {
  if (!result)
    return cudaErrorInvalidValue;
  *result = calloc(1, sizeof **result);
  return *result ? cudaSuccess : cudaErrorMemoryAllocation;
}

API Error cudaMemPoolCreate(Pool **result, const void *properties) {
  (void)properties;
  CALL(create(result));
}

ENTRY(cudaDeviceSetMemPool, (int device, Pool *pool), (device, pool)) {
  if (device != 0)
    return cudaErrorInvalidDevice;
  if (!pool)
    return cudaErrorInvalidValue;
  current = pool;
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

API Error cudaMemPoolTrimTo(Pool *pool, size_t bytes) {
  (void)bytes;
  CALL(pool ? cudaSuccess : cudaErrorInvalidValue);
}

static Error attribute(Pool *pool, int number, void *value, int set) {
  if (!pool || !value || number < 1 || number >= ATTRIBUTES)
    return cudaErrorInvalidValue;
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
  return attribute(pool, number, value, 1);
}

API Error cudaMemPoolGetAttribute(Pool *pool, int number, void *value) {
  CALL(attribute(pool, number, value, 0));
}
