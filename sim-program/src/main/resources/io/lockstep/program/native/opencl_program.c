/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs. A binary of a program is its source with its options. Compiling checks a source and
 * replaces the headers; linking joins the sources.
 */
#define _GNU_SOURCE
#include <stdio.h>

#include "opencl.h"

#define NOT_BUILT (-1)
#define FAILED (-2)

enum { BINARY_NONE = 0, BINARY_OBJECT = 1, BINARY_LIBRARY = 2, BINARY_EXECUTABLE = 4 };

static const char MAGIC[] = "lockstep OpenCL C\n";

static cl_program new_program(cl_context context, char *source) {
  cl_program program = make(PROGRAM, sizeof *program);
  retain(context, CONTEXT, 0);
  program->context = context;
  program->source = source;
  program->options = strdup("");
  program->log = strdup("");
  program->status = NOT_BUILT;
  return program;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *error_ret) {
  if (!is(context, CONTEXT)) {
    return fail(error_ret, CL_INVALID_CONTEXT);
  }
  size_t bytes = 0;
  for (cl_uint i = 0; i < count; i++) {
    if (strings == NULL || strings[i] == NULL) {
      return fail(error_ret, CL_INVALID_VALUE);
    }
    bytes += lengths == NULL || lengths[i] == 0 ? strlen(strings[i]) : lengths[i];
  }
  if (count == 0) {
    return fail(error_ret, CL_INVALID_VALUE);
  }
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
  if (!is(context, CONTEXT)) {
    return fail(error_ret, CL_INVALID_CONTEXT);
  }
  if (count != 1 || devices == NULL || lengths == NULL || binaries == NULL || lengths[0] == 0
      || binaries[0] == NULL) {
    fail(status, CL_INVALID_VALUE);
    return fail(error_ret, CL_INVALID_VALUE);
  }
  if (devices[0] != &the_device) {
    return fail(error_ret, CL_INVALID_DEVICE);
  }
  const char *text = (const char *)binaries[0];
  size_t head = sizeof MAGIC - 1;
  const char *options = text + head;
  const char *end = lengths[0] > head && memcmp(text, MAGIC, head) == 0
                        ? memchr(options, 0, lengths[0] - head)
                        : NULL;
  if (end == NULL) {
    ls_note("a program's binary is of another driver; build it from its source");
    fail(status, CL_INVALID_BINARY);
    return fail(error_ret, CL_INVALID_BINARY);
  }
  size_t bytes = lengths[0] - (size_t)(end + 1 - text);
  cl_program program = new_program(context, strndup(end + 1, bytes));
  free(program->options);
  program->options = strdup(options);
  program->is_binary = 1;
  program->binary_type = BINARY_EXECUTABLE;
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

cl_int clRetainProgram(cl_program program) { return retain(program, PROGRAM, CL_INVALID_PROGRAM); }

void drop_program(cl_program program) {
  if (release(program)) {
    drop_context(program->context);
    free(program->source);
    free(program->options);
    free(program->log);
    ls_program_free(program->built);
    free(program);
  }
}

cl_int clReleaseProgram(cl_program program) {
  if (!is(program, PROGRAM)) {
    return CL_INVALID_PROGRAM;
  }
  drop_program(program);
  return CL_SUCCESS;
}

static void set(char **text, const char *to) {
  char *before = *text;
  *text = strdup(to);
  free(before);
}

/* Errors that differ between clBuildProgram, clCompileProgram and clLinkProgram. */
struct build_errors {
  cl_int options; /* an option is wrong */
  cl_int source;  /* the compiler or linker fails */
};

/* A program has no executable while it is built again, nor if this fails. */
static void drop_executable(cl_program program) {
  ls_program_free(program->built);
  program->built = NULL;
  program->binary_type = BINARY_NONE;
  program->status = FAILED;
}

static cl_int error_of_build(int status, struct build_errors errors) {
  switch (status) {
    case LS_WRONG_OPTION: return errors.options;
    case LS_BUILD_FAILED:
    case LS_REFUSED: return errors.source;
    default: return error_of(status);
  }
}

/* Builds a source for a program; the log is the program's. */
static cl_int build(cl_program program, const char *options, struct build_errors errors) {
  drop_executable(program);
  int status =
      ls_build(LS_OPENCL_C, options, program->source, strlen(program->source), &program->built);
  set(&program->log, status == LS_OK ? program->built->log : ls_message());
  if (status == LS_OK) {
    program->status = CL_SUCCESS;
    return CL_SUCCESS;
  }
  return error_of_build(status, errors);
}

static cl_int check_notify(const void *notify, const void *data) {
  return notify == NULL && data != NULL ? CL_INVALID_VALUE : CL_SUCCESS;
}

static cl_int check_devices(cl_uint count, const cl_device_id *devices) {
  if ((count == 0) != (devices == NULL)) {
    return CL_INVALID_VALUE;
  }
  for (cl_uint i = 0; i < count; i++) {
    if (devices[i] != &the_device) {
      return CL_INVALID_DEVICE;
    }
  }
  return CL_SUCCESS;
}

typedef void notify_function(cl_program, void *);

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, notify_function *notify, void *data) {
  if (!is(program, PROGRAM)) {
    return CL_INVALID_PROGRAM;
  }
  cl_int error = check_devices(count, devices);
  error = error != CL_SUCCESS ? error : check_notify(notify, data);
  if (error != CL_SUCCESS) {
    return error;
  }
  if (program->kernels > 0) {
    return CL_INVALID_OPERATION;
  }
  lock();
  if (!program->is_binary) {
    set(&program->options, options == NULL ? "" : options);
  }
  error = build(program, program->options,
                (struct build_errors){CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE});
  if (error == CL_SUCCESS) {
    program->binary_type = BINARY_EXECUTABLE;
  }
  unlock();
  if (notify != NULL) {
    notify(program, data);
  }
  return error;
}

