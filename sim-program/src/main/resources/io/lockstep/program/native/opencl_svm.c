/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared virtual memory: coarse-grained buffers, which host and kernels know by the same addresses.
 *
 * Each is a buffer that is no object of the program, with memory of the host at the same address. A map
 * copies to the host and an unmap copies back, as for other buffers. Pages of the host that no mapping
 * covers are protected: the standard leaves an access of the host to them undefined, and it would see
 * old data or be lost.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>

#include "opencl.h"

#define PAGE ((uint64_t)4096)
#define OWN_WINDOWS 48 /* allocations with addresses of their own; the next ones share arenas */
#define ARENA_BYTES ((uint64_t)64 << 20)
#define KIND " (shared virtual memory"

static cl_mem all; /* that the program has not freed */
static int own_windows;
static cl_mem arena; /* that the next parts are of, or NULL */
static uint64_t arena_used;
static struct sigaction previous;

static uint64_t mapped_bytes(uint64_t bytes) { return (bytes + PAGE - 1) & ~(PAGE - 1); }

cl_mem shared_at(const void *pointer, uint64_t bytes) {
  for (cl_mem memory = all; memory != NULL; memory = memory->next) {
    uint64_t offset = (uintptr_t)pointer - memory->address;
    if (!outside(memory, offset, bytes)) {
      return memory;
    }
  }
  return NULL;
}

cl_mem shared_below(cl_mem memory) {
  while (memory != NULL && memory->pages == NULL) {
    memory = memory->parent;
  }
  return memory;
}

/* Adds 1 or -1 to the mappings that open pages, and protects those that none opens. */
static void open_pages(cl_mem memory, const void *pointer, uint64_t bytes, int by) {
  uint64_t from = (uintptr_t)pointer - memory->address;
  uint64_t end = (from + bytes - 1) / PAGE + 1;
  for (uint64_t page = from / PAGE; page < end; page++) {
    uint64_t first = page;
    while (page < end && (memory->pages[page] += by) == (by > 0)) {
      page++;
    }
    if (page > first) {
      mprotect((char *)memory->host + first * PAGE, (page - first) * PAGE,
               by > 0 ? PROT_READ | PROT_WRITE : PROT_NONE);
    }
  }
}

void open_shared(cl_mem memory, const struct mapping *mapping) {
  cl_mem shared = shared_below(memory);
  if (shared != NULL) {
    open_pages(shared, mapping->pointer, mapping->opened, 1);
  }
}

void close_shared(cl_mem memory, const struct mapping *mapping) {
  cl_mem shared = shared_below(memory);
  if (shared != NULL && mapping->opened > 0) {
    open_pages(shared, mapping->pointer, mapping->opened, -1);
  }
}

void refuse_shared(const char *what) {
  ls_refuse("%s is not supported: the device shares coarse-grained buffers only"
            " (CL_DEVICE_SVM_CAPABILITIES is 1)", what);
}

static int is_protected(const void *address) {
  lock();
  cl_mem memory = shared_at(address, 1);
  int found = memory != NULL && memory->pages[((uintptr_t)address - memory->address) / PAGE] == 0;
  unlock();
  return found;
}

/* Says what the access was; the handler before decides how it ends. */
static void on_fault(int signal, siginfo_t *info, void *context) {
  if (info->si_code > 0 && is_protected(info->si_addr)) {
    ls_say("the host accesses shared virtual memory that is not mapped; clEnqueueSVMMap has to cover"
           " the access, and clEnqueueSVMUnmap ends it (coarse-grained buffers)");
  }
  sigaction(SIGSEGV, &previous, NULL);
  if (info->si_code <= 0) {
    raise(signal); /* it was sent; otherwise the access is repeated */
  }
}

static void set_handler(void) {
  static int done;
  if (!done) {
    done = 1;
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &previous);
  }
}

