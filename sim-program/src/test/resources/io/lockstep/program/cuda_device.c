/* SPDX-License-Identifier: Apache-2.0 */
/* Queries, limits and hints; last cudaDeviceReset. CUDART_MAJOR is the driver's, 12 or 13. */
#include "cuda_test.h"

#define N 96
#define HOST_REGISTER_SUPPORTED (1032 - 304) /* the first of the 76 ints that CUDA 12 added */

Error cudaChooseDevice(int *device, const void *wanted);
Error cudaInitDevice(int device, unsigned device_flags, unsigned flags);
Error cudaDriverGetVersion(int *version);
Error cudaRuntimeGetVersion(int *version);
Error cudaDeviceCanAccessPeer(int *result, int device, int peer);
Error cudaSetDeviceFlags(unsigned flags);
Error cudaGetDeviceFlags(unsigned *flags);
Error cudaGetDeviceProperties_v2(void *result, int device);
Error cudaDeviceGetPCIBusId(char *text, int bytes, int device);
Error cudaDeviceGetByPCIBusId(int *device, const char *text);
Error cudaDeviceGetLimit(size_t *value, int limit);
Error cudaDeviceSetLimit(int limit, size_t value);
Error cudaDeviceGetCacheConfig(int *preference);
Error cudaDeviceSetCacheConfig(int preference);
Error cudaDeviceSetSharedMemConfig(int preference);
Error cudaFuncSetSharedMemConfig(const void *host, int preference);
Error cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
Error cudaDeviceGetMemPool(void **pool, int device);
Error cudaDeviceSetMemPool(int device, void *pool);
Error cudaMemPoolCreate(void **pool, const void *properties);
Error cudaMemPoolDestroy(void *pool);
Error cudaMemPoolGetAttribute(void *pool, int attribute, void *value);
Error cudaFuncGetName(const char **name, const void *host);
Error cudaFuncGetParamInfo(const void *host, size_t index, size_t *offset, size_t *bytes);
Error cudaFuncSetCacheConfig(const void *host, int preference);
Error cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *host, int blocks,
                                                int threads);
Error cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *host,
                                                             int threads, size_t shared,
                                                             unsigned flags);
Error cudaGraphExecGetFlags(GraphExec *executable, unsigned long long *flags);
Error cudaHostGetFlags(unsigned *flags, void *host);
#if CUDART_MAJOR >= 13
Error cudaMemAdvise(const void *pointer, size_t bytes, int advice, MemoryLocation place);
Error cudaMemPrefetchAsync(const void *pointer, size_t bytes, MemoryLocation place, unsigned flags,
                           Stream *stream);
#else
Error cudaMemAdvise(const void *pointer, size_t bytes, int advice, int device);
Error cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device, Stream *stream);
#endif
Error cudaProfilerStart(void);
Error cudaStreamAttachMemAsync(Stream *stream, void *pointer, size_t bytes, unsigned flags);
Error cudaStreamGetDevice(Stream *stream, int *device);
Error cudaStreamGetId(Stream *stream, unsigned long long *id);
Error cudaStreamSetAttribute(Stream *stream, int attribute, const void *value);
Error cudaThreadExchangeStreamCaptureMode(int *mode);

static const char STEP;
static const char UNKNOWN;

