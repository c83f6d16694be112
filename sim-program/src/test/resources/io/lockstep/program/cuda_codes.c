/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What functions of the CUDA runtime answer to wrong calls. The expected codes are those that the
 * "CUDA Runtime API" manual of CUDA 12 lists for each function and states in its text: for example
 * width beyond a pitch (cudaMemcpy2D), an event without timing (cudaEventElapsedTime).
 */
#include "cuda_test.h"

Error cudaStreamCreateWithFlags(Stream **stream, unsigned flags);
Error cudaStreamGetFlags(Stream *stream, unsigned *flags);
Error cudaStreamGetPriority(Stream *stream, int *priority);
Error cudaEventCreateWithFlags(Event **event, unsigned flags);
Error cudaEventRecordWithFlags(Event *event, Stream *stream, unsigned flags);
Error cudaDeviceCanAccessPeer(int *result, int device, int peer);
Error cudaDeviceEnablePeerAccess(int peer, unsigned flags);
Error cudaDeviceDisablePeerAccess(int peer);
Error cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t bytes);
Error cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t bytes,
                          Stream *stream);
Error cudaMemcpy3DPeer(const PeerCopy3D *copy);
Error cudaSetDeviceFlags(unsigned flags);
Error cudaGetDeviceFlags(unsigned *flags);
Error cudaDeviceGetLimit(size_t *value, int limit);
Error cudaDeviceSetLimit(int limit, size_t value);
Error cudaDeviceGetPCIBusId(char *text, int bytes, int device);
Error cudaDeviceGetByPCIBusId(int *device, const char *text);
Error cudaHostGetFlags(unsigned *flags, void *host);
Error cudaLaunchCooperativeKernel(const void *host, Dim3 grid, Dim3 block, void **arguments,
                                  size_t shared, Stream *stream);
Error cudaFuncSetCacheConfig(const void *host, int preference);
Error cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *host,
                                                             int threads, size_t shared,
                                                             unsigned flags);
Error cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *host, int blocks,
                                                int threads);
Error cudaArrayGetInfo(ChannelFormat *format, Extent *extent, unsigned *flags, const Array *array);
Error cudaGetChannelDesc(ChannelFormat *format, const Array *array);
Error cudaMemcpy2DFromArray(void *dst, size_t pitch, Array *array, size_t x, size_t y, size_t width,
                            size_t height, int kind);
Error cudaDeviceGetDefaultMemPool(void **pool, int device);
Error cudaDeviceSetMemPool(int device, void *pool);
Error cudaMemPoolDestroy(void *pool);
Error cudaMemPoolTrimTo(void *pool, size_t bytes);
Error cudaMallocFromPoolAsync(void **pointer, size_t bytes, void *pool, Stream *stream);
Error cudaMemsetAsync(void *to, int value, size_t bytes, Stream *stream);
Error cudaGraphClone(Graph **clone, const Graph *graph);
Error cudaGraphAddEmptyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                            size_t count);
Error cudaGraphNodeGetType(GraphNode *node, int *type);

static const char ADD, UNKNOWN;
static int processor, no_symbol;
static int cases;

