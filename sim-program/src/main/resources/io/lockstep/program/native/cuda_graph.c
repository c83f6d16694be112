/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs. Their objects are the runtime's; descriptions of nodes differ. */
#include <string.h>

#include "cuda_driver.h"
#include "cudart_graph.h"

DRIVER_SAME(ASK, cuGraphCreate, cudaGraphCreate, (Graph **graph, unsigned flags), (graph, flags))
DRIVER_SAME(ASK, cuGraphDestroy, cudaGraphDestroy, (Graph *graph), (graph))
DRIVER_SAME(ASK, cuGraphClone, cudaGraphClone, (Graph **clone, Graph *graph), (clone, graph))
DRIVER_SAME(ASK, cuGraphNodeFindInClone, cudaGraphNodeFindInClone, (GraphNode **found,
             const GraphNode *node, const Graph *clone), (found, node, clone))
DRIVER_SAME(ASK, cuGraphDestroyNode, cudaGraphDestroyNode, (GraphNode *node), (node))
DRIVER_SAME(ASK, cuGraphNodeGetType, cudaGraphNodeGetType, (const GraphNode *node, int *type),
             (node, type))
DRIVER_SAME(ASK, cuGraphGetNodes, cudaGraphGetNodes, (const Graph *graph, GraphNode **nodes,
             size_t *count), (graph, nodes, count))
DRIVER_SAME(ASK, cuGraphGetRootNodes, cudaGraphGetRootNodes, (const Graph *graph,
             GraphNode **nodes, size_t *count), (graph, nodes, count))
DRIVER_SAME(ASK, cuGraphDebugDotPrint, cudaGraphDebugDotPrint, (const Graph *graph,
             const char *path, unsigned flags), (graph, path, flags))
DRIVER_SAME(ASK, cuUserObjectCreate, cudaUserObjectCreate, (UserObject **result, void *data,
             HostFunction destroy, unsigned count, unsigned flags),
             (result, data, destroy, count, flags))
DRIVER_SAME(ASK, cuUserObjectRetain, cudaUserObjectRetain, (UserObject *object, unsigned count),
             (object, count))
DRIVER_SAME(ASK, cuUserObjectRelease, cudaUserObjectRelease, (UserObject *object, unsigned count),
             (object, count))
DRIVER_SAME(ASK, cuGraphRetainUserObject, cudaGraphRetainUserObject, (Graph *graph,
             UserObject *object, unsigned count, unsigned flags), (graph, object, count, flags))
DRIVER_SAME(ASK, cuGraphReleaseUserObject, cudaGraphReleaseUserObject, (Graph *graph,
             UserObject *object, unsigned count), (graph, object, count))
DRIVER_SAME(ASK, cuDeviceGetGraphMemAttribute, cudaDeviceGetGraphMemAttribute, (int device,
             int attribute, uint64_t *value), (device, attribute, value))
DRIVER_SAME(ASK, cuDeviceSetGraphMemAttribute, cudaDeviceSetGraphMemAttribute, (int device,
             int attribute, const uint64_t *value), (device, attribute, value))
DRIVER_SAME(ASK, cuDeviceGraphMemTrim, cudaDeviceGraphMemTrim, (int device), (device))

/* Edges, with their data and without. */
#define EDGE_FORMS(name, evaluate, parameters, with, without_parameters, without) \
  API Result name##_v2 parameters {                                               \
    ASK(evaluate with);                                                           \
  }                                                                               \
  API Result name without_parameters {                                            \
    ASK(evaluate without);                                                        \
  }
EDGE_FORMS(cuGraphAddDependencies, edges_add,
           (Graph *graph, GraphNode *const *from, GraphNode *const *to, const EdgeData *edges,
            size_t count),
           (graph, from, to, edges, count),
           (Graph *graph, GraphNode *const *from, GraphNode *const *to, size_t count),
           (graph, from, to, NULL, count))
EDGE_FORMS(cuGraphRemoveDependencies, edges_remove,
           (Graph *graph, GraphNode *const *from, GraphNode *const *to, const EdgeData *edges,
            size_t count),
           (graph, from, to, edges, count),
           (Graph *graph, GraphNode *const *from, GraphNode *const *to, size_t count),
           (graph, from, to, NULL, count))
