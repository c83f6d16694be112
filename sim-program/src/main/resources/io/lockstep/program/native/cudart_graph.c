/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graphs: built node by node or captured from streams, executed in an order of their dependencies.
 * A launched graph's nodes follow each other in the stream of the launch.
 */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

Error nodes_add(Nodes *nodes, GraphNode *node) {
  GraphNode **items = grow(nodes->items, nodes->count, &nodes->room, sizeof *items);
  if (!items)
    return cudaErrorMemoryAllocation;
  nodes->items = items;
  nodes->items[nodes->count++] = node;
  return cudaSuccess;
}

Error nodes_copy(Nodes *nodes, const Nodes *from) {
  nodes->count = 0;
  for (size_t i = 0; i < from->count; i++)
    TRY(nodes_add(nodes, from->items[i]));
  return cudaSuccess;
}

Error graph_create(Graph **graph) {
  if (!graph)
    return cudaErrorInvalidValue;
  *graph = calloc(1, sizeof **graph);
  return *graph ? cudaSuccess : cudaErrorMemoryAllocation;
}

void graph_destroy(Graph *graph) {
  for (size_t i = 0; i < graph->nodes.count; i++) {
    GraphNode *node = graph->nodes.items[i];
    if (node->child)
      graph_destroy(node->child);
    free(node->dependencies.items);
    free(node->arguments);
    free(node);
  }
  free(graph->nodes.items);
  free(graph);
}

Error graph_add(Graph *graph, int type, GraphNode *const *dependencies, size_t count,
                GraphNode **result) {
  if (!graph || !result || (count > 0 && !dependencies))
    return cudaErrorInvalidValue;
  GraphNode *node = calloc(1, sizeof *node);
  if (!node)
    return cudaErrorMemoryAllocation;
  node->type = type;
  node->graph = graph;
  for (size_t i = 0; i < count; i++)
    TRY(nodes_add(&node->dependencies, dependencies[i]));
  *result = node;
  return nodes_add(&graph->nodes, node);
}

/* Copies the values of a kernel's arguments: a table of pointers, and the values behind it. */
Error node_set_kernel(GraphNode *node, const LaunchShape *shape, void *const *arguments) {
  const struct ls_kernel *kernel = shape->function->kernel;
  size_t bytes = 0;
  for (uint32_t i = 0; i < kernel->count; i++)
    bytes += sizeof(void *) + ((kernel->parameters[i].bytes + 15) & ~15u);
  void **copies = malloc(bytes + 16);
  if (!copies)
    return cudaErrorMemoryAllocation;
  char *data = (char *)(copies + kernel->count);
  for (uint32_t i = 0; i < kernel->count; i++) {
    copies[i] = data;
    memcpy(data, arguments[i], kernel->parameters[i].bytes);
    data += (kernel->parameters[i].bytes + 15) & ~15u;
  }
  free(node->arguments);
  node->arguments = copies;
  node->shape = *shape;
  return cudaSuccess;
}

GraphNode *node_in_clone(const Graph *clone, const GraphNode *original) {
  for (size_t i = 0; i < clone->nodes.count; i++)
    if (clone->nodes.items[i]->original == original)
      return clone->nodes.items[i];
  return NULL;
}

static Error clone_node(Graph *clone, GraphNode *from) {
  GraphNode *node;
  TRY(graph_add(clone, from->type, NULL, 0, &node));
  node->original = from;
  node->disabled = from->disabled;
  node->copy = from->copy;
  node->fill = from->fill;
  node->host = from->host;
  node->event = from->event;
  if (from->type == NODE_KERNEL)
    TRY(node_set_kernel(node, &from->shape, from->arguments));
  if (from->child)
    TRY(graph_clone(from->child, &node->child));
  return cudaSuccess;
}

Error graph_clone(const Graph *graph, Graph **clone) {
  if (!graph)
    return cudaErrorInvalidValue;
  TRY(graph_create(clone));
  for (size_t i = 0; i < graph->nodes.count; i++)
    TRY(clone_node(*clone, graph->nodes.items[i]));
  /* A dependency may come later in the list: all clones exist now. */
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const Nodes *from = &graph->nodes.items[i]->dependencies;
    for (size_t k = 0; k < from->count; k++)
      TRY(nodes_add(&(*clone)->nodes.items[i]->dependencies,
                    node_in_clone(*clone, from->items[k])));
  }
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
  default:
    return cudaSuccess;
  }
}

static int ready(const Graph *graph, const GraphNode *node, const char *done) {
  for (size_t i = 0; i < node->dependencies.count; i++)
    for (size_t k = 0; k < graph->nodes.count; k++)
      if (graph->nodes.items[k] == node->dependencies.items[i] && !done[k])
        return 0;
  return 1;
}

