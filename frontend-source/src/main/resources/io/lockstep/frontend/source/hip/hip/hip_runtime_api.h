/* SPDX-License-Identifier: Apache-2.0 */
/* The host's interface of HIP, declared by us from the "HIP Runtime API reference" of ROCm 6. Numbers
 * and layouts are those of Lockstep's host library, which has no other users. */
#ifndef LOCKSTEP_HIP_RUNTIME_API_H
#define LOCKSTEP_HIP_RUNTIME_API_H
#include <stddef.h>
#include <stdint.h>

#include "hip/hip_version.h"
#include "hip/hip_vector_types.h"
#include "hip/hip_texture_types.h"

typedef enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorNotInitialized = 3,
  hipErrorDeinitialized = 4,
  hipErrorProfilerDisabled = 5,
  hipErrorProfilerNotInitialized = 6,
  hipErrorProfilerAlreadyStarted = 7,
  hipErrorProfilerAlreadyStopped = 8,
  hipErrorInvalidConfiguration = 9,
  hipErrorInvalidPitchValue = 12,
  hipErrorInvalidSymbol = 13,
  hipErrorInvalidHostPointer = 16,
  hipErrorInvalidDevicePointer = 17,
  hipErrorInvalidMemcpyDirection = 21,
  hipErrorInsufficientDriver = 35,
  hipErrorMissingConfiguration = 52,
  hipErrorPriorLaunchFailure = 53,
  hipErrorInvalidDeviceFunction = 98,
  hipErrorNoDevice = 100,
  hipErrorInvalidDevice = 101,
  hipErrorInvalidImage = 200,
  hipErrorInvalidContext = 201,
  hipErrorContextAlreadyCurrent = 202,
  hipErrorMapFailed = 205,
  hipErrorUnmapFailed = 206,
  hipErrorArrayIsMapped = 207,
  hipErrorAlreadyMapped = 208,
  hipErrorNoBinaryForGpu = 209,
  hipErrorAlreadyAcquired = 210,
  hipErrorNotMapped = 211,
  hipErrorNotMappedAsArray = 212,
  hipErrorNotMappedAsPointer = 213,
  hipErrorECCUncorrectable = 214,
  hipErrorECCNotCorrectable = 214,
  hipErrorUnsupportedLimit = 215,
  hipErrorContextAlreadyInUse = 216,
  hipErrorPeerAccessUnsupported = 217,
  hipErrorInvalidKernelFile = 218,
  hipErrorInvalidGraphicsContext = 219,
  hipErrorNvlinkUncorrectable = 220,
  hipErrorInvalidSource = 300,
  hipErrorFileNotFound = 301,
  hipErrorSharedObjectSymbolNotFound = 302,
  hipErrorSharedObjectInitFailed = 303,
  hipErrorOperatingSystem = 304,
  hipErrorInvalidHandle = 400,
  hipErrorIllegalState = 401,
  hipErrorNotFound = 500,
  hipErrorNotReady = 600,
  hipErrorIllegalAddress = 700,
  hipErrorLaunchOutOfResources = 701,
  hipErrorLaunchTimeOut = 702,
  hipErrorPeerAccessAlreadyEnabled = 704,
  hipErrorPeerAccessNotEnabled = 705,
  hipErrorSetOnActiveProcess = 708,
  hipErrorContextIsDestroyed = 709,
  hipErrorAssert = 710,
  hipErrorHostMemoryAlreadyRegistered = 712,
  hipErrorHostMemoryNotRegistered = 713,
  hipErrorLaunchFailure = 719,
  hipErrorCooperativeLaunchTooLarge = 720,
  hipErrorNotPermitted = 800,
  hipErrorNotSupported = 801,
  hipErrorStreamCaptureUnsupported = 900,
  hipErrorStreamCaptureInvalidated = 901,
  hipErrorStreamCaptureMerge = 902,
  hipErrorStreamCaptureUnmatched = 903,
  hipErrorStreamCaptureUnjoined = 904,
  hipErrorStreamCaptureIsolation = 905,
  hipErrorStreamCaptureImplicit = 906,
  hipErrorCapturedEvent = 907,
  hipErrorStreamCaptureWrongThread = 908,
  hipErrorGraphExecUpdateFailure = 910,
  hipErrorInvalidChannelDescriptor = 911,
  hipErrorInvalidTexture = 912,
  hipErrorUnknown = 999,
  hipErrorMemoryAllocation = hipErrorOutOfMemory,
  hipErrorInitializationError = hipErrorNotInitialized,
  hipErrorInvalidResourceHandle = hipErrorInvalidHandle,
  hipErrorMapBufferObjectFailed = hipErrorMapFailed,
  hipErrorSymbolNotFound = hipErrorNotFound,
  hipErrorRuntimeMemory = 1052,
  hipErrorRuntimeOther = 1053,
  hipErrorTbd
} hipError_t;

