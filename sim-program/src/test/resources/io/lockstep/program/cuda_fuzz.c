/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random fields and flags in random calls of the runtime and the driver interface, of CUDA or, under
 * HIP's names, of HIP. Arguments: a file of PTX; if given, the number of calls and the seed.
 */
#include <sys/mman.h>

#include "cuda_test.h"
#include "fuzz.h"

Error cudaEventCreateWithFlags(Event **event, unsigned flags);
Error cudaEventRecordWithFlags(Event *event, Stream *stream, unsigned flags);
Error cudaStreamCreateWithFlags(Stream **stream, unsigned flags);
Error cudaStreamAttachMemAsync(Stream *stream, void *pointer, size_t bytes, unsigned flags);
Error cudaInitDevice(int device, unsigned device_flags, unsigned flags);
Error cudaSetDeviceFlags(unsigned flags);
Error cudaMalloc3DArray(Array **array, const ChannelFormat *format, Extent extent, unsigned flags);
Error cudaGraphInstantiateWithFlags(GraphExec **executable, Graph *graph, unsigned long long flags);
Error cudaMemPoolCreate(void **pool, const PoolProperties *properties);
Error cudaMemPoolDestroy(void *pool);
Error cudaMemPoolGetAttribute(void *pool, int attribute, void *value);
Error cudaMemPoolSetAttribute(void *pool, int attribute, void *value);
Error cudaDeviceGetDefaultMemPool(void **pool, int device);

Error cudaGetFuncBySymbol(Function **function, const void *symbol);
int cuInit(unsigned flags);
int cuArray3DCreate_v2(Array **array, const ArrayDescription *description);
int cuArrayCreate_v2(Array **array, const PlaneDescription *description);
int cuArrayDestroy(Array *array);
int cuTexObjectCreate(uint64_t *handle, const DriverResource *resource,
                      const DriverTexture *texture, const ResourceView *view);
int cuMemcpy3D_v2(const BoxCopy *box);
int cuMemcpy2D_v2(const RowsCopy *rows);
int cuMemPoolCreate(void **pool, const PoolProperties *properties);
int cuGraphAddMemAllocNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                           size_t count, MemAllocNodeParams *params);
int cuGraphAddMemcpyNode(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                         size_t count, const BoxCopy *box, void *context);
int cuGraphAddNode_v2(GraphNode **node, Graph *graph, GraphNode *const *dependencies,
                      const void *edges, size_t count, NodeParams *params);

#ifdef LOCKSTEP_HIP /* what HIP has in one of the two interfaces alone */
#define cuMemPoolCreate cudaMemPoolCreate
#define cuGraphAddMemAllocNode cudaGraphAddMemAllocNode
#define cuGraphAddNode_v2(node, graph, from, edges, count, params) \
  cudaGraphAddNode(node, graph, from, count, params)
#define cudaMemAdvise hipMemAdvise_v2
#define cuDeviceGetAttribute hipDeviceGetAttribute
#define listed_CUdevice_attribute_enum listed_hipDeviceAttribute_t
#define listed_CUpointer_attribute_enum listed_hipPointer_attribute
#endif
Error cudaDeviceGetGraphMemAttribute(int device, int attribute, void *value);
Error cudaDeviceSetCacheConfig(int configuration);
Error cudaMemAdvise(const void *pointer, size_t bytes, int advice, MemoryLocation place);
Error cudaDeviceSetSharedMemConfig(int configuration);
Error cudaThreadExchangeStreamCaptureMode(int *mode);
int cuPointerGetAttribute(void *data, int attribute, DevicePointer pointer);
int cuDeviceGetAttribute(int *value, int attribute, int device);
int cuFuncGetAttribute(int *value, int attribute, Function *function);

/* CUlaunchConfig */
typedef struct {
  Dim3 grid, block;
  unsigned dynamic_shared;
  Stream *stream;
  LaunchAttribute *attributes;
  unsigned attribute_count;
} DriverConfig;
int cuLaunchKernelEx(const DriverConfig *config, Function *function, void **arguments,
                     void **extra);

