/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of CUDA's driver interface share. It is a second set of entry points to the tables
 * of the runtime: handles of streams, events, functions, arrays, pools and graphs are the runtime's, so
 * that a program may use both interfaces with the same objects. Errors have the same numbers, except
 * those that only the runtime has.
 */
#ifndef LOCKSTEP_CUDA_DRIVER_H
#define LOCKSTEP_CUDA_DRIVER_H

#include "cudart.h"

/* The result of a function of the driver interface. */
typedef int Result;

typedef struct Context Context;

/* Whether functions of the driver interface are the runtime's own, as HIP's are: they need no
   initialization, and their errors are kept for the thread. */
#ifdef LOCKSTEP_HIP
#define IS_RUNTIME 1
#else
#define IS_RUNTIME 0
#endif

/* The bodies of functions: ASK needs cuInit, DRIVE a current context, too. Functions of the runtime
   that they call leave no error for cudaGetLastError. */
#define ASK(expression) ENTER_DRIVER(driver_enter, expression)
#define DRIVE(expression) ENTER_DRIVER(driver_enter_context, expression)
#define ENTER_DRIVER(begin, expression)         \
  do {                                          \
    ThreadState kept;                           \
    Error driver_error = begin(&kept, __func__); \
    if (!driver_error)                          \
      driver_error = (expression);              \
    return driver_leave(driver_error, &kept);   \
  } while (0)

/* Defines a function whose body, which follows, is evaluated by ASK or DRIVE. */
#define DRIVER_ENTRY(evaluate, name, parameters, arguments) \
  static Error name##_body parameters;                      \
  API Result name parameters {                              \
    evaluate(name##_body arguments);                        \
  }                                                         \
  static Error name##_body parameters

/* cuda_context.c */
Error driver_enter(ThreadState *kept, const char *function);
Error driver_enter_context(ThreadState *kept, const char *function);
Result driver_leave(Error error, const ThreadState *kept);
int context_alive(const Context *context);
Context *context_current(void);

/* cuda_errors.c */
Result result_of(Error error); /* the driver's number for an error of the runtime */

/* cuda_device.c */
int device_exists(int device);

/* Functions of the runtime with the same meaning. */
#include "cudart_functions.h" /* of api.txt */
Error cudaDeviceReset(void);
Error cudaEventDestroy(Event *event);
Error cudaFreeArray(Array *array);
Error cudaFuncGetAttributes(FunctionAttributes *result, const void *address);
Error cudaFuncSetAttribute(const void *address, int attribute, int value);
const char *cudaGetErrorString(Error error);
Error cudaGraphAddMemsetNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t
                             count, const MemsetParams *fill);
Error cudaGraphExecMemsetNodeSetParams(GraphExec *executable, GraphNode *node,
                                       const MemsetParams *fill);
Error cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
Error cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
Error cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *address, int blocks, int
                                                threads);
Error cudaPointerGetAttributes(PointerAttributes *result, const void *pointer);

static inline void *pointer_of(DevicePointer address) {
  return (void *)(uintptr_t)address;
}

/* cuda_array.c: the format of CUarray_format and a number of channels. */
Error format_of(int format, unsigned channels, ChannelFormat *result);

Error box_copy(const BoxCopy *box, Copy3D *copy); /* cuda_copy.c */
Error copy_as_box(const Copy3D *copy, BoxCopy *box);

#endif