EDGE_FORMS(cuGraphGetEdges, edges_list,
           (const Graph *graph, GraphNode **from, GraphNode **to, EdgeData *edges, size_t *count),
           (graph, from, to, edges, count),
           (const Graph *graph, GraphNode **from, GraphNode **to, size_t *count),
           (graph, from, to, NULL, count))
EDGE_FORMS(cuGraphNodeGetDependencies, node_dependencies,
           (const GraphNode *node, GraphNode **nodes, EdgeData *edges, size_t *count),
           (node, nodes, edges, count),
           (const GraphNode *node, GraphNode **nodes, size_t *count), (node, nodes, NULL, count))
EDGE_FORMS(cuGraphNodeGetDependentNodes, node_dependents,
           (const GraphNode *node, GraphNode **nodes, EdgeData *edges, size_t *count),
           (node, nodes, edges, count),
           (const GraphNode *node, GraphNode **nodes, size_t *count), (node, nodes, NULL, count))

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

API Result cuGraphKernelNodeGetParams_v2(const GraphNode *node, KernelNode *kernel) {
  ASK(kernel_out(node, kernel, sizeof *kernel));
}

API Result cuGraphKernelNodeGetParams(const GraphNode *node, KernelNode *kernel) {
  ASK(kernel_out(node, kernel, sizeof(KernelNode11)));
}

API Result cuGraphMemcpyNodeGetParams(const GraphNode *node, BoxCopy *box) {
  ASK(copy_out(node, box));
}

/* Nodes whose functions have the runtime's parameters. */
#define SAME_ADD(name, ...)                                                                     \
  DRIVER_SAME(ASK, cu##name, cuda##name, (GraphNode **node, Graph *graph,                       \
               GraphNode *const *dependencies, size_t count, __VA_ARGS__),                      \
               (node, graph, dependencies, count, value))
#define SAME_SET(name, ...) \
  DRIVER_SAME(ASK, cu##name, cuda##name, (GraphNode *node, __VA_ARGS__), (node, value))
#define SAME_GET(name, ...) \
  DRIVER_SAME(ASK, cu##name, cuda##name, (const GraphNode *node, __VA_ARGS__), (node, value))
#define SAME_EXEC(name, ...)                                                               \
  DRIVER_SAME(ASK, cu##name, cuda##name, (GraphExec *executable, GraphNode *node, __VA_ARGS__), \
               (executable, node, value))
SAME_ADD(GraphAddHostNode, const HostNodeParams *value)
SAME_ADD(GraphAddChildGraphNode, Graph *value)
SAME_ADD(GraphAddEventRecordNode, Event *value)
SAME_ADD(GraphAddEventWaitNode, Event *value)
SAME_ADD(GraphAddMemAllocNode, MemAllocNodeParams *value)
SAME_ADD(GraphAddMemFreeNode, void *value)
SAME_SET(GraphHostNodeSetParams, const HostNodeParams *value)
SAME_SET(GraphMemsetNodeSetParams, const MemsetParams *value)
SAME_SET(GraphEventRecordNodeSetEvent, Event *value)
SAME_SET(GraphEventWaitNodeSetEvent, Event *value)
SAME_GET(GraphHostNodeGetParams, HostNodeParams *value)
SAME_GET(GraphMemsetNodeGetParams, MemsetParams *value)
SAME_GET(GraphChildGraphNodeGetGraph, Graph **value)
SAME_GET(GraphEventRecordNodeGetEvent, Event **value)
SAME_GET(GraphEventWaitNodeGetEvent, Event **value)
SAME_GET(GraphMemAllocNodeGetParams, MemAllocNodeParams *value)
SAME_GET(GraphMemFreeNodeGetParams, void **value)
SAME_EXEC(GraphExecHostNodeSetParams, const HostNodeParams *value)
SAME_EXEC(GraphExecChildGraphNodeSetParams, Graph *value)
SAME_EXEC(GraphExecEventRecordNodeSetEvent, Event *value)
SAME_EXEC(GraphExecEventWaitNodeSetEvent, Event *value)
SAME_EXEC(GraphNodeSetEnabled, unsigned value)
SAME_EXEC(GraphNodeGetEnabled, unsigned *value)
DRIVER_SAME(ASK, cuGraphAddEmptyNode, cudaGraphAddEmptyNode, (GraphNode **node, Graph *graph,
             GraphNode *const *dependencies, size_t count), (node, graph, dependencies, count))
DRIVER_SAME(ASK, cuGraphKernelNodeSetAttribute, cudaGraphKernelNodeSetAttribute, (GraphNode *node,
             int id, const void *value), (node, id, value))
DRIVER_SAME(ASK, cuGraphKernelNodeGetAttribute, cudaGraphKernelNodeGetAttribute, (
             const GraphNode *node, int id, void *value), (node, id, value))
DRIVER_SAME(ASK, cuGraphKernelNodeCopyAttributes, cudaGraphKernelNodeCopyAttributes, (
             GraphNode *to, const GraphNode *from), (to, from))

API Result cuGraphAddMemsetNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                size_t count, const MemsetParams *fill, Context *context) {
  (void)context;
  ASK(cudaGraphAddMemsetNode(node, graph, dependencies, count, fill));
}

API Result cuGraphExecMemsetNodeSetParams(GraphExec *executable, GraphNode *node,
                                          const MemsetParams *fill, Context *context) {
  (void)context;
  ASK(cudaGraphExecMemsetNodeSetParams(executable, node, fill));
}

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

API Result cuGraphAddNode_v2(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                             const EdgeData *edges, size_t count, DriverNode *any) {
  ASK(add_any(node, graph, dependencies, edges, count, any));
}

API Result cuGraphAddNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                          size_t count, DriverNode *any) {
  ASK(add_any(node, graph, dependencies, NULL, count, any));
}

