/* SPDX-License-Identifier: Apache-2.0 */
/* Executable graphs: clones of graphs whose nodes' values can be changed. */
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

/* cudaGraphInstantiateFlags */
enum {
  AUTO_FREE = cudaGraphInstantiateFlagAutoFreeOnLaunch,
  UPLOAD = cudaGraphInstantiateFlagUpload,
  NODE_PRIORITY = cudaGraphInstantiateFlagUseNodePriority
};

static int alive(const GraphExec *executable) {
  return handle_is(executable, HANDLE_EXEC);
}

static Error instantiate(GraphExec **result, Graph *graph, unsigned long long flags) {
  if (!graph_alive(graph) || !result
      || (flags & AUTO_FREE && flags & cudaGraphInstantiateFlagDeviceLaunch)
      || (graph->instances > 0 && graph_has_memory(graph)))
    return cudaErrorInvalidValue;
  TRY(check_GraphInstantiateFlags(flags));
  GraphExec *executable = calloc(1, sizeof *executable);
  if (!executable)
    return cudaErrorMemoryAllocation;
  TRY(graph_clone(graph, &executable->graph));
  executable->source = graph;
  executable->source_id = graph->id;
  executable->flags = flags;
  graph->instances++;
  handle_add(executable, HANDLE_EXEC);
  *result = executable;
  return cudaSuccess;
}

/* The form of CUDA 11: with the node at fault and a log. */
Error instantiate_logged(GraphExec **executable, Graph *graph, GraphNode **fault, char *log,
                         size_t bytes) {
  if (fault)
    *fault = NULL;
  if (log && bytes > 0)
    *log = 0;
  return instantiate(executable, graph, 0);
}

static Error instantiate_with(GraphExec **executable, Graph *graph, InstantiateParams *params) {
  uint32_t number;
  params->fault = NULL;
  params->result = 1; /* cudaGraphInstantiateError */
  if (params->flags & UPLOAD)
    TRY(stream_known(params->upload, &number));
  TRY(instantiate(executable, graph, params->flags));
  params->result = 0;
  return cudaSuccess;
}

ENTRY(cudaGraphExecDestroy, (GraphExec *executable), (executable)) {
  if (!alive(executable))
    return cudaErrorInvalidValue;
  handle_remove(executable);
  if (graph_alive(executable->source) && executable->source->id == executable->source_id)
    executable->source->instances--;
  graph_destroy(executable->graph);
  free(executable);
  return cudaSuccess;
}

/* Replaces a node by the one of the executable graph. */
static Error find(const GraphExec *executable, GraphNode **node) {
  if (!alive(executable) || !node_alive(*node))
    return cudaErrorInvalidValue;
  *node = node_in_clone(executable->graph, *node);
  return *node ? cudaSuccess : cudaErrorInvalidValue;
}

static int flat(const Copy3D *copy) {
  return copy->extent.height <= 1 && copy->extent.depth <= 1;
}

/* Which kind of memory each side of a copy is. */
static int sides(const Copy3D *copy) {
  return (copy->src_array ? 2 : ls_is_device(copy->src.ptr))
         + 4 * (copy->dst_array ? 2 : ls_is_device(copy->dst.ptr));
}

/* Whether the values that a node has may become these, of a node of the same type. */
static int may_become(const GraphNode *old, const Copy3D *copy, const MemsetParams *fill) {
  if (old->type == NODE_COPY)
    return sides(&old->copy) == sides(copy);
  if (old->type != NODE_FILL)
    return 1;
  const MemsetParams *was = &old->fill;
  return was->height == fill->height
         && (was->height <= 1
             || (was->width == fill->width && was->pitch == fill->pitch
                 && was->element_bytes == fill->element_bytes));
}

static Error update_nodes(const Graph *old, const Graph *graph, const GraphExec *executable,
                          int *result, GraphNode **fault, GraphNode **from);

Error exec_set(GraphExec *executable, GraphNode *node, const NodeParams *params) {
  TRY(find(executable, &node));
  if (!params || node->type != params->type)
    return cudaErrorInvalidValue;
  if (node->type == NODE_COPY && !(flat(&node->copy) && flat(&params->copy.params)))
    return cudaErrorInvalidValue;
  if (!may_become(node, &params->copy.params, &params->fill))
    return cudaErrorInvalidValue;
  if (node->type == NODE_CHILD) {
    int result;
    GraphNode *fault, *from;
    if (!graph_alive(params->child.graph)
        || update_nodes(node->child, params->child.graph, executable, &result, &fault, &from))
      return cudaErrorInvalidValue;
  }
  return node_set(node, params);
}

/* cudaGraphExecUpdateResult */
enum { UPDATED, FAILED, TOPOLOGY, TYPE, FUNCTION, PARAMETERS, UNSUPPORTED, CHANGE, ATTRIBUTES };

static int priority_of(const GraphNode *node) {
  const LaunchAttribute *attribute = node_attribute(node, ATTRIBUTE_PRIORITY);
  return attribute ? attribute->value.flag : 0;
}

