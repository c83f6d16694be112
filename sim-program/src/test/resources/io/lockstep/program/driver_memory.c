/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of all kinds, copies and fills, arrays, textures and surfaces. */
#include "driver_test.h"

#define W 16
#define H 8

static void *module;

static DevicePointer take(size_t bytes) {
  DevicePointer at = 0;
  DO(cuMemAlloc_v2(&at, bytes));
  return at;
}

static void allocations(void) {
  PoolProperties properties = {cudaMemAllocationTypePinned, .location = {1, 0}};
  size_t pitch = 0, bytes = 0, free_bytes = 0, total = 0;
  DevicePointer at = 0, base = 0;
  DO(cuMemGetInfo_v2(&free_bytes, &total));
  EXPECT(free_bytes <= total && total > 1 << 28);
  DO(cuMemAllocPitch_v2(&at, &pitch, 100, 4, 4));
  EXPECT(pitch == 512);
  DO(cuMemGetAddressRange_v2(&base, &bytes, at + 600));
  EXPECT(base == at && bytes == 4 * 512);
  DO(cuMemFree_v2(at));
  GIVES(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange_v2(&base, &bytes, at));
  void *pool = NULL, *own = NULL;
  uint64_t used = 0;
  DO(cuDeviceGetDefaultMemPool(&pool, 0));
  DO(cuMemPoolCreate(&own, &properties));
  DO(cuDeviceSetMemPool(0, own));
  void *found = NULL;
  DO(cuDeviceGetMemPool(&found, 0));
  EXPECT(found == own);
  DO(cuMemAllocAsync(&at, 4096, NULL));
  DO(cuMemPoolGetAttribute(own, 7, &used));
  EXPECT(used == 4096);
  DO(cuPointerGetAttribute(&found, 17, at));
  EXPECT(found == own);
  DO(cuMemFreeAsync(at, NULL));
  DO(cuMemAllocFromPoolAsync(&at, 256, pool, NULL));
  DO(cuMemFreeAsync(at, NULL));
  used = 1 << 20;
  DO(cuMemPoolSetAttribute(own, 4, &used));
  DO(cuMemPoolTrimTo(own, 0));
  DO(cuDeviceSetMemPool(0, pool));
  DO(cuMemPoolDestroy(own));
}

static void host_memory(void) {
  int *locked = NULL, *mapped = NULL;
  static int registered[1024];
  DevicePointer at = 0;
  unsigned flags = 0;
  DO(cuMemAllocHost_v2((void **)&locked, 4096));
  DO(cuMemHostAlloc((void **)&mapped, 4096, 2));
  DO(cuMemHostGetFlags(&flags, mapped));
  EXPECT(flags == 2);
  DO(cuMemHostGetDevicePointer_v2(&at, mapped, 0));
  mapped[0] = 5;
  Function *step;
  int n = 4;
  DO(cuModuleGetFunction(&step, module, "step"));
  DO(cuLaunchKernel(step, 1, 1, 1, 4, 1, 1, 0, NULL, (void *[]){&at, &n}, NULL));
  DO(cuCtxSynchronize());
  EXPECT(mapped[0] == 6);
  DO(cuMemHostRegister_v2(registered, sizeof registered, 0));
  GIVES(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
        cuMemHostRegister_v2(registered, sizeof registered, 0));
  DO(cuMemHostUnregister(registered));
  GIVES(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(registered));
  DO(cuMemFreeHost(locked));
  DO(cuMemFreeHost(mapped));
  DO(cuMemAllocManaged(&at, 4096, 1));
  int *both = (int *)(uintptr_t)at;
  both[0] = 7;
  DO(cuMemAdvise(at, 4096, 1, 0));
  DO(cuMemAdvise_v2(at, 4096, 1, (MemoryLocation){1, 0}));
  DO(cuMemPrefetchAsync(at, 4096, 0, NULL));
  DO(cuMemPrefetchAsync_v2(at, 4096, (MemoryLocation){1, 0}, 0, NULL));
  DO(cuStreamAttachMemAsync(NULL, at, 0, 1));
  DO(cuLaunchKernel(step, 1, 1, 1, 4, 1, 1, 0, NULL, (void *[]){&at, &n}, NULL));
  DO(cuCtxSynchronize());
  EXPECT(both[0] == 8);
  char managed = 0;
  DO(cuPointerGetAttribute(&managed, 8, at));
  EXPECT(managed == 1);
  DO(cuMemFree_v2(at));
}

