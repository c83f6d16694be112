/* SPDX-License-Identifier: Apache-2.0 */
/* Streams, events and their times, functions of the host, graphs built and captured. */
#include "cuda_test.h"

#define N 512

static const char ADD, STEP;
static float *a, *b, *sum;

static void add_in(Stream *stream) {
  int n = N;
  void *arguments[] = {&a, &b, &sum, &n};
  OK(cudaLaunchKernel(&ADD, dim(2, 1, 1), dim(256, 1, 1), arguments, 0, stream));
}

static void count_up(void *data) { ++*(int *)data; }

static void called_back(Stream *stream, Error error, void *data) {
  EXPECT(stream != NULL && error == cudaSuccess);
  count_up(data);
}

static void streams_and_events(void) {
  Stream *first, *second;
  Event *start, *middle, *end;
  float host[N], long_time = 0, short_time = 0;
  int calls = 0;
  OK(cudaStreamCreate(&first));
  OK(cudaStreamCreate(&second));
  OK(cudaEventCreate(&start));
  OK(cudaEventCreate(&middle));
  OK(cudaEventCreate(&end));
  EXPECT(cudaEventElapsedTime(&long_time, start, end) == cudaErrorInvalidResourceHandle);
  for (int i = 0; i < N; i++)
    host[i] = (float)i;
  OK(cudaEventRecord(start, first));
  OK(cudaMemcpyAsync(a, host, sizeof host, HOST_TO_DEVICE, first));
  OK(cudaMemcpyAsync(b, host, sizeof host, HOST_TO_DEVICE, first));
  OK(cudaEventRecord(middle, first));
  OK(cudaStreamWaitEvent(second, middle, 0));
  add_in(second);
  OK(cudaEventRecord(end, second));
  OK(cudaMemcpyAsync(host, sum, sizeof host, DEVICE_TO_HOST, second));
  OK(cudaLaunchHostFunc(second, count_up, &calls));
  OK(cudaStreamAddCallback(second, called_back, &calls, 0));
  OK(cudaStreamSynchronize(second));
  EXPECT(calls == 2);
  for (int i = 0; i < N; i++)
    EXPECT(host[i] == 2.0f * (float)i);
  OK(cudaEventSynchronize(end));
  OK(cudaEventQuery(end));
  OK(cudaStreamQuery(first));
  OK(cudaEventElapsedTime(&long_time, start, end));
  OK(cudaEventElapsedTime(&short_time, start, middle));
  EXPECT(short_time > 0 && long_time > short_time);
  OK(cudaStreamDestroy(first));
  OK(cudaStreamDestroy(second));
  EXPECT(cudaStreamSynchronize(first) == cudaErrorInvalidResourceHandle);
  OK(cudaEventDestroy(start));
  OK(cudaEventDestroy(middle));
  OK(cudaEventDestroy(end));
}

static void captured_graph(void) {
  Stream *stream, *fork;
  Event *forked, *joined;
  Graph *graph;
  GraphExec *executable;
  int status = 0, n = N, *data, host[N];
  size_t nodes = 0;
  OK(cudaMalloc((void **)&data, sizeof host));
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamCreate(&fork));
  OK(cudaEventCreate(&forked));
  OK(cudaEventCreate(&joined));
  OK(cudaMemset(data, 0, sizeof host));
  OK(cudaStreamBeginCapture(stream, 0));
  void *arguments[] = {&data, &n};
  OK(cudaLaunchKernel(&STEP, dim(2, 1, 1), dim(256, 1, 1), arguments, 0, stream));
  OK(cudaEventRecord(forked, stream));
  OK(cudaStreamWaitEvent(fork, forked, 0));
  add_in(fork);
  OK(cudaEventRecord(joined, fork));
  OK(cudaStreamWaitEvent(stream, joined, 0));
  OK(cudaLaunchKernel(&STEP, dim(2, 1, 1), dim(256, 1, 1), arguments, 0, stream));
  OK(cudaStreamIsCapturing(stream, &status));
  EXPECT(status == 1);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphGetNodes(graph, NULL, &nodes));
  EXPECT(nodes == 3);
  OK(cudaMemcpy(host, data, sizeof host, DEVICE_TO_HOST));
  EXPECT(host[0] == 0);
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphDestroy(graph));
  for (int i = 0; i < 3; i++)
    OK(cudaGraphLaunch(executable, stream));
  OK(cudaMemcpy(host, data, sizeof host, DEVICE_TO_HOST));
  for (int i = 0; i < N; i++)
    EXPECT(host[i] == 6);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaStreamDestroy(stream));
  OK(cudaStreamDestroy(fork));
  OK(cudaFree(data));
}

