/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: nodes of all types, their values in graphs and executables, edges, clones, updates. */
#include "cuda_test.h"
#include "graph_test.h"

#define N 64

static const char STEP;
static int *data, host[N];
static int processor;

static void count_up(void *counter) { ++*(int *)counter; }

static int value_after(GraphExec *executable) {
  OK(cudaGraphLaunch(executable, NULL));
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(host, data, sizeof host, DEVICE_TO_HOST));
  return host[0];
}

static KernelNodeParams step(int *n, void **arguments) {
  arguments[0] = &data;
  arguments[1] = n;
  return (KernelNodeParams){(void *)&STEP, dim(1, 1, 1), dim(N, 1, 1), 0, arguments, NULL};
}

static MemsetParams fill(unsigned value) {
  return (MemsetParams){data, sizeof host, value, 4, N, 1};
}

/* A graph of a fill and a kernel; what is set in one of graph and executable is not in the other. */
static void values_of_nodes(void) {
  Graph *graph;
  GraphNode *clear, *kernel;
  GraphExec *executable, *second;
  int n = N, half = N / 2, enabled;
  void *arguments[2];
  KernelNodeParams params = step(&n, arguments), found;
  MemsetParams five = fill(5), found_fill;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemsetNode(&clear, graph, NULL, 0, &five));
  OK(cudaGraphAddKernelNode(&kernel, graph, &clear, 1, &params));
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(value_after(executable) == 6);
  five.value = 8;
  OK(cudaGraphMemsetNodeSetParams(clear, &five));
  OK(cudaGraphMemsetNodeGetParams(clear, &found_fill));
  EXPECT(found_fill.value == 8 && found_fill.dst == data);
  EXPECT(value_after(executable) == 6);
  five.value = 20;
  OK(cudaGraphExecMemsetNodeSetParams(executable, clear, &five));
  EXPECT(value_after(executable) == 21);
  OK(cudaGraphNodeSetEnabled(executable, kernel, 0));
  OK(cudaGraphNodeGetEnabled(executable, kernel, (unsigned *)&enabled));
  EXPECT(enabled == 0 && value_after(executable) == 20);
  OK(cudaGraphNodeSetEnabled(executable, kernel, 1));
  params = step(&half, arguments);
  OK(cudaGraphKernelNodeSetParams(kernel, &params));
  OK(cudaGraphKernelNodeGetParams(kernel, &found));
  EXPECT(found.function == &STEP && found.block.x == N && *(int *)found.arguments[1] == N / 2);
  InstantiateParams how = {.flags = 8, .result = 7};
  OK(cudaGraphInstantiateWithParams(&second, graph, &how));
  EXPECT(how.result == 0 && how.fault == NULL);
  EXPECT(value_after(second) == 9 && host[N - 1] == 8);
  UpdateResult result = {9};
  OK(cudaGraphExecUpdate(executable, graph, &result));
  EXPECT(result.result == 0 && value_after(executable) == 9 && host[N - 1] == 8);
  unsigned long long flags = 0;
  OK(cudaGraphExecGetFlags(second, &flags));
  EXPECT(flags == 8);
  OK(cudaGraphUpload(second, NULL));
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphExecDestroy(second));
  OK(cudaGraphDestroy(graph));
}

