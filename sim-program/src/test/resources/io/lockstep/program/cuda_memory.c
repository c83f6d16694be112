/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of all kinds, copies in all directions, symbols, arrays, textures and surfaces. */
#include "cuda_test.h"

#define W 24
#define H 10
#define SURFACE_LOAD_STORE 2

static const char WEIGH, STEP, WALK, TRANSPOSE, SAMPLE, PAINT;
static char weights, total; /* shadows of variables of the device */
static int *steps;

typedef struct Node {
  int value;
  struct Node *next;
} Node;

static void pitched(void) {
  float in[H][W + 3], out[W][H];
  char *a, *b;
  size_t a_pitch, b_pitch;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (float)(100 * y + x);
  OK(cudaMallocPitch((void **)&a, &a_pitch, W * sizeof(float), H));
  OK(cudaMallocPitch((void **)&b, &b_pitch, H * sizeof(float), W));
  EXPECT(a_pitch >= W * sizeof(float) && a_pitch % 512 == 0);
  OK(cudaMemset2D(b, b_pitch, 0xFF, H * sizeof(float), W));
  OK(cudaMemcpy2D(a, a_pitch, in, sizeof in[0], W * sizeof(float), H, HOST_TO_DEVICE));
  void *arguments[] = {&a, &a_pitch, &b, &b_pitch};
  OK(cudaLaunchKernel(&TRANSPOSE, dim(H, 1, 1), dim(W, 1, 1), arguments, 0, NULL));
  OK(cudaMemcpy2D(out, sizeof out[0], b, b_pitch, sizeof out[0], W, DEVICE_TO_HOST));
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      EXPECT(out[x][y] == in[y][x]);
  EXPECT(cudaMemcpy2D(a, 4, in, sizeof in[0], W * sizeof(float), H, HOST_TO_DEVICE)
         == cudaErrorInvalidPitchValue);
  OK(cudaFree(a));
  OK(cudaFree(b));
}

static void boxes(void) {
  enum { X = 5, Y = 4, Z = 3 };
  unsigned char in[Z][Y][X], out[2][2][3];
  for (int i = 0; i < X * Y * Z; i++)
    (&in[0][0][0])[i] = (unsigned char)i;
  PitchedPointer box;
  OK(cudaMalloc3D(&box, (Extent){X, Y, Z}));
  Copy3D to = {
      .src = {in, X, X, Y}, .dst = box, .extent = {X, Y, Z}, .kind = HOST_TO_DEVICE};
  OK(cudaMemcpy3D(&to));
  Copy3D from = {.src = box,
                 .src_position = {1, 2, 1},
                 .dst = {out, 3, 3, 2},
                 .extent = {3, 2, 2},
                 .kind = DEVICE_TO_HOST};
  OK(cudaMemcpy3D(&from));
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 2; y++)
      for (int x = 0; x < 3; x++)
        EXPECT(out[z][y][x] == in[z + 1][y + 2][x + 1]);
  OK(cudaFree(box.ptr));
}

static void symbols(void) {
  float given[4] = {1, 2, 3, 4}, y[8] = {1, 1, 1, 1, 1, 1, 1, 1}, *device;
  unsigned zero = 0, count = 99;
  int n = 8;
  size_t bytes = 0;
  OK(cudaMemcpyToSymbol(&weights, given, sizeof given, 0, HOST_TO_DEVICE));
  OK(cudaMemcpyToSymbol(&weights, &given[3], sizeof(float), sizeof(float), HOST_TO_DEVICE));
  OK(cudaMemcpyToSymbol(&total, &zero, sizeof zero, 0, HOST_TO_DEVICE));
  EXPECT(cudaMemcpyToSymbol(&weights, given, sizeof given, 4, HOST_TO_DEVICE)
         == cudaErrorInvalidValue);
  EXPECT(cudaMemcpyToSymbol(&n, given, 4, 0, HOST_TO_DEVICE) == cudaErrorInvalidSymbol);
  OK(cudaGetSymbolSize(&bytes, &weights));
  EXPECT(bytes == sizeof given);
  OK(cudaMalloc((void **)&device, sizeof y));
  OK(cudaMemcpy(device, y, sizeof y, HOST_TO_DEVICE));
  void *arguments[] = {&device, &n};
  OK(cudaLaunchKernel(&WEIGH, dim(1, 1, 1), dim(32, 1, 1), arguments, 0, NULL));
  OK(cudaMemcpy(y, device, sizeof y, DEVICE_TO_HOST));
  float expected[4] = {1, 4, 3, 4};
  for (int i = 0; i < 8; i++)
    EXPECT(y[i] == expected[i % 4]);
  OK(cudaMemcpyFromSymbol(&count, &total, sizeof count, 0, DEVICE_TO_HOST));
  EXPECT(count == 8);
  void *address;
  OK(cudaGetSymbolAddress(&address, &total));
  OK(cudaMemset(address, 1, sizeof count));
  OK(cudaMemcpyFromSymbol(&count, &total, sizeof count, 0, DEVICE_TO_HOST));
  EXPECT(count == 0x01010101);
  OK(cudaFree(device));
}

