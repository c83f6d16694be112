/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of HIP's host interface beyond those of common programs, declared by us from the "HIP
 * Runtime API reference" of ROCm 6. Those that Lockstep does not support say so when they are called. */
#ifndef LOCKSTEP_HIP_FUNCTIONS_H
#define LOCKSTEP_HIP_FUNCTIONS_H
extern "C" {
const char* hipApiName(uint32_t);
hipError_t hipArray3DCreate(hipArray_t*, const HIP_ARRAY3D_DESCRIPTOR*);
hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR*, hipArray_t);
hipError_t hipArrayCreate(hipArray_t*, const HIP_ARRAY_DESCRIPTOR*);
hipError_t hipArrayDestroy(hipArray_t);
hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR*, hipArray_t);
hipError_t hipArrayGetInfo(hipChannelFormatDesc*, hipExtent*, unsigned*, hipArray_t);
hipError_t hipBindTexture(size_t*, const textureReference*, const void*, const
    hipChannelFormatDesc*, size_t);
hipError_t hipBindTexture2D(size_t*, const textureReference*, const void*, const
    hipChannelFormatDesc*, size_t, size_t, size_t);
hipError_t hipBindTextureToArray(const textureReference*, hipArray_const_t, const
    hipChannelFormatDesc*);
hipError_t hipBindTextureToMipmappedArray(const textureReference*, hipMipmappedArray_const_t, const
    hipChannelFormatDesc*);
hipError_t hipConfigureCall(dim3, dim3, size_t, hipStream_t);
hipError_t hipDestroyExternalMemory(hipExternalMemory_t);
hipError_t hipDestroyExternalSemaphore(hipExternalSemaphore_t);
hipError_t hipDeviceGetGraphMemAttribute(int, hipGraphMemAttributeType, void*);
hipError_t hipDeviceGetP2PAttribute(int*, hipDeviceP2PAttr, int, int);
hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig*);
hipError_t hipDeviceGraphMemTrim(int);
hipError_t hipDeviceSetGraphMemAttribute(int, hipGraphMemAttributeType, void*);
hipError_t hipDrvGetErrorName(hipError_t, const char**);
hipError_t hipDrvGetErrorString(hipError_t, const char**);
hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    hipDeviceptr_t);
hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    const HIP_MEMCPY3D*, hipCtx_t);
hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    const HIP_MEMSET_NODE_PARAMS*, hipCtx_t);
hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t, hipGraphNode_t, const HIP_MEMCPY3D*,
    hipCtx_t);
hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t, hipGraphNode_t, const
    HIP_MEMSET_NODE_PARAMS*, hipCtx_t);
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t, HIP_MEMCPY3D*);
hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t, const HIP_MEMCPY3D*);
hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D*);
hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D*);
hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D*, hipStream_t);
hipError_t hipExtGetLastError(void);
hipError_t hipExtGetLinkTypeAndHopCount(int, int, uint32_t*, uint32_t*);
hipError_t hipExtLaunchKernel(const void*, dim3, dim3, void**, size_t, hipStream_t, hipEvent_t,
    hipEvent_t, int);
hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams*, int, unsigned);
hipError_t hipExtStreamCreateWithCUMask(hipStream_t*, uint32_t, const uint32_t*);
hipError_t hipExtStreamGetCUMask(hipStream_t, uint32_t, uint32_t*);
hipError_t hipExternalMemoryGetMappedBuffer(void**, hipExternalMemory_t, const
    hipExternalMemoryBufferDesc*);
hipError_t hipExternalMemoryGetMappedMipmappedArray(hipMipmappedArray_t*, hipExternalMemory_t, const
    hipExternalMemoryMipmappedArrayDesc*);
