/* SPDX-License-Identifier: Apache-2.0 */
/* Mappings of memory for the host: the functions that enqueue them, and their execution. */
#define _GNU_SOURCE
#include "opencl.h"

#define MAP_PAGE ((uint64_t)64 << 10)

static cl_int check_map_flags(cl_bitfield flags) {
  int discards = (flags & CL_MAP_WRITE_INVALIDATE) != 0;
  FAIL_IF(discards && (flags & (CL_MAP_READ | CL_MAP_WRITE)) != 0, CL_INVALID_VALUE);
  return check_MapFlags(flags);
}

static int meet(uint64_t a, uint64_t length_a, uint64_t b, uint64_t length_b) {
  return a < b + length_b && b < a + length_a;
}

/* Whether a part of a memory object has a byte that is mapped for writing. */
static int is_mapped_for_writing(cl_mem memory, uint64_t from, struct ls_box box) {
  struct ls_pitch p = memory->pitch;
  for (const struct mapping *m = memory->mappings; m != NULL; m = m->next) {
    uint64_t at = m->origin[0];
    if ((m->flags & CL_MAP_ANY_WRITE) != 0
        && meet(at % p.row, m->region[0], from % p.row, box.bytes)
        && meet(at % p.slice / p.row, m->region[1], from % p.slice / p.row, box.rows)
        && meet(at / p.slice, m->region[2], from / p.slice, box.slices)) {
      return 1;
    }
  }
  return 0;
}

/* Takes a mapping out of a memory object's list; the lock is held. */
static void take(cl_mem memory, const struct mapping *mapping) {
  for (struct mapping **at = &memory->mappings; *at != NULL; at = &(*at)->next) {
    if (*at == mapping) {
      *at = mapping->next;
      memory->map_count--;
      return;
    }
  }
}

/* Forgets a mapping whose command has failed. */
static void forget(struct command *c) {
  lock();
  take(c->memory, c->mapping);
  map_owner(c->memory)->map_moving--;
  close_shared(c->memory, c->mapping);
  unlock();
  free(c->mapping);
}

void *map(cl_command_queue queue, struct command *c, cl_bitfield flags, WAITS,
          cl_int *error_ret) {
  cl_int error = check_map_flags(flags);
  error = error != CL_SUCCESS ? error : check_host_access(c->memory, flags);
  error = error != CL_SUCCESS ? error : check_waits(queue, count, waits);
  NONE_IF(error != CL_SUCCESS, error);
  struct mapping *m = calloc(1, sizeof *m);
  cl_mem memory = c->memory;
  lock();
  int refused = (flags & CL_MAP_ANY_WRITE) != 0 && is_mapped_for_writing(memory, c->from, c->box);
  void *base = refused ? NULL : map_memory(memory, c->from);
  if (base != NULL) {
    m->pointer = base;
    m->flags = flags;
    m->origin[0] = c->from;
    m->region[0] = c->box.bytes;
    m->region[1] = c->box.rows;
    m->region[2] = c->box.slices;
    m->next = memory->mappings;
    memory->mappings = m;
    memory->map_count++;
    map_owner(memory)->map_moving++;
  }
  unlock();
  if (base == NULL) {
    free(m);
    return fail(error_ret, refused ? CL_INVALID_OPERATION : CL_OUT_OF_HOST_MEMORY);
  }
  c->mapping = m;
  error = submit(queue, c, count, waits, event);
  fail(error_ret, error);
  if (error == CL_SUCCESS) {
    return base;
  }
  forget(c);
  return NULL;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_bitfield flags,
                         size_t offset, size_t bytes, WAITS, cl_int *error_ret) {
  cl_int error = check_memory(queue, buffer, 0);
  if (error != CL_SUCCESS || bytes == 0 || outside(buffer, offset, bytes)) {
    return fail(error_ret, error != CL_SUCCESS ? error : CL_INVALID_VALUE);
  }
  struct command c = {.type = CL_COMMAND_MAP_BUFFER, .memory = buffer, .from = offset,
                      .box = line(bytes), .blocking = blocking};
  return map(queue, &c, flags, count, waits, event, error_ret);
}