typedef struct ihipStream_t* hipStream_t;
typedef struct ihipEvent_t* hipEvent_t;
typedef struct ihipGraph* hipGraph_t;
typedef struct hipGraphNode* hipGraphNode_t;
typedef struct hipGraphExec* hipGraphExec_t;
typedef struct ihipMemPoolHandle_t* hipMemPool_t;
typedef struct ihipCtx_t* hipCtx_t;
typedef struct ihipModule_t* hipModule_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;
typedef int hipDevice_t;
typedef void* hipDeviceptr_t;
typedef void (*hipHostFn_t)(void*);
typedef void (*hipStreamCallback_t)(hipStream_t, hipError_t, void*);

#define hipStreamDefault 0u
#define hipStreamNonBlocking 1u
#define hipStreamLegacy ((hipStream_t)1)
#define hipStreamPerThread ((hipStream_t)2)
#define hipEventDefault 0u
#define hipEventBlockingSync 1u
#define hipEventDisableTiming 2u
#define hipEventInterprocess 4u
#define hipEventDisableSystemFence 0x20000000u
#define hipEventReleaseToDevice 0x40000000u
#define hipEventReleaseToSystem 0x80000000u
#define hipHostMallocDefault 0u
#define hipHostMallocPortable 1u
#define hipHostMallocMapped 2u
#define hipHostMallocWriteCombined 4u
#define hipHostMallocNumaUser 0x20000000u
#define hipHostMallocCoherent 0x40000000u
#define hipHostMallocNonCoherent 0x80000000u
#define hipHostAllocDefault 0u
#define hipHostAllocPortable 1u
#define hipHostAllocMapped 2u
#define hipHostAllocWriteCombined 4u
#define hipHostRegisterDefault 0u
#define hipHostRegisterPortable 1u
#define hipHostRegisterMapped 2u
#define hipHostRegisterIoMemory 4u
#define hipHostRegisterReadOnly 8u
#define hipMemAttachGlobal 1u
#define hipMemAttachHost 2u
#define hipMemAttachSingle 4u
#define hipDeviceMallocDefault 0u
#define hipDeviceMallocFinegrained 1u
#define hipMallocSignalMemory 2u
#define hipDeviceMallocUncached 3u
#define hipDeviceScheduleAuto 0u
#define hipDeviceScheduleSpin 1u
#define hipDeviceScheduleYield 2u
#define hipDeviceScheduleBlockingSync 4u
#define hipDeviceMapHost 8u
#define hipDeviceLmemResizeToMax 16u
#define hipCpuDeviceId ((int)-1)
#define hipInvalidDeviceId ((int)-2)
#define hipOccupancyDefault 0u

