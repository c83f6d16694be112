/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structures, flag words and module images of the driver interface (structures.txt). Errors are
 * those of "CUDA Driver API".
 */
#include <unistd.h>

#include "driver_test.h"

Result cuGraphInstantiateWithFlags(GraphExec **executable, Graph *graph, unsigned long long flags);

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"
#define KERNEL ".visible .entry k() { ret; }\n"

enum { PTX = 1 }; /* CUjitInputType */

static void images(void) {
  static const struct {
    const char *text;
    Result wanted;
  } CASES[] = {{HEAD KERNEL, 0},
               {"// a comment\n/* and\nanother */\n" HEAD KERNEL, 0},
               {"this is no ptx", CUDA_ERROR_INVALID_PTX},
               {HEAD ".visible .entry k() { foo.bar %r1; ret; }", CUDA_ERROR_INVALID_PTX},
               {HEAD ".visible .entry k() { ret }", CUDA_ERROR_INVALID_PTX},
               {".version 99.0\n.target sm_70\n.address_size 64\n" KERNEL,
                CUDA_ERROR_UNSUPPORTED_PTX_VERSION},
               {".target sm_70\n" KERNEL, CUDA_ERROR_INVALID_PTX},
               {"", CUDA_ERROR_INVALID_IMAGE},
               {"\x7f" "ELF and no more", CUDA_ERROR_NO_BINARY_FOR_GPU}};
  void *module, *linker, *image;
  size_t bytes;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Result result = cuModuleLoadData(&module, CASES[i].text);
    if (result != CASES[i].wanted)
      printf("image %zu: %d\n", i, result);
    EXPECT(result == CASES[i].wanted);
  }
  DO(cuLinkCreate_v2(0, NULL, NULL, &linker));
  GIVES(CUDA_ERROR_INVALID_PTX,
        cuLinkAddData_v2(linker, PTX, "garbage", 8, "g", 0, NULL, NULL));
  GIVES(CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
        cuLinkAddData_v2(linker, PTX, ".version 99.0\n", 15, "g", 0, NULL, NULL));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuLinkComplete(linker, &image, &bytes)); /* there is nothing */
  const char *unknown = HEAD ".visible .entry k() { foo.bar %r1; ret; }\n";
  GIVES(CUDA_ERROR_INVALID_PTX,
        cuLinkAddData_v2(linker, PTX, (void *)unknown, strlen(unknown), "u", 0, NULL, NULL));
  DO(cuLinkDestroy(linker));
}

/* Each text by itself, when it is added; what it names of others is there when all are linked. */
static void links(void) {
  static const char CALLS[] = HEAD ".extern .func (.reg .b32 r) other(.reg .b32 a);\n"
                                   ".visible .func (.reg .b32 r) twice(.reg .b32 a) {\n"
                                   "  call (r), other, (a); ret;\n}\n";
  static const char OTHER[] = HEAD ".visible .func (.reg .b32 r) other(.reg .b32 a) {\n"
                                   "  { mov.b32 r, a; }\n  ret;\n}\n" KERNEL;
  static const char WRONG[] = HEAD ".visible .func f() {\n  { foo.bar %r1; }\n  ret;\n}\n";
  enum { ERROR_LOG = 5, ERROR_BYTES };
  char log[200] = "", path[] = P_tmpdir "/lockstep-ptx-XXXXXX";
  const int options[] = {ERROR_LOG, ERROR_BYTES};
  void *values[] = {log, (void *)sizeof log}, *linker, *image, *module;
  size_t bytes;
  int file = mkstemp(path);
  EXPECT(file >= 0 && write(file, WRONG, strlen(WRONG)) == (ssize_t)strlen(WRONG));
  close(file);
  DO(cuLinkCreate_v2(2, options, values, &linker));
  DO(cuLinkAddData_v2(linker, PTX, (void *)CALLS, sizeof CALLS, "calls", 0, NULL, NULL));
  GIVES(CUDA_ERROR_INVALID_PTX, cuLinkAddFile_v2(linker, PTX, path, 0, NULL, NULL));
  EXPECT(strstr(log, "unknown instruction 'foo.bar'") && (size_t)values[1] == strlen(log));
  GIVES(CUDA_ERROR_INVALID_PTX, cuLinkAddData_v2(linker, 2, fat_data(WRONG, strlen(WRONG), PLAIN, 70),
                                                 0, "fat", 0, NULL, NULL));
  GIVES(CUDA_ERROR_INVALID_PTX,
        cuLinkAddData_v2(linker, PTX, HEAD ".func f() {", sizeof HEAD ".func f() {", "open", 0, NULL,
                         NULL));
  DO(cuLinkAddData_v2(linker, PTX, (void *)OTHER, sizeof OTHER, "other", 0, NULL, NULL));
  DO(cuLinkComplete(linker, &image, &bytes));
  DO(cuModuleLoadData(&module, image));
  DO(cuLinkDestroy(linker));
  values[1] = (void *)sizeof log;
  GIVES(CUDA_ERROR_INVALID_PTX, cuModuleLoadDataEx(&module, WRONG, 2, options, values));
  EXPECT(strstr(log, "unknown instruction 'foo.bar'"));
  GIVES(CUDA_ERROR_INVALID_PTX, cuModuleLoad(&module, path));
  void *library;
  GIVES(CUDA_ERROR_INVALID_PTX, cuLibraryLoadData(&library, WRONG, NULL, NULL, 0, NULL, NULL, 0));
  GIVES(CUDA_ERROR_INVALID_PTX,
        cuLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0));
  unlink(path);
}

