/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What functions of CUDA's driver interface answer to wrong calls. The expected codes are those that
 * the "CUDA Driver API" manual of CUDA 13 lists for each function and states in its text: for example
 * a name that a module has not (cuModuleGetFunction), a stack without contexts (cuCtxPopCurrent).
 */
#include "driver_test.h"

static int cases;

#define RETURNS(expected, call) (cases++, returns(CUDA_ERROR_##expected, call, #call, __LINE__))

static void returns(Result expected, Result found, const char *call, int line) {
  const char *name = "";
  cuGetErrorName(expected, &name);
  if (found == expected)
    return;
  printf("%d: %s: %s, expected %s\n", line, call, result_name(found), name);
  failures++;
}

/* Before cuInit, and without a context of the thread. */
static void missing_state(void) {
  int value;
  unsigned flags;
  void *context;
  DevicePointer at;
  Stream *stream;
  Event *event;
  RETURNS(NOT_INITIALIZED, cuDeviceGet(&value, 0));
  RETURNS(NOT_INITIALIZED, cuDeviceGetAttribute(&value, 1, 0));
  RETURNS(NOT_INITIALIZED, cuCtxCreate_v2(&context, 0, 0));
  RETURNS(NOT_INITIALIZED, cuDevicePrimaryCtxRetain(&context, 0));
  RETURNS(NOT_INITIALIZED, cuMemAlloc_v2(&at, 4));
  RETURNS(NOT_INITIALIZED, cuModuleLoadData(&context, ""));
  RETURNS(INVALID_VALUE, cuInit(1));
  RETURNS(INVALID_VALUE, cuDriverGetVersion(NULL));
  DO(cuInit(0));
  RETURNS(INVALID_CONTEXT, cuMemAlloc_v2(&at, 4));
  RETURNS(INVALID_CONTEXT, cuMemFree_v2(4));
  RETURNS(INVALID_CONTEXT, cuMemcpyHtoD_v2(4, &value, 4));
  RETURNS(INVALID_CONTEXT, cuModuleLoadData(&context, ""));
  RETURNS(INVALID_CONTEXT, cuStreamCreate(&stream, 0));
  RETURNS(INVALID_CONTEXT, cuEventCreate(&event, 0));
  RETURNS(INVALID_CONTEXT, cuCtxSynchronize());
  RETURNS(INVALID_CONTEXT, cuCtxGetDevice(&value));
  RETURNS(INVALID_CONTEXT, cuCtxGetFlags(&flags));
  RETURNS(INVALID_CONTEXT, cuCtxPopCurrent_v2(&context));
}