static void managed(void) {
  int n = 5000, *data;
  OK(cudaMallocManaged((void **)&data, (size_t)n * sizeof *data, 1));
  for (int i = 0; i < n; i++)
    data[i] = i;
  EXPECT(*steps == 0);
  void *arguments[] = {&data, &n};
  for (int round = 1; round <= 3; round++) {
    OK(cudaLaunchKernel(&STEP, dim(20, 1, 1), dim(256, 1, 1), arguments, 0, NULL));
    OK(cudaDeviceSynchronize());
    EXPECT(data[0] == round * 11 - 10);
    data[0] += 10;
    EXPECT(*steps == round);
  }
  for (int i = 1; i < n; i++)
    EXPECT(data[i] == i + 3);
  int *copy = malloc((size_t)n * sizeof *copy);
  OK(cudaMemcpy(copy, data, (size_t)n * sizeof *copy, COPY_DEFAULT));
  EXPECT(copy[0] == 33 && copy[n - 1] == n + 2);
  OK(cudaMemset(data + 1000, 0, 2000 * sizeof *data));
  EXPECT(data[999] == 1002 && data[1000] == 0 && data[2999] == 0 && data[3000] == 3003);
  PointerAttributes found;
  OK(cudaPointerGetAttributes(&found, data));
  EXPECT(found.type == 3 && found.device_pointer == data);
  OK(cudaFree(data));
  free(copy);
}

static void managed_list(void) {
  Node *first = NULL;
  int *sum;
  OK(cudaMallocManaged((void **)&sum, sizeof *sum, 1));
  for (int i = 1; i <= 200; i++) {
    Node *node;
    OK(cudaMallocManaged((void **)&node, sizeof *node, 1));
    node->value = i;
    node->next = first;
    first = node;
  }
  void *arguments[] = {&first, &sum};
  OK(cudaLaunchKernel(&WALK, dim(1, 1, 1), dim(1, 1, 1), arguments, 0, NULL));
  OK(cudaDeviceSynchronize());
  EXPECT(*sum == 200 * 201 / 2);
}

/* Copies and fills of mapped memory by the address that kernels get. */
static void by_device_address(int *host, int *device, int n) {
  size_t bytes = (size_t)n * sizeof *host;
  int *copy = malloc(bytes);
  PointerAttributes found;
  OK(cudaPointerGetAttributes(&found, device + 1));
  EXPECT(found.type == 1 && found.host_pointer == host + 1);
  for (int i = 0; i < n; i++)
    copy[i] = i;
  host[0] = 9; /* so that the host's page is the newer one */
  OK(cudaMemcpy(device, copy, bytes, HOST_TO_DEVICE));
  OK(cudaMemset(device + 7, 0, sizeof *device));
  void *arguments[] = {&device, &n};
  OK(cudaLaunchKernel(&STEP, dim(12, 1, 1), dim(256, 1, 1), arguments, 0, NULL));
  OK(cudaMemcpy(copy, device, bytes, DEVICE_TO_HOST));
  for (int i = 0; i < n; i++)
    EXPECT(copy[i] == (i == 7 ? 1 : i + 1) && host[i] == copy[i]);
  host[7] = 8;
  OK(cudaMemcpy(copy, device, bytes, DEVICE_TO_HOST));
  EXPECT(copy[7] == 8);
  free(copy);
}

static void page_locked(unsigned flags, int registered) {
  int n = 3000, *host, *device;
  size_t bytes = (size_t)n * sizeof *host;
  if (registered) {
    host = malloc(bytes);
    OK(cudaHostRegister(host, bytes, flags));
  } else {
    OK(cudaHostAlloc((void **)&host, bytes, flags));
  }
  for (int i = 0; i < n; i++)
    host[i] = -i;
  OK(cudaHostGetDevicePointer((void **)&device, host, 0));
  void *arguments[] = {&device, &n}, *direct[] = {&host, &n};
  OK(cudaLaunchKernel(&STEP, dim(12, 1, 1), dim(256, 1, 1), arguments, 0, NULL));
  OK(cudaLaunchKernel(&STEP, dim(12, 1, 1), dim(256, 1, 1), direct, 0, NULL));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++)
    EXPECT(host[i] == 2 - i);
  by_device_address(host, device, n);
  if (registered) {
    OK(cudaHostUnregister(host));
    EXPECT(host[n - 1] == n);
    free(host);
  } else {
    OK(cudaFreeHost(host));
  }
}

static void kinds_of_pointers(void) {
  int on_stack = 7, *device;
  PointerAttributes found;
  OK(cudaMalloc((void **)&device, 4096));
  OK(cudaPointerGetAttributes(&found, device + 5));
  EXPECT(found.type == 2);
  OK(cudaPointerGetAttributes(&found, &on_stack));
  EXPECT(found.type == 0);
  EXPECT(cudaMemcpy(&on_stack, &on_stack, 4, DEVICE_TO_HOST) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(device, &on_stack, 4, 17) == cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaFree(&on_stack) == cudaErrorInvalidValue);
  EXPECT(cudaFree(device + 1) == cudaErrorInvalidValue);
  OK(cudaFree(device));
  EXPECT(cudaFree(device) == cudaErrorInvalidValue);
  OK(cudaFree(NULL));
  size_t free_bytes, all;
  OK(cudaMemGetInfo(&free_bytes, &all));
  EXPECT(cudaMalloc((void **)&device, all + 1) == cudaErrorMemoryAllocation);
}

