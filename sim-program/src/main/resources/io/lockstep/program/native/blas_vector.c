/* SPDX-License-Identifier: Apache-2.0 */
/* Level 1: functions of vectors. */
#include "blas.h"

enum { ITEMS = 256 };

/* A vector as kernels take it: a negative step begins at the last element. */
typedef struct {
  uint64_t address;
  int64_t step;
} Vector;

static Vector vector(const void *x, int64_t step, int64_t n, Type type) {
  Vector made = {.address = (uintptr_t)x, .step = step};
  if (step < 0)
    made.address += (uint64_t)((1 - n) * step) * BLAS_BYTES[type];
  return made;
}

static unsigned groups(int64_t n) {
  int64_t whole = (n + ITEMS - 1) / ITEMS;
  return (unsigned)(whole < PARTIALS ? whole : PARTIALS);
}

static Status run(Handle *handle, Type type, int kernel, int64_t n, void **arguments) {
  return blas_launch(handle, type, kernel, (Dim3){groups(n), 1, 1}, (Dim3){ITEMS, 1, 1},
                     arguments);
}

static Status axpy(Handle *handle, Type type, int of_out, int64_t n, const void *alpha,
                   const void *x, int64_t x_step, void *y, int64_t y_step) {
  if (!handle)
    return NO_HANDLE;
  if (n <= 0)
    return SUCCESS;
  if (!alpha || !x || !y)
    return INVALID_POINTER;
  Factor factor = factor_of(handle, alpha, type, of_out);
  if (is_zero(handle, factor, type))
    return SUCCESS;
  Vector from = vector(x, x_step, n, type), to = vector(y, y_step, n, type);
  return run(handle, type, AXPY, n,
             (void *[]){&n, &factor, &from.address, &from.step, &to.address, &to.step});
}

static Status scal(Handle *handle, Type type, int of_out, int64_t n, const void *alpha, void *x,
                   int64_t step) {
  if (!handle)
    return NO_HANDLE;
  if (n <= 0 || step <= 0)
    return SUCCESS;
  if (!alpha || !x)
    return INVALID_POINTER;
  Factor factor = factor_of(handle, alpha, type, of_out);
  uint64_t address = (uintptr_t)x;
  return run(handle, type, SCAL, n, (void *[]){&n, &factor, &address, &step});
}

static Status move(Handle *handle, Type type, int kernel, int64_t n, const void *x, int64_t x_step,
                   void *y, int64_t y_step) {
  if (!handle)
    return NO_HANDLE;
  if (n <= 0)
    return SUCCESS;
  if (!x || !y)
    return INVALID_POINTER;
  Vector from = vector(x, x_step, n, type), to = vector(y, y_step, n, type);
  return run(handle, type, kernel, n,
             (void *[]){&n, &from.address, &from.step, &to.address, &to.step});
}

/* Brings a result to where the pointer mode wants it; of an empty vector it is 0. */
static Status give_zero(Handle *handle, void *result, unsigned bytes) {
  static const uint64_t zero = 0;
  if (!handle->device_pointers) {
    for (unsigned i = 0; i < bytes; i++)
      ((char *)result)[i] = 0;
    return SUCCESS;
  }
  return cudaMemcpyAsync(result, &zero, bytes, HOST_TO_DEVICE, handle->stream) ? MAPPING_ERROR
                                                                               : SUCCESS;
}

static Status reduce(Handle *handle, Type type, int kernel, int64_t n, const void *x,
                     int64_t x_step, const void *y, int64_t y_step, void *result, unsigned bytes) {
  if (!handle)
    return NO_HANDLE;
  if (!result)
    return INVALID_POINTER;
  if (n <= 0 || (!y && x_step <= 0))
    return give_zero(handle, result, bytes);
  if (!x)
    return INVALID_POINTER;
  uint64_t partials;
  TRY(workspace_of(handle, &partials));
  uint64_t to = handle->device_pointers ? (uintptr_t)result : partials + PARTIALS * PARTIAL_BYTES;
  Vector from = vector(x, x_step, n, type), other = vector(y, y_step, n, type);
  TRY(run(handle, type, kernel, n,
          (void *[]){&n, &from.address, &from.step, &other.address, &other.step, &partials}));
  int64_t count = groups(n);
  TRY(blas_launch(handle, type, kernel + 1, (Dim3){1, 1, 1}, (Dim3){ITEMS, 1, 1},
                  (void *[]){&count, &partials, &to}));
  if (handle->device_pointers)
    return SUCCESS;
  return cudaMemcpyAsync(result, (void *)(uintptr_t)to, bytes, DEVICE_TO_HOST, handle->stream)
                 || cudaStreamSynchronize(handle->stream)
             ? EXECUTION_FAILED
             : SUCCESS;
}

static Status dot(Handle *handle, Type type, int64_t n, const void *x, int64_t x_step,
                  const void *y, int64_t y_step, void *result) {
  if (handle && n > 0 && !y)
    return INVALID_POINTER;
  return reduce(handle, type, DOT, n, x, x_step, y ? y : x, y_step, result, BLAS_BYTES[type]);
}

