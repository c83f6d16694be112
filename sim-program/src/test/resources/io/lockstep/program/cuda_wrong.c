/* SPDX-License-Identifier: Apache-2.0 */
/*
 * More wrong calls of the CUDA runtime, a line a call, with the code that the "CUDA Runtime API" manual
 * of CUDA 13 has for it: graphs, captures, and what cuda_codes.c leaves out of the rest. V: an invalid
 * value; H: an invalid handle; other codes by their names.
 */
#include "graph_test.h"

static const char STEP, UNKNOWN;
static int processor, no_symbol, cases;

#define W(expected, call) wrong(expected, call, #call, __LINE__)
#define V(call) W(cudaErrorInvalidValue, call)
#define H(call) W(cudaErrorInvalidResourceHandle, call)

static void wrong(Error expected, Error found, const char *call, int line) {
  cases++;
  if (found == expected)
    return;
  printf("%d: %s: %s, expected %s\n", line, call, cudaGetErrorName(found),
         cudaGetErrorName(expected));
  failures++;
}

Error cudaStreamCreateWithPriority(Stream **stream, unsigned flags, int priority);
Error cudaStreamGetDevice(Stream *stream, int *device);
Error cudaStreamGetId(Stream *stream, unsigned long long *id);
Error cudaStreamGetFlags(Stream *stream, unsigned *flags);
Error cudaStreamAttachMemAsync(Stream *stream, void *pointer, size_t bytes, unsigned flags);
Error cudaMemset2DAsync(void *, size_t, int, size_t, size_t, Stream *);
Error cudaMemset3D(PitchedPointer, int, Extent);
Error cudaMemset3DAsync(PitchedPointer, int, Extent, Stream *);
Error cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t, int, Stream *);
Error cudaMemcpy3DAsync(const Copy3D *, Stream *);
Error cudaMemcpyToSymbolAsync(const void *, const void *, size_t, size_t, int, Stream *);
Error cudaMemcpyFromSymbolAsync(void *, const void *, size_t, size_t, int, Stream *);
Error cudaMemcpy3DPeerAsync(const PeerCopy3D *, Stream *);
Error cudaMemPoolGetAttribute(void *pool, int attribute, void *value);
Error cudaMemPoolSetAttribute(void *pool, int attribute, void *value);
Error cudaMallocFromPoolAsync(void **, size_t, void *, Stream *);
Error cudaDeviceGetMemPool(void **pool, int device);
Error cudaDeviceGetDefaultMemPool(void **pool, int device);
Error cudaRuntimeGetVersion(int *version);
Error cudaDriverGetVersion(int *version);
Error cudaFuncGetName(const char **name, const void *host);
Error cudaFuncGetParamInfo(const void *host, size_t index, size_t *offset, size_t *bytes);
Error cudaGetFuncBySymbol(Function **function, const void *host);
Error cudaGetKernel(Function **kernel, const void *host);
Error cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, const void *, int, size_t,
                                                             unsigned);
Error cudaHostGetFlags(unsigned *flags, void *host);
Error cudaEventCreateWithFlags(Event **event, unsigned flags);
Error cudaChooseDevice(int *device, const void *properties);

static Graph *graph, *other, *stale;
static GraphNode *fill_node, *copy_node, *host_node, *kernel_node, *record_node, *wait_node;
static GraphNode *child_node, *empty_node, *foreign, *gone;
static GraphExec *executable, *dead_exec;
static Event *event, *dead_event;
static Stream *stream, *dead;
static char *memory;
static int n = 4;
static void *arguments[] = {&memory, &n};

static void nothing(void *data) { (void)data; }

static KernelNodeParams kernel(void) {
  return (KernelNodeParams){(void *)&STEP, {1, 1, 1}, {4, 1, 1}, 0, arguments, NULL};
}

