/* SPDX-License-Identifier: Apache-2.0 */
/* The device: its properties and limits, of which programs ask by the names of cudaDeviceProp. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

#define FIELD(type, name, count) type name[count];
#define SINCE_12(type, name, count) type name[count];
#if CUDART_MAJOR >= 13
#define UNTIL_12(type, name, count)
#else
#define UNTIL_12(type, name, count) type name[count];
#endif
typedef struct {
#include "cudart_properties.h"
} Properties;
#undef FIELD
#undef SINCE_12
#undef UNTIL_12

#if CUDART_MAJOR >= 13
_Static_assert(sizeof(Properties) == 1008, "cudaDeviceProp of CUDA 13");
#else
_Static_assert(sizeof(Properties) == 1032, "cudaDeviceProp of CUDA 12");
#endif
/* The structure of CUDA 11, and of programs that call cudaGetDeviceProperties of CUDA 12. */
#define FIRST_FORM_BYTES offsetof(Properties, hostRegisterSupported)

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

static uint64_t by_capability(const char *name, int capability) {
  Limits limits = limits_of(capability);
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

int device_capability(void) {
  return (int)ls_number("compute", 80);
}

static uint64_t value_of(const char *name) {
  for (size_t i = 0; i < sizeof GIVEN / sizeof *GIVEN; i++)
    if (!strcmp(GIVEN[i].name, name))
      return ls_number(GIVEN[i].key, 1) * GIVEN[i].factor;
  for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON; i++)
    if (!strcmp(COMMON[i].name, name))
      return COMMON[i].value;
  return by_capability(name, device_capability());
}

uint64_t device_number(const char *name) {
  return value_of(name);
}

uint64_t device_memory(void) {
  return value_of("totalGlobalMem");
}

size_t shared_limit(void) {
  return value_of("sharedMemPerBlockOptin");
}

static void triple(int *field, int x, int y, int z) {
  field[0] = x;
  field[1] = y;
  if (z)
    field[2] = z;
}

static void describe(Properties *p) {
  memset(p, 0, sizeof *p);
#define FIELD(type, name, count)                             \
  if (count == 1)                                            \
    p->name[0] = (type)value_of(#name);
#define SINCE_12 FIELD
#if CUDART_MAJOR >= 13
#define UNTIL_12(type, name, count)
#else
#define UNTIL_12 FIELD
#endif
#include "cudart_properties.h"
#undef FIELD
#undef SINCE_12
#undef UNTIL_12
  snprintf(p->name, sizeof p->name, "%s", ls_property("name", "Lockstep"));
  snprintf(p->uuid, sizeof p->uuid, "Lockstep");
  triple(p->maxThreadsDim, 1024, 1024, 64);
  triple(p->maxGridSize, 0x7FFFFFFF, 65535, 65535);
  triple(p->maxTexture2D, 131072, 65536, 0);
  triple(p->maxTexture2DLinear, 131072, 65000, 2097120);
  triple(p->maxTexture3D, 16384, 16384, 16384);
  triple(p->maxTexture3DAlt, 8192, 8192, 32768);
  triple(p->maxTexture1DLayered, LAYERED_SIDE, LAYERED_LAYERS, 0);
  triple(p->maxTexture2DLayered, LAYERED_SIDE, LAYERED_SIDE, LAYERED_LAYERS);
  triple(p->maxSurface2D, 131072, 65536, 0);
  triple(p->maxSurface3D, 16384, 16384, 16384);
  triple(p->maxSurface1DLayered, LAYERED_SIDE, LAYERED_LAYERS, 0);
  triple(p->maxSurface2DLayered, LAYERED_SIDE, LAYERED_SIDE, LAYERED_LAYERS);
}

/* There is one device, number 0. */
static Error ordinal(int device) {
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

static Error properties(void *result, int device, size_t bytes) {
  TRY(ordinal(device));
  if (!result)
    return cudaErrorInvalidValue;
  Properties all;
  describe(&all);
  memcpy(result, &all, bytes);
  return cudaSuccess;
}

#if CUDART_MAJOR >= 13
API Error cudaGetDeviceProperties(void *result, int device) {
  CALL(properties(result, device, sizeof(Properties)));
}
#else
API Error cudaGetDeviceProperties(void *result, int device) {
  CALL(properties(result, device, FIRST_FORM_BYTES));
}
API Error cudaGetDeviceProperties_v2(void *result, int device) {
  CALL(properties(result, device, sizeof(Properties)));
}
#endif

static Error store(int *result, int value) {
  if (!result)
    return cudaErrorInvalidValue;
  *result = value;
  return cudaSuccess;
}

API Error cudaGetDeviceCount(int *count) {
  CALL(store(count, 1));
}

API Error cudaGetDevice(int *device) {
  CALL(store(device, 0));
}

API Error cudaChooseDevice(int *device, const void *wanted) {
  (void)wanted;
  CALL(store(device, 0));
}

API Error cudaSetDevice(int device) {
  CALL(ordinal(device));
}

API Error cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
  (void)device_flags, (void)flags;
  CALL(ordinal(device));
}

API Error cudaDriverGetVersion(int *version) {
  CALL(store(version, CUDART_MAJOR * 1000));
}

API Error cudaRuntimeGetVersion(int *version) {
  CALL(store(version, CUDART_MAJOR * 1000));
}

static Error peer_access(int *result, int device, int peer) {
  TRY(ordinal(device));
  TRY(ordinal(peer));
  return store(result, 0);
}

API Error cudaDeviceCanAccessPeer(int *result, int device, int peer) {
  CALL(peer_access(result, device, peer));
}

/* A device has no access to itself as a peer, and there is no other. */
static Error enable_peer(int peer, unsigned flags) {
  (void)peer;
  return flags ? cudaErrorInvalidValue : cudaErrorInvalidDevice;
}

API Error cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  CALL(enable_peer(peer, flags));
}

