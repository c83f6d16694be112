/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA arrays, which are device memory without gaps between rows, textures and surfaces. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"

/* HIP has no errors of its own for a filter or a read mode that do not fit the channels. */
#ifdef LOCKSTEP_HIP
enum { WRONG_FILTER = cudaErrorInvalidValue, WRONG_READ_MODE = cudaErrorInvalidValue };
#else
enum { WRONG_FILTER = cudaErrorInvalidFilterSetting, WRONG_READ_MODE = cudaErrorInvalidNormSetting };
#endif

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
  if (!result || !format || extent.width == 0)
    return cudaErrorInvalidValue;
  TRY(check_ChannelFormat(format));
  if ((flags & (cudaArrayCubemap | cudaArrayLayered)) == (cudaArrayCubemap | cudaArrayLayered))
    return unsupported("an array of layered cube maps (cudaArrayCubemap)");
  TRY(check_ArrayFlags(flags));
  if (!valid_format(format))
    return cudaErrorInvalidValue;
  if (flags & cudaArrayLayered && !valid_layers(extent))
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

static int is_normalized(const ChannelFormat *format, int read_mode) {
  return read_mode == cudaReadModeNormalizedFloat && format->kind != cudaChannelFormatKindFloat;
}

static Error channel_of(const ChannelFormat *format, int read_mode, uint32_t *channel) {
  static const uint32_t NUMBERS[3][2][2] = { /* by bytes, whether normalized, whether signed */
      {{LS_CHANNEL_U8, LS_CHANNEL_I8}, {LS_CHANNEL_UNORM8, LS_CHANNEL_SNORM8}},
      {{LS_CHANNEL_U16, LS_CHANNEL_I16}, {LS_CHANNEL_UNORM16, LS_CHANNEL_SNORM16}},
      {{LS_CHANNEL_U32, LS_CHANNEL_I32}, {LS_CHANNEL_U32, LS_CHANNEL_I32}}};
  if (read_mode == cudaReadModeNormalizedFloat
      && (format->kind == cudaChannelFormatKindFloat || format->x == 32))
    return WRONG_READ_MODE;
  if (format->kind == cudaChannelFormatKindFloat && format->x == 8)
    return cudaErrorInvalidValue;
  if (format->kind == cudaChannelFormatKindFloat)
    *channel = format->x == 32 ? LS_CHANNEL_F32 : LS_CHANNEL_F16;
  else
    *channel = NUMBERS[format->x / 16][is_normalized(format, read_mode)]
                      [format->kind == cudaChannelFormatKindSigned];
  return cudaSuccess;
}

static Error linear_of(const LinearResource *linear, struct ls_texture *view) {
  TRY(check_ChannelFormat(&linear->format));
  if (!linear->ptr || !valid_format(&linear->format))
    return cudaErrorInvalidValue;
  view->address = (uint64_t)(uintptr_t)linear->ptr;
  view->width = (uint32_t)(linear->bytes / element_bytes(&linear->format));
  view->height = view->depth = 1;
  return cudaSuccess;
}

static Error pitched_of(const PitchedResource *pitched, struct ls_texture *view) {
  TRY(check_ChannelFormat(&pitched->format));
  if (!pitched->ptr || !valid_format(&pitched->format)
      || pitched->pitch < pitched->width * element_bytes(&pitched->format))
    return cudaErrorInvalidValue;
  if (pitched->pitch != pitched->width * element_bytes(&pitched->format))
    return unsupported("a texture of pitched memory with gaps between its rows");
  view->address = (uint64_t)(uintptr_t)pitched->ptr;
  view->width = (uint32_t)pitched->width;
  view->height = (uint32_t)pitched->height;
  view->depth = 1;
  return cudaSuccess;
}

static Error memory_of(const ResourceDescription *resource, struct ls_texture *view,
                       ChannelFormat *format) {
  TRY(check_ResourceDescription(resource));
  if (resource->type == cudaResourceTypeLinear) {
    *format = resource->resource.linear.format;
    return linear_of(&resource->resource.linear, view);
  }
  if (resource->type == cudaResourceTypePitch2D) {
    *format = resource->resource.pitched.format;
    return pitched_of(&resource->resource.pitched, view);
  }
  const Array *array = resource->resource.array;
  if (!array_alive(array))
    return cudaErrorInvalidValue;
  *format = array->format;
  view->address = array->address;
  view->width = (uint32_t)array->extent.width;
  view->height = (uint32_t)array_rows(array);
  view->depth = (uint32_t)array_slices(array);
  return cudaSuccess;
}

