/* SPDX-License-Identifier: Apache-2.0 */
/* Initialization, devices, contexts, streams, events, graphs, addresses of functions. */
#include <pthread.h>

#include "driver_test.h"

static void *module;

static void before_initialization(void) {
  int count, version = 0;
  void *context;
  GIVES(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&count));
  GIVES(CUDA_ERROR_NOT_INITIALIZED, cuCtxGetCurrent(&context));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuInit(1));
  DO(cuDriverGetVersion(&version));
  EXPECT(version == 13000);
  DO(cuInit(0));
  DevicePointer at;
  GIVES(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc_v2(&at, 4));
}

static void device(void) {
  int count = 0, number = -1, major = 0, minor = 0, value = 0;
  char name[64] = "", uuid[16], bus[32];
  size_t bytes = 0;
  int properties[14];
  DO(cuDeviceGetCount(&count));
  EXPECT(count == 1);
  DO(cuDeviceGet(&number, 0));
  EXPECT(number == 0);
  GIVES(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&number, 1));
  DO(cuDeviceGetName(name, sizeof name, 0));
  EXPECT(name[0] != 0);
  DO(cuDeviceGetUuid(uuid, 0));
  DO(cuDeviceTotalMem_v2(&bytes, 0));
  EXPECT(bytes > 1 << 28);
  DO(cuDeviceComputeCapability(&major, &minor, 0));
  DO(cuDeviceGetAttribute(&value, 75, 0));
  EXPECT(value == major && major > 0 && minor >= 0);
  DO(cuDeviceGetAttribute(&value, 10, 0));
  EXPECT(value == 32);
  DO(cuDeviceGetProperties((void *)properties, 0));
  EXPECT(properties[9] == 32);
  DO(cuDeviceGetPCIBusId(bus, sizeof bus, 0));
  DO(cuDeviceGetByPCIBusId(&number, bus));
  EXPECT(number == 0);
  DO(cuDeviceCanAccessPeer(&value, 0, 0));
  EXPECT(value == 0);
}

static void *other_thread(void *context) {
  DevicePointer at;
  GIVES(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc_v2(&at, 4));
  DO(cuCtxSetCurrent(context));
  DO(cuMemAlloc_v2(&at, 4));
  DO(cuMemFree_v2(at));
  return NULL;
}

static void contexts(void) {
  void *first, *second, *primary = NULL, *found = NULL;
  unsigned flags = 0, version = 0;
  unsigned long long id = 0, other = 0;
  int active = -1, number = -1, least = 0, greatest = 0, preference;
  size_t limit = 0;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuCtxCreate_v2(&first, 0x1000, 0));
  GIVES(CUDA_ERROR_INVALID_DEVICE, cuCtxCreate_v2(&first, 0, 1));
  DO(cuCtxCreate_v2(&first, 4, 0));
  DO(cuCtxCreate_v3(&second, NULL, 0, 0, 0));
  DO(cuCtxGetCurrent(&found));
  EXPECT(found == second);
  DO(cuCtxPopCurrent_v2(&found));
  EXPECT(found == second);
  DO(cuCtxGetFlags(&flags));
  EXPECT(flags == 4);
  DO(cuCtxSetFlags(1));
  DO(cuCtxGetFlags(&flags));
  EXPECT(flags == 1);
  DO(cuCtxGetId(NULL, &id));
  DO(cuCtxGetId(second, &other));
  EXPECT(id != other);
  DO(cuCtxPushCurrent_v2(second));
  DO(cuCtxDestroy_v2(second));
  DO(cuCtxGetCurrent(&found));
  EXPECT(found == first);
  GIVES(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy_v2(second));
  GIVES(CUDA_ERROR_INVALID_CONTEXT, cuCtxPushCurrent_v2(second));
  DO(cuCtxGetApiVersion(first, &version));
  EXPECT(version == 13000);
  DO(cuCtxGetDevice(&number));
  DO(cuCtxGetDevice_v2(&number, first));
  EXPECT(number == 0);
  DO(cuCtxSetLimit(2, 1 << 24));
  DO(cuCtxGetLimit(&limit, 2));
  EXPECT(limit == 1 << 24);
  GIVES(CUDA_ERROR_UNSUPPORTED_LIMIT, cuCtxGetLimit(&limit, 77));
  DO(cuCtxSetCacheConfig(1));
  DO(cuCtxSetSharedMemConfig(1));
  EXPECT(cuCtxSetSharedMemConfig(3) == CUDA_ERROR_INVALID_VALUE);
  DO(cuCtxGetCacheConfig(&preference));
  DO(cuCtxGetStreamPriorityRange(&least, &greatest));
  EXPECT(least == 0 && greatest < 0);
  DO(cuCtxResetPersistingL2Cache());
  GIVES(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cuCtxEnablePeerAccess(first, 0));
  GIVES(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cuCtxDisablePeerAccess(first));
  DO(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(active == 0);
  DO(cuDevicePrimaryCtxSetFlags_v2(0, 4));
  DO(cuDevicePrimaryCtxRetain(&primary, 0));
  DO(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(active == 1 && flags == 4);
  DO(cuCtxSetCurrent(primary));
  DO(cuCtxSynchronize());
  DO(cuCtxSynchronize_v2(primary));
  pthread_t thread;
  pthread_create(&thread, NULL, other_thread, primary);
  pthread_join(thread, NULL);
  DO(cuDevicePrimaryCtxRelease_v2(0));
  GIVES(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease_v2(0));
  DO(cuDevicePrimaryCtxReset_v2(0));
  void *parameters[3] = {NULL, NULL, &first};
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuCtxCreate_v4(&second, parameters, 0, 0));
  parameters[2] = NULL;
  DO(cuCtxCreate_v4(&second, parameters, 0, 0));
  DO(cuCtxCreate_v4(&second, NULL, 0, 0));
}

