/* SPDX-License-Identifier: Apache-2.0 */
/* Streams and their capture. Calls are executed in their order; the trace keeps the streams and
   their events. */
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

#define LEAST_PRIORITY 0
#define GREATEST_PRIORITY (-5)

static uint32_t stream_limit; /* numbers given so far */

/* The smallest number that no stream has: a trace holds few streams. */
static uint32_t free_number(void) {
  for (uint32_t number = 1; number <= stream_limit; number++) {
    const Stream *at = streams;
    while (at && at->number != number)
      at = at->next;
    if (!at)
      return number;
  }
  return ++stream_limit;
}

static Error create(Stream **result, unsigned flags, int priority) {
  if (!result)
    return cudaErrorInvalidValue;
  TRY(check_StreamFlags(flags));
  Stream *stream = calloc(1, sizeof *stream);
  if (!stream)
    return cudaErrorMemoryAllocation;
  stream->number = free_number();
  stream->flags = flags;
  stream->priority = priority > LEAST_PRIORITY      ? LEAST_PRIORITY
                     : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                                    : priority;
  stream->next = streams;
  streams = stream;
  *result = stream;
  return check(ls_stream(stream->number, 0));
}

API Error cudaStreamCreate(Stream **stream) {
  CALL(create(stream, 0, 0));
}

API Error cudaStreamCreateWithFlags(Stream **stream, unsigned flags) {
  CALL(create(stream, flags, 0));
}

API Error cudaStreamCreateWithPriority(Stream **stream, unsigned flags, int priority) {
  CALL(create(stream, flags, priority));
}

ENTRY(cudaStreamDestroy, (Stream *stream), (stream)) {
  for (Stream **at = &streams; *at; at = &(*at)->next)
    if (*at == stream) {
      capture_drop(stream);
      *at = stream->next;
      Error error = check(ls_stream(stream->number, LS_STREAM_RELEASE));
      free(stream->tails.items);
      free(stream);
      return error;
    }
  return cudaErrorInvalidResourceHandle;
}

/* Whether a stream may be asked, or waited for. */
static Error asked(Stream *stream, uint32_t *number) {
  TRY(stream_settled(stream));
  TRY(capture_permits_unsafe());
  return stream_known(stream, number);
}

ENTRY(cudaStreamSynchronize, (Stream *stream), (stream)) {
  uint32_t number;
  TRY(asked(stream, &number));
  TRY(check(ls_event(LS_STREAM_SYNCHRONIZE, number, 0)));
  return synchronized();
}
ALSO(cudaStreamSynchronize, cudaStreamSynchronize_ptsz);

/* Work is executed when it is submitted: a valid stream has always finished. */
static Error query(Stream *stream) {
  uint32_t number;
  TRY(asked(stream, &number));
  return check(ls_sync());
}

API Error cudaStreamQuery(Stream *stream) {
  CALL(query(stream));
}
ALSO(cudaStreamQuery, cudaStreamQuery_ptsz);

ENTRY(cudaDeviceSynchronize, (void), ()) {
  TRY(check(ls_event(LS_DEVICE_SYNCHRONIZE, 0, 0)));
  return synchronized();
}
ALSO(cudaDeviceSynchronize, cudaThreadSynchronize);

/* A value of a stream, which is 0 for the default ones. */
static Error value_of(Stream *stream, int (*value)(const Stream *), int *result) {
  uint32_t number;
  TRY(stream_known(stream, &number));
  return STORE(result, number == 0 ? 0 : value(stream));
}

static int priority_of(const Stream *stream) {
  return stream->priority;
}

static int flags_of(const Stream *stream) {
  return (int)stream->flags;
}

static int device_of(const Stream *stream) {
  (void)stream;
  return 0;
}

API Error cudaStreamGetPriority(Stream *stream, int *priority) {
  CALL(value_of(stream, priority_of, priority));
}
ALSO(cudaStreamGetPriority, cudaStreamGetPriority_ptsz);

API Error cudaStreamGetFlags(Stream *stream, unsigned *flags) {
  CALL(value_of(stream, flags_of, (int *)flags));
}
ALSO(cudaStreamGetFlags, cudaStreamGetFlags_ptsz);

API Error cudaStreamGetDevice(Stream *stream, int *device) {
  CALL(value_of(stream, device_of, device));
}
ALSO(cudaStreamGetDevice, cudaStreamGetDevice_ptsz);

ENTRY(cudaStreamGetId, (Stream *stream, unsigned long long *id), (stream, id)) {
  uint32_t number;
  TRY(stream_known(stream, &number));
  return STORE(id, number);
}
ALSO(cudaStreamGetId, cudaStreamGetId_ptsz);

API Error cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (least)
    *least = LEAST_PRIORITY;
  if (greatest)
    *greatest = GREATEST_PRIORITY;
  CALL(cudaSuccess);
}

/* Attributes of streams (access windows, synchronization policies) change no results. */
static Error known_stream(Stream *stream) {
  uint32_t number;
  return stream_known(stream, &number);
}

API Error cudaStreamSetAttribute(Stream *stream, int attribute, const void *value) {
  (void)attribute, (void)value;
  CALL(known_stream(stream));
}
ALSO(cudaStreamSetAttribute, cudaStreamSetAttribute_ptsz);

Error host_function(const HostNodeParams *host, Stream *stream) {
  if (!host->function)
    return cudaErrorInvalidValue;
  Stream *capturing = stream_capturing(stream);
  if (capturing)
    return capture_host(capturing, host);
  TRY(stream_settled(stream));
  TRY(check(ls_sync()));
  host->function(host->data);
  return cudaSuccess;
}

API Error cudaLaunchHostFunc(Stream *stream, HostFunction function, void *data) {
  CALL(host_function(&(HostNodeParams){.function = function, .data = data}, stream));
}
ALSO(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz);

ENTRY(cudaStreamAddCallback, (Stream *stream, StreamCallback function, void *data, unsigned flags),
       (stream, function, data, flags)) {
  if (!function || flags)
    return cudaErrorInvalidValue;
  TRY(stream_settled(stream));
  TRY(check(ls_sync()));
  function(stream, cudaSuccess, data);
  return cudaSuccess;
}
ALSO(cudaStreamAddCallback, cudaStreamAddCallback_ptsz);
