/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Modules that a program loads: PTX as text or in a fat binary, options of its compilation, linking of
 * texts, functions and variables. A CUlibrary is a module, a CUkernel a function.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_driver.h"

/* CUjit_option, as far as they have a result; the others are preferences of a compiler. */
enum {
  JIT_WALL_TIME = 2,
  JIT_INFORMATION = 3,
  JIT_INFORMATION_BYTES,
  JIT_ERRORS,
  JIT_ERROR_BYTES,
#ifdef LOCKSTEP_HIP
  JIT_LAST = 28 /* options of AMD's compiler follow far behind */
#else
  JIT_LAST = 34
#endif
};
typedef struct {
  unsigned count;
  const int *options;
  void **values; /* numbers are in the pointers themselves */
} JitOptions;

typedef struct Loaded {
  Module *module;
  struct Loaded *next;
} Loaded;
static Loaded *loaded; /* all that are not unloaded */

static Loaded **find(const Module *module) {
  Loaded **at = &loaded;
  while (*at && (*at)->module != module)
    at = &(*at)->next;
  return at;
}

static int is_option(int number) {
#ifdef LOCKSTEP_HIP
  if (number == 10000 || number == 10001)
    return 1;
#endif
  return number >= 0 && number <= JIT_LAST;
}

static Error check_options(JitOptions jit) {
  if (jit.count > 0 && (!jit.options || !jit.values))
    return cudaErrorInvalidValue;
  for (unsigned i = 0; i < jit.count; i++)
    if (!is_option(jit.options[i]))
      return cudaErrorInvalidValue;
  return cudaSuccess;
}

static void **value_of(JitOptions jit, int option) {
  for (unsigned i = 0; i < jit.count; i++)
    if (jit.options[i] == option)
      return jit.values + i;
  return NULL;
}

/* Writes a log into the buffer of an option, as far as it fits, and its length into another. */
static void put_log(JitOptions jit, int buffer, int bytes, const char *text) {
  void **to = value_of(jit, buffer), **size = value_of(jit, bytes);
  size_t room = size ? (size_t)(uintptr_t)*size : 0;
  if (!to || !*to || room == 0)
    return;
  size_t length = strlen(text) < room ? strlen(text) : room - 1;
  memcpy(*to, text, length);
  ((char *)*to)[length] = 0;
  *size = (void *)(uintptr_t)length;
}

static void put_logs(JitOptions jit, const char *errors) {
  static const float NO_TIME = 0;
  put_log(jit, JIT_INFORMATION, JIT_INFORMATION_BYTES, "");
  put_log(jit, JIT_ERRORS, JIT_ERROR_BYTES, errors);
  void **time = value_of(jit, JIT_WALL_TIME);
  if (time)
    memcpy(time, &NO_TIME, sizeof NO_TIME);
}

/* The version of PTX that the newest toolkit writes; its texts begin with the version. */
#define NEWEST_PTX 9

static Error check_version(const char *text) {
  int major;
  while (isspace((unsigned char)*text) || !strncmp(text, "//", 2) || !strncmp(text, "/*", 2)) {
    const char *end = *text != '/' ? text + 1 : strstr(text, text[1] == '/' ? "\n" : "*/");
    if (!end)
      break;
    text = end + (*text == '/' && text[1] == '*' ? 2 : 0);
  }
  if (sscanf(text, ".version %d", &major) != 1)
    return cudaErrorInvalidPtx;
  return major > NEWEST_PTX ? cudaErrorUnsupportedPtxVersion : cudaSuccess;
}

/* Whether a text is PTX by itself, which the logs say otherwise. It may name functions of others;
   what Lockstep does not support is said when a kernel with it is launched. */
static Error check_text(const char *text, size_t bytes, JitOptions jit) {
  char *part = calloc(1, bytes + 2); /* no options, the text */
  if (!part)
    return cudaErrorMemoryAllocation;
  memcpy(part + 1, text, bytes);
  Error error = check_version(part + 1);
  if (error) {
    put_logs(jit, "the text has no '.version' that is known; is this PTX?");
  } else if ((error = check(ls_check(LS_PTX, part, strlen(part + 1) + 2)))) {
    put_logs(jit, ls_message());
  }
  free(part);
  return error;
}

