/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays, textures and surfaces: the driver's descriptions as those of the runtime. */
#include <string.h>

#include "cuda_driver.h"

static const struct {
  int format, bits, kind; /* kind of cudaChannelFormatDesc */
} FORMATS[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, 1}, {CU_AD_FORMAT_UNSIGNED_INT16, 16, 1}, {CU_AD_FORMAT_UNSIGNED_INT32, 32, 1}, {CU_AD_FORMAT_SIGNED_INT8, 8, 0},
    {CU_AD_FORMAT_SIGNED_INT16, 16, 0}, {CU_AD_FORMAT_SIGNED_INT32, 32, 0},   {CU_AD_FORMAT_HALF, 16, 2},        {CU_AD_FORMAT_FLOAT, 32, 2},
};

Error format_of(int format, unsigned channels, ChannelFormat *result) {
  TRY(check_DriverArrayFormat(format));
  if (channels != 1 && channels != 2 && channels != 4)
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
    if (FORMATS[i].format == format) {
      int bits = FORMATS[i].bits;
      *result = (ChannelFormat){.x = bits,
                                .y = channels > 1 ? bits : 0,
                                .z = channels > 2 ? bits : 0,
                                .w = channels > 2 ? bits : 0,
                                .kind = FORMATS[i].kind};
      return cudaSuccess;
    }
  return cudaErrorInvalidValue;
}

static int number_of(const ChannelFormat *format) {
  int number = 0;
  for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
    if (FORMATS[i].bits == format->x && FORMATS[i].kind == format->kind)
      number = FORMATS[i].format;
  return number;
}

static Error create(Array **result, const ArrayDescription *description) {
  ChannelFormat format;
  if (!description)
    return cudaErrorInvalidValue;
  TRY(check_ArrayDescription(description));
  TRY(format_of(description->format, description->channels, &format));
  Extent extent = {description->width, description->height, description->depth};
  return cudaMalloc3DArray(result, &format, extent, description->flags);
}

static Error create_plane(Array **result, const PlaneDescription *description) {
  if (!description)
    return cudaErrorInvalidValue;
  TRY(check_PlaneDescription(description));
  return create(result, &(ArrayDescription){.width = description->width,
                                            .height = description->height,
                                            .format = description->format,
                                            .channels = description->channels});
}

static Error known(const Array *array) {
  return array_alive(array) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

static Error destroy(Array *array) {
  TRY(known(array));
  return cudaFreeArray(array);
}

static unsigned channels_of(const ChannelFormat *format) {
  return 1u + (format->y != 0) + (format->z != 0) + (format->w != 0);
}

static Error describe(ArrayDescription *result, const Array *array) {
  TRY(known(array));
  return STORE(result, (ArrayDescription){.width = array->extent.width,
                                          .height = array->extent.height,
                                          .depth = array->extent.depth,
                                          .format = number_of(&array->format),
                                          .channels = channels_of(&array->format),
                                          .flags = array->flags});
}

static Error describe_plane(PlaneDescription *result, const Array *array) {
  ArrayDescription all;
  TRY(describe(&all, array));
  return STORE(result, (PlaneDescription){all.width, all.height, all.format, all.channels});
}

static Error resource_of(const DriverResource *from, ResourceDescription *to) {
  if (!from)
    return cudaErrorInvalidValue;
  TRY(check_DriverResource(from));
  *to = (ResourceDescription){.type = from->type};
  switch (from->type) {
  case cudaResourceTypeLinear:
    to->resource.linear.ptr = pointer_of(from->resource.linear.at);
    to->resource.linear.bytes = from->resource.linear.bytes;
    return format_of(from->resource.linear.format, from->resource.linear.channels,
                     &to->resource.linear.format);
  case cudaResourceTypePitch2D:
    to->resource.pitched.ptr = pointer_of(from->resource.pitched.at);
    to->resource.pitched.width = from->resource.pitched.width;
    to->resource.pitched.height = from->resource.pitched.height;
    to->resource.pitched.pitch = from->resource.pitched.pitch;
    return format_of(from->resource.pitched.format, from->resource.pitched.channels,
                     &to->resource.pitched.format);
  default:
    to->resource.array = from->resource.array;
    return cudaSuccess;
  }
}

/* The channels of what a texture reads. */
static ChannelFormat channels_read(const ResourceDescription *resource) {
  const Array *array = resource->resource.array;
  return resource->type == cudaResourceTypeLinear    ? resource->resource.linear.format
         : resource->type == cudaResourceTypePitch2D ? resource->resource.pitched.format
         : resource->type == cudaResourceTypeArray && array_alive(array) ? array->format
                                                            : (ChannelFormat){0};
}

/* Integers of 8 and 16 bits become floats unless they are to stay integers. */
static Error texture(uint64_t *handle, const DriverResource *from, const DriverTexture *how,
                     const ResourceView *view) {
  ResourceDescription resource;
  if (!how)
    return cudaErrorInvalidValue;
  TRY(resource_of(from, &resource));
  TRY(check_DriverTexture(how));
  ChannelFormat read = channels_read(&resource);
  if (view) {
    TRY(check_ResourceView(view));
    if (view->format != cudaResViewFormatNone)
      read = format_of_view(view->format);
  }
  TextureDescription description = {
      .address_mode = {how->address_mode[0], how->address_mode[1], how->address_mode[2]},
      .filter = how->filter,
      .read_mode = !(how->flags & CU_TRSF_READ_AS_INTEGER)
                   && read.kind != cudaChannelFormatKindFloat && read.x < 32,
      .srgb = (how->flags & CU_TRSF_SRGB) != 0,
      .normalized = (how->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
      .max_anisotropy = how->max_anisotropy};
  memcpy(description.border_color, how->border_color, sizeof description.border_color);
  Error error = cudaCreateTextureObject(handle, &resource, &description, view);
  return error == cudaErrorInvalidFilterSetting || error == cudaErrorInvalidNormSetting
             ? cudaErrorInvalidValue /* the driver interface has no error of its own for them */
             : error;
}

static Error surface(uint64_t *handle, const DriverResource *from) {
  ResourceDescription resource;
  TRY(resource_of(from, &resource));
  return cudaCreateSurfaceObject(handle, &resource);
}
