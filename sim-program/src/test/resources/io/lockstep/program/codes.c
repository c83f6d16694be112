/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wrong calls and the errors that the specification of the OpenCL API 3.0 states for them. Each line
 * has the section of the specification, the expected error and the call. All lines are executed, and
 * each difference is reported.
 */
#include <stdint.h>

#include "check.h"

static int differences;

static void compare(int line, const char *section, const char *name, cl_int expected, cl_int got) {
  if (got != expected) {
    fprintf(stderr, "codes.c:%d: %s: %d, not %s\n", line, section, got, name);
    differences++;
  }
}

/* A call that returns its error. */
#define RETURNS(section, expected, call) compare(__LINE__, section, #expected, expected, call)
/* A call that stores its error in "error". */
#define STORES(section, expected, call) \
  (error = 1, (void)(call), compare(__LINE__, section, #expected, expected, error))

#define AT(x, y, z) ((const size_t[]){x, y, z})
#define LIST(...) ((const intptr_t[]){__VA_ARGS__, 0})
#define NO_WAIT 0, NULL, NULL
#define HUGE_SIZE ((size_t)-8)

static const char SOURCE[] =
    "kernel void values(global int *to, int v, local int *shared, float4 f) { to[0] = v; }\n"
    "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void fixed(global int *to) { to[0] = 1; }\n"
    "kernel void reads(read_only image2d_t i, sampler_t s, global float4 *to) {\n"
    "  to[0] = read_imagef(i, s, (int2)(0, 0)); }\n"
    "kernel void writes(write_only image2d_t i) { write_imagef(i, (int2)(0, 0), (float4)(1)); }\n";

static cl_context other;
static cl_command_queue foreign_queue;
static cl_program program;
static cl_mem whole, foreign, quiet, readable, writable, plane, layers, lines, volume;
static cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};
static char host[65536];

static void CL_CALLBACK built_now(cl_program of, void *data) { (void)of, (void)data; }

static cl_mem part_of(cl_mem of, cl_mem_flags flags, size_t from, size_t bytes) {
  cl_buffer_region region = {from, bytes};
  return clCreateSubBuffer(of, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
}

static cl_mem image_of(cl_mem_flags flags, cl_image_desc desc, void *data) {
  return clCreateImage(context, flags, &rgba, &desc, data, &error);
}

static cl_mem image_in(cl_channel_order order, cl_channel_type type) {
  cl_image_format format = {order, type};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
  return clCreateImage(context, 0, &format, &desc, NULL, &error);
}

static cl_mem made(cl_mem memory) {
  DO(error);
  return memory;
}

static cl_program source(const char *text) {
  cl_program created = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  DO(error);
  return created;
}

static void setup(void) {
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 8};
  other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  DO(error);
  foreign_queue = clCreateCommandQueue(other, device, 0, &error);
  DO(error);
  program = built(SOURCE, "");
  whole = made(clCreateBuffer(context, 0, 4096, NULL, &error));
  foreign = made(clCreateBuffer(other, 0, 4096, NULL, &error));
  quiet = made(clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 4096, NULL, &error));
  readable = made(clCreateBuffer(context, CL_MEM_HOST_READ_ONLY, 4096, NULL, &error));
  writable = made(clCreateBuffer(context, CL_MEM_HOST_WRITE_ONLY, 4096, NULL, &error));
  plane = made(image_of(0, desc, NULL));
  desc.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY;
  desc.image_array_size = 4;
  layers = made(image_of(0, desc, NULL));
  desc.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY;
  lines = made(image_of(0, desc, NULL));
  desc.image_type = CL_MEM_OBJECT_IMAGE3D;
  desc.image_depth = 4;
  volume = made(image_of(0, desc, NULL));
}

static void platforms(void) {
  cl_uint count;
  cl_device_id found;
  size_t size;
  RETURNS("4.1", CL_INVALID_VALUE, clGetPlatformIDs(0, &platform, NULL));
  RETURNS("4.1", CL_INVALID_VALUE, clGetPlatformIDs(1, NULL, NULL));
  RETURNS("4.1", CL_INVALID_PLATFORM,
          clGetPlatformInfo((cl_platform_id)device, CL_PLATFORM_NAME, 0, NULL, &size));
  RETURNS("4.1", CL_INVALID_VALUE, clGetPlatformInfo(platform, 0x8888, 0, NULL, &size));
  RETURNS("4.2", CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 0, 1, &found, NULL));
  RETURNS("4.2", CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 1 << 9, 1, &found, NULL));
  RETURNS("4.2", CL_DEVICE_NOT_FOUND,
          clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &found, &count));
  RETURNS("4.2", CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, NULL));
  RETURNS("4.2", CL_SUCCESS, clGetDeviceIDs(platform, (cl_device_type)-1, 1, &found, NULL));
  RETURNS("4.2", CL_INVALID_VALUE, clGetDeviceInfo(device, 0x8888, 0, NULL, &size));
  RETURNS("4.2", CL_INVALID_VALUE, clGetDeviceInfo(device, CL_DEVICE_VENDOR, 1, host, NULL));
}

static void contexts(void) {
  const intptr_t of = (intptr_t)platform;
  STORES("4.4", CL_INVALID_VALUE, clCreateContext(NULL, 0, &device, NULL, NULL, &error));
  STORES("4.4", CL_INVALID_VALUE, clCreateContext(NULL, 1, &device, NULL, host, &error));
  STORES("4.4", CL_INVALID_PLATFORM, clCreateContext(LIST(CL_CONTEXT_PLATFORM, (intptr_t)device), 1,
                                                     &device, NULL, NULL, &error));
  STORES("4.4", CL_INVALID_PROPERTY,
         clCreateContext(LIST(CL_CONTEXT_PLATFORM, of, CL_CONTEXT_PLATFORM, of), 1, &device, NULL,
                         NULL, &error));
  STORES("4.4", CL_INVALID_PROPERTY,
         clCreateContext(LIST(0x5555, 1), 1, &device, NULL, NULL, &error));
  STORES("4.4", CL_INVALID_PROPERTY,
         clCreateContext(LIST(CL_CONTEXT_INTEROP_USER_SYNC, 7), 1, &device, NULL, NULL, &error));
  STORES("4.4", CL_INVALID_VALUE, clCreateContextFromType(LIST(CL_CONTEXT_PLATFORM, of),
                                                          CL_DEVICE_TYPE_GPU, NULL, host, &error));
  STORES("4.4", CL_INVALID_DEVICE_TYPE,
         clCreateContextFromType(LIST(CL_CONTEXT_PLATFORM, of), 0, NULL, NULL, &error));
  STORES("4.4", CL_DEVICE_NOT_FOUND, clCreateContextFromType(LIST(CL_CONTEXT_PLATFORM, of),
                                                             CL_DEVICE_TYPE_CPU, NULL, NULL, &error));
  RETURNS("4.4", CL_INVALID_VALUE, clGetContextInfo(context, 0x8888, 0, NULL, NULL));
}

