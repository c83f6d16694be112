/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: the functions that make, copy and destroy them, change their edges, and list them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

ENTRY(cudaGraphDestroyNode, (GraphNode *node), (node)) {
  if (!node_alive(node) || capture_into(node->graph) || graph_has_memory(node->graph))
    return cudaErrorInvalidValue;
  Graph *graph = node->graph;
  nodes_remove(&graph->nodes, node);
  for (size_t i = 0; i < graph->nodes.count; i++) {
    nodes_remove(&graph->nodes.items[i]->dependencies, node);
    nodes_remove(&graph->nodes.items[i]->severed, node);
  }
  node_destroy(node);
  return cudaSuccess;
}

static Error check_edges(const Graph *graph, GraphNode *const *from, GraphNode *const *to,
                         const EdgeData *edges, size_t count) {
  if (!graph_alive(graph) || (count > 0 && (!from || !to)))
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; i++) {
    if (!node_alive(from[i]) || !node_alive(to[i]) || from[i]->graph != graph
        || to[i]->graph != graph)
      return cudaErrorInvalidValue;
  }
  return edges_check(edges, count);
}

/* All edges are added, or none: those before one at fault are taken back. */
Error edges_add(Graph *graph, GraphNode *const *from, GraphNode *const *to,
                       const EdgeData *edges, size_t count) {
  TRY(check_edges(graph, from, to, edges, count));
  for (size_t i = 0; i < count; i++) {
    Error error = nodes_contain(&to[i]->dependencies, from[i]) || node_reaches(from[i], to[i], 0)
                      ? cudaErrorInvalidValue
                      : nodes_add(&to[i]->dependencies, from[i]);
    while (error && i-- > 0)
      nodes_remove(&to[i]->dependencies, from[i]);
    TRY(error);
  }
  return cudaSuccess;
}

Error edges_remove(Graph *graph, GraphNode *const *from, GraphNode *const *to,
                          const EdgeData *edges, size_t count) {
  TRY(check_edges(graph, from, to, edges, count));
  if (count > 0 && graph_has_memory(graph))
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; i++) {
    if (!nodes_contain(&to[i]->dependencies, from[i]))
      return cudaErrorInvalidValue;
    for (size_t k = 0; k < i; k++)
      if (from[k] == from[i] && to[k] == to[i])
        return cudaErrorInvalidValue;
  }
  for (size_t i = 0; i < count; i++) {
    nodes_remove(&to[i]->dependencies, from[i]);
    if (capture_into(graph))
      TRY(nodes_add(&to[i]->severed, from[i]));
  }
  return cudaSuccess;
}

/* The usual answer to a query of nodes: their number, and the nodes if there is room for them. */
static Error answer(const Nodes *found, GraphNode **nodes, EdgeData *edges, size_t *count) {
  if (!count || (edges && !nodes))
    return cudaErrorInvalidValue;
  for (size_t i = 0; nodes && i < *count; i++)
    nodes[i] = i < found->count ? found->items[i] : NULL;
  if (edges)
    memset(edges, 0, *count * sizeof *edges);
  if (!nodes || *count > found->count)
    *count = found->count;
  return cudaSuccess;
}

/* Answers with the nodes of a graph that have no dependency, or have the given one. */
static Error answer_chosen(const Graph *graph, const GraphNode *dependency, GraphNode **nodes,
                           EdgeData *edges, size_t *count) {
  Nodes found = {0};
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const Nodes *all = &graph->nodes.items[i]->dependencies;
    if (dependency ? nodes_contain(all, dependency) : all->count == 0)
      TRY(nodes_add(&found, graph->nodes.items[i]));
  }
  Error error = answer(&found, nodes, edges, count);
  free(found.items);
  return error;
}

Error node_dependencies(const GraphNode *node, GraphNode **nodes, EdgeData *edges,
                          size_t *count) {
  return node_alive(node) ? answer(&node->dependencies, nodes, edges, count)
                          : cudaErrorInvalidValue;
}

Error node_dependents(const GraphNode *node, GraphNode **nodes, EdgeData *edges, size_t *count) {
  return node_alive(node) ? answer_chosen(node->graph, node, nodes, edges, count)
                          : cudaErrorInvalidValue;
}

Error edges_list(const Graph *graph, GraphNode **from, GraphNode **to, EdgeData *edges,
                        size_t *count) {
  if (!graph_alive(graph) || !count || !from != !to || (edges && !from))
    return cudaErrorInvalidValue;
  size_t found = 0, room = from ? *count : 0;
  for (size_t i = 0; i < graph->nodes.count; i++)
    for (size_t k = 0; k < graph->nodes.items[i]->dependencies.count; k++, found++)
      if (found < room) {
        from[found] = graph->nodes.items[i]->dependencies.items[k];
        to[found] = graph->nodes.items[i];
      }
  for (size_t i = found; i < room; i++)
    from[i] = to[i] = NULL;
  if (edges)
    memset(edges, 0, room * sizeof *edges);
  if (!from || room > found)
    *count = found;
  return cudaSuccess;
}

static const char *const TYPES[] = {"KERNEL", "MEMCPY",       "MEMSET", "HOST", "GRAPH", "EMPTY",
                                    "WAIT",   "EVENT_RECORD", "",       "",     "ALLOC", "FREE"};

static void print(const Graph *graph, FILE *file) {
  fprintf(file, "subgraph cluster_%llu {\nlabel=\"graph_%llu\" graph[style=\"dashed\"];\n",
          graph->id, graph->id);
  for (size_t i = 0; i < graph->nodes.count; i++) {
    const GraphNode *node = graph->nodes.items[i];
    int kernel = node->type == NODE_KERNEL;
    fprintf(file, "\"node_%llu\"[shape=\"%s\" label=\"%zu\n%s%s%s\"];\n", node->id,
            kernel ? "octagon" : "rectangle", i, TYPES[node->type], kernel ? "\n" : "",
            kernel ? node->shape.function->name : "");
    for (size_t k = 0; k < node->dependencies.count; k++)
      fprintf(file, "\"node_%llu\" -> \"node_%llu\";\n", node->dependencies.items[k]->id, node->id);
    if (node->child)
      print(node->child, file);
  }
  fputs("}\n", file);
}

ENTRY(cudaGraphDebugDotPrint, (const Graph *graph, const char *path, unsigned flags),
       (graph, path, flags)) {
  enum { ALL_FLAGS = 0x1FFFF };
  if (!graph_alive(graph) || !path || flags > ALL_FLAGS)
    return cudaErrorInvalidValue;
  FILE *file = fopen(path, "w");
  if (!file)
    return cudaErrorOperatingSystem;
  fputs("digraph dot {\n", file);
  print(graph, file);
  fputs("}\n", file);
  return fclose(file) ? cudaErrorOperatingSystem : cudaSuccess;
}
