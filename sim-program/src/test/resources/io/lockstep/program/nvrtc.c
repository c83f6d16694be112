/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that a program compiles by NVRTC and launches by the driver interface. */
#include "driver_test.h"

const char *nvrtcGetErrorString(int result);
int nvrtcVersion(int *major, int *minor);
int nvrtcGetNumSupportedArchs(int *count);
int nvrtcGetSupportedArchs(int *capabilities);
int nvrtcCreateProgram(void **program, const char *source, const char *name, int headers,
                       const char *const *texts, const char *const *names);
int nvrtcDestroyProgram(void **program);
int nvrtcAddNameExpression(void *program, const char *expression);
int nvrtcCompileProgram(void *program, int count, const char *const *options);
int nvrtcGetPTXSize(void *program, size_t *bytes);
int nvrtcGetPTX(void *program, char *text);
int nvrtcGetCUBINSize(void *program, size_t *bytes);
int nvrtcGetCUBIN(void *program, char *image);
int nvrtcGetProgramLogSize(void *program, size_t *bytes);
int nvrtcGetProgramLog(void *program, char *text);
int nvrtcGetLoweredName(void *program, const char *expression, const char **name);
int nvrtcGetLTOIRSize(void *program, size_t *bytes);

enum { INVALID_INPUT = 3, INVALID_PROGRAM, INVALID_OPTION, COMPILATION };
enum { AFTER_COMPILATION = 8, BEFORE_COMPILATION, NOT_VALID, INTERNAL_ERROR };

#define RTC(expected, call)                                                                  \
  do {                                                                                       \
    int found = (call);                                                                      \
    if (found != (expected)) {                                                               \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, nvrtcGetErrorString(found));      \
      failures++;                                                                            \
    }                                                                                        \
  } while (0)

static char *log_of(void *program) {
  size_t bytes = 0;
  RTC(0, nvrtcGetProgramLogSize(program, &bytes));
  char *log = calloc(1, bytes + 1);
  RTC(0, nvrtcGetProgramLog(program, log));
  EXPECT(strlen(log) + 1 == bytes);
  return log;
}

/* A header by its text, a macro, templates and variables by their expressions. */
static void templates(int machine) {
  static const char SOURCE[] =
      "#include \"parts/scale.h\"\n"
      "namespace mine { __constant__ int shift; }\n"
      "template <typename T, int N> __global__ void add(T *x) {\n"
      "  x[threadIdx.x] = scale(x[threadIdx.x]) + N + mine::shift + EXTRA;\n"
      "}\n"
      "extern \"C\" __global__ void plain(int *x) { *x = 1; }\n";
  static const char *HEADERS[] = {"template <typename T> __device__ T scale(T x) { return 2 * x; }\n"};
  static const char *NAMES[] = {"parts/scale.h"};
  const char *options[] = {machine ? "-arch=sm_80" : "--gpu-architecture=compute_80", "-D",
                           "EXTRA=1000", "--std=c++17", "-default-device", "-lineinfo"};
  void *program = NULL, *module;
  const char *name = NULL;
  size_t bytes = 0;
  RTC(0, nvrtcCreateProgram(&program, SOURCE, "mine", 1, HEADERS, NAMES));
  RTC(0, nvrtcAddNameExpression(program, "add<float, 3>"));
  RTC(0, nvrtcAddNameExpression(program, "&mine::shift"));
  RTC(BEFORE_COMPILATION, nvrtcGetLoweredName(program, "add<float, 3>", &name));
  RTC(0, nvrtcCompileProgram(program, 6, options));
  EXPECT(!*log_of(program));
  RTC(AFTER_COMPILATION, nvrtcAddNameExpression(program, "plain"));
  RTC(0, nvrtcGetLoweredName(program, "add<float, 3>", &name));
  EXPECT(!strcmp(name, "_Z3addIfLi3EEvPT_"));
  RTC(NOT_VALID, nvrtcGetLoweredName(program, "plain", &name));
  RTC(0, nvrtcGetPTXSize(program, &bytes));
  char *ptx = malloc(bytes);
  RTC(0, nvrtcGetPTX(program, ptx));
  EXPECT(strlen(ptx) + 1 == bytes && strstr(ptx, ".target sm_80") && !strstr(ptx, "lockstep_name"));
  size_t image_bytes = 1;
  RTC(0, nvrtcGetCUBINSize(program, &image_bytes));
  EXPECT((image_bytes > 0) == machine);
  char *image = malloc(image_bytes + 1);
  RTC(machine ? 0 : INVALID_INPUT, nvrtcGetCUBIN(program, image));
  DO(cuModuleLoadData(&module, machine ? image : ptx));
  Function *function;
  DevicePointer at = 0, shift = 0;
  float x[4] = {1, 2, 3, 4};
  int value = 100;
  DO(cuModuleGetFunction(&function, module, name));
  RTC(0, nvrtcGetLoweredName(program, "&mine::shift", &name));
  DO(cuModuleGetGlobal_v2(&shift, NULL, module, name));
  DO(cuMemcpyHtoD_v2(shift, &value, sizeof value));
  DO(cuMemAlloc_v2(&at, sizeof x));
  DO(cuMemcpyHtoD_v2(at, x, sizeof x));
  DO(cuLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, NULL, (void *[]){&at}, NULL));
  DO(cuMemcpyDtoH_v2(x, at, sizeof x));
  for (int i = 0; i < 4; i++)
    EXPECT(x[i] == 2 * (float)(i + 1) + 3 + 100 + 1000);
  DO(cuModuleUnload(module));
  RTC(0, nvrtcDestroyProgram(&program));
  EXPECT(program == NULL);
}

