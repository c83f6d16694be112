/* SPDX-License-Identifier: Apache-2.0 */
/* Streams, events and their capture. */
#include "cuda_driver.h"
#include "cudart_graph.h"

DRIVER_SAME(DRIVE, cuStreamCreate, cudaStreamCreateWithFlags, (Stream **stream, unsigned flags),
             (stream, flags))
DRIVER_SAME(DRIVE, cuStreamCreateWithPriority, cudaStreamCreateWithPriority, (Stream **stream,
             unsigned flags, int priority), (stream, flags, priority))
DRIVER_SAME(DRIVE, cuStreamDestroy_v2, cudaStreamDestroy, (Stream *stream), (stream))
ALSO(cuStreamDestroy_v2, cuStreamDestroy);
DRIVER_SAME(DRIVE, cuStreamSynchronize, cudaStreamSynchronize, (Stream *stream), (stream))
ALSO(cuStreamSynchronize, cuStreamSynchronize_ptsz);
DRIVER_SAME(DRIVE, cuStreamQuery, cudaStreamQuery, (Stream *stream), (stream))
ALSO(cuStreamQuery, cuStreamQuery_ptsz);
DRIVER_SAME(DRIVE, cuStreamWaitEvent, cudaStreamWaitEvent, (Stream *stream, Event *event,
             unsigned flags), (stream, event, flags))
ALSO(cuStreamWaitEvent, cuStreamWaitEvent_ptsz);
DRIVER_SAME(DRIVE, cuStreamAddCallback, cudaStreamAddCallback, (Stream *stream,
             StreamCallback function, void *data, unsigned flags), (stream, function, data, flags))
ALSO(cuStreamAddCallback, cuStreamAddCallback_ptsz);
DRIVER_SAME(DRIVE, cuLaunchHostFunc, cudaLaunchHostFunc, (Stream *stream, HostFunction function,
             void *data), (stream, function, data))
ALSO(cuLaunchHostFunc, cuLaunchHostFunc_ptsz);
DRIVER_SAME(DRIVE, cuStreamGetPriority, cudaStreamGetPriority, (Stream *stream, int *priority),
             (stream, priority))
ALSO(cuStreamGetPriority, cuStreamGetPriority_ptsz);
DRIVER_SAME(DRIVE, cuStreamGetFlags, cudaStreamGetFlags, (Stream *stream, unsigned *flags),
             (stream, flags))
ALSO(cuStreamGetFlags, cuStreamGetFlags_ptsz);
DRIVER_SAME(DRIVE, cuStreamGetId, cudaStreamGetId, (Stream *stream, unsigned long long *id),
             (stream, id))
ALSO(cuStreamGetId, cuStreamGetId_ptsz);
DRIVER_SAME(DRIVE, cuStreamGetDevice, cudaStreamGetDevice, (Stream *stream, int *device),
             (stream, device))
ALSO(cuStreamGetDevice, cuStreamGetDevice_ptsz);

/* Streams are not kept by context. */
DRIVER_ENTRY(DRIVE, cuStreamGetCtx, (Stream *stream, Context **context), (stream, context)) {
  uint32_t number;
  TRY(stream_known(stream, &number));
  return STORE(context, context_current());
}
ALSO(cuStreamGetCtx, cuStreamGetCtx_ptsz);

API Result cuStreamAttachMemAsync(Stream *stream, DevicePointer address, size_t bytes,
                                  unsigned flags) {
  DRIVE(cudaStreamAttachMemAsync(stream, pointer_of(address), bytes, flags));
}
ALSO(cuStreamAttachMemAsync, cuStreamAttachMemAsync_ptsz);

DRIVER_SAME(DRIVE, cuStreamBeginCapture_v2, cudaStreamBeginCapture, (Stream *stream, int mode),
             (stream, mode))
ALSO(cuStreamBeginCapture_v2, cuStreamBeginCapture_v2_ptsz);

API Result cuStreamBeginCapture(Stream *stream) { /* as of CUDA 10.0, without a mode */
  DRIVE(cudaStreamBeginCapture(stream, MODE_GLOBAL));
}
ALSO(cuStreamBeginCapture, cuStreamBeginCapture_ptsz);