enum hipLimit_t {
  hipLimitStackSize = 0,
  hipLimitPrintfFifoSize = 1,
  hipLimitMallocHeapSize = 2,
  hipLimitRange = 3
};
enum hipFuncCache_t {
  hipFuncCachePreferNone = 0,
  hipFuncCachePreferShared = 1,
  hipFuncCachePreferL1 = 2,
  hipFuncCachePreferEqual = 3
};
enum hipSharedMemConfig {
  hipSharedMemBankSizeDefault = 0,
  hipSharedMemBankSizeFourByte = 1,
  hipSharedMemBankSizeEightByte = 2
};
enum hipFuncAttribute {
  hipFuncAttributeMaxDynamicSharedMemorySize = 8,
  hipFuncAttributePreferredSharedMemoryCarveout = 9,
  hipFuncAttributeMax = 10
};
enum hipMemoryAdvise {
  hipMemAdviseSetReadMostly = 1,
  hipMemAdviseUnsetReadMostly = 2,
  hipMemAdviseSetPreferredLocation = 3,
  hipMemAdviseUnsetPreferredLocation = 4,
  hipMemAdviseSetAccessedBy = 5,
  hipMemAdviseUnsetAccessedBy = 6,
  hipMemAdviseSetCoarseGrain = 100,
  hipMemAdviseUnsetCoarseGrain = 101
};
enum hipMemoryType {
  hipMemoryTypeUnregistered = 0,
  hipMemoryTypeHost = 1,
  hipMemoryTypeDevice = 2,
  hipMemoryTypeManaged = 3,
  hipMemoryTypeArray = 10,
  hipMemoryTypeUnified = 11
};
enum hipComputeMode {
  hipComputeModeDefault = 0,
  hipComputeModeExclusive = 1,
  hipComputeModeProhibited = 2,
  hipComputeModeExclusiveProcess = 3
};
enum hipStreamCaptureMode {
  hipStreamCaptureModeGlobal = 0,
  hipStreamCaptureModeThreadLocal = 1,
  hipStreamCaptureModeRelaxed = 2
};
enum hipStreamCaptureStatus {
  hipStreamCaptureStatusNone = 0,
  hipStreamCaptureStatusActive = 1,
  hipStreamCaptureStatusInvalidated = 2
};
enum hipMemPoolAttr {
  hipMemPoolReuseFollowEventDependencies = 1,
  hipMemPoolReuseAllowOpportunistic = 2,
  hipMemPoolReuseAllowInternalDependencies = 3,
  hipMemPoolAttrReleaseThreshold = 4,
  hipMemPoolAttrReservedMemCurrent = 5,
  hipMemPoolAttrReservedMemHigh = 6,
  hipMemPoolAttrUsedMemCurrent = 7,
  hipMemPoolAttrUsedMemHigh = 8
};
enum hipDeviceAttribute_t {
  hipDeviceAttributeCudaCompatibleBegin = 0, hipDeviceAttributeEccEnabled = 0,
  hipDeviceAttributeAccessPolicyMaxWindowSize = 1, hipDeviceAttributeAsyncEngineCount = 2,
  hipDeviceAttributeCanMapHostMemory = 3, hipDeviceAttributeCanUseHostPointerForRegisteredMem = 4,
  hipDeviceAttributeClockRate = 5, hipDeviceAttributeComputeMode = 6,
  hipDeviceAttributeComputePreemptionSupported = 7, hipDeviceAttributeConcurrentKernels = 8,
  hipDeviceAttributeConcurrentManagedAccess = 9, hipDeviceAttributeCooperativeLaunch = 10,
  hipDeviceAttributeCooperativeMultiDeviceLaunch = 11, hipDeviceAttributeDeviceOverlap = 12,
  hipDeviceAttributeDirectManagedMemAccessFromHost = 13,
  hipDeviceAttributeGlobalL1CacheSupported = 14, hipDeviceAttributeHostNativeAtomicSupported = 15,
  hipDeviceAttributeIntegrated = 16, hipDeviceAttributeIsMultiGpuBoard = 17,
  hipDeviceAttributeKernelExecTimeout = 18, hipDeviceAttributeL2CacheSize = 19,
  hipDeviceAttributeLocalL1CacheSupported = 20, hipDeviceAttributeLuid = 21,
  hipDeviceAttributeLuidDeviceNodeMask = 22, hipDeviceAttributeComputeCapabilityMajor = 23,
  hipDeviceAttributeManagedMemory = 24, hipDeviceAttributeMaxBlocksPerMultiProcessor = 25,
  hipDeviceAttributeMaxBlockDimX = 26, hipDeviceAttributeMaxBlockDimY = 27,
  hipDeviceAttributeMaxBlockDimZ = 28, hipDeviceAttributeMaxGridDimX = 29,
  hipDeviceAttributeMaxGridDimY = 30, hipDeviceAttributeMaxGridDimZ = 31,
  hipDeviceAttributeMaxSurface1D = 32, hipDeviceAttributeMaxSurface1DLayered = 33,
  hipDeviceAttributeMaxSurface2D = 34, hipDeviceAttributeMaxSurface2DLayered = 35,
  hipDeviceAttributeMaxSurface3D = 36, hipDeviceAttributeMaxSurfaceCubemap = 37,
  hipDeviceAttributeMaxSurfaceCubemapLayered = 38, hipDeviceAttributeMaxTexture1DWidth = 39,
  hipDeviceAttributeMaxTexture1DLayered = 40, hipDeviceAttributeMaxTexture1DLinear = 41,
  hipDeviceAttributeMaxTexture1DMipmap = 42, hipDeviceAttributeMaxTexture2DWidth = 43,
  hipDeviceAttributeMaxTexture2DHeight = 44, hipDeviceAttributeMaxTexture2DGather = 45,
  hipDeviceAttributeMaxTexture2DLayered = 46, hipDeviceAttributeMaxTexture2DLinear = 47,
  hipDeviceAttributeMaxTexture2DMipmap = 48, hipDeviceAttributeMaxTexture3DWidth = 49,
  hipDeviceAttributeMaxTexture3DHeight = 50, hipDeviceAttributeMaxTexture3DDepth = 51,
  hipDeviceAttributeMaxTexture3DAlt = 52, hipDeviceAttributeMaxTextureCubemap = 53,
  hipDeviceAttributeMaxTextureCubemapLayered = 54, hipDeviceAttributeMaxThreadsDim = 55,
  hipDeviceAttributeMaxThreadsPerBlock = 56, hipDeviceAttributeMaxThreadsPerMultiProcessor = 57,
  hipDeviceAttributeMaxPitch = 58, hipDeviceAttributeMemoryBusWidth = 59,
  hipDeviceAttributeMemoryClockRate = 60, hipDeviceAttributeComputeCapabilityMinor = 61,
  hipDeviceAttributeMultiGpuBoardGroupID = 62, hipDeviceAttributeMultiprocessorCount = 63,
  hipDeviceAttributeUnused1 = 64, hipDeviceAttributePageableMemoryAccess = 65,
  hipDeviceAttributePageableMemoryAccessUsesHostPageTables = 66, hipDeviceAttributePciBusId = 67,
  hipDeviceAttributePciDeviceId = 68, hipDeviceAttributePciDomainID = 69,
  hipDeviceAttributePciDomainId = 69, hipDeviceAttributePersistingL2CacheMaxSize = 70,
  hipDeviceAttributeMaxRegistersPerBlock = 71, hipDeviceAttributeMaxRegistersPerMultiprocessor = 72,
  hipDeviceAttributeReservedSharedMemPerBlock = 73, hipDeviceAttributeMaxSharedMemoryPerBlock = 74,
  hipDeviceAttributeSharedMemPerBlockOptin = 75, hipDeviceAttributeSharedMemPerMultiprocessor = 76,
  hipDeviceAttributeSingleToDoublePrecisionPerfRatio = 77,
  hipDeviceAttributeStreamPrioritiesSupported = 78, hipDeviceAttributeSurfaceAlignment = 79,
  hipDeviceAttributeTccDriver = 80, hipDeviceAttributeTextureAlignment = 81,
  hipDeviceAttributeTexturePitchAlignment = 82, hipDeviceAttributeTotalConstantMemory = 83,
  hipDeviceAttributeTotalGlobalMem = 84, hipDeviceAttributeUnifiedAddressing = 85,
  hipDeviceAttributeUnused2 = 86, hipDeviceAttributeWarpSize = 87,
  hipDeviceAttributeMemoryPoolsSupported = 88,
  hipDeviceAttributeVirtualMemoryManagementSupported = 89,
  hipDeviceAttributeHostRegisterSupported = 90,
  hipDeviceAttributeMemoryPoolSupportedHandleTypes = 91, hipDeviceAttributeHostNumaId = 92,
  hipDeviceAttributeCudaCompatibleEnd = 9999, hipDeviceAttributeAmdSpecificBegin = 10000,
  hipDeviceAttributeClockInstructionRate = 10000, hipDeviceAttributeUnused3 = 10001,
  hipDeviceAttributeMaxSharedMemoryPerMultiprocessor = 10002, hipDeviceAttributeUnused4 = 10003,
  hipDeviceAttributeUnused5 = 10004, hipDeviceAttributeHdpMemFlushCntl = 10005,
  hipDeviceAttributeHdpRegFlushCntl = 10006,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc = 10007,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim = 10008,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim = 10009,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem = 10010,
  hipDeviceAttributeIsLargeBar = 10011, hipDeviceAttributeAsicRevision = 10012,
  hipDeviceAttributeCanUseStreamWaitValue = 10013, hipDeviceAttributeImageSupport = 10014,
  hipDeviceAttributePhysicalMultiProcessorCount = 10015, hipDeviceAttributeFineGrainSupport = 10016,
  hipDeviceAttributeWallClockRate = 10017, hipDeviceAttributeNumberOfXccs = 10018,
  hipDeviceAttributeAmdSpecificEnd = 19999, hipDeviceAttributeVendorSpecificBegin = 20000
};

