/* SPDX-License-Identifier: Apache-2.0 */
/* Errors: the thread's last one, the device's lasting one, names and texts. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

static __thread ThreadState thread;
static Error device_error; /* after a kernel's fault, until the process ends */

ThreadState *thread_state(void) {
  return &thread;
}

Error enter(const char *function) {
  ls_lock();
  thread.entered = 1;
  if (device_error)
    return device_error;
  TRY(check(ls_connect(LS_API_CUDA)));
  return capture_permits(function);
}

Error leave(Error error) {
  if (error && error != cudaErrorNotReady)
    thread.last = error;
  ls_unlock();
  return error;
}

/* A kernel's fault by what the message says. */
static Error fault(const char *message) {
  if (strstr(message, "trapped")) /* the front-end reads a failed assert as a trap */
    return cudaErrorAssert;
  if (strstr(message, "misaligned") || strstr(message, "multiple of"))
    return cudaErrorMisalignedAddress;
  if (strstr(message, "deadlock") || strstr(message, "budget"))
    return cudaErrorLaunchTimeout;
  return cudaErrorIllegalAddress;
}

Error check(int status) {
  switch (status) {
  case LS_OK:
    return cudaSuccess;
  case LS_MEMORY:
    return cudaErrorMemoryAllocation;
  case LS_BUILD_FAILED:
    ls_note("%s", ls_message());
    return cudaErrorInvalidPtx;
  case LS_REFUSED:
    ls_note("%s", ls_message());
    return cudaErrorNotSupported;
  case LS_FAULT:
    device_error = fault(ls_message());
    return device_error;
  default:
    device_error = cudaErrorDevicesUnavailable;
    return device_error;
  }
}

Error refused(const char *text) {
  ls_refuse("%s", text);
  return cudaErrorNotSupported;
}

Error refused_by_name(Error error, const char *what) {
  ls_refuse("%s is not supported", what);
  return error;
}

Error unsupported(const char *what) {
  return refused_by_name(cudaErrorNotSupported, what);
}

int any_byte(const void *bytes, size_t count) {
  const char *at = bytes;
  for (size_t i = 0; i < count; i++)
    if (at[i])
      return 1;
  return 0;
}

void *grow(void *items, size_t count, size_t *room, size_t item_bytes) {
  if (count < *room)
    return items;
  size_t larger = *room ? *room * 2 : 16;
  void *moved = realloc(items, larger * item_bytes);
  if (moved)
    *room = larger;
  return moved;
}

API Error cudaGetLastError(void) {
  ls_lock();
  Error error = device_error ? device_error : thread.last;
  thread.last = cudaSuccess;
  ls_unlock();
  return error;
}

API Error cudaPeekAtLastError(void) {
  ls_lock();
  Error error = device_error ? device_error : thread.last;
  ls_unlock();
  return error;
}

static const struct {
  Error number;
  const char *name, *text;
} ERRORS[] = {
#define ERROR(name, number, text) {number, #name, text},
#define RESULT(name, number)
#include "cudart_errors.h"
};

static const char *describe(Error error, int name) {
  for (size_t i = 0; i < sizeof ERRORS / sizeof *ERRORS; i++)
    if (ERRORS[i].number == error)
      return name || !*ERRORS[i].text ? ERRORS[i].name : ERRORS[i].text;
  return "unrecognized error code";
}

API const char *cudaGetErrorName(Error error) {
  return describe(error, 1);
}

API const char *cudaGetErrorString(Error error) {
  return describe(error, 0);
}