static void copies(void) {
  Graph *graph;
  GraphNode *copy, *out, *symbol, *back;
  GraphExec *executable;
  int from[N] = {41}, other[N] = {42}, to[N] = {0}, number = 7, read = 0;
  Copy3D found, whole = {.src = {from, sizeof from, N, 1}, .dst = {data, sizeof from, N, 1},
                         .extent = {sizeof from, 1, 1}, .kind = HOST_TO_DEVICE};
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemcpyNode(&copy, graph, NULL, 0, &whole));
  OK(cudaGraphAddMemcpyNode1D(&out, graph, &copy, 1, to, data, sizeof to, DEVICE_TO_HOST));
  OK(cudaGraphAddMemcpyNodeToSymbol(&symbol, graph, &out, 1, &processor, &number, 4, 0,
                                    HOST_TO_DEVICE));
  OK(cudaGraphAddMemcpyNodeFromSymbol(&back, graph, &symbol, 1, &read, &processor, 4, 0,
                                      DEVICE_TO_HOST));
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(value_after(executable) == 41 && to[0] == 41 && read == 7);
  OK(cudaGraphMemcpyNodeGetParams(copy, &found));
  EXPECT(found.src.ptr == from && found.extent.width == sizeof from && found.kind == HOST_TO_DEVICE);
  whole.src.ptr = other;
  OK(cudaGraphExecMemcpyNodeSetParams(executable, copy, &whole));
  EXPECT(value_after(executable) == 42);
  OK(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, data, from, sizeof from, HOST_TO_DEVICE));
  EXPECT(value_after(executable) == 41);
  OK(cudaGraphExecMemcpyNodeSetParamsToSymbol(executable, symbol, &processor, &other[0], 4, 0,
                                              HOST_TO_DEVICE));
  OK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(executable, back, to, &processor, 4, 0,
                                                DEVICE_TO_HOST));
  EXPECT(value_after(executable) == 41 && to[0] == 42);
  OK(cudaGraphMemcpyNodeSetParams(copy, &whole));
  OK(cudaGraphMemcpyNodeSetParams1D(out, &read, data, 4, DEVICE_TO_HOST));
  OK(cudaGraphMemcpyNodeSetParamsToSymbol(symbol, &processor, &number, 4, 0, HOST_TO_DEVICE));
  OK(cudaGraphMemcpyNodeSetParamsFromSymbol(back, &from[1], &processor, 4, 0, DEVICE_TO_HOST));
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(value_after(executable) == 42 && read == 42 && from[1] == 7);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
}

static void calls_events_and_children(void) {
  Graph *graph, *child, *owned;
  GraphNode *call, *record, *wait, *part, *inner;
  GraphExec *executable;
  Event *first, *second, *found;
  int calls = 0, others = 0;
  HostNodeParams count = {count_up, &calls}, found_count;
  MemsetParams three = fill(3);
  OK(cudaEventCreate(&first));
  OK(cudaEventCreate(&second));
  OK(cudaGraphCreate(&child, 0));
  OK(cudaGraphAddMemsetNode(&inner, child, NULL, 0, &three));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddHostNode(&call, graph, NULL, 0, &count));
  OK(cudaGraphAddEventRecordNode(&record, graph, &call, 1, first));
  OK(cudaGraphAddEventWaitNode(&wait, graph, &record, 1, first));
  OK(cudaGraphAddChildGraphNode(&part, graph, &wait, 1, child));
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(value_after(executable) == 3 && calls == 1);
  OK(cudaEventQuery(first));
  OK(cudaGraphHostNodeGetParams(call, &found_count));
  EXPECT(found_count.function == count_up && found_count.data == &calls);
  count.data = &others;
  OK(cudaGraphExecHostNodeSetParams(executable, call, &count));
  OK(cudaGraphExecEventRecordNodeSetEvent(executable, record, second));
  OK(cudaGraphExecEventWaitNodeSetEvent(executable, wait, second));
  three.value = 4;
  OK(cudaGraphMemsetNodeSetParams(inner, &three));
  EXPECT(value_after(executable) == 3 && calls == 1 && others == 1);
  OK(cudaGraphExecChildGraphNodeSetParams(executable, part, child));
  EXPECT(value_after(executable) == 4);
  OK(cudaGraphHostNodeSetParams(call, &count));
  OK(cudaGraphEventRecordNodeSetEvent(record, second));
  OK(cudaGraphEventRecordNodeGetEvent(record, &found));
  EXPECT(found == second);
  OK(cudaGraphEventWaitNodeSetEvent(wait, second));
  OK(cudaGraphEventWaitNodeGetEvent(wait, &found));
  EXPECT(found == second);
  OK(cudaGraphChildGraphNodeGetGraph(part, &owned));
  EXPECT(owned != child && cudaGraphDestroy(owned) == cudaErrorInvalidValue);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(child));
  OK(cudaEventDestroy(first));
  OK(cudaEventDestroy(second));
}

