/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches of graphs. Nodes are executed in an order of their dependencies; they follow each other in
 * the stream of the launch.
 */
#include <stdlib.h>

#include "cudart.h"

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

ENTRY(cudaGraphLaunch, (GraphExec *executable, Stream *stream), (executable, stream)) {
  if (!executable)
    return cudaErrorInvalidValue;
  Stream *capturing = stream_capturing(stream);
  return capturing ? capture_graph(capturing, executable->graph)
                   : execute(executable->graph, stream);
}
ALSO(cudaGraphLaunch, cudaGraphLaunch_ptsz);

API Error cudaGraphUpload(GraphExec *executable, Stream *stream) {
  (void)stream;
  CALL(executable ? cudaSuccess : cudaErrorInvalidValue);
}
ALSO(cudaGraphUpload, cudaGraphUpload_ptsz);
