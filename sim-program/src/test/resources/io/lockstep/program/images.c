/* SPDX-License-Identifier: Apache-2.0 */
/* Rectangles, objects' functions, images of all kinds and samplers, against values computed here. */
#include "check.h"

#include <math.h>

#define W 6
#define H 4
#define D 3

static const char *SOURCE =
    "__kernel void add(__global int *a, int by) { a[get_global_id(0)] += by; }\n"
    "__kernel void line(__read_only image1d_t i, __global float4 *o) {\n"
    "  o[get_global_id(0)] = read_imagef(i, (int)get_global_id(0)); }\n"
    "__kernel void of_buffer(__read_only image1d_buffer_t i, __global uint4 *o) {\n"
    "  o[get_global_id(0)] = read_imageui(i, (int)get_global_id(0)); }\n"
    "__kernel void box(__read_only image3d_t i, __global int4 *o) {\n"
    "  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
    "  o[(z * get_image_height(i) + y) * get_image_width(i) + x] = read_imagei(i, (int4)(x, y, z, 0)); }\n"
    "__kernel void layers(__read_only image2d_array_t i, __global uint4 *o) {\n"
    "  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
    "  o[(z * get_image_height(i) + y) * get_image_width(i) + x] = read_imageui(i, (int4)(x, y, z, 0)); }\n"
    "__kernel void lines(__read_only image1d_array_t i, __global uint4 *o) {\n"
    "  int x = get_global_id(0), y = get_global_id(1);\n"
    "  o[y * get_image_width(i) + x] = read_imageui(i, (int2)(x, y)); }\n"
    "__kernel void floats(__read_only image2d_t i, __global float4 *o) {\n"
    "  o[get_global_id(0)] = read_imagef(i, (int2)(get_global_id(0), 0)); }\n"
    "__kernel void ints(__read_only image2d_t i, __global int4 *o) {\n"
    "  o[get_global_id(0)] = read_imagei(i, (int2)(get_global_id(0), 0)); }\n"
    "__kernel void uints(__read_only image2d_t i, __global uint4 *o) {\n"
    "  o[get_global_id(0)] = read_imageui(i, (int2)(get_global_id(0), 0)); }\n"
    "__kernel void sample(__read_only image2d_t i, sampler_t s, __global const float2 *at,\n"
    "                     __global float *o) {\n"
    "  o[get_global_id(0)] = read_imagef(i, s, at[get_global_id(0)]).x; }\n";

static cl_program program;

static cl_mem buffer(size_t bytes, void *data) {
  cl_mem memory = clCreateBuffer(context, data == NULL ? 0 : CL_MEM_COPY_HOST_PTR, bytes, data, &error);
  DO(error);
  return memory;
}

static cl_mem image(cl_uint type, cl_uint order, cl_uint channel, void *data) {
  cl_image_format format = {order, channel};
  cl_image_desc desc = {.image_type = type, .image_width = W, .image_height = H, .image_depth = D,
                        .image_array_size = D};
  cl_mem memory = clCreateImage(context, data == NULL ? 0 : CL_MEM_COPY_HOST_PTR, &format, &desc, data, &error);
  DO(error);
  return memory;
}