static const char ADD;
enum { ARRAYS = 24 };
static Array *array, *arrays[ARRAYS]; /* the present one; of several formats */
static Graph *graph;
static Event *event;
static Stream *stream;
static void *pool, *managed, *memory;
static char *page;
static Function *add;

static MemoryLocation place(void) {
  MemoryLocation at = {ANY(MemLocationType), chance(4) ? (int)number() : 0};
  refused |= at.type == cudaMemLocationTypeDevice && at.id != 0;
  return at;
}

/* A view, which only arrays have; refuses one that does not fit. */
static ResourceView some_view(int type) {
  ResourceView view = {.format = ANY(ResourceViewFormat), .first_level = must_be_zero(),
                       .last_level = must_be_zero(), .width = chance(4) ? number() : 8,
                       .height = chance(4) ? number() : 4};
  refused |= type != cudaResourceTypeArray || view.width != 8 || view.height != 4;
  return view;
}

static Error texture(void) {
  uint64_t handle;
  ResourceDescription resource = {.type = ANY(ResourceType)};
  if (resource.type == cudaResourceTypeLinear) {
    resource.resource.linear = (LinearResource){memory, {32, 0, 0, 0, ANY(ChannelFormatKind)}, 256};
  } else if (resource.type == cudaResourceTypePitch2D) {
    resource.resource.pitched =
        (PitchedResource){memory, {32, 0, 0, 0, ANY(ChannelFormatKind)}, 8, 4, 32};
  } else {
    resource.resource.array = array = arrays[number() % ARRAYS];
  }
  resource.flags = must_be_zero();
  TextureDescription how = {.filter = ANY(TextureFilterMode), .read_mode = ANY(TextureReadMode),
                            .srgb = chance(4), .normalized = (int)(number() % 3),
                            .max_anisotropy = (unsigned)number(),
                            .mipmap_filter = ANY(TextureFilterMode), .mipmap_bias = some_float()};
  for (int d = 0; d < 3; d++)
    how.address_mode[d] = ANY(TextureAddressMode);
  for (int c = 0; c < 4; c++)
    how.border_color[c] = some_float();
  ResourceView view;
  int seen = chance(3);
  if (seen)
    view = some_view(resource.type);
  return cudaCreateTextureObject(&handle, &resource, &how, seen ? &view : NULL);
}

/* A view of an array, with nothing else that could be wrong. */
static Error view(void) {
  uint64_t handle;
  ResourceDescription resource = {.type = cudaResourceTypeArray,
                                  .resource.array = arrays[number() % ARRAYS]};
  ResourceView of = {.format = ANY(ResourceViewFormat), .width = 8, .height = 4};
  Error error = cudaCreateTextureObject(&handle, &resource, &(TextureDescription){0}, &of);
  return error ? error : cudaDestroyTextureObject(handle);
}

static Error new_array(void) {
  Array *made;
  ChannelFormat format = {32, 0, 0, 0, ANY(ChannelFormatKind)};
  Error error = cudaMalloc3DArray(&made, &format, (Extent){4, 4, chance(2)}, BITS(ArrayFlags));
  return error ? error : cudaFreeArray(made);
}

/* Bits that fit into a field of 16. */
static unsigned short usage_of_a_pool(void) {
  int before = refused;
  unsigned usage;
  do {
    refused = before;
    usage = BITS(MemPoolUsage);
  } while (usage > 0xFFFF);
  return (unsigned short)usage;
}

static PoolProperties some_pool(void) {
  PoolProperties how = {.type = ANY(MemAllocationType),
                        .handle_types = chance(3) ? BITS(MemHandleTypes) : 0,
                        .location = place(),
                        .most = number(),
                        .usage = chance(4) ? usage_of_a_pool() : 0};
  how.reserved[number() % sizeof how.reserved] = must_be_zero() ? 1 : 0;
  refused |= how.location.type != cudaMemLocationTypeDevice;
  return how;
}

