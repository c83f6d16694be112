/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, contexts and memory as the driver's interface names them, declared by us from the "HIP
 * Runtime API reference" of ROCm 6. A module is what "lockstep hipcc --genco" or hipRTC made. */
#ifndef LOCKSTEP_HIP_MODULES_H
#define LOCKSTEP_HIP_MODULES_H

#define HIP_LAUNCH_PARAM_END ((void*)0)
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void*)1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void*)2)

enum hipFunction_attribute {
  HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  HIP_FUNC_ATTRIBUTE_NUM_REGS = 4,
  HIP_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  HIP_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
  HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
  HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
  HIP_FUNC_ATTRIBUTE_MAX = 10
};
enum hipPointer_attribute {
  HIP_POINTER_ATTRIBUTE_CONTEXT = 1,
  HIP_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  HIP_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
  HIP_POINTER_ATTRIBUTE_HOST_POINTER = 4,
  HIP_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
  HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
  HIP_POINTER_ATTRIBUTE_BUFFER_ID = 7,
  HIP_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
  HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE = 10,
  HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
  HIP_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
  HIP_POINTER_ATTRIBUTE_MAPPED = 13,
  HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
  HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
  HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
  HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17
};
enum hipJitOption {
  hipJitOptionMaxRegisters = 0,
  hipJitOptionThreadsPerBlock = 1,
  hipJitOptionWallTime = 2,
  hipJitOptionInfoLogBuffer = 3,
  hipJitOptionInfoLogBufferSizeBytes = 4,
  hipJitOptionErrorLogBuffer = 5,
  hipJitOptionErrorLogBufferSizeBytes = 6,
  hipJitOptionOptimizationLevel = 7,
  hipJitOptionTargetFromContext = 8,
  hipJitOptionTarget = 9,
  hipJitOptionFallbackStrategy = 10,
  hipJitOptionGenerateDebugInfo = 11,
  hipJitOptionLogVerbose = 12,
  hipJitOptionGenerateLineInfo = 13,
  hipJitOptionCacheMode = 14,
  hipJitOptionSm3xOpt = 15,
  hipJitOptionFastCompile = 16,
  hipJitOptionGlobalSymbolNames = 17,
  hipJitOptionGlobalSymbolAddresses = 18,
  hipJitOptionGlobalSymbolCount = 19,
  hipJitOptionLto = 20,
  hipJitOptionFtz = 21,
  hipJitOptionPrecDiv = 22,
  hipJitOptionPrecSqrt = 23,
  hipJitOptionFma = 24,
  hipJitOptionPositionIndependentCode = 25,
  hipJitOptionMinCTAPerSM = 26,
  hipJitOptionMaxThreadsPerBlock = 27,
  hipJitOptionOverrideDirectiveValues = 28,
  hipJitOptionNumOptions = 29,
  hipJitOptionIRtoISAOptExt = 10000,
  hipJitOptionIRtoISAOptCountExt = 10001
};
enum hipJitInputType {
  hipJitInputCubin = 0,
  hipJitInputPtx = 1,
  hipJitInputFatBinary = 2,
  hipJitInputObject = 3,
  hipJitInputLibrary = 4,
  hipJitInputNvvm = 5,
  hipJitNumLegacyInputTypes = 6,
  hipJitNumInputTypes = 10,
  hipJitInputLLVMBitcode = 100,
  hipJitInputLLVMBundledBitcode = 101,
  hipJitInputLLVMArchivesOfBundledBitcode = 102,
  hipJitInputSpirv = 103
};
enum hipJitCacheMode { hipJitCacheOptionNone = 0, hipJitCacheOptionCG = 1, hipJitCacheOptionCA = 2 };
enum hipJitFallback { hipJitPreferPTX = 0, hipJitPreferBinary = 1 };
typedef struct ihiprtcLinkState* hipLinkState_t;
enum hipLaunchAttributeID {
  hipLaunchAttributeAccessPolicyWindow = 1,
  hipLaunchAttributeCooperative = 2,
  hipLaunchAttributePriority = 8
};
union hipLaunchAttributeValue {
  char pad[64];
  hipAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  int priority;
};
typedef struct hipLaunchAttribute {
  hipLaunchAttributeID id;
  char pad[4];
  union {
    hipLaunchAttributeValue val;
    hipLaunchAttributeValue value;
  };
} hipLaunchAttribute;
typedef struct HIP_LAUNCH_CONFIG {
  unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  hipStream_t hStream;
  hipLaunchAttribute* attrs;
  unsigned numAttrs;
} HIP_LAUNCH_CONFIG;
typedef struct hipUUID_t {
  char bytes[16];
} hipUUID;

extern "C" {
hipError_t hipInit(unsigned);
hipError_t hipDeviceGet(hipDevice_t*, int);
hipError_t hipDeviceGetName(char*, int, hipDevice_t);
hipError_t hipDeviceGetUuid(hipUUID*, hipDevice_t);
hipError_t hipDeviceTotalMem(size_t*, hipDevice_t);
hipError_t hipDeviceComputeCapability(int*, int*, hipDevice_t);

hipError_t hipCtxCreate(hipCtx_t*, unsigned, hipDevice_t);
hipError_t hipCtxDestroy(hipCtx_t);
hipError_t hipCtxPushCurrent(hipCtx_t);
hipError_t hipCtxPopCurrent(hipCtx_t*);
hipError_t hipCtxSetCurrent(hipCtx_t);
hipError_t hipCtxGetCurrent(hipCtx_t*);
hipError_t hipCtxGetDevice(hipDevice_t*);
hipError_t hipCtxGetFlags(unsigned*);
hipError_t hipCtxGetApiVersion(hipCtx_t, int*);
hipError_t hipCtxSynchronize(void);
hipError_t hipCtxGetCacheConfig(hipFuncCache_t*);
hipError_t hipCtxSetCacheConfig(hipFuncCache_t);
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig*);
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig);
hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned);
hipError_t hipCtxDisablePeerAccess(hipCtx_t);
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t*, hipDevice_t);
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t);
hipError_t hipDevicePrimaryCtxReset(hipDevice_t);
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t, unsigned);
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t, unsigned*, int*);