/* What kernels may contain: everything, since they are executed in software. */
typedef struct hipDeviceArch_t {
  unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1, hasSharedInt32Atomics : 1;
  unsigned hasSharedFloatAtomicExch : 1, hasFloatAtomicAdd : 1, hasGlobalInt64Atomics : 1;
  unsigned hasSharedInt64Atomics : 1, hasDoubles : 1, hasWarpVote : 1, hasWarpBallot : 1;
  unsigned hasWarpShuffle : 1, hasFunnelShift : 1, hasThreadFenceSystem : 1;
  unsigned hasSyncThreadsExt : 1, hasSurfaceFuncs : 1, has3dGrid : 1;
  unsigned hasDynamicParallelism : 1;
} hipDeviceArch_t;

typedef struct hipDeviceProp_t {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major;
  int minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture1DLinear;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int sparseCudaArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  int reserved[63];
  size_t maxSharedMemoryPerMultiProcessor;
  int clockInstructionRate, integratedGpu, isLargeBar, asicRevision;
  char gcnArchName[256];
  hipDeviceArch_t arch;
} hipDeviceProp_t;

typedef struct hipFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout, reserved[22];
} hipFuncAttributes;

typedef struct hipPointerAttribute_t {
  union {
    hipMemoryType type;
    hipMemoryType memoryType;
  };
  int device;
  void* devicePointer;
  void* hostPointer;
  int isManaged;
  unsigned allocationFlags;
} hipPointerAttribute_t;

