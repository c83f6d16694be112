/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Types of the CUDA runtime's binary interface, declared by us. Layouts follow the documentation
 * "CUDA Runtime API, Data structures" of CUDA 11.8, 12.9 and 13.0; CUDART_MAJOR is 11, 12 or 13.
 */
#ifndef LOCKSTEP_CUDART_TYPES_H
#define LOCKSTEP_CUDART_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifndef CUDART_MAJOR
#define CUDART_MAJOR 13
#endif

/* The result of an API function: a number of cudart_errors.h. */
typedef int Error;

enum {
#define ERROR(name, number, text) name = number,
#define RESULT(name, number) name = number,
#include "cudart_errors.h"
};

/* cudaMemcpyKind */
enum { HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, COPY_DEFAULT };

typedef struct {
  unsigned x, y, z;
} Dim3;

typedef struct {
  size_t width, height, depth;
} Extent;

typedef struct {
  size_t x, y, z;
} Position;

typedef struct {
  void *ptr;
  size_t pitch, xsize, ysize;
} PitchedPointer;

/* cudaChannelFormatDesc; kind 0 signed, 1 unsigned, 2 float, 3 none. */
typedef struct {
  int x, y, z, w, kind;
} ChannelFormat;

typedef struct Array Array;
typedef struct Stream Stream;
typedef struct Event Event;
typedef struct Function Function;
typedef struct Graph Graph;
typedef struct GraphNode GraphNode;
typedef struct GraphExec GraphExec;
typedef struct UserObject UserObject;

/* cudaMemcpy3DParms */
typedef struct {
  Array *src_array;
  Position src_position;
  PitchedPointer src;
  Array *dst_array;
  Position dst_position;
  PitchedPointer dst;
  Extent extent;
  int kind;
} Copy3D;

/* cudaMemcpy3DPeerParms */
typedef struct {
  Array *src_array;
  Position src_position;
  PitchedPointer src;
  int src_device;
  Array *dst_array;
  Position dst_position;
  PitchedPointer dst;
  int dst_device;
  Extent extent;
} PeerCopy3D;

/* cudaPointerAttributes; type 0 unregistered, 1 host, 2 device, 3 managed. */
typedef struct {
  int type, device;
  void *device_pointer, *host_pointer;
#if CUDART_MAJOR >= 13
  long reserved[8];
#endif
} PointerAttributes;

/* cudaFuncAttributes */
typedef struct {
  size_t shared_bytes, constant_bytes, local_bytes;
  int max_threads, registers, ptx_version, binary_version, cache_mode_ca;
  int max_dynamic_shared_bytes, shared_carveout;
#if CUDART_MAJOR >= 12
  int cluster_dimension_must_be_set, cluster_width, cluster_height, cluster_depth;
  int cluster_scheduling_policy, non_portable_cluster_size, reserved[16];
#endif
} FunctionAttributes;

/* cudaLaunchAttribute */
typedef struct {
  int id;
  char pad[4];
  union {
    char bytes[64];
    int flag;
    Dim3 dimension;
  } value;
} LaunchAttribute;

/* cudaLaunchConfig_t */
typedef struct {
  Dim3 grid, block;
  size_t dynamic_shared_bytes;
  Stream *stream;
  LaunchAttribute *attributes;
  unsigned attribute_count;
} LaunchConfig;

/* cudaKernelNodeParams */
typedef struct {
  void *function;
  Dim3 grid, block;
  unsigned dynamic_shared_bytes;
  void **arguments, **extra;
} KernelNodeParams;

/* cudaMemsetParams */
typedef struct {
  void *dst;
  size_t pitch;
  unsigned value, element_bytes;
  size_t width, height;
} MemsetParams;

typedef void (*HostFunction)(void *);
typedef void (*StreamCallback)(Stream *, Error, void *);

/* cudaHostNodeParams */
typedef struct {
  HostFunction function;
  void *data;
} HostNodeParams;

/* cudaMemAllocNodeParams; cudaMemPoolProps is of 88 bytes */
typedef struct {
  uint64_t pool[11];
  const void *access;
  size_t access_count;
  size_t bytes;
  void *pointer;
} MemAllocNodeParams;

/* cudaGraphEdgeData; edges with data are not supported, so that all of it is 0. */
typedef struct {
  unsigned char from_port, to_port, type, reserved[5];
} EdgeData;

/* cudaGraphNodeParams, and what the functions of one type of node take. */
typedef struct {
  int type, reserved[3];
  union {
    long long words[29];
    KernelNodeParams kernel;
    struct {
      int flags, reserved[3];
      Copy3D params;
    } copy;
    MemsetParams fill;
    HostNodeParams host;
    struct {
      Graph *graph;
      int ownership;
    } child;
    Event *event;
    MemAllocNodeParams allocation;
    void *freed;
  };
  long long reserved_last;
} NodeParams;
_Static_assert(sizeof(NodeParams) == 256, "cudaGraphNodeParams");

/* cudaGraphInstantiateParams, cudaGraphExecUpdateResultInfo */
typedef struct {
  unsigned long long flags;
  Stream *upload;
  GraphNode *fault;
  int result;
} InstantiateParams;
typedef struct {
  int result;
  GraphNode *fault, *from;
} UpdateResult;

/* cudaMemLocation; type 1 device, 2 host. */
typedef struct {
  int type, id;
} MemoryLocation;

/* cudaResourceDesc; type 0 array, 1 mipmapped array, 2 linear, 3 pitched. */
typedef struct {
  int type;
  union {
    Array *array;
    struct {
      void *ptr;
      ChannelFormat format;
      size_t bytes;
    } linear;
    struct {
      void *ptr;
      ChannelFormat format;
      size_t width, height, pitch;
    } pitched;
    int reserved[32];
  } resource;
  unsigned flags;
} ResourceDescription;

/* cudaTextureDesc; address modes wrap, clamp, mirror, border; filters point, linear; read modes
   element, normalized float. */
typedef struct {
  int address_mode[3], filter, read_mode, srgb;
  float border_color[4];
  int normalized;
  unsigned max_anisotropy;
  int mipmap_filter;
  float mipmap_bias, mipmap_min, mipmap_max;
  int no_trilinear_optimization, seamless_cubemap;
} TextureDescription;

_Static_assert(sizeof(Copy3D) == 160, "cudaMemcpy3DParms");
_Static_assert(sizeof(LaunchAttribute) == 72, "cudaLaunchAttribute");
_Static_assert(sizeof(LaunchConfig) == 56, "cudaLaunchConfig_t");
_Static_assert(sizeof(KernelNodeParams) == 56, "cudaKernelNodeParams");
_Static_assert(sizeof(MemsetParams) == 40, "cudaMemsetParams");
_Static_assert(sizeof(ResourceDescription) == 144, "cudaResourceDesc");
_Static_assert(sizeof(TextureDescription) == 72, "cudaTextureDesc");
#if CUDART_MAJOR == 13
_Static_assert(sizeof(PointerAttributes) == 88, "cudaPointerAttributes");
_Static_assert(sizeof(FunctionAttributes) == 144, "cudaFuncAttributes");
#endif

#endif
