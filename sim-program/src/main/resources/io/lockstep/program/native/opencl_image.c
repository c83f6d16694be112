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

/* Sets width, height and depth of the texture; layers count as depth. */
static cl_int set_extent(const cl_image_desc *d, struct ls_texture *t) {
  t->width = (uint32_t)d->width;
  t->height = 1;
  t->depth = 1;
  if (d->type == CL_MEM_OBJECT_IMAGE2D || d->type == CL_MEM_OBJECT_IMAGE2D_ARRAY
      || d->type == CL_MEM_OBJECT_IMAGE3D) {
    t->height = (uint32_t)d->height;
  }
  if (d->type == CL_MEM_OBJECT_IMAGE3D) {
    t->depth = (uint32_t)d->depth;
  } else if (is_array(d->type)) {
    t->depth = (uint32_t)d->array_size;
  } else if (d->type < CL_MEM_OBJECT_IMAGE2D || d->type > CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  if (d->levels != 0 || d->samples != 0) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  size_t most = d->type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? 65536 : 16384;
  if (t->width == 0 || t->height == 0 || t->depth == 0 || d->width > most || t->height > 16384
      || t->depth > 2048) {
    return CL_INVALID_IMAGE_SIZE;
  }
  return CL_SUCCESS;
}

static cl_int new_texture(cl_mem memory, struct ls_texture *t) {
  t->address = memory->address;
  t->channel = channel(memory->format.type)->number;
  t->channels = channels(memory->format.order);
  t->address_mode = LS_ADDRESS_CLAMP;
  return error_of(ls_texture(t, &memory->handle));
}

/* Uses the memory of a buffer for an image. */
static cl_int of_buffer(cl_mem memory, cl_mem buffer) {
  if (buffer->type != CL_MEM_OBJECT_BUFFER || memory->size > buffer->size || buffer->parent != NULL) {
    return CL_INVALID_IMAGE_DESCRIPTOR;
  }
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
  if (!is(context, CONTEXT)) {
    return fail(error_ret, CL_INVALID_CONTEXT);
  }
  if (format == NULL) {
    return fail(error_ret, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  }
  if (desc == NULL) {
    return fail(error_ret, CL_INVALID_IMAGE_DESCRIPTOR);
  }
  size_t texel = texel_bytes(format);
  if (texel == 0) {
    return fail(error_ret, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
  cl_int error = set_extent(desc, &texture);
  if (error != CL_SUCCESS) {
    return fail(error_ret, error);
  }
  cl_mem memory = make(MEMORY, sizeof *memory);
  memory->type = desc->type;
  memory->flags = flags & 7 ? flags : flags | CL_MEM_READ_WRITE;
  memory->format = *format;
  memory->desc = *desc;
  memory->texel = texel;
  memory->box = (struct ls_box){texture.width * texel, texture.height, texture.depth};
  memory->pitch = packed(memory->box);
  memory->size = box_bytes(memory->box);
  memory->properties = copy_properties(properties, &memory->property_count);
  struct ls_pitch pitch = memory->pitch;
  if (host != NULL && desc->row_pitch != 0) {
    pitch.row = desc->row_pitch;
    pitch.slice = pitch.row * memory->box.rows;
  }
  if (host != NULL && desc->slice_pitch != 0) {
    pitch.slice = desc->slice_pitch;
  }
  if (pitch.row < memory->box.bytes || pitch.slice < pitch.row * (memory->box.rows - 1)) {
    error = CL_INVALID_IMAGE_DESCRIPTOR;
  } else {
    error = desc->buffer != NULL ? of_buffer(memory, desc->buffer) : fill_memory(memory, host, pitch);
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
  retain(context, CONTEXT, 0);
  memory->context = context;
  fail(error_ret, CL_SUCCESS);
  return memory;
}

cl_mem clCreateImage(cl_context context, cl_bitfield flags, const cl_image_format *format,
                     const cl_image_desc *desc, void *host, cl_int *error_ret) {
  return clCreateImageWithProperties(context, NULL, flags, format, desc, host, error_ret);
}

cl_mem clCreateImage2D(cl_context context, cl_bitfield flags, const cl_image_format *format,
                       size_t width, size_t height, size_t pitch, void *host, cl_int *error_ret) {
  cl_image_desc desc = {.type = CL_MEM_OBJECT_IMAGE2D, .width = width, .height = height,
                        .row_pitch = pitch};
  return clCreateImage(context, flags, format, &desc, host, error_ret);
}

cl_mem clCreateImage3D(cl_context context, cl_bitfield flags, const cl_image_format *format,
                       size_t width, size_t height, size_t depth, size_t pitch, size_t slice,
                       void *host, cl_int *error_ret) {
  cl_image_desc desc = {.type = CL_MEM_OBJECT_IMAGE3D, .width = width, .height = height,
                        .depth = depth, .row_pitch = pitch, .slice_pitch = slice};
  return clCreateImage(context, flags, format, &desc, host, error_ret);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_bitfield flags, cl_uint type,
                                  cl_uint entries, cl_image_format *formats, cl_uint *count) {
  if (!is(context, CONTEXT)) {
    return CL_INVALID_CONTEXT;
  }
  if (type < CL_MEM_OBJECT_IMAGE2D || type > CL_MEM_OBJECT_IMAGE1D_BUFFER
      || (formats != NULL && entries == 0)) {
    return CL_INVALID_VALUE;
  }
  cl_uint n = 0;
  for (size_t o = 0; o < 3; o++) {
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

cl_int clGetImageInfo(cl_mem image, cl_uint name, size_t size, void *to, size_t *size_ret) {
  if (!is(image, MEMORY) || image->type == CL_MEM_OBJECT_BUFFER) {
    return CL_INVALID_MEM_OBJECT;
  }
  const cl_image_desc *d = &image->desc;
  int deep = d->type == CL_MEM_OBJECT_IMAGE3D, layered = is_array(d->type);
  int flat = d->type == CL_MEM_OBJECT_IMAGE1D || d->type == CL_MEM_OBJECT_IMAGE1D_ARRAY
             || d->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  size_t slice = deep || layered ? image->pitch.slice : 0, height = flat ? 0 : d->height;
  size_t depth = deep ? d->depth : 0, layers = layered ? d->array_size : 0;
  cl_uint none = 0;
  switch (name) {
    case 0x1110: return answer(&image->format, sizeof image->format, size, to, size_ret);
    case 0x1111: return answer(&image->texel, sizeof(size_t), size, to, size_ret);
    case 0x1112: return answer(&image->pitch.row, sizeof(size_t), size, to, size_ret);
    case 0x1113: return answer(&slice, sizeof(size_t), size, to, size_ret);
    case 0x1114: return answer(&d->width, sizeof(size_t), size, to, size_ret);
    case 0x1115: return answer(&height, sizeof(size_t), size, to, size_ret);
    case 0x1116: return answer(&depth, sizeof(size_t), size, to, size_ret);
    case 0x1117: return answer(&layers, sizeof(size_t), size, to, size_ret);
    case 0x1118: return answer(&d->buffer, sizeof(void *), size, to, size_ret);
    case 0x1119:
    case 0x111A: return answer(&none, sizeof none, size, to, size_ret);
    default: return CL_INVALID_VALUE;
  }
}
