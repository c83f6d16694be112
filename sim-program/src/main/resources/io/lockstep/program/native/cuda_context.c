/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Initialization and contexts. All contexts have the one device and its memory: a context is a
 * handle with flags, and a thread has a stack of them. A thread that has called the runtime and has
 * none gets the primary one, as the runtime does.
 */
#include <stdlib.h>

#include "cuda_driver.h"

#define STACK 64
#define SCHEDULE_MASK 7u
#define FLAGS_MASK 0xFFu

struct Context {
  unsigned flags;
  unsigned long long id;
  Context *next;
};

static Context primary;
static Context *created; /* by the program; the primary one is not among them */
static unsigned retained;
static unsigned long long last_id;
static int initialized;
static __thread Context *stack[STACK];
static __thread unsigned depth;

int context_alive(const Context *context) {
  const Context *at = created;
  while (at && at != context)
    at = at->next;
  return context && (at || context == &primary);
}

Context *context_current(void) {
  return depth > 0 ? stack[depth - 1] : NULL;
}

/* The state of the thread is kept before enter marks it. */
Error driver_enter(ThreadState *kept, const char *function) {
  *kept = *thread_state();
  Error error = enter(function);
  kept->entered |= IS_RUNTIME;
  if (!initialized && !kept->entered)
    return cudaErrorInitializationError;
  if (kept->entered && depth == 0)
    stack[depth++] = &primary;
  return error;
}

Error driver_enter_context(ThreadState *kept, const char *function) {
  TRY(driver_enter(kept, function));
  if (depth == 0)
    return cudaErrorDeviceUninitialized;
  return context_alive(context_current()) ? cudaSuccess : cudaErrorContextIsDestroyed;
}

Result driver_leave(Error error, const ThreadState *kept) {
  if (IS_RUNTIME)
    return leave(error);
  *thread_state() = *kept;
  ls_unlock();
  return result_of(error);
}

API Result cuInit(unsigned flags) {
  ThreadState kept = *thread_state();
  Error error = enter(__func__);
  if (flags)
    error = cudaErrorInvalidValue;
  else if (!error)
    initialized = 1;
  return driver_leave(error, &kept);
}

static Error check_flags(unsigned flags, int device) {
  unsigned schedule = flags & SCHEDULE_MASK;
  if (device != 0)
    return cudaErrorInvalidDevice;
  return flags > FLAGS_MASK || schedule & (schedule - 1) ? cudaErrorInvalidValue : cudaSuccess;
}

static Error push(Context *context) {
  if (!context_alive(context))
    return context ? cudaErrorDeviceUninitialized : cudaErrorInvalidValue;
  if (depth == STACK)
    return cudaErrorMemoryAllocation;
  stack[depth++] = context;
  return cudaSuccess;
}

static Error create(Context **result, unsigned flags, int device) {
  if (!result)
    return cudaErrorInvalidValue;
  TRY(check_flags(flags, device));
  Context *context = calloc(1, sizeof *context);
  if (!context)
    return cudaErrorMemoryAllocation;
  *context = (Context){.flags = flags, .id = ++last_id, .next = created};
  created = context;
  *result = context;
  return push(context);
}

/* CUctxCreateParams */
typedef struct {
  const void *affinities;
  int count;
  const void *graphics;
} CreationParameters;

/* Programs give parameters that ask for nothing, too. */
static Error pop(Context **result) {
  if (depth == 0)
    return cudaErrorDeviceUninitialized;
  depth--;
  if (result)
    *result = stack[depth];
  return cudaSuccess;
}

DRIVER_ENTRY(ASK, cuCtxDestroy_v2, (Context *context), (context)) {
  if (!context || context == &primary)
    return cudaErrorInvalidValue;
  if (!context_alive(context))
    return cudaErrorDeviceUninitialized;
  Error error = check(ls_sync());
  for (Context **at = &created; *at; at = &(*at)->next)
    if (*at == context) {
      *at = context->next;
      break;
    }
  if (context_current() == context)
    pop(NULL);
  free(context);
  return error;
}

DRIVER_ENTRY(ASK, cuCtxSetCurrent, (Context *context), (context)) {
  if (context && !context_alive(context))
    return cudaErrorDeviceUninitialized;
  if (depth > 0)
    depth--;
  return context ? push(context) : cudaSuccess;
}

/* NULL stands for the current context. */
static Error known(Context *context) {
  Context *meant = context ? context : context_current();
  return context_alive(meant) ? cudaSuccess : cudaErrorDeviceUninitialized;
}

static Error set_flags(Context *context, unsigned flags) {
  TRY(check_flags(flags, 0));
  context->flags = flags;
  return cudaSuccess;
}

/* A context has no access to itself as a peer's, and all have the same device. */
DRIVER_ENTRY(ASK, cuDevicePrimaryCtxRetain, (Context **result, int device), (result, device)) {
  TRY(check_flags(0, device));
  if (!result)
    return cudaErrorInvalidValue;
  if (!primary.id)
    primary.id = ++last_id;
  retained++;
  *result = &primary;
  return cudaSuccess;
}

DRIVER_ENTRY(ASK, cuDevicePrimaryCtxRelease_v2, (int device), (device)) {
  TRY(check_flags(0, device));
  if (retained == 0)
    return cudaErrorDeviceUninitialized;
  retained--;
  return cudaSuccess;
}

static Error state(int device, unsigned *flags, int *active, int runtime) {
  TRY(check_flags(0, device));
  if (!flags || !active)
    return cudaErrorInvalidValue;
  *flags = primary.flags;
  *active = retained > 0 || runtime;
  return cudaSuccess;
}

DRIVER_ENTRY(ASK, cuDevicePrimaryCtxReset_v2, (int device), (device)) {
  TRY(check_flags(0, device));
  return cudaDeviceReset();
}