/* Headers beside the program's name are found, unless an option says otherwise. */
static void beside(void) {
  static const char SOURCE[] = "#include \"beside.h\"\n__global__ void beside() { BESIDE; }\n";
  static const char *NO_FOLDER[] = {"--no-source-include"};
  void *program;
  FILE *header = fopen("beside.h", "w");
  EXPECT(header && fputs("#define BESIDE\n", header) >= 0 && !fclose(header));
  RTC(0, nvrtcCreateProgram(&program, SOURCE, "./beside.cu", 0, NULL, NULL));
  RTC(COMPILATION, nvrtcCompileProgram(program, 1, NO_FOLDER));
  RTC(0, nvrtcCompileProgram(program, 0, NULL));
  RTC(0, nvrtcDestroyProgram(&program));
  EXPECT(!remove("beside.h"));
}

static void errors(void) {
  void *program = NULL;
  const char *wrong[] = {"--no-such-option=1"};
  static const char *OUTSIDE[] = {"../outside.h"}, *TEXTS[] = {""};
  size_t bytes;
  RTC(INVALID_INPUT, nvrtcCreateProgram(NULL, "", NULL, 0, NULL, NULL));
  RTC(INVALID_INPUT, nvrtcCreateProgram(&program, "", NULL, 1, NULL, NULL));
  RTC(INVALID_PROGRAM, nvrtcDestroyProgram(NULL));
  RTC(0, nvrtcCreateProgram(&program, "__global__ void bad() {\n  nonsense;\n}\n", NULL, 0, NULL,
                            NULL));
  RTC(INVALID_OPTION, nvrtcCompileProgram(program, 1, wrong));
  EXPECT(strstr(log_of(program), "--no-such-option=1"));
  RTC(COMPILATION, nvrtcCompileProgram(program, 0, NULL));
  EXPECT(strstr(log_of(program), "default_program.cu:2") && strstr(log_of(program), "nonsense"));
  RTC(INVALID_INPUT, nvrtcGetPTXSize(program, &bytes));
  RTC(0, nvrtcDestroyProgram(&program));
  RTC(0, nvrtcCreateProgram(&program, "__global__ void good() {}\n", "good.cu", 1, TEXTS, OUTSIDE));
  RTC(COMPILATION, nvrtcCompileProgram(program, 0, NULL));
  EXPECT(strstr(log_of(program), "../outside.h"));
  RTC(INTERNAL_ERROR, nvrtcGetLTOIRSize(program, &bytes));
  RTC(0, nvrtcDestroyProgram(&program));
}

