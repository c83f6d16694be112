/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that do what workloads of the examples do: examples NAME KERNELS.cl */
#include "check.h"

static cl_program program;

static cl_mem buffer(size_t count) {
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * count, NULL, &error);
  DO(error);
  return memory;
}

/* A buffer of integers or floats with a function's values. */
static cl_mem integers(int count, int (*value)(int)) {
  int *data = calloc(count, sizeof *data);
  for (int i = 0; i < count; i++) {
    data[i] = value(i);
  }
  cl_mem memory = buffer(count);
  DO(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4u * count, data, 0, NULL, NULL));
  free(data);
  return memory;
}

static cl_mem floats(int count, float value) {
  float *data = calloc(count, sizeof *data);
  for (int i = 0; i < count; i++) {
    data[i] = value;
  }
  cl_mem memory = buffer(count);
  DO(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4u * count, data, 0, NULL, NULL));
  free(data);
  return memory;
}

static void download(cl_mem memory, int count) {
  void *data = calloc(count, 4);
  DO(clFinish(queue));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4u * count, data, 0, NULL, NULL));
  free(data);
}

#define SET(index, value) DO(clSetKernelArg(kernel, index, sizeof(value), &(value)))

static void launch(cl_kernel kernel, int dimensions, size_t items, size_t group) {
  size_t global[2] = {items, items}, local[2] = {group, group};
  DO(clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, 0, NULL, NULL));
}

static int cell(int i) { return i * i % 7 / 4; }

static void life(void) {
  int n = 64;
  cl_kernel kernel = kernel_of(program, "life");
  cl_mem now = integers(n * n, cell), next = buffer(n * n);
  for (int generation = 0; generation < 4; generation++) {
    SET(0, now);
    SET(1, next);
    SET(2, n);
    launch(kernel, 2, n, 16);
    cl_mem swapped = now;
    now = next;
    next = swapped;
  }
  download(now, n * n);
}

static int eighth(int i) { return 8 * i; }
static int column(int i) { return i * 37 % 1024; }

static void spmv(void) {
  int rows = 1024;
  cl_kernel kernel = kernel_of(program, "spmv");
  cl_mem row = integers(rows + 1, eighth), col = integers(8 * rows, column);
  cl_mem val = floats(8 * rows, 0.5f), x = floats(rows, 1), y = buffer(rows);
  SET(0, row);
  SET(1, col);
  SET(2, val);
  SET(3, x);
  SET(4, y);
  SET(5, rows);
  launch(kernel, 1, rows, 128);
  download(y, rows);
}

static int fourth(int i) { return 4 * i; }
static int neighbour(int i) { return (i / 4 * 3 + i % 4 * 11 + 1) % 1024; }
static int unseen(int i) { return i == 0 ? 0 : -1; }

static void bfs(void) {
  int n = 1024, zero = 0, changed = 1;
  cl_kernel kernel = kernel_of(program, "bfs");
  cl_mem row = integers(n + 1, fourth), col = integers(4 * n, neighbour);
  cl_mem level = integers(n, unseen), flag = buffer(1);
  SET(0, row);
  SET(1, col);
  SET(2, level);
  SET(3, flag);
  SET(5, n);
  for (int current = 0; changed != 0; current++) {
    DO(clEnqueueFillBuffer(queue, flag, &zero, 4, 0, 4, 0, NULL, NULL));
    SET(4, current);
    launch(kernel, 1, n, 64);
    DO(clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, 4, &changed, 0, NULL, NULL));
  }
  download(level, n);
}

static void nbody(void) {
  int n = 256;
  float dt = 0.01f;
  cl_kernel kernel = kernel_of(program, "nbody");
  cl_mem pos = floats(4 * n, 0.25f), vel = floats(4 * n, 0);
  SET(0, pos);
  SET(1, vel);
  SET(2, n);
  SET(3, dt);
  launch(kernel, 1, n, 64);
  download(vel, 4 * n);
}

static void banks(void) {
  int stride = 4, reads = 64, groups = 8;
  cl_kernel kernel = kernel_of(program, "banks");
  cl_mem out = buffer(64 * groups);
  SET(0, out);
  SET(1, stride);
  SET(2, reads);
  launch(kernel, 1, 64 * groups, 64);
  download(out, 64 * groups);
}

static void latency(void) {
  int rounds = 4, units = 8, wavefronts = 2, items = 64 * wavefronts;
  cl_kernel kernel = kernel_of(program, "latency");
  cl_mem in = floats(items * units * rounds, 0.5f), out = buffer(items * units);
  SET(0, in);
  SET(1, out);
  SET(2, rounds);
  launch(kernel, 1, items * units, items);
  download(out, items * units);
}

static void channels(void) {
  int pitch = 64, lines = 4, groups = 40;
  cl_kernel kernel = kernel_of(program, "channels");
  cl_mem in = floats(pitch * lines * groups, 0.25f), out = buffer(64 * groups);
  SET(0, in);
  SET(1, out);
  SET(2, pitch);
  SET(3, lines);
  launch(kernel, 1, 64 * groups, 64);
  download(out, 64 * groups);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } all[] = {{"life", life},   {"spmv", spmv},       {"bfs", bfs},          {"nbody", nbody},
             {"banks", banks}, {"latency", latency}, {"channels", channels}};
  CHECK(argc == 3);
  start();
  program = built(text_of(argv[2]), "-DTILE=16");
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (strcmp(all[i].name, argv[1]) == 0) {
      all[i].run();
      return 0;
    }
  }
  return 1;
}
