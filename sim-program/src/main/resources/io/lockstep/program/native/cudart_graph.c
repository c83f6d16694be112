/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: their nodes and edges. */
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

static unsigned long long last_id;

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

int nodes_contain(const Nodes *nodes, const GraphNode *node) {
  for (size_t i = 0; i < nodes->count; i++)
    if (nodes->items[i] == node)
      return 1;
  return 0;
}

void nodes_remove(Nodes *nodes, const GraphNode *node) {
  size_t kept = 0;
  for (size_t i = 0; i < nodes->count; i++)
    if (nodes->items[i] != node)
      nodes->items[kept++] = nodes->items[i];
  nodes->count = kept;
}

Error edges_check(const EdgeData *edges, size_t count) {
  static const EdgeData NONE;
  for (size_t i = 0; edges && i < count; i++)
    if (memcmp(&edges[i], &NONE, sizeof NONE))
      return unsupported("an edge of a graph with ports or a type (cudaGraphEdgeData)");
  return cudaSuccess;
}

Error nodes_check(const Graph *graph, GraphNode *const *nodes, const EdgeData *edges,
                  size_t count) {
  if (!graph_alive(graph) || (count > 0 && !nodes))
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; i++) {
    if (!node_alive(nodes[i]) || nodes[i]->graph != graph)
      return cudaErrorInvalidValue;
    for (size_t k = 0; k < i; k++)
      if (nodes[k] == nodes[i])
        return cudaErrorInvalidValue;
  }
  return edges_check(edges, count);
}

Error graph_create(Graph **graph) {
  if (!graph)
    return cudaErrorInvalidValue;
  *graph = calloc(1, sizeof **graph);
  if (!*graph)
    return cudaErrorMemoryAllocation;
  (*graph)->id = ++last_id;
  handle_add(*graph, HANDLE_GRAPH);
  return cudaSuccess;
}

void node_destroy(GraphNode *node) {
  handle_remove(node);
  if (node->child)
    graph_destroy(node->child);
  free(node->dependencies.items);
  free(node->severed.items);
  free(node->arguments);
  free(node->attributes);
  free(node);
}

void graph_destroy(Graph *graph) {
  handle_remove(graph);
  for (size_t i = 0; i < graph->nodes.count; i++)
    node_destroy(graph->nodes.items[i]);
  free(graph->nodes.items);
  objects_release(graph);
  free(graph);
}

Error graph_add(Graph *graph, int type, GraphNode *const *dependencies, size_t count,
                GraphNode **result) {
  if (!result)
    return cudaErrorInvalidValue;
  TRY(nodes_check(graph, dependencies, NULL, count));
  GraphNode *node = calloc(1, sizeof *node);
  if (!node)
    return cudaErrorMemoryAllocation;
  node->type = type;
  node->id = ++last_id;
  node->graph = graph;
  for (size_t i = 0; i < count; i++)
    TRY(nodes_add(&node->dependencies, dependencies[i]));
  handle_add(node, HANDLE_NODE);
  *result = node;
  return nodes_add(&graph->nodes, node);
}

static int reaches(GraphNode *node, const GraphNode *wanted, int severed,
                   unsigned long long visit) {
  if (node == wanted)
    return 1;
  if (node->visit == visit)
    return 0;
  node->visit = visit;
  for (size_t i = 0; i < node->dependencies.count; i++)
    if (reaches(node->dependencies.items[i], wanted, severed, visit))
      return 1;
  for (size_t i = 0; severed && i < node->severed.count; i++)
    if (reaches(node->severed.items[i], wanted, severed, visit))
      return 1;
  return 0;
}

int node_reaches(GraphNode *node, const GraphNode *wanted, int severed) {
  static unsigned long long visits;
  return reaches(node, wanted, severed, ++visits);
}

int graph_has_memory(const Graph *graph) {
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const GraphNode *node = graph->nodes.items[i];
    if (node->type == NODE_ALLOCATE || node->type == NODE_FREE
        || (node->child && graph_has_memory(node->child)))
      return 1;
  }
  return 0;
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

const LaunchAttribute *node_attribute(const GraphNode *node, int id) {
  for (unsigned i = 0; i < node->attribute_count; i++)
    if (node->attributes[i].id == id)
      return &node->attributes[i];
  return NULL;
}

Error node_keep_attribute(GraphNode *node, const LaunchAttribute *attribute) {
  LaunchAttribute *place = (LaunchAttribute *)node_attribute(node, attribute->id);
  if (!place) {
    LaunchAttribute *all =
        realloc(node->attributes, (node->attribute_count + 1) * sizeof *node->attributes);
    if (!all)
      return cudaErrorMemoryAllocation;
    node->attributes = all;
    place = &all[node->attribute_count++];
  }
  *place = *attribute;
  return cudaSuccess;
}

Error graph_frees(const Graph *graph, const void *pointer) {
  const Allocation *allocation = allocation_of((uint64_t)(uintptr_t)pointer);
  if (!allocation || !allocation->of_graph || allocation->address != (uint64_t)(uintptr_t)pointer)
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < graph->nodes.count; i++)
    if (graph->nodes.items[i]->type == NODE_FREE
        && graph->nodes.items[i]->allocation.pointer == pointer)
      return cudaErrorInvalidValue;
  return cudaSuccess;
}

GraphNode *node_in_clone(const Graph *clone, const GraphNode *original) {
  for (size_t i = 0; i < clone->nodes.count; i++)
    if (clone->nodes.items[i]->original == original->id)
      return clone->nodes.items[i];
  return NULL;
}

Error node_copy_values(GraphNode *node, const GraphNode *from) {
  for (unsigned i = 0; i < from->attribute_count; i++)
    TRY(node_keep_attribute(node, &from->attributes[i]));
  node->copy = from->copy;
  node->fill = from->fill;
  node->host = from->host;
  node->event = from->event;
  node->allocation = from->allocation;
  if (from->type == NODE_KERNEL)
    TRY(node_set_kernel(node, &from->shape, from->arguments));
  return from->child ? graph_child(node, from->child) : cudaSuccess;
}

Error graph_child(GraphNode *node, Graph *child) {
  Graph *old = node->child;
  TRY(graph_clone(child, &node->child));
  node->child->owner = node;
  if (old)
    graph_destroy(old);
  return cudaSuccess;
}

Error graph_clone(Graph *graph, Graph **result) {
  if (!result || !graph_alive(graph))
    return cudaErrorInvalidValue;
  Graph *clone;
  TRY(graph_create(&clone));
  clone->original = graph->id;
  for (size_t i = 0; i < graph->nodes.count; i++) {
    GraphNode *from = graph->nodes.items[i], *node;
    TRY(graph_add(clone, from->type, NULL, 0, &node));
    node->original = from->id;
    node->disabled = from->disabled;
    TRY(node_copy_values(node, from));
    from->place = i; /* for the edges: a dependency may come later in the list */
  }
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const Nodes *from = &graph->nodes.items[i]->dependencies;
    for (size_t k = 0; k < from->count; k++)
      TRY(nodes_add(&clone->nodes.items[i]->dependencies,
                    clone->nodes.items[from->items[k]->place]));
  }
  *result = clone;
  return objects_share(clone, graph);
}
