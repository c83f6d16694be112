/* SPDX-License-Identifier: Apache-2.0 */
/* What C programs need that test CUDA's driver interface: its types and functions, and checks. */
#ifndef DRIVER_TEST_H
#define DRIVER_TEST_H

#include "cuda_test.h"

typedef int Result;

/* CUmemorytype, CUarray_format */
enum { MEMORY_HOST = 1, MEMORY_DEVICE, MEMORY_ARRAY, MEMORY_UNIFIED };
enum { FORMAT_UNSIGNED_8 = 1, FORMAT_FLOAT = 0x20 };

/* CUlaunchConfig, CUDA_KERNEL_NODE_PARAMS */
typedef struct {
  Dim3 grid, block;
  unsigned dynamic_shared;
  Stream *stream;
  LaunchAttribute *attributes;
  unsigned attribute_count;
} DriverConfig;
typedef struct {
  Function *function;
  Dim3 grid, block;
  unsigned dynamic_shared;
  void **arguments, **extra;
  Function *kernel;
  void *context;
} KernelNode;

/* cuda_array.c */
Result cuArray3DCreate_v2(Array **array, const ArrayDescription *description);
Result cuArrayCreate_v2(Array **array, const PlaneDescription *description);
Result cuArrayDestroy(Array *array);
Result cuArray3DGetDescriptor_v2(ArrayDescription *description, Array *array);
Result cuArrayGetDescriptor_v2(PlaneDescription *description, Array *array);
Result cuTexObjectCreate(uint64_t *handle, const DriverResource *resource, const DriverTexture
                         *description, const ResourceView *view);
Result cuTexObjectDestroy(uint64_t handle);
Result cuSurfObjectCreate(uint64_t *handle, const DriverResource *resource);
Result cuSurfObjectDestroy(uint64_t handle);
/* cuda_context.c */
Result cuInit(unsigned flags);
Result cuCtxCreate_v2(void **context, unsigned flags, int device);
Result cuCtxCreate_v3(void **context, const void *affinities, int count, unsigned flags, int
                      device);
Result cuCtxCreate_v4(void **context, const void *parameters, unsigned flags, int device);
Result cuCtxDestroy_v2(void *context);
Result cuCtxPushCurrent_v2(void *context);
Result cuCtxPopCurrent_v2(void **context);
Result cuCtxSetCurrent(void *context);
Result cuCtxGetCurrent(void **context);
Result cuCtxGetDevice(int *device);
Result cuCtxGetDevice_v2(int *device, void *context);
Result cuCtxGetFlags(unsigned *flags);
Result cuCtxSetFlags(unsigned flags);
Result cuCtxGetId(void *context, unsigned long long *id);
Result cuCtxGetApiVersion(void *context, unsigned *result);
Result cuCtxSynchronize(void);
Result cuCtxSynchronize_v2(void *context);
Result cuCtxGetLimit(size_t *value, int limit);
Result cuCtxSetLimit(int limit, size_t value);
Result cuCtxGetCacheConfig(int *preference);
Result cuCtxSetCacheConfig(int preference);
Result cuCtxSetSharedMemConfig(int preference);
Result cuCtxGetStreamPriorityRange(int *least, int *greatest);
Result cuCtxResetPersistingL2Cache(void);
Result cuCtxEnablePeerAccess(void *peer, unsigned flags);
Result cuCtxDisablePeerAccess(void *peer);
Result cuDevicePrimaryCtxRetain(void **context, int device);
Result cuDevicePrimaryCtxRelease_v2(int device);
Result cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags);
Result cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active);
Result cuDevicePrimaryCtxReset_v2(int device);
/* cuda_copy.c */
Result cuMemcpy(DevicePointer dst, DevicePointer src, size_t bytes);
Result cuMemcpyAsync(DevicePointer dst, DevicePointer src, size_t bytes, Stream *stream);
Result cuMemcpyHtoD_v2(DevicePointer dst, const void *src, size_t bytes);
Result cuMemcpyHtoDAsync_v2(DevicePointer dst, const void *src, size_t bytes, Stream *stream);
Result cuMemcpyDtoH_v2(void *dst, DevicePointer src, size_t bytes);
Result cuMemcpyDtoHAsync_v2(void *dst, DevicePointer src, size_t bytes, Stream *stream);
Result cuMemcpyDtoD_v2(DevicePointer dst, DevicePointer src, size_t bytes);
Result cuMemcpyDtoDAsync_v2(DevicePointer dst, DevicePointer src, size_t bytes, Stream *stream);
Result cuMemcpyPeer(DevicePointer dst, void *to, DevicePointer src, void *from, size_t bytes);
Result cuMemcpyPeerAsync(DevicePointer dst, void *to, DevicePointer src, void *from, size_t bytes,
                         Stream *stream);
