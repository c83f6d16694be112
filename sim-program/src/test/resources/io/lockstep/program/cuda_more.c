/* SPDX-License-Identifier: Apache-2.0 */
/* Cooperative launches, pools, 3D arrays, copies of all kinds, and the other nodes of graphs. */
#include "cuda_test.h"

#define N 96

Error cudaLaunchCooperativeKernel(const void *host, Dim3 grid, Dim3 block, void **arguments,
                                  size_t shared, Stream *stream);
Error cudaDeviceGetDefaultMemPool(void **pool, int device);
Error cudaMemPoolCreate(void **pool, const void *properties);
Error cudaMemPoolDestroy(void *pool);
Error cudaMemPoolTrimTo(void *pool, size_t bytes);
Error cudaMemPoolSetAttribute(void *pool, int attribute, void *value);
Error cudaMemPoolGetAttribute(void *pool, int attribute, void *value);
Error cudaDeviceSetMemPool(int device, void *pool);
Error cudaMallocFromPoolAsync(void **pointer, size_t bytes, void *pool, Stream *stream);
Error cudaMalloc3DArray(Array **array, const ChannelFormat *format, Extent extent, unsigned flags);
Error cudaArrayGetInfo(ChannelFormat *format, Extent *extent, unsigned *flags, const Array *array);
Error cudaGetChannelDesc(ChannelFormat *format, const Array *array);
Error cudaMemcpy3DAsync(const Copy3D *copy, Stream *stream);
Error cudaMemcpy3DPeer(const PeerCopy3D *copy);
Error cudaMemcpy3DPeerAsync(const PeerCopy3D *copy, Stream *stream);
Error cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t bytes);
Error cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t bytes,
                          Stream *stream);
Error cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                        size_t width, size_t height, int kind, Stream *stream);
Error cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t bytes, size_t offset,
                              int kind, Stream *stream);
Error cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t bytes, size_t offset,
                                int kind, Stream *stream);
Error cudaMemcpy2DToArrayAsync(Array *array, size_t x, size_t y, const void *src, size_t pitch,
                               size_t width, size_t height, int kind, Stream *stream);
Error cudaMemcpy2DFromArray(void *dst, size_t pitch, Array *array, size_t x, size_t y, size_t width,
                            size_t height, int kind);
Error cudaMemcpy2DFromArrayAsync(void *dst, size_t pitch, Array *array, size_t x, size_t y,
                                 size_t width, size_t height, int kind, Stream *stream);
Error cudaMemcpyToArray(Array *array, size_t x, size_t y, const void *src, size_t bytes, int kind);
Error cudaMemcpyToArrayAsync(Array *array, size_t x, size_t y, const void *src, size_t bytes,
                             int kind, Stream *stream);
Error cudaMemcpyFromArray(void *dst, Array *array, size_t x, size_t y, size_t bytes, int kind);
Error cudaMemcpyFromArrayAsync(void *dst, Array *array, size_t x, size_t y, size_t bytes, int kind,
                               Stream *stream);
Error cudaGraphAddEmptyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                            size_t count);
Error cudaGraphAddChildGraphNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                 size_t count, Graph *child);
Error cudaGraphAddEventRecordNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                  size_t count, Event *event);
Error cudaGraphAddEventWaitNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                                size_t count, Event *event);
Error cudaGraphAddMemcpyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                             size_t count, const Copy3D *copy);
Error cudaGraphExecMemcpyNodeSetParams(GraphExec *executable, GraphNode *node, const Copy3D *copy);
Error cudaGraphExecMemcpyNodeSetParams1D(GraphExec *executable, GraphNode *node, void *dst,
                                         const void *src, size_t bytes, int kind);
Error cudaGraphExecMemsetNodeSetParams(GraphExec *executable, GraphNode *node,
                                       const MemsetParams *fill);
Error cudaGraphExecHostNodeSetParams(GraphExec *executable, GraphNode *node,
                                     const HostNodeParams *host);
Error cudaGraphAddDependencies(Graph *graph, GraphNode *const *from, GraphNode *const *to,
                               const void *edges, size_t count);
