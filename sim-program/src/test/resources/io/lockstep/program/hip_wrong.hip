// SPDX-License-Identifier: Apache-2.0
// Wrong calls of HIP, a line a call, with the codes that the "HIP Runtime API reference" of ROCm 6 lists
// for the function. V: an invalid value; H: an invalid handle, for which the reference also has a
// destroyed context or an invalid value; D: an invalid device; other codes by their names. Then queries
// of occupancy: what they call possible is launched, and nothing else.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>

static int cases, failures;

static void wrong(std::initializer_list<int> expected, int found, const char* call, int line) {
  cases++;
  (void)hipGetLastError();
  for (int code : expected)
    if (code == found) return;
  printf("%d: %s: %d %s, expected %d\n", line, call, found, hipGetErrorName((hipError_t)found),
         *expected.begin());
  failures++;
}
#define W(call, ...) wrong({__VA_ARGS__}, (int)(call), #call, __LINE__)
#define V(call) W(call, hipErrorInvalidValue)
#define D(call) W(call, hipErrorInvalidDevice)
#define H(call) \
  W(call, hipErrorInvalidHandle, hipErrorContextIsDestroyed, hipErrorInvalidValue)
#define OK(call) W(call, hipSuccess)

__global__ void store(int* to, int value) { to[threadIdx.x] = value; }
__global__ void __launch_bounds__(128) bounded(int* to) { to[threadIdx.x] = 1; }
template <int N>
__global__ void shared(int* to) {
  __shared__ int own[N];
  own[threadIdx.x % N] = (int)threadIdx.x;
  __syncthreads();
  if (to) to[threadIdx.x] = own[0];
}
__device__ int variable[4];
static int host_only;
static void callback(hipStream_t, hipError_t, void*) {}
static void host_function(void*) {}

static void devices() {
  int i = 0, j = 0;
  size_t bytes = 0;
  char text[64];
  hipDeviceProp_t properties;
  hipDevice_t device = 0;
  hipUUID uuid;
  hipMemPool_t pool;
  hipCtx_t context;
  unsigned flags = 0;
  V(hipGetDevice(nullptr));
  D(hipSetDevice(1));
  D(hipSetDevice(1 << 30));
  V(hipGetDeviceCount(nullptr));
  D(hipGetDeviceProperties(&properties, -1));
  V(hipChooseDevice(nullptr, &properties));
  V(hipChooseDevice(&i, nullptr));
  V(hipDeviceGetAttribute(nullptr, hipDeviceAttributeWarpSize, 0));
  V(hipDeviceGetAttribute(&i, (hipDeviceAttribute_t)-1, 0));
  D(hipDeviceGetAttribute(&i, hipDeviceAttributeWarpSize, -1));
  V(hipDeviceGetPCIBusId(nullptr, 64, 0));
  V(hipDeviceGetPCIBusId(text, 0, 0));
  D(hipDeviceGetPCIBusId(text, 64, 3));
  V(hipDeviceGetByPCIBusId(nullptr, "0000:01:00.0"));
  V(hipDeviceGetByPCIBusId(&i, nullptr));
  W(hipDeviceGetByPCIBusId(&i, "9999:99:99.9"), hipErrorInvalidDevice, hipErrorInvalidValue);
  V(hipDeviceGetLimit(nullptr, hipLimitMallocHeapSize));
  W(hipDeviceGetLimit(&bytes, (hipLimit_t)99), hipErrorUnsupportedLimit, hipErrorInvalidValue);
  W(hipDeviceSetLimit((hipLimit_t)-1, 4), hipErrorUnsupportedLimit, hipErrorInvalidValue);
  V(hipDeviceGetCacheConfig(nullptr));
  D(hipDeviceGetDefaultMemPool(&pool, 4));
  V(hipDeviceGetDefaultMemPool(nullptr, 0));
  V(hipDeviceGetMemPool(nullptr, 0));
  D(hipDeviceGetMemPool(&pool, -1));
  D(hipDeviceSetMemPool(7, nullptr));
  V(hipDeviceSetMemPool(0, nullptr));
  V(hipDeviceCanAccessPeer(nullptr, 0, 0));
  D(hipDeviceCanAccessPeer(&i, 5, 0));
  D(hipDeviceEnablePeerAccess(3, 0));
  W(hipDeviceDisablePeerAccess(3), hipErrorInvalidDevice, hipErrorPeerAccessNotEnabled);
  V(hipSetDeviceFlags(0x4000));
  V(hipGetDeviceFlags(nullptr));
  V(hipRuntimeGetVersion(nullptr));
  V(hipDriverGetVersion(nullptr));
  V(hipInit(8));
  V(hipDeviceGet(nullptr, 0));
  D(hipDeviceGet(&device, 6));
  V(hipDeviceGetName(nullptr, 64, 0));
  D(hipDeviceGetName(text, 64, 2));
  V(hipDeviceGetUuid(nullptr, 0));
  D(hipDeviceGetUuid(&uuid, 8));
  V(hipDeviceTotalMem(nullptr, 0));
  D(hipDeviceTotalMem(&bytes, -3));
  V(hipDeviceComputeCapability(nullptr, &j, 0));
  V(hipDeviceComputeCapability(&i, nullptr, 0));
  D(hipDeviceComputeCapability(&i, &j, 77));
  D(hipDevicePrimaryCtxGetState(9, &flags, &i));
  D(hipDevicePrimaryCtxSetFlags(9, 0));
  D(hipDevicePrimaryCtxReset(9));
  D(hipDevicePrimaryCtxRelease(9));
  D(hipDevicePrimaryCtxRetain(&context, 9));
  V(hipDevicePrimaryCtxRetain(nullptr, 0));
  V(hipCtxGetDevice(nullptr));
  V(hipCtxGetCurrent(nullptr));
  D(hipCtxCreate(&context, 0, 12));
  V(hipCtxCreate(nullptr, 0, 0));
  W(hipCtxDestroy(nullptr), hipErrorInvalidValue, hipErrorInvalidContext);
}