static void prepare(void) {
  KernelNodeParams good_kernel = kernel();
  MemsetParams good_fill = {memory, 64, 1, 1, 64, 1};
  HostNodeParams good_host = {nothing, NULL};
  OK(cudaGraphCreate(&stale, 0));
  OK(cudaGraphDestroy(stale));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphCreate(&other, 0));
  OK(cudaGraphAddEmptyNode(&foreign, other, NULL, 0));
  OK(cudaGraphAddEmptyNode(&gone, graph, NULL, 0));
  OK(cudaGraphInstantiateWithFlags(&dead_exec, graph, 0));
  OK(cudaGraphExecDestroy(dead_exec));
  OK(cudaGraphDestroyNode(gone));
  OK(cudaGraphAddMemsetNode(&fill_node, graph, NULL, 0, &good_fill));
  OK(cudaGraphAddMemcpyNode1D(&copy_node, graph, &fill_node, 1, memory, memory + 64, 8, 3));
  OK(cudaGraphAddHostNode(&host_node, graph, &copy_node, 1, &good_host));
  OK(cudaGraphAddKernelNode(&kernel_node, graph, &host_node, 1, &good_kernel));
  OK(cudaGraphAddEventRecordNode(&record_node, graph, &kernel_node, 1, event));
  OK(cudaGraphAddEventWaitNode(&wait_node, graph, &record_node, 1, event));
  OK(cudaGraphAddChildGraphNode(&child_node, graph, &wait_node, 1, other));
  OK(cudaGraphAddEmptyNode(&empty_node, graph, NULL, 0));
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
}

static void graphs_as_wholes(void) {
  Graph *made;
  GraphExec *made_exec;
  GraphNode *node;
  size_t count = 1;
  UpdateResult result;
  unsigned long long flags;
  InstantiateParams how = {.flags = 1 << 20}, upload = {.flags = 2, .upload = dead};
  V(cudaGraphDestroy(stale));
  V(cudaGraphClone(&made, stale));
  V(cudaGraphGetNodes(stale, NULL, &count));
  V(cudaGraphGetNodes(graph, NULL, NULL));
  V(cudaGraphGetRootNodes(stale, NULL, &count));
  V(cudaGraphGetRootNodes(graph, NULL, NULL));
  V(cudaGraphNodeFindInClone(&node, fill_node, graph));
  V(cudaGraphNodeFindInClone(&node, fill_node, stale));
  V(cudaGraphNodeFindInClone(&node, NULL, other));
  V(cudaGraphNodeFindInClone(NULL, fill_node, other));
  V(cudaGraphInstantiate(&made_exec, stale, 0));
  V(cudaGraphInstantiate(&made_exec, graph, 1 << 20));
  V(cudaGraphInstantiateWithFlags(&made_exec, graph, 16));
  V(cudaGraphInstantiateWithFlags(&made_exec, graph, 1 | 4)); /* cannot be used together */
  V(cudaGraphInstantiateWithFlags(NULL, graph, 0));
  V(cudaGraphInstantiateWithParams(&made_exec, graph, NULL));
  V(cudaGraphInstantiateWithParams(&made_exec, graph, &how));
  EXPECT(how.result == 1 && how.fault == NULL);
  H(cudaGraphInstantiateWithParams(&made_exec, graph, &upload));
  V(cudaGraphExecDestroy(dead_exec));
  V(cudaGraphLaunch(dead_exec, stream));
  H(cudaGraphLaunch(executable, dead));
  V(cudaGraphUpload(dead_exec, stream));
  H(cudaGraphUpload(executable, dead));
  V(cudaGraphExecGetFlags(dead_exec, &flags));
  V(cudaGraphExecGetFlags(executable, NULL));
  V(cudaGraphExecUpdate(dead_exec, graph, &result));
  V(cudaGraphExecUpdate(executable, stale, &result));
  W(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(executable, other, &result));
  V(cudaGraphDebugDotPrint(stale, "x.dot", 0));
  V(cudaGraphDebugDotPrint(graph, NULL, 0));
  W(cudaErrorOperatingSystem, cudaGraphDebugDotPrint(graph, "/no folder/x.dot", 0));
}

