/* SPDX-License-Identifier: Apache-2.0 */
/* Streams and their capture. Calls are executed in their order; the trace keeps the streams and
   their events. */
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

#define LEAST_PRIORITY 0
#define GREATEST_PRIORITY (-5)

static Error create(Stream **result, unsigned flags, int priority) {
  if (!result)
    return cudaErrorInvalidValue;
  TRY(check_StreamFlags(flags));
  int held = priority > LEAST_PRIORITY ? LEAST_PRIORITY : priority;
  return check(stream_make(result, flags, held < GREATEST_PRIORITY ? GREATEST_PRIORITY : held));
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

static Error synchronize(Stream *stream) {
  uint32_t number;
  TRY(asked(stream, &number));
  TRY(check(ls_event(LS_STREAM_SYNCHRONIZE, number, 0)));
  return synchronized();
}

/* Work is executed when it is submitted: a valid stream has always finished. */
static Error query(Stream *stream) {
  uint32_t number;
  TRY(asked(stream, &number));
  return check(ls_sync());
}

/* A value of a stream, which is 0 for the default ones. */
static Error value_of(Stream *stream, int (*value)(const Stream *), int *result) {
  uint32_t number;
  TRY(stream_known(stream, &number));
  return STORE(result, number == 0 ? 0 : value(stream_object(stream)));
}

static int priority_of(const Stream *stream) {
  return stream->priority;
}

static int flags_of(const Stream *stream) {
  return (int)stream->flags;
}

static Error id_of(Stream *stream, unsigned long long *id) {
  uint32_t number;
  TRY(stream_known(stream, &number));
  return STORE(id, number);
}

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

static Error call_back(Stream *stream, StreamCallback function, void *data, unsigned flags) {
  if (!function || flags)
    return cudaErrorInvalidValue;
  TRY(stream_settled(stream));
  TRY(check(ls_sync()));
  function(stream, cudaSuccess, data);
  return cudaSuccess;
}
