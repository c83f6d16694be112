/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structures and flag words of the runtime (structures.txt): launch attributes, pools, flags. What
 * the manual does not list is refused with its error; what Lockstep lacks, by name.
 */
#include "cuda_test.h"

#define MB ((size_t)1 << 20)

Error cudaMemPoolCreate(void **pool, const PoolProperties *properties);
Error cudaMemPoolDestroy(void *pool);
Error cudaMemPoolTrimTo(void *pool, size_t bytes);
Error cudaMemPoolSetAttribute(void *pool, int attribute, void *value);
Error cudaMemPoolGetAttribute(void *pool, int attribute, void *value);
Error cudaDeviceGetDefaultMemPool(void **pool, int device);
Error cudaMallocFromPoolAsync(void **pointer, size_t bytes, void *pool, Stream *stream);
Error cudaEventCreateWithFlags(Event **event, unsigned flags);
Error cudaEventRecordWithFlags(Event *event, Stream *stream, unsigned flags);
Error cudaStreamCreateWithFlags(Stream **stream, unsigned flags);
Error cudaStreamAttachMemAsync(Stream *stream, void *pointer, size_t bytes, unsigned flags);
Error cudaInitDevice(int device, unsigned device_flags, unsigned flags);
Error cudaSetDeviceFlags(unsigned flags);
Error cudaMemPrefetchAsync(const void *pointer, size_t bytes, MemoryLocation place, unsigned flags,
                           Stream *stream);
Error cudaMemAdvise(const void *pointer, size_t bytes, int advice, MemoryLocation place);

static const char ADD;

#define GIVES(error, call)                                                                  \
  do {                                                                                      \
    Error gives_error = (call);                                                             \
    if (gives_error != (error)) {                                                           \
      printf("%s:%d: %s: %d, expected %d\n", __FILE__, __LINE__, #call, gives_error, error); \
      failures++;                                                                           \
    }                                                                                       \
  } while (0)

static float *numbers[3];

/* Nodes that allocate: the pool's properties, and who may access the memory. */
static Error allocates_with(MemAllocNodeParams params) {
  Graph *graph;
  GraphNode *node;
  OK(cudaGraphCreate(&graph, 0));
  Error error = cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &params);
  OK(cudaGraphDestroy(graph));
  return error;
}

static void nodes_that_allocate(void) {
  const MemAllocNodeParams right = {.pool = {.type = cudaMemAllocationTypePinned,
                                             .location = {cudaMemLocationTypeDevice, 0}},
                                    .bytes = 64};
  MemAllocNodeParams params = right;
  MemAccessDescription access = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite};
  params.access = &access;
  params.access_count = 1;
  GIVES(0, allocates_with(params));
  access.flags = 2;
  GIVES(cudaErrorInvalidValue, allocates_with(params));
  access = (MemAccessDescription){{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtRead};
  GIVES(cudaErrorInvalidDevice, allocates_with(params));
  params.access = NULL;
  GIVES(cudaErrorInvalidValue, allocates_with(params));
  params = right;
  params.pool.type = cudaMemAllocationTypeInvalid;
  GIVES(cudaErrorInvalidValue, allocates_with(params));
  params.pool.type = cudaMemAllocationTypeManaged;
  GIVES(cudaErrorNotSupported, allocates_with(params));
  params = right;
  params.pool.handle_types = cudaMemHandleTypePosixFileDescriptor;
  GIVES(cudaErrorNotSupported, allocates_with(params));
  params = right;
  params.pool.location.id = 1;
  GIVES(cudaErrorInvalidDevice, allocates_with(params));
}

static Error launch_with(LaunchAttribute *attributes, unsigned count) {
  int n = 1;
  void *arguments[] = {&numbers[0], &numbers[1], &numbers[2], &n, &n, &n};
  LaunchConfig config = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .attributes = attributes,
                         .attribute_count = count};
  return cudaLaunchKernelExC(&config, &ADD, arguments);
}

