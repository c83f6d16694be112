/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NVRTC: Lockstep compiles the text, with the compiler that it has for CUDA C++. Results and functions
 * as in the documentation "NVRTC" of CUDA 13.0. There is no machine code: what a program gets for it is
 * the PTX, which modules are loaded from.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cudart.h"

/* HIP's texts are HIP, and ROCm's library of this interface says that it is of version 9. */
#ifdef LOCKSTEP_HIP
#define RTC_LANGUAGE LS_HIP
#define RTC_MAJOR 9
#else
#define RTC_LANGUAGE LS_CUDA_C
#define RTC_MAJOR CUDART_MAJOR
#endif

#define RESULTS(R)                                                                               \
  R(NVRTC_SUCCESS) R(NVRTC_ERROR_OUT_OF_MEMORY) R(NVRTC_ERROR_PROGRAM_CREATION_FAILURE)          \
  R(NVRTC_ERROR_INVALID_INPUT) R(NVRTC_ERROR_INVALID_PROGRAM) R(NVRTC_ERROR_INVALID_OPTION)      \
  R(NVRTC_ERROR_COMPILATION) R(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE)                            \
  R(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)                                           \
  R(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION) R(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID)    \
  R(NVRTC_ERROR_INTERNAL_ERROR) R(NVRTC_ERROR_TIME_FILE_WRITE_FAILED)                            \
  R(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED) R(NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED)                \
  R(NVRTC_ERROR_PCH_CREATE) R(NVRTC_ERROR_CANCELLED) R(NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED)
#define NUMBER(name) name,
#define NAME(name) #name,
enum { RESULTS(NUMBER) };
static const char *const NAMES[] = {RESULTS(NAME)};

/* A growing run of bytes; NULL after a failed growth. */
typedef struct {
  char *at;
  size_t bytes, room;
} Bytes;

typedef struct {
  Bytes inputs;      /* name, source, and names and texts of headers, each ended by 0 */
  Bytes expressions; /* each ended by 0 */
  size_t headers, count;
  int compiled;  /* successfully */
  int attempted; /* a compilation */
  int machine;   /* whether an option named a processor */
  char *ptx, **names, *log;
} Compilation;

static int add(Bytes *to, const char *text) {
  size_t bytes = strlen(text) + 1;
  if (to->bytes + bytes > to->room) {
    size_t room = 2 * (to->bytes + bytes);
    char *larger = realloc(to->at, room);
    if (!larger)
      return 0;
    to->at = larger;
    to->room = room;
  }
  memcpy(to->at + to->bytes, text, bytes);
  to->bytes += bytes;
  return 1;
}

API const char *nvrtcGetErrorString(int result) {
  return result >= 0 && result < (int)(sizeof NAMES / sizeof *NAMES) ? NAMES[result]
                                                                      : "NVRTC_ERROR unknown";
}

