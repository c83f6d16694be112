/* SPDX-License-Identifier: Apache-2.0 */
/* Levels 2 and 3: functions of matrices. Real ones, so that OP_C is OP_T. */
#include "blas.h"

enum { TILE = 64, MOST_GROUPS = 65535 };

static int is_operation(int operation) {
  return operation == OP_N || operation == OP_T || operation == OP_C;
}

static int64_t at_least_1(int64_t n) {
  return n > 1 ? n : 1;
}

/* The first element of a vector in the order of its indices. */
static uint64_t first_of(const void *x, int64_t step, int64_t n, Type type) {
  uint64_t bytes = type == D ? 8 : 4;
  return (uintptr_t)x + (step < 0 ? (uint64_t)((1 - n) * step) * bytes : 0);
}

static unsigned groups(int64_t n, int64_t items) {
  int64_t whole = (n + items - 1) / items;
  return (unsigned)(whole < MOST_GROUPS ? whole : MOST_GROUPS);
}

static Status gemv(Handle *handle, Type type, int operation, int64_t m, int64_t n,
                   const void *alpha, const void *a, int64_t lda, const void *x, int64_t x_step,
                   const void *beta, void *y, int64_t y_step) {
  if (!handle)
    return NO_HANDLE;
  if (!is_operation(operation))
    return NO_ENUM;
  if (m < 0 || n < 0 || lda < at_least_1(m) || x_step == 0 || y_step == 0)
    return INVALID_SIZE;
  if (m == 0 || n == 0)
    return SUCCESS;
  if (!alpha || !beta || !y)
    return INVALID_POINTER;
  int plain = operation == OP_N;
  Factor scale = factor_of(handle, alpha, type, 1), keep = factor_of(handle, beta, type, 1);
  uint64_t matrix = (uintptr_t)a;
  uint64_t from = first_of(x, x_step, plain ? n : m, type);
  uint64_t to = first_of(y, y_step, plain ? m : n, type);
  void *arguments[] = {&m,      &n,    &scale, &matrix, &lda,
                       &from, &x_step, &keep,  &to,     &y_step};
  if (plain)
    return blas_launch(handle, type, GEMV_N, (Dim3){(unsigned)((m + 63) / 64), 1, 1},
                       (Dim3){64, 1, 1}, arguments);
  return blas_launch(handle, type, GEMV_T, (Dim3){groups(n, 1), 1, 1}, (Dim3){128, 1, 1},
                     arguments);
}

static Status ger(Handle *handle, Type type, int64_t m, int64_t n, const void *alpha,
                  const void *x, int64_t x_step, const void *y, int64_t y_step, void *a,
                  int64_t lda) {
  if (!handle)
    return NO_HANDLE;
  if (m < 0 || n < 0 || lda < at_least_1(m) || x_step == 0 || y_step == 0)
    return INVALID_SIZE;
  if (m == 0 || n == 0)
    return SUCCESS;
  if (!alpha || !x || !y || !a)
    return INVALID_POINTER;
  Factor scale = factor_of(handle, alpha, type, 1);
  if (is_zero(handle, scale, type))
    return SUCCESS;
  uint64_t rows = first_of(x, x_step, m, type), columns = first_of(y, y_step, n, type);
  uint64_t matrix = (uintptr_t)a;
  return blas_launch(
      handle, type, GER, (Dim3){(unsigned)((m + 63) / 64), groups(n, 4), 1}, (Dim3){64, 4, 1},
      (void *[]){&m, &n, &scale, &rows, &x_step, &columns, &y_step, &matrix, &lda});
}