static void devices(void) {
  int value, other;
  size_t bytes;
  char text[32];
  void *context, *pool;
  unsigned flags;
  RETURNS(INVALID_VALUE, cuDeviceGetCount(NULL));
  RETURNS(INVALID_DEVICE, cuDeviceGet(&value, 1));
  RETURNS(INVALID_DEVICE, cuDeviceGet(&value, -1));
  RETURNS(INVALID_VALUE, cuDeviceGet(NULL, 0));
  RETURNS(INVALID_DEVICE, cuDeviceGetName(text, sizeof text, 1));
  RETURNS(INVALID_VALUE, cuDeviceGetName(NULL, 4, 0));
  RETURNS(INVALID_VALUE, cuDeviceGetName(text, 0, 0));
  RETURNS(INVALID_DEVICE, cuDeviceGetUuid(text, 1));
  RETURNS(INVALID_VALUE, cuDeviceGetUuid(NULL, 0));
  RETURNS(INVALID_DEVICE, cuDeviceTotalMem_v2(&bytes, 1));
  RETURNS(INVALID_VALUE, cuDeviceTotalMem_v2(NULL, 0));
  RETURNS(INVALID_DEVICE, cuDeviceGetAttribute(&value, 1, 1));
  RETURNS(INVALID_VALUE, cuDeviceGetAttribute(&value, 0, 0));
  RETURNS(INVALID_VALUE, cuDeviceGetAttribute(&value, 100000, 0));
  RETURNS(INVALID_VALUE, cuDeviceGetAttribute(NULL, 1, 0));
  RETURNS(INVALID_DEVICE, cuDeviceComputeCapability(&value, &other, 1));
  RETURNS(INVALID_VALUE, cuDeviceComputeCapability(NULL, &other, 0));
  RETURNS(INVALID_DEVICE, cuDeviceGetProperties(text, 1));
  RETURNS(INVALID_VALUE, cuDeviceGetProperties(NULL, 0));
  RETURNS(INVALID_DEVICE, cuDeviceGetPCIBusId(text, sizeof text, 1));
  RETURNS(INVALID_VALUE, cuDeviceGetPCIBusId(NULL, 4, 0));
  RETURNS(INVALID_DEVICE, cuDeviceGetByPCIBusId(&value, "0000:7f:00.0"));
  DO(cuDeviceGetPCIBusId(text, sizeof text, 0));
  RETURNS(INVALID_VALUE, cuDeviceGetByPCIBusId(NULL, text));
  RETURNS(INVALID_VALUE, cuDeviceGetByPCIBusId(&value, NULL));
  RETURNS(INVALID_DEVICE, cuDeviceCanAccessPeer(&value, 0, 1));
  RETURNS(INVALID_DEVICE, cuDeviceGetDefaultMemPool(&pool, 1));
  RETURNS(INVALID_VALUE, cuDeviceGetDefaultMemPool(NULL, 0));
  RETURNS(INVALID_DEVICE, cuDevicePrimaryCtxRetain(&context, 1));
  RETURNS(INVALID_VALUE, cuDevicePrimaryCtxRetain(NULL, 0));
  RETURNS(INVALID_DEVICE, cuDevicePrimaryCtxRelease_v2(1));
  RETURNS(INVALID_CONTEXT, cuDevicePrimaryCtxRelease_v2(0));
  RETURNS(INVALID_DEVICE, cuDevicePrimaryCtxSetFlags_v2(1, 0));
  RETURNS(INVALID_VALUE, cuDevicePrimaryCtxSetFlags_v2(0, 0x1000));
  RETURNS(INVALID_DEVICE, cuDevicePrimaryCtxGetState(1, &flags, &value));
  RETURNS(INVALID_VALUE, cuDevicePrimaryCtxGetState(0, NULL, &value));
  RETURNS(INVALID_DEVICE, cuDevicePrimaryCtxReset_v2(1));
}

static void contexts(void *current) {
  void *context, *gone;
  size_t limit;
  const char *text;
  DO(cuCtxCreate_v2(&gone, 0, 0));
  DO(cuCtxDestroy_v2(gone));
  DO(cuCtxGetCurrent(&context));
  EXPECT(context == current);
  RETURNS(INVALID_VALUE, cuCtxCreate_v2(NULL, 0, 0));
  RETURNS(INVALID_VALUE, cuCtxCreate_v2(&context, 0x1000, 0));
  RETURNS(INVALID_VALUE, cuCtxCreate_v2(&context, 3, 0));
  RETURNS(INVALID_DEVICE, cuCtxCreate_v2(&context, 0, 1));
  RETURNS(INVALID_VALUE, cuCtxDestroy_v2(NULL));
  RETURNS(INVALID_CONTEXT, cuCtxDestroy_v2(gone));
  RETURNS(INVALID_VALUE, cuCtxPushCurrent_v2(NULL));
  RETURNS(INVALID_CONTEXT, cuCtxPushCurrent_v2(gone));
  RETURNS(INVALID_CONTEXT, cuCtxSetCurrent(gone));
  RETURNS(INVALID_VALUE, cuCtxGetCurrent(NULL));
  RETURNS(INVALID_VALUE, cuCtxGetDevice(NULL));
  RETURNS(INVALID_VALUE, cuCtxGetFlags(NULL));
  RETURNS(INVALID_VALUE, cuCtxSetFlags(0x1000));
  RETURNS(INVALID_CONTEXT, cuCtxGetId(gone, (unsigned long long *)&limit));
  RETURNS(INVALID_VALUE, cuCtxGetId(current, NULL));
  RETURNS(INVALID_CONTEXT, cuCtxGetApiVersion(gone, (unsigned *)&limit));
  RETURNS(UNSUPPORTED_LIMIT, cuCtxGetLimit(&limit, 77));
  RETURNS(UNSUPPORTED_LIMIT, cuCtxSetLimit(77, 0));
  RETURNS(INVALID_VALUE, cuCtxGetLimit(NULL, 0));
  RETURNS(INVALID_CONTEXT, cuCtxEnablePeerAccess(gone, 0));
  RETURNS(INVALID_VALUE, cuCtxEnablePeerAccess(current, 1));
  RETURNS(PEER_ACCESS_NOT_ENABLED, cuCtxDisablePeerAccess(current));
  RETURNS(INVALID_VALUE, cuGetErrorName(CUDA_SUCCESS, NULL));
  RETURNS(INVALID_VALUE, cuGetErrorName(12345, &text));
  EXPECT(text == NULL);
  RETURNS(INVALID_VALUE, cuGetErrorString(12345, &text));
  EXPECT(text == NULL);
}

