/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wrong calls of each kind, for every function that takes such an argument, and the errors that the
 * specification of the OpenCL API 3.0 states: handles that are none or of another kind, lists of
 * events, queries of unknown names and into too little room, lists of devices and of properties.
 */
#include <stdint.h>

#include "check.h"

static int differences, cases;

static void compare(int line, const char *call, cl_int expected, cl_int got) {
  cases++;
  if (got != expected) {
    fprintf(stderr, "codes_by_kind.c:%d: %s: %d, not %d\n", line, call, got, expected);
    differences++;
  }
}

#define RETURNS(expected, call) compare(__LINE__, #call, expected, call)
#define STORES(expected, call) \
  (error = 1, (void)(call), compare(__LINE__, #call, expected, error))
#define NO_WAIT 0, NULL, NULL
#define SOME(type) ((type)(void *)other_kind)

static const size_t ORIGIN[3], REGION[3] = {4, 1, 1}, GLOBAL[1] = {4};
static char host[4096];
static void *other_kind; /* an object of another kind than the one asked for */
static cl_context other;
static cl_mem buffer, image, foreign;
static cl_sampler sampler;
static cl_program program;
static cl_kernel kernel;
static cl_event done;

static void CL_CALLBACK called(cl_event event, cl_int status, void *data) {
  (void)event, (void)status, (void)data;
}
static void CL_CALLBACK dropped(cl_mem memory, void *data) { (void)memory, (void)data; }

static void setup(void) {
  cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
  other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  DO(error);
  buffer = clCreateBuffer(context, 0, 4096, NULL, &error);
  DO(error);
  foreign = clCreateBuffer(other, 0, 4096, NULL, &error);
  DO(error);
  image = clCreateImage(context, 0, &rgba, &desc, NULL, &error);
  DO(error);
  sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  DO(error);
  program = built("kernel void k(global int *to, int v) { to[get_global_id(0)] = v; }\n"
                  "kernel void i(read_only image2d_t p, sampler_t s, global float4 *to) {\n"
                  "  to[0] = read_imagef(p, s, (int2)(0, 0)); }\n",
                  "-cl-kernel-arg-info");
  kernel = clCreateKernel(program, "k", &error);
  DO(error);
  DO(clEnqueueFillBuffer(queue, buffer, host, 4, 0, 4096, 0, NULL, &done));
}

/* Every function that has an object of a kind, with none. NULL is the case of all kinds. */
static void objects(void *none) {
  other_kind = none;
  size_t size = 4;
  const char *text = "";
  const unsigned char *binary = (const unsigned char *)"";
  cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
  cl_uint count;
  RETURNS(CL_INVALID_CONTEXT, clRetainContext(SOME(cl_context)));
  RETURNS(CL_INVALID_CONTEXT, clReleaseContext(SOME(cl_context)));
  RETURNS(CL_INVALID_CONTEXT, clGetContextInfo(SOME(cl_context), CL_CONTEXT_DEVICES, 8, host, NULL));
  STORES(CL_INVALID_CONTEXT, clCreateCommandQueue(SOME(cl_context), device, 0, &error));
  STORES(CL_INVALID_CONTEXT,
         clCreateCommandQueueWithProperties(SOME(cl_context), device, NULL, &error));
  STORES(CL_INVALID_CONTEXT, clCreateBuffer(SOME(cl_context), 0, 64, NULL, &error));
  STORES(CL_INVALID_CONTEXT,
         clCreateBufferWithProperties(SOME(cl_context), NULL, 0, 64, NULL, &error));
  STORES(CL_INVALID_CONTEXT, clCreateImage(SOME(cl_context), 0, &rgba, &desc, NULL, &error));
  STORES(CL_INVALID_CONTEXT, clCreateImage2D(SOME(cl_context), 0, &rgba, 8, 8, 0, NULL, &error));
  STORES(CL_INVALID_CONTEXT,
         clCreateImage3D(SOME(cl_context), 0, &rgba, 8, 8, 8, 0, 0, NULL, &error));
  RETURNS(CL_INVALID_CONTEXT, clGetSupportedImageFormats(SOME(cl_context), CL_MEM_READ_ONLY,
                                                         CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
  STORES(CL_INVALID_CONTEXT, clCreateSampler(SOME(cl_context), CL_FALSE, CL_ADDRESS_CLAMP,
                                             CL_FILTER_NEAREST, &error));
  STORES(CL_INVALID_CONTEXT, clCreateProgramWithSource(SOME(cl_context), 1, &text, NULL, &error));
  STORES(CL_INVALID_CONTEXT,
         clCreateProgramWithBinary(SOME(cl_context), 1, &device, &size, &binary, NULL, &error));
  STORES(CL_INVALID_CONTEXT,
         clCreateProgramWithBuiltInKernels(SOME(cl_context), 1, &device, "x", &error));
  STORES(CL_INVALID_CONTEXT, clLinkProgram(SOME(cl_context), 1, &device, "", 1, &program, NULL, NULL,
                                           &error));
  STORES(CL_INVALID_CONTEXT, clCreateUserEvent(SOME(cl_context), &error));
  RETURNS(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue(SOME(cl_command_queue)));
  RETURNS(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(SOME(cl_command_queue)));
  RETURNS(CL_INVALID_COMMAND_QUEUE,
          clGetCommandQueueInfo(SOME(cl_command_queue), CL_QUEUE_DEVICE, 8, host, NULL));
  RETURNS(CL_INVALID_COMMAND_QUEUE, clFlush(SOME(cl_command_queue)));
  RETURNS(CL_INVALID_COMMAND_QUEUE, clFinish(SOME(cl_command_queue)));
  RETURNS(CL_INVALID_COMMAND_QUEUE, clEnqueueMarker(SOME(cl_command_queue), &done));
  RETURNS(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(SOME(cl_command_queue)));
  RETURNS(CL_INVALID_COMMAND_QUEUE, clEnqueueWaitForEvents(SOME(cl_command_queue), 1, &done));
  RETURNS(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList(SOME(cl_command_queue), NO_WAIT));
  RETURNS(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrierWithWaitList(SOME(cl_command_queue), NO_WAIT));
  RETURNS(CL_INVALID_MEM_OBJECT, clRetainMemObject(SOME(cl_mem)));
  RETURNS(CL_INVALID_MEM_OBJECT, clReleaseMemObject(SOME(cl_mem)));
  RETURNS(CL_INVALID_MEM_OBJECT, clGetMemObjectInfo(SOME(cl_mem), CL_MEM_SIZE, 8, host, NULL));
  RETURNS(CL_INVALID_MEM_OBJECT, clGetImageInfo(SOME(cl_mem), CL_IMAGE_WIDTH, 8, host, NULL));
  RETURNS(CL_INVALID_MEM_OBJECT,
          clSetMemObjectDestructorCallback(SOME(cl_mem), dropped, NULL));
  cl_buffer_region region = {0, 64};
  STORES(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(SOME(cl_mem), 0, CL_BUFFER_CREATE_TYPE_REGION,
                                                  &region, &error));
  RETURNS(CL_INVALID_SAMPLER, clRetainSampler(SOME(cl_sampler)));
  RETURNS(CL_INVALID_SAMPLER, clReleaseSampler(SOME(cl_sampler)));
  RETURNS(CL_INVALID_SAMPLER,
          clGetSamplerInfo(SOME(cl_sampler), CL_SAMPLER_FILTER_MODE, 8, host, NULL));
  RETURNS(CL_INVALID_PROGRAM, clRetainProgram(SOME(cl_program)));
  RETURNS(CL_INVALID_PROGRAM, clReleaseProgram(SOME(cl_program)));
  RETURNS(CL_INVALID_PROGRAM, clBuildProgram(SOME(cl_program), 1, &device, "", NULL, NULL));
  RETURNS(CL_INVALID_PROGRAM,
          clCompileProgram(SOME(cl_program), 1, &device, "", 0, NULL, NULL, NULL, NULL));
  RETURNS(CL_INVALID_PROGRAM,
          clGetProgramInfo(SOME(cl_program), CL_PROGRAM_NUM_DEVICES, 8, host, NULL));
  RETURNS(CL_INVALID_PROGRAM, clGetProgramBuildInfo(SOME(cl_program), device,
                                                    CL_PROGRAM_BUILD_STATUS, 8, host, NULL));
  STORES(CL_INVALID_PROGRAM, clCreateKernel(SOME(cl_program), "k", &error));
  RETURNS(CL_INVALID_PROGRAM, clCreateKernelsInProgram(SOME(cl_program), 0, NULL, &count));
  RETURNS(CL_INVALID_KERNEL, clRetainKernel(SOME(cl_kernel)));
  RETURNS(CL_INVALID_KERNEL, clReleaseKernel(SOME(cl_kernel)));
  RETURNS(CL_INVALID_KERNEL, clSetKernelArg(SOME(cl_kernel), 0, 8, &buffer));
  RETURNS(CL_INVALID_KERNEL, clGetKernelInfo(SOME(cl_kernel), CL_KERNEL_NUM_ARGS, 8, host, NULL));
  RETURNS(CL_INVALID_KERNEL,
          clGetKernelArgInfo(SOME(cl_kernel), 0, CL_KERNEL_ARG_NAME, 64, host, NULL));
  RETURNS(CL_INVALID_KERNEL, clGetKernelWorkGroupInfo(SOME(cl_kernel), device,
                                                      CL_KERNEL_WORK_GROUP_SIZE, 8, host, NULL));
  STORES(CL_INVALID_KERNEL, clCloneKernel(SOME(cl_kernel), &error));
  RETURNS(CL_INVALID_KERNEL, clEnqueueTask(queue, SOME(cl_kernel), NO_WAIT));
  RETURNS(CL_INVALID_KERNEL, clSetKernelArgSVMPointer(SOME(cl_kernel), 0, NULL));
  RETURNS(CL_INVALID_EVENT, clRetainEvent(SOME(cl_event)));
  RETURNS(CL_INVALID_EVENT, clReleaseEvent(SOME(cl_event)));
  RETURNS(CL_INVALID_EVENT, clGetEventInfo(SOME(cl_event), CL_EVENT_COMMAND_TYPE, 8, host, NULL));
  RETURNS(CL_INVALID_EVENT, clGetEventProfilingInfo(SOME(cl_event), CL_PROFILING_COMMAND_START, 8,
                                                    host, NULL));
  RETURNS(CL_INVALID_EVENT, clSetUserEventStatus(SOME(cl_event), CL_COMPLETE));
  RETURNS(CL_INVALID_EVENT, clSetEventCallback(SOME(cl_event), CL_COMPLETE, called, NULL));
  RETURNS(CL_INVALID_EVENT, clWaitForEvents(1, &(cl_event){SOME(cl_event)}));
}

/* Every command with a queue that is none, and with lists of events that are none. */
static void commands(cl_command_queue on, cl_int expected, cl_uint count, const cl_event *list) {
  size_t pitch;
  RETURNS(expected, clEnqueueReadBuffer(on, buffer, CL_TRUE, 0, 4, host, count, list, NULL));
  RETURNS(expected, clEnqueueWriteBuffer(on, buffer, CL_TRUE, 0, 4, host, count, list, NULL));
  RETURNS(expected, clEnqueueReadBufferRect(on, buffer, CL_TRUE, ORIGIN, ORIGIN, REGION, 0, 0, 0, 0,
                                            host, count, list, NULL));
  RETURNS(expected, clEnqueueWriteBufferRect(on, buffer, CL_TRUE, ORIGIN, ORIGIN, REGION, 0, 0, 0, 0,
                                             host, count, list, NULL));
  RETURNS(expected, clEnqueueFillBuffer(on, buffer, host, 4, 0, 4, count, list, NULL));
  RETURNS(expected, clEnqueueCopyBuffer(on, buffer, buffer, 0, 64, 4, count, list, NULL));
  RETURNS(expected, clEnqueueCopyBufferRect(on, buffer, buffer, ORIGIN, (size_t[]){64, 0, 0}, REGION,
                                            0, 0, 0, 0, count, list, NULL));
  RETURNS(expected, clEnqueueReadImage(on, image, CL_TRUE, ORIGIN, REGION, 0, 0, host, count, list,
                                       NULL));
  RETURNS(expected, clEnqueueWriteImage(on, image, CL_TRUE, ORIGIN, REGION, 0, 0, host, count, list,
                                        NULL));
  RETURNS(expected, clEnqueueFillImage(on, image, host, ORIGIN, REGION, count, list, NULL));
  RETURNS(expected, clEnqueueCopyImage(on, image, image, ORIGIN, (size_t[]){0, 4, 0}, REGION, count,
                                       list, NULL));
  RETURNS(expected, clEnqueueCopyImageToBuffer(on, image, buffer, ORIGIN, REGION, 0, count, list,
                                               NULL));
  RETURNS(expected, clEnqueueCopyBufferToImage(on, buffer, image, 0, ORIGIN, REGION, count, list,
                                               NULL));
  STORES(expected, clEnqueueMapBuffer(on, buffer, CL_TRUE, CL_MAP_READ, 0, 4, count, list, NULL,
                                      &error));
  STORES(expected, clEnqueueMapImage(on, image, CL_TRUE, CL_MAP_READ, ORIGIN, REGION, &pitch, NULL,
                                     count, list, NULL, &error));
  RETURNS(expected, clEnqueueMigrateMemObjects(on, 1, &buffer, 0, count, list, NULL));
  RETURNS(expected, clEnqueueNDRangeKernel(on, kernel, 1, NULL, GLOBAL, NULL, count, list, NULL));
  RETURNS(expected, clEnqueueTask(on, kernel, count, list, NULL));
  RETURNS(expected, clEnqueueMarkerWithWaitList(on, count, list, NULL));
  RETURNS(expected, clEnqueueBarrierWithWaitList(on, count, list, NULL));
}

/* Memory of another context, and buffers for images and images for buffers. */
static void memories(cl_mem memory, cl_int expected) {
  RETURNS(expected, clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4, host, NO_WAIT));
  RETURNS(expected, clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4, host, NO_WAIT));
  RETURNS(expected, clEnqueueReadBufferRect(queue, memory, CL_TRUE, ORIGIN, ORIGIN, REGION, 0, 0, 0,
                                            0, host, NO_WAIT));
  RETURNS(expected, clEnqueueWriteBufferRect(queue, memory, CL_TRUE, ORIGIN, ORIGIN, REGION, 0, 0, 0,
                                             0, host, NO_WAIT));
  RETURNS(expected, clEnqueueFillBuffer(queue, memory, host, 4, 0, 4, NO_WAIT));
  RETURNS(expected, clEnqueueCopyBuffer(queue, memory, buffer, 0, 0, 4, NO_WAIT));
  RETURNS(expected, clEnqueueCopyBuffer(queue, buffer, memory, 0, 0, 4, NO_WAIT));
  RETURNS(expected, clEnqueueCopyImageToBuffer(queue, image, memory, ORIGIN, REGION, 0, NO_WAIT));
  RETURNS(expected, clEnqueueCopyBufferToImage(queue, memory, image, 0, ORIGIN, REGION, NO_WAIT));
  STORES(expected, clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ, 0, 4, NO_WAIT, &error));
}

/* A query: of a name that is none, and of a name whose answer does not fit. */
#define QUERY(name, function, ...)                                       \
  RETURNS(CL_INVALID_VALUE, function(__VA_ARGS__, 0x7777, 64, host, NULL)); \
  RETURNS(CL_INVALID_VALUE, function(__VA_ARGS__, name, 1, host, NULL));    \
  RETURNS(CL_INVALID_VALUE, function(__VA_ARGS__, 0, 64, host, NULL))

static void queries(void) {
  QUERY(CL_PLATFORM_VERSION, clGetPlatformInfo, platform);
  QUERY(CL_DEVICE_MAX_COMPUTE_UNITS, clGetDeviceInfo, device);
  QUERY(CL_CONTEXT_REFERENCE_COUNT, clGetContextInfo, context);
  QUERY(CL_QUEUE_CONTEXT, clGetCommandQueueInfo, queue);
  QUERY(CL_MEM_TYPE, clGetMemObjectInfo, buffer);
  QUERY(CL_IMAGE_FORMAT, clGetImageInfo, image);
  QUERY(CL_SAMPLER_ADDRESSING_MODE, clGetSamplerInfo, sampler);
  QUERY(CL_PROGRAM_NUM_KERNELS, clGetProgramInfo, program);
  QUERY(CL_PROGRAM_BUILD_STATUS, clGetProgramBuildInfo, program, device);
  QUERY(CL_KERNEL_FUNCTION_NAME, clGetKernelInfo, kernel);
  QUERY(CL_KERNEL_ARG_ACCESS_QUALIFIER, clGetKernelArgInfo, kernel, 0);
  QUERY(CL_KERNEL_WORK_GROUP_SIZE, clGetKernelWorkGroupInfo, kernel, device);
  QUERY(CL_EVENT_COMMAND_EXECUTION_STATUS, clGetEventInfo, done);
  QUERY(CL_PROFILING_COMMAND_END, clGetEventProfilingInfo, done);
  RETURNS(CL_INVALID_OPERATION, /* the device has no subgroups to ask for */
          clGetKernelSubGroupInfo(kernel, device, 0x7777, 0, NULL, 64, host, NULL));
  RETURNS(CL_INVALID_DEVICE, clGetKernelWorkGroupInfo(kernel, (cl_device_id)buffer,
                                                      CL_KERNEL_WORK_GROUP_SIZE, 8, host, NULL));
  RETURNS(CL_INVALID_DEVICE, clGetProgramBuildInfo(program, (cl_device_id)buffer,
                                                   CL_PROGRAM_BUILD_STATUS, 8, host, NULL));
  RETURNS(CL_INVALID_DEVICE,
          clGetDeviceInfo((cl_device_id)buffer, CL_DEVICE_NAME, 64, host, NULL));
  RETURNS(CL_INVALID_PLATFORM,
          clGetPlatformInfo((cl_platform_id)buffer, CL_PLATFORM_NAME, 64, host, NULL));
}

/* Lists of devices (of partitions the specification says "CL_INVALID_VALUE if values specified in
   properties are valid but not supported", and Lockstep that none can be made): none with a number, a number with none, another object. */
static void devices(void) {
  cl_device_id none = (cl_device_id)buffer, found;
  size_t size = 4;
  const unsigned char *binary = (const unsigned char *)"none";
  STORES(CL_INVALID_VALUE, clCreateContext(NULL, 1, NULL, NULL, NULL, &error));
  STORES(CL_INVALID_DEVICE, clCreateContext(NULL, 1, &none, NULL, NULL, &error));
  STORES(CL_INVALID_DEVICE, clCreateCommandQueue(context, none, 0, &error));
  STORES(CL_INVALID_DEVICE, clCreateCommandQueue(context, NULL, 0, &error));
  STORES(CL_INVALID_DEVICE, clCreateCommandQueueWithProperties(context, none, NULL, &error));
  STORES(CL_INVALID_VALUE,
         clCreateProgramWithBinary(context, 0, &device, &size, &binary, NULL, &error));
  STORES(CL_INVALID_VALUE, clCreateProgramWithBinary(context, 1, NULL, &size, &binary, NULL, &error));
  STORES(CL_INVALID_VALUE,
         clCreateProgramWithBinary(context, 1, &device, NULL, &binary, NULL, &error));
  STORES(CL_INVALID_VALUE, clCreateProgramWithBinary(context, 1, &device, &size, NULL, NULL, &error));
  STORES(CL_INVALID_DEVICE,
         clCreateProgramWithBinary(context, 1, &none, &size, &binary, NULL, &error));
  STORES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 0, &device, "x", &error));
  STORES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 1, NULL, "x", &error));
  STORES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 1, &device, NULL, &error));
  cl_program fresh = clCreateProgramWithSource(context, 1, &(const char *){"kernel void k() {}"},
                                               NULL, &error);
  DO(error);
  RETURNS(CL_INVALID_VALUE, clBuildProgram(fresh, 1, NULL, "", NULL, NULL));
  RETURNS(CL_INVALID_VALUE, clBuildProgram(fresh, 0, &device, "", NULL, NULL));
  RETURNS(CL_INVALID_DEVICE, clBuildProgram(fresh, 1, &none, "", NULL, NULL));
  RETURNS(CL_INVALID_VALUE, clCompileProgram(fresh, 1, NULL, "", 0, NULL, NULL, NULL, NULL));
  RETURNS(CL_INVALID_DEVICE, clCompileProgram(fresh, 1, &none, "", 0, NULL, NULL, NULL, NULL));
  RETURNS(CL_INVALID_VALUE, clCompileProgram(fresh, 1, &device, "", 1, NULL, NULL, NULL, NULL));
  RETURNS(CL_INVALID_VALUE, clCompileProgram(fresh, 1, &device, "", 0, NULL, NULL, NULL, host));
  STORES(CL_INVALID_DEVICE, clLinkProgram(context, 1, &none, "", 1, &program, NULL, NULL, &error));
  STORES(CL_INVALID_VALUE, clLinkProgram(context, 1, NULL, "", 1, &program, NULL, NULL, &error));
  STORES(CL_INVALID_VALUE, clLinkProgram(context, 1, &device, "", 1, NULL, NULL, NULL, &error));
  STORES(CL_INVALID_VALUE, clLinkProgram(context, 1, &device, "", 0, &program, NULL, NULL, &error));
  STORES(CL_INVALID_PROGRAM, clLinkProgram(context, 1, &device, "", 1, (cl_program *)&buffer, NULL,
                                           NULL, &error));
  RETURNS(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, NULL, NULL));
  RETURNS(CL_INVALID_DEVICE, clRetainDevice(none));
  RETURNS(CL_INVALID_DEVICE, clReleaseDevice(none));
  cl_device_partition_property by[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0}, bad[] = {0x7777, 1, 0};
  RETURNS(CL_INVALID_DEVICE, clCreateSubDevices(none, by, 1, &found, NULL));
  RETURNS(CL_DEVICE_PARTITION_FAILED, clCreateSubDevices(device, bad, 1, &found, NULL));
}

