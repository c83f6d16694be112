// SPDX-License-Identifier: Apache-2.0
// Arrays, boxes, mapped memory, values of streams, graphs and launches by HIP's further functions.
#include <hip/hiprtc.h>
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <utility>

static int failures;
#define EXPECT(condition)                                    \
  do {                                                       \
    if (!(condition)) {                                      \
      std::printf("%d: not so: %s\n", __LINE__, #condition); \
      failures++;                                            \
    }                                                        \
  } while (0)
#define DO(call)                                                              \
  do {                                                                        \
    hipError_t error = (call);                                                \
    if (error != hipSuccess) {                                                \
      std::printf("%d: %s: %s\n", __LINE__, #call, hipGetErrorString(error)); \
      failures++;                                                             \
    }                                                                         \
  } while (0)

constexpr int N = 64;

__global__ void add(int* to, int by) { to[threadIdx.x] += by; }

__global__ void read(float* to, hipTextureObject_t from) {
  to[threadIdx.x] = tex2D<float>(from, threadIdx.x + 0.5f, 1.5f);
}

static void arrays() {
  HIP_ARRAY_DESCRIPTOR plane = {8, 4, HIP_AD_FORMAT_FLOAT, 1}, found = {};
  HIP_ARRAY3D_DESCRIPTOR box = {8, 4, 2, HIP_AD_FORMAT_FLOAT, 1, 0}, found_box = {};
  hipArray_t array, deep, row, other;
  float h[32], back[32] = {0};
  for (int i = 0; i < 32; i++) h[i] = i * 1.5f;
  DO(hipArrayCreate(&array, &plane));
  DO(hipArrayGetDescriptor(&found, array));
  EXPECT(found.Width == 8 && found.Height == 4 && found.Format == HIP_AD_FORMAT_FLOAT);
  DO(hipArray3DCreate(&deep, &box));
  DO(hipArray3DGetDescriptor(&found_box, deep));
  EXPECT(found_box.Depth == 2);
  static_assert(hipMemoryTypeManaged == 3 && hipMemoryTypeArray == 10
                && hipMemoryTypeUnified == 11);
  hip_Memcpy2D copy = {};
  copy.srcMemoryType = hipMemoryTypeHost;
  copy.srcHost = h;
  copy.srcPitch = 32;
  copy.dstMemoryType = hipMemoryTypeArray;
  copy.dstArray = array;
  copy.WidthInBytes = 32;
  copy.Height = 4;
  DO(hipMemcpyParam2D(&copy));
  DO(hipMemcpyParam2DAsync(&copy, nullptr));
  hip_Memcpy2D wrong = copy;
  wrong.dstMemoryType = hipMemoryTypeManaged;
  EXPECT(hipMemcpyParam2D(&wrong) == hipErrorInvalidValue);
  DO(hipDrvMemcpy2DUnaligned(&copy));
  HIP_MEMCPY3D out = {};
  out.srcMemoryType = hipMemoryTypeArray;
  out.srcArray = array;
  out.dstMemoryType = hipMemoryTypeHost;
  out.dstHost = back;
  out.dstPitch = 32;
  out.WidthInBytes = 32;
  out.Height = 4;
  out.Depth = 1;
  DO(hipDrvMemcpy3D(&out));
  EXPECT(!std::memcmp(h, back, sizeof h));
  std::memset(back, 0, sizeof back);
  DO(hipDrvMemcpy3DAsync(&out, nullptr));
  DO(hipDeviceSynchronize());
  EXPECT(!std::memcmp(h, back, sizeof h));
  HIP_RESOURCE_DESC resource = {};
  resource.resType = HIP_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  HIP_TEXTURE_DESC texture = {};
  texture.addressMode[0] = texture.addressMode[1] = HIP_TR_ADDRESS_MODE_CLAMP;
  hipTextureObject_t object;
  float* d;
  DO(hipMalloc(&d, 32));
  DO(hipTexObjectCreate(&object, &resource, &texture, nullptr));
  read<<<1, 8>>>(d, object);
  DO(hipMemcpy(back, d, 32, hipMemcpyDeviceToHost));
  EXPECT(back[0] == 12 && back[7] == 22.5f);
  DO(hipTexObjectDestroy(object));
  HIP_ARRAY_DESCRIPTOR line = {8, 0, HIP_AD_FORMAT_FLOAT, 1};
  DO(hipArrayCreate(&row, &line));
  DO(hipArrayCreate(&other, &line));
  DO(hipMemcpyDtoA(row, 0, d, 32));
  DO(hipMemcpyAtoA(other, 0, row, 0, 32));
  DO(hipMemset(d, 0, 32));
  DO(hipMemcpyAtoD(d, other, 0, 32));
  DO(hipMemcpyDtoH(back, d, 32));
  EXPECT(back[0] == 12 && back[7] == 22.5f);
  HIP_RESOURCE_VIEW_DESC view = {};
  view.width = 8;
  view.height = 4;
  view.format = HIP_RES_VIEW_FORMAT_UINT_1X32;
  DO(hipTexObjectCreate(&object, &resource, &texture, &view));
  DO(hipTexObjectDestroy(object));
  view.format = HIP_RES_VIEW_FORMAT_UNSIGNED_BC4;
  EXPECT(hipTexObjectCreate(&object, &resource, &texture, &view) == hipErrorNotSupported);
  view.format = HIP_RES_VIEW_FORMAT_FLOAT_1X32;
  view.lastMipmapLevel = 1;
  EXPECT(hipTexObjectCreate(&object, &resource, &texture, &view) == hipErrorInvalidValue);
  texture.reserved[0] = 1;
  EXPECT(hipTexObjectCreate(&object, &resource, &texture, nullptr) == hipErrorInvalidValue);
  texture.reserved[0] = 0;
  resource.flags = 1;
  EXPECT(hipTexObjectCreate(&object, &resource, &texture, nullptr) == hipErrorInvalidValue);
  resource = {};
  resource.resType = HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  EXPECT(hipTexObjectCreate(&object, &resource, &texture, nullptr) == hipErrorNotSupported);
  resource.resType = HIP_RESOURCE_TYPE_LINEAR;
  resource.res.linear.devPtr = d;
  resource.res.linear.format = HIP_AD_FORMAT_FLOAT;
  resource.res.linear.numChannels = 1;
  resource.res.linear.sizeInBytes = 32;
  DO(hipTexObjectCreate(&object, &resource, &texture, nullptr));
  DO(hipTexObjectDestroy(object));
  out.srcLOD = 1;
  EXPECT(hipDrvMemcpy3D(&out) == hipErrorInvalidValue);
  for (hipArray_Format each :
       {HIP_AD_FORMAT_UNSIGNED_INT8, HIP_AD_FORMAT_UNSIGNED_INT16, HIP_AD_FORMAT_UNSIGNED_INT32,
        HIP_AD_FORMAT_SIGNED_INT8, HIP_AD_FORMAT_SIGNED_INT16, HIP_AD_FORMAT_SIGNED_INT32,
        HIP_AD_FORMAT_HALF}) {
    hipArray_t made;
    plane.Format = each;
    DO(hipArrayCreate(&made, &plane));
    DO(hipArrayDestroy(made));
  }
  for (hipArray_t each : {array, deep, row, other}) DO(hipArrayDestroy(each));
  size_t bytes = 0;
  DO(hipMemPtrGetInfo(d, &bytes));
  EXPECT(bytes >= 32);
  DO(hipFree(d));
}

static void mapped() {
  hipMemAllocationProp property = {};
  property.type = hipMemAllocationTypePinned;
  property.location.type = hipMemLocationTypeDevice;
  size_t part = 0;
  DO(hipMemGetAllocationGranularity(&part, &property, hipMemAllocationGranularityMinimum));
  void* at = nullptr;
  hipMemGenericAllocationHandle_t handle, again;
  DO(hipMemAddressReserve(&at, part, 0, nullptr, 0));
  DO(hipMemCreate(&handle, part, &property, 0));
  DO(hipMemMap(at, part, 0, handle, 0));
  hipMemAccessDesc access = {property.location, hipMemAccessFlagsProtReadWrite};
  DO(hipMemSetAccess(at, part, &access, 1));
  unsigned long long flags = 0;
  DO(hipMemGetAccess(&flags, &property.location, at));
  EXPECT(flags == hipMemAccessFlagsProtReadWrite);
  hipMemAllocationProp found = {};
  DO(hipMemRetainAllocationHandle(&again, at));
  DO(hipMemGetAllocationPropertiesFromHandle(&found, again));
  EXPECT(again == handle && found.type == hipMemAllocationTypePinned);
  int h[N];
  DO(hipMemset(at, 0, sizeof h));
  add<<<1, N>>>((int*)at, 5);
  DO(hipMemcpy(h, at, sizeof h, hipMemcpyDeviceToHost));
  EXPECT(h[0] == 5 && h[N - 1] == 5);
  DO(hipMemUnmap(at, part));
  DO(hipMemRelease(again));
  DO(hipMemRelease(handle));
  DO(hipMemAddressFree(at, part));
}

static void values() {
  hipStream_t stream;
  uint32_t* small;
  uint64_t* large;
  uint32_t h = 0;
  DO(hipStreamCreate(&stream));
  DO(hipMalloc(&small, 8));
  DO(hipMalloc(&large, 8));
  DO(hipStreamWriteValue32(stream, small, 0x1234, 0));
  DO(hipStreamWriteValue64(stream, large, 7ull << 32, 0));
  DO(hipStreamWaitValue32(stream, small, 0x34, hipStreamWaitValueEq, 0xFF));
  DO(hipStreamWaitValue64(stream, large, 7ull << 32, hipStreamWaitValueGte));
  hipStreamBatchMemOpParams both[1] = {};
  both[0].writeValue.operation = hipStreamMemOpWriteValue32;
  both[0].writeValue.address = small;
  both[0].writeValue.value = 77;
  DO(hipStreamBatchMemOp(stream, 1, both, 0));
  DO(hipStreamSynchronize(stream));
  DO(hipMemcpyDtoH(&h, small, 4));
  EXPECT(h == 77);
  EXPECT(hipStreamWaitValue32(stream, small, 78, hipStreamWaitValueEq, 0xFF) == hipErrorNotSupported);
  DO(hipStreamDestroy(stream));
}

static void graphs() {
  int *d, by = 3, h[N] = {0};
  DO(hipMalloc(&d, sizeof h));
  hipGraph_t graph, again;
  hipGraphExec_t executable;
  hipGraphNode_t fill, kernel, box, fault;
  HIP_MEMSET_NODE_PARAMS zero = {d, sizeof h, 1, 4, N, 1};
  void* arguments[] = {&d, &by};
  hipKernelNodeParams launch = {(void*)add, dim3(1), dim3(N), 0, arguments, nullptr};
  HIP_MEMCPY3D out = {}, found = {};
  out.srcMemoryType = hipMemoryTypeDevice;
  out.srcDevice = d;
  out.srcPitch = out.dstPitch = out.WidthInBytes = sizeof h;
  out.dstMemoryType = hipMemoryTypeHost;
  out.dstHost = h;
  out.Height = out.Depth = 1;
  DO(hipGraphCreate(&graph, 0));
  DO(hipDrvGraphAddMemsetNode(&fill, graph, nullptr, 0, &zero, nullptr));
  DO(hipGraphAddKernelNode(&kernel, graph, &fill, 1, &launch));
  DO(hipDrvGraphAddMemcpyNode(&box, graph, &kernel, 1, &out, nullptr));
  DO(hipDrvGraphMemcpyNodeGetParams(box, &found));
  EXPECT(found.WidthInBytes == sizeof h);
  DO(hipDrvGraphMemcpyNodeSetParams(box, &out));
  DO(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  DO(hipGraphLaunch(executable, nullptr));
  DO(hipDeviceSynchronize());
  EXPECT(h[0] == 4 && h[N - 1] == 4);
  zero.value = 10;
  DO(hipDrvGraphExecMemsetNodeSetParams(executable, fill, &zero, nullptr));
  DO(hipDrvGraphExecMemcpyNodeSetParams(executable, box, &out, nullptr));
  DO(hipGraphLaunch(executable, nullptr));
  DO(hipDeviceSynchronize());
  EXPECT(h[0] == 13);
  hipGraphExecUpdateResult result = hipGraphExecUpdateError;
  DO(hipGraphClone(&again, graph));
  DO(hipGraphExecUpdate(executable, again, &fault, &result));
  EXPECT(result == hipGraphExecUpdateSuccess && !fault);
  hipGraphNode_t extra;
  DO(hipGraphAddEmptyNode(&extra, again, nullptr, 0));
  EXPECT(hipGraphExecUpdate(executable, again, &fault, &result) == hipErrorGraphExecUpdateFailure);
  EXPECT(result == hipGraphExecUpdateErrorTopologyChanged);
  DO(hipGraphExecDestroy(executable));
  hipMemAllocNodeParams memory = {};
  memory.poolProps.allocType = hipMemAllocationTypePinned;
  memory.poolProps.location.type = hipMemLocationTypeDevice;
  memory.bytesize = 64;
  hipGraphNode_t taken, freed;
  DO(hipGraphAddMemAllocNode(&taken, again, nullptr, 0, &memory));
  DO(hipDrvGraphAddMemFreeNode(&freed, again, &taken, 1, memory.dptr));
  DO(hipGraphDestroy(again));
  DO(hipGraphDestroy(graph));

  DO(hipFree(d));
}

/* Forms for streams of threads, and hipRTC's linker. */
static void forms() {
  int *d, h[2] = {7, 7};
  hiprtcLinkState linker;
  DO(hipMalloc((void**)&d, sizeof h));
  DO(hipMemsetAsync_spt(d, 0, sizeof h, nullptr));
  DO(hipStreamSynchronize_spt(nullptr));
  DO(hipMemcpy_spt(h, d, sizeof h, hipMemcpyDeviceToHost));
  EXPECT(h[0] == 0 && h[1] == 0);
  DO(hipFree(d));
  EXPECT(hiprtcLinkCreate(0, nullptr, nullptr, &linker) == HIPRTC_SUCCESS);
  EXPECT(hiprtcLinkAddData(linker, hipJitInputPtx, (void*)"garbage", 8, "g", 0, nullptr, nullptr)
         == HIPRTC_ERROR_LINKING);
  EXPECT(hiprtcLinkDestroy(linker) == HIPRTC_SUCCESS);
}

static void launches() {
  int *d, by = 9, h[N];
  const char *name = nullptr, *text = nullptr;
  hipEvent_t start, stop;
  float milliseconds = -1;
  void* arguments[] = {&d, &by};
  DO(hipMalloc(&d, sizeof h));
  DO(hipMemset(d, 0, sizeof h));
  DO(hipEventCreate(&start));
  DO(hipEventCreate(&stop));
  DO(hipExtLaunchKernel((const void*)add, dim3(1), dim3(N), arguments, 0, nullptr, start, stop, 0));
  DO(hipDeviceSynchronize());
  DO(hipEventElapsedTime(&milliseconds, start, stop));
  DO(hipMemcpy(h, d, sizeof h, hipMemcpyDeviceToHost));
  EXPECT(h[0] == 9 && h[N - 1] == 9 && milliseconds >= 0);
  EXPECT(std::strstr(hipKernelNameRefByPtr((const void*)add, nullptr), "add"));
  hipFunction_t function;
  DO(hipGetFuncBySymbol(&function, (const void*)add));
  EXPECT(std::strstr(hipKernelNameRef(function), "add"));
  EXPECT(!std::strcmp(hipApiName(1), "unknown"));
  DO(hipDrvGetErrorName(hipErrorNotFound, &name));
  DO(hipDrvGetErrorString(hipErrorNotFound, &text));
  EXPECT(!std::strcmp(name, "hipErrorNotFound") && text && *text);
  EXPECT(hipMalloc(&d, ~0ull) != hipSuccess && hipExtGetLastError() != hipSuccess);
  EXPECT(hipGetLastError() == hipSuccess);
  void* address = nullptr;
  hipDriverProcAddressQueryResult known;
  DO(hipGetProcAddress("hipMalloc", &address, 0, 0, &known));
  EXPECT(address && known == HIP_GET_PROC_ADDRESS_SUCCESS);
  EXPECT(hipGetProcAddress("hipNothing", &address, 0, 0, &known) == hipErrorInvalidValue);
}

static int attribute(hipDeviceAttribute_t number) {
  int value = -1;
  DO(hipDeviceGetAttribute(&value, number, 0));
  return value;
}

/* The numbers are AMD's, and say what the device's properties say. */
static void attributes() {
  static_assert(hipDeviceAttributeEccEnabled == 0 && hipDeviceAttributeMultiprocessorCount == 63
                && hipDeviceAttributeWarpSize == 87 && hipDeviceAttributeNumberOfXccs == 10018);
  hipDeviceProp_t p;
  DO(hipGetDeviceProperties(&p, 0));
  EXPECT(attribute(hipDeviceAttributeWarpSize) == p.warpSize);
  EXPECT(attribute(hipDeviceAttributeMultiprocessorCount) == p.multiProcessorCount);
  EXPECT(attribute(hipDeviceAttributePhysicalMultiProcessorCount) == p.multiProcessorCount);
  EXPECT(attribute(hipDeviceAttributeMaxThreadsPerBlock) == p.maxThreadsPerBlock);
  EXPECT(attribute(hipDeviceAttributeMaxBlockDimX) == p.maxThreadsDim[0]);
  EXPECT(attribute(hipDeviceAttributeMaxGridDimZ) == p.maxGridSize[2]);
  EXPECT(attribute(hipDeviceAttributeMaxSharedMemoryPerBlock) == (int)p.sharedMemPerBlock);
  EXPECT(attribute(hipDeviceAttributeL2CacheSize) == p.l2CacheSize);
  EXPECT(attribute(hipDeviceAttributeClockInstructionRate) == p.clockInstructionRate);
  EXPECT(attribute(hipDeviceAttributeMemoryBusWidth) == p.memoryBusWidth);
  EXPECT(attribute(hipDeviceAttributeComputeCapabilityMajor) == p.major);
  EXPECT(attribute(hipDeviceAttributePciBusId) == p.pciBusID);
  EXPECT(attribute(hipDeviceAttributeManagedMemory) == p.managedMemory);
  size_t most = p.totalGlobalMem < 0x7FFFFFFF ? p.totalGlobalMem : 0x7FFFFFFF;
  EXPECT(attribute(hipDeviceAttributeTotalGlobalMem) == (int)most);
  EXPECT(attribute(hipDeviceAttributeImageSupport) == 1);
  int value;
  for (int none : {64, 86, 93, 9999, 10001, 10003, 10019}) {
    EXPECT(hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)none, 0) == hipErrorInvalidValue);
  }
  for (hipLimit_t each : {hipLimitStackSize, hipLimitPrintfFifoSize, hipLimitMallocHeapSize}) {
    size_t bytes = 0;
    DO(hipDeviceSetLimit(each, 1 << 16));
    DO(hipDeviceGetLimit(&bytes, each));
    EXPECT(bytes == 1 << 16);
  }
  EXPECT(hipDeviceSetLimit(hipLimitRange, 1) == hipErrorUnsupportedLimit);
}

static void linker_numbers() {
  hipLinkState_t linker;
  void* value = nullptr;
  for (int option : {0, 16, 17, 28, 10000, 10001}) {
    hipJitOption each = (hipJitOption)option;
    DO(hipLinkCreate(1, &each, &value, &linker));
    DO(hipLinkDestroy(linker));
  }
  for (int option : {-1, 29, 34, 9999, 10002}) {
    hipJitOption each = (hipJitOption)option;
    EXPECT(hipLinkCreate(1, &each, &value, &linker) == hipErrorInvalidValue);
  }
  static_assert(HIPRTC_JIT_INPUT_LLVM_BITCODE == 100 && HIPRTC_JIT_IR_TO_ISA_OPT_EXT == 10000);
  DO(hipLinkCreate(0, nullptr, nullptr, &linker));
  char elf[] = "\177ELF", bitcode[] = "BC\xc0\xde", spirv[] = "\x03\x02#\x07";
  for (auto [type, image] : {std::pair(hipJitInputCubin, elf), {hipJitInputObject, elf},
                             {hipJitInputLibrary, elf}, {hipJitInputNvvm, bitcode},
                             {hipJitInputLLVMBundledBitcode, bitcode},
                             {hipJitInputLLVMArchivesOfBundledBitcode, bitcode},
                             {hipJitInputSpirv, spirv}}) {
    EXPECT(hipLinkAddData(linker, type, image, 4, "", 0, nullptr, nullptr) == hipErrorNotSupported);
  }
  EXPECT(hipLinkAddData(linker, (hipJitInputType)104, spirv, 4, "", 0, nullptr, nullptr)
         == hipErrorInvalidValue);
  DO(hipLinkDestroy(linker));
}

int main() {
  attributes();
  linker_numbers();
  arrays();
  mapped();
  values();
  graphs();
  launches();
  forms();
  std::printf("%s\n", failures ? "FAIL" : "PASS");
  return failures != 0;
}