static Status geam(Handle *handle, Type type, int a_operation, int b_operation, int64_t m,
                   int64_t n, const void *alpha, const void *a, int64_t lda, const void *beta,
                   const void *b, int64_t ldb, void *c, int64_t ldc) {
  if (!handle)
    return NO_HANDLE;
  if (!is_operation(a_operation) || !is_operation(b_operation))
    return NO_ENUM;
  int a_turned = a_operation != OP_N, b_turned = b_operation != OP_N;
  if (m < 0 || n < 0 || lda < at_least_1(a_turned ? n : m) || ldb < at_least_1(b_turned ? n : m)
      || ldc < at_least_1(m))
    return INVALID_SIZE;
  if (m == 0 || n == 0)
    return SUCCESS;
  if (!alpha || !beta || !c)
    return INVALID_POINTER;
  Factor left = factor_of(handle, alpha, type, 1), right = factor_of(handle, beta, type, 1);
  return blas_launch(handle, type, GEAM, (Dim3){(unsigned)((m + 63) / 64), groups(n, 4), 1},
                     (Dim3){64, 4, 1},
                     (void *[]){&m, &n, &a_turned, &b_turned, &left, &a, &lda, &right, &b, &ldb,
                                &c, &ldc});
}

static Status getrf(Handle *handle, Type type, int64_t n, void *const *a, int64_t lda, int *pivots,
                    int *info, int64_t batch) {
  if (!handle)
    return NO_HANDLE;
  if (n < 0 || batch < 0 || lda < at_least_1(n))
    return INVALID_SIZE;
  if (n == 0 || batch == 0)
    return SUCCESS;
  if (!a || !info)
    return INVALID_POINTER;
  return blas_launch(handle, type, GETRF, (Dim3){groups(batch, 1), 1, 1}, (Dim3){64, 1, 1},
                     (void *[]){&n, &a, &lda, &pivots, &info, &batch});
}

API Status cublasSgetrfBatched(Handle *handle, int n, float *const *a, int lda, int *pivots,
                               int *info, int batch) {
  return getrf(handle, S, n, (void *const *)a, lda, pivots, info, batch);
}

API Status cublasDgetrfBatched(Handle *handle, int n, double *const *a, int lda, int *pivots,
                               int *info, int batch) {
  return getrf(handle, D, n, (void *const *)a, lda, pivots, info, batch);
}

Status blas_product(Handle *handle, const Product *product) {
  Product p = *product;
  if (!handle)
    return NO_HANDLE;
  if (!is_operation(p.a_operation) || !is_operation(p.b_operation))
    return NO_ENUM;
  int a_turned = p.a_operation != OP_N, b_turned = p.b_operation != OP_N;
  if (p.m < 0 || p.n < 0 || p.k < 0 || p.batch < 0 || p.c.ld < at_least_1(p.m)
      || p.a.ld < at_least_1(a_turned ? p.k : p.m) || p.b.ld < at_least_1(b_turned ? p.n : p.k))
    return INVALID_SIZE;
  if (p.m == 0 || p.n == 0 || p.batch == 0)
    return SUCCESS;
  if (!p.alpha || !p.beta || !p.c.address)
    return INVALID_POINTER;
  Factor scale = factor_of(handle, p.alpha, p.type, p.of_out);
  Factor keep = factor_of(handle, p.beta, p.type, p.of_out);
  Dim3 grid = {(unsigned)((p.m + TILE - 1) / TILE), (unsigned)((p.n + TILE - 1) / TILE),
               groups(p.batch, 1)};
  if (grid.y > MOST_GROUPS)
    return INVALID_SIZE;
  void *arguments[] = {&a_turned, &b_turned, &p.m,  &p.n, &p.k,     &scale,
                       &p.a,      &p.b,      &keep, &p.c, &p.batch, &p.by_array};
  return blas_launch(handle, p.type, GEMM, grid, (Dim3){16, 16, 1}, arguments);
}

#define AT(pointer) .address = (uintptr_t)(pointer)