static void memory() {
  int *p = nullptr, *q = nullptr, value = 0;
  void* address = nullptr;
  size_t bytes = 0, total = 0, pitch = 0;
  unsigned flags = 0;
  hipPitchedPtr pitched = {};
  hipPointerAttribute_t attributes;
  hipDeviceptr_t base;
  hipMemPool_t pool;
  hipArray_t array;
  hipStream_t gone;
  hipChannelFormatDesc format = hipCreateChannelDesc<float>(), odd = format;
  OK(hipMalloc((void**)&p, 1024));
  OK(hipHostMalloc((void**)&q, 4096, 0));
  OK(hipStreamCreate(&gone));
  OK(hipStreamDestroy(gone));
  odd.x = 7;
  W(hipMalloc((void**)&address, ~(size_t)0), hipErrorOutOfMemory, hipErrorInvalidValue);
  V(hipFree(p + 3));
  V(hipFree((void*)0x123456));
  V(hipHostFree((char*)q + 16));
  V(hipFreeHost(&value));
  V(hipMallocHost(nullptr, 16));
  V(hipHostAlloc(nullptr, 16, 0));
  V(hipHostMalloc((void**)nullptr, 16, 0));
  V(hipMallocManaged((void**)nullptr, 16));
  V(hipMallocManaged((void**)&address, 16, 0));
  V(hipMallocPitch(nullptr, &pitch, 4, 4));
  V(hipMallocPitch(&address, nullptr, 4, 4));
  V(hipMalloc3D(nullptr, make_hipExtent(4, 4, 4)));
  W(hipMallocAsync(&address, 16, gone), hipErrorInvalidHandle, hipErrorContextIsDestroyed, hipErrorInvalidValue);
  V(hipMallocAsync(nullptr, 16, nullptr));
  V(hipFreeAsync(&value, nullptr));
  V(hipMallocFromPoolAsync(&address, 16, nullptr, nullptr));
  W(hipMemcpy(p, q, 4, (hipMemcpyKind)9), hipErrorInvalidMemcpyDirection, hipErrorInvalidValue);
  W(hipMemcpy(p, q, 4, (hipMemcpyKind)-1), hipErrorInvalidMemcpyDirection, hipErrorInvalidValue);
  V(hipMemcpyAsync(nullptr, q, 4, hipMemcpyHostToDevice, nullptr));
  H(hipMemcpyAsync(p, q, 4, hipMemcpyHostToDevice, gone));
  V(hipMemset(&value, 1, 4));
  H(hipMemsetAsync(p, 1, 4, gone));
  V(hipMemsetD8((hipDeviceptr_t)nullptr, 1, 4));
  V(hipMemset2D(p, 16, 0, 32, 2));
  V(hipMemset2D(nullptr, 16, 0, 8, 2));
  V(hipMemset3D(pitched, 0, make_hipExtent(4, 4, 4)));
  W(hipMemcpy2D(p, 4, q, 16, 8, 2, hipMemcpyHostToDevice), hipErrorInvalidPitchValue, hipErrorInvalidValue);
  W(hipMemcpy2D(p, 16, q, 4, 8, 2, hipMemcpyHostToDevice), hipErrorInvalidPitchValue, hipErrorInvalidValue);
  V(hipMemcpy2D(nullptr, 16, q, 16, 8, 2, hipMemcpyHostToDevice));
  V(hipMemcpy2D(p, 16, nullptr, 16, 8, 2, hipMemcpyHostToDevice));
  W(hipMemcpy2D(p, 16, q, 16, 8, 2, (hipMemcpyKind)8), hipErrorInvalidMemcpyDirection, hipErrorInvalidValue);
  H(hipMemcpy2DAsync(p, 16, q, 16, 8, 2, hipMemcpyHostToDevice, gone));
  V(hipMemcpy3D(nullptr));
  V(hipMemcpy3DAsync(nullptr, nullptr));
  D(hipMemcpyPeer(p, 3, p, 0, 4));
  D(hipMemcpyPeer(p, 0, p, -1, 4));
  V(hipMemcpyPeer(nullptr, 0, p, 0, 4));
  D(hipMemcpyPeerAsync(p, 2, p, 0, 4, nullptr));
  V(hipMemcpyHtoD((hipDeviceptr_t)nullptr, q, 4));
  V(hipMemcpyHtoD((hipDeviceptr_t)p, nullptr, 4));
  V(hipMemcpyDtoH(nullptr, (hipDeviceptr_t)p, 4));
  V(hipMemcpyDtoD((hipDeviceptr_t)p, (hipDeviceptr_t)nullptr, 4));
  V(hipMemcpyToSymbol(HIP_SYMBOL(variable), nullptr, 4));
  V(hipMemcpyToSymbol(HIP_SYMBOL(variable), &value, 4, 13));
  W(hipMemcpyToSymbol(HIP_SYMBOL(host_only), &value, 4), hipErrorInvalidSymbol);
  V(hipMemcpyFromSymbol(&value, HIP_SYMBOL(variable), 20));
  W(hipMemcpyFromSymbol(&value, HIP_SYMBOL(variable), 4, 0, hipMemcpyHostToDevice), hipErrorInvalidMemcpyDirection);
  W(hipMemcpyFromSymbol(&value, HIP_SYMBOL(host_only), 4), hipErrorInvalidSymbol);
  H(hipMemcpyToSymbolAsync(HIP_SYMBOL(variable), &value, 4, 0, hipMemcpyHostToDevice, gone));
  V(hipGetSymbolAddress(nullptr, HIP_SYMBOL(variable)));
  W(hipGetSymbolAddress(&address, HIP_SYMBOL(host_only)), hipErrorInvalidSymbol);
  V(hipGetSymbolSize(nullptr, HIP_SYMBOL(variable)));
  W(hipGetSymbolSize(&bytes, HIP_SYMBOL(host_only)), hipErrorInvalidSymbol);
  V(hipPointerGetAttributes(nullptr, q));
  V(hipPointerGetAttribute(nullptr, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, (hipDeviceptr_t)p));
  V(hipPointerGetAttribute(&value, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, (hipDeviceptr_t)&value));
  W(hipMemGetAddressRange(&base, &bytes, (hipDeviceptr_t)&value), hipErrorNotFound, hipErrorInvalidValue);
  V(hipHostGetDevicePointer(nullptr, q, 0));
  V(hipHostGetDevicePointer(&address, q, 5));
  V(hipHostGetDevicePointer(&address, p, 0));
  V(hipHostGetFlags(nullptr, q));
  V(hipHostGetFlags(&flags, &value));
  V(hipHostRegister(nullptr, 16, 0));
  V(hipHostRegister(&value, 0, 0));
  V(hipHostRegister(&value, 4, 0x1000));
  W(hipHostUnregister(nullptr), hipErrorInvalidValue, hipErrorHostMemoryNotRegistered);
  W(hipHostUnregister(q), hipErrorHostMemoryNotRegistered, hipErrorInvalidValue);
  V(hipMemPrefetchAsync(nullptr, 4, 0, nullptr));
  V(hipMemAdvise(nullptr, 4, hipMemAdviseSetReadMostly, 0));
  V(hipMallocArray(nullptr, &format, 4, 4, 0));
  V(hipMallocArray(&array, nullptr, 4, 4, 0));
  V(hipMallocArray(&array, &odd, 4, 4, 0));
  V(hipMalloc3DArray(nullptr, &format, make_hipExtent(4, 4, 4), 0));
  V(hipMalloc3DArray(&array, &format, make_hipExtent(0, 4, 4), 0));
  W(hipGetChannelDesc(nullptr, nullptr), hipErrorInvalidValue, hipErrorInvalidHandle);
  OK(hipMallocArray(&array, &format, 4, 4, 0));
  W(hipMemcpy2DToArray(array, 0, 0, q, 16, 20, 1, hipMemcpyHostToDevice), hipErrorInvalidPitchValue);
  V(hipMemcpy2DToArray(array, 0, 4, q, 16, 16, 1, hipMemcpyHostToDevice));
  V(hipMemcpy2DToArray(array, 0, 0, nullptr, 16, 16, 1, hipMemcpyHostToDevice));
  W(hipMemcpy2DToArray(nullptr, 0, 0, q, 16, 16, 1, hipMemcpyHostToDevice), hipErrorInvalidValue, hipErrorInvalidHandle);
  V(hipMemcpy2DFromArray(nullptr, 16, array, 0, 0, 16, 1, hipMemcpyDeviceToHost));
  V(hipMemcpy2DFromArray(q, 16, array, 4, 0, 16, 1, hipMemcpyDeviceToHost));
  OK(hipFreeArray(array));
  W(hipFreeArray(array), hipErrorInvalidValue, hipErrorContextIsDestroyed, hipErrorInvalidHandle);
  OK(hipDeviceGetDefaultMemPool(&pool, 0));
  V(hipMemPoolGetAttribute(pool, (hipMemPoolAttr)99, &bytes));
  V(hipMemPoolGetAttribute(pool, hipMemPoolAttrReservedMemCurrent, nullptr));
  V(hipMemPoolGetAttribute(nullptr, hipMemPoolAttrReservedMemCurrent, &bytes));
  V(hipMemPoolSetAttribute(pool, (hipMemPoolAttr)99, &bytes));
  V(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, nullptr));
  V(hipMemPoolTrimTo(nullptr, 0));
  OK(hipFree(p));
  OK(hipHostFree(q));
  V(hipHostFree(q));
}

