// SPDX-License-Identifier: Apache-2.0
// Modules, contexts and memory as the driver's interface names them, and hipRTC. MODULE is the
// file of module.hip's code.
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static int failures;
#define EXPECT(condition)                                   \
  do {                                                      \
    if (!(condition)) {                                     \
      std::printf("%d: not so: %s\n", __LINE__, #condition); \
      failures++;                                           \
    }                                                       \
  } while (0)
#define DO(call)                                                                    \
  do {                                                                              \
    hipError_t error = (call);                                                      \
    if (error != hipSuccess) {                                                      \
      std::printf("%d: %s: %s\n", __LINE__, #call, hipGetErrorString(error));       \
      failures++;                                                                   \
    }                                                                               \
  } while (0)
#define RTC(expected, call)                                                         \
  do {                                                                              \
    hiprtcResult result = (call);                                                   \
    if (result != (expected)) {                                                     \
      std::printf("%d: %s: %s\n", __LINE__, #call, hiprtcGetErrorString(result));   \
      failures++;                                                                   \
    }                                                                               \
  } while (0)

constexpr int N = 64;
static int warp;

static void contexts() {
  hipDevice_t device = -1;
  hipCtx_t own, primary, found;
  char name[64] = "";
  size_t bytes = 0;
  int major = 0, minor = 0, version = 0, active = 0;
  unsigned flags = 9;
  DO(hipInit(0));
  DO(hipDeviceGet(&device, 0));
  EXPECT(device == 0 && hipDeviceGet(&device, 1) == hipErrorInvalidDevice);
  DO(hipDeviceGetName(name, sizeof name, 0));
  hipDeviceProp_t properties;
  DO(hipGetDeviceProperties(&properties, 0));
  warp = properties.warpSize;
  EXPECT(!std::strcmp(name, properties.name));
  hipUUID id;
  DO(hipDeviceGetUuid(&id, 0));
  EXPECT(!std::memcmp(id.bytes, "Lockstep", 8));
  DO(hipDeviceTotalMem(&bytes, 0));
  EXPECT(bytes == properties.totalGlobalMem);
  DO(hipDeviceComputeCapability(&major, &minor, 0));
  EXPECT(major == properties.major && minor == properties.minor);
  DO(hipCtxGetCurrent(&primary));
  EXPECT(primary != nullptr);
  DO(hipDevicePrimaryCtxRetain(&found, 0));
  EXPECT(found == primary);
  DO(hipDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(active == 1 && flags == 0);
  DO(hipDevicePrimaryCtxSetFlags(0, 0));
  DO(hipDevicePrimaryCtxRelease(0));
  DO(hipCtxCreate(&own, 0, 0));
  DO(hipCtxGetCurrent(&found));
  EXPECT(found == own);
  DO(hipCtxPopCurrent(&found));
  EXPECT(found == own);
  DO(hipCtxPushCurrent(own));
  DO(hipCtxSetCurrent(own));
  DO(hipCtxGetDevice(&device));
  DO(hipCtxGetFlags(&flags));
  DO(hipCtxGetApiVersion(own, &version));
  EXPECT(version > 0);
  DO(hipCtxSynchronize());
  hipFuncCache_t cache;
  hipSharedMemConfig banks;
  DO(hipCtxSetCacheConfig(hipFuncCachePreferL1));
  DO(hipCtxGetCacheConfig(&cache));
  DO(hipCtxSetSharedMemConfig(hipSharedMemBankSizeFourByte));
  DO(hipCtxGetSharedMemConfig(&banks));
  EXPECT(hipCtxEnablePeerAccess(own, 0) == hipErrorPeerAccessUnsupported);
  EXPECT(hipCtxDisablePeerAccess(own) == hipErrorPeerAccessNotEnabled);
  EXPECT(hipGetLastError() == hipErrorPeerAccessNotEnabled);
  DO(hipCtxDestroy(own));
  EXPECT(hipCtxDestroy(own) == hipErrorInvalidContext);
  EXPECT(hipGetLastError() == hipErrorInvalidContext);
  EXPECT(hipGetLastError() == hipSuccess);
}

static void memory() {
  int *d, *e, h[N], back[N];
  hipStream_t stream;
  hipDeviceptr_t base;
  size_t bytes = 0, pitch = 0;
  DO(hipStreamCreate(&stream));
  DO(hipMalloc(&d, sizeof h));
  DO(hipMalloc(&e, sizeof h));
  for (int i = 0; i < N; i++) h[i] = i * i;
  DO(hipMemcpyHtoD(d, h, sizeof h));
  DO(hipMemcpyDtoD(e, d, sizeof h));
  DO(hipMemcpyDtoH(back, e, sizeof h));
  EXPECT(!std::memcmp(h, back, sizeof h));
  DO(hipMemsetD32(d, 7, N));
  DO(hipMemsetD16(d, 0x102, 2));
  DO(hipMemsetD8((char*)d + 4, 9, 4));
  DO(hipMemcpyDtoH(back, d, sizeof h));
  EXPECT(back[0] == 0x1020102 && back[1] == 0x9090909 && back[2] == 7 && back[N - 1] == 7);
  DO(hipMemsetD32Async(d, 1, N, stream));
  DO(hipMemsetD16Async(d, 2, 2, stream));
  DO(hipMemsetD8Async((char*)d + 4, 3, 4, stream));
  DO(hipMemcpyDtoDAsync(e, d, sizeof h, stream));
  DO(hipMemcpyDtoHAsync(back, e, sizeof h, stream));
  DO(hipStreamSynchronize(stream));
  EXPECT(back[0] == 0x20002 && back[1] == 0x3030303 && back[2] == 1);
  DO(hipMemsetD2D32(d, 16, 5, 2, 2));
  DO(hipMemsetD2D16Async(d + 1, 16, 6, 1, 2, stream));
  DO(hipMemsetD2D8((char*)(d + 1) + 2, 16, 7, 1, 2));
  DO(hipMemsetD2D32Async(d + 2, 16, 8, 1, 2, stream));
  DO(hipMemsetD2D16(d + 3, 16, 9, 2, 1));
  DO(hipMemsetD2D8Async(d + 7, 16, 0, 4, 1, stream));
  DO(hipMemcpyDtoHAsync(back, d, sizeof h, stream));
  DO(hipStreamSynchronize(stream));
  EXPECT(back[0] == 5 && back[1] == 0x70006 && back[2] == 8 && back[3] == 0x90009);
  EXPECT(back[4] == 5 && back[5] == 0x70006 && back[6] == 8 && back[7] == 0);
  DO(hipMemcpyHtoDAsync(d, h, sizeof h, stream));
  DO(hipMemGetAddressRange(&base, &bytes, d + 3));
  EXPECT(base == d && bytes >= sizeof h);
  int kind = 0;
  DO(hipPointerGetAttribute(&kind, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, d));
  EXPECT(kind == hipMemoryTypeDevice);
  void* start = nullptr;
  hipPointer_attribute asked[] = {HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR};
  void* answers[] = {&start};
  DO(hipDrvPointerGetAttributes(1, asked, answers, d + 1));
  EXPECT(start == d);
  int synchronous = 1;
  DO(hipPointerSetAttribute(&synchronous, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, d));
  hipDeviceptr_t rows;
  DO(hipMemAllocPitch(&rows, &pitch, 100, 4, 4));
  EXPECT(pitch >= 100);
  DO(hipFree(rows));
  void* host;
  DO(hipMemAllocHost(&host, 64));
  DO(hipHostFree(host));
  hipArray_t array;
  hipChannelFormatDesc format = hipCreateChannelDesc<int>();
  DO(hipMallocArray(&array, &format, N));
  DO(hipMemcpyHtoA(array, 0, h, sizeof h));
  std::memset(back, 0, sizeof back);
  DO(hipMemcpyAtoH(back, array, 0, sizeof h));
  EXPECT(!std::memcmp(h, back, sizeof h));
  DO(hipMemcpyHtoAAsync(array, 4, h, 8, stream));
  DO(hipMemcpyAtoHAsync(back, array, 4, 8, stream));
  DO(hipStreamSynchronize(stream));
  EXPECT(back[0] == h[0] && back[1] == h[1]);
  DO(hipFreeArray(array));
  DO(hipFree(d));
  DO(hipFree(e));
  EXPECT(hipMemcpyHtoD(nullptr, h, 4) == hipErrorInvalidValue);
  EXPECT(hipGetLastError() == hipErrorInvalidValue);
}

static std::vector<char> contents(const char* name) {
  std::vector<char> all;
  FILE* file = std::fopen(name, "rb");
  for (int c; file && (c = std::fgetc(file)) != EOF;) all.push_back((char)c);
  if (file) std::fclose(file);
  return all;
}

static void launches(hipModule_t module) {
  hipFunction_t add, width, shared;
  hipDeviceptr_t offset;
  size_t bytes = 0;
  int *d, h[N], blocks = 0, grid = 0, block = 0, value = 0;
  unsigned count = 0;
  DO(hipModuleGetFunctionCount(&count, module));
  EXPECT(count == 3);
  DO(hipModuleGetFunction(&add, module, "add"));
  DO(hipModuleGetFunction(&width, module, "width"));
  DO(hipModuleGetFunction(&shared, module, "shared"));
  EXPECT(hipModuleGetFunction(&add, module, "none") == hipErrorNotFound);
  DO(hipModuleGetGlobal(&offset, &bytes, module, "offset"));
  EXPECT(bytes == sizeof(int));
  int more = 70;
  DO(hipMemcpyHtoD(offset, &more, sizeof more));
  DO(hipMalloc(&d, sizeof h));
  DO(hipMemsetD32(d, 1000, N));
  int by = 200;
  char last = 1;
  void* arguments[] = {&d, &by, &last};
  DO(hipModuleLaunchKernel(add, 1, 1, 1, N, 1, 1, 0, nullptr, arguments, nullptr));
  struct {
    int* d;
    int by;
    char last;
  } packed = {d, 3000, 2};
  size_t size = sizeof packed;
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   HIP_LAUNCH_PARAM_END};
  DO(hipModuleLaunchKernel(add, 1, 1, 1, N, 1, 1, 0, nullptr, nullptr, extra));
  DO(hipMemcpyDtoH(h, d, sizeof h));
  EXPECT(h[0] == 1000 + 271 + 3072 && h[N - 1] == h[0]);
  hipEvent_t start, stop;
  DO(hipEventCreate(&start));
  DO(hipEventCreate(&stop));
  DO(hipExtModuleLaunchKernel(add, N, 1, 1, N, 1, 1, 0, nullptr, arguments, nullptr, start, stop));
  float milliseconds = 0;
  DO(hipEventSynchronize(stop));
  DO(hipEventElapsedTime(&milliseconds, start, stop));
  EXPECT(milliseconds > 0);
  EXPECT(hipExtModuleLaunchKernel(add, N + 1, 1, 1, N, 1, 1, 0, nullptr, arguments, nullptr) ==
         hipErrorInvalidConfiguration);
  DO(hipModuleLaunchCooperativeKernel(add, 1, 1, 1, N, 1, 1, 0, nullptr, arguments));
  hipLaunchAttribute cooperative = {hipLaunchAttributeCooperative, {}, {}};
  cooperative.val.cooperative = 1;
  HIP_LAUNCH_CONFIG config = {1, 1, 1, N, 1, 1, 0, nullptr, &cooperative, 1};
  DO(hipDrvLaunchKernelEx(&config, add, arguments, nullptr));
  DO(hipMemcpyDtoH(h, d, sizeof h));
  EXPECT(h[0] == 1000 + 4 * 271 + 3072 && h[N - 1] == h[0]);
  void* one[] = {&d};
  for (int i = 0; i < N; i++) h[i] = i;
  DO(hipMemcpyHtoD(d, h, sizeof h));
  DO(hipModuleLaunchKernel(shared, 1, 1, 1, N, 1, 1, sizeof h, nullptr, one, nullptr));
  DO(hipMemcpyDtoH(h, d, sizeof h));
  for (int i = 0; i < N; i++) EXPECT(h[i] == N - 1 - i);
  DO(hipModuleLaunchKernel(width, 1, 1, 1, 1, 1, 1, 0, nullptr, one, nullptr));
  DO(hipMemcpyDtoH(h, d, sizeof(int)));
  EXPECT(h[0] == warp);
  DO(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, shared));
  EXPECT(value == 128);
  hipFuncAttributes all;
  DO(hipFuncGetAttributes(&all, (const void*)shared));
  EXPECT(all.maxThreadsPerBlock == 128);
  DO(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 128, 0));
  EXPECT(blocks > 0);
  int same = 0;
  DO(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&same, add, 128, 0, 0));
  EXPECT(same == blocks);
  DO(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, shared, 0, 0));
  EXPECT(grid > 0 && block > 0 && block <= 128 && block % warp == 0);
  DO(hipFree(d));
}

