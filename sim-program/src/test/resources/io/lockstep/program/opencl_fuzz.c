/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random fields, flags and names of queries in random calls of OpenCL. Arguments: a file that is not
 * read; if given, the number of calls and the seed.
 */
#include "check.h"
#include "fuzz.h"

static const char SOURCE[] = "kernel void add(global int *to, int v, local int *s) { to[0] += v; }\n";
static cl_program program;
static cl_kernel kernel;
static cl_mem buffer, image;
static cl_sampler sampler;
static cl_event event;
static char *host;

/* Room of exactly some bytes, so that a sanitizer sees what is written behind it. */
static int query(cl_int (*ask)(cl_uint, size_t, void *, size_t *), cl_uint name) {
  size_t bytes = chance(3) ? number() % 16 : 4096, needed = 0;
  void *room = chance(8) ? NULL : malloc(bytes ? bytes : 1);
  cl_int code = ask(name, bytes, room, chance(2) ? &needed : NULL);
  free(room);
  return code;
}

#define QUERY(name, call)                                                            \
  static cl_int name(cl_uint what, size_t bytes, void *to, size_t *needed) {         \
    return call;                                                                     \
  }
QUERY(of_platform, clGetPlatformInfo(platform, what, bytes, to, needed))
QUERY(of_device, clGetDeviceInfo(device, what, bytes, to, needed))
QUERY(of_context, clGetContextInfo(context, what, bytes, to, needed))
QUERY(of_queue, clGetCommandQueueInfo(queue, what, bytes, to, needed))
QUERY(of_memory, clGetMemObjectInfo(chance(2) ? buffer : image, what, bytes, to, needed))
QUERY(of_image, clGetImageInfo(image, what, bytes, to, needed))
QUERY(of_sampler, clGetSamplerInfo(sampler, what, bytes, to, needed))
QUERY(of_build, clGetProgramBuildInfo(program, device, what, bytes, to, needed))
QUERY(of_kernel, clGetKernelInfo(kernel, what, bytes, to, needed))
QUERY(of_argument, clGetKernelArgInfo(kernel, number() % 3, what, bytes, to, needed))
QUERY(of_work, clGetKernelWorkGroupInfo(kernel, device, what, bytes, to, needed))
QUERY(of_event, clGetEventInfo(event, what, bytes, to, needed))
QUERY(of_times, clGetEventProfilingInfo(event, what, bytes, to, needed))

static int queries(void) {
  switch (number() % 14) {
  case 0: return query(of_platform, ANY(cl_platform_info));
  case 1: return query(of_device, ANY(cl_device_info));
  case 2: return query(of_context, ANY(cl_context_info));
  case 3: return query(of_queue, ANY(cl_command_queue_info));
  case 4: return query(of_memory, ANY(cl_mem_info));
  case 5: return query(of_image, ANY(cl_image_info));
  case 6: return query(of_sampler, ANY(cl_sampler_info));
  case 7: return query(of_build, ANY(cl_program_build_info));
  case 8: return query(of_kernel, ANY(cl_kernel_info));
  case 9: return query(of_argument, ANY(cl_kernel_arg_info));
  case 10: return query(of_work, ANY(cl_kernel_work_group_info));
  case 11: return query(of_event, ANY(cl_event_info));
  case 12: return query(of_times, ANY(cl_profiling_info));
  default: break;
  }
  cl_uint name = ANY(cl_program_info);
  if (name == CL_PROGRAM_BINARIES) { /* the room has a pointer to room */
    size_t bytes;
    DO(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
    unsigned char *room = malloc(bytes);
    cl_int code = clGetProgramInfo(program, name, sizeof room, &room, NULL);
    free(room);
    return code;
  }
  size_t bytes = number() % 256;
  void *room = malloc(bytes + 1);
  cl_int code = clGetProgramInfo(program, name, bytes, room, NULL);
  free(room);
  return code;
}

static int released(cl_mem memory) {
  if (memory)
    DO(clReleaseMemObject(memory));
  else
    refused |= error == CL_SUCCESS;
  return error;
}

static int new_buffer(void) {
  cl_mem_flags flags = BITS(cl_mem_flags);
  void *from = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR) ? host : NULL;
  return released(clCreateBuffer(context, flags, 64, from, &error));
}

static int new_part(void) {
  cl_buffer_region region = {0, 64};
  cl_mem_flags flags = chance(4) ? BITS(cl_mem_flags) : 0;
  return released(
      clCreateSubBuffer(buffer, flags, ANY(cl_buffer_create_type), &region, &error));
}

static int new_image(void) {
  cl_image_format format = {ANY(cl_channel_order), ANY(cl_channel_type)};
  cl_image_desc how = {.image_type = ANY(cl_mem_object_type), .image_width = 4, .image_height = 4,
                       .image_depth = 2, .image_array_size = 2, .num_mip_levels = must_be_zero(),
                       .num_samples = must_be_zero()};
  if (how.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
    how.mem_object = buffer;
  cl_mem_flags flags = chance(3) ? BITS(cl_mem_flags) : 0;
  void *from = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR) ? host : NULL;
  return released(clCreateImage(context, flags, &format, &how, from, &error));
}

