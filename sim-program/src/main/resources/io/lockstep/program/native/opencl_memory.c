/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers, sub-buffers, and what buffers and images have in common. */
#define _GNU_SOURCE
#include <stdio.h>

#include "opencl.h"

#define ALIGNMENT 256 /* of sub-buffers, 2048 bits */

uint64_t box_bytes(struct ls_box box) { return box.bytes * box.rows * box.slices; }

struct ls_pitch packed(struct ls_box box) {
  return (struct ls_pitch){box.bytes, box.bytes * box.rows};
}

struct ls_box line(size_t bytes) { return (struct ls_box){bytes, 1, 1}; }

cl_int allocate_memory(cl_mem memory, uint64_t wanted, const char *kind) {
  static unsigned count;
  char name[64];
  if (memory->size > ls_number("memory_bytes", 4294967296) / 4) {
    return memory->type == CL_MEM_OBJECT_BUFFER ? CL_INVALID_BUFFER_SIZE
                                                : CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }
  snprintf(name, sizeof name, "%u%s", __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED), kind);
  return error_of(ls_allocate(memory->size, 0, wanted, name, &memory->address));
}

/* Allocates the memory of a buffer or image, and copies the host's data. */
cl_int fill_memory(cl_mem memory, void *host, struct ls_pitch host_pitch) {
  TRY(check_flags(memory->flags, 0));
  TRY(check_host_pointer(memory->flags, host));
  const char *kind = memory->type == CL_MEM_OBJECT_BUFFER ? "" : " (image)";
  cl_int error = allocate_memory(memory, 0, kind);
  if (error == CL_SUCCESS && host != NULL) {
    error = error_of(
        ls_write_box(memory->address, memory->pitch, host, host_pitch, memory->box, 0, 0));
  }
  memory->host = memory->flags & CL_MEM_USE_HOST_PTR ? host : NULL;
  return error;
}

/* Makes a buffer of shared virtual memory. */
static cl_int use_shared(cl_context context, cl_mem memory, cl_mem shared, void *host) {
  size_t offset = (uintptr_t)host - shared->address;
  cl_int error = check_flags(memory->flags, 0);
  if (error == CL_SUCCESS && shared->context != context) {
    error = CL_INVALID_CONTEXT;
  }
  if (error != CL_SUCCESS || outside(shared, offset, memory->size)) {
    return error != CL_SUCCESS ? error : CL_INVALID_BUFFER_SIZE;
  }
  memory->address = shared->address + offset;
  memory->host = host;
  memory->parent = shared;
  use_memory(shared);
  return CL_SUCCESS;
}

cl_mem make_memory(void) {
  cl_mem memory = make(MEMORY, sizeof *memory);
  memory->holds = 1;
  return memory;
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_property *properties,
                                    cl_bitfield flags, size_t size, void *host,
                                    cl_int *error_ret) {
  NONE_IF(!is(context, CONTEXT), CL_INVALID_CONTEXT);
  NONE_IF(size == 0, CL_INVALID_BUFFER_SIZE);
  NONE_IF(properties != NULL && *properties != 0, CL_INVALID_PROPERTY);
  cl_mem memory = make_memory();
  memory->type = CL_MEM_OBJECT_BUFFER;
  memory->flags = flags & 7 ? flags : flags | CL_MEM_READ_WRITE;
  memory->size = size;
  memory->box = line(size);
  memory->pitch = packed(memory->box);
  memory->properties = copy_properties(properties, &memory->property_count);
  lock();
  cl_mem shared = flags & CL_MEM_USE_HOST_PTR ? shared_at(host, 1) : NULL;
  unlock();
  cl_int error = shared != NULL ? use_shared(context, memory, shared, host)
                                : fill_memory(memory, host, memory->pitch);
  if (error != CL_SUCCESS) {
    free(memory);
    return fail(error_ret, error);
  }
  retain(context);
  memory->context = context;
  fail(error_ret, CL_SUCCESS);
  return memory;
}

cl_mem clCreateSubBuffer(cl_mem parent, cl_bitfield flags, cl_uint type, const void *info,
                         cl_int *error_ret) {
  const cl_buffer_region *region = info;
  NONE_IF(!is(parent, MEMORY) || is_part(parent) || parent->type != CL_MEM_OBJECT_BUFFER,
          CL_INVALID_MEM_OBJECT);
  NONE_IF(type != 0x1220 || region == NULL || region->origin > parent->size
          || region->size > parent->size - region->origin, CL_INVALID_VALUE);
  NONE_IF(region->size == 0, CL_INVALID_BUFFER_SIZE);
  NONE_IF(region->origin % ALIGNMENT != 0, CL_MISALIGNED_SUB_BUFFER_OFFSET);
  cl_int error = inherit_flags(&flags, parent->flags);
  NONE_IF(error != CL_SUCCESS, error);
  cl_mem memory = make_memory();
  memory->type = CL_MEM_OBJECT_BUFFER;
  memory->flags = flags;
  memory->size = region->size;
  memory->box = line(region->size);
  memory->pitch = packed(memory->box);
  memory->offset = region->origin;
  memory->address = parent->address + region->origin;
  memory->host = parent->host == NULL ? NULL : (char *)parent->host + region->origin;
  memory->parent = parent;
  use_memory(parent);
  memory->context = parent->context;
  retain(memory->context);
  fail(error_ret, CL_SUCCESS);
  return memory;
}

int is_part(cl_mem memory) { return memory->parent != NULL && memory->parent->pages == NULL; }

void use_memory(cl_mem memory) {
  __atomic_add_fetch(&memory->object.references, 1, __ATOMIC_RELAXED);
}

void drop_memory(cl_mem memory) {
  if (!release(memory)) {
    return;
  }
  run_callbacks(memory->at_end, memory);
  if (memory->parent != NULL) {
    drop_memory(memory->parent);
  } else {
    ls_free(memory->address);
  }
  end_shared(memory);
  while (memory->mappings != NULL) {
    struct mapping *next = memory->mappings->next;
    free(memory->mappings);
    memory->mappings = next;
  }
  if (memory->context != NULL) {
    drop_context(memory->context);
  }
  free(memory->shadow);
  free(memory->properties);
  unhold_memory(memory);
}

void hold_memory(cl_mem memory) {
  if (memory != NULL) {
    __atomic_add_fetch(&memory->holds, 1, __ATOMIC_RELAXED);
  }
}

void unhold_memory(cl_mem memory) {
  if (memory != NULL && __atomic_sub_fetch(&memory->holds, 1, __ATOMIC_ACQ_REL) == 0) {
    free(memory);
  }
}

/* Returns where a mapping of the memory begins: in the host's memory, or in a private copy. */
void *map_memory(cl_mem memory, size_t offset) {
  if (memory->host != NULL) {
    return (char *)memory->host + offset;
  }
  if (memory->parent != NULL && memory->type == CL_MEM_OBJECT_BUFFER) {
    return map_memory(memory->parent, memory->offset + offset);
  }
  if (memory->shadow == NULL && posix_memalign(&memory->shadow, 4096, memory->size) != 0) {
    return NULL;
  }
  return (char *)memory->shadow + offset;
}

cl_mem map_owner(cl_mem memory) {
  while (memory->parent != NULL && memory->type == CL_MEM_OBJECT_BUFFER && memory->pages == NULL) {
    memory = memory->parent;
  }
  return memory;
}