hipError_t hipFreeMipmappedArray(hipMipmappedArray_t);
hipError_t hipGetFuncBySymbol(hipFunction_t*, const void*);
hipError_t hipGetMipmappedArrayLevel(hipArray_t*, hipMipmappedArray_const_t, unsigned);
hipError_t hipGetProcAddress(const char*, void**, int, uint64_t, hipDriverProcAddressQueryResult*);
hipError_t hipGetTextureAlignmentOffset(size_t*, const textureReference*);
hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc*, hipTextureObject_t);
hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc*, hipTextureObject_t);
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc*, hipTextureObject_t);
hipError_t hipGetTextureReference(const textureReference**, const void*);
hipError_t hipGraphAddBatchMemOpNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    const hipBatchMemOpNodeParams*);
hipError_t hipGraphAddDependencies(hipGraph_t, const hipGraphNode_t*, const hipGraphNode_t*,
    size_t);
hipError_t hipGraphAddEventRecordNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    hipEvent_t);
hipError_t hipGraphAddEventWaitNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    hipEvent_t);
hipError_t hipGraphAddExternalSemaphoresSignalNode(hipGraphNode_t*, hipGraph_t, const
    hipGraphNode_t*, size_t, const hipExternalSemaphoreSignalNodeParams*);
hipError_t hipGraphAddExternalSemaphoresWaitNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*,
    size_t, const hipExternalSemaphoreWaitNodeParams*);
hipError_t hipGraphAddMemAllocNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    hipMemAllocNodeParams*);
hipError_t hipGraphAddMemFreeNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    void*);
hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*,
    size_t, void*, const void*, size_t, size_t, hipMemcpyKind);
hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    const void*, const void*, size_t, size_t, hipMemcpyKind);
hipError_t hipGraphAddNode(hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
    hipGraphNodeParams*);
hipError_t hipGraphBatchMemOpNodeGetParams(hipGraphNode_t, hipBatchMemOpNodeParams*);
hipError_t hipGraphBatchMemOpNodeSetParams(hipGraphNode_t, hipBatchMemOpNodeParams*);
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t, hipGraph_t*);
hipError_t hipGraphDebugDotPrint(hipGraph_t, const char*, unsigned);
hipError_t hipGraphDestroyNode(hipGraphNode_t);
hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t, hipEvent_t*);
hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t, hipEvent_t);
hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t, hipEvent_t*);
hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t, hipEvent_t);
hipError_t hipGraphExecBatchMemOpNodeSetParams(hipGraphExec_t, hipGraphNode_t, const
    hipBatchMemOpNodeParams*);
hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t, hipGraphNode_t, hipGraph_t);
hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t, hipGraphNode_t, hipEvent_t);
hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t, hipGraphNode_t, hipEvent_t);
hipError_t hipGraphExecExternalSemaphoresSignalNodeSetParams(hipGraphExec_t, hipGraphNode_t, const
    hipExternalSemaphoreSignalNodeParams*);
hipError_t hipGraphExecExternalSemaphoresWaitNodeSetParams(hipGraphExec_t, hipGraphNode_t, const
    hipExternalSemaphoreWaitNodeParams*);
hipError_t hipGraphExecGetFlags(hipGraphExec_t, unsigned long long*);
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipHostNodeParams*);
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t, hipGraphNode_t, hipMemcpy3DParms*);
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t, hipGraphNode_t, void*, const void*,
    size_t, hipMemcpyKind);
hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t, hipGraphNode_t, void*, const
    void*, size_t, size_t, hipMemcpyKind);
hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t, hipGraphNode_t, const void*,
    const void*, size_t, size_t, hipMemcpyKind);
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t, hipGraphNode_t, const hipMemsetParams*);
hipError_t hipGraphExecNodeSetParams(hipGraphExec_t, hipGraphNode_t, hipGraphNodeParams*);
hipError_t hipGraphExternalSemaphoresSignalNodeGetParams(hipGraphNode_t,
    hipExternalSemaphoreSignalNodeParams*);
hipError_t hipGraphExternalSemaphoresSignalNodeSetParams(hipGraphNode_t, const
    hipExternalSemaphoreSignalNodeParams*);
hipError_t hipGraphExternalSemaphoresWaitNodeGetParams(hipGraphNode_t,
    hipExternalSemaphoreWaitNodeParams*);
hipError_t hipGraphExternalSemaphoresWaitNodeSetParams(hipGraphNode_t, const
    hipExternalSemaphoreWaitNodeParams*);
