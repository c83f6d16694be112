/* SPDX-License-Identifier: Apache-2.0 */
/* The device and the version, as the driver interface tells them. */
#include <stdio.h>
#include <string.h>

#include "cuda_driver.h"

int device_exists(int device) {
  return device == 0;
}

/* Answers without cuInit, as NVIDIA's driver does. */
API Result cuDriverGetVersion(int *version) {
  return STORE(version, CUDART_MAJOR * 1000);
}

DRIVER_ENTRY(ASK, cuDeviceGetName, (char *name, int bytes, int device), (name, bytes, device)) {
  if (!device_exists(device))
    return cudaErrorInvalidDevice;
  if (!name || bytes <= 0)
    return cudaErrorInvalidValue;
  snprintf(name, (size_t)bytes, "%s", ls_property("name", "Lockstep"));
  return cudaSuccess;
}

DRIVER_ENTRY(ASK, cuDeviceGetUuid, (char *result, int device), (result, device)) {
  static const char UUID[16] = "Lockstep";
  if (!device_exists(device))
    return cudaErrorInvalidDevice;
  if (!result)
    return cudaErrorInvalidValue;
  memcpy(result, UUID, sizeof UUID);
  return cudaSuccess;
}

/* CUdevprop */
typedef struct {
  int threads, block[3], grid[3], shared, constant, warp, pitch, registers, clock, alignment;
} Properties;

DRIVER_ENTRY(ASK, cuDeviceGetProperties, (Properties *result, int device), (result, device)) {
  if (!device_exists(device))
    return cudaErrorInvalidDevice;
  return STORE(result, (Properties){.threads = (int)device_number("maxThreadsPerBlock"),
                                    .block = {1024, 1024, 64},
                                    .grid = {0x7FFFFFFF, 65535, 65535},
                                    .shared = (int)device_number("sharedMemPerBlock"),
                                    .constant = (int)device_number("totalConstMem"),
                                    .warp = (int)device_number("warpSize"),
                                    .pitch = (int)device_number("memPitch"),
                                    .registers = (int)device_number("regsPerBlock"),
                                    .clock = (int)device_number("clockRate"),
                                    .alignment = (int)device_number("textureAlignment")});
}