/* Takes a window for memory of the host and the device at the same address. */
static cl_mem in_window(size_t size, const char *kind) {
  uint64_t window = LS_FIRST_WINDOW, bytes = mapped_bytes(size);
  void *host = ls_map_window(bytes, &window);
  if (host == NULL) {
    if (errno == EEXIST) {
      ls_refuse("clSVMAlloc finds no free address: more than %d allocations of more than %d MiB at a"
                " time are not supported", (int)(window - LS_FIRST_WINDOW),
                (int)(ARENA_BYTES >> 20));
    }
    return NULL;
  }
  cl_mem memory = make_memory();
  memory->type = CL_MEM_OBJECT_BUFFER;
  memory->size = size;
  if (allocate_memory(memory, (uintptr_t)host, kind) != CL_SUCCESS) {
    munmap(host, bytes);
    free(memory);
    return NULL;
  }
  mprotect(host, bytes, PROT_NONE);
  memory->host = host;
  memory->window = bytes;
  return memory;
}

/* Takes a part of the arena, or of a new one if the rest is too small. */
static cl_mem in_arena(size_t size, cl_uint alignment) {
  uint64_t bytes = mapped_bytes(size), unit = alignment > PAGE ? alignment : PAGE;
  uint64_t from = (arena_used + unit - 1) & ~(unit - 1);
  if (arena == NULL || from > arena->size || arena->size - from < bytes) {
    cl_mem fresh = in_window(bytes > ARENA_BYTES ? bytes : ARENA_BYTES, KIND ", arena)");
    if (fresh == NULL) {
      return NULL;
    }
    if (arena != NULL) {
      drop_memory(arena); /* its parts use it */
    }
    arena = fresh;
    from = 0;
  }
  arena_used = from + bytes + PAGE; /* a page that is never open separates the parts */
  cl_mem memory = make_memory();
  memory->type = CL_MEM_OBJECT_BUFFER;
  memory->size = size;
  memory->address = arena->address + from;
  memory->host = (char *)arena->host + from;
  memory->parent = arena;
  use_memory(arena);
  return memory;
}

/* Allocates shared virtual memory; the lock is held. */
static cl_mem allocate(cl_context context, cl_bitfield flags, size_t size, cl_uint alignment) {
  int *pages = calloc(mapped_bytes(size) / PAGE, sizeof *pages);
  cl_mem memory = pages == NULL              ? NULL
                  : own_windows < OWN_WINDOWS ? in_window(size, KIND ")")
                                              : in_arena(size, alignment);
  if (memory == NULL) {
    free(pages);
    return NULL;
  }
  set_handler();
  own_windows += memory->window > 0;
  memory->pages = pages;
  memory->flags = flags & 7 ? flags : flags | CL_MEM_READ_WRITE;
  memory->box = line(size);
  memory->pitch = packed(memory->box);
  retain(context);
  memory->context = context;
  memory->next = all;
  all = memory;
  return memory;
}

void end_shared(cl_mem memory) {
  if (memory->window > 0) {
    munmap(memory->host, memory->window);
  }
  if (memory->window > 0 && memory->pages != NULL) {
    lock();
    own_windows--;
    unlock();
  }
  free(memory->pages);
}

