/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: the functions that add nodes, and set and get their values. */
#include <string.h>

#include "cudart_graph.h"

/*
 * Functions of one type of node, with its own values: to add a node, to set its values, to set them
 * in an executable graph, to get them.
 */
#define ADD(name, kind, member, values)                                                            \
  API Error name(GraphNode **node, Graph *graph, GraphNode *const *dependencies, size_t count,   \
                 values value) {                                                                   \
    CALL(node_add(node, graph, dependencies, NULL, count, PARAMS(kind, member, value)));         \
  }
#define SET(name, kind, member, values)                 \
  API Error name(GraphNode *node, values value) {       \
    CALL(node_set(node, PARAMS(kind, member, value))); \
  }
#define SET_EXEC(name, kind, member, values)                             \
  API Error name(GraphExec *executable, GraphNode *node, values value) { \
    CALL(exec_set(executable, node, PARAMS(kind, member, value)));     \
  }
#define GET(name, kind, member, values)                                  \
  API Error name(const GraphNode *node, values *value) {                 \
    NodeParams params = {.type = kind};                                \
    CALL(!value ? cudaErrorInvalidValue                                \
                : node_get(node, &params) ?: (*value = params.member, cudaSuccess)); \
  }
#define PARAMS(kind, member, value) (&(NodeParams){.type = kind, .member = value})
ADD(cudaGraphAddChildGraphNode, NODE_CHILD, child.graph, Graph *)
ADD(cudaGraphAddEventRecordNode, NODE_RECORD, event, Event *)
ADD(cudaGraphAddEventWaitNode, NODE_WAIT, event, Event *)
ADD(cudaGraphAddMemFreeNode, NODE_FREE, freed, void *)
SET(cudaGraphEventRecordNodeSetEvent, NODE_RECORD, event, Event *)
SET(cudaGraphEventWaitNodeSetEvent, NODE_WAIT, event, Event *)
SET_EXEC(cudaGraphExecChildGraphNodeSetParams, NODE_CHILD, child.graph, Graph *)
SET_EXEC(cudaGraphExecEventRecordNodeSetEvent, NODE_RECORD, event, Event *)
SET_EXEC(cudaGraphExecEventWaitNodeSetEvent, NODE_WAIT, event, Event *)
GET(cudaGraphChildGraphNodeGetGraph, NODE_CHILD, child.graph, Graph *)
GET(cudaGraphEventRecordNodeGetEvent, NODE_RECORD, event, Event *)
GET(cudaGraphEventWaitNodeGetEvent, NODE_WAIT, event, Event *)
GET(cudaGraphHostNodeGetParams, NODE_HOST, host, HostNodeParams)
GET(cudaGraphKernelNodeGetParams, NODE_KERNEL, kernel, KernelNodeParams)
GET(cudaGraphMemAllocNodeGetParams, NODE_ALLOCATE, allocation, MemAllocNodeParams)
GET(cudaGraphMemFreeNodeGetParams, NODE_FREE, freed, void *)
GET(cudaGraphMemcpyNodeGetParams, NODE_COPY, copy.params, Copy3D)
GET(cudaGraphMemsetNodeGetParams, NODE_FILL, fill, MemsetParams)

/* The same for values that a pointer leads to. */
#undef PARAMS
#define PARAMS(kind, member, value) \
  (value ? &(NodeParams){.type = kind, .member = *value} : NULL)
ADD(cudaGraphAddHostNode, NODE_HOST, host, const HostNodeParams *)
ADD(cudaGraphAddKernelNode, NODE_KERNEL, kernel, const KernelNodeParams *)
ADD(cudaGraphAddMemcpyNode, NODE_COPY, copy.params, const Copy3D *)
ADD(cudaGraphAddMemsetNode, NODE_FILL, fill, const MemsetParams *)
SET(cudaGraphHostNodeSetParams, NODE_HOST, host, const HostNodeParams *)
SET(cudaGraphKernelNodeSetParams, NODE_KERNEL, kernel, const KernelNodeParams *)
SET(cudaGraphMemcpyNodeSetParams, NODE_COPY, copy.params, const Copy3D *)
SET(cudaGraphMemsetNodeSetParams, NODE_FILL, fill, const MemsetParams *)
SET_EXEC(cudaGraphExecHostNodeSetParams, NODE_HOST, host, const HostNodeParams *)
SET_EXEC(cudaGraphExecKernelNodeSetParams, NODE_KERNEL, kernel, const KernelNodeParams *)
SET_EXEC(cudaGraphExecMemcpyNodeSetParams, NODE_COPY, copy.params, const Copy3D *)
SET_EXEC(cudaGraphExecMemsetNodeSetParams, NODE_FILL, fill, const MemsetParams *)