#define RETURNS(expected, call)                                                                    \
  do {                                                                                             \
    Error found = (call);                                                                          \
    cases++;                                                                                       \
    if (found != (expected)) {                                                                     \
      printf("%s:%d: %s: %s, expected %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(found),   \
             #expected);                                                                           \
      failures++;                                                                                  \
    }                                                                                              \
  } while (0)

static void devices(void) {
  int value;
  size_t size;
  unsigned flags;
  char text[32];
  RETURNS(cudaErrorInvalidDevice, cudaSetDevice(1));
  RETURNS(cudaErrorInvalidDevice, cudaSetDevice(-1));
  RETURNS(cudaErrorInvalidValue, cudaGetDevice(NULL));
  RETURNS(cudaErrorInvalidValue, cudaGetDeviceCount(NULL));
  RETURNS(cudaErrorInvalidDevice, cudaGetDeviceProperties(text, 1));
  RETURNS(cudaErrorInvalidValue, cudaGetDeviceProperties(NULL, 0));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, 1, 1));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, 1, -1));
  RETURNS(cudaErrorInvalidValue, cudaDeviceGetAttribute(&value, 0, 0));
  RETURNS(cudaErrorInvalidValue, cudaDeviceGetAttribute(&value, 100000, 0));
  RETURNS(cudaErrorInvalidValue, cudaDeviceGetAttribute(NULL, 1, 0));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, 0, 1));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, 2, 0));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(1, 0));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(0, 0));
  RETURNS(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(1, 1));
  RETURNS(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(0));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceDisablePeerAccess(1));
  RETURNS(cudaErrorInvalidValue, cudaSetDeviceFlags(0x100));
  RETURNS(cudaErrorInvalidValue, cudaSetDeviceFlags(3));
  RETURNS(cudaSuccess, cudaSetDeviceFlags(0));
  RETURNS(cudaErrorInvalidValue, cudaGetDeviceFlags(NULL));
  RETURNS(cudaErrorUnsupportedLimit, cudaDeviceGetLimit(&size, 1000));
  RETURNS(cudaErrorInvalidValue, cudaDeviceGetLimit(NULL, 0));
  RETURNS(cudaErrorUnsupportedLimit, cudaDeviceSetLimit(1000, 1));
  RETURNS(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(text, 4, 0));
  RETURNS(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(NULL, 32, 0));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceGetPCIBusId(text, 32, 1));
  RETURNS(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&value, NULL));
  RETURNS(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(NULL, "0000:01:00.0"));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&value, "0000:7f:00.0"));
  (void)flags;
}

static void memory(void) {
  void *p, *q;
  size_t pitch, free_bytes;
  PitchedPointer box;
  PointerAttributes attributes;
  int host;
  RETURNS(cudaErrorInvalidValue, cudaMalloc(NULL, 4));
  RETURNS(cudaErrorMemoryAllocation, cudaMalloc(&p, SIZE_MAX));
  RETURNS(cudaSuccess, cudaMalloc(&p, 1024));
  RETURNS(cudaErrorInvalidValue, cudaFree((char *)p + 4));
  RETURNS(cudaErrorInvalidValue, cudaFree(&host));
  RETURNS(cudaSuccess, cudaFree(NULL));
  RETURNS(cudaSuccess, cudaFree(p));
  RETURNS(cudaErrorInvalidValue, cudaFree(p));
  RETURNS(cudaErrorInvalidValue, cudaMallocPitch(NULL, &pitch, 8, 8));
  RETURNS(cudaErrorInvalidValue, cudaMallocPitch(&p, NULL, 8, 8));
  RETURNS(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, SIZE_MAX / 4, SIZE_MAX / 4));
  RETURNS(cudaErrorInvalidValue, cudaMalloc3D(NULL, (Extent){8, 8, 8}));
  RETURNS(cudaErrorMemoryAllocation, cudaMalloc3D(&box, (Extent){SIZE_MAX / 8, 8, 8}));
  RETURNS(cudaErrorInvalidValue, cudaMallocManaged(NULL, 4, 1));
  RETURNS(cudaErrorInvalidValue, cudaMallocManaged(&p, 0, 1));
  RETURNS(cudaErrorInvalidValue, cudaMallocManaged(&p, 4, 0));
  RETURNS(cudaErrorInvalidValue, cudaMallocManaged(&p, 4, 8));
  RETURNS(cudaErrorMemoryAllocation, cudaMallocManaged(&p, (size_t)1 << 50, 1));
  RETURNS(cudaErrorInvalidValue, cudaMallocHost(NULL, 4));
  RETURNS(cudaErrorInvalidValue, cudaHostAlloc(NULL, 4, 0));
  RETURNS(cudaErrorInvalidValue, cudaHostAlloc(&p, 4, 0x80));
  RETURNS(cudaErrorInvalidValue, cudaFreeHost(&host));
  RETURNS(cudaSuccess, cudaFreeHost(NULL));
  RETURNS(cudaErrorInvalidValue, cudaHostRegister(NULL, 4, 0));
  RETURNS(cudaErrorInvalidValue, cudaHostRegister(&host, 0, 0));
  RETURNS(cudaErrorInvalidValue, cudaHostRegister(&host, 4, 0x80));
  RETURNS(cudaSuccess, cudaHostRegister(&host, 4, 0));
  RETURNS(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(&host, 4, 0));
  RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer(NULL, &host, 0));
  RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer(&q, &host, 1));
  RETURNS(cudaErrorInvalidValue, cudaHostGetFlags(NULL, &host));
  RETURNS(cudaSuccess, cudaHostUnregister(&host));
  RETURNS(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(&host));
  RETURNS(cudaErrorInvalidValue, cudaHostUnregister(NULL));
  RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer(&q, &host, 0));
  RETURNS(cudaErrorInvalidValue, cudaHostGetFlags((unsigned *)&pitch, &host));
  RETURNS(cudaErrorInvalidValue, cudaPointerGetAttributes(NULL, &host));
  RETURNS(cudaSuccess, cudaPointerGetAttributes(&attributes, &host));
  RETURNS(cudaErrorInvalidValue, cudaMemGetInfo(NULL, &pitch));
  RETURNS(cudaErrorInvalidValue, cudaMemGetInfo(&free_bytes, NULL));
}

