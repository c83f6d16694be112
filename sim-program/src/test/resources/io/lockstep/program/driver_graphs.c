/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs and captures by the driver interface: its own descriptions of nodes, forms of functions. */
#include "driver_graph_test.h"

static Function *add_one; /* to the first 4 numbers */
static DevicePointer at;
static int host[4], four = 4;
static void *arguments[] = {&at, &four};

static void count_up(void *counter) { ++*(int *)counter; }

static int value_after(GraphExec *executable) {
  DO(cuGraphLaunch(executable, NULL));
  DO(cuCtxSynchronize());
  DO(cuMemcpyDtoH_v2(host, at, sizeof host));
  return host[0];
}

static MemsetParams fill(unsigned value) {
  return (MemsetParams){(void *)(uintptr_t)at, 16, value, 4, 4, 1};
}

static BoxCopy from_host(int *source) {
  return (BoxCopy){.src = {.type = MEMORY_HOST, .host = source, .pitch = 16},
                   .dst = {.type = MEMORY_DEVICE, .device = at, .pitch = 16},
                   .width = 16,
                   .height = 1,
                   .depth = 1};
}

static void values_of_nodes(void) {
  Graph *graph;
  GraphNode *copy, *kernel, *old, *clear, *from;
  GraphExec *executable;
  int first[4] = {10}, second[4] = {20}, number;
  unsigned enabled = 7;
  BoxCopy box = from_host(first), found_box;
  MemsetParams five = fill(5), found_fill;
  KernelNode one = {add_one, {1, 1, 1}, {4, 1, 1}, 0, arguments, NULL, NULL, NULL}, found;
  DO(cuGraphCreate(&graph, 0));
  DO(cuGraphAddMemcpyNode(&copy, graph, NULL, 0, &box, NULL));
  DO(cuGraphAddKernelNode_v2(&kernel, graph, &copy, 1, &one));
  DO(cuGraphAddKernelNode(&old, graph, &kernel, 1, &one));
  DO(cuGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(value_after(executable) == 12);
  box.src.host = second;
  DO(cuGraphExecMemcpyNodeSetParams(executable, copy, &box, NULL));
  DO(cuGraphNodeSetEnabled(executable, old, 0));
  DO(cuGraphNodeGetEnabled(executable, old, &enabled));
  EXPECT(enabled == 0 && value_after(executable) == 21);
  DO(cuGraphMemcpyNodeGetParams(copy, &found_box));
  EXPECT(found_box.src.host == first && found_box.dst.device == at && found_box.width == 16);
  DO(cuGraphMemcpyNodeSetParams(copy, &found_box));
  one.grid.x = 2;
  DO(cuGraphKernelNodeSetParams_v2(kernel, &one));
  DO(cuGraphKernelNodeGetParams_v2(kernel, &found));
  EXPECT(found.function == add_one && found.grid.x == 2 && found.kernel == NULL);
  one.grid.x = 1;
  DO(cuGraphKernelNodeSetParams(kernel, &one));
  DO(cuGraphKernelNodeGetParams(kernel, &found));
  EXPECT(found.grid.x == 1);
  DO(cuGraphExecKernelNodeSetParams(executable, kernel, &one));
  DO(cuGraphExecKernelNodeSetParams_v2(executable, kernel, &one));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(executable, copy, &one));
  DO(cuGraphKernelNodeSetAttribute(kernel, 8, (int[16]){-3}));
  DO(cuGraphKernelNodeCopyAttributes(old, kernel));
  DO(cuGraphKernelNodeGetAttribute(old, 8, (int[16]){0}));
  DO(cuGraphExecUpdate(executable, graph, &from, &number));
  EXPECT(number == 0 && from == NULL);
  DO(cuGraphAddMemsetNode(&clear, graph, NULL, 0, &five, NULL));
  UpdateResult result = {77};
  GIVES(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate_v2(executable, graph, &result));
  EXPECT(result.result == 2);
  DO(cuGraphExecDestroy(executable));
  InstantiateParams how = {.result = 5};
  DO(cuGraphInstantiateWithParams(&executable, graph, &how));
  DO(cuGraphMemsetNodeGetParams(clear, &found_fill));
  EXPECT(how.result == 0 && found_fill.value == 5);
  DO(cuGraphMemsetNodeSetParams(clear, &found_fill));
  DO(cuGraphExecMemsetNodeSetParams(executable, clear, &found_fill, NULL));
  DO(cuGraphUpload(executable, NULL));
  unsigned long long flags = 1;
  DO(cuGraphExecGetFlags(executable, &flags));
  EXPECT(flags == 0);
  DO(cuGraphExecDestroy(executable));
  DO(cuGraphDestroy(graph));
}

