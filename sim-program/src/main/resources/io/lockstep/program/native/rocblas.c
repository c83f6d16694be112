/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What rocBLAS has (documentation of ROCm 6) and hipBLAS has not, or with other arguments: products of
 * chosen types, whose results need not be where the summands are, statuses and versions.
 */
#include <stdio.h>
#include <string.h>

#include "blas.h"

enum { DEVICE_TO_DEVICE = 3 };

API const char *rocblas_status_to_string(Status status) {
  static const char *const NAMES[] = {
      "success",         "invalid_handle",     "not_implemented",      "invalid_pointer",
      "invalid_size",    "memory_error",       "internal_error",       "perf_degraded",
      "size_query_mismatch", "size_increased", "size_unchanged",       "invalid_value",
      "continue",        "check_numerics_fail", "excluded_from_build", "arch_mismatch"};
  static char texts[sizeof NAMES / sizeof *NAMES][40];
  if (status < 0 || (size_t)status >= sizeof NAMES / sizeof *NAMES)
    return "rocblas_status_unknown";
  snprintf(texts[status], sizeof *texts, STATUS_NAME "%s", NAMES[status]);
  return texts[status];
}

static const char VERSION[] = "4.2.0";

API Status rocblas_get_version_string(char *text, size_t bytes) {
  if (!text)
    return INVALID_POINTER;
  if (bytes < sizeof VERSION)
    return INVALID_SIZE;
  memcpy(text, VERSION, sizeof VERSION);
  return SUCCESS;
}

API Status rocblas_get_version_string_size(size_t *bytes) {
  if (!bytes)
    return INVALID_POINTER;
  *bytes = sizeof VERSION;
  return SUCCESS;
}

API void rocblas_initialize(void) {}

API Status rocblas_lockstep_refuse(const char *name) {
  library_refuse(name);
  return NOT_SUPPORTED;
}

/* The result's matrix, and the one that is added to the product. */
typedef struct {
  const void *c;
  int c_type;
  int64_t ldc, c_stride;
  int d_type;
} Summand;

static Status product(const char *name, Handle *handle, Product p, int a_type, int b_type,
                      Summand summand, int computing) {
  if (!handle)
    return NO_HANDLE;
  if (summand.c_type != summand.d_type) {
    library_refuse(name);
    return NOT_SUPPORTED;
  }
  TRY(types_of(name, &p, a_type, b_type, summand.d_type, computing_in(computing)));
  if (p.m <= 0 || p.n <= 0 || p.batch <= 0)
    return blas_product(handle, &p);
  if (!p.alpha || !p.beta || !p.c.address)
    return INVALID_POINTER;
  size_t bytes = BLAS_BYTES[p.type];
  int apart = (uintptr_t)summand.c != p.c.address
      && !is_zero(handle, factor_of(handle, p.beta, p.type, p.of_out), p.type);
  if (apart && p.by_array) {
    library_refuse("rocblas_gemm_batched_ex with a result apart");
    return NOT_SUPPORTED;
  }
  for (int64_t i = 0; apart && i < p.batch; i++)
    if (cudaMemcpy2DAsync((char *)(uintptr_t)p.c.address + (size_t)(i * p.c.stride) * bytes,
                          (size_t)p.c.ld * bytes,
                          (const char *)summand.c + (size_t)(i * summand.c_stride) * bytes,
                          (size_t)summand.ldc * bytes, (size_t)p.m * bytes, (size_t)p.n,
                          DEVICE_TO_DEVICE, handle->stream))
      return EXECUTION_FAILED;
  return blas_product(handle, &p);
}

#define HEAD Handle *handle, int a_operation, int b_operation, int m, int n, int k, const void *alpha
#define TAIL int computing, int algorithm, int32_t solution, uint32_t flags
#define PRODUCT(a_stride, b_stride, d_stride, count, arrays)                                      \
  (void)algorithm, (void)solution, (void)flags;                                                   \
  return product(__func__, handle,                                                                \
                 (Product){S, 0, a_operation, b_operation, m, n, k, alpha, beta,                  \
                           {(uintptr_t)a, lda, a_stride}, {(uintptr_t)b, ldb, b_stride},          \
                           {(uintptr_t)d, ldd, d_stride}, count, arrays},                         \
                 a_type, b_type, (Summand){c, c_type, ldc, c_stride, d_type}, computing)

API Status rocblas_gemm_ex(HEAD, const void *a, int a_type, int lda, const void *b, int b_type,
                           int ldb, const void *beta, const void *c, int c_type, int ldc, void *d,
                           int d_type, int ldd, TAIL) {
  const int64_t c_stride = 0;
  PRODUCT(0, 0, 0, 1, 0);
}

API Status rocblas_gemm_batched_ex(HEAD, const void *a, int a_type, int lda, const void *b,
                                   int b_type, int ldb, const void *beta, const void *c, int c_type,
                                   int ldc, void *d, int d_type, int ldd, int batch, TAIL) {
  const int64_t c_stride = 0;
  PRODUCT(0, 0, 0, batch, 1);
}

API Status rocblas_gemm_strided_batched_ex(HEAD, const void *a, int a_type, int lda,
                                           int64_t a_stride, const void *b, int b_type, int ldb,
                                           int64_t b_stride, const void *beta, const void *c,
                                           int c_type, int ldc, int64_t c_stride, void *d,
                                           int d_type, int ldd, int64_t d_stride, int batch, TAIL) {
  PRODUCT(a_stride, b_stride, d_stride, batch, 0);
}