/* Sizes whose products or rounded values do not fit in 64 bits. */
static void sizes_that_overflow(void) {
  const size_t half = (size_t)1 << 32, most = (size_t)-1;
  ChannelFormat format = cudaCreateChannelDesc(32, 0, 0, 0, 2);
  void *pointer;
  size_t pitch;
  PitchedPointer box;
  Array *array;
  EXPECT(cudaMallocPitch(&pointer, &pitch, half, half) == cudaErrorMemoryAllocation);
  EXPECT(cudaMallocPitch(&pointer, &pitch, most, 1) == cudaErrorMemoryAllocation);
  EXPECT(cudaMalloc3D(&box, (Extent){512, half, half}) == cudaErrorMemoryAllocation);
  EXPECT(cudaMalloc3DArray(&array, &format, (Extent){half, half, 4}, 0) == cudaErrorMemoryAllocation);
  EXPECT(cudaMallocManaged(&pointer, most, 1) == cudaErrorMemoryAllocation);
  EXPECT(cudaMallocHost(&pointer, most) == cudaErrorMemoryAllocation && pointer == NULL);
}

static Array *filled_array(float texels[H][W], unsigned flags) {
  for (int i = 0; i < W * H; i++)
    (&texels[0][0])[i] = (float)i * 0.5f;
  ChannelFormat format = cudaCreateChannelDesc(32, 0, 0, 0, 2);
  Array *array;
  OK(cudaMallocArray(&array, &format, W, H, flags));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels, sizeof texels[0], sizeof texels[0], H,
                         HOST_TO_DEVICE));
  return array;
}

static void textures(void) {
  float texels[H][W], out[H][W], *device;
  Array *array = filled_array(texels, 0);
  ResourceDescription resource = {.type = 0, .resource.array = array};
  TextureDescription description = {.address_mode = {1, 1, 1}};
  uint64_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &description, NULL));
  OK(cudaMalloc((void **)&device, sizeof out));
  int width = W;
  void *arguments[] = {&texture, &device, &width};
  OK(cudaLaunchKernel(&SAMPLE, dim(H, 1, 1), dim(W, 1, 1), arguments, 0, NULL));
  OK(cudaMemcpy(out, device, sizeof out, DEVICE_TO_HOST));
  EXPECT(!memcmp(out, texels, sizeof out));
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
  OK(cudaFree(device));
}

static void surfaces(void) {
  float texels[H][W], out[H][W];
  Array *array = filled_array(texels, SURFACE_LOAD_STORE);
  ResourceDescription resource = {.type = 0, .resource.array = array};
  uint64_t surface;
  OK(cudaCreateSurfaceObject(&surface, &resource));
  void *arguments[] = {&surface};
  OK(cudaLaunchKernel(&PAINT, dim(H, 1, 1), dim(W, 1, 1), arguments, 0, NULL));
  OK(cudaMemcpy2DFromArray(out, sizeof out[0], array, 0, 0, sizeof out[0], H, DEVICE_TO_HOST));
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      EXPECT(out[y][x] == texels[y][x] + 1000 * (float)y);
  OK(cudaDestroySurfaceObject(surface));
  OK(cudaFreeArray(array));
  resource.type = 2;
  EXPECT(cudaCreateSurfaceObject(&surface, &resource) == cudaErrorInvalidValue);
}

/* Everything is released, and variables have their initial values again. */
static void reset(void) {
  unsigned count = 7;
  int *data;
  OK(cudaMemcpyToSymbol(&total, &count, sizeof count, 0, HOST_TO_DEVICE));
  OK(cudaMallocManaged((void **)&data, 4 * sizeof *data, 1));
  EXPECT(*steps > 0);
  OK(cudaDeviceReset());
  OK(cudaMemcpyFromSymbol(&count, &total, sizeof count, 0, DEVICE_TO_HOST));
  EXPECT(count == 0);
  symbols();
  managed();
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &WEIGH, "weigh");
  register_kernel(module, &STEP, "step");
  register_kernel(module, &WALK, "walk");
  register_kernel(module, &TRANSPOSE, "transpose");
  register_kernel(module, &SAMPLE, "sample");
  register_kernel(module, &PAINT, "paint");
  __cudaRegisterVar(module, &weights, NULL, "weights", 0, 16, 1, 0);
  __cudaRegisterVar(module, &total, NULL, "total", 0, 4, 0, 0);
  __cudaRegisterManagedVar(module, (void **)&steps, NULL, "steps", 0, 4, 0, 0);
  __cudaInitModule(module);
  pitched();
  boxes();
  symbols();
  managed();
  managed_list();
  page_locked(0, 0);
  page_locked(2, 0);
  page_locked(2, 1);
  kinds_of_pointers();
  sizes_that_overflow();
  textures();
  surfaces();
  reset();
  return finish();
}
