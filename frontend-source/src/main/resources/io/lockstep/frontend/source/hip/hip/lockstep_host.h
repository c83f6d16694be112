/* SPDX-License-Identifier: Apache-2.0 */
/* Forms of HIP's host functions that C++ adds: default arguments, templates, HIP's own names. */
#ifndef LOCKSTEP_HIP_HOST_H
#define LOCKSTEP_HIP_HOST_H
#include <string.h>

#define LOCKSTEP_HOST static inline
#define hipGetDeviceProperties lockstep_hip_properties
#define hipGetDevicePropertiesR0600 lockstep_hip_properties
#define hipChooseDeviceR0600 hipChooseDevice
#define hipDeviceProp_tR0600 hipDeviceProp_t
#define HIP_SYMBOL(x) x
#define HIP_KERNEL_NAME(...) __VA_ARGS__

/* Flags that ask for a kind of coherence change nothing. */

template <typename T>
LOCKSTEP_HOST hipError_t hipMalloc(T** p, size_t bytes) { return hipMalloc((void**)p, bytes); }
template <typename T>
LOCKSTEP_HOST hipError_t hipMallocAsync(T** p, size_t bytes, hipStream_t stream) {
  return hipMallocAsync((void**)p, bytes, stream);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipMallocManaged(T** p, size_t bytes, unsigned flags = hipMemAttachGlobal) {
  return hipMallocManaged((void**)p, bytes, flags);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipHostMalloc(T** p, size_t bytes, unsigned flags = 0) {
  return hipHostAlloc((void**)p, bytes, flags);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipHostAlloc(T** p, size_t bytes, unsigned flags) {
  return hipHostAlloc((void**)p, bytes, flags);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipMallocHost(T** p, size_t bytes) {
  return hipMallocHost((void**)p, bytes);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipMallocPitch(T** p, size_t* pitch, size_t width, size_t height) {
  return hipMallocPitch((void**)p, pitch, width, height);
}
LOCKSTEP_HOST hipError_t hipMallocArray(hipArray_t* a, const hipChannelFormatDesc* d, size_t width,
                                        size_t height = 0) {
  return hipMallocArray(a, d, width, height, hipArrayDefault);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipExtMallocWithFlags(T** p, size_t bytes, unsigned) {
  return hipMalloc((void**)p, bytes);
}
LOCKSTEP_HOST hipError_t hipHostFree(void* p) { return hipFreeHost(p); }
template <typename T>
LOCKSTEP_HOST hipError_t hipHostGetDevicePointer(T** d, void* host, unsigned flags) {
  return hipHostGetDevicePointer((void**)d, host, flags);
}
LOCKSTEP_HOST hipError_t hipMemcpyAsync(void* d, const void* s, size_t bytes, hipMemcpyKind kind) {
  return hipMemcpyAsync(d, s, bytes, kind, nullptr);
}
LOCKSTEP_HOST hipError_t hipMemcpyWithStream(void* d, const void* s, size_t bytes,
                                             hipMemcpyKind kind, hipStream_t stream) {
  hipError_t error = hipMemcpyAsync(d, s, bytes, kind, stream);
  return error ? error : hipStreamSynchronize(stream);
}
LOCKSTEP_HOST hipError_t hipMemsetAsync(void* d, int value, size_t bytes) {
  return hipMemsetAsync(d, value, bytes, nullptr);
}
LOCKSTEP_HOST hipError_t hipMemcpy2DAsync(void* d, size_t dp, const void* s, size_t sp, size_t w,
                                          size_t h, hipMemcpyKind kind) {
  return hipMemcpy2DAsync(d, dp, s, sp, w, h, kind, nullptr);
}
LOCKSTEP_HOST hipError_t hipMemPrefetchAsync(const void* p, size_t bytes, int device) {
  return hipMemPrefetchAsync(p, bytes, device, nullptr);
}

/* Variables are passed by their names: their addresses on the host stand for them. */
template <typename T>
LOCKSTEP_HOST hipError_t hipMemcpyToSymbol(const T& symbol, const void* s, size_t bytes,
                                           size_t offset = 0,
                                           hipMemcpyKind kind = hipMemcpyHostToDevice) {
  return hipMemcpyToSymbol((const void*)&symbol, s, bytes, offset, kind);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipMemcpyToSymbolAsync(const T& symbol, const void* s, size_t bytes,
                                                size_t offset = 0,
                                                hipMemcpyKind kind = hipMemcpyHostToDevice,
                                                hipStream_t stream = nullptr) {
  return hipMemcpyToSymbolAsync((const void*)&symbol, s, bytes, offset, kind, stream);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipMemcpyFromSymbol(void* d, const T& symbol, size_t bytes,
                                             size_t offset = 0,
                                             hipMemcpyKind kind = hipMemcpyDeviceToHost) {
  return hipMemcpyFromSymbol(d, (const void*)&symbol, bytes, offset, kind);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipMemcpyFromSymbolAsync(void* d, const T& symbol, size_t bytes,
                                                  size_t offset = 0,
                                                  hipMemcpyKind kind = hipMemcpyDeviceToHost,
                                                  hipStream_t stream = nullptr) {
  return hipMemcpyFromSymbolAsync(d, (const void*)&symbol, bytes, offset, kind, stream);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipGetSymbolAddress(void** p, const T& symbol) {
  return hipGetSymbolAddress(p, (const void*)&symbol);
}
template <typename T>
LOCKSTEP_HOST hipError_t hipGetSymbolSize(size_t* bytes, const T& symbol) {
  return hipGetSymbolSize(bytes, (const void*)&symbol);
}

LOCKSTEP_HOST hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event) {
  return hipStreamWaitEvent(stream, event, 0);
}
LOCKSTEP_HOST hipError_t hipEventRecord(hipEvent_t event) { return hipEventRecord(event, nullptr); }
LOCKSTEP_HOST hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig) { return hipSuccess; }
LOCKSTEP_HOST hipError_t hipFuncSetSharedMemConfig(const void*, hipSharedMemConfig) {
  return hipSuccess;
}

/* Kernels. */
template <typename F>
LOCKSTEP_HOST hipError_t hipLaunchKernel(F* f, dim3 grid, dim3 block, void** arguments,
                                         size_t shared = 0, hipStream_t stream = nullptr) {
  return hipLaunchKernel((const void*)f, grid, block, arguments, shared, stream);
}
template <typename F>
LOCKSTEP_HOST hipError_t hipLaunchCooperativeKernel(F* f, dim3 grid, dim3 block, void** arguments,
                                                    unsigned shared = 0,
                                                    hipStream_t stream = nullptr) {
  return hipLaunchCooperativeKernel((const void*)f, grid, block, arguments, shared, stream);
}
template <typename F>
LOCKSTEP_HOST hipError_t hipFuncGetAttributes(hipFuncAttributes* a, F* f) {
  return hipFuncGetAttributes(a, (const void*)f);
}
template <typename F>
LOCKSTEP_HOST hipError_t hipFuncSetAttribute(F* f, hipFuncAttribute attribute, int value) {
  return hipFuncSetAttribute((const void*)f, attribute, value);
}
template <typename F>
LOCKSTEP_HOST hipError_t hipFuncSetCacheConfig(F* f, hipFuncCache_t config) {
  return hipFuncSetCacheConfig((const void*)f, config);
}
template <typename F>
LOCKSTEP_HOST hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* f, int items,
                                                                      size_t shared) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)f, items, shared);
}
template <typename F>
LOCKSTEP_HOST hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* block, F* f,
                                                           size_t shared = 0, int limit = 0) {
  return lockstep_hip_best_block(grid, block, (hipFunction_t)f, nullptr, shared, limit);
}
template <typename F>
LOCKSTEP_HOST hipError_t hipOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, F* f,
                                                                    size_t shared = 0,
                                                                    int limit = 0,
                                                                    unsigned flags = 0) {
  return hipModuleOccupancyMaxPotentialBlockSizeWithFlags(grid, block, (hipFunction_t)f, shared,
                                                          limit, flags);
}
template <typename F>
LOCKSTEP_HOST hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, F* f, int items, size_t shared, unsigned flags) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)f, items,
                                                               shared, flags);
}
template <typename F>
LOCKSTEP_HOST hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, F* f, int blocks,
                                                                  int items) {
  return hipOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)f, blocks, items);
}
// The library calls the functor by a pointer, which a thread sets for the call.
template <typename F, typename SharedOf>
LOCKSTEP_HOST hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* grid, int* block, F* f, SharedOf shared_of, int limit = 0, unsigned flags = 0) {
  static thread_local SharedOf* called;
  called = &shared_of;
  return flags > 1 ? hipErrorInvalidValue
                   : lockstep_hip_best_block(
                         grid, block, (hipFunction_t)f,
                         [](int items) { return (size_t)(*called)(items); }, 0, limit);
}
template <typename F, typename SharedOf>
LOCKSTEP_HOST hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, F* f,
                                                                       SharedOf shared_of,
                                                                       int limit = 0) {
  return hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, f, shared_of, limit);
}
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...) \
  do { \
    kernel<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__); \
  } while (0)