static void copies(Stream *dead) {
  char host[64] = {0};
  char *p;
  Copy3D none = {.extent = {4, 1, 1}, .kind = HOST_TO_DEVICE};
  PeerCopy3D peer = {.extent = {4, 1, 1}, .src_device = 1};
  OK(cudaMalloc((void **)&p, 64));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy(NULL, host, 4, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy(p, NULL, 4, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(p, host, 4, 5));
  RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy(p, host, 4, -1));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy(host, host + 8, 4, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy(host, host + 8, 4, DEVICE_TO_HOST));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy(p, host, 4, DEVICE_TO_DEVICE));
  RETURNS(cudaErrorInvalidResourceHandle, cudaMemcpyAsync(p, host, 4, HOST_TO_DEVICE, dead));
  RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy2D(p, 4, host, 8, 8, 2, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy2D(p, 8, host, 4, 8, 2, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy2D(p, 4, host, 4, 8, 1, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy2D(p, 8, host, 8, 8, 2, 9));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy2D(NULL, 8, host, 8, 8, 2, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy3D(NULL));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy3D(&none));
  RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeer(p, 1, p + 32, 0, 4));
  RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeer(p, 0, p + 32, 1, 4));
  RETURNS(cudaErrorInvalidDevice, cudaMemcpyPeerAsync(p, 0, p + 32, -1, 4, NULL));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy3DPeer(NULL));
  RETURNS(cudaErrorInvalidDevice, cudaMemcpy3DPeer(&peer));
  RETURNS(cudaErrorInvalidValue, cudaMemset(NULL, 0, 4));
  RETURNS(cudaErrorInvalidValue, cudaMemset(host, 0, 4));
  RETURNS(cudaErrorInvalidValue, cudaMemset2D(p, 4, 0, 8, 2));
  RETURNS(cudaErrorInvalidResourceHandle, cudaMemsetAsync(p, 0, 4, dead));
  OK(cudaFree(p));
}