static void edges_and_clones(void) {
  Graph *graph, *clone;
  GraphNode *node[4], *from[4], *to[4], *found;
  EdgeData data_of_edges[4];
  size_t count = 0;
  OK(cudaGraphCreate(&graph, 0));
  for (int i = 0; i < 4; i++)
    OK(cudaGraphAddEmptyNode(&node[i], graph, NULL, 0));
  OK(cudaGraphAddDependencies(graph, (GraphNode *[]){node[0], node[0], node[1]},
                              (GraphNode *[]){node[1], node[2], node[3]}, NULL, 3));
  EXPECT(cudaGraphAddDependencies(graph, &node[3], &node[0], NULL, 1) == cudaErrorInvalidValue);
  EXPECT(cudaGraphAddDependencies(graph, &node[0], &node[1], NULL, 1) == cudaErrorInvalidValue);
  OK(cudaGraphGetEdges(graph, NULL, NULL, NULL, &count));
  EXPECT(count == 3);
  count = 4;
  OK(cudaGraphGetEdges(graph, from, to, data_of_edges, &count));
  EXPECT(count == 3 && from[0] == node[0] && to[0] == node[1] && from[3] == NULL);
  OK(cudaGraphGetRootNodes(graph, NULL, &count));
  EXPECT(count == 1);
  OK(cudaGraphNodeGetDependentNodes(node[0], NULL, NULL, &count));
  EXPECT(count == 2);
  OK(cudaGraphNodeGetDependencies(node[3], from, NULL, &count));
  EXPECT(count == 1 && from[0] == node[1] && from[1] == NULL);
  OK(cudaGraphRemoveDependencies(graph, &node[1], &node[3], NULL, 1));
  EXPECT(cudaGraphRemoveDependencies(graph, &node[1], &node[3], NULL, 1) == cudaErrorInvalidValue);
  OK(cudaGraphClone(&clone, graph));
  OK(cudaGraphNodeFindInClone(&found, node[2], clone));
  OK(cudaGraphNodeGetDependencies(found, from, NULL, &(size_t){1}));
  EXPECT(found != node[2] && from[0] != node[0]);
  OK(cudaGraphDestroyNode(node[0]));
  OK(cudaGraphGetNodes(graph, NULL, &count));
  EXPECT(count == 3);
  OK(cudaGraphNodeGetDependencies(node[1], NULL, NULL, &count));
  EXPECT(count == 0);
  OK(cudaGraphGetNodes(clone, NULL, &count));
  EXPECT(count == 4);
  EXPECT(cudaGraphNodeFindInClone(&found, from[0], clone) == cudaErrorInvalidValue);
  EXPECT(cudaGraphDebugDotPrint(graph, "/no such folder/graph.dot", 0) == cudaErrorOperatingSystem);
  OK(cudaGraphDebugDotPrint(clone, "graph.dot", 1));
  char text[4096] = {0};
  FILE *file = fopen("graph.dot", "r");
  EXPECT(file && fread(text, 1, sizeof text - 1, file) > 0 && !strncmp(text, "digraph dot {", 13)
         && strstr(text, "->") && strstr(text, "EMPTY"));
  if (file)
    fclose(file);
  remove("graph.dot");
  OK(cudaGraphDestroy(clone));
  OK(cudaGraphDestroy(graph));
  EXPECT(cudaGraphGetNodes(graph, NULL, &count) == cudaErrorInvalidValue);
  EXPECT(cudaGraphNodeGetDependencies(node[1], NULL, NULL, &count) == cudaErrorInvalidValue);
}