static void memory(void) {
  DevicePointer at, freed, base;
  void *host, *pool;
  size_t bytes, pitch;
  static char plain[64];
  unsigned flags;
  int value = 0;
  DO(cuMemAlloc_v2(&at, 1024));
  DO(cuMemAlloc_v2(&freed, 64));
  DO(cuMemFree_v2(freed));
  RETURNS(INVALID_VALUE, cuMemAlloc_v2(NULL, 4));
  RETURNS(INVALID_VALUE, cuMemAlloc_v2(&base, 0));
  RETURNS(OUT_OF_MEMORY, cuMemAlloc_v2(&base, (size_t)1 << 50));
  RETURNS(INVALID_VALUE, cuMemFree_v2(freed));
  RETURNS(INVALID_VALUE, cuMemFree_v2(at + 4));
  RETURNS(INVALID_VALUE, cuMemAllocPitch_v2(NULL, &pitch, 4, 4, 4));
  RETURNS(INVALID_VALUE, cuMemAllocPitch_v2(&base, NULL, 4, 4, 4));
  RETURNS(INVALID_VALUE, cuMemAllocPitch_v2(&base, &pitch, 4, 4, 5));
  RETURNS(INVALID_VALUE, cuMemAllocPitch_v2(&base, &pitch, 4, 0, 4));
  RETURNS(NOT_FOUND, cuMemGetAddressRange_v2(&base, &bytes, freed));
  RETURNS(INVALID_VALUE, cuMemAllocManaged(&base, 0, 1));
  RETURNS(INVALID_VALUE, cuMemAllocManaged(&base, 4, 8));
  RETURNS(INVALID_VALUE, cuMemAllocManaged(NULL, 4, 1));
  RETURNS(INVALID_VALUE, cuMemAllocHost_v2(NULL, 4));
  RETURNS(INVALID_VALUE, cuMemAllocHost_v2(&host, 0));
  RETURNS(INVALID_VALUE, cuMemHostAlloc(&host, 4, 0x100));
  RETURNS(INVALID_VALUE, cuMemFreeHost(plain));
  RETURNS(INVALID_VALUE, cuMemHostRegister_v2(NULL, 4, 0));
  RETURNS(INVALID_VALUE, cuMemHostRegister_v2(plain, 0, 0));
  DO(cuMemHostRegister_v2(plain, sizeof plain, 0));
  RETURNS(HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister_v2(plain, sizeof plain, 0));
  DO(cuMemHostUnregister(plain));
  RETURNS(HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(plain));
  RETURNS(INVALID_VALUE, cuMemHostGetDevicePointer_v2(&base, plain, 0));
  RETURNS(INVALID_VALUE, cuMemHostGetDevicePointer_v2(&base, plain, 1));
  RETURNS(INVALID_VALUE, cuMemHostGetFlags(&flags, plain));
  RETURNS(INVALID_VALUE, cuMemAllocAsync(NULL, 4, NULL));
  RETURNS(INVALID_VALUE, cuMemAllocAsync(&base, 0, NULL));
  RETURNS(INVALID_VALUE, cuMemAllocFromPoolAsync(&base, 4, NULL, NULL));
  RETURNS(INVALID_VALUE, cuMemFreeAsync(freed, NULL));
  RETURNS(INVALID_VALUE, cuMemPoolCreate(&pool, NULL));
  RETURNS(INVALID_VALUE, cuMemPoolDestroy(NULL));
  RETURNS(INVALID_VALUE, cuMemPoolTrimTo(NULL, 0));
  RETURNS(INVALID_VALUE, cuPointerGetAttribute(NULL, 2, at));
  RETURNS(INVALID_VALUE, cuPointerGetAttribute(&value, 0, at));
  RETURNS(INVALID_VALUE, cuPointerGetAttribute(&value, 100, at));
  RETURNS(INVALID_VALUE, cuPointerGetAttribute(&value, 2, freed));
  RETURNS(INVALID_VALUE, cuPointerGetAttribute(&host, 4, at));
  RETURNS(INVALID_VALUE, cuPointerGetAttributes(1, NULL, &host, at));
  RETURNS(INVALID_VALUE, cuPointerSetAttribute(&value, 2, at));
  RETURNS(INVALID_VALUE, cuMemcpyHtoD_v2(at, NULL, 4));
  RETURNS(INVALID_VALUE, cuMemcpyDtoH_v2(NULL, at, 4));
  RETURNS(INVALID_CONTEXT, cuMemcpyPeer(at, NULL, at, NULL, 4));
  RETURNS(INVALID_VALUE, cuMemsetD16_v2(at + 1, 0, 4));
  RETURNS(INVALID_VALUE, cuMemsetD32_v2(at + 2, 0, 4));
  RETURNS(INVALID_VALUE, cuMemsetD2D8_v2(at, 8, 0, 16, 2));
  RETURNS(INVALID_VALUE, cuMemsetD2D32_v2(at, 16, 0, 5, 2));
  RETURNS(INVALID_VALUE, cuMemsetD2D32_v2(at, 18, 0, 4, 2));
  DO(cuMemFree_v2(at));
}