static void edges(void) {
  GraphNode *two[] = {fill_node, fill_node}, *nodes[4];
  size_t count = 4;
  EdgeData data;
  int type;
  V(cudaGraphAddEmptyNode(nodes, graph, &foreign, 1));
  V(cudaGraphAddEmptyNode(nodes, graph, &gone, 1));
  V(cudaGraphAddEmptyNode(nodes, graph, two, 2)); /* may not have duplicate entries */
  V(cudaGraphAddDependencies(graph, &fill_node, &foreign, NULL, 1));
  V(cudaGraphAddDependencies(graph, &foreign, &fill_node, NULL, 1));
  V(cudaGraphAddDependencies(other, &fill_node, &copy_node, NULL, 1));
  V(cudaGraphAddDependencies(graph, NULL, &fill_node, NULL, 1));
  V(cudaGraphAddDependencies(graph, &fill_node, NULL, NULL, 1));
  V(cudaGraphAddDependencies(graph, &fill_node, &copy_node, NULL, 1)); /* exists */
  V(cudaGraphAddDependencies(graph, &copy_node, &fill_node, NULL, 1));
  V(cudaGraphAddDependencies(graph, &fill_node, &fill_node, NULL, 1));
  V(cudaGraphAddDependencies(stale, &fill_node, &copy_node, NULL, 1));
  V(cudaGraphRemoveDependencies(graph, &fill_node, &kernel_node, NULL, 1)); /* does not exist */
  V(cudaGraphRemoveDependencies(graph, &gone, &kernel_node, NULL, 1));
  V(cudaGraphRemoveDependencies(stale, &fill_node, &copy_node, NULL, 1));
  V(cudaGraphRemoveDependencies(other, &fill_node, &copy_node, NULL, 1));
  V(cudaGraphGetEdges(stale, NULL, NULL, NULL, &count));
  V(cudaGraphGetEdges(graph, NULL, NULL, NULL, NULL));
  V(cudaGraphGetEdges(graph, nodes, NULL, NULL, &count));
  V(cudaGraphNodeGetDependencies(gone, NULL, NULL, &count));
  V(cudaGraphNodeGetDependencies(fill_node, nodes, NULL, NULL));
  V(cudaGraphNodeGetDependencies(fill_node, NULL, &data, &count));
  V(cudaGraphNodeGetDependentNodes(gone, NULL, NULL, &count));
  V(cudaGraphNodeGetDependentNodes(NULL, NULL, NULL, &count));
  V(cudaGraphDestroyNode(NULL));
  V(cudaGraphDestroyNode(gone));
  V(cudaGraphNodeGetType(gone, &type));
  V(cudaGraphNodeGetType(fill_node, NULL));
}

