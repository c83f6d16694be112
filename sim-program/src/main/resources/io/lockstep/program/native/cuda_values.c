/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations of streams on single values in memory. Work is executed in the order of its submission,
 * so a wait is decided when it is submitted: a value that only later work writes is refused. What wrote
 * the value is an operation of this file, whose end the stream waits for, or else any earlier work.
 */
#include <stdlib.h>
#include <string.h>

#include "cuda_driver.h"

enum { WAIT_32 = 1, WRITE_32, FLUSH, WAIT_64, WRITE_64, BARRIER }; /* CUstreamBatchMemOpType */
enum { GREATER_OR_EQUAL, EQUAL, AND, NOR, WAIT_FLUSH = 1 << 30 };  /* CUstreamWaitValue_flags */

/* CUstreamBatchMemOpParams */
typedef struct {
  int type;
  DevicePointer at;
  uint64_t value;
  unsigned flags;
  uint64_t unused[2];
} Operation;
_Static_assert(sizeof(Operation) == 48, "CUstreamBatchMemOpParams");

/* The value that an operation last wrote at an address, and the event behind it. */
typedef struct Written {
  DevicePointer at;
  uint64_t value;
  Event *event;
  struct Written *next;
} Written;
static Written *all_written;

static unsigned bytes_of(const Operation *operation) {
  return operation->type == WAIT_64 || operation->type == WRITE_64 ? 8 : 4;
}

static Written *written_at(DevicePointer at) {
  Written *written = all_written;
  while (written && written->at != at)
    written = written->next;
  return written;
}

static Error write_half(DevicePointer at, unsigned value, Stream *stream) {
  return fill_rows(&(MemsetParams){.dst = pointer_of(at),
                                   .pitch = sizeof value,
                                   .value = value,
                                   .element_bytes = sizeof value,
                                   .width = 1,
                                   .height = 1},
                   stream);
}

static Error write_value(const Operation *operation, Stream *stream) {
  enum { NO_BARRIER = 1 };
  if (operation->flags > NO_BARRIER)
    return cudaErrorInvalidValue;
  TRY(write_half(operation->at, (unsigned)operation->value, stream));
  if (operation->type == WRITE_64)
    TRY(write_half(operation->at + 4, (unsigned)(operation->value >> 32), stream));
  Written *written = written_at(operation->at);
  if (!written) {
    written = calloc(1, sizeof *written);
    if (!written)
      return cudaErrorMemoryAllocation;
    Error error = cudaEventCreateWithFlags(&written->event, 0);
    if (error) {
      free(written);
      return error;
    }
    written->at = operation->at;
    written->next = all_written;
    all_written = written;
  }
  written->value = operation->value;
  return event_record(written->event, stream);
}

/* Reads a value without a step of the program. */
static Error current(const Operation *operation, uint64_t *value) {
  const void *pointer = pointer_of(operation->at);
  unsigned bytes = bytes_of(operation);
  *value = 0;
  if (region_of(pointer) || host_is_pinned(pointer)) {
    memcpy(value, pointer, bytes); /* fetches it from the device if it is there */
    return cudaSuccess;
  }
  const Allocation *allocation = allocation_of(operation->at);
  if (!allocation || allocation->bytes - (operation->at - allocation->address) < bytes)
    return cudaErrorInvalidValue;
  return check(ls_read(operation->at, value, bytes, 0, LS_HIDDEN));
}

static int is_reached(const Operation *operation, uint64_t now) {
  int wide = operation->type == WAIT_64;
  uint64_t all = wide ? UINT64_MAX : UINT32_MAX, wanted = operation->value & all;
  switch (operation->flags & ~(unsigned)WAIT_FLUSH) {
  case GREATER_OR_EQUAL:
    return wide ? (int64_t)(now - wanted) >= 0 : (int32_t)(uint32_t)(now - wanted) >= 0;
  case EQUAL:
    return now == wanted;
  case AND:
    return (now & wanted) != 0;
  default:
    return (~(now | wanted) & all) != 0;
  }
}

/* Lets the stream wait for what has been submitted to all streams that the default stream waits for. */
static Error wait_for_all(Stream *stream) {
  Event *event;
  TRY(cudaEventCreateWithFlags(&event, 0));
  Error error = event_record(event, NULL);
  if (!error)
    error = event_wait(event, stream);
  Error destroyed = cudaEventDestroy(event);
  return error ? error : destroyed;
}

/* Waits for a value of which the bits of a mask count. */
static Error wait_value(const Operation *operation, uint64_t mask, Stream *stream) {
  uint64_t now;
  if ((operation->flags & ~(unsigned)WAIT_FLUSH) > NOR)
    return cudaErrorInvalidValue;
  TRY(current(operation, &now));
  if (!is_reached(operation, now & mask))
    return unsupported("a stream that waits for a value which later work writes (cuStreamWaitValue)");
  const Written *written = written_at(operation->at);
  return written && written->value == now ? event_wait(written->event, stream)
                                          : wait_for_all(stream);
}

static Error perform(const Operation *operation, uint64_t mask, Stream *stream) {
  uint32_t number;
  TRY(stream_number(stream, &number));
  if (stream_capturing(stream))
    return unsupported("a graph with operations on values (cuStreamWriteValue)");
  if (operation->type == FLUSH || operation->type == BARRIER)
    return cudaSuccess; /* streams keep their order in any case */
  if (operation->type < WAIT_32 || operation->type > WRITE_64
      || operation->at % bytes_of(operation) || !operation->at)
    return cudaErrorInvalidValue;
  return operation->type == WRITE_32 || operation->type == WRITE_64
             ? write_value(operation, stream)
             : wait_value(operation, mask, stream);
}

static Error perform_all(const Operation *operations, unsigned count, unsigned flags,
                         Stream *stream) {
  enum { MOST = 256 };
  if (!operations || count > MOST || flags)
    return cudaErrorInvalidValue;
  for (unsigned i = 0; i < count; i++)
    TRY(perform(&operations[i], UINT64_MAX, stream));
  return cudaSuccess;
}
