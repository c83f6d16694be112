/* SPDX-License-Identifier: Apache-2.0 */
/* What the test programs have in common: a context, a queue, and checks that end the program. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                       \
    }                                                                \
  } while (0)
#define DO(call)                                                             \
  do {                                                                       \
    cl_int code = (call);                                                    \
    if (code != CL_SUCCESS) {                                                \
      fprintf(stderr, "%s:%d: %s: error %d\n", __FILE__, __LINE__, #call, code); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_int error;

static void start(void) {
  DO(clGetPlatformIDs(1, &platform, NULL));
  DO(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  DO(error);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  DO(error);
}

static char *text_of(const char *file) {
  static char text[65536];
  FILE *in = fopen(file, "r");
  CHECK(in != NULL);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  return text;
}

static cl_program built(const char *source, const char *options) {
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  DO(error);
  if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
    char log[4096];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    fprintf(stderr, "%s\n", log);
    exit(1);
  }
  return program;
}

static cl_kernel kernel_of(cl_program program, const char *name) {
  cl_kernel kernel = clCreateKernel(program, name, &error);
  DO(error);
  return kernel;
}
