/* Runs kernel k(global const uint *in, global uint *out) of an OpenCL C file on the first OpenCL device.
 *
 *   oclrun PROGRAM.cl INPUT.bin OUTPUT.bin OUTPUT_BYTES X Y Z OPTIONS
 *
 * Two work-groups of X x Y x Z work-items. Build: cc -O1 oclrun.c -lOpenCL -o oclrun
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cl_int e, const char *what) {
  if (e != CL_SUCCESS) {
    fprintf(stderr, "oclrun: %s: error %d\n", what, e);
    exit(1);
  }
}

static char *slurp(const char *name, size_t *size) {
  FILE *f = fopen(name, "rb");
  if (!f) {
    perror(name);
    exit(1);
  }
  fseek(f, 0, SEEK_END);
  *size = (size_t)ftell(f);
  rewind(f);
  char *bytes = calloc(*size + 1, 1);
  if (fread(bytes, 1, *size, f) != *size) {
    perror(name);
    exit(1);
  }
  fclose(f);
  return bytes;
}

int main(int argc, char **argv) {
  if (argc != 9) {
    fprintf(stderr, "usage: oclrun PROGRAM INPUT OUTPUT BYTES X Y Z OPTIONS\n");
    return 2;
  }
  size_t source_size, input_size;
  char *source = slurp(argv[1], &source_size), *input = slurp(argv[2], &input_size);
  size_t bytes = strtoul(argv[4], 0, 10);
  size_t local[3] = {strtoul(argv[5], 0, 10), strtoul(argv[6], 0, 10), strtoul(argv[7], 0, 10)};
  size_t global[3] = {2 * local[0], local[1], local[2]};
  cl_platform_id platform;
  cl_device_id device;
  cl_int e;
  check(clGetPlatformIDs(1, &platform, 0), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, 0), "device");
  cl_context context = clCreateContext(0, 1, &device, 0, 0, &e);
  check(e, "context");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &e);
  check(e, "queue");
  cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, &source_size, &e);
  check(e, "program");
  e = clBuildProgram(program, 1, &device, argv[8], 0, 0);
  if (e != CL_SUCCESS) {
    static char log[20000];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, 0);
    fprintf(stderr, "%s\n", log);
    check(e, "build");
  }
  cl_kernel kernel = clCreateKernel(program, "k", &e);
  check(e, "kernel");
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, input_size, input, &e);
  check(e, "input");
  char *result = calloc(bytes, 1);
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, result, &e);
  check(e, "output");
  check(clSetKernelArg(kernel, 0, sizeof in, &in), "argument");
  check(clSetKernelArg(kernel, 1, sizeof out, &out), "argument");
  check(clEnqueueNDRangeKernel(queue, kernel, 3, 0, global, local, 0, 0, 0), "launch");
  check(clFinish(queue), "finish");
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, result, 0, 0, 0), "read");
  FILE *f = fopen(argv[3], "wb");
  if (!f || fwrite(result, 1, bytes, f) != bytes || fclose(f)) {
    perror(argv[3]);
    return 1;
  }
  return 0;
}