static void streams() {
  hipStream_t stream, gone;
  hipEvent_t event, other, dead;
  hipStreamCaptureStatus status;
  float ms;
  int i;
  unsigned flags;
  hipDevice_t device;
  OK(hipStreamCreate(&stream));
  OK(hipStreamCreate(&gone));
  OK(hipStreamDestroy(gone));
  OK(hipEventCreate(&event));
  OK(hipEventCreate(&other));
  OK(hipEventCreate(&dead));
  OK(hipEventDestroy(dead));
  V(hipStreamCreateWithFlags(nullptr, 0));
  V(hipStreamCreateWithFlags(&gone, 2));
  V(hipStreamCreateWithPriority(nullptr, 0, 0));
  V(hipStreamCreateWithPriority(&gone, 7, 0));
  H(hipStreamDestroy(gone));
  H(hipStreamSynchronize(gone));
  H(hipStreamQuery(gone));
  H(hipStreamWaitEvent(gone, event, 0));
  H(hipStreamWaitEvent(stream, dead, 0));
  V(hipStreamWaitEvent(stream, event, 9));
  V(hipStreamGetFlags(stream, nullptr));
  H(hipStreamGetFlags(gone, &flags));
  V(hipStreamGetPriority(stream, nullptr));
  H(hipStreamGetPriority(gone, &i));
  V(hipStreamGetDevice(stream, nullptr));
  H(hipStreamGetDevice(gone, &device));
  V(hipStreamAddCallback(stream, nullptr, nullptr, 0));
  V(hipStreamAddCallback(stream, callback, nullptr, 4));
  H(hipStreamAddCallback(gone, callback, nullptr, 0));
  V(hipLaunchHostFunc(stream, nullptr, nullptr));
  H(hipLaunchHostFunc(gone, host_function, nullptr));
  V(hipStreamIsCapturing(stream, nullptr));
  H(hipStreamIsCapturing(gone, &status));
  V(hipStreamBeginCapture(stream, (hipStreamCaptureMode)9));
  H(hipStreamBeginCapture(gone, hipStreamCaptureModeGlobal));
  V(hipStreamEndCapture(stream, nullptr));
  V(hipEventCreate(nullptr));
  V(hipEventCreateWithFlags(nullptr, 0));
  H(hipEventDestroy(dead));
  H(hipEventRecord(dead, stream));
  H(hipEventRecord(event, gone));
  H(hipEventSynchronize(dead));
  H(hipEventQuery(dead));
  H(hipEventQuery(nullptr));
  H(hipEventSynchronize(nullptr));
  V(hipEventElapsedTime(nullptr, event, other));
  H(hipEventElapsedTime(&ms, event, other));
  H(hipEventElapsedTime(&ms, event, dead));
  H(hipEventElapsedTime(&ms, nullptr, other));
  OK(hipEventRecord(event, stream));
  H(hipEventElapsedTime(&ms, event, other));
  OK(hipStreamDestroy(stream));
}