hipError_t hipGraphGetEdges(hipGraph_t, hipGraphNode_t*, hipGraphNode_t*, size_t*);
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t, hipHostNodeParams*);
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t, const hipHostNodeParams*);
hipError_t hipGraphInstantiateWithParams(hipGraphExec_t*, hipGraph_t, hipGraphInstantiateParams*);
hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t, hipGraphNode_t);
hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t, hipLaunchAttributeID,
    hipLaunchAttributeValue*);
hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t, hipLaunchAttributeID, const
    hipLaunchAttributeValue*);
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t, hipMemAllocNodeParams*);
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t, void*);
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t, hipMemcpy3DParms*);
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t, const hipMemcpy3DParms*);
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t, void*, const void*, size_t, hipMemcpyKind);
hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t, void*, const void*, size_t, size_t,
    hipMemcpyKind);
hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t, const void*, const void*, size_t,
    size_t, hipMemcpyKind);
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t, hipMemsetParams*);
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t, const hipMemsetParams*);
hipError_t hipGraphNodeFindInClone(hipGraphNode_t*, hipGraphNode_t, hipGraph_t);
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t, hipGraphNode_t*, size_t*);
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t, hipGraphNode_t*, size_t*);
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t, hipGraphNode_t, unsigned*);
hipError_t hipGraphNodeGetType(hipGraphNode_t, hipGraphNodeType*);
hipError_t hipGraphNodeSetEnabled(hipGraphExec_t, hipGraphNode_t, unsigned);
hipError_t hipGraphNodeSetParams(hipGraphNode_t, hipGraphNodeParams*);
hipError_t hipGraphReleaseUserObject(hipGraph_t, hipUserObject_t, unsigned);
hipError_t hipGraphRemoveDependencies(hipGraph_t, const hipGraphNode_t*, const hipGraphNode_t*,
    size_t);
hipError_t hipGraphRetainUserObject(hipGraph_t, hipUserObject_t, unsigned, unsigned);
hipError_t hipGraphicsMapResources(int, hipGraphicsResource_t*, hipStream_t);
hipError_t hipGraphicsResourceGetMappedPointer(void**, size_t*, hipGraphicsResource_t);
hipError_t hipGraphicsSubResourceGetMappedArray(hipArray_t*, hipGraphicsResource_t, unsigned,
    unsigned);
hipError_t hipGraphicsUnmapResources(int, hipGraphicsResource_t*, hipStream_t);
hipError_t hipGraphicsUnregisterResource(hipGraphicsResource_t);
hipError_t hipImportExternalMemory(hipExternalMemory_t*, const hipExternalMemoryHandleDesc*);
hipError_t hipImportExternalSemaphore(hipExternalSemaphore_t*, const
    hipExternalSemaphoreHandleDesc*);
hipError_t hipIpcCloseMemHandle(void*);
hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t*, hipEvent_t);
hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t*, void*);
hipError_t hipIpcOpenEventHandle(hipEvent_t*, hipIpcEventHandle_t);
hipError_t hipIpcOpenMemHandle(void**, hipIpcMemHandle_t, unsigned);
const char* hipKernelNameRef(const hipFunction_t);
const char* hipKernelNameRefByPtr(const void*, hipStream_t);
hipError_t hipLaunchByPtr(const void*);
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams*, int, unsigned);
hipError_t hipMallocMipmappedArray(hipMipmappedArray_t*, const hipChannelFormatDesc*, hipExtent,
    unsigned, unsigned);
hipError_t hipMemAddressFree(void*, size_t);
hipError_t hipMemAddressReserve(void**, size_t, size_t, void*, unsigned long long);
hipError_t hipMemCreate(hipMemGenericAllocationHandle_t*, size_t, const hipMemAllocationProp*,
    unsigned long long);
hipError_t hipMemExportToShareableHandle(void*, hipMemGenericAllocationHandle_t,
    hipMemAllocationHandleType, unsigned long long);
