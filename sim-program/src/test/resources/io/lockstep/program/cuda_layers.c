/* SPDX-License-Identifier: Apache-2.0 */
/* Layered arrays: copies, textures and surfaces of layers, limits, wrong extents. */
#include "cuda_test.h"

#define W 8
#define H 8
#define LAYERS 5
#define BYTES (LAYERS * H * W * sizeof(float))
enum { LAYERED = 1, SURFACE_LOAD_STORE = 2 }; /* flags of arrays */
enum { CLAMP = 1, BORDER = 3 };               /* address modes */
enum { NEAREST, LINEAR };                     /* filters */

Error cudaMalloc3DArray(Array **array, const ChannelFormat *format, Extent extent, unsigned flags);
Error cudaArrayGetInfo(ChannelFormat *format, Extent *extent, unsigned *flags, const Array *array);

static const char SAMPLE_LINES, SAMPLE_PLANES, SWAP_LINES, SWAP_PLANES;
static ChannelFormat format = {32, 0, 0, 0, 2};
static float in[LAYERS * H * W], out[LAYERS * H * W];

/* The last row of a layer: 0 of a line. */
static int last_row(int height) {
  return height ? height - 1 : 0;
}

static size_t index_of(int height, int layer, int y, int x) {
  return ((size_t)layer * (size_t)(last_row(height) + 1) + (size_t)y) * W + (size_t)x;
}

/* The whole of an array with layers of a height, 0 for lines, as a copy to the host. */
static Copy3D whole(Array *array, int height) {
  size_t rows = (size_t)last_row(height) + 1;
  return (Copy3D){.src_array = array, .dst = {out, W * sizeof(float), W, rows},
                  .extent = {W, rows, LAYERS}, .kind = DEVICE_TO_HOST};
}

static Array *filled(int height) {
  for (int layer = 0; layer < LAYERS; layer++)
    for (int y = 0; y <= last_row(height); y++)
      for (int x = 0; x < W; x++)
        in[index_of(height, layer, y, x)] = (float)(1000 * (layer + 1) + 16 * y * y + x * x);
  Array *array;
  OK(cudaMalloc3DArray(&array, &format, (Extent){W, (size_t)height, LAYERS},
                       LAYERED | SURFACE_LOAD_STORE));
  Copy3D all = whole(NULL, height);
  all.src = (PitchedPointer){in, W * sizeof(float), W, all.extent.height};
  all.dst = (PitchedPointer){0};
  all.dst_array = array;
  all.kind = HOST_TO_DEVICE;
  OK(cudaMemcpy3D(&all));
  return array;
}

static void copies(int height) {
  Array *array = filled(height), *other;
  Extent extent;
  unsigned flags;
  OK(cudaArrayGetInfo(NULL, &extent, &flags, array));
  EXPECT(extent.width == W && extent.height == (size_t)height && extent.depth == LAYERS);
  EXPECT(flags == (LAYERED | SURFACE_LOAD_STORE));
  Copy3D all = whole(array, height), part = all;
  OK(cudaMemcpy3D(&all));
  EXPECT(!memcmp(in, out, (size_t)index_of(height, LAYERS, 0, 0) * sizeof(float)));
  OK(cudaMalloc3DArray(&other, &format, (Extent){W, (size_t)height, 2}, LAYERED));
  part.src_position = (Position){0, 0, 3};
  part.dst = (PitchedPointer){0};
  part.dst_array = other;
  part.extent.depth = 2;
  OK(cudaMemcpy3D(&part)); /* layers 3 and 4 */
  all.src_array = other;
  EXPECT(cudaMemcpy3D(&all) == cudaErrorInvalidValue); /* more layers than there are */
  all.src_position = (Position){1, 0, 1};
  all.extent = (Extent){W - 1, all.extent.height, 1};
  OK(cudaMemcpy3D(&all));
  for (int y = 0; y <= last_row(height); y++)
    for (int x = 1; x < W; x++)
      EXPECT(out[y * W + x - 1] == in[index_of(height, 4, y, x)]);
  OK(cudaFreeArray(array));
  OK(cudaFreeArray(other));
}

static int least(int a, int b) {
  return a < b ? a : b;
}

/* A texel; those behind an edge are 0, or the last one. Layers are always clamped. */
static float texel(int height, int mode, int layer, int y, int x) {
  int outside = y > last_row(height) || x >= W;
  return mode == BORDER && outside
             ? 0
             : in[index_of(height, least(layer, LAYERS - 1), least(y, last_row(height)), least(x, W - 1))];
}

/* The weighted sum of a texel and its neighbours in the layer, to the right and below. */
static float between(int height, int mode, int layer, int y, int x, float weight) {
  float row = (1 - weight) * texel(height, mode, layer, y, x)
              + weight * texel(height, mode, layer, y, x + 1);
  float below = (1 - weight) * texel(height, mode, layer, y + 1, x)
                + weight * texel(height, mode, layer, y + 1, x + 1);
  return height ? (1 - weight) * row + weight * below : row;
}