static Error new_pool(void) {
  void *made;
  PoolProperties how = some_pool();
  Error error = chance(2) ? cudaMemPoolCreate(&made, &how) : cuMemPoolCreate(&made, &how);
  return error ? error : cudaMemPoolDestroy(made);
}

/* Sets up to three attributes; returns how many. */
static unsigned some_attributes(LaunchAttribute *attributes) {
  unsigned count = (unsigned)(number() % 4);
  for (unsigned i = 0; i < count; i++) {
    LaunchAttributeValue *value = &attributes[i].value;
    switch (attributes[i].id = ANY(LaunchAttributeId)) {
    case cudaLaunchAttributeAccessPolicyWindow:
      value->window.hit = ANY(AccessProperty);
      value->window.miss = ANY(AccessProperty);
      break;
    case cudaLaunchAttributeSynchronizationPolicy:
      value->synchronization = ANY(SynchronizationPolicy);
      break;
    case cudaLaunchAttributeClusterDimension:
      value->dimension = (Cluster){number() % 3, 1 + number() % 2, chance(3) ? number() : 1};
      refused |= value->dimension.x != 1 || value->dimension.y != 1 || value->dimension.z != 1;
      break;
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
      value->scheduling = ANY(ClusterSchedulingPolicy);
      break;
    case cudaLaunchAttributeMemSyncDomain:
      value->domain = ANY(MemSyncDomain);
      break;
    default:
      value->flag = (int)number();
    }
  }
  return count;
}

static Error launch(void) {
  LaunchAttribute attributes[3] = {0};
  int n = 1;
  void *arguments[] = {&memory, &memory, &memory, &n};
  LaunchConfig config = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .attributes = attributes,
                         .attribute_count = some_attributes(attributes)};
  return cudaLaunchKernelExC(&config, &ADD, arguments);
}

static Error driver_launch(void) {
  LaunchAttribute attributes[3] = {0};
  int n = 1;
  void *arguments[] = {&memory, &memory, &memory, &n};
  DriverConfig config = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .attributes = attributes,
                         .attribute_count = some_attributes(attributes)};
  return cuLaunchKernelEx(&config, add, arguments, NULL);
}

static unsigned channels(void) {
  unsigned count = chance(8) ? (unsigned)(number() % 8) : 1u << number() % 3;
  refused |= count != 1 && count != 2 && count != 4;
  return count;
}

static Error driver_array(void) {
  Array *made;
  ArrayDescription box = {4, 4, chance(2), ANY(DriverArrayFormat), channels()};
  Error error;
  if (chance(2)) {
    error = cuArrayCreate_v2(&made, &(PlaneDescription){4, 4, box.format, box.channels});
  } else {
    box.flags = BITS(ArrayFlags);
    error = cuArray3DCreate_v2(&made, &box);
  }
  return error ? error : cuArrayDestroy(made);
}

static Error driver_texture(void) {
  uint64_t handle;
  DriverResource resource = {.type = ANY(ResourceType), .flags = must_be_zero()};
  if (resource.type == cudaResourceTypeLinear)
    resource.resource.linear =
        (DriverLinear){(uintptr_t)memory, ANY(DriverArrayFormat), channels(), 256};
  else if (resource.type == cudaResourceTypePitch2D)
    resource.resource.pitched =
        (DriverPitched){(uintptr_t)memory, ANY(DriverArrayFormat), channels(), 8, 4, 512};
  else
    resource.resource.array = array = arrays[number() % ARRAYS];
  DriverTexture how = {.filter = ANY(TextureFilterMode), .flags = BITS(TextureFlags),
                       .max_anisotropy = (unsigned)number(),
                       .mipmap_filter = ANY(TextureFilterMode), .mipmap_bias = some_float()};
  how.reserved[number() % 12] = (int)must_be_zero();
  for (int d = 0; d < 3; d++)
    how.address_mode[d] = ANY(TextureAddressMode);
  for (int c = 0; c < 4; c++)
    how.border_color[c] = some_float();
  ResourceView view;
  int seen = chance(3);
  if (seen)
    view = some_view(resource.type);
  return cuTexObjectCreate(&handle, &resource, &how, seen ? &view : NULL);
}