hipError_t hipMemGetAccess(unsigned long long*, const hipMemLocation*, void*);
hipError_t hipMemGetAllocationGranularity(size_t*, const hipMemAllocationProp*,
    hipMemAllocationGranularity_flags);
hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp*,
    hipMemGenericAllocationHandle_t);
hipError_t hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t*, void*,
    hipMemAllocationHandleType);
hipError_t hipMemMap(void*, size_t, size_t, hipMemGenericAllocationHandle_t, unsigned long long);
hipError_t hipMemMapArrayAsync(hipArrayMapInfo*, unsigned, hipStream_t);
hipError_t hipMemPoolCreate(hipMemPool_t*, const hipMemPoolProps*);
hipError_t hipMemPoolDestroy(hipMemPool_t);
hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData*, void*);
hipError_t hipMemPoolExportToShareableHandle(void*, hipMemPool_t, hipMemAllocationHandleType,
    unsigned);
hipError_t hipMemPoolGetAccess(hipMemAccessFlags*, hipMemPool_t, hipMemLocation*);
hipError_t hipMemPoolImportFromShareableHandle(hipMemPool_t*, void*, hipMemAllocationHandleType,
    unsigned);
hipError_t hipMemPoolImportPointer(void**, hipMemPool_t, hipMemPoolPtrExportData*);
hipError_t hipMemPoolSetAccess(hipMemPool_t, const hipMemAccessDesc*, size_t);
hipError_t hipMemPtrGetInfo(void*, size_t*);
hipError_t hipMemRangeGetAttribute(void*, size_t, hipMemRangeAttribute, const void*, size_t);
hipError_t hipMemRangeGetAttributes(void**, size_t*, hipMemRangeAttribute*, size_t, const void*,
    size_t);
hipError_t hipMemRelease(hipMemGenericAllocationHandle_t);
hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t*, void*);
hipError_t hipMemSetAccess(void*, size_t, const hipMemAccessDesc*, size_t);
hipError_t hipMemUnmap(void*, size_t);
hipError_t hipMemcpy2DArrayToArray(hipArray_t, size_t, size_t, hipArray_const_t, size_t, size_t,
    size_t, size_t, hipMemcpyKind);
hipError_t hipMemcpy2DFromArrayAsync(void*, size_t, hipArray_const_t, size_t, size_t, size_t,
    size_t, hipMemcpyKind, hipStream_t);
hipError_t hipMemcpy2DToArrayAsync(hipArray_t, size_t, size_t, const void*, size_t, size_t, size_t,
    hipMemcpyKind, hipStream_t);
hipError_t hipMemcpyAtoA(hipArray_t, size_t, hipArray_t, size_t, size_t);
hipError_t hipMemcpyAtoD(hipDeviceptr_t, hipArray_t, size_t, size_t);
hipError_t hipMemcpyAtoHAsync(void*, hipArray_t, size_t, size_t, hipStream_t);
hipError_t hipMemcpyDtoA(hipArray_t, size_t, hipDeviceptr_t, size_t);
hipError_t hipMemcpyHtoAAsync(hipArray_t, size_t, const void*, size_t, hipStream_t);
hipError_t hipMemcpyParam2D(const hip_Memcpy2D*);
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D*, hipStream_t);
hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t*, HIP_ARRAY3D_DESCRIPTOR*, unsigned);
hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t);
hipError_t hipMipmappedArrayGetLevel(hipArray_t*, hipMipmappedArray_t, unsigned);
hipError_t hipModuleGetTexRef(textureReference**, hipModule_t, const char*);
hipError_t hipModuleLaunchCooperativeKernelMultiDevice(hipFunctionLaunchParams*, unsigned,
    unsigned);
hipError_t hipSetValidDevices(int*, int);
hipError_t hipSetupArgument(const void*, size_t, size_t);
hipError_t hipSignalExternalSemaphoresAsync(const hipExternalSemaphore_t*, const
    hipExternalSemaphoreSignalParams*, unsigned, hipStream_t);