static Error build(Module *module, JitOptions jit, const void *image) {
  TRY(image_ptx(image, device_capability(), &module->ptx));
  TRY(check_text(module->ptx.text, strlen(module->ptx.text), jit));
  Error error = module_build(module);
  put_logs(jit, error ? ls_message() : "");
  return error;
}

static Error load(Module **result, const void *image, JitOptions jit) {
  if (!result || !image)
    return cudaErrorInvalidValue;
  TRY(check_options(jit));
  Module *module = calloc(1, sizeof *module);
  Loaded *entry = calloc(1, sizeof *entry);
  Error error = module && entry ? build(module, jit, image) : cudaErrorMemoryAllocation;
  if (error) {
    if (module)
      free(module->ptx.text);
    free(module);
    free(entry);
    return error;
  }
  *entry = (Loaded){.module = module, .next = loaded};
  loaded = entry;
  *result = module;
  return cudaSuccess;
}

/* The bytes of a file with a 0 behind them. */
static Error read_file(const char *name, char **result) {
  FILE *file = name ? fopen(name, "rb") : NULL;
  if (!file)
    return name ? cudaErrorFileNotFound : cudaErrorInvalidValue;
  size_t bytes = 0, room = 0;
  char *text = NULL;
  do {
    room = room ? 2 * room : 65536;
    char *larger = realloc(text, room + 1);
    if (!larger) {
      free(text);
      fclose(file);
      return cudaErrorMemoryAllocation;
    }
    text = larger;
    bytes += fread(text + bytes, 1, room - bytes, file);
  } while (bytes == room);
  fclose(file);
  text[bytes] = 0;
  *result = text;
  return cudaSuccess;
}

static Error load_file(Module **result, const char *name, JitOptions jit) {
  char *image;
  if (!result)
    return cudaErrorInvalidValue;
  TRY(read_file(name, &image));
  Error error = load(result, image, jit);
  free(image);
  return error;
}

static Error unload(Module *module) {
  Loaded **at = find(module);
  Loaded *entry = *at;
  if (!entry)
    return cudaErrorInvalidResourceHandle;
  *at = entry->next;
  free(entry);
  module_unload(module);
  return cudaSuccess;
}

/* A module that is loaded, and built: a reset of the device has ended its code. */
static Error known(Module *module) {
  return *find(module) ? module_build(module) : cudaErrorInvalidResourceHandle;
}

static Error function_named(Function **function, Module *module, const char *name) {
  if (!function || !name)
    return cudaErrorInvalidValue;
  TRY(known(module));
  for (uint32_t i = 0; i < module->program->kernel_count; i++)
    if (!strcmp(module->program->kernels[i].name, name))
      return module_kernel(module, i, function);
  return cudaErrorSymbolNotFound;
}

static Error count_functions(unsigned *count, Module *module) {
  if (!count)
    return cudaErrorInvalidValue;
  TRY(known(module));
  *count = module->program->kernel_count;
  return cudaSuccess;
}

static Error all_functions(Function **functions, unsigned count, Module *module) {
  if (!functions)
    return cudaErrorInvalidValue;
  TRY(known(module));
  for (uint32_t i = 0; i < count && i < module->program->kernel_count; i++)
    TRY(module_kernel(module, i, &functions[i]));
  return cudaSuccess;
}

/* Code is built when its module is loaded. */
DRIVER_ENTRY(DRIVE, cuModuleGetGlobal_v2, (DevicePointer *address, size_t *bytes, Module *module,
              const char *name), (address, bytes, module, name)) {
  if (!name || (!address && !bytes))
    return cudaErrorInvalidValue;
  TRY(known(module));
  const struct ls_variable *found = module_variable(module, name);
  if (!found)
    return cudaErrorSymbolNotFound;
  if (address)
    *address = found->address;
  if (bytes)
    *bytes = found->bytes;
  return cudaSuccess;
}