static void queues(void) {
  cl_queue_properties unknown[] = {0x8888, 1, 0}, sized[] = {CL_QUEUE_SIZE, 64, 0};
  cl_queue_properties bits[] = {CL_QUEUE_PROPERTIES, 1 << 9, 0};
  cl_queue_properties own[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | 1, 0};
  STORES("5.1", CL_INVALID_VALUE, clCreateCommandQueue(context, device, 1 << 9, &error));
  STORES("5.1", CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, bits, &error));
  STORES("5.1", CL_INVALID_VALUE,
         clCreateCommandQueueWithProperties(context, device, unknown, &error));
  STORES("5.1", CL_INVALID_VALUE,
         clCreateCommandQueueWithProperties(context, device, sized, &error));
  STORES("5.1", CL_INVALID_QUEUE_PROPERTIES,
         clCreateCommandQueueWithProperties(context, device, own, &error));
}

static void buffers(void) {
  const cl_mem_flags both = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  cl_mem_properties property[] = {0x8888, 1, 0};
  cl_mem sink = made(clCreateBuffer(context, CL_MEM_WRITE_ONLY, 4096, NULL, &error));
  cl_mem fixed = made(clCreateBuffer(context, CL_MEM_READ_ONLY, 4096, NULL, &error));
  STORES("5.2.1", CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, 0, NULL, &error));
  STORES("5.2.1", CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, HUGE_SIZE, NULL, &error));
  STORES("5.2.1", CL_INVALID_VALUE, clCreateBuffer(context, both, 64, NULL, &error));
  STORES("5.2.1", CL_INVALID_VALUE, clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64,
                                                   NULL, &error));
  STORES("5.2.1", CL_INVALID_VALUE, clCreateBuffer(context, 1ull << 33, 64, NULL, &error));
  STORES("5.2.1", CL_INVALID_VALUE,
         clCreateBuffer(context, CL_MEM_KERNEL_READ_AND_WRITE, 64, NULL, &error));
  STORES("5.2.1", CL_INVALID_VALUE,
         clCreateBuffer(context, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 64, NULL, &error));
  STORES("5.2.1", CL_INVALID_VALUE,
         clCreateBuffer(context, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 64, NULL, &error));
  STORES("5.2.1", CL_INVALID_VALUE,
         clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, host, &error));
  STORES("5.2.1", CL_INVALID_VALUE,
         clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 64, host, &error));
  STORES("5.2.1", CL_INVALID_HOST_PTR,
         clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64, NULL, &error));
  STORES("5.2.1", CL_INVALID_HOST_PTR, clCreateBuffer(context, 0, 64, host, &error));
  STORES("5.2.1", CL_INVALID_PROPERTY,
         clCreateBufferWithProperties(context, property, 0, 64, NULL, &error));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(whole, 0, 4096, 256));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(whole, 0, 256, HUGE_SIZE));
  STORES("5.2.1", CL_MISALIGNED_SUB_BUFFER_OFFSET, part_of(whole, 0, 4, 64));
  STORES("5.2.1", CL_INVALID_BUFFER_SIZE, part_of(whole, 0, 0, 0));
  STORES("5.2.1", CL_INVALID_VALUE,
         clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &error));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(sink, CL_MEM_READ_ONLY, 0, 256));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(sink, CL_MEM_READ_WRITE, 0, 256));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(fixed, CL_MEM_WRITE_ONLY, 0, 256));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(whole, both, 0, 256));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(whole, CL_MEM_ALLOC_HOST_PTR, 0, 256));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(quiet, CL_MEM_HOST_WRITE_ONLY, 0, 256));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(readable, CL_MEM_HOST_WRITE_ONLY, 0, 256));
  STORES("5.2.1", CL_INVALID_VALUE, part_of(writable, CL_MEM_HOST_READ_ONLY, 0, 256));
  cl_mem part = made(part_of(quiet, 0, 256, 256));
  STORES("5.2.1", CL_INVALID_MEM_OBJECT, part_of(part, 0, 0, 64));
  RETURNS("5.2.2", CL_INVALID_OPERATION, clEnqueueReadBuffer(queue, part, 1, 0, 4, host, NO_WAIT));
}