Result cuMemcpy3D_v2(const BoxCopy *box);
Result cuMemcpy3DAsync_v2(const BoxCopy *box, Stream *stream);
Result cuMemcpy2D_v2(const RowsCopy *rows);
Result cuMemcpy2DAsync_v2(const RowsCopy *rows, Stream *stream);
Result cuMemcpyHtoA_v2(Array *dst, size_t offset, const void *src, size_t bytes);
Result cuMemcpyHtoAAsync_v2(Array *dst, size_t offset, const void *src, size_t bytes, Stream
                            *stream);
Result cuMemcpyAtoH_v2(void *dst, Array *src, size_t offset, size_t bytes);
Result cuMemcpyAtoHAsync_v2(void *dst, Array *src, size_t offset, size_t bytes, Stream *stream);
Result cuMemcpyDtoA_v2(Array *dst, size_t offset, DevicePointer src, size_t bytes);
Result cuMemcpyAtoD_v2(DevicePointer dst, Array *src, size_t offset, size_t bytes);
Result cuMemcpyAtoA_v2(Array *dst, size_t to, Array *src, size_t from, size_t bytes);
/* cuda_device.c */
Result cuDriverGetVersion(int *version);
Result cuDeviceGetCount(int *count);
Result cuDeviceGet(int *device, int ordinal);
Result cuDeviceGetName(char *name, int bytes, int device);
Result cuDeviceGetUuid(char *result, int device);
Result cuDeviceTotalMem_v2(size_t *bytes, int device);
Result cuDeviceGetAttribute(int *value, int attribute, int device);
Result cuDeviceComputeCapability(int *major, int *minor, int device);
Result cuDeviceGetProperties(void *result, int device);
Result cuDeviceGetPCIBusId(char *text, int bytes, int device);
Result cuDeviceGetByPCIBusId(int *device, const char *text);
Result cuDeviceCanAccessPeer(int *result, int device, int peer);
Result cuDeviceGetDefaultMemPool(void **pool, int device);
Result cuDeviceGetMemPool(void **pool, int device);
Result cuDeviceSetMemPool(int device, void *pool);
/* cuda_entry.c */
Result cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags, int
                           *status);
Result cuGetProcAddress(const char *name, void **function, int version, uint64_t flags);
Result cuGetExportTable(const void **table, const void *id);
/* cuda_errors.c */
Result cuGetErrorName(Result error, const char **name);
Result cuGetErrorString(Result error, const char **text);
/* cuda_function.c */
Result cuFuncGetAttribute(int *value, int number, Function *function);
Result cuFuncSetAttribute(Function *function, int number, int value);
Result cuKernelGetAttribute(int *value, int number, Function *kernel, int device);
Result cuKernelSetAttribute(int number, int value, Function *kernel, int device);
Result cuFuncSetCacheConfig(Function *function, int preference);
Result cuFuncSetSharedMemConfig(Function *function, int preference);
Result cuKernelSetCacheConfig(Function *kernel, int preference, int device);
Result cuFuncGetName(const char **name, Function *function);
Result cuKernelGetName(const char **name, Function *kernel);
Result cuFuncGetParamInfo(Function *function, size_t index, size_t *offset, size_t *bytes);
Result cuKernelGetParamInfo(Function *kernel, size_t index, size_t *offset, size_t *bytes);
Result cuFuncGetModule(void **module, Function *function);
Result cuKernelGetLibrary(void **library, Function *kernel);
Result cuKernelGetFunction(Function **function, Function *kernel);
Result cuFuncIsLoaded(int *state, Function *function);
Result cuFuncLoad(Function *function);
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Function *function, int threads,
                                                   size_t shared);
Result cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, Function *function, int
                                                            threads, size_t shared, unsigned flags);
