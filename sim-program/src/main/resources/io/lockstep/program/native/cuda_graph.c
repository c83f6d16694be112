/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs. Their objects are the runtime's; descriptions of nodes differ. */
#include "cuda_driver.h"

API Result cuGraphCreate(Graph **graph, unsigned flags) {
  ASK(cudaGraphCreate(graph, flags));
}

API Result cuGraphDestroy(Graph *graph) {
  ASK(cudaGraphDestroy(graph));
}

API Result cuGraphClone(Graph **clone, Graph *graph) {
  ASK(cudaGraphClone(clone, graph));
}

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

static Error add_kernel(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t count,
                        const KernelNode *kernel) {
  KernelNodeParams params;
  TRY(kernel_of(kernel, &params));
  return cudaGraphAddKernelNode(node, graph, dependencies, count, &params);
}

API Result cuGraphAddKernelNode_v2(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                   size_t count, const KernelNode *kernel) {
  ASK(add_kernel(node, graph, dependencies, count, kernel));
}

static Error set_kernel(GraphExec *executable, GraphNode *node, const KernelNode *kernel) {
  KernelNodeParams params;
  TRY(kernel_of(kernel, &params));
  return cudaGraphExecKernelNodeSetParams(executable, node, &params);
}

API Result cuGraphExecKernelNodeSetParams_v2(GraphExec *executable, GraphNode *node,
                                             const KernelNode *kernel) {
  ASK(set_kernel(executable, node, kernel));
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

API Result cuGraphAddHostNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                              size_t count, const HostNodeParams *host) {
  ASK(cudaGraphAddHostNode(node, graph, dependencies, count, host));
}

API Result cuGraphAddEmptyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                               size_t count) {
  ASK(cudaGraphAddEmptyNode(node, graph, dependencies, count));
}

API Result cuGraphAddChildGraphNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                    size_t count, Graph *child) {
  ASK(cudaGraphAddChildGraphNode(node, graph, dependencies, count, child));
}

API Result cuGraphGetNodes(Graph *graph, GraphNode **nodes, size_t *count) {
  ASK(cudaGraphGetNodes(graph, nodes, count));
}

API Result cuGraphGetRootNodes(Graph *graph, GraphNode **nodes, size_t *count) {
  ASK(cudaGraphGetRootNodes(graph, nodes, count));
}

API Result cuGraphNodeGetType(GraphNode *node, int *type) {
  ASK(cudaGraphNodeGetType(node, type));
}

API Result cuGraphInstantiateWithFlags(GraphExec **executable, Graph *graph,
                                       unsigned long long flags) {
  DRIVE(cudaGraphInstantiateWithFlags(executable, graph, flags));
}

/* The form of CUDA 11: with the node at fault and a log. */
static Error instantiate(GraphExec **executable, Graph *graph, GraphNode **fault, char *log,
                         size_t bytes) {
  if (fault)
    *fault = NULL;
  if (log && bytes > 0)
    *log = 0;
  return cudaGraphInstantiateWithFlags(executable, graph, 0);
}

API Result cuGraphInstantiate_v2(GraphExec **executable, Graph *graph, GraphNode **fault, char *log,
                                 size_t bytes) {
  DRIVE(instantiate(executable, graph, fault, log, bytes));
}
ALSO(cuGraphInstantiate_v2, cuGraphInstantiate);

API Result cuGraphLaunch(GraphExec *executable, Stream *stream) {
  DRIVE(cudaGraphLaunch(executable, stream));
}
ALSO(cuGraphLaunch, cuGraphLaunch_ptsz);

API Result cuGraphExecDestroy(GraphExec *executable) {
  ASK(cudaGraphExecDestroy(executable));
}