static void modules() {
  hipModule_t module;
  DO(hipModuleLoad(&module, MODULE));
  launches(module);
  DO(hipModuleUnload(module));
  EXPECT(hipModuleUnload(module) == hipErrorInvalidHandle);
  std::vector<char> image = contents(MODULE);
  DO(hipModuleLoadData(&module, image.data()));
  DO(hipModuleUnload(module));
  DO(hipModuleLoadFatBinary(&module, image.data()));
  DO(hipModuleUnload(module));
  char log[64];
  hipJitOption options[] = {hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes};
  void* values[] = {log, (void*)sizeof log};
  DO(hipModuleLoadDataEx(&module, image.data(), 2, options, values));
  DO(hipModuleUnload(module));
  EXPECT(hipModuleLoad(&module, "none.co") == hipErrorFileNotFound);
  EXPECT(hipModuleLoadData(&module, "__CLANG_OFFLOAD_BUNDLE__") == hipErrorNoBinaryForGpu);
  EXPECT(hipModuleLoadData(&module, "\177ELF\2\1\1") == hipErrorNoBinaryForGpu);
  EXPECT(hipModuleLoadData(&module, nullptr) == hipErrorInvalidValue);
}

static std::string logOf(hiprtcProgram program) {
  size_t bytes = 0;
  RTC(HIPRTC_SUCCESS, hiprtcGetProgramLogSize(program, &bytes));
  std::vector<char> log(bytes + 1);
  RTC(HIPRTC_SUCCESS, hiprtcGetProgramLog(program, log.data()));
  return log.data();
}