LOCKSTEP_HOST hipError_t hipGraphInstantiate(hipGraphExec_t* exec, hipGraph_t graph,
                                             hipGraphNode_t* = nullptr, char* = nullptr,
                                             size_t = 0) {
  return hipGraphInstantiateWithFlags(exec, graph, 0);
}

template <typename T> struct LockstepChannel;
#define LOCKSTEP_CHANNELS(T, base, kind) \
  LOCKSTEP_CHANNEL(T, base, kind, 1) LOCKSTEP_CHANNEL(base##1, base, kind, 1) \
  LOCKSTEP_CHANNEL(base##2, base, kind, 2) LOCKSTEP_CHANNEL(base##4, base, kind, 4)
#define LOCKSTEP_CHANNEL(T, base, kind, n) \
  template <> struct LockstepChannel<T> { \
    static constexpr int bits = 8 * sizeof(base##1), channels = n; \
    static constexpr hipChannelFormatKind of = hipChannelFormatKind##kind; \
  };
LOCKSTEP_CHANNELS(signed char, char, Signed) LOCKSTEP_CHANNELS(unsigned char, uchar, Unsigned)
LOCKSTEP_CHANNELS(short, short, Signed) LOCKSTEP_CHANNELS(unsigned short, ushort, Unsigned)
LOCKSTEP_CHANNELS(int, int, Signed) LOCKSTEP_CHANNELS(unsigned, uint, Unsigned)
LOCKSTEP_CHANNELS(float, float, Float)
#undef LOCKSTEP_CHANNEL
#undef LOCKSTEP_CHANNELS
template <typename T>
LOCKSTEP_HOST hipChannelFormatDesc hipCreateChannelDesc() {
  typedef LockstepChannel<T> C;
  return hipChannelFormatDesc{C::bits, C::channels > 1 ? C::bits : 0, C::channels > 2 ? C::bits : 0,
                              C::channels > 2 ? C::bits : 0, C::of};
}
#endif
