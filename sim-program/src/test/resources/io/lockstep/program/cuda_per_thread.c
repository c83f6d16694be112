/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program calls that is compiled with CUDA_API_PER_THREAD_DEFAULT_STREAM: NULL is the thread's
 * own stream. Rules: "CUDA Runtime API, Stream synchronization behavior" of CUDA 13.0.
 */
#include <pthread.h>

#include "cuda_test.h"

#define PER_THREAD ((Stream *)2) /* cudaStreamPerThread */

Error cudaLaunchKernel_ptsz(const void *host, Dim3 grid, Dim3 block, void **arguments,
                            size_t shared, Stream *stream);
Error cudaLaunchKernelExC_ptsz(const LaunchConfig *config, const void *host, void **arguments);
Error cudaMemcpy_ptds(void *dst, const void *src, size_t bytes, int kind);
Error cudaMemcpyAsync_ptsz(void *dst, const void *src, size_t bytes, int kind, Stream *stream);
Error cudaMemset_ptds(void *dst, int value, size_t bytes);
Error cudaMemsetAsync_ptsz(void *to, int value, size_t bytes, Stream *stream);
Error cudaStreamGetId_ptsz(Stream *stream, unsigned long long *id);
Error cudaStreamGetId(Stream *stream, unsigned long long *id);
Error cudaStreamGetFlags_ptsz(Stream *stream, unsigned *flags);
Error cudaStreamSynchronize_ptsz(Stream *stream);
Error cudaStreamBeginCapture_ptsz(Stream *stream, int mode);
Error cudaStreamEndCapture_ptsz(Stream *stream, Graph **graph);
Error cudaStreamIsCapturing_ptsz(Stream *stream, int *status);
Error cudaEventRecord_ptsz(Event *event, Stream *stream);
Error cudaStreamWaitEvent_ptsz(Stream *stream, Event *event, unsigned flags);
Error cudaGraphLaunch_ptsz(GraphExec *executable, Stream *stream);
int cuInit(unsigned flags);
int cuStreamIsCapturing_ptsz(Stream *stream, int *status);
int cuMemsetD32Async_ptsz(uint64_t at, unsigned value, size_t count, Stream *stream);
int cuMemcpyHtoD_v2_ptds(uint64_t dst, const void *src, size_t bytes);

static const char ADD;

#define FAILS(call, error) EXPECT((call) == (error))

static unsigned long long id_of(void) {
  unsigned long long id = 0;
  OK(cudaStreamGetId_ptsz(NULL, &id));
  return id;
}

static void *other_thread(void *id) {
  *(unsigned long long *)id = id_of();
  return NULL;
}

static void each_thread_has_its_own_stream(void) {
  unsigned long long own = id_of(), named = 0, legacy = 1, other = own;
  unsigned flags = 7;
  pthread_t thread;
  OK(cudaStreamGetId(PER_THREAD, &named));
  OK(cudaStreamGetId(NULL, &legacy));
  pthread_create(&thread, NULL, other_thread, &other);
  pthread_join(thread, NULL);
  EXPECT(own == named && own != legacy && other != own && other != legacy);
  OK(cudaStreamGetFlags_ptsz(NULL, &flags));
  EXPECT(flags == 0);
}

static void work_goes_to_the_threads_stream(void) {
  enum { N = 64 };
  int in[N], out[N];
  void *a;
  Event *event;
  for (int i = 0; i < N; i++)
    in[i] = i;
  OK(cudaMalloc(&a, sizeof in));
  OK(cudaEventCreate(&event));
  OK(cudaMemset_ptds(a, 0, sizeof in));
  OK(cudaMemcpyAsync_ptsz(a, in, sizeof in, 1, NULL));
  OK(cudaEventRecord_ptsz(event, NULL));
  OK(cudaStreamWaitEvent_ptsz(NULL, event, 0));
  OK(cudaStreamSynchronize_ptsz(NULL));
  OK(cudaMemcpy_ptds(out, a, sizeof out, 2));
  EXPECT(!memcmp(in, out, sizeof in));
  OK(cudaEventDestroy(event));
  OK(cudaFree(a));
}

/* The legacy stream cannot be captured, that of a thread can be. */
static void captures_are_of_the_threads_stream(void) {
  enum { UNSUPPORTED = 900, ACTIVE = 1, N = 64 };
  Graph *graph = NULL;
  GraphExec *executable;
  int n = N, status = 7;
  float *a, out[N];
  size_t nodes = 0;
  OK(cudaMalloc((void **)&a, sizeof out));
  FAILS(cudaStreamBeginCapture(NULL, 0), UNSUPPORTED);
  OK(cudaStreamBeginCapture_ptsz(NULL, 0));
  OK(cudaStreamIsCapturing_ptsz(NULL, &status));
  EXPECT(status == ACTIVE);
  EXPECT(cuStreamIsCapturing_ptsz(NULL, &status) == 0 && status == ACTIVE);
  OK(cudaStreamIsCapturing(PER_THREAD, &status));
  EXPECT(status == ACTIVE);
  OK(cudaMemsetAsync_ptsz(a, 0, sizeof out, NULL));
  EXPECT(cuMemsetD32Async_ptsz((uintptr_t)a, 0x40400000, N, NULL) == 0); /* 3.0f */
  void *arguments[] = {&a, &a, &a, &n};
  OK(cudaLaunchKernel_ptsz(&ADD, dim(1, 1, 1), dim(N, 1, 1), arguments, 0, NULL));
  LaunchConfig config = {.grid = {1, 1, 1}, .block = {N, 1, 1}};
  OK(cudaLaunchKernelExC_ptsz(&config, &ADD, arguments));
  OK(cudaStreamEndCapture_ptsz(NULL, &graph));
  OK(cudaGraphGetNodes(graph, NULL, &nodes));
  EXPECT(nodes == 4);
  OK(cudaGraphInstantiate(&executable, graph, 0));
  OK(cudaGraphLaunch_ptsz(executable, NULL));
  OK(cudaMemcpy_ptds(out, a, sizeof out, 2));
  for (int i = 0; i < N; i++)
    EXPECT(out[i] == 12);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(a));
}

/* A copy that the host waits for uses the capturing stream itself. */
static void a_capture_forbids_synchronous_copies(void) {
  enum { UNSUPPORTED = 900, INVALIDATED = 901, RELAXED = 2 };
  Graph *graph;
  int *a, value = 1;
  OK(cudaMalloc((void **)&a, sizeof value));
  OK(cudaStreamBeginCapture_ptsz(NULL, RELAXED));
  FAILS(cudaMemcpy_ptds(a, &value, sizeof value, 1), UNSUPPORTED);
  FAILS(cudaStreamEndCapture_ptsz(NULL, &graph), INVALIDATED);
  OK(cudaStreamBeginCapture_ptsz(NULL, RELAXED));
  EXPECT(cuMemcpyHtoD_v2_ptds((uintptr_t)a, &value, sizeof value) == UNSUPPORTED);
  FAILS(cudaStreamEndCapture_ptsz(NULL, &graph), INVALIDATED);
  OK(cudaFree(a));
}

int main(int count, char **arguments) {
  void **module = register_ptx(arguments[1], PLAIN, 70);
  register_kernel(module, &ADD, "add");
  __cudaRegisterFatBinaryEnd(module);
  EXPECT(cuInit(0) == 0);
  each_thread_has_its_own_stream();
  work_goes_to_the_threads_stream();
  captures_are_of_the_threads_stream();
  a_capture_forbids_synchronous_copies();
  return finish();
}
