/* SPDX-License-Identifier: Apache-2.0 */
/* Modules of all forms, linking, libraries, functions, launches, occupancy. */
#include "driver_test.h"

#define N 1000
#define INFORMATION_LOG 3
#define INFORMATION_BYTES 4
#define ERROR_LOG 5
#define ERROR_BYTES 6
#define PTX 1
#define FAT_BINARY 2

static const char *path;

static DevicePointer upload(const void *data, size_t bytes) {
  DevicePointer at = 0;
  DO(cuMemAlloc_v2(&at, bytes));
  DO(cuMemcpyHtoD_v2(at, data, bytes));
  return at;
}

/* Calls the kernel "add" by an array of arguments, by a buffer, and by a configuration. */
static void add(Function *function) {
  float a[N], b[N], sum[N];
  for (int i = 0; i < N; i++)
    a[i] = (float)i, b[i] = 2.5f;
  struct {
    DevicePointer a, b, sum;
    int n;
  } values = {upload(a, sizeof a), upload(b, sizeof b), 0, N};
  void *arguments[] = {&values.a, &values.b, &values.sum, &values.n};
  size_t bytes = sizeof values;
  void *extra[] = {(void *)1, &values, (void *)2, &bytes, (void *)0};
  for (int form = 0; form < 5; form++) {
    memset(sum, 0, sizeof sum);
    values.sum = upload(sum, sizeof sum);
    LaunchAttribute cooperative = {.id = 2, .value.flag = 1};
    DriverConfig config = {.grid = {4, 1, 1},
                           .block = {256, 1, 1},
                           .attributes = &cooperative,
                           .attribute_count = form == 4};
    if (form == 0)
      DO(cuLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL));
    else if (form == 1)
      DO(cuLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
    else if (form == 2)
      DO(cuLaunchCooperativeKernel(function, 4, 1, 1, 256, 1, 1, 0, NULL, arguments));
    else
      DO(cuLaunchKernelEx(&config, function, arguments, NULL));
    DO(cuMemcpyDtoH_v2(sum, values.sum, sizeof sum));
    for (int i = 0; i < N; i++)
      EXPECT(sum[i] == (float)i + 2.5f);
    DO(cuMemFree_v2(values.sum));
  }
  bytes = 8;
  GIVES(CUDA_ERROR_INVALID_VALUE,
        cuLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
  GIVES(CUDA_ERROR_INVALID_VALUE,
        cuLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, NULL, arguments, extra));
  GIVES(CUDA_ERROR_INVALID_VALUE,
        cuLaunchKernel(function, 0, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL));
  DO(cuMemFree_v2(values.a));
  DO(cuMemFree_v2(values.b));
}

static void forms(const char *text) {
  void *module;
  Function *function = NULL, *again = NULL, *all[64] = {0};
  DO(cuModuleLoadData(&module, text));
  DO(cuModuleGetFunction(&function, module, "add"));
  DO(cuModuleGetFunction(&again, module, "add"));
  EXPECT(function == again);
  add(function);
  GIVES(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, module, "missing"));
  unsigned count = 0;
  DO(cuModuleGetFunctionCount(&count, module));
  EXPECT(count > 10 && count < 64);
  DO(cuModuleEnumerateFunctions(all, count, module));
  EXPECT(all[0] && all[count - 1] && !all[count]);
  DO(cuModuleUnload(module));
  GIVES(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(module));
  GIVES(CUDA_ERROR_INVALID_HANDLE,
        cuLaunchKernel(again, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  DO(cuModuleLoad(&module, path));
  DO(cuModuleGetFunction(&function, module, "add"));
  add(function);
  DO(cuModuleUnload(module));
  DO(cuModuleLoadData(&module, fat_file(path, LZ4, 75)));
  DO(cuModuleGetFunction(&function, module, "add"));
  add(function);
  DO(cuModuleUnload(module));
  GIVES(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "/no such file"));
  GIVES(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&module, "\177ELF\2\1\1"));
  int mode = 0;
  DO(cuModuleGetLoadingMode(&mode));
  EXPECT(mode == 1);
}

