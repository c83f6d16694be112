/* SPDX-License-Identifier: Apache-2.0 */
/* What the host's part of a text calls of the CUDA runtime, so that a whole program is read for its
 * kernels. No code is made of it: functions take anything, and numbers need not be CUDA's. Names are
 * those of "CUDA Runtime API" of CUDA 13. */
#ifndef LOCKSTEP_HOST_H
#define LOCKSTEP_HOST_H
#include <stddef.h>

enum cudaError {
  cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInitializationError,
  cudaErrorInvalidConfiguration, cudaErrorInvalidDevicePointer, cudaErrorInvalidMemcpyDirection,
  cudaErrorInsufficientDriver, cudaErrorNoDevice, cudaErrorInvalidDevice,
  cudaErrorPeerAccessAlreadyEnabled, cudaErrorLaunchFailure, cudaErrorIllegalAddress,
  cudaErrorLaunchOutOfResources, cudaErrorNotReady, cudaErrorNotSupported, cudaErrorUnknown
};
typedef enum cudaError cudaError_t;
enum {
  cudaHostAllocDefault, cudaHostAllocPortable, cudaHostAllocMapped, cudaHostAllocWriteCombined,
  cudaHostRegisterDefault, cudaHostRegisterPortable, cudaHostRegisterMapped, cudaStreamDefault,
  cudaStreamNonBlocking, cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming,
  cudaEventInterprocess, cudaDeviceScheduleAuto, cudaDeviceScheduleSpin, cudaDeviceScheduleYield,
  cudaDeviceScheduleBlockingSync, cudaDeviceMapHost, cudaMemAttachGlobal, cudaMemAttachHost,
  cudaMemAttachSingle, cudaCpuDeviceId, cudaInvalidDeviceId, cudaArrayDefault,
  cudaArraySurfaceLoadStore
};
enum cudaMemcpyKind {
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize, cudaFuncAttributePreferredSharedMemoryCarveout,
  cudaFuncAttributeNonPortableClusterSizeAllowed
};
enum cudaFuncCache {
  cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaLimit {
  cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
  cudaLimitPersistingL2CacheSize
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly, cudaMemAdviseSetPreferredLocation, cudaMemAdviseSetAccessedBy
};
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock, cudaDevAttrMaxSharedMemoryPerBlock, cudaDevAttrWarpSize,
  cudaDevAttrClockRate, cudaDevAttrMultiProcessorCount, cudaDevAttrMaxThreadsPerMultiProcessor,
  cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor, cudaDevAttrMaxRegistersPerBlock,
  cudaDevAttrConcurrentManagedAccess, cudaDevAttrCooperativeLaunch,
  cudaDevAttrMaxSharedMemoryPerBlockOptin, cudaDevAttrL2CacheSize, cudaDevAttrMemoryClockRate,
  cudaDevAttrGlobalMemoryBusWidth
};
enum cudaResourceType {
  cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear,
  cudaResourceTypePitch2D
};
enum cudaTextureAddressMode {
  cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat,
  cudaChannelFormatKindNone
};
enum cudaMemoryType {
  cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged
};
enum cudaLaunchAttributeID {
  cudaLaunchAttributeCooperative, cudaLaunchAttributeClusterDimension,
  cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributePriority,
  cudaLaunchAttributeAccessPolicyWindow
};

typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
typedef struct CUgraphNode_st* cudaGraphNode_t;
typedef struct CUmemPoolHandle_st* cudaMemPool_t;
typedef struct cudaArray* cudaArray_t;
typedef void (*cudaHostFn_t)(void*);
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)

struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void* ptr; size_t pitch, xsize, ysize; };
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
struct cudaMemcpy3DParms {
  cudaArray_t srcArray; cudaPos srcPos; cudaPitchedPtr srcPtr;
  cudaArray_t dstArray; cudaPos dstPos; cudaPitchedPtr dstPtr;
  cudaExtent extent; cudaMemcpyKind kind;
};
struct cudaResourceDesc {
  cudaResourceType resType;
  struct {
    struct { cudaArray_t array; } array;
    struct { void* devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void* devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
  } res;
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3]; cudaTextureFilterMode filterMode; cudaTextureReadMode readMode;
  int sRGB; float borderColor[4]; int normalizedCoords; unsigned maxAnisotropy;
};
struct cudaPointerAttributes { cudaMemoryType type; int device; void *devicePointer, *hostPointer; };
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  struct {
    int cooperative, programmaticStreamSerializationAllowed, priority;
    struct { unsigned x, y, z; } clusterDim;
  } val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim; size_t dynamicSmemBytes; cudaStream_t stream; cudaLaunchAttribute* attrs; unsigned numAttrs;
};
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem, textureAlignment, texturePitchAlignment,
      sharedMemPerMultiprocessor, sharedMemPerBlockOptin, reservedSharedMemPerBlock;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor,
      deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode,
      maxTexture1D, maxTexture2D[2], maxTexture3D[3], concurrentKernels, ECCEnabled, pciBusID, pciDeviceID,
      pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize,
      persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported, regsPerMultiprocessor,
      managedMemory, concurrentManagedAccess, pageableMemoryAccess, cooperativeLaunch, maxBlocksPerMultiProcessor;
};

/* What clang calls for <<<>>>. */
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                                         cudaStream_t stream = nullptr);

