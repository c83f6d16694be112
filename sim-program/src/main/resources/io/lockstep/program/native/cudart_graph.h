/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of streams, events, their capture and graphs share. */
#ifndef LOCKSTEP_CUDART_GRAPH_H
#define LOCKSTEP_CUDART_GRAPH_H

#include "cudart.h"

typedef struct {
  GraphNode **items;
  size_t count, room;
} Nodes;

/* A capture sequence, from its begin in the origin stream to its end there. */
typedef struct Capture {
  unsigned long long id; /* unique */
  Graph *graph;
  Stream *origin;
  int mode, invalid;
  int borrowed; /* whether the graph is the program's, see cudaStreamBeginCaptureToGraph */
  unsigned long long thread; /* that began it */
  Nodes orphans; /* last nodes of streams that were destroyed while they were captured */
  struct Capture *next;
} Capture;

struct Stream {
  uint32_t number;
  unsigned flags; /* 1: does not block the legacy stream */
  int priority;
  Capture *capture; /* that the stream is part of, or NULL */
  Nodes tails;      /* nodes that the next captured one depends on */
  Stream *next;
};
struct Event {
  uint32_t number;
  unsigned flags;
  int recorded;
  unsigned long long captured; /* the capture in which it was last recorded, which may have ended */
  Nodes tails;
  Event *next;
};

/* cudart_state.c: streams that live, with the default ones of threads, and captures. */
enum { MODE_GLOBAL, MODE_THREAD, MODE_RELAXED };
extern Stream *streams;
extern Capture *captures;
extern __thread int capture_mode;
unsigned long long capture_thread(void); /* the number of the thread */
int stream_make(Stream **result, unsigned flags, int priority); /* a status of client.h */
Stream *stream_object(Stream *handle);   /* NULL for the legacy stream */
/* Invalidates a capture for a reason, which is the value. */
Error capture_spoil(Capture *capture, Error reason);
Error capture_valid(const Stream *stream); /* an error if the stream's capture is invalid */
Capture *capture_of(unsigned long long id); /* NULL: it has ended */
Capture *capture_into(const Graph *graph);  /* the capture that records the graph, or NULL */
/* The legacy stream cannot be used while a stream captures that blocks it. */
Error capture_legacy(int spoil);

/* cudart_event.c, cudart_capture.c */
int event_alive(const Event *event);
void capture_drop(Stream *stream); /* one that is destroyed leaves its capture */
Error capture_host(Stream *stream, const HostNodeParams *host);
Error capture_event(Stream *stream, int type, Event *event);
Error capture_graph(Stream *stream, Graph *graph); /* a copy of it, as one node */
Error capture_info(Stream *handle, int *status, unsigned long long *id, Graph **graph,
                   GraphNode *const **dependencies, const EdgeData **edges, size_t *count);
Error capture_update(Stream *handle, GraphNode *const *nodes, const EdgeData *edges, size_t count,
                     unsigned flags);

/* cudart_graph.c; the numbers are those of cudaGraphNodeType. */
enum {
  NODE_KERNEL,
  NODE_COPY,
  NODE_FILL,
  NODE_HOST,
  NODE_CHILD,
  NODE_EMPTY,
  NODE_WAIT,
  NODE_RECORD,
  NODE_ALLOCATE = 10,
  NODE_FREE,
  NODE_CONDITIONAL = 13
};
struct GraphNode {
  int type, disabled;
  unsigned long long id, original; /* the original: of a clone's node */
  unsigned long long visit;        /* the walk that met it last */
  size_t place;                    /* in its graph, when all of it is copied or executed */
  Graph *graph;
  Nodes dependencies;
  Nodes severed; /* dependencies that the program has removed since they were captured */
  int captured;
  LaunchShape shape;
  void **arguments; /* of a kernel; one block of memory with the values */
  LaunchAttribute *attributes; /* of a kernel, that were set */
  unsigned attribute_count;
  Copy3D copy;
  MemsetParams fill;
  HostNodeParams host;
  Graph *child;
  Event *event;
  MemAllocNodeParams allocation; /* or, of a node that frees, the pointer */
};
struct Graph {
  Nodes nodes;
  unsigned long long id, original; /* the original: of a clone */
  GraphNode *owner;                /* of a child graph */
  int instances;                   /* its executables */
  struct {
    UserObject *object;
    unsigned count;
  } *objects;
  size_t object_count, object_room;
};
struct GraphExec {
  Graph *graph; /* a clone */
  Graph *source;
  unsigned long long source_id, flags; /* the source may be destroyed */
};
/* cudart_handle.c: the handles of graphs that programs hold. */
enum { HANDLE_GRAPH = 1, HANDLE_NODE, HANDLE_EXEC, HANDLE_OBJECT };
void handle_add(const void *handle, char kind);
void handle_remove(const void *handle);
int handle_is(const void *handle, char kind);
static inline int graph_alive(const Graph *graph) {
  return handle_is(graph, HANDLE_GRAPH);
}
static inline int node_alive(const GraphNode *node) {
  return handle_is(node, HANDLE_NODE);
}