static void boxes(void) {
  Array *array;
  DevicePointer at;
  char host[64] = {0};
  PlaneDescription good = {8, 8, FORMAT_UNSIGNED_8, 1}, none = {0, 8, FORMAT_UNSIGNED_8, 1};
  PlaneDescription three = {8, 8, FORMAT_UNSIGNED_8, 3}, unknown = {8, 8, 0x77, 1};
  DO(cuMemAlloc_v2(&at, 64));
  RETURNS(INVALID_VALUE, cuArrayCreate_v2(NULL, &good));
  RETURNS(INVALID_VALUE, cuArrayCreate_v2(&array, NULL));
  RETURNS(INVALID_VALUE, cuArrayCreate_v2(&array, &none));
  RETURNS(INVALID_VALUE, cuArrayCreate_v2(&array, &three));
  RETURNS(INVALID_VALUE, cuArrayCreate_v2(&array, &unknown));
  RETURNS(INVALID_VALUE, cuMemcpy2D_v2(NULL));
  RowsCopy rows = {.src = {.type = MEMORY_HOST, .host = host, .pitch = 8},
                   .dst = {.type = MEMORY_DEVICE, .device = at, .pitch = 8},
                   .width = 8,
                   .height = 8};
  DO(cuMemcpy2D_v2(&rows));
  rows.dst.pitch = 4;
  RETURNS(INVALID_VALUE, cuMemcpy2D_v2(&rows));
  rows.dst.pitch = 8;
  rows.src.x = 1;
  RETURNS(INVALID_VALUE, cuMemcpy2D_v2(&rows));
  rows.src.x = 0;
  rows.src.type = 9;
  RETURNS(INVALID_VALUE, cuMemcpy2D_v2(&rows));
  rows.src.type = MEMORY_HOST;
  rows.src.host = NULL;
  RETURNS(INVALID_VALUE, cuMemcpy2D_v2(&rows));
  RETURNS(INVALID_VALUE, cuMemcpy3D_v2(NULL));
  DO(cuArrayCreate_v2(&array, &good));
  RETURNS(INVALID_VALUE, cuMemcpyHtoA_v2(array, 0, NULL, 4));
  RETURNS(INVALID_VALUE, cuMemcpyAtoH_v2(host, array, 60, 8));
  RETURNS(INVALID_VALUE, cuArrayGetDescriptor_v2(NULL, array));
  DO(cuArrayDestroy(array));
  RETURNS(INVALID_HANDLE, cuArrayDestroy(array));
  RETURNS(INVALID_HANDLE, cuArrayGetDescriptor_v2(&good, array));
  DriverResource resource = {.type = 0, .resource.array = array};
  DriverTexture texture = {{0}};
  uint64_t handle;
  RETURNS(INVALID_VALUE, cuTexObjectCreate(&handle, &resource, &texture, NULL));
  RETURNS(INVALID_VALUE, cuTexObjectCreate(&handle, NULL, &texture, NULL));
  RETURNS(INVALID_VALUE, cuSurfObjectCreate(&handle, NULL));
  DO(cuMemFree_v2(at));
}

