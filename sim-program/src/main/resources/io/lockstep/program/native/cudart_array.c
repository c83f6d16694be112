/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA arrays, which are device memory without gaps between rows, textures and surfaces. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

enum { FORMAT_SIGNED, FORMAT_UNSIGNED, FORMAT_FLOAT };
enum { RESOURCE_ARRAY, RESOURCE_MIPMAPPED, RESOURCE_LINEAR, RESOURCE_PITCHED };
enum { READ_ELEMENT, READ_NORMALIZED };
enum { FLAG_LAYERED = 1, FLAG_CUBEMAP = 4, FLAG_GATHER = 8 }; /* of cudaMalloc3DArray */

API ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return (ChannelFormat){.x = x, .y = y, .z = z, .w = w, .kind = kind};
}

static size_t element_bytes(const ChannelFormat *format) {
  return (size_t)(format->x + format->y + format->z + format->w) / 8;
}

size_t array_element(const Array *array) {
  return element_bytes(&array->format);
}

size_t array_rows(const Array *array) {
  return array->extent.height ? array->extent.height : 1;
}

size_t array_slices(const Array *array) {
  return array->extent.depth ? array->extent.depth : 1;
}

static Array *arrays; /* all that live */

int array_alive(const Array *array) {
  const Array *at = arrays;
  while (at && at != array)
    at = at->next;
  return at != NULL;
}

/* Channels have one size of 8, 16 or 32 bits and follow each other; there are 1, 2 or 4. */
static int valid_format(const ChannelFormat *f) {
  int bits = f->x, count = 1 + (f->y != 0) + (f->z != 0) + (f->w != 0);
  return (bits == 8 || bits == 16 || bits == 32) && (f->y == 0 || f->y == bits)
         && (count < 3 || (f->z == bits && f->w == bits)) && (f->y || (!f->z && !f->w));
}

/* The depth of a layered array is its number of layers; the height is 0 if a layer is a line. */
static int valid_layers(Extent extent) {
  return extent.width <= LAYERED_SIDE && extent.height <= LAYERED_SIDE && extent.depth > 0
         && extent.depth <= LAYERED_LAYERS;
}

static Error allocate(Array **result, const ChannelFormat *format, Extent extent, unsigned flags) {
  if (!result || !format || extent.width == 0 || !valid_format(format))
    return cudaErrorInvalidValue;
  if (flags & FLAG_CUBEMAP)
    return unsupported(flags & FLAG_LAYERED ? "an array of layered cube maps (cudaArrayCubemap)"
                                            : "an array of a cube map (cudaArrayCubemap)");
  if (flags & FLAG_GATHER)
    return unsupported("an array for gathers of textures (cudaArrayTextureGather)");
  if (flags & FLAG_LAYERED && !valid_layers(extent))
    return cudaErrorInvalidValue;
  Array *array = calloc(1, sizeof *array);
  if (!array)
    return cudaErrorMemoryAllocation;
  *array = (Array){.format = *format, .extent = extent, .flags = flags};
  uint64_t row = size_product(extent.width, array_element(array));
  uint64_t slice = size_product(row, array_rows(array));
  Error error = memory_allocate(size_product(slice, array_slices(array)), 0, "array",
                                &array->address);
  if (error) {
    free(array);
    return error;
  }
  array->next = arrays;
  arrays = array;
  *result = array;
  return cudaSuccess;
}

API Error cudaMallocArray(Array **array, const ChannelFormat *format, size_t width, size_t height,
                          unsigned flags) {
  CALL(allocate(array, format, (Extent){.width = width, .height = height}, flags));
}

API Error cudaMalloc3DArray(Array **array, const ChannelFormat *format, Extent extent,
                            unsigned flags) {
  CALL(allocate(array, format, extent, flags));
}

ENTRY(cudaFreeArray, (Array *array), (array)) {
  if (!array)
    return cudaSuccess;
  Array **at = &arrays;
  while (*at && *at != array)
    at = &(*at)->next;
  if (!*at)
    return cudaErrorInvalidValue;
  TRY(memory_free((void *)(uintptr_t)array->address));
  *at = array->next;
  free(array);
  return cudaSuccess;
}

static Error information(ChannelFormat *format, Extent *extent, unsigned *flags,
                         const Array *array) {
  if (!array_alive(array))
    return cudaErrorInvalidValue;
  if (format)
    *format = array->format;
  if (extent)
    *extent = array->extent;
  if (flags)
    *flags = array->flags;
  return cudaSuccess;
}

API Error cudaArrayGetInfo(ChannelFormat *format, Extent *extent, unsigned *flags,
                           const Array *array) {
  CALL(information(format, extent, flags, array));
}

API Error cudaGetChannelDesc(ChannelFormat *format, const Array *array) {
  CALL(information(format, NULL, NULL, array));
}