static void logs(const char *text) {
  void *module;
  char information[64] = "unset", errors[256] = "unset";
  int options[] = {0, INFORMATION_LOG, INFORMATION_BYTES, ERROR_LOG, ERROR_BYTES};
  void *values[] = {(void *)32, information, (void *)sizeof information, errors,
                    (void *)sizeof errors};
  DO(cuModuleLoadDataEx(&module, text, 5, options, values));
  EXPECT(information[0] == 0 && values[2] == 0 && errors[0] == 0 && values[4] == 0);
  DO(cuModuleUnload(module));
  values[2] = (void *)sizeof information;
  values[4] = (void *)sizeof errors;
  GIVES(CUDA_ERROR_INVALID_PTX,
        cuModuleLoadDataEx(&module,
                           ".version 7.0\n.target sm_75\n.address_size 64\n"
                           ".visible .entry bad()\n{\n  nonsense %r1;\n",
                           5, options, values));
  EXPECT(errors[0] && (size_t)values[4] == strlen(errors));
  values[4] = (void *)8;
  GIVES(CUDA_ERROR_INVALID_PTX,
        cuModuleLoadDataEx(&module, ".version 7.0\n.target sm_75\n.visible {", 5, options, values));
  EXPECT(strlen(errors) == 7 && values[4] == (void *)7);
  options[0] = 34; /* the last of 13.0: CU_JIT_SPLIT_COMPILE */
  DO(cuModuleLoadDataEx(&module, text, 5, options, values));
  DO(cuModuleUnload(module));
  options[0] = 35;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuModuleLoadDataEx(&module, text, 5, options, values));
  options[0] = 1000;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuModuleLoadDataEx(&module, text, 5, options, values));
}

/* A kernel, and a comment of 1 MiB behind it, 20 times: more than is sent at once. */
static void longText(void) {
  static char text[21 << 20];
  enum { KERNELS = 20 };
  char *end = text + sprintf(text, ".version 7.0\n.target sm_75\n.address_size 64\n");
  for (int i = 0; i < KERNELS; i++) {
    end += sprintf(end,
                   ".visible .entry store%d(.param .u64 at)\n{\n  .reg .b64 %%a;\n"
                   "  ld.param.u64 %%a, [at];\n  st.global.u32 [%%a], %d;\n  ret;\n}\n",
                   i, i + 1);
    memcpy(end, "//", 2);
    memset(end + 2, '0' + i, 1 << 20);
    end += (1 << 20) + 2;
    *end++ = '\n';
  }
  void *module;
  DO(cuModuleLoadData(&module, text));
  unsigned count = 0;
  DO(cuModuleGetFunctionCount(&count, module));
  EXPECT(count == KERNELS);
  for (int i = 0; i < KERNELS; i++) {
    char name[16];
    Function *function;
    int value = 0;
    DevicePointer at = upload(&value, sizeof value);
    sprintf(name, "store%d", i);
    DO(cuModuleGetFunction(&function, module, name));
    DO(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){&at}, NULL));
    DO(cuMemcpyDtoH_v2(&value, at, sizeof value));
    EXPECT(value == i + 1);
    DO(cuMemFree_v2(at));
  }
  DO(cuModuleUnload(module));
}