static void other_nodes(void) {
  Graph *graph, *child, *found_graph;
  GraphNode *call, *record, *wait, *part;
  GraphExec *executable;
  Event *event, *found_event;
  int calls = 0;
  HostNodeParams count = {count_up, &calls}, found_count;
  DO(cuEventCreate(&event, 0));
  DO(cuGraphCreate(&child, 0));
  DO(cuGraphCreate(&graph, 0));
  DO(cuGraphAddHostNode(&call, graph, NULL, 0, &count));
  DO(cuGraphAddEventRecordNode(&record, graph, &call, 1, event));
  DO(cuGraphAddEventWaitNode(&wait, graph, &record, 1, event));
  DO(cuGraphAddChildGraphNode(&part, graph, &wait, 1, child));
  DO(cuGraphHostNodeGetParams(call, &found_count));
  DO(cuGraphHostNodeSetParams(call, &found_count));
  DO(cuGraphEventRecordNodeGetEvent(record, &found_event));
  DO(cuGraphEventRecordNodeSetEvent(record, found_event));
  DO(cuGraphEventWaitNodeGetEvent(wait, &found_event));
  DO(cuGraphEventWaitNodeSetEvent(wait, found_event));
  DO(cuGraphChildGraphNodeGetGraph(part, &found_graph));
  EXPECT(found_count.data == &calls && found_event == event && found_graph != child);
  DO(cuGraphInstantiateWithFlags(&executable, graph, 0));
  DO(cuGraphExecHostNodeSetParams(executable, call, &count));
  DO(cuGraphExecEventRecordNodeSetEvent(executable, record, event));
  DO(cuGraphExecEventWaitNodeSetEvent(executable, wait, event));
  DO(cuGraphExecChildGraphNodeSetParams(executable, part, child));
  value_after(executable);
  EXPECT(calls == 1);
  DO(cuGraphExecDestroy(executable));
  DO(cuGraphDestroy(graph));
}

