/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses the BLAS of CUDA and compares each result with one of the host in doubles: all transposes,
 * odd sizes, leading dimensions and steps, factors 0 and 1, factors in the device's memory.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blas_test.h"

enum { NOT_INITIALIZED = 1, INVALID_VALUE = 7, NOT_SUPPORTED = 15 };
enum { F32 = 0, F64 = 1, F16 = 2, I8 = 3, I32 = 10, BF16 = 14 };
enum { COMPUTE_16F = 64, COMPUTE_32F = 68, COMPUTE_64F = 70, COMPUTE_32I = 72 };

static int failures;
static Handle handle;

static void fail(int line, const char *what) {
  printf("line %d: %s\n", line, what);
  failures++;
}
#define OK(call)                                         \
  do {                                                   \
    int status = (call);                                 \
    if (status)                                          \
      fail(__LINE__, cublasGetStatusName(status));       \
  } while (0)
#define CHECK(condition)              \
  do {                                \
    if (!(condition))                 \
      fail(__LINE__, #condition);     \
  } while (0)

static uint32_t state = 12345;
static double value(void) { /* from -1 to 1, in steps that all types have */
  state = state * 1664525u + 1013904223u;
  return (int)(state >> 24) / 128.0 - 1;
}

/* An array of elements of a type, on the host and on the device. */
typedef struct {
  int type;
  size_t n;
  double *host;
  void *device;
} Array;
static size_t bytes_of(int type) {
  return type == F64 ? 8 : type == F32 || type == I32 ? 4 : type == I8 ? 1 : 2;
}
static void encode(int type, double x, void *to) {
  float f = (float)x;
  uint16_t h = to_half(x);
  int32_t whole = (int32_t)x;
  if (type == I8 || type == I32)
    memcpy(to, &whole, bytes_of(type)); /* the low byte is the first */
  else if (type == F64)
    memcpy(to, &x, 8);
  else if (type == F32)
    memcpy(to, &f, 4);
  else if (type == F16)
    memcpy(to, &h, 2);
  else {
    uint32_t bits; /* rounded to the nearest, of two the even one */
    memcpy(&bits, &f, 4);
    h = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    memcpy(to, &h, 2);
  }
}
static double decode(int type, const void *from) {
  double d;
  float f = 0;
  uint16_t h;
  int8_t byte;
  int32_t whole;
  if (type == I8)
    return memcpy(&byte, from, 1), byte;
  if (type == I32)
    return memcpy(&whole, from, 4), whole;
  if (type == F64)
    return memcpy(&d, from, 8), d;
  if (type == F16)
    return memcpy(&h, from, 2), of_half(h);
  memcpy(type == BF16 ? (char *)&f + 2 : (char *)&f, from, bytes_of(type));
  return f;
}
static Array array(int type, size_t n) {
  Array a = {type, n, malloc(n * sizeof(double)), NULL};
  char *raw = malloc(n * bytes_of(type));
  for (size_t i = 0; i < n; i++)
    encode(type, a.host[i] = type == I8 || type == I32 ? 128 * value() : value(), raw + i * bytes_of(type));
  cudaMalloc(&a.device, n * bytes_of(type));
  cudaMemcpy(a.device, raw, n * bytes_of(type), 1);
  free(raw);
  return a;
}
static void release(Array a) {
  cudaFree(a.device);
  free(a.host);
}
/* The largest difference from the host's array, as its type has it; releases both. */
static double difference(Array a) {
  char *raw = malloc(a.n * bytes_of(a.type));
  cudaMemcpy(raw, a.device, a.n * bytes_of(a.type), 2);
  double most = 0;
  for (size_t i = 0; i < a.n; i++) {
    char expected[8];
    encode(a.type, a.host[i], expected);
    double d = fabs(decode(a.type, raw + i * bytes_of(a.type)) - decode(a.type, expected));
    most = d > most || d != d ? d : most;
  }
  free(raw);
  release(a);
  return most;
}

/* Sums of 16-bit numbers are exact in floats here, so that only the result is rounded. */
static double bound(int type, int k) {
  return (k + 8) * (type == F64 ? 1e-15 : type == F32 ? 2e-7 : 0);
}

/* A factor, in the host's or in the device's memory. */
static const void *factor(int type, double x, int on_device) {
  static char places[2][8];
  static void *devices[2];
  static int which;
  which ^= 1;
  encode(type, x, places[which]);
  if (!on_device)
    return places[which];
  if (!devices[which])
    cudaMalloc(&devices[which], 8);
  cudaMemcpy(devices[which], places[which], 8, 1);
  return devices[which];
}

static int product(int form, int type, int ta, int tb, int m, int n, int k, const void *alpha,
                   const void *a, int lda, size_t sa, const void *b, int ldb, size_t sb,
                   const void *beta, void *c, int ldc, size_t sc, int batch) {
  size_t bytes = bytes_of(type);
  if (form == 0)
    return type == F32   ? cublasSgemm_v2(handle, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
           : type == F64 ? cublasDgemm_v2(handle, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
                         : cublasHgemm(handle, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  if (form == 1)
    return type == F32 ? cublasSgemmStridedBatched(handle, ta, tb, m, n, k, alpha, a, lda, sa, b, ldb,
                                                   sb, beta, c, ldc, sc, batch)
           : type == F64
               ? cublasDgemmStridedBatched(handle, ta, tb, m, n, k, alpha, a, lda, sa, b, ldb, sb,
                                           beta, c, ldc, sc, batch)
               : cublasHgemmStridedBatched(handle, ta, tb, m, n, k, alpha, a, lda, sa, b, ldb, sb,
                                           beta, c, ldc, sc, batch);
  const void *pointers[3][8];
  void *device;
  for (int i = 0; i < batch; i++) {
    pointers[0][i] = (const char *)a + i * sa * bytes;
    pointers[1][i] = (const char *)b + i * sb * bytes;
    pointers[2][i] = (char *)c + i * sc * bytes;
  }
  cudaMalloc(&device, sizeof pointers);
  cudaMemcpy(device, pointers, sizeof pointers, 1);
  void *as = device, *bs = (char *)device + 64, *cs = (char *)device + 128;
  int status =
      type == F32   ? cublasSgemmBatched(handle, ta, tb, m, n, k, alpha, as, lda, bs, ldb, beta, cs, ldc, batch)
      : type == F64 ? cublasDgemmBatched(handle, ta, tb, m, n, k, alpha, as, lda, bs, ldb, beta, cs, ldc, batch)
                    : cublasHgemmBatched(handle, ta, tb, m, n, k, alpha, as, lda, bs, ldb, beta, cs, ldc, batch);
  cudaFree(device);
  return status;
}

static void host_product(int ta, int tb, int m, int n, int k, double alpha, const double *a, int lda,
                         const double *b, int ldb, double beta, double *c, int ldc) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double sum = 0;
      for (int l = 0; l < k; l++)
        sum += (ta ? a[l + (size_t)i * lda] : a[i + (size_t)l * lda])
               * (tb ? b[j + (size_t)l * ldb] : b[l + (size_t)j * ldb]);
      double old = beta == 0 ? 0 : beta * c[i + (size_t)j * ldc];
      c[i + (size_t)j * ldc] = alpha * sum + old;
    }
}

static void products(int type, int form, int m, int n, int k, double alpha, double beta,
                     int on_device) {
  cublasSetPointerMode_v2(handle, on_device);
  for (int ta = 0; ta < 3; ta++)
    for (int tb = 0; tb < 3; tb++) {
      if (form && (ta == 2 || tb == 2))
        continue;
      int batch = form ? 3 : 1;
      int lda = (ta ? k : m) + 3, ldb = (tb ? n : k) + 1, ldc = m + 2;
      size_t sa = (size_t)lda * (ta ? m : k) + 5, sb = (size_t)ldb * (tb ? k : n);
      size_t sc = (size_t)ldc * n + 1;
      Array a = array(type, sa * batch), b = array(type, sb * batch), c = array(type, sc * batch);
      OK(product(form, type, ta, tb, m, n, k, factor(type, alpha, on_device), a.device, lda, sa,
                 b.device, ldb, sb, factor(type, beta, on_device), c.device, ldc, sc, batch));
      for (int i = 0; i < batch; i++)
        host_product(ta, tb, m, n, k, alpha, a.host + i * sa, lda, b.host + i * sb, ldb, beta,
                     c.host + i * sc, ldc);
      CHECK(difference(c) <= bound(type, k));
      release(a);
      release(b);
    }
  cublasSetPointerMode_v2(handle, 0);
}

static void typed_products(int in, int out, int factors, int computing) {
  int m = 19, n = 33, k = 21;
  Array a = array(in, 2 * m * k), b = array(in, 2 * k * n), c = array(out, 2 * m * n);
  Array d = array(out, 2 * m * n), e = array(out, 2 * m * n);
  double scale = factors == I32 ? 3 : 0.5;
  const void *alpha = factor(factors, scale, 0), *beta = factor(factors, 2, 0);
  OK(cublasGemmEx(handle, 0, 0, m, n, k, alpha, a.device, in, m, b.device, in, k, beta, c.device,
                  out, m, computing, -1));
  host_product(0, 0, m, n, k, scale, a.host, m, b.host, k, 2, c.host, m);
  CHECK(difference(c) <= bound(out, k));
  OK(cublasGemmStridedBatchedEx(handle, 1, 0, m, n, k, alpha, a.device, in, k, m * k, b.device, in,
                                k, k * n, beta, d.device, out, m, m * n, 2, computing, -1));
  void *pointers[6] = {a.device, (char *)a.device + m * k * bytes_of(in),
                       b.device, (char *)b.device + k * n * bytes_of(in),
                       e.device, (char *)e.device + m * n * bytes_of(out)};
  void *device;
  cudaMalloc(&device, sizeof pointers);
  cudaMemcpy(device, pointers, sizeof pointers, 1);
  OK(cublasGemmBatchedEx(handle, 0, 1, m, n, k, alpha, device, in, m, (void *)((char *)device + 16),
                         in, n, beta, (void *)((char *)device + 32), out, m, 2, computing, -1));
  for (int i = 0; i < 2; i++) {
    host_product(1, 0, m, n, k, scale, a.host + i * m * k, k, b.host + i * k * n, k, 2,
                 d.host + i * m * n, m);
    host_product(0, 1, m, n, k, scale, a.host + i * m * k, m, b.host + i * k * n, n, 2,
                 e.host + i * m * n, m);
  }
  CHECK(difference(d) <= bound(out, k));
  CHECK(difference(e) <= bound(out, k));
  cudaFree(device);
  release(a);
  release(b);
}

#define LEVEL_1_AND_2(L, l, T, type)                                                              \
  static void vectors_##l(int n, int incx, int incy, int on_device) {                             \
    int ax = abs(incx), ay = abs(incy);                                                           \
    Array x = array(type, (size_t)n * ax), y = array(type, (size_t)n * ay);                       \
    void *results;                                                                                \
    T host = 0, back = 0;                                                                         \
    int index = 0;                                                                                \
    cudaMalloc(&results, 16);                                                                     \
    cublasSetPointerMode_v2(handle, on_device);                                                   \
    T *to = on_device ? results : &back;                                                          \
    int *place = on_device ? results : &index;                                                    \
    double dot = 0, sum = 0, squares = 0, most = -1, least = 9;                                   \
    int most_at = 0, least_at = 0;                                                                \
    for (int i = 0; i < n; i++) {                                                                 \
      double u = x.host[(incx < 0 ? n - 1 - i : i) * ax];                                         \
      double v = y.host[(incy < 0 ? n - 1 - i : i) * ay];                                         \
      dot += u * v;                                                                               \
      sum += fabs(u);                                                                             \
      squares += u * u;                                                                           \
      if (fabs(u) > most)                                                                         \
        most = fabs(u), most_at = i + 1;                                                          \
      if (fabs(u) < least)                                                                        \
        least = fabs(u), least_at = i + 1;                                                        \
    }                                                                                             \
    OK(cublas##L##dot_v2(handle, n, x.device, incx, y.device, incy, to));                         \
    cudaMemcpy(&host, to, sizeof host, 4);                                                        \
    CHECK(fabs(host - dot) <= bound(type, n));                                                    \
    if (incx > 0) {                                                                               \
      OK(cublas##L##asum_v2(handle, n, x.device, incx, to));                                      \
      cudaMemcpy(&host, to, sizeof host, 4);                                                      \
      CHECK(fabs(host - sum) <= bound(type, n));                                                  \
      OK(cublas##L##nrm2_v2(handle, n, x.device, incx, to));                                      \
      cudaMemcpy(&host, to, sizeof host, 4);                                                      \
      CHECK(fabs(host - sqrt(squares)) <= bound(type, n));                                        \
      OK(cublasI##l##amax_v2(handle, n, x.device, incx, place));                                  \
      int found;                                                                                  \
      cudaMemcpy(&found, place, sizeof found, 4);                                                 \
      CHECK(found == most_at);                                                                    \
      OK(cublasI##l##amin_v2(handle, n, x.device, incx, place));                                  \
      cudaMemcpy(&found, place, sizeof found, 4);                                                 \
      CHECK(found == least_at);                                                                   \
    }                                                                                             \
    OK(cublas##L##axpy_v2(handle, n, factor(type, 0.75, on_device), x.device, incx, y.device,     \
                          incy));                                                                 \
    for (int i = 0; i < n; i++)                                                                   \
      y.host[(incy < 0 ? n - 1 - i : i) * ay] += 0.75 * x.host[(incx < 0 ? n - 1 - i : i) * ax];  \
    OK(cublas##L##swap_v2(handle, n, x.device, incx, y.device, incy));                            \
    for (int i = 0; i < n; i++) {                                                                 \
      double *p = &x.host[(incx < 0 ? n - 1 - i : i) * ax];                                       \
      double *q = &y.host[(incy < 0 ? n - 1 - i : i) * ay], t = *p;                               \
      *p = *q;                                                                                    \
      *q = t;                                                                                     \
    }                                                                                             \
    if (incy > 0) {                                                                               \
      OK(cublas##L##scal_v2(handle, n, factor(type, -2, on_device), y.device, incy));             \
      for (int i = 0; i < n; i++)                                                                 \
        y.host[i * ay] *= -2;                                                                     \
    }                                                                                             \
    OK(cublas##L##copy_v2(handle, n / 2, y.device, incy, x.device, incx));                        \
    for (int i = 0; i < n / 2; i++)                                                               \
      x.host[(incx < 0 ? n / 2 - 1 - i : i) * ax] =                                               \
          y.host[(incy < 0 ? n / 2 - 1 - i : i) * ay];                                            \
    CHECK(difference(x) <= bound(type, 4));                                                       \
    CHECK(difference(y) <= bound(type, 4));                                                       \
    cublasSetPointerMode_v2(handle, 0);                                                           \
    cudaFree(results);                                                                            \
  }                                                                                               \
  static void matrices_##l(int m, int n, int incx, int incy, double alpha, double beta,           \
                           int on_device) {                                                       \
    int lda = m + 3;                                                                              \
    cublasSetPointerMode_v2(handle, on_device);                                                   \
    for (int trans = 0; trans < 3; trans++) {                                                     \
      int xs = trans ? m : n, ys = trans ? n : m;                                                 \
      Array a = array(type, (size_t)lda * n), x = array(type, (size_t)xs * abs(incx));            \
      Array y = array(type, (size_t)ys * abs(incy));                                              \
      OK(cublas##L##gemv_v2(handle, trans, m, n, factor(type, alpha, on_device), a.device, lda,   \
                            x.device, incx, factor(type, beta, on_device), y.device, incy));      \
      for (int i = 0; i < ys; i++) {                                                              \
        double dot = 0;                                                                           \
        for (int l = 0; l < xs; l++)                                                              \
          dot += (trans ? a.host[l + (size_t)i * lda] : a.host[i + (size_t)l * lda])              \
                 * x.host[(incx < 0 ? xs - 1 - l : l) * abs(incx)];                               \
        double *to = &y.host[(incy < 0 ? ys - 1 - i : i) * abs(incy)];                            \
        *to = alpha * dot + (beta == 0 ? 0 : beta * *to);                                         \
      }                                                                                           \
      CHECK(difference(y) <= bound(type, xs));                                                    \
      release(x);                                                                                 \
      Array u = array(type, (size_t)m * abs(incx)), v = array(type, (size_t)n * abs(incy));       \
      OK(cublas##L##ger_v2(handle, m, n, factor(type, alpha, on_device), u.device, incx,          \
                           v.device, incy, a.device, lda));                                       \
      for (int j = 0; j < n; j++)                                                                 \
        for (int i = 0; i < m; i++)                                                               \
          a.host[i + (size_t)j * lda] += alpha * u.host[(incx < 0 ? m - 1 - i : i) * abs(incx)]   \
                                         * v.host[(incy < 0 ? n - 1 - j : j) * abs(incy)];        \
      CHECK(difference(a) <= bound(type, 4));                                                     \
      release(u);                                                                                 \
      release(v);                                                                                 \
    }                                                                                             \
    for (int form = 0; form < 4; form++) {                                                        \
      int ta = form & 1, tb = form / 2, la = (ta ? n : m) + 1, lb = (tb ? n : m) + 2;             \
      Array a = array(type, la * (ta ? m : n)), b = array(type, lb * (tb ? m : n));               \
      Array c = array(type, (size_t)m * n);                                                       \
      OK(cublas##L##geam(handle, ta, tb, m, n, factor(type, alpha, on_device), a.device, la,      \
                         factor(type, beta, on_device), b.device, lb, c.device, m));              \
      for (int j = 0; j < n; j++)                                                                 \
        for (int i = 0; i < m; i++)                                                               \
          c.host[i + j * m] = alpha * a.host[ta ? j + i * la : i + j * la]                        \
                              + beta * b.host[tb ? j + i * lb : i + j * lb];                      \
      CHECK(difference(c) <= bound(type, 4));                                                     \
      release(a);                                                                                 \
      release(b);                                                                                 \
    }                                                                                             \
    cublasSetPointerMode_v2(handle, 0);                                                           \
  }
LEVEL_1_AND_2(S, s, float, F32)
LEVEL_1_AND_2(D, d, double, F64)

static void sixteen_bits(int type, double tolerance) {
  int n = 100;
  Array x = array(type, n), y = array(type, n);
  float alpha = 0.5f;
  char two[2], result[2];
  double dot = 0, squares = 0;
  encode(type, 2, two);
  for (int i = 0; i < n; i++) {
    dot += x.host[i] * y.host[i];
    squares += x.host[i] * x.host[i];
  }
  OK(cublasDotEx(handle, n, x.device, type, 1, y.device, type, 1, result, type, F32));
  CHECK(fabs(decode(type, result) - dot) <= tolerance * fabs(dot));
  OK(cublasDotcEx(handle, n, x.device, type, 1, y.device, type, 1, result, type, F32));
  CHECK(fabs(decode(type, result) - dot) <= tolerance * fabs(dot));
  OK(cublasNrm2Ex(handle, n, x.device, type, 1, result, type, F32));
  CHECK(fabs(decode(type, result) - sqrt(squares)) <= tolerance * sqrt(squares));
  OK(cublasAxpyEx(handle, n, &alpha, F32, x.device, type, 1, y.device, type, 1, F32));
  OK(cublasScalEx(handle, n, two, type, x.device, type, 1, F32));
  for (int i = 0; i < n; i++) {
    y.host[i] += 0.5 * x.host[i];
    x.host[i] *= 2;
  }
  CHECK(difference(x) == 0);
  CHECK(difference(y) == 0);
  CHECK(cublasDotEx(handle, n, NULL, F32, 1, NULL, F64, 1, result, F64, F64) == NOT_SUPPORTED);
}

static void extremes(void) {
  float large[3] = {3e30f, 0, 4e30f}, norm, none[3] = {0, 0, 0};
  void *x;
  cudaMalloc(&x, sizeof large);
  cudaMemcpy(x, large, sizeof large, 1);
  OK(cublasSnrm2_v2(handle, 3, x, 1, &norm));
  CHECK(fabs(norm / 5e30f - 1) < 1e-6);
  float mixed[3] = {3, 1e-30f, 4}, small[3] = {3e-30f, 0, 4e-30f}, nan[4] = {1, NAN, 1e-30f, NAN};
  cudaMemcpy(x, mixed, sizeof mixed, 1);
  OK(cublasSnrm2_v2(handle, 3, x, 1, &norm));
  CHECK(fabs(norm / 5 - 1) < 1e-6);
  cudaMemcpy(x, small, sizeof small, 1);
  OK(cublasSnrm2_v2(handle, 3, x, 1, &norm));
  CHECK(fabs(norm / 5e-30f - 1) < 1e-6);
  cudaMemcpy(x, nan, sizeof large, 1);
  OK(cublasSnrm2_v2(handle, 3, x, 1, &norm));
  CHECK(norm != norm);
  cudaMemcpy(x, none, sizeof none, 1);
  OK(cublasSnrm2_v2(handle, 3, x, 1, &norm));
  CHECK(norm == 0);
  OK(cublasSnrm2_v2(handle, 0, x, 1, &norm));
  CHECK(norm == 0);
  /* beta 0 does not read C, and alpha 0 neither A nor B */
  float back[4], zero = 0, one = 1;
  nan[0] = nan[2] = NAN;
  void *c;
  cudaMalloc(&c, sizeof nan);
  cudaMemcpy(c, nan, sizeof nan, 1);
  OK(cublasSgemm_v2(handle, 0, 0, 2, 2, 2, &zero, c, 2, c, 2, &zero, c, 2));
  cudaMemcpy(back, c, sizeof back, 2);
  CHECK(back[0] == 0 && back[3] == 0);
  OK(cublasSgemm_v2(handle, 0, 0, 2, 2, 0, &one, c, 2, c, 2, &zero, c, 2));
  CHECK(cublasSgemm_v2(handle, 0, 0, 2, 2, 2, &one, c, 1, c, 2, &zero, c, 2) == INVALID_VALUE);
  CHECK(cublasSgemm_v2(handle, 7, 0, 2, 2, 2, &one, c, 2, c, 2, &zero, c, 2) == INVALID_VALUE);
  CHECK(cublasSgemm_v2(handle, 0, 0, -1, 2, 2, &one, c, 2, c, 2, &zero, c, 2) == INVALID_VALUE);
  CHECK(cublasSgemm_v2(NULL, 0, 0, 2, 2, 2, &one, c, 2, c, 2, &zero, c, 2) == NOT_INITIALIZED);
  CHECK(cublasSgemv_v2(handle, 0, 2, 2, &one, c, 2, c, 0, &zero, c, 1) == INVALID_VALUE);
  CHECK(cublasGemmEx(handle, 0, 0, 2, 2, 2, &one, c, 3, 2, c, 3, 2, &zero, c, 3, 2, 72, -1)
        == NOT_SUPPORTED);
  CHECK(cublasSrotmg_v2(handle) == NOT_SUPPORTED);
  CHECK(cublasSetPointerMode_v2(handle, 2) == INVALID_VALUE);
  cudaFree(c);
  cudaFree(x);
}

static void other_forms(void) {
  int n = 30;
  Array a = array(F32, n * n), b = array(F32, n * n), c = array(F32, n * n);
  float one = 1, zero = 0;
  OK(cublasSgemm_v2_64(handle, 0, 1, n, n, n, &one, a.device, n, b.device, n, &zero, c.device, n));
  host_product(0, 1, n, n, n, 1, a.host, n, b.host, n, 0, c.host, n);
  CHECK(difference(c) <= bound(F32, n));
  release(a);
  release(b);
  Array a16 = array(F16, n * n), b16 = array(F16, n * n), sum = array(F32, n * n);
  OK(cublasSgemmEx(handle, 1, 0, n, n, n, &one, a16.device, F16, n, b16.device, F16, n, &one,
                   sum.device, F32, n));
  host_product(1, 0, n, n, n, 1, a16.host, n, b16.host, n, 1, sum.host, n);
  CHECK(difference(sum) <= bound(F32, n));
  release(a16);
  release(b16);
  Array x = array(F64, n), y = array(F64, n);
  double two = 2;
  OK(cublasDaxpy_v2_64(handle, n, &two, x.device, 1, y.device, 1));
  for (int i = 0; i < n; i++)
    y.host[i] += 2 * x.host[i];
  CHECK(difference(y) <= bound(F64, 4));
  release(x);
}

static void handles(void) {
  void *stream, *got;
  int mode, version;
  cudaStreamCreate(&stream);
  OK(cublasSetStream_v2(handle, stream));
  OK(cublasGetStream_v2(handle, &got));
  CHECK(got == stream);
  OK(cublasSetMathMode(handle, 1));
  OK(cublasGetMathMode(handle, &mode));
  CHECK(mode == 1);
  OK(cublasSetAtomicsMode(handle, 1));
  OK(cublasGetAtomicsMode(handle, &mode));
  CHECK(mode == 1);
  OK(cublasGetPointerMode_v2(handle, &mode));
  CHECK(mode == 0);
  OK(cublasSetWorkspace_v2(handle, NULL, 0));
  OK(cublasGetVersion_v2(handle, &version));
  OK(cublasGetProperty(0, &mode));
  CHECK(version / 10000 == mode && cublasGetCudartVersion() == (size_t)mode * 1000);
  CHECK(!strcmp(cublasGetStatusString(INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE"));
  float from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0};
  void *device;
  cudaMalloc(&device, 64);
  OK(cublasSetVector(3, 4, from, 2, device, 1));
  OK(cublasGetVector(3, 4, device, 1, to, 2));
  CHECK(to[0] == 1 && to[2] == 3 && to[4] == 5 && to[1] == 0);
  OK(cublasSetMatrix(2, 3, 4, from, 2, device, 3));
  OK(cublasGetMatrix(2, 3, 4, device, 3, to, 2));
  CHECK(!memcmp(from, to, sizeof to));
  OK(cublasSetVectorAsync(6, 4, to, 1, device, 1, stream));
  OK(cublasGetVectorAsync(3, 4, device, 2, to, 1, stream));
  cudaStreamSynchronize(stream);
  CHECK(to[2] == 5);
  OK(cublasSetMatrixAsync(1, 2, 4, from, 1, device, 1, stream));
  OK(cublasGetMatrixAsync(1, 2, 4, device, 1, to, 1, stream));
  cudaStreamSynchronize(stream);
  CHECK(to[1] == 2);
  CHECK(cublasSetVector(3, 4, from, 0, device, 1) == INVALID_VALUE);
}

/* Factors of matrices, of which the second is singular; their product is the matrix again. */
static void factors(int type, int n, int lda, int pivoting) {
  enum { BATCH = 3 };
  size_t each = (size_t)lda * n, bytes = bytes_of(type);
  Array all = array(type, BATCH * each);
  char *raw = calloc(BATCH * each, bytes), *start[BATCH];
  int *pivots = calloc(BATCH * n, sizeof *pivots), info[BATCH];
  void *list;
  cudaMalloc(&list, sizeof start + sizeof info + BATCH * n * sizeof *pivots);
  char *device_info = (char *)list + sizeof start, *device_pivots = device_info + sizeof info;
  for (size_t i = 0; i < BATCH * each; i++) {
    int row = i % each % lda, column = i % each / lda;
    all.host[i] = i / each == 1 && column == 2 ? 0 : all.host[i] + (row == column && !pivoting ? n : 0);
    encode(type, all.host[i], raw + i * bytes);
  }
  cudaMemcpy(all.device, raw, BATCH * each * bytes, 1);
  for (int b = 0; b < BATCH; b++)
    start[b] = (char *)all.device + b * each * bytes;
  cudaMemcpy(list, start, sizeof start, 1);
  int *there = pivoting ? (int *)device_pivots : NULL;
  OK(type == F64 ? cublasDgetrfBatched(handle, n, list, lda, there, (int *)device_info, BATCH)
                 : cublasSgetrfBatched(handle, n, list, lda, there, (int *)device_info, BATCH));
  cudaMemcpy(raw, all.device, BATCH * each * bytes, 2);
  cudaMemcpy(pivots, device_pivots, BATCH * n * sizeof *pivots, 2);
  cudaMemcpy(info, device_info, sizeof info, 2);
  CHECK(info[0] == 0 && info[1] == 3 && info[2] == 0);
  for (int b = 0; b < BATCH; b++) {
    double *a = all.host + b * each, most = 0;
#define LU(row, column) decode(type, raw + (b * each + (row) + (size_t)(column) * lda) * bytes)
    for (int k = 0; pivoting && k < n; k++)
      for (int j = 0, p = pivots[b * n + k] - 1; j < n; j++) {
        double kept = a[k + j * lda];
        a[k + j * lda] = a[p + j * lda], a[p + j * lda] = kept;
      }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double sum = i <= j ? LU(i, j) : 0;
        for (int k = 0; k < i && k <= j; k++)
          sum += LU(i, k) * LU(k, j);
        most = fmax(most, fabs(sum - a[i + j * lda]));
        CHECK(!pivoting || i <= j || fabs(LU(i, j)) <= 1);
      }
    CHECK(most <= n * n * (type == F64 ? 1e-16 : 6e-8));
  }
}

int main(int argc, char **argv) {
  (void)argv;
  CHECK(cublasCreate_v2(NULL) == INVALID_VALUE);
  OK(cublasCreate_v2(&handle));
  if (argc > 1) /* gives up after a function that is refused */
    return cublasSrotmg_v2(handle) == NOT_SUPPORTED ? 9 : 1;
  handles();
  for (int on_device = 0; on_device < 2; on_device++) {
    vectors_s(1000, 1, 1, on_device);
    vectors_d(777, 2, 3, on_device);
    matrices_s(67, 35, 1, 1, 0.5, on_device ? 0 : 1, on_device);
    matrices_d(33, 130, 2, -3, 1, 0.25, on_device);
    products(F32, 0, 67, 65, 19, 0.5, on_device ? 1 : 0, on_device);
    products(F64, 0, 13, 70, 35, 1, 2, on_device);
    products(F16, 0, 65, 17, 30, 0.5, 1, on_device);
  }
  vectors_s(70000, 1, 1, 0);
  vectors_s(129, -2, 1, 0);
  vectors_d(130, 1, -1, 0);
  matrices_s(5, 300, -2, 2, 2, 0, 0);
  products(F32, 0, 1, 1, 1, 1, 1, 0);
  for (int form = 1; form < 3; form++) {
    products(F32, form, 33, 20, 17, 0.5, 1, 0);
    products(F64, form, 20, 66, 9, 1, 0, 0);
    products(F16, form, 17, 17, 16, 1, 0.5, 0);
  }
  typed_products(F32, F32, F32, COMPUTE_32F);
  typed_products(F64, F64, F64, COMPUTE_64F);
  typed_products(F16, F16, F16, COMPUTE_16F);
  typed_products(F16, F16, F32, COMPUTE_32F);
  typed_products(F16, F32, F32, COMPUTE_32F);
  typed_products(BF16, BF16, F32, COMPUTE_32F);
  typed_products(BF16, F32, F32, COMPUTE_32F);
  typed_products(I8, I32, I32, COMPUTE_32I);
  sixteen_bits(F16, 5e-4);
  sixteen_bits(BF16, 4e-3);
  for (int pivoting = 0; pivoting < 2; pivoting++) {
    factors(F32, 5, 5, pivoting);
    factors(F64, 70, 75, pivoting);
  }
  CHECK(cublasSgetrfBatched(NULL, 1, NULL, 1, NULL, NULL, 1) == NOT_INITIALIZED);
  for (int lda = 1; lda < 3; lda++) /* too small, then without matrices */
    CHECK(cublasSgetrfBatched(handle, 2, NULL, lda, NULL, NULL, 1) == INVALID_VALUE);
  extremes();
  other_forms();
  OK(cublasDestroy_v2(handle));
  CHECK(cublasDestroy_v2(NULL) == NOT_INITIALIZED);
  printf("%d failures\n", failures);
  return failures > 0;
}
