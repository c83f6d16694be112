/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What C programs need that test the CUDA runtime without nvcc: declarations of its functions, a fat
 * binary made of a PTX file, and checks.
 */
#ifndef CUDA_TEST_H
#define CUDA_TEST_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart_types.h"

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name,
                            int limit, void *thread, void *block, void *block_size,
                            void *grid_size, int *shared);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external,
                       size_t bytes, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                              int external, size_t bytes, int constant, int global);
char __cudaInitModule(void **handle);
unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, size_t shared, Stream *stream);
Error __cudaPopCallConfiguration(Dim3 *grid, Dim3 *block, size_t *shared, Stream **stream);
Error __cudaGetKernel(Function **handle, const void *host);
Error __cudaLaunchKernel(Function *kernel, Dim3 grid, Dim3 block, void **arguments, size_t shared,
                         Stream *stream);
Error cudaLaunchKernel(const void *host, Dim3 grid, Dim3 block, void **arguments, size_t shared,
                       Stream *stream);
Error cudaLaunchKernelExC(const LaunchConfig *config, const void *host, void **arguments);
Error cudaGetLastError(void);
Error cudaPeekAtLastError(void);
const char *cudaGetErrorName(Error error);
const char *cudaGetErrorString(Error error);
Error cudaMalloc(void **pointer, size_t bytes);
Error cudaFree(void *pointer);
Error cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
Error cudaMalloc3D(PitchedPointer *pointer, Extent extent);
Error cudaMallocManaged(void **pointer, size_t bytes, unsigned flags);
Error cudaMallocHost(void **pointer, size_t bytes);
Error cudaHostAlloc(void **pointer, size_t bytes, unsigned flags);
Error cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
Error cudaHostUnregister(void *pointer);
Error cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
Error cudaFreeHost(void *pointer);
Error cudaPointerGetAttributes(PointerAttributes *attributes, const void *pointer);
Error cudaMemGetInfo(size_t *free_bytes, size_t *total);
Error cudaMemcpy(void *dst, const void *src, size_t bytes, int kind);
Error cudaMemcpyAsync(void *dst, const void *src, size_t bytes, int kind, Stream *stream);
Error cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                   size_t height, int kind);
Error cudaMemcpy3D(const Copy3D *copy);
Error cudaMemcpyToSymbol(const void *symbol, const void *src, size_t bytes, size_t offset, int kind);
Error cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t bytes, size_t offset, int kind);
Error cudaGetSymbolAddress(void **pointer, const void *symbol);
Error cudaGetSymbolSize(size_t *bytes, const void *symbol);
Error cudaMemset(void *dst, int value, size_t bytes);
Error cudaMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height);
Error cudaStreamCreate(Stream **stream);
Error cudaStreamDestroy(Stream *stream);
Error cudaStreamSynchronize(Stream *stream);
Error cudaStreamQuery(Stream *stream);
Error cudaStreamWaitEvent(Stream *stream, Event *event, unsigned flags);
Error cudaLaunchHostFunc(Stream *stream, HostFunction function, void *data);
Error cudaStreamAddCallback(Stream *stream, StreamCallback function, void *data, unsigned flags);
Error cudaStreamBeginCapture(Stream *stream, int mode);
Error cudaStreamEndCapture(Stream *stream, Graph **graph);
Error cudaStreamIsCapturing(Stream *stream, int *status);
Error cudaEventCreate(Event **event);
Error cudaEventDestroy(Event *event);
Error cudaEventRecord(Event *event, Stream *stream);
Error cudaEventSynchronize(Event *event);
Error cudaEventQuery(Event *event);
Error cudaEventElapsedTime(float *milliseconds, Event *start, Event *end);
Error cudaDeviceSynchronize(void);
Error cudaDeviceReset(void);
Error cudaGetDeviceCount(int *count);
Error cudaGetDevice(int *device);
Error cudaSetDevice(int device);
Error cudaGetDeviceProperties(void *properties, int device);
Error cudaDeviceGetAttribute(int *value, int attribute, int device);
Error cudaFuncGetAttributes(FunctionAttributes *attributes, const void *host);
Error cudaFuncSetAttribute(const void *host, int attribute, int value);
Error cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *host, int threads,
                                                    size_t shared);
Error cudaMallocAsync(void **pointer, size_t bytes, Stream *stream);
Error cudaFreeAsync(void *pointer, Stream *stream);
Error cudaMemsetAsync(void *to, int value, size_t bytes, Stream *stream);
Error cudaGraphCreate(Graph **graph, unsigned flags);
Error cudaGraphDestroy(Graph *graph);
Error cudaGraphAddKernelNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                             size_t count, const KernelNodeParams *params);
Error cudaGraphAddMemsetNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                             size_t count, const MemsetParams *params);
Error cudaGraphAddMemcpyNode1D(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                               size_t count, void *dst, const void *src, size_t bytes, int kind);
Error cudaGraphAddHostNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                           size_t count, const HostNodeParams *params);
Error cudaGraphGetNodes(Graph *graph, GraphNode **nodes, size_t *count);
Error cudaGraphInstantiate(GraphExec **executable, Graph *graph, unsigned long long flags);
Error cudaGraphExecKernelNodeSetParams(GraphExec *executable, GraphNode *node,
                                       const KernelNodeParams *params);
Error cudaGraphAddMemAllocNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                               size_t count, MemAllocNodeParams *parameters);
Error cudaGraphAddMemFreeNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                              size_t count, void *pointer);
Error cudaGraphLaunch(GraphExec *executable, Stream *stream);
Error cudaGraphExecDestroy(GraphExec *executable);
ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
Error cudaMallocArray(Array **array, const ChannelFormat *format, size_t width, size_t height,
                      unsigned flags);
