/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels and their arguments. */
#define _GNU_SOURCE
#include <stdio.h>

#include "opencl.h"

static cl_kernel new_kernel(cl_program program, uint32_t number) {
  cl_kernel kernel = make(KERNEL, sizeof *kernel);
  retain(program);
  program->kernels++;
  kernel->program = program;
  kernel->built = program->built;
  kernel->number = number;
  kernel->info = &program->built->kernels[number];
  kernel->values = calloc(kernel->info->count + 1u, sizeof *kernel->values);
  return kernel;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error_ret) {
  NONE_IF(!is(program, PROGRAM), CL_INVALID_PROGRAM);
  NONE_IF(name == NULL, CL_INVALID_VALUE);
  NONE_IF(program->built == NULL, CL_INVALID_PROGRAM_EXECUTABLE);
  cl_kernel kernel = NULL;
  lock();
  for (uint32_t i = 0; i < program->built->kernel_count && kernel == NULL; i++) {
    if (strcmp(program->built->kernels[i].name, name) == 0) {
      kernel = new_kernel(program, i);
    }
  }
  unlock();
  fail(error_ret, kernel == NULL ? CL_INVALID_KERNEL_NAME : CL_SUCCESS);
  return kernel;
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint entries, cl_kernel *kernels,
                                cl_uint *count) {
  FAIL_IF(!is(program, PROGRAM), CL_INVALID_PROGRAM);
  FAIL_IF(program->built == NULL, CL_INVALID_PROGRAM_EXECUTABLE);
  FAIL_IF(kernels != NULL && entries < program->built->kernel_count, CL_INVALID_VALUE);
  lock();
  for (uint32_t i = 0; kernels != NULL && i < program->built->kernel_count; i++) {
    kernels[i] = new_kernel(program, i);
  }
  unlock();
  if (count != NULL) {
    *count = program->built->kernel_count;
  }
  return CL_SUCCESS;
}

void drop_kernel(cl_kernel kernel) {
  if (release(kernel)) {
    for (uint32_t i = 0; i < kernel->info->count; i++) {
      free(kernel->values[i].data);
      unhold_memory(kernel->values[i].memory);
    }
    free(kernel->values);
    __atomic_sub_fetch(&kernel->program->kernels, 1, __ATOMIC_RELAXED);
    drop_program(kernel->program);
    free(kernel);
  }
}

static void keep(struct value *value, const void *data, size_t size) {
  if (value->data == NULL || value->size != size) {
    free(value->data);
    value->data = malloc(size);
  }
  memcpy(value->data, data, size);
  value->size = size;
}

static cl_int keep_sampler(cl_context context, struct value *value, size_t size,
                           const void *data) {
  FAIL_IF(data != NULL && size != sizeof(cl_sampler), CL_INVALID_ARG_SIZE);
  cl_sampler sampler = data == NULL ? NULL : *(const cl_sampler *)data;
  FAIL_IF(!is(sampler, SAMPLER), CL_INVALID_SAMPLER);
  FAIL_IF(sampler->context != context, CL_INVALID_CONTEXT);
  uint32_t words[3] = {sampler->mode - CL_ADDRESS_NONE, sampler->filter - CL_FILTER_NEAREST,
                       sampler->normalized};
  keep(value, words, sizeof words);
  return CL_SUCCESS;
}

/* Whether an image's flags forbid the access that the kernel declares. */
static int is_forbidden(const struct ls_parameter *p, cl_mem image) {
  return (p->access == LS_READ_ONLY && (image->flags & CL_MEM_WRITE_ONLY) != 0)
         || (p->access == LS_WRITE_ONLY && (image->flags & CL_MEM_READ_ONLY) != 0);
}

/* Keeps memory, or NULL, for an argument, and where in it a pointer points. */
static void set_memory(struct value *value, cl_mem memory, uint64_t offset) {
  hold_memory(memory);
  unhold_memory(value->memory);
  value->memory = memory;
  value->offset = offset;
}

