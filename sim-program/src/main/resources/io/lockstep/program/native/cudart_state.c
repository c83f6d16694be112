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
 * stream first. Functions of the WHOLE device would wait for the capturing streams, too, so no mode
 * permits them. Those that ask or wait for one stream or event look at it first: query in
 * cudart_stream.c, settled in cudart_event.c.
 */
enum { UNSAFE, WAITING, WHOLE };
static const struct {
  const char *name;
  int kind;
} RESTRICTED[] = {
    {"cudaMalloc", UNSAFE},
    {"cudaMalloc3D", UNSAFE},
    {"cudaMalloc3DArray", UNSAFE},
    {"cudaMallocArray", UNSAFE},
    {"cudaMallocHost", UNSAFE},
    {"cudaMallocManaged", UNSAFE},
    {"cudaMallocPitch", UNSAFE},
    {"cudaFree", UNSAFE},
    {"cudaFreeArray", UNSAFE},
    {"cudaFreeHost", UNSAFE},
    {"cudaHostAlloc", UNSAFE},
    {"cudaHostRegister", UNSAFE},
    {"cudaHostUnregister", UNSAFE},
    {"cudaMemcpy", WAITING},
    {"cudaMemcpy2D", WAITING},
    {"cudaMemcpy2DArrayToArray", WAITING},
    {"cudaMemcpy2DFromArray", WAITING},
    {"cudaMemcpy2DToArray", WAITING},
    {"cudaMemcpy3D", WAITING},
    {"cudaMemcpy3DPeer", WAITING},
    {"cudaMemcpyArrayToArray", WAITING},
    {"cudaMemcpyFromArray", WAITING},
    {"cudaMemcpyFromSymbol", WAITING},
    {"cudaMemcpyPeer", WAITING},
    {"cudaMemcpyToArray", WAITING},
    {"cudaMemcpyToSymbol", WAITING},
    {"cudaDeviceSynchronize", WHOLE},
    {"cudaDeviceReset", WHOLE},
    {"cuMemHostRegister_v2", UNSAFE},
    {"cuMemHostUnregister", UNSAFE},
    {"cuMemcpy", WAITING},
    {"cuMemcpy2D_v2", WAITING},
    {"cuMemcpy3D_v2", WAITING},
    {"cuMemcpyAtoA_v2", WAITING},
    {"cuMemcpyAtoD_v2", WAITING},
    {"cuMemcpyAtoH_v2", WAITING},
    {"cuMemcpyDtoA_v2", WAITING},
    {"cuMemcpyDtoD_v2", WAITING},
    {"cuMemcpyDtoH_v2", WAITING},
    {"cuMemcpyHtoA_v2", WAITING},
    {"cuMemcpyHtoD_v2", WAITING},
    {"cuMemcpyPeer", WAITING},
    {"cuLibraryLoadData", UNSAFE},
    {"cuLibraryLoadFromFile", UNSAFE},
    {"cuLibraryUnload", UNSAFE},
    {"cuModuleLoad", UNSAFE},
    {"cuModuleLoadData", UNSAFE},
    {"cuModuleLoadDataEx", UNSAFE},
    {"cuModuleLoadFatBinary", UNSAFE},
    {"cuModuleUnload", UNSAFE},
    {"cuCtxDestroy_v2", WHOLE},
    {"cuCtxSynchronize", WHOLE},
    {"cuDevicePrimaryCtxReset_v2", WHOLE},
};

Error capture_permits(const char *function) {
  size_t count = captures ? sizeof RESTRICTED / sizeof *RESTRICTED : 0, i = 0;
  while (i < count && strcmp(RESTRICTED[i].name, function))
    i++;
  if (i == count)
    return cudaSuccess;
  if (RESTRICTED[i].kind == WAITING)
    TRY(capture_legacy(1));
  if (RESTRICTED[i].kind != WHOLE)
    return capture_permits_unsafe();
  for (Capture *at = captures; at; at = at->next)
    at->invalid = 1;
  return cudaErrorStreamCaptureUnsupported;
}

static int is_default(const Stream *stream) {
  return stream == NULL || stream == LEGACY || stream == PER_THREAD;
}

static int alive(const Stream *stream) {
  const Stream *at = streams;
  while (at && at != stream)
    at = at->next;
  return at != NULL;
}

/* The default stream of a thread is an object as others are, but has the legacy stream's number. */
Stream *stream_object(Stream *handle) {
  if (handle == PER_THREAD && !of_thread && (of_thread = calloc(1, sizeof *of_thread))) {
    of_thread->next = streams;
    streams = of_thread;
  }
  return handle == PER_THREAD ? of_thread : handle == LEGACY ? NULL : handle;
}

Error stream_known(Stream *stream, uint32_t *number) {
  *number = 0;
  if (is_default(stream))
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
