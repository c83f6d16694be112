/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Errors of the CUDA runtime and of its driver interface: ERROR(name, number, text) of the runtime
 * alone, RESULT(name, number) of the driver interface alone, BOTH(name, driver's name, number, text).
 * The includer defines ERROR and RESULT. Names and numbers as in the documentation of CUDA 13.0, "CUDA
 * Runtime API, Data types: cudaError" and "CUDA Driver API, Data types: CUresult"; an empty text stands
 * for the name.
 */
#define BOTH(name, result, number, text) ERROR(name, number, text) RESULT(result, number)
BOTH(cudaSuccess, CUDA_SUCCESS, 0, "no error")
BOTH(cudaErrorInvalidValue, CUDA_ERROR_INVALID_VALUE, 1, "invalid argument")
BOTH(cudaErrorMemoryAllocation, CUDA_ERROR_OUT_OF_MEMORY, 2, "out of memory")
BOTH(cudaErrorInitializationError, CUDA_ERROR_NOT_INITIALIZED, 3, "initialization error")
BOTH(cudaErrorCudartUnloading, CUDA_ERROR_DEINITIALIZED, 4, "driver shutting down")
BOTH(cudaErrorProfilerDisabled, CUDA_ERROR_PROFILER_DISABLED, 5, "")
BOTH(cudaErrorProfilerNotInitialized, CUDA_ERROR_PROFILER_NOT_INITIALIZED, 6, "")
BOTH(cudaErrorProfilerAlreadyStarted, CUDA_ERROR_PROFILER_ALREADY_STARTED, 7, "")
BOTH(cudaErrorProfilerAlreadyStopped, CUDA_ERROR_PROFILER_ALREADY_STOPPED, 8, "")
ERROR(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")
ERROR(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")
ERROR(cudaErrorInvalidSymbol, 13, "invalid device symbol")
ERROR(cudaErrorInvalidHostPointer, 16, "invalid host pointer")
ERROR(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")
ERROR(cudaErrorInvalidTexture, 18, "invalid texture reference")
ERROR(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")
ERROR(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")
ERROR(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")
ERROR(cudaErrorAddressOfConstant, 22, "")
ERROR(cudaErrorTextureFetchFailed, 23, "")
ERROR(cudaErrorTextureNotBound, 24, "")
ERROR(cudaErrorSynchronizationError, 25, "")
ERROR(cudaErrorInvalidFilterSetting, 26, "linear filtering not supported for non-float type")
ERROR(cudaErrorInvalidNormSetting, 27, "read as normalized float not supported for 32-bit non float type")
ERROR(cudaErrorMixedDeviceExecution, 28, "")
ERROR(cudaErrorNotYetImplemented, 31, "feature not yet implemented")
ERROR(cudaErrorMemoryValueTooLarge, 32, "")
BOTH(cudaErrorStubLibrary, CUDA_ERROR_STUB_LIBRARY, 34, "CUDA driver is a stub library")
ERROR(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")
BOTH(cudaErrorCallRequiresNewerDriver, CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, 36, "")
ERROR(cudaErrorInvalidSurface, 37, "invalid surface reference")
ERROR(cudaErrorDuplicateVariableName, 43, "")
ERROR(cudaErrorDuplicateTextureName, 44, "")
ERROR(cudaErrorDuplicateSurfaceName, 45, "")
BOTH(cudaErrorDevicesUnavailable, CUDA_ERROR_DEVICE_UNAVAILABLE, 46,
     "all CUDA-capable devices are busy or unavailable")
ERROR(cudaErrorIncompatibleDriverContext, 49, "")
ERROR(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")
ERROR(cudaErrorPriorLaunchFailure, 53, "launch failed before")
ERROR(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")
ERROR(cudaErrorLaunchFileScopedTex, 66, "")
ERROR(cudaErrorLaunchFileScopedSurf, 67, "")
ERROR(cudaErrorSyncDepthExceeded, 68, "")
ERROR(cudaErrorLaunchPendingCountExceeded, 69, "")
ERROR(cudaErrorInvalidDeviceFunction, 98, "invalid device function")
BOTH(cudaErrorNoDevice, CUDA_ERROR_NO_DEVICE, 100, "no CUDA-capable device is detected")
BOTH(cudaErrorInvalidDevice, CUDA_ERROR_INVALID_DEVICE, 101, "invalid device ordinal")
BOTH(cudaErrorDeviceNotLicensed, CUDA_ERROR_DEVICE_NOT_LICENSED, 102, "")
ERROR(cudaErrorSoftwareValidityNotEstablished, 103, "")
ERROR(cudaErrorStartupFailure, 127, "initialization error")
BOTH(cudaErrorInvalidKernelImage, CUDA_ERROR_INVALID_IMAGE, 200, "device kernel image is invalid")
BOTH(cudaErrorDeviceUninitialized, CUDA_ERROR_INVALID_CONTEXT, 201, "invalid device context")
RESULT(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, 202)
BOTH(cudaErrorMapBufferObjectFailed, CUDA_ERROR_MAP_FAILED, 205, "")
BOTH(cudaErrorUnmapBufferObjectFailed, CUDA_ERROR_UNMAP_FAILED, 206, "")
BOTH(cudaErrorArrayIsMapped, CUDA_ERROR_ARRAY_IS_MAPPED, 207, "")
BOTH(cudaErrorAlreadyMapped, CUDA_ERROR_ALREADY_MAPPED, 208, "")
BOTH(cudaErrorNoKernelImageForDevice, CUDA_ERROR_NO_BINARY_FOR_GPU, 209,
     "no kernel image is available for execution on the device")
BOTH(cudaErrorAlreadyAcquired, CUDA_ERROR_ALREADY_ACQUIRED, 210, "")
BOTH(cudaErrorNotMapped, CUDA_ERROR_NOT_MAPPED, 211, "")
BOTH(cudaErrorNotMappedAsArray, CUDA_ERROR_NOT_MAPPED_AS_ARRAY, 212, "")
BOTH(cudaErrorNotMappedAsPointer, CUDA_ERROR_NOT_MAPPED_AS_POINTER, 213, "")
BOTH(cudaErrorECCUncorrectable, CUDA_ERROR_ECC_UNCORRECTABLE, 214, "")
BOTH(cudaErrorUnsupportedLimit, CUDA_ERROR_UNSUPPORTED_LIMIT, 215,
     "limit is not supported on this architecture")
BOTH(cudaErrorDeviceAlreadyInUse, CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216, "")
BOTH(cudaErrorPeerAccessUnsupported, CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217,
     "peer access is not supported between these two devices")
BOTH(cudaErrorInvalidPtx, CUDA_ERROR_INVALID_PTX, 218, "a PTX JIT compilation failed")
BOTH(cudaErrorInvalidGraphicsContext, CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, 219, "")
BOTH(cudaErrorNvlinkUncorrectable, CUDA_ERROR_NVLINK_UNCORRECTABLE, 220, "")
BOTH(cudaErrorJitCompilerNotFound, CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221, "")
BOTH(cudaErrorUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222,
     "the provided PTX was compiled with an unsupported toolchain.")
BOTH(cudaErrorJitCompilationDisabled, CUDA_ERROR_JIT_COMPILATION_DISABLED, 223, "")
BOTH(cudaErrorUnsupportedExecAffinity, CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, 224, "")
BOTH(cudaErrorUnsupportedDevSideSync, CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, 225, "")
BOTH(cudaErrorContained, CUDA_ERROR_CONTAINED, 226, "")
BOTH(cudaErrorInvalidSource, CUDA_ERROR_INVALID_SOURCE, 300, "device kernel image is invalid")
BOTH(cudaErrorFileNotFound, CUDA_ERROR_FILE_NOT_FOUND, 301, "file not found")
BOTH(cudaErrorSharedObjectSymbolNotFound, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302,
     "shared object symbol not found")
BOTH(cudaErrorSharedObjectInitFailed, CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, 303, "")
BOTH(cudaErrorOperatingSystem, CUDA_ERROR_OPERATING_SYSTEM, 304,
     "OS call failed or operation not supported on this OS")
BOTH(cudaErrorInvalidResourceHandle, CUDA_ERROR_INVALID_HANDLE, 400, "invalid resource handle")
BOTH(cudaErrorIllegalState, CUDA_ERROR_ILLEGAL_STATE, 401,
     "the operation cannot be performed in the present state")
BOTH(cudaErrorLossyQuery, CUDA_ERROR_LOSSY_QUERY, 402, "")
BOTH(cudaErrorSymbolNotFound, CUDA_ERROR_NOT_FOUND, 500, "named symbol not found")
BOTH(cudaErrorNotReady, CUDA_ERROR_NOT_READY, 600, "device not ready")
BOTH(cudaErrorIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS, 700,
     "an illegal memory access was encountered")
BOTH(cudaErrorLaunchOutOfResources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701,
     "too many resources requested for launch")
BOTH(cudaErrorLaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT, 702,
     "the launch timed out and was terminated")
BOTH(cudaErrorLaunchIncompatibleTexturing, CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, 703, "")
BOTH(cudaErrorPeerAccessAlreadyEnabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704,
     "peer access is already enabled")
BOTH(cudaErrorPeerAccessNotEnabled, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705,
     "peer access has not been enabled")
BOTH(cudaErrorSetOnActiveProcess, CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708,
     "cannot set while device is active in this process")
BOTH(cudaErrorContextIsDestroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED, 709, "context is destroyed")
BOTH(cudaErrorAssert, CUDA_ERROR_ASSERT, 710, "device-side assert triggered")
BOTH(cudaErrorTooManyPeers, CUDA_ERROR_TOO_MANY_PEERS, 711, "")
BOTH(cudaErrorHostMemoryAlreadyRegistered, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712,
     "part or all of the requested memory range is already mapped")
BOTH(cudaErrorHostMemoryNotRegistered, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713,
     "pointer does not correspond to a registered memory region")
BOTH(cudaErrorHardwareStackError, CUDA_ERROR_HARDWARE_STACK_ERROR, 714, "")
BOTH(cudaErrorIllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION, 715,
     "an illegal instruction was encountered")
BOTH(cudaErrorMisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS, 716, "misaligned address")
BOTH(cudaErrorInvalidAddressSpace, CUDA_ERROR_INVALID_ADDRESS_SPACE, 717,
     "operation not supported on global/shared address space")
BOTH(cudaErrorInvalidPc, CUDA_ERROR_INVALID_PC, 718, "")
BOTH(cudaErrorLaunchFailure, CUDA_ERROR_LAUNCH_FAILED, 719, "unspecified launch failure")
BOTH(cudaErrorCooperativeLaunchTooLarge, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720,
     "too many blocks in cooperative launch")
BOTH(cudaErrorTensorMemoryLeak, CUDA_ERROR_TENSOR_MEMORY_LEAK, 721, "")
BOTH(cudaErrorNotPermitted, CUDA_ERROR_NOT_PERMITTED, 800, "operation not permitted")
BOTH(cudaErrorNotSupported, CUDA_ERROR_NOT_SUPPORTED, 801, "operation not supported")
BOTH(cudaErrorSystemNotReady, CUDA_ERROR_SYSTEM_NOT_READY, 802, "")
BOTH(cudaErrorSystemDriverMismatch, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803, "")
BOTH(cudaErrorCompatNotSupportedOnDevice, CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, 804, "")
BOTH(cudaErrorMpsConnectionFailed, CUDA_ERROR_MPS_CONNECTION_FAILED, 805, "")
BOTH(cudaErrorMpsRpcFailure, CUDA_ERROR_MPS_RPC_FAILURE, 806, "")
BOTH(cudaErrorMpsServerNotReady, CUDA_ERROR_MPS_SERVER_NOT_READY, 807, "")
BOTH(cudaErrorMpsMaxClientsReached, CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, 808, "")
BOTH(cudaErrorMpsMaxConnectionsReached, CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, 809, "")
BOTH(cudaErrorMpsClientTerminated, CUDA_ERROR_MPS_CLIENT_TERMINATED, 810, "")
BOTH(cudaErrorCdpNotSupported, CUDA_ERROR_CDP_NOT_SUPPORTED, 811, "")
BOTH(cudaErrorCdpVersionMismatch, CUDA_ERROR_CDP_VERSION_MISMATCH, 812, "")
BOTH(cudaErrorStreamCaptureUnsupported, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900,
     "operation not permitted when stream is capturing")
BOTH(cudaErrorStreamCaptureInvalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901,
     "operation failed due to a previous error during capture")
BOTH(cudaErrorStreamCaptureMerge, CUDA_ERROR_STREAM_CAPTURE_MERGE, 902,
     "operation would result in a merge of separate capture sequences")
BOTH(cudaErrorStreamCaptureUnmatched, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903,
     "capture was not ended in the same stream as it began")
BOTH(cudaErrorStreamCaptureUnjoined, CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904,
     "capturing stream has unjoined work")
BOTH(cudaErrorStreamCaptureIsolation, CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905,
     "dependency created on uncaptured work in another stream")
BOTH(cudaErrorStreamCaptureImplicit, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906,
     "operation would make the legacy stream depend on a capturing blocking stream")
BOTH(cudaErrorCapturedEvent, CUDA_ERROR_CAPTURED_EVENT, 907,
     "operation not permitted on an event last recorded in a capturing stream")
BOTH(cudaErrorStreamCaptureWrongThread, CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908,
     "attempt to terminate a thread-local capture sequence from another thread")
BOTH(cudaErrorTimeout, CUDA_ERROR_TIMEOUT, 909, "")
BOTH(cudaErrorGraphExecUpdateFailure, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, 910,
     "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update")
BOTH(cudaErrorExternalDevice, CUDA_ERROR_EXTERNAL_DEVICE, 911, "")
BOTH(cudaErrorInvalidClusterSize, CUDA_ERROR_INVALID_CLUSTER_SIZE, 912,
     "cluster configuration is not valid")
BOTH(cudaErrorFunctionNotLoaded, CUDA_ERROR_FUNCTION_NOT_LOADED, 913, "")
BOTH(cudaErrorInvalidResourceType, CUDA_ERROR_INVALID_RESOURCE_TYPE, 914, "")
BOTH(cudaErrorInvalidResourceConfiguration, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, 915, "")
RESULT(CUDA_ERROR_KEY_ROTATION, 916)
BOTH(cudaErrorUnknown, CUDA_ERROR_UNKNOWN, 999, "unknown error")
ERROR(cudaErrorApiFailureBase, 10000, "")
#undef BOTH
#undef RESULT
#undef ERROR