Error cudaFreeArray(Array *array);
Error cudaMemcpy2DToArray(Array *array, size_t x, size_t y, const void *src, size_t pitch,
                          size_t width, size_t height, int kind);
Error cudaCreateTextureObject(uint64_t *handle, const ResourceDescription *resource,
                              const TextureDescription *description, const ResourceView *view);
Error cudaDestroyTextureObject(uint64_t handle);
Error cudaCreateSurfaceObject(uint64_t *handle, const ResourceDescription *resource);
Error cudaDestroySurfaceObject(uint64_t handle);
Error cudaIpcGetMemHandle(void *handle, void *pointer);

static int failures;

#define EXPECT(condition)                                               \
  do {                                                                  \
    if (!(condition)) {                                                 \
      printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);  \
      failures++;                                                       \
    }                                                                   \
  } while (0)

#define OK(call)                                                                         \
  do {                                                                                   \
    Error ok_error = (call);                                                             \
    if (ok_error) {                                                                      \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(ok_error));  \
      failures++;                                                                        \
    }                                                                                    \
  } while (0)

static inline int finish(void) {
  puts(failures ? "failed" : "passed");
  return failures ? 1 : 0;
}

enum packing { PLAIN, LZ4, ZSTD };

/* A block of LZ4: the text as literals, a run of spaces as a match, a line's end as literals. */
static inline size_t lz4_block(const char *text, size_t bytes, unsigned char *out, size_t *unpacked) {
  size_t o = 0, spaces = 300, rest = bytes + 1 - 15;
  out[o++] = 0xFF;
  for (; rest >= 255; rest -= 255)
    out[o++] = 255;
  out[o++] = (unsigned char)rest;
  memcpy(out + o, text, bytes);
  out[o + bytes] = ' ';
  o += bytes + 1;
  out[o++] = 1;
  out[o++] = 0;
  for (rest = spaces - 4 - 15; rest >= 255; rest -= 255)
    out[o++] = 255;
  out[o++] = (unsigned char)rest;
  out[o++] = 0x10;
  out[o++] = '\n';
  *unpacked = bytes + 1 + spaces + 1;
  return o;
}

static inline size_t zstd_frame(const char *text, size_t bytes, unsigned char *out, size_t room) {
  void *library = dlopen("libzstd.so.1", RTLD_NOW);
  size_t (*compress)(void *, size_t, const void *, size_t, int) = NULL;
  void *symbol = library ? dlsym(library, "ZSTD_compress") : NULL;
  memcpy(&compress, &symbol, sizeof compress);
  return compress ? compress(out, room, text, bytes, 3) : 0;
}

static inline void put(unsigned char *at, uint64_t value, size_t bytes) {
  memcpy(at, &value, bytes);
}

/* Returns the data of a fat binary with one PTX. */
static inline unsigned char *fat_data(const char *text, size_t bytes, enum packing packing,
                                      int capability) {
  size_t room = 2 * bytes + 4096;
  unsigned char *data = calloc(1, room), *entry = data + 16, *payload = entry + 64;
  size_t unpacked = bytes + 1, stored = bytes + 1, flags = 0;
  if (packing == LZ4) {
    flags = 0x2000;
    stored = lz4_block(text, bytes, payload, &unpacked);
  } else if (packing == ZSTD) {
    flags = 0x8000;
    stored = zstd_frame(text, bytes + 1, payload, room - 80);
  } else {
    memcpy(payload, text, bytes + 1);
  }
  size_t padded = (stored + 7) / 8 * 8;
  put(entry, 1, 2);
  put(entry + 4, 64, 4);
  put(entry + 8, packing == PLAIN ? stored : padded, 8);
  put(entry + 16, packing == PLAIN ? 0 : stored, 4);
  put(entry + 28, (uint64_t)capability, 4);
  put(entry + 40, flags, 8);
  put(entry + 56, packing == PLAIN ? 0 : unpacked, 8);
  put(data, 0xBA55ED50u, 4);
  put(data + 4, 1, 2);
  put(data + 6, 16, 2);
  put(data + 8, 64 + (packing == PLAIN ? stored : padded), 8);
  return data;
}

/* Returns the data of a fat binary with the PTX of a file; ends the program if it cannot. */
static inline unsigned char *fat_file(const char *path, enum packing packing, int capability) {
  FILE *file = fopen(path, "rb");
  static char text[1 << 20];
  size_t bytes = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (bytes == 0) {
    printf("cannot read %s\n", path);
    exit(1);
  }
  fclose(file);
  text[bytes] = 0;
  return fat_data(text, bytes, packing, capability);
}

/* Registers a fat binary; objects are those of its separately compiled parts, up to NULL, or NULL. */
static inline void **register_data(unsigned char *data, unsigned char **objects) {
  struct {
    unsigned magic, version;
    void *data, *prelinked;
  } *wrapper = calloc(1, sizeof *wrapper);
  wrapper->magic = 0x466243B1u;
  wrapper->version = objects ? 2 : 1;
  wrapper->data = data;
  wrapper->prelinked = objects;
  return __cudaRegisterFatBinary(wrapper);
}

/* Makes and registers the fat binary of a PTX file; ends the program if it cannot. */
static inline void **register_ptx(const char *path, enum packing packing, int capability) {
  return register_data(fat_file(path, packing, capability), NULL);
}

static inline void register_kernel(void **module, const void *stub, const char *name) {
  __cudaRegisterFunction(module, stub, (char *)name, name, -1, NULL, NULL, NULL, NULL, NULL);
}

static inline Dim3 dim(unsigned x, unsigned y, unsigned z) {
  return (Dim3){x, y, z};
}

#endif
