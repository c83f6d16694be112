/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: their nodes, built one by one or captured from streams. */
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

Error capture_graph(Stream *stream, const Graph *graph) {
  GraphNode *node;
  TRY(capture(stream, NODE_CHILD, &node));
  return graph_clone(graph, &node->child);
}