static void any_nodes(void) {
  Graph *graph;
  GraphNode *clear, *kernel, *copy, *allocate, *release;
  GraphExec *executable;
  int source[4] = {50};
  DevicePointer freed = 0;
  AnyNode any = {.type = 2, .fill = fill(30)};
  DO(cuGraphCreate(&graph, 0));
  DO(cuGraphAddNode(&clear, graph, NULL, 0, &any));
  any = (AnyNode){.type = 0, .kernel = {add_one, {1, 1, 1}, {4, 1, 1}, 0, arguments}};
  DO(cuGraphAddNode_v2(&kernel, graph, &clear, NULL, 1, &any));
  DO(cuGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(value_after(executable) == 31);
  any = (AnyNode){.type = 2, .fill = fill(40)};
  DO(cuGraphExecNodeSetParams(executable, clear, &any));
  DO(cuGraphNodeSetParams(clear, &any));
  EXPECT(value_after(executable) == 41);
  any = (AnyNode){.type = 1, .copy.box = from_host(source)};
  DO(cuGraphAddNode(&copy, graph, &kernel, 1, &any));
  DO(cuGraphExecDestroy(executable));
  DO(cuGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(value_after(executable) == 50);
  DO(cuGraphExecDestroy(executable));
  any = (AnyNode){.type = 10, .allocation = {.pool = {.type = 1, .location = {1, 0}}, .bytes = 64}};
  DO(cuGraphAddNode(&allocate, graph, NULL, 0, &any));
  EXPECT(any.allocation.pointer != NULL);
  MemAllocNodeParams wanted = {.pool = {.type = 1, .location = {1, 0}}, .bytes = 128}, found;
  DO(cuGraphAddMemAllocNode(&allocate, graph, NULL, 0, &wanted));
  DO(cuGraphMemAllocNodeGetParams(allocate, &found));
  DO(cuGraphAddMemFreeNode(&release, graph, &allocate, 1, (DevicePointer)(uintptr_t)found.pointer));
  DO(cuGraphMemFreeNodeGetParams(release, &freed));
  EXPECT(found.pointer == wanted.pointer && freed == (DevicePointer)(uintptr_t)found.pointer);
  uint64_t bytes = 0;
  DO(cuDeviceGetGraphMemAttribute(0, 2, &bytes));
  EXPECT(bytes == 192);
  bytes = 0;
  DO(cuDeviceSetGraphMemAttribute(0, 3, &bytes));
  DO(cuDeviceGraphMemTrim(0));
  DO(cuGraphDestroy(graph));
}

static void edges_and_objects(void) {
  Graph *graph, *clone;
  GraphNode *node[3], *from[3], *to[3], *found;
  UserObject *object;
  size_t count = 3;
  int ended = 0;
  DO(cuGraphCreate(&graph, 0));
  for (int i = 0; i < 3; i++)
    DO(cuGraphAddEmptyNode(&node[i], graph, NULL, 0));
  DO(cuGraphAddDependencies(graph, &node[0], &node[1], 1));
  DO(cuGraphAddDependencies_v2(graph, &node[1], &node[2], NULL, 1));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(graph, &node[2], &node[0], 1));
  DO(cuGraphGetEdges(graph, from, to, &count));
  EXPECT(count == 2 && from[1] == node[1] && to[1] == node[2]);
  DO(cuGraphGetEdges_v2(graph, NULL, NULL, NULL, &count));
  DO(cuGraphNodeGetDependencies(node[1], from, &(size_t){1}));
  DO(cuGraphNodeGetDependentNodes(node[1], to, &(size_t){1}));
  EXPECT(from[0] == node[0] && to[0] == node[2]);
  DO(cuGraphNodeGetDependencies_v2(node[1], NULL, NULL, &count));
  DO(cuGraphNodeGetDependentNodes_v2(node[1], NULL, NULL, &count));
  EXPECT(count == 1);
  DO(cuGraphRemoveDependencies(graph, &node[0], &node[1], 1));
  DO(cuGraphRemoveDependencies_v2(graph, &node[1], &node[2], NULL, 1));
  DO(cuGraphClone(&clone, graph));
  DO(cuGraphNodeFindInClone(&found, node[0], clone));
  DO(cuGraphDestroyNode(found));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuGraphDestroyNode(found));
  GIVES(CUDA_ERROR_OPERATING_SYSTEM, cuGraphDebugDotPrint(graph, "/no such folder/g.dot", 0));
  DO(cuUserObjectCreate(&object, &ended, count_up, 1, 1));
  DO(cuUserObjectRetain(object, 1));
  DO(cuGraphRetainUserObject(graph, object, 2, 1));
  DO(cuGraphReleaseUserObject(graph, object, 1));
  EXPECT(ended == 0);
  DO(cuGraphDestroy(graph));
  EXPECT(ended == 1);
  DO(cuUserObjectCreate(&object, &ended, count_up, 1, 1));
  DO(cuUserObjectRelease(object, 1));
  EXPECT(ended == 2);
  DO(cuGraphDestroy(clone));
}

static void captures(void) {
  Graph *graph, *found;
  GraphNode *const *dependencies;
  const EdgeData *edges;
  Stream *stream;
  int status = 9;
  unsigned long long id, same;
  size_t count;
  DO(cuStreamCreate(&stream, 0));
  DO(cuStreamBeginCapture(stream));
  DO(cuStreamGetCaptureInfo(stream, &status, &id));
  EXPECT(status == 1);
  DO(cuMemsetD32Async(at, 5, 4, stream));
  DO(cuStreamGetCaptureInfo_v2(stream, &status, &same, &found, &dependencies, &count));
  EXPECT(same == id && count == 1);
  DO(cuStreamUpdateCaptureDependencies(stream, NULL, 0, 1));
  DO(cuStreamGetCaptureInfo_v3(stream, &status, NULL, NULL, &dependencies, &edges, &count));
  EXPECT(count == 0);
  DO(cuStreamUpdateCaptureDependencies_v2(stream, dependencies, NULL, 0, 0));
  DO(cuStreamEndCapture(stream, &graph));
  EXPECT(graph == found);
  DO(cuStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 0, 2));
  DO(cuMemsetD32Async(at, 6, 4, stream));
  DO(cuStreamEndCapture(stream, &found));
  DO(cuGraphGetNodes(graph, NULL, &count));
  EXPECT(graph == found && count == 2);
  DO(cuGraphDestroy(graph));
  DO(cuStreamDestroy_v2(stream));
}

int main(int count, char **paths) {
  void *context, *module;
  if (count != 2)
    return 2;
  DO(cuInit(0));
  DO(cuCtxCreate_v2(&context, 0, 0));
  DO(cuModuleLoadData(&module, text_of(paths[1])));
  DO(cuModuleGetFunction(&add_one, module, "step"));
  DO(cuMemAlloc_v2(&at, sizeof host));
  values_of_nodes();
  other_nodes();
  any_nodes();
  edges_and_objects();
  captures();
  return finish();
}
