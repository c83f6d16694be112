/* SPDX-License-Identifier: Apache-2.0 */
/* Images. Their texels are stored row by row without gaps. */
#define _GNU_SOURCE
#include "opencl.h"

cl_int fill_memory(cl_mem memory, void *host, struct ls_pitch host_pitch);

struct channel {
  cl_uint type, number;
  size_t bytes;
};

static const struct channel CHANNELS[] = {
    {CL_UNORM_INT8, LS_CHANNEL_UNORM8, 1},   {CL_UNORM_INT16, LS_CHANNEL_UNORM16, 2},
    {CL_SNORM_INT8, LS_CHANNEL_SNORM8, 1},   {CL_SNORM_INT16, LS_CHANNEL_SNORM16, 2},
    {CL_SIGNED_INT8, LS_CHANNEL_I8, 1},      {CL_SIGNED_INT16, LS_CHANNEL_I16, 2},
    {CL_SIGNED_INT32, LS_CHANNEL_I32, 4},    {CL_UNSIGNED_INT8, LS_CHANNEL_U8, 1},
    {CL_UNSIGNED_INT16, LS_CHANNEL_U16, 2},  {CL_UNSIGNED_INT32, LS_CHANNEL_U32, 4},
    {CL_HALF_FLOAT, LS_CHANNEL_F16, 2},      {CL_FLOAT, LS_CHANNEL_F32, 4},
};
#define CHANNEL_COUNT (sizeof CHANNELS / sizeof *CHANNELS)

static const cl_uint ORDERS[] = {CL_R, CL_RG, CL_RGBA};
static const cl_uint ORDER_CHANNELS[] = {1, 2, 4};

static const struct channel *channel(cl_uint type) {
  for (size_t i = 0; i < CHANNEL_COUNT; i++) {
    if (CHANNELS[i].type == type) {
      return &CHANNELS[i];
    }
  }
  return NULL;
}

static cl_uint channels(cl_uint order) {
  for (size_t i = 0; i < 3; i++) {
    if (ORDERS[i] == order) {
      return ORDER_CHANNELS[i];
    }
  }
  return 0;
}

/* Returns the bytes of a texel, or 0 if the format is not supported. */
size_t texel_bytes(const cl_image_format *format) {
  const struct channel *c = channel(format->type);
  return c == NULL ? 0 : c->bytes * channels(format->order);
}