static void launches(void) {
  LaunchAttribute a[2] = {{.id = cudaLaunchAttributeClusterDimension}};
  a[0].value.dimension = (Cluster){1, 1, 1};
  GIVES(0, launch_with(a, 1));
  a[0].value.dimension.x = 2;
  GIVES(cudaErrorNotSupported, launch_with(a, 1));
  a[0].value.dimension.x = 0;
  GIVES(cudaErrorInvalidValue, launch_with(a, 1));
  a[0].value.dimension = (Cluster){65536, 65536, 1}; /* the product of the three is 0 in 32 bits */
  GIVES(cudaErrorNotSupported, launch_with(a, 1));
  GIVES(cudaErrorInvalidValue, launch_with(NULL, 1));
  static const struct {
    int id, value;
    Error wanted;
  } CASES[] = {{cudaLaunchAttributeIgnore, 5, 0},
               {cudaLaunchAttributeCooperative, 1, 0},
               {cudaLaunchAttributePriority, -3, 0},
               {cudaLaunchAttributeProgrammaticStreamSerialization, 1, 0},
               {cudaLaunchAttributeSynchronizationPolicy, 4, 0},
               {cudaLaunchAttributeSynchronizationPolicy, 9, cudaErrorInvalidValue},
               {cudaLaunchAttributeClusterSchedulingPolicyPreference, 3, cudaErrorInvalidValue},
               {cudaLaunchAttributeMemSyncDomain, 1, 0},
               {cudaLaunchAttributeMemSyncDomain, 2, cudaErrorInvalidValue},
               {cudaLaunchAttributeProgrammaticEvent, 0, cudaErrorNotSupported},
               {cudaLaunchAttributeLaunchCompletionEvent, 0, cudaErrorNotSupported},
               {cudaLaunchAttributeDeviceUpdatableKernelNode, 1, cudaErrorNotSupported},
               {15, 0, cudaErrorInvalidValue},
               {77, 0, cudaErrorInvalidValue},
               {-1, 0, cudaErrorInvalidValue}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    memset(a, 0, sizeof a);
    a[1].id = CASES[i].id;
    a[1].value.flag = CASES[i].value;
    Error error = launch_with(a, 2);
    if (error != CASES[i].wanted)
      printf("attribute %d with %d: %d\n", CASES[i].id, CASES[i].value, error);
    EXPECT(error == CASES[i].wanted);
  }
  OK(cudaDeviceSynchronize());
}

static uint64_t get(void *pool, int attribute) {
  uint64_t value = 77;
  OK(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

static size_t free_memory(void) {
  size_t bytes = 0, total;
  OK(cudaMemGetInfo(&bytes, &total));
  return bytes;
}

/* What is freed stays reserved up to the release threshold, until the pool is trimmed. */
static void thresholds(void) {
  enum { USED = cudaMemPoolAttrUsedMemCurrent, RESERVED = cudaMemPoolAttrReservedMemCurrent };
  void *pool, *a[3];
  Stream *stream;
  uint64_t all = UINT64_MAX, none = 0, five = 5, some = 64 * MB;
  size_t before = free_memory();
  OK(cudaStreamCreate(&stream));
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
  EXPECT(get(pool, cudaMemPoolAttrReleaseThreshold) == all);
  for (int i = 0; i < 3; i++)
    OK(cudaMallocAsync(&a[i], 64 * MB, stream));
  EXPECT(get(pool, USED) == 192 * MB && get(pool, RESERVED) == 192 * MB);
  for (int i = 0; i < 3; i++)
    OK(cudaFreeAsync(a[i], stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT(get(pool, USED) == 0 && get(pool, RESERVED) == 192 * MB);
  EXPECT(before - free_memory() == 192 * MB);
  EXPECT(get(pool, cudaMemPoolAttrUsedMemHigh) == 192 * MB);
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &none));
  EXPECT(get(pool, cudaMemPoolAttrUsedMemHigh) == 0);
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &none));
  EXPECT(get(pool, cudaMemPoolAttrReservedMemHigh) == 192 * MB); /* at least what is reserved now */
  GIVES(cudaErrorInvalidValue, cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &five));
  GIVES(cudaErrorInvalidValue, cudaMemPoolSetAttribute(pool, RESERVED, &none));
  GIVES(cudaErrorInvalidValue, cudaMemPoolSetAttribute(pool, 9, &none));
  OK(cudaMallocAsync(&a[0], 64 * MB, stream));
  EXPECT(get(pool, RESERVED) == 192 * MB && before - free_memory() == 192 * MB);
  OK(cudaMemPoolTrimTo(pool, 0));
  EXPECT(get(pool, RESERVED) == 64 * MB);
  OK(cudaFreeAsync(a[0], stream));
  OK(cudaMemPoolTrimTo(pool, 16 * MB));
  EXPECT(get(pool, RESERVED) == 16 * MB);
  OK(cudaMemPoolTrimTo(pool, 0));
  EXPECT(get(pool, RESERVED) == 0 && free_memory() == before);
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &some));
  for (int i = 0; i < 3; i++)
    OK(cudaMallocAsync(&a[i], 64 * MB, stream));
  for (int i = 0; i < 3; i++)
    OK(cudaFreeAsync(a[i], stream));
  EXPECT(get(pool, RESERVED) == 192 * MB); /* until the next synchronization */
  OK(cudaDeviceSynchronize());
  EXPECT(get(pool, RESERVED) == 64 * MB);
  OK(cudaMallocAsync(&a[0], before - 32 * MB, stream)); /* reserved memory gives way */
  OK(cudaFreeAsync(a[0], stream));
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &none));
  OK(cudaStreamSynchronize(stream));
  EXPECT(get(pool, RESERVED) == 0 && free_memory() == before);
  OK(cudaStreamDestroy(stream));
}