static void others(void) {
  static cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
  cl_kernel one[1];
  cl_uint count;
  STORES(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &error));
  STORES(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, 0, &(cl_buffer_region){0, 4}, &error));
  STORES(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(image, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                                  &(cl_buffer_region){0, 4}, &error));
  STORES(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, clCreateImage(context, 0, NULL, &desc, NULL, &error));
  desc.image_type = CL_MEM_OBJECT_BUFFER;
  STORES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, &desc, NULL, &error));
  desc.image_type = CL_MEM_OBJECT_PIPE;
  STORES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, &desc, NULL, &error));
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.num_mip_levels = 2;
  STORES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, &desc, NULL, &error));
  desc.num_mip_levels = 0;
  desc.num_samples = 2;
  STORES(CL_INVALID_IMAGE_DESCRIPTOR, clCreateImage(context, 0, &rgba, &desc, NULL, &error));
  RETURNS(CL_INVALID_VALUE, clGetSupportedImageFormats(context, CL_MEM_READ_ONLY,
                                                       CL_MEM_OBJECT_BUFFER, 0, NULL, &count));
  RETURNS(CL_INVALID_VALUE, clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, 0x7777, 0, NULL,
                                                       &count));
  RETURNS(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(buffer, NULL, NULL));
  RETURNS(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 1, one, NULL)); /* there are two */
  RETURNS(CL_INVALID_KERNEL_NAME, (clCreateKernel(program, "", &error), error));
  RETURNS(CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 2, 4, host));
  RETURNS(CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(kernel, 9, NULL));
  RETURNS(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 0, host));
  RETURNS(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 8, host));
  RETURNS(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 16, &buffer));
  RETURNS(CL_INVALID_ARG_INDEX, clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_NAME, 64, host, NULL));
  RETURNS(CL_INVALID_VALUE, clSetEventCallback(done, 9, called, NULL));
  RETURNS(CL_INVALID_VALUE, clSetEventCallback(done, -1, called, NULL));
  RETURNS(CL_INVALID_VALUE, clWaitForEvents(1, NULL));
  RETURNS(CL_INVALID_VALUE, clEnqueueWaitForEvents(queue, 0, NULL));
  RETURNS(CL_INVALID_VALUE, clEnqueueWaitForEvents(queue, 1, NULL));
  cl_event no_event = (cl_event)queue;
  RETURNS(CL_INVALID_EVENT, clEnqueueWaitForEvents(queue, 1, &no_event));
  RETURNS(CL_INVALID_VALUE, clEnqueueMarker(queue, NULL));
  RETURNS(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 0, &buffer, 0, NO_WAIT));
  RETURNS(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 1, &buffer, 4, NO_WAIT));
  RETURNS(CL_INVALID_VALUE, clEnqueueFillImage(queue, image, NULL, ORIGIN, REGION, NO_WAIT));
  RETURNS(CL_INVALID_VALUE, clEnqueueFillImage(queue, image, host, NULL, REGION, NO_WAIT));
  RETURNS(CL_INVALID_VALUE, clEnqueueReadImage(queue, image, CL_TRUE, NULL, REGION, 0, 0, host,
                                               NO_WAIT));
  RETURNS(CL_INVALID_VALUE, clEnqueueReadImage(queue, image, CL_TRUE, ORIGIN, NULL, 0, 0, host,
                                               NO_WAIT));
  RETURNS(CL_INVALID_VALUE, clEnqueueReadBufferRect(queue, buffer, CL_TRUE, NULL, ORIGIN, REGION, 0,
                                                    0, 0, 0, host, NO_WAIT));
  RETURNS(CL_INVALID_VALUE, clEnqueueReadBufferRect(queue, buffer, CL_TRUE, ORIGIN, ORIGIN, NULL, 0,
                                                    0, 0, 0, host, NO_WAIT));
}

int main(void) {
  start();
  setup();
  cl_event user = clCreateUserEvent(other, &error), none[1] = {NULL}, kind[1] = {(cl_event)buffer};
  DO(error);
  DO(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  DO(clSetKernelArg(kernel, 1, 4, host));
  objects(NULL);
  objects(platform);
  commands(NULL, CL_INVALID_COMMAND_QUEUE, 0, NULL);
  commands((cl_command_queue)buffer, CL_INVALID_COMMAND_QUEUE, 0, NULL);
  commands(queue, CL_INVALID_EVENT_WAIT_LIST, 1, NULL);
  commands(queue, CL_INVALID_EVENT_WAIT_LIST, 0, &done);
  commands(queue, CL_INVALID_EVENT_WAIT_LIST, 1, none);
  commands(queue, CL_INVALID_EVENT_WAIT_LIST, 1, kind);
  commands(queue, CL_INVALID_CONTEXT, 1, &user);
  memories(foreign, CL_INVALID_CONTEXT);
  memories(image, CL_INVALID_MEM_OBJECT);
  memories(NULL, CL_INVALID_MEM_OBJECT);
  queries();
  devices();
  others();
  DO(clFinish(queue));
  printf("%d cases\n", cases);
  return differences > 0;
}
