/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Building, compiling and linking. A compiled program consists of parts, each the options and the
 * source with its headers that the server compiles by itself; a linked one has the parts of all its
 * input. A binary is the kind of the program and its parts.
 */
#define _GNU_SOURCE
#include <stdio.h>

#include "opencl.h"

static const char MAGIC[] = "lockstep OpenCL C, parts\n";

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
  program->status = BUILD_FAILED;
}

static cl_int error_of_build(int status, struct build_errors errors) {
  switch (status) {
    case LS_WRONG_OPTION: return errors.options;
    case LS_BUILD_FAILED:
    case LS_REFUSED: return errors.source;
    default: return error_of(status);
  }
}

/* Replaces the parts; the program owns them then. */
static void set_parts(cl_program program, char *parts, size_t bytes) {
  free(program->parts);
  program->parts = parts;
  program->part_bytes = bytes;
}

/* Makes a source and its options the only part. */
static void set_part(cl_program program, const char *options, const char *source) {
  size_t head = strlen(options) + 1, bytes = head + strlen(source) + 1;
  char *part = malloc(bytes);
  memcpy(part, options, head);
  memcpy(part + head, source, bytes - head);
  set_parts(program, part, bytes);
}

/* Keeps the log of a build; a result is the program's. */
static cl_int built(cl_program program, int status, struct build_errors errors) {
  int executable = status == LS_OK && program->built != NULL;
  set(&program->log, executable ? program->built->log : status == LS_OK ? "" : ls_message());
  program->status = status == LS_OK ? CL_SUCCESS : BUILD_FAILED;
  return status == LS_OK ? CL_SUCCESS : error_of_build(status, errors);
}

/* Builds the parts of a program. */
static cl_int build(cl_program program, struct build_errors errors) {
  drop_executable(program);
  int status = ls_link(LS_OPENCL_C, program->parts, program->part_bytes, &program->built);
  return built(program, status, errors);
}

static cl_int check_notify(const void *notify, const void *data) {
  return notify == NULL && data != NULL ? CL_INVALID_VALUE : CL_SUCCESS;
}

static cl_int check_devices(cl_uint count, const cl_device_id *devices) {
  FAIL_IF((count == 0) != (devices == NULL), CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; i++) {
    FAIL_IF(devices[i] != &the_device, CL_INVALID_DEVICE);
  }
  return CL_SUCCESS;
}

typedef void notify_function(cl_program, void *);

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, notify_function *notify, void *data) {
  FAIL_IF(!is(program, PROGRAM), CL_INVALID_PROGRAM);
  TRY(check_devices(count, devices));
  TRY(check_notify(notify, data));
  FAIL_IF(program->kernels > 0, CL_INVALID_OPERATION);
  lock();
  if (!program->is_binary) {
    set(&program->options, options == NULL ? "" : options);
    set_part(program, program->options, program->source);
  }
  cl_int error = build(
      program, (struct build_errors){CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE});
  if (error == CL_SUCCESS) {
    program->binary_type = BINARY_EXECUTABLE;
  }
  unlock();
  if (notify != NULL) {
    notify(program, data);
  }
  return error;
}

/*
 * Replaces #include lines of the given names by the sources of the headers, to some depth. Line
 * markers keep the names and lines of errors.
 */