static void graphs() {
  hipGraph_t graph = nullptr, copy;
  hipGraphNode_t node, nodes[4];
  hipGraphExec_t executable;
  hipKernelNodeParams kernel = {};
  hipMemsetParams fill = {};
  hipHostNodeParams host = {};
  size_t count = 4;
  V(hipGraphCreate(nullptr, 0));
  V(hipGraphCreate(&graph, 5));
  OK(hipGraphCreate(&graph, 0));
  V(hipGraphAddEmptyNode(nullptr, graph, nullptr, 0));
  V(hipGraphAddEmptyNode(&node, nullptr, nullptr, 0));
  V(hipGraphAddEmptyNode(&node, graph, nullptr, 2));
  V(hipGraphAddKernelNode(&node, graph, nullptr, 0, nullptr));
  W(hipGraphAddKernelNode(&node, graph, nullptr, 0, &kernel), hipErrorInvalidDeviceFunction, hipErrorInvalidValue);
  V(hipGraphAddMemsetNode(&node, graph, nullptr, 0, nullptr));
  V(hipGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  V(hipGraphAddHostNode(&node, graph, nullptr, 0, nullptr));
  V(hipGraphAddHostNode(&node, graph, nullptr, 0, &host));
  V(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, nullptr));
  V(hipGraphAddChildGraphNode(&node, graph, nullptr, 0, nullptr));
  V(hipGraphClone(nullptr, graph));
  V(hipGraphClone(&copy, nullptr));
  V(hipGraphGetNodes(nullptr, nodes, &count));
  V(hipGraphGetNodes(graph, nodes, nullptr));
  V(hipGraphGetRootNodes(nullptr, nodes, &count));
  V(hipGraphInstantiate(nullptr, graph, nullptr, nullptr, 0));
  V(hipGraphInstantiate(&executable, nullptr, nullptr, nullptr, 0));
  V(hipGraphInstantiateWithFlags(nullptr, graph, 0));
  V(hipGraphLaunch(nullptr, nullptr));
  V(hipGraphUpload(nullptr, nullptr));
  V(hipGraphExecDestroy(nullptr));
  OK(hipGraphAddEmptyNode(&node, graph, nullptr, 0));
  V(hipGraphKernelNodeGetParams(node, &kernel));
  V(hipGraphKernelNodeSetParams(node, &kernel));
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  V(hipGraphExecKernelNodeSetParams(executable, node, &kernel));
  OK(hipGraphExecDestroy(executable));
  V(hipGraphLaunch(executable, nullptr));
  OK(hipGraphDestroy(graph));
  V(hipGraphDestroy(graph));
}