#define PRODUCTS(L, version, T, type_, I, end)                                                    \
  API Status cublas##L##gemm##version##end(Handle *handle, int a_operation, int b_operation, I m, \
                                    I n, I k, const T *alpha, const T *a, I lda,                  \
                                    const T *b, I ldb, const T *beta, T *c, I ldc) {              \
    return blas_product(handle, &(Product){type_, 1, a_operation, b_operation, m, n, k, alpha, beta,      \
                                   {AT(a), lda, 0}, {AT(b), ldb, 0}, {AT(c), ldc, 0}, 1, 0});     \
  }                                                                                               \
  API Status cublas##L##gemmStridedBatched##end(                                                  \
      Handle *handle, int a_operation, int b_operation, I m, I n, I k, const T *alpha,            \
      const T *a, I lda, long long a_stride, const T *b, I ldb, long long b_stride,               \
      const T *beta, T *c, I ldc, long long c_stride, I batch) {                                  \
    return blas_product(handle, &(Product){type_, 1, a_operation, b_operation, m, n, k, alpha, beta,      \
                                   {AT(a), lda, a_stride}, {AT(b), ldb, b_stride},                \
                                   {AT(c), ldc, c_stride}, batch, 0});                            \
  }                                                                                               \
  API Status cublas##L##gemmBatched##end(Handle *handle, int a_operation, int b_operation, I m,   \
                                    I n, I k, const T *alpha, const T *const *a, I lda,           \
                                    const T *const *b, I ldb, const T *beta, T *const *c,         \
                                    I ldc, I batch) {                                             \
    return blas_product(handle, &(Product){type_, 1, a_operation, b_operation, m, n, k, alpha, beta,      \
                                   {AT(a), lda, 0}, {AT(b), ldb, 0}, {AT(c), ldc, 0}, batch, 1}); \
  }
PRODUCTS(S, _v2, float, S, int, )
PRODUCTS(S, _v2, float, S, int64_t, _64)
PRODUCTS(D, _v2, double, D, int, )
PRODUCTS(D, _v2, double, D, int64_t, _64)
PRODUCTS(H, , uint16_t, H, int, )
PRODUCTS(H, , uint16_t, H, int64_t, _64)

#define MATRICES(L, T, type, I, end)                                                              \
  API Status cublas##L##gemv_v2##end(Handle *handle, int operation, I m, I n, const T *alpha,     \
                                const T *a, I lda, const T *x, I x_step, const T *beta,           \
                                T *y, I y_step) {                                                 \
    return gemv(handle, type, operation, m, n, alpha, a, lda, x, x_step, beta, y, y_step);        \
  }                                                                                               \
  API Status cublas##L##geam##end(Handle *handle, int a_operation, int b_operation, I m, I n,     \
                                  const T *alpha, const T *a, I lda, const T *beta, const T *b,   \
                                  I ldb, T *c, I ldc) {                                           \
    return geam(handle, type, a_operation, b_operation, m, n, alpha, a, lda, beta, b, ldb, c,     \
                ldc);                                                                             \
  }                                                                                               \
  API Status cublas##L##ger_v2##end(Handle *handle, I m, I n, const T *alpha, const T *x,         \
                               I x_step, const T *y, I y_step, T *a, I lda) {                     \
    return ger(handle, type, m, n, alpha, x, x_step, y, y_step, a, lda);                          \
  }
MATRICES(S, float, S, int, )
MATRICES(S, float, S, int64_t, _64)
MATRICES(D, double, D, int, )
MATRICES(D, double, D, int64_t, _64)

/* cublasComputeType_t, hipblasComputeType_t, hipblasDatatype_t: the type of sums and factors. */
int computing_in(int number) {
#ifdef LOCKSTEP_HIP
  if (number >= 150)
    return data_type(number);
  return number <= 1 ? REAL_16F : number <= 6 ? REAL_32F : number <= 8 ? REAL_64F : REAL_32I;
#else
  if (number == 64 || number == 65)
    return REAL_16F;
  if (number == 68 || number == 69 || (number >= 74 && number <= 77))
    return REAL_32F;
  if (number == 72 || number == 73)
    return REAL_32I;
  return number == 70 || number == 71 ? REAL_64F : -1;
#endif
}

static Type type_of(int a, int b, int c, int computing) {
  a = data_type(a);
  c = data_type(c);
  if (a != data_type(b))
    return TYPES;
  if (computing == REAL_32I)
    return a == REAL_8I && c == REAL_32I ? I8 : TYPES;
  if (computing == REAL_64F)
    return a == REAL_64F && c == REAL_64F ? D : TYPES;
  if (a == REAL_16F && c == REAL_16F)
    return H;
  if (computing != REAL_32F)
    return TYPES;
  if (a == REAL_32F && c == REAL_32F)
    return S;
  if (a == REAL_16F && c == REAL_32F)
    return HS;
  if (a != REAL_16BF)
    return TYPES;
  return c == REAL_16BF ? B : c == REAL_32F ? BS : TYPES;
}