typedef struct hipMemLocation {
  int type, id;
} hipMemLocation;

/* Graphs. */
enum hipGraphNodeType {
  hipGraphNodeTypeKernel = 0,
  hipGraphNodeTypeMemcpy = 1,
  hipGraphNodeTypeMemset = 2,
  hipGraphNodeTypeHost = 3,
  hipGraphNodeTypeGraph = 4,
  hipGraphNodeTypeEmpty = 5,
  hipGraphNodeTypeWaitEvent = 6,
  hipGraphNodeTypeEventRecord = 7,
  hipGraphNodeTypeExtSemaphoreSignal = 8,
  hipGraphNodeTypeExtSemaphoreWait = 9,
  hipGraphNodeTypeMemAlloc = 10,
  hipGraphNodeTypeMemFree = 11,
  hipGraphNodeTypeMemcpyFromSymbol = 12,
  hipGraphNodeTypeMemcpyToSymbol = 13,
  hipGraphNodeTypeCount = 14
};
typedef struct hipKernelNodeParams {
  void* func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void** kernelParams;
  void** extra;
} hipKernelNodeParams;
typedef struct hipMemsetParams {
  void* dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
} hipMemsetParams;
typedef struct hipHostNodeParams {
  hipHostFn_t fn;
  void* userData;
} hipHostNodeParams;

#include "hip/lockstep_types.h"

extern "C" {
const char* hipGetErrorName(hipError_t);
const char* hipGetErrorString(hipError_t);
hipError_t hipGetLastError(void);
hipError_t hipPeekAtLastError(void);

hipError_t hipGetDeviceCount(int*);
hipError_t hipGetDevice(int*);
static inline int hipGetStreamDeviceId(hipStream_t stream) {
  int device = 0;
  (void)stream;
  return hipGetDevice(&device) == hipSuccess ? device : -1;
}
hipError_t hipSetDevice(int);
hipError_t hipChooseDevice(int*, const hipDeviceProp_t*);
hipError_t lockstep_hip_properties(hipDeviceProp_t*, int);
hipError_t hipDeviceGetAttribute(int*, hipDeviceAttribute_t, int);
hipError_t hipDeviceSynchronize(void);
hipError_t hipDeviceReset(void);
hipError_t hipDeviceSetLimit(hipLimit_t, size_t);
hipError_t hipDeviceGetLimit(size_t*, hipLimit_t);
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t);
hipError_t hipDeviceGetCacheConfig(hipFuncCache_t*);
hipError_t hipDeviceGetStreamPriorityRange(int*, int*);
hipError_t hipDeviceCanAccessPeer(int*, int, int);
hipError_t hipDeviceEnablePeerAccess(int, unsigned);
hipError_t hipDeviceDisablePeerAccess(int);
hipError_t hipDeviceGetPCIBusId(char*, int, int);
hipError_t hipDeviceGetByPCIBusId(int*, const char*);
hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t*, int);
hipError_t hipDeviceGetMemPool(hipMemPool_t*, int);
hipError_t hipDeviceSetMemPool(int, hipMemPool_t);
hipError_t hipSetDeviceFlags(unsigned);
hipError_t hipGetDeviceFlags(unsigned*);
hipError_t hipDriverGetVersion(int*);
hipError_t hipRuntimeGetVersion(int*);

