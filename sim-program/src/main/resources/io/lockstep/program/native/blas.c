/* SPDX-License-Identifier: Apache-2.0 */
/* Handles and their modes, statuses, copies of vectors and matrices. */
#include <stdlib.h>
#include <string.h>

#include "blas.h"

#define NAMES(p)                                                                              \
  {p "axpy", p "scal", p "copy", p "swap", p "dot", p "dot_end", p "asum", p "asum_end",      \
   p "nrm2", p "nrm2_end", p "iamax", p "iamax_end", p "iamin", p "iamin_end", p "gemv_n",    \
   p "gemv_t", p "ger", p "geam", p "gemm_64x64", p "getrf", p "epilogue"}

/* The text of blas.cl, put here by the assembler. */
__asm__(".section .rodata\n"
        "blas_text: .incbin \"blas.cl\"\n"
        " .byte 0\n"
        ".previous");
extern const char blas_text[] __attribute__((visibility("hidden")));

static Kernels kernels[TYPES] = {
    [S] = {.text = blas_text, .options = "-DTYPE=0", .names = NAMES("lockstep_s")},
    [D] = {.text = blas_text, .options = "-DTYPE=1", .names = NAMES("lockstep_d")},
    [H] = {.text = blas_text, .options = "-DTYPE=2", .names = NAMES("lockstep_h")},
    [HS] = {.text = blas_text, .options = "-DTYPE=3", .names = NAMES("lockstep_hs")},
    [B] = {.text = blas_text, .options = "-DTYPE=4", .names = NAMES("lockstep_b")},
    [BS] = {.text = blas_text, .options = "-DTYPE=5", .names = NAMES("lockstep_bs")},
    [I8] = {.text = blas_text, .options = "-DTYPE=6", .names = NAMES("lockstep_i")},
};

Status blas_launch(Handle *handle, Type type, int kernel, Dim3 grid, Dim3 block,
                   void **arguments) {
  return library_launch(&kernels[type], kernel, grid, block, arguments, handle->stream)
             ? EXECUTION_FAILED
             : SUCCESS;
}

float half_value(uint16_t half) {
  uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
  float magnitude;
  if (exponent == 31) {
    uint32_t bits = 0x7F800000u | fraction << 13;
    memcpy(&magnitude, &bits, sizeof magnitude);
  } else if (exponent == 0) {
    magnitude = (float)fraction / 16777216;
  } else {
    uint32_t bits = (exponent + 112) << 23 | fraction << 13;
    memcpy(&magnitude, &bits, sizeof magnitude);
  }
  return half >> 15 ? -magnitude : magnitude;
}

static float value_of_out(const void *factor, Type type) {
  uint16_t bits;
  float value;
  if (type == H || type == B) {
    memcpy(&bits, factor, sizeof bits);
    if (type == H)
      return half_value(bits);
    uint32_t upper = (uint32_t)bits << 16;
    memcpy(&value, &upper, sizeof value);
    return value;
  }
  memcpy(&value, factor, sizeof value);
  return value;
}

Factor factor_of(const Handle *handle, const void *factor, Type type, int of_out) {
  Factor made = {.of_out = (uint64_t)of_out};
  if (handle->device_pointers)
    made.address = (uintptr_t)factor;
  else if (type == D)
    memcpy(&made.value.twice, factor, sizeof made.value.twice);
  else if (of_out)
    made.value.single = value_of_out(factor, type);
  else
    memcpy(&made.value.single, factor, sizeof made.value.single);
  return made;
}

int is_zero(const Handle *handle, Factor factor, Type type) {
  if (handle->device_pointers)
    return 0;
  return type == D ? factor.value.twice == 0 : factor.value.single == 0;
}

Status workspace_of(Handle *handle, uint64_t *address) {
  if (!handle->workspace && cudaMalloc(&handle->workspace, PARTIALS * PARTIAL_BYTES + 8))
    return ALLOC_FAILED;
  *address = (uintptr_t)handle->workspace;
  return SUCCESS;
}

