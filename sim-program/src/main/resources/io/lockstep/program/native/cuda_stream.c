/* SPDX-License-Identifier: Apache-2.0 */
/* Streams, events and their capture. */
#include "cuda_driver.h"

API Result cuStreamCreate(Stream **stream, unsigned flags) {
  DRIVE(cudaStreamCreateWithFlags(stream, flags));
}

API Result cuStreamCreateWithPriority(Stream **stream, unsigned flags, int priority) {
  DRIVE(cudaStreamCreateWithPriority(stream, flags, priority));
}

API Result cuStreamDestroy_v2(Stream *stream) {
  DRIVE(cudaStreamDestroy(stream));
}
ALSO(cuStreamDestroy_v2, cuStreamDestroy);

API Result cuStreamSynchronize(Stream *stream) {
  DRIVE(cudaStreamSynchronize(stream));
}
ALSO(cuStreamSynchronize, cuStreamSynchronize_ptsz);

API Result cuStreamQuery(Stream *stream) {
  DRIVE(cudaStreamQuery(stream));
}
ALSO(cuStreamQuery, cuStreamQuery_ptsz);

API Result cuStreamWaitEvent(Stream *stream, Event *event, unsigned flags) {
  DRIVE(cudaStreamWaitEvent(stream, event, flags));
}
ALSO(cuStreamWaitEvent, cuStreamWaitEvent_ptsz);

API Result cuStreamAddCallback(Stream *stream, StreamCallback function, void *data,
                               unsigned flags) {
  DRIVE(cudaStreamAddCallback(stream, function, data, flags));
}
ALSO(cuStreamAddCallback, cuStreamAddCallback_ptsz);

API Result cuLaunchHostFunc(Stream *stream, HostFunction function, void *data) {
  DRIVE(cudaLaunchHostFunc(stream, function, data));
}
ALSO(cuLaunchHostFunc, cuLaunchHostFunc_ptsz);

API Result cuStreamGetPriority(Stream *stream, int *priority) {
  DRIVE(cudaStreamGetPriority(stream, priority));
}
ALSO(cuStreamGetPriority, cuStreamGetPriority_ptsz);

API Result cuStreamGetFlags(Stream *stream, unsigned *flags) {
  DRIVE(cudaStreamGetFlags(stream, flags));
}
ALSO(cuStreamGetFlags, cuStreamGetFlags_ptsz);

API Result cuStreamGetId(Stream *stream, unsigned long long *id) {
  DRIVE(cudaStreamGetId(stream, id));
}
ALSO(cuStreamGetId, cuStreamGetId_ptsz);

API Result cuStreamGetDevice(Stream *stream, int *device) {
  DRIVE(cudaStreamGetDevice(stream, device));
}
ALSO(cuStreamGetDevice, cuStreamGetDevice_ptsz);

/* Streams are not kept by context. */
static Error context_of(Stream *stream, Context **context) {
  uint32_t number;
  TRY(stream_number(stream, &number));
  if (!context)
    return cudaErrorInvalidValue;
  *context = context_current();
  return cudaSuccess;
}

API Result cuStreamGetCtx(Stream *stream, Context **context) {
  DRIVE(context_of(stream, context));
}
ALSO(cuStreamGetCtx, cuStreamGetCtx_ptsz);

API Result cuStreamAttachMemAsync(Stream *stream, DevicePointer address, size_t bytes,
                                  unsigned flags) {
  DRIVE(cudaStreamAttachMemAsync(stream, pointer_of(address), bytes, flags));
}
ALSO(cuStreamAttachMemAsync, cuStreamAttachMemAsync_ptsz);

API Result cuStreamBeginCapture_v2(Stream *stream, int mode) {
  DRIVE(cudaStreamBeginCapture(stream, mode));
}
ALSO(cuStreamBeginCapture_v2, cuStreamBeginCapture_v2_ptsz);

API Result cuStreamEndCapture(Stream *stream, Graph **graph) {
  DRIVE(cudaStreamEndCapture(stream, graph));
}
ALSO(cuStreamEndCapture, cuStreamEndCapture_ptsz);

API Result cuStreamIsCapturing(Stream *stream, int *status) {
  DRIVE(cudaStreamIsCapturing(stream, status));
}
ALSO(cuStreamIsCapturing, cuStreamIsCapturing_ptsz);

API Result cuThreadExchangeStreamCaptureMode(int *mode) {
  ASK(cudaThreadExchangeStreamCaptureMode(mode));
}

API Result cuEventCreate(Event **event, unsigned flags) {
  DRIVE(cudaEventCreateWithFlags(event, flags));
}

API Result cuEventDestroy_v2(Event *event) {
  DRIVE(cudaEventDestroy(event));
}
ALSO(cuEventDestroy_v2, cuEventDestroy);

API Result cuEventRecord(Event *event, Stream *stream) {
  DRIVE(event_record(event, stream));
}
ALSO(cuEventRecord, cuEventRecord_ptsz);

API Result cuEventRecordWithFlags(Event *event, Stream *stream, unsigned flags) {
  DRIVE(cudaEventRecordWithFlags(event, stream, flags));
}
ALSO(cuEventRecordWithFlags, cuEventRecordWithFlags_ptsz);

API Result cuEventSynchronize(Event *event) {
  DRIVE(cudaEventSynchronize(event));
}

API Result cuEventQuery(Event *event) {
  DRIVE(cudaEventQuery(event));
}

API Result cuEventElapsedTime(float *milliseconds, Event *start, Event *end) {
  DRIVE(cudaEventElapsedTime(milliseconds, start, end));
}
ALSO(cuEventElapsedTime, cuEventElapsedTime_v2);
