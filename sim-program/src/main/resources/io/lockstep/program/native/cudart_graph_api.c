/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: the functions that build, change and inspect them. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

API Error cudaGraphCreate(Graph **graph, unsigned flags) {
  CALL(flags ? cudaErrorInvalidValue : graph_create(graph));
}

ENTRY(cudaGraphDestroy, (Graph *graph), (graph)) {
  if (!graph)
    return cudaErrorInvalidValue;
  graph_destroy(graph);
  return cudaSuccess;
}

API Error cudaGraphClone(Graph **clone, const Graph *graph) {
  CALL(graph_clone(graph, clone));
}

static Error node_kernel(GraphNode *node, const KernelNodeParams *params) {
  if (!node || node->type != NODE_KERNEL || !params)
    return cudaErrorInvalidValue;
  LaunchShape shape = {
      .grid = params->grid, .block = params->block, .dynamic_shared = params->dynamic_shared_bytes};
  TRY(function_of(params->function, &shape.function));
  if (!params->arguments && shape.function->kernel->count > 0)
    return unsupported("cudaKernelNodeParams.extra");
  return node_set_kernel(node, &shape, params->arguments);
}

ENTRY(cudaGraphAddKernelNode, (GraphNode **node, Graph *graph, GraphNode *const *dependencies,
       size_t count, const KernelNodeParams *params), (node, graph, dependencies, count, params)) {
  if (!params)
    return cudaErrorInvalidValue;
  TRY(graph_add(graph, NODE_KERNEL, dependencies, count, node));
  return node_kernel(*node, params);
}

static Error add_copy(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t count,
                      const Copy3D *copy) {
  if (!copy)
    return cudaErrorInvalidValue;
  TRY(graph_add(graph, NODE_COPY, dependencies, count, node));
  (*node)->copy = *copy;
  return cudaSuccess;
}

API Error cudaGraphAddMemcpyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                 size_t count, const Copy3D *copy) {
  CALL(add_copy(node, graph, dependencies, count, copy));
}

static Copy3D linear(void *dst, const void *src, size_t bytes, int kind) {
  return (Copy3D){.src = {(void *)src, bytes, bytes, 1},
                  .dst = {dst, bytes, bytes, 1},
                  .extent = {bytes, 1, 1},
                  .kind = kind};
}

static Error add_linear(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                        size_t count, Copy3D copy) {
  return add_copy(node, graph, dependencies, count, &copy);
}

API Error cudaGraphAddMemcpyNode1D(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                   size_t count, void *dst, const void *src, size_t bytes,
                                   int kind) {
  CALL(add_linear(node, graph, dependencies, count, linear(dst, src, bytes, kind)));
}

ENTRY(cudaGraphAddMemsetNode, (GraphNode **node, Graph *graph, GraphNode *const *dependencies,
       size_t count, const MemsetParams *fill), (node, graph, dependencies, count, fill)) {
  if (!fill)
    return cudaErrorInvalidValue;
  TRY(graph_add(graph, NODE_FILL, dependencies, count, node));
  (*node)->fill = *fill;
  return cudaSuccess;
}

ENTRY(cudaGraphAddHostNode, (GraphNode **node, Graph *graph, GraphNode *const *dependencies,
       size_t count, const HostNodeParams *host), (node, graph, dependencies, count, host)) {
  if (!host || !host->function)
    return cudaErrorInvalidValue;
  TRY(graph_add(graph, NODE_HOST, dependencies, count, node));
  (*node)->host = *host;
  return cudaSuccess;
}

API Error cudaGraphAddEmptyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                size_t count) {
  CALL(graph_add(graph, NODE_EMPTY, dependencies, count, node));
}

/* Memory nodes do nothing: the memory of a graph is there from the start, and stays. */
ENTRY(cudaGraphAddMemAllocNode, (GraphNode **node, Graph *graph, GraphNode *const *dependencies,
       size_t count, MemAllocNodeParams *parameters),
       (node, graph, dependencies, count, parameters)) {
  if (!parameters)
    return cudaErrorInvalidValue;
  TRY(memory_of_graph(&parameters->pointer, parameters->bytes));
  return graph_add(graph, NODE_EMPTY, dependencies, count, node);
}

ENTRY(cudaGraphAddMemFreeNode, (GraphNode **node, Graph *graph, GraphNode *const *dependencies,
       size_t count, const void *pointer), (node, graph, dependencies, count, pointer)) {
  const Allocation *allocation = allocation_of((uint64_t)(uintptr_t)pointer);
  if (!allocation)
    return cudaErrorInvalidValue;
  if (!allocation->of_graph)
    return unsupported("a graph that frees other memory than a graph's (cudaGraphAddMemFreeNode)");
  return graph_add(graph, NODE_EMPTY, dependencies, count, node);
}

