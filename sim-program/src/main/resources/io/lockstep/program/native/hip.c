/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What HIP's host library has beside the functions of CUDA's runtime, of its driver interface and of
 * NVRTC, whose files are compiled for it under HIP's names (DriverSources). Names and errors: "HIP
 * Runtime API reference" of ROCm 6.
 * Types are those of Lockstep's own headers (frontend-source, hip/): no program of another compiler
 * is linked with this library.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "cudart.h"

/* hipDeviceProp_t: fields of cudaDeviceProp of CUDA 12, then HIP's own. */
typedef struct {
  char common[1032];
  size_t shared_per_multiprocessor;
  int clock_instruction_rate, integrated, large_bar, revision;
  char architecture[256];
  unsigned features;
} HipProperties;

extern Error hipGetDeviceProperties_v2(void *properties, int device);
extern Error hipLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **arguments,
                             size_t dynamic_shared, Stream *stream);

API Error lockstep_hip_properties(HipProperties *properties, int device) {
  if (!properties)
    return hipGetDeviceProperties_v2(NULL, device);
  Error error = hipGetDeviceProperties_v2(properties->common, device);
  if (error)
    return error;
  memset((char *)properties + sizeof properties->common, 0,
         sizeof *properties - sizeof properties->common);
  ls_lock();
  properties->shared_per_multiprocessor = device_number("sharedMemPerMultiprocessor");
  properties->clock_instruction_rate = (int)device_number("clockRate");
  snprintf(properties->architecture, sizeof properties->architecture, "%s",
           ls_property("architecture", ""));
  properties->features = ~0u; /* hipDeviceArch_t: kernels of all kinds are executed */
  ls_unlock();
  return hipSuccess;
}

/* The call of the code that clang makes for <<<>>>. */
API Error cudaLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **arguments,
                           size_t dynamic_shared, Stream *stream) {
  return hipLaunchKernel(function, grid, block, arguments, dynamic_shared, stream);
}

extern const char *hipGetErrorName(Error error);
extern const char *hipGetErrorString(Error error);
extern Error hipGetLastError(void);

static Error text(const char *text, const char **result) {
  return STORE(result, text);
}

static Error launch_between(Event *start, Event *stop, const void *address, LaunchShape shape,
                            void **arguments, Stream *stream) {
  TRY(function_of(address, &shape.function));
  if (start)
    TRY(event_record(start, stream));
  TRY(launch(&shape, arguments, stream));
  return stop ? event_record(stop, stream) : hipSuccess;
}

static Error size_of(const void *pointer, size_t *bytes) {
  const Allocation *allocation = allocation_of((uint64_t)(uintptr_t)pointer);
  return allocation ? STORE(bytes, allocation->bytes) : hipErrorInvalidValue;
}

API Error hipExtGetLastError(void) {
  return hipGetLastError();
}

/* The name of a kernel, by its handle or the host's stub; NULL: there is none. */
API const char *hipKernelNameRef(const void *address) {
  Function *function;
  ls_lock();
  const char *name = function_of(address, &function) ? NULL : function->name;
  ls_unlock();
  return name;
}

API Error hipGetProcAddress(const char *name, void **function, int version, uint64_t flags,
                            int *status) {
  enum { FOUND, NOT_FOUND };
  Dl_info here;
  (void)version;
  if (!name || !function || flags > 2)
    return hipErrorInvalidValue;
  *function = NULL;
  if (dladdr((void *)(uintptr_t)hipGetProcAddress, &here))
    *function = dlsym(dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD), name);
  if (status)
    *status = *function ? FOUND : NOT_FOUND;
  return *function ? hipSuccess : hipErrorInvalidValue;
}

/* Functions that are not supported (api.txt). */
#define REFUSED(name, text)  \
  API Error name(void);      \
  API Error name(void) {     \
    CALL(refused(text));     \
  }
