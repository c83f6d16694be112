/* SPDX-License-Identifier: Apache-2.0 */
/*
 * More wrong calls of CUDA's driver interface, a line a call, with the code that the "CUDA Driver API"
 * manual of CUDA 13 has for it: graphs, captures, and what driver_codes.c leaves out of the rest. V: an
 * invalid value; H: an invalid handle; other codes by their names.
 */
#include "driver_graph_test.h"

static int cases;

#define W(expected, call) wrong(expected, call, #call, __LINE__)
#define V(call) W(CUDA_ERROR_INVALID_VALUE, call)
#define H(call) W(CUDA_ERROR_INVALID_HANDLE, call)

static void wrong(Result expected, Result found, const char *call, int line) {
  const char *name = "";
  cases++;
  cuGetErrorName(expected, &name);
  if (found == expected)
    return;
  printf("%d: %s: %s, expected %s\n", line, call, result_name(found), name);
  failures++;
}

static Graph *graph, *other, *stale;
static GraphNode *fill_node, *copy_node, *host_node, *kernel_node, *record_node, *wait_node;
static GraphNode *child_node, *empty_node, *foreign, *gone;
static GraphExec *executable, *dead_exec;
static Event *event, *dead_event;
static Stream *stream, *dead;
static Function *step;
static DevicePointer at;
static char *memory; /* the same */
static int n = 4;
static void *arguments[] = {&at, &n}, *module;

static void nothing(void *data) { (void)data; }

static KernelNode kernel(void) {
  return (KernelNode){step, {1, 1, 1}, {4, 1, 1}, 0, arguments, NULL, NULL, NULL};
}

static BoxCopy from_memory(int type) {
  return (BoxCopy){.src = {.type = type, .device = at, .pitch = 8},
                   .dst = {.type = MEMORY_DEVICE, .device = at + 64, .pitch = 8},
                   .width = 8,
                   .height = 1,
                   .depth = 1};
}

static void prepare(void) {
  KernelNode good_kernel = kernel();
  MemsetParams good_fill = {memory, 64, 1, 1, 64, 1};
  HostNodeParams good_host = {nothing, NULL};
  BoxCopy good_copy = from_memory(MEMORY_DEVICE);
  DO(cuGraphCreate(&stale, 0));
  DO(cuGraphDestroy(stale));
  DO(cuGraphCreate(&graph, 0));
  DO(cuGraphCreate(&other, 0));
  DO(cuGraphAddEmptyNode(&foreign, other, NULL, 0));
  DO(cuGraphAddEmptyNode(&gone, graph, NULL, 0));
  DO(cuGraphInstantiateWithFlags(&dead_exec, graph, 0));
  DO(cuGraphExecDestroy(dead_exec));
  DO(cuGraphDestroyNode(gone));
  DO(cuGraphAddMemsetNode(&fill_node, graph, NULL, 0, &good_fill, NULL));
  DO(cuGraphAddMemcpyNode(&copy_node, graph, &fill_node, 1, &good_copy, NULL));
  DO(cuGraphAddHostNode(&host_node, graph, &copy_node, 1, &good_host));
  DO(cuGraphAddKernelNode_v2(&kernel_node, graph, &host_node, 1, &good_kernel));
  DO(cuGraphAddEventRecordNode(&record_node, graph, &kernel_node, 1, event));
  DO(cuGraphAddEventWaitNode(&wait_node, graph, &record_node, 1, event));
  DO(cuGraphAddChildGraphNode(&child_node, graph, &wait_node, 1, other));
  DO(cuGraphAddEmptyNode(&empty_node, graph, NULL, 0));
  DO(cuGraphInstantiateWithFlags(&executable, graph, 0));
}

