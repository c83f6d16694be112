/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Modules (fat binaries), functions and variables. Code of nvcc registers them before main; a
 * module is built when one of its functions or variables is needed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

static Function **functions; /* single objects: pointers to them are handles */
static size_t function_count, function_room;
static Variable *variables;
static size_t variable_count, variable_room;

/* Functions by address, in a table with open addressing; a power of two of places. */
static Function **by_address;
static size_t places;

static size_t place_of(const void *address) {
  uint64_t bits = (uint64_t)(uintptr_t)address;
  return (size_t)((bits * 0x9E3779B97F4A7C15u) >> 20) & (places - 1);
}

static void enter_address(Function *function) {
  size_t place = place_of(function->host);
  while (by_address[place] && by_address[place]->host != function->host)
    place = (place + 1) & (places - 1);
  by_address[place] = function;
}

static void index_functions(void) {
  if (places >= 2 * function_count)
    return;
  free(by_address);
  places = 64;
  while (places < 4 * function_count)
    places *= 2;
  by_address = calloc(places, sizeof *by_address);
  for (size_t i = 0; by_address && i < function_count; i++)
    enter_address(functions[i]);
}

/* Returns NULL if there is no memory. */
static Function *add_function(Function added) {
  Function *function = calloc(1, sizeof *function);
  Function **items = grow(functions, function_count, &function_room, sizeof *functions);
  if (items)
    functions = items;
  if (!function || !items) {
    free(function);
    return NULL;
  }
  *function = added;
  if (!function->host)
    function->host = function;
  functions[function_count++] = function;
  if (places >= 2 * function_count)
    enter_address(function);
  return function;
}

/* Objects of hipcc -fgpu-rdc: those of one program or library share a module. */
typedef struct Linked Linked;
struct Linked {
  Module *module;
  const void *wrapper, *image; /* the image is where the program or library is loaded */
  Linked *next;
};
static Linked *linked;

static Module *new_module(const void *wrapper) {
  Module *module = calloc(1, sizeof *module);
  if (module)
    module->wrapper = wrapper;
  return module;
}

static Module *linked_module(const void *wrapper) {
  Dl_info found;
  const void *image = dladdr(wrapper, &found) ? found.dli_fbase : NULL;
  Module *module = NULL;
  Linked **end = &linked;
  for (; *end; end = &(*end)->next)
    if ((*end)->image == image && !(*end)->module->program && !(*end)->module->error)
      module = (*end)->module; /* built ones are of a library that was loaded again */
  Linked *added = calloc(1, sizeof *added);
  if (!added || !(module = module ? module : new_module(wrapper))) {
    free(added);
    return NULL;
  }
  *added = (Linked){.module = module, .wrapper = wrapper, .image = image};
  *end = added;
  return module;
}

API void **__cudaRegisterFatBinary(void *wrapper) {
  if (!fatbin_linked(wrapper))
    return (void **)new_module(wrapper);
  ls_lock();
  Module *module = linked_module(wrapper);
  ls_unlock();
  return (void **)module;
}

API void __cudaRegisterFatBinaryEnd(void **handle) {
  (void)handle;
}

/* Called by exit handlers, when kernels may still be needed by other threads: keeps everything. */
API void __cudaUnregisterFatBinary(void **handle) {
  (void)handle;
}

API void __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name,
                                int thread_limit, void *thread, void *block, void *block_size,
                                void *grid_size, int *shared_bytes) {
  (void)device, (void)thread_limit, (void)thread, (void)block, (void)block_size, (void)grid_size;
  (void)shared_bytes;
  ls_lock();
  add_function((Function){.module = (Module *)handle, .host = host, .name = name, .carveout = -1});
  ls_unlock();
}

static void register_variable(Variable variable) {
  ls_lock();
  Variable *items = grow(variables, variable_count, &variable_room, sizeof *variables);
  if (items) {
    variables = items;
    variables[variable_count++] = variable;
  }
  ls_unlock();
}

API void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external,
                           size_t bytes, int constant, int global) {
  (void)device, (void)external, (void)constant, (void)global;
  register_variable(
      (Variable){.module = (Module *)handle, .host = host, .name = name, .bytes = bytes});
}

API void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t bytes) {
  register_variable(
      (Variable){.module = (Module *)handle, .host = host, .name = name, .bytes = bytes});
}

API void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                                  int external, size_t bytes, int constant, int global) {
  (void)device, (void)external, (void)constant, (void)global;
  register_variable((Variable){.module = (Module *)handle,
                               .host = host,
                               .name = name,
                               .bytes = bytes,
                               .managed = host});
}