ENTRY(cudaGraphAddChildGraphNode, (GraphNode **node, Graph *graph, GraphNode *const *dependencies,
       size_t count, Graph *child), (node, graph, dependencies, count, child)) {
  if (!child)
    return cudaErrorInvalidValue;
  TRY(graph_add(graph, NODE_CHILD, dependencies, count, node));
  return graph_clone(child, &(*node)->child);
}

static Error add_event(GraphNode **node, Graph *graph, int type, GraphNode *const *dependencies,
                       size_t count, Event *event) {
  if (!event)
    return cudaErrorInvalidValue;
  TRY(graph_add(graph, type, dependencies, count, node));
  (*node)->event = event;
  return cudaSuccess;
}

API Error cudaGraphAddEventRecordNode(GraphNode **node, Graph *graph,
                                      GraphNode *const *dependencies, size_t count, Event *event) {
  CALL(add_event(node, graph, NODE_RECORD, dependencies, count, event));
}

API Error cudaGraphAddEventWaitNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                    size_t count, Event *event) {
  CALL(add_event(node, graph, NODE_WAIT, dependencies, count, event));
}

static Error connect(GraphNode *const *from, GraphNode *const *to, size_t count) {
  for (size_t i = 0; i < count; i++)
    TRY(nodes_add(&to[i]->dependencies, from[i]));
  return cudaSuccess;
}

#if CUDART_MAJOR >= 13
API Error cudaGraphAddDependencies(Graph *graph, GraphNode *const *from, GraphNode *const *to,
                                   const void *edges, size_t count) {
  (void)graph, (void)edges;
  CALL(connect(from, to, count));
}
#else
API Error cudaGraphAddDependencies(Graph *graph, GraphNode *const *from, GraphNode *const *to,
                                   size_t count) {
  (void)graph;
  CALL(connect(from, to, count));
}
#endif

/* The usual answer to a query of nodes: their number, and the nodes if there is room for them. */
static Error answer(const Nodes *found, GraphNode **nodes, size_t *count) {
  if (!count)
    return cudaErrorInvalidValue;
  for (size_t i = 0; nodes && i < found->count && i < *count; i++)
    nodes[i] = found->items[i];
  if (!nodes || *count > found->count)
    *count = found->count;
  return cudaSuccess;
}

API Error cudaGraphGetNodes(Graph *graph, GraphNode **nodes, size_t *count) {
  CALL(!graph ? cudaErrorInvalidValue : answer(&graph->nodes, nodes, count));
}

ENTRY(cudaGraphGetRootNodes, (Graph *graph, GraphNode **nodes, size_t *count),
       (graph, nodes, count)) {
  Nodes found = {0};
  if (!graph)
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < graph->nodes.count; i++)
    if (graph->nodes.items[i]->dependencies.count == 0)
      TRY(nodes_add(&found, graph->nodes.items[i]));
  Error error = answer(&found, nodes, count);
  free(found.items);
  return error;
}

ENTRY(cudaGraphNodeGetType, (GraphNode *node, int *type), (node, type)) {
  if (!node || !type)
    return cudaErrorInvalidValue;
  *type = node->type; /* our numbers are those of cudaGraphNodeType */
  return cudaSuccess;
}

ENTRY(cudaGraphKernelNodeGetParams, (GraphNode *node, KernelNodeParams *params), (node, params)) {
  if (!node || !params || node->type != NODE_KERNEL)
    return cudaErrorInvalidValue;
  *params = (KernelNodeParams){.function = (void *)node->shape.function->host,
                               .grid = node->shape.grid,
                               .block = node->shape.block,
                               .dynamic_shared_bytes = (unsigned)node->shape.dynamic_shared,
                               .arguments = node->arguments};
  return cudaSuccess;
}

API Error cudaGraphKernelNodeSetParams(GraphNode *node, const KernelNodeParams *params) {
  CALL(node_kernel(node, params));
}

static Error instantiate(GraphExec **executable, const Graph *graph, unsigned long long flags) {
  if (!graph || !executable)
    return cudaErrorInvalidValue;
  *executable = calloc(1, sizeof **executable);
  if (!*executable)
    return cudaErrorMemoryAllocation;
  (*executable)->flags = flags;
  return graph_clone(graph, &(*executable)->graph);
}