static void pointers(void) {
  DevicePointer at = take(1000), start = 0;
  int type = 0, ordinal = -1, on = 1;
  size_t bytes = 0;
  void *context = NULL, *current = NULL, *host = &host;
  DO(cuPointerGetAttribute(&type, 2, at + 8));
  EXPECT(type == MEMORY_DEVICE);
  DO(cuPointerGetAttribute(&context, 1, at));
  DO(cuCtxGetCurrent(&current));
  EXPECT(context == current && current != NULL);
  GIVES(CUDA_ERROR_INVALID_VALUE, cuPointerGetAttribute(&host, 4, at));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuPointerGetAttribute(&type, 2, (uintptr_t)&type));
  DO(cuPointerGetAttributes(4, (int[]){2, 9, 11, 12}, (void *[]){&type, &ordinal, &start, &bytes},
                            at + 8));
  EXPECT(type == MEMORY_DEVICE && ordinal == 0 && start == at && bytes == 1000);
  DO(cuPointerGetAttributes(2, (int[]){2, 9}, (void *[]){&type, &ordinal}, (uintptr_t)&type));
  EXPECT(type == 0 && ordinal == -2);
  DO(cuPointerSetAttribute(&on, 6, at));
  DO(cuMemFree_v2(at));
}

static void linear_copies(void) {
  int from[64], to[64];
  for (int i = 0; i < 64; i++)
    from[i] = i * i;
  DevicePointer a = take(sizeof from), b = take(sizeof from);
  void *context;
  DO(cuCtxGetCurrent(&context));
  for (int way = 0; way < 6; way++) {
    memset(to, 0, sizeof to);
    DO(cuMemsetD8_v2(b, 0, sizeof from));
    DO(way % 2 ? cuMemcpyHtoDAsync_v2(a, from, sizeof from, NULL)
               : cuMemcpyHtoD_v2(a, from, sizeof from));
    Result copied = way == 0   ? cuMemcpyDtoD_v2(b, a, sizeof from)
                    : way == 1 ? cuMemcpyDtoDAsync_v2(b, a, sizeof from, NULL)
                    : way == 2 ? cuMemcpy(b, a, sizeof from)
                    : way == 3 ? cuMemcpyAsync(b, a, sizeof from, NULL)
                    : way == 4 ? cuMemcpyPeer(b, context, a, context, sizeof from)
                               : cuMemcpyPeerAsync(b, context, a, context, sizeof from, NULL);
    DO(copied);
    DO(way % 2 ? cuMemcpyDtoHAsync_v2(to, b, sizeof from, NULL)
               : cuMemcpyDtoH_v2(to, b, sizeof from));
    DO(cuCtxSynchronize());
    EXPECT(!memcmp(from, to, sizeof from));
  }
  DO(cuMemFree_v2(a));
  DO(cuMemFree_v2(b));
}

/* Fills with elements of 1, 2 and 4 bytes, runs and rows, both at once and in a stream. */
static void fills(void) {
  unsigned char bytes[64];
  unsigned short halves[32];
  unsigned words[16];
  DevicePointer at = take(64);
  for (int stream = 0; stream < 2; stream++) {
    DO(stream ? cuMemsetD8Async(at, 0xA5, 64, NULL) : cuMemsetD8_v2(at, 0xA5, 64));
    DO(stream ? cuMemsetD2D8Async(at + 1, 16, 0x11, 2, 4, NULL)
              : cuMemsetD2D8_v2(at + 1, 16, 0x11, 2, 4));
    DO(cuMemcpyDtoH_v2(bytes, at, 64));
    for (int i = 0; i < 64; i++)
      EXPECT(bytes[i] == (i % 16 == 1 || i % 16 == 2 ? 0x11 : 0xA5));
    DO(stream ? cuMemsetD16Async(at, 0xBEEF, 32, NULL) : cuMemsetD16_v2(at, 0xBEEF, 32));
    DO(stream ? cuMemsetD2D16Async(at, 16, 0x1234, 1, 4, NULL)
              : cuMemsetD2D16_v2(at, 16, 0x1234, 1, 4));
    DO(cuMemcpyDtoH_v2(halves, at, 64));
    for (int i = 0; i < 32; i++)
      EXPECT(halves[i] == (i % 8 == 0 ? 0x1234 : 0xBEEF));
    DO(stream ? cuMemsetD32Async(at, 0xDEADBEEF, 16, NULL) : cuMemsetD32_v2(at, 0xDEADBEEF, 16));
    DO(stream ? cuMemsetD2D32Async(at + 4, 16, 0x12345678, 2, 4, NULL)
              : cuMemsetD2D32_v2(at + 4, 16, 0x12345678, 2, 4));
    DO(cuMemcpyDtoH_v2(words, at, 64));
    for (int i = 0; i < 16; i++)
      EXPECT(words[i] == (i % 4 == 1 || i % 4 == 2 ? 0x12345678 : 0xDEADBEEF));
  }
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemsetD16_v2(at + 1, 0, 4));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemsetD32_v2(at + 2, 0, 4));
  DO(cuMemFree_v2(at));
}