/* cudart_graph.c */
Error nodes_add(Nodes *nodes, GraphNode *node);
Error nodes_copy(Nodes *nodes, const Nodes *from);
int nodes_contain(const Nodes *nodes, const GraphNode *node);
void nodes_remove(Nodes *nodes, const GraphNode *node);
/* An error for nodes that are not of the graph, or occur twice, or for data of edges. */
Error nodes_check(const Graph *graph, GraphNode *const *nodes, const EdgeData *edges, size_t count);
Error edges_check(const EdgeData *edges, size_t count);
Error graph_create(Graph **graph);
Error graph_add(Graph *graph, int type, GraphNode *const *dependencies, size_t count,
                GraphNode **node);
Error graph_clone(Graph *graph, Graph **clone);
void graph_destroy(Graph *graph);
void node_destroy(GraphNode *node); /* which is in no graph any more */
int graph_has_memory(const Graph *graph);
Error graph_child(GraphNode *node, Graph *child); /* gives the node a clone */
/* Whether a node, or one that it depends on, is the wanted one; severed edges count if asked. */
int node_reaches(GraphNode *node, const GraphNode *wanted, int severed);
Error node_set_kernel(GraphNode *node, const LaunchShape *shape, void *const *arguments);
Error node_copy_values(GraphNode *node, const GraphNode *from); /* all but edges */
Error node_keep_attribute(GraphNode *node, const LaunchAttribute *attribute);
const LaunchAttribute *node_attribute(const GraphNode *node, int id); /* NULL: not set */
Error graph_frees(const Graph *graph, const void *pointer); /* an error if it cannot free this */
GraphNode *node_in_clone(const Graph *clone, const GraphNode *original);

/* cudart_graph_node.c: nodes with their values. */
Error node_add(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
               const EdgeData *edges, size_t count, const NodeParams *params);
Error node_set(GraphNode *node, const NodeParams *params);
Error node_get(const GraphNode *node, NodeParams *params); /* params->type is the expected one */
Error node_set_attribute(GraphNode *node, int id, const void *value);
int node_has_attribute(int id);
enum { ATTRIBUTE_COOPERATIVE = 2, ATTRIBUTE_PRIORITY = 8 };

/* cudart_graph_api.c */
Error edges_add(Graph *graph, GraphNode *const *from, GraphNode *const *to, const EdgeData *edges,
                size_t count);
Error edges_remove(Graph *graph, GraphNode *const *from, GraphNode *const *to,
                   const EdgeData *edges, size_t count);
Error edges_list(const Graph *graph, GraphNode **from, GraphNode **to, EdgeData *edges,
                 size_t *count);
Error node_dependencies(const GraphNode *node, GraphNode **nodes, EdgeData *edges, size_t *count);
Error node_dependents(const GraphNode *node, GraphNode **nodes, EdgeData *edges, size_t *count);

/* cudart_graph_exec.c */
Error exec_set(GraphExec *executable, GraphNode *node, const NodeParams *params);
Error instantiate_logged(GraphExec **executable, Graph *graph, GraphNode **fault, char *log,
                         size_t bytes);
Error exec_update(GraphExec *executable, Graph *graph, int *result, GraphNode **fault,
                  GraphNode **from);

/* cudart_object.c: objects of the program that graphs keep. */
Error objects_share(Graph *to, const Graph *from);
void objects_release(Graph *graph);

#endif
