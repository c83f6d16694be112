/* SPDX-License-Identifier: Apache-2.0 */
/* Properties and limits of the device, by the names of the fields of cudaDeviceProp. */
#include <string.h>

#include "cudart.h"

/* Values that come from Lockstep: field, key, and the number of field's units in one of the key's. */
static const struct {
  const char *name, *key;
  uint64_t factor;
} GIVEN[] = {
    {"multiProcessorCount", "compute_units", 1},
    {"warpSize", "wavefront", 1},
    {"totalGlobalMem", "memory_bytes", 1},
    {"clockRate", "clock_mhz", 1000},
    {"l2CacheSize", "cache_bytes", 1},
};

/* Limits by compute capability: CUDA C++ Programming Guide 13.0, "Technical Specifications per
   Compute Capability"; before 7.5 that of 12.9. Shared memory in KiB. */
typedef struct {
  int capability, threads, blocks, shared, shared_block;
} Limits;
static const Limits LIMITS[] = {
    {10, 768, 8, 16, 16},       {12, 1024, 8, 16, 16},      {20, 1536, 8, 48, 48},
    {30, 2048, 16, 48, 48},     {37, 2048, 16, 112, 48},    {50, 2048, 32, 64, 48},
    {52, 2048, 32, 96, 48},     {53, 2048, 32, 64, 48},     {61, 2048, 32, 96, 48},
    {62, 2048, 32, 64, 48},     {70, 2048, 32, 96, 96},     {75, 1024, 16, 64, 64},
    {80, 2048, 32, 164, 163},   {86, 1536, 16, 100, 99},    {87, 1536, 16, 164, 163},
    {89, 1536, 24, 100, 99},    {90, 2048, 32, 228, 227},   {120, 1536, 24, 100, 99},
};

static Limits limits_of(int capability) {
  Limits found = LIMITS[0];
  for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
    if (LIMITS[i].capability <= capability)
      found = LIMITS[i];
  return found;
}

/* Values that all devices have here. Limits of what is refused (cube maps, mipmaps, gathers) are 0, as
   are all that are not named. */
static const struct {
  const char *name;
  uint64_t value;
} COMMON[] = {
    {"memPitch", 0x7FFFFFFF},
    {"totalConstMem", 65536},
    {"textureAlignment", 512},
    {"texturePitchAlignment", 32},
    {"surfaceAlignment", 512},
    {"memoryClockRate", 1000000},
    {"memoryBusWidth", 256},
    {"deviceOverlap", 1},
    {"canMapHostMemory", 1},
    {"concurrentKernels", 1},
    {"asyncEngineCount", 2},
    {"unifiedAddressing", 1},
    {"streamPrioritiesSupported", 1},
    {"globalL1CacheSupported", 1},
    {"localL1CacheSupported", 1},
    {"managedMemory", 1},
    {"concurrentManagedAccess", 1},
    {"computePreemptionSupported", 1},
    {"cooperativeLaunch", 1},
    {"hostRegisterSupported", 1},
    {"memoryPoolsSupported", 1},
    {"singleToDoublePrecisionPerfRatio", 32},
    {"pciBusID", 1},
    {"maxTexture1D", 131072},
    {"maxTexture1DLinear", 268435456},
    {"maxSurface1D", 32768},
};

int device_capability(void) {
  return (int)ls_number("compute", 80);
}

int device_is_amd(void) {
#ifdef LOCKSTEP_HIP
  return !strcmp(ls_property("vendor", ""), "AMD");
#else
  return 0;
#endif
}

static uint64_t by_capability(const char *name, int capability) {
  Limits limits = limits_of(capability);
  if (device_is_amd()) {
    if (!strncmp(name, "sharedMem", 9))
      return ls_number("local_bytes", 65536);
    if (!strcmp(name, "maxThreadsPerBlock"))
      return ls_number("group_items", 1024);
  }
  if (!strcmp(name, "major"))
    return (uint64_t)capability / 10;
  if (!strcmp(name, "minor"))
    return (uint64_t)capability % 10;
  if (!strcmp(name, "maxThreadsPerBlock"))
    return capability < 20 ? 512 : 1024;
  if (!strcmp(name, "regsPerBlock") || !strcmp(name, "regsPerMultiprocessor"))
    return capability < 12 ? 8192 : capability < 20 ? 16384 : capability < 30 ? 32768 : 65536;
  if (!strcmp(name, "maxThreadsPerMultiProcessor"))
    return (uint64_t)limits.threads;
  if (!strcmp(name, "maxBlocksPerMultiProcessor"))
    return (uint64_t)limits.blocks;
  if (!strcmp(name, "sharedMemPerBlock"))
    return capability < 20 ? 16384 : 49152;
  if (!strcmp(name, "sharedMemPerBlockOptin"))
    return (uint64_t)limits.shared_block * 1024;
  if (!strcmp(name, "sharedMemPerMultiprocessor"))
    return (uint64_t)limits.shared * 1024;
  if (!strcmp(name, "reservedSharedMemPerBlock"))
    return capability >= 80 ? 1024 : 0;
  return 0;
}

uint64_t device_number(const char *name) {
  for (size_t i = 0; i < sizeof GIVEN / sizeof *GIVEN; i++)
    if (!strcmp(GIVEN[i].name, name))
      return ls_number(GIVEN[i].key, 1) * GIVEN[i].factor;
  for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON; i++)
    if (!strcmp(COMMON[i].name, name))
      return COMMON[i].value;
  return by_capability(name, device_capability());
}

uint64_t device_memory(void) {
  return device_number("totalGlobalMem");
}

size_t shared_limit(void) {
  return device_number("sharedMemPerBlockOptin");
}
