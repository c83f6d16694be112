/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams and captures as data, and whether captures permit a function. Rules and codes: "CUDA Runtime
 * API, Stream Management" of CUDA 13.0 and the section on stream capture of the "CUDA C++ Programming
 * Guide".
 */
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

Stream *streams;
Capture *captures;
__thread int capture_mode;         /* cudaThreadExchangeStreamCaptureMode */
static __thread Stream *of_thread; /* its default stream, once it is used */
static unsigned long long last_thread;
static __thread unsigned long long thread_number;

unsigned long long capture_thread(void) {
  if (!thread_number)
    thread_number = ++last_thread;
  return thread_number;
}

Error capture_spoil(Capture *capture, Error reason) {
  capture->invalid = 1;
  return reason;
}

Error capture_valid(const Stream *stream) {
  return stream->capture->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
}

Capture *capture_of(unsigned long long id) {
  Capture *at = captures;
  while (at && at->id != id)
    at = at->next;
  return at;
}

Capture *capture_into(const Graph *graph) {
  Capture *at = captures;
  while (at && at->graph != graph)
    at = at->next;
  return at;
}

Error capture_legacy(int spoil) {
  Error error = cudaSuccess;
  for (Stream *at = captures ? streams : NULL; at; at = at->next)
    if (at->capture && !(at->flags & 1)) {
      error = cudaErrorStreamCaptureImplicit;
      at->capture->invalid |= spoil;
    }
  return error;
}

Error capture_permits_unsafe(void) {
  Error error = cudaSuccess;
  for (Capture *at = captures; at; at = at->next) {
    int own = at->thread == capture_thread();
    if (capture_mode != MODE_RELAXED
        && (own ? at->mode != MODE_RELAXED : at->mode == MODE_GLOBAL && capture_mode == MODE_GLOBAL))
      error = capture_spoil(at, cudaErrorStreamCaptureUnsupported);
  }
  return error;
}

/*
 * Functions that captures do not observe. UNSAFE ones depend on modes. WAITING ones use the legacy
 * stream first, those OF_THREAD the thread's own one. Functions of the WHOLE device would wait for the capturing streams, too, so no mode
 * permits them. Those that ask or wait for one stream or event look at it first: query in
 * cudart_stream.c, settled in cudart_event.c.
 */
enum { UNSAFE, WAITING, OF_THREAD, WHOLE };
static const struct {
  const char *name;
  int kind;
} RESTRICTED[] = {
#include "cudart_restricted.h" /* of api.txt */
};

Error capture_permits(const char *function) {
  size_t count = captures ? sizeof RESTRICTED / sizeof *RESTRICTED : 0, i = 0;
  while (i < count && strcmp(RESTRICTED[i].name, function))
    i++;
  if (i == count)
    return cudaSuccess;
  if (RESTRICTED[i].kind == WAITING)
    TRY(capture_legacy(1));
  if (RESTRICTED[i].kind == OF_THREAD)
    TRY(stream_settled(PER_THREAD));
  if (RESTRICTED[i].kind != WHOLE)
    return capture_permits_unsafe();
  for (Capture *at = captures; at; at = at->next)
    at->invalid = 1;
  return cudaErrorStreamCaptureUnsupported;
}

static int alive(const Stream *stream) {
  const Stream *at = streams;
  while (at && at != stream)
    at = at->next;
  return at != NULL;
}

/* The smallest number that no stream has: a trace holds few streams. */
static uint32_t free_number(void) {
  static uint32_t limit; /* numbers given so far */
  for (uint32_t number = 1; number <= limit; number++) {
    const Stream *at = streams;
    while (at && at->number != number)
      at = at->next;
    if (!at)
      return number;
  }
  return ++limit;
}

int stream_make(Stream **result, unsigned flags, int priority) {
  Stream *stream = *result = calloc(1, sizeof *stream);
  if (!stream)
    return LS_MEMORY;
  *stream = (Stream){
      .number = free_number(), .flags = flags, .priority = priority, .next = streams};
  streams = stream;
  return ls_stream(stream->number, 0);
}

/* The default stream of a thread is an object as others are, made at its first use. */
Stream *stream_object(Stream *handle) {
  if (handle == PER_THREAD && !of_thread)
    stream_make(&of_thread, 0, 0);
  return handle == PER_THREAD ? of_thread : handle == LEGACY ? NULL : handle;
}

Error stream_known(Stream *stream, uint32_t *number) {
  *number = 0;
  stream = stream_object(stream);
  if (!stream)
    return cudaSuccess;
  if (!alive(stream))
    return cudaErrorInvalidResourceHandle;
  *number = stream->number;
  return cudaSuccess;
}

Error stream_number(Stream *stream, uint32_t *number) {
  TRY(stream_known(stream, number));
  return stream_object(stream) ? cudaSuccess : capture_legacy(1);
}

Stream *stream_capturing(Stream *handle) {
  Stream *stream = stream_object(handle);
  return stream && alive(stream) && stream->capture ? stream : NULL;
}

Error stream_settled(Stream *stream) {
  uint32_t number;
  TRY(stream_number(stream, &number));
  Stream *capturing = stream_capturing(stream);
  return capturing ? capture_spoil(capturing->capture, cudaErrorStreamCaptureUnsupported)
                   : cudaSuccess;
}