static BoxSide side(void) {
  return (BoxSide){.level = must_be_zero(), .type = ANY(MemoryType), .host = page,
                   .device = (uintptr_t)memory, .array = array, .pitch = 32, .height = 4};
}

/* Copies, at once and as nodes. */
static Error driver_copy(void) {
  BoxCopy box = {.src = side(), .dst = side(), .width = 4, .height = 1, .depth = 1};
  GraphNode *node;
  Graph *own;
  if (chance(2))
    return cuMemcpy3D_v2(&box);
  OK(cudaGraphCreate(&own, 0));
  Error error = cuGraphAddMemcpyNode(&node, own, NULL, 0, &box, NULL);
  OK(cudaGraphDestroy(own));
  return error;
}

static Error driver_rows(void) {
  RowsCopy rows = {.src = {.type = ANY(MemoryType), .host = page, .device = (uintptr_t)memory,
                           .array = array, .pitch = 32},
                   .dst = {.type = ANY(MemoryType), .host = page, .device = (uintptr_t)memory,
                           .array = array, .pitch = 32},
                   .width = 4, .height = 1};
  return cuMemcpy2D_v2(&rows);
}

static Error query(void) {
  uint64_t room[8];
  int mode, *value = malloc(sizeof *value);
  Error error;
  switch (number() % 10) {
  case 8:
    mode = ANY(MemoryAdvice);
    error = cudaMemAdvise(managed, 64, mode,
                          mode == 1 || mode == 2 || mode == 4 ? (MemoryLocation){0} : place());
    break;
  case 0:
    error = cuDeviceGetAttribute(value, ANY(CUdevice_attribute_enum), 0);
    break;
  case 1:
    error = cuFuncGetAttribute(value, ANY(FunctionQuery), add);
    break;
  case 2:
    error = cuPointerGetAttribute(room, ANY(CUpointer_attribute_enum), (uintptr_t)memory);
    break;
  case 3:
    error = cudaDeviceSetSharedMemConfig(ANY(SharedMemConfig));
    break;
  case 4:
    error = cudaDeviceGetGraphMemAttribute(0, ANY(cudaGraphMemAttributeType), room);
    break;
  case 5:
    error = cudaDeviceSetCacheConfig(ANY(FuncCache));
    break;
  case 9:
    error = cudaFuncSetAttribute(&ADD, ANY(FuncAttribute), 50);
    break;
  case 6:
    mode = ANY(cudaStreamCaptureMode);
    error = cudaThreadExchangeStreamCaptureMode(&mode);
    if (!error)
      cudaThreadExchangeStreamCaptureMode(&mode);
    break;
  default:
    error = cudaStreamBeginCapture(stream, ANY(cudaStreamCaptureMode));
    if (!error) {
      Graph *captured;
      OK(cudaStreamEndCapture(stream, &captured));
      OK(cudaGraphDestroy(captured));
    }
  }
  free(value);
  return error;
}

/* Nodes that allocate, in their own form and in that of any node. */
static Error driver_node(void) {
  MemAccessDescription access = {place(), ANY(MemAccessFlags)};
  refused |= access.location.type != cudaMemLocationTypeDevice;
  MemAllocNodeParams params = {.pool = some_pool(), .access = &access, .access_count = 1,
                               .bytes = 64};
  NodeParams any = {.type = 10, .reserved = {(int)must_be_zero()}, .allocation = params};
  GraphNode *node;
  Graph *own;
  OK(cudaGraphCreate(&own, 0));
  Error error = any.reserved[0] || chance(2)
                    ? cuGraphAddNode_v2(&node, own, NULL, NULL, 0, &any)
                    : cuGraphAddMemAllocNode(&node, own, NULL, 0, &params);
  OK(cudaGraphDestroy(own));
  return error;
}

static Error attribute(void) {
  uint64_t value[2] = {number(), 0};
  int name = ANY(MemPoolAttribute);
  return chance(2) ? cudaMemPoolGetAttribute(pool, name, value)
                   : cudaMemPoolSetAttribute(pool, name, value);
}