static void modules(const char *text) {
  void *module, *gone, *linker;
  Function *function;
  DevicePointer at;
  size_t bytes;
  unsigned count;
  int option = 1000;
  void *value = NULL;
  DO(cuModuleLoadData(&gone, text));
  DO(cuModuleUnload(gone));
  DO(cuModuleLoadData(&module, text));
  RETURNS(INVALID_VALUE, cuModuleLoadData(NULL, text));
  RETURNS(INVALID_VALUE, cuModuleLoadData(&module, NULL));
  RETURNS(INVALID_VALUE, cuModuleLoad(&module, NULL));
  RETURNS(FILE_NOT_FOUND, cuModuleLoad(&module, "/no such file"));
  RETURNS(INVALID_PTX, cuModuleLoadData(&gone, ".version 7.0\n.target sm_75\n.visible {"));
  RETURNS(INVALID_IMAGE, cuModuleLoadData(&gone, ""));
  RETURNS(NO_BINARY_FOR_GPU, cuModuleLoadData(&gone, "\177ELF\2\1\1"));
  RETURNS(INVALID_VALUE, cuModuleLoadDataEx(&gone, text, 1, &option, &value));
  RETURNS(INVALID_VALUE, cuModuleLoadDataEx(&gone, text, 1, NULL, NULL));
  RETURNS(INVALID_HANDLE, cuModuleUnload(NULL));
  RETURNS(NOT_FOUND, cuModuleGetFunction(&function, module, "missing"));
  RETURNS(INVALID_VALUE, cuModuleGetFunction(NULL, module, "add"));
  RETURNS(INVALID_VALUE, cuModuleGetFunction(&function, module, NULL));
  RETURNS(INVALID_HANDLE, cuModuleGetFunction(&function, NULL, "add"));
  RETURNS(INVALID_VALUE, cuModuleGetFunctionCount(NULL, module));
  RETURNS(INVALID_HANDLE, cuModuleGetFunctionCount(&count, NULL));
  RETURNS(NOT_FOUND, cuModuleGetGlobal_v2(&at, &bytes, module, "missing"));
  RETURNS(INVALID_VALUE, cuModuleGetGlobal_v2(&at, &bytes, module, NULL));
  RETURNS(INVALID_VALUE, cuModuleGetLoadingMode(NULL));
  RETURNS(INVALID_VALUE, cuLibraryLoadData(NULL, text, NULL, NULL, 0, NULL, NULL, 0));
  RETURNS(INVALID_HANDLE, cuLibraryUnload(NULL));
  RETURNS(NOT_FOUND, cuLibraryGetKernel(&function, module, "missing"));
  RETURNS(INVALID_HANDLE, cuLibraryGetModule(&gone, NULL));
  RETURNS(INVALID_VALUE, cuLinkCreate_v2(0, NULL, NULL, NULL));
  DO(cuLinkCreate_v2(0, NULL, NULL, &linker));
  RETURNS(INVALID_VALUE, cuLinkAddData_v2(linker, 1, NULL, 4, "", 0, NULL, NULL));
  RETURNS(INVALID_VALUE, cuLinkAddData_v2(linker, 99, (void *)text, 4, "", 0, NULL, NULL));
  RETURNS(FILE_NOT_FOUND, cuLinkAddFile_v2(linker, 1, "/no such file", 0, NULL, NULL));
  RETURNS(INVALID_VALUE, cuLinkComplete(linker, NULL, &bytes));
  DO(cuLinkDestroy(linker));
  RETURNS(INVALID_HANDLE, cuLinkDestroy(NULL));
  DO(cuModuleUnload(module));
}