/* What the host may not do with a buffer or an image. */
static void host_access(void) {
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
  cl_mem hidden = made(image_of(CL_MEM_HOST_NO_ACCESS, desc, NULL));
  cl_mem shown = made(image_of(CL_MEM_HOST_READ_ONLY, desc, NULL));
  cl_mem taken = made(image_of(CL_MEM_HOST_WRITE_ONLY, desc, NULL));
  const size_t *o = AT(0, 0, 0), *r = AT(4, 1, 1);
  size_t pitch;
  RETURNS("5.2.2", CL_INVALID_OPERATION, clEnqueueReadBuffer(queue, quiet, 1, 0, 4, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_OPERATION,
          clEnqueueReadBuffer(queue, writable, 1, 0, 4, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_OPERATION, clEnqueueWriteBuffer(queue, quiet, 1, 0, 4, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_OPERATION,
          clEnqueueWriteBuffer(queue, readable, 1, 0, 4, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_OPERATION,
          clEnqueueReadBufferRect(queue, writable, 1, o, o, r, 0, 0, 0, 0, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_OPERATION,
          clEnqueueWriteBufferRect(queue, quiet, 1, o, o, r, 0, 0, 0, 0, host, NO_WAIT));
  STORES("5.2.4", CL_INVALID_OPERATION,
         clEnqueueMapBuffer(queue, readable, 1, CL_MAP_WRITE, 0, 4, NO_WAIT, &error));
  STORES("5.2.4", CL_INVALID_OPERATION, clEnqueueMapBuffer(queue, readable, 1,
                                CL_MAP_WRITE_INVALIDATE_REGION, 0, 4, NO_WAIT, &error));
  STORES("5.2.4", CL_INVALID_OPERATION,
         clEnqueueMapBuffer(queue, writable, 1, CL_MAP_READ, 0, 4, NO_WAIT, &error));
  STORES("5.2.4", CL_INVALID_OPERATION,
         clEnqueueMapBuffer(queue, quiet, 1, CL_MAP_READ, 0, 4, NO_WAIT, &error));
  RETURNS("5.2.3", CL_SUCCESS, clEnqueueFillBuffer(queue, quiet, host, 4, 0, 64, NO_WAIT));
  RETURNS("5.2.2", CL_SUCCESS, clEnqueueCopyBuffer(queue, quiet, writable, 0, 0, 64, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_OPERATION,
          clEnqueueReadImage(queue, hidden, 1, o, r, 0, 0, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_OPERATION,
          clEnqueueReadImage(queue, taken, 1, o, r, 0, 0, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_OPERATION,
          clEnqueueWriteImage(queue, shown, 1, o, r, 0, 0, host, NO_WAIT));
  STORES("5.3.6", CL_INVALID_OPERATION, clEnqueueMapImage(queue, shown, 1, CL_MAP_WRITE, o, r, &pitch,
                                                          NULL, NO_WAIT, &error));
  STORES("5.3.6", CL_INVALID_OPERATION, clEnqueueMapImage(queue, taken, 1, CL_MAP_READ, o, r, &pitch,
                                                          NULL, NO_WAIT, &error));
}

static void transfers(void) {
  cl_mem part = made(part_of(whole, 0, 0, 512)), next = made(part_of(whole, 0, 256, 512));
  const size_t *o = AT(0, 0, 0);
  RETURNS("5.2.2", CL_INVALID_COMMAND_QUEUE,
          clEnqueueReadBuffer(NULL, whole, 1, 0, 4, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE, clEnqueueReadBuffer(queue, whole, 1, 4094, 4, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE,
          clEnqueueReadBuffer(queue, whole, 1, HUGE_SIZE, 16, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE, clEnqueueWriteBuffer(queue, whole, 1, 0, 4, NULL, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_CONTEXT,
          clEnqueueReadBuffer(foreign_queue, whole, 1, 0, 4, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_CONTEXT,
          clEnqueueWriteBuffer(queue, foreign, 1, 0, 4, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_MEM_OBJECT,
          clEnqueueReadBuffer(queue, plane, 1, 0, 4, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_CONTEXT,
          clEnqueueCopyBuffer(queue, whole, foreign, 0, 0, 4, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE,
          clEnqueueCopyBuffer(queue, whole, quiet, HUGE_SIZE, 0, 16, NO_WAIT));
  RETURNS("5.2.2", CL_MEM_COPY_OVERLAP,
          clEnqueueCopyBuffer(queue, whole, whole, 16, 8, 16, NO_WAIT));
  RETURNS("5.2.2", CL_MEM_COPY_OVERLAP,
          clEnqueueCopyBuffer(queue, part, next, 256, 0, 16, NO_WAIT));
  RETURNS("5.2.2", CL_SUCCESS, clEnqueueCopyBuffer(queue, part, next, 0, 0, 256, NO_WAIT));
  RETURNS("5.2.3", CL_INVALID_VALUE, clEnqueueFillBuffer(queue, whole, host, 6, 0, 12, NO_WAIT));
  RETURNS("5.2.3", CL_INVALID_VALUE, clEnqueueFillBuffer(queue, whole, host, 8, 4, 8, NO_WAIT));
  RETURNS("5.2.3", CL_INVALID_VALUE, clEnqueueFillBuffer(queue, whole, host, 8, 0, 12, NO_WAIT));
  RETURNS("5.2.3", CL_INVALID_VALUE,
          clEnqueueFillBuffer(queue, whole, host, 8, HUGE_SIZE, 16, NO_WAIT));
  RETURNS("5.2.3", CL_INVALID_CONTEXT,
          clEnqueueFillBuffer(queue, foreign, host, 4, 0, 4, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE,
          clEnqueueReadBufferRect(queue, whole, 1, o, o, AT(8, 2, 1), 6, 0, 0, 0, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE,
          clEnqueueReadBufferRect(queue, whole, 1, o, o, AT(8, 2, 2), 8, 12, 0, 0, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE,
          clEnqueueReadBufferRect(queue, whole, 1, o, o, AT(8, 2, 2), 8, 20, 0, 0, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE,
          clEnqueueWriteBufferRect(queue, whole, 1, o, o, AT(8, 2, 2), 0, 0, 8, 20, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE, clEnqueueWriteBufferRect(queue, whole, 1, AT(0, (size_t)1 << 60, 0),
                                             o, AT(16, 2, 1), 16, 0, 0, 0, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE, clEnqueueReadBufferRect(queue, whole, 1, o, o,
                                AT((size_t)1 << 32, (size_t)1 << 32, 1), 0, 0, 0, 0, host, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE,
          clEnqueueReadBufferRect(queue, whole, 1, o, o, AT(8, 0, 1), 0, 0, 0, 0, host, NO_WAIT));
  RETURNS("5.2.2", CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect(queue, whole, whole, o, AT(3, 2, 0),
                                                 AT(4, 4, 1), 32, 0, 32, 0, NO_WAIT));
  RETURNS("5.2.2", CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect(queue, part, next, AT(0, 8, 0),
                                                 AT(2, 0, 0), AT(4, 2, 1), 32, 0, 32, 0, NO_WAIT));
  RETURNS("5.2.2", CL_SUCCESS, clEnqueueCopyBufferRect(queue, whole, whole, o, AT(8, 0, 0),
                                                 AT(8, 4, 2), 32, 0, 32, 0, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE, clEnqueueCopyBufferRect(queue, whole, whole, o, AT(0, 40, 0),
                                                 AT(4, 2, 1), 16, 0, 32, 0, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE, clEnqueueCopyBufferRect(queue, whole, whole, o, AT(0, 40, 0),
                                                 AT(4, 2, 2), 16, 32, 16, 48, NO_WAIT));
  RETURNS("5.2.2", CL_INVALID_VALUE, clEnqueueCopyBufferRect(queue, whole, quiet, o, AT(0, 0, HUGE_SIZE),
                                                 AT(4, 2, 2), 16, 32, 16, 32, NO_WAIT));
}

static void mappings(void) {
  cl_event user = clCreateUserEvent(context, &error);
  STORES("5.2.4", CL_INVALID_VALUE, clEnqueueMapBuffer(queue, whole, 1, 1 << 9, 0, 4, NO_WAIT, &error));
  STORES("5.2.4", CL_INVALID_VALUE,
         clEnqueueMapBuffer(queue, whole, 1, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4,
                            NO_WAIT, &error));
  STORES("5.2.4", CL_INVALID_VALUE,
         clEnqueueMapBuffer(queue, whole, 1, CL_MAP_READ, HUGE_SIZE, 16, NO_WAIT, &error));
  STORES("5.2.4", CL_INVALID_VALUE,
         clEnqueueMapBuffer(queue, whole, 1, CL_MAP_READ, 0, 0, NO_WAIT, &error));
  STORES("5.2.4", CL_INVALID_CONTEXT,
         clEnqueueMapBuffer(queue, foreign, 1, CL_MAP_READ, 0, 4, NO_WAIT, &error));
  STORES("5.2.4", CL_INVALID_EVENT_WAIT_LIST,
         clEnqueueMapBuffer(queue, whole, 1, CL_MAP_WRITE, 64, 64, 0, &user, NULL, &error));
  void *mapped = clEnqueueMapBuffer(queue, whole, 1, CL_MAP_WRITE, 64, 64, NO_WAIT, &error);
  DO(error);
  STORES("5.2.4", CL_INVALID_OPERATION,
         clEnqueueMapBuffer(queue, whole, 1, CL_MAP_READ | CL_MAP_WRITE, 127, 8, NO_WAIT, &error));
  RETURNS("5.5.2", CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, whole, host, NO_WAIT));
  RETURNS("5.5.2", CL_INVALID_CONTEXT,
          clEnqueueUnmapMemObject(foreign_queue, whole, mapped, NO_WAIT));
  RETURNS("5.5.2", CL_INVALID_EVENT_WAIT_LIST,
          clEnqueueUnmapMemObject(queue, whole, mapped, 1, NULL, NULL));
  RETURNS("5.5.2", CL_SUCCESS, clEnqueueUnmapMemObject(queue, whole, mapped, NO_WAIT));
  RETURNS("5.5.4", CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 1, NULL, 0, NO_WAIT));
  RETURNS("5.5.4", CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 1, &whole, 1 << 9, NO_WAIT));
  RETURNS("5.5.4", CL_INVALID_CONTEXT, clEnqueueMigrateMemObjects(queue, 1, &foreign, 0, NO_WAIT));
  RETURNS("5.5.4", CL_INVALID_MEM_OBJECT,
          clEnqueueMigrateMemObjects(queue, 1, (cl_mem *)&program, 0, NO_WAIT));
}

static void images(void) {
  const cl_mem_flags data = CL_MEM_COPY_HOST_PTR;
  cl_mem_properties property[] = {0x8888, 1, 0};
  cl_image_desc flat = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 8};
  cl_image_desc d;
  cl_mem sink = made(clCreateBuffer(context, CL_MEM_WRITE_ONLY, 4096, NULL, &error));
  STORES("5.3.1", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
         clCreateImage(context, 0, NULL, &flat, NULL, &error));
  STORES("5.3.1", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, image_in(0x2, CL_UNORM_INT8));
  STORES("5.3.1", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, image_in(CL_RGBA, 0x10A0));
  STORES("5.3.1", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, image_in(CL_RGBA, CL_UNORM_SHORT_565));
  STORES("5.3.1", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, image_in(CL_RGB, CL_UNORM_INT8));
  STORES("5.3.1", CL_IMAGE_FORMAT_NOT_SUPPORTED, image_in(CL_RGB, CL_UNORM_SHORT_565));
  STORES("5.3.1", CL_IMAGE_FORMAT_NOT_SUPPORTED, image_in(CL_BGRA, CL_UNORM_INT8));
  STORES("5.3.1", CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, NULL, NULL, &error));
  STORES("5.3.1", CL_INVALID_PROPERTY,
         clCreateImageWithProperties(context, property, 0, &rgba, &flat, NULL, &error));
  STORES("5.3.1", CL_INVALID_VALUE, image_of(1ull << 33, flat, NULL));
  STORES("5.3.1", CL_INVALID_VALUE, image_of(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, flat, NULL));
  STORES("5.3.1", CL_INVALID_HOST_PTR, image_of(0, flat, host));
  STORES("5.3.1", CL_INVALID_HOST_PTR, image_of(data, flat, NULL));
  d = flat;
  d.image_type = CL_MEM_OBJECT_BUFFER;
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(0, d, NULL));
  d = flat;
  d.image_width = 1 << 20;
  STORES("5.3.1.2", CL_INVALID_IMAGE_SIZE, image_of(0, d, NULL));
  d = flat;
  d.image_height = ((size_t)1 << 32) + 4;
  STORES("5.3.1.2", CL_INVALID_IMAGE_SIZE, image_of(0, d, NULL));
  d = flat;
  d.image_height = 0;
  STORES("5.3.1.2", CL_INVALID_IMAGE_SIZE, image_of(0, d, NULL));
  d = (cl_image_desc){CL_MEM_OBJECT_IMAGE3D, 4096, 1, 2};
  STORES("5.3.1.2", CL_INVALID_IMAGE_SIZE, image_of(0, d, NULL));
  d = (cl_image_desc){CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 1, ((size_t)1 << 32) + 1};
  STORES("5.3.1.2", CL_INVALID_IMAGE_SIZE, image_of(0, d, NULL));
  d = flat;
  d.image_row_pitch = 64;
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(0, d, NULL));
  STORES("5.3.1.2", CL_SUCCESS, image_of(data, d, host));
  d.image_row_pitch = 70;
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(data, d, host));
  d.image_row_pitch = 60;
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(data, d, host));
  d = (cl_image_desc){CL_MEM_OBJECT_IMAGE3D, 4, 4, 2, 0, 16, 72};
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(data, d, host));
  d.image_slice_pitch = 48;
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(data, d, host));
  d = flat;
  d.num_mip_levels = 2;
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(0, d, NULL));
  d = flat;
  d.num_samples = 2;
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(0, d, NULL));
  d = (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16};
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(0, d, NULL));
  d.buffer = sink;
  STORES("5.3.1", CL_INVALID_VALUE, image_of(CL_MEM_READ_ONLY, d, NULL));
  STORES("5.3.1", CL_INVALID_VALUE, image_of(CL_MEM_COPY_HOST_PTR, d, host));
  d.buffer = foreign;
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(0, d, NULL));
  d.buffer = quiet;
  STORES("5.3.1", CL_INVALID_VALUE, image_of(CL_MEM_HOST_READ_ONLY, d, NULL));
  cl_mem view = made(image_of(0, d, NULL));
  const size_t *o = AT(0, 0, 0), *r = AT(4, 1, 1);
  RETURNS("5.3.3", CL_INVALID_OPERATION, clEnqueueReadImage(queue, view, 1, o, r, 0, 0, host, NO_WAIT));
  RETURNS("5.3.5", CL_INVALID_MEM_OBJECT,
          clEnqueueCopyImageToBuffer(queue, view, quiet, o, r, 0, NO_WAIT));
  RETURNS("5.3.5", CL_INVALID_MEM_OBJECT,
          clEnqueueCopyBufferToImage(queue, quiet, view, 0, o, r, NO_WAIT));
  d.image_type = CL_MEM_OBJECT_IMAGE1D;
  STORES("5.3.1.2", CL_INVALID_IMAGE_DESCRIPTOR, image_of(0, d, NULL));
  STORES("5.3.1", CL_INVALID_IMAGE_SIZE,
         clCreateImage2D(context, data, &rgba, 16, 8, 70, host, &error));
  STORES("5.3.1", CL_INVALID_IMAGE_SIZE,
         clCreateImage3D(context, 0, &rgba, 16, 8, 1, 0, 0, NULL, &error));
  cl_uint n = 1;
  RETURNS("5.3.2", CL_INVALID_VALUE,
          clGetSupportedImageFormats(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                     CL_MEM_OBJECT_IMAGE2D, 0, NULL, &n));
  RETURNS("5.3.2", CL_INVALID_VALUE,
          clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &n));
  RETURNS("5.3.2", CL_SUCCESS, clGetSupportedImageFormats(context, CL_MEM_KERNEL_READ_AND_WRITE,
                                                          CL_MEM_OBJECT_IMAGE2D, 0, NULL, &n));
  CHECK(n == 0);
  RETURNS("5.3.7", CL_INVALID_MEM_OBJECT, clGetImageInfo(whole, CL_IMAGE_WIDTH, 0, NULL, NULL));
}

static void image_commands(void) {
  const size_t *o = AT(0, 0, 0), *r = AT(4, 2, 1);
  size_t pitch;
  RETURNS("5.3.3", CL_INVALID_VALUE,
          clEnqueueReadImage(queue, plane, 1, AT(0, 0, 1), r, 0, 0, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE,
          clEnqueueReadImage(queue, plane, 1, AT(HUGE_SIZE, 0, 0), AT(16, 1, 1), 0, 0, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE,
          clEnqueueReadImage(queue, lines, 1, AT(0, 0, 1), r, 0, 0, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE,
          clEnqueueReadImage(queue, lines, 1, o, AT(4, 2, 2), 0, 0, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE, clEnqueueReadImage(queue, plane, 1, o, r, 12, 0, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE, clEnqueueReadImage(queue, plane, 1, o, r, 0, 64, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE,
          clEnqueueWriteImage(queue, plane, 1, o, r, 0, 64, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE,
          clEnqueueWriteImage(queue, volume, 1, o, AT(4, 2, 2), 16, 31, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE,
          clEnqueueReadImage(queue, layers, 1, o, AT(4, 2, 2), 16, 16, host, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE, clEnqueueReadImage(queue, plane, 1, o, r, 0, 0, NULL, NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_CONTEXT,
          clEnqueueReadImage(foreign_queue, plane, 1, o, r, 0, 0, host, NO_WAIT));
  RETURNS("5.3.3", CL_MEM_COPY_OVERLAP,
          clEnqueueCopyImage(queue, plane, plane, o, AT(2, 1, 0), AT(4, 4, 1), NO_WAIT));
  RETURNS("5.3.3", CL_SUCCESS,
          clEnqueueCopyImage(queue, plane, plane, o, AT(8, 0, 0), AT(8, 8, 1), NO_WAIT));
  RETURNS("5.3.3", CL_INVALID_VALUE,
          clEnqueueCopyImage(queue, plane, plane, o, AT(8, 0, 0), AT(4, 4, 2), NO_WAIT));
  RETURNS("5.3.5", CL_INVALID_VALUE,
          clEnqueueCopyImageToBuffer(queue, plane, whole, o, r, HUGE_SIZE, NO_WAIT));
  RETURNS("5.3.5", CL_INVALID_CONTEXT,
          clEnqueueCopyBufferToImage(queue, foreign, plane, 0, o, r, NO_WAIT));
  RETURNS("5.3.4", CL_INVALID_VALUE, clEnqueueFillImage(queue, plane, NULL, o, r, NO_WAIT));
  STORES("5.3.6", CL_INVALID_VALUE, clEnqueueMapImage(queue, layers, 1, CL_MAP_READ, o, r, &pitch, NULL,
                                                      NO_WAIT, &error));
  STORES("5.3.6", CL_INVALID_VALUE, clEnqueueMapImage(queue, volume, 1, CL_MAP_READ, o, r, &pitch, NULL,
                                                      NO_WAIT, &error));
  STORES("5.3.6", CL_INVALID_VALUE, clEnqueueMapImage(queue, plane, 1, CL_MAP_READ, o, r, NULL, NULL,
                                                      NO_WAIT, &error));
  STORES("5.3.6", CL_INVALID_VALUE, clEnqueueMapImage(queue, plane, 1, 1 << 9, o, r, &pitch, NULL,
                                                      NO_WAIT, &error));
  clEnqueueMapImage(queue, plane, 1, CL_MAP_WRITE, o, r, &pitch, NULL, NO_WAIT, &error);
  DO(error);
  STORES("5.3.6", CL_INVALID_OPERATION, clEnqueueMapImage(queue, plane, 1, CL_MAP_WRITE, AT(3, 1, 0), r,
                                                          &pitch, NULL, NO_WAIT, &error));
  STORES("5.3.6", CL_SUCCESS, clEnqueueMapImage(queue, plane, 1, CL_MAP_WRITE, AT(4, 0, 0), r, &pitch,
                                                NULL, NO_WAIT, &error));
}

static void samplers(void) {
  const cl_sampler_properties filter = CL_SAMPLER_FILTER_MODE, near = CL_FILTER_NEAREST;
  cl_sampler_properties twice[] = {filter, near, filter, near, 0}, unknown[] = {0x8888, 1, 0};
  cl_sampler_properties wide[] = {filter, near + ((cl_sampler_properties)1 << 32), 0};
  cl_sampler_properties wrap[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_ADDRESSING_MODE,
                                  CL_ADDRESS_MIRRORED_REPEAT, 0};
  STORES("5.7.1", CL_INVALID_VALUE, clCreateSampler(context, CL_FALSE, CL_ADDRESS_REPEAT, near, &error));
  STORES("5.7.1", CL_INVALID_VALUE, clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, 7, &error));
  STORES("5.7.1", CL_INVALID_VALUE, clCreateSampler(context, CL_TRUE, 7, near, &error));
  STORES("5.7.1", CL_INVALID_VALUE, clCreateSamplerWithProperties(context, twice, &error));
  STORES("5.7.1", CL_INVALID_VALUE, clCreateSamplerWithProperties(context, unknown, &error));
  STORES("5.7.1", CL_INVALID_VALUE, clCreateSamplerWithProperties(context, wide, &error));
  STORES("5.7.1", CL_INVALID_VALUE, clCreateSamplerWithProperties(context, wrap, &error));
  STORES("5.7.1", CL_INVALID_CONTEXT, clCreateSamplerWithProperties(NULL, twice, &error));
}

static cl_program of_binary(size_t size, const unsigned char *binary) {
  return clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL, &error);
}

static void programs(void) {
  const char *text = SOURCE, *name = "a.h";
  cl_program fresh = source(SOURCE), wrong = source("kernel void k(global int *o) { o[0] = ; }");
  cl_program twice = source("#ifdef NO\n#error no\n#endif\nkernel void k(global int *o) { o[0] = 1; }");
  cl_kernel kernel = kernel_of(program, "fixed");
  cl_program elsewhere = clCreateProgramWithSource(other, 1, &text, NULL, &error);
  DO(error);
  STORES("5.8.1", CL_INVALID_VALUE, clCreateProgramWithSource(context, 0, &text, NULL, &error));
  STORES("5.8.1", CL_INVALID_BINARY, of_binary(4, (const unsigned char *)"none"));
  STORES("5.8.1", CL_INVALID_VALUE, of_binary(0, (const unsigned char *)"none"));
  STORES("5.8.1", CL_INVALID_VALUE, of_binary(4, NULL));
  RETURNS("5.8.4", CL_INVALID_OPERATION, clBuildProgram(program, 1, &device, "", NULL, NULL));
  RETURNS("5.8.4", CL_INVALID_VALUE, clBuildProgram(fresh, 1, &device, "", NULL, host));
  RETURNS("5.8.4", CL_INVALID_VALUE, clBuildProgram(fresh, 0, &device, "", NULL, NULL));
  RETURNS("5.8.4", CL_INVALID_BUILD_OPTIONS,
          clBuildProgram(fresh, 1, &device, "-no-such-option", NULL, NULL));
  RETURNS("5.8.4", CL_INVALID_BUILD_OPTIONS,
          clBuildProgram(fresh, 1, &device, "-cl-std=CL9.9", NULL, NULL));
  RETURNS("5.8.4", CL_BUILD_PROGRAM_FAILURE, clBuildProgram(wrong, 1, &device, "", NULL, NULL));
  RETURNS("5.8.5", CL_INVALID_VALUE,
          clCompileProgram(fresh, 1, &device, "", 0, NULL, &name, NULL, NULL));
  RETURNS("5.8.5", CL_INVALID_VALUE,
          clCompileProgram(fresh, 1, &device, "", 0, &wrong, NULL, NULL, NULL));
  RETURNS("5.8.5", CL_INVALID_VALUE,
          clCompileProgram(fresh, 1, &device, "", 1, NULL, &name, NULL, NULL));
  RETURNS("5.8.5", CL_INVALID_VALUE,
          clCompileProgram(fresh, 1, &device, "", 0, NULL, NULL, NULL, host));
  RETURNS("5.8.5", CL_INVALID_CONTEXT,
          clCompileProgram(fresh, 1, &device, "", 1, &elsewhere, &name, NULL, NULL));
  RETURNS("5.8.5", CL_COMPILE_PROGRAM_FAILURE,
          clCompileProgram(wrong, 1, &device, "", 0, NULL, NULL, NULL, NULL));
  RETURNS("5.8.5", CL_INVALID_COMPILER_OPTIONS,
          clCompileProgram(fresh, 1, &device, "-no-such-option", 0, NULL, NULL, NULL, NULL));
  RETURNS("5.8.5", CL_SUCCESS, clCompileProgram(source("int less(int a);\nint twice(int a) { return less(a); }"),
                                                1, &device, "", 0, NULL, NULL, NULL, NULL));
  STORES("5.8.5", CL_INVALID_OPERATION,
         clLinkProgram(context, 1, &device, "", 1, &wrong, NULL, NULL, &error));
  STORES("5.8.5", CL_INVALID_VALUE,
         clLinkProgram(context, 1, &device, "", 0, &fresh, NULL, NULL, &error));
  STORES("5.8.5", CL_INVALID_VALUE,
         clLinkProgram(context, 1, &device, "", 1, &fresh, NULL, host, &error));
  STORES("5.8.5", CL_INVALID_OPERATION,
         clLinkProgram(context, 1, &device, "", 1, &fresh, built_now, NULL, &error));
  STORES("5.8.5", CL_INVALID_CONTEXT,
         clLinkProgram(context, 1, &device, "", 1, &elsewhere, NULL, NULL, &error));
  STORES("5.8.5", CL_INVALID_PROGRAM,
         clLinkProgram(context, 1, &device, "", 1, (cl_program *)&whole, NULL, NULL, &error));
  RETURNS("5.8.9", CL_INVALID_PROGRAM_EXECUTABLE,
          clGetProgramInfo(fresh, CL_PROGRAM_NUM_KERNELS, 0, NULL, NULL));
  STORES("5.9.1", CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(fresh, "values", &error));
  STORES("5.9.1", CL_INVALID_KERNEL_NAME, clCreateKernel(program, "none", &error));
  STORES("5.9.1", CL_INVALID_VALUE, clCreateKernel(program, NULL, &error));
  DO(clBuildProgram(twice, 1, &device, "", NULL, NULL));
  RETURNS("5.8.4", CL_BUILD_PROGRAM_FAILURE, clBuildProgram(twice, 1, &device, "-DNO", NULL, NULL));
  STORES("5.9.1", CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(twice, "k", &error));
  DO(clBuildProgram(twice, 1, &device, "", NULL, NULL));
  DO(clCompileProgram(twice, 1, &device, "", 0, NULL, NULL, NULL, NULL));
  STORES("5.9.1", CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(twice, "k", &error));
  DO(clReleaseKernel(kernel));
}

static void arguments(void) {
  cl_kernel values = kernel_of(program, "values"), reads = kernel_of(program, "reads");
  cl_kernel writes = kernel_of(program, "writes");
  cl_sampler near = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  DO(error);
  cl_sampler far = clCreateSampler(other, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  DO(error);
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
  cl_mem sink = made(image_of(CL_MEM_WRITE_ONLY, desc, NULL)), none = NULL;
  cl_mem fixed = made(image_of(CL_MEM_READ_ONLY, desc, NULL));
  size_t size;
  RETURNS("5.9.2", CL_INVALID_ARG_INDEX, clSetKernelArg(values, 4, 4, host));
  RETURNS("5.9.2", CL_INVALID_ARG_SIZE, clSetKernelArg(values, 1, 2, host));
  RETURNS("5.9.2", CL_INVALID_ARG_VALUE, clSetKernelArg(values, 1, 4, NULL));
  RETURNS("5.9.2", CL_INVALID_ARG_SIZE, clSetKernelArg(values, 2, 0, NULL));
  RETURNS("5.9.2", CL_INVALID_ARG_VALUE, clSetKernelArg(values, 2, 4, host));
  RETURNS("5.9.2", CL_INVALID_ARG_SIZE, clSetKernelArg(values, 0, 4, &whole));
  RETURNS("5.9.2", CL_INVALID_MEM_OBJECT, clSetKernelArg(values, 0, sizeof near, &near));
  RETURNS("5.9.2", CL_INVALID_MEM_OBJECT, clSetKernelArg(values, 0, sizeof plane, &plane));
  RETURNS("5.9.2", CL_INVALID_CONTEXT, clSetKernelArg(values, 0, sizeof foreign, &foreign));
  RETURNS("5.9.2", CL_INVALID_MEM_OBJECT, clSetKernelArg(reads, 0, sizeof whole, &whole));
  RETURNS("5.9.2", CL_INVALID_MEM_OBJECT, clSetKernelArg(reads, 0, sizeof none, &none));
  RETURNS("5.9.2", CL_INVALID_ARG_VALUE, clSetKernelArg(reads, 0, sizeof sink, &sink));
  RETURNS("5.9.2", CL_INVALID_ARG_VALUE, clSetKernelArg(writes, 0, sizeof fixed, &fixed));
  RETURNS("5.9.2", CL_SUCCESS, clSetKernelArg(writes, 0, sizeof sink, &sink));
  RETURNS("5.9.2", CL_INVALID_SAMPLER, clSetKernelArg(reads, 1, sizeof whole, &whole));
  RETURNS("5.9.2", CL_INVALID_ARG_SIZE, clSetKernelArg(reads, 1, 2, &near));
  RETURNS("5.9.2", CL_INVALID_CONTEXT, clSetKernelArg(reads, 1, sizeof far, &far));
  RETURNS("5.9.4", CL_INVALID_VALUE,
          clGetKernelWorkGroupInfo(values, device, 0x8888, 0, NULL, &size));
  RETURNS("5.9.4", CL_INVALID_ARG_INDEX,
          clGetKernelArgInfo(values, 4, CL_KERNEL_ARG_NAME, 0, NULL, &size));
}

static cl_int launched(cl_command_queue in, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                       const size_t *global, const size_t *local) {
  return clEnqueueNDRangeKernel(in, kernel, dimensions, offset, global, local, NO_WAIT);
}

static void launches(void) {
  cl_kernel k = kernel_of(program, "values"), fixed = kernel_of(program, "fixed");
  int v = 1;
  float f[4] = {0};
  size_t most[3];
  const size_t *g = AT(64, 1, 1), *l = AT(8, 1, 1), *none = AT(0, 1, 1);
  DO(clSetKernelArg(k, 0, sizeof whole, &whole));
  DO(clSetKernelArg(fixed, 0, sizeof whole, &whole));
  RETURNS("5.10", CL_INVALID_KERNEL_ARGS, launched(queue, k, 1, NULL, g, l));
  DO(clSetKernelArg(k, 1, sizeof v, &v));
  DO(clSetKernelArg(k, 2, 64, NULL));
  DO(clSetKernelArg(k, 3, sizeof f, f));
  DO(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof most, most, NULL));
  RETURNS("5.10", CL_INVALID_COMMAND_QUEUE, launched(NULL, k, 1, NULL, g, l));
  RETURNS("5.10", CL_INVALID_KERNEL, launched(queue, (cl_kernel)whole, 1, NULL, g, l));
  RETURNS("5.10", CL_INVALID_CONTEXT, launched(foreign_queue, k, 1, NULL, g, l));
  RETURNS("5.10", CL_INVALID_CONTEXT, clEnqueueTask(foreign_queue, fixed, NO_WAIT));
  RETURNS("5.10", CL_INVALID_WORK_DIMENSION, launched(queue, k, 0, NULL, g, l));
  RETURNS("5.10", CL_INVALID_WORK_DIMENSION, launched(queue, k, 4, NULL, g, l));
  RETURNS("5.10", CL_SUCCESS, launched(queue, k, 1, NULL, none, l));
  RETURNS("5.10", CL_SUCCESS, launched(queue, k, 3, NULL, NULL, NULL));
  RETURNS("5.10", CL_INVALID_WORK_GROUP_SIZE, launched(queue, k, 1, NULL, g, AT(7, 1, 1)));
  RETURNS("5.10", CL_INVALID_WORK_GROUP_SIZE, launched(queue, k, 1, NULL, g, none));
  RETURNS("5.10", CL_INVALID_WORK_GROUP_SIZE, launched(queue, fixed, 1, NULL, g, l));
  RETURNS("5.10", CL_INVALID_WORK_GROUP_SIZE, clEnqueueTask(queue, fixed, NO_WAIT));
  RETURNS("5.10", CL_INVALID_WORK_GROUP_SIZE, launched(queue, k, 2, NULL, AT(256, 256, 1), AT(64, 64, 1)));
  RETURNS("5.10", CL_INVALID_WORK_ITEM_SIZE,
          launched(queue, k, 1, NULL, AT(2 * most[0], 1, 1), AT(2 * most[0], 1, 1)));
  RETURNS("5.10", CL_INVALID_WORK_ITEM_SIZE,
          launched(queue, k, 3, NULL, AT(1, 1, 2 * most[2]), AT(1, 1, 2 * most[2])));
  RETURNS("5.10", CL_INVALID_GLOBAL_OFFSET, launched(queue, k, 1, AT(HUGE_SIZE, 0, 0), g, l));
  RETURNS("5.10", CL_INVALID_GLOBAL_OFFSET, launched(queue, k, 2, AT(0, SIZE_MAX, 0), g, NULL));
  DO(clSetKernelArg(k, 2, 1 << 25, NULL));
  RETURNS("5.10", CL_OUT_OF_RESOURCES, launched(queue, k, 1, NULL, g, l));
  RETURNS("5.10", CL_INVALID_OPERATION,
          clEnqueueNativeKernel(queue, (void(CL_CALLBACK *)(void *))free, NULL, 0, 0, NULL, NULL, NO_WAIT));
}

/* The standard leaves a launch with a released buffer undefined; the driver must not read it. */
static void released(void) {
  cl_kernel kernel = kernel_of(program, "fixed");
  cl_mem gone = made(clCreateBuffer(context, 0, 64, NULL, &error));
  DO(clSetKernelArg(kernel, 0, sizeof gone, &gone));
  DO(clReleaseMemObject(gone));
  DO(launched(queue, kernel, 1, NULL, AT(0, 0, 0), NULL));
  cl_kernel clone = clCloneKernel(kernel, &error);
  DO(error);
  DO(clReleaseKernel(kernel));
  DO(clReleaseKernel(clone));
}

static void events(void) {
  cl_event user = clCreateUserEvent(context, &error), far = clCreateUserEvent(other, &error);
  cl_event failed = clCreateUserEvent(context, &error), marker, after;
  cl_event pair[] = {user, far};
  cl_ulong time;
  cl_kernel kernel = kernel_of(program, "fixed");
  DO(clSetKernelArg(kernel, 0, sizeof whole, &whole));
  const size_t *g = AT(4, 1, 1);
  RETURNS("5.10", CL_INVALID_EVENT_WAIT_LIST,
          clEnqueueNDRangeKernel(queue, kernel, 1, NULL, g, NULL, 1, NULL, NULL));
  RETURNS("5.10", CL_INVALID_EVENT_WAIT_LIST,
          clEnqueueNDRangeKernel(queue, kernel, 1, NULL, g, NULL, 0, &user, NULL));
  RETURNS("5.10", CL_INVALID_EVENT_WAIT_LIST,
          clEnqueueNDRangeKernel(queue, kernel, 1, NULL, g, NULL, 1, (cl_event *)&whole, NULL));
  RETURNS("5.10", CL_INVALID_CONTEXT,
          clEnqueueNDRangeKernel(queue, kernel, 1, NULL, g, NULL, 1, &far, NULL));
  RETURNS("5.11", CL_INVALID_VALUE, clWaitForEvents(0, &user));
  RETURNS("5.11", CL_INVALID_CONTEXT, clWaitForEvents(2, pair));
  RETURNS("5.11", CL_INVALID_VALUE, clSetUserEventStatus(user, CL_SUBMITTED));
  RETURNS("5.11", CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
  RETURNS("5.11", CL_INVALID_OPERATION, clSetUserEventStatus(user, CL_COMPLETE));
  DO(clEnqueueMarkerWithWaitList(foreign_queue, 0, NULL, &marker));
  RETURNS("5.11", CL_INVALID_EVENT, clSetUserEventStatus(marker, CL_COMPLETE));
  RETURNS("5.14", CL_PROFILING_INFO_NOT_AVAILABLE,
          clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL));
  RETURNS("5.11", CL_INVALID_VALUE,
          clSetEventCallback(marker, CL_QUEUED, (void(CL_CALLBACK *)(cl_event, cl_int, void *))free, NULL));
  RETURNS("5.11", CL_INVALID_VALUE, clSetEventCallback(marker, CL_COMPLETE, NULL, NULL));
  DO(clSetUserEventStatus(failed, -5));
  RETURNS("5.12", CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 1, &failed, &after));
  RETURNS("5.11", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &after));
  RETURNS("5.2.2", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
          clEnqueueReadBuffer(queue, whole, CL_TRUE, 0, 4, host, 1, &failed, NULL));
}

int main(void) {
  start();
  setup();
  platforms();
  contexts();
  queues();
  buffers();
  host_access();
  transfers();
  mappings();
  images();
  image_commands();
  samplers();
  programs();
  arguments();
  launches();
  released();
  events();
  DO(clFinish(queue));
  return differences > 0;
}
