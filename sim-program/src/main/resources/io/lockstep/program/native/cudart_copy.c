/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies. Every copy is a box; its sides are device memory, memory that both access
 * (Region), or memory of the host. Addresses decide the direction, the given kind only refuses.
 */
#include <string.h>

#include "cudart.h"

/* One side of a box, with strides in bytes. */
typedef struct {
  char *base;
  struct ls_pitch pitch;
  int on_device;
  uint64_t device; /* if on the device */
  Region *region;
} Side;

static Side array_side(const Array *array, Position at) {
  size_t row = array->extent.width * array_element(array);
  size_t slice = row * array_rows(array);
  Side side = {.pitch = {.row = row, .slice = slice}, .on_device = 1};
  side.device = array->address + at.z * slice + at.y * row + at.x * array_element(array);
  return side;
}

static Side pointer_side(const PitchedPointer *pointer, Position at, size_t element) {
  size_t slice = pointer->pitch * pointer->ysize;
  return (Side){.base = (char *)pointer->ptr + at.z * slice + at.y * pointer->pitch + at.x * element,
                .pitch = {.row = pointer->pitch, .slice = slice}};
}

static uint64_t span(const Side *side, struct ls_box box) {
  return (box.slices - 1) * side->pitch.slice + (box.rows - 1) * side->pitch.row + box.bytes;
}

/* Finds out where the memory is; brings the host's changes of shared memory to the device. */
static Error place(Side *side, struct ls_box box, int written, int must_be_device) {
  if (side->on_device)
    return cudaSuccess;
  side->base = region_host(side->base);
  Region *region = region_of(side->base);
  if (region) {
    uint64_t offset = (uint64_t)(side->base - region->host);
    if (span(side, box) > region->bytes - offset)
      return cudaErrorInvalidValue;
    side->on_device = 1;
    side->device = region->device + offset;
    side->region = region;
    return region_push(region, side->base, span(side, box));
  }
  side->on_device = ls_is_device(side->base);
  side->device = (uint64_t)(uintptr_t)side->base;
  if (!side->on_device)
    region_open(side->base, span(side, box), written);
  return side->on_device || !must_be_device || host_is_pinned(side->base) ? cudaSuccess
                                                                          : cudaErrorInvalidValue;
}

static uint32_t pinned_flag(const void *host) {
  return host_is_pinned(host) ? LS_PINNED : 0;
}

static void host_copy(const Side *dst, const Side *src, struct ls_box box) {
  for (uint64_t z = 0; z < box.slices; z++)
    for (uint64_t y = 0; y < box.rows; y++)
      memmove(dst->base + z * dst->pitch.slice + y * dst->pitch.row,
              src->base + z * src->pitch.slice + y * src->pitch.row, box.bytes);
}

static Error move(const Side *dst, const Side *src, struct ls_box box, uint32_t stream) {
  if (dst->on_device && src->on_device)
    return check(
        ls_copy_box(dst->device, dst->pitch, src->device, src->pitch, box, stream, 0));
  if (dst->on_device)
    return check(ls_write_box(dst->device, dst->pitch, src->base, src->pitch, box, stream,
                              pinned_flag(src->base)));
  if (src->on_device)
    return check(ls_read_box(src->device, src->pitch, dst->base, dst->pitch, box, stream,
                             pinned_flag(dst->base)));
  host_copy(dst, src, box);
  return cudaSuccess;
}

static Error transfer(Side *dst, Side *src, struct ls_box box, int kind, uint32_t stream) {
  TRY(place(src, box, 0, kind == DEVICE_TO_HOST || kind == DEVICE_TO_DEVICE));
  TRY(place(dst, box, 1, kind == HOST_TO_DEVICE || kind == DEVICE_TO_DEVICE));
  TRY(move(dst, src, box, stream));
  if (dst->region)
    region_take(dst->region, dst->base, span(dst, box));
  return cudaSuccess;
}

static int inside(size_t at, size_t size, size_t limit) {
  return at <= limit && size <= limit - at;
}

static int array_contains(const Array *array, Position at, Extent extent) {
  return inside(at.x, extent.width, array->extent.width)
         && inside(at.y, extent.height, array_rows(array))
         && inside(at.z, extent.depth, array_slices(array));
}

static Error copy_now(const Copy3D *copy, uint32_t stream) {
  const Array *array = copy->dst_array ? copy->dst_array : copy->src_array;
  size_t element = array ? array_element(array) : 1;
  struct ls_box box = {.bytes = copy->extent.width * element,
                       .rows = copy->extent.height,
                       .slices = copy->extent.depth};
  if (box.bytes == 0 || box.rows == 0 || box.slices == 0)
    return cudaSuccess;
  TRY(check_Copy3D(copy));
  if ((!copy->src_array && !copy->src.ptr) || (!copy->dst_array && !copy->dst.ptr))
    return cudaErrorInvalidValue;
  if ((copy->src_array && !array_contains(copy->src_array, copy->src_position, copy->extent))
      || (copy->dst_array && !array_contains(copy->dst_array, copy->dst_position, copy->extent)))
    return cudaErrorInvalidValue;
  Side src = copy->src_array ? array_side(copy->src_array, copy->src_position)
                             : pointer_side(&copy->src, copy->src_position, element);
  Side dst = copy->dst_array ? array_side(copy->dst_array, copy->dst_position)
                             : pointer_side(&copy->dst, copy->dst_position, element);
  if ((box.rows > 1 || box.slices > 1)
      && (src.pitch.row < box.bytes || dst.pitch.row < box.bytes))
    return cudaErrorInvalidPitchValue;
  return transfer(&dst, &src, box, copy->kind, stream);
}