/* Replaces #include lines of the given names by the sources of the headers, to some depth. */
static char *with_headers(const char *source, cl_uint count, const cl_program *headers,
                          const char **names, int depth) {
  char *made = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&made, &bytes);
  for (const char *line = source; *line != 0;) {
    const char *end = strchr(line, '\n');
    size_t n = end == NULL ? strlen(line) : (size_t)(end - line) + 1;
    char name[256];
    cl_uint found = count;
    if (depth < 16 && sscanf(line, " # include \"%255[^\"]\"", name) == 1) {
      for (cl_uint i = 0; i < count; i++) {
        found = strcmp(names[i], name) == 0 ? i : found;
      }
    }
    if (found < count) {
      char *inner = with_headers(headers[found]->source, count, headers, names, depth + 1);
      fputs(inner, out);
      fputc('\n', out);
      free(inner);
    } else {
      fwrite(line, 1, n, out);
    }
    line += n;
  }
  fclose(out);
  return made;
}

static cl_int check_headers(cl_program program, cl_uint count, const cl_program *headers,
                            const char **names) {
  if ((count == 0) != (headers == NULL) || (count == 0) != (names == NULL)) {
    return CL_INVALID_VALUE;
  }
  for (cl_uint i = 0; i < count; i++) {
    if (!is(headers[i], PROGRAM)) {
      return CL_INVALID_PROGRAM;
    }
    if (headers[i]->context != program->context) {
      return CL_INVALID_CONTEXT;
    }
  }
  return CL_SUCCESS;
}

cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                        const char *options, cl_uint header_count, const cl_program *headers,
                        const char **names, notify_function *notify, void *data) {
  if (!is(program, PROGRAM)) {
    return CL_INVALID_PROGRAM;
  }
  cl_int error = check_devices(count, devices);
  error = error != CL_SUCCESS ? error : check_notify(notify, data);
  error = error != CL_SUCCESS ? error : check_headers(program, header_count, headers, names);
  if (error != CL_SUCCESS) {
    return error;
  }
  if (program->kernels > 0 || program->is_binary) {
    return CL_INVALID_OPERATION;
  }
  lock();
  char *source = with_headers(program->source, header_count, headers, names, 0);
  free(program->source);
  program->source = source;
  set(&program->options, options == NULL ? "" : options);
  drop_executable(program);
  int status = ls_check(LS_OPENCL_C, program->options, source, strlen(source));
  set(&program->log, status == LS_OK ? "" : ls_message());
  if (status == LS_OK) {
    program->status = CL_SUCCESS;
    program->binary_type = BINARY_OBJECT;
  }
  unlock();
  if (notify != NULL) {
    notify(program, data);
  }
  return error_of_build(status, (struct build_errors){CL_INVALID_COMPILER_OPTIONS,
                                                      CL_COMPILE_PROGRAM_FAILURE});
}