API void __cudaRegisterUnifiedTable(void **handle, void *table) {
  (void)handle, (void)table;
}

/* What Lockstep's own libraries register in place of a fat binary (Kernels of library.h). */
typedef struct {
  uint32_t magic, version;
  const char *text, *options;
} KernelText;
#define KERNEL_TEXT_MAGIC 0x4C435354u

/* The PTX of a module's objects. */
static Error registered_ptx(const Module *module, Ptx *ptx) {
  Error error = fatbin_ptx(module->wrapper, device_capability(), ptx);
  for (Linked *other = linked; other && !error; other = other->next)
    if (other->module == module && other->wrapper != module->wrapper)
      error = fatbin_ptx(other->wrapper, device_capability(), ptx);
  if (error)
    free(ptx->text);
  return error;
}

static Error compile(Module *module) {
  Ptx ptx = module->ptx;
  const KernelText *own = module->wrapper;
  if (!ptx.text && own->magic == KERNEL_TEXT_MAGIC)
    return check(
        ls_build(LS_OPENCL_C, own->options, own->text, strlen(own->text), &module->program));
  if (!ptx.text)
    TRY(registered_ptx(module, &ptx));
  if (ptx.capability > device_capability())
    ls_note("the program's kernels need compute capability %d.%d, more than the device has; they "
            "are executed all the same",
            ptx.capability / 10, ptx.capability % 10);
  module->capability = ptx.capability;
  Error error = check(ls_build(LS_PTX, "", ptx.text, ptx.bytes, &module->program));
  if (!module->ptx.text)
    free(ptx.text);
  return error;
}

static const struct ls_variable *variable_in(const struct ls_program *program, const char *name) {
  for (uint32_t i = 0; i < program->variable_count; i++)
    if (!strcmp(program->variables[i].name, name))
      return &program->variables[i];
  return NULL;
}

static Error same_name(const char *name) {
  ls_note("%s is defined in two files of -fgpu-rdc: static kernels and variables of linked files "
          "need different names", name);
  return cudaErrorInvalidKernelImage;
}

/* In linked files a name stands for one kernel or variable, also if these are static. */
static Error distinct(const Module *module) {
  if (!module->wrapper || !fatbin_linked(module->wrapper))
    return cudaSuccess;
  for (size_t i = 0; i < variable_count; i++)
    for (size_t k = 0; variables[i].module == module && k < i; k++)
      if (variables[k].module == module && variables[k].host != variables[i].host &&
          !strcmp(variables[k].name, variables[i].name))
        return same_name(variables[i].name);
  for (size_t i = 0; i < function_count; i++)
    for (size_t k = 0; functions[i]->module == module && k < i; k++)
      if (functions[k]->module == module && functions[k]->host != functions[i]->host &&
          !strcmp(functions[k]->name, functions[i]->name))
        return same_name(functions[i]->name);
  return cudaSuccess;
}

Error module_build(Module *module) {
  if (module->program || module->error)
    return module->error;
  module->error = distinct(module);
  TRY(module->error);
  module->error = compile(module);
  TRY(module->error);
  for (size_t i = 0; i < variable_count; i++) {
    const struct ls_variable *found = variable_in(module->program, variables[i].name);
    if (variables[i].module == module && found) {
      variables[i].address = found->address;
      if (variables[i].managed)
        TRY(module->error = managed_variable(found->address, found->bytes, variables[i].managed));
    }
  }
  for (size_t i = 0; i < function_count; i++)
    for (uint32_t k = 0; functions[i]->module == module && k < module->program->kernel_count; k++)
      if (!strcmp(module->program->kernels[k].name, functions[i]->name)) {
        functions[i]->kernel = &module->program->kernels[k];
        functions[i]->index = k;
      }
  return cudaSuccess;
}

void modules_reset(void) {
  for (size_t i = 0; i < variable_count; i++) {
    if (variables[i].address)
      ls_free(variables[i].address);
    variables[i].address = 0;
    variables[i].module->program = NULL;
    variables[i].module->error = cudaSuccess;
  }
  for (size_t i = 0; i < function_count; i++) {
    functions[i]->kernel = NULL;
    functions[i]->module->program = NULL;
    functions[i]->module->error = cudaSuccess;
  }
  /* the host reads managed variables without a call */
  for (size_t i = 0; i < variable_count; i++)
    if (variables[i].managed)
      module_build(variables[i].module);
}