static Error channel_of(const ChannelFormat *format, int read_mode, uint32_t *channel) {
  int normalized = read_mode == READ_NORMALIZED, is_signed = format->kind == FORMAT_SIGNED;
  if (format->kind == FORMAT_FLOAT && (format->x == 32 || format->x == 16))
    *channel = format->x == 32 ? LS_CHANNEL_F32 : LS_CHANNEL_F16;
  else if (format->kind > FORMAT_UNSIGNED || (normalized && format->x == 32))
    return unsupported("a texture of this channel format");
  else if (format->x == 8)
    *channel = normalized ? is_signed ? LS_CHANNEL_SNORM8 : LS_CHANNEL_UNORM8
               : is_signed ? LS_CHANNEL_I8 : LS_CHANNEL_U8;
  else if (format->x == 16)
    *channel = normalized ? is_signed ? LS_CHANNEL_SNORM16 : LS_CHANNEL_UNORM16
               : is_signed ? LS_CHANNEL_I16 : LS_CHANNEL_U16;
  else
    *channel = is_signed ? LS_CHANNEL_I32 : LS_CHANNEL_U32;
  return cudaSuccess;
}

static Error memory_of(const ResourceDescription *resource, struct ls_texture *view,
                       ChannelFormat *format) {
  const Array *array = resource->resource.array;
  switch (resource->type) {
  case RESOURCE_ARRAY:
    if (!array_alive(array))
      return cudaErrorInvalidValue;
    *format = array->format;
    view->address = array->address;
    view->width = (uint32_t)array->extent.width;
    view->height = (uint32_t)array_rows(array);
    view->depth = (uint32_t)array_slices(array);
    return cudaSuccess;
  case RESOURCE_LINEAR:
    *format = resource->resource.linear.format;
    if (!resource->resource.linear.ptr || !valid_format(format))
      return cudaErrorInvalidValue;
    view->address = (uint64_t)(uintptr_t)resource->resource.linear.ptr;
    view->width = (uint32_t)(resource->resource.linear.bytes / element_bytes(format));
    view->height = view->depth = 1;
    return cudaSuccess;
  case RESOURCE_PITCHED:
    *format = resource->resource.pitched.format;
    if (!resource->resource.pitched.ptr || !valid_format(format))
      return cudaErrorInvalidValue;
    if (resource->resource.pitched.pitch != resource->resource.pitched.width * element_bytes(format))
      return unsupported("a texture of pitched memory with gaps between its rows");
    view->address = (uint64_t)(uintptr_t)resource->resource.pitched.ptr;
    view->width = (uint32_t)resource->resource.pitched.width;
    view->height = (uint32_t)resource->resource.pitched.height;
    view->depth = 1;
    return cudaSuccess;
  case RESOURCE_MIPMAPPED:
    return unsupported("a texture or surface of a mipmapped array");
  default:
    return cudaErrorInvalidValue;
  }
}

static Error view_of(const ResourceDescription *resource, struct ls_texture *view,
                     ChannelFormat *format) {
  Error error = memory_of(resource, view, format);
  view->channels = 1 + (format->y != 0) + (format->z != 0) + (format->w != 0);
  return error;
}

static Error texture(uint64_t *handle, const ResourceDescription *resource,
                     const TextureDescription *description) {
  if (!handle || !resource || !description)
    return cudaErrorInvalidValue;
  static const uint32_t MODES[] = {LS_ADDRESS_WRAP, LS_ADDRESS_CLAMP, LS_ADDRESS_MIRROR,
                                   LS_ADDRESS_BORDER};
  struct ls_texture view = {.filter = description->filter ? LS_FILTER_LINEAR : LS_FILTER_NEAREST,
                            .normalized = description->normalized != 0,
                            .address_mode = MODES[description->address_mode[0] & 3]};
  ChannelFormat format = {0};
  TRY(view_of(resource, &view, &format));
  TRY(channel_of(&format, description->read_mode, &view.channel));
  /* Without normalized coordinates, wrapping and mirroring become clamping. */
  if (!view.normalized && view.address_mode != LS_ADDRESS_BORDER)
    view.address_mode = LS_ADDRESS_CLAMP;
  return check(ls_texture(&view, handle));
}

API Error cudaCreateTextureObject(uint64_t *handle, const ResourceDescription *resource,
                                  const TextureDescription *description, const void *view) {
  (void)view;
  CALL(texture(handle, resource, description));
}

API Error cudaDestroyTextureObject(uint64_t handle) {
  (void)handle;
  CALL(cudaSuccess);
}

static Error surface(uint64_t *handle, const ResourceDescription *resource) {
  struct ls_texture view = {.filter = LS_FILTER_NEAREST, .address_mode = LS_ADDRESS_CLAMP};
  ChannelFormat format = {0};
  if (!handle || !resource || resource->type != RESOURCE_ARRAY)
    return cudaErrorInvalidValue;
  TRY(view_of(resource, &view, &format));
  TRY(channel_of(&format, READ_ELEMENT, &view.channel));
  return check(ls_texture(&view, handle));
}

API Error cudaCreateSurfaceObject(uint64_t *handle, const ResourceDescription *resource) {
  CALL(surface(handle, resource));
}

API Error cudaDestroySurfaceObject(uint64_t handle) {
  (void)handle;
  CALL(cudaSuccess);
}