const char* cudaGetErrorString(cudaError_t);
const char* cudaGetErrorName(cudaError_t);
cudaExtent make_cudaExtent(size_t, size_t, size_t);
cudaPos make_cudaPos(size_t, size_t, size_t);
cudaPitchedPtr make_cudaPitchedPtr(void*, size_t, size_t, size_t);
template <class T = int> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int, cudaChannelFormatKind);
#define LOCKSTEP_HOST(name) template <class... T> cudaError_t name(const T&...);
LOCKSTEP_HOST(cudaChooseDevice) LOCKSTEP_HOST(cudaCtxResetPersistingL2Cache)
LOCKSTEP_HOST(cudaCreateSurfaceObject) LOCKSTEP_HOST(cudaCreateTextureObject)
LOCKSTEP_HOST(cudaDestroySurfaceObject) LOCKSTEP_HOST(cudaDestroyTextureObject)
LOCKSTEP_HOST(cudaDeviceCanAccessPeer) LOCKSTEP_HOST(cudaDeviceDisablePeerAccess)
LOCKSTEP_HOST(cudaDeviceEnablePeerAccess) LOCKSTEP_HOST(cudaDeviceGetAttribute)
LOCKSTEP_HOST(cudaDeviceGetCacheConfig) LOCKSTEP_HOST(cudaDeviceGetDefaultMemPool)
LOCKSTEP_HOST(cudaDeviceGetLimit) LOCKSTEP_HOST(cudaDeviceGetStreamPriorityRange)
LOCKSTEP_HOST(cudaDeviceReset) LOCKSTEP_HOST(cudaDeviceSetCacheConfig)
LOCKSTEP_HOST(cudaDeviceSetLimit) LOCKSTEP_HOST(cudaDeviceSetSharedMemConfig)
LOCKSTEP_HOST(cudaDeviceSynchronize) LOCKSTEP_HOST(cudaDriverGetVersion)
LOCKSTEP_HOST(cudaEventCreate) LOCKSTEP_HOST(cudaEventCreateWithFlags)
LOCKSTEP_HOST(cudaEventDestroy) LOCKSTEP_HOST(cudaEventElapsedTime) LOCKSTEP_HOST(cudaEventQuery)
LOCKSTEP_HOST(cudaEventRecord) LOCKSTEP_HOST(cudaEventSynchronize) LOCKSTEP_HOST(cudaFree)
LOCKSTEP_HOST(cudaFreeArray) LOCKSTEP_HOST(cudaFreeAsync) LOCKSTEP_HOST(cudaFreeHost)
LOCKSTEP_HOST(cudaFuncGetAttributes) LOCKSTEP_HOST(cudaFuncSetAttribute)
LOCKSTEP_HOST(cudaFuncSetCacheConfig) LOCKSTEP_HOST(cudaFuncSetSharedMemConfig)
LOCKSTEP_HOST(cudaGetDevice) LOCKSTEP_HOST(cudaGetDeviceCount) LOCKSTEP_HOST(cudaGetDeviceFlags)
LOCKSTEP_HOST(cudaGetDeviceProperties) LOCKSTEP_HOST(cudaGetLastError)
LOCKSTEP_HOST(cudaGetSymbolAddress) LOCKSTEP_HOST(cudaGetSymbolSize) LOCKSTEP_HOST(cudaGraphCreate)
LOCKSTEP_HOST(cudaGraphDestroy) LOCKSTEP_HOST(cudaGraphExecDestroy)
LOCKSTEP_HOST(cudaGraphExecUpdate) LOCKSTEP_HOST(cudaGraphInstantiate)
LOCKSTEP_HOST(cudaGraphLaunch) LOCKSTEP_HOST(cudaGraphUpload) LOCKSTEP_HOST(cudaHostAlloc)
LOCKSTEP_HOST(cudaHostGetDevicePointer) LOCKSTEP_HOST(cudaHostRegister)
LOCKSTEP_HOST(cudaHostUnregister) LOCKSTEP_HOST(cudaLaunchCooperativeKernel)
LOCKSTEP_HOST(cudaLaunchHostFunc) LOCKSTEP_HOST(cudaLaunchKernel) LOCKSTEP_HOST(cudaLaunchKernelEx)
LOCKSTEP_HOST(cudaMalloc) LOCKSTEP_HOST(cudaMalloc3D) LOCKSTEP_HOST(cudaMalloc3DArray)
LOCKSTEP_HOST(cudaMallocArray) LOCKSTEP_HOST(cudaMallocAsync) LOCKSTEP_HOST(cudaMallocHost)
LOCKSTEP_HOST(cudaMallocManaged) LOCKSTEP_HOST(cudaMallocPitch) LOCKSTEP_HOST(cudaMemAdvise)
LOCKSTEP_HOST(cudaMemGetInfo) LOCKSTEP_HOST(cudaMemPoolSetAttribute)
LOCKSTEP_HOST(cudaMemPrefetchAsync) LOCKSTEP_HOST(cudaMemcpy) LOCKSTEP_HOST(cudaMemcpy2D)
LOCKSTEP_HOST(cudaMemcpy2DAsync) LOCKSTEP_HOST(cudaMemcpy2DFromArray)
LOCKSTEP_HOST(cudaMemcpy2DToArray) LOCKSTEP_HOST(cudaMemcpy3D) LOCKSTEP_HOST(cudaMemcpy3DAsync)
LOCKSTEP_HOST(cudaMemcpyAsync) LOCKSTEP_HOST(cudaMemcpyFromSymbol)
LOCKSTEP_HOST(cudaMemcpyFromSymbolAsync) LOCKSTEP_HOST(cudaMemcpyPeer)
LOCKSTEP_HOST(cudaMemcpyPeerAsync) LOCKSTEP_HOST(cudaMemcpyToArray)
LOCKSTEP_HOST(cudaMemcpyToSymbol) LOCKSTEP_HOST(cudaMemcpyToSymbolAsync) LOCKSTEP_HOST(cudaMemset)
LOCKSTEP_HOST(cudaMemset2D) LOCKSTEP_HOST(cudaMemset2DAsync) LOCKSTEP_HOST(cudaMemset3D)
LOCKSTEP_HOST(cudaMemsetAsync) LOCKSTEP_HOST(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
LOCKSTEP_HOST(cudaOccupancyMaxPotentialBlockSize) LOCKSTEP_HOST(cudaPeekAtLastError)
LOCKSTEP_HOST(cudaPointerGetAttributes) LOCKSTEP_HOST(cudaProfilerStart)
LOCKSTEP_HOST(cudaProfilerStop) LOCKSTEP_HOST(cudaRuntimeGetVersion) LOCKSTEP_HOST(cudaSetDevice)
LOCKSTEP_HOST(cudaSetDeviceFlags) LOCKSTEP_HOST(cudaStreamAddCallback)
LOCKSTEP_HOST(cudaStreamAttachMemAsync) LOCKSTEP_HOST(cudaStreamBeginCapture)
LOCKSTEP_HOST(cudaStreamCreate) LOCKSTEP_HOST(cudaStreamCreateWithFlags)
LOCKSTEP_HOST(cudaStreamCreateWithPriority) LOCKSTEP_HOST(cudaStreamDestroy)
LOCKSTEP_HOST(cudaStreamEndCapture) LOCKSTEP_HOST(cudaStreamIsCapturing)
LOCKSTEP_HOST(cudaStreamQuery) LOCKSTEP_HOST(cudaStreamSetAttribute)
LOCKSTEP_HOST(cudaStreamSynchronize) LOCKSTEP_HOST(cudaStreamWaitEvent)
LOCKSTEP_HOST(cudaThreadSynchronize)
#undef LOCKSTEP_HOST
#endif