ENTRY(cudaGraphAddMemAllocNode, (GraphNode **node, Graph *graph, GraphNode *const *dependencies,
       size_t count, MemAllocNodeParams *params), (node, graph, dependencies, count, params)) {
  if (!params)
    return cudaErrorInvalidValue;
  TRY(node_add(node, graph, dependencies, NULL, count,
               &(NodeParams){.type = NODE_ALLOCATE, .allocation = *params}));
  params->pointer = (*node)->allocation.pointer;
  return cudaSuccess;
}

/* Copies of rows, and from and to symbols. */
static const NodeParams *linear(NodeParams *params, void *dst, const void *src, size_t bytes,
                                int kind) {
  *params = (NodeParams){.type = NODE_COPY,
                         .copy.params = {.src = {(void *)src, bytes, bytes, 1},
                                         .dst = {dst, bytes, bytes, 1},
                                         .extent = {bytes, 1, 1},
                                         .kind = kind}};
  return params;
}

static Error of_symbol(NodeParams *params, const void *symbol, int to, const void *other,
                       size_t bytes, size_t offset, int kind) {
  Variable *variable;
  TRY(variable_of(symbol, &variable));
  if (offset > variable->bytes || bytes > variable->bytes - offset)
    return cudaErrorInvalidValue;
  if (kind == (to ? DEVICE_TO_HOST : HOST_TO_DEVICE) || kind == HOST_TO_HOST)
    return cudaErrorInvalidMemcpyDirection;
  char *at = (char *)(uintptr_t)(variable->address + offset);
  linear(params, to ? at : (void *)other, to ? other : at, bytes, kind);
  return cudaSuccess;
}

/* Defines a function to add a copy's node, to set it, and to set it in an executable graph. */
#define COPIES(ending, prepare, ...)                                                             \
  API Error cudaGraphAddMemcpyNode##ending(GraphNode **node, Graph *graph,                       \
                                           GraphNode *const *dependencies, size_t count,         \
                                           __VA_ARGS__) {                                        \
    NodeParams params;                                                                           \
    CALL(prepare ?: node_add(node, graph, dependencies, NULL, count, &params));                  \
  }                                                                                              \
  API Error cudaGraphMemcpyNodeSetParams##ending(GraphNode *node, __VA_ARGS__) {                 \
    NodeParams params;                                                                           \
    CALL(prepare ?: node_set(node, &params));                                                    \
  }                                                                                              \
  API Error cudaGraphExecMemcpyNodeSetParams##ending(GraphExec *executable, GraphNode *node,     \
                                                     __VA_ARGS__) {                              \
    NodeParams params;                                                                           \
    CALL(prepare ?: exec_set(executable, node, &params));                                        \
  }
COPIES(1D, (linear(&params, dst, src, bytes, kind), 0), void *dst, const void *src, size_t bytes,
       int kind)
COPIES(ToSymbol, of_symbol(&params, symbol, 1, src, bytes, offset, kind), const void *symbol,
       const void *src, size_t bytes, size_t offset, int kind)
COPIES(FromSymbol, of_symbol(&params, symbol, 0, dst, bytes, offset, kind), void *dst,
       const void *symbol, size_t bytes, size_t offset, int kind)

/* Nodes of any type. Unused values have to be 0, and a node that allocates answers the address. */
static Error generic(const NodeParams *params) {
  if (!params)
    return cudaErrorInvalidValue;
  int rest = params->reserved[0] | params->reserved[1] | params->reserved[2];
  return rest || params->reserved_last ? cudaErrorInvalidValue : cudaSuccess;
}

static Error add_any(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                     const EdgeData *edges, size_t count, NodeParams *params) {
  TRY(generic(params));
  TRY(node_add(node, graph, dependencies, edges, count, params));
  if (params->type == NODE_ALLOCATE)
    params->allocation.pointer = (*node)->allocation.pointer;
  if (params->type == NODE_CHILD)
    params->child.graph = (*node)->child;
  return cudaSuccess;
}

static Error kernel_node(const GraphNode *node) {
  return node_alive(node) && node->type == NODE_KERNEL ? cudaSuccess : cudaErrorInvalidValue;
}

ENTRY(cudaGraphKernelNodeGetAttribute, (const GraphNode *node, int id, void *value),
       (node, id, value)) {
  static const LaunchAttribute NONE;
  TRY(kernel_node(node));
  if (!value || !node_has_attribute(id))
    return cudaErrorInvalidValue;
  LaunchAttribute shape = {.value.flag = node->shape.cooperative};
  const LaunchAttribute *found = id == ATTRIBUTE_COOPERATIVE ? &shape : node_attribute(node, id);
  memcpy(value, found ? &found->value : &NONE.value, sizeof NONE.value);
  return cudaSuccess;
}

ENTRY(cudaGraphKernelNodeCopyAttributes, (GraphNode *to, const GraphNode *from), (to, from)) {
  TRY(kernel_node(to));
  TRY(kernel_node(from));
  to->shape.cooperative = from->shape.cooperative;
  for (unsigned i = 0; i < from->attribute_count; i++)
    TRY(node_set_attribute(to, from->attributes[i].id, &from->attributes[i].value));
  return cudaSuccess;
}