DRIVER_SAME(DRIVE, cuStreamBeginCaptureToGraph, cudaStreamBeginCaptureToGraph, (Stream *stream,
             Graph *graph, GraphNode *const *dependencies, const EdgeData *edges, size_t count,
             int mode), (stream, graph, dependencies, edges, count, mode))
ALSO(cuStreamBeginCaptureToGraph, cuStreamBeginCaptureToGraph_ptsz);

API Result cuStreamGetCaptureInfo(Stream *stream, int *status, unsigned long long *id) {
  DRIVE(capture_info(stream, status, id, NULL, NULL, NULL, NULL));
}
ALSO(cuStreamGetCaptureInfo, cuStreamGetCaptureInfo_ptsz);

API Result cuStreamGetCaptureInfo_v2(Stream *stream, int *status, unsigned long long *id,
                                     Graph **graph, GraphNode *const **dependencies,
                                     size_t *count) {
  DRIVE(capture_info(stream, status, id, graph, dependencies, NULL, count));
}
ALSO(cuStreamGetCaptureInfo_v2, cuStreamGetCaptureInfo_v2_ptsz);

API Result cuStreamGetCaptureInfo_v3(Stream *stream, int *status, unsigned long long *id,
                                     Graph **graph, GraphNode *const **dependencies,
                                     const EdgeData **edges, size_t *count) {
  DRIVE(capture_info(stream, status, id, graph, dependencies, edges, count));
}
ALSO(cuStreamGetCaptureInfo_v3, cuStreamGetCaptureInfo_v3_ptsz);

API Result cuStreamUpdateCaptureDependencies(Stream *stream, GraphNode *const *nodes, size_t count,
                                             unsigned flags) {
  DRIVE(capture_update(stream, nodes, NULL, count, flags));
}
ALSO(cuStreamUpdateCaptureDependencies, cuStreamUpdateCaptureDependencies_ptsz);

API Result cuStreamUpdateCaptureDependencies_v2(Stream *stream, GraphNode *const *nodes,
                                                const EdgeData *edges, size_t count,
                                                unsigned flags) {
  DRIVE(capture_update(stream, nodes, edges, count, flags));
}
ALSO(cuStreamUpdateCaptureDependencies_v2, cuStreamUpdateCaptureDependencies_v2_ptsz);

DRIVER_SAME(DRIVE, cuStreamEndCapture, cudaStreamEndCapture, (Stream *stream, Graph **graph),
             (stream, graph))
ALSO(cuStreamEndCapture, cuStreamEndCapture_ptsz);
DRIVER_SAME(DRIVE, cuStreamIsCapturing, cudaStreamIsCapturing, (Stream *stream, int *status),
             (stream, status))
ALSO(cuStreamIsCapturing, cuStreamIsCapturing_ptsz);
DRIVER_SAME(ASK, cuThreadExchangeStreamCaptureMode, cudaThreadExchangeStreamCaptureMode, (
             int *mode), (mode))
DRIVER_SAME(DRIVE, cuEventCreate, cudaEventCreateWithFlags, (Event **event, unsigned flags),
             (event, flags))
DRIVER_SAME(DRIVE, cuEventDestroy_v2, cudaEventDestroy, (Event *event), (event))
ALSO(cuEventDestroy_v2, cuEventDestroy);

API Result cuEventRecord(Event *event, Stream *stream) {
  DRIVE(event_record(event, stream));
}
ALSO(cuEventRecord, cuEventRecord_ptsz);

DRIVER_SAME(DRIVE, cuEventRecordWithFlags, cudaEventRecordWithFlags, (Event *event, Stream *stream,
             unsigned flags), (event, stream, flags))
ALSO(cuEventRecordWithFlags, cuEventRecordWithFlags_ptsz);
DRIVER_SAME(DRIVE, cuEventSynchronize, cudaEventSynchronize, (Event *event), (event))
DRIVER_SAME(DRIVE, cuEventQuery, cudaEventQuery, (Event *event), (event))
DRIVER_SAME(DRIVE, cuEventElapsedTime, cudaEventElapsedTime, (float *milliseconds, Event *start,
             Event *end), (milliseconds, start, end))
ALSO(cuEventElapsedTime, cuEventElapsedTime_v2);