#define VECTORS(L, T, type, I, end)                                                               \
  API Status cublas##L##axpy_v2##end(Handle *handle, I n, const T *alpha, const T *x, I x_step,   \
                                T *y, I y_step) {                                                 \
    return axpy(handle, type, 1, n, alpha, x, x_step, y, y_step);                                 \
  }                                                                                               \
  API Status cublas##L##scal_v2##end(Handle *handle, I n, const T *alpha, T *x, I step) {         \
    return scal(handle, type, 1, n, alpha, x, step);                                              \
  }                                                                                               \
  API Status cublas##L##copy_v2##end(Handle *handle, I n, const T *x, I x_step, T *y,             \
                                I y_step) {                                                       \
    return move(handle, type, COPY, n, x, x_step, y, y_step);                                     \
  }                                                                                               \
  API Status cublas##L##swap_v2##end(Handle *handle, I n, T *x, I x_step, T *y, I y_step) {       \
    return move(handle, type, SWAP, n, x, x_step, y, y_step);                                     \
  }                                                                                               \
  API Status cublas##L##dot_v2##end(Handle *handle, I n, const T *x, I x_step, const T *y,        \
                               I y_step, T *result) {                                             \
    return dot(handle, type, n, x, x_step, y, y_step, result);                                    \
  }                                                                                               \
  API Status cublas##L##asum_v2##end(Handle *handle, I n, const T *x, I step, T *result) {        \
    return reduce(handle, type, ASUM, n, x, step, NULL, 1, result, sizeof(T));                    \
  }                                                                                               \
  API Status cublas##L##nrm2_v2##end(Handle *handle, I n, const T *x, I step, T *result) {        \
    return reduce(handle, type, NRM2, n, x, step, NULL, 1, result, sizeof(T));                    \
  }
#define INDICES(l, T, type)                                                                       \
  API Status cublasI##l##amax_v2(Handle *handle, int n, const T *x, int step, int *result) {      \
    return reduce(handle, type, IAMAX, n, x, step, NULL, 1, result, sizeof(int));                 \
  }                                                                                               \
  API Status cublasI##l##amin_v2(Handle *handle, int n, const T *x, int step, int *result) {      \
    return reduce(handle, type, IAMIN, n, x, step, NULL, 1, result, sizeof(int));                 \
  }
VECTORS(S, float, S, int, )
VECTORS(S, float, S, int64_t, _64)
VECTORS(D, double, D, int, )
VECTORS(D, double, D, int64_t, _64)
INDICES(s, float, S)
INDICES(d, double, D)

#ifdef LOCKSTEP_HIP
API Status hipblasHaxpy(Handle *handle, int n, const uint16_t *alpha, const uint16_t *x,
                        int x_step, uint16_t *y, int y_step) {
  return axpy(handle, H, 1, n, alpha, x, x_step, y, y_step);
}

API Status hipblasHdot(Handle *handle, int n, const uint16_t *x, int x_step, const uint16_t *y,
                       int y_step, uint16_t *result) {
  return dot(handle, H, n, x, x_step, y, y_step, result);
}
#endif

/* The type of vectors with elements and results of one type; sums of 16-bit ones are in floats. */
static Type type_of(int elements, int computing) {
  elements = data_type(elements);
  computing = data_type(computing);
  if (elements == REAL_32F && computing == REAL_32F)
    return S;
  if (elements == REAL_64F && computing == REAL_64F)
    return D;
  if (computing != REAL_32F)
    return TYPES;
  return elements == REAL_16F ? H : elements == REAL_16BF ? B : TYPES;
}

static Status refused(const char *name) {
  library_refuse(name);
  return NOT_SUPPORTED;
}

#define OF_TYPES(I, end)                                                                          \
  API Status cublasAxpyEx##end(Handle *handle, I n, const void *alpha, int alpha_type, const void *x,\
                          int x_type, I x_step, void *y, int y_type, I y_step, int computing) {   \
    Type type = type_of(x_type, computing);                                                       \
    if (type == TYPES || data_type(x_type) != data_type(y_type))                                  \
      return refused("cublasAxpyEx" #end " with these types");                                    \
    int of_out = data_type(alpha_type) == data_type(x_type);                                  \
    return axpy(handle, type, of_out, n, alpha, x, x_step, y, y_step);                            \
  }                                                                                               \
  API Status cublasScalEx##end(Handle *handle, I n, const void *alpha, int alpha_type, void *x,   \
                          int x_type, I step, int computing) {                                    \
    Type type = type_of(x_type, computing);                                                       \
    if (type == TYPES)                                                                            \
      return refused("cublasScalEx" #end " with these types");                                    \
    int of_out = data_type(alpha_type) == data_type(x_type);                                  \
    return scal(handle, type, of_out, n, alpha, x, step);                                         \
  }                                                                                               \
  API Status cublasDotEx##end(Handle *handle, I n, const void *x, int x_type, I x_step, const void *y,\
                         int y_type, I y_step, void *result, int result_type, int computing) {    \
    Type type = type_of(x_type, computing);                                                       \
    if (type == TYPES || data_type(x_type) != data_type(y_type)                                   \
        || data_type(x_type) != data_type(result_type))                                           \
      return refused("cublasDotEx" #end " with these types");                                     \
    return dot(handle, type, n, x, x_step, y, y_step, result);                                    \
  }                                                                                               \
  API Status cublasDotcEx##end(Handle *handle, I n, const void *x, int x_type, I x_step,          \
                               const void *y, int y_type, I y_step, void *result,                 \
                               int result_type, int computing) {                                  \
    return cublasDotEx##end(handle, n, x, x_type, x_step, y, y_type, y_step, result, result_type, \
                            computing);                                                           \
  }                                                                                               \
  API Status cublasNrm2Ex##end(Handle *handle, I n, const void *x, int x_type, I step, void *result,\
                          int result_type, int computing) {                                       \
    Type type = type_of(x_type, computing);                                                       \
    if (type == TYPES || data_type(x_type) != data_type(result_type))                             \
      return refused("cublasNrm2Ex" #end " with these types");                                    \
    return reduce(handle, type, NRM2, n, x, step, NULL, 1, result, BLAS_BYTES[type]);                  \
  }
OF_TYPES(int, )
OF_TYPES(int64_t, _64)