API char __cudaInitModule(void **handle) {
  Error error = enter(__func__);
  if (!error)
    error = module_build((Module *)handle);
  leave(error);
  return 1;
}

static Function *find(const void *address) {
  index_functions();
  if (!by_address)
    return NULL;
  for (size_t place = place_of(address); by_address[place]; place = (place + 1) & (places - 1))
    if (by_address[place]->host == address)
      return by_address[place];
  for (size_t i = 0; i < function_count; i++)
    if (functions[i] == address)
      return functions[i];
  return NULL;
}

Error function_of(const void *address, Function **function) {
  *function = find(address);
  if (!*function)
    return cudaErrorInvalidDeviceFunction;
  TRY(module_build((*function)->module));
  if ((*function)->kernel)
    return cudaSuccess;
  ls_note("the kernel %s is not in the program's PTX", (*function)->name);
  return cudaErrorInvalidDeviceFunction;
}

Error variable_of(const void *host, Variable **variable) {
  for (size_t i = 0; i < variable_count; i++)
    if (variables[i].host == host || (variables[i].managed && *variables[i].managed == host)) {
      TRY(module_build(variables[i].module));
      *variable = &variables[i];
      if (variables[i].address)
        return cudaSuccess;
    }
  return cudaErrorInvalidSymbol;
}

const struct ls_variable *module_variable(const Module *module, const char *name) {
  return variable_in(module->program, name);
}

Error module_kernel(Module *module, uint32_t index, Function **function) {
  const struct ls_kernel *kernel = &module->program->kernels[index];
  for (size_t i = 0; i < function_count; i++)
    if (functions[i]->module == module && functions[i]->kernel == kernel) {
      *function = functions[i];
      return cudaSuccess;
    }
  char *name = strdup(kernel->name);
  *function = name ? add_function((Function){.module = module,
                                             .name = name,
                                             .kernel = kernel,
                                             .index = index,
                                             .carveout = -1})
                   : NULL;
  if (!*function)
    free(name);
  return *function ? cudaSuccess : cudaErrorMemoryAllocation;
}

void module_unload(Module *module) {
  size_t left = 0;
  for (size_t i = 0; i < function_count; i++)
    if (functions[i]->module == module) {
      free((char *)functions[i]->name);
      free(functions[i]);
    } else {
      functions[left++] = functions[i];
    }
  function_count = left;
  free(by_address); /* made anew by the next search */
  by_address = NULL;
  places = 0;
  for (uint32_t i = 0; module->program && i < module->program->variable_count; i++)
    ls_free(module->program->variables[i].address);
  ls_program_free(module->program);
  free(module->ptx.text);
  free(module);
}

uint32_t function_program(const Function *function) {
  return function->module->program->number;
}

int module_capability(const Function *function) {
  return function->module->capability;
}

/* The handle of nvcc 13 for a kernel: our function, built when it is first launched. */
static Error kernel_handle(Function **handle, const void *address) {
  if (!handle)
    return cudaErrorInvalidValue;
  *handle = find(address);
  return *handle ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

API Error __cudaGetKernel(Function **handle, const void *address) {
  ls_lock();
  Error error = kernel_handle(handle, address);
  ls_unlock();
  return error;
}

ENTRY(cudaFuncGetName, (const char **name, const void *address), (name, address)) {
  Function *function;
  if (!name)
    return cudaErrorInvalidValue;
  TRY(kernel_handle(&function, address));
  *name = function->name;
  return cudaSuccess;
}

ENTRY(cudaFuncGetParamInfo, (const void *address, size_t index, size_t *offset, size_t *bytes),
       (address, index, offset, bytes)) {
  Function *function;
  TRY(function_of(address, &function));
  if (!offset || index >= function->kernel->count)
    return cudaErrorInvalidValue;
  *offset = function->kernel->parameters[index].offset;
  if (bytes)
    *bytes = function->kernel->parameters[index].bytes;
  return cudaSuccess;
}

ENTRY(cudaGetSymbolAddress, (void **address, const void *symbol), (address, symbol)) {
  Variable *variable;
  if (!address)
    return cudaErrorInvalidValue;
  TRY(variable_of(symbol, &variable));
  *address = variable->managed ? *variable->managed : (void *)(uintptr_t)variable->address;
  return cudaSuccess;
}

ENTRY(cudaGetSymbolSize, (size_t *bytes, const void *symbol), (bytes, symbol)) {
  Variable *variable;
  if (!bytes)
    return cudaErrorInvalidValue;
  TRY(variable_of(symbol, &variable));
  *bytes = variable->bytes;
  return cudaSuccess;
}