/* What an update finds; the numbers are those of cudaGraphExecUpdateResult. */
static void updates(void) {
  enum { TOPOLOGY = 2, TYPE = 3, PARAMETERS = 5, ATTRIBUTES = 8 };
  Graph *graph, *other;
  GraphNode *first, *second, *kernel, *changed;
  GraphExec *executable;
  int n = N, cooperative[16] = {1}, priority[16] = {-2};
  void *arguments[2];
  KernelNodeParams params = step(&n, arguments);
  MemsetParams one = fill(1), rows = {data, 64, 1, 4, 8, 2};
  UpdateResult result;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemsetNode(&first, graph, NULL, 0, &rows));
  OK(cudaGraphAddKernelNode(&kernel, graph, &first, 1, &params));
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  OK(cudaGraphClone(&other, graph));
  OK(cudaGraphNodeFindInClone(&changed, kernel, other));
  OK(cudaGraphKernelNodeSetAttribute(changed, 2, cooperative));
  EXPECT(cudaGraphExecUpdate(executable, other, &result) == cudaErrorGraphExecUpdateFailure);
  EXPECT(result.result == ATTRIBUTES && result.fault == changed);
  OK(cudaGraphKernelNodeCopyAttributes(changed, kernel));
  OK(cudaGraphKernelNodeSetAttribute(changed, 8, priority));
  OK(cudaGraphExecUpdate(executable, other, &result)); /* priorities are not in use */
  OK(cudaGraphKernelNodeGetAttribute(changed, 8, cooperative));
  EXPECT(cooperative[0] == -2);
  EXPECT(cudaGraphKernelNodeSetAttribute(changed, 3, cooperative) == cudaErrorInvalidValue);
  OK(cudaGraphNodeFindInClone(&changed, first, other));
  rows.width = 4;
  OK(cudaGraphMemsetNodeSetParams(changed, &rows));
  EXPECT(cudaGraphExecUpdate(executable, other, &result) == cudaErrorGraphExecUpdateFailure);
  EXPECT(result.result == PARAMETERS && result.fault == changed);
  EXPECT(cudaGraphExecMemsetNodeSetParams(executable, first, &rows) == cudaErrorInvalidValue);
  OK(cudaGraphDestroyNode(changed));
  EXPECT(cudaGraphExecUpdate(executable, other, &result) == cudaErrorGraphExecUpdateFailure);
  EXPECT(result.result == TOPOLOGY && result.fault == NULL);
  OK(cudaGraphAddMemsetNode(&second, other, NULL, 0, &one));
  EXPECT(cudaGraphExecUpdate(executable, other, &result) == cudaErrorGraphExecUpdateFailure);
  EXPECT(result.result == TYPE);
  EXPECT(cudaGraphExecUpdate(executable, NULL, &result) == cudaErrorInvalidValue);
  EXPECT(result.result == 1);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(other));
}

/* Nodes of any type by one function. */
static void any_nodes(void) {
  Graph *graph;
  GraphNode *clear, *kernel, *allocate, *release;
  GraphExec *executable;
  int n = N;
  void *arguments[2], *freed;
  NodeParams params = {.type = 2, .fill = fill(11)};
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddNode(&clear, graph, NULL, NULL, 0, &params));
  params = (NodeParams){.type = 0, .kernel = step(&n, arguments)};
  OK(cudaGraphAddNode(&kernel, graph, &clear, &(EdgeData){0}, 1, &params));
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(value_after(executable) == 12);
  params = (NodeParams){.type = 2, .fill = fill(30)};
  OK(cudaGraphExecNodeSetParams(executable, clear, &params));
  EXPECT(value_after(executable) == 31);
  OK(cudaGraphNodeSetParams(clear, &params));
  params.reserved[0] = 1;
  EXPECT(cudaGraphNodeSetParams(clear, &params) == cudaErrorInvalidValue);
  params = (NodeParams){.type = 0, .kernel = step(&n, arguments)};
  EXPECT(cudaGraphNodeSetParams(clear, &params) == cudaErrorInvalidValue);
  OK(cudaGraphExecDestroy(executable));
  params = (NodeParams){.type = 10,
                        .allocation = {.pool = {.type = cudaMemAllocationTypePinned,
                                                .location = {cudaMemLocationTypeDevice, 0}},
                                       .bytes = 256}};
  OK(cudaGraphAddNode(&allocate, graph, &kernel, NULL, 1, &params));
  MemAllocNodeParams allocation;
  OK(cudaGraphMemAllocNodeGetParams(allocate, &allocation));
  EXPECT(allocation.bytes == 256 && allocation.pointer && allocation.pointer == params.allocation.pointer);
  EXPECT(cudaGraphNodeSetParams(allocate, &params) == cudaErrorNotSupported);
  OK(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, allocation.pointer));
  OK(cudaGraphMemFreeNodeGetParams(release, &freed));
  EXPECT(freed == allocation.pointer);
  EXPECT(cudaGraphAddMemFreeNode(&release, graph, &allocate, 1, freed) == cudaErrorInvalidValue);
  EXPECT(cudaGraphClone(&graph, graph) == cudaErrorInvalidValue);
  EXPECT(cudaGraphDestroyNode(clear) == cudaErrorInvalidValue);
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(cudaGraphInstantiateWithFlags(&(GraphExec *){0}, graph, 0) == cudaErrorInvalidValue);
  uint64_t bytes = 0, high = 1;
  OK(cudaDeviceGetGraphMemAttribute(0, 0, &bytes));
  OK(cudaDeviceGetGraphMemAttribute(0, 1, &high));
  EXPECT(bytes == 256 && high == 256);
  high = 0;
  OK(cudaDeviceSetGraphMemAttribute(0, 1, &high));
  OK(cudaDeviceGetGraphMemAttribute(0, 1, &bytes));
  EXPECT(bytes == 0);
  OK(cudaDeviceGraphMemTrim(0));
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
}