static void kernels_and_fills(void) {
  GraphNode *node;
  KernelNodeParams none = kernel(), unknown = kernel(), good = kernel(), found;
  MemsetParams odd = {memory, 64, 1, 3, 8, 1}, nowhere = {NULL, 64, 1, 1, 8, 1};
  MemsetParams narrow = {memory, 4, 1, 1, 8, 2}, empty = {memory, 64, 1, 1, 0, 1};
  MemsetParams higher = {memory, 8, 1, 1, 8, 2}, good_fill = {memory, 64, 1, 1, 8, 1}, found_fill;
  int value[16] = {0};
  unknown.function = (void *)&UNKNOWN;
  none.arguments = NULL;
  V(cudaGraphAddKernelNode(NULL, graph, NULL, 0, &good));
  V(cudaGraphAddKernelNode(&node, stale, NULL, 0, &good));
  V(cudaGraphAddKernelNode(&node, graph, &foreign, 1, &good));
  V(cudaGraphAddKernelNode(&node, graph, NULL, 0, &none));
  W(cudaErrorInvalidDeviceFunction, cudaGraphAddKernelNode(&node, graph, NULL, 0, &unknown));
  V(cudaGraphKernelNodeGetParams(fill_node, &found));
  V(cudaGraphKernelNodeGetParams(gone, &found));
  V(cudaGraphKernelNodeGetParams(kernel_node, NULL));
  V(cudaGraphKernelNodeSetParams(fill_node, &good));
  V(cudaGraphKernelNodeSetParams(kernel_node, NULL));
  W(cudaErrorInvalidDeviceFunction, cudaGraphKernelNodeSetParams(kernel_node, &unknown));
  V(cudaGraphExecKernelNodeSetParams(dead_exec, kernel_node, &good));
  V(cudaGraphExecKernelNodeSetParams(executable, foreign, &good));
  V(cudaGraphExecKernelNodeSetParams(executable, gone, &good));
  V(cudaGraphExecKernelNodeSetParams(executable, kernel_node, NULL));
  V(cudaGraphExecKernelNodeSetParams(executable, fill_node, &good));
  V(cudaGraphKernelNodeSetAttribute(fill_node, 2, value));
  V(cudaGraphKernelNodeSetAttribute(kernel_node, 99, value));
  V(cudaGraphKernelNodeSetAttribute(kernel_node, 3, value)); /* of streams */
  V(cudaGraphKernelNodeSetAttribute(kernel_node, 2, NULL));
  V(cudaGraphKernelNodeGetAttribute(kernel_node, 77, value));
  V(cudaGraphKernelNodeGetAttribute(kernel_node, 2, NULL));
  V(cudaGraphKernelNodeCopyAttributes(kernel_node, fill_node));
  V(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &odd)); /* of 1, 2 or 4 bytes */
  V(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &nowhere));
  V(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &narrow));
  V(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &empty));
  V(cudaGraphAddMemsetNode(&node, stale, NULL, 0, &good_fill));
  V(cudaGraphMemsetNodeGetParams(kernel_node, &found_fill));
  V(cudaGraphMemsetNodeGetParams(fill_node, NULL));
  V(cudaGraphMemsetNodeSetParams(fill_node, &odd));
  V(cudaGraphMemsetNodeSetParams(fill_node, NULL));
  V(cudaGraphMemsetNodeSetParams(gone, &good_fill));
  V(cudaGraphExecMemsetNodeSetParams(executable, copy_node, &good_fill));
  V(cudaGraphExecMemsetNodeSetParams(executable, fill_node, &higher)); /* changed height */
  V(cudaGraphExecMemsetNodeSetParams(executable, fill_node, NULL));
}

