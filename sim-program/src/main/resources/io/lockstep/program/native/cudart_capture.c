/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Capture of streams. A capture sequence is begun and ended
 * in its origin stream; other streams join it as they wait for an event that was recorded in it. A call
 * that breaks the rules makes it invalid: its streams then refuse work until it is ended.
 */
#include <stdlib.h>
#include <string.h>

#include "cudart_graph.h"

static unsigned long long last_id;

API Error cudaThreadExchangeStreamCaptureMode(int *mode) {
  if (!mode || *mode < MODE_GLOBAL || *mode > MODE_RELAXED)
    CALL(cudaErrorInvalidValue);
  int before = capture_mode;
  capture_mode = *mode;
  *mode = before;
  return cudaSuccess;
}

static Error begin(Stream *handle, Graph *graph, GraphNode *const *dependencies, size_t count,
                   int mode) {
  if (mode < MODE_GLOBAL || mode > MODE_RELAXED)
    return cudaErrorInvalidValue;
  uint32_t number;
  TRY(stream_known(handle, &number));
  Stream *stream = stream_object(handle);
  if (!stream)
    return cudaErrorStreamCaptureUnsupported;
  if (stream->capture)
    return cudaErrorIllegalState;
  Capture *capture = calloc(1, sizeof *capture);
  if (!capture)
    return cudaErrorMemoryAllocation;
  stream->tails.count = 0;
  for (size_t i = 0; i < count; i++)
    TRY(nodes_add(&stream->tails, dependencies[i]));
  *capture = (Capture){.id = ++last_id,
                       .graph = graph,
                       .origin = stream,
                       .mode = mode,
                       .borrowed = graph != NULL,
                       .thread = capture_thread(),
                       .next = captures};
  if (!graph)
    TRY(graph_create(&capture->graph));
  stream->capture = captures = capture;
  return cudaSuccess;
}

/* Takes all streams out of a capture, which ends; the graph is destroyed if it is not the program's. */
static void end(Capture *capture, int keep) {
  for (Stream *at = streams; at; at = at->next)
    if (at->capture == capture) {
      at->capture = NULL;
      at->tails.count = 0;
    }
  Capture **at = &captures;
  while (*at != capture)
    at = &(*at)->next;
  *at = capture->next;
  if (!keep && !capture->borrowed)
    graph_destroy(capture->graph);
  free(capture->orphans.items);
  free(capture);
}

void capture_drop(Stream *stream) {
  Capture *capture = stream->capture;
  if (!capture)
    return;
  stream->capture = NULL;
  for (size_t i = 0; i < stream->tails.count; i++)
    nodes_add(&capture->orphans, stream->tails.items[i]);
  if (capture->origin == stream)
    end(capture, 0);
}

/* Whether the origin stream depends on nodes that were captured. */
static int joined(const Capture *capture, const Nodes *tails) {
  const Nodes *last = &capture->origin->tails;
  for (size_t i = 0; i < tails->count; i++) {
    int found = !tails->items[i]->captured;
    for (size_t k = 0; !found && k < last->count; k++)
      found = node_reaches(last->items[k], tails->items[i], 1);
    if (!found)
      return 0;
  }
  return 1;
}

static Error end_state(const Capture *capture) {
  if (capture->invalid)
    return cudaErrorStreamCaptureInvalidated;
  int all = joined(capture, &capture->orphans);
  for (Stream *at = streams; at; at = at->next)
    all &= at->capture != capture || joined(capture, &at->tails);
  return all ? cudaSuccess : cudaErrorStreamCaptureUnjoined;
}

static Error end_of(Stream *handle, Graph **graph) {
  *graph = NULL;
  uint32_t number;
  TRY(stream_known(handle, &number));
  Stream *stream = stream_capturing(handle);
  if (!stream)
    return cudaErrorIllegalState;
  Capture *capture = stream->capture;
  if (capture->origin != stream)
    return capture_spoil(capture, cudaErrorStreamCaptureUnmatched);
  if (capture->mode != MODE_RELAXED && capture->thread != capture_thread())
    return capture_spoil(capture, cudaErrorStreamCaptureWrongThread);
  Error error = end_state(capture);
  if (!error)
    *graph = capture->graph;
  end(capture, !error);
  return error;
}