static void symbols(void) {
  int value = 0;
  void *pointer;
  size_t bytes;
  RETURNS(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(&no_symbol, &value, 4, 0, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidSymbol, cudaMemcpyFromSymbol(&value, &no_symbol, 4, 0, DEVICE_TO_HOST));
  RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&pointer, &no_symbol));
  RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolSize(&bytes, &no_symbol));
  RETURNS(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&pointer, NULL));
  RETURNS(cudaErrorInvalidValue, cudaGetSymbolAddress(NULL, &processor));
  RETURNS(cudaErrorInvalidValue, cudaGetSymbolSize(NULL, &processor));
  RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(&processor, &value, 4, 1, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(&processor, &value, 8, 0, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidValue, cudaMemcpyToSymbol(&processor, NULL, 4, 0, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidValue, cudaMemcpyFromSymbol(&value, &processor, 4, 4, DEVICE_TO_HOST));
  RETURNS(cudaErrorInvalidMemcpyDirection,
          cudaMemcpyToSymbol(&processor, &value, 4, 0, DEVICE_TO_HOST));
  RETURNS(cudaErrorInvalidMemcpyDirection,
          cudaMemcpyFromSymbol(&value, &processor, 4, 0, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbol(&processor, &value, 4, 0, 7));
}

static void nothing(void *data) { (void)data; }
static void called(Stream *stream, Error error, void *data) { (void)stream, (void)error, (void)data; }

static void streams_and_events(Stream *dead, Event *gone) {
  Stream *stream;
  Event *event, *untimed;
  unsigned flags;
  int priority, status;
  float time;
  Graph *graph;
  RETURNS(cudaErrorInvalidValue, cudaStreamCreate(NULL));
  RETURNS(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&stream, 2));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamDestroy(dead));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamDestroy(NULL));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(dead));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamQuery(dead));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamGetFlags(dead, &flags));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamGetPriority(dead, &priority));
  OK(cudaStreamCreate(&stream));
  RETURNS(cudaErrorInvalidValue, cudaStreamGetFlags(stream, NULL));
  RETURNS(cudaErrorInvalidValue, cudaStreamGetPriority(stream, NULL));
  RETURNS(cudaErrorInvalidValue, cudaLaunchHostFunc(stream, NULL, NULL));
  RETURNS(cudaErrorInvalidResourceHandle, cudaLaunchHostFunc(dead, nothing, NULL));
  RETURNS(cudaErrorInvalidValue, cudaStreamAddCallback(stream, NULL, NULL, 0));
  RETURNS(cudaErrorInvalidValue, cudaStreamAddCallback(stream, called, NULL, 1));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamAddCallback(dead, called, NULL, 0));
  RETURNS(cudaErrorInvalidValue, cudaEventCreate(NULL));
  RETURNS(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, 8));
  RETURNS(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, 4));
  RETURNS(cudaSuccess, cudaEventCreateWithFlags(&untimed, 2));
  OK(cudaEventCreate(&event));
  RETURNS(cudaErrorInvalidResourceHandle, cudaEventRecord(gone, stream));
  RETURNS(cudaErrorInvalidResourceHandle, cudaEventRecord(event, dead));
  RETURNS(cudaErrorInvalidValue, cudaEventRecordWithFlags(event, stream, 2));
  RETURNS(cudaErrorInvalidResourceHandle, cudaEventSynchronize(gone));
  RETURNS(cudaErrorInvalidResourceHandle, cudaEventQuery(gone));
  RETURNS(cudaErrorInvalidResourceHandle, cudaEventDestroy(gone));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(stream, gone, 0));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(dead, event, 0));
  RETURNS(cudaErrorInvalidValue, cudaStreamWaitEvent(stream, event, 2));
  RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&time, event, event));
  OK(cudaEventRecord(event, stream));
  OK(cudaEventRecord(untimed, stream));
  RETURNS(cudaErrorInvalidValue, cudaEventElapsedTime(NULL, event, event));
  RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&time, event, untimed));
  RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&time, event, gone));
  RETURNS(cudaSuccess, cudaEventElapsedTime(&time, event, event));
  RETURNS(cudaErrorStreamCaptureUnsupported, cudaStreamBeginCapture(NULL, 0));
  RETURNS(cudaErrorInvalidValue, cudaStreamBeginCapture(stream, 3));
  OK(cudaStreamBeginCapture(stream, 0));
  RETURNS(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(stream));
  RETURNS(cudaErrorStreamCaptureUnsupported, cudaStreamQuery(stream));
  RETURNS(cudaErrorInvalidValue, cudaStreamEndCapture(stream, NULL));
  RETURNS(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
  RETURNS(cudaErrorInvalidValue, cudaStreamIsCapturing(stream, NULL));
  RETURNS(cudaErrorInvalidResourceHandle, cudaStreamIsCapturing(dead, &status));
  OK(cudaStreamDestroy(stream));
}