static void copies_and_calls(void) {
  GraphNode *node;
  Graph *found_graph;
  Event *found_event;
  int host[4];
  Copy3D none = {.extent = {4, 1, 1}, .kind = 3}, half = none, rows, found;
  HostNodeParams empty = {0}, good_host = {nothing, NULL}, found_host;
  half.src.ptr = memory;
  rows = (Copy3D){.src = {memory, 8, 8, 2}, .dst = {memory + 64, 8, 8, 2}, .extent = {8, 2, 1}, .kind = 3};
  V(cudaGraphAddMemcpyNode(&node, graph, NULL, 0, NULL));
  V(cudaGraphAddMemcpyNode(&node, graph, NULL, 0, &none));
  V(cudaGraphAddMemcpyNode(&node, graph, NULL, 0, &half));
  V(cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, NULL, memory, 4, 3));
  W(cudaErrorInvalidMemcpyDirection, cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, memory, host, 4, 9));
  V(cudaGraphMemcpyNodeGetParams(fill_node, &found));
  V(cudaGraphMemcpyNodeGetParams(copy_node, NULL));
  V(cudaGraphMemcpyNodeSetParams(fill_node, &rows));
  V(cudaGraphMemcpyNodeSetParams(copy_node, NULL));
  V(cudaGraphMemcpyNodeSetParams1D(copy_node, NULL, memory, 4, 3));
  V(cudaGraphExecMemcpyNodeSetParams(executable, copy_node, &rows)); /* not one-dimensional */
  V(cudaGraphExecMemcpyNodeSetParams(executable, copy_node, NULL));
  V(cudaGraphExecMemcpyNodeSetParams1D(executable, copy_node, memory, host, 8, 1)); /* other kind */
  V(cudaGraphExecMemcpyNodeSetParams1D(executable, fill_node, memory, memory + 64, 8, 3));
  W(cudaErrorInvalidSymbol, cudaGraphAddMemcpyNodeToSymbol(&node, graph, NULL, 0, &no_symbol, host, 4, 0, 1));
  V(cudaGraphAddMemcpyNodeToSymbol(&node, graph, NULL, 0, &processor, host, 8, 0, 1));
  V(cudaGraphAddMemcpyNodeFromSymbol(&node, graph, NULL, 0, host, &processor, 4, 1, 2));
  W(cudaErrorInvalidMemcpyDirection,
    cudaGraphAddMemcpyNodeFromSymbol(&node, graph, NULL, 0, host, &processor, 4, 0, 1));
  W(cudaErrorInvalidSymbol, cudaGraphMemcpyNodeSetParamsToSymbol(copy_node, &no_symbol, host, 4, 0, 1));
  W(cudaErrorInvalidSymbol,
    cudaGraphExecMemcpyNodeSetParamsFromSymbol(executable, copy_node, host, &no_symbol, 4, 0, 2));
  V(cudaGraphAddHostNode(&node, stale, NULL, 0, &good_host));
  V(cudaGraphAddHostNode(&node, graph, NULL, 0, NULL));
  V(cudaGraphHostNodeGetParams(fill_node, &found_host));
  V(cudaGraphHostNodeGetParams(host_node, NULL));
  V(cudaGraphHostNodeSetParams(host_node, &empty));
  V(cudaGraphHostNodeSetParams(fill_node, &good_host));
  V(cudaGraphExecHostNodeSetParams(executable, host_node, &empty));
  V(cudaGraphExecHostNodeSetParams(executable, fill_node, &good_host));
  V(cudaGraphAddEventRecordNode(&node, graph, NULL, 0, NULL));
  V(cudaGraphAddEventRecordNode(&node, graph, NULL, 0, dead_event));
  V(cudaGraphAddEventWaitNode(&node, graph, NULL, 0, dead_event));
  V(cudaGraphEventRecordNodeGetEvent(wait_node, &found_event));
  V(cudaGraphEventRecordNodeSetEvent(record_node, dead_event));
  V(cudaGraphEventWaitNodeGetEvent(wait_node, NULL));
  V(cudaGraphEventWaitNodeSetEvent(record_node, event));
  V(cudaGraphExecEventRecordNodeSetEvent(executable, record_node, dead_event));
  V(cudaGraphExecEventWaitNodeSetEvent(executable, record_node, event));
  V(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, stale));
  V(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, NULL));
  V(cudaGraphChildGraphNodeGetGraph(fill_node, &found_graph));
  V(cudaGraphChildGraphNodeGetGraph(child_node, NULL));
  V(cudaGraphExecChildGraphNodeSetParams(executable, child_node, graph)); /* other topology */
  V(cudaGraphExecChildGraphNodeSetParams(executable, child_node, stale));
}