void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_bitfield flags,
                        const size_t *origin, const size_t *region, size_t *row, size_t *slice,
                        WAITS, cl_int *error_ret) {
  struct command c = {.type = CL_COMMAND_MAP_IMAGE, .memory = image, .blocking = blocking};
  cl_int error = check_memory(queue, image, 1);
  NONE_IF(error != CL_SUCCESS, error);
  c.from = image_part(image, origin, region, &c.box);
  NONE_IF(row == NULL || (slice == NULL && has_slices(image->type)) || c.from == UINT64_MAX,
          CL_INVALID_VALUE);
  c.from_pitch = image->pitch;
  *row = image->pitch.row;
  if (slice != NULL) {
    *slice = image->box.slices > 1 ? image->pitch.slice : 0;
  }
  return map(queue, &c, flags, count, waits, event, error_ret);
}

cl_int unmap(cl_command_queue queue, cl_mem memory, void *pointer, cl_uint type, WAITS) {
  TRY(memory->context == queue->context ? check_waits(queue, count, waits) : CL_INVALID_CONTEXT);
  lock();
  struct mapping *m = memory->mappings;
  while (m != NULL && m->pointer != pointer) {
    m = m->next;
  }
  take(memory, m);
  unlock();
  FAIL_IF(m == NULL, CL_INVALID_VALUE);
  struct command c = {.type = type, .memory = memory, .from = m->origin[0],
                      .mapping = m, .box = {m->region[0], m->region[1], m->region[2]}};
  c.from_pitch = memory->type == CL_MEM_OBJECT_BUFFER ? packed(c.box) : memory->pitch;
  return SUBMIT(c);
}

/* Drivers map whole pages, and programs read behind what they map (a number of elements in place of
   bytes). Returns the bytes behind a buffer's mapping to the end of its page, but none if the host may
   have newer data there. */
static uint64_t behind(const struct command *c) {
  cl_mem owner = map_owner(c->memory);
  uint64_t end = c->from + c->box.bytes, rest = c->memory->size - end;
  uint64_t page = MAP_PAGE - end % MAP_PAGE;
  if (c->type == CL_COMMAND_MAP_IMAGE || (c->mapping->flags & CL_MAP_READ) == 0
      || (owner->host != NULL && owner->pages == NULL) || owner->map_moving != 1) {
    return 0;
  }
  return rest < page ? rest : page;
}

int map_in(struct command *c, uint32_t stream, uint32_t pinned) {
  struct mapping *m = c->mapping;
  uint64_t rest = behind(c);
  m->opened = (c->box.slices - 1) * c->from_pitch.slice + (c->box.rows - 1) * c->from_pitch.row
              + c->box.bytes + rest;
  open_shared(c->memory, m);
  if (m->flags & CL_MAP_WRITE_INVALIDATE) {
    return LS_OK;
  }
  uint32_t flags = m->flags & CL_MAP_READ ? pinned : LS_HIDDEN;
  int status = ls_read_box(c->memory->address + c->from, c->from_pitch, m->pointer, c->from_pitch,
                           c->box, stream, flags);
  return status == LS_OK && rest > 0
             ? ls_read(c->memory->address + c->from + c->box.bytes,
                       (char *)m->pointer + c->box.bytes, rest, stream, LS_HIDDEN)
             : status;
}

int map_out(struct command *c, uint32_t stream, uint32_t pinned) {
  map_owner(c->memory)->map_moving--;
  if (c->mapping->opened == 0) {
    return LS_OK; /* its map was not executed, as an event that it waited for has failed */
  }
  int status = c->mapping->flags & CL_MAP_ANY_WRITE
                   ? ls_write_box(c->memory->address + c->from, c->from_pitch, c->mapping->pointer,
                                  c->from_pitch, c->box, stream, pinned)
                   : LS_OK;
  close_shared(c->memory, c->mapping);
  return status;
}