static void launches() {
  int value = 3, *p;
  size_t bytes = 0;
  hipFuncAttributes attributes;
  hipModule_t module;
  hipFunction_t function;
  hipDeviceptr_t address;
  hiprtcProgram program;
  OK(hipMalloc((void**)&p, 4096));
  void* arguments[] = {&p, &value};
  const void* kernel = (const void*)store;
  W(hipLaunchKernel(kernel, dim3(1), dim3(1025), arguments, 0, nullptr), hipErrorInvalidConfiguration);
  W(hipLaunchKernel(kernel, dim3(1), dim3(0), arguments, 0, nullptr), hipErrorInvalidConfiguration);
  W(hipLaunchKernel(kernel, dim3(0), dim3(1), arguments, 0, nullptr), hipErrorInvalidConfiguration);
  W(hipLaunchKernel(kernel, dim3(1), dim3(1, 1, 65), arguments, 0, nullptr), hipErrorInvalidConfiguration);
  W(hipLaunchKernel(kernel, dim3(1, 1, 70000), dim3(1), arguments, 0, nullptr), hipErrorInvalidConfiguration);
  V(hipLaunchKernel(kernel, dim3(1), dim3(1), nullptr, 0, nullptr));
  V(hipLaunchKernel(kernel, dim3(1), dim3(1), arguments, 1 << 20, nullptr));
  W(hipLaunchKernel(&host_only, dim3(1), dim3(1), arguments, 0, nullptr), hipErrorInvalidDeviceFunction);
  V(hipLaunchKernel((const void*)bounded, dim3(1), dim3(256), arguments, 0, nullptr));
  W(hipLaunchCooperativeKernel(kernel, dim3(1 << 22), dim3(1024), arguments, 0, nullptr), hipErrorCooperativeLaunchTooLarge);
  W(hipLaunchCooperativeKernel(kernel, dim3(0), dim3(64), arguments, 0, nullptr), hipErrorInvalidConfiguration);
  V(hipFuncGetAttributes(nullptr, kernel));
  W(hipFuncGetAttributes(&attributes, nullptr), hipErrorInvalidDeviceFunction);
  W(hipFuncSetAttribute((const void*)&host_only, hipFuncAttributeMaxDynamicSharedMemorySize, 16), hipErrorInvalidDeviceFunction);
  V(hipFuncSetAttribute(kernel, hipFuncAttributeMaxDynamicSharedMemorySize, -1));
  V(hipFuncSetAttribute(kernel, hipFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
  V(hipFuncSetAttribute(kernel, hipFuncAttributePreferredSharedMemoryCarveout, 101));
  V(hipFuncSetAttribute(kernel, (hipFuncAttribute)55, 1));
  W(hipFuncSetCacheConfig(&host_only, hipFuncCachePreferL1), hipErrorInvalidDeviceFunction);
  V(hipOccupancyMaxActiveBlocksPerMultiprocessor(&value, kernel, -1, 0));
  W(hipOccupancyMaxActiveBlocksPerMultiprocessor(&value, &host_only, 64, 0), hipErrorInvalidDeviceFunction);
  V(hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, kernel, 64, 0, 8));
  V(hipOccupancyMaxPotentialBlockSize(nullptr, &value, store));
  V(hipOccupancyMaxPotentialBlockSize(&value, nullptr, store));
  V(hipOccupancyMaxPotentialBlockSizeWithFlags(&value, &value, store, 0, 0, 4));
  V(hipOccupancyAvailableDynamicSMemPerBlock(nullptr, kernel, 1, 64));
  V(hipOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 0, 64));
  V(hipOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 1 << 20, 64));
  W(hipModuleLoad(&module, "/none.co"), hipErrorFileNotFound);
  V(hipModuleLoad(nullptr, "/none.co"));
  V(hipModuleLoad(&module, nullptr));
  V(hipModuleLoadData(nullptr, "text"));
  H(hipModuleGetFunction(&function, nullptr, "store"));
  H(hipModuleUnload(nullptr));
  W(hipModuleGetGlobal(&address, &bytes, nullptr, "variable"), hipErrorInvalidHandle, hipErrorInvalidValue, hipErrorNotFound);
  H(hipModuleLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  V(hipModuleOccupancyMaxPotentialBlockSize(nullptr, &value, (hipFunction_t)kernel, 0, 0));
  V(hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&value, &value, (hipFunction_t)kernel, 0, 0, 9));
  W(hiprtcCreateProgram(nullptr, "text", "name", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  W(hiprtcCreateProgram(&program, nullptr, "name", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  W(hiprtcDestroyProgram(nullptr), HIPRTC_ERROR_INVALID_INPUT, HIPRTC_ERROR_INVALID_PROGRAM);
  W(hiprtcGetCodeSize(nullptr, &bytes), HIPRTC_ERROR_INVALID_PROGRAM, HIPRTC_ERROR_INVALID_INPUT);
  W(hiprtcCompileProgram(nullptr, 0, nullptr), HIPRTC_ERROR_INVALID_PROGRAM, HIPRTC_ERROR_INVALID_INPUT);
  OK(hipFree(p));
}

// A launch of each configuration, and the query of it.
template <int N>
static void occupancy(int limit) {
  for (int items : {1, 64, 100, 256, 512, 1000, 1024, 1025})
    for (int dynamic : {0, 4, limit - 4 * N - 1, limit - 4 * N, limit - 4 * N + 1, limit, 1 << 18}) {
      int groups = -1;
      if (dynamic < 0) continue;
      OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&groups, shared<N>, items, dynamic));
      shared<N><<<1, items, dynamic>>>(nullptr);
      hipError_t error = hipGetLastError();
      if ((error == hipSuccess) != (groups > 0)) {
        printf("%d items, %d + %d bytes: %d groups, launch %d\n", items, 4 * N, dynamic, groups, error);
        failures++;
      }
    }
  int grid = 0, block = 0;
  OK(hipOccupancyMaxPotentialBlockSizeVariableSMem(
      &grid, &block, shared<N>, [limit](int items) { return (size_t)(items > 512 ? limit : 16); }));
  if (grid <= 0 || block <= 0 || block > 512) {
    printf("block of %d, grid of %d\n", block, grid);
    failures++;
  }
  for (int groups : {1, 2, 3}) {
    size_t bytes = 0;
    int again = 0;
    if (hipOccupancyAvailableDynamicSMemPerBlock(&bytes, shared<N>, groups, 64) == hipSuccess) {
      OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&again, shared<N>, 64, bytes));
      failures += again < groups;
    }
  }
}

int main() {
  devices();
  memory();
  streams();
  graphs();
  launches();
  printf("%d calls, %d differ\n", cases, failures);
  hipDeviceProp_t properties;
  OK(hipGetDeviceProperties(&properties, 0));
  occupancy<64>((int)properties.sharedMemPerBlock);
  occupancy<2500>((int)properties.sharedMemPerBlock);
  OK(hipDeviceSynchronize());
  printf("%s\n", failures ? "FAIL" : "PASS");
  return failures != 0;
}