/* Reads from a layer on, at a distance from the texels' centres; all values and sums are exact. */
static void sampled(int height, TextureDescription how, float distance, int layer) {
  Array *array = filled(height);
  ResourceDescription resource = {.type = 0, .resource.array = array};
  uint64_t texture;
  float *device, shift = 0.5f + distance, scale = how.normalized ? 1.0f / W : 1;
  OK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
  OK(cudaMalloc((void **)&device, BYTES));
  void *arguments[] = {&texture, &device, &shift, &scale, &layer};
  OK(cudaLaunchKernel(height ? &SAMPLE_PLANES : &SAMPLE_LINES, dim(LAYERS, 1, 1),
                      dim(W, (unsigned)last_row(height) + 1, 1), arguments, 0, NULL));
  OK(cudaMemcpy(out, device, BYTES, DEVICE_TO_HOST));
  for (int k = 0; k < LAYERS; k++)
    for (int y = 0; y <= last_row(height); y++)
      for (int x = 0; x < W; x++) {
        float weight = how.filter == LINEAR ? distance : 0;
        EXPECT(out[index_of(height, k, y, x)]
               == between(height, how.address_mode[0], layer + k, y, x, weight));
      }
  OK(cudaFree(device));
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFreeArray(array));
}

static void textures(int height) {
  for (int normalized = 0; normalized < 2; normalized++) {
    TextureDescription how = {.address_mode = {CLAMP, CLAMP}, .filter = NEAREST,
                              .normalized = normalized};
    sampled(height, how, 0.25f, 0);
    sampled(height, how, 0, 2); /* the last two reads are behind the last layer */
    how.filter = LINEAR;
    sampled(height, how, 0.25f, 0);
    how.address_mode[0] = how.address_mode[1] = BORDER;
    sampled(height, how, 0.5f, 2);
  }
}

static void surfaces(int height) {
  Array *array = filled(height);
  ResourceDescription resource = {.type = 0, .resource.array = array};
  uint64_t surface;
  int one = 1, other = 4, bytes = (int)(index_of(height, 1, 0, 0) * sizeof(float));
  OK(cudaCreateSurfaceObject(&surface, &resource));
  void *arguments[] = {&surface, &one, &other};
  OK(cudaLaunchKernel(height ? &SWAP_PLANES : &SWAP_LINES, dim(1, 1, 1),
                      dim(W, (unsigned)last_row(height) + 1, 1), arguments, 0, NULL));
  Copy3D all = whole(array, height);
  OK(cudaMemcpy3D(&all));
  for (int k = 0; k < LAYERS; k++) {
    int from = k == one ? other : k == other ? one : k;
    EXPECT(!memcmp(out + index_of(height, k, 0, 0), in + index_of(height, from, 0, 0), (size_t)bytes));
  }
  OK(cudaDestroySurfaceObject(surface));
  OK(cudaFreeArray(array));
}

static int attribute_of_device(int attribute) {
  int value = -1;
  OK(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

/* cudaDevAttrMaxTexture2DLayeredWidth 27, …1DLayered… 42, …Surface1DLayered… 61; CUDA 13's structure. */
static void limits(void) {
  enum { TEXTURE_1D = 468, TEXTURE_2D = 476, SURFACE_1D = 520, SURFACE_2D = 528 };
  static const int AT[] = {TEXTURE_1D, TEXTURE_2D, SURFACE_1D, SURFACE_2D};
  static const int FIRST[] = {42, 27, 61, 63};
  char properties[1008];
  Array *array;
  OK(cudaGetDeviceProperties(properties, 0));
  for (int i = 0; i < 4; i++) {
    int count = i % 2 ? 3 : 2, of[3];
    memcpy(of, properties + AT[i], sizeof of);
    EXPECT(of[0] == 32768 && of[count - 1] == 2048 && (count == 2 || of[1] == 32768));
    for (int k = 0; k < count; k++)
      EXPECT(attribute_of_device(FIRST[i] + k) == of[k]);
  }
  OK(cudaMalloc3DArray(&array, &format, (Extent){32768, 0, 2048}, LAYERED));
  OK(cudaFreeArray(array));
  EXPECT(cudaMalloc3DArray(&array, &format, (Extent){W, H, 2049}, LAYERED) == cudaErrorInvalidValue);
  EXPECT(cudaMalloc3DArray(&array, &format, (Extent){32769, 0, 1}, LAYERED) == cudaErrorInvalidValue);
  EXPECT(cudaMalloc3DArray(&array, &format, (Extent){1, 32769, 1}, LAYERED) == cudaErrorInvalidValue);
  EXPECT(cudaMalloc3DArray(&array, &format, (Extent){W, H, 0}, LAYERED) == cudaErrorInvalidValue);
  EXPECT(cudaMallocArray(&array, &format, W, H, LAYERED) == cudaErrorInvalidValue);
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &SAMPLE_LINES, "sample_lines");
  register_kernel(module, &SAMPLE_PLANES, "sample_planes");
  register_kernel(module, &SWAP_LINES, "swap_lines");
  register_kernel(module, &SWAP_PLANES, "swap_planes");
  for (int height = 0; height <= H; height += H) {
    copies(height);
    textures(height);
    surfaces(height);
  }
  limits();
  return finish();
}