static void launches(const char *text, Stream *dead) {
  void *module, *arguments[4];
  Function *add;
  DevicePointer at;
  int n = 0, value, blocks;
  size_t bytes;
  DO(cuModuleLoadData(&module, text));
  DO(cuModuleGetFunction(&add, module, "add"));
  DO(cuMemAlloc_v2(&at, 64));
  for (int i = 0; i < 3; i++)
    arguments[i] = &at;
  arguments[3] = &n;
#define LAUNCH(function, grid, block, shared, stream) \
  cuLaunchKernel(function, grid, block, shared, stream, arguments, NULL)
#define SIZE(x, y, z) x, y, z
  RETURNS(INVALID_HANDLE, LAUNCH(NULL, SIZE(1, 1, 1), SIZE(1, 1, 1), 0, NULL));
  RETURNS(INVALID_HANDLE, LAUNCH(add, SIZE(1, 1, 1), SIZE(1, 1, 1), 0, dead));
  RETURNS(INVALID_VALUE, LAUNCH(add, SIZE(0, 1, 1), SIZE(1, 1, 1), 0, NULL));
  RETURNS(INVALID_VALUE, LAUNCH(add, SIZE(1, 65536, 1), SIZE(1, 1, 1), 0, NULL));
  RETURNS(INVALID_VALUE, LAUNCH(add, SIZE(1, 1, 1), SIZE(1, 0, 1), 0, NULL));
  RETURNS(INVALID_VALUE, LAUNCH(add, SIZE(1, 1, 1), SIZE(1025, 1, 1), 0, NULL));
  RETURNS(INVALID_VALUE, LAUNCH(add, SIZE(1, 1, 1), SIZE(1, 1, 65), 0, NULL));
  RETURNS(INVALID_VALUE, LAUNCH(add, SIZE(1, 1, 1), SIZE(1, 1, 1), 1 << 20, NULL));
  RETURNS(INVALID_VALUE, cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  RETURNS(INVALID_VALUE, cuLaunchKernelEx(NULL, add, arguments, NULL));
  RETURNS(COOPERATIVE_LAUNCH_TOO_LARGE,
          cuLaunchCooperativeKernel(add, 1000000, 1, 1, 256, 1, 1, 0, NULL, arguments));
  RETURNS(INVALID_VALUE, cuFuncGetAttribute(NULL, 0, add));
  RETURNS(INVALID_VALUE, cuFuncGetAttribute(&value, 77, add));
  RETURNS(INVALID_HANDLE, cuFuncGetAttribute(&value, 0, NULL));
  RETURNS(INVALID_VALUE, cuFuncSetAttribute(add, 0, 64));
  RETURNS(INVALID_VALUE, cuFuncSetAttribute(add, 8, 1 << 20));
  RETURNS(INVALID_VALUE, cuFuncSetAttribute(add, 77, 0));
  RETURNS(INVALID_HANDLE, cuFuncSetAttribute(NULL, 8, 0));
  RETURNS(INVALID_HANDLE, cuFuncSetCacheConfig(NULL, 0));
  RETURNS(INVALID_DEVICE, cuKernelGetAttribute(&value, 0, add, 1));
  RETURNS(INVALID_DEVICE, cuKernelSetAttribute(8, 0, add, 1));
  RETURNS(INVALID_VALUE, cuFuncGetParamInfo(add, 4, &bytes, &bytes));
  RETURNS(INVALID_VALUE, cuOccupancyMaxActiveBlocksPerMultiprocessor(NULL, add, 64, 0));
  RETURNS(INVALID_VALUE, cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 0, 0));
  RETURNS(INVALID_HANDLE, cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, NULL, 64, 0));
  RETURNS(INVALID_VALUE, cuOccupancyMaxPotentialBlockSize(NULL, &blocks, add, NULL, 0, 0));
  DO(LAUNCH(add, SIZE(1, 1, 1), SIZE(1, 1, 1), 0, NULL));
  DO(cuMemFree_v2(at));
  DO(cuModuleUnload(module));
}

static void nothing(void *data) { (void)data; }