static void objects(void) {
  UserObject *object;
  Graph *graph, *clone;
  int ended = 0;
  OK(cudaUserObjectCreate(&object, &ended, count_up, 1, 1));
  OK(cudaUserObjectRetain(object, 2));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphRetainUserObject(graph, object, 1, 0));
  OK(cudaGraphRetainUserObject(graph, object, 2, 1));
  OK(cudaGraphClone(&clone, graph));
  OK(cudaUserObjectRelease(object, 1));
  OK(cudaGraphReleaseUserObject(graph, object, 1));
  OK(cudaGraphDestroy(graph));
  EXPECT(ended == 0);
  OK(cudaGraphDestroy(clone));
  EXPECT(ended == 1 && cudaUserObjectRetain(object, 1) == cudaErrorInvalidValue);
}

/* A capture into a graph that the program has, and what can be asked of it. */
static void capture_to_graph(void) {
  Graph *graph, *found, *ended;
  GraphNode *first;
  GraphNode *const *dependencies;
  Stream *stream;
  GraphExec *executable;
  const EdgeData *edges;
  int n = N, status, mode = 2;
  void *arguments[2];
  unsigned long long id = 0, other = 0;
  size_t count = 9;
  MemsetParams two = fill(2);
  KernelNodeParams params = step(&n, arguments);
  OK(cudaStreamCreate(&stream));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemsetNode(&first, graph, NULL, 0, &two));
  OK(cudaStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, 0));
  OK(cudaLaunchKernel(&STEP, dim(1, 1, 1), dim(N, 1, 1), params.arguments, 0, stream));
  OK(cudaStreamGetCaptureInfo(stream, &status, &id, &found, &dependencies, &edges, &count));
  EXPECT(status == 1 && id && found == graph && count == 1 && dependencies[0] != first);
  OK(cudaStreamUpdateCaptureDependencies(stream, &first, NULL, 1, 0));
  OK(cudaStreamGetCaptureInfo(stream, &status, &other, NULL, NULL, NULL, &count));
  EXPECT(count == 2 && other == id);
  EXPECT(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
  OK(cudaStreamEndCapture(stream, &ended));
  EXPECT(ended == graph);
  OK(cudaStreamGetCaptureInfo(stream, &status, NULL, NULL, NULL, NULL, NULL));
  EXPECT(status == 0);
  EXPECT(cudaStreamUpdateCaptureDependencies(stream, &first, NULL, 1, 1) == cudaErrorIllegalState);
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  EXPECT(value_after(executable) == 3);
  OK(cudaThreadExchangeStreamCaptureMode(&mode));
  EXPECT(mode == 0);
  OK(cudaThreadExchangeStreamCaptureMode(&mode));
  EXPECT(mode == 2);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &STEP, "step");
  __cudaRegisterVar(module, (char *)&processor, "processor", "processor", 0, 4, 0, 0);
  __cudaRegisterFatBinaryEnd(module);
  OK(cudaMalloc((void **)&data, sizeof host));
  values_of_nodes();
  copies();
  calls_events_and_children();
  edges_and_clones();
  updates();
  any_nodes();
  objects();
  capture_to_graph();
  return finish();
}
