/* SPDX-License-Identifier: Apache-2.0 */
/* The device: selects, describes and resets it. */
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
    p->name[0] = (type)device_number(#name);
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

/* The flags of a device count only if the other ones say so. */
static Error initialize(int device, unsigned device_flags, unsigned flags) {
  TRY(check_InitDeviceFlags(flags));
  if (flags & cudaInitDeviceFlagsAreValid)
    TRY(check_DeviceFlags(device_flags));
  return ordinal(device);
}

/* A device has no access to itself as a peer, and there is no other. */
#define SCHEDULE_MASK 7u /* cudaDeviceScheduleMask; one of its bits */
static unsigned device_flags;

ENTRY(cudaSetDeviceFlags, (unsigned flags), (flags)) {
  unsigned schedule = flags & SCHEDULE_MASK;
  TRY(check_DeviceFlags(flags));
  if (schedule & (schedule - 1))
    return cudaErrorInvalidValue;
  device_flags = flags;
  return cudaSuccess;
}

static const char BUS[] = "0000:01:00.0";

static Error bus(char *text, int bytes, int device) {
  TRY(ordinal(device));
  if (!text || bytes < (int)sizeof BUS)
    return cudaErrorInvalidValue;
  memcpy(text, BUS, sizeof BUS);
  return cudaSuccess;
}

/* The domain and the function may be left out, as "01:00" or "0000:01:00". */
ENTRY(cudaDeviceGetByPCIBusId, (int *device, const char *text), (device, text)) {
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
  return STORE(device, 0);
}

/* cudaLimit: stack 0, printf buffer 1, heap of malloc 2, nesting 3 and 4, L2 granularity 5. */
static size_t limits[8] = {1024, 1 << 20, 8 << 20, 2, 2048, 64};
#ifdef LOCKSTEP_HIP
#define LAST_LIMIT 2
#else
#define LAST_LIMIT 5
#endif

static Error limit(int number, size_t *read, const size_t *written) {
  if (number < 0 || number > LAST_LIMIT)
    return cudaErrorUnsupportedLimit;
  if (!read && !written)
    return cudaErrorInvalidValue;
  if (written)
    limits[number] = *written;
  if (read)
    *read = limits[number];
  return cudaSuccess;
}

ENTRY(cudaDeviceReset, (void), ()) {
  Error error = check(ls_sync());
  TRY(error);
  regions_reset();
  managed_reset();
  memory_reset();
  modules_reset();
  return error;
}
