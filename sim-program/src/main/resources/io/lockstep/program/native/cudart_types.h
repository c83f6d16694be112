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

typedef struct Array Array;
typedef struct Stream Stream;
typedef struct Event Event;
typedef struct Function Function;
typedef struct Graph Graph;
typedef struct GraphNode GraphNode;
typedef struct GraphExec GraphExec;
typedef struct UserObject UserObject;

typedef uint64_t DevicePointer; /* CUdeviceptr */
typedef void (*HostFunction)(void *);
typedef void (*StreamCallback)(Stream *, Error, void *);

/* What programs pass: types made of structures.txt. */
#include "cudart_structures.h"

enum {
  HOST_TO_HOST = cudaMemcpyHostToHost,
  HOST_TO_DEVICE = cudaMemcpyHostToDevice,
  DEVICE_TO_HOST = cudaMemcpyDeviceToHost,
  DEVICE_TO_DEVICE = cudaMemcpyDeviceToDevice,
  COPY_DEFAULT = cudaMemcpyDefault
};

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

#if CUDART_MAJOR == 13
_Static_assert(sizeof(PointerAttributes) == 88, "cudaPointerAttributes");
_Static_assert(sizeof(FunctionAttributes) == 144, "cudaFuncAttributes");
#endif

#endif