static cl_int keep_memory(cl_context context, struct value *value, const struct ls_parameter *p,
                          size_t size, const void *data) {
  FAIL_IF(size != sizeof(cl_mem), CL_INVALID_ARG_SIZE);
  cl_mem memory = data == NULL ? NULL : *(const cl_mem *)data;
  int image = p->kind == LS_IMAGE;
  FAIL_IF(memory == NULL ? image
                         : !is(memory, MEMORY) || (memory->type != CL_MEM_OBJECT_BUFFER) != image,
          CL_INVALID_MEM_OBJECT);
  FAIL_IF(memory != NULL && memory->context != context, CL_INVALID_CONTEXT);
  FAIL_IF(image && is_forbidden(p, memory), CL_INVALID_ARG_VALUE);
  set_memory(value, memory, 0);
  return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *data) {
  FAIL_IF(!is(kernel, KERNEL), CL_INVALID_KERNEL);
  FAIL_IF(index >= kernel->info->count, CL_INVALID_ARG_INDEX);
  struct ls_parameter *p = &kernel->info->parameters[index];
  struct value *value = &kernel->values[index];
  cl_context context = kernel->program->context;
  cl_int error = CL_SUCCESS;
  lock();
  switch (p->kind) {
    case LS_LOCAL:
      error = data != NULL ? CL_INVALID_ARG_VALUE : size == 0 ? CL_INVALID_ARG_SIZE : CL_SUCCESS;
      value->local = error == CL_SUCCESS ? size : value->local;
      break;
    case LS_POINTER:
    case LS_IMAGE: error = keep_memory(context, value, p, size, data); break;
    case LS_SAMPLER: error = keep_sampler(context, value, size, data); break;
    default:
      if (data == NULL) {
        error = CL_INVALID_ARG_VALUE;
      } else if (size != p->bytes) {
        error = CL_INVALID_ARG_SIZE;
      } else {
        keep(value, data, size);
      }
  }
  value->set |= error == CL_SUCCESS;
  unlock();
  return error;
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *pointer) {
  FAIL_IF(!is(kernel, KERNEL), CL_INVALID_KERNEL);
  FAIL_IF(index >= kernel->info->count, CL_INVALID_ARG_INDEX);
  FAIL_IF(kernel->info->parameters[index].kind != LS_POINTER, CL_INVALID_ARG_VALUE);
  lock();
  cl_mem memory = shared_at(pointer, 0);
  int valid = pointer == NULL || (memory != NULL && memory->context == kernel->program->context);
  if (valid) {
    set_memory(&kernel->values[index], memory,
               memory == NULL ? 0 : (uintptr_t)pointer - memory->address);
    kernel->values[index].set = 1;
  }
  unlock();
  if (!valid && memory == NULL) {
    refuse_shared("clSetKernelArgSVMPointer with memory that clSVMAlloc has not returned");
  }
  return valid ? CL_SUCCESS : CL_INVALID_ARG_VALUE;
}

cl_kernel clCloneKernel(cl_kernel kernel, cl_int *error_ret) {
  NONE_IF(!is(kernel, KERNEL), CL_INVALID_KERNEL);
  lock();
  cl_kernel clone = new_kernel(kernel->program, kernel->number);
  for (uint32_t i = 0; i < kernel->info->count; i++) {
    struct value *from = &kernel->values[i], *to = &clone->values[i];
    if (from->data != NULL) {
      keep(to, from->data, from->size);
    }
    to->set = from->set;
    to->local = from->local;
    set_memory(to, from->memory, from->offset);
  }
  unlock();
  fail(error_ret, CL_SUCCESS);
  return clone;
}

static uint64_t local_bytes(cl_kernel kernel) {
  uint64_t bytes = kernel->info->local_bytes;
  for (uint32_t i = 0; i < kernel->info->count; i++) {
    if (kernel->info->parameters[i].kind == LS_LOCAL) {
      bytes = ((bytes + 15) & ~(uint64_t)15) + kernel->values[i].local;
    }
  }
  return bytes;
}

static size_t most_items(cl_kernel kernel) {
  size_t most = ls_number("group_items", 256);
  uint32_t bound = kernel->info->most_items;
  return bound > 0 && bound < most ? bound : most;
}

static struct sizes required_of(cl_kernel kernel) {
  const uint32_t *size = kernel->info->required;
  return (struct sizes){{size[0], size[1], size[2]}};
}

/* CL_KERNEL_ARG_ADDRESS_… and CL_KERNEL_ARG_ACCESS_… */
static const cl_uint SPACES[] = {0x119E, 0x119B, 0x119D, 0x119C};
static const cl_uint ACCESSES[] = {0x11A3, 0x11A0, 0x11A1, 0x11A2};

/*
 * The group size that a launch without one gets: the kernel's required size; otherwise, dimension by
 * dimension, the largest divisor of the global size with which a group has at most 64 work-items.
 */
static void choose_local(cl_kernel kernel, cl_uint dimensions, const size_t *global, uint32_t *block) {
  uint32_t left = 64;
  for (cl_uint d = 0; d < dimensions; d++) {
    uint32_t size = left;
    while (global[d] % size != 0) {
      size--;
    }
    block[d] = kernel->info->required[0] > 0 ? kernel->info->required[d] : size;
    left /= size;
  }
}

static cl_int too_many(cl_kernel kernel, size_t items, size_t most, cl_int error) {
  ls_note("kernel %s was launched with groups of %zu work-items, more than the %zu that the device "
          "or the kernel allows; --as names another device", kernel->info->name, items, most);
  return error;
}