/* Nodes in the order of their creation, each after its dependencies. */
static Error execute(const Graph *graph, Stream *stream) {
  size_t left = graph->nodes.count;
  char *done = calloc(left + 1, 1);
  Error error = done ? cudaSuccess : cudaErrorMemoryAllocation;
  while (!error && left > 0) {
    size_t before = left;
    for (size_t i = 0; !error && i < graph->nodes.count; i++)
      if (!done[i] && ready(graph, graph->nodes.items[i], done)) {
        error = execute_node(graph->nodes.items[i], stream);
        done[i] = 1;
        left--;
      }
    if (left == before)
      error = cudaErrorInvalidValue; /* a cycle */
  }
  free(done);
  return error;
}

static Error capture(Stream *stream, int type, GraphNode **node) {
  TRY(graph_add(stream->capture, type, stream->tails.items, stream->tails.count, node));
  stream->tails.count = 0;
  return nodes_add(&stream->tails, *node);
}

Error capture_launch(Stream *stream, const LaunchShape *shape, void *const *arguments) {
  GraphNode *node;
  TRY(capture(stream, NODE_KERNEL, &node));
  return node_set_kernel(node, shape, arguments);
}

Error capture_copy(Stream *stream, const Copy3D *copy) {
  GraphNode *node;
  TRY(capture(stream, NODE_COPY, &node));
  node->copy = *copy;
  return cudaSuccess;
}

Error capture_fill(Stream *stream, const MemsetParams *fill) {
  GraphNode *node;
  TRY(capture(stream, NODE_FILL, &node));
  node->fill = *fill;
  return cudaSuccess;
}

Error capture_host(Stream *stream, const HostNodeParams *host) {
  GraphNode *node;
  TRY(capture(stream, NODE_HOST, &node));
  node->host = *host;
  return cudaSuccess;
}

#define LAST_MODE 2 /* cudaStreamCaptureModeRelaxed */

static Error begin(Stream *stream, int mode) {
  uint32_t number;
  if (mode < 0 || mode > LAST_MODE)
    return cudaErrorInvalidValue;
  TRY(stream_number(stream, &number));
  if (number == 0)
    return cudaErrorStreamCaptureUnsupported;
  if (stream->capture)
    return cudaErrorIllegalState;
  stream->tails.count = 0;
  return graph_create(&stream->capture);
}

API Error cudaStreamBeginCapture(Stream *stream, int mode) {
  CALL(begin(stream, mode));
}
ALSO(cudaStreamBeginCapture, cudaStreamBeginCapture_ptsz);

static Error end(Stream *stream, Graph **graph) {
  if (!graph)
    return cudaErrorInvalidValue;
  *graph = NULL;
  if (!stream_capturing(stream))
    return cudaErrorIllegalState;
  *graph = stream->capture;
  streams_end_capture(*graph);
  return cudaSuccess;
}

API Error cudaStreamEndCapture(Stream *stream, Graph **graph) {
  CALL(end(stream, graph));
}
ALSO(cudaStreamEndCapture, cudaStreamEndCapture_ptsz);

static Error capturing(Stream *stream, int *status) {
  uint32_t number;
  TRY(stream_number(stream, &number));
  if (!status)
    return cudaErrorInvalidValue;
  *status = stream_capturing(stream) != NULL;
  return cudaSuccess;
}

API Error cudaStreamIsCapturing(Stream *stream, int *status) {
  CALL(capturing(stream, status));
}
ALSO(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz);

API Error cudaThreadExchangeStreamCaptureMode(int *mode) {
  static __thread int current;
  if (!mode || *mode < 0 || *mode > 2)
    CALL(cudaErrorInvalidValue);
  int before = current;
  current = *mode;
  *mode = before;
  return cudaSuccess;
}

static Error run(GraphExec *executable, Stream *stream) {
  if (!executable)
    return cudaErrorInvalidValue;
  Stream *target = stream_capturing(stream);
  if (!target)
    return execute(executable->graph, stream);
  GraphNode *node;
  TRY(capture(target, NODE_CHILD, &node));
  return graph_clone(executable->graph, &node->child);
}

API Error cudaGraphLaunch(GraphExec *executable, Stream *stream) {
  CALL(run(executable, stream));
}
ALSO(cudaGraphLaunch, cudaGraphLaunch_ptsz);

API Error cudaGraphUpload(GraphExec *executable, Stream *stream) {
  (void)stream;
  CALL(executable ? cudaSuccess : cudaErrorInvalidValue);
}
ALSO(cudaGraphUpload, cudaGraphUpload_ptsz);