static void graphs_as_wholes(void) {
  Graph *made;
  GraphExec *made_exec;
  GraphNode *node;
  size_t count = 1;
  UpdateResult result;
  unsigned long long flags;
  InstantiateParams how = {.flags = 1 << 20}, upload = {.flags = 2, .upload = dead};
  V(cuGraphDestroy(stale));
  V(cuGraphClone(&made, stale));
  V(cuGraphGetNodes(stale, NULL, &count));
  V(cuGraphGetNodes(graph, NULL, NULL));
  V(cuGraphGetRootNodes(stale, NULL, &count));
  V(cuGraphGetRootNodes(graph, NULL, NULL));
  V(cuGraphNodeFindInClone(&node, fill_node, graph));
  V(cuGraphNodeFindInClone(&node, fill_node, stale));
  V(cuGraphNodeFindInClone(&node, NULL, other));
  V(cuGraphNodeFindInClone(NULL, fill_node, other));
  V(cuGraphInstantiateWithFlags(&made_exec, stale, 0));
  V(cuGraphInstantiateWithFlags(&made_exec, graph, 1 << 20));
  V(cuGraphInstantiateWithFlags(&made_exec, graph, 64));
  V(cuGraphInstantiateWithFlags(&made_exec, graph, 1 | 4)); /* cannot be used together */
  V(cuGraphInstantiateWithFlags(NULL, graph, 0));
  V(cuGraphInstantiateWithParams(&made_exec, graph, NULL));
  V(cuGraphInstantiateWithParams(&made_exec, graph, &how));
  EXPECT(how.result == 1 && how.fault == NULL);
  H(cuGraphInstantiateWithParams(&made_exec, graph, &upload));
  V(cuGraphExecDestroy(dead_exec));
  V(cuGraphLaunch(dead_exec, stream));
  H(cuGraphLaunch(executable, dead));
  V(cuGraphUpload(dead_exec, stream));
  H(cuGraphUpload(executable, dead));
  V(cuGraphExecGetFlags(dead_exec, &flags));
  V(cuGraphExecGetFlags(executable, NULL));
  V(cuGraphExecUpdate_v2(dead_exec, graph, &result));
  V(cuGraphExecUpdate_v2(executable, stale, &result));
  W(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate_v2(executable, other, &result));
  V(cuGraphDebugDotPrint(stale, "x.dot", 0));
  V(cuGraphDebugDotPrint(graph, NULL, 0));
  W(CUDA_ERROR_OPERATING_SYSTEM, cuGraphDebugDotPrint(graph, "/no folder/x.dot", 0));
}

static void edges(void) {
  GraphNode *two[] = {fill_node, fill_node}, *nodes[4];
  size_t count = 4;
  EdgeData data;
  int type;
  V(cuGraphAddEmptyNode(nodes, graph, &foreign, 1));
  V(cuGraphAddEmptyNode(nodes, graph, &gone, 1));
  V(cuGraphAddEmptyNode(nodes, graph, two, 2)); /* may not have duplicate entries */
  V(cuGraphAddDependencies_v2(graph, &fill_node, &foreign, NULL, 1));
  V(cuGraphAddDependencies_v2(graph, &foreign, &fill_node, NULL, 1));
  V(cuGraphAddDependencies_v2(other, &fill_node, &copy_node, NULL, 1));
  V(cuGraphAddDependencies_v2(graph, NULL, &fill_node, NULL, 1));
  V(cuGraphAddDependencies_v2(graph, &fill_node, NULL, NULL, 1));
  V(cuGraphAddDependencies_v2(graph, &fill_node, &copy_node, NULL, 1)); /* exists */
  V(cuGraphAddDependencies_v2(graph, &copy_node, &fill_node, NULL, 1));
  V(cuGraphAddDependencies_v2(graph, &fill_node, &fill_node, NULL, 1));
  V(cuGraphAddDependencies_v2(stale, &fill_node, &copy_node, NULL, 1));
  V(cuGraphRemoveDependencies_v2(graph, &fill_node, &kernel_node, NULL, 1)); /* does not exist */
  V(cuGraphRemoveDependencies_v2(graph, &gone, &kernel_node, NULL, 1));
  V(cuGraphRemoveDependencies_v2(stale, &fill_node, &copy_node, NULL, 1));
  V(cuGraphRemoveDependencies_v2(other, &fill_node, &copy_node, NULL, 1));
  V(cuGraphGetEdges_v2(stale, NULL, NULL, NULL, &count));
  V(cuGraphGetEdges_v2(graph, NULL, NULL, NULL, NULL));
  V(cuGraphGetEdges_v2(graph, nodes, NULL, NULL, &count));
  V(cuGraphNodeGetDependencies_v2(gone, NULL, NULL, &count));
  V(cuGraphNodeGetDependencies_v2(fill_node, nodes, NULL, NULL));
  V(cuGraphNodeGetDependencies_v2(fill_node, NULL, &data, &count));
  V(cuGraphNodeGetDependentNodes_v2(gone, NULL, NULL, &count));
  V(cuGraphNodeGetDependentNodes_v2(NULL, NULL, NULL, &count));
  V(cuGraphDestroyNode(NULL));
  V(cuGraphDestroyNode(gone));
  V(cuGraphNodeGetType(gone, &type));
  V(cuGraphNodeGetType(fill_node, NULL));
}