static void streams_and_events(Stream *dead, Event *gone) {
  Stream *stream;
  Event *event, *untimed;
  Graph *graph, *clone;
  GraphExec *executable;
  unsigned flags;
  int status;
  float time;
  RETURNS(INVALID_VALUE, cuStreamCreate(NULL, 0));
  RETURNS(INVALID_VALUE, cuStreamCreate(&stream, 2));
  RETURNS(INVALID_HANDLE, cuStreamDestroy_v2(dead));
  RETURNS(INVALID_HANDLE, cuStreamSynchronize(dead));
  RETURNS(INVALID_HANDLE, cuStreamQuery(dead));
  RETURNS(INVALID_HANDLE, cuStreamGetFlags(dead, &flags));
  DO(cuStreamCreate(&stream, 0));
  RETURNS(INVALID_VALUE, cuStreamGetFlags(stream, NULL));
  RETURNS(INVALID_VALUE, cuStreamGetPriority(stream, NULL));
  RETURNS(INVALID_VALUE, cuStreamGetCtx(stream, NULL));
  RETURNS(INVALID_VALUE, cuLaunchHostFunc(stream, NULL, NULL));
  RETURNS(INVALID_HANDLE, cuLaunchHostFunc(dead, nothing, NULL));
  RETURNS(INVALID_VALUE, cuEventCreate(NULL, 0));
  RETURNS(INVALID_VALUE, cuEventCreate(&event, 8));
  DO(cuEventCreate(&event, 0));
  DO(cuEventCreate(&untimed, 2));
  RETURNS(INVALID_HANDLE, cuEventRecord(gone, stream));
  RETURNS(INVALID_HANDLE, cuEventRecord(event, dead));
  RETURNS(INVALID_HANDLE, cuEventSynchronize(gone));
  RETURNS(INVALID_HANDLE, cuEventQuery(gone));
  RETURNS(INVALID_HANDLE, cuEventDestroy_v2(gone));
  RETURNS(INVALID_HANDLE, cuStreamWaitEvent(stream, gone, 0));
  RETURNS(INVALID_HANDLE, cuStreamWaitEvent(dead, event, 0));
  RETURNS(INVALID_HANDLE, cuEventElapsedTime(&time, event, event));
  DO(cuEventRecord(event, stream));
  DO(cuEventRecord(untimed, stream));
  RETURNS(INVALID_VALUE, cuEventElapsedTime(NULL, event, event));
  RETURNS(INVALID_HANDLE, cuEventElapsedTime(&time, event, untimed));
  RETURNS(INVALID_HANDLE, cuEventElapsedTime(&time, event, gone));
  RETURNS(STREAM_CAPTURE_UNSUPPORTED, cuStreamBeginCapture_v2(NULL, 0));
  RETURNS(INVALID_VALUE, cuStreamBeginCapture_v2(stream, 3));
  DO(cuStreamBeginCapture_v2(stream, 0));
  RETURNS(STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(stream));
  RETURNS(STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &graph));
  EXPECT(graph == NULL);
  DO(cuGraphCreate(&graph, 0));
  RETURNS(INVALID_VALUE, cuStreamIsCapturing(stream, NULL));
  RETURNS(INVALID_VALUE, cuGraphCreate(NULL, 0));
  RETURNS(INVALID_VALUE, cuGraphCreate(&clone, 1));
  RETURNS(INVALID_VALUE, cuGraphClone(NULL, graph));
  RETURNS(INVALID_VALUE, cuGraphInstantiateWithFlags(NULL, graph, 0));
  RETURNS(INVALID_VALUE, cuGraphInstantiateWithFlags(&executable, NULL, 0));
  RETURNS(INVALID_VALUE, cuGraphLaunch(NULL, NULL));
  RETURNS(INVALID_VALUE, cuGraphDestroy(NULL));
  DO(cuGraphDestroy(graph));
  DO(cuEventDestroy_v2(event));
  DO(cuEventDestroy_v2(untimed));
  DO(cuStreamDestroy_v2(stream));
}

int main(int count, char **paths) {
  if (count != 2)
    return 2;
  missing_state();
  devices();
  void *context;
  Stream *dead;
  Event *gone;
  DO(cuCtxCreate_v2(&context, 0, 0));
  DO(cuStreamCreate(&dead, 0));
  DO(cuStreamDestroy_v2(dead));
  DO(cuEventCreate(&gone, 0));
  DO(cuEventDestroy_v2(gone));
  contexts(context);
  memory();
  boxes();
  const char *text = text_of(paths[1]);
  modules(text);
  launches(text, dead);
  streams_and_events(dead, gone);
  DO(cuCtxSynchronize()); /* no wrong call has taken the device away */
  printf("%d cases\n", cases);
  return finish();
}