static int called;

static void count_call(void *data) {
  called += *(int *)data;
}

static void call_back(Stream *stream, Error result, void *data) {
  EXPECT(result == 0);
  count_call(data);
}

static void streams(void) {
  Stream *stream, *other;
  Event *start, *end, *untimed;
  int priority = 0, one = 1, status = -1, mode = 0, number = -1;
  unsigned flags = 0;
  unsigned long long id = 0;
  float milliseconds = -1;
  void *context = NULL, *current = NULL;
  DO(cuStreamCreate(&stream, 1));
  DO(cuStreamCreateWithPriority(&other, 0, -2));
  DO(cuStreamGetPriority(other, &priority));
  EXPECT(priority == -2);
  DO(cuStreamGetFlags(stream, &flags));
  EXPECT(flags == 1);
  DO(cuStreamGetId(other, &id));
  EXPECT(id > 0);
  DO(cuStreamGetDevice(other, &number));
  EXPECT(number == 0);
  DO(cuStreamGetCtx(stream, &context));
  DO(cuCtxGetCurrent(&current));
  EXPECT(context == current);
  DO(cuEventCreate(&start, 0));
  DO(cuEventCreate(&end, 0));
  DO(cuEventCreate(&untimed, 2));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuEventCreate(&end, 1 << 10));
  DO(cuEventRecord(start, stream));
  int data[4] = {1, 2, 3, 4}, n = 4;
  DevicePointer at = 0;
  Function *step;
  DO(cuMemAlloc_v2(&at, sizeof data));
  DO(cuMemcpyHtoDAsync_v2(at, data, sizeof data, stream));
  DO(cuModuleGetFunction(&step, module, "step"));
  DO(cuLaunchKernel(step, 1, 1, 1, 4, 1, 1, 0, stream, (void *[]){&at, &n}, NULL));
  DO(cuEventRecordWithFlags(end, stream, 0));
  DO(cuStreamWaitEvent(other, end, 0));
  DO(cuMemcpyDtoHAsync_v2(data, at, sizeof data, other));
  DO(cuStreamAddCallback(other, call_back, &one, 0));
  DO(cuLaunchHostFunc(other, count_call, &one));
  DO(cuStreamSynchronize(other));
  DO(cuStreamQuery(other));
  EXPECT(called == 2 && data[0] == 2 && data[3] == 5);
  DO(cuEventSynchronize(end));
  DO(cuEventQuery(end));
  DO(cuEventElapsedTime(&milliseconds, start, end));
  EXPECT(milliseconds >= 0);
  DO(cuEventRecord(untimed, stream));
  GIVES(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&milliseconds, untimed, end));
  DO(cuThreadExchangeStreamCaptureMode(&mode));
  DO(cuStreamIsCapturing(stream, &status));
  EXPECT(status == 0);
  DO(cuEventDestroy_v2(start));
  DO(cuEventDestroy_v2(end));
  DO(cuEventDestroy_v2(untimed));
  DO(cuStreamDestroy_v2(other));
  GIVES(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy_v2(other));
  DO(cuStreamDestroy_v2(stream));
  DO(cuMemFree_v2(at));
}