Status types_of(const char *name, Product *product, int a, int b, int c, int computing) {
  product->type = type_of(a, b, c, computing);
  product->of_out = computing == REAL_16F;
  if (product->type != TYPES)
    return SUCCESS;
  library_refuse(name);
  return NOT_SUPPORTED;
}

static Status gemm_of_types(const char *name, Handle *handle, Product product, int a_type,
                            int b_type, int c_type, int computing) {
  TRY(types_of(name, &product, a_type, b_type, c_type, computing));
  return blas_product(handle, &product);
}

#define OF_TYPES(I, end)                                                                          \
  API Status cublasGemmEx##end(Handle *handle, int a_operation, int b_operation, I m, I n, I k,   \
                          const void *alpha, const void *a, int a_type, I lda, const void *b,     \
                          int b_type, I ldb, const void *beta, void *c, int c_type, I ldc,        \
                          int computing, int algorithm) {                                         \
    (void)algorithm;                                                                              \
    return gemm_of_types("cublasGemmEx" #end " with these types", handle,                         \
                         (Product){S, 0, a_operation, b_operation, m, n, k, alpha, beta,          \
                                   {AT(a), lda, 0}, {AT(b), ldb, 0}, {AT(c), ldc, 0}, 1, 0},      \
                         a_type, b_type, c_type, computing_in(computing));                        \
  }                                                                                               \
  API Status cublasGemmStridedBatchedEx##end(Handle *handle, int a_operation, int b_operation, I m,\
                                        I n, I k, const void *alpha, const void *a, int a_type,   \
                                        I lda, long long a_stride, const void *b, int b_type,     \
                                        I ldb, long long b_stride, const void *beta, void *c,     \
                                        int c_type, I ldc, long long c_stride, I batch,           \
                                        int computing, int algorithm) {                           \
    (void)algorithm;                                                                              \
    return gemm_of_types("cublasGemmStridedBatchedEx" #end " with these types", handle,           \
                         (Product){S, 0, a_operation, b_operation, m, n, k, alpha, beta,          \
                                   {AT(a), lda, a_stride}, {AT(b), ldb, b_stride},                \
                                   {AT(c), ldc, c_stride}, batch, 0},                             \
                         a_type, b_type, c_type, computing_in(computing));                        \
  }                                                                                               \
  API Status cublasGemmBatchedEx##end(Handle *handle, int a_operation, int b_operation, I m, I n, \
                                 I k, const void *alpha, const void *const *a, int a_type, I lda, \
                                 const void *const *b, int b_type, I ldb, const void *beta,       \
                                 void *const *c, int c_type, I ldc, I batch, int computing,       \
                                 int algorithm) {                                                 \
    (void)algorithm;                                                                              \
    return gemm_of_types("cublasGemmBatchedEx" #end " with these types", handle,                  \
                         (Product){S, 0, a_operation, b_operation, m, n, k, alpha, beta,          \
                                   {AT(a), lda, 0}, {AT(b), ldb, 0}, {AT(c), ldc, 0}, batch, 1},  \
                         a_type, b_type, c_type, computing_in(computing));                        \
  }
OF_TYPES(int, )
OF_TYPES(int64_t, _64)

#ifndef LOCKSTEP_HIP
API Status cublasSgemmEx(Handle *handle, int a_operation, int b_operation, int m, int n, int k,
                         const float *alpha, const void *a, int a_type, int lda, const void *b,
                         int b_type, int ldb, const float *beta, void *c, int c_type, int ldc) {
  return gemm_of_types("cublasSgemmEx with these types", handle,
                       (Product){S, 0, a_operation, b_operation, m, n, k, alpha, beta,
                                 {AT(a), lda, 0}, {AT(b), ldb, 0}, {AT(c), ldc, 0}, 1, 0},
                       a_type, b_type, c_type, REAL_32F);
}
#endif
