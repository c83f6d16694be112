/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that enqueue commands: each checks its arguments and describes a command. */
#define _GNU_SOURCE
#include "opencl.h"

/* Checks a command that reads or writes memory for the host, as a mapping with these flags does. */
static cl_int check_host(cl_command_queue queue, cl_mem memory, int image, cl_bitfield map_flags) {
  cl_int error = check_memory(queue, memory, image);
  return error != CL_SUCCESS ? error : check_host_access(memory, map_flags);
}

/* Whether source and target of a copy within a buffer or an image have a common byte. */
static int overlaps(const struct command *c) {
  return shares_memory(c->memory, c->other)
         && overlap(c->box, c->memory->address + c->from, c->from_pitch,
                    c->other->address + c->to, c->to_pitch);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t bytes, void *to, WAITS) {
  TRY(check_host(queue, buffer, 0, CL_MAP_READ));
  FAIL_IF(to == NULL || bytes == 0 || outside(buffer, offset, bytes), CL_INVALID_VALUE);
  struct command c = {.type = CL_COMMAND_READ_BUFFER, .memory = buffer, .from = offset,
                      .box = line(bytes), .host = to, .blocking = blocking};
  return SUBMIT(c);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t bytes, const void *from, WAITS) {
  TRY(check_host(queue, buffer, 0, CL_MAP_WRITE));
  FAIL_IF(from == NULL || bytes == 0 || outside(buffer, offset, bytes), CL_INVALID_VALUE);
  struct command c = {.type = CL_COMMAND_WRITE_BUFFER, .memory = buffer, .to = offset,
                      .box = line(bytes), .host = (void *)from, .blocking = blocking};
  return SUBMIT(c);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t bytes, WAITS) {
  TRY(check_memory(queue, from, 0));
  TRY(check_memory(queue, to, 0));
  FAIL_IF(bytes == 0 || outside(from, from_offset, bytes) || outside(to, to_offset, bytes),
          CL_INVALID_VALUE);
  struct command c = {.type = CL_COMMAND_COPY_BUFFER, .memory = from, .other = to,
                      .from = from_offset, .to = to_offset, .box = line(bytes)};
  return overlaps(&c) ? CL_MEM_COPY_OVERLAP : SUBMIT(c);
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t bytes, WAITS) {
  TRY(check_memory(queue, buffer, 0));
  FAIL_IF(!is_pattern(pattern, pattern_size, offset, bytes) || bytes == 0
          || outside(buffer, offset, bytes), CL_INVALID_VALUE);
  struct command c = {.type = CL_COMMAND_FILL_BUFFER, .memory = buffer, .from = offset,
                      .box = line(bytes), .pattern_size = (uint32_t)pattern_size};
  memcpy(c.pattern, pattern, pattern_size);
  return SUBMIT(c);
}

/* Completes the pitches of a rectangle and sets its offset in memory of a size. */
static cl_int rect(const size_t *origin, struct ls_box box, const size_t *pitches, uint64_t limit,
                   struct ls_pitch *pitch, uint64_t *offset) {
  cl_int error = complete_pitch(box, pitches[0], pitches[1], pitch);
  FAIL_IF(error != CL_SUCCESS || pitch->slice % pitch->row != 0, CL_INVALID_VALUE);
  return locate_box(origin, box, *pitch, limit, offset);
}