static char *with_headers(const char *source, cl_uint count, const cl_program *headers,
                          const char **names, int depth) {
  char *made = NULL;
  size_t bytes = 0;
  unsigned number = 1;
  FILE *out = open_memstream(&made, &bytes);
  for (const char *line = source; *line != 0; number++) {
    const char *end = strchr(line, '\n');
    size_t n = end == NULL ? strlen(line) : (size_t)(end - line) + 1;
    char name[256];
    cl_uint found = count;
    if (depth < 16 && (sscanf(line, " # include \"%255[^\"\n]\"", name) == 1
                       || sscanf(line, " # include <%255[^>\n]>", name) == 1)) {
      for (cl_uint i = 0; i < count; i++) {
        found = strcmp(names[i], name) == 0 ? i : found;
      }
    }
    if (found < count) {
      char *inner = with_headers(headers[found]->source, count, headers, names, depth + 1);
      fprintf(out, "# 1 \"%s\" 1\n%s\n# %u \"\" 2\n", names[found], inner, number + 1);
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
  FAIL_IF((count == 0) != (headers == NULL) || (count == 0) != (names == NULL), CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; i++) {
    FAIL_IF(!is(headers[i], PROGRAM), CL_INVALID_PROGRAM);
    FAIL_IF(headers[i]->context != program->context, CL_INVALID_CONTEXT);
  }
  return CL_SUCCESS;
}

cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                        const char *options, cl_uint header_count, const cl_program *headers,
                        const char **names, notify_function *notify, void *data) {
  FAIL_IF(!is(program, PROGRAM), CL_INVALID_PROGRAM);
  TRY(check_devices(count, devices));
  TRY(check_notify(notify, data));
  TRY(check_headers(program, header_count, headers, names));
  FAIL_IF(program->kernels > 0 || program->is_binary, CL_INVALID_OPERATION);
  lock();
  char *source = with_headers(program->source, header_count, headers, names, 0);
  set(&program->options, options == NULL ? "" : options);
  set_part(program, program->options, source);
  free(source);
  drop_executable(program);
  cl_int error = built(
      program, ls_check(LS_OPENCL_C, program->parts, program->part_bytes),
      (struct build_errors){CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE});
  if (error == CL_SUCCESS) {
    program->binary_type = BINARY_OBJECT;
  }
  unlock();
  if (notify != NULL) {
    notify(program, data);
  }
  return error;
}

static cl_int check_parts(cl_context context, cl_uint count, const cl_program *parts) {
  FAIL_IF(count == 0 || parts == NULL, CL_INVALID_VALUE);
  for (cl_uint i = 0; i < count; i++) {
    FAIL_IF(!is(parts[i], PROGRAM), CL_INVALID_PROGRAM);
    FAIL_IF(parts[i]->context != context, CL_INVALID_CONTEXT);
    FAIL_IF(parts[i]->binary_type != BINARY_OBJECT && parts[i]->binary_type != BINARY_LIBRARY,
            CL_INVALID_OPERATION);
  }
  return CL_SUCCESS;
}

/* The options of a linker; those about arithmetic permit more than Lockstep makes use of. */
static cl_int check_link_options(const char *options, int *library) {
  char *words = strdup(options == NULL ? "" : options), *rest = NULL;
  int open = 0;
  cl_int error = CL_SUCCESS;
  *library = 0;
  for (char *word = strtok_r(words, " \t\n", &rest); word != NULL;
       word = strtok_r(NULL, " \t\n", &rest)) {
    if (strcmp(word, "-create-library") == 0) {
      *library = 1;
    } else if (strcmp(word, "-enable-link-options") == 0) {
      open = 1;
    } else if (strncmp(word, "-cl-", 4) != 0) {
      error = CL_INVALID_LINKER_OPTIONS;
    }
  }
  free(words);
  return open && !*library ? CL_INVALID_LINKER_OPTIONS : error;
}

cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices,
                         const char *options, cl_uint part_count, const cl_program *parts,
                         notify_function *notify, void *data, cl_int *error_ret) {
  NONE_IF(!is(context, CONTEXT), CL_INVALID_CONTEXT);
  int library = 0;
  cl_int error = check_devices(count, devices);
  error = error != CL_SUCCESS ? error : check_notify(notify, data);
  error = error != CL_SUCCESS ? error : check_parts(context, part_count, parts);
  error = error != CL_SUCCESS ? error : check_link_options(options, &library);
  NONE_IF(error != CL_SUCCESS, error);
  char *all = NULL;
  size_t bytes;
  FILE *out = open_memstream(&all, &bytes);
  for (cl_uint i = 0; i < part_count; i++) {
    fwrite(parts[i]->parts, 1, parts[i]->part_bytes, out);
  }
  fclose(out);
  cl_program program = new_program(context, strdup(""));
  struct build_errors errors = {CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE};
  lock();
  set(&program->options, options == NULL ? "" : options);
  set_parts(program, all, bytes);
  error = library ? built(program, ls_check(LS_OPENCL_C, all, bytes), errors)
                  : build(program, errors);
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

size_t binary_bytes(cl_program program) {
  return program->status == CL_SUCCESS
             ? sizeof MAGIC + strlen(program->options) + 1 + program->part_bytes
             : 0;
}

void write_binary(cl_program program, char *to) {
  if (to != NULL && program->status == CL_SUCCESS) {
    size_t head = sizeof MAGIC - 1, options = strlen(program->options) + 1;
    memcpy(to, MAGIC, head);
    to[head] = (char)('0' + program->binary_type);
    memcpy(to + head + 1, program->options, options);
    memcpy(to + head + 1 + options, program->parts, program->part_bytes);
  }
}

int read_binary(cl_program program, const char *binary, size_t bytes) {
  size_t head = sizeof MAGIC - 1;
  if (bytes <= head + 1 || memcmp(binary, MAGIC, head) != 0 || binary[bytes - 1] != 0) {
    return 0;
  }
  cl_uint type = (cl_uint)(binary[head] - '0');
  const char *options = binary + head + 1, *parts = options + strlen(options) + 1;
  if (type != BINARY_OBJECT && type != BINARY_LIBRARY && type != BINARY_EXECUTABLE
      || parts >= binary + bytes) {
    return 0;
  }
  size_t n = (size_t)(binary + bytes - parts);
  char *copy = malloc(n);
  memcpy(copy, parts, n);
  set_parts(program, copy, n);
  set(&program->options, options);
  program->binary_type = type;
  return 1;
}