SET(cuGraphNodeSetParams, node_in(any, &params), const DriverNode *any)
SET_EXEC(cuGraphExecNodeSetParams, node_in(any, &params), const DriverNode *any)

DRIVER_SAME(DRIVE, cuGraphInstantiateWithFlags, cudaGraphInstantiateWithFlags, (
             GraphExec **executable, Graph *graph, unsigned long long flags),
             (executable, graph, flags))
DRIVER_SAME(DRIVE, cuGraphInstantiateWithParams, cudaGraphInstantiateWithParams, (
             GraphExec **executable, Graph *graph, InstantiateParams *params),
             (executable, graph, params))
ALSO(cuGraphInstantiateWithParams, cuGraphInstantiateWithParams_ptsz);

/* The form of CUDA 11: with the node at fault and a log. */
DRIVER_ENTRY(DRIVE, cuGraphInstantiate_v2, (GraphExec **executable, Graph *graph, GraphNode **fault,
              char *log, size_t bytes), (executable, graph, fault, log, bytes)) {
  if (fault)
    *fault = NULL;
  if (log && bytes > 0)
    *log = 0;
  return cudaGraphInstantiateWithFlags(executable, graph, 0);
}
ALSO(cuGraphInstantiate_v2, cuGraphInstantiate);

DRIVER_ENTRY(DRIVE, cuGraphExecUpdate_v2, (GraphExec *executable, Graph *graph,
              UpdateResult *result), (executable, graph, result)) {
  if (!result)
    return cudaErrorInvalidValue;
  return exec_update(executable, graph, &result->result, &result->fault, &result->from);
}

DRIVER_ENTRY(DRIVE, cuGraphExecUpdate, (GraphExec *executable, Graph *graph, GraphNode **fault,
              int *result), (executable, graph, fault, result)) {
  GraphNode *from;
  if (!result || !fault)
    return cudaErrorInvalidValue;
  return exec_update(executable, graph, result, fault, &from);
}

DRIVER_SAME(ASK, cuGraphExecGetFlags, cudaGraphExecGetFlags, (const GraphExec *executable,
             unsigned long long *flags), (executable, flags))
DRIVER_SAME(DRIVE, cuGraphLaunch, cudaGraphLaunch, (GraphExec *executable, Stream *stream),
             (executable, stream))
ALSO(cuGraphLaunch, cuGraphLaunch_ptsz);
DRIVER_SAME(DRIVE, cuGraphUpload, cudaGraphUpload, (GraphExec *executable, Stream *stream),
             (executable, stream))
ALSO(cuGraphUpload, cuGraphUpload_ptsz);
DRIVER_SAME(ASK, cuGraphExecDestroy, cudaGraphExecDestroy, (GraphExec *executable), (executable))
