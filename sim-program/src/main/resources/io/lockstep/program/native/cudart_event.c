/* SPDX-License-Identifier: Apache-2.0 */
/* Events. Their times are those of Lockstep's deterministic clock. */
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

#define NANOSECONDS_PER_MILLISECOND 1e6

static Event *events; /* all that live */
static uint32_t *free_numbers;
static size_t free_count, free_room;
static uint32_t last_number;

int event_alive(const Event *event) {
  const Event *at = events;
  while (at && at != event)
    at = at->next;
  return at != NULL;
}

static Error create(Event **result, unsigned flags) {
  if (!result || (flags & cudaEventInterprocess && !(flags & cudaEventDisableTiming)))
    return cudaErrorInvalidValue;
  TRY(check_EventFlags(flags));
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

/* An external event of a capture is a node of the graph. */
static Error record(Event *event, Stream *handle, int external) {
  uint32_t number;
  if (!event_alive(event))
    return cudaErrorInvalidResourceHandle;
  TRY(stream_known(handle, &number));
  Stream *stream = stream_capturing(handle);
  if (external)
    return stream ? capture_event(stream, NODE_RECORD, event) : cudaErrorInvalidValue;
  if (stream) {
    TRY(capture_valid(stream));
    event->captured = stream->capture->id;
    return nodes_copy(&event->tails, &stream->tails);
  }
  TRY(stream_number(handle, &number));
  event->captured = 0;
  event->recorded = 1;
  return check(ls_event(LS_EVENT_RECORD, number, event->number));
}

Error event_record(Event *event, Stream *stream) {
  return record(event, stream, 0);
}

/* A stream that waits for an event of a capture joins the capture. */
static Error join(const Event *event, Stream *stream) {
  Capture *capture = capture_of(event->captured);
  if (stream->capture ? stream->capture != capture : !capture) {
    if (!stream->capture)
      return cudaErrorCapturedEvent; /* of a capture that has ended */
    if (capture)
      capture->invalid = 1;
    return capture_spoil(stream->capture, cudaErrorStreamCaptureMerge);
  }
  if (capture->invalid)
    return cudaErrorInvalidValue;
  if (!stream->capture)
    stream->tails.count = 0;
  stream->capture = capture;
  for (size_t i = 0; i < event->tails.count; i++)
    if (!nodes_contain(&stream->tails, event->tails.items[i]))
      TRY(nodes_add(&stream->tails, event->tails.items[i]));
  return cudaSuccess;
}

/* The legacy stream cannot join a capture. */
static Error join_legacy(const Event *event) {
  Capture *capture = capture_of(event->captured);
  return capture ? capture_spoil(capture, cudaErrorStreamCaptureImplicit) : cudaErrorCapturedEvent;
}

static Error wait(Event *event, Stream *handle, int external) {
  uint32_t number;
  if (!event_alive(event))
    return cudaErrorInvalidResourceHandle;
  TRY(stream_known(handle, &number));
  Stream *stream = stream_object(handle), *capturing = stream_capturing(handle);
  if (external)
    return capturing ? capture_event(capturing, NODE_WAIT, event) : cudaErrorInvalidValue;
  if (capturing)
    TRY(capture_valid(capturing));
  if (event->captured)
    return stream ? join(event, stream) : join_legacy(event);
  if (capturing)
    return capture_spoil(capturing->capture, cudaErrorStreamCaptureIsolation);
  TRY(stream_number(handle, &number));
  return event->recorded ? check(ls_event(LS_EVENT_WAIT, number, event->number)) : cudaSuccess;
}

Error event_wait(Event *event, Stream *stream) {
  return wait(event, stream, 0);
}

/* Whether an event may be asked, or waited for; one of a capture stands for no work. */
static Error settled(const Event *event) {
  if (!event_alive(event))
    return cudaErrorInvalidResourceHandle;
  Capture *capture = event->captured ? capture_of(event->captured) : NULL;
  if (capture)
    capture->invalid = 1;
  return event->captured ? cudaErrorCapturedEvent : capture_permits_unsafe();
}

ENTRY(cudaEventElapsedTime, (float *milliseconds, Event *start, Event *end),
       (milliseconds, start, end)) {
  if (!milliseconds)
    return cudaErrorInvalidValue;
  if (!event_alive(start) || !event_alive(end))
    return cudaErrorInvalidResourceHandle;
  if (start->captured || end->captured)
    return cudaErrorCapturedEvent;
  if (!start->recorded || !end->recorded || (start->flags | end->flags) & cudaEventDisableTiming)
    return cudaErrorInvalidResourceHandle;
  uint64_t from, to;
  TRY(check(ls_clock(start->number, &from)));
  TRY(check(ls_clock(end->number, &to)));
  *milliseconds = (float)(((double)to - (double)from) / NANOSECONDS_PER_MILLISECOND);
  return cudaSuccess;
}