hipError_t hipStreamBatchMemOp(hipStream_t, unsigned, hipStreamBatchMemOpParams*, unsigned);
hipError_t hipStreamBeginCaptureToGraph(hipStream_t, hipGraph_t, const hipGraphNode_t*, const
    hipGraphEdgeData*, size_t, hipStreamCaptureMode);
hipError_t hipStreamGetCaptureInfo(hipStream_t, hipStreamCaptureStatus*, unsigned long long*);
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t, hipStreamCaptureStatus*, unsigned long long*,
    hipGraph_t*, const hipGraphNode_t**, size_t*);
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t, hipGraphNode_t*, size_t, unsigned);
hipError_t hipStreamWaitValue32(hipStream_t, void*, uint32_t, unsigned, uint32_t = 0xFFFFFFFFu);
hipError_t hipStreamWaitValue64(hipStream_t, void*, uint64_t, unsigned, uint64_t = 0xFFFFFFFFFFFFFFFFull);
hipError_t hipStreamWriteValue32(hipStream_t, void*, uint32_t, unsigned);
hipError_t hipStreamWriteValue64(hipStream_t, void*, uint64_t, unsigned);
hipError_t hipTexObjectCreate(hipTextureObject_t*, const HIP_RESOURCE_DESC*, const
    HIP_TEXTURE_DESC*, const HIP_RESOURCE_VIEW_DESC*);
hipError_t hipTexObjectDestroy(hipTextureObject_t);
hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC*, hipTextureObject_t);
hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC*, hipTextureObject_t);
hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC*, hipTextureObject_t);
hipError_t hipTexRefGetAddress(hipDeviceptr_t*, const textureReference*);
hipError_t hipTexRefGetAddressMode(hipTextureAddressMode*, const textureReference*, int);
hipError_t hipTexRefGetArray(hipArray_t*, const textureReference*);
hipError_t hipTexRefGetBorderColor(float*, const textureReference*);
hipError_t hipTexRefGetFilterMode(hipTextureFilterMode*, const textureReference*);
hipError_t hipTexRefGetFlags(unsigned*, const textureReference*);
hipError_t hipTexRefGetFormat(hipArray_Format*, int*, const textureReference*);
hipError_t hipTexRefGetMaxAnisotropy(int*, const textureReference*);
hipError_t hipTexRefGetMipMappedArray(hipMipmappedArray_t*, const textureReference*);
hipError_t hipTexRefGetMipmapFilterMode(hipTextureFilterMode*, const textureReference*);
hipError_t hipTexRefGetMipmapLevelBias(float*, const textureReference*);
hipError_t hipTexRefGetMipmapLevelClamp(float*, float*, const textureReference*);
hipError_t hipTexRefSetAddress(size_t*, textureReference*, hipDeviceptr_t, size_t);
hipError_t hipTexRefSetAddress2D(textureReference*, const HIP_ARRAY_DESCRIPTOR*, hipDeviceptr_t,
    size_t);
hipError_t hipTexRefSetAddressMode(textureReference*, int, hipTextureAddressMode);
hipError_t hipTexRefSetArray(textureReference*, hipArray_const_t, unsigned);
hipError_t hipTexRefSetBorderColor(textureReference*, float*);
hipError_t hipTexRefSetFilterMode(textureReference*, hipTextureFilterMode);
hipError_t hipTexRefSetFlags(textureReference*, unsigned);
hipError_t hipTexRefSetFormat(textureReference*, hipArray_Format, int);
hipError_t hipTexRefSetMaxAnisotropy(textureReference*, unsigned);
hipError_t hipTexRefSetMipmapFilterMode(textureReference*, hipTextureFilterMode);
hipError_t hipTexRefSetMipmapLevelBias(textureReference*, float);
hipError_t hipTexRefSetMipmapLevelClamp(textureReference*, float, float);
hipError_t hipTexRefSetMipmappedArray(textureReference*, hipMipmappedArray*, unsigned);
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode*);
hipError_t hipUnbindTexture(const textureReference*);
hipError_t hipUserObjectCreate(hipUserObject_t*, void*, hipHostFn_t, unsigned, unsigned);
hipError_t hipUserObjectRelease(hipUserObject_t, unsigned);
hipError_t hipUserObjectRetain(hipUserObject_t, unsigned);
hipError_t hipWaitExternalSemaphoresAsync(const hipExternalSemaphore_t*, const
    hipExternalSemaphoreWaitParams*, unsigned, hipStream_t);
}