/* The capture of a stream, which may be asked of the legacy one if it is usable; NULL: none. */
static Error asked(Stream *handle, const Stream **stream) {
  uint32_t number;
  TRY(stream_known(handle, &number));
  if (!stream_object(handle))
    TRY(capture_legacy(0));
  *stream = stream_capturing(handle);
  return cudaSuccess;
}

static int status_of(const Stream *stream) {
  return !stream ? 0 : 1 + stream->capture->invalid; /* cudaStreamCaptureStatus */
}

Error capture_info(Stream *handle, int *status, unsigned long long *id, Graph **graph,
                   GraphNode *const **dependencies, const EdgeData **edges, size_t *count) {
  static EdgeData *none; /* as many as were asked for at most */
  static size_t room;
  const Stream *stream;
  if (!status || (edges && !dependencies))
    return cudaErrorInvalidValue;
  TRY(asked(handle, &stream));
  *status = status_of(stream);
  if (*status != 1)
    return cudaSuccess;
  if (id)
    *id = stream->capture->id;
  if (graph)
    *graph = stream->capture->graph;
  if (dependencies)
    *dependencies = stream->tails.items;
  if (count)
    *count = stream->tails.count;
  if (edges && room <= stream->tails.count) {
    free(none);
    room = 2 * stream->tails.count + 1;
    none = calloc(room, sizeof *none);
    if (!none)
      return cudaErrorMemoryAllocation;
  }
  if (edges)
    *edges = none;
  return cudaSuccess;
}

Error capture_update(Stream *handle, GraphNode *const *nodes, const EdgeData *edges, size_t count,
                     unsigned flags) {
  uint32_t number;
  if (flags > 1) /* 1: the nodes replace the others */
    return cudaErrorInvalidValue;
  TRY(stream_known(handle, &number));
  Stream *stream = stream_capturing(handle);
  if (!stream)
    return cudaErrorIllegalState;
  TRY(capture_valid(stream));
  TRY(nodes_check(stream->capture->graph, nodes, edges, count));
  size_t kept = flags ? 0 : stream->tails.count;
  stream->tails.count = kept;
  for (size_t i = 0; i < count; i++)
    if (!nodes_contain(&stream->tails, nodes[i]))
      TRY(nodes_add(&stream->tails, nodes[i]));
  return cudaSuccess;
}

/* Adds a node to the graph of a capturing stream. */
static Error add(Stream *stream, int type, GraphNode **node) {
  TRY(capture_valid(stream));
  TRY(graph_add(stream->capture->graph, type, stream->tails.items, stream->tails.count, node));
  (*node)->captured = 1;
  stream->tails.count = 0;
  return nodes_add(&stream->tails, *node);
}

Error capture_launch(Stream *stream, const LaunchShape *shape, void *const *arguments) {
  GraphNode *node;
  TRY(add(stream, NODE_KERNEL, &node));
  TRY(node_set_kernel(node, shape, arguments));
  return node_keep_attribute(node, &(LaunchAttribute){.id = ATTRIBUTE_PRIORITY,
                                                      .value.flag = stream->priority});
}

Error capture_copy(Stream *stream, const Copy3D *copy) {
  GraphNode *node;
  TRY(add(stream, NODE_COPY, &node));
  node->copy = *copy;
  return cudaSuccess;
}

Error capture_fill(Stream *stream, const MemsetParams *fill) {
  GraphNode *node;
  TRY(add(stream, NODE_FILL, &node));
  node->fill = *fill;
  return cudaSuccess;
}

Error capture_host(Stream *stream, const HostNodeParams *host) {
  GraphNode *node;
  TRY(add(stream, NODE_HOST, &node));
  node->host = *host;
  return cudaSuccess;
}

Error capture_event(Stream *stream, int type, Event *event) {
  GraphNode *node;
  TRY(add(stream, type, &node));
  node->event = event;
  return cudaSuccess;
}

Error capture_graph(Stream *stream, Graph *graph) {
  GraphNode *node;
  TRY(add(stream, NODE_CHILD, &node));
  return graph_child(node, graph);
}

Error capture_memory(Stream *stream, int type, void *pointer, size_t bytes) {
  GraphNode *node;
  TRY(add(stream, type, &node));
  node->allocation.bytes = bytes;
  node->allocation.pointer = pointer;
  return cudaSuccess;
}