static void built_graph(void) {
  Graph *graph;
  GraphNode *clear, *kernel, *copy, *call;
  GraphExec *executable;
  int n = N, half = N / 2, *data, host[N], calls = 0;
  OK(cudaMalloc((void **)&data, sizeof host));
  OK(cudaGraphCreate(&graph, 0));
  MemsetParams fill = {
      .dst = data, .pitch = sizeof host, .value = 5, .element_bytes = 4, .width = N, .height = 1};
  KernelNodeParams params = {.function = (void *)&STEP,
                             .grid = dim(2, 1, 1),
                             .block = dim(256, 1, 1),
                             .arguments = (void *[]){&data, &n}};
  HostNodeParams function = {.function = count_up, .data = &calls};
  OK(cudaGraphAddMemsetNode(&clear, graph, NULL, 0, &fill));
  OK(cudaGraphAddKernelNode(&kernel, graph, &clear, 1, &params));
  OK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host, data, sizeof host, DEVICE_TO_HOST));
  OK(cudaGraphAddHostNode(&call, graph, &copy, 1, &function));
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphLaunch(executable, NULL));
  OK(cudaDeviceSynchronize());
  EXPECT(calls == 1 && host[0] == 6 && host[N - 1] == 6);
  params.arguments = (void *[]){&data, &half};
  OK(cudaGraphExecKernelNodeSetParams(executable, kernel, &params));
  OK(cudaGraphLaunch(executable, NULL));
  OK(cudaDeviceSynchronize());
  EXPECT(calls == 2 && host[0] == 6 && host[N - 1] == 5);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(data));
}

/* Memory that graphs allocate and free, which each launch may use again. */
static void memory_of_graphs(void) {
  Stream *stream;
  Graph *captured, *built;
  GraphNode *allocate, *clear, *copy, *release;
  GraphExec *executable;
  int *outside, *data = NULL, host[N];
  OK(cudaStreamCreate(&stream));
  OK(cudaMalloc((void **)&outside, sizeof host));
  OK(cudaStreamBeginCapture(stream, 0));
  OK(cudaMallocAsync((void **)&data, sizeof host, stream));
  OK(cudaMemsetAsync(data, 1, sizeof host, stream));
  EXPECT(cudaFreeAsync(outside, stream) == cudaErrorInvalidValue);
  OK(cudaFreeAsync(data, stream));
  OK(cudaStreamEndCapture(stream, &captured));
  OK(cudaGraphInstantiate(&executable, captured, 0));
  for (int i = 0; i < 2; i++) {
    OK(cudaGraphLaunch(executable, stream));
    OK(cudaMemcpy(host, data, sizeof host, DEVICE_TO_HOST));
    EXPECT(host[N - 1] == 0x01010101);
    OK(cudaFree(data));
  }
  OK(cudaGraphExecDestroy(executable));
  MemAllocNodeParams wanted = {.pool = {.type = cudaMemAllocationTypePinned,
                                        .location = {cudaMemLocationTypeDevice, 0}},
                               .bytes = sizeof host};
  OK(cudaGraphCreate(&built, 0));
  OK(cudaGraphAddMemAllocNode(&allocate, built, NULL, 0, &wanted));
  MemsetParams fill = {.dst = wanted.pointer, .pitch = sizeof host, .value = 5, .element_bytes = 4,
                       .width = N, .height = 1};
  OK(cudaGraphAddMemsetNode(&clear, built, &allocate, 1, &fill));
  OK(cudaGraphAddMemcpyNode1D(&copy, built, &clear, 1, host, wanted.pointer, sizeof host,
                              DEVICE_TO_HOST));
  OK(cudaGraphAddMemFreeNode(&release, built, &copy, 1, wanted.pointer));
  EXPECT(cudaGraphAddMemFreeNode(&release, built, &copy, 1, outside) == cudaErrorInvalidValue);
  OK(cudaGraphInstantiate(&executable, built, 0));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT(host[0] == 5 && host[N - 1] == 5);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(outside));
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], LZ4, 75);
  register_kernel(module, &ADD, "add");
  register_kernel(module, &STEP, "step");
  OK(cudaMalloc((void **)&a, N * sizeof(float)));
  OK(cudaMalloc((void **)&b, N * sizeof(float)));
  OK(cudaMalloc((void **)&sum, N * sizeof(float)));
  streams_and_events();
  captured_graph();
  built_graph();
  memory_of_graphs();
  return finish();
}
