/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of CUDA's driver interface share. It is a second set of entry points to the tables
 * of the runtime: handles of streams, events, functions, arrays, pools and graphs are the runtime's, so
 * that a program may use both interfaces with the same objects. Errors have the same numbers, except
 * those that only the runtime has.
 */
#ifndef LOCKSTEP_CUDA_DRIVER_H
#define LOCKSTEP_CUDA_DRIVER_H

#include "cudart.h"

/* The result of a function of the driver interface. */
typedef int Result;
enum {
#define RESULT(name, number) name = number,
#include "cuda_errors.h"
#undef RESULT
};

typedef uint64_t DevicePointer;
typedef struct Context Context;

/* Whether functions of the driver interface are the runtime's own, as HIP's are: they need no
   initialization, and their errors are kept for the thread. */
#ifdef LOCKSTEP_HIP
#define IS_RUNTIME 1
#else
#define IS_RUNTIME 0
#endif

/* The bodies of functions: ASK needs cuInit, DRIVE a current context, too. Functions of the runtime
   that they call leave no error for cudaGetLastError. */
#define ASK(expression) ENTER_DRIVER(driver_enter, expression)
#define DRIVE(expression) ENTER_DRIVER(driver_enter_context, expression)
#define ENTER_DRIVER(begin, expression)         \
  do {                                          \
    ThreadState kept;                           \
    Error driver_error = begin(&kept);          \
    if (!driver_error)                          \
      driver_error = (expression);              \
    return driver_leave(driver_error, &kept);   \
  } while (0)

/* cuda_context.c */
Error driver_enter(ThreadState *kept);
Error driver_enter_context(ThreadState *kept);
Result driver_leave(Error error, const ThreadState *kept);
int context_alive(const Context *context);
Context *context_current(void);

/* cuda_errors.c */
Result result_of(Error error); /* the driver's number for an error of the runtime */

/* cuda_device.c */
int device_exists(int device);

/* Functions of the runtime with the same meaning. */
Error cudaCreateSurfaceObject(uint64_t *handle, const ResourceDescription *resource);
Error cudaCreateTextureObject(uint64_t *handle, const ResourceDescription *resource, const
                              TextureDescription *description, const void *view);
Error cudaDestroySurfaceObject(uint64_t handle);
Error cudaDestroyTextureObject(uint64_t handle);
Error cudaDeviceCanAccessPeer(int *result, int device, int peer);
Error cudaDeviceGetAttribute(int *value, int number, int device);
Error cudaDeviceGetByPCIBusId(int *device, const char *text);
Error cudaDeviceGetCacheConfig(int *preference);
Error cudaDeviceGetDefaultMemPool(Pool **result, int device);
Error cudaDeviceGetLimit(size_t *value, int number);
Error cudaDeviceGetMemPool(Pool **result, int device);
Error cudaDeviceGetPCIBusId(char *text, int bytes, int device);
Error cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
Error cudaDeviceReset(void);
Error cudaDeviceSetCacheConfig(int preference);
Error cudaDeviceSetLimit(int number, size_t value);
Error cudaDeviceSetMemPool(int device, Pool *pool);
Error cudaDeviceSynchronize(void);
Error cudaEventCreateWithFlags(Event **event, unsigned flags);
Error cudaEventDestroy(Event *event);
Error cudaEventElapsedTime(float *milliseconds, Event *start, Event *end);
Error cudaEventQuery(Event *event);
Error cudaEventRecordWithFlags(Event *event, Stream *stream, unsigned flags);
Error cudaEventSynchronize(Event *event);
Error cudaFree(void *pointer);
Error cudaFreeArray(Array *array);
Error cudaFreeAsync(void *pointer, Stream *stream);
Error cudaFreeHost(void *host);
Error cudaFuncGetAttributes(FunctionAttributes *result, const void *address);
Error cudaFuncGetName(const char **name, const void *address);
Error cudaFuncGetParamInfo(const void *address, size_t index, size_t *offset, size_t *bytes);
Error cudaFuncSetAttribute(const void *address, int attribute, int value);
Error cudaFuncSetCacheConfig(const void *address, int preference);
const char *cudaGetErrorString(Error error);
Error cudaGraphAddChildGraphNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                 size_t count, Graph *child);
Error cudaGraphAddEmptyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                            count);
Error cudaGraphAddHostNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                           count, const HostNodeParams *host);
Error cudaGraphAddKernelNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                             count, const KernelNodeParams *params);
Error cudaGraphAddMemcpyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                             count, const Copy3D *copy);
Error cudaGraphAddMemsetNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                             count, const MemsetParams *fill);
Error cudaGraphClone(Graph **clone, const Graph *graph);
Error cudaGraphCreate(Graph **graph, unsigned flags);
Error cudaGraphDestroy(Graph *graph);
Error cudaGraphExecDestroy(GraphExec *executable);
Error cudaGraphExecKernelNodeSetParams(GraphExec *executable, GraphNode *node, const
                                       KernelNodeParams *params);