Error cudaGraphClone(Graph **clone, const Graph *graph);
Error cudaGraphGetRootNodes(Graph *graph, GraphNode **nodes, size_t *count);
Error cudaGraphNodeGetType(GraphNode *node, int *type);
Error cudaGraphNodeSetEnabled(GraphExec *executable, GraphNode *node, unsigned enabled);
Error cudaGraphInstantiateWithFlags(GraphExec **executable, const Graph *graph,
                                    unsigned long long flags);
Error cudaGraphUpload(GraphExec *executable, Stream *stream);
Error cudaMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height,
                        Stream *stream);
Error cudaMemset3D(PitchedPointer at, int value, Extent extent);
Error cudaMemset3DAsync(PitchedPointer at, int value, Extent extent, Stream *stream);
Error cudaStreamCreateWithFlags(Stream **stream, unsigned flags);
Error cudaStreamCreateWithPriority(Stream **stream, unsigned flags, int priority);
Error cudaStreamGetFlags(Stream *stream, unsigned *flags);
Error cudaStreamGetPriority(Stream *stream, int *priority);
Error cudaEventCreateWithFlags(Event **event, unsigned flags);
Error cudaEventRecordWithFlags(Event *event, Stream *stream, unsigned flags);
Error cudaGraphExecUpdate(GraphExec *executable, const Graph *graph, void *result);
Error cudaGraphKernelNodeGetParams(GraphNode *node, KernelNodeParams *params);
Error cudaGraphKernelNodeSetParams(GraphNode *node, const KernelNodeParams *params);

static const char STEP;
static char weights; /* shadow of a variable of the device */
static Stream *stream;

static void cooperative_and_pools(void) {
  int n = N, *data, *other, host[N];
  void *pool, *own;
  uint64_t threshold = 1 << 20, back = 0;
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  OK(cudaMemPoolSetAttribute(pool, 4, &threshold));
  OK(cudaMemPoolGetAttribute(pool, 4, &back));
  EXPECT(back == threshold);
  PoolProperties properties = {cudaMemAllocationTypePinned, .location = {1, 0}};
  OK(cudaMemPoolCreate(&own, &properties));
  OK(cudaMallocAsync((void **)&data, sizeof host, stream));
  OK(cudaMallocFromPoolAsync((void **)&other, sizeof host, own, stream));
  OK(cudaMemsetAsync(data, 0, sizeof host, stream));
  void *arguments[] = {&data, &n};
  OK(cudaLaunchCooperativeKernel(&STEP, dim(3, 1, 1), dim(32, 1, 1), arguments, 0, stream));
  EXPECT(cudaLaunchCooperativeKernel(&STEP, dim(1u << 20, 1, 1), dim(32, 1, 1), arguments, 0, stream)
         == cudaErrorCooperativeLaunchTooLarge);
  EXPECT(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  OK(cudaMemcpyPeer(other, 0, data, 0, sizeof host / 2));
  OK(cudaMemcpyPeerAsync(other + N / 2, 0, data + N / 2, 0, sizeof host / 2, stream));
  OK(cudaMemcpyAsync(host, other, sizeof host, DEVICE_TO_HOST, stream));
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < N; i++)
    EXPECT(host[i] == 1);
  OK(cudaFreeAsync(data, stream));
  OK(cudaFreeAsync(other, stream));
  OK(cudaMemPoolTrimTo(own, 0));
  OK(cudaMemPoolDestroy(own));
}

static void rows_and_symbols(void) {
  enum { W = 8, H = 5 };
  int in[H][W], out[H][W] = {{0}}, *data;
  float four[4] = {1, 2, 3, 4}, back[4] = {0};
  for (int i = 0; i < W * H; i++)
    (&in[0][0])[i] = i * 7;
  OK(cudaMalloc((void **)&data, 512 * H));
  OK(cudaMemcpy2DAsync(data, 512, in, W * 4, W * 4, H, HOST_TO_DEVICE, stream));
  OK(cudaMemcpy2DAsync(&out[1][2], W * 4, (char *)data + 512 + 4, 512, 12, 3, DEVICE_TO_HOST, stream));
  OK(cudaMemcpyToSymbolAsync(&weights, four, 16, 0, HOST_TO_DEVICE, stream));
  OK(cudaMemcpyFromSymbolAsync(back, &weights, 12, 4, DEVICE_TO_HOST, stream));
  OK(cudaStreamSynchronize(stream));
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      EXPECT(out[y][x] == (y >= 1 && y < 4 && x >= 2 && x < 5 ? in[y][x - 1] : 0));
  EXPECT(back[0] == 2 && back[2] == 4 && back[3] == 0);
  OK(cudaFree(data));
}

