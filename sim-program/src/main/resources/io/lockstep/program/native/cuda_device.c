/* SPDX-License-Identifier: Apache-2.0 */
/* The device and the version, as the driver interface tells them. */
#include <stdio.h>
#include <string.h>

#include "cuda_driver.h"

int device_exists(int device) {
  return device == 0;
}

static Error store(int *result, int value) {
  if (!result)
    return cudaErrorInvalidValue;
  *result = value;
  return cudaSuccess;
}

/* Answers without cuInit, as NVIDIA's driver does. */
API Result cuDriverGetVersion(int *version) {
  return store(version, CUDART_MAJOR * 1000);
}

API Result cuDeviceGetCount(int *count) {
  ASK(store(count, 1));
}

static Error get(int *device, int ordinal) {
  return device_exists(ordinal) ? store(device, ordinal) : cudaErrorInvalidDevice;
}

API Result cuDeviceGet(int *device, int ordinal) {
  ASK(get(device, ordinal));
}

static Error name_of(char *name, int bytes, int device) {
  if (!device_exists(device))
    return cudaErrorInvalidDevice;
  if (!name || bytes <= 0)
    return cudaErrorInvalidValue;
  snprintf(name, (size_t)bytes, "%s", ls_property("name", "Lockstep"));
  return cudaSuccess;
}

API Result cuDeviceGetName(char *name, int bytes, int device) {
  ASK(name_of(name, bytes, device));
}

static Error uuid(char *result, int device) {
  static const char UUID[16] = "Lockstep";
  if (!device_exists(device))
    return cudaErrorInvalidDevice;
  if (!result)
    return cudaErrorInvalidValue;
  memcpy(result, UUID, sizeof UUID);
  return cudaSuccess;
}

API Result cuDeviceGetUuid(char *result, int device) {
  ASK(uuid(result, device));
}
ALSO(cuDeviceGetUuid, cuDeviceGetUuid_v2);

static Error total(size_t *bytes, int device) {
  if (!device_exists(device))
    return cudaErrorInvalidDevice;
  if (!bytes)
    return cudaErrorInvalidValue;
  *bytes = device_memory();
  return cudaSuccess;
}

API Result cuDeviceTotalMem_v2(size_t *bytes, int device) {
  ASK(total(bytes, device));
}

API Result cuDeviceGetAttribute(int *value, int attribute, int device) {
  ASK(cudaDeviceGetAttribute(value, attribute, device));
}

static Error capability(int *major, int *minor, int device) {
  if (!device_exists(device))
    return cudaErrorInvalidDevice;
  TRY(store(major, device_capability() / 10));
  return store(minor, device_capability() % 10);
}

API Result cuDeviceComputeCapability(int *major, int *minor, int device) {
  ASK(capability(major, minor, device));
}

/* CUdevprop */
typedef struct {
  int threads, block[3], grid[3], shared, constant, warp, pitch, registers, clock, alignment;
} Properties;

static Error properties(Properties *result, int device) {
  if (!device_exists(device))
    return cudaErrorInvalidDevice;
  if (!result)
    return cudaErrorInvalidValue;
  *result = (Properties){.threads = (int)device_number("maxThreadsPerBlock"),
                         .block = {1024, 1024, 64},
                         .grid = {0x7FFFFFFF, 65535, 65535},
                         .shared = (int)device_number("sharedMemPerBlock"),
                         .constant = (int)device_number("totalConstMem"),
                         .warp = (int)device_number("warpSize"),
                         .pitch = (int)device_number("memPitch"),
                         .registers = (int)device_number("regsPerBlock"),
                         .clock = (int)device_number("clockRate"),
                         .alignment = (int)device_number("textureAlignment")};
  return cudaSuccess;
}

API Result cuDeviceGetProperties(Properties *result, int device) {
  ASK(properties(result, device));
}

API Result cuDeviceGetPCIBusId(char *text, int bytes, int device) {
  ASK(cudaDeviceGetPCIBusId(text, bytes, device));
}

API Result cuDeviceGetByPCIBusId(int *device, const char *text) {
  ASK(cudaDeviceGetByPCIBusId(device, text));
}

API Result cuDeviceCanAccessPeer(int *result, int device, int peer) {
  ASK(cudaDeviceCanAccessPeer(result, device, peer));
}

API Result cuDeviceGetDefaultMemPool(Pool **pool, int device) {
  ASK(cudaDeviceGetDefaultMemPool(pool, device));
}

API Result cuDeviceGetMemPool(Pool **pool, int device) {
  ASK(cudaDeviceGetMemPool(pool, device));
}

API Result cuDeviceSetMemPool(int device, Pool *pool) {
  ASK(cudaDeviceSetMemPool(device, pool));
}