#if CUDART_MAJOR >= 12
API Error cudaGraphInstantiate(GraphExec **executable, const Graph *graph,
                               unsigned long long flags) {
  CALL(instantiate(executable, graph, flags));
}
#else
API Error cudaGraphInstantiate(GraphExec **executable, const Graph *graph, GraphNode **error_node,
                               char *log, size_t log_bytes) {
  if (error_node)
    *error_node = NULL;
  if (log && log_bytes > 0)
    *log = 0;
  CALL(instantiate(executable, graph, 0));
}
#endif

API Error cudaGraphInstantiateWithFlags(GraphExec **executable, const Graph *graph,
                                        unsigned long long flags) {
  CALL(instantiate(executable, graph, flags));
}

ENTRY(cudaGraphExecDestroy, (GraphExec *executable), (executable)) {
  if (!executable)
    return cudaErrorInvalidValue;
  graph_destroy(executable->graph);
  free(executable);
  return cudaSuccess;
}

ENTRY(cudaGraphExecGetFlags, (const GraphExec *executable, unsigned long long *flags),
       (executable, flags)) {
  if (!executable || !flags)
    return cudaErrorInvalidValue;
  *flags = executable->flags;
  return cudaSuccess;
}

/* An update keeps the types of the nodes; cudaGraphExecUpdateResult 0 is success, 2 a changed
   topology, 4 a changed type. */
static Error update(GraphExec *executable, const Graph *graph, int *result) {
  if (!executable || !graph || !result)
    return cudaErrorInvalidValue;
  const Nodes *old = &executable->graph->nodes;
  *result = old->count == graph->nodes.count ? 0 : 2;
  for (size_t i = 0; *result == 0 && i < old->count; i++) {
    if (old->items[i]->type != graph->nodes.items[i]->type)
      *result = 4;
    else if (old->items[i]->dependencies.count != graph->nodes.items[i]->dependencies.count)
      *result = 2;
  }
  if (*result)
    return cudaErrorGraphExecUpdateFailure;
  Graph *clone;
  TRY(graph_clone(graph, &clone));
  graph_destroy(executable->graph);
  executable->graph = clone;
  return cudaSuccess;
}

#if CUDART_MAJOR >= 12
/* The result: int result, then two nodes. */
API Error cudaGraphExecUpdate(GraphExec *executable, const Graph *graph, void *result) {
  int unused;
  CALL(update(executable, graph, result ? result : &unused));
}
#else
API Error cudaGraphExecUpdate(GraphExec *executable, const Graph *graph, GraphNode **error_node,
                              int *result) {
  if (error_node)
    *error_node = NULL;
  CALL(update(executable, graph, result));
}
#endif

static Error in_executable(const GraphExec *executable, GraphNode **node, int type) {
  if (!executable || !*node)
    return cudaErrorInvalidValue;
  GraphNode *found = node_in_clone(executable->graph, *node);
  if (!found || found->type != type)
    return cudaErrorInvalidValue;
  *node = found;
  return cudaSuccess;
}

ENTRY(cudaGraphExecKernelNodeSetParams, (GraphExec *executable, GraphNode *node,
       const KernelNodeParams *params), (executable, node, params)) {
  TRY(in_executable(executable, &node, NODE_KERNEL));
  return node_kernel(node, params);
}

static Error set_copy(GraphExec *executable, GraphNode *node, Copy3D copy) {
  TRY(in_executable(executable, &node, NODE_COPY));
  node->copy = copy;
  return cudaSuccess;
}

API Error cudaGraphExecMemcpyNodeSetParams(GraphExec *executable, GraphNode *node,
                                           const Copy3D *copy) {
  CALL(set_copy(executable, node, *copy));
}

API Error cudaGraphExecMemcpyNodeSetParams1D(GraphExec *executable, GraphNode *node, void *dst,
                                             const void *src, size_t bytes, int kind) {
  CALL(set_copy(executable, node, linear(dst, src, bytes, kind)));
}

ENTRY(cudaGraphExecMemsetNodeSetParams, (GraphExec *executable, GraphNode *node,
       const MemsetParams *fill), (executable, node, fill)) {
  TRY(in_executable(executable, &node, NODE_FILL));
  node->fill = *fill;
  return cudaSuccess;
}

ENTRY(cudaGraphExecHostNodeSetParams, (GraphExec *executable, GraphNode *node,
       const HostNodeParams *host), (executable, node, host)) {
  TRY(in_executable(executable, &node, NODE_HOST));
  node->host = *host;
  return cudaSuccess;
}

ENTRY(cudaGraphNodeSetEnabled, (GraphExec *executable, GraphNode *node, unsigned enabled),
       (executable, node, enabled)) {
  TRY(in_executable(executable, &node, node ? node->type : NODE_EMPTY));
  node->disabled = !enabled;
  return cudaSuccess;
}