static void launches(Stream *dead) {
  float *p;
  int n = 0, blocks;
  size_t bytes;
  void *arguments[] = {&p, &p, &p, &n};
  FunctionAttributes found;
  OK(cudaMalloc((void **)&p, 64));
  Dim3 one = dim(1, 1, 1);
  RETURNS(cudaErrorInvalidDeviceFunction, cudaLaunchKernel(&UNKNOWN, one, one, arguments, 0, NULL));
  RETURNS(cudaErrorInvalidDeviceFunction, cudaLaunchKernel(NULL, one, one, arguments, 0, NULL));
  RETURNS(cudaErrorInvalidConfiguration, cudaLaunchKernel(&ADD, dim(0, 1, 1), one, arguments, 0, NULL));
  RETURNS(cudaErrorInvalidConfiguration, cudaLaunchKernel(&ADD, one, dim(1, 0, 1), arguments, 0, NULL));
  RETURNS(cudaErrorInvalidConfiguration,
          cudaLaunchKernel(&ADD, dim(1, 65536, 1), one, arguments, 0, NULL));
  RETURNS(cudaErrorInvalidConfiguration,
          cudaLaunchKernel(&ADD, dim(1, 1, 65536), one, arguments, 0, NULL));
  RETURNS(cudaErrorInvalidConfiguration,
          cudaLaunchKernel(&ADD, dim(0x80000000u, 1, 1), one, arguments, 0, NULL));
  RETURNS(cudaErrorInvalidConfiguration, cudaLaunchKernel(&ADD, one, dim(1025, 1, 1), arguments, 0, NULL));
  RETURNS(cudaErrorInvalidConfiguration, cudaLaunchKernel(&ADD, one, dim(1, 1, 65), arguments, 0, NULL));
  RETURNS(cudaErrorInvalidConfiguration, cudaLaunchKernel(&ADD, one, dim(64, 64, 1), arguments, 0, NULL));
  RETURNS(cudaErrorInvalidValue, cudaLaunchKernel(&ADD, one, one, arguments, 1 << 20, NULL));
  RETURNS(cudaErrorInvalidValue, cudaLaunchKernel(&ADD, one, one, NULL, 0, NULL));
  RETURNS(cudaErrorInvalidResourceHandle, cudaLaunchKernel(&ADD, one, one, arguments, 0, dead));
  RETURNS(cudaErrorInvalidValue, cudaLaunchKernelExC(NULL, &ADD, arguments));
  RETURNS(cudaErrorCooperativeLaunchTooLarge,
          cudaLaunchCooperativeKernel(&ADD, dim(1000000, 1, 1), dim(256, 1, 1), arguments, 0, NULL));
  RETURNS(cudaErrorInvalidConfiguration,
          cudaLaunchCooperativeKernel(&ADD, dim(0, 1, 1), one, arguments, 0, NULL));
  RETURNS(cudaErrorInvalidDeviceFunction, cudaFuncGetAttributes(&found, &UNKNOWN));
  RETURNS(cudaErrorInvalidValue, cudaFuncGetAttributes(NULL, &ADD));
  RETURNS(cudaErrorInvalidDeviceFunction, cudaFuncSetAttribute(&UNKNOWN, 8, 0));
  RETURNS(cudaErrorInvalidValue, cudaFuncSetAttribute(&ADD, 8, -1));
  RETURNS(cudaErrorInvalidValue, cudaFuncSetAttribute(&ADD, 8, 1 << 20));
  RETURNS(cudaErrorInvalidValue, cudaFuncSetAttribute(&ADD, 9, 101));
  RETURNS(cudaErrorInvalidValue, cudaFuncSetAttribute(&ADD, 9, -2));
  RETURNS(cudaErrorInvalidValue, cudaFuncSetAttribute(&ADD, 77, 0));
  RETURNS(cudaErrorInvalidDeviceFunction, cudaFuncSetCacheConfig(&UNKNOWN, 0));
  RETURNS(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(NULL, &ADD, 64, 0));
  RETURNS(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &ADD, 0, 0));
  RETURNS(cudaErrorInvalidDeviceFunction,
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &UNKNOWN, 64, 0));
  RETURNS(cudaErrorInvalidValue,
          cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, &ADD, 64, 0, 2));
  RETURNS(cudaErrorInvalidValue, cudaOccupancyAvailableDynamicSMemPerBlock(NULL, &ADD, 1, 64));
  RETURNS(cudaErrorInvalidValue, cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, &ADD, 0, 64));
  OK(cudaFree(p));
}

