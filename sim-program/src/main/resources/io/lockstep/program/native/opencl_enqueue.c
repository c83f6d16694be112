/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that enqueue commands: each checks its arguments and describes a command. */
#define _GNU_SOURCE
#include <stdio.h>

#include "opencl.h"

#define WAITS cl_uint count, const cl_event *waits, cl_event *event
#define SUBMIT(command) submit(queue, &(command), count, waits, event)

static cl_int check(cl_command_queue queue, cl_mem memory, int image) {
  if (!is(queue, QUEUE)) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  if (!is(memory, MEMORY) || (memory->type != CL_MEM_OBJECT_BUFFER) != image) {
    return CL_INVALID_MEM_OBJECT;
  }
  return memory->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

/* Checks a command that reads or writes memory for the host, as a mapping with these flags does. */
static cl_int check_host(cl_command_queue queue, cl_mem memory, int image, cl_bitfield map_flags) {
  cl_int error = check(queue, memory, image);
  return error != CL_SUCCESS ? error : check_host_access(memory, map_flags);
}

static int outside(cl_mem memory, size_t offset, size_t bytes) {
  return offset > memory->size || bytes > memory->size - offset;
}

static struct ls_box line(size_t bytes) { return (struct ls_box){bytes, 1, 1}; }

/* Whether source and target of a copy within a buffer or an image have a common byte. */
static int overlaps(const struct command *c) {
  return shares_memory(c->memory, c->other)
         && overlap(c->box, c->memory->address + c->from, c->from_pitch,
                    c->other->address + c->to, c->to_pitch);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t bytes, void *to, WAITS) {
  cl_int error = check_host(queue, buffer, 0, CL_MAP_READ);
  if (error != CL_SUCCESS || to == NULL || bytes == 0 || outside(buffer, offset, bytes)) {
    return error != CL_SUCCESS ? error : CL_INVALID_VALUE;
  }
  struct command c = {.type = CL_COMMAND_READ_BUFFER, .memory = buffer, .from = offset,
                      .box = line(bytes), .host = to, .blocking = blocking};
  return SUBMIT(c);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t bytes, const void *from, WAITS) {
  cl_int error = check_host(queue, buffer, 0, CL_MAP_WRITE);
  if (error != CL_SUCCESS || from == NULL || bytes == 0 || outside(buffer, offset, bytes)) {
    return error != CL_SUCCESS ? error : CL_INVALID_VALUE;
  }
  struct command c = {.type = CL_COMMAND_WRITE_BUFFER, .memory = buffer, .to = offset,
                      .box = line(bytes), .host = (void *)from, .blocking = blocking};
  return SUBMIT(c);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t bytes, WAITS) {
  cl_int error = check(queue, from, 0);
  error = error != CL_SUCCESS ? error : check(queue, to, 0);
  if (error != CL_SUCCESS || bytes == 0 || outside(from, from_offset, bytes)
      || outside(to, to_offset, bytes)) {
    return error != CL_SUCCESS ? error : CL_INVALID_VALUE;
  }
  struct command c = {.type = CL_COMMAND_COPY_BUFFER, .memory = from, .other = to,
                      .from = from_offset, .to = to_offset, .box = line(bytes)};
  return overlaps(&c) ? CL_MEM_COPY_OVERLAP : SUBMIT(c);
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t bytes, WAITS) {
  cl_int error = check(queue, buffer, 0);
  if (error != CL_SUCCESS) {
    return error;
  }
  if (pattern == NULL || pattern_size == 0 || pattern_size > 128
      || (pattern_size & (pattern_size - 1)) != 0 || offset % pattern_size != 0
      || bytes % pattern_size != 0 || bytes == 0 || outside(buffer, offset, bytes)) {
    return CL_INVALID_VALUE;
  }
  struct command c = {.type = CL_COMMAND_FILL_BUFFER, .memory = buffer, .from = offset,
                      .box = line(bytes), .pattern_size = (uint32_t)pattern_size};
  memcpy(c.pattern, pattern, pattern_size);
  return SUBMIT(c);
}

static int is_empty(const size_t *region) {
  return region == NULL || region[0] == 0 || region[1] == 0 || region[2] == 0;
}

/* Completes the pitches of a rectangle and sets its offset in memory of a size. */
static cl_int rect(const size_t *origin, struct ls_box box, const size_t *pitches, uint64_t limit,
                   struct ls_pitch *pitch, uint64_t *offset) {
  cl_int error = complete_pitch(box, pitches[0], pitches[1], pitch);
  if (error != CL_SUCCESS || pitch->slice % pitch->row != 0) {
    return CL_INVALID_VALUE;
  }
  return locate_box(origin, box, *pitch, limit, offset);
}

static cl_int host_rect(cl_command_queue queue, cl_uint type, cl_mem buffer, cl_bool blocking,
                        const size_t *buffer_origin, const size_t *host_origin,
                        const size_t *region, const size_t *pitches, void *host, WAITS) {
  struct command c = {.type = type, .memory = buffer, .host = host, .blocking = blocking};
  int reads = type == CL_COMMAND_READ_BUFFER_RECT;
  cl_int error = check_host(queue, buffer, 0, reads ? CL_MAP_READ : CL_MAP_WRITE);
  if (error != CL_SUCCESS) {
    return error;
  }
  if (host == NULL || buffer_origin == NULL || host_origin == NULL || is_empty(region)) {
    return CL_INVALID_VALUE;
  }
  c.box = (struct ls_box){region[0], region[1], region[2]};
  error = rect(buffer_origin, c.box, pitches, buffer->size, reads ? &c.from_pitch : &c.to_pitch,
               reads ? &c.from : &c.to);
  if (error == CL_SUCCESS) {
    error = rect(host_origin, c.box, pitches + 2, UINT64_MAX, reads ? &c.to_pitch : &c.from_pitch,
                 reads ? &c.to : &c.from);
  }
  return error == CL_SUCCESS ? SUBMIT(c) : error;
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row, size_t buffer_slice,
                               size_t host_row, size_t host_slice, void *to, WAITS) {
  size_t pitches[4] = {buffer_row, buffer_slice, host_row, host_slice};
  return host_rect(queue, CL_COMMAND_READ_BUFFER_RECT, buffer, blocking, buffer_origin, host_origin,
                   region, pitches, to, count, waits, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t *buffer_origin, const size_t *host_origin,
                                const size_t *region, size_t buffer_row, size_t buffer_slice,
                                size_t host_row, size_t host_slice, const void *from, WAITS) {
  size_t pitches[4] = {buffer_row, buffer_slice, host_row, host_slice};
  return host_rect(queue, CL_COMMAND_WRITE_BUFFER_RECT, buffer, blocking, buffer_origin,
                   host_origin, region, pitches, (void *)from, count, waits, event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, WAITS) {
  struct command c = {.type = CL_COMMAND_COPY_BUFFER_RECT, .memory = from, .other = to};
  cl_int error = check(queue, from, 0);
  error = error != CL_SUCCESS ? error : check(queue, to, 0);
  if (error != CL_SUCCESS) {
    return error;
  }
  if (from_origin == NULL || to_origin == NULL || is_empty(region)) {
    return CL_INVALID_VALUE;
  }
  size_t from_pitches[2] = {from_row, from_slice}, to_pitches[2] = {to_row, to_slice};
  c.box = (struct ls_box){region[0], region[1], region[2]};
  error = rect(from_origin, c.box, from_pitches, from->size, &c.from_pitch, &c.from);
  error = error != CL_SUCCESS
              ? error
              : rect(to_origin, c.box, to_pitches, to->size, &c.to_pitch, &c.to);
  int differ = c.from_pitch.row != c.to_pitch.row || c.from_pitch.slice != c.to_pitch.slice;
  if (error != CL_SUCCESS || (from == to && differ)) {
    return CL_INVALID_VALUE;
  }
  return overlaps(&c) ? CL_MEM_COPY_OVERLAP : SUBMIT(c);
}

/* Returns the offset of a region of an image and its box in bytes, or UINT64_MAX. */
static uint64_t part(cl_mem image, const size_t *origin, const size_t *region, struct ls_box *box) {
  int layers_first = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY; /* y counts layers */
  if (origin == NULL || is_empty(region)
      || (layers_first && (origin[2] != 0 || region[2] != 1))) {
    return UINT64_MAX;
  }
  size_t y = layers_first ? 0 : origin[1], z = layers_first ? origin[1] : origin[2];
  size_t rows = layers_first ? 1 : region[1], slices = layers_first ? region[1] : region[2];
  size_t width = image->box.bytes / image->texel;
  if (origin[0] > width || region[0] > width - origin[0] || y > image->box.rows
      || rows > image->box.rows - y || z > image->box.slices || slices > image->box.slices - z) {
    return UINT64_MAX;
  }
  *box = (struct ls_box){region[0] * image->texel, rows, slices};
  return z * image->pitch.slice + y * image->pitch.row + origin[0] * image->texel;
}

/* Completes the pitches of an image's part in the host's memory. */
static cl_int host_pitch(cl_mem image, struct ls_box box, size_t row, size_t slice,
                         struct ls_pitch *pitch) {
  return slice != 0 && !has_slices(image->type) ? CL_INVALID_VALUE
                                                : complete_pitch(box, row, slice, pitch);
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t *origin, const size_t *region, size_t row, size_t slice,
                          void *to, WAITS) {
  struct command c = {.type = CL_COMMAND_READ_IMAGE, .memory = image, .host = to,
                      .blocking = blocking};
  cl_int error = check_host(queue, image, 1, CL_MAP_READ);
  if (error != CL_SUCCESS) {
    return error;
  }
  c.from = part(image, origin, region, &c.box);
  if (to == NULL || c.from == UINT64_MAX
      || host_pitch(image, c.box, row, slice, &c.to_pitch) != CL_SUCCESS) {
    return CL_INVALID_VALUE;
  }
  c.from_pitch = image->pitch;
  return SUBMIT(c);
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t *origin, const size_t *region, size_t row, size_t slice,
                           const void *from, WAITS) {
  struct command c = {.type = CL_COMMAND_WRITE_IMAGE, .memory = image, .host = (void *)from,
                      .blocking = blocking};
  cl_int error = check_host(queue, image, 1, CL_MAP_WRITE);
  if (error != CL_SUCCESS) {
    return error;
  }
  c.to = part(image, origin, region, &c.box);
  if (from == NULL || c.to == UINT64_MAX
      || host_pitch(image, c.box, row, slice, &c.from_pitch) != CL_SUCCESS) {
    return CL_INVALID_VALUE;
  }
  c.to_pitch = image->pitch;
  return SUBMIT(c);
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                          const size_t *to_origin, const size_t *region, WAITS) {
  struct command c = {.type = CL_COMMAND_COPY_IMAGE, .memory = from, .other = to};
  struct ls_box box;
  cl_int error = check(queue, from, 1);
  error = error != CL_SUCCESS ? error : check(queue, to, 1);
  if (error != CL_SUCCESS) {
    return error;
  }
  if (from->format.order != to->format.order || from->format.type != to->format.type) {
    return CL_IMAGE_FORMAT_MISMATCH;
  }
  c.from = part(from, from_origin, region, &c.box);
  c.to = part(to, to_origin, region, &box);
  if (c.from == UINT64_MAX || c.to == UINT64_MAX) {
    return CL_INVALID_VALUE;
  }
  c.from_pitch = from->pitch;
  c.to_pitch = to->pitch;
  return from == to && overlaps(&c) ? CL_MEM_COPY_OVERLAP : SUBMIT(c);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                  const size_t *origin, const size_t *region, size_t offset, WAITS) {
  struct command c = {.type = CL_COMMAND_COPY_IMAGE_TO_BUFFER, .memory = image, .other = buffer,
                      .to = offset};
  cl_int error = check(queue, image, 1);
  error = error != CL_SUCCESS ? error : check(queue, buffer, 0);
  if (error != CL_SUCCESS) {
    return error;
  }
  if (image->parent == buffer) {
    return CL_INVALID_MEM_OBJECT;
  }
  c.from = part(image, origin, region, &c.box);
  if (c.from == UINT64_MAX || outside(buffer, offset, box_bytes(c.box))) {
    return CL_INVALID_VALUE;
  }
  c.from_pitch = image->pitch;
  c.to_pitch = packed(c.box);
  return SUBMIT(c);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image,
                                  size_t offset, const size_t *origin, const size_t *region, WAITS) {
  struct command c = {.type = CL_COMMAND_COPY_BUFFER_TO_IMAGE, .memory = buffer, .other = image,
                      .from = offset};
  cl_int error = check(queue, buffer, 0);
  error = error != CL_SUCCESS ? error : check(queue, image, 1);
  if (error != CL_SUCCESS) {
    return error;
  }
  if (image->parent == buffer) {
    return CL_INVALID_MEM_OBJECT;
  }
  c.to = part(image, origin, region, &c.box);
  if (c.to == UINT64_MAX || outside(buffer, offset, box_bytes(c.box))) {
    return CL_INVALID_VALUE;
  }
  c.from_pitch = packed(c.box);
  c.to_pitch = image->pitch;
  return SUBMIT(c);
}

/* Writes a channel of a fill color in the image's format. */
static void put_channel(const cl_image_format *format, const void *color, int channel, uint8_t *to) {
  float real = ((const float *)color)[channel];
  int32_t whole = ((const int32_t *)color)[channel];
  float low = format->type == CL_SNORM_INT8 || format->type == CL_SNORM_INT16 ? -1.0f : 0.0f;
  float held = real < low ? low : real > 1.0f ? 1.0f : real;
  switch (format->type) {
    case CL_UNORM_INT8: to[0] = (uint8_t)(held * 255.0f + 0.5f); break;
    case CL_SNORM_INT8: to[0] = (uint8_t)(int8_t)(held * 127.0f + (held < 0 ? -0.5f : 0.5f)); break;
    case CL_UNORM_INT16: *(uint16_t *)to = (uint16_t)(held * 65535.0f + 0.5f); break;
    case CL_SNORM_INT16:
      *(int16_t *)to = (int16_t)(held * 32767.0f + (held < 0 ? -0.5f : 0.5f));
      break;
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8: to[0] = (uint8_t)whole; break;
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16: *(uint16_t *)to = (uint16_t)whole; break;
    default: memcpy(to, &whole, 4); /* floats and integers of 32 bits */
  }
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *color,
                          const size_t *origin, const size_t *region, WAITS) {
  struct command c = {.type = CL_COMMAND_FILL_IMAGE, .memory = image};
  cl_int error = check(queue, image, 1);
  if (error != CL_SUCCESS) {
    return error;
  }
  c.from = part(image, origin, region, &c.box);
  if (color == NULL || c.from == UINT64_MAX) {
    return CL_INVALID_VALUE;
  }
  if (image->format.type == CL_HALF_FLOAT) {
    ls_note("clEnqueueFillImage of half floats is not supported");
    return CL_IMAGE_FORMAT_NOT_SUPPORTED;
  }
  int channels = image->format.order == CL_R ? 1 : image->format.order == CL_RG ? 2 : 4;
  for (int i = 0; i < channels; i++) {
    put_channel(&image->format, color, i, c.pattern + (size_t)i * image->texel / (size_t)channels);
  }
  c.pattern_size = (uint32_t)image->texel;
  c.from_pitch = image->pitch;
  return SUBMIT(c);
}

static cl_int check_map_flags(cl_bitfield flags) {
  cl_bitfield known = CL_MAP_READ | CL_MAP_ANY_WRITE;
  int discards = (flags & CL_MAP_WRITE_INVALIDATE) != 0;
  return (flags & ~known) != 0 || (discards && (flags & (CL_MAP_READ | CL_MAP_WRITE)) != 0)
             ? CL_INVALID_VALUE
             : CL_SUCCESS;
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

/* Maps a part of a memory object and returns a pointer to it. */
static void *map(cl_command_queue queue, struct command *c, cl_bitfield flags, WAITS,
                 cl_int *error_ret) {
  cl_int error = check_map_flags(flags);
  error = error != CL_SUCCESS ? error : check_host_access(c->memory, flags);
  error = error != CL_SUCCESS ? error : check_waits(queue, count, waits);
  if (error != CL_SUCCESS) {
    return fail(error_ret, error);
  }
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
  return error == CL_SUCCESS ? base : NULL;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_bitfield flags,
                         size_t offset, size_t bytes, WAITS, cl_int *error_ret) {
  cl_int error = check(queue, buffer, 0);
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
  cl_int error = check(queue, image, 1);
  if (error != CL_SUCCESS) {
    return fail(error_ret, error);
  }
  c.from = part(image, origin, region, &c.box);
  if (row == NULL || (slice == NULL && has_slices(image->type)) || c.from == UINT64_MAX) {
    return fail(error_ret, CL_INVALID_VALUE);
  }
  c.from_pitch = image->pitch;
  *row = image->pitch.row;
  if (slice != NULL) {
    *slice = image->box.slices > 1 ? image->pitch.slice : 0;
  }
  return map(queue, &c, flags, count, waits, event, error_ret);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *pointer, WAITS) {
  if (!is(queue, QUEUE)) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  if (!is(memory, MEMORY)) {
    return CL_INVALID_MEM_OBJECT;
  }
  cl_int error = memory->context == queue->context ? check_waits(queue, count, waits)
                                                   : CL_INVALID_CONTEXT;
  if (error != CL_SUCCESS) {
    return error;
  }
  struct mapping *m = NULL;
  lock();
  for (struct mapping **at = &memory->mappings; *at != NULL; at = &(*at)->next) {
    if ((*at)->pointer == pointer) {
      m = *at;
      *at = m->next;
      memory->map_count--;
      break;
    }
  }
  unlock();
  if (m == NULL) {
    return CL_INVALID_VALUE;
  }
  struct command c = {.type = CL_COMMAND_UNMAP_MEM_OBJECT, .memory = memory, .from = m->origin[0],
                      .mapping = m, .box = {m->region[0], m->region[1], m->region[2]}};
  c.from_pitch = memory->type == CL_MEM_OBJECT_BUFFER ? packed(c.box) : memory->pitch;
  return SUBMIT(c);
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint object_count,
                                  const cl_mem *objects, cl_bitfield flags, WAITS) {
  if (!is(queue, QUEUE)) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  if (object_count == 0 || objects == NULL || flags > 3) {
    return CL_INVALID_VALUE;
  }
  for (cl_uint i = 0; i < object_count; i++) {
    if (!is(objects[i], MEMORY)) {
      return CL_INVALID_MEM_OBJECT;
    }
    if (objects[i]->context != queue->context) {
      return CL_INVALID_CONTEXT;
    }
  }
  struct command c = {.type = CL_COMMAND_MIGRATE_MEM_OBJECTS};
  return SUBMIT(c);
}

static cl_int launch(cl_command_queue queue, cl_uint type, cl_kernel kernel, cl_uint dimensions,
                     const size_t *offset, const size_t *global, const size_t *local, WAITS) {
  struct command c = {.type = type};
  if (!is(queue, QUEUE)) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  if (!is(kernel, KERNEL)) {
    return CL_INVALID_KERNEL;
  }
  if (kernel->program->context != queue->context) {
    return CL_INVALID_CONTEXT;
  }
  lock();
  cl_int error = set_launch(kernel, dimensions, offset, global, local, &c);
  unlock();
  return error == CL_SUCCESS ? SUBMIT(c) : error;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              WAITS) {
  return launch(queue, CL_COMMAND_NDRANGE_KERNEL, kernel, dimensions, offset, global, local, count,
                waits, event);
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, WAITS) {
  size_t one = 1;
  return launch(queue, CL_COMMAND_TASK, kernel, 1, NULL, &one, &one, count, waits, event);
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, void *function, void *data, size_t bytes,
                             cl_uint objects, const cl_mem *list, const void **places, WAITS) {
  return is(queue, QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

static cl_int mark(cl_command_queue queue, cl_uint type, WAITS) {
  struct command c = {.type = type};
  return is(queue, QUEUE) ? SUBMIT(c) : CL_INVALID_COMMAND_QUEUE;
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, WAITS) {
  return mark(queue, CL_COMMAND_MARKER, count, waits, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, WAITS) {
  return mark(queue, CL_COMMAND_BARRIER, count, waits, event);
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event) {
  return event == NULL ? CL_INVALID_VALUE : mark(queue, CL_COMMAND_MARKER, 0, NULL, event);
}

cl_int clEnqueueBarrier(cl_command_queue queue) {
  return mark(queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *waits) {
  return count == 0 || waits == NULL ? CL_INVALID_VALUE
                                     : mark(queue, CL_COMMAND_BARRIER, count, waits, NULL);
}