hipError_t hipModuleLoad(hipModule_t*, const char*);
hipError_t hipModuleLoadData(hipModule_t*, const void*);
hipError_t hipModuleLoadDataEx(hipModule_t*, const void*, unsigned, hipJitOption*, void**);
hipError_t hipModuleLoadFatBinary(hipModule_t*, const void*);
hipError_t hipLinkCreate(unsigned, hipJitOption*, void**, hipLinkState_t*);
hipError_t hipLinkAddData(hipLinkState_t, hipJitInputType, void*, size_t, const char*, unsigned, hipJitOption*, void**);
hipError_t hipLinkAddFile(hipLinkState_t, hipJitInputType, const char*, unsigned, hipJitOption*, void**);
hipError_t hipLinkComplete(hipLinkState_t, void**, size_t*);
hipError_t hipLinkDestroy(hipLinkState_t);
hipError_t hipModuleUnload(hipModule_t);
hipError_t hipModuleGetFunction(hipFunction_t*, hipModule_t, const char*);
hipError_t hipModuleGetFunctionCount(unsigned*, hipModule_t);
hipError_t hipModuleGetGlobal(hipDeviceptr_t*, size_t*, hipModule_t, const char*);
hipError_t hipFuncGetAttribute(int*, hipFunction_attribute, hipFunction_t);
hipError_t hipModuleLaunchKernel(hipFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, hipStream_t, void**, void**);
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, hipStream_t, void**);
hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG*, hipFunction_t, void**, void**);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int*, hipFunction_t, int, size_t);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int*, hipFunction_t, int, size_t, unsigned);
hipError_t hipGraphExecUpdate(hipGraphExec_t, hipGraph_t, hipGraphNode_t*,
    hipGraphExecUpdateResult*);
hipError_t lockstep_hip_best_block(int*, int*, hipFunction_t, size_t (*)(int), size_t, int);

hipError_t hipMemAllocPitch(hipDeviceptr_t*, size_t*, size_t, size_t, unsigned);
hipError_t hipMemAllocHost(void**, size_t);
hipError_t hipMemGetAddressRange(hipDeviceptr_t*, size_t*, hipDeviceptr_t);
hipError_t hipPointerGetAttribute(void*, hipPointer_attribute, hipDeviceptr_t);
hipError_t hipDrvPointerGetAttributes(unsigned, hipPointer_attribute*, void**, hipDeviceptr_t);
hipError_t hipPointerSetAttribute(const void*, hipPointer_attribute, hipDeviceptr_t);
hipError_t hipMemcpyHtoD(hipDeviceptr_t, const void*, size_t);
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t, const void*, size_t, hipStream_t);
hipError_t hipMemcpyDtoH(void*, hipDeviceptr_t, size_t);
hipError_t hipMemcpyDtoHAsync(void*, hipDeviceptr_t, size_t, hipStream_t);
hipError_t hipMemcpyDtoD(hipDeviceptr_t, hipDeviceptr_t, size_t);
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t, hipDeviceptr_t, size_t, hipStream_t);
hipError_t hipMemcpyHtoA(hipArray_t, size_t, const void*, size_t);
hipError_t hipMemcpyAtoH(void*, hipArray_t, size_t, size_t);
hipError_t hipMemcpyHtoAAsync(hipArray_t, size_t, const void*, size_t, hipStream_t);
hipError_t hipMemcpyAtoHAsync(void*, hipArray_t, size_t, size_t, hipStream_t);
hipError_t hipMemsetD8(hipDeviceptr_t, unsigned char, size_t);
hipError_t hipMemsetD8Async(hipDeviceptr_t, unsigned char, size_t, hipStream_t);
hipError_t hipMemsetD16(hipDeviceptr_t, unsigned short, size_t);
hipError_t hipMemsetD16Async(hipDeviceptr_t, unsigned short, size_t, hipStream_t);
hipError_t hipMemsetD32(hipDeviceptr_t, int, size_t);
hipError_t hipMemsetD32Async(hipDeviceptr_t, int, size_t, hipStream_t);
hipError_t hipMemsetD2D8(hipDeviceptr_t, size_t, unsigned char, size_t, size_t);
hipError_t hipMemsetD2D8Async(hipDeviceptr_t, size_t, unsigned char, size_t, size_t, hipStream_t);
hipError_t hipMemsetD2D16(hipDeviceptr_t, size_t, unsigned short, size_t, size_t);
hipError_t hipMemsetD2D16Async(hipDeviceptr_t, size_t, unsigned short, size_t, size_t, hipStream_t);
hipError_t hipMemsetD2D32(hipDeviceptr_t, size_t, unsigned, size_t, size_t);
hipError_t hipMemsetD2D32Async(hipDeviceptr_t, size_t, unsigned, size_t, size_t, hipStream_t);
}

static inline hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block,
                                                                 hipFunction_t f, size_t shared,
                                                                 int limit) {
  return lockstep_hip_best_block(grid, block, f, nullptr, shared, limit);
}
static inline hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block,
                                                                          hipFunction_t f,
                                                                          size_t shared, int limit,
                                                                          unsigned flags) {
  return flags > 1 ? hipErrorInvalidValue
                   : lockstep_hip_best_block(grid, block, f, nullptr, shared, limit);
}
#endif