static void compiled() {
  static const char source[] =
      "#include \"parts/scale.h\"\n"
      "namespace mine { __constant__ int shift; }\n"
      "template <typename T, int N> __global__ void add(T* x) {\n"
      "  x[threadIdx.x] = scale(x[threadIdx.x]) + N + mine::shift + EXTRA + __popcll(__ballot(1));\n"
      "}\n"
      "extern \"C\" __global__ void plain(int* x) { *x = 1; }\n";
  const char* headers[] = {"template <typename T> __device__ T scale(T x) { return 2 * x; }\n"};
  const char* names[] = {"parts/scale.h"};
  const char* options[] = {"--gpu-architecture=gfx942", "-DEXTRA=1000", "-O3", "-std=c++17"};
  hiprtcProgram program = nullptr;
  const char* lowered = nullptr;
  RTC(HIPRTC_SUCCESS, hiprtcCreateProgram(&program, source, "mine.cpp", 1, headers, names));
  RTC(HIPRTC_SUCCESS, hiprtcAddNameExpression(program, "add<float, 3>"));
  RTC(HIPRTC_SUCCESS, hiprtcAddNameExpression(program, "&mine::shift"));
  RTC(HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
      hiprtcGetLoweredName(program, "add<float, 3>", &lowered));
  RTC(HIPRTC_SUCCESS, hiprtcCompileProgram(program, 4, options));
  EXPECT(logOf(program).empty());
  size_t bytes = 0;
  RTC(HIPRTC_SUCCESS, hiprtcGetCodeSize(program, &bytes));
  std::vector<char> code(bytes);
  RTC(HIPRTC_SUCCESS, hiprtcGetCode(program, code.data()));
  RTC(HIPRTC_SUCCESS, hiprtcGetLoweredName(program, "add<float, 3>", &lowered));
  hipModule_t module;
  hipFunction_t add;
  hipDeviceptr_t shift;
  int by = 100;
  float *d, h[N];
  DO(hipModuleLoadData(&module, code.data()));
  DO(hipModuleGetFunction(&add, module, lowered));
  RTC(HIPRTC_SUCCESS, hiprtcGetLoweredName(program, "&mine::shift", &lowered));
  DO(hipModuleGetGlobal(&shift, nullptr, module, lowered));
  DO(hipMemcpyHtoD(shift, &by, sizeof by));
  for (int i = 0; i < N; i++) h[i] = i;
  DO(hipMalloc(&d, sizeof h));
  DO(hipMemcpyHtoD(d, h, sizeof h));
  void* arguments[] = {&d};
  DO(hipModuleLaunchKernel(add, 1, 1, 1, N, 1, 1, 0, nullptr, arguments, nullptr));
  DO(hipMemcpyDtoH(h, d, sizeof h));
  for (int i = 0; i < N; i++) EXPECT(h[i] == 2 * i + 3 + 100 + 1000 + warp);
  DO(hipModuleUnload(module));
  RTC(HIPRTC_SUCCESS, hiprtcDestroyProgram(&program));
  RTC(HIPRTC_SUCCESS, hiprtcCreateProgram(&program, "__global__ void bad() {\n  nonsense;\n}\n",
                                          "bad.hip", 0, nullptr, nullptr));
  RTC(HIPRTC_ERROR_COMPILATION, hiprtcCompileProgram(program, 0, nullptr));
  EXPECT(logOf(program).find("bad.hip:2:3") != std::string::npos);
  RTC(HIPRTC_SUCCESS, hiprtcDestroyProgram(&program));
  int major = 0, minor = 1;
  RTC(HIPRTC_SUCCESS, hiprtcVersion(&major, &minor));
  EXPECT(major == 9 && minor == 0);
  EXPECT(hiprtcGetErrorString(HIPRTC_ERROR_COMPILATION) == std::string("HIPRTC_ERROR_COMPILATION"));
}