/* Capabilities that PTX may be made for. */
static const int CAPABILITIES[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

static void end(Compilation *program) {
  for (size_t i = 0; program->names && i < program->count; i++)
    free(program->names[i]);
  free(program->names);
  free(program->ptx);
  free(program->log);
  free(program->inputs.at);
  free(program->expressions.at);
  free(program);
}

API int nvrtcCreateProgram(Compilation **result, const char *source, const char *name, int headers,
                           const char *const *texts, const char *const *names) {
  if (!result || !source || headers < 0 || (headers > 0 && (!texts || !names)))
    return NVRTC_ERROR_INVALID_INPUT;
  Compilation *program = calloc(1, sizeof *program);
  int kept = program && add(&program->inputs, name && *name ? name : "default_program")
             && add(&program->inputs, source);
  for (int i = 0; kept && i < headers; i++)
    kept = add(&program->inputs, names[i]) && add(&program->inputs, texts[i]);
  if (!kept) {
    if (program)
      end(program);
    return NVRTC_ERROR_OUT_OF_MEMORY;
  }
  program->headers = (size_t)headers;
  *result = program;
  return NVRTC_SUCCESS;
}

API int nvrtcDestroyProgram(Compilation **program) {
  if (!program || !*program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  end(*program);
  *program = NULL;
  return NVRTC_SUCCESS;
}

API int nvrtcAddNameExpression(Compilation *program, const char *expression) {
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!expression)
    return NVRTC_ERROR_INVALID_INPUT;
  if (program->attempted)
    return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  if (!add(&program->expressions, expression))
    return NVRTC_ERROR_OUT_OF_MEMORY;
  program->count++;
  return NVRTC_SUCCESS;
}

/* Whether an option asks for code of a processor, not only for PTX. */
static int names_processor(const char *option) {
  const char *at = strstr(option, "sm_");
  return at && (!strncmp(option, "-arch", 5) || !strncmp(option, "--gpu-arch", 10) || at == option);
}

/* The number of headers, the inputs and the expressions, as ls_compile sends them. */
static int parts_of(const Compilation *program, Bytes *parts) {
  char number[32];
  snprintf(number, sizeof number, "%zu", program->headers);
  if (!add(parts, number))
    return 0;
  size_t bytes = parts->bytes + program->inputs.bytes + program->expressions.bytes;
  char *all = realloc(parts->at, bytes);
  if (!all)
    return 0;
  memcpy(all + parts->bytes, program->inputs.at, program->inputs.bytes);
  if (program->expressions.bytes > 0)
    memcpy(all + parts->bytes + program->inputs.bytes, program->expressions.at,
           program->expressions.bytes);
  parts->at = all;
  parts->bytes = parts->room = bytes;
  return 1;
}

static int result_of(int status) {
  switch (status) {
  case LS_OK:
    return NVRTC_SUCCESS;
  case LS_WRONG_OPTION:
    return NVRTC_ERROR_INVALID_OPTION;
  case LS_BUILD_FAILED:
  case LS_REFUSED:
    return NVRTC_ERROR_COMPILATION;
  case LS_MEMORY:
    return NVRTC_ERROR_OUT_OF_MEMORY;
  default:
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
}

static int compile(Compilation *program, const char *options) {
  Bytes parts = {0};
  if (!parts_of(program, &parts)) {
    free(parts.at);
    return NVRTC_ERROR_OUT_OF_MEMORY;
  }
  char **names = calloc(program->count + 1, sizeof *names);
  int status = names ? ls_connect(LS_API_CUDA) : LS_MEMORY;
  if (status == LS_OK)
    status = ls_compile(RTC_LANGUAGE, options, parts.at, parts.bytes,
                        (uint32_t)program->count, &program->ptx, names);
  free(parts.at);
  free(program->log);
  program->log = strdup(status == LS_OK ? "" : ls_message());
  if (status == LS_OK)
    program->names = names;
  else
    free(names);
  return result_of(status);
}

/* The folder in which the program's name places its text: headers are found there, too. */
static int add_folder(Bytes *options, const char *name) {
  const char *slash = strrchr(name, '/');
  char *here = *name == '/' ? strdup("") : getcwd(NULL, 0), *option = NULL;
  int length = slash ? (int)(slash - name) : 0;
  int kept = here && asprintf(&option, "-I%s/%.*s", here, length, name) >= 0
             && add(options, option);
  free(option);
  free(here);
  return kept;
}

API int nvrtcCompileProgram(Compilation *program, int count, const char *const *options) {
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (count < 0 || (count > 0 && !options) || program->compiled)
    return NVRTC_ERROR_INVALID_INPUT;
  Bytes all = {0};
  int kept = 1, folder = 1;
  program->attempted = 1;
  for (int i = 0; kept && i < count; i++) {
    program->machine |= names_processor(options[i]);
    folder &= !strstr(options[i], "-no-source-include");
    kept = add(&all, options[i]);
    if (kept)
      all.at[all.bytes - 1] = '\n';
  }
  kept = kept && (folder ? add_folder(&all, program->inputs.at) : add(&all, ""));
  if (!kept) {
    free(all.at);
    return NVRTC_ERROR_OUT_OF_MEMORY;
  }
  int result = compile(program, all.at);
  program->compiled = result == NVRTC_SUCCESS;
  free(all.at);
  return result;
}

static int size_of(const Compilation *program, const char *text, size_t *bytes) {
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!bytes || !text)
    return NVRTC_ERROR_INVALID_INPUT;
  *bytes = strlen(text) + 1;
  return NVRTC_SUCCESS;
}

static int copy(const Compilation *program, const char *text, char *to) {
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!to || !text)
    return NVRTC_ERROR_INVALID_INPUT;
  memcpy(to, text, strlen(text) + 1);
  return NVRTC_SUCCESS;
}

/* Of a program for virtual architectures the size is 0. */
API int nvrtcGetCUBINSize(Compilation *program, size_t *bytes) {
  int result = size_of(program, program ? program->ptx : NULL, bytes);
  if (!result && !program->machine)
    *bytes = 0;
  return result;
}

static const char *log_of(const Compilation *program) {
  return program && program->log ? program->log : "";
}

API int nvrtcGetLoweredName(Compilation *program, const char *expression, const char **name) {
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!expression || !name)
    return NVRTC_ERROR_INVALID_INPUT;
  if (!program->compiled)
    return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  const char *at = program->expressions.at;
  for (size_t i = 0; i < program->count; i++, at += strlen(at) + 1)
    if (!strcmp(at, expression)) {
      *name = program->names[i];
      return NVRTC_SUCCESS;
    }
  return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

/* Functions that are not supported (api.txt). */
#define REFUSED(name, text)            \
  API int name(void);                  \
  API int name(void) {                 \
    ls_refuse("%s", text);             \
    return NVRTC_ERROR_INTERNAL_ERROR; \
  }