static int attribute_of_device(int attribute) {
  int value = -1;
  OK(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

static void devices(void) {
  int device = -1, value = -1;
  char bus[13];
  unsigned flags = 0;
  OK(cudaGetDevice(&device));
  EXPECT(device == 0);
  device = -1;
  OK(cudaChooseDevice(&device, &(char[1024]){0}));
  EXPECT(device == 0);
  OK(cudaInitDevice(0, 0, 0));
  EXPECT(cudaInitDevice(1, 0, 0) == cudaErrorInvalidDevice);
  OK(cudaDriverGetVersion(&value));
  EXPECT(value == CUDART_MAJOR * 1000);
  value = -1;
  OK(cudaRuntimeGetVersion(&value));
  EXPECT(value == CUDART_MAJOR * 1000);
  OK(cudaDeviceCanAccessPeer(&value, 0, 0));
  EXPECT(value == 0);
  EXPECT(cudaDeviceCanAccessPeer(&value, 0, 1) == cudaErrorInvalidDevice);
  OK(cudaSetDeviceFlags(4)); /* cudaDeviceScheduleBlockingSync */
  OK(cudaGetDeviceFlags(&flags));
  EXPECT(flags == 4);
  OK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
  EXPECT(!strcmp(bus, "0000:01:00.0"));
  EXPECT(cudaDeviceGetPCIBusId(bus, 5, 0) == cudaErrorInvalidValue);
  device = -1;
  OK(cudaDeviceGetByPCIBusId(&device, bus));
  EXPECT(device == 0);
  OK(cudaDeviceGetByPCIBusId(&device, "01:00.0"));
  EXPECT(cudaDeviceGetByPCIBusId(&device, "0000:02:00.0") == cudaErrorInvalidDevice);
  EXPECT(cudaDeviceGetByPCIBusId(&device, "first") == cudaErrorInvalidValue);
#if CUDART_MAJOR < 13
  static unsigned char first[1032], second[1032];
  OK(cudaGetDeviceProperties(first, 0));
  OK(cudaGetDeviceProperties_v2(second, 0));
  EXPECT(first[0] != 0 && !memcmp(first, second, 256));
  int registered; /* cudaDeviceProp.hostRegisterSupported, which the first form has not */
  memcpy(&registered, second + HOST_REGISTER_SUPPORTED, sizeof registered);
  EXPECT(registered == 1);
  memcpy(&registered, first + HOST_REGISTER_SUPPORTED, sizeof registered);
  EXPECT(registered == 0);
#endif
}

/* What the test's device has, by the numbers of cudaDeviceAttr, and how much memory. */
static void given(void) {
  size_t free_bytes = 0, bytes = 0;
  EXPECT(attribute_of_device(16) == 16);         /* multiprocessors */
  EXPECT(attribute_of_device(10) == 32);         /* threads of a warp */
  EXPECT(attribute_of_device(13) == 1000000);    /* kHz */
  EXPECT(attribute_of_device(38) == 512 * 1024); /* bytes of the L2 cache */
  OK(cudaMemGetInfo(&free_bytes, &bytes));
  EXPECT(bytes == (size_t)1 << 30);
}

static void settings(void) {
  size_t bytes = 0;
  int preference = -1, least = -1, greatest = -1, mode = 2;
  OK(cudaDeviceGetLimit(&bytes, 2)); /* cudaLimitMallocHeapSize */
  EXPECT(bytes == 8 << 20);
  OK(cudaDeviceSetLimit(2, 1 << 24));
  OK(cudaDeviceGetLimit(&bytes, 2));
  EXPECT(bytes == 1 << 24);
  EXPECT(cudaDeviceSetLimit(99, 1) == cudaErrorUnsupportedLimit);
  OK(cudaDeviceSetCacheConfig(1));
  EXPECT(cudaDeviceSetCacheConfig(4) == cudaErrorInvalidValue);
  OK(cudaDeviceSetSharedMemConfig(2));
  EXPECT(cudaDeviceSetSharedMemConfig(3) == cudaErrorInvalidValue);
  OK(cudaDeviceGetCacheConfig(&preference));
  EXPECT(preference == 0); /* cudaFuncCachePreferNone: the device has no such choice */
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT(least == 0 && greatest == -5);
  OK(cudaThreadExchangeStreamCaptureMode(&mode));
  EXPECT(mode == 0); /* cudaStreamCaptureModeGlobal */
  OK(cudaThreadExchangeStreamCaptureMode(&mode));
  EXPECT(mode == 2);
  mode = 3;
  EXPECT(cudaThreadExchangeStreamCaptureMode(&mode) == cudaErrorInvalidValue);
  OK(cudaProfilerStart());
}

static int least(int a, int b) {
  return a < b ? a : b;
}

/* Resident blocks on capability 8.0, by the tables of the CUDA C++ Programming Guide. */
static int resident(int registers, int threads, int shared, int carve_out) {
  static const int SIZES[] = {0, 8, 16, 32, 64, 100, 132, 164};
  int warps = (threads + 31) / 32, of_warp = (registers * 32 + 255) / 256 * 256;
  int block = (shared + 1024 + 127) / 128 * 128, size = 164 * 1024;
  if (carve_out >= 0) {
    int wanted = 164 * 1024 * carve_out / 100, k = 0;
    wanted = wanted < block ? block : wanted;
    while (SIZES[k] * 1024 < wanted)
      k++;
    size = SIZES[k] * 1024;
  }
  return least(least(32, 64 / warps), least(65536 / 4 / of_warp * 4 / warps, size / block));
}

static void occupancies(void) {
  FunctionAttributes found;
  OK(cudaFuncGetAttributes(&found, &STEP));
  EXPECT(found.registers > 0);
  EXPECT(attribute_of_device(75) == 8 && attribute_of_device(76) == 0);
  unsigned state = 74;
  for (int i = 0; i < 2000; i++) {
    int number[4], blocks = -1;
    for (int k = 0; k < 4; k++) {
      state = state * 1664525 + 1013904223;
      number[k] = (int)(state >> 8);
    }
    int threads = 1 + number[0] % (1024 >> i % 4), carve_out = number[1] % 102 - 1;
    int shared = number[2] % (49153 >> number[3] % 4 * 2);
    OK(cudaFuncSetAttribute(&STEP, 9, carve_out));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &STEP, threads, (size_t)shared));
    EXPECT(blocks == resident(found.registers, threads, shared, carve_out));
  }
  OK(cudaFuncSetAttribute(&STEP, 9, -1));
}