static std::string bitcode(const char* source) {
  const char* options[] = {"-fgpu-rdc"};
  hiprtcProgram program = nullptr;
  RTC(HIPRTC_SUCCESS, hiprtcCreateProgram(&program, source, "part.hip", 0, nullptr, nullptr));
  RTC(HIPRTC_SUCCESS, hiprtcCompileProgram(program, 1, options));
  size_t bytes = 0;
  RTC(HIPRTC_SUCCESS, hiprtcGetBitcodeSize(program, &bytes));
  std::vector<char> code(bytes);
  RTC(HIPRTC_SUCCESS, hiprtcGetBitcode(program, code.data()));
  RTC(HIPRTC_SUCCESS, hiprtcDestroyProgram(&program));
  return code.data();
}

/* The function behind the kernel that calls it, and in front of it. */
static void linked() {
  std::string parts[] = {
      bitcode("__device__ int twice(int); extern __device__ int more;\n"
              "extern \"C\" __global__ void k(int* x) { *x = twice(*x) + more; }\n"),
      bitcode("__device__ int more = 5;\n__device__ int twice(int x) { return 2 * x; }\n")};
  for (int order = 0; order < 2; order++) {
    hipLinkState_t linker;
    void* image = nullptr;
    size_t bytes = 0;
    DO(hipLinkCreate(0, nullptr, nullptr, &linker));
    for (int i = 0; i < 2; i++) {
      std::string& part = parts[i ^ order];
      DO(hipLinkAddData(linker, hipJitInputLLVMBitcode, part.data(), part.size(), "part", 0,
                        nullptr, nullptr));
    }
    DO(hipLinkComplete(linker, &image, &bytes));
    EXPECT(bytes > parts[0].size() + parts[1].size());
    hipModule_t module;
    hipFunction_t k;
    DO(hipModuleLoadData(&module, image));
    DO(hipLinkDestroy(linker));
    DO(hipModuleGetFunction(&k, module, "k"));
    int *d, h = 7;
    DO(hipMalloc(&d, sizeof h));
    DO(hipMemcpyHtoD(d, &h, sizeof h));
    void* arguments[] = {&d};
    DO(hipModuleLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    DO(hipMemcpyDtoH(&h, d, sizeof h));
    EXPECT(h == 19);
    DO(hipModuleUnload(module));
    DO(hipFree(d));
  }
  hipLinkState_t linker;
  DO(hipLinkCreate(0, nullptr, nullptr, &linker));
  char foreign[] = "BC\xc0\xde";
  EXPECT(hipLinkAddData(linker, hipJitInputLLVMBitcode, foreign, 4, "", 0, nullptr, nullptr)
         == hipErrorNotSupported);
  EXPECT(hipLinkAddData(linker, (hipJitInputType)50, foreign, 4, "", 0, nullptr, nullptr)
         == hipErrorInvalidValue);
  void* image = nullptr;
  hipModule_t module;
  DO(hipLinkAddFile(linker, hipJitInputFatBinary, MODULE, 0, nullptr, nullptr));
  DO(hipLinkComplete(linker, &image, nullptr));
  DO(hipModuleLoadData(&module, image));
  launches(module);
  DO(hipModuleUnload(module));
  DO(hipLinkDestroy(linker));
}

int main() {
  hipModule_t none; // without hipInit, which is not needed
  EXPECT(hipModuleLoad(&none, "none.co") == hipErrorFileNotFound);
  contexts();
  memory();
  modules();
  compiled();
  linked();
  DO(hipDevicePrimaryCtxReset(0));
  std::printf(failures ? "FAIL\n" : "PASS\n");
}