static int is_array(cl_uint type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

int has_slices(cl_uint type) { return type == CL_MEM_OBJECT_IMAGE3D || is_array(type); }

static int has_rows(cl_uint type) {
  return type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

/* Checks a format against the standard's tables, whether it is supported or not. */
static cl_int check_format(const cl_image_format *format) {
  static const uint8_t PER_ORDER[] = {1, 1, 2, 2, 3, 4, 4, 4, 1, 1, 2, 3, 4, 1, 2, 3, 4, 4, 4, 4};
  static const uint8_t PER_TYPE[] = {1, 2, 1, 2, 2, 2, 4, 1, 2, 4, 1, 2, 4, 2, 4, 3, 4};
  cl_uint order = format->order, type = format->type;
  FAIL_IF(order < CL_R || order > CL_ABGR || type < CL_SNORM_INT8 || type > CL_UNORM_INT_101010_2,
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  if (type >= CL_UNORM_SHORT_565 && type <= CL_UNORM_INT_101010) {
    return order == CL_RGB || order == CL_RGBX ? CL_SUCCESS : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  }
  if (type == CL_UNORM_INT_101010_2) {
    return order == CL_RGBA ? CL_SUCCESS : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  }
  if (order == CL_DEPTH_STENCIL) {
    return type == CL_UNORM_INT24 || type == CL_FLOAT ? CL_SUCCESS
                                                      : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  }
  unsigned bytes = (unsigned)PER_ORDER[order - CL_R] * PER_TYPE[type - CL_SNORM_INT8];
  return (bytes & (bytes - 1)) == 0 ? CL_SUCCESS : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
}

/* Sets width, height and depth of the texture; layers count as depth. */
static cl_int set_extent(const cl_image_desc *d, struct ls_texture *t) {
  FAIL_IF(d->type < CL_MEM_OBJECT_IMAGE2D || d->type > CL_MEM_OBJECT_IMAGE1D_BUFFER
          || d->levels != 0 || d->samples != 0, CL_INVALID_IMAGE_DESCRIPTOR);
  int deep = d->type == CL_MEM_OBJECT_IMAGE3D;
  size_t most = deep ? 2048 : d->type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? 65536 : 16384;
  size_t height = has_rows(d->type) ? d->height : 1;
  size_t depth = deep ? d->depth : is_array(d->type) ? d->array_size : 1;
  FAIL_IF(d->width == 0 || height == 0 || depth == 0 || d->width > most || height > most
          || depth > 2048, CL_INVALID_IMAGE_SIZE);
  t->width = (uint32_t)d->width;
  t->height = (uint32_t)height;
  t->depth = (uint32_t)depth;
  return CL_SUCCESS;
}

/* Sets the pitch of the host's data; without data, pitches have to be 0. */
static cl_int set_host_pitch(cl_mem memory, const void *host, struct ls_pitch *pitch) {
  const cl_image_desc *d = &memory->desc;
  size_t slice = has_slices(d->type) ? d->slice_pitch : 0;
  if (host == NULL && d->buffer == NULL) {
    *pitch = memory->pitch;
    return d->row_pitch == 0 && d->slice_pitch == 0 ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR;
  }
  return complete_pitch(memory->box, d->row_pitch, slice, pitch) == CL_SUCCESS
                 && pitch->row % memory->texel == 0 && pitch->slice % pitch->row == 0
             ? CL_SUCCESS
             : CL_INVALID_IMAGE_DESCRIPTOR;
}

static cl_int new_texture(cl_mem memory, struct ls_texture *t) {
  t->address = memory->address;
  t->channel = channel(memory->format.type)->number;
  t->channels = channels(memory->format.order);
  return error_of(ls_texture(t, &memory->handle));
}

int is_empty(const size_t *region) {
  return region == NULL || region[0] == 0 || region[1] == 0 || region[2] == 0;
}

uint64_t image_part(cl_mem image, const size_t *origin, const size_t *region, struct ls_box *box) {
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

/* Uses the memory of a buffer for an image. */
static cl_int of_buffer(cl_context context, cl_mem memory, cl_bitfield flags, const void *host,
                        struct ls_pitch pitch) {
  cl_mem buffer = memory->desc.buffer;
  int may = memory->type == CL_MEM_OBJECT_IMAGE1D_BUFFER || memory->type == CL_MEM_OBJECT_IMAGE2D;
  FAIL_IF(!may || !is(buffer, MEMORY) || buffer->context != context
          || buffer->type != CL_MEM_OBJECT_BUFFER || memory->size > buffer->size || is_part(buffer),
          CL_INVALID_IMAGE_DESCRIPTOR);
  TRY(inherit_flags(&flags, buffer->flags));
  FAIL_IF(host != NULL, CL_INVALID_HOST_PTR);
  if (pitch.row != memory->pitch.row) {
    ls_note("images of buffers whose rows have gaps are not supported");
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  }
  memory->flags = flags;
  memory->address = buffer->address;
  memory->host = buffer->host;
  memory->parent = buffer;
  use_memory(buffer);
  return CL_SUCCESS;
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_property *properties,
                                   cl_bitfield flags, const cl_image_format *format,
                                   const cl_image_desc *desc, void *host, cl_int *error_ret) {
  struct ls_texture texture = {0};
  NONE_IF(!is(context, CONTEXT), CL_INVALID_CONTEXT);
  NONE_IF(format == NULL, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  NONE_IF(desc == NULL, CL_INVALID_IMAGE_DESCRIPTOR);
  NONE_IF(properties != NULL && *properties != 0, CL_INVALID_PROPERTY);
  size_t texel = texel_bytes(format);
  cl_int error = check_format(format);
  if (error == CL_SUCCESS && texel == 0) {
    error = CL_IMAGE_FORMAT_NOT_SUPPORTED;
  }
  error = error != CL_SUCCESS ? error : set_extent(desc, &texture);
  if (error == CL_SUCCESS && desc->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && desc->buffer == NULL) {
    error = CL_INVALID_IMAGE_DESCRIPTOR;
  }
  NONE_IF(error != CL_SUCCESS, error);
  cl_mem memory = make_memory();
  memory->type = desc->type;
  memory->flags = flags & 7 ? flags : flags | CL_MEM_READ_WRITE;
  memory->format = *format;
  memory->desc = *desc;
  memory->texel = texel;
  memory->box = (struct ls_box){texture.width * texel, texture.height, texture.depth};
  memory->pitch = packed(memory->box);
  memory->size = box_bytes(memory->box);
  memory->properties = copy_properties(properties, &memory->property_count);
  struct ls_pitch pitch;
  error = set_host_pitch(memory, host, &pitch);
  if (error == CL_SUCCESS) {
    error = desc->buffer != NULL ? of_buffer(context, memory, flags, host, pitch)
                                 : fill_memory(memory, host, pitch);
  }
  if (memory->host != NULL && memory->parent == NULL
      && (pitch.row != memory->pitch.row || pitch.slice != memory->pitch.slice)) {
    memory->host = NULL; /* mappings use a copy, as the rows of the host have gaps */
  }
  if (error == CL_SUCCESS) {
    error = new_texture(memory, &texture);
  }
  if (error != CL_SUCCESS) {
    free(memory);
    return fail(error_ret, error);
  }
  retain(context);
  memory->context = context;
  fail(error_ret, CL_SUCCESS);
  return memory;
}

/* As clCreateImage, for the functions of OpenCL 1.1, in which a wrong pitch is a wrong size. */
static cl_mem create_sized(cl_context context, cl_bitfield flags, const cl_image_format *format,
                           const cl_image_desc *desc, void *host, cl_int *error_ret) {
  cl_int error;
  cl_mem memory =
      clCreateImageWithProperties(context, NULL, flags, format, desc, host, &error);
  fail(error_ret, error == CL_INVALID_IMAGE_DESCRIPTOR ? CL_INVALID_IMAGE_SIZE : error);
  return memory;
}

cl_mem clCreateImage3D(cl_context context, cl_bitfield flags, const cl_image_format *format,
                       size_t width, size_t height, size_t depth, size_t pitch, size_t slice,
                       void *host, cl_int *error_ret) {
  cl_image_desc desc = {.type = CL_MEM_OBJECT_IMAGE3D, .width = width, .height = height,
                        .depth = depth, .row_pitch = pitch, .slice_pitch = slice};
  if (is(context, CONTEXT) && depth <= 1) {
    return fail(error_ret, CL_INVALID_IMAGE_SIZE); /* clCreateImage allows a depth of 1 */
  }
  return create_sized(context, flags, format, &desc, host, error_ret);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_bitfield flags, cl_uint type,
                                  cl_uint entries, cl_image_format *formats, cl_uint *count) {
  FAIL_IF(!is(context, CONTEXT), CL_INVALID_CONTEXT);
  FAIL_IF(type < CL_MEM_OBJECT_IMAGE2D || type > CL_MEM_OBJECT_IMAGE1D_BUFFER
          || check_flags(flags, CL_MEM_KERNEL_READ_AND_WRITE) != CL_SUCCESS
          || (formats != NULL && entries == 0), CL_INVALID_VALUE);
  cl_uint n = 0;
  size_t orders = flags & CL_MEM_KERNEL_READ_AND_WRITE ? 0 : 3; /* no image is read-write */
  for (size_t o = 0; o < orders; o++) {
    for (size_t c = 0; c < CHANNEL_COUNT; c++, n++) {
      if (formats != NULL && n < entries) {
        formats[n] = (cl_image_format){ORDERS[o], CHANNELS[c].type};
      }
    }
  }
  if (count != NULL) {
    *count = n;
  }
  return CL_SUCCESS;
}
