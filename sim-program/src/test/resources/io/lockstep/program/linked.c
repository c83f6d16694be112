/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that are compiled in parts and linked (OpenCL 3.0, 5.8.2 and 5.8.3). */
#include "check.h"

static cl_mem buffer(size_t bytes) {
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  DO(error);
  return memory;
}

static cl_program source(const char *text) {
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  DO(error);
  return program;
}

static cl_program compiled(const char *text, const char *options) {
  cl_program program = source(text);
  DO(clCompileProgram(program, 1, &device, options, 0, NULL, NULL, NULL, NULL));
  return program;
}

static cl_program link2(const char *options, cl_program a, cl_program b) {
  cl_program parts[2] = {a, b};
  return clLinkProgram(context, 1, &device, options, b == NULL ? 1 : 2, parts, NULL, NULL, &error);
}

static const char *log_of(cl_program program) {
  static char log[4096];
  DO(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
  return log;
}

/* Runs kernel k with one work-item and compares the first numbers that it stores. */
static void stores(cl_program program, int first, int second) {
  DO(error);
  cl_kernel kernel = kernel_of(program, "k");
  cl_mem memory = buffer(64);
  int out[2] = {-1, -1};
  DO(clSetKernelArg(kernel, 0, sizeof memory, &memory));
  DO(clEnqueueTask(queue, kernel, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
  if (out[0] != first || out[1] != second) {
    printf("got %d and %d, expected %d and %d\n", out[0], out[1], first, second);
    exit(1);
  }
}

static cl_program of_binary(cl_program program, cl_program_binary_type type) {
  size_t size;
  cl_program_binary_type found;
  DO(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *bytes = malloc(size);
  DO(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
  const unsigned char *kept = bytes;
  cl_program made = clCreateProgramWithBinary(context, 1, &device, &size, &kept, NULL, &error);
  DO(error);
  free(bytes);
  DO(clGetProgramBuildInfo(made, device, CL_PROGRAM_BINARY_TYPE, sizeof found, &found, NULL));
  CHECK(found == type);
  return made;
}

#define CALLS "int helper(void);\n"

static void options_and_symbols(void) {
  cl_program calls = compiled(CALLS "kernel void k(global int *o) { o[0] = helper(); o[1] = N; }", "-DN=2");
  stores(link2("", compiled("int helper(void) { return N; }", "-DN=1"), calls), 1, 2);
  stores(link2("", compiled("#define SCALE 10\nint helper(void) { return SCALE; }", ""),
               compiled("#ifndef SCALE\n#define SCALE 3\n#endif\n" CALLS
                        "kernel void k(global int *o) { o[0] = helper(); o[1] = SCALE; }", "")),
         10, 3);
  const char *uses = "static int f(void) { return 2; }\nstatic constant int t[1] = {20};\n" CALLS
                     "kernel void k(global int *o) { o[0] = helper(); o[1] = f() + t[o[0] - 11]; }";
  stores(link2("", compiled("static int f(void) { return 1; }\nstatic constant int t[1] = {10};\n"
                            "int helper(void) { return f() + t[get_global_id(0)]; }", ""),
               compiled(uses, "")),
         11, 22);
  stores(link2("", compiled("constant int table[2] = {5, 6};", ""),
               compiled("extern constant int table[2];\n"
                        "kernel void k(global int *o) { o[0] = table[0]; o[1] = table[get_global_size(0)]; }",
                        "")),
         5, 6);
}

static void headers(void) {
  const char *names[2] = {"n.h", "sub/inner.h"};
  cl_program first[2] = {source("#include \"sub/inner.h\"\ninline int n(void) { return 7 + INNER; }"),
                         source("#define INNER 1")};
  cl_program second[2] = {source("inline int n(void) { return 7 + 1; }\n#define OTHER 5"), source("")};
  cl_program a = source("#include \"n.h\"\nint helper(void) { return n(); }");
  cl_program b = source("#include <n.h>\n" CALLS
                        "kernel void k(global int *o) { o[0] = helper(); o[1] = n() + OTHER; }");
  DO(clCompileProgram(a, 1, &device, "", 2, first, names, NULL, NULL));
  DO(clCompileProgram(b, 1, &device, "", 2, second, names, NULL, NULL));
  stores(link2("", a, b), 8, 13);
  char text[256];
  DO(clGetProgramInfo(a, CL_PROGRAM_SOURCE, sizeof text, text, NULL));
  CHECK(strncmp(text, "#include", 8) == 0);
  cl_program wrong = source("#include \"n.h\"\n\nint helper(void) { return }");
  CHECK(clCompileProgram(wrong, 1, &device, "", 2, first, names, NULL, NULL)
        == CL_COMPILE_PROGRAM_FAILURE);
  CHECK(strstr(log_of(wrong), ".cl:3:27: error: expected expression") != NULL);
  first[1] = source("int broken(");
  CHECK(clCompileProgram(a, 1, &device, "", 2, first, names, NULL, NULL)
        == CL_COMPILE_PROGRAM_FAILURE);
  CHECK(strstr(log_of(a), "n.h:2:") != NULL);
}

static void failures(void) {
  cl_program calls = compiled(CALLS "kernel void k(global int *o) { o[0] = helper(); }", "");
  cl_program one = compiled("int helper(void) { return 1; }", "");
  cl_program two = compiled("int helper(void) { return 2; }", "");
  cl_program none = link2("", calls, NULL);
  CHECK(none != NULL && error == CL_LINK_PROGRAM_FAILURE && strstr(log_of(none), "helper") != NULL);
  none = link2("", calls, compiled("int other(void) { return 1; }", ""));
  CHECK(none != NULL && error == CL_LINK_PROGRAM_FAILURE && strstr(log_of(none), "helper") != NULL);
  cl_build_status status;
  DO(clGetProgramBuildInfo(none, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
  CHECK(status == CL_BUILD_ERROR);
  cl_program parts[3] = {one, calls, two};
  none = clLinkProgram(context, 1, &device, "", 3, parts, NULL, NULL, &error);
  CHECK(error == CL_LINK_PROGRAM_FAILURE
        && strstr(log_of(none), "'helper' is defined by two of the programs") != NULL);
  none = link2("-create-library", one, two);
  CHECK(error == CL_LINK_PROGRAM_FAILURE && strstr(log_of(none), "helper") != NULL);
  CHECK(link2("-no-such-option", one, calls) == NULL && error == CL_INVALID_LINKER_OPTIONS);
  CHECK(link2("-enable-link-options", one, calls) == NULL && error == CL_INVALID_LINKER_OPTIONS);
  CHECK(link2("", source("int helper(void) { return 1; }"), calls) == NULL
        && error == CL_INVALID_OPERATION);
}

static void libraries_and_binaries(void) {
  cl_program one = compiled("int less(void);\nint helper(void) { return less() + 1; }", "");
  cl_program two = compiled("int less(void) { return N; }", "-DN=4");
  cl_program calls = compiled(CALLS "kernel void k(global int *o) { o[0] = helper(); o[1] = N; }", "-DN=9");
  cl_program library = link2("-create-library -enable-link-options", one, two);
  DO(error);
  cl_program whole = link2("-cl-fast-relaxed-math", library, calls);
  stores(whole, 5, 9);
  library = of_binary(library, CL_PROGRAM_BINARY_TYPE_LIBRARY);
  calls = of_binary(calls, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  stores(link2("", library, calls), 5, 9);
  cl_program again = of_binary(whole, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  DO(clBuildProgram(again, 1, &device, "", NULL, NULL));
  stores(again, 5, 9);
  CHECK(link2("", again, NULL) == NULL && error == CL_INVALID_OPERATION);
}

static void attributes(void) {
  cl_program sums = compiled("int sum(local int *all, int own) {\n"
                             "  all[get_local_id(0)] = own;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "  return all[0] + all[1] + all[2] + all[3];\n}", "");
  cl_program kernels = compiled("int sum(local int *all, int own);\n"
                                "__attribute__((reqd_work_group_size(4, 1, 1)))\n"
                                "kernel void k(global int *o) {\n  local int all[4];\n"
                                "  o[get_global_id(0)] = sum(all, get_global_id(0));\n}",
                                "-cl-kernel-arg-info");
  cl_program whole = link2("", sums, kernels);
  DO(error);
  cl_kernel kernel = kernel_of(whole, "k");
  size_t size[3], eight = 8, four = 4;
  char name[16];
  DO(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size, size, NULL));
  CHECK(size[0] == 4 && size[1] == 1);
  DO(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof name, name, NULL));
  CHECK(strcmp(name, "o") == 0);
  cl_mem memory = buffer(64);
  int out[8];
  size_t offset = 8;
  DO(clSetKernelArg(kernel, 0, sizeof memory, &memory));
  DO(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &eight, &four, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 32, out, 0, NULL, NULL));
  CHECK(out[0] == 6 && out[3] == 6 && out[4] == 22);
  DO(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &four, &four, 0, NULL, NULL));
  DO(clEnqueueReadBuffer(queue, memory, CL_TRUE, 32, 4, out, 0, NULL, NULL));
  CHECK(out[0] == 38);
}

int main(void) {
  start();
  options_and_symbols();
  headers();
  failures();
  libraries_and_binaries();
  attributes();
  printf("all parts as expected\n");
  return 0;
}