hipError_t hipMalloc(void**, size_t);
hipError_t hipMallocPitch(void**, size_t*, size_t, size_t);
hipError_t hipMalloc3D(hipPitchedPtr*, hipExtent);
hipError_t hipMallocArray(hipArray_t*, const hipChannelFormatDesc*, size_t, size_t, unsigned);
hipError_t hipMalloc3DArray(hipArray_t*, const hipChannelFormatDesc*, hipExtent, unsigned);
hipError_t hipMallocAsync(void**, size_t, hipStream_t);
hipError_t hipMallocFromPoolAsync(void**, size_t, hipMemPool_t, hipStream_t);
hipError_t hipMallocManaged(void**, size_t, unsigned);
hipError_t hipMallocHost(void**, size_t);
hipError_t hipHostAlloc(void**, size_t, unsigned);
hipError_t hipHostRegister(void*, size_t, unsigned);
hipError_t hipHostUnregister(void*);
hipError_t hipHostGetDevicePointer(void**, void*, unsigned);
hipError_t hipHostGetFlags(unsigned*, void*);
hipError_t hipFree(void*);
hipError_t hipFreeAsync(void*, hipStream_t);
hipError_t hipFreeHost(void*);
hipError_t hipFreeArray(hipArray_t);
hipError_t hipMemGetInfo(size_t*, size_t*);
hipError_t hipMemPoolTrimTo(hipMemPool_t, size_t);
hipError_t hipMemPoolSetAttribute(hipMemPool_t, hipMemPoolAttr, void*);
hipError_t hipMemPoolGetAttribute(hipMemPool_t, hipMemPoolAttr, void*);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t*, const void*);
hipError_t hipMemPrefetchAsync(const void*, size_t, int, hipStream_t);
hipError_t hipMemAdvise(const void*, size_t, hipMemoryAdvise, int);
hipError_t hipStreamAttachMemAsync(hipStream_t, void*, size_t, unsigned);