Result cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, Function *function, int blocks, int
                                               threads);
Result cuOccupancyMaxPotentialBlockSize(int *grid, int *block, Function *function, size_t
                                        (*shared_of)(int), size_t shared, int limit);
Result cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, Function *function, size_t
                                                 (*shared_of)(int), size_t shared, int limit,
                                                 unsigned flags);
Result cuLaunchKernel(Function *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                      unsigned by, unsigned bz, unsigned shared, Stream *stream, void **arguments,
                      void **extra);
Result cuLaunchCooperativeKernel(Function *function, unsigned gx, unsigned gy, unsigned gz, unsigned
                                 bx, unsigned by, unsigned bz, unsigned shared, Stream *stream, void
                                 **arguments);
Result cuLaunchKernelEx(const DriverConfig *config, Function *function, void **arguments, void
                        **extra);
/* cuda_graph.c */
Result cuGraphCreate(Graph **graph, unsigned flags);
Result cuGraphDestroy(Graph *graph);
Result cuGraphClone(Graph **clone, Graph *graph);
Result cuGraphAddKernelNode_v2(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                               size_t count, const KernelNode *kernel);
Result cuGraphExecKernelNodeSetParams_v2(GraphExec *executable, GraphNode *node, const KernelNode
                                         *kernel);
Result cuGraphAddMemcpyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                            count, const BoxCopy *copy, void *context);
Result cuGraphAddMemsetNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                            count, const MemsetParams *fill, void *context);
Result cuGraphAddHostNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                          count, const HostNodeParams *host);
Result cuGraphAddEmptyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                           count);
Result cuGraphAddChildGraphNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                size_t count, Graph *child);
Result cuGraphGetNodes(Graph *graph, GraphNode **nodes, size_t *count);
Result cuGraphGetRootNodes(Graph *graph, GraphNode **nodes, size_t *count);
Result cuGraphNodeGetType(GraphNode *node, int *type);
Result cuGraphInstantiateWithFlags(GraphExec **executable, Graph *graph, unsigned long long flags);
Result cuGraphInstantiate_v2(GraphExec **executable, Graph *graph, GraphNode **fault, char *log,
                             size_t bytes);
Result cuGraphLaunch(GraphExec *executable, Stream *stream);
Result cuGraphExecDestroy(GraphExec *executable);
/* cuda_memory.c */
Result cuMemAlloc_v2(DevicePointer *address, size_t bytes);
Result cuMemAllocPitch_v2(DevicePointer *address, size_t *pitch, size_t width, size_t height,
                          unsigned element);
Result cuMemFree_v2(DevicePointer address);
Result cuMemGetAddressRange_v2(DevicePointer *base, size_t *bytes, DevicePointer address);
Result cuMemGetInfo_v2(size_t *free_bytes, size_t *total);
Result cuMemAllocManaged(DevicePointer *address, size_t bytes, unsigned flags);
Result cuMemAllocHost_v2(void **pointer, size_t bytes);
Result cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags);
Result cuMemFreeHost(void *pointer);
Result cuMemHostRegister_v2(void *pointer, size_t bytes, unsigned flags);
Result cuMemHostUnregister(void *pointer);
Result cuMemHostGetDevicePointer_v2(DevicePointer *address, void *pointer, unsigned flags);
Result cuMemHostGetFlags(unsigned *flags, void *pointer);
Result cuMemAllocAsync(DevicePointer *address, size_t bytes, Stream *stream);
Result cuMemAllocFromPoolAsync(DevicePointer *address, size_t bytes, void *pool, Stream *stream);
Result cuMemFreeAsync(DevicePointer address, Stream *stream);
Result cuMemPoolCreate(void **pool, const PoolProperties *properties);
Result cuMemPoolDestroy(void *pool);
Result cuMemPoolTrimTo(void *pool, size_t bytes);
Result cuMemPoolSetAttribute(void *pool, int attribute, void *value);
Result cuMemPoolGetAttribute(void *pool, int attribute, void *value);
Result cuMemPrefetchAsync_v2(DevicePointer address, size_t bytes, MemoryLocation place, unsigned
                             flags, Stream *stream);