int data_type(int number) {
#ifdef LOCKSTEP_HIP
  switch (number) { /* hipblasDatatype_t */
  case 150:
    return REAL_16F;
  case 151:
    return REAL_32F;
  case 152:
    return REAL_64F;
  case 160:
    return REAL_8I;
  case 162:
    return REAL_32I;
  case 168:
    return REAL_16BF;
  }
#endif
  return number;
}

API Status cublasCreate_v2(Handle **handle) {
  if (!handle)
    return INVALID_POINTER;
  *handle = calloc(1, sizeof **handle);
  return *handle ? SUCCESS : ALLOC_FAILED;
}

API Status cublasDestroy_v2(Handle *handle) {
  if (!handle)
    return NO_HANDLE;
  cudaFree(handle->workspace);
  free(handle);
  return SUCCESS;
}

static Status set_mode(int *mode, int to, int largest) {
  if (to < 0 || to > largest)
    return NO_ENUM;
  *mode = to;
  return SUCCESS;
}

static const char *status_name(Status status) {
  switch (status) {
#define STATUS(name, number) \
  case number:               \
    return STATUS_NAME #name;
    STATUSES(STATUS)
#undef STATUS
  }
  return "unknown status";
}

/* Copies between the host and the device: `count` elements of one step are rows of one element. */
static Status copy(int64_t rows, int64_t columns, int bytes, const void *from, int64_t from_ld,
                   void *to, int64_t to_ld, int kind, Stream *stream, int wait) {
  if (rows < 0 || columns < 0 || bytes <= 0 || from_ld < rows || to_ld < rows || from_ld <= 0
      || to_ld <= 0)
    return INVALID_SIZE;
  if (rows == 0 || columns == 0)
    return SUCCESS;
  size_t width = (size_t)rows * bytes;
  int error = cudaMemcpy2DAsync(to, (size_t)to_ld * bytes, from, (size_t)from_ld * bytes, width,
                                (size_t)columns, kind, stream);
  if (!error && wait)
    error = cudaStreamSynchronize(stream);
  return error ? MAPPING_ERROR : SUCCESS;
}

static Status copy_vector(int64_t count, int bytes, const void *x, int64_t x_step, void *y,
                          int64_t y_step, int kind, Stream *stream, int wait) {
  if (count < 0 || x_step <= 0 || y_step <= 0)
    return INVALID_SIZE;
  if (x_step == 1 && y_step == 1)
    return copy(count, 1, bytes, x, count ? count : 1, y, count ? count : 1, kind, stream, wait);
  return copy(1, count, bytes, x, x_step, y, y_step, kind, stream, wait);
}

#define COPIES(way, kind)                                                                         \
  API Status cublas##way##Vector(int n, int bytes, const void *x, int x_step, void *y,            \
                                 int y_step) {                                                    \
    return copy_vector(n, bytes, x, x_step, y, y_step, kind, NULL, 1);                            \
  }                                                                                               \
  API Status cublas##way##VectorAsync(int n, int bytes, const void *x, int x_step, void *y,       \
                                      int y_step, Stream *stream) {                               \
    return copy_vector(n, bytes, x, x_step, y, y_step, kind, stream, 0);                          \
  }                                                                                               \
  API Status cublas##way##Matrix(int rows, int columns, int bytes, const void *a, int a_ld,       \
                                 void *b, int b_ld) {                                             \
    return copy(rows, columns, bytes, a, a_ld, b, b_ld, kind, NULL, 1);                           \
  }                                                                                               \
  API Status cublas##way##MatrixAsync(int rows, int columns, int bytes, const void *a, int a_ld,  \
                                      void *b, int b_ld, Stream *stream) {                        \
    return copy(rows, columns, bytes, a, a_ld, b, b_ld, kind, stream, 0);                         \
  }
COPIES(Set, HOST_TO_DEVICE)
COPIES(Get, DEVICE_TO_HOST)