static void kernels_and_fills(void) {
  GraphNode *node;
  KernelNode none = kernel(), unknown = kernel(), good = kernel(), found;
  MemsetParams odd = {memory, 64, 1, 3, 8, 1}, nowhere = {NULL, 64, 1, 1, 8, 1};
  MemsetParams narrow = {memory, 4, 1, 1, 8, 2}, empty = {memory, 64, 1, 1, 0, 1};
  MemsetParams higher = {memory, 8, 1, 1, 8, 2}, good_fill = {memory, 64, 1, 1, 8, 1}, found_fill;
  int value[16] = {0};
  unknown.function = NULL;
  none.arguments = NULL;
  V(cuGraphAddKernelNode_v2(NULL, graph, NULL, 0, &good));
  V(cuGraphAddKernelNode_v2(&node, stale, NULL, 0, &good));
  V(cuGraphAddKernelNode_v2(&node, graph, &foreign, 1, &good));
  V(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &none));
  H(cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &unknown));
  V(cuGraphKernelNodeGetParams_v2(fill_node, &found));
  V(cuGraphKernelNodeGetParams_v2(gone, &found));
  V(cuGraphKernelNodeGetParams_v2(kernel_node, NULL));
  V(cuGraphKernelNodeSetParams_v2(fill_node, &good));
  V(cuGraphKernelNodeSetParams_v2(kernel_node, NULL));
  H(cuGraphKernelNodeSetParams_v2(kernel_node, &unknown));
  V(cuGraphExecKernelNodeSetParams_v2(dead_exec, kernel_node, &good));
  V(cuGraphExecKernelNodeSetParams_v2(executable, foreign, &good));
  V(cuGraphExecKernelNodeSetParams_v2(executable, gone, &good));
  V(cuGraphExecKernelNodeSetParams_v2(executable, kernel_node, NULL));
  V(cuGraphExecKernelNodeSetParams_v2(executable, fill_node, &good));
  V(cuGraphKernelNodeSetAttribute(fill_node, 2, value));
  V(cuGraphKernelNodeSetAttribute(kernel_node, 99, value));
  V(cuGraphKernelNodeSetAttribute(kernel_node, 3, value)); /* of streams */
  V(cuGraphKernelNodeSetAttribute(kernel_node, 2, NULL));
  V(cuGraphKernelNodeGetAttribute(kernel_node, 77, value));
  V(cuGraphKernelNodeGetAttribute(kernel_node, 2, NULL));
  V(cuGraphKernelNodeCopyAttributes(kernel_node, fill_node));
  V(cuGraphAddMemsetNode(&node, graph, NULL, 0, &odd, NULL)); /* of 1, 2 or 4 bytes */
  V(cuGraphAddMemsetNode(&node, graph, NULL, 0, &nowhere, NULL));
  V(cuGraphAddMemsetNode(&node, graph, NULL, 0, &narrow, NULL));
  V(cuGraphAddMemsetNode(&node, graph, NULL, 0, &empty, NULL));
  V(cuGraphAddMemsetNode(&node, stale, NULL, 0, &good_fill, NULL));
  V(cuGraphMemsetNodeGetParams(kernel_node, &found_fill));
  V(cuGraphMemsetNodeGetParams(fill_node, NULL));
  V(cuGraphMemsetNodeSetParams(fill_node, &odd));
  V(cuGraphMemsetNodeSetParams(fill_node, NULL));
  V(cuGraphMemsetNodeSetParams(gone, &good_fill));
  V(cuGraphExecMemsetNodeSetParams(executable, copy_node, &good_fill, NULL));
  V(cuGraphExecMemsetNodeSetParams(executable, fill_node, &higher, NULL)); /* changed height */
  V(cuGraphExecMemsetNodeSetParams(executable, fill_node, NULL, NULL));
}

