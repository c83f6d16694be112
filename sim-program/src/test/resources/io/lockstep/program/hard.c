/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that end badly, or have several threads or processes: hard MODE */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 256

static const char *SOURCE =
    "__kernel void set(__global int *a, int by) { a[get_global_id(0) + by] = get_global_id(0); }";

static const char *ENDLESS =
    "__kernel void spin(__global int *a) {"
    "  for (int i = 0; i < 2000000000; i++) { a[get_global_id(0)] += i * a[1]; }"
    "}";

static const char *WORDY =
    "__kernel void say(__global int *a) {"
    "  printf(\"work-item %06d says more than forty characters\\n\", (int)get_global_id(0));"
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

/* All that the kernel prints, 1 MiB and more, is there when clFinish returns. */
static void print(void) {
  enum { LINES = 25000 };
  size_t global = LINES, lines = 0;
  char line[100];
  cl_kernel say = kernel_of(built(WORDY, ""), "say");
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, &error);
  DO(error);
  DO(clSetKernelArg(say, 0, sizeof memory, &memory));
  CHECK(freopen("printed.txt", "w", stdout) != NULL);
  DO(clEnqueueNDRangeKernel(queue, say, 1, NULL, &global, NULL, 0, NULL, NULL));
  DO(clFinish(queue));
  fflush(stdout);
  FILE *in = fopen("printed.txt", "r");
  while (fgets(line, sizeof line, in) != NULL) {
    lines += strstr(line, "characters\n") != NULL;
  }
  fclose(in);
  remove("printed.txt");
  CHECK(lines == LINES);
}

/* A program that closes descriptors which it did not open, and uses their numbers. */
static void close_range_of(void) {
  int own[2];
  char byte;
  for (int i = 3; i < 64; i++) {
    close(i);
  }
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, own) == 0);
  DO(launch(queue, 0));
  CHECK(recv(own[1], &byte, 1, MSG_DONTWAIT) < 0);
}

/* A program that puts a socket of its own in place of the connection gets no message in it. */
static void replace_connection(void) {
  int own[2];
  char byte;
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, own) == 0);
  CHECK(dup2(own[0], 101) == 101);
  CHECK(clFinish(queue) == CL_DEVICE_NOT_AVAILABLE);
  CHECK(recv(own[1], &byte, 1, MSG_DONTWAIT) < 0);
  CHECK(send(own[0], &byte, 1, 0) == 1);
  exit(0);
}

static void *call(void *data) {
  for (;;) {
    DO(launch(queue, 0));
  }
  return data;
}

/* Children that are forked while another thread is inside a call get an error; they do not wait. */
static void fork_beside_a_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, call, NULL);
  for (int i = 0; i < 30; i++) {
    int status;
    usleep(2000);
    pid_t child = fork();
    if (child == 0) {
      alarm(10);
      _exit(clFinish(queue) == CL_DEVICE_NOT_AVAILABLE ? 0 : 1);
    }
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  _exit(0);
}

static void *work(void *data) {
  cl_int created;
  cl_command_queue own = clCreateCommandQueue(context, device, 0, &created);
  DO(created);
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
  if (strcmp(mode, "closed") == 0) {
    close(0);
    close(1);
    close(2);
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
  if (strcmp(mode, "print") == 0) {
    print();
  }
  if (strcmp(mode, "closed") == 0) {
    puts("for nothing that is open");
    fflush(stdout);
  }
  if (strcmp(mode, "range") == 0) {
    close_range_of();
  }
  if (strcmp(mode, "replaced") == 0) {
    replace_connection();
  }
  if (strcmp(mode, "beside") == 0) {
    fork_beside_a_thread();
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