Result cuMemPrefetchAsync(DevicePointer address, size_t bytes, int device, Stream *stream);
Result cuMemAdvise_v2(DevicePointer address, size_t bytes, int advice, MemoryLocation place);
Result cuMemAdvise(DevicePointer address, size_t bytes, int advice, int device);
Result cuPointerGetAttribute(void *data, int attribute, DevicePointer pointer);
Result cuPointerGetAttributes(unsigned count, const int *attributes, void **data, DevicePointer
                              pointer);
Result cuPointerSetAttribute(const void *value, int attribute, DevicePointer pointer);
/* cuda_values.c, with CUstreamBatchMemOpParams */
typedef struct {
  int type;
  DevicePointer at;
  uint64_t value;
  unsigned flags;
  uint64_t unused[2];
} ValueOperation;
Result cuStreamWaitValue32_v2(Stream *stream, DevicePointer at, uint32_t value, unsigned flags);
Result cuStreamWaitValue64_v2(Stream *stream, DevicePointer at, uint64_t value, unsigned flags);
Result cuStreamWriteValue32_v2(Stream *stream, DevicePointer at, uint32_t value, unsigned flags);
Result cuStreamWriteValue64_v2(Stream *stream, DevicePointer at, uint64_t value, unsigned flags);
Result cuStreamBatchMemOp_v2(Stream *stream, unsigned count, const ValueOperation *operations,
                             unsigned flags);
/* cuda_virtual.c, with CUmemAllocationProp and CUmemAccessDesc */
typedef struct {
  int type, handles;
  MemoryLocation place;
  void *windows;
  unsigned char flags[8];
} MemoryProperties;
typedef struct {
  MemoryLocation place;
  int access;
} AccessDescription;
Result cuMemAddressReserve(DevicePointer *address, size_t bytes, size_t alignment, DevicePointer
                           wanted, unsigned long long flags);
Result cuMemAddressFree(DevicePointer address, size_t bytes);
Result cuMemGetAllocationGranularity(size_t *bytes, const MemoryProperties *properties, int option);
Result cuMemCreate(uint64_t *handle, size_t bytes, const MemoryProperties *properties, unsigned long
                   long flags);
Result cuMemRelease(uint64_t handle);
Result cuMemMap(DevicePointer address, size_t bytes, size_t offset, uint64_t handle, unsigned long
                long flags);
Result cuMemUnmap(DevicePointer address, size_t bytes);
Result cuMemSetAccess(DevicePointer address, size_t bytes, const AccessDescription *all, size_t
                      count);
Result cuMemGetAccess(unsigned long long *access, const MemoryLocation *place, DevicePointer
                      address);
Result cuMemRetainAllocationHandle(uint64_t *handle, void *address);
Result cuMemGetAllocationPropertiesFromHandle(MemoryProperties *properties, uint64_t handle);
/* cuda_module.c */
Result cuModuleLoad(void **module, const char *name);
Result cuModuleLoadData(void **module, const void *image);
Result cuModuleLoadDataEx(void **module, const void *image, unsigned count, const int *options, void
                          **values);
Result cuModuleUnload(void *module);
Result cuModuleGetFunction(Function **function, void *module, const char *name);
Result cuModuleGetFunctionCount(unsigned *count, void *module);
Result cuModuleEnumerateFunctions(Function **functions, unsigned count, void *module);
Result cuModuleGetLoadingMode(int *mode);
Result cuModuleGetGlobal_v2(DevicePointer *address, size_t *bytes, void *module, const char *name);
Result cuLibraryLoadData(void **library, const void *image, const int *options, void **values,
                         unsigned count, const int *kinds, void **settings, unsigned number);
Result cuLibraryLoadFromFile(void **library, const char *name, const int *options, void **values,
                             unsigned count, const int *kinds, void **settings, unsigned number);
Result cuLibraryUnload(void *library);
Result cuLibraryGetKernel(Function **kernel, void *library, const char *name);
Result cuLibraryGetKernelCount(unsigned *count, void *library);
Result cuLibraryEnumerateKernels(Function **kernels, unsigned count, void *library);
Result cuLibraryGetModule(void **module, void *library);
Result cuLinkCreate_v2(unsigned count, const int *options, void **values, void **linker);
Result cuLinkAddData_v2(void *linker, int type, void *data, size_t bytes, const char *name, unsigned
                        count, const int *options, void **values);
