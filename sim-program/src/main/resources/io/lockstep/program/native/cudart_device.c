/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The device: its properties, limits and occupancy. Values come from Lockstep (`cuda.FIELD`, by the
 * names of cudaDeviceProp); the others are what all NVIDIA devices of capability 3.5 and later have.
 */
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

/* Values that do not depend on the device. */
static const struct {
  const char *name;
  uint64_t value;
} COMMON[] = {
    {"warpSize", 32},
    {"memPitch", 0x7FFFFFFF},
    {"maxThreadsPerBlock", 1024},
    {"totalConstMem", 65536},
    {"textureAlignment", 512},
    {"texturePitchAlignment", 32},
    {"surfaceAlignment", 512},
    {"sharedMemPerBlock", 49152},
    {"sharedMemPerBlockOptin", 49152},
    {"sharedMemPerMultiprocessor", 65536},
    {"reservedSharedMemPerBlock", 0},
    {"regsPerBlock", 65536},
    {"regsPerMultiprocessor", 65536},
    {"maxThreadsPerMultiProcessor", 2048},
    {"maxBlocksPerMultiProcessor", 32},
    {"multiProcessorCount", 1},
    {"totalGlobalMem", (uint64_t)4 << 30},
    {"clockRate", 1000000},
    {"memoryClockRate", 1000000},
    {"memoryBusWidth", 256},
    {"l2CacheSize", 1 << 20},
    {"major", 8},
    {"minor", 0},
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
    {"maxTexture1DMipmap", 32768},
    {"maxTexture1DLinear", 268435456},
    {"maxTextureCubemap", 32768},
    {"maxSurface1D", 32768},
    {"maxSurfaceCubemap", 32768},
};

static uint64_t value_of(const char *name) {
  char key[80];
  uint64_t otherwise = 0;
  for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON; i++)
    if (!strcmp(COMMON[i].name, name))
      otherwise = COMMON[i].value;
  snprintf(key, sizeof key, "cuda.%s", name);
  return ls_number(key, otherwise);
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
  snprintf(p->name, sizeof p->name, "%s", ls_property("cuda.name", ls_property("name", "Lockstep")));
  snprintf(p->uuid, sizeof p->uuid, "Lockstep");
  triple(p->maxThreadsDim, 1024, 1024, 64);
  triple(p->maxGridSize, 0x7FFFFFFF, 65535, 65535);
  triple(p->maxTexture2D, 131072, 65536, 0);
  triple(p->maxTexture2DMipmap, 32768, 32768, 0);
  triple(p->maxTexture2DLinear, 131072, 65000, 2097120);
  triple(p->maxTexture2DGather, 32768, 32768, 0);
  triple(p->maxTexture3D, 16384, 16384, 16384);
  triple(p->maxTexture3DAlt, 8192, 8192, 32768);
  triple(p->maxSurface2D, 131072, 65536, 0);
  triple(p->maxSurface3D, 16384, 16384, 16384);
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

/* cudaDeviceAttr by number: the property of this name, or a value. */
static const struct {
  int attribute;
  const char *name;
  int value;
} ATTRIBUTES[] = {
    {1, "maxThreadsPerBlock", 0},
    {2, NULL, 1024},
    {3, NULL, 1024},
    {4, NULL, 64},
    {5, NULL, 0x7FFFFFFF},
    {6, NULL, 65535},
    {7, NULL, 65535},
    {8, "sharedMemPerBlock", 0},
    {9, "totalConstMem", 0},
    {10, "warpSize", 0},
    {11, "memPitch", 0},
    {12, "regsPerBlock", 0},
    {13, "clockRate", 0},
    {14, "textureAlignment", 0},
    {15, NULL, 1},
    {16, "multiProcessorCount", 0},
    {17, NULL, 0},
    {18, NULL, 0},
    {19, NULL, 1},
    {20, NULL, 0},
    {21, "maxTexture1D", 0},
    {22, NULL, 131072},
    {23, NULL, 65536},
    {24, NULL, 16384},
    {25, NULL, 16384},
    {26, NULL, 16384},
    {30, "surfaceAlignment", 0},
    {31, NULL, 1},
    {32, NULL, 0},
    {33, "pciBusID", 0},
    {36, "memoryClockRate", 0},
    {37, "memoryBusWidth", 0},
    {38, "l2CacheSize", 0},
    {39, "maxThreadsPerMultiProcessor", 0},
    {40, "asyncEngineCount", 0},
    {41, NULL, 1},
    {51, "texturePitchAlignment", 0},
    {69, "maxTexture1DLinear", 0},
    {75, "major", 0},
    {76, "minor", 0},
    {78, NULL, 1},
    {79, NULL, 1},
    {80, NULL, 1},
    {81, "sharedMemPerMultiprocessor", 0},
    {82, "regsPerMultiprocessor", 0},
    {83, NULL, 1},
    {87, "singleToDoublePrecisionPerfRatio", 0},
    {89, NULL, 1},
    {90, NULL, 1},
    {95, NULL, 1},
    {97, "sharedMemPerBlockOptin", 0},
    {99, NULL, 1},
    {106, "maxBlocksPerMultiProcessor", 0},
    {111, "reservedSharedMemPerBlock", 0},
    {115, NULL, 1},
};
#define LAST_ATTRIBUTE 147

static Error attribute(int *value, int number, int device) {
  TRY(ordinal(device));
  if (!value || number < 1 || number > LAST_ATTRIBUTE)
    return cudaErrorInvalidValue;
  *value = 0;
  for (size_t i = 0; i < sizeof ATTRIBUTES / sizeof *ATTRIBUTES; i++)
    if (ATTRIBUTES[i].attribute == number)
      *value = ATTRIBUTES[i].name ? (int)value_of(ATTRIBUTES[i].name) : ATTRIBUTES[i].value;
  return cudaSuccess;
}

API Error cudaDeviceGetAttribute(int *value, int number, int device) {
  CALL(attribute(value, number, device));
}

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

API Error cudaDeviceCanAccessPeer(int *result, int device, int peer) {
  (void)device, (void)peer;
  CALL(store(result, 0));
}

static unsigned device_flags;

API Error cudaSetDeviceFlags(unsigned flags) {
  device_flags = flags;
  CALL(cudaSuccess);
}

API Error cudaGetDeviceFlags(unsigned *flags) {
  CALL(store((int *)flags, (int)device_flags));
}

static Error bus(char *text, int bytes, int device) {
  TRY(ordinal(device));
  snprintf(text, (size_t)bytes, "0000:01:00.0");
  return cudaSuccess;
}

API Error cudaDeviceGetPCIBusId(char *text, int bytes, int device) {
  CALL(bus(text, bytes, device));
}

API Error cudaDeviceGetByPCIBusId(int *device, const char *text) {
  (void)text;
  CALL(store(device, 0));
}

/* cudaLimit: stack 0, printf buffer 1, heap of malloc 2, nesting 3 and 4, L2 granularity 5. */
static size_t limits[8] = {1024, 1 << 20, 8 << 20, 2, 2048, 64};

static Error limit(int number, size_t *read, const size_t *written) {
  if (number < 0 || number > 5)
    return cudaErrorUnsupportedLimit;
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
  memory_reset();
  return error;
}

API Error cudaDeviceReset(void) {
  CALL(reset());
}
ALSO(cudaDeviceReset, cudaThreadExit);