static Error record_event(void) {
  return cudaEventRecordWithFlags(event, stream, BITS(EventRecordFlags));
}

static Error wait_event(void) {
  return cudaStreamWaitEvent(stream, event, BITS(EventWaitFlags));
}

/* A call, half of the time within a capture. */
static Error captured(Error (*call)(void)) {
  Graph *made;
  if (chance(2))
    return call();
  OK(cudaStreamBeginCapture(stream, 2));
  Error error = call();
  if (cudaStreamEndCapture(stream, &made) == 0)
    OK(cudaGraphDestroy(made));
  return error;
}

static Error flags(void) {
  void *host;
  Stream *made_stream;
  Event *made_event;
  GraphExec *executable;
  Error error;
  unsigned word;
  switch (number() % 12) {
  case 0:
    error = cudaHostAlloc(&host, 64, BITS(HostAllocFlags));
    return error ? error : cudaFreeHost(host);
  case 1:
    error = cudaHostRegister(page, 4096, BITS(HostRegisterFlags));
    return error ? error : cudaHostUnregister(page);
  case 2:
    error = cudaMallocManaged(&host, 64, BITS(MemAttachFlags));
    return error ? error : cudaFree(host);
  case 3:
    error = cudaEventCreateWithFlags(&made_event, BITS(EventFlags));
    return error ? error : cudaEventDestroy(made_event);
  case 4:
    return captured(record_event);
  case 5:
    return captured(wait_event);
  case 6:
    error = cudaStreamCreateWithFlags(&made_stream, BITS(StreamFlags));
    return error ? error : cudaStreamDestroy(made_stream);
  case 7:
    return cudaSetDeviceFlags(BITS(DeviceFlags));
  case 8:
#ifndef LOCKSTEP_HIP
    word = BITS(InitDeviceFlags);
    return cudaInitDevice(0, word & 1 ? BITS(DeviceFlags) : (unsigned)number(), word);
#endif
  case 9: /* and, in HIP, 8 */
    error = cudaGraphInstantiateWithFlags(&executable, graph, BITS(GraphInstantiateFlags));
    return error ? error : cudaGraphExecDestroy(executable);
  case 10:
    return cudaStreamAttachMemAsync(stream, managed, 0, BITS(MemAttachFlags));
  default:
    return cudaMemcpy3D(&(Copy3D){.src = {chance(2) ? page : memory, 4, 4, 1},
                                  .dst = {chance(2) ? page : memory, 4, 4, 1},
                                  .extent = {4, 1, 1}, .kind = ANY(MemcpyKind)});
  }
}

int main(int count, char **arguments) {
  void **module = register_ptx(arguments[1], PLAIN, 70);
  register_kernel(module, &ADD, "add");
  __cudaRegisterFatBinaryEnd(module);
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 0, kind = 0; kind < 3; kind++) {
    for (int of = kind == 2 ? 16 : 8; of <= 32; of *= 2) {
      for (int channels = 1; channels <= 4; channels *= 2) {
        ChannelFormat format = {of, channels > 1 ? of : 0, channels > 2 ? of : 0,
                                channels > 2 ? of : 0, kind};
        OK(cudaMallocArray(&arrays[i++], &format, 8, 4, 0));
      }
    }
  }
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaEventCreate(&event));
  OK(cudaStreamCreate(&stream));
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  OK(cudaMallocManaged(&managed, 64, 1));
  OK(cudaMalloc(&memory, 4096));
  OK(cudaGetFuncBySymbol(&add, &ADD));
  EXPECT(cuInit(0) == 0);
  int (*const kinds[])(void) = {
      texture,       texture,        new_array,   new_pool,    launch,     attribute, flags, flags,
      flags,         driver_launch,  driver_array, driver_texture, driver_copy, driver_rows,
      driver_node,   query,          view};
  EXPECT(!fuzz(kinds, sizeof kinds / sizeof *kinds, arguments + (count > 1 ? 2 : 1)));
  OK(cudaDeviceSynchronize());
  return finish();
}