static void functions(void) {
  const char *name = "";
  size_t offset = 9, bytes = 0, all = 0, half = 0;
  int blocks = 0, same = -1;
  OK(cudaFuncGetName(&name, &STEP));
  EXPECT(!strcmp(name, "step"));
  EXPECT(cudaFuncGetName(&name, &UNKNOWN) == cudaErrorInvalidDeviceFunction);
  OK(cudaFuncGetParamInfo(&STEP, 0, &offset, &bytes));
  EXPECT(offset == 0 && bytes == 8);
  OK(cudaFuncGetParamInfo(&STEP, 1, &offset, &bytes));
  EXPECT(offset == 8 && bytes == 4);
  OK(cudaFuncGetParamInfo(&STEP, 1, &offset, NULL));
  EXPECT(cudaFuncGetParamInfo(&STEP, 2, &offset, &bytes) == cudaErrorInvalidValue);
  OK(cudaFuncSetCacheConfig(&STEP, 1));
  EXPECT(cudaFuncSetCacheConfig(&STEP, -1) == cudaErrorInvalidValue);
  OK(cudaFuncSetSharedMemConfig(&STEP, 1));
  EXPECT(cudaFuncSetSharedMemConfig(&STEP, 3) == cudaErrorInvalidValue);
  EXPECT(cudaFuncSetCacheConfig(&UNKNOWN, 1) == cudaErrorInvalidDeviceFunction);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&same, &STEP, 256, 0));
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, &STEP, 256, 0, 1));
  EXPECT(blocks == same && blocks == attribute_of_device(39) / 256);
  OK(cudaOccupancyAvailableDynamicSMemPerBlock(&all, &STEP, 1, 256));
  EXPECT(cudaOccupancyAvailableDynamicSMemPerBlock(&half, &STEP, 16, 256) == cudaErrorInvalidValue);
  OK(cudaOccupancyAvailableDynamicSMemPerBlock(&half, &STEP, 8, 256)); /* as many as fit by threads */
  EXPECT(all == 49152);
  /* cudaDevAttrMaxSharedMemoryPerMultiprocessor, cudaDevAttrReservedSharedMemoryPerBlock */
  EXPECT((int)half == attribute_of_device(81) / 8 - attribute_of_device(111));
  EXPECT(cudaOccupancyAvailableDynamicSMemPerBlock(&all, &STEP, 0, 256) == cudaErrorInvalidValue);
}

static void streams(void) {
  Stream *first, *second;
  Graph *graph;
  GraphExec *executable;
  unsigned long long one = 0, two = 0, flags = 0;
  int device = -1;
  uint64_t value[8] = {1};
  OK(cudaStreamCreate(&first));
  OK(cudaStreamCreate(&second));
  OK(cudaStreamGetDevice(first, &device));
  EXPECT(device == 0);
  OK(cudaStreamGetId(first, &one));
  OK(cudaStreamGetId(second, &two));
  EXPECT(one != two);
  OK(cudaStreamSetAttribute(first, 3, value)); /* cudaLaunchAttributeSynchronizationPolicy */
  OK(cudaStreamDestroy(first));
  OK(cudaStreamDestroy(second));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphInstantiate(&executable, graph, 8)); /* cudaGraphInstantiateFlagUseNodePriority */
  OK(cudaGraphExecGetFlags(executable, &flags));
  EXPECT(flags == 8);
  OK(cudaGraphExecDestroy(executable));
  OK(cudaGraphDestroy(graph));
}

