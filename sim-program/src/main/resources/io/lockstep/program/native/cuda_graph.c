/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs. Their objects are the runtime's; descriptions of nodes differ. */
#include "cuda_driver.h"

DRIVER_SAME(ASK, cuGraphCreate, cudaGraphCreate, (Graph **graph, unsigned flags), (graph, flags))
DRIVER_SAME(ASK, cuGraphDestroy, cudaGraphDestroy, (Graph *graph), (graph))
DRIVER_SAME(ASK, cuGraphClone, cudaGraphClone, (Graph **clone, const Graph *graph), (clone, graph))

/* CUDA_KERNEL_NODE_PARAMS of CUDA 12 */
typedef struct {
  Function *function;
  Dim3 grid, block;
  unsigned dynamic_shared;
  void **arguments, **extra;
  Function *kernel; /* in place of a function */
  Context *context;
} KernelNode;
_Static_assert(sizeof(KernelNode) == 72, "CUDA_KERNEL_NODE_PARAMS_v2");

static Error kernel_of(const KernelNode *from, KernelNodeParams *to) {
  if (!from)
    return cudaErrorInvalidValue;
  if (from->extra)
    return unsupported("arguments of a graph's kernel in a buffer (CUDA_KERNEL_NODE_PARAMS.extra)");
  *to = (KernelNodeParams){.function = from->function ? from->function : from->kernel,
                           .grid = from->grid,
                           .block = from->block,
                           .dynamic_shared_bytes = from->dynamic_shared,
                           .arguments = from->arguments};
  return cudaSuccess;
}

DRIVER_ENTRY(ASK, cuGraphAddKernelNode_v2, (GraphNode **node, Graph *graph,
              GraphNode *const *dependencies, size_t count, const KernelNode *kernel),
              (node, graph, dependencies, count, kernel)) {
  KernelNodeParams params;
  TRY(kernel_of(kernel, &params));
  return cudaGraphAddKernelNode(node, graph, dependencies, count, &params);
}

DRIVER_ENTRY(ASK, cuGraphExecKernelNodeSetParams_v2, (GraphExec *executable, GraphNode *node,
              const KernelNode *kernel), (executable, node, kernel)) {
  KernelNodeParams params;
  TRY(kernel_of(kernel, &params));
  return cudaGraphExecKernelNodeSetParams(executable, node, &params);
}

static Error add_copy(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t count,
                      const BoxCopy *box) {
  Copy3D copy;
  TRY(box_copy(box, &copy));
  return cudaGraphAddMemcpyNode(node, graph, dependencies, count, &copy);
}

API Result cuGraphAddMemcpyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                size_t count, const BoxCopy *copy, Context *context) {
  (void)context;
  ASK(add_copy(node, graph, dependencies, count, copy));
}

API Result cuGraphAddMemsetNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                size_t count, const MemsetParams *fill, Context *context) {
  (void)context;
  ASK(cudaGraphAddMemsetNode(node, graph, dependencies, count, fill));
}

DRIVER_SAME(ASK, cuGraphAddHostNode, cudaGraphAddHostNode, (GraphNode **node, Graph *graph,
             GraphNode *const *dependencies, size_t count, const HostNodeParams *host),
             (node, graph, dependencies, count, host))
DRIVER_SAME(ASK, cuGraphAddEmptyNode, cudaGraphAddEmptyNode, (GraphNode **node, Graph *graph,
             GraphNode *const *dependencies, size_t count), (node, graph, dependencies, count))
DRIVER_SAME(ASK, cuGraphAddChildGraphNode, cudaGraphAddChildGraphNode, (GraphNode **node,
             Graph *graph, GraphNode *const *dependencies, size_t count, Graph *child),
             (node, graph, dependencies, count, child))
DRIVER_SAME(ASK, cuGraphGetNodes, cudaGraphGetNodes, (Graph *graph, GraphNode **nodes,
             size_t *count), (graph, nodes, count))
DRIVER_SAME(ASK, cuGraphGetRootNodes, cudaGraphGetRootNodes, (Graph *graph, GraphNode **nodes,
             size_t *count), (graph, nodes, count))
DRIVER_SAME(ASK, cuGraphNodeGetType, cudaGraphNodeGetType, (GraphNode *node, int *type),
             (node, type))
DRIVER_SAME(DRIVE, cuGraphInstantiateWithFlags, cudaGraphInstantiateWithFlags, (
             GraphExec **executable, const Graph *graph, unsigned long long flags),
             (executable, graph, flags))

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

DRIVER_SAME(DRIVE, cuGraphLaunch, cudaGraphLaunch, (GraphExec *executable, Stream *stream),
             (executable, stream))
ALSO(cuGraphLaunch, cuGraphLaunch_ptsz);
DRIVER_SAME(ASK, cuGraphExecDestroy, cudaGraphExecDestroy, (GraphExec *executable), (executable))
