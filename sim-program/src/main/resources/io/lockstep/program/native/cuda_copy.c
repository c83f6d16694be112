/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fills: the descriptions of the driver interface as those of the runtime. */
#include "cuda_driver.h"

static Error between(DevicePointer dst, const Context *to, DevicePointer src, const Context *from,
                     size_t bytes, Stream *stream) {
  if (!context_alive(to) || !context_alive(from))
    return cudaErrorDeviceUninitialized;
  return copy_linear(pointer_of(dst), pointer_of(src), bytes, COPY_DEFAULT, stream);
}


/* One side of a copy; its array, or its pointer. The position's x of an array is in elements. */
static Error side(const BoxSide *from, Array **array, Position *at, PitchedPointer *pointer) {
  const char *base = NULL;
  switch (from->type) {
  case CU_MEMORYTYPE_HOST:
    base = from->host;
    break;
  case CU_MEMORYTYPE_DEVICE:
  case CU_MEMORYTYPE_UNIFIED:
    base = pointer_of(from->device);
    break;
  case CU_MEMORYTYPE_ARRAY:
    if (!array_alive(from->array) || from->x % array_element(from->array))
      return cudaErrorInvalidValue;
    *array = from->array;
    *at = (Position){from->x / array_element(from->array), from->y, from->z};
    return cudaSuccess;
  default:
    return cudaErrorInvalidValue;
  }
  if (!base)
    return cudaErrorInvalidValue;
  *at = (Position){.y = from->y, .z = from->z};
  *pointer = (PitchedPointer){(void *)(base + from->x), from->pitch, from->pitch, from->height};
  return cudaSuccess;
}

/* Whether a copy of several rows goes beyond the pitch of memory that is no array. */
static int leaves_row(const BoxSide *side, size_t width) {
  return side->type != CU_MEMORYTYPE_ARRAY && side->x + width > side->pitch;
}

Error box_copy(const BoxCopy *box, Copy3D *copy) {
  if (!box)
    return cudaErrorInvalidValue;
  TRY(check_BoxCopy(box));
  *copy = (Copy3D){.kind = COPY_DEFAULT};
  TRY(side(&box->src, &copy->src_array, &copy->src_position, &copy->src));
  TRY(side(&box->dst, &copy->dst_array, &copy->dst_position, &copy->dst));
  if (box->height > 1 && (leaves_row(&box->src, box->width) || leaves_row(&box->dst, box->width)))
    return cudaErrorInvalidValue;
  const Array *array = copy->dst_array ? copy->dst_array : copy->src_array;
  size_t element = array ? array_element(array) : 1;
  if (box->width % element)
    return cudaErrorInvalidValue;
  copy->extent = (Extent){box->width / element, box->height, box->depth};
  return cudaSuccess;
}

static void put_side(const Array *array, Position at, PitchedPointer from, BoxSide *to) {
  int device = ls_is_device(from.ptr);
  *to = (BoxSide){.x = array ? at.x * array_element(array) : at.x,
                  .y = at.y,
                  .z = at.z,
                  .type = array ? CU_MEMORYTYPE_ARRAY : device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
                  .host = array || device ? NULL : from.ptr,
                  .device = device ? (DevicePointer)(uintptr_t)from.ptr : 0,
                  .array = (Array *)array,
                  .pitch = from.pitch,
                  .height = from.ysize};
}

/* The reverse of box_copy. */
Error copy_as_box(const Copy3D *copy, BoxCopy *box) {
  const Array *array = copy->dst_array ? copy->dst_array : copy->src_array;
  *box = (BoxCopy){.width = copy->extent.width * (array ? array_element(array) : 1),
                   .height = copy->extent.height,
                   .depth = copy->extent.depth};
  put_side(copy->src_array, copy->src_position, copy->src, &box->src);
  put_side(copy->dst_array, copy->dst_position, copy->dst, &box->dst);
  return cudaSuccess;
}

static Error copy_3d(const BoxCopy *box, Stream *stream) {
  Copy3D copy;
  TRY(box_copy(box, &copy));
  return copy_box(&copy, stream);
}


static BoxSide side_of(const RowsSide *rows) {
  return (BoxSide){.x = rows->x,
                   .y = rows->y,
                   .type = rows->type,
                   .host = rows->host,
                   .device = rows->device,
                   .array = rows->array,
                   .pitch = rows->pitch};
}

static Error copy_2d(const RowsCopy *rows, Stream *stream) {
  if (!rows)
    return cudaErrorInvalidValue;
  TRY(check_RowsCopy(rows));
  return copy_3d(&(BoxCopy){.src = side_of(&rows->src),
                            .dst = side_of(&rows->dst),
                            .width = rows->width,
                            .height = rows->height,
                            .depth = 1},
                 stream);
}

/* A row of an array, from an offset in bytes. */
static RowsSide of_array(Array *array, size_t offset) {
  return (RowsSide){.x = offset, .type = CU_MEMORYTYPE_ARRAY, .array = array};
}

static RowsSide of_host(const void *host) {
  return (RowsSide){.type = CU_MEMORYTYPE_HOST, .host = host};
}

static RowsSide of_device(DevicePointer device) {
  return (RowsSide){.type = CU_MEMORYTYPE_DEVICE, .device = device};
}

static Error copy_row(RowsSide dst, RowsSide src, size_t bytes, Stream *stream) {
  return copy_2d(&(RowsCopy){.src = src, .dst = dst, .width = bytes, .height = 1}, stream);
}

static Error fill(DevicePointer at, size_t pitch, unsigned value, unsigned element, size_t width,
                  size_t height, Stream *stream) {
  if (at % element || pitch % element)
    return cudaErrorInvalidValue;
  return fill_rows(&(MemsetParams){.dst = pointer_of(at),
                                   .pitch = pitch,
                                   .value = value,
                                   .element_bytes = element,
                                   .width = width,
                                   .height = height},
                   stream);
}