static void arrays(void) {
  enum { X = 6, Y = 4, Z = 3 };
  short in[Z][Y][X], out[Z][Y][X] = {{{0}}}, part[2][2][3];
  for (int i = 0; i < X * Y * Z; i++)
    (&in[0][0][0])[i] = (short)(i * 31);
  ChannelFormat format = cudaCreateChannelDesc(16, 0, 0, 0, 0), found;
  Extent extent;
  unsigned flags;
  Array *box, *copy, *flat;
  OK(cudaMalloc3DArray(&box, &format, (Extent){X, Y, Z}, 0));
  OK(cudaMalloc3DArray(&copy, &format, (Extent){X, Y, Z}, 0));
  OK(cudaArrayGetInfo(&found, &extent, &flags, box));
  EXPECT(found.x == 16 && extent.width == X && extent.height == Y && extent.depth == Z && flags == 0);
  OK(cudaGetChannelDesc(&found, copy));
  EXPECT(found.x == 16 && found.y == 0 && found.kind == 0);
  Copy3D to = {.src = {in, X * 2, X, Y}, .dst_array = box, .extent = {X, Y, Z}, .kind = HOST_TO_DEVICE};
  OK(cudaMemcpy3DAsync(&to, stream));
  PeerCopy3D peer = {.src_array = box, .dst_array = copy, .extent = {X, Y, 2}};
  OK(cudaMemcpy3DPeer(&peer));
  peer.src_position = peer.dst_position = (Position){0, 0, 2};
  peer.extent.depth = 1;
  OK(cudaMemcpy3DPeerAsync(&peer, stream));
  Copy3D from = {.src_array = copy, .dst = {out, X * 2, X, Y}, .extent = {X, Y, Z}, .kind = DEVICE_TO_HOST};
  OK(cudaMemcpy3DAsync(&from, stream));
  Copy3D inner = {.src_array = copy, .src_position = {2, 1, 1}, .dst = {part, 6, 3, 2},
                  .extent = {3, 2, 2}, .kind = DEVICE_TO_HOST};
  OK(cudaMemcpy3DAsync(&inner, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT(memcmp(in, out, sizeof in) == 0);
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 2; y++)
      for (int x = 0; x < 3; x++)
        EXPECT(part[z][y][x] == in[z + 1][y + 1][x + 2]);
  OK(cudaMallocArray(&flat, &format, X, Y, 0));
  OK(cudaMemcpy2DToArrayAsync(flat, 0, 0, in, X * 2, X * 2, Y, HOST_TO_DEVICE, stream));
  OK(cudaMemcpyToArray(flat, 4, 1, in[2], 4, HOST_TO_DEVICE));
  OK(cudaMemcpyToArrayAsync(flat, 0, 3, in[1], X * 2, HOST_TO_DEVICE, stream));
  memset(out, 0, sizeof out);
  OK(cudaMemcpy2DFromArray(out[0], X * 2, flat, 0, 0, X * 2, 2, DEVICE_TO_HOST));
  OK(cudaMemcpy2DFromArrayAsync(out[0] + 2, X * 2, flat, 0, 2, X * 2, 2, DEVICE_TO_HOST, stream));
  OK(cudaMemcpyFromArray(out[1], flat, 2, 1, 6, DEVICE_TO_HOST));
  OK(cudaMemcpyFromArrayAsync(out[2], flat, 0, 3, X * 2, DEVICE_TO_HOST, stream));
  OK(cudaStreamSynchronize(stream));
  memcpy(&in[0][1][2], in[2], 4);
  memcpy(in[0][3], in[1], X * 2);
  EXPECT(memcmp(out[0], in[0], sizeof in[0]) == 0);
  EXPECT(memcmp(out[1], &in[0][1][1], 6) == 0 && memcmp(out[2], in[1], X * 2) == 0);
  OK(cudaFreeArray(box));
  OK(cudaFreeArray(copy));
  OK(cudaFreeArray(flat));
}

static void add_to(void *data) { *(int *)data += 1; }

/* fill, child (a kernel), event, empty, wait, copies, host; then other parameters of each. */
static void nodes(void) {
  Graph *graph, *child;
  GraphNode *fill, *kernel, *inner, *record, *empty, *wait, *copy, *line, *call;
  GraphExec *executable;
  Event *event;
  int n = N, *data, host[N] = {0}, second[N] = {0}, one = 0, two = 0;
  OK(cudaMalloc((void **)&data, sizeof host));
  OK(cudaEventCreate(&event));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphCreate(&child, 0));
  KernelNodeParams step = {.function = (void *)&STEP, .grid = dim(3, 1, 1), .block = dim(32, 1, 1),
                           .arguments = (void *[]){&data, &n}};
  OK(cudaGraphAddKernelNode(&kernel, child, NULL, 0, &step));
  MemsetParams value = {.dst = data, .pitch = sizeof host, .value = 7, .element_bytes = 4, .width = N,
                        .height = 1};
  Copy3D box = {.src = {data, sizeof host, sizeof host, 1}, .dst = {host, sizeof host, sizeof host, 1},
                .extent = {sizeof host, 1, 1}, .kind = DEVICE_TO_HOST};
  HostNodeParams function = {add_to, &one};
  OK(cudaGraphAddMemsetNode(&fill, graph, NULL, 0, &value));
  OK(cudaGraphAddChildGraphNode(&inner, graph, &fill, 1, child));
  OK(cudaGraphDestroy(child));
  OK(cudaGraphAddEventRecordNode(&record, graph, &inner, 1, event));
  OK(cudaGraphAddEmptyNode(&empty, graph, &record, 1));
  OK(cudaGraphAddEventWaitNode(&wait, graph, &empty, 1, event));
  OK(cudaGraphAddMemcpyNode(&copy, graph, &wait, 1, &box));
  OK(cudaGraphAddMemcpyNode1D(&line, graph, &wait, 1, second, data, sizeof second, DEVICE_TO_HOST));
  OK(cudaGraphAddHostNode(&call, graph, &copy, 1, &function));
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaEventQuery(event));
  EXPECT(host[0] == 8 && host[N - 1] == 8 && second[0] == 8 && second[N - 1] == 8 && one == 1);
  value.value = 20;
  value.width = N / 2;
  box.dst.ptr = second;
  function.data = &two;
  OK(cudaGraphExecMemsetNodeSetParams(executable, fill, &value));
  OK(cudaGraphExecMemcpyNodeSetParams(executable, copy, &box));
  OK(cudaGraphExecMemcpyNodeSetParams1D(executable, line, host, data, 4, DEVICE_TO_HOST));
  OK(cudaGraphExecHostNodeSetParams(executable, call, &function));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT(second[0] == 21 && second[N / 2] == 9 && host[0] == 21 && host[1] == 8);
  EXPECT(one == 1 && two == 1);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaEventDestroy(event));
  OK(cudaFree(data));
}

