/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Textures: every field of their descriptions has its effect or is refused. Expected values follow
 * the formulas of the CUDA C++ Programming Guide, "Texture Fetching"; errors follow "CUDA Runtime
 * API", "Data types used by CUDA Runtime".
 */
#include <math.h>

#include "cuda_test.h"

#define W 8
#define H 4
#define D 4
#define POINTS 416 /* of 13 blocks */

Error cudaMalloc3DArray(Array **array, const ChannelFormat *format, Extent extent, unsigned flags);

/* Each work-item fetches at four floats of its own, or at a number, and stores four channels. */
#define HEAD(name)                                                                             \
  ".visible .entry " name "(.param .u64 t, .param .u64 in, .param .u64 out) {\n"               \
  ".reg .b32 %r<8>; .reg .f32 %f<12>; .reg .b64 %rd<12>;\n"                                    \
  "ld.param.u64 %rd1, [t]; ld.param.u64 %rd2, [in]; ld.param.u64 %rd3, [out];\n"               \
  "cvta.to.global.u64 %rd2, %rd2; cvta.to.global.u64 %rd3, %rd3;\n"                            \
  "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n"                        \
  "mad.lo.u32 %r1, %r2, %r3, %r1; mul.wide.u32 %rd4, %r1, 16;\n"                               \
  "add.s64 %rd2, %rd2, %rd4; add.s64 %rd3, %rd3, %rd4;\n"                                      \
  "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd2];\n"