static void copies_and_calls(void) {
  GraphNode *node;
  BoxCopy none = {.width = 4, .height = 1, .depth = 1}, bad = from_memory(9), wide, found;
  wide = from_memory(MEMORY_DEVICE);
  wide.height = 2;
  wide.src.pitch = wide.dst.pitch = 8;
  V(cuGraphAddMemcpyNode(&node, graph, NULL, 0, NULL, NULL));
  V(cuGraphAddMemcpyNode(&node, graph, NULL, 0, &none, NULL));
  V(cuGraphAddMemcpyNode(&node, graph, NULL, 0, &bad, NULL)); /* unknown type of memory */
  V(cuGraphMemcpyNodeGetParams(fill_node, &found));
  V(cuGraphMemcpyNodeGetParams(copy_node, NULL));
  V(cuGraphMemcpyNodeSetParams(fill_node, &wide));
  V(cuGraphMemcpyNodeSetParams(copy_node, NULL));
  V(cuGraphMemcpyNodeSetParams(copy_node, &none));
  V(cuGraphExecMemcpyNodeSetParams(executable, copy_node, &wide, NULL)); /* not one-dimensional */
  V(cuGraphExecMemcpyNodeSetParams(executable, copy_node, NULL, NULL));
  V(cuGraphExecMemcpyNodeSetParams(executable, fill_node, &bad, NULL));
  Graph *found_graph;
  Event *found_event;
  HostNodeParams empty = {0}, good_host = {nothing, NULL}, found_host;
  V(cuGraphAddHostNode(&node, stale, NULL, 0, &good_host));
  V(cuGraphAddHostNode(&node, graph, NULL, 0, NULL));
  V(cuGraphHostNodeGetParams(fill_node, &found_host));
  V(cuGraphHostNodeGetParams(host_node, NULL));
  V(cuGraphHostNodeSetParams(host_node, &empty));
  V(cuGraphHostNodeSetParams(fill_node, &good_host));
  V(cuGraphExecHostNodeSetParams(executable, host_node, &empty));
  V(cuGraphExecHostNodeSetParams(executable, fill_node, &good_host));
  V(cuGraphAddEventRecordNode(&node, graph, NULL, 0, NULL));
  V(cuGraphAddEventRecordNode(&node, graph, NULL, 0, dead_event));
  V(cuGraphAddEventWaitNode(&node, graph, NULL, 0, dead_event));
  V(cuGraphEventRecordNodeGetEvent(wait_node, &found_event));
  V(cuGraphEventRecordNodeSetEvent(record_node, dead_event));
  V(cuGraphEventWaitNodeGetEvent(wait_node, NULL));
  V(cuGraphEventWaitNodeSetEvent(record_node, event));
  V(cuGraphExecEventRecordNodeSetEvent(executable, record_node, dead_event));
  V(cuGraphExecEventWaitNodeSetEvent(executable, record_node, event));
  V(cuGraphAddChildGraphNode(&node, graph, NULL, 0, stale));
  V(cuGraphAddChildGraphNode(&node, graph, NULL, 0, NULL));
  V(cuGraphChildGraphNodeGetGraph(fill_node, &found_graph));
  V(cuGraphChildGraphNodeGetGraph(child_node, NULL));
  V(cuGraphExecChildGraphNodeSetParams(executable, child_node, graph)); /* other topology */
  V(cuGraphExecChildGraphNodeSetParams(executable, child_node, stale));
}