static Error disable_peer(int peer) {
  TRY(ordinal(peer));
  return cudaErrorPeerAccessNotEnabled;
}

API Error cudaDeviceDisablePeerAccess(int peer) {
  CALL(disable_peer(peer));
}

#define SCHEDULE_MASK 7u /* cudaDeviceScheduleMask; one of its bits */
#define FLAGS_MASK 0xFFu /* cudaDeviceMask */
static unsigned device_flags;

static Error set_flags(unsigned flags) {
  unsigned schedule = flags & SCHEDULE_MASK;
  if (flags > FLAGS_MASK || schedule & (schedule - 1))
    return cudaErrorInvalidValue;
  device_flags = flags;
  return cudaSuccess;
}

API Error cudaSetDeviceFlags(unsigned flags) {
  CALL(set_flags(flags));
}

API Error cudaGetDeviceFlags(unsigned *flags) {
  CALL(store((int *)flags, (int)device_flags));
}

static const char BUS[] = "0000:01:00.0";

static Error bus(char *text, int bytes, int device) {
  TRY(ordinal(device));
  if (!text || bytes < (int)sizeof BUS)
    return cudaErrorInvalidValue;
  memcpy(text, BUS, sizeof BUS);
  return cudaSuccess;
}

API Error cudaDeviceGetPCIBusId(char *text, int bytes, int device) {
  CALL(bus(text, bytes, device));
}

/* The domain and the function may be left out, as "01:00" or "0000:01:00". */
static Error device_at(int *device, const char *text) {
  unsigned domain = 0, bus, slot, function = 0;
  if (!text)
    return cudaErrorInvalidValue;
  if (sscanf(text, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3) {
    domain = 0;
    if (sscanf(text, "%x:%x.%x", &bus, &slot, &function) < 2)
      return cudaErrorInvalidValue;
  }
  if (domain != 0 || bus != 1 || slot != 0 || function != 0)
    return cudaErrorInvalidDevice;
  return store(device, 0);
}

API Error cudaDeviceGetByPCIBusId(int *device, const char *text) {
  CALL(device_at(device, text));
}

/* cudaLimit: stack 0, printf buffer 1, heap of malloc 2, nesting 3 and 4, L2 granularity 5. */
static size_t limits[8] = {1024, 1 << 20, 8 << 20, 2, 2048, 64};

static Error limit(int number, size_t *read, const size_t *written) {
  if (number < 0 || number > 5)
    return cudaErrorUnsupportedLimit;
  if (!read && !written)
    return cudaErrorInvalidValue;
  if (written)
    limits[number] = *written;
  if (read)
    *read = limits[number];
  return cudaSuccess;
}

API Error cudaDeviceGetLimit(size_t *value, int number) {
  CALL(limit(number, value, NULL));
}

API Error cudaDeviceSetLimit(int number, size_t value) {
  CALL(limit(number, NULL, &value));
}

static Error reset(void) {
  Error error = check(ls_sync());
  TRY(error);
  regions_reset();
  managed_reset();
  memory_reset();
  modules_reset();
  return error;
}

API Error cudaDeviceReset(void) {
  CALL(reset());
}
ALSO(cudaDeviceReset, cudaThreadExit);
