/* SPDX-License-Identifier: Apache-2.0 */
/* Registration of all packings, launches in all forms, arguments, attributes, errors of launches. */
#include "cuda_test.h"

#define N 1000

static const char ADD, LINE, REVERSE, MISSING;

static void add(enum packing packing, const char *path) {
  static char stubs[3];
  void **module = register_ptx(path, packing, 75);
  register_kernel(module, &stubs[packing], "add");
  __cudaRegisterFatBinaryEnd(module);
  float a[N], b[N], sum[N], *da, *db, *dsum;
  for (int i = 0; i < N; i++)
    a[i] = (float)i, b[i] = 2.5f;
  OK(cudaMalloc((void **)&da, sizeof a));
  OK(cudaMalloc((void **)&db, sizeof b));
  OK(cudaMalloc((void **)&dsum, sizeof sum));
  OK(cudaMemcpy(da, a, sizeof a, HOST_TO_DEVICE));
  OK(cudaMemcpy(db, b, sizeof b, COPY_DEFAULT));
  int n = N;
  void *arguments[] = {&da, &db, &dsum, &n};
  OK(cudaLaunchKernel(&stubs[packing], dim(4, 1, 1), dim(256, 1, 1), arguments, 0, NULL));
  OK(cudaMemcpy(sum, dsum, sizeof sum, DEVICE_TO_HOST));
  for (int i = 0; i < N; i++)
    EXPECT(sum[i] == (float)i + 2.5f);
  OK(cudaFree(da));
  OK(cudaFree(db));
  OK(cudaFree(dsum));
}

static void values_of_all_sizes(void) {
  struct {
    float slope;
    char sign;
    double offset;
  } line = {0.5f, -1, 100.25};
  float *y, result[N];
  char shift = 3;
  int n = N;
  void *arguments[] = {&y, &shift, &line, &n};
  OK(cudaMalloc((void **)&y, sizeof result));
  Function *handle = NULL;
  OK(__cudaGetKernel(&handle, &LINE));
  EXPECT(__cudaPushCallConfiguration(dim(8, 1, 1), dim(128, 1, 1), 0, NULL) == 0);
  Dim3 grid, block;
  size_t shared;
  Stream *stream;
  OK(__cudaPopCallConfiguration(&grid, &block, &shared, &stream));
  OK(__cudaLaunchKernel(handle, grid, block, arguments, shared, stream));
  OK(cudaMemcpy(result, y, sizeof result, DEVICE_TO_HOST));
  for (int i = 0; i < N; i++)
    EXPECT(result[i] == -0.5f * (float)(i + 3) + 100.25f);
  EXPECT(__cudaPopCallConfiguration(&grid, &block, &shared, &stream)
         == cudaErrorMissingConfiguration);
}

static void dynamic_shared_memory(void) {
  int data[256], *d;
  for (int i = 0; i < 256; i++)
    data[i] = i;
  OK(cudaMalloc((void **)&d, sizeof data));
  OK(cudaMemcpy(d, data, sizeof data, HOST_TO_DEVICE));
  LaunchConfig config = {
      .grid = dim(4, 1, 1), .block = dim(64, 1, 1), .dynamic_shared_bytes = 64 * sizeof(int)};
  OK(cudaLaunchKernelExC(&config, &REVERSE, (void *[]){&d}));
  OK(cudaMemcpy(data, d, sizeof data, DEVICE_TO_HOST));
  for (int i = 0; i < 256; i++)
    EXPECT(data[i] == i / 64 * 64 + 63 - i % 64);
}

static void attributes(void) {
  FunctionAttributes found;
  OK(cudaFuncGetAttributes(&found, &REVERSE));
  EXPECT(found.max_threads == 1024);
  EXPECT(found.ptx_version == 75);
  EXPECT(found.registers > 0);
  EXPECT(found.max_dynamic_shared_bytes == 49152);
  EXPECT(cudaFuncSetAttribute(&REVERSE, 8, 1 << 30) == cudaErrorInvalidValue);
  int blocks = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &REVERSE, 1024, 0));
  EXPECT(blocks >= 1 && blocks <= 2);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &REVERSE, 64, 40000));
  EXPECT(blocks >= 1 && blocks <= 5);
}

static void errors(void) {
  void *arguments[] = {&arguments};
  EXPECT(cudaLaunchKernel(&REVERSE, dim(1, 1, 1), dim(2048, 1, 1), arguments, 0, NULL)
         == cudaErrorInvalidConfiguration);
  EXPECT(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT(cudaLaunchKernel(&REVERSE, dim(0, 1, 1), dim(1, 1, 1), arguments, 0, NULL)
         == cudaErrorInvalidConfiguration);
  EXPECT(cudaLaunchKernel(&REVERSE, dim(1, 1, 1), dim(1, 1, 1), arguments, 1 << 20, NULL)
         == cudaErrorInvalidValue);
  EXPECT(cudaLaunchKernel("no kernel", dim(1, 1, 1), dim(1, 1, 1), arguments, 0, NULL)
         == cudaErrorInvalidDeviceFunction);
  EXPECT(cudaLaunchKernel(&MISSING, dim(1, 1, 1), dim(1, 1, 1), arguments, 0, NULL)
         == cudaErrorInvalidDeviceFunction);
  EXPECT(!strcmp(cudaGetErrorName(cudaErrorInvalidConfiguration), "cudaErrorInvalidConfiguration"));
  EXPECT(!strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
  EXPECT(!strcmp(cudaGetErrorName(12345), "unrecognized error code"));
  EXPECT(cudaIpcGetMemHandle(NULL, NULL) == cudaErrorNotSupported);
  EXPECT(cudaGetLastError() == cudaErrorNotSupported);
}

static void device(void) {
  int count = 0, value = 0;
  OK(cudaGetDeviceCount(&count));
  EXPECT(count == 1);
  EXPECT(cudaSetDevice(1) == cudaErrorInvalidDevice);
  OK(cudaSetDevice(0));
  char properties[1008];
  OK(cudaGetDeviceProperties(properties, 0));
  EXPECT(properties[0] != 0);
  int warp;
  memcpy(&warp, properties + 308, sizeof warp);
  EXPECT(warp == 32);
  OK(cudaDeviceGetAttribute(&value, 10, 0));
  EXPECT(value == 32);
  OK(cudaDeviceGetAttribute(&value, 16, 0));
  EXPECT(value > 1);
  EXPECT(cudaDeviceGetAttribute(&value, 9999, 0) == cudaErrorInvalidValue);
  size_t free_bytes, total;
  OK(cudaMemGetInfo(&free_bytes, &total));
  EXPECT(free_bytes <= total && total > 1 << 28);
  cudaGetLastError();
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  add(PLAIN, arguments[1]);
  add(LZ4, arguments[1]);
  if (dlopen("libzstd.so.1", RTLD_NOW))
    add(ZSTD, arguments[1]);
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &LINE, "line");
  register_kernel(module, &REVERSE, "reverse");
  register_kernel(module, &MISSING, "missing");
  register_kernel(module, &ADD, "add");
  values_of_all_sizes();
  dynamic_shared_memory();
  attributes();
  errors();
  device();
  return finish();
}
