/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of graphs and captures of CUDA 13's runtime, for C programs of the tests. */
#ifndef GRAPH_TEST_H
#define GRAPH_TEST_H

#include "cuda_test.h"

#define ADDS(name, ...) \
  Error name(GraphNode **, Graph *, GraphNode *const *, size_t, __VA_ARGS__)
#define NODE(name, ...) Error name(GraphNode *, __VA_ARGS__)
#define EXEC(name, ...) Error name(GraphExec *, GraphNode *, __VA_ARGS__)
#define SETS(of, values, result)                        \
  NODE(cudaGraph##of##NodeSetParams, values);           \
  NODE(cudaGraph##of##NodeGetParams, result);           \
  EXEC(cudaGraphExec##of##NodeSetParams, values)
#define EVENTS(of)                                      \
  ADDS(cudaGraphAdd##of##Node, Event *);                \
  NODE(cudaGraph##of##NodeSetEvent, Event *);           \
  NODE(cudaGraph##of##NodeGetEvent, Event **);          \
  EXEC(cudaGraphExec##of##NodeSetEvent, Event *)
#define COPIES(of, ...)                                 \
  ADDS(cudaGraphAddMemcpyNode##of, __VA_ARGS__);        \
  NODE(cudaGraphMemcpyNodeSetParams##of, __VA_ARGS__);  \
  EXEC(cudaGraphExecMemcpyNodeSetParams##of, __VA_ARGS__)
ADDS(cudaGraphAddMemcpyNode, const Copy3D *);
SETS(Kernel, const KernelNodeParams *, KernelNodeParams *);
SETS(Memcpy, const Copy3D *, Copy3D *);
SETS(Memset, const MemsetParams *, MemsetParams *);
SETS(Host, const HostNodeParams *, HostNodeParams *);
EVENTS(EventRecord);
EVENTS(EventWait);
COPIES(1D, void *, const void *, size_t, int);
COPIES(ToSymbol, const void *, const void *, size_t, size_t, int);
COPIES(FromSymbol, void *, const void *, size_t, size_t, int);
ADDS(cudaGraphAddChildGraphNode, Graph *);
EXEC(cudaGraphExecChildGraphNodeSetParams, Graph *);
NODE(cudaGraphChildGraphNodeGetGraph, Graph **);
NODE(cudaGraphMemAllocNodeGetParams, MemAllocNodeParams *);
NODE(cudaGraphMemFreeNodeGetParams, void *);
Error cudaGraphAddEmptyNode(GraphNode **, Graph *, GraphNode *const *, size_t);
Error cudaGraphAddNode(GraphNode **, Graph *, GraphNode *const *, const EdgeData *, size_t,
                       NodeParams *);
NODE(cudaGraphNodeSetParams, NodeParams *);
EXEC(cudaGraphExecNodeSetParams, NodeParams *);
NODE(cudaGraphKernelNodeSetAttribute, int, const void *);
NODE(cudaGraphKernelNodeGetAttribute, int, void *);
NODE(cudaGraphKernelNodeCopyAttributes, GraphNode *);
NODE(cudaGraphNodeGetType, int *);
Error cudaGraphClone(Graph **, Graph *);
Error cudaGraphNodeFindInClone(GraphNode **, GraphNode *, Graph *);
Error cudaGraphDestroyNode(GraphNode *);
Error cudaGraphAddDependencies(Graph *, GraphNode *const *, GraphNode *const *, const EdgeData *,
                               size_t);
Error cudaGraphRemoveDependencies(Graph *, GraphNode *const *, GraphNode *const *,
                                  const EdgeData *, size_t);
Error cudaGraphGetEdges(Graph *, GraphNode **, GraphNode **, EdgeData *, size_t *);
Error cudaGraphGetRootNodes(Graph *, GraphNode **, size_t *);
NODE(cudaGraphNodeGetDependencies, GraphNode **, EdgeData *, size_t *);
NODE(cudaGraphNodeGetDependentNodes, GraphNode **, EdgeData *, size_t *);
Error cudaGraphDebugDotPrint(Graph *, const char *, unsigned);
Error cudaGraphInstantiateWithFlags(GraphExec **, Graph *, unsigned long long);
Error cudaGraphInstantiateWithParams(GraphExec **, Graph *, InstantiateParams *);
Error cudaGraphExecGetFlags(GraphExec *, unsigned long long *);
Error cudaGraphExecUpdate(GraphExec *, Graph *, UpdateResult *);
Error cudaGraphUpload(GraphExec *, Stream *);
EXEC(cudaGraphNodeSetEnabled, unsigned);
EXEC(cudaGraphNodeGetEnabled, unsigned *);
Error cudaDeviceGetGraphMemAttribute(int, int, void *);
Error cudaDeviceSetGraphMemAttribute(int, int, void *);
Error cudaDeviceGraphMemTrim(int);
Error cudaUserObjectCreate(UserObject **, void *, HostFunction, unsigned, unsigned);
Error cudaUserObjectRetain(UserObject *, unsigned);
Error cudaUserObjectRelease(UserObject *, unsigned);
Error cudaGraphRetainUserObject(Graph *, UserObject *, unsigned, unsigned);
Error cudaGraphReleaseUserObject(Graph *, UserObject *, unsigned);
Error cudaStreamBeginCaptureToGraph(Stream *, Graph *, GraphNode *const *, const EdgeData *,
                                    size_t, int);
Error cudaStreamGetCaptureInfo(Stream *, int *, unsigned long long *, Graph **,
                               GraphNode *const **, const EdgeData **, size_t *);
Error cudaStreamUpdateCaptureDependencies(Stream *, GraphNode *const *, const EdgeData *, size_t,
                                          unsigned);
Error cudaThreadExchangeStreamCaptureMode(int *);
Error cudaStreamCreateWithFlags(Stream **, unsigned);
Error cudaEventRecordWithFlags(Event *, Stream *, unsigned);

#endif