static void other_nodes(void) {
  GraphNode *node;
  unsigned on;
  NodeParams empty = {.type = 5}, unknown = {.type = 99}, fill = {.type = 2}, reserved = {.type = 5};
  MemAllocNodeParams zero = {.bytes = 0}, found;
  UserObject *object, *ended;
  void *freed;
  uint64_t value = 1;
  reserved.reserved_last = 1;
  V(cudaGraphAddNode(&node, graph, NULL, NULL, 0, NULL));
  V(cudaGraphAddNode(&node, graph, NULL, NULL, 0, &unknown));
  V(cudaGraphAddNode(&node, graph, NULL, NULL, 0, &fill));
  V(cudaGraphAddNode(&node, graph, NULL, NULL, 0, &reserved)); /* must be zero */
  V(cudaGraphAddNode(NULL, graph, NULL, NULL, 0, &empty));
  V(cudaGraphAddNode(&node, stale, NULL, NULL, 0, &empty));
  V(cudaGraphNodeSetParams(fill_node, &empty));
  V(cudaGraphNodeSetParams(gone, &empty));
  V(cudaGraphNodeSetParams(empty_node, NULL));
  V(cudaGraphExecNodeSetParams(executable, fill_node, &empty));
  V(cudaGraphExecNodeSetParams(dead_exec, empty_node, &empty));
  V(cudaGraphNodeSetEnabled(executable, host_node, 0)); /* kernels, fills and copies alone */
  V(cudaGraphNodeSetEnabled(executable, foreign, 0));
  V(cudaGraphNodeSetEnabled(dead_exec, fill_node, 0));
  V(cudaGraphNodeGetEnabled(executable, host_node, &on));
  V(cudaGraphNodeGetEnabled(executable, fill_node, NULL));
  V(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, NULL));
  V(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &zero));
  V(cudaGraphAddMemFreeNode(&node, graph, NULL, 0, memory));
  V(cudaGraphAddMemFreeNode(&node, graph, NULL, 0, NULL));
  V(cudaGraphMemAllocNodeGetParams(fill_node, &found));
  V(cudaGraphMemFreeNodeGetParams(fill_node, &freed));
  W(cudaErrorInvalidDevice, cudaDeviceGetGraphMemAttribute(1, 0, &value));
  V(cudaDeviceGetGraphMemAttribute(0, 9, &value));
  V(cudaDeviceGetGraphMemAttribute(0, 0, NULL));
  V(cudaDeviceSetGraphMemAttribute(0, 1, &value)); /* can only be reset to zero */
  V(cudaDeviceSetGraphMemAttribute(0, 0, &value));
  W(cudaErrorInvalidDevice, cudaDeviceSetGraphMemAttribute(-1, 1, &value));
  W(cudaErrorInvalidDevice, cudaDeviceGraphMemTrim(7));
  V(cudaUserObjectCreate(NULL, NULL, nothing, 1, 1));
  V(cudaUserObjectCreate(&object, NULL, NULL, 1, 1));
  V(cudaUserObjectCreate(&object, NULL, nothing, 0, 1));
  V(cudaUserObjectCreate(&object, NULL, nothing, 1, 0)); /* the flag is required */
  OK(cudaUserObjectCreate(&object, NULL, nothing, 1, 1));
  V(cudaUserObjectRetain(object, 0));
  V(cudaUserObjectRelease(object, 0));
  V(cudaGraphRetainUserObject(stale, object, 1, 0));
  V(cudaGraphRetainUserObject(graph, object, 0, 0));
  V(cudaGraphRetainUserObject(graph, object, 1, 2));
  V(cudaGraphReleaseUserObject(graph, object, 1));
  OK(cudaUserObjectRelease(object, 1));
  V(cudaUserObjectRelease(object, 1));
  V(cudaUserObjectRetain(NULL, 1));
  (void)ended;
}