#define TAIL "st.global.v4.f32 [%rd3], {%f5, %f6, %f7, %f8};\nret;\n}\n"
static const char PTX[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n" HEAD("line")
    "tex.1d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f1}];\n" TAIL HEAD("plane")
    "tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f1, %f2}];\n" TAIL HEAD("volume")
    "tex.3d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f1, %f2, %f3, %f4}];\n" TAIL HEAD("number")
    "cvt.rni.s32.f32 %r4, %f1;\n"
    "tex.1d.v4.f32.s32 {%f5, %f6, %f7, %f8}, [%rd1, {%r4}];\n" TAIL HEAD("integers")
    "tex.2d.v4.s32.f32 {%r4, %r5, %r6, %r7}, [%rd1, {%f1, %f2}];\n"
    "st.global.v4.u32 [%rd3], {%r4, %r5, %r6, %r7};\nret;\n}\n";
static const char LINE, PLANE, VOLUME, NUMBER, INTEGERS;

typedef struct {
  float x, y, z, w;
} Float4;
static Float4 points[POINTS], found[POINTS];
static void *points_there, *found_there;

static void register_kernels(void) {
  void **module = register_data(fat_data(PTX, sizeof PTX - 1, PLAIN, 70), NULL);
  register_kernel(module, &LINE, "line");
  register_kernel(module, &PLANE, "plane");
  register_kernel(module, &VOLUME, "volume");
  register_kernel(module, &NUMBER, "number");
  register_kernel(module, &INTEGERS, "integers");
  __cudaRegisterFatBinaryEnd(module);
}

static void fetch(const void *kernel, uint64_t texture, unsigned count) {
  void *arguments[] = {&texture, &points_there, &found_there};
  OK(cudaMemcpy(points_there, points, sizeof points, HOST_TO_DEVICE));
  OK(cudaLaunchKernel(kernel, dim((count + 31) / 32, 1, 1), dim(32, 1, 1), arguments, 0, NULL));
  OK(cudaMemcpy(found, found_there, sizeof found, DEVICE_TO_HOST));
}

static Array *array_of(ChannelFormat format, const void *data, size_t width, size_t height) {
  Array *array = NULL;
  size_t row = width * (size_t)(format.x + format.y + format.z + format.w) / 8;
  OK(cudaMallocArray(&array, &format, width, height, 0));
  OK(cudaMemcpy2DToArray(array, 0, 0, data, row, row, height ? height : 1, HOST_TO_DEVICE));
  return array;
}

static ResourceDescription of(Array *array) {
  return (ResourceDescription){.type = cudaResourceTypeArray, .resource.array = array};
}

static uint64_t texture_of(Array *array, TextureDescription how) {
  uint64_t texture = 0;
  ResourceDescription resource = of(array);
  OK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
  return texture;
}

/* The texel along one dimension, or -1 at the border. */
static int texel(float x, int n, int mode, int normalized) {
  float u = x;
  if (normalized) {
    if (mode == cudaAddressModeWrap)
      u = x - floorf(x);
    else if (mode == cudaAddressModeMirror)
      u = (int)fabsf(floorf(x)) & 1 ? 1 - (x - floorf(x)) : x - floorf(x);
    u *= (float)n;
  }
  int i = (int)floorf(u);
  if (mode == cudaAddressModeBorder)
    return i < 0 || i >= n ? -1 : i;
  return i < 0 ? 0 : i > n - 1 ? n - 1 : i;
}

static void modes(void) {
  static Float4 image[W * H];
  static const Float4 BORDER = {7, 0, 0, 9};
  for (int i = 0; i < W * H; i++)
    image[i] = (Float4){(float)i, (float)(100 + i), (float)(200 - i), 0.5f * (float)i};
  Array *array = array_of((ChannelFormat){32, 32, 32, 32, 2}, image, W, H);
  for (int normalized = 0; normalized < 2; normalized++)
    for (int modes = 0; modes < 16; modes++) {
      float sx = normalized ? 1 : W, sy = normalized ? 1 : H;
      int mx = modes & 3, my = modes >> 2, wrong = 0;
      for (int i = 0; i < POINTS; i++) { /* texel boundaries among them */
        points[i].x = (i < 64 ? (float)(i - 32) / W : -2.5f + 5 * ((float)i + 0.37f) / POINTS) * sx;
        points[i].y = (2.2f - 4.4f * ((float)(i * 37 % POINTS) + 0.29f) / POINTS) * sy;
      }
      TextureDescription how = {.address_mode = {mx, my}, .normalized = normalized,
                                .border_color = {7, 0, 0, 9}};
      fetch(&PLANE, texture_of(array, how), POINTS);
      if (!normalized) { /* wrapping and mirroring become clamping */
        mx = mx == cudaAddressModeBorder ? mx : cudaAddressModeClamp;
        my = my == cudaAddressModeBorder ? my : cudaAddressModeClamp;
      }
      for (int i = 0; i < POINTS; i++) {
        int x = texel(points[i].x, W, mx, normalized), y = texel(points[i].y, H, my, normalized);
        const Float4 *wanted = x < 0 || y < 0 ? &BORDER : &image[y * W + x];
        wrong += memcmp(wanted, &found[i], sizeof *wanted) != 0;
      }
      if (wrong)
        printf("modes %d, %d, normalized %d: %d wrong\n", mx, my, normalized, wrong);
      EXPECT(wrong == 0);
    }
  OK(cudaFreeArray(array));
}

static int near(float a, float b) {
  return fabsf(a - b) < 2e-3f;
}

static void colours(void) {
  unsigned char image[4 * 4 * 4];
  for (int i = 0; i < 64; i++)
    image[i] = (unsigned char)(i * 4);
  Array *array = array_of((ChannelFormat){8, 8, 8, 8, 1}, image, 4, 4);
  TextureDescription how = {.normalized = 1, .read_mode = cudaReadModeNormalizedFloat, .srgb = 1,
                            .address_mode = {1, 1}};
  points[0] = (Float4){0.875f, 0.875f};
  fetch(&PLANE, texture_of(array, how), 1);
  EXPECT(near(found[0].x, powf((image[60] / 255.f + 0.055f) / 1.055f, 2.4f)));
  EXPECT(near(found[0].w, image[63] / 255.f)); /* alpha is linear */
  how.srgb = 0;
  how.address_mode[0] = how.address_mode[1] = cudaAddressModeBorder;
  how.border_color[0] = 0.5f;
  how.filter = cudaFilterModeLinear;
  points[0] = (Float4){-2, 0.5f};
  points[1] = (Float4){0, 0.125f}; /* half a texel of the border, half of the first */
  fetch(&PLANE, texture_of(array, how), 2);
  EXPECT(near(found[0].x, 0.5f) && near(found[1].x, 0.25f));
  how = (TextureDescription){.srgb = 1};
  ResourceDescription resource = of(array);
  uint64_t texture;
  EXPECT(cudaCreateTextureObject(&texture, &resource, &how, NULL) == cudaErrorNotSupported);
  OK(cudaFreeArray(array));
  int numbers[] = {5, 6, 7, 8}, border = -3;
  array = array_of((ChannelFormat){32, 0, 0, 0, 0}, numbers, 4, 1);
  how = (TextureDescription){.address_mode = {3, 1}};
  memcpy(&how.border_color[0], &border, sizeof border);
  points[0] = (Float4){-1, 0};
  points[1] = (Float4){2, 0};
  fetch(&INTEGERS, texture_of(array, how), 2);
  EXPECT(*(int *)&found[0].x == -3 && *(int *)&found[1].x == 7);
  OK(cudaFreeArray(array));
}

static void views(void) {
  float image[W] = {1, 2, 3, 4, 5, 6, 7, 8};
  Array *array = array_of((ChannelFormat){32, 0, 0, 0, 2}, image, W, 1);
  ResourceDescription resource = of(array);
  TextureDescription how = {0};
  uint64_t texture;
  ResourceView view = {.format = cudaResViewFormatSignedInt1, .width = W, .height = 1};
  OK(cudaCreateTextureObject(&texture, &resource, &how, &view));
  points[0] = (Float4){2, 0};
  fetch(&INTEGERS, texture, 1);
  EXPECT(found[0].x == 3); /* the bits of a float */
  view.format = cudaResViewFormatNone;
  OK(cudaCreateTextureObject(&texture, &resource, &how, &view));
  static const ResourceView WRONG[] = {
      {cudaResViewFormatFloat1, 2, 1},     {cudaResViewFormatFloat1, W, 2},
      {cudaResViewFormatFloat1, W, 1, 1},  {cudaResViewFormatFloat2, W, 1},
      {99, W, 1},                          {cudaResViewFormatFloat1, W, 1, 0, 1, 1},
      {cudaResViewFormatFloat1, W, 1, 0, 0, 0, 1, 1}};
  for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
    EXPECT(cudaCreateTextureObject(&texture, &resource, &how, &WRONG[i]) == cudaErrorInvalidValue);
  view.format = cudaResViewFormatUnsignedBlockCompressed1;
  EXPECT(cudaCreateTextureObject(&texture, &resource, &how, &view) == cudaErrorNotSupported);
  OK(cudaFreeArray(array));
}

static void volume(void) {
  float image[2 * 2 * D];
  for (int i = 0; i < 2 * 2 * D; i++)
    image[i] = (float)(i + 1);
  Array *array;
  ChannelFormat format = {32, 0, 0, 0, 2};
  OK(cudaMalloc3DArray(&array, &format, (Extent){2, 2, D}, 0));
  Copy3D copy = {.src = {image, 2 * sizeof(float), 2, 2}, .dst_array = array, .extent = {2, 2, D},
                 .kind = HOST_TO_DEVICE};
  OK(cudaMemcpy3D(&copy));
  copy.kind = 9;
  EXPECT(cudaMemcpy3D(&copy) == cudaErrorInvalidMemcpyDirection);
  for (int i = 0; i < D + 2; i++)
    points[i] = (Float4){0.5f, 0.5f, (float)i - 0.5f};
  fetch(&VOLUME, texture_of(array, (TextureDescription){.address_mode = {1, 1, 3}}), D + 2);
  for (int i = 0; i < D + 2; i++)
    EXPECT(found[i].x == (i == 0 || i == D + 1 ? 0 : image[4 * (i - 1)]));
  OK(cudaFreeArray(array));
}

/* Fetches of linear memory ignore modes and filter; outside is 0. */
static void linear(void) {
  float values[W];
  void *memory;
  for (int i = 0; i < W; i++)
    values[i] = (float)(10 + i);
  OK(cudaMalloc(&memory, sizeof values));
  OK(cudaMemcpy(memory, values, sizeof values, HOST_TO_DEVICE));
  ResourceDescription resource = {.type = cudaResourceTypeLinear};
  resource.resource.linear = (LinearResource){memory, {32, 0, 0, 0, 2}, sizeof values};
  for (int i = 0; i < 2 * W; i++)
    points[i] = (Float4){(float)(i - 4)};
  for (int mode = 0; mode < 16; mode++) {
    TextureDescription how = {.address_mode = {mode & 3}, .filter = mode >> 2 & 1,
                              .normalized = mode >> 3, .border_color = {5}};
    uint64_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    fetch(&NUMBER, texture, 2 * W);
    for (int i = 0; i < 2 * W; i++)
      EXPECT(found[i].x == (i < 4 || i >= 4 + W ? 0 : values[i - 4]));
  }
  TextureDescription wrong = {.address_mode = {9}};
  uint64_t texture;
  EXPECT(cudaCreateTextureObject(&texture, &resource, &wrong, NULL) == cudaErrorInvalidValue);
  ResourceView view = {.width = W};
  wrong = (TextureDescription){0};
  EXPECT(cudaCreateTextureObject(&texture, &resource, &wrong, &view) == cudaErrorInvalidValue);
  OK(cudaFree(memory));
}

/* A line with the linear filter, at its edges. */
static void filtered(void) {
  float values[W];
  for (int i = 0; i < W; i++)
    values[i] = (float)(10 + i);
  Array *array = array_of((ChannelFormat){32, 0, 0, 0, 2}, values, W, 0);
  for (int mode = 0; mode < 4; mode++) {
    for (int i = 0; i < 2 * W; i++)
      points[i] = (Float4){-1 + 0.75f * (float)i};
    TextureDescription how = {.address_mode = {mode}, .filter = cudaFilterModeLinear};
    fetch(&LINE, texture_of(array, how), 2 * W);
    for (int i = 0; i < 2 * W; i++) {
      float u = points[i].x - 0.5f, part = u - floorf(u), sum = 0;
      for (int k = 0; k < 2; k++) {
        int at = (int)floorf(u) + k, outside = at < 0 || at >= W;
        float value = values[at < 0 ? 0 : at >= W ? W - 1 : at];
        sum += (k ? part : 1 - part) * (outside && mode == cudaAddressModeBorder ? 0 : value);
      }
      EXPECT(found[i].x == sum);
    }
  }
  OK(cudaFreeArray(array));
}

/* Numbers that the manual does not list, and modes that do not fit the channels. */
static void wrong(void) {
  static const int NUMBERS[4] = {1, 2, 3, 4};
  Array *integers = array_of((ChannelFormat){32, 0, 0, 0, 0}, NUMBERS, 4, 1);
  Array *floats = array_of((ChannelFormat){32, 0, 0, 0, 2}, NUMBERS, 4, 1);
  static const struct {
    TextureDescription how;
    Error wanted;
  } CASES[] = {{{.address_mode = {9}}, cudaErrorInvalidValue},
               {{.address_mode = {1, 1, -1}}, cudaErrorInvalidValue},
               {{.filter = 5}, cudaErrorInvalidValue},
               {{.read_mode = 2}, cudaErrorInvalidValue},
               {{.mipmap_filter = 2}, cudaErrorInvalidValue},
               {{.filter = 1}, cudaErrorInvalidFilterSetting},
               {{.read_mode = 1}, cudaErrorInvalidNormSetting}};
  uint64_t texture;
  ResourceDescription resource = of(integers);
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
    EXPECT(cudaCreateTextureObject(&texture, &resource, &CASES[i].how, NULL) == CASES[i].wanted);
  resource = of(floats);
  EXPECT(cudaCreateTextureObject(&texture, &resource, &CASES[6].how, NULL)
         == cudaErrorInvalidNormSetting);
  TextureDescription how = {0};
  resource.flags = 1;
  EXPECT(cudaCreateTextureObject(&texture, &resource, &how, NULL) == cudaErrorInvalidValue);
  resource = (ResourceDescription){.type = 7};
  EXPECT(cudaCreateTextureObject(&texture, &resource, &how, NULL) == cudaErrorInvalidValue);
  resource.type = cudaResourceTypeMipmappedArray;
  EXPECT(cudaCreateTextureObject(&texture, &resource, &how, NULL) == cudaErrorNotSupported);
  Array *array;
  ChannelFormat none = {32, 0, 0, 0, 3}, unknown = {32, 0, 0, 0, 77};
  EXPECT(cudaMallocArray(&array, &none, 4, 1, 0) == cudaErrorInvalidValue);
  EXPECT(cudaMallocArray(&array, &unknown, 4, 1, 0) == cudaErrorInvalidValue);
  ChannelFormat format = {32, 0, 0, 0, 2};
  EXPECT(cudaMallocArray(&array, &format, 4, 1, 0x400) == cudaErrorInvalidValue);
}

int main(void) {
  register_kernels();
  OK(cudaMalloc(&points_there, sizeof points));
  OK(cudaMalloc(&found_there, sizeof found));
  modes();
  colours();
  views();
  volume();
  linear();
  filtered();
  wrong();
  return finish();
}