static void linking(void) {
  static const char FIRST[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                              ".visible .func (.reg .b32 %r) twice(.reg .b32 %x)\n"
                              "{\n  add.u32 %r, %x, %x;\n  ret;\n}\n";
  static const char SECOND[] =
      ".version 7.0\n.target sm_75\n.address_size 64\n"
      ".extern .func (.reg .b32 %r) twice(.reg .b32 %x);\n"
      ".visible .entry store(.param .u64 at)\n{\n  .reg .b64 %a;\n  .reg .b32 %v;\n"
      "  ld.param.u64 %a, [at];\n  mov.u32 %v, 21;\n  call (%v), twice, (%v);\n"
      "  st.global.u32 [%a], %v;\n  ret;\n}\n";
  void *linker, *image = NULL, *module;
  size_t bytes = 0;
  DO(cuLinkCreate_v2(0, NULL, NULL, &linker));
  DO(cuLinkAddData_v2(linker, PTX, (void *)FIRST, sizeof FIRST, "first", 0, NULL, NULL));
  DO(cuLinkAddData_v2(linker, PTX, (void *)SECOND, sizeof SECOND, "second", 0, NULL, NULL));
  DO(cuLinkComplete(linker, &image, &bytes));
  EXPECT(bytes > sizeof FIRST);
  DO(cuModuleLoadData(&module, image));
  DO(cuLinkDestroy(linker));
  Function *function;
  DO(cuModuleGetFunction(&function, module, "store"));
  int value = 0;
  DevicePointer at = upload(&value, sizeof value);
  DO(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){&at}, NULL));
  DO(cuMemcpyDtoH_v2(&value, at, sizeof value));
  EXPECT(value == 42);
  DO(cuModuleUnload(module));
  DO(cuLinkCreate_v2(0, NULL, NULL, &linker));
  DO(cuLinkAddFile_v2(linker, PTX, path, 0, NULL, NULL));
  DO(cuLinkAddData_v2(linker, FAT_BINARY, fat_data(FIRST, strlen(FIRST), PLAIN, 75), 0, "", 0, NULL,
                      NULL));
  GIVES(CUDA_ERROR_INVALID_IMAGE,
        cuLinkAddData_v2(linker, 0, (void *)FIRST, sizeof FIRST, "", 0, NULL, NULL));
  GIVES(CUDA_ERROR_NOT_SUPPORTED,
        cuLinkAddData_v2(linker, 0, "\177ELF\2\1\1", 8, "", 0, NULL, NULL));
  DO(cuLinkComplete(linker, &image, &bytes));
  DO(cuLinkDestroy(linker));
}

static void libraries(const char *text) {
  void *library, *module = NULL;
  Function *kernel, *function = NULL, *all[64];
  const char *name = NULL;
  unsigned count = 0;
  int value = 0;
  size_t offset = 0, bytes = 0;
  DO(cuLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
  DO(cuLibraryGetKernel(&kernel, library, "line"));
  DO(cuLibraryGetKernelCount(&count, library));
  DO(cuLibraryEnumerateKernels(all, count, library));
  DO(cuLibraryGetModule(&module, library));
  DO(cuKernelGetFunction(&function, kernel));
  DO(cuKernelGetName(&name, kernel));
  EXPECT(!strcmp(name, "line"));
  DO(cuKernelGetParamInfo(kernel, 1, &offset, &bytes));
  EXPECT(offset == 8 && bytes == 1);
  DO(cuKernelGetAttribute(&value, 0, kernel, 0));
  EXPECT(value == 1024);
  GIVES(CUDA_ERROR_INVALID_DEVICE, cuKernelGetAttribute(&value, 0, kernel, 1));
  DO(cuKernelSetAttribute(8, 1024, kernel, 0));
  DO(cuKernelSetCacheConfig(kernel, 1, 0));
  void *owner = NULL;
  DO(cuKernelGetLibrary(&owner, kernel));
  EXPECT(owner == library);
  DO(cuLibraryUnload(library));
  DO(cuLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0));
  DO(cuLibraryUnload(library));
  GIVES(CUDA_ERROR_INVALID_HANDLE, cuLibraryUnload(library));
}

static size_t shared_of(int threads) {
  return (size_t)threads * 32;
}

