/* SPDX-License-Identifier: Apache-2.0 */
/* Programs: how they are made, and queries. */
#define _GNU_SOURCE
#include <stdio.h>

#include "opencl.h"

cl_program new_program(cl_context context, char *source) {
  cl_program program = make(PROGRAM, sizeof *program);
  retain(context);
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

static cl_int answer_binary(cl_program program, size_t size, void *to, size_t *size_ret) {
  FAIL_IF(to != NULL && size < sizeof(char *), CL_INVALID_VALUE);
  write_binary(program, to == NULL ? NULL : *(char **)to);
  return answer(NULL, sizeof(char *), 0, NULL, size_ret);
}

static cl_int answer_count(cl_program program, size_t size, void *to, size_t *size_ret) {
  FAIL_IF(program->built == NULL, CL_INVALID_PROGRAM_EXECUTABLE);
  ANSWER((size_t)program->built->kernel_count);
}

static cl_int answer_names(cl_program program, size_t size, void *to, size_t *size_ret) {
  FAIL_IF(program->built == NULL, CL_INVALID_PROGRAM_EXECUTABLE);
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