void *clSVMAlloc(cl_context context, cl_bitfield flags, size_t size, cl_uint alignment) {
  cl_bitfield access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  cl_bitfield fine = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  if (!is(context, CONTEXT) || (flags & ~(access | fine)) != 0
      || check_flags(flags & access, 0) != CL_SUCCESS || size == 0
      || (alignment & (alignment - 1)) != 0) {
    return NULL;
  }
  if ((flags & fine) != 0) {
    if ((flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0) {
      refuse_shared(flags & CL_MEM_SVM_ATOMICS ? "clSVMAlloc with CL_MEM_SVM_ATOMICS"
                                               : "clSVMAlloc with CL_MEM_SVM_FINE_GRAIN_BUFFER");
    }
    return NULL; /* atomics alone are wrong */
  }
  if (size > ls_number("memory_bytes", 4294967296) / 4) {
    return NULL; /* before pages are counted */
  }
  lock();
  cl_mem memory = allocate(context, flags, size, alignment);
  unlock();
  return memory == NULL ? NULL : memory->host;
}

/* Frees what clSVMAlloc returned; the lock is held. */
static void free_memory(const void *pointer) {
  for (cl_mem *at = &all; *at != NULL; at = &(*at)->next) {
    cl_mem memory = *at;
    if (memory->host == pointer) {
      *at = memory->next;
      mprotect(memory->host, mapped_bytes(memory->size), PROT_NONE);
      drop_memory(memory);
      return;
    }
  }
}

void clSVMFree(cl_context context, void *pointer) {
  lock();
  free_memory(pointer);
  unlock();
}

int free_shared(const struct release *release) {
  if (release->function != NULL) {
    unlock();
    release->function(release->queue, release->count, (void **)release->pointers, release->data);
    lock();
    return LS_OK;
  }
  for (cl_uint i = 0; i < release->count; i++) {
    free_memory(release->pointers[i]);
  }
  return LS_OK;
}

/* Sets the memory of the queue's context that has these bytes. */
static cl_int find(cl_command_queue queue, const void *pointer, uint64_t bytes, cl_mem *memory) {
  FAIL_IF(pointer == NULL, CL_INVALID_VALUE);
  lock();
  *memory = shared_at(pointer, bytes);
  unlock();
  return *memory == NULL                         ? CL_INVALID_VALUE
         : (*memory)->context != queue->context ? CL_INVALID_CONTEXT
                                                : CL_SUCCESS;
}

cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint pointer_count, void *pointers[],
                        void (*function)(cl_command_queue, cl_uint, void **, void *), void *data,
                        WAITS) {
  FAIL_IF(!is(queue, QUEUE), CL_INVALID_COMMAND_QUEUE);
  FAIL_IF((pointer_count == 0) != (pointers == NULL), CL_INVALID_VALUE);
  for (cl_uint i = 0; i < pointer_count && function == NULL; i++) {
    cl_mem memory;
    TRY(pointers[i] == NULL ? CL_SUCCESS : find(queue, pointers[i], 0, &memory));
    FAIL_IF(pointers[i] != NULL && pointers[i] != memory->host, CL_INVALID_VALUE);
  }
  size_t bytes = pointer_count * sizeof *pointers;
  struct release *release = malloc(sizeof *release + bytes);
  *release = (struct release){queue, function, data, pointer_count};
  if (bytes > 0) {
    memcpy(release->pointers, pointers, bytes);
  }
  struct command c = {.type = CL_COMMAND_SVM_FREE, .release = release};
  return SUBMIT(c);
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_bitfield flags, void *pointer,
                       size_t size, WAITS) {
  cl_mem memory;
  FAIL_IF(!is(queue, QUEUE), CL_INVALID_COMMAND_QUEUE);
  cl_int error = size == 0 ? CL_INVALID_VALUE : find(queue, pointer, size, &memory);
  FAIL_IF(error != CL_SUCCESS, error);
  struct command c = {.type = CL_COMMAND_SVM_MAP, .memory = memory,
                      .from = (uintptr_t)pointer - memory->address, .box = line(size),
                      .blocking = blocking};
  map(queue, &c, flags, count, waits, event, &error);
  return error;
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *pointer, WAITS) {
  cl_mem memory;
  FAIL_IF(!is(queue, QUEUE), CL_INVALID_COMMAND_QUEUE);
  cl_int error = find(queue, pointer, 1, &memory);
  return error == CL_SUCCESS
             ? unmap(queue, memory, pointer, CL_COMMAND_SVM_UNMAP, count, waits, event)
             : error;
}

/* Copies between shared virtual memory and memory of the host, or within one of them. */
int copy_shared(const struct command *c, uint32_t stream) {
  void *to = (void *)(uintptr_t)c->to;
  const void *from = (const void *)(uintptr_t)c->from;
  uint64_t bytes = c->box.bytes;
  if (c->memory != NULL && c->other != NULL) {
    return bytes == 0 ? LS_OK : ls_copy(c->to, c->from, bytes, stream, 0);
  }
  if (c->memory != NULL) {
    return ls_read(c->from, to, bytes, stream, 0);
  }
  if (c->other != NULL) {
    return bytes == 0 ? LS_OK : ls_write(c->to, from, bytes, stream, 0);
  }
  memcpy(to, from, bytes);
  return LS_OK;
}