Error copy_box(const Copy3D *copy, Stream *stream) {
  if (!copy)
    return cudaErrorInvalidValue;
  Stream *capturing = stream_capturing(stream);
  if (capturing)
    return capture_copy(capturing, copy);
  uint32_t number;
  TRY(stream_number(stream, &number));
  return copy_now(copy, number);
}

static Error copy_rows(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                       size_t height, int kind, Stream *stream) {
  if (width > dst_pitch || width > src_pitch)
    return cudaErrorInvalidPitchValue;
  Copy3D copy = {.src = {(void *)src, src_pitch, width, height},
                 .dst = {dst, dst_pitch, width, height},
                 .extent = {width, height, 1},
                 .kind = kind};
  return copy_box(&copy, stream);
}

Error copy_linear(void *dst, const void *src, size_t bytes, int kind, Stream *stream) {
  if (bytes > 0 && (!dst || !src))
    return cudaErrorInvalidValue;
  return copy_rows(dst, bytes, src, bytes, bytes, 1, kind, stream);
}

static Error copy_peer(void *dst, int dst_device, const void *src, int src_device, size_t bytes,
                       Stream *stream) {
  if (dst_device != 0 || src_device != 0)
    return cudaErrorInvalidDevice;
  return copy_linear(dst, src, bytes, COPY_DEFAULT, stream);
}

static Error symbol(const void *host, size_t bytes, size_t offset, void **pointer) {
  Variable *variable;
  TRY(variable_of(host, &variable));
  if (!inside(offset, bytes, variable->bytes))
    return cudaErrorInvalidValue;
  *pointer = variable->managed ? (char *)*variable->managed + offset
                               : (void *)(uintptr_t)(variable->address + offset);
  return cudaSuccess;
}

static Error to_symbol(const void *host, const void *src, size_t bytes, size_t offset, int kind,
                       Stream *stream) {
  void *dst;
  TRY(symbol(host, bytes, offset, &dst));
  if (kind != HOST_TO_DEVICE && kind != DEVICE_TO_DEVICE && kind != COPY_DEFAULT)
    return cudaErrorInvalidMemcpyDirection;
  return copy_linear(dst, src, bytes, kind, stream);
}

static Error from_symbol(void *dst, const void *host, size_t bytes, size_t offset, int kind,
                         Stream *stream) {
  void *src;
  TRY(symbol(host, bytes, offset, &src));
  if (kind != DEVICE_TO_HOST && kind != DEVICE_TO_DEVICE && kind != COPY_DEFAULT)
    return cudaErrorInvalidMemcpyDirection;
  return copy_linear(dst, src, bytes, kind, stream);
}

static Error peer_box(const PeerCopy3D *peer, Stream *stream) {
  if (!peer)
    return cudaErrorInvalidValue;
  TRY(check_PeerCopy3D(peer));
  if (peer->src_device != 0 || peer->dst_device != 0)
    return cudaErrorInvalidDevice;
  Copy3D copy = {.src_array = peer->src_array,
                 .src_position = peer->src_position,
                 .src = peer->src,
                 .dst_array = peer->dst_array,
                 .dst_position = peer->dst_position,
                 .dst = peer->dst,
                 .extent = peer->extent,
                 .kind = COPY_DEFAULT};
  return copy_box(&copy, stream);
}

/* A rectangle between memory and an array; its width and the array's offset x are in bytes. */
typedef struct {
  size_t x, y, pitch, width, height;
  int kind;
} Rectangle;

static Error check_rectangle(const Array *array, Rectangle r) {
  if (!array_alive(array))
    return cudaErrorInvalidValue;
  return r.width > r.pitch ? cudaErrorInvalidPitchValue : cudaSuccess;
}

static Error to_array(Array *array, const void *src, Rectangle r, Stream *stream) {
  TRY(check_rectangle(array, r));
  size_t element = array_element(array);
  return copy_box(&(Copy3D){.src = {(void *)src, r.pitch, r.width, r.height},
                            .dst_array = array,
                            .dst_position = {r.x / element, r.y, 0},
                            .extent = {r.width / element, r.height, 1},
                            .kind = r.kind},
                  stream);
}

static Error from_array(void *dst, Array *array, Rectangle r, Stream *stream) {
  TRY(check_rectangle(array, r));
  size_t element = array_element(array);
  return copy_box(&(Copy3D){.src_array = array,
                            .src_position = {r.x / element, r.y, 0},
                            .dst = {dst, r.pitch, r.width, r.height},
                            .extent = {r.width / element, r.height, 1},
                            .kind = r.kind},
                  stream);
}

/* Bytes in the order of the array's rows: from within a row to its end, whole rows, the rest. */
static Error copy_array(Array *array, size_t x, size_t y, void *memory, size_t bytes, int kind,
                    int into, Stream *stream) {
  if (!array_alive(array))
    return cudaErrorInvalidValue;
  size_t row = array->extent.width * array_element(array);
  if (x >= row)
    return cudaErrorInvalidValue;
  for (char *at = memory; bytes > 0; x = 0) {
    size_t rows = x == 0 && bytes >= row ? bytes / row : 1;
    size_t width = rows > 1 || bytes > row - x ? row - x : bytes;
    Rectangle r = {x, y, width, width, rows, kind};
    TRY(into ? to_array(array, at, r, stream) : from_array(at, array, r, stream));
    at += width * rows;
    bytes -= width * rows;
    y += rows;
  }
  return cudaSuccess;
}
