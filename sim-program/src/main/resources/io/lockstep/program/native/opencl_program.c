/* SPDX-License-Identifier: Apache-2.0 */
/* Programs: how they are made, and queries. */
#define _GNU_SOURCE
#include <stdio.h>

#include "opencl.h"

cl_program new_program(cl_context context, char *source) {
  cl_program program = make(PROGRAM, sizeof *program);
  retain(context, CONTEXT, 0);
  program->context = context;
  program->source = source;
  program->options = strdup("");
  program->log = strdup("");
  program->status = BUILD_NONE;
  return program;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *error_ret) {
  NONE_IF(!is(context, CONTEXT), CL_INVALID_CONTEXT);
  size_t bytes = 0;
  for (cl_uint i = 0; i < count; i++) {
    NONE_IF(strings == NULL || strings[i] == NULL, CL_INVALID_VALUE);
    bytes += lengths == NULL || lengths[i] == 0 ? strlen(strings[i]) : lengths[i];
  }
  NONE_IF(count == 0, CL_INVALID_VALUE);
  char *source = malloc(bytes + 1), *at = source;
  for (cl_uint i = 0; i < count; i++) {
    size_t n = lengths == NULL || lengths[i] == 0 ? strlen(strings[i]) : strnlen(strings[i], lengths[i]);
    memcpy(at, strings[i], n);
    at += n;
  }
  *at = 0;
  fail(error_ret, CL_SUCCESS);
  return new_program(context, source);
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
                                     const size_t *lengths, const unsigned char **binaries,
                                     cl_int *status, cl_int *error_ret) {
  NONE_IF(!is(context, CONTEXT), CL_INVALID_CONTEXT);
  if (count != 1 || devices == NULL || lengths == NULL || binaries == NULL || lengths[0] == 0
      || binaries[0] == NULL) {
    fail(status, CL_INVALID_VALUE);
    return fail(error_ret, CL_INVALID_VALUE);
  }
  NONE_IF(devices[0] != &the_device, CL_INVALID_DEVICE);
  cl_program program = new_program(context, strdup(""));
  program->is_binary = 1;
  if (!read_binary(program, (const char *)binaries[0], lengths[0])) {
    drop_program(program);
    ls_note("a program's binary is of another driver; build it from its source");
    fail(status, CL_INVALID_BINARY);
    return fail(error_ret, CL_INVALID_BINARY);
  }
  fail(status, CL_SUCCESS);
  fail(error_ret, CL_SUCCESS);
  return program;
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
                                             const cl_device_id *devices, const char *names,
                                             cl_int *error_ret) {
  return fail(error_ret, is(context, CONTEXT) ? CL_INVALID_VALUE : CL_INVALID_CONTEXT);
}

cl_program clCreateProgramWithIL(cl_context context, const void *code, size_t bytes,
                                 cl_int *error_ret) {
  return fail(error_ret, is(context, CONTEXT) ? unsupported("clCreateProgramWithIL")
                                              : CL_INVALID_CONTEXT);
}

void drop_program(cl_program program) {
  if (release(program)) {
    drop_context(program->context);
    free(program->source);
    free(program->options);
    free(program->log);
    free(program->parts);
    ls_program_free(program->built);
    free(program);
  }
}

REFERENCES(Program, cl_program, PROGRAM, CL_INVALID_PROGRAM, drop_program)

cl_int clUnloadCompiler(void) { return CL_SUCCESS; }

cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
  return platform == &the_platform ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

cl_int clSetProgramReleaseCallback(cl_program program, void *function, void *data) {
  return is(program, PROGRAM) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size,
                                          const void *value) {
  return is(program, PROGRAM) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}

static cl_int answer_names(cl_program program, size_t size, void *to, size_t *size_ret) {
  char *names = NULL;
  size_t bytes;
  FILE *out = open_memstream(&names, &bytes);
  for (uint32_t i = 0; i < program->built->kernel_count; i++) {
    fprintf(out, "%s%s", i == 0 ? "" : ";", program->built->kernels[i].name);
  }
  fclose(out);
  cl_int error = answer_text(names, size, to, size_ret);
  free(names);
  return error;
}

cl_int clGetProgramInfo(cl_program program, cl_uint name, size_t size, void *to, size_t *size_ret) {
  FAIL_IF(!is(program, PROGRAM), CL_INVALID_PROGRAM);
  cl_device_id device = &the_device;
  cl_uint one = 1, no = 0;
  size_t bytes = binary_bytes(program), kernels;
  switch (name) {
    case 0x1160: return answer(&program->object.references, 4, size, to, size_ret);
    case 0x1161: return answer(&program->context, sizeof(void *), size, to, size_ret);
    case 0x1162: return answer(&one, sizeof one, size, to, size_ret);
    case 0x1163: return answer(&device, sizeof device, size, to, size_ret);
    case 0x1164: return answer_text(program->source, size, to, size_ret);
    case 0x1165: return answer(&bytes, sizeof bytes, size, to, size_ret);
    case 0x1166:
      FAIL_IF(to != NULL && size < sizeof(void *), CL_INVALID_VALUE);
      if (to != NULL) {
        write_binary(program, *(char **)to);
      }
      if (size_ret != NULL) {
        *size_ret = sizeof(void *);
      }
      return CL_SUCCESS;
    case 0x1167:
      kernels = program->built == NULL ? 0 : program->built->kernel_count;
      return program->built == NULL ? CL_INVALID_PROGRAM_EXECUTABLE
                                    : answer(&kernels, sizeof kernels, size, to, size_ret);
    case 0x1168:
      return program->built == NULL ? CL_INVALID_PROGRAM_EXECUTABLE
                                    : answer_names(program, size, to, size_ret);
    case 0x1169: return answer(NULL, 0, size, to, size_ret);
    case 0x116A:
    case 0x116B: return answer(&no, sizeof no, size, to, size_ret);
    default: return CL_INVALID_VALUE;
  }
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_uint name, size_t size,
                             void *to, size_t *size_ret) {
  FAIL_IF(!is(program, PROGRAM), CL_INVALID_PROGRAM);
  FAIL_IF(device != &the_device, CL_INVALID_DEVICE);
  size_t none = 0;
  switch (name) {
    case 0x1181: return answer(&program->status, 4, size, to, size_ret);
    case 0x1182: return answer_text(program->options, size, to, size_ret);
    case 0x1183: return answer_text(program->log, size, to, size_ret);
    case 0x1184: return answer(&program->binary_type, 4, size, to, size_ret);
    case 0x1185: return answer(&none, sizeof none, size, to, size_ret);
    default: return CL_INVALID_VALUE;
  }
}