hipError_t hipMemcpy(void*, const void*, size_t, hipMemcpyKind);
hipError_t hipMemcpyAsync(void*, const void*, size_t, hipMemcpyKind, hipStream_t);
hipError_t hipMemcpyPeer(void*, int, const void*, int, size_t);
hipError_t hipMemcpyPeerAsync(void*, int, const void*, int, size_t, hipStream_t);
hipError_t hipMemcpyToSymbol(const void*, const void*, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpyToSymbolAsync(const void*, const void*, size_t, size_t, hipMemcpyKind, hipStream_t);
hipError_t hipMemcpyFromSymbol(void*, const void*, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpyFromSymbolAsync(void*, const void*, size_t, size_t, hipMemcpyKind, hipStream_t);
hipError_t hipGetSymbolAddress(void**, const void*);
hipError_t hipGetSymbolSize(size_t*, const void*);
hipError_t hipMemcpy2D(void*, size_t, const void*, size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpy2DAsync(void*, size_t, const void*, size_t, size_t, size_t, hipMemcpyKind, hipStream_t);
hipError_t hipMemcpy2DToArray(hipArray_t, size_t, size_t, const void*, size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpy2DFromArray(void*, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpyToArray(hipArray_t, size_t, size_t, const void*, size_t, hipMemcpyKind);
hipError_t hipMemcpyFromArray(void*, hipArray_const_t, size_t, size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpy3D(const hipMemcpy3DParms*);
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms*, hipStream_t);
hipError_t hipMemset(void*, int, size_t);
hipError_t hipMemsetAsync(void*, int, size_t, hipStream_t);
hipError_t hipMemset2D(void*, size_t, int, size_t, size_t);
hipError_t hipMemset2DAsync(void*, size_t, int, size_t, size_t, hipStream_t);
hipError_t hipMemset3D(hipPitchedPtr, int, hipExtent);
hipError_t hipMemset3DAsync(hipPitchedPtr, int, hipExtent, hipStream_t);

hipError_t hipStreamCreate(hipStream_t*);
hipError_t hipStreamCreateWithFlags(hipStream_t*, unsigned);
hipError_t hipStreamCreateWithPriority(hipStream_t*, unsigned, int);
hipError_t hipStreamDestroy(hipStream_t);
hipError_t hipStreamSynchronize(hipStream_t);
hipError_t hipStreamQuery(hipStream_t);
hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned);
hipError_t hipStreamAddCallback(hipStream_t, hipStreamCallback_t, void*, unsigned);
hipError_t hipStreamGetFlags(hipStream_t, unsigned*);
hipError_t hipStreamGetPriority(hipStream_t, int*);
hipError_t hipStreamGetDevice(hipStream_t, hipDevice_t*);
hipError_t hipLaunchHostFunc(hipStream_t, hipHostFn_t, void*);
hipError_t hipEventCreate(hipEvent_t*);
hipError_t hipEventCreateWithFlags(hipEvent_t*, unsigned);
hipError_t hipEventDestroy(hipEvent_t);
hipError_t hipEventRecord(hipEvent_t, hipStream_t);
hipError_t hipEventSynchronize(hipEvent_t);
hipError_t hipEventQuery(hipEvent_t);
hipError_t hipEventElapsedTime(float*, hipEvent_t, hipEvent_t);

hipError_t hipLaunchKernel(const void*, dim3, dim3, void**, size_t, hipStream_t);
hipError_t hipLaunchCooperativeKernel(const void*, dim3, dim3, void**, unsigned, hipStream_t);
hipError_t hipFuncGetAttributes(hipFuncAttributes*, const void*);
hipError_t hipFuncSetAttribute(const void*, hipFuncAttribute, int);
hipError_t hipFuncSetCacheConfig(const void*, hipFuncCache_t);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, size_t);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int*, const void*, int, size_t, unsigned);
hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t*, const void*, int, int);
hipError_t hipProfilerStart(void);
hipError_t hipProfilerStop(void);

hipError_t hipCreateTextureObject(hipTextureObject_t*, const hipResourceDesc*, const hipTextureDesc*, const struct hipResourceViewDesc*);
hipError_t hipDestroyTextureObject(hipTextureObject_t);
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t*, const hipResourceDesc*);
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t);
hipError_t hipGetChannelDesc(hipChannelFormatDesc*, hipArray_const_t);

hipError_t hipStreamBeginCapture(hipStream_t, hipStreamCaptureMode);
hipError_t hipStreamEndCapture(hipStream_t, hipGraph_t*);
hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus*);
hipError_t hipGraphCreate(hipGraph_t*, unsigned);
hipError_t hipGraphDestroy(hipGraph_t);
hipError_t hipGraphClone(hipGraph_t*, hipGraph_t);
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t*, hipGraph_t, unsigned long long);
hipError_t hipGraphExecDestroy(hipGraphExec_t);
hipError_t hipGraphLaunch(hipGraphExec_t, hipStream_t);
hipError_t hipGraphUpload(hipGraphExec_t, hipStream_t);
hipError_t hipGraphAddEmptyNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t);
hipError_t hipGraphAddKernelNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipKernelNodeParams*);
hipError_t hipGraphAddMemcpyNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipMemcpy3DParms*);
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, void*, const void*, size_t, hipMemcpyKind);
hipError_t hipGraphAddMemsetNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipMemsetParams*);
hipError_t hipGraphAddHostNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, const hipHostNodeParams*);
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t, hipGraph_t);
hipError_t hipGraphGetNodes(hipGraph_t, hipGraphNode_t*, size_t*);
hipError_t hipGraphGetRootNodes(hipGraph_t, hipGraphNode_t*, size_t*);
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t, const hipKernelNodeParams*);
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t, hipKernelNodeParams*);
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipKernelNodeParams*);
}

#include "hip/lockstep_modules.h"
#include "hip/lockstep_functions.h"
#include "hip/lockstep_host.h"
#endif