static void other_nodes(void) {
  GraphNode *node;
  unsigned on;
  AnyNode empty = {.type = 5}, unknown = {.type = 99}, fill = {.type = 2};
  AnyNode reserved = {.type = 5};
  MemAllocNodeParams zero = {.bytes = 0}, found;
  UserObject *object;
  DevicePointer freed;
  uint64_t value = 1;
  reserved.last = 1;
  V(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, NULL));
  V(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &unknown));
  V(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &fill));
  V(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &reserved)); /* must be zero */
  V(cuGraphAddNode_v2(NULL, graph, NULL, NULL, 0, &empty));
  V(cuGraphAddNode_v2(&node, stale, NULL, NULL, 0, &empty));
  V(cuGraphNodeSetParams(fill_node, &empty));
  V(cuGraphNodeSetParams(gone, &empty));
  V(cuGraphNodeSetParams(empty_node, NULL));
  V(cuGraphExecNodeSetParams(executable, fill_node, &empty));
  V(cuGraphExecNodeSetParams(dead_exec, empty_node, &empty));
  V(cuGraphNodeSetEnabled(executable, host_node, 0)); /* kernels, fills and copies alone */
  V(cuGraphNodeSetEnabled(executable, foreign, 0));
  V(cuGraphNodeSetEnabled(dead_exec, fill_node, 0));
  V(cuGraphNodeGetEnabled(executable, host_node, &on));
  V(cuGraphNodeGetEnabled(executable, fill_node, NULL));
  V(cuGraphAddMemAllocNode(&node, graph, NULL, 0, NULL));
  V(cuGraphAddMemAllocNode(&node, graph, NULL, 0, &zero));
  V(cuGraphAddMemFreeNode(&node, graph, NULL, 0, at));
  V(cuGraphAddMemFreeNode(&node, graph, NULL, 0, 0));
  V(cuGraphMemAllocNodeGetParams(fill_node, &found));
  V(cuGraphMemFreeNodeGetParams(fill_node, &freed));
  W(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetGraphMemAttribute(1, 0, &value));
  V(cuDeviceGetGraphMemAttribute(0, 9, &value));
  V(cuDeviceGetGraphMemAttribute(0, 0, NULL));
  V(cuDeviceSetGraphMemAttribute(0, 1, &value)); /* can only be reset to zero */
  V(cuDeviceSetGraphMemAttribute(0, 0, &value));
  W(CUDA_ERROR_INVALID_DEVICE, cuDeviceSetGraphMemAttribute(-1, 1, &value));
  W(CUDA_ERROR_INVALID_DEVICE, cuDeviceGraphMemTrim(7));
  V(cuUserObjectCreate(NULL, NULL, nothing, 1, 1));
  V(cuUserObjectCreate(&object, NULL, NULL, 1, 1));
  V(cuUserObjectCreate(&object, NULL, nothing, 0, 1));
  V(cuUserObjectCreate(&object, NULL, nothing, 1, 0)); /* the flag is required */
  DO(cuUserObjectCreate(&object, NULL, nothing, 1, 1));
  V(cuUserObjectRetain(object, 0));
  V(cuUserObjectRelease(object, 0));
  V(cuGraphRetainUserObject(stale, object, 1, 0));
  V(cuGraphRetainUserObject(graph, object, 0, 0));
  V(cuGraphRetainUserObject(graph, object, 1, 2));
  V(cuGraphReleaseUserObject(graph, object, 1));
  DO(cuUserObjectRelease(object, 1));
  V(cuUserObjectRelease(object, 1));
  V(cuUserObjectRetain(NULL, 1));
}