Result cuLinkAddFile_v2(void *linker, int type, const char *name, unsigned count, const int
                        *options, void **values);
Result cuLinkComplete(void *linker, void **image, size_t *bytes);
Result cuLinkDestroy(void *linker);
/* cuda_stream.c */
Result cuStreamCreate(Stream **stream, unsigned flags);
Result cuStreamCreateWithPriority(Stream **stream, unsigned flags, int priority);
Result cuStreamDestroy_v2(Stream *stream);
Result cuStreamSynchronize(Stream *stream);
Result cuStreamQuery(Stream *stream);
Result cuStreamWaitEvent(Stream *stream, Event *event, unsigned flags);
Result cuStreamAddCallback(Stream *stream, StreamCallback function, void *data, unsigned flags);
Result cuLaunchHostFunc(Stream *stream, HostFunction function, void *data);
Result cuStreamGetPriority(Stream *stream, int *priority);
Result cuStreamGetFlags(Stream *stream, unsigned *flags);
Result cuStreamGetId(Stream *stream, unsigned long long *id);
Result cuStreamGetDevice(Stream *stream, int *device);
Result cuStreamGetCtx(Stream *stream, void **context);
Result cuStreamAttachMemAsync(Stream *stream, DevicePointer address, size_t bytes, unsigned flags);
Result cuStreamBeginCapture_v2(Stream *stream, int mode);
Result cuStreamEndCapture(Stream *stream, Graph **graph);
Result cuStreamIsCapturing(Stream *stream, int *status);
Result cuThreadExchangeStreamCaptureMode(int *mode);
Result cuEventCreate(Event **event, unsigned flags);
Result cuEventDestroy_v2(Event *event);
Result cuEventRecord(Event *event, Stream *stream);
Result cuEventRecordWithFlags(Event *event, Stream *stream, unsigned flags);
Result cuEventSynchronize(Event *event);
Result cuEventQuery(Event *event);
Result cuEventElapsedTime(float *milliseconds, Event *start, Event *end);
Result cuMemsetD8_v2(DevicePointer at, unsigned char value, size_t count);
Result cuMemsetD8Async(DevicePointer at, unsigned char value, size_t count, Stream *stream);
Result cuMemsetD2D8_v2(DevicePointer at, size_t pitch, unsigned char value, size_t width, size_t
                       height);
Result cuMemsetD2D8Async(DevicePointer at, size_t pitch, unsigned char value, size_t width, size_t
                         height, Stream *stream);
Result cuMemsetD16_v2(DevicePointer at, unsigned short value, size_t count);
Result cuMemsetD16Async(DevicePointer at, unsigned short value, size_t count, Stream *stream);
Result cuMemsetD2D16_v2(DevicePointer at, size_t pitch, unsigned short value, size_t width, size_t
                        height);
Result cuMemsetD2D16Async(DevicePointer at, size_t pitch, unsigned short value, size_t width, size_t
                          height, Stream *stream);
Result cuMemsetD32_v2(DevicePointer at, unsigned value, size_t count);
Result cuMemsetD32Async(DevicePointer at, unsigned value, size_t count, Stream *stream);
Result cuMemsetD2D32_v2(DevicePointer at, size_t pitch, unsigned value, size_t width, size_t
                        height);
Result cuMemsetD2D32Async(DevicePointer at, size_t pitch, unsigned value, size_t width, size_t
                          height, Stream *stream);

static inline const char *result_name(Result result) {
  const char *name = "unknown";
  cuGetErrorName(result, &name);
  return name;
}

/* Requires a result of a call. */
#define GIVES(expected, call)                                                               \
  do {                                                                                      \
    Result gives = (call);                                                                  \
    if (gives != (expected)) {                                                              \
      printf("%s:%d: %s: %s, expected %s\n", __FILE__, __LINE__, #call, result_name(gives), \
             #expected);                                                                    \
      failures++;                                                                           \
    }                                                                                       \
  } while (0)
#define DO(call) GIVES(CUDA_SUCCESS, call)

/* The text of a file, ended by 0; ends the program if it cannot be read. */
static inline char *text_of(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  if (!file || !text || fread(text, 1, (1 << 20) - 1, file) == 0) {
    printf("cannot read %s\n", path);
    exit(1);
  }
  fclose(file);
  return text;
}

#endif
