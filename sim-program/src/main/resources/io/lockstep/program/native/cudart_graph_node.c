/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: the values of nodes, by type of node and for all types. */
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

/* Attributes of kernels' nodes (cudaLaunchAttributeID); bits by number. */
#define NODE_ATTRIBUTES (1u << 1 | 1u << 2 | 1u << 4 | 1u << 5 | 1u << 8 | 7u << 9 | 3u << 13)
#define DEVICE_UPDATABLE 13

int node_has_attribute(int id) {
  return id >= 0 && id <= 31 && NODE_ATTRIBUTES >> id & 1;
}

Error node_set_attribute(GraphNode *node, int id, const void *value) {
  if (!node_has_attribute(id) || !value)
    return cudaErrorInvalidValue;
  LaunchAttribute attribute = {.id = id};
  memcpy(&attribute.value, value, sizeof attribute.value);
  if (id == DEVICE_UPDATABLE && attribute.value.flag)
    return unsupported("a kernel's node that kernels change "
                       "(cudaLaunchAttributeDeviceUpdatableKernelNode)");
  TRY(launch_attributes(&node->shape, &attribute, 1));
  return node_keep_attribute(node, &attribute);
}

static Error set_kernel(GraphNode *node, const KernelNodeParams *params) {
  LaunchShape shape = {.grid = params->grid,
                       .block = params->block,
                       .dynamic_shared = params->dynamic_shared_bytes,
                       .cooperative = node->shape.cooperative};
  TRY(check_KernelNodeParams(params));
  TRY(function_of(params->function, &shape.function));
  if (!params->arguments && params->extra)
    return unsupported("cudaKernelNodeParams.extra");
  if (!params->arguments && shape.function->kernel->count > 0)
    return cudaErrorInvalidValue;
  return node_set_kernel(node, &shape, params->arguments);
}

static Error check_copy(const Copy3D *copy) {
  return !copy->src_array == !copy->src.ptr || !copy->dst_array == !copy->dst.ptr
             ? cudaErrorInvalidValue
             : check_Copy3D(copy);
}

static Error check_fill(const MemsetParams *fill) {
  TRY(check_MemsetParams(fill));
  unsigned bytes = fill->element_bytes;
  if (!fill->dst || (bytes != 1 && bytes != 2 && bytes != 4) || fill->width == 0
      || fill->height == 0 || (fill->height > 1 && fill->pitch < fill->width * bytes))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

/* The pool's properties, and who may access the memory: the one device that there is. */
static Error check_allocation(const MemAllocNodeParams *params) {
  TRY(check_MemAllocNodeParams(params));
  TRY(pool_check(&params->pool));
  if (params->access_count > 0 && !params->access)
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < params->access_count; i++)
    TRY(access_check(&params->access[i]));
  return cudaSuccess;
}

/* Gives a node of the type of the values its values. */
static Error fill_in(GraphNode *node, const NodeParams *params) {
  switch (params->type) {
  case NODE_KERNEL:
    return set_kernel(node, &params->kernel);
  case NODE_COPY:
    if (params->copy.flags)
      return cudaErrorInvalidValue;
    TRY(check_copy(&params->copy.params));
    node->copy = params->copy.params;
    return cudaSuccess;
  case NODE_FILL:
    TRY(check_fill(&params->fill));
    node->fill = params->fill;
    return cudaSuccess;
  case NODE_HOST:
    TRY(check_HostNodeParams(&params->host));
    node->host = params->host;
    return params->host.function ? cudaSuccess : cudaErrorInvalidValue;
  case NODE_CHILD:
    if (!graph_alive(params->child.graph) || graph_has_memory(params->child.graph))
      return cudaErrorInvalidValue;
    if (params->child.ownership)
      return unsupported("a child graph that is moved (cudaGraphChildGraphOwnershipMove)");
    return graph_child(node, params->child.graph);
  case NODE_WAIT:
  case NODE_RECORD:
    node->event = params->event;
    return event_alive(params->event) ? cudaSuccess : cudaErrorInvalidValue;
  case NODE_EMPTY:
    return cudaSuccess;
  case NODE_ALLOCATE:
    if (params->allocation.bytes == 0 || node->graph->owner)
      return cudaErrorInvalidValue;
    TRY(check_allocation(&params->allocation));
    node->allocation = params->allocation;
    return memory_of_graph(&node->allocation.pointer, params->allocation.bytes);
  case NODE_FREE:
    if (node->graph->owner)
      return cudaErrorInvalidValue;
    node->allocation.pointer = params->freed;
    return cudaSuccess;
  case NODE_CONDITIONAL:
    return unsupported("a conditional node of a graph (cudaGraphConditionalNodeParams)");
  case NODE_CONDITIONAL - 5:
  case NODE_CONDITIONAL - 4:
    return unsupported("a semaphore of another interface in a graph");
  default:
    return cudaErrorInvalidValue;
  }
}

Error node_add(GraphNode **result, Graph *graph, GraphNode *const *dependencies,
               const EdgeData *edges, size_t count, const NodeParams *params) {
  GraphNode *node;
  if (!result || !params)
    return cudaErrorInvalidValue;
  TRY(nodes_check(graph, dependencies, edges, count));
  if (params->type == NODE_FREE)
    TRY(graph_frees(graph, params->freed));
  TRY(graph_add(graph, params->type, dependencies, count, &node));
  Error error = fill_in(node, params);
  if (error) {
    graph->nodes.count--;
    node_destroy(node);
    return error;
  }
  *result = node;
  return cudaSuccess;
}

Error node_set(GraphNode *node, const NodeParams *params) {
  if (!node_alive(node) || !params || node->type != params->type)
    return cudaErrorInvalidValue;
  if (node->type == NODE_ALLOCATE || node->type == NODE_FREE)
    return cudaErrorNotSupported;
  return fill_in(node, params);
}

Error node_get(const GraphNode *node, NodeParams *params) {
  if (!node_alive(node) || node->type != params->type)
    return cudaErrorInvalidValue;
  *params = (NodeParams){.type = node->type};
  switch (node->type) {
  case NODE_KERNEL:
    params->kernel = (KernelNodeParams){.function = (void *)node->shape.function->host,
                                        .grid = node->shape.grid,
                                        .block = node->shape.block,
                                        .dynamic_shared_bytes = (unsigned)node->shape.dynamic_shared,
                                        .arguments = node->arguments};
    break;
  case NODE_COPY:
    params->copy.params = node->copy;
    break;
  case NODE_FILL:
    params->fill = node->fill;
    break;
  case NODE_HOST:
    params->host = node->host;
    break;
  case NODE_CHILD:
    params->child.graph = node->child;
    break;
  case NODE_ALLOCATE:
    params->allocation = node->allocation;
    break;
  case NODE_FREE:
    params->freed = node->allocation.pointer;
    break;
  default:
    params->event = node->event;
  }
  return cudaSuccess;
}
