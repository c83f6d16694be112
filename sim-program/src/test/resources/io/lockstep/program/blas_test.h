/* SPDX-License-Identifier: Apache-2.0 */
/* Halves, and declarations of CUDA's functions that blas.c calls, by the documentation. */
#ifndef BLAS_TEST_H
#define BLAS_TEST_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint16_t to_half(double x) {
  _Float16 h = (_Float16)x;
  uint16_t bits;
  memcpy(&bits, &h, 2);
  return bits;
}
static double of_half(uint16_t bits) {
  _Float16 h;
  memcpy(&h, &bits, 2);
  return h;
}

typedef struct Handle *Handle;
int cudaMalloc(void **pointer, size_t bytes);
int cudaFree(void *pointer);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cudaStreamCreate(void **stream);
int cudaStreamSynchronize(void *stream);
int cublasCreate_v2(Handle *handle);
int cublasDestroy_v2(Handle handle);
int cublasSetStream_v2(Handle handle, void *stream);
int cublasGetStream_v2(Handle handle, void **stream);
int cublasSetPointerMode_v2(Handle handle, int mode);
int cublasGetPointerMode_v2(Handle handle, int *mode);
int cublasSetMathMode(Handle handle, int mode);
int cublasGetMathMode(Handle handle, int *mode);
int cublasSetAtomicsMode(Handle handle, int mode);
int cublasGetAtomicsMode(Handle handle, int *mode);
int cublasSetWorkspace_v2(Handle handle, void *workspace, size_t bytes);
int cublasGetVersion_v2(Handle handle, int *version);
int cublasGetProperty(int type, int *value);
size_t cublasGetCudartVersion(void);
const char *cublasGetStatusName(int status);
const char *cublasGetStatusString(int status);
int cublasSetVector(int n, int bytes, const void *x, int incx, void *y, int incy);
int cublasGetVector(int n, int bytes, const void *x, int incx, void *y, int incy);
int cublasSetVectorAsync(int n, int bytes, const void *x, int incx, void *y, int incy, void *stream);
int cublasGetVectorAsync(int n, int bytes, const void *x, int incx, void *y, int incy, void *stream);
int cublasSetMatrix(int rows, int columns, int bytes, const void *a, int lda, void *b, int ldb);
int cublasGetMatrix(int rows, int columns, int bytes, const void *a, int lda, void *b, int ldb);
int cublasSetMatrixAsync(int rows, int columns, int bytes, const void *a, int lda, void *b, int ldb,
                         void *stream);
int cublasGetMatrixAsync(int rows, int columns, int bytes, const void *a, int lda, void *b, int ldb,
                         void *stream);
#define OF_TYPE(L, l, T)                                                                            \
  int cublas##L##axpy_v2(Handle h, int n, const T *alpha, const T *x, int incx, T *y, int incy);    \
  int cublas##L##scal_v2(Handle h, int n, const T *alpha, T *x, int incx);                          \
  int cublas##L##copy_v2(Handle h, int n, const T *x, int incx, T *y, int incy);                    \
  int cublas##L##swap_v2(Handle h, int n, T *x, int incx, T *y, int incy);                          \
  int cublas##L##dot_v2(Handle h, int n, const T *x, int incx, const T *y, int incy, T *result);    \
  int cublas##L##asum_v2(Handle h, int n, const T *x, int incx, T *result);                         \
  int cublas##L##nrm2_v2(Handle h, int n, const T *x, int incx, T *result);                         \
  int cublasI##l##amax_v2(Handle h, int n, const T *x, int incx, int *result);                      \
  int cublasI##l##amin_v2(Handle h, int n, const T *x, int incx, int *result);                      \
  int cublas##L##gemv_v2(Handle h, int trans, int m, int n, const T *alpha, const T *a, int lda,    \
                         const T *x, int incx, const T *beta, T *y, int incy);                      \
  int cublas##L##ger_v2(Handle h, int m, int n, const T *alpha, const T *x, int incx, const T *y,   \
                        int incy, T *a, int lda);                                                   \
  int cublas##L##geam(Handle h, int ta, int tb, int m, int n, const T *alpha, const T *a, int lda,  \
                      const T *beta, const T *b, int ldb, T *c, int ldc);                           \
  int cublas##L##getrfBatched(Handle h, int n, T *const *a, int lda, int *pivots, int *info,        \
                              int batch);
