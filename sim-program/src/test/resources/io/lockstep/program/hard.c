/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that end badly, or have several threads or processes: hard MODE */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 256

static const char *SOURCE =
    "__kernel void set(__global int *a, int by) { a[get_global_id(0) + by] = get_global_id(0); }";

static const char *ENDLESS =
    "__kernel void spin(__global int *a) {"
    "  for (int i = 0; i < 2000000000; i++) { a[get_global_id(0)] += i * a[1]; }"
    "}";

static cl_program program;
static pthread_barrier_t all; /* a released queue's number is used again */

static cl_int launch(cl_command_queue on, int by) {
  int out[N];
  size_t global = N;
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof out, NULL, &error);
  DO(error);
  cl_kernel set = kernel_of(program, "set");
  DO(clSetKernelArg(set, 0, sizeof memory, &memory));
  DO(clSetKernelArg(set, 1, sizeof by, &by));
  DO(clEnqueueNDRangeKernel(on, set, 1, NULL, &global, NULL, 0, NULL, NULL));
  cl_int code = clEnqueueReadBuffer(on, memory, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
  for (int i = 0; i < N && code == CL_SUCCESS; i++) {
    CHECK(out[i] == i);
  }
  clReleaseMemObject(memory);
  clReleaseKernel(set);
  return code;
}

static void hang(void) {
  size_t global = N;
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, N * 4, NULL, &error);
  DO(error);
  cl_kernel spin = kernel_of(built(ENDLESS, ""), "spin");
  DO(clSetKernelArg(spin, 0, sizeof memory, &memory));
  DO(clEnqueueNDRangeKernel(queue, spin, 1, NULL, &global, NULL, 0, NULL, NULL));
  puts("launched");
  fflush(stdout);
  DO(clFinish(queue));
}

static void *work(void *data) {
  cl_int code;
  cl_command_queue own = clCreateCommandQueue(context, device, 0, &code);
  DO(code);
  pthread_barrier_wait(&all);
  for (int i = 0; i < 20; i++) {
    DO(launch(own, 0));
  }
  DO(clReleaseCommandQueue(own));
  return data;
}

int main(int argc, char **argv) {
  const char *mode = argv[1];
  if (strcmp(mode, "none") == 0) {
    return 0;
  }
  int child = strcmp(mode, "processes") == 0 ? fork() : -1;
  start();
  program = built(SOURCE, "");
  if (strcmp(mode, "outside") == 0) {
    CHECK(launch(queue, 1) == CL_OUT_OF_RESOURCES);
    CHECK(clFinish(queue) == CL_OUT_OF_RESOURCES);
    return 0;
  }
  DO(launch(queue, 0));
  if (strcmp(mode, "hang") == 0) {
    hang();
  }
  if (strcmp(mode, "kill") == 0) {
    raise(SIGKILL);
  }
  if (strcmp(mode, "fork") == 0 && fork() == 0) {
    CHECK(clFinish(queue) == CL_DEVICE_NOT_AVAILABLE);
    exit(0);
  }
  if (strcmp(mode, "threads") == 0) {
    pthread_t threads[4];
    pthread_barrier_init(&all, NULL, 4);
    for (int i = 0; i < 4; i++) {
      pthread_create(&threads[i], NULL, work, NULL);
    }
    for (int i = 0; i < 4; i++) {
      pthread_join(threads[i], NULL);
    }
  }
  if (child > 0 || strcmp(mode, "fork") == 0) {
    int status;
    wait(&status);
    CHECK(status == 0);
  }
  DO(launch(queue, 0));
  return strcmp(mode, "exit") == 0 ? 3 : 0;
}