static void captures(void) {
  Graph *made = NULL;
  Stream *fork;
  int status, bad = 3;
  size_t count;
  GraphNode *const *nodes;
  const EdgeData *data;
  OK(cudaStreamCreate(&fork));
  W(cudaErrorStreamCaptureUnsupported, cudaStreamBeginCapture((Stream *)1, 0));
  V(cudaStreamBeginCapture(stream, -1));
  H(cudaStreamBeginCapture(dead, 0));
  H(cudaStreamEndCapture(dead, &made));
  V(cudaStreamBeginCaptureToGraph(stream, stale, NULL, NULL, 0, 0));
  V(cudaStreamBeginCaptureToGraph(stream, graph, &foreign, NULL, 1, 0));
  V(cudaStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 1, 0));
  V(cudaThreadExchangeStreamCaptureMode(NULL));
  V(cudaThreadExchangeStreamCaptureMode(&bad));
  V(cudaEventRecordWithFlags(event, stream, 1)); /* outside of a capture */
  V(cudaStreamWaitEvent(stream, event, 1));
  V(cudaStreamGetCaptureInfo(stream, NULL, NULL, NULL, NULL, NULL, NULL));
  V(cudaStreamGetCaptureInfo(stream, &status, NULL, NULL, NULL, &data, &count));
  H(cudaStreamGetCaptureInfo(dead, &status, NULL, NULL, &nodes, NULL, &count));
  W(cudaErrorIllegalState, cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 0, 0));
  OK(cudaStreamBeginCapture(stream, 2));
  V(cudaStreamUpdateCaptureDependencies(stream, &fill_node, NULL, 1, 0)); /* of another graph */
  V(cudaStreamUpdateCaptureDependencies(stream, NULL, NULL, 0, 2));
  H(cudaStreamUpdateCaptureDependencies(dead, NULL, NULL, 0, 0));
  W(cudaErrorStreamCaptureImplicit, cudaStreamIsCapturing(NULL, &status));
  W(cudaErrorStreamCaptureImplicit,
    cudaStreamGetCaptureInfo(NULL, &status, NULL, NULL, NULL, NULL, NULL));
  V(cudaFreeAsync(memory, stream)); /* no allocation of the graph */
  V(cudaMallocAsync(NULL, 4, stream));
  OK(cudaStreamIsCapturing(stream, &status));
  EXPECT(status == 1); /* nothing so far has made the capture invalid */
  W(cudaErrorStreamCaptureUnsupported, cudaStreamAttachMemAsync(stream, memory, 0, 4));
  W(cudaErrorStreamCaptureInvalidated, cudaMemsetAsync(memory, 0, 4, stream));
  W(cudaErrorStreamCaptureInvalidated, cudaEventRecord(event, stream));
  W(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &made));
  OK(cudaStreamBeginCapture(stream, 2));
  OK(cudaEventRecord(event, stream));
  W(cudaErrorCapturedEvent, cudaEventElapsedTime(&(float){0}, event, event));
  OK(cudaStreamWaitEvent(fork, event, 0));
  W(cudaErrorStreamCaptureUnmatched, cudaStreamEndCapture(fork, &made));
  W(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &made));
  W(cudaErrorCapturedEvent, cudaStreamWaitEvent(fork, event, 0));
  OK(cudaEventRecord(event, stream));
  OK(cudaEventQuery(event));
  OK(cudaStreamDestroy(fork));
}