/* What forbids that a node takes the values of another; its edges are compared by places. */
static int difference(const GraphNode *old, GraphNode *node, const GraphExec *executable,
                      GraphNode **from) {
  if (old->type != node->type)
    return TYPE;
  if (old->dependencies.count != node->dependencies.count)
    return TOPOLOGY;
  for (size_t i = 0; i < node->dependencies.count; i++)
    if (old->dependencies.items[i]->place != node->dependencies.items[i]->place) {
      *from = node->dependencies.items[i];
      return TOPOLOGY;
    }
  if (node->type == NODE_KERNEL
      && (old->shape.cooperative != node->shape.cooperative
          || (executable->flags & NODE_PRIORITY && priority_of(old) != priority_of(node))))
    return ATTRIBUTES;
  return may_become(old, &node->copy, &node->fill) ? UPDATED : PARAMETERS;
}

static Error update_nodes(const Graph *old, const Graph *graph, const GraphExec *executable,
                          int *result, GraphNode **fault, GraphNode **from) {
  *fault = *from = NULL;
  *result = old->nodes.count == graph->nodes.count ? UPDATED : TOPOLOGY;
  for (size_t i = 0; !*result && i < old->nodes.count; i++)
    old->nodes.items[i]->place = graph->nodes.items[i]->place = i;
  for (size_t i = 0; !*result && i < old->nodes.count; i++) {
    GraphNode *node = graph->nodes.items[i];
    const GraphNode *was = old->nodes.items[i];
    *result = difference(was, node, executable, from);
    if (!*result && node->type == NODE_CHILD)
      update_nodes(was->child, node->child, executable, result, fault, from);
    if (*result && !*fault)
      *fault = node;
  }
  return *result ? cudaErrorGraphExecUpdateFailure : cudaSuccess;
}

Error exec_update(GraphExec *executable, Graph *graph, int *result, GraphNode **fault,
                  GraphNode **from) {
  *result = FAILED;
  *fault = *from = NULL;
  if (!alive(executable) || !graph_alive(graph))
    return cudaErrorInvalidValue;
  TRY(update_nodes(executable->graph, graph, executable, result, fault, from));
  for (size_t i = 0; i < graph->nodes.count; i++)
    TRY(node_copy_values(executable->graph->nodes.items[i], graph->nodes.items[i]));
  return cudaSuccess;
}

#if CUDART_MAJOR >= 12 && !defined LOCKSTEP_HIP
ENTRY(cudaGraphExecUpdate, (GraphExec *executable, Graph *graph, UpdateResult *result),
       (executable, graph, result)) {
  UpdateResult unused;
  result = result ? result : &unused;
  return exec_update(executable, graph, &result->result, &result->fault, &result->from);
}
#else
ENTRY(cudaGraphExecUpdate, (GraphExec *executable, Graph *graph, GraphNode **fault, int *result),
       (executable, graph, fault, result)) {
  UpdateResult unused;
  return exec_update(executable, graph, result ? result : &unused.result,
                     fault ? fault : &unused.fault, &unused.from);
}
#endif

static Error can_be_disabled(const GraphNode *node) {
  return node->type <= NODE_FILL ? cudaSuccess : cudaErrorInvalidValue;
}

ENTRY(cudaGraphNodeSetEnabled, (GraphExec *executable, GraphNode *node, unsigned enabled),
       (executable, node, enabled)) {
  TRY(find(executable, &node));
  TRY(can_be_disabled(node));
  node->disabled = !enabled;
  return cudaSuccess;
}

static Error execute(const Graph *graph, Stream *stream);

static Error execute_node(const GraphNode *node, Stream *stream) {
  switch (node->disabled ? NODE_EMPTY : node->type) {
  case NODE_KERNEL:
    return launch(&node->shape, node->arguments, stream);
  case NODE_COPY:
    return copy_box(&node->copy, stream);
  case NODE_FILL:
    return fill_rows(&node->fill, stream);
  case NODE_HOST:
    return host_function(&node->host, stream);
  case NODE_CHILD:
    return execute(node->child, stream);
  case NODE_WAIT:
    return event_wait(node->event, stream);
  case NODE_RECORD:
    return event_record(node->event, stream);
  default: /* memory of a graph is there from the start, and stays */
    return cudaSuccess;
  }
}

static int ready(const GraphNode *node, const char *done) {
  for (size_t i = 0; i < node->dependencies.count; i++)
    if (!done[node->dependencies.items[i]->place])
      return 0;
  return 1;
}

/* Nodes in the order of their creation, each after its dependencies, in the stream of the launch. */
static Error execute(const Graph *graph, Stream *stream) {
  size_t left = graph->nodes.count;
  char *done = calloc(left + 1, 1);
  Error error = done ? cudaSuccess : cudaErrorMemoryAllocation;
  for (size_t i = 0; i < graph->nodes.count; i++)
    graph->nodes.items[i]->place = i;
  while (!error && left > 0)
    for (size_t i = 0; !error && i < graph->nodes.count; i++)
      if (!done[i] && ready(graph->nodes.items[i], done)) {
        error = execute_node(graph->nodes.items[i], stream);
        done[i] = 1;
        left--;
      }
  free(done);
  return error;
}

static Error launch_graph(GraphExec *executable, Stream *stream) {
  uint32_t number;
  if (!alive(executable))
    return cudaErrorInvalidValue;
  TRY(stream_known(stream, &number));
  Stream *capturing = stream_capturing(stream);
  if (capturing)
    return graph_has_memory(executable->graph) ? cudaErrorInvalidValue
                                               : capture_graph(capturing, executable->graph);
  TRY(stream_number(stream, &number));
  return execute(executable->graph, stream);
}
