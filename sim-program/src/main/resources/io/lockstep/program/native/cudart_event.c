/* SPDX-License-Identifier: Apache-2.0 */
/* Events. Their times are those of Lockstep's deterministic clock. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

#define NANOSECONDS_PER_MILLISECOND 1e6

static Event *events; /* all that live */
static uint32_t *free_numbers;
static size_t free_count, free_room;
static uint32_t last_number;

static int alive(const Event *event) {
  const Event *at = events;
  while (at && at != event)
    at = at->next;
  return at != NULL;
}

/* cudaEventBlockingSync, cudaEventDisableTiming, cudaEventInterprocess, which wants no timing */
enum { BLOCKING = 1, UNTIMED = 2, INTERPROCESS = 4 };

static Error create(Event **result, unsigned flags) {
  if (!result || flags > (BLOCKING | UNTIMED | INTERPROCESS)
      || (flags & INTERPROCESS && !(flags & UNTIMED)))
    return cudaErrorInvalidValue;
  Event *event = calloc(1, sizeof *event);
  if (!event)
    return cudaErrorMemoryAllocation;
  event->number = free_count > 0 ? free_numbers[--free_count] : ++last_number;
  event->flags = flags;
  event->next = events;
  events = event;
  *result = event;
  return cudaSuccess;
}

API Error cudaEventCreate(Event **event) {
  CALL(create(event, 0));
}

API Error cudaEventCreateWithFlags(Event **event, unsigned flags) {
  CALL(create(event, flags));
}

ENTRY(cudaEventDestroy, (Event *event), (event)) {
  for (Event **at = &events; *at; at = &(*at)->next)
    if (*at == event) {
      *at = event->next;
      uint32_t *numbers = grow(free_numbers, free_count, &free_room, sizeof *numbers);
      if (numbers) {
        free_numbers = numbers;
        free_numbers[free_count++] = event->number;
      }
      Error error = check(ls_event(LS_EVENT_RELEASE, 0, event->number));
      free(event->tails.items);
      free(event);
      return error;
    }
  return cudaErrorInvalidResourceHandle;
}

Error event_record(Event *event, Stream *stream) {
  if (!alive(event))
    return cudaErrorInvalidResourceHandle;
  Stream *capturing = stream_capturing(stream);
  event->capture = capturing ? capturing->capture : NULL;
  if (capturing)
    return nodes_copy(&event->tails, &capturing->tails);
  uint32_t number;
  TRY(stream_number(stream, &number));
  event->recorded = 1;
  return check(ls_event(LS_EVENT_RECORD, number, event->number));
}

API Error cudaEventRecord(Event *event, Stream *stream) {
  CALL(event_record(event, stream));
}
ALSO(cudaEventRecord, cudaEventRecord_ptsz);

API Error cudaEventRecordWithFlags(Event *event, Stream *stream, unsigned flags) {
  CALL(flags > 1 ? cudaErrorInvalidValue : event_record(event, stream));
}
ALSO(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz);

static int contains(const Nodes *nodes, const GraphNode *node) {
  for (size_t i = 0; i < nodes->count; i++)
    if (nodes->items[i] == node)
      return 1;
  return 0;
}

/* A stream that waits for an event of a capture joins the capture. */
static Error join(Event *event, Stream *stream) {
  if (stream->capture && stream->capture != event->capture)
    return cudaErrorStreamCaptureMerge;
  stream->capture = event->capture;
  for (size_t i = 0; i < event->tails.count; i++)
    if (!contains(&stream->tails, event->tails.items[i]))
      TRY(nodes_add(&stream->tails, event->tails.items[i]));
  return cudaSuccess;
}

Error event_wait(Event *event, Stream *stream) {
  if (!alive(event))
    return cudaErrorInvalidResourceHandle;
  uint32_t number;
  TRY(stream_number(stream, &number));
  if (event->capture)
    return number == 0 ? cudaErrorStreamCaptureImplicit : join(event, stream);
  if (stream_capturing(stream))
    return event->recorded ? cudaErrorStreamCaptureIsolation : cudaSuccess;
  return event->recorded ? check(ls_event(LS_EVENT_WAIT, number, event->number)) : cudaSuccess;
}

API Error cudaStreamWaitEvent(Stream *stream, Event *event, unsigned flags) {
  CALL(flags > 1 ? cudaErrorInvalidValue : event_wait(event, stream));
}
ALSO(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz);

ENTRY(cudaEventSynchronize, (Event *event), (event)) {
  if (!alive(event))
    return cudaErrorInvalidResourceHandle;
  if (event->capture)
    return cudaErrorCapturedEvent;
  if (event->recorded)
    TRY(check(ls_event(LS_EVENT_SYNCHRONIZE, 0, event->number)));
  return check(ls_sync());
}

ENTRY(cudaEventQuery, (Event *event), (event)) {
  return alive(event) ? check(ls_sync()) : cudaErrorInvalidResourceHandle;
}

ENTRY(cudaEventElapsedTime, (float *milliseconds, Event *start, Event *end),
       (milliseconds, start, end)) {
  if (!milliseconds)
    return cudaErrorInvalidValue;
  if (!alive(start) || !alive(end) || !start->recorded || !end->recorded
      || (start->flags | end->flags) & UNTIMED)
    return cudaErrorInvalidResourceHandle;
  uint64_t from, to;
  TRY(check(ls_clock(start->number, &from)));
  TRY(check(ls_clock(end->number, &to)));
  *milliseconds = (float)(((double)to - (double)from) / NANOSECONDS_PER_MILLISECOND);
  return cudaSuccess;
}