/* A linker (CUlinkState) that joins texts; the result is a text, and lives as long as it. */
typedef struct {
  char *text;
  size_t bytes;
  JitOptions jit;
} Linker;

static Error create_linker(JitOptions jit, Linker **result) {
  if (!result)
    return cudaErrorInvalidValue;
  TRY(check_options(jit));
  *result = calloc(1, sizeof **result);
  if (!*result)
    return cudaErrorMemoryAllocation;
  (*result)->jit = jit;
  return cudaSuccess;
}

static Error add_text(Linker *linker, const char *text, size_t bytes) {
  char *all = realloc(linker->text, linker->bytes + bytes + 2);
  if (!all)
    return cudaErrorMemoryAllocation;
  memcpy(all + linker->bytes, text, bytes);
  linker->text = all;
  linker->bytes += bytes;
  linker->text[linker->bytes++] = '\n';
  linker->text[linker->bytes] = 0;
  return cudaSuccess;
}

/* A text that names functions of others is complete only when all are there. */
static Error add_ptx(Linker *linker, const char *text, size_t bytes) {
  TRY(check_text(text, bytes, linker->jit));
  return add_text(linker, text, bytes);
}

/* Machine code, which begins as an ELF file, an archive or LLVM's bitcode does; there is no use
   for it. */
static Error add_code(const char *data, size_t bytes) {
  int is_code = (bytes >= 4 && (!memcmp(data, "\177ELF", 4) || !memcmp(data, "BC\300\336", 4)
                               || !memcmp(data, "\3\2#\7", 4) /* SPIR-V */))
                || (bytes >= 8 && !memcmp(data, "!<arch>\n", 8));
  return is_code ? unsupported("linking of anything but PTX and fat binaries")
                 : cudaErrorInvalidKernelImage;
}

/* CUjitInputType */
enum { INPUT_CUBIN, INPUT_PTX, INPUT_FATBINARY, INPUT_OBJECT, INPUT_LIBRARY, INPUT_TYPES };

static Error add_input(Linker *linker, int type, const void *data, size_t bytes) {
  if (!linker)
    return cudaErrorInvalidResourceHandle;
  if (!data)
    return cudaErrorInvalidValue;
#ifdef LOCKSTEP_HIP
  if (type >= 100 && type <= 103) /* forms of LLVM's bitcode, SPIR-V; hipRTC's bitcode is PTX */
    type = type == 100 && *(const char *)data != 'B' ? INPUT_PTX : INPUT_OBJECT;
#endif
  if (type < 0 || type > INPUT_TYPES)
    return cudaErrorInvalidValue;
  if (type == INPUT_PTX)
    return add_ptx(linker, data, strnlen(data, bytes));
  if (type == INPUT_TYPES)
    return unsupported("linking of NVVM's code");
  if (type != INPUT_FATBINARY)
    return add_code(data, bytes);
  Ptx ptx = {0};
  TRY(image_ptx(data, device_capability(), &ptx));
  Error error = add_ptx(linker, ptx.text, ptx.bytes);
  free(ptx.text);
  return error;
}

static Error add_file(Linker *linker, int type, const char *name) {
  char *text;
  TRY(read_file(name, &text));
  Error error = add_input(linker, type, text, strlen(text));
  free(text);
  return error;
}

/* Errors of the joined text are found here, as a linker finds them. */
DRIVER_ENTRY(DRIVE, cuLinkComplete, (Linker *linker, void **image, size_t *bytes),
              (linker, image, bytes)) {
  if (!linker)
    return cudaErrorInvalidResourceHandle;
  if (!image || !linker->text)
    return cudaErrorInvalidValue;
  Module *module;
  TRY(load(&module, linker->text, linker->jit));
  TRY(unload(module)); /* the program loads the text that it gets */
  *image = linker->text;
  if (bytes)
    *bytes = linker->bytes + 1;
  return cudaSuccess;
}

DRIVER_ENTRY(DRIVE, cuLinkDestroy, (Linker *linker), (linker)) {
  if (!linker)
    return cudaErrorInvalidResourceHandle;
  free(linker->text);
  free(linker);
  return cudaSuccess;
}