static int formats(void) {
  cl_image_format found[64];
  cl_uint count;
  cl_mem_flags flags = BITS(cl_mem_flags);
  return clGetSupportedImageFormats(context, flags, ANY(cl_mem_object_type), 64, found, &count);
}

static int new_sampler(void) {
  cl_sampler made;
  if (chance(2)) {
    cl_bool normalized = number() % 2;
    cl_addressing_mode mode = ANY(AddressingMode);
    made = clCreateSampler(context, normalized, mode, ANY(FilterMode), &error);
  } else {
    cl_sampler_properties list[] = {ANY(cl_sampler_info), 0, 0};
    if (list[0] == CL_SAMPLER_ADDRESSING_MODE)
      list[1] = ANY(AddressingMode);
    else if (list[0] == CL_SAMPLER_FILTER_MODE)
      list[1] = ANY(FilterMode);
    if (list[0] == 0)
      refused = 0; /* the list's end */
    made = clCreateSamplerWithProperties(context, list, &error);
  }
  return error || clReleaseSampler(made) ? error : CL_SUCCESS;
}

static int new_queue(void) {
  cl_command_queue made;
  if (chance(2)) {
    made = clCreateCommandQueue(context, device, BITS(QueueProperties), &error);
  } else {
    cl_queue_properties list[] = {ANY(cl_command_queue_info), 0, 0};
    if (list[0] == CL_QUEUE_PROPERTIES)
      list[1] = BITS(QueueProperties);
    else if (list[0] == 0)
      refused = 0;
    made = clCreateCommandQueueWithProperties(context, device, list, &error);
  }
  return error || clReleaseCommandQueue(made) ? error : CL_SUCCESS;
}

static int new_context(void) {
  cl_context_properties list[] = {ANY(cl_context_properties), (cl_context_properties)platform, 0};
  if (list[0] == CL_CONTEXT_INTEROP_USER_SYNC) {
    list[1] = chance(4) ? (cl_context_properties)number() : CL_TRUE;
    refused |= list[1] != CL_TRUE && list[1] != CL_FALSE;
  }
  if (list[0] == 0)
    refused = 0; /* the list's end */
  cl_context made = clCreateContext(list, 1, &device, NULL, NULL, &error);
  return error || clReleaseContext(made) ? error : CL_SUCCESS;
}

static int devices(void) {
  cl_device_id found[4];
  cl_uint count;
  if (chance(3)) {
    cl_device_partition_property list[] = {ANY(cl_device_partition_property), 1, 0};
    refused = 1; /* the one device has no parts */
    return clCreateSubDevices(device, list, 4, found, &count);
  }
  cl_device_type type = BITS(cl_device_type);
  return clGetDeviceIDs(platform, type, 4, found, &count);
}

static int mapping(void) {
  void *at;
  if (chance(2)) {
    at = clEnqueueMapBuffer(queue, buffer, CL_TRUE, BITS(MapFlags), 0, 64, 0, NULL, NULL, &error);
    return error ? error : clEnqueueUnmapMemObject(queue, buffer, at, 0, NULL, NULL);
  }
  size_t origin[3] = {0}, region[3] = {4, 4, 1}, row, slice;
  at = clEnqueueMapImage(queue, image, CL_TRUE, BITS(MapFlags), origin, region, &row, &slice, 0,
                         NULL, NULL, &error);
  return error ? error : clEnqueueUnmapMemObject(queue, image, at, 0, NULL, NULL);
}

static int migration(void) {
  return clEnqueueMigrateMemObjects(queue, 1, &buffer, BITS(MigrationFlags), 0, NULL, NULL);
}

static int shared(void) {
  cl_svm_mem_flags flags = BITS(cl_mem_flags);
  void *memory = clSVMAlloc(context, flags, 64, 0);
  if (!memory)
    return CL_OUT_OF_RESOURCES;
  cl_kernel own = kernel_of(program, "add");
  int code = clSetKernelExecInfo(own, ANY(cl_kernel_exec_info), sizeof memory, &memory);
  if (chance(2)) {
    DO(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, memory, 64, 0, NULL, NULL));
    DO(clEnqueueSVMUnmap(queue, memory, 0, NULL, NULL));
    DO(clFinish(queue));
  }
  DO(clReleaseKernel(own));
  clSVMFree(context, memory);
  return code;
}

static int launch(void) {
  size_t items = 1;
  int value = 1;
  DO(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  DO(clSetKernelArg(kernel, 1, sizeof value, &value));
  DO(clSetKernelArg(kernel, 2, 4, NULL));
  return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL);
}

int main(int count, char **words) {
  start();
  host = malloc(4096);
  program = built(SOURCE, "-cl-kernel-arg-info");
  kernel = kernel_of(program, "add");
  buffer = clCreateBuffer(context, 0, 4096, NULL, &error);
  cl_image_desc plane = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
  image = clCreateImage(context, 0, &(cl_image_format){CL_RGBA, CL_FLOAT}, &plane, NULL, &error);
  sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  DO(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, host, 0, NULL, &event));
  int (*const kinds[])(void) = {queries,     queries,     new_buffer, new_part,  new_image,
                                formats,     new_sampler, new_queue,  new_context, devices,
                                mapping,     migration,   shared,     launch};
  int failed = fuzz(kinds, sizeof kinds / sizeof *kinds, words + (count > 1 ? 2 : 1));
  DO(clFinish(queue));
  return failed;
}