struct hipLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  hipStream_t stream;
  hipLaunchAttribute* attrs;
  unsigned numAttrs;
};
enum hipMemRangeHandleType { hipMemRangeHandleTypeDmaBufFd = 1, hipMemRangeHandleTypeMax = 0x7fffffff };
extern "C" {
hipError_t hipDeviceGetTexture1DLinearMaxWidth(size_t*, const hipChannelFormatDesc*, int);
hipError_t hipEventRecordWithFlags(hipEvent_t, hipStream_t, unsigned);
hipError_t hipLaunchKernelExC(const hipLaunchConfig_t*, const void*, void**);
hipError_t hipMemAdvise_v2(const void*, size_t, hipMemoryAdvise, hipMemLocation);
hipError_t hipMemPrefetchAsync_v2(const void*, size_t, hipMemLocation, unsigned, hipStream_t);
hipError_t hipMemGetHandleForAddressRange(void*, hipDeviceptr_t, size_t, hipMemRangeHandleType,
    unsigned long long);
/* Forms whose NULL stream is the thread's own. */
#define LOCKSTEP_SPT(name) extern decltype(name) name##_spt;
LOCKSTEP_SPT(hipEventRecord) LOCKSTEP_SPT(hipGraphLaunch) LOCKSTEP_SPT(hipLaunchCooperativeKernel)
LOCKSTEP_SPT(hipLaunchHostFunc) LOCKSTEP_SPT(hipLaunchKernel) LOCKSTEP_SPT(hipMemcpy2DAsync)
LOCKSTEP_SPT(hipMemcpy2DFromArrayAsync) LOCKSTEP_SPT(hipMemcpy2DFromArray)
LOCKSTEP_SPT(hipMemcpy2DToArrayAsync) LOCKSTEP_SPT(hipMemcpy2DToArray) LOCKSTEP_SPT(hipMemcpy2D)
LOCKSTEP_SPT(hipMemcpy3DAsync) LOCKSTEP_SPT(hipMemcpy3D) LOCKSTEP_SPT(hipMemcpyAsync)
LOCKSTEP_SPT(hipMemcpyFromArray) LOCKSTEP_SPT(hipMemcpyFromSymbolAsync)
LOCKSTEP_SPT(hipMemcpyFromSymbol) LOCKSTEP_SPT(hipMemcpyToSymbolAsync)
LOCKSTEP_SPT(hipMemcpyToSymbol) LOCKSTEP_SPT(hipMemcpy) LOCKSTEP_SPT(hipMemset2DAsync)
LOCKSTEP_SPT(hipMemset2D) LOCKSTEP_SPT(hipMemset3DAsync) LOCKSTEP_SPT(hipMemset3D)
LOCKSTEP_SPT(hipMemsetAsync) LOCKSTEP_SPT(hipMemset) LOCKSTEP_SPT(hipStreamAddCallback)
LOCKSTEP_SPT(hipStreamBeginCapture) LOCKSTEP_SPT(hipStreamEndCapture)
LOCKSTEP_SPT(hipStreamGetCaptureInfo) LOCKSTEP_SPT(hipStreamGetCaptureInfo_v2)
LOCKSTEP_SPT(hipStreamGetFlags) LOCKSTEP_SPT(hipStreamGetPriority)
LOCKSTEP_SPT(hipStreamIsCapturing) LOCKSTEP_SPT(hipStreamQuery) LOCKSTEP_SPT(hipStreamSynchronize)
LOCKSTEP_SPT(hipStreamWaitEvent)
#undef LOCKSTEP_SPT
}
static inline hipError_t hipExtHostAlloc(void** p, size_t bytes, unsigned flags) {
  return hipHostAlloc(p, bytes, flags & 7u);
}
#endif