/* A rectangle of the host into device memory with a pitch and back, and a box between them. */
static void rectangles(void) {
  float from[H][W], to[H][W];
  DevicePointer at = 0;
  size_t pitch = 0;
  for (int i = 0; i < W * H; i++)
    from[i / W][i % W] = (float)i;
  DO(cuMemAllocPitch_v2(&at, &pitch, sizeof from[0], H, 16));
  RowsCopy there = {.src = {.type = MEMORY_HOST, .host = from, .pitch = sizeof from[0]},
                    .dst = {.type = MEMORY_DEVICE, .device = at, .pitch = pitch},
                    .width = sizeof from[0],
                    .height = H};
  DO(cuMemcpy2D_v2(&there));
  memset(to, 0, sizeof to);
  RowsCopy back = {.src = {.x = 8, .y = 1, .type = MEMORY_UNIFIED, .device = at, .pitch = pitch},
                   .dst = {.x = 8, .y = 1, .type = MEMORY_HOST, .host = to, .pitch = sizeof to[0]},
                   .width = sizeof to[0] - 8,
                   .height = H - 1};
  DO(cuMemcpy2DAsync_v2(&back, NULL));
  DO(cuCtxSynchronize());
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      EXPECT(to[y][x] == (y >= 1 && x >= 2 ? from[y][x] : 0));
  back.src.pitch = 4;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D_v2(&back));
  void *context;
  DO(cuCtxGetCurrent(&context));
  BoxCopy box = {.src = {.type = MEMORY_HOST, .host = from, .pitch = sizeof from[0], .height = H / 2},
                 .dst = {.type = MEMORY_DEVICE, .device = at, .pitch = pitch, .height = H / 2},
                 .width = sizeof from[0],
                 .height = H / 2,
                 .depth = 2};
  DO(cuMemcpy3D_v2(&box));
  BoxSide host = box.src;
  host.host = to;
  box.src = box.dst;
  box.dst = host;
  memset(to, 0, sizeof to);
  DO(cuMemcpy3DAsync_v2(&box, NULL));
  DO(cuCtxSynchronize());
  EXPECT(!memcmp(from, to, sizeof to));
  box.src.type = 9;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D_v2(&box));
  DO(cuMemFree_v2(at));
}

static Array *plane(int format, unsigned channels) {
  Array *array = NULL;
  DO(cuArrayCreate_v2(&array, &(PlaneDescription){W, H, format, channels}));
  return array;
}

static void array_copies(void) {
  float from[W], to[W];
  Array *a = NULL, *b = NULL;
  DevicePointer at = take(sizeof from);
  for (int i = 0; i < W; i++)
    from[i] = (float)i / 2;
  DO(cuArrayCreate_v2(&a, &(PlaneDescription){W, 0, FORMAT_FLOAT, 1}));
  DO(cuArrayCreate_v2(&b, &(PlaneDescription){W, 0, FORMAT_FLOAT, 1}));
  DO(cuMemcpyHtoA_v2(a, 0, from, sizeof from));
  DO(cuMemcpyAtoA_v2(b, 0, a, 0, sizeof from));
  DO(cuMemcpyAtoD_v2(at, b, 0, sizeof from));
  DO(cuMemcpyDtoA_v2(a, 4, at, sizeof from - 4));
  DO(cuMemcpyAtoH_v2(to, a, 0, sizeof to));
  EXPECT(to[0] == from[0] && !memcmp(to + 1, from, sizeof from - 4));
  DO(cuMemcpyHtoAAsync_v2(a, 0, from, sizeof from, NULL));
  DO(cuMemcpyAtoHAsync_v2(to, a, 8, 8, NULL));
  DO(cuCtxSynchronize());
  EXPECT(to[0] == from[2] && to[1] == from[3]);
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoA_v2(a, 2, from, 8));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoA_v2(a, 8, from, sizeof from));
  ArrayDescription description;
  DO(cuArray3DGetDescriptor_v2(&description, a));
  EXPECT(description.width == W && description.height == 0 && description.depth == 0
         && description.format == FORMAT_FLOAT && description.channels == 1);
  DO(cuArrayDestroy(a));
  GIVES(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(a));
  DO(cuArrayDestroy(b));
  DO(cuArray3DCreate_v2(&a, &(ArrayDescription){4, 4, 4, FORMAT_UNSIGNED_8, 4, 0}));
  PlaneDescription found;
  DO(cuArrayGetDescriptor_v2(&found, a));
  EXPECT(found.width == 4 && found.format == FORMAT_UNSIGNED_8 && found.channels == 4);
  DO(cuArrayDestroy(a));
  GIVES(CUDA_ERROR_INVALID_VALUE,
        cuArrayCreate_v2(&a, &(PlaneDescription){4, 4, FORMAT_FLOAT, 3}));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuArrayCreate_v2(&a, &(PlaneDescription){4, 4, 0x77, 1}));
  DO(cuMemFree_v2(at));
}