static void the_rest(void) {
  Stream *made;
  Event *made_event;
  Function *function;
  const char *name;
  void *pool, *p;
  size_t offset, bytes;
  unsigned long long id;
  int value, one = 1;
  char host[64];
  Copy3D none = {.extent = {4, 1, 1}, .kind = 1};
  PitchedPointer box = {memory, 8, 8, 2};
  V(cudaStreamCreateWithPriority(NULL, 0, 0));
  V(cudaStreamCreateWithPriority(&made, 4, 0));
  V(cudaStreamGetDevice(stream, NULL));
  H(cudaStreamGetDevice(dead, &value));
  V(cudaStreamGetId(stream, NULL));
  H(cudaStreamGetId(dead, &id));
  H(cudaStreamDestroy((Stream *)1));
  V(cudaEventCreateWithFlags(NULL, 0));
  V(cudaEventCreateWithFlags(&made_event, 16));
  H(cudaEventDestroy(NULL));
  H(cudaEventRecord(NULL, stream));
  H(cudaEventSynchronize(NULL));
  H(cudaStreamWaitEvent(stream, NULL, 0));
  H(cudaEventRecordWithFlags(dead_event, stream, 0));
  H(cudaMemset2DAsync(memory, 8, 0, 8, 2, dead));
  V(cudaMemset2D(host, 8, 0, 8, 2));
  V(cudaMemset2DAsync(NULL, 8, 0, 8, 2, stream));
  V(cudaMemset3D((PitchedPointer){NULL, 8, 8, 2}, 0, (Extent){8, 2, 2}));
  H(cudaMemset3DAsync(box, 0, (Extent){8, 2, 1}, dead));
  W(cudaErrorInvalidPitchValue, cudaMemcpy2DAsync(memory, 4, host, 8, 8, 2, 1, stream));
  H(cudaMemcpy2DAsync(memory, 8, host, 8, 8, 2, 1, dead));
  V(cudaMemcpy3DAsync(NULL, stream));
  V(cudaMemcpy3DAsync(&none, stream));
  V(cudaMemcpy3DPeerAsync(NULL, stream));
  W(cudaErrorInvalidSymbol, cudaMemcpyToSymbolAsync(&no_symbol, host, 4, 0, 1, stream));
  W(cudaErrorInvalidSymbol, cudaMemcpyFromSymbolAsync(host, &no_symbol, 4, 0, 2, stream));
  H(cudaMemcpyToSymbolAsync(&processor, host, 4, 0, 1, dead));
  W(cudaErrorInvalidMemcpyDirection, cudaMemcpyFromSymbolAsync(host, &processor, 4, 0, 1, stream));
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  V(cudaMemPoolGetAttribute(pool, 99, &bytes));
  V(cudaMemPoolGetAttribute(pool, 4, NULL));
  V(cudaMemPoolSetAttribute(pool, 5, &bytes));
  V(cudaMemPoolSetAttribute(NULL, 4, &bytes));
  V(cudaMallocFromPoolAsync(NULL, 4, pool, stream));
  H(cudaMallocFromPoolAsync(&p, 4, pool, dead));
  W(cudaErrorInvalidDevice, cudaDeviceGetMemPool(&pool, 3));
  V(cudaDeviceGetMemPool(NULL, 0));
  V(cudaRuntimeGetVersion(NULL));
  V(cudaDriverGetVersion(NULL));
  V(cudaFuncGetName(NULL, &STEP));
  W(cudaErrorInvalidDeviceFunction, cudaFuncGetName(&name, &UNKNOWN));
  V(cudaFuncGetParamInfo(&STEP, 9, &offset, &bytes));
  V(cudaFuncGetParamInfo(&STEP, 0, NULL, &bytes));
  W(cudaErrorInvalidDeviceFunction, cudaFuncGetParamInfo(&UNKNOWN, 0, &offset, &bytes));
  W(cudaErrorInvalidDeviceFunction, cudaGetFuncBySymbol(&function, &UNKNOWN));
  V(cudaGetFuncBySymbol(NULL, &STEP));
  W(cudaErrorInvalidDeviceFunction, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, &UNKNOWN, 64, 0, 0));
  V(cudaHostGetFlags((unsigned *)&value, host));
  V(cudaChooseDevice(NULL, &one));
  V(cudaChooseDevice(&value, NULL));
  H(cudaLaunchHostFunc(dead, nothing, NULL));
}

int main(int count, char **paths) {
  if (count != 2)
    return 2;
  void **module = register_ptx(paths[1], PLAIN, 75);
  register_kernel(module, &STEP, "step");
  __cudaRegisterVar(module, (char *)&processor, "processor", "processor", 0, 4, 0, 0);
  __cudaRegisterFatBinaryEnd(module);
  OK(cudaMalloc((void **)&memory, 256));
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamCreate(&dead));
  OK(cudaStreamDestroy(dead));
  OK(cudaEventCreate(&event));
  OK(cudaEventCreate(&dead_event));
  OK(cudaEventDestroy(dead_event));
  prepare();
  graphs_as_wholes();
  edges();
  kernels_and_fills();
  copies_and_calls();
  other_nodes();
  captures();
  the_rest();
  OK(cudaDeviceSynchronize()); /* no wrong call has taken the device away */
  printf("%d cases\n", cases);
  return finish();
}