Error cudaGraphGetNodes(Graph *graph, GraphNode **nodes, size_t *count);
Error cudaGraphGetRootNodes(Graph *graph, GraphNode **nodes, size_t *count);
Error cudaGraphInstantiateWithFlags(GraphExec **executable, const Graph *graph, unsigned long long
                                    flags);
Error cudaGraphLaunch(GraphExec *executable, Stream *stream);
Error cudaGraphNodeGetType(GraphNode *node, int *type);
Error cudaHostAlloc(void **host, size_t bytes, unsigned flags);
Error cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
Error cudaHostGetFlags(unsigned *flags, void *host);
Error cudaHostRegister(void *host, size_t bytes, unsigned flags);
Error cudaHostUnregister(void *host);
Error cudaLaunchHostFunc(Stream *stream, HostFunction function, void *data);
Error cudaMalloc(void **pointer, size_t bytes);
Error cudaMalloc3DArray(Array **array, const ChannelFormat *format, Extent extent, unsigned flags);
Error cudaMallocFromPoolAsync(void **pointer, size_t bytes, Pool *pool, Stream *stream);
Error cudaMallocManaged(void **pointer, size_t bytes, unsigned flags);
Error cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
Error cudaMemGetInfo(size_t *free_bytes, size_t *total);
Error cudaMemPoolCreate(Pool **result, const void *properties);
Error cudaMemPoolDestroy(Pool *pool);
Error cudaMemPoolGetAttribute(Pool *pool, int number, void *value);
Error cudaMemPoolSetAttribute(Pool *pool, int number, void *value);
Error cudaMemPoolTrimTo(Pool *pool, size_t bytes);
Error cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *address, int blocks, int
                                                threads);
Error cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *address, int threads,
                                                    size_t dynamic_shared);
Error cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *address, int
                                                             threads, size_t dynamic_shared,
                                                             unsigned flags);
Error cudaPointerGetAttributes(PointerAttributes *result, const void *pointer);
Error cudaStreamAddCallback(Stream *stream, StreamCallback function, void *data, unsigned flags);
Error cudaStreamAttachMemAsync(Stream *stream, void *pointer, size_t bytes, unsigned flags);
Error cudaStreamBeginCapture(Stream *stream, int mode);
Error cudaStreamCreateWithFlags(Stream **stream, unsigned flags);
Error cudaStreamCreateWithPriority(Stream **stream, unsigned flags, int priority);
Error cudaStreamDestroy(Stream *stream);
Error cudaStreamEndCapture(Stream *stream, Graph **graph);
Error cudaStreamGetDevice(Stream *stream, int *device);
Error cudaStreamGetFlags(Stream *stream, unsigned *flags);
Error cudaStreamGetId(Stream *stream, unsigned long long *id);
Error cudaStreamGetPriority(Stream *stream, int *priority);
Error cudaStreamIsCapturing(Stream *stream, int *status);
Error cudaStreamQuery(Stream *stream);
Error cudaStreamSynchronize(Stream *stream);
Error cudaStreamWaitEvent(Stream *stream, Event *event, unsigned flags);
Error cudaThreadExchangeStreamCaptureMode(int *mode);

static inline void *pointer_of(DevicePointer address) {
  return (void *)(uintptr_t)address;
}

/* cuda_array.c: the format of CUarray_format and a number of channels. */
Error format_of(int format, unsigned channels, ChannelFormat *result);

/* CUDA_MEMCPY3D and CUDA_MEMCPY3D_PEER, in which contexts are in place of reserved. */
typedef struct {
  size_t x, y, z, level;
  int type; /* CUmemorytype */
  const void *host;
  DevicePointer device;
  Array *array;
  void *reserved;
  size_t pitch, height;
} BoxSide;
typedef struct {
  BoxSide src, dst;
  size_t width, height, depth;
} BoxCopy;
_Static_assert(sizeof(BoxCopy) == 200, "CUDA_MEMCPY3D");
Error box_copy(const BoxCopy *box, Copy3D *copy); /* cuda_copy.c */

#endif