/* Sets the shared virtual memory of bytes that are copied; NULL if they are the host's. */
static cl_int find_or_host(cl_command_queue queue, const void *pointer, size_t size,
                           cl_mem *memory) {
  cl_int error = find(queue, pointer, size, memory);
  FAIL_IF(error != CL_INVALID_VALUE || pointer == NULL, error);
  lock();
  int crosses = shared_at(pointer, 0) != NULL;
  unlock();
  return crosses ? CL_INVALID_VALUE : CL_SUCCESS;
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from,
                          size_t size, WAITS) {
  struct command c = {.type = CL_COMMAND_SVM_MEMCPY, .box = line(size), .blocking = blocking,
                      .from = (uintptr_t)from, .to = (uintptr_t)to};
  FAIL_IF(!is(queue, QUEUE), CL_INVALID_COMMAND_QUEUE);
  TRY(find_or_host(queue, to, size, &c.other));
  TRY(find_or_host(queue, from, size, &c.memory));
  return c.from < c.to + size && c.to < c.from + size ? CL_MEM_COPY_OVERLAP : SUBMIT(c);
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *pointer, const void *pattern,
                           size_t pattern_size, size_t size, WAITS) {
  cl_mem memory;
  FAIL_IF(!is(queue, QUEUE), CL_INVALID_COMMAND_QUEUE);
  TRY(is_pattern(pattern, pattern_size, (uintptr_t)pointer, size)
      ? find(queue, pointer, size, &memory)
      : CL_INVALID_VALUE);
  struct command c = {.type = CL_COMMAND_SVM_MEMFILL, .memory = memory,
                      .from = (uintptr_t)pointer - memory->address, .box = line(size),
                      .pattern_size = (uint32_t)pattern_size};
  c.box.rows = size == 0 ? 0 : 1;
  memcpy(c.pattern, pattern, pattern_size);
  return SUBMIT(c);
}

/* Checks the ranges; they are at the device already. */
cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint pointer_count, const void **pointers,
                              const size_t *sizes, cl_bitfield flags, WAITS) {
  FAIL_IF(!is(queue, QUEUE), CL_INVALID_COMMAND_QUEUE);
  FAIL_IF(pointer_count == 0 || pointers == NULL || flags > 3, CL_INVALID_VALUE);
  for (cl_uint i = 0; i < pointer_count; i++) {
    cl_mem memory;
    uint64_t bytes = sizes == NULL || sizes[i] == 0 ? 1 : sizes[i];
    TRY(find(queue, pointers[i], bytes, &memory));
  }
  struct command c = {.type = CL_COMMAND_SVM_MIGRATE_MEM};
  return SUBMIT(c);
}

/* Kernels can access all shared virtual memory, so that the pointers are only checked. */
cl_int clSetKernelExecInfo(cl_kernel kernel, cl_uint name, size_t size, const void *value) {
  FAIL_IF(!is(kernel, KERNEL), CL_INVALID_KERNEL);
  FAIL_IF(value == NULL, CL_INVALID_VALUE);
  if (name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM && size == sizeof(cl_bool)) {
    if (*(const cl_bool *)value) {
      refuse_shared("clSetKernelExecInfo with CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM");
      return CL_INVALID_OPERATION;
    }
    return CL_SUCCESS;
  }
  FAIL_IF(name != CL_KERNEL_EXEC_INFO_SVM_PTRS || size == 0 || size % sizeof(void *) != 0,
          CL_INVALID_VALUE);
  int known = 1;
  lock();
  for (size_t i = 0; i < size / sizeof(void *) && known; i++) {
    known = shared_at(((void *const *)value)[i], 1) != NULL;
  }
  unlock();
  return known ? CL_SUCCESS : CL_INVALID_VALUE;
}