static void functions(const char *text) {
  void *module, *owner = NULL;
  Function *function;
  const char *name = NULL;
  int value = -1, blocks = 0, grid = 0, block = 0;
  size_t offset = 0, bytes = 0;
  DO(cuModuleLoadData(&module, text));
  DO(cuModuleGetFunction(&function, module, "reverse"));
  DO(cuFuncGetName(&name, function));
  EXPECT(!strcmp(name, "reverse"));
  DO(cuFuncGetModule(&owner, function));
  EXPECT(owner == module);
  DO(cuFuncGetParamInfo(function, 0, &offset, &bytes));
  EXPECT(offset == 0 && bytes == 8);
  GIVES(CUDA_ERROR_INVALID_VALUE, cuFuncGetParamInfo(function, 1, &offset, &bytes));
  DO(cuFuncGetAttribute(&value, 5, function));
  EXPECT(value == 75);
  DO(cuFuncGetAttribute(&value, 4, function));
  EXPECT(value > 0);
  GIVES(CUDA_ERROR_INVALID_VALUE, cuFuncGetAttribute(&value, 100, function));
  DO(cuFuncSetAttribute(function, 8, 65536));
  DO(cuFuncGetAttribute(&value, 8, function));
  EXPECT(value == 65536);
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuFuncSetAttribute(function, 14, 1));
  DO(cuFuncSetCacheConfig(function, 1));
  DO(cuFuncSetSharedMemConfig(function, 2));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuFuncSetSharedMemConfig(function, 3));
  DO(cuFuncLoad(function));
  DO(cuFuncIsLoaded(&value, function));
  EXPECT(value == 1);
  DO(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 1024, 0));
  EXPECT(blocks >= 1 && blocks <= 2);
  DO(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, function, 64, 40000, 0));
  EXPECT(blocks >= 1 && blocks <= 5);
  DO(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, NULL, 0, 0));
  EXPECT(block == 1024 && grid > 0);
  DO(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, NULL, 0, 100));
  EXPECT(block <= 100);
  DO(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, function, shared_of, 0, 0, 0));
  EXPECT(block > 0);
  DO(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 2, 128));
  EXPECT(bytes > 0);
  int data[256];
  for (int i = 0; i < 256; i++)
    data[i] = i;
  DevicePointer at = upload(data, sizeof data);
  DO(cuLaunchKernel(function, 4, 1, 1, 64, 1, 1, 64 * sizeof(int), NULL, (void *[]){&at}, NULL));
  DO(cuMemcpyDtoH_v2(data, at, sizeof data));
  for (int i = 0; i < 256; i++)
    EXPECT(data[i] == i / 64 * 64 + 63 - i % 64);
  LaunchAttribute cluster = {.id = 4, .value.dimension = {2, 1, 1}};
  GIVES(CUDA_ERROR_NOT_SUPPORTED,
        cuLaunchKernelEx(&(DriverConfig){.grid = {4, 1, 1},
                                         .block = {64, 1, 1},
                                         .attributes = &cluster,
                                         .attribute_count = 1},
                         function, (void *[]){&at}, NULL));
  DO(cuModuleUnload(module));
}

static void variables(const char *text) {
  void *module;
  Function *function;
  DevicePointer weights = 0, total = 0;
  size_t bytes = 0;
  unsigned counted = 0;
  float w[4] = {1, 2, 3, 4}, y[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  int n = 8;
  DO(cuModuleLoadData(&module, text));
  DO(cuModuleGetGlobal_v2(&weights, &bytes, module, "weights"));
  EXPECT(bytes == sizeof w);
  DO(cuModuleGetGlobal_v2(&total, NULL, module, "total"));
  GIVES(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal_v2(&total, NULL, module, "no variable"));
  DO(cuMemcpyHtoD_v2(weights, w, sizeof w));
  DO(cuModuleGetFunction(&function, module, "weigh"));
  DevicePointer at = upload(y, sizeof y);
  DO(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, (void *[]){&at, &n}, NULL));
  DO(cuMemcpyDtoH_v2(y, at, sizeof y));
  for (int i = 0; i < 8; i++)
    EXPECT(y[i] == w[i % 4]);
  DO(cuMemcpyDtoH_v2(&counted, total, sizeof counted));
  EXPECT(counted == 8);
  DO(cuModuleGetFunction(&function, module, "unreadable"));
  GIVES(CUDA_ERROR_INVALID_PTX,
        cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, (void *[]){&n}, NULL));
  DO(cuModuleUnload(module));
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  path = arguments[1];
  const char *text = text_of(path);
  void *context;
  DO(cuInit(0));
  DO(cuCtxCreate_v2(&context, 0, 0));
  forms(text);
  logs(text);
  longText();
  linking();
  libraries(text);
  functions(text);
  variables(text);
  DO(cuCtxDestroy_v2(context));
  return finish();
}