static void captures(void) {
  Graph *made = NULL;
  Stream *fork;
  int status, bad = 3;
  size_t count;
  const EdgeData *data;
  DO(cuStreamCreate(&fork, 0));
  W(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamBeginCapture_v2((Stream *)1, 0));
  V(cuStreamBeginCapture_v2(stream, -1));
  H(cuStreamBeginCapture_v2(dead, 0));
  H(cuStreamEndCapture(dead, &made));
  V(cuStreamEndCapture(stream, NULL));
  V(cuStreamBeginCaptureToGraph(stream, stale, NULL, NULL, 0, 0));
  V(cuStreamBeginCaptureToGraph(stream, graph, &foreign, NULL, 1, 0));
  V(cuStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 1, 0));
  V(cuThreadExchangeStreamCaptureMode(NULL));
  V(cuThreadExchangeStreamCaptureMode(&bad));
  V(cuEventRecordWithFlags(event, stream, 1)); /* invalid outside of stream capture */
  V(cuStreamWaitEvent(stream, event, 1));
  V(cuStreamGetCaptureInfo(stream, NULL, NULL));
  V(cuStreamGetCaptureInfo_v3(stream, &status, NULL, NULL, NULL, &data, &count));
  H(cuStreamGetCaptureInfo_v2(dead, &status, NULL, NULL, NULL, &count));
  W(CUDA_ERROR_ILLEGAL_STATE, cuStreamUpdateCaptureDependencies(stream, NULL, 0, 0));
  DO(cuStreamBeginCapture_v2(stream, 2));
  V(cuStreamUpdateCaptureDependencies(stream, &fill_node, 1, 0)); /* of another graph */
  V(cuStreamUpdateCaptureDependencies_v2(stream, NULL, NULL, 0, 2));
  W(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, cuStreamIsCapturing(NULL, &status));
  W(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, cuStreamGetCaptureInfo(NULL, &status, NULL));
  V(cuMemFreeAsync(at, stream)); /* no allocation of the graph */
  DO(cuStreamIsCapturing(stream, &status));
  EXPECT(status == 1); /* nothing so far has made the capture invalid */
  W(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamQuery(stream));
  W(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuMemsetD8Async(at, 0, 4, stream));
  W(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuEventRecord(event, stream));
  W(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &made));
  DO(cuStreamBeginCapture_v2(stream, 0));
  W(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuMemAlloc_v2(&at, 4));
  W(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuModuleLoadData(&module, ""));
  W(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, cuMemcpyDtoD_v2(at, at + 8, 4));
  W(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxSynchronize());
  W(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &made));
  DO(cuStreamBeginCapture_v2(stream, 2));
  DO(cuEventRecord(event, stream));
  W(CUDA_ERROR_CAPTURED_EVENT, cuEventElapsedTime(&(float){0}, event, event));
  DO(cuStreamWaitEvent(fork, event, 0));
  W(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, cuStreamEndCapture(fork, &made));
  W(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &made));
  DO(cuEventRecord(event, stream));
  DO(cuEventQuery(event));
  DO(cuStreamDestroy_v2(fork));
}