static void graphs(void) {
  int data[4] = {0}, n = 4, type = -1, one = 1;
  DevicePointer at = 0;
  Function *step;
  Stream *stream;
  Graph *graph, *clone, *built, *child;
  GraphNode *fill, *kernel, *copy, *host, *empty, *inner, *nodes[8];
  GraphExec *executable;
  size_t count = 8;
  DO(cuMemAlloc_v2(&at, sizeof data));
  DO(cuModuleGetFunction(&step, module, "step"));
  DO(cuStreamCreate(&stream, 1));
  DO(cuStreamBeginCapture_v2(stream, 0));
  DO(cuMemsetD32Async(at, 5, 4, stream));
  DO(cuLaunchKernel(step, 1, 1, 1, 4, 1, 1, 0, stream, (void *[]){&at, &n}, NULL));
  DO(cuStreamEndCapture(stream, &graph));
  DO(cuGraphClone(&clone, graph));
  DO(cuGraphInstantiateWithFlags(&executable, clone, 0));
  DO(cuGraphLaunch(executable, stream));
  DO(cuMemcpyDtoH_v2(data, at, sizeof data));
  EXPECT(data[0] == 6 && data[3] == 6);
  DO(cuGraphExecDestroy(executable));
  DO(cuGraphCreate(&built, 0));
  DO(cuGraphCreate(&child, 0));
  DO(cuGraphAddEmptyNode(&inner, child, NULL, 0));
  DO(cuGraphAddMemsetNode(&fill, built, NULL, 0,
                          &(MemsetParams){.dst = (void *)(uintptr_t)at,
                                          .value = 9,
                                          .element_bytes = 4,
                                          .width = 4,
                                          .height = 1},
                          NULL));
  KernelNode params = {.function = step,
                       .grid = {1, 1, 1},
                       .block = {4, 1, 1},
                       .arguments = (void *[]){&at, &n}};
  DO(cuGraphAddKernelNode_v2(&kernel, built, &fill, 1, &params));
  DO(cuGraphAddMemcpyNode(&copy, built, &kernel, 1,
                          &(BoxCopy){.src = {.type = MEMORY_DEVICE, .device = at, .pitch = 16},
                                     .dst = {.type = MEMORY_HOST, .host = data, .pitch = 16},
                                     .width = sizeof data,
                                     .height = 1,
                                     .depth = 1},
                          NULL));
  called = 0;
  DO(cuGraphAddHostNode(&host, built, &copy, 1,
                        &(HostNodeParams){.function = count_call, .data = &one}));
  DO(cuGraphAddEmptyNode(&empty, built, &host, 1));
  DO(cuGraphAddChildGraphNode(&inner, built, &empty, 1, child));
  DO(cuGraphGetNodes(built, nodes, &count));
  EXPECT(count == 6);
  count = 8;
  DO(cuGraphGetRootNodes(built, nodes, &count));
  EXPECT(count == 1 && nodes[0] == fill);
  DO(cuGraphNodeGetType(kernel, &type));
  EXPECT(type == 0);
  DO(cuGraphInstantiate_v2(&executable, built, nodes, NULL, 0));
  params.block.x = 2;
  DO(cuGraphExecKernelNodeSetParams_v2(executable, kernel, &params));
  DO(cuGraphLaunch(executable, NULL));
  DO(cuCtxSynchronize());
  EXPECT(called == 1 && data[0] == 10 && data[1] == 10 && data[2] == 9);
  DO(cuGraphExecDestroy(executable));
  DO(cuGraphDestroy(built));
  DO(cuGraphDestroy(clone));
  DO(cuMemFree_v2(at));
}

static void addresses(void) {
  void *function = NULL;
  int status = -1;
  Result (*allocate)(DevicePointer *, size_t);
  DevicePointer at = 0;
  DO(cuGetProcAddress_v2("cuMemAlloc", &function, 12000, 0, &status));
  EXPECT(status == 0 && function == (void *)cuMemAlloc_v2);
  memcpy(&allocate, &function, sizeof allocate);
  DO(allocate(&at, 16));
  DO(cuMemFree_v2(at));
  DO(cuGetProcAddress_v2("cuCtxCreate", &function, 11000, 0, &status));
  EXPECT(function == (void *)cuCtxCreate_v2);
  DO(cuGetProcAddress_v2("cuCtxCreate", &function, 13000, 0, &status));
  EXPECT(function == (void *)cuCtxCreate_v4);
  DO(cuGetProcAddress_v2("cuGraphAddNode", &function, 11000, 0, &status));
  EXPECT(status == 2 && !function);
  DO(cuGetProcAddress_v2("cuNothing", &function, 12000, 0, &status));
  EXPECT(status == 1 && !function);
  DO(cuGetProcAddress_v2("cuLaunchKernel", &function, 12000, 2, NULL));
  EXPECT(function == dlsym(RTLD_DEFAULT, "cuLaunchKernel_ptsz"));
  DO(cuGetProcAddress("cuInit", &function, 11030, 0));
  EXPECT(function == (void *)cuInit);
  GIVES(CUDA_ERROR_NOT_FOUND, cuGetProcAddress("cudaMalloc", &function, 11030, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuGetProcAddress("cuInit", &function, 99000, 0));
}

static void names(void) {
  const char *text = NULL;
  DO(cuGetErrorName(700, &text));
  EXPECT(!strcmp(text, "CUDA_ERROR_ILLEGAL_ADDRESS"));
  DO(cuGetErrorString(1, &text));
  EXPECT(!strcmp(text, "invalid argument"));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuGetErrorName(12345, &text));
  EXPECT(text == NULL);
  GIVES(CUDA_ERROR_INVALID_VALUE, cuGetErrorString(12345, &text));
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  before_initialization();
  device();
  contexts();
  DO(cuModuleLoadData(&module, text_of(arguments[1])));
  streams();
  graphs();
  addresses();
  names();
  return finish();
}
