/* SPDX-License-Identifier: Apache-2.0 */
/* Uses most functions of OpenCL and checks what they do. */
#include "check.h"

#define N 1024

static const char *SOURCE =
    "typedef struct { int add; float scale; } Pair;\n"
    "__kernel void twice(__global int *a) { a[get_global_id(0)] *= 2; }\n"
    "__kernel void iota(__global int *a) { size_t i = get_global_id(0);\n"
    "  a[i] = i; }\n"
    "__kernel void many(__global int *out, __local int *l, __constant int *c, int4 v, Pair p,\n"
    "                   const ulong w) {\n"
    "  int i = get_local_id(0);\n"
    "  l[i] = i;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = l[get_local_size(0) - 1 - i] + c[0] + v.z + p.add + (int)p.scale + (int)w;\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void shape(__global int *a) {\n"
    "  a[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1); }\n"
    "__kernel void says(int n) { printf(\"%d says hello\\n\", n + (int)get_global_id(0)); }\n"
    "__kernel void flip(__read_only image2d_t in, sampler_t s, __write_only image2d_t out) {\n"
    "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "  write_imagef(out, (int2)(get_image_width(in) - 1 - at.x, at.y), read_imagef(in, s, at)); }\n";

static void launch(cl_kernel kernel, size_t global, size_t local) {
  DO(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local == 0 ? NULL : &local, 0, NULL,
                            NULL));
}

static cl_mem buffer(size_t bytes) {
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  DO(error);
  return memory;
}

