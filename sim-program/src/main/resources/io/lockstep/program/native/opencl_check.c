/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks of arguments that several functions have in common. Each returns the error that the
 * standard names, or CL_SUCCESS.
 */
#define _GNU_SOURCE
#include "opencl.h"

#define ACCESS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define HOST_ACCESS (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)
#define PLACE (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)

cl_int refused_by_name(cl_int error, const char *what) {
  ls_note("%s are not supported", what);
  return error;
}

static int several(cl_bitfield flags) { return (flags & (flags - 1)) != 0; }

cl_int check_memory(cl_command_queue queue, cl_mem memory, int image) {
  FAIL_IF(!is(queue, QUEUE), CL_INVALID_COMMAND_QUEUE);
  FAIL_IF(!is(memory, MEMORY) || (memory->type != CL_MEM_OBJECT_BUFFER) != image,
          CL_INVALID_MEM_OBJECT);
  return memory->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

int outside(cl_mem memory, size_t offset, size_t bytes) {
  return offset > memory->size || bytes > memory->size - offset;
}

int is_pattern(const void *pattern, size_t size, uint64_t start, size_t bytes) {
  return pattern != NULL && size > 0 && size <= 128 && (size & (size - 1)) == 0
         && start % size == 0 && bytes % size == 0;
}

cl_int check_flags(cl_bitfield flags, cl_bitfield further) {
  cl_bitfield known = ACCESS | HOST_ACCESS | PLACE | CL_MEM_USE_PERSISTENT_MEM_AMD | further;
  int both = (flags & CL_MEM_USE_HOST_PTR) != 0
             && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  return (flags & ~known) != 0 || several(flags & ACCESS) || several(flags & HOST_ACCESS) || both
             ? CL_INVALID_VALUE
             : CL_SUCCESS;
}

cl_int check_host_pointer(cl_bitfield flags, const void *host) {
  int wanted = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  return wanted == (host != NULL) ? CL_SUCCESS : CL_INVALID_HOST_PTR;
}

/* Whether flags permit the kernel or the host an access that the flags of the buffer do not. */
static int widens(cl_bitfield flags, cl_bitfield parent) {
  cl_bitfield read = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY;
  cl_bitfield write = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY;
  cl_bitfield host = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY;
  return ((parent & CL_MEM_WRITE_ONLY) && (flags & read))
         || ((parent & CL_MEM_READ_ONLY) && (flags & write))
         || ((parent & CL_MEM_HOST_WRITE_ONLY) && (flags & CL_MEM_HOST_READ_ONLY))
         || ((parent & CL_MEM_HOST_READ_ONLY) && (flags & CL_MEM_HOST_WRITE_ONLY))
         || ((parent & CL_MEM_HOST_NO_ACCESS) && (flags & host));
}

cl_int inherit_flags(cl_bitfield *flags, cl_bitfield parent) {
  FAIL_IF(check_flags(*flags, 0) != CL_SUCCESS || (*flags & PLACE) != 0 || widens(*flags, parent),
          CL_INVALID_VALUE);
  *flags |= (*flags & ACCESS ? 0 : parent & ACCESS)
            | (*flags & HOST_ACCESS ? 0 : parent & HOST_ACCESS) | (parent & PLACE);
  return CL_SUCCESS;
}

cl_int check_host_access(cl_mem memory, cl_bitfield map_flags) {
  cl_bitfield refusing = CL_MEM_HOST_NO_ACCESS;
  refusing |= map_flags & CL_MAP_READ ? CL_MEM_HOST_WRITE_ONLY : 0;
  refusing |= map_flags & CL_MAP_ANY_WRITE ? CL_MEM_HOST_READ_ONLY : 0;
  return map_flags != 0 && (memory->flags & refusing) != 0 ? CL_INVALID_OPERATION : CL_SUCCESS;
}

int repeats(const cl_property *properties) {
  for (const cl_property *p = properties; p != NULL && *p != 0; p += 2) {
    for (const cl_property *before = properties; before != p; before += 2) {
      if (*before == *p) {
        return 1;
      }
    }
  }
  return 0;
}

int is_device_type(cl_bitfield type) {
  return (type & CL_DEVICE_TYPE_ALL) == CL_DEVICE_TYPE_ALL
         || (type != 0 && (type & ~(cl_bitfield)CL_DEVICE_TYPE_KNOWN) == 0);
}

static cl_mem root(cl_mem memory) {
  while (memory->parent != NULL) {
    memory = memory->parent;
  }
  return memory;
}

int shares_memory(cl_mem a, cl_mem b) { return root(a) == root(b); }

/* Adds count pitches to a sum; returns whether the sum overflows. */
static int add(uint64_t *sum, uint64_t count, uint64_t pitch) {
  uint64_t product;
  return __builtin_mul_overflow(count, pitch, &product)
         || __builtin_add_overflow(*sum, product, sum);
}

cl_int complete_pitch(struct ls_box box, size_t row, size_t slice, struct ls_pitch *pitch) {
  uint64_t least = 0;
  pitch->row = row == 0 ? box.bytes : row;
  FAIL_IF(pitch->row < box.bytes || add(&least, box.rows, pitch->row), CL_INVALID_VALUE);
  pitch->slice = slice == 0 ? least : slice;
  return pitch->slice < least ? CL_INVALID_VALUE : CL_SUCCESS;
}

cl_int locate_box(const size_t *origin, struct ls_box box, struct ls_pitch pitch, uint64_t limit,
                  uint64_t *offset) {
  *offset = origin[0];
  FAIL_IF(add(offset, origin[1], pitch.row) || add(offset, origin[2], pitch.slice),
          CL_INVALID_VALUE);
  uint64_t end = *offset;
  FAIL_IF(add(&end, box.slices - 1, pitch.slice) || add(&end, box.rows - 1, pitch.row)
          || add(&end, box.bytes, 1), CL_INVALID_VALUE);
  return end > limit ? CL_INVALID_VALUE : CL_SUCCESS;
}

/* Returns the address of a row of a box; rows are counted across slices. */
static uint64_t row_address(uint64_t address, struct ls_pitch pitch, struct ls_box box,
                            uint64_t row) {
  return address + row / box.rows * pitch.slice + row % box.rows * pitch.row;
}

/*
 * Both boxes have their rows in ascending order, so one pass over the rows of both finds a common
 * byte if there is one.
 */
int overlap(struct ls_box box, uint64_t a, struct ls_pitch pitch_a, uint64_t b,
            struct ls_pitch pitch_b) {
  uint64_t rows = box.rows * box.slices, i = 0, j = 0;
  while (i < rows && j < rows) {
    uint64_t row_a = row_address(a, pitch_a, box, i), row_b = row_address(b, pitch_b, box, j);
    if (row_a + box.bytes <= row_b) {
      i++;
    } else if (row_b + box.bytes <= row_a) {
      j++;
    } else {
      return 1;
    }
  }
  return 0;
}