static void arrays(void) {
  Array *array, *stale;
  uint64_t handle;
  char host[64] = {0};
  ChannelFormat bytes = {8, 0, 0, 0, 1}, odd = {7, 0, 0, 0, 1}, mixed = {8, 16, 0, 0, 1};
  ChannelFormat three = {8, 8, 8, 0, 1}, empty = {0};
  ResourceDescription none = {.type = 0}, linear = {.type = 2}, unknown = {.type = 9}, good = {.type = 0};
  TextureDescription plain = {{0}};
  RETURNS(cudaErrorInvalidValue, cudaMallocArray(NULL, &bytes, 8, 8, 0));
  RETURNS(cudaErrorInvalidValue, cudaMallocArray(&array, NULL, 8, 8, 0));
  RETURNS(cudaErrorInvalidValue, cudaMallocArray(&array, &bytes, 0, 8, 0));
  RETURNS(cudaErrorInvalidValue, cudaMallocArray(&array, &empty, 8, 8, 0));
  RETURNS(cudaErrorInvalidValue, cudaMallocArray(&array, &odd, 8, 8, 0));
  RETURNS(cudaErrorInvalidValue, cudaMallocArray(&array, &mixed, 8, 8, 0));
  RETURNS(cudaErrorInvalidValue, cudaMallocArray(&array, &three, 8, 8, 0));
  OK(cudaMallocArray(&array, &bytes, 8, 8, 0));
  OK(cudaMallocArray(&stale, &bytes, 8, 8, 0));
  OK(cudaFreeArray(stale));
  RETURNS(cudaErrorInvalidValue, cudaFreeArray(stale));
  RETURNS(cudaErrorInvalidValue, cudaArrayGetInfo(&bytes, NULL, NULL, NULL));
  RETURNS(cudaErrorInvalidValue, cudaGetChannelDesc(&bytes, stale));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy2DToArray(NULL, 0, 0, host, 8, 8, 1, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy2DToArray(array, 4, 0, host, 8, 8, 1, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy2DToArray(array, 0, 7, host, 8, 8, 2, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy2DToArray(array, 0, 0, host, 4, 8, 2, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidValue, cudaMemcpy2DToArray(array, 0, 0, NULL, 8, 8, 1, HOST_TO_DEVICE));
  RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 1, 6));
  RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy2DFromArray(host, 4, array, 0, 0, 8, 2, DEVICE_TO_HOST));
  RETURNS(cudaErrorInvalidValue, cudaCreateTextureObject(&handle, NULL, &plain, NULL));
  RETURNS(cudaErrorInvalidValue, cudaCreateTextureObject(&handle, &none, &plain, NULL));
  RETURNS(cudaErrorInvalidValue, cudaCreateTextureObject(&handle, &linear, &plain, NULL));
  RETURNS(cudaErrorInvalidValue, cudaCreateTextureObject(&handle, &unknown, &plain, NULL));
  good.resource.array = array;
  RETURNS(cudaErrorInvalidValue, cudaCreateTextureObject(NULL, &good, &plain, NULL));
  RETURNS(cudaErrorInvalidValue, cudaCreateTextureObject(&handle, &good, NULL, NULL));
  RETURNS(cudaErrorInvalidValue, cudaCreateSurfaceObject(&handle, NULL));
  RETURNS(cudaErrorInvalidValue, cudaCreateSurfaceObject(&handle, &none));
  RETURNS(cudaErrorInvalidValue, cudaCreateSurfaceObject(&handle, &linear));
  RETURNS(cudaErrorInvalidValue, cudaCreateSurfaceObject(NULL, &good));
  RETURNS(cudaSuccess, cudaFreeArray(array));
}