/* Binaries do not state whether they are a compiled part, so programs made from them are accepted. */
static cl_int check_parts(cl_context context, cl_uint count, const cl_program *parts) {
  if (count == 0 || parts == NULL) {
    return CL_INVALID_VALUE;
  }
  for (cl_uint i = 0; i < count; i++) {
    if (!is(parts[i], PROGRAM)) {
      return CL_INVALID_PROGRAM;
    }
    if (parts[i]->context != context) {
      return CL_INVALID_CONTEXT;
    }
    if (!parts[i]->is_binary && parts[i]->binary_type != BINARY_OBJECT
        && parts[i]->binary_type != BINARY_LIBRARY) {
      return CL_INVALID_OPERATION;
    }
  }
  return CL_SUCCESS;
}

cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices,
                         const char *options, cl_uint part_count, const cl_program *parts,
                         notify_function *notify, void *data, cl_int *error_ret) {
  if (!is(context, CONTEXT)) {
    return fail(error_ret, CL_INVALID_CONTEXT);
  }
  cl_int error = check_devices(count, devices);
  error = error != CL_SUCCESS ? error : check_notify(notify, data);
  error = error != CL_SUCCESS ? error : check_parts(context, part_count, parts);
  if (error != CL_SUCCESS) {
    return fail(error_ret, error);
  }
  char *source = NULL, *all = NULL;
  size_t bytes, all_bytes;
  FILE *out = open_memstream(&source, &bytes), *words = open_memstream(&all, &all_bytes);
  for (cl_uint i = 0; i < part_count; i++) {
    fputs(parts[i]->source, out);
    fputc('\n', out);
    if (i == 0 || strcmp(parts[i]->options, parts[i - 1]->options) != 0) {
      fprintf(words, "%s ", parts[i]->options);
    }
  }
  fclose(out);
  fclose(words);
  cl_program program = new_program(context, source);
  int library = options != NULL && strstr(options, "-create-library") != NULL;
  lock();
  free(program->options);
  program->options = all;
  if (library) {
    program->status = CL_SUCCESS;
  } else {
    error = build(program, all,
                  (struct build_errors){CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE});
  }
  if (error == CL_SUCCESS) {
    program->binary_type = library ? BINARY_LIBRARY : BINARY_EXECUTABLE;
  }
  unlock();
  if (notify != NULL) {
    notify(program, data);
  }
  fail(error_ret, error);
  return program;
}

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

static size_t binary_bytes(cl_program program) {
  return program->status == CL_SUCCESS
             ? sizeof MAGIC - 1 + strlen(program->options) + 1 + strlen(program->source)
             : 0;
}

static void write_binary(cl_program program, unsigned char *to) {
  if (to != NULL && program->status == CL_SUCCESS) {
    size_t head = sizeof MAGIC - 1, options = strlen(program->options) + 1;
    memcpy(to, MAGIC, head);
    memcpy(to + head, program->options, options);
    memcpy(to + head + options, program->source, strlen(program->source));
  }
}

cl_int clGetProgramInfo(cl_program program, cl_uint name, size_t size, void *to, size_t *size_ret) {
  if (!is(program, PROGRAM)) {
    return CL_INVALID_PROGRAM;
  }
  cl_device_id device = &the_device;
  cl_uint one = 1, no = 0;
  size_t bytes = binary_bytes(program), kernels;
  switch (name) {
    case 0x1160: return answer(&program->object.references, 4, size, to, size_ret);
    case 0x1161: return answer(&program->context, sizeof(void *), size, to, size_ret);
    case 0x1162: return answer(&one, sizeof one, size, to, size_ret);
    case 0x1163: return answer(&device, sizeof device, size, to, size_ret);
    case 0x1164: return answer_text(program->is_binary ? "" : program->source, size, to, size_ret);
    case 0x1165: return answer(&bytes, sizeof bytes, size, to, size_ret);
    case 0x1166:
      if (to != NULL && size < sizeof(void *)) {
        return CL_INVALID_VALUE;
      }
      if (to != NULL) {
        write_binary(program, *(unsigned char **)to);
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
  if (!is(program, PROGRAM)) {
    return CL_INVALID_PROGRAM;
  }
  if (device != &the_device) {
    return CL_INVALID_DEVICE;
  }
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
