/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of the program that live as long as someone refers to them: the program, or a graph. */
#include <limits.h>
#include <stdlib.h>

#include "cudart_graph.h"

struct UserObject {
  void *data;
  HostFunction destroy;
  unsigned long long owned, total; /* references: of the program, and all */
};

static int alive(const UserObject *object) {
  return handle_is(object, HANDLE_OBJECT);
}

static void drop(UserObject *object, unsigned count) {
  object->total -= count;
  if (object->total > 0)
    return;
  handle_remove(object);
  object->destroy(object->data);
  free(object);
}

ENTRY(cudaUserObjectCreate, (UserObject **result, void *data, HostFunction destroy, unsigned count,
       unsigned flags), (result, data, destroy, count, flags)) {
  if (!result || !destroy || count == 0 || count > INT_MAX || flags != 1)
    return cudaErrorInvalidValue;
  UserObject *object = malloc(sizeof *object);
  if (!object)
    return cudaErrorMemoryAllocation;
  *object = (UserObject){data, destroy, count, count};
  handle_add(object, HANDLE_OBJECT);
  *result = object;
  return cudaSuccess;
}

static Error counted(const UserObject *object, unsigned count) {
  return alive(object) && count > 0 && count <= INT_MAX ? cudaSuccess : cudaErrorInvalidValue;
}

ENTRY(cudaUserObjectRetain, (UserObject *object, unsigned count), (object, count)) {
  TRY(counted(object, count));
  object->owned += count;
  object->total += count;
  return cudaSuccess;
}

ENTRY(cudaUserObjectRelease, (UserObject *object, unsigned count), (object, count)) {
  TRY(counted(object, count));
  if (count > object->owned)
    return cudaErrorInvalidValue;
  object->owned -= count;
  drop(object, count);
  return cudaSuccess;
}

/* Adds references of a graph to an object. */
static Error share(Graph *graph, UserObject *object, unsigned count) {
  size_t i = 0;
  while (i < graph->object_count && graph->objects[i].object != object)
    i++;
  if (i == graph->object_count) {
    void *objects = grow(graph->objects, i, &graph->object_room, sizeof *graph->objects);
    if (!objects)
      return cudaErrorMemoryAllocation;
    graph->objects = objects;
    graph->objects[graph->object_count++].object = object;
    graph->objects[i].count = 0;
  }
  graph->objects[i].count += count;
  object->total += count;
  return cudaSuccess;
}

ENTRY(cudaGraphRetainUserObject, (Graph *graph, UserObject *object, unsigned count,
       unsigned flags), (graph, object, count, flags)) {
  TRY(counted(object, count));
  if (!graph_alive(graph) || flags > 1 || (flags && count > object->owned)) /* 1: they move */
    return cudaErrorInvalidValue;
  TRY(share(graph, object, count));
  if (flags) {
    object->owned -= count;
    object->total -= count;
  }
  return cudaSuccess;
}

ENTRY(cudaGraphReleaseUserObject, (Graph *graph, UserObject *object, unsigned count),
       (graph, object, count)) {
  TRY(counted(object, count));
  for (size_t i = 0; graph_alive(graph) && i < graph->object_count; i++)
    if (graph->objects[i].object == object && graph->objects[i].count >= count) {
      graph->objects[i].count -= count;
      if (graph->objects[i].count == 0)
        graph->objects[i] = graph->objects[--graph->object_count];
      drop(object, count);
      return cudaSuccess;
    }
  return cudaErrorInvalidValue;
}

Error objects_share(Graph *to, const Graph *from) {
  for (size_t i = 0; i < from->object_count; i++)
    TRY(share(to, from->objects[i].object, 1));
  return cudaSuccess;
}

void objects_release(Graph *graph) {
  for (size_t i = 0; i < graph->object_count; i++)
    drop(graph->objects[i].object, graph->objects[i].count);
  free(graph->objects);
}
