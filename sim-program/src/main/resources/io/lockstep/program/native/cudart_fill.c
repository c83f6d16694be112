/* SPDX-License-Identifier: Apache-2.0 */
/* Fills of device memory, and of the host's page-locked memory. */
#include <string.h>

#include "cudart.h"

static void fill_host(char *row, const MemsetParams *fill) {
  for (size_t i = 0; i < fill->width; i++)
    memcpy(row + i * fill->element_bytes, &fill->value, fill->element_bytes);
}

static Error fill_row(char *row, const MemsetParams *fill, size_t bytes, uint32_t stream) {
  row = region_host(row);
  uint64_t address = (uint64_t)(uintptr_t)row;
  Region *region = region_of(row);
  if (region) {
    uint64_t offset = (uint64_t)(row - region->host);
    if (bytes > region->bytes - offset)
      return cudaErrorInvalidValue;
    TRY(region_push(region, row, bytes));
    address = region->device + offset;
  } else if (host_is_pinned(row)) {
    fill_host(row, fill);
    return cudaSuccess;
  } else if (!ls_is_device(row)) {
    return cudaErrorInvalidValue;
  }
  TRY(check(ls_fill(address, bytes, &fill->value, fill->element_bytes, stream, 0)));
  if (region)
    region_take(region, row, bytes);
  return cudaSuccess;
}

static Error fill_now(const MemsetParams *fill, uint32_t stream) {
  MemsetParams rows = *fill;
  if (rows.element_bytes != 1 && rows.element_bytes != 2 && rows.element_bytes != 4)
    return cudaErrorInvalidValue;
  if (rows.width == 0 || rows.height == 0)
    return cudaSuccess;
  if (rows.height > 1 && rows.pitch < rows.width * rows.element_bytes)
    return cudaErrorInvalidValue;
  if (rows.pitch == rows.width * rows.element_bytes) {
    rows.width *= rows.height;
    rows.height = 1;
  }
  for (size_t y = 0; y < rows.height; y++)
    TRY(fill_row((char *)rows.dst + y * rows.pitch, &rows, rows.width * rows.element_bytes, stream));
  return cudaSuccess;
}

Error fill_rows(const MemsetParams *fill, Stream *stream) {
  Stream *capturing = stream_capturing(stream);
  if (capturing)
    return capture_fill(capturing, fill);
  uint32_t number;
  TRY(stream_number(stream, &number));
  return fill_now(fill, number);
}

static Error fill_bytes(void *dst, int value, size_t bytes, Stream *stream) {
  return fill_rows(&(MemsetParams){.dst = dst,
                                   .pitch = bytes,
                                   .value = (unsigned)value & 0xFF,
                                   .element_bytes = 1,
                                   .width = bytes,
                                   .height = 1},
                   stream);
}

static Error fill_rectangle(void *dst, size_t pitch, int value, size_t width, size_t height,
                            Stream *stream) {
  return fill_rows(&(MemsetParams){.dst = dst,
                                   .pitch = pitch,
                                   .value = (unsigned)value & 0xFF,
                                   .element_bytes = 1,
                                   .width = width,
                                   .height = height},
                   stream);
}

static Error fill_box(PitchedPointer at, int value, Extent extent, Stream *stream) {
  for (size_t z = 0; z < extent.depth; z++)
    TRY(fill_rectangle((char *)at.ptr + z * at.pitch * at.ysize, at.pitch, value, extent.width,
                       extent.height, stream));
  return cudaSuccess;
}