static void pools_and_graphs(Stream *dead) {
  void *p, *pool;
  Graph *graph, *clone;
  GraphExec *executable;
  GraphNode *node;
  size_t count;
  int type;
  HostNodeParams no_function = {0};
  RETURNS(cudaErrorInvalidDevice, cudaDeviceGetDefaultMemPool(&pool, 1));
  RETURNS(cudaErrorInvalidValue, cudaDeviceGetDefaultMemPool(NULL, 0));
  RETURNS(cudaErrorInvalidValue, cudaDeviceSetMemPool(0, NULL));
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  RETURNS(cudaErrorInvalidDevice, cudaDeviceSetMemPool(1, pool));
  RETURNS(cudaErrorInvalidValue, cudaMemPoolDestroy(pool));
  RETURNS(cudaErrorInvalidValue, cudaMemPoolTrimTo(NULL, 0));
  RETURNS(cudaErrorInvalidValue, cudaMallocAsync(NULL, 4, NULL));
  RETURNS(cudaErrorInvalidResourceHandle, cudaMallocAsync(&p, 4, dead));
  RETURNS(cudaErrorInvalidValue, cudaMallocFromPoolAsync(&p, 4, NULL, NULL));
  RETURNS(cudaErrorInvalidResourceHandle, cudaFreeAsync(&p, dead));
  RETURNS(cudaErrorInvalidValue, cudaFreeAsync(&p, NULL));
  RETURNS(cudaErrorInvalidValue, cudaGraphCreate(NULL, 0));
  RETURNS(cudaErrorInvalidValue, cudaGraphCreate(&graph, 1));
  RETURNS(cudaErrorInvalidValue, cudaGraphDestroy(NULL));
  OK(cudaGraphCreate(&graph, 0));
  RETURNS(cudaErrorInvalidValue, cudaGraphClone(NULL, graph));
  RETURNS(cudaErrorInvalidValue, cudaGraphClone(&clone, NULL));
  RETURNS(cudaErrorInvalidValue, cudaGraphAddEmptyNode(NULL, graph, NULL, 0));
  RETURNS(cudaErrorInvalidValue, cudaGraphAddEmptyNode(&node, NULL, NULL, 0));
  RETURNS(cudaErrorInvalidValue, cudaGraphAddEmptyNode(&node, graph, NULL, 1));
  RETURNS(cudaErrorInvalidValue, cudaGraphAddKernelNode(&node, graph, NULL, 0, NULL));
  RETURNS(cudaErrorInvalidValue, cudaGraphAddMemsetNode(&node, graph, NULL, 0, NULL));
  RETURNS(cudaErrorInvalidValue, cudaGraphAddHostNode(&node, graph, NULL, 0, &no_function));
  RETURNS(cudaErrorInvalidValue, cudaGraphNodeGetType(NULL, &type));
  RETURNS(cudaErrorInvalidValue, cudaGraphGetNodes(NULL, NULL, &count));
  RETURNS(cudaErrorInvalidValue, cudaGraphInstantiate(&executable, NULL, 0));
  RETURNS(cudaErrorInvalidValue, cudaGraphInstantiate(NULL, graph, 0));
  RETURNS(cudaErrorInvalidValue, cudaGraphLaunch(NULL, NULL));
  RETURNS(cudaErrorInvalidValue, cudaGraphExecDestroy(NULL));
  OK(cudaGraphDestroy(graph));
}

/* Limits of arrays that cannot be allocated are 0; offsets in cudaDeviceProp of CUDA 13, of 1008 bytes. */
static void limits(void) {
  enum { TEXTURE_1D = 396, MIPMAP_2D = 412, GATHER_2D = 432, CUBEMAP = 464, SURFACE_CUBEMAP = 540 };
  static const int NONE[] = {MIPMAP_2D, GATHER_2D, CUBEMAP, SURFACE_CUBEMAP};
  char properties[1008];
  int value;
  OK(cudaGetDeviceProperties(properties, 0));
  memcpy(&value, properties + TEXTURE_1D, sizeof value);
  EXPECT(value == 131072);
  for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++) {
    memcpy(&value, properties + NONE[i], sizeof value);
    EXPECT(value == 0);
  }
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &ADD, "add");
  __cudaRegisterVar(module, (char *)&processor, "processor", "processor", 0, 4, 0, 0);
  __cudaRegisterFatBinaryEnd(module);
  Stream *dead;
  Event *gone;
  OK(cudaStreamCreate(&dead));
  OK(cudaStreamDestroy(dead));
  OK(cudaEventCreate(&gone));
  OK(cudaEventDestroy(gone));
  devices();
  memory();
  copies(dead);
  symbols();
  streams_and_events(dead, gone);
  launches(dead);
  arrays();
  pools_and_graphs(dead);
  limits();
  OK(cudaDeviceSynchronize()); /* no wrong call has taken the device away */
  printf("%d cases\n", cases);
  return finish();
}
