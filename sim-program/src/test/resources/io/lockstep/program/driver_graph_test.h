/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of graphs and captures of CUDA's driver interface, for C programs of the tests. */
#ifndef DRIVER_GRAPH_TEST_H
#define DRIVER_GRAPH_TEST_H

#include "driver_test.h"

/* CUgraphNodeParams with a kernel or a copy; EdgeData and others are the runtime's. */
typedef struct {
  int type, reserved[3];
  union {
    long long words[29];
    KernelNode kernel;
    struct {
      int flags, reserved;
      void *context;
      BoxCopy box;
    } copy;
    MemsetParams fill;
    MemAllocNodeParams allocation;
  };
  long long last;
} AnyNode;

#define ADDS(name, ...) \
  Result name(GraphNode **, Graph *, GraphNode *const *, size_t, __VA_ARGS__)
#define NODE(name, ...) Result name(GraphNode *, __VA_ARGS__)
#define EXEC(name, ...) Result name(GraphExec *, GraphNode *, __VA_ARGS__)
#define GRAPH(name, ...) Result name(Graph *, __VA_ARGS__)
ADDS(cuGraphAddKernelNode, const KernelNode *);
ADDS(cuGraphAddEventRecordNode, Event *);
ADDS(cuGraphAddEventWaitNode, Event *);
ADDS(cuGraphAddMemAllocNode, MemAllocNodeParams *);
ADDS(cuGraphAddMemFreeNode, DevicePointer);
ADDS(cuGraphAddNode, AnyNode *);
Result cuGraphAddNode_v2(GraphNode **, Graph *, GraphNode *const *, const EdgeData *, size_t,
                         AnyNode *);
NODE(cuGraphNodeSetParams, const AnyNode *);
EXEC(cuGraphExecNodeSetParams, const AnyNode *);
NODE(cuGraphKernelNodeGetParams, KernelNode *);
NODE(cuGraphKernelNodeGetParams_v2, KernelNode *);
NODE(cuGraphKernelNodeSetParams, const KernelNode *);
NODE(cuGraphKernelNodeSetParams_v2, const KernelNode *);
EXEC(cuGraphExecKernelNodeSetParams, const KernelNode *);
NODE(cuGraphMemcpyNodeGetParams, BoxCopy *);
NODE(cuGraphMemcpyNodeSetParams, const BoxCopy *);
EXEC(cuGraphExecMemcpyNodeSetParams, const BoxCopy *, void *);
NODE(cuGraphMemsetNodeGetParams, MemsetParams *);
NODE(cuGraphMemsetNodeSetParams, const MemsetParams *);
EXEC(cuGraphExecMemsetNodeSetParams, const MemsetParams *, void *);
NODE(cuGraphHostNodeGetParams, HostNodeParams *);
NODE(cuGraphHostNodeSetParams, const HostNodeParams *);
EXEC(cuGraphExecHostNodeSetParams, const HostNodeParams *);
NODE(cuGraphEventRecordNodeGetEvent, Event **);
NODE(cuGraphEventRecordNodeSetEvent, Event *);
EXEC(cuGraphExecEventRecordNodeSetEvent, Event *);
NODE(cuGraphEventWaitNodeGetEvent, Event **);
NODE(cuGraphEventWaitNodeSetEvent, Event *);
EXEC(cuGraphExecEventWaitNodeSetEvent, Event *);
NODE(cuGraphChildGraphNodeGetGraph, Graph **);
EXEC(cuGraphExecChildGraphNodeSetParams, Graph *);
NODE(cuGraphMemAllocNodeGetParams, MemAllocNodeParams *);
NODE(cuGraphMemFreeNodeGetParams, DevicePointer *);
NODE(cuGraphKernelNodeSetAttribute, int, const void *);
NODE(cuGraphKernelNodeGetAttribute, int, void *);
NODE(cuGraphKernelNodeCopyAttributes, GraphNode *);
EXEC(cuGraphNodeSetEnabled, unsigned);
EXEC(cuGraphNodeGetEnabled, unsigned *);
Result cuGraphNodeFindInClone(GraphNode **, GraphNode *, Graph *);
Result cuGraphDestroyNode(GraphNode *);
GRAPH(cuGraphDebugDotPrint, const char *, unsigned);
GRAPH(cuGraphAddDependencies, GraphNode *const *, GraphNode *const *, size_t);
GRAPH(cuGraphAddDependencies_v2, GraphNode *const *, GraphNode *const *, const EdgeData *, size_t);
GRAPH(cuGraphRemoveDependencies, GraphNode *const *, GraphNode *const *, size_t);
GRAPH(cuGraphRemoveDependencies_v2, GraphNode *const *, GraphNode *const *, const EdgeData *,
      size_t);
GRAPH(cuGraphGetEdges, GraphNode **, GraphNode **, size_t *);
GRAPH(cuGraphGetEdges_v2, GraphNode **, GraphNode **, EdgeData *, size_t *);
NODE(cuGraphNodeGetDependencies, GraphNode **, size_t *);
NODE(cuGraphNodeGetDependencies_v2, GraphNode **, EdgeData *, size_t *);
NODE(cuGraphNodeGetDependentNodes, GraphNode **, size_t *);
NODE(cuGraphNodeGetDependentNodes_v2, GraphNode **, EdgeData *, size_t *);
Result cuGraphInstantiateWithParams(GraphExec **, Graph *, InstantiateParams *);
Result cuGraphExecUpdate(GraphExec *, Graph *, GraphNode **, int *);
Result cuGraphExecUpdate_v2(GraphExec *, Graph *, UpdateResult *);
Result cuGraphExecGetFlags(GraphExec *, unsigned long long *);
Result cuGraphUpload(GraphExec *, Stream *);
Result cuDeviceGetGraphMemAttribute(int, int, void *);
Result cuDeviceSetGraphMemAttribute(int, int, void *);
Result cuDeviceGraphMemTrim(int);
Result cuUserObjectCreate(UserObject **, void *, HostFunction, unsigned, unsigned);
Result cuUserObjectRetain(UserObject *, unsigned);
Result cuUserObjectRelease(UserObject *, unsigned);
GRAPH(cuGraphRetainUserObject, UserObject *, unsigned, unsigned);
GRAPH(cuGraphReleaseUserObject, UserObject *, unsigned);
Result cuStreamBeginCapture(Stream *);
Result cuStreamBeginCaptureToGraph(Stream *, Graph *, GraphNode *const *, const EdgeData *, size_t,
                                   int);
Result cuStreamGetCaptureInfo(Stream *, int *, unsigned long long *);
Result cuStreamGetCaptureInfo_v2(Stream *, int *, unsigned long long *, Graph **,
                                 GraphNode *const **, size_t *);
Result cuStreamGetCaptureInfo_v3(Stream *, int *, unsigned long long *, Graph **,
                                 GraphNode *const **, const EdgeData **, size_t *);
Result cuStreamUpdateCaptureDependencies(Stream *, GraphNode *const *, size_t, unsigned);
Result cuStreamUpdateCaptureDependencies_v2(Stream *, GraphNode *const *, const EdgeData *, size_t,
                                            unsigned);

#endif