static void fills(void) {
  enum { X = 8, Y = 4, Z = 2 };
  unsigned char out[Z][Y][X];
  PitchedPointer box;
  OK(cudaMalloc3D(&box, (Extent){X, Y, Z}));
  OK(cudaMemset3D(box, 1, (Extent){X, Y, Z}));
  OK(cudaMemset3DAsync(box, 2, (Extent){3, 2, Z}, stream));
  OK(cudaMemset2DAsync(box.ptr, box.pitch, 3, 2, Y, stream));
  Copy3D from = {.src = box, .dst = {out, X, X, Y}, .extent = {X, Y, Z}, .kind = DEVICE_TO_HOST};
  OK(cudaMemcpy3DAsync(&from, stream));
  OK(cudaStreamSynchronize(stream));
  for (int z = 0; z < Z; z++)
    for (int y = 0; y < Y; y++)
      for (int x = 0; x < X; x++)
        EXPECT(out[z][y][x] == (z == 0 && x < 2 ? 3 : x < 3 && y < 2 ? 2 : 1));
  OK(cudaFree(box.ptr));
}

/* A clone has its own nodes; a dependency that is added orders two fills; disabled nodes rest. */
static void changed_graph(void) {
  Graph *graph, *clone;
  GraphNode *first, *second, *roots[2];
  GraphExec *executable;
  Stream *other;
  Event *event;
  size_t found = 2;
  int type, priority, *data, host[2];
  unsigned flags;
  OK(cudaStreamCreateWithPriority(&other, 1, -2));
  OK(cudaStreamGetPriority(other, &priority));
  OK(cudaStreamGetFlags(other, &flags));
  EXPECT(priority == -2 && flags == 1);
  OK(cudaStreamDestroy(other));
  OK(cudaStreamCreateWithFlags(&other, 1));
  OK(cudaEventCreateWithFlags(&event, 2));
  OK(cudaMalloc((void **)&data, sizeof host));
  MemsetParams one = {.dst = data, .pitch = 8, .value = 1, .element_bytes = 4, .width = 2, .height = 1};
  MemsetParams two = one;
  two.value = 2;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemsetNode(&second, graph, NULL, 0, &two));
  OK(cudaGraphAddMemsetNode(&first, graph, NULL, 0, &one));
  OK(cudaGraphAddDependencies(graph, &first, &second, NULL, 1));
  OK(cudaGraphGetRootNodes(graph, roots, &found));
  EXPECT(found == 1 && roots[0] == first);
  OK(cudaGraphNodeGetType(first, &type));
  EXPECT(type == 2); /* cudaGraphNodeTypeMemset */
  OK(cudaGraphClone(&clone, graph));
  OK(cudaGraphInstantiateWithFlags(&executable, clone, 0));
  OK(cudaGraphUpload(executable, other));
  OK(cudaGraphLaunch(executable, other));
  OK(cudaEventRecordWithFlags(event, other, 0));
  OK(cudaEventSynchronize(event));
  OK(cudaMemcpy(host, data, sizeof host, DEVICE_TO_HOST));
  EXPECT(host[0] == 2 && host[1] == 2);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  OK(cudaGraphNodeSetEnabled(executable, second, 0));
  OK(cudaGraphLaunch(executable, other));
  OK(cudaMemcpy(host, data, sizeof host, DEVICE_TO_HOST));
  EXPECT(host[0] == 1 && host[1] == 1);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(clone));
  OK(cudaEventDestroy(event));
  OK(cudaStreamDestroy(other));
  OK(cudaFree(data));
}