/* Hints to known memory change nothing; others are errors. */
static void hints(void) {
  int local = 0, *managed, *host;
  Stream *stream;
  unsigned flags = 0;
#if CUDART_MAJOR >= 13
  MemoryLocation place = {1, 0};
#define PREFETCH(at) cudaMemPrefetchAsync(at, sizeof *at, place, 0, NULL)
#else
  int place = 0;
#define PREFETCH(at) cudaMemPrefetchAsync(at, sizeof *at, place, NULL)
#endif
  OK(cudaMallocManaged((void **)&managed, 4, 1));
  *managed = 7;
  OK(cudaMemAdvise(managed, 4, 1, place)); /* cudaMemAdviseSetReadMostly */
  OK(PREFETCH(managed));
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachSingle));
  OK(cudaStreamDestroy(stream));
  EXPECT(cudaMemAdvise(&local, 4, 1, place) == cudaErrorInvalidValue);
  EXPECT(PREFETCH(&local) == cudaErrorInvalidValue);
  EXPECT(cudaStreamAttachMemAsync(NULL, &local, 0, cudaMemAttachGlobal) == cudaErrorInvalidValue);
  EXPECT(*managed == 7);
  OK(cudaFree(managed));
  OK(cudaHostAlloc((void **)&host, 64, 4)); /* cudaHostAllocWriteCombined */
  OK(cudaHostGetFlags(&flags, host));
  EXPECT(flags & 4);
  OK(cudaFreeHost(host));
  EXPECT(cudaHostGetFlags(&flags, &local) == cudaErrorInvalidValue);
}

static uint64_t used_of(void *pool) {
  uint64_t used = 1;
  OK(cudaMemPoolGetAttribute(pool, 7, &used)); /* cudaMemPoolAttrUsedMemCurrent */
  return used;
}

/* cudaMallocAsync takes memory of the device's present pool. */
static void pools(void) {
  void *before, *own, *found = NULL;
  int *data, *other;
  PoolProperties properties = {cudaMemAllocationTypePinned, .location = {1, 0}};
  uint64_t most = 0;
  OK(cudaDeviceGetMemPool(&before, 0));
  OK(cudaMallocAsync((void **)&other, 512, NULL));
  EXPECT(used_of(before) == 512);
  OK(cudaMemPoolCreate(&own, &properties));
  OK(cudaDeviceSetMemPool(0, own));
  OK(cudaDeviceGetMemPool(&found, 0));
  EXPECT(found == own && own != before);
  OK(cudaMallocAsync((void **)&data, 4096, NULL));
  EXPECT(used_of(own) == 4096 && used_of(before) == 512);
  OK(cudaFreeAsync(data, NULL));
  OK(cudaMemPoolGetAttribute(own, 8, &most)); /* cudaMemPoolAttrUsedMemHigh */
  EXPECT(used_of(own) == 0 && most == 4096);
  OK(cudaMallocAsync((void **)&data, 64, NULL));
  OK(cudaMemPoolDestroy(own)); /* its memory stays */
  OK(cudaDeviceGetMemPool(&found, 0));
  EXPECT(found == before);
  OK(cudaMemsetAsync(data, 0, 64, NULL));
  OK(cudaFreeAsync(data, NULL));
  OK(cudaFreeAsync(other, NULL));
  EXPECT(used_of(before) == 0);
  EXPECT(cudaMemPoolDestroy(before) == cudaErrorInvalidValue);
  EXPECT(cudaDeviceSetMemPool(1, before) == cudaErrorInvalidDevice);
  EXPECT(cudaDeviceSetMemPool(0, NULL) == cudaErrorInvalidValue);
}

/* Adds 1 to zeros in new memory. */
static int *stepped(void) {
  int n = N, *data, host[N];
  OK(cudaMalloc((void **)&data, sizeof host));
  OK(cudaMemset(data, 0, sizeof host));
  void *arguments[] = {&data, &n};
  OK(cudaLaunchKernel(&STEP, dim(3, 1, 1), dim(32, 1, 1), arguments, 0, NULL));
  OK(cudaMemcpy(host, data, sizeof host, DEVICE_TO_HOST));
  for (int i = 0; i < N; i++)
    EXPECT(host[i] == 1);
  return data;
}

static void reset(void) {
  size_t at_start, now, total;
  PointerAttributes attributes;
  OK(cudaMemGetInfo(&at_start, &total));
  int *data = stepped();
  OK(cudaMemGetInfo(&now, &total));
  EXPECT(now == at_start - N * sizeof *data);
  OK(cudaDeviceReset());
  OK(cudaMemGetInfo(&now, &total));
  EXPECT(now == at_start);
  EXPECT(cudaPointerGetAttributes(&attributes, data) == cudaErrorInvalidValue);
  EXPECT(cudaFree(data) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  OK(cudaFree(stepped()));
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &STEP, "step");
  devices();
  given();
  settings();
  functions();
  occupancies();
  streams();
  hints();
  pools();
  reset();
  return finish();
}
