/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs. Their objects are the runtime's; descriptions of nodes differ. */
#include <string.h>

#include "cuda_driver.h"
#include "cudart_graph.h"

/* CUDA_KERNEL_NODE_PARAMS; the form of CUDA 11 ends before the kernel. */
typedef struct {
  Function *function;
  Dim3 grid, block;
  unsigned dynamic_shared;
  void **arguments, **extra;
  Function *kernel; /* in place of a function */
  Context *context;
} KernelNode;
typedef struct {
  Function *function;
  Dim3 grid, block;
  unsigned dynamic_shared;
  void **arguments, **extra;
} KernelNode11;
_Static_assert(sizeof(KernelNode) == 72, "CUDA_KERNEL_NODE_PARAMS_v2");

/* CUgraphNodeParams */
typedef struct {
  int type, reserved[3];
  union {
    long long words[29];
    KernelNode kernel;
    struct {
      int flags, reserved;
      Context *context;
      BoxCopy box;
    } copy;
  };
  long long reserved_last;
} DriverNode;
_Static_assert(sizeof(DriverNode) == sizeof(NodeParams), "CUgraphNodeParams");

static Error kernel_in(const KernelNode *from, NodeParams *to) {
  if (!from)
    return cudaErrorInvalidValue;
  *to = (NodeParams){.type = NODE_KERNEL,
                     .kernel = {.function = from->function ? from->function : from->kernel,
                                .grid = from->grid,
                                .block = from->block,
                                .dynamic_shared_bytes = from->dynamic_shared,
                                .arguments = from->arguments,
                                .extra = from->extra}};
  return cudaSuccess;
}

static Error kernel11_in(const KernelNode11 *from, NodeParams *to) {
  KernelNode kernel = {0};
  if (from)
    memcpy(&kernel, from, sizeof *from);
  return kernel_in(from ? &kernel : NULL, to);
}

static Error copy_in(const BoxCopy *from, NodeParams *to) {
  *to = (NodeParams){.type = NODE_COPY};
  return box_copy(from, &to->copy.params);
}

/* Descriptions of other nodes are the runtime's, but may have a context behind. */
static Error node_in(const DriverNode *from, NodeParams *to) {
  if (!from)
    return cudaErrorInvalidValue;
  int rest = from->reserved[0] | from->reserved[1] | from->reserved[2];
  if (rest || from->reserved_last)
    return cudaErrorInvalidValue;
  if (from->type == NODE_KERNEL)
    return kernel_in(&from->kernel, to);
  if (from->type == NODE_COPY)
    return from->copy.flags ? cudaErrorInvalidValue : copy_in(&from->copy.box, to);
  memcpy(to, from, sizeof *to);
  return cudaSuccess;
}

static Error kernel_out(const GraphNode *node, KernelNode *kernel, size_t bytes) {
  NodeParams params = {.type = NODE_KERNEL};
  if (!kernel)
    return cudaErrorInvalidValue;
  TRY(node_get(node, &params));
  Function *function;
  TRY(function_of(params.kernel.function, &function));
  KernelNode result = {.function = function,
                       .grid = params.kernel.grid,
                       .block = params.kernel.block,
                       .dynamic_shared = params.kernel.dynamic_shared_bytes,
                       .arguments = params.kernel.arguments};
  memcpy(kernel, &result, bytes);
  return cudaSuccess;
}

static Error copy_out(const GraphNode *node, BoxCopy *box) {
  NodeParams params = {.type = NODE_COPY};
  if (!box)
    return cudaErrorInvalidValue;
  TRY(node_get(node, &params));
  return copy_as_box(&params.copy.params, box);
}

/* Functions of a type of node: to add, to set, to set in an executable graph. */
#define ADD(name, in, ...)                                                                      \
  API Result name(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t count, \
                  __VA_ARGS__) {                                                                \
    NodeParams params;                                                                          \
    ASK(in ?: node_add(node, graph, dependencies, NULL, count, &params));                       \
  }
#define SET(name, in, ...)                         \
  API Result name(GraphNode *node, __VA_ARGS__) {  \
    NodeParams params;                             \
    ASK(in ?: node_set(node, &params));            \
  }
#define SET_EXEC(name, in, ...)                                         \
  API Result name(GraphExec *executable, GraphNode *node, __VA_ARGS__) { \
    NodeParams params;                                                  \
    ASK(in ?: exec_set(executable, node, &params));                     \
  }
ADD(cuGraphAddKernelNode_v2, kernel_in(kernel, &params), const KernelNode *kernel)
ADD(cuGraphAddKernelNode, kernel11_in(kernel, &params), const KernelNode11 *kernel)
ADD(cuGraphAddMemcpyNode, copy_in(box, &params), const BoxCopy *box, Context *context)
SET(cuGraphKernelNodeSetParams_v2, kernel_in(kernel, &params), const KernelNode *kernel)
SET(cuGraphKernelNodeSetParams, kernel11_in(kernel, &params), const KernelNode11 *kernel)
SET(cuGraphMemcpyNodeSetParams, copy_in(box, &params), const BoxCopy *box)
SET_EXEC(cuGraphExecKernelNodeSetParams_v2, kernel_in(kernel, &params), const KernelNode *kernel)
SET_EXEC(cuGraphExecKernelNodeSetParams, kernel11_in(kernel, &params), const KernelNode11 *kernel)
SET_EXEC(cuGraphExecMemcpyNodeSetParams, copy_in(box, &params), const BoxCopy *box,
         Context *context)

static Error add_any(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                     const EdgeData *edges, size_t count, DriverNode *any) {
  NodeParams params;
  TRY(node_in(any, &params));
  TRY(node_add(node, graph, dependencies, edges, count, &params));
  NodeParams made = {.type = params.type};
  TRY(node_get(*node, &made));
  if (any->type == NODE_ALLOCATE || any->type == NODE_CHILD)
    memcpy(any->words, made.words, sizeof any->words);
  return cudaSuccess;
}

SET(cuGraphNodeSetParams, node_in(any, &params), const DriverNode *any)
SET_EXEC(cuGraphExecNodeSetParams, node_in(any, &params), const DriverNode *any)

DRIVER_ENTRY(DRIVE, cuGraphExecUpdate, (GraphExec *executable, Graph *graph, GraphNode **fault,
              int *result), (executable, graph, fault, result)) {
  GraphNode *from;
  if (!result || !fault)
    return cudaErrorInvalidValue;
  return exec_update(executable, graph, result, fault, &from);
}