/* A graph's kernel node with other parameters, given to the executable as a whole. */
static void updated_graph(void) {
  Graph *graph;
  GraphNode *node;
  GraphExec *executable;
  int n = N, half = N / 2, *data, *host;
  uint64_t result[8];
  KernelNodeParams found, params = {.function = (void *)&STEP, .grid = dim(3, 1, 1),
                                    .block = dim(32, 1, 1), .arguments = (void *[]){&data, &n}};
  OK(cudaMalloc((void **)&data, N * sizeof *host));
  OK(cudaMallocHost((void **)&host, N * sizeof *host));
  OK(cudaMemset(data, 0, N * sizeof *host));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddKernelNode(&node, graph, NULL, 0, &params));
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaGraphKernelNodeGetParams(node, &found));
  EXPECT(found.grid.x == 3 && found.block.x == 32 && found.function == (void *)&STEP);
  params.arguments = (void *[]){&data, &half};
  OK(cudaGraphKernelNodeSetParams(node, &params));
  OK(cudaGraphExecUpdate(executable, graph, result));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaMemcpyAsync(host, data, N * sizeof *host, DEVICE_TO_HOST, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT(host[0] == 2 && host[N / 2 - 1] == 2 && host[N / 2] == 1 && host[N - 1] == 1);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaFreeHost(host));
  OK(cudaFree(data));
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &STEP, "step");
  __cudaRegisterVar(module, &weights, "weights", "weights", 0, 16, 1, 0);
  OK(cudaStreamCreate(&stream));
  cooperative_and_pools();
  rows_and_symbols();
  arrays();
  nodes();
  fills();
  changed_graph();
  updated_graph();
  OK(cudaStreamDestroy(stream));
  return finish();
}