static void textures(void) {
  Array *integers, *bytes;
  uint64_t texture;
  DO(cuArrayCreate_v2(&integers, &(PlaneDescription){4, 4, CU_AD_FORMAT_SIGNED_INT32, 1}));
  DO(cuArrayCreate_v2(&bytes, &(PlaneDescription){4, 4, CU_AD_FORMAT_UNSIGNED_INT8, 4}));
  DriverResource resource = {.resource.array = integers};
  static const struct {
    DriverTexture how;
    Result wanted;
  } CASES[] = {{{.address_mode = {0, 1, 2}}, 0},
               {{.address_mode = {9}}, CUDA_ERROR_INVALID_VALUE},
               {{.address_mode = {0, 0, 4}}, CUDA_ERROR_INVALID_VALUE},
               {{.filter = 5}, CUDA_ERROR_INVALID_VALUE},
               {{.filter = 1}, CUDA_ERROR_INVALID_VALUE}, /* of integers */
               {{.flags = 0x20 | 0x40}, 0},
               {{.flags = 0x4}, CUDA_ERROR_INVALID_VALUE},
               {{.flags = 0x80}, CUDA_ERROR_INVALID_VALUE},
               {{.reserved = {[11] = 1}}, CUDA_ERROR_INVALID_VALUE}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Result result = cuTexObjectCreate(&texture, &resource, &CASES[i].how, NULL);
    if (result != CASES[i].wanted)
      printf("texture %zu: %d\n", i, result);
    EXPECT(result == CASES[i].wanted);
  }
  DriverTexture how = {.flags = CU_TRSF_SRGB | CU_TRSF_NORMALIZED_COORDINATES, .filter = 1};
  resource.resource.array = bytes;
  DO(cuTexObjectCreate(&texture, &resource, &how, NULL));
  how.flags = CU_TRSF_SRGB | CU_TRSF_READ_AS_INTEGER;
  how.filter = 0;
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuTexObjectCreate(&texture, &resource, &how, NULL));
  how.flags = 0;
  ResourceView view = {cudaResViewFormatUnsignedInt1, 4, 4};
  DO(cuTexObjectCreate(&texture, &resource, &how, &view));
  view.width = 2;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, &resource, &how, &view));
  resource.flags = 1;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, &resource, &how, NULL));
  resource = (DriverResource){.type = 9};
  GIVES(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&texture, &resource, &how, NULL));
}

static void flags(void) {
  Array *array;
  Graph *graph;
  GraphExec *executable;
  void *pool, *host;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate_v2(&array, &(ArrayDescription){4, 4, 0, 0x20, 1, 0x100}));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuArray3DCreate_v2(&array, &(ArrayDescription){4, 4, 0, 0x20, 1, 0x40}));
  GIVES(CUDA_ERROR_NOT_SUPPORTED, cuArrayCreate_v2(&array, &(PlaneDescription){4, 4, 0xb0, 1}));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuArrayCreate_v2(&array, &(PlaneDescription){4, 4, 0x77, 1}));
  DO(cuGraphCreate(&graph, 0));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithFlags(&executable, graph, 1 << 20));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemHostAlloc(&host, 64, 0x80));
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&pool, &(PoolProperties){.type = 1}));
  BoxCopy box = {.src = {.type = 7}, .dst = {.type = CU_MEMORYTYPE_HOST}};
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D_v2(&box));
  box.src.type = CU_MEMORYTYPE_HOST;
  box.src.level = 1;
  GIVES(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D_v2(&box));
}

int main(void) {
  void *context;
  DO(cuInit(0));
  DO(cuDevicePrimaryCtxRetain(&context, 0));
  DO(cuCtxSetCurrent(context));
  images();
  links();
  textures();
  flags();
  return finish();
}