/* A texture of bytes reads them as parts of 1 unless it is to read integers; a surface is written. */
static void textures(void) {
  unsigned char texels[H][W];
  float floats[H][W], out[H][W];
  int width = W;
  uint64_t handle;
  Function *sample, *paint;
  for (int i = 0; i < W * H; i++)
    texels[i / W][i % W] = (unsigned char)(2 * i), floats[i / W][i % W] = (float)i;
  Array *bytes = plane(FORMAT_UNSIGNED_8, 1), *array = plane(FORMAT_FLOAT, 1);
  RowsCopy copy = {.src = {.type = MEMORY_HOST, .host = texels, .pitch = W},
                   .dst = {.type = MEMORY_ARRAY, .array = bytes},
                   .width = W,
                   .height = H};
  DO(cuMemcpy2D_v2(&copy));
  copy.src.host = floats;
  copy.src.pitch = copy.width = sizeof floats[0];
  copy.dst.array = array;
  DO(cuMemcpy2D_v2(&copy));
  DevicePointer at = take(sizeof out);
  DO(cuModuleGetFunction(&sample, module, "sample"));
  DO(cuModuleGetFunction(&paint, module, "paint"));
  DriverResource resource = {.resource.array = bytes};
  DriverTexture how = {.address_mode = {1, 1, 1}};
  for (int i = 0; i < 2; i++) {
    DO(cuTexObjectCreate(&handle, &resource, &how, NULL));
    DO(cuLaunchKernel(sample, H, 1, 1, W, 1, 1, 0, NULL, (void *[]){&handle, &at, &width}, NULL));
    DO(cuMemcpyDtoH_v2(out, at, sizeof out));
    for (int t = 0; t < W * H; t++)
      EXPECT(out[t / W][t % W] == (i ? (float)t : (float)texels[t / W][t % W] / 255.0f));
    DO(cuTexObjectDestroy(handle));
    resource.resource.array = array;
  }
  resource.type = 2;
  resource.resource.linear.at = at;
  resource.resource.linear.format = FORMAT_FLOAT;
  resource.resource.linear.channels = 1;
  resource.resource.linear.bytes = sizeof out;
  DO(cuTexObjectCreate(&handle, &resource, &how, NULL));
  DO(cuTexObjectDestroy(handle));
  resource = (DriverResource){.resource.array = array};
  DO(cuSurfObjectCreate(&handle, &resource));
  DO(cuLaunchKernel(paint, H, 1, 1, W, 1, 1, 0, NULL, (void *[]){&handle}, NULL));
  DO(cuSurfObjectDestroy(handle));
  RowsCopy back = {.src = {.type = MEMORY_ARRAY, .array = array},
                   .dst = {.type = MEMORY_HOST, .host = out, .pitch = sizeof out[0]},
                   .width = sizeof out[0],
                   .height = H};
  DO(cuMemcpy2D_v2(&back));
  for (int t = 0; t < W * H; t++)
    EXPECT(out[t / W][t % W] == (float)(t + 1000 * (t / W)));
  DO(cuArrayDestroy(array));
  DO(cuArrayDestroy(bytes));
  DO(cuMemFree_v2(at));
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void *context;
  DO(cuInit(0));
  DO(cuCtxCreate_v2(&context, 0, 0));
  DO(cuModuleLoadData(&module, text_of(arguments[1])));
  allocations();
  host_memory();
  pointers();
  linear_copies();
  fills();
  rectangles();
  array_copies();
  textures();
  return finish();
}