/* Programs that are none, and nowhere to put an answer. */
static void missing(void) {
  void *none = NULL, *program;
  size_t bytes;
  char text[64];
  const char *name;
  int number;
  RTC(INVALID_INPUT, nvrtcVersion(NULL, &number));
  RTC(INVALID_INPUT, nvrtcVersion(&number, NULL));
  RTC(INVALID_INPUT, nvrtcGetNumSupportedArchs(NULL));
  RTC(INVALID_INPUT, nvrtcGetSupportedArchs(NULL));
  RTC(INVALID_PROGRAM, nvrtcDestroyProgram(&none));
  RTC(INVALID_PROGRAM, nvrtcCompileProgram(NULL, 0, NULL));
  RTC(INVALID_PROGRAM, nvrtcAddNameExpression(NULL, "x"));
  RTC(INVALID_PROGRAM, nvrtcGetLoweredName(NULL, "x", &name));
  RTC(INVALID_PROGRAM, nvrtcGetPTXSize(NULL, &bytes));
  RTC(INVALID_PROGRAM, nvrtcGetPTX(NULL, text));
  RTC(INVALID_PROGRAM, nvrtcGetCUBINSize(NULL, &bytes));
  RTC(INVALID_PROGRAM, nvrtcGetCUBIN(NULL, text));
  RTC(INVALID_PROGRAM, nvrtcGetProgramLogSize(NULL, &bytes));
  RTC(INVALID_PROGRAM, nvrtcGetProgramLog(NULL, text));
  RTC(INVALID_INPUT, nvrtcCreateProgram(&program, NULL, NULL, 0, NULL, NULL));
  RTC(INVALID_INPUT, nvrtcCreateProgram(&program, "", NULL, -1, NULL, NULL));
  RTC(0, nvrtcCreateProgram(&program, "", NULL, 0, NULL, NULL));
  RTC(INVALID_INPUT, nvrtcCompileProgram(program, -1, NULL));
  RTC(INVALID_INPUT, nvrtcCompileProgram(program, 1, NULL));
  RTC(INVALID_INPUT, nvrtcAddNameExpression(program, NULL));
  RTC(INVALID_INPUT, nvrtcGetLoweredName(program, NULL, &name));
  RTC(INVALID_INPUT, nvrtcGetLoweredName(program, "x", NULL));
  RTC(INVALID_INPUT, nvrtcGetPTX(program, text));
  RTC(INVALID_INPUT, nvrtcGetCUBINSize(program, &bytes));
  RTC(INVALID_INPUT, nvrtcGetProgramLogSize(program, NULL));
  RTC(INVALID_INPUT, nvrtcGetProgramLog(program, NULL));
  RTC(0, nvrtcDestroyProgram(&program));
}

int main(int count, char **arguments) {
  void *context;
  int major = 0, minor = -1, archs = 0;
  RTC(0, nvrtcVersion(&major, &minor));
  EXPECT(major == 13 && minor == 0);
  RTC(0, nvrtcGetNumSupportedArchs(&archs));
  EXPECT(archs > 5 && archs < 64);
  int capabilities[64];
  RTC(0, nvrtcGetSupportedArchs(capabilities));
  EXPECT(capabilities[0] == 75);
  EXPECT(!strcmp(nvrtcGetErrorString(COMPILATION), "NVRTC_ERROR_COMPILATION"));
  DO(cuInit(0));
  DO(cuCtxCreate_v2(&context, 0, 0));
  templates(0);
  templates(1);
  beside();
  errors();
  missing();
  return finish();
}