static void queries(cl_program program) {
  char text[1024];
  size_t size, sizes[3];
  cl_uint number;
  cl_ulong bytes;
  for (cl_uint name = CL_PLATFORM_PROFILE; name <= CL_PLATFORM_EXTENSIONS; name++) {
    DO(clGetPlatformInfo(platform, name, sizeof text, text, &size));
    CHECK(strlen(text) + 1 == size);
  }
  DO(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, &size));
  CHECK(size == sizeof sizes && sizes[0] >= 256);
  CHECK(clGetDeviceInfo(device, CL_DEVICE_NAME, 1, text, NULL) == CL_INVALID_VALUE);
  CHECK(clGetDeviceInfo(device, 0x9999, sizeof text, text, NULL) == CL_INVALID_VALUE);
  for (cl_uint name = 0x1000; name <= 0x1072; name++) {
    cl_int code = clGetDeviceInfo(device, name, sizeof text, text, &size);
    CHECK(code == CL_SUCCESS || code == CL_INVALID_VALUE);
  }
  DO(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof number, &number, NULL));
  CHECK(number == 1);
  DO(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL));
  CHECK(strcmp(text, "twice;iota;many;shape;says;flip") == 0);
  cl_kernel many = kernel_of(program, "many");
  DO(clGetKernelInfo(many, CL_KERNEL_NUM_ARGS, sizeof number, &number, NULL));
  CHECK(number == 6);
  DO(clGetKernelArgInfo(many, 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof number, &number, NULL));
  CHECK(number == CL_KERNEL_ARG_ADDRESS_LOCAL);
  DO(clGetKernelArgInfo(many, 3, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
  CHECK(strcmp(text, "int4") == 0);
  DO(clGetKernelArgInfo(many, 5, CL_KERNEL_ARG_NAME, sizeof text, text, NULL));
  CHECK(strcmp(text, "w") == 0);
  CHECK(clSetKernelArg(many, 6, 4, text) == CL_INVALID_ARG_INDEX);
  CHECK(clSetKernelArg(many, 5, 4, text) == CL_INVALID_ARG_SIZE);
  CHECK(clSetKernelArg(many, 1, 4, text) == CL_INVALID_ARG_VALUE);
  size_t one = 1;
  CHECK(clEnqueueNDRangeKernel(queue, many, 1, NULL, &one, NULL, 0, NULL, NULL)
        == CL_INVALID_KERNEL_ARGS);
  cl_kernel shape = kernel_of(program, "shape");
  DO(clGetKernelWorkGroupInfo(shape, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes,
                              NULL));
  CHECK(sizes[0] == 8 && sizes[1] == 4 && sizes[2] == 1);
  DO(clGetKernelWorkGroupInfo(shape, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
  CHECK(bytes == 0);
  CHECK(clCreateKernel(program, "none", &error) == NULL && error == CL_INVALID_KERNEL_NAME);
  DO(clReleaseKernel(many));
  DO(clReleaseKernel(shape));
}

static void arguments(cl_program program) {
  struct {
    int add;
    float scale;
  } pair = {1000, 2.5f};
  cl_int4 vector = {{1, 2, 30, 4}};
  cl_ulong wide = 7;
  int constant = 400, out[N];
  cl_kernel many = kernel_of(program, "many");
  cl_mem result = buffer(sizeof out);
  cl_mem given = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 4, &constant, &error);
  DO(error);
  DO(clSetKernelArg(many, 0, sizeof result, &result));
  DO(clSetKernelArg(many, 1, 64 * sizeof(int), NULL));
  DO(clSetKernelArg(many, 2, sizeof given, &given));
  DO(clSetKernelArg(many, 3, sizeof vector, &vector));
  DO(clSetKernelArg(many, 4, sizeof pair, &pair));
  DO(clSetKernelArg(many, 5, sizeof wide, &wide));
  launch(many, N, 64);
  DO(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
  for (int i = 0; i < N; i++) {
    CHECK(out[i] == 63 - i % 64 + 400 + 30 + 1000 + 2 + 7);
  }
  size_t odd = N + 1, local = 64, large = 1 << 20;
  CHECK(clEnqueueNDRangeKernel(queue, many, 1, NULL, &odd, &local, 0, NULL, NULL)
        == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(clEnqueueNDRangeKernel(queue, many, 1, NULL, &large, &large, 0, NULL, NULL)
        == CL_INVALID_WORK_ITEM_SIZE);
  DO(clSetKernelArg(many, 1, 32769, NULL));
  CHECK(clEnqueueNDRangeKernel(queue, many, 1, NULL, &local, &local, 0, NULL, NULL)
        == CL_OUT_OF_RESOURCES);
  DO(clReleaseMemObject(given));
  DO(clReleaseMemObject(result));
  DO(clReleaseKernel(many));
}

static void ranges(cl_program program) {
  int out[N];
  size_t offset = 100, global = 24, shape[2] = {16, 8};
  cl_mem memory = buffer(sizeof out);
  cl_kernel iota = kernel_of(program, "iota"), sized = kernel_of(program, "shape");
  int minus = -1;
  DO(clEnqueueFillBuffer(queue, memory, &minus, sizeof minus, 0, sizeof out, 0, NULL, NULL));
  DO(clSetKernelArg(iota, 0, sizeof memory, &memory));
  DO(clEnqueueNDRangeKernel(queue, iota, 1, &offset, &global, NULL, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
  CHECK(out[99] == -1 && out[100] == 100 && out[123] == 123 && out[124] == -1);
  DO(clSetKernelArg(sized, 0, sizeof memory, &memory));
  DO(clEnqueueNDRangeKernel(queue, sized, 2, NULL, shape, NULL, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 128 * 4, out, 0, NULL, NULL));
  CHECK(out[0] == 84 && out[127] == 84);
  DO(clReleaseMemObject(memory));
  DO(clReleaseKernel(iota));
  DO(clReleaseKernel(sized));
}

/* A mapping brings the rest of its page, but not over what the host has changed there. */
static void few_mapped(const int *data, size_t bytes) {
  cl_mem memory = buffer(bytes);
  DO(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
  int *few = clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error);
  DO(error);
  CHECK(few[0] == data[0] && few[200] == data[200]);
  DO(clEnqueueUnmapMemObject(queue, memory, few, 0, NULL, NULL));
  int *other = clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_WRITE, 400, 4, 0, NULL, NULL, &error);
  DO(error);
  other[0] = 5;
  few = clEnqueueMapBuffer(queue, memory, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error);
  DO(error);
  CHECK(few[0] == data[0] && other[0] == 5);
  DO(clEnqueueUnmapMemObject(queue, memory, other, 0, NULL, NULL));
  DO(clEnqueueUnmapMemObject(queue, memory, few, 0, NULL, NULL));
  int out;
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 400, 4, &out, 0, NULL, NULL));
  CHECK(out == 5);
  clReleaseMemObject(memory);
}

static void memory(cl_program program) {
  int data[N], out[N];
  for (int i = 0; i < N; i++) {
    data[i] = i;
  }
  cl_mem whole = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &error);
  DO(error);
  cl_buffer_region region = {256, 512};
  cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  DO(error);
  cl_kernel twice = kernel_of(program, "twice");
  DO(clSetKernelArg(twice, 0, sizeof part, &part));
  launch(twice, 128, 0);
  int *mapped = clEnqueueMapBuffer(queue, whole, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                   sizeof data, 0, NULL, NULL, &error);
  DO(error);
  CHECK(mapped[63] == 63 && mapped[64] == 128 && mapped[191] == 382 && mapped[192] == 192);
  mapped[0] = 77;
  DO(clEnqueueUnmapMemObject(queue, whole, mapped, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, whole, CL_TRUE, 0, 4, out, 0, NULL, NULL));
  CHECK(out[0] == 77);
  few_mapped(data, sizeof data);
  size_t from[3] = {8, 2, 0}, to[3] = {0, 1, 0}, box[3] = {16, 3, 1};
  memset(out, 0, sizeof out);
  DO(clEnqueueReadBufferRect(queue, whole, CL_TRUE, from, to, box, 128, 0, 32, 0, out, 0, NULL, NULL));
  CHECK(out[8] == data[2 * 32 + 2] * 2 && out[7] == 0 && out[16] == data[3 * 32 + 2] * 2);
  cl_mem copy = buffer(sizeof data);
  DO(clEnqueueCopyBuffer(queue, whole, copy, 0, 256, 256, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, copy, CL_TRUE, 256, 8, out, 0, NULL, NULL));
  CHECK(out[0] == 77 && out[1] == 1);
  CHECK(clEnqueueReadBuffer(queue, copy, CL_TRUE, sizeof data, 4, out, 0, NULL, NULL)
        == CL_INVALID_VALUE);
  static char large[20 << 20], back[20 << 20];
  for (size_t i = 0; i < sizeof large; i++) {
    large[i] = (char)(i * 7 + i / 4096);
  }
  cl_mem big = buffer(sizeof large);
  DO(clEnqueueWriteBuffer(queue, big, CL_FALSE, 0, sizeof large, large, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, big, CL_TRUE, 0, sizeof large, back, 0, NULL, NULL));
  CHECK(memcmp(large, back, sizeof large) == 0);
  DO(clReleaseMemObject(big));
  DO(clReleaseMemObject(copy));
  DO(clReleaseMemObject(part));
  DO(clReleaseMemObject(whole));
  DO(clReleaseKernel(twice));
}

static void images(cl_program program) {
  unsigned char in[8 * 4 * 4], out[8 * 4 * 4];
  for (int i = 0; i < (int)sizeof in; i++) {
    in[i] = (unsigned char)(i * 2);
  }
  cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  size_t origin[3] = {0}, region[3] = {8, 4, 1}, size[2] = {8, 4};
  cl_mem a = clCreateImage2D(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, 8, 4, 0, in, &error);
  DO(error);
  cl_mem b = clCreateImage2D(context, CL_MEM_WRITE_ONLY, &format, 8, 4, 0, NULL, &error);
  DO(error);
  cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error);
  DO(error);
  cl_kernel flip = kernel_of(program, "flip");
  DO(clSetKernelArg(flip, 0, sizeof a, &a));
  DO(clSetKernelArg(flip, 1, sizeof sampler, &sampler));
  DO(clSetKernelArg(flip, 2, sizeof b, &b));
  DO(clEnqueueNDRangeKernel(queue, flip, 2, NULL, size, NULL, 0, NULL, NULL));
  DO(clEnqueueReadImage(queue, b, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL));
  for (int y = 0; y < 4; y++) {
    for (int x = 0; x < 8; x++) {
      CHECK(memcmp(out + (y * 8 + x) * 4, in + (y * 8 + 7 - x) * 4, 4) == 0);
    }
  }
  cl_uint count;
  DO(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
  CHECK(count > 10);
  DO(clReleaseSampler(sampler));
  DO(clReleaseMemObject(a));
  DO(clReleaseMemObject(b));
  DO(clReleaseKernel(flip));
}

static int called;

static void CL_CALLBACK note(cl_event event, cl_int status, void *data) {
  called += status == CL_COMPLETE ? *(int *)data : 1000;
}

static void events(cl_program program) {
  int out[N], three = 3;
  cl_ulong from, to, later;
  cl_mem memory = buffer(sizeof out);
  cl_kernel iota = kernel_of(program, "iota"), twice = kernel_of(program, "twice");
  size_t global = N;
  cl_event user = clCreateUserEvent(context, &error), first, second, marker;
  DO(error);
  DO(clSetKernelArg(iota, 0, sizeof memory, &memory));
  DO(clSetKernelArg(twice, 0, sizeof memory, &memory));
  DO(clEnqueueNDRangeKernel(queue, iota, 1, NULL, &global, NULL, 1, &user, &first));
  DO(clEnqueueNDRangeKernel(queue, twice, 1, NULL, &global, NULL, 1, &first, &second));
  DO(clSetEventCallback(second, CL_COMPLETE, note, &three));
  cl_int status;
  DO(clGetEventInfo(second, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  CHECK(status > CL_COMPLETE && called == 0);
  DO(clSetUserEventStatus(user, CL_COMPLETE));
  CHECK(clSetUserEventStatus(user, CL_COMPLETE) == CL_INVALID_OPERATION);
  DO(clWaitForEvents(1, &second));
  CHECK(called == 3);
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
  CHECK(out[N - 1] == 2 * (N - 1));
  DO(clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL));
  DO(clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL));
  DO(clGetEventProfilingInfo(second, CL_PROFILING_COMMAND_END, sizeof later, &later, NULL));
  CHECK(0 < from && from < to && to < later);
  DO(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
  DO(clEnqueueBarrier(queue));
  DO(clFinish(queue));
  DO(clReleaseEvent(user));
  DO(clReleaseEvent(first));
  DO(clReleaseEvent(second));
  DO(clReleaseEvent(marker));
  cl_command_queue free = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
  DO(error);
  DO(clEnqueueNDRangeKernel(free, iota, 1, NULL, &global, NULL, 0, NULL, &first));
  DO(clEnqueueNDRangeKernel(free, twice, 1, NULL, &global, NULL, 1, &first, &second));
  DO(clEnqueueBarrierWithWaitList(free, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof out, out, 1, &second, NULL));
  CHECK(out[5] == 10);
  DO(clFinish(free));
  DO(clReleaseEvent(first));
  DO(clReleaseEvent(second));
  DO(clReleaseCommandQueue(free));
  DO(clReleaseKernel(iota));
  DO(clReleaseKernel(twice));
  DO(clReleaseMemObject(memory));
}

static void programs(void) {
  const char *wrong = "__kernel void k(__global int *a) { a[0] = undeclared; }";
  cl_program bad = clCreateProgramWithSource(context, 1, &wrong, NULL, &error);
  DO(error);
  CHECK(clBuildProgram(bad, 0, NULL, "", NULL, NULL) == CL_BUILD_PROGRAM_FAILURE);
  char log[4096];
  cl_build_status status;
  DO(clGetProgramBuildInfo(bad, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
  CHECK(strstr(log, "undeclared") != NULL);
  DO(clGetProgramBuildInfo(bad, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
  CHECK(status == CL_BUILD_ERROR);
  DO(clReleaseProgram(bad));
  cl_program defined =
      built("__kernel void k(__global int *a) { a[get_global_id(0)] = VALUE; }", "-D VALUE=5 -DX=\"1\"");
  size_t size;
  DO(clGetProgramInfo(defined, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *binary = malloc(size);
  DO(clGetProgramInfo(defined, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
  DO(clReleaseProgram(defined));
  cl_int each;
  const unsigned char *kept = binary;
  defined = clCreateProgramWithBinary(context, 1, &device, &size, &kept, &each, &error);
  DO(error);
  DO(clBuildProgram(defined, 1, &device, NULL, NULL, NULL));
  cl_kernel k = kernel_of(defined, "k");
  cl_mem memory = buffer(4);
  int out;
  DO(clSetKernelArg(k, 0, sizeof memory, &memory));
  DO(clEnqueueTask(queue, k, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4, &out, 0, NULL, NULL));
  CHECK(out == 5);
  kept = (const unsigned char *)"garbage";
  size = 7;
  CHECK(clCreateProgramWithBinary(context, 1, &device, &size, &kept, &each, &error) == NULL
        && error == CL_INVALID_BINARY);
  const char *parts[2] = {"int add(int a) { return a + 1; }\n",
                          "int add(int a);\n__kernel void plus(__global int *a) { a[0] = add(a[0]); }"};
  cl_program pieces[2];
  for (int i = 0; i < 2; i++) {
    pieces[i] = clCreateProgramWithSource(context, 1, &parts[i], NULL, &error);
    DO(error);
    DO(clCompileProgram(pieces[i], 1, &device, "", 0, NULL, NULL, NULL, NULL));
  }
  cl_program linked = clLinkProgram(context, 1, &device, "", 2, pieces, NULL, NULL, &error);
  DO(error);
  cl_kernel plus = kernel_of(linked, "plus");
  DO(clSetKernelArg(plus, 0, sizeof memory, &memory));
  DO(clEnqueueTask(queue, plus, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4, &out, 0, NULL, NULL));
  CHECK(out == 6);
  free(binary);
}

int main(void) {
  start();
  cl_program program = built(SOURCE, NULL);
  queries(program);
  arguments(program);
  ranges(program);
  memory(program);
  images(program);
  events(program);
  programs();
  cl_kernel says = kernel_of(program, "says");
  int n = 40;
  DO(clSetKernelArg(says, 0, sizeof n, &n));
  launch(says, 3, 1);
  DO(clFinish(queue));
  DO(clReleaseKernel(says));
  DO(clReleaseProgram(program));
  DO(clReleaseCommandQueue(queue));
  DO(clReleaseContext(context));
  printf("all features as expected\n");
  return 0;
}