OF_TYPE(S, s, float)
OF_TYPE(D, d, double)
#define PRODUCTS_OF(name, L, T)                                                                     \
  int cublas##name(Handle h, int ta, int tb, int m, int n, int k, const T *alpha, const T *a,       \
                   int lda, const T *b, int ldb, const T *beta, T *c, int ldc);                     \
  int cublas##L##gemmBatched(Handle h, int ta, int tb, int m, int n, int k, const T *alpha,         \
                             const T *const *a, int lda, const T *const *b, int ldb, const T *beta, \
                             T *const *c, int ldc, int batch);                                      \
  int cublas##L##gemmStridedBatched(Handle h, int ta, int tb, int m, int n, int k, const T *alpha,  \
                                    const T *a, int lda, long long sa, const T *b, int ldb,         \
                                    long long sb, const T *beta, T *c, int ldc, long long sc,       \
                                    int batch);
PRODUCTS_OF(Sgemm_v2, S, float)
PRODUCTS_OF(Dgemm_v2, D, double)
PRODUCTS_OF(Hgemm, H, uint16_t)
int cublasGemmEx(Handle h, int ta, int tb, int m, int n, int k, const void *alpha, const void *a,
                 int at, int lda, const void *b, int bt, int ldb, const void *beta, void *c, int ct,
                 int ldc, int computing, int algorithm);
int cublasGemmStridedBatchedEx(Handle h, int ta, int tb, int m, int n, int k, const void *alpha,
                               const void *a, int at, int lda, long long sa, const void *b, int bt,
                               int ldb, long long sb, const void *beta, void *c, int ct, int ldc,
                               long long sc, int batch, int computing, int algorithm);
int cublasGemmBatchedEx(Handle h, int ta, int tb, int m, int n, int k, const void *alpha,
                        const void *const *a, int at, int lda, const void *const *b, int bt,
                        int ldb, const void *beta, void *const *c, int ct, int ldc, int batch,
                        int computing, int algorithm);
int cublasSgemmEx(Handle h, int ta, int tb, int m, int n, int k, const float *alpha, const void *a,
                  int at, int lda, const void *b, int bt, int ldb, const float *beta, void *c,
                  int ct, int ldc);
int cublasAxpyEx(Handle h, int n, const void *alpha, int alpha_type, const void *x, int xt, int incx,
                 void *y, int yt, int incy, int computing);
int cublasScalEx(Handle h, int n, const void *alpha, int alpha_type, void *x, int xt, int incx,
                 int computing);
int cublasDotEx(Handle h, int n, const void *x, int xt, int incx, const void *y, int yt, int incy,
                void *result, int result_type, int computing);
int cublasDotcEx(Handle h, int n, const void *x, int xt, int incx, const void *y, int yt, int incy,
                 void *result, int result_type, int computing);
int cublasNrm2Ex(Handle h, int n, const void *x, int xt, int incx, void *result, int result_type,
                 int computing);
int cublasSrotmg_v2(Handle h);
int cublasDaxpy_v2_64(Handle h, int64_t n, const double *alpha, const double *x, int64_t incx,
                      double *y, int64_t incy);
int cublasSgemm_v2_64(Handle h, int ta, int tb, int64_t m, int64_t n, int64_t k, const float *alpha,
                      const float *a, int64_t lda, const float *b, int64_t ldb, const float *beta,
                      float *c, int64_t ldc);
#endif