static cl_int set_sizes(cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                        const size_t *global, const size_t *local, struct ls_launch *l) {
  size_t items = 1;
  FAIL_IF(dimensions < 1 || dimensions > 3, CL_INVALID_WORK_DIMENSION);
  uint64_t most = (uint64_t)1 << 32; /* the server counts work-items in 32 bits */
  int none = global == NULL;
  for (cl_uint d = 0; d < dimensions && !none; d++) {
    FAIL_IF(global[d] >= most, CL_INVALID_GLOBAL_WORK_SIZE);
    l->offset[d] = offset == NULL ? 0 : offset[d];
    FAIL_IF(l->offset[d] > most - global[d], CL_INVALID_GLOBAL_OFFSET);
    none = global[d] == 0;
  }
  if (none) {
    return CL_SUCCESS; /* from OpenCL 2.1 on such a launch succeeds */
  }
  l->dimensions = dimensions;
  struct sizes sizes = most_items_of();
  l->block[0] = l->block[1] = l->block[2] = 1;
  l->groups[0] = l->groups[1] = l->groups[2] = 1;
  if (local == NULL) {
    choose_local(kernel, dimensions, global, l->block);
  }
  for (cl_uint d = 0; d < dimensions; d++) {
    if (local != NULL) {
      if (local[d] == 0 || local[d] > sizes.of[d]) {
        return local[d] == 0 ? CL_INVALID_WORK_GROUP_SIZE
                             : too_many(kernel, local[d], sizes.of[d], CL_INVALID_WORK_ITEM_SIZE);
      }
      l->block[d] = (uint32_t)local[d];
    }
    items *= l->block[d];
    size_t rest = global[d] % l->block[d];
    if (rest != 0) {
      const char *options = kernel->program->options, *standard = strstr(options, "-cl-std=");
      FAIL_IF(standard == NULL || strncmp(standard, "-cl-std=CL1", 11) == 0
              || strstr(options, "-cl-uniform-work-group-size") != NULL
              || kernel->info->required[0] > 0, CL_INVALID_WORK_GROUP_SIZE);
      l->last[d] = (uint32_t)rest;
    }
    l->groups[d] = (global[d] + l->block[d] - 1) / l->block[d];
  }
  for (cl_uint d = 0; d < 3 && kernel->info->required[0] > 0; d++) {
    FAIL_IF(l->block[d] != kernel->info->required[d], CL_INVALID_WORK_GROUP_SIZE);
  }
  size_t most_together = most_items(kernel);
  return items > most_together
             ? too_many(kernel, items, most_together, CL_INVALID_WORK_GROUP_SIZE)
             : CL_SUCCESS;
}

/* Checks a launch and copies its arguments into the command, in one allocation. */
cl_int set_launch(cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
                  const size_t *local, struct command *command) {
  struct ls_launch *l = &command->launch;
  uint32_t count = kernel->info->count;
  size_t bytes = 0;
  for (uint32_t i = 0; i < count; i++) {
    FAIL_IF(!kernel->values[i].set, CL_INVALID_KERNEL_ARGS);
    bytes += kernel->values[i].data != NULL ? kernel->values[i].size : sizeof(uint64_t);
  }
  cl_int error = set_sizes(kernel, dimensions, offset, global, local, l);
  uint64_t local_memory = ls_number("local_bytes", 32768);
  if (error == CL_SUCCESS && local_bytes(kernel) > local_memory) {
    ls_note("kernel %s needs %llu bytes of local memory, more than the %llu of the device; --as "
            "names another device", kernel->info->name, (unsigned long long)local_bytes(kernel),
            (unsigned long long)local_memory);
    error = CL_OUT_OF_RESOURCES;
  }
  FAIL_IF(error != CL_SUCCESS, error);
  command->kernel = kernel;
  command->arguments = malloc((count + 1u) * (sizeof *command->arguments + sizeof(cl_mem)) + bytes);
  command->used = (cl_mem *)(command->arguments + count + 1);
  char *data = (char *)(command->used + count + 1);
  for (uint32_t i = 0; i < count; i++) {
    struct value *value = &kernel->values[i];
    uint32_t kind = kernel->info->parameters[i].kind;
    uint64_t word = kind == LS_LOCAL         ? value->local
                    : value->memory == NULL  ? 0
                    : kind == LS_IMAGE       ? value->memory->handle
                                             : value->memory->address + value->offset;
    int copied = kind == LS_VALUE || kind == LS_SAMPLER;
    size_t n = copied ? value->size : sizeof word;
    memcpy(data, copied ? value->data : &word, n);
    command->arguments[i] = (struct ls_argument){kind, (uint32_t)n, data};
    command->used[i] = is(value->memory, MEMORY) ? value->memory : NULL; /* not if released */
    data += n;
  }
  l->program = kernel->built->number;
  l->kernel = kernel->number;
  l->count = count;
  l->arguments = command->arguments;
  return CL_SUCCESS;
}