static cl_int host_rect(cl_command_queue queue, cl_uint type, cl_mem buffer, cl_bool blocking,
                        const size_t *buffer_origin, const size_t *host_origin,
                        const size_t *region, const size_t *pitches, void *host, WAITS) {
  struct command c = {.type = type, .memory = buffer, .host = host, .blocking = blocking};
  int reads = type == CL_COMMAND_READ_BUFFER_RECT;
  TRY(check_host(queue, buffer, 0, reads ? CL_MAP_READ : CL_MAP_WRITE));
  FAIL_IF(host == NULL || buffer_origin == NULL || host_origin == NULL || is_empty(region),
          CL_INVALID_VALUE);
  c.box = (struct ls_box){region[0], region[1], region[2]};
  TRY(rect(buffer_origin, c.box, pitches, buffer->size, reads ? &c.from_pitch : &c.to_pitch,
           reads ? &c.from : &c.to));
  TRY(rect(host_origin, c.box, pitches + 2, UINT64_MAX, reads ? &c.to_pitch : &c.from_pitch,
           reads ? &c.to : &c.from));
  return SUBMIT(c);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, WAITS) {
  struct command c = {.type = CL_COMMAND_COPY_BUFFER_RECT, .memory = from, .other = to};
  TRY(check_memory(queue, from, 0));
  TRY(check_memory(queue, to, 0));
  FAIL_IF(from_origin == NULL || to_origin == NULL || is_empty(region), CL_INVALID_VALUE);
  size_t from_pitches[2] = {from_row, from_slice}, to_pitches[2] = {to_row, to_slice};
  c.box = (struct ls_box){region[0], region[1], region[2]};
  TRY(rect(from_origin, c.box, from_pitches, from->size, &c.from_pitch, &c.from));
  TRY(rect(to_origin, c.box, to_pitches, to->size, &c.to_pitch, &c.to));
  int differ = c.from_pitch.row != c.to_pitch.row || c.from_pitch.slice != c.to_pitch.slice;
  FAIL_IF(from == to && differ, CL_INVALID_VALUE);
  return overlaps(&c) ? CL_MEM_COPY_OVERLAP : SUBMIT(c);
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
  TRY(check_host(queue, image, 1, CL_MAP_READ));
  c.from = image_part(image, origin, region, &c.box);
  FAIL_IF(to == NULL || c.from == UINT64_MAX
          || host_pitch(image, c.box, row, slice, &c.to_pitch) != CL_SUCCESS, CL_INVALID_VALUE);
  c.from_pitch = image->pitch;
  return SUBMIT(c);
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t *origin, const size_t *region, size_t row, size_t slice,
                           const void *from, WAITS) {
  struct command c = {.type = CL_COMMAND_WRITE_IMAGE, .memory = image, .host = (void *)from,
                      .blocking = blocking};
  TRY(check_host(queue, image, 1, CL_MAP_WRITE));
  c.to = image_part(image, origin, region, &c.box);
  FAIL_IF(from == NULL || c.to == UINT64_MAX
          || host_pitch(image, c.box, row, slice, &c.from_pitch) != CL_SUCCESS, CL_INVALID_VALUE);
  c.to_pitch = image->pitch;
  return SUBMIT(c);
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                          const size_t *to_origin, const size_t *region, WAITS) {
  struct command c = {.type = CL_COMMAND_COPY_IMAGE, .memory = from, .other = to};
  struct ls_box box;
  TRY(check_memory(queue, from, 1));
  TRY(check_memory(queue, to, 1));
  FAIL_IF(from->format.order != to->format.order || from->format.type != to->format.type,
          CL_IMAGE_FORMAT_MISMATCH);
  c.from = image_part(from, from_origin, region, &c.box);
  c.to = image_part(to, to_origin, region, &box);
  FAIL_IF(c.from == UINT64_MAX || c.to == UINT64_MAX, CL_INVALID_VALUE);
  c.from_pitch = from->pitch;
  c.to_pitch = to->pitch;
  return from == to && overlaps(&c) ? CL_MEM_COPY_OVERLAP : SUBMIT(c);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                  const size_t *origin, const size_t *region, size_t offset, WAITS) {
  struct command c = {.type = CL_COMMAND_COPY_IMAGE_TO_BUFFER, .memory = image, .other = buffer,
                      .to = offset};
  TRY(check_memory(queue, image, 1));
  TRY(check_memory(queue, buffer, 0));
  FAIL_IF(image->parent == buffer, CL_INVALID_MEM_OBJECT);
  c.from = image_part(image, origin, region, &c.box);
  FAIL_IF(c.from == UINT64_MAX || outside(buffer, offset, box_bytes(c.box)), CL_INVALID_VALUE);
  c.from_pitch = image->pitch;
  c.to_pitch = packed(c.box);
  return SUBMIT(c);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image,
                                  size_t offset, const size_t *origin, const size_t *region, WAITS) {
  struct command c = {.type = CL_COMMAND_COPY_BUFFER_TO_IMAGE, .memory = buffer, .other = image,
                      .from = offset};
  TRY(check_memory(queue, buffer, 0));
  TRY(check_memory(queue, image, 1));
  FAIL_IF(image->parent == buffer, CL_INVALID_MEM_OBJECT);
  c.to = image_part(image, origin, region, &c.box);
  FAIL_IF(c.to == UINT64_MAX || outside(buffer, offset, box_bytes(c.box)), CL_INVALID_VALUE);
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
  TRY(check_memory(queue, image, 1));
  c.from = image_part(image, origin, region, &c.box);
  FAIL_IF(color == NULL || c.from == UINT64_MAX, CL_INVALID_VALUE);
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

cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint object_count,
                                  const cl_mem *objects, cl_bitfield flags, WAITS) {
  FAIL_IF(!is(queue, QUEUE), CL_INVALID_COMMAND_QUEUE);
  FAIL_IF(object_count == 0 || objects == NULL, CL_INVALID_VALUE);
  TRY(check_MigrationFlags(flags));
  for (cl_uint i = 0; i < object_count; i++) {
    FAIL_IF(!is(objects[i], MEMORY), CL_INVALID_MEM_OBJECT);
    FAIL_IF(objects[i]->context != queue->context, CL_INVALID_CONTEXT);
  }
  struct command c = {.type = CL_COMMAND_MIGRATE_MEM_OBJECTS};
  return SUBMIT(c);
}

static cl_int launch(cl_command_queue queue, cl_uint type, cl_kernel kernel, cl_uint dimensions,
                     const size_t *offset, const size_t *global, const size_t *local, WAITS) {
  struct command c = {.type = type};
  FAIL_IF(kernel->program->context != queue->context, CL_INVALID_CONTEXT);
  lock();
  cl_int error = set_launch(kernel, dimensions, offset, global, local, &c);
  unlock();
  return error == CL_SUCCESS ? SUBMIT(c) : error;
}

static cl_int mark(cl_command_queue queue, cl_uint type, WAITS) {
  struct command c = {.type = type};
  return SUBMIT(c);
}

/* A barrier; its events are an argument of its own here, not a list that a command waits for. */
static cl_int wait_for(cl_command_queue queue, cl_uint count, const cl_event *waits) {
  cl_int error = mark(queue, CL_COMMAND_BARRIER, count, waits, NULL);
  return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
}