/* The formats of views follow each other by kind, bits and number of channels: 1, 2, 4. */
ChannelFormat format_of_view(int format) {
  static const struct {
    int bits, kind;
  } KINDS[] = {{8, cudaChannelFormatKindUnsigned},  {8, cudaChannelFormatKindSigned},
               {16, cudaChannelFormatKindUnsigned}, {16, cudaChannelFormatKindSigned},
               {32, cudaChannelFormatKindUnsigned}, {32, cudaChannelFormatKindSigned},
               {16, cudaChannelFormatKindFloat},    {32, cudaChannelFormatKindFloat}};
  int at = (format - 1) / 3, channels = (format - 1) % 3, bits = KINDS[at].bits;
  return (ChannelFormat){.x = bits,
                         .y = channels > 0 ? bits : 0,
                         .z = channels > 1 ? bits : 0,
                         .w = channels > 1 ? bits : 0,
                         .kind = KINDS[at].kind};
}

/* A view of an array has its size, and another format with as many bytes. Layers are counted from
   its first one; a part of them would be another array. */
static Error apply_view(const ResourceDescription *resource, const ResourceView *view,
                        ChannelFormat *format) {
  TRY(check_ResourceView(view));
  if (resource->type != cudaResourceTypeArray)
    return cudaErrorInvalidValue;
  const Array *array = resource->resource.array;
  size_t layers = array->flags & cudaArrayLayered ? array->extent.depth : 1;
  size_t depth = array->flags & cudaArrayLayered ? 0 : array->extent.depth;
  if (view->width != array->extent.width || view->height != array->extent.height
      || view->depth != depth || view->last_layer < view->first_layer || view->last_layer >= layers)
    return cudaErrorInvalidValue;
  if (view->first_layer != 0 || view->last_layer + 1 != layers)
    return unsupported("a view of some of an array's layers (cudaResourceViewDesc)");
  if (view->format == cudaResViewFormatNone)
    return cudaSuccess;
  ChannelFormat other = format_of_view(view->format);
  if (element_bytes(&other) != element_bytes(format))
    return cudaErrorInvalidValue;
  *format = other;
  return cudaSuccess;
}

static void count_channels(const ChannelFormat *format, struct ls_texture *view) {
  view->channels = 1 + (format->y != 0) + (format->z != 0) + (format->w != 0);
}

/* Linear memory is read by whole numbers alone: outside it is 0, and no mode applies. Without
   normalized coordinates, wrapping and mirroring become clamping. */
static uint32_t mode_of(const ResourceDescription *resource, const TextureDescription *how, int d) {
  static const uint32_t MODES[] = {LS_ADDRESS_WRAP, LS_ADDRESS_CLAMP, LS_ADDRESS_MIRROR,
                                   LS_ADDRESS_BORDER};
  uint32_t mode = MODES[how->address_mode[d]];
  if (resource->type == cudaResourceTypeLinear)
    return LS_ADDRESS_BORDER;
  return how->normalized || mode == LS_ADDRESS_BORDER ? mode : LS_ADDRESS_CLAMP;
}

static Error apply_modes(const ResourceDescription *resource, const TextureDescription *how,
                         const ChannelFormat *format, struct ls_texture *view) {
  int floats = format->kind == cudaChannelFormatKindFloat || is_normalized(format, how->read_mode);
  if (resource->type != cudaResourceTypeLinear) {
    if (how->filter == cudaFilterModeLinear && !floats)
      return WRONG_FILTER;
    view->filter = how->filter == cudaFilterModeLinear ? LS_FILTER_LINEAR : LS_FILTER_NEAREST;
    view->normalized = how->normalized != 0;
    memcpy(view->border, how->border_color, sizeof view->border);
  }
  if (how->srgb && view->channel == LS_CHANNEL_UNORM8)
    view->channel = LS_CHANNEL_SRGB8;
  else if (how->srgb)
    return unsupported("sRGB of other than unsigned normalized integers of 8 bits (cudaTextureDesc)");
  for (int d = 0; d < 3; d++)
    view->address_modes[d] = mode_of(resource, how, d);
  return cudaSuccess;
}

static Error texture(uint64_t *handle, const ResourceDescription *resource,
                     const TextureDescription *description, const ResourceView *seen_as) {
  struct ls_texture view = {.filter = LS_FILTER_NEAREST};
  ChannelFormat format = {0};
  if (!handle || !resource || !description)
    return cudaErrorInvalidValue;
  TRY(memory_of(resource, &view, &format));
  TRY(check_TextureDescription(description));
  if (seen_as)
    TRY(apply_view(resource, seen_as, &format));
  count_channels(&format, &view);
  TRY(channel_of(&format, description->read_mode, &view.channel));
  TRY(apply_modes(resource, description, &format, &view));
  return check(ls_texture(&view, handle));
}

static Error surface(uint64_t *handle, const ResourceDescription *resource) {
  struct ls_texture view = {.filter = LS_FILTER_NEAREST};
  ChannelFormat format = {0};
  if (!handle || !resource || resource->type != cudaResourceTypeArray)
    return cudaErrorInvalidValue;
  TRY(memory_of(resource, &view, &format));
  count_channels(&format, &view);
  TRY(channel_of(&format, cudaReadModeElementType, &view.channel));
  return check(ls_texture(&view, handle));
}
