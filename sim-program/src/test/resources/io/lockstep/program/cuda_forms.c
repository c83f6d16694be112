/* SPDX-License-Identifier: Apache-2.0 */
/* Forms that functions have in CUDA 12, which CUDA 13 has no more. */
#include "cuda_test.h"

#define EDGES GraphNode *const *, GraphNode *const *
Error cudaGraphAddEmptyNode(GraphNode **, Graph *, GraphNode *const *, size_t);
Error cudaGraphAddNode(GraphNode **, Graph *, GraphNode *const *, size_t, NodeParams *);
Error cudaGraphAddNode_v2(GraphNode **, Graph *, GraphNode *const *, const EdgeData *, size_t,
                          NodeParams *);
Error cudaGraphAddDependencies(Graph *, EDGES, size_t);
Error cudaGraphAddDependencies_v2(Graph *, EDGES, const EdgeData *, size_t);
Error cudaGraphRemoveDependencies(Graph *, EDGES, size_t);
Error cudaGraphRemoveDependencies_v2(Graph *, EDGES, const EdgeData *, size_t);
Error cudaGraphGetEdges(Graph *, GraphNode **, GraphNode **, size_t *);
Error cudaGraphGetEdges_v2(Graph *, GraphNode **, GraphNode **, EdgeData *, size_t *);
Error cudaGraphNodeGetDependencies(GraphNode *, GraphNode **, size_t *);
Error cudaGraphNodeGetDependencies_v2(GraphNode *, GraphNode **, EdgeData *, size_t *);
Error cudaGraphNodeGetDependentNodes(GraphNode *, GraphNode **, size_t *);
Error cudaGraphNodeGetDependentNodes_v2(GraphNode *, GraphNode **, EdgeData *, size_t *);
Error cudaStreamGetCaptureInfo(Stream *, int *, unsigned long long *);
Error cudaStreamGetCaptureInfo_v2(Stream *, int *, unsigned long long *, Graph **,
                                  GraphNode *const **, size_t *);
Error cudaStreamGetCaptureInfo_v3(Stream *, int *, unsigned long long *, Graph **,
                                  GraphNode *const **, const EdgeData **, size_t *);
Error cudaStreamUpdateCaptureDependencies(Stream *, GraphNode *const *, size_t, unsigned);
Error cudaMemAdvise_v2(const void *, size_t, int, MemoryLocation);
Error cudaMemPrefetchAsync_v2(const void *, size_t, MemoryLocation, unsigned, Stream *);
Error cudaStreamUpdateCaptureDependencies_v2(Stream *, GraphNode *const *, const EdgeData *,
                                             size_t, unsigned);

static void edges(void) {
  Graph *graph;
  GraphNode *node[3], *from[3], *to[3];
  EdgeData data[3], port = {.from_port = 1};
  NodeParams empty = {.type = 5};
  size_t count = 3;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddEmptyNode(&node[0], graph, NULL, 0));
  OK(cudaGraphAddNode(&node[1], graph, node, 1, &empty));
  OK(cudaGraphAddNode_v2(&node[2], graph, &node[1], data, 0, &empty));
  OK(cudaGraphAddDependencies(graph, &node[0], &node[2], 1));
  OK(cudaGraphAddDependencies_v2(graph, &node[1], &node[2], NULL, 1));
  OK(cudaGraphGetEdges(graph, from, to, &count));
  EXPECT(count == 3 && from[0] == node[0] && to[0] == node[1] && to[2] == node[2]);
  OK(cudaGraphGetEdges_v2(graph, from, to, data, &count));
  EXPECT(data[1].type == 0 && data[1].from_port == 0);
  OK(cudaGraphNodeGetDependencies(node[2], NULL, &count));
  EXPECT(count == 2);
  OK(cudaGraphNodeGetDependencies_v2(node[1], NULL, NULL, &count));
  EXPECT(count == 1);
  OK(cudaGraphNodeGetDependentNodes(node[0], NULL, &count));
  EXPECT(count == 2);
  OK(cudaGraphNodeGetDependentNodes_v2(node[2], NULL, NULL, &count));
  EXPECT(count == 0);
  OK(cudaGraphRemoveDependencies(graph, &node[0], &node[2], 1));
  OK(cudaGraphRemoveDependencies_v2(graph, &node[1], &node[2], NULL, 1));
  EXPECT(cudaGraphAddDependencies_v2(graph, &node[0], &node[2], &port, 1) == cudaErrorNotSupported);
  OK(cudaGraphDestroy(graph));
}

static void captures(void *data) {
  Stream *stream;
  Graph *graph, *found;
  GraphNode *const *nodes;
  const EdgeData *none;
  int status;
  unsigned long long id, same;
  size_t count = 7;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, 0));
  OK(cudaMemsetAsync(data, 1, 4, stream));
  OK(cudaStreamGetCaptureInfo(stream, &status, &id));
  OK(cudaStreamGetCaptureInfo_v2(stream, &status, &same, &found, &nodes, &count));
  EXPECT(status == 1 && id == same && count == 1);
  OK(cudaStreamUpdateCaptureDependencies(stream, NULL, 0, 1));
  OK(cudaStreamGetCaptureInfo_v3(stream, &status, NULL, NULL, &nodes, &none, &count));
  EXPECT(count == 0);
  OK(cudaStreamUpdateCaptureDependencies_v2(stream, NULL, NULL, 0, 0));
  OK(cudaStreamEndCapture(stream, &graph));
  EXPECT(graph == found);
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

static void places(void) {
  enum { PREFERRED = 3, UNKNOWN = 9 };
  const MemoryLocation host = {.type = cudaMemLocationTypeHost};
  const MemoryLocation other = {.type = cudaMemLocationTypeDevice, .id = 1};
  void *managed;
  OK(cudaMallocManaged(&managed, 64, 1));
  OK(cudaMemAdvise_v2(managed, 64, PREFERRED, host));
  EXPECT(cudaMemAdvise_v2(managed, 64, UNKNOWN, host) == cudaErrorInvalidValue);
  OK(cudaMemPrefetchAsync_v2(managed, 64, host, 0, NULL));
  EXPECT(cudaMemPrefetchAsync_v2(managed, 64, other, 0, NULL) == cudaErrorInvalidDevice);
  OK(cudaFree(managed));
}

int main(void) {
  void *data;
  OK(cudaMalloc(&data, 4));
  places();
  edges();
  captures(data);
  return finish();
}