static void the_rest(void) {
  Stream *made;
  Event *made_event;
  DevicePointer p;
  void *pool, *context, *library;
  const char *name;
  int value;
  unsigned long long id;
  size_t offset, bytes;
  char host[64], uuid[16];
  BoxCopy box = from_memory(MEMORY_DEVICE);
  V(cuStreamCreateWithPriority(NULL, 0, 0));
  V(cuStreamCreateWithPriority(&made, 4, 0));
  V(cuStreamGetDevice(stream, NULL));
  H(cuStreamGetDevice(dead, &value));
  V(cuStreamGetId(stream, NULL));
  H(cuStreamGetId(dead, &id));
  H(cuStreamGetPriority(dead, &value));
  H(cuStreamGetCtx(dead, &context));
  H(cuStreamDestroy_v2((Stream *)1));
  H(cuStreamWaitEvent(stream, NULL, 0));
  H(cuEventRecord(NULL, stream));
  H(cuEventRecordWithFlags(dead_event, stream, 0));
  V(cuEventRecordWithFlags(event, stream, 2));
  V(cuEventCreate(&made_event, 4)); /* interprocess without the flag for no timing */
  H(cuMemsetD8Async(at, 0, 4, dead));
  H(cuMemsetD16Async(at, 0, 4, dead));
  H(cuMemsetD32Async(at, 0, 4, dead));
  H(cuMemsetD2D8Async(at, 8, 0, 8, 2, dead));
  V(cuMemsetD16Async(at + 1, 0, 4, stream));
  V(cuMemsetD2D16_v2(at, 6, 0, 4, 2));
  V(cuMemsetD32_v2(0, 0, 4));
  H(cuMemcpyHtoDAsync_v2(at, host, 4, dead));
  H(cuMemcpyDtoHAsync_v2(host, at, 4, dead));
  H(cuMemcpyDtoDAsync_v2(at, at + 8, 4, dead));
  H(cuMemcpy3DAsync_v2(&box, dead));
  V(cuMemcpy3DAsync_v2(NULL, stream));
  V(cuMemcpyDtoD_v2(0, at, 4));
  H(cuMemAllocAsync(&p, 4, dead));
  H(cuMemFreeAsync(at, dead));
  DO(cuDeviceGetDefaultMemPool(&pool, 0));
  V(cuMemPoolGetAttribute(pool, 99, &bytes));
  V(cuMemPoolSetAttribute(pool, 5, &bytes));
  V(cuMemPoolGetAttribute(NULL, 4, &bytes));
  H(cuMemAllocFromPoolAsync(&p, 4, pool, dead));
  W(CUDA_ERROR_INVALID_DEVICE, cuDeviceSetMemPool(2, pool));
  V(cuDeviceSetMemPool(0, NULL));
  W(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetMemPool(&pool, -1));
  V(cuFuncGetName(NULL, step));
  H(cuFuncGetName(&name, NULL));
  V(cuFuncGetModule(NULL, step));
  H(cuFuncGetModule(&library, NULL));
  V(cuKernelGetName(NULL, step));
  V(cuKernelGetParamInfo(step, 7, &offset, &bytes));
  V(cuFuncIsLoaded(NULL, step));
  H(cuFuncLoad(NULL));
  H(cuLaunchHostFunc(dead, nothing, NULL));
  V(cuModuleGetFunctionCount(NULL, module));
  V(cuModuleGetLoadingMode(NULL));
  V(cuMemGetInfo_v2(NULL, &bytes));
  W(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetUuid(uuid, -3));
  V(cuMemAdvise(at, 0, 1, 0));
}

int main(int count, char **paths) {
  void *context;
  if (count != 2)
    return 2;
  DO(cuInit(0));
  DO(cuCtxCreate_v2(&context, 0, 0));
  DO(cuModuleLoadData(&module, text_of(paths[1])));
  DO(cuModuleGetFunction(&step, module, "step"));
  DO(cuMemAlloc_v2(&at, 256));
  memory = (char *)(uintptr_t)at;
  DO(cuStreamCreate(&stream, 0));
  DO(cuStreamCreate(&dead, 0));
  DO(cuStreamDestroy_v2(dead));
  DO(cuEventCreate(&event, 0));
  DO(cuEventCreate(&dead_event, 0));
  DO(cuEventDestroy_v2(dead_event));
  prepare();
  graphs_as_wholes();
  edges();
  kernels_and_fills();
  copies_and_calls();
  other_nodes();
  captures();
  the_rest();
  DO(cuCtxSynchronize()); /* no wrong call has taken the device away */
  printf("%d cases\n", cases);
  return finish();
}