static void pools(void) {
  static const struct {
    PoolProperties properties;
    Error wanted;
  } CASES[] = {
      {{.type = 1, .location = {1, 0}}, 0},
      {{.type = 0, .location = {1, 0}}, cudaErrorInvalidValue},
      {{.type = 2, .location = {1, 0}}, cudaErrorNotSupported},
      {{.type = 9, .location = {1, 0}}, cudaErrorInvalidValue},
      {{.type = 1, .handle_types = 1, .location = {1, 0}}, cudaErrorNotSupported},
      {{.type = 1, .handle_types = 16, .location = {1, 0}}, cudaErrorInvalidValue},
      {{.type = 1, .location = {0, 0}}, cudaErrorInvalidValue},
      {{.type = 1, .location = {2, 0}}, cudaErrorNotSupported},
      {{.type = 1, .location = {7, 0}}, cudaErrorInvalidValue},
      {{.type = 1, .location = {1, 3}}, cudaErrorInvalidDevice},
      {{.type = 1, .location = {1, 0}, .usage = 2}, cudaErrorNotSupported},
      {{.type = 1, .location = {1, 0}, .usage = 1}, cudaErrorInvalidValue},
      {{.type = 1, .location = {1, 0}, .reserved = {[53] = 1}}, cudaErrorInvalidValue}};
  void *pool, *memory;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Error error = cudaMemPoolCreate(&pool, &CASES[i].properties);
    if (error != CASES[i].wanted)
      printf("pool %zu: %d\n", i, error);
    EXPECT(error == CASES[i].wanted);
    if (!error)
      OK(cudaMemPoolDestroy(pool));
  }
  GIVES(cudaErrorInvalidValue, cudaMemPoolCreate(&pool, NULL));
  PoolProperties small = {.type = 1, .location = {1, 0}, .most = 8192};
  OK(cudaMemPoolCreate(&pool, &small));
  GIVES(cudaErrorMemoryAllocation, cudaMallocFromPoolAsync(&memory, 8193, pool, NULL));
  OK(cudaMallocFromPoolAsync(&memory, 8192, pool, NULL));
  GIVES(cudaErrorMemoryAllocation, cudaMallocFromPoolAsync(&memory, 1, pool, NULL));
  OK(cudaFreeAsync(memory, NULL));
  OK(cudaMemPoolDestroy(pool));
}

static void flags(void) {
  void *host;
  Event *event;
  Stream *stream, *other;
  Graph *graph;
  GraphExec *executable;
  char memory[64];
  OK(cudaStreamCreate(&other));
  GIVES(cudaErrorInvalidValue, cudaHostAlloc(&host, 64, 0x80));
  GIVES(cudaErrorInvalidValue, cudaHostRegister(memory, 64, 0x10));
  GIVES(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, 8));
  GIVES(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  OK(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  GIVES(cudaErrorInvalidValue, cudaEventRecordWithFlags(event, other, 2));
  GIVES(cudaErrorInvalidValue, cudaStreamWaitEvent(other, event, 2));
  GIVES(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&stream, 2));
  GIVES(cudaErrorInvalidValue, cudaSetDeviceFlags(0x400));
  GIVES(cudaErrorInvalidValue, cudaInitDevice(0, 0, 2));
  GIVES(cudaErrorInvalidValue, cudaInitDevice(0, 0x400, cudaInitDeviceFlagsAreValid));
  OK(cudaInitDevice(0, 0x400, 0));
  OK(cudaGraphCreate(&graph, 0));
  GIVES(cudaErrorInvalidValue, cudaGraphInstantiate(&executable, graph, 1 << 20));
  GIVES(cudaErrorNotSupported,
        cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagDeviceLaunch));
  OK(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  OK(cudaMallocManaged(&host, 64, cudaMemAttachGlobal));
  GIVES(cudaErrorInvalidValue, cudaStreamAttachMemAsync(other, host, 0, 8));
  GIVES(cudaErrorInvalidValue, cudaStreamAttachMemAsync(other, host, 0, 3));
  GIVES(cudaErrorInvalidValue, cudaStreamAttachMemAsync(NULL, host, 0, cudaMemAttachSingle));
  OK(cudaStreamAttachMemAsync(other, host, 0, cudaMemAttachSingle));
  GIVES(cudaErrorInvalidValue, cudaMemAdvise(host, 64, 7, (MemoryLocation){1, 0}));
  GIVES(cudaErrorInvalidDevice, cudaMemAdvise(host, 64, 3, (MemoryLocation){1, 4}));
  OK(cudaMemAdvise(host, 64, cudaMemAdviseSetReadMostly, (MemoryLocation){0, 0}));
  GIVES(cudaErrorInvalidValue, cudaMemPrefetchAsync(host, 64, (MemoryLocation){1, 0}, 1, other));
  GIVES(cudaErrorInvalidValue, cudaMemPrefetchAsync(host, 64, (MemoryLocation){9, 0}, 0, other));
  GIVES(cudaErrorInvalidDevice, cudaMemPrefetchAsync(host, 64, (MemoryLocation){1, 2}, 0, other));
  OK(cudaMemPrefetchAsync(host, 64, (MemoryLocation){cudaMemLocationTypeHost, 0}, 0, other));
}

int main(int count, char **arguments) {
  void **module = register_ptx(arguments[1], PLAIN, 70);
  register_kernel(module, &ADD, "add");
  __cudaRegisterFatBinaryEnd(module);
  for (int i = 0; i < 3; i++)
    OK(cudaMalloc((void **)&numbers[i], 4096));
  launches();
  nodes_that_allocate();
  thresholds();
  pools();
  flags();
  return finish();
}