/* Runs a kernel of an image and a result. */
static void run(const char *name, cl_mem from, size_t y, size_t z, void *out, size_t bytes) {
  size_t size[3] = {W, y, z};
  cl_mem result = buffer(bytes, NULL);
  cl_kernel kernel = kernel_of(program, name);
  DO(clSetKernelArg(kernel, 0, sizeof from, &from));
  DO(clSetKernelArg(kernel, 1, sizeof result, &result));
  DO(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, size, NULL, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
  DO(clReleaseKernel(kernel));
  DO(clReleaseMemObject(result));
}

static void rectangles(void) {
  unsigned char a[8 * 8 * 2], b[8 * 8 * 2], expected[sizeof a];
  for (size_t i = 0; i < sizeof a; i++) {
    a[i] = (unsigned char)(i + 1);
    b[i] = expected[i] = 0xEE;
  }
  cl_mem first = buffer(sizeof b, b), second = buffer(sizeof b, b);
  size_t to[3] = {2, 1, 0}, from[3] = {1, 3, 0}, box[3] = {4, 3, 2}, other[3] = {3, 4, 0};
  DO(clEnqueueWriteBufferRect(queue, first, CL_TRUE, to, from, box, 8, 64, 8, 64, a, 0, NULL, NULL));
  DO(clEnqueueCopyBufferRect(queue, first, second, to, other, box, 8, 64, 8, 64, 0, NULL, NULL));
  DO(clEnqueueMigrateMemObjects(queue, 1, &second, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < 4; x++)
        expected[z * 64 + (y + 1) * 8 + x + 2] = a[z * 64 + (y + 3) * 8 + x + 1];
  DO(clEnqueueReadBuffer(queue, first, CL_TRUE, 0, sizeof b, b, 0, NULL, NULL));
  CHECK(memcmp(b, expected, sizeof b) == 0);
  memset(expected, 0xEE, sizeof expected);
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < 4; x++)
        expected[z * 64 + (y + 4) * 8 + x + 3] = a[z * 64 + (y + 3) * 8 + x + 1];
  DO(clEnqueueReadBuffer(queue, second, CL_TRUE, 0, sizeof b, b, 0, NULL, NULL));
  CHECK(memcmp(b, expected, sizeof b) == 0);
  DO(clReleaseMemObject(first));
  DO(clReleaseMemObject(second));
}

static int order;

static void CL_CALLBACK ended(cl_mem memory, void *data) { order = order * 10 + *(int *)data; }

/* Callbacks run in the reverse order of their registration; a clone has its own arguments. */
static void objects(void) {
  int one = 1, two = 2, data[4] = {0}, by = 5;
  size_t four = 4;
  cl_mem memory = buffer(sizeof data, data);
  DO(clSetMemObjectDestructorCallback(memory, ended, &one));
  DO(clSetMemObjectDestructorCallback(memory, ended, &two));
  cl_kernel kernel = kernel_of(program, "add");
  DO(clSetKernelArg(kernel, 0, sizeof memory, &memory));
  DO(clSetKernelArg(kernel, 1, sizeof by, &by));
  cl_kernel clone = clCloneKernel(kernel, &error);
  DO(error);
  by = 70;
  DO(clSetKernelArg(kernel, 1, sizeof by, &by));
  DO(clEnqueueNDRangeKernel(queue, clone, 1, NULL, &four, NULL, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
  CHECK(data[0] == 5 && data[3] == 5);
  DO(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &four, NULL, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
  CHECK(data[0] == 75);
  DO(clReleaseKernel(kernel));
  DO(clReleaseKernel(clone));
  DO(clReleaseMemObject(memory));
  CHECK(order == 21);
}

/* Writes, copies, fills and maps a 3D image of integers; reads it in a kernel. */
static void boxes(void) {
  short in[D][H][W][4], back[D][H][W][4];
  int out[D][H][W][4];
  for (int i = 0; i < D * H * W * 4; i++)
    (&in[0][0][0][0])[i] = (short)(i * 113 - 9000);
  cl_mem a = image(CL_MEM_OBJECT_IMAGE3D, CL_RGBA, CL_SIGNED_INT16, NULL);
  cl_mem b = image(CL_MEM_OBJECT_IMAGE3D, CL_RGBA, CL_SIGNED_INT16, in);
  cl_mem linear = buffer(sizeof in, NULL);
  size_t zero[3] = {0}, all[3] = {W, H, D}, at[3] = {1, 2, 1}, part[3] = {3, 2, 2}, to[3] = {2, 0, 0};
  cl_int4 color = {{-7, 8, -9, 10}};
  DO(clEnqueueWriteImage(queue, a, CL_TRUE, zero, all, 0, 0, in, 0, NULL, NULL));
  DO(clEnqueueCopyImage(queue, b, a, at, to, part, 0, NULL, NULL));
  DO(clEnqueueFillImage(queue, a, &color, zero, (size_t[]){1, H, 1}, 0, NULL, NULL));
  size_t row, slice, corner[3] = {5, 3, 2}, point[3] = {1, 1, 1};
  short *mapped = clEnqueueMapImage(queue, a, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, corner, point,
                                    &row, &slice, 0, NULL, NULL, &error);
  DO(error);
  CHECK(memcmp(mapped, in[2][3][5], 8) == 0);
  mapped[1] = 4321;
  DO(clEnqueueUnmapMemObject(queue, a, mapped, 0, NULL, NULL));
  memcpy(back, in, sizeof in);
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 2; y++)
      memcpy(back[z][y][2], in[z + 1][y + 2][1], 3 * 8);
  for (int y = 0; y < H; y++)
    for (int c = 0; c < 4; c++)
      back[0][y][0][c] = (short)color.s[c];
  back[2][3][5][1] = 4321;
  run("box", a, H, D, out, sizeof out);
  for (int i = 0; i < D * H * W * 4; i++)
    CHECK((&out[0][0][0][0])[i] == (&back[0][0][0][0])[i]);
  DO(clEnqueueCopyImageToBuffer(queue, a, linear, zero, all, 0, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, linear, CL_TRUE, 0, sizeof in, in, 0, NULL, NULL));
  CHECK(memcmp(in, back, sizeof in) == 0);
  DO(clEnqueueCopyBufferToImage(queue, linear, b, 0, zero, all, 0, NULL, NULL));
  DO(clEnqueueReadImage(queue, b, CL_TRUE, zero, all, 0, 0, in, 0, NULL, NULL));
  CHECK(memcmp(in, back, sizeof in) == 0);
  DO(clReleaseMemObject(a));
  DO(clReleaseMemObject(b));
  DO(clReleaseMemObject(linear));
}

static void kinds(void) {
  unsigned char bytes[D][H][W];
  unsigned short words[W][2];
  cl_uint out[D][H][W][4];
  float line[W][4], values[W];
  for (int i = 0; i < D * H * W; i++)
    (&bytes[0][0][0])[i] = (unsigned char)(3 * i + 1);
  for (int i = 0; i < W; i++) {
    values[i] = (float)i - 2.5f;
    words[i][0] = (unsigned short)(i * 9000);
    words[i][1] = (unsigned short)(65535 - i);
  }
  cl_mem a = image(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_R, CL_UNSIGNED_INT8, bytes);
  run("layers", a, H, D, out, sizeof out);
  for (int i = 0; i < D * H * W; i++) {
    cl_uint *texel = &out[0][0][0][0] + 4 * i;
    CHECK(texel[0] == (&bytes[0][0][0])[i] && texel[1] == 0 && texel[2] == 0 && texel[3] == 1);
  }
  cl_mem b = image(CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_R, CL_UNSIGNED_INT8, bytes);
  run("lines", b, D, 1, out, D * W * 16);
  for (int i = 0; i < D * W; i++)
    CHECK((&out[0][0][0][0])[4 * i] == (&bytes[0][0][0])[i]);
  cl_mem c = image(CL_MEM_OBJECT_IMAGE1D, CL_R, CL_FLOAT, values);
  run("line", c, 1, 1, line, sizeof line);
  for (int i = 0; i < W; i++)
    CHECK(line[i][0] == values[i] && line[i][1] == 0 && line[i][3] == 1);
  cl_mem under = buffer(sizeof words, words);
  cl_image_format format = {CL_RG, CL_UNSIGNED_INT16};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = W, .buffer = under};
  cl_mem d = clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, NULL, &error);
  DO(error);
  run("of_buffer", d, 1, 1, out, W * 16);
  for (int i = 0; i < W; i++)
    CHECK((&out[0][0][0][0])[4 * i] == words[i][0] && (&out[0][0][0][0])[4 * i + 1] == words[i][1]);
  cl_mem all[] = {a, b, c, d, under};
  for (int i = 0; i < 5; i++)
    DO(clReleaseMemObject(all[i]));
}

static float halves(unsigned short h) {
  int exponent = h >> 10 & 31, fraction = h & 1023;
  float f = exponent == 0 ? ldexpf((float)fraction, -24) : ldexpf((float)(1024 + fraction), exponent - 25);
  return h >> 15 ? -f : f;
}

/* Channels that become floats, in three orders. */
static void channels(void) {
  static const cl_uint TYPES[] = {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16,
                                  CL_HALF_FLOAT, CL_FLOAT};
  static const cl_uint ORDERS[] = {CL_R, CL_RG, CL_RGBA};
  for (int t = 0; t < 6; t++)
    for (int o = 0; o < 3; o++) {
      union { unsigned char u8[H * W * 4]; signed char i8[H * W * 4]; unsigned short u16[H * W * 4]; short i16[H * W * 4];
              float f32[H * W * 4]; } data;
      float out[W][4];
      int each = o == 2 ? 4 : o + 1;
      for (int i = 0; i < H * W * 4; i++) {
        if (t == 5)
          data.f32[i] = 0.75f * (float)i - 4;
        else if (t == 0 || t == 2)
          data.u8[i] = (unsigned char)(i * 37 + 128);
        else
          data.u16[i] = (unsigned short)(t == 4 ? 0x3000 + i * 77 + (i % 2 << 15) : i * 5011 + 0x8000);
      }
      cl_mem from = image(CL_MEM_OBJECT_IMAGE2D, ORDERS[o], TYPES[t], &data);
      run("floats", from, 1, 1, out, sizeof out);
      for (int x = 0; x < W; x++)
        for (int c = 0; c < 4; c++) {
          int i = x * each + c;
          float expected = t == 0   ? data.u8[i] / 255.0f
                           : t == 1 ? data.u16[i] / 65535.0f
                           : t == 2 ? fmaxf(-1, data.i8[i] / 127.0f)
                           : t == 3 ? fmaxf(-1, data.i16[i] / 32767.0f)
                           : t == 4 ? halves(data.u16[i])
                                    : data.f32[i];
          if (c >= each)
            expected = c == 3;
          if (fabsf(out[x][c] - expected) > 1e-6f * fabsf(expected)) {
            fprintf(stderr, "type %d order %d x %d c %d: %g, not %g\n", t, o, x, c, out[x][c], expected);
            exit(1);
          }
        }
      DO(clReleaseMemObject(from));
    }
}

/* Channels of integers, in three orders. */
static void integers(void) {
  static const cl_uint TYPES[] = {CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
                                  CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32};
  static const cl_uint ORDERS[] = {CL_R, CL_RG, CL_RGBA};
  for (int t = 0; t < 6; t++)
    for (int o = 0; o < 3; o++) {
      unsigned char data[H * W * 4 * 4];
      cl_int out[W][4];
      int each = o == 2 ? 4 : o + 1, bytes = 1 << t % 3;
      for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(i * 89 + 100);
      cl_mem from = image(CL_MEM_OBJECT_IMAGE2D, ORDERS[o], TYPES[t], data);
      run(t < 3 ? "ints" : "uints", from, 1, 1, out, sizeof out);
      for (int x = 0; x < W; x++)
        for (int c = 0; c < 4; c++) {
          cl_uint value = 0;
          memcpy(&value, data + (x * each + c) * bytes, bytes);
          if (t < 3 && bytes < 4 && value >> (8 * bytes - 1) != 0)
            value |= ~0u << 8 * bytes;
          CHECK((cl_uint)out[x][c] == (c < each ? value : c == 3));
        }
      DO(clReleaseMemObject(from));
    }
}

/* The address of a texel in a dimension by the standard's section 8.2; -1 is the border. */
static int address(cl_uint mode, int i, int size) {
  if (mode == CL_ADDRESS_REPEAT)
    return ((i % size) + size) % size;
  if (mode == CL_ADDRESS_CLAMP)
    return i < 0 || i >= size ? -1 : i;
  return i < 0 ? 0 : i >= size ? size - 1 : i;
}

static float expected_sample(float texels[H][W], cl_uint mode, int linear, int normalized, float x, float y) {
  float at[2] = {x, y}, a[2];
  int size[2] = {W, H}, i[2][2];
  for (int d = 0; d < 2; d++) {
    float u = at[d];
    if (mode == CL_ADDRESS_REPEAT)
      u = (u - floorf(u)) * (float)size[d];
    else if (mode == CL_ADDRESS_MIRRORED_REPEAT)
      u = fabsf(u - 2.0f * rintf(0.5f * u)) * (float)size[d];
    else if (normalized)
      u *= (float)size[d];
    float low = linear ? floorf(u - 0.5f) : floorf(u);
    a[d] = linear ? u - 0.5f - low : 0;
    i[d][0] = address(mode, (int)low, size[d]);
    i[d][1] = address(mode, (int)low + 1, size[d]);
  }
  float sum = 0;
  for (int v = 0; v < 2; v++)
    for (int u = 0; u < 2; u++) {
      float weight = (u ? a[0] : 1 - a[0]) * (v ? a[1] : 1 - a[1]);
      float texel = i[0][u] < 0 || i[1][v] < 0 ? 0 : texels[i[1][v]][i[0][u]];
      sum += weight == 0 ? 0 : weight * texel;
    }
  return sum;
}

static void samplers(void) {
  enum { POINTS = 64 };
  static const cl_uint MODES[] = {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                  CL_ADDRESS_MIRRORED_REPEAT};
  float texels[H][W], at[POINTS][2], out[POINTS];
  for (int i = 0; i < H * W; i++)
    (&texels[0][0])[i] = (float)(i * i % 29) - 8;
  cl_mem from = image(CL_MEM_OBJECT_IMAGE2D, CL_R, CL_FLOAT, texels);
  cl_mem result = buffer(sizeof out, NULL);
  cl_kernel kernel = kernel_of(program, "sample");
  size_t points = POINTS;
  for (int m = 0; m < 4; m++)
    for (int linear = 0; linear < 2; linear++)
      for (int normalized = m < 2 ? 0 : 1; normalized < 2; normalized++) {
        for (int i = 0; i < POINTS; i++) {
          at[i][0] = -1.53f + 0.047f * (float)i * (normalized ? 1 : W);
          at[i][1] = 1.91f - 0.053f * (float)i * (normalized ? 1 : H);
        }
        cl_sampler_properties wanted[] = {CL_SAMPLER_NORMALIZED_COORDS, normalized, CL_SAMPLER_ADDRESSING_MODE,
            MODES[m], CL_SAMPLER_FILTER_MODE, linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, 0};
        cl_sampler sampler = clCreateSamplerWithProperties(context, wanted, &error);
        DO(error);
        cl_mem where = buffer(sizeof at, at);
        DO(clSetKernelArg(kernel, 0, sizeof from, &from));
        DO(clSetKernelArg(kernel, 1, sizeof sampler, &sampler));
        DO(clSetKernelArg(kernel, 2, sizeof where, &where));
        DO(clSetKernelArg(kernel, 3, sizeof result, &result));
        DO(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &points, NULL, 0, NULL, NULL));
        DO(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (int i = 0; i < POINTS; i++) {
          float expected = expected_sample(texels, MODES[m], linear, normalized, at[i][0], at[i][1]);
          if (fabsf(out[i] - expected) > 1e-3f) {
            fprintf(stderr, "mode %d linear %d normalized %d at %g %g: %g, not %g\n", m, linear,
                    normalized, at[i][0], at[i][1], out[i], expected);
            exit(1);
          }
        }
        DO(clReleaseMemObject(where));
        DO(clReleaseSampler(sampler));
      }
  DO(clReleaseKernel(kernel));
  DO(clReleaseMemObject(from));
  DO(clReleaseMemObject(result));
}

/* Reference counts, queries and forms of calls that the other programs do not use. */
static void counts(void) {
  cl_uint references, found;
  size_t size;
  cl_event event;
  cl_kernel kernels[16];
  cl_mem memory = clCreateBufferWithProperties(context, NULL, CL_MEM_READ_ONLY, 64, NULL, &error);
  DO(error);
  DO(clRetainMemObject(memory));
  DO(clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL));
  CHECK(references == 2);
  DO(clReleaseMemObject(memory));
  DO(clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof size, &size, NULL));
  CHECK(size == 64);
  DO(clReleaseMemObject(memory));
  cl_image_format format = {CL_RG, CL_UNSIGNED_INT16};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H};
  memory = clCreateImageWithProperties(context, NULL, CL_MEM_READ_ONLY, &format, &desc, NULL, &error);
  DO(error);
  DO(clGetImageInfo(memory, CL_IMAGE_ELEMENT_SIZE, sizeof size, &size, NULL));
  CHECK(size == 4);
  DO(clGetImageInfo(memory, CL_IMAGE_ROW_PITCH, sizeof size, &size, NULL));
  CHECK(size == W * 4);
  DO(clReleaseMemObject(memory));
  memory = clCreateImage3D(context, CL_MEM_READ_ONLY, &format, W, H, D, 0, 0, NULL, &error);
  DO(error);
  DO(clGetImageInfo(memory, CL_IMAGE_SLICE_PITCH, sizeof size, &size, NULL));
  CHECK(size == W * H * 4);
  DO(clReleaseMemObject(memory));
  cl_context_properties of[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
  cl_context other = clCreateContextFromType(of, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
  DO(error);
  DO(clReleaseContext(other));
  cl_sampler sampler = clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, &error);
  DO(error);
  DO(clRetainSampler(sampler));
  DO(clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof found, &found, NULL));
  CHECK(found == CL_ADDRESS_REPEAT);
  DO(clReleaseSampler(sampler));
  DO(clReleaseSampler(sampler));
  DO(clCreateKernelsInProgram(program, 16, kernels, &found));
  CHECK(found == 10);
  DO(clRetainKernel(kernels[0]));
  DO(clGetKernelInfo(kernels[0], CL_KERNEL_REFERENCE_COUNT, sizeof references, &references, NULL));
  CHECK(references == 2);
  DO(clReleaseKernel(kernels[0]));
  for (cl_uint i = 0; i < found; i++)
    DO(clReleaseKernel(kernels[i]));
  DO(clEnqueueMarker(queue, &event));
  DO(clRetainEvent(event));
  DO(clEnqueueWaitForEvents(queue, 1, &event));
  DO(clFlush(queue));
  DO(clReleaseEvent(event));
  DO(clReleaseEvent(event));
  DO(clRetainProgram(program));
  DO(clReleaseProgram(program));
  DO(clRetainCommandQueue(queue));
  DO(clReleaseCommandQueue(queue));
  DO(clRetainContext(context));
  DO(clReleaseContext(context));
  DO(clRetainDevice(device));
  DO(clReleaseDevice(device));
  cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id sub;
  CHECK(clCreateSubDevices(device, parts, 1, &sub, NULL) != CL_SUCCESS);
  CHECK(clEnqueueNativeKernel(queue, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL)
        == CL_INVALID_OPERATION);
}

int main(void) {
  start();
  DO(clReleaseCommandQueue(queue));
  cl_queue_properties wanted[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_command_queue_properties set;
  queue = clCreateCommandQueueWithProperties(context, device, wanted, &error);
  DO(error);
  DO(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof set, &set, NULL));
  CHECK(set == CL_QUEUE_PROFILING_ENABLE);
  program = built(SOURCE, "-cl-std=CL1.2");
  rectangles();
  objects();
  boxes();
  kinds();
  channels();
  integers();
  samplers();
  counts();
  return 0;
}
