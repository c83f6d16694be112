/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses the functions of the BLAS for matrices of all forms and for complex numbers, and compares each
 * result with the definition, evaluated by the host on whole matrices in doubles. All halves,
 * operations, diagonals and sides, odd sizes, steps of both signs, factors on host and device.
 */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double complex Number;
typedef struct Handle *Handle;
int cudaMalloc(void **, size_t), cudaFree(void *), cudaMemcpy(void *, const void *, size_t, int);
int cublasCreate_v2(Handle *), cublasDestroy_v2(Handle), cublasSetPointerMode_v2(Handle, int);
enum { LOWER, UPPER };
enum { NON_UNIT, UNIT };
enum { LEFT, RIGHT };
enum { FULL, BAND, PACKED };
enum { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };
enum { N = 21, M = 17, K = 9, DIAGONALS = 3, MOST = 2048 };

/* The same function of the four types; each has its own declaration by its first use. */
typedef int (*Function)();
#define REAL(name) {(Function)cublasS##name, (Function)cublasD##name, NULL, NULL}
#define COMPLEX(name) {NULL, NULL, (Function)cublasC##name, (Function)cublasZ##name}
#define ALL(name) {(Function)cublasS##name, (Function)cublasD##name, (Function)cublasC##name, (Function)cublasZ##name}
#define DECLARE_REAL(name) int cublasS##name(), cublasD##name();
#define DECLARE_COMPLEX(name) int cublasC##name(), cublasZ##name();
#define DECLARE_ALL(name) DECLARE_REAL(name) DECLARE_COMPLEX(name)
#define FUNCTIONS(A, R, C)                                                                          \
  A(gbmv_v2) A(symv_v2) A(trmv_v2) A(tbmv_v2) A(tpmv_v2) A(trsv_v2) A(tbsv_v2) A(tpsv_v2) A(syr_v2) \
  A(syr2_v2) A(symm_v2) A(syrk_v2) A(syr2k_v2) A(syrkx) A(trmm_v2) A(trsm_v2) A(trsmBatched) A(dgmm) \
  A(rot_v2) A(trttp) A(tpttr) R(sbmv_v2) R(spmv_v2) R(spr_v2) R(spr2_v2) C(hemv_v2) C(hbmv_v2)       \
  C(hpmv_v2) C(her_v2) C(hpr_v2) C(her2_v2) C(hpr2_v2) C(geru_v2) C(gerc_v2) C(gemv_v2) C(hemm_v2)   \
  C(herk_v2) C(her2k_v2) C(herkx) C(gemm_v2) C(gemm3m) C(gemmStridedBatched) C(gemmBatched) C(geam)  \
  C(axpy_v2) C(scal_v2) C(copy_v2) C(swap_v2) C(dotu_v2) C(dotc_v2)
FUNCTIONS(DECLARE_ALL, DECLARE_REAL, DECLARE_COMPLEX)
int cublasCsscal_v2(), cublasZdscal_v2(), cublasCsrot_v2(), cublasZdrot_v2();
int cublasScasum_v2(), cublasDzasum_v2(), cublasScnrm2_v2(), cublasDznrm2_v2();
int cublasIcamax_v2(), cublasIzamax_v2(), cublasIcamin_v2(), cublasIzamin_v2();
int cublasCherkEx(), cublasCsyrkEx();
#define ENTRY_ALL(name) static Function name[4] = ALL(name);
#define ENTRY_REAL(name) static Function name[4] = REAL(name);
#define ENTRY_COMPLEX(name) static Function name[4] = COMPLEX(name);
FUNCTIONS(ENTRY_ALL, ENTRY_REAL, ENTRY_COMPLEX)

static int failures, type, on_device;
static Handle handle;

static size_t bytes(void) {
  return (type % 2 ? 8 : 4) << (type >= 2);
}
static uint32_t state = 777;
static double value(void) {
  state = state * 1664525u + 1013904223u;
  return (int)(state >> 24) / 128.0 - 1;
}
static void encode(Number x, char *to, int real) {
  double d[2] = {creal(x), cimag(x)};
  float f[2] = {(float)d[0], (float)d[1]};
  size_t size = real && type >= 2 ? bytes() / 2 : bytes();
  memcpy(to, type % 2 ? (void *)d : (void *)f, size);
}
static Number decode(const char *from) {
  double d[2] = {0, 0};
  float f[2] = {0, 0};
  memcpy(type % 2 ? (void *)d : (void *)f, from, bytes());
  return type % 2 ? d[0] + I * d[1] : f[0] + I * f[1];
}

/* Numbers on the host, and the same on the device. */
typedef struct {
  Number host[MOST];
  void *device;
} Array;
static void send(Array *a) {
  char raw[MOST * 16];
  for (int i = 0; i < MOST; i++)
    encode(a->host[i], raw + i * bytes(), 0);
  cudaMemcpy(a->device, raw, MOST * bytes(), 1);
}
static Array *array(void) {
  Array *a = calloc(1, sizeof *a);
  for (int i = 0; i < MOST; i++)
    a->host[i] = value() + (type >= 2 ? I * value() : 0);
  cudaMalloc(&a->device, MOST * bytes());
  send(a);
  return a;
}
static void end(Array *a) {
  cudaFree(a->device);
  free(a);
}

/* A factor where the pointer mode has it. */
static Array *factor_memory[2];
static void *factor(int which, Number x, int real) {
  static char host[2][16];
  encode(x, host[which], real);
  if (!on_device)
    return host[which];
  cudaMemcpy(factor_memory[which]->device, host[which], 16, 1);
  return factor_memory[which]->device;
}

/* Compares the device's numbers with what the host expects; then they are the host's. */
static void compare(const char *name, Array *a, const Number *expected, double terms) {
  char raw[MOST * 16];
  double most = 0, bound = terms * (type % 2 ? 4e-15 : 2e-6);
  cudaMemcpy(raw, a->device, MOST * bytes(), 2);
  for (int i = 0; i < MOST; i++) {
    double d = cabs(decode(raw + i * bytes()) - expected[i]) / fmax(1, cabs(expected[i]));
    most = d > most || d != d ? d : most;
    a->host[i] = decode(raw + i * bytes());
  }
  if (!(most <= bound)) {
    printf("%s of type %d%s: differs by %g\n", name, type, on_device ? ", factors on the device" : "", most);
    failures++;
  }
}
static void check(const char *name, int status, int expected) {
  if (status != expected) {
    printf("%s of type %d: status %d, expected %d\n", name, type, status, expected);
    failures++;
  }
}
#define DO(function, ...)                                                     \
  do {                                                                        \
    cublasSetPointerMode_v2(handle, on_device);                               \
    check(#function, function[type](handle, __VA_ARGS__), 0);                 \
  } while (0)

/* Where an element of a stored matrix is, from the documents of the BLAS; -1: it is not stored. */
static int where(int storage, int shape, int fill, int n, int ld, int above, int below, int i, int j) {
  if (shape != GENERAL && (fill == LOWER ? i < j : i > j))
    return -1;
  if (storage == FULL)
    return i + j * ld;
  if (storage == PACKED) {
    int at = 0;
    for (int column = 0; column < j; column++)
      at += fill == LOWER ? n - column : column + 1;
    return at + (fill == LOWER ? i - j : i);
  }
  if (shape != GENERAL) {
    above = fill == LOWER ? 0 : below;
    below = fill == LOWER ? below : 0;
  }
  return j - i > above || i - j > below ? -1 : above + i - j + j * ld;
}

/* The whole matrix that a stored one stands for. */
static Number whole[64][64];
static void expand(const Array *a, int storage, int shape, int fill, int diagonal, int rows, int columns, int ld,
                   int above, int below) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      int at = where(storage, shape, fill, rows, ld, above, below, i, j);
      int mirror = where(storage, shape, fill, rows, ld, above, below, j, i);
      Number x = at >= 0 ? a->host[at] : 0;
      if (at < 0 && mirror >= 0 && shape != GENERAL && shape != TRIANGULAR && (fill == LOWER ? i < j : i > j))
        x = shape == HERMITIAN ? conj(a->host[mirror]) : a->host[mirror];
      if (i == j && shape == HERMITIAN)
        x = creal(x);
      if (i == j && shape == TRIANGULAR && diagonal == UNIT)
        x = 1;
      whole[i][j] = x;
    }
}
static Number applied(int operation, int i, int j) {
  return operation == 0 ? whole[i][j] : operation == 1 || type < 2 ? whole[j][i] : conj(whole[j][i]);
}

static int at(int i, int step, int n) {
  return step > 0 ? i * step : (i - n + 1) * step;
}

static void products_with_vectors(void) {
  static Number expected[MOST];
  Array *a = array(), *x = array(), *y = array();
  Number alpha = 0.5 + (type >= 2 ? I * 0.25 : 0), beta = 2;
  int xs = 2, ys = -1;
  for (int form = 0; form < 6; form++) {
    int shape = form < 3 ? SYMMETRIC : HERMITIAN, storage = form % 3;
    if ((type < 2) != (form < 3) && !(type >= 2 && form == 0))
      continue;
    for (int fill = 0; fill < 2; fill++) {
      expand(a, storage, shape, fill, 0, N, N, N + 1, DIAGONALS, DIAGONALS);
      memcpy(expected, y->host, sizeof expected);
      for (int i = 0; i < N; i++) {
        Number sum = 0;
        for (int j = 0; j < N; j++)
          sum += whole[i][j] * x->host[at(j, xs, N)];
        expected[at(i, ys, N)] = alpha * sum + beta * y->host[at(i, ys, N)];
      }
      void *f = factor(0, alpha, 0), *g = factor(1, beta, 0);
      if (storage == FULL && shape == SYMMETRIC)
        DO(symv_v2, fill, N, f, a->device, N + 1, x->device, xs, g, y->device, ys);
      else if (storage == FULL)
        DO(hemv_v2, fill, N, f, a->device, N + 1, x->device, xs, g, y->device, ys);
      else if (storage == BAND && type < 2)
        DO(sbmv_v2, fill, N, DIAGONALS, f, a->device, N + 1, x->device, xs, g, y->device, ys);
      else if (storage == BAND)
        DO(hbmv_v2, fill, N, DIAGONALS, f, a->device, N + 1, x->device, xs, g, y->device, ys);
      else if (type < 2)
        DO(spmv_v2, fill, N, f, a->device, x->device, xs, g, y->device, ys);
      else
        DO(hpmv_v2, fill, N, f, a->device, x->device, xs, g, y->device, ys);
      compare("a symmetric product with a vector", y, expected, N);
    }
  }
  for (int band = 0; band < 2; band++)
    for (int operation = 0; operation < 3; operation++) {
      if (!band && type < 2)
        continue;
      expand(a, band ? BAND : FULL, GENERAL, 0, 0, M, N, N, 2, 1);
      int rows = operation ? N : M, columns = operation ? M : N;
      memcpy(expected, y->host, sizeof expected);
      for (int i = 0; i < rows; i++) {
        Number sum = 0;
        for (int j = 0; j < columns; j++)
          sum += applied(operation, i, j) * x->host[at(j, xs, columns)];
        expected[at(i, ys, rows)] = alpha * sum + beta * y->host[at(i, ys, rows)];
      }
      void *f = factor(0, alpha, 0), *g = factor(1, beta, 0);
      if (band)
        DO(gbmv_v2, operation, M, N, 1, 2, f, a->device, N, x->device, xs, g, y->device, ys);
      else
        DO(gemv_v2, operation, M, N, f, a->device, N, x->device, xs, g, y->device, ys);
      compare("a product with a vector", y, expected, N);
    }
  end(a), end(x), end(y);
}

/* A triangular matrix whose equations are not badly conditioned. */
static Array *triangle(void) {
  Array *a = array();
  for (int i = 0; i < MOST; i++)
    a->host[i] /= 8;
  return a;
}
static void strengthen(Array *a, int storage, int fill, int n, int ld) {
  for (int i = 0; i < n; i++)
    a->host[where(storage, TRIANGULAR, fill, n, ld, DIAGONALS, DIAGONALS, i, i)] += 2;
  send(a);
}

static void triangular_vectors(void) {
  static Number expected[MOST];
  for (int storage = 0; storage < 3; storage++)
    for (int choice = 0; choice < 12; choice++) {
      int fill = choice % 2, diagonal = choice / 2 % 2, operation = choice / 4;
      int step = choice % 3 ? 1 : -2;
      Array *a = triangle(), *x = array();
      strengthen(a, storage, fill, N, N + 2);
      expand(a, storage, TRIANGULAR, fill, diagonal, N, N, N + 2, DIAGONALS, DIAGONALS);
      memcpy(expected, x->host, sizeof expected);
      Number before[N];
      for (int i = 0; i < N; i++) {
        Number sum = 0;
        for (int j = 0; j < N; j++)
          sum += applied(operation, i, j) * x->host[at(j, step, N)];
        expected[at(i, step, N)] = sum;
        before[i] = x->host[at(i, step, N)];
      }
      if (storage == FULL)
        DO(trmv_v2, fill, operation, diagonal, N, a->device, N + 2, x->device, step);
      else if (storage == BAND)
        DO(tbmv_v2, fill, operation, diagonal, N, DIAGONALS, a->device, N + 2, x->device, step);
      else
        DO(tpmv_v2, fill, operation, diagonal, N, a->device, x->device, step);
      compare("a triangular product", x, expected, N);
      memcpy(expected, x->host, sizeof expected);
      for (int i = 0; i < N; i++) /* the solution is what was multiplied */
        expected[at(i, step, N)] = before[i];
      if (storage == FULL)
        DO(trsv_v2, fill, operation, diagonal, N, a->device, N + 2, x->device, step);
      else if (storage == BAND)
        DO(tbsv_v2, fill, operation, diagonal, N, DIAGONALS, a->device, N + 2, x->device, step);
      else
        DO(tpsv_v2, fill, operation, diagonal, N, a->device, x->device, step);
      compare("triangular equations", x, expected, 40 * N);
      end(a), end(x);
    }
}

static void updates(void) {
  static Number expected[MOST];
  Array *a = array(), *x = array(), *y = array();
  Number alpha = 0.5 + (type >= 2 ? I * 0.25 : 0);
  for (int kind = 0; kind < 8; kind++) {
    int hermitian = kind & 1, storage = kind & 2 ? PACKED : FULL, twice = kind / 4;
    if (hermitian != (type >= 2) && !(type >= 2 && storage == FULL))
      continue;
    for (int fill = 0; fill < 2; fill++) {
      Number own = hermitian && !twice ? creal(alpha) : alpha;
      memcpy(expected, a->host, sizeof expected);
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
          int place = where(storage, SYMMETRIC, fill, N, N, 0, 0, i, j);
          Number xi = x->host[at(i, -1, N)], xj = x->host[at(j, -1, N)];
          Number yi = y->host[2 * i], yj = y->host[2 * j];
          if (!twice)
            yj = xj;
          Number add = own * xi * (hermitian ? conj(yj) : yj);
          if (twice)
            add += (hermitian ? conj(own) : own) * yi * (hermitian ? conj(xj) : xj);
          if (place >= 0)
            expected[place] = i == j && hermitian ? creal(expected[place] + add) : expected[place] + add;
        }
      void *f = factor(0, own, hermitian && !twice);
      if (!twice && storage == FULL && !hermitian)
        DO(syr_v2, fill, N, f, x->device, -1, a->device, N);
      else if (!twice && storage == FULL)
        DO(her_v2, fill, N, f, x->device, -1, a->device, N);
      else if (!twice && !hermitian)
        DO(spr_v2, fill, N, f, x->device, -1, a->device);
      else if (!twice)
        DO(hpr_v2, fill, N, f, x->device, -1, a->device);
      else if (storage == FULL && !hermitian)
        DO(syr2_v2, fill, N, f, x->device, -1, y->device, 2, a->device, N);
      else if (storage == FULL)
        DO(her2_v2, fill, N, f, x->device, -1, y->device, 2, a->device, N);
      else if (!hermitian)
        DO(spr2_v2, fill, N, f, x->device, -1, y->device, 2, a->device);
      else
        DO(hpr2_v2, fill, N, f, x->device, -1, y->device, 2, a->device);
      compare("an update", a, expected, 4);
    }
  }
  for (int conjugated = 0; conjugated < 2 && type >= 2; conjugated++) {
    memcpy(expected, a->host, sizeof expected);
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++)
        expected[i + j * N] += alpha * x->host[i] * (conjugated ? conj(y->host[j]) : y->host[j]);
    if (conjugated)
      DO(gerc_v2, M, N, factor(0, alpha, 0), x->device, 1, y->device, 1, a->device, N);
    else
      DO(geru_v2, M, N, factor(0, alpha, 0), x->device, 1, y->device, 1, a->device, N);
    compare("an update of a general matrix", a, expected, 2);
  }
  end(a), end(x), end(y);
}

static void products(void) {
  static Number expected[MOST];
  Array *a = array(), *b = array(), *c = array();
  Number alpha = 0.5 + (type >= 2 ? I * 0.25 : 0), beta = type >= 2 ? 1 - I : 2;
  for (int hermitian = 0; hermitian <= (type >= 2); hermitian++)
    for (int choice = 0; choice < 4; choice++) { /* symmetric times general */
      int side = choice % 2, fill = choice / 2, n = side == LEFT ? M : N;
      expand(a, FULL, hermitian ? HERMITIAN : SYMMETRIC, fill, 0, n, n, N, 0, 0);
      memcpy(expected, c->host, sizeof expected);
      for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
          Number sum = 0;
          for (int l = 0; l < n; l++)
            sum += side == LEFT ? whole[i][l] * b->host[l + j * M] : b->host[i + l * M] * whole[l][j];
          expected[i + j * M] = alpha * sum + beta * c->host[i + j * M];
        }
      void *f = factor(0, alpha, 0), *g = factor(1, beta, 0);
      if (hermitian)
        DO(hemm_v2, side, fill, M, N, f, a->device, N, b->device, M, g, c->device, M);
      else
        DO(symm_v2, side, fill, M, N, f, a->device, N, b->device, M, g, c->device, M);
      compare("a symmetric product", c, expected, N);
      for (int i = 0; i < MOST; i++)
        c->host[i] = value();
      send(c);
    }
  for (int kind = 0; kind < 6; kind++)
    for (int choice = 0; choice < 4; choice++) { /* of rank k: one, two and two factors once */
      int hermitian = kind % 2, form = kind / 2, fill = choice % 2, plain = choice / 2;
      if (hermitian && type < 2)
        continue;
      int operation = plain ? 0 : hermitian ? 2 : 1, ld = 30;
      Number own = hermitian && form == 0 ? creal(alpha) : alpha, keep = hermitian ? 2 : beta;
      memcpy(expected, c->host, sizeof expected);
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
          int place = where(FULL, SYMMETRIC, fill, N, N, 0, 0, i, j);
          Number sum = 0;
          for (int l = 0; l < K; l++) {
            Number ai = plain ? a->host[i + l * ld] : a->host[l + i * ld], aj = plain ? a->host[j + l * ld] : a->host[l + j * ld];
            Number bi = plain ? b->host[i + l * ld] : b->host[l + i * ld], bj = plain ? b->host[j + l * ld] : b->host[l + j * ld];
            if (hermitian && !plain)
              ai = conj(ai), aj = conj(aj), bi = conj(bi), bj = conj(bj);
            Number other = form == 0 ? aj : bj;
            sum += own * ai * (hermitian ? conj(other) : other);
            if (form == 1)
              sum += (hermitian ? conj(own) : own) * bi * (hermitian ? conj(aj) : aj);
          }
          if (place >= 0) {
            Number old = i == j && hermitian ? creal(c->host[place]) : c->host[place];
            expected[place] = sum + keep * old;
            if (i == j && hermitian)
              expected[place] = creal(expected[place]);
          }
        }
      void *f = factor(0, own, hermitian && form == 0), *g = factor(1, keep, hermitian);
      if (kind == 0)
        DO(syrk_v2, fill, operation, N, K, f, a->device, ld, g, c->device, N);
      else if (kind == 1)
        DO(herk_v2, fill, operation, N, K, f, a->device, ld, g, c->device, N);
      else if (kind == 2)
        DO(syr2k_v2, fill, operation, N, K, f, a->device, ld, b->device, ld, g, c->device, N);
      else if (kind == 3)
        DO(her2k_v2, fill, operation, N, K, f, a->device, ld, b->device, ld, g, c->device, N);
      else if (kind == 4)
        DO(syrkx, fill, operation, N, K, f, a->device, ld, b->device, ld, g, c->device, N);
      else
        DO(herkx, fill, operation, N, K, f, a->device, ld, b->device, ld, g, c->device, N);
      compare("a product of rank k", c, expected, 4 * K);
      for (int i = 0; i < MOST; i++)
        c->host[i] = value();
      send(c);
    }
  for (int choice = 0; choice < 9 && type >= 2; choice++) { /* general ones of complex numbers */
    int ta = choice % 3, tb = choice / 3;
    memcpy(expected, c->host, sizeof expected);
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++) {
        Number sum = 0;
        for (int l = 0; l < K; l++) {
          Number left = ta ? a->host[l + i * 30] : a->host[i + l * 30], right = tb ? b->host[j + l * 30] : b->host[l + j * 30];
          sum += (ta == 2 ? conj(left) : left) * (tb == 2 ? conj(right) : right);
        }
        expected[i + j * M] = alpha * sum + beta * c->host[i + j * M];
      }
    void *f = factor(0, alpha, 0), *g = factor(1, beta, 0);
    if (choice % 2)
      DO(gemm_v2, ta, tb, M, N, K, f, a->device, 30, b->device, 30, g, c->device, M);
    else
      DO(gemm3m, ta, tb, M, N, K, f, a->device, 30, b->device, 30, g, c->device, M);
    compare("a product of complex numbers", c, expected, 2 * K);
    for (int i = 0; i < MOST; i++)
      c->host[i] = value();
    send(c);
    memcpy(expected, c->host, sizeof expected);
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++) {
        Number left = ta ? a->host[j + i * 30] : a->host[i + j * 30], right = tb ? b->host[j + i * 30] : b->host[i + j * 30];
        expected[i + j * M] = alpha * (ta == 2 ? conj(left) : left) + beta * (tb == 2 ? conj(right) : right);
      }
    DO(geam, ta, tb, M, N, factor(0, alpha, 0), a->device, 30, factor(1, beta, 0), b->device, 30, c->device, M);
    compare("a sum of complex matrices", c, expected, 2);
  }
  for (int by_array = 0; by_array < 2 && type >= 2; by_array++) { /* two of them */
    memcpy(expected, c->host, sizeof expected);
    for (int g = 0; g < 2; g++)
      for (int i = 0; i < 5; i++)
        for (int j = 0; j < 4; j++) {
          Number sum = 0;
          for (int l = 0; l < 3; l++)
            sum += a->host[100 * g + i + l * 5] * b->host[50 * g + l + j * 3];
          expected[200 * g + i + j * 5] = alpha * sum + beta * c->host[200 * g + i + j * 5];
        }
    Array *lists = array();
    char *of[6];
    for (int g = 0; g < 2; g++) {
      of[g] = (char *)a->device + 100 * g * bytes();
      of[2 + g] = (char *)b->device + 50 * g * bytes();
      of[4 + g] = (char *)c->device + 200 * g * bytes();
    }
    cudaMemcpy(lists->device, of, sizeof of, 1);
    char **list = lists->device;
    void *f = factor(0, alpha, 0), *g = factor(1, beta, 0);
    if (by_array)
      DO(gemmBatched, 0, 0, 5, 4, 3, f, list, 5, list + 2, 3, g, list + 4, 5, 2);
    else
      DO(gemmStridedBatched, 0, 0, 5, 4, 3, f, a->device, 5, 100LL, b->device, 3, 50LL, g, c->device, 5, 200LL, 2);
    compare("products of a batch", c, expected, 6);
    end(lists);
  }
  end(a), end(b), end(c);
}

static void triangular_matrices(void) {
  static Number expected[MOST];
  for (int choice = 0; choice < 24; choice++) {
    int side = choice % 2, fill = choice / 2 % 2, diagonal = choice / 4 % 2, operation = choice / 8;
    int n = side == LEFT ? M : N;
    Number alpha = 0.5 + (type >= 2 ? I * 0.5 : 0);
    Array *a = triangle(), *b = array(), *c = array();
    strengthen(a, FULL, fill, n, N + 2);
    expand(a, FULL, TRIANGULAR, fill, diagonal, n, n, N + 2, 0, 0);
    int in_place = choice % 3 == 0;
    Array *to = in_place ? b : c;
    memcpy(expected, to->host, sizeof expected);
    static Number before[MOST];
    memcpy(before, b->host, sizeof before);
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++) {
        Number sum = 0;
        for (int l = 0; l < n; l++)
          sum += side == LEFT ? applied(operation, i, l) * before[l + j * M] : before[i + l * M] * applied(operation, l, j);
        expected[i + j * M] = alpha * sum;
      }
    DO(trmm_v2, side, fill, operation, diagonal, M, N, factor(0, alpha, 0), a->device, N + 2, b->device, M, to->device, M);
    compare("a triangular product of matrices", to, expected, N);
    memcpy(expected, to->host, sizeof expected);
    for (int i = 0; i < M * N; i++)
      expected[i] = before[i];
    void *f = factor(0, 1 / alpha, 0);
    if (choice % 2 == 0)
      DO(trsm_v2, side, fill, operation, diagonal, M, N, f, a->device, N + 2, to->device, M);
    else {
      Array *lists = array();
      void *of[2] = {a->device, to->device};
      cudaMemcpy(lists->device, of, sizeof of, 1);
      DO(trsmBatched, side, fill, operation, diagonal, M, N, f, lists->device, N + 2, (void **)lists->device + 1, M, 1);
      end(lists);
    }
    compare("triangular equations of matrices", to, expected, 40 * N);
    end(a), end(b), end(c);
  }
}

static void others(void) {
  static Number expected[MOST];
  Array *a = array(), *b = array();
  for (int side = 0; side < 2; side++) {
    memcpy(expected, b->host, sizeof expected);
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++)
        expected[i + j * M] = a->host[i + j * 30] * a->host[1000 + 2 * (side == LEFT ? i : j)];
    DO(dgmm, side, M, N, a->device, 30, (char *)a->device + 1000 * bytes(), 2, b->device, M);
    compare("a product with a diagonal", b, expected, 2);
  }
  for (int fill = 0; fill < 2; fill++) {
    memcpy(expected, b->host, sizeof expected);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        int place = where(PACKED, SYMMETRIC, fill, N, 0, 0, 0, i, j);
        if (place >= 0)
          expected[place] = a->host[i + j * 30];
      }
    DO(trttp, fill, N, a->device, 30, b->device);
    compare("packing", b, expected, 0);
    memcpy(expected, a->host, sizeof expected);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        int place = where(PACKED, SYMMETRIC, fill, N, 0, 0, 0, i, j);
        if (place >= 0)
          expected[i + j * 40] = b->host[place];
      }
    DO(tpttr, fill, N, b->device, a->device, 40);
    compare("unpacking", a, expected, 0);
  }
  Number c = 0.6, s = 0.8 * (type >= 2 ? cexp(I * 0.5) : 1);
  for (int real = 0; real < 2; real++) {
    Number sine = real ? 0.8 : s;
    if (real && type < 2)
      continue;
    static Number other[MOST];
    memcpy(expected, a->host, sizeof expected);
    memcpy(other, b->host, sizeof other);
    for (int i = 0; i < N; i++) {
      expected[2 * i] = c * a->host[2 * i] + sine * b->host[i];
      other[i] = c * b->host[i] - conj(sine) * a->host[2 * i];
    }
    void *f = factor(0, c, 1), *g = factor(1, sine, real);
    if (!real)
      DO(rot_v2, N, a->device, 2, b->device, 1, f, g);
    else if (type == 2)
      check("csrot", cublasCsrot_v2(handle, N, a->device, 2, b->device, 1, f, g), 0);
    else
      check("zdrot", cublasZdrot_v2(handle, N, a->device, 2, b->device, 1, f, g), 0);
    compare("a rotation", a, expected, 4);
    compare("a rotation's second vector", b, other, 4);
  }
  end(a), end(b);
}

/* A result of a reduction, on the host or the device. */
static char *result_memory;
static void *result(void) {
  static char host[16];
  memset(host, 0x55, sizeof host);
  return on_device ? result_memory : host;
}
static Number found(const char *from, int real) {
  char raw[16] = {0};
  cudaMemcpy(raw, from, 16, on_device ? 2 : 0);
  if (real)
    memset(raw + bytes() / 2, 0, 16 - bytes() / 2);
  return decode(raw);
}
static void near(const char *name, Number is, Number expected) {
  if (!(cabs(is - expected) <= cabs(expected) * (type % 2 ? 1e-13 : 1e-5))) {
    printf("%s of type %d: %g + %g i, expected %g + %g i\n", name, type, creal(is), cimag(is), creal(expected), cimag(expected));
    failures++;
  }
}

static void complex_vectors(void) {
  enum { LONG = 900 };
  static Number expected[MOST];
  Array *x = array(), *y = array();
  Number alpha = 0.5 - I * 0.25, u = 0, c = 0;
  double sum = 0, squares = 0;
  int most = 0, least = 0;
  memcpy(expected, y->host, sizeof expected);
  for (int i = 0; i < LONG; i++) {
    Number xi = x->host[2 * i], yi = y->host[i];
    u += xi * yi;
    c += conj(xi) * yi;
    sum += fabs(creal(xi)) + fabs(cimag(xi));
    squares += creal(xi * conj(xi));
    double size = fabs(creal(xi)) + fabs(cimag(xi));
    double largest = fabs(creal(x->host[2 * most])) + fabs(cimag(x->host[2 * most]));
    double smallest = fabs(creal(x->host[2 * least])) + fabs(cimag(x->host[2 * least]));
    most = size > largest ? i : most;
    least = size < smallest ? i : least;
    expected[i] = alpha * xi + yi;
  }
  void *to = result();
  DO(dotu_v2, LONG, x->device, 2, y->device, 1, to);
  near("dotu", found(to, 0), u);
  DO(dotc_v2, LONG, x->device, 2, y->device, 1, to);
  near("dotc", found(to, 0), c);
  Function asum = type == 2 ? (Function)cublasScasum_v2 : (Function)cublasDzasum_v2;
  Function norm = type == 2 ? (Function)cublasScnrm2_v2 : (Function)cublasDznrm2_v2;
  Function largest = type == 2 ? (Function)cublasIcamax_v2 : (Function)cublasIzamax_v2;
  Function smallest = type == 2 ? (Function)cublasIcamin_v2 : (Function)cublasIzamin_v2;
  check("asum", asum(handle, LONG, x->device, 2, to), 0);
  near("asum", found(to, 1), sum);
  check("nrm2", norm(handle, LONG, x->device, 2, to), 0);
  near("nrm2", found(to, 1), sqrt(squares));
  int index = 0;
  check("amax", largest(handle, LONG, x->device, 2, to), 0);
  cudaMemcpy(&index, to, 4, on_device ? 2 : 0);
  check("index of the largest", index, most + 1);
  check("amin", smallest(handle, LONG, x->device, 2, to), 0);
  cudaMemcpy(&index, to, 4, on_device ? 2 : 0);
  check("index of the smallest", index, least + 1);
  check("asum of nothing", asum(handle, 0, x->device, 2, to), 0);
  near("asum of nothing", found(to, 1), 0);
  DO(axpy_v2, LONG, factor(0, alpha, 0), x->device, 2, y->device, 1);
  compare("axpy", y, expected, 2);
  for (int i = 0; i < LONG; i++)
    expected[i] = alpha * y->host[i];
  DO(scal_v2, LONG, factor(0, alpha, 0), y->device, 1);
  compare("scal", y, expected, 2);
  for (int i = 0; i < LONG; i++)
    expected[i] = 0.5 * y->host[i];
  Function by_real = type == 2 ? (Function)cublasCsscal_v2 : (Function)cublasZdscal_v2;
  check("scal by a real factor", by_real(handle, LONG, factor(0, 0.5, 1), y->device, 1), 0);
  compare("scal by a real factor", y, expected, 2);
  static Number others[MOST];
  memcpy(others, x->host, sizeof others);
  for (int i = 0; i < LONG; i++) {
    expected[i] = x->host[2 * i];
    others[2 * i] = y->host[i];
  }
  DO(swap_v2, LONG, x->device, 2, y->device, 1);
  compare("swap", x, others, 0);
  compare("swap's second vector", y, expected, 0);
  for (int i = 0; i < LONG; i++)
    expected[i] = x->host[2 * i];
  DO(copy_v2, LONG, x->device, 2, y->device, 1);
  compare("copy", y, expected, 0);
  Number huge = type == 2 ? 1e30 : 1e300;
  for (int i = 0; i < 4; i++)
    x->host[i] = huge;
  send(x);
  check("nrm2 of large numbers", norm(handle, 4, x->device, 1, to), 0);
  near("nrm2 of large numbers", found(to, 1), 2 * huge);
  end(x), end(y);
}

/* Wrong arguments, and matrices of types that are refused. */
static void codes(void) {
  enum { NOT_INITIALIZED = 1, INVALID_VALUE = 7, NOT_SUPPORTED = 15, C_32F = 4, C_8I = 7 };
  float one[2] = {1, 0};
  Array *a = array();
  void *d = a->device;
  cublasSetPointerMode_v2(handle, 0);
  check("no handle", cublasCsymv_v2(NULL, LOWER, 4, one, d, 4, d, 1, one, d, 1), NOT_INITIALIZED);
  check("no half", cublasCsymv_v2(handle, 7, 4, one, d, 4, d, 1, one, d, 1), INVALID_VALUE);
  check("a short leading dimension", cublasCsymv_v2(handle, LOWER, 4, one, d, 3, d, 1, one, d, 1), INVALID_VALUE);
  check("a step of 0", cublasCsymv_v2(handle, LOWER, 4, one, d, 4, d, 0, one, d, 1), INVALID_VALUE);
  check("a negative order", cublasCsymv_v2(handle, LOWER, -1, one, d, 4, d, 1, one, d, 1), INVALID_VALUE);
  check("no operation", cublasCtrmv_v2(handle, LOWER, 9, UNIT, 4, d, 4, d, 1), INVALID_VALUE);
  check("no diagonal", cublasCtrmv_v2(handle, LOWER, 0, 9, 4, d, 4, d, 1), INVALID_VALUE);
  check("no side", cublasCsymm_v2(handle, 9, LOWER, 2, 2, one, d, 2, d, 2, one, d, 2), INVALID_VALUE);
  check("a transposed Hermitian product", cublasCherk_v2(handle, LOWER, 1, 2, 2, one, d, 2, one, d, 2), INVALID_VALUE);
  check("a conjugated symmetric product", cublasCsyrk_v2(handle, LOWER, 2, 2, 2, one, d, 2, one, d, 2), INVALID_VALUE);
  check("nothing to do", cublasCsymm_v2(handle, LEFT, LOWER, 0, 2, NULL, NULL, 1, NULL, 1, NULL, NULL, 1), 0);
  check("no factor", cublasCsymm_v2(handle, LEFT, LOWER, 2, 2, NULL, d, 2, d, 2, one, d, 2), INVALID_VALUE);
  check("syrk of typed matrices", cublasCsyrkEx(handle, LOWER, 0, 4, 3, one, d, C_32F, 4, one, d, C_32F, 4), 0);
  check("herk of bytes", cublasCherkEx(handle, LOWER, 0, 4, 3, one, d, C_8I, 4, one, d, C_32F, 4), NOT_SUPPORTED);
  end(a);
}

int main(void) {
  if (cublasCreate_v2(&handle))
    return 2;
  cudaMalloc((void **)&result_memory, 16);
  for (type = 0; type < 4; type++) {
    factor_memory[0] = array();
    factor_memory[1] = array();
    for (on_device = 0; on_device < 2; on_device++) {
      products_with_vectors();
      triangular_vectors();
      updates();
      products();
      triangular_matrices();
      others();
      if (type >= 2)
        complex_vectors();
    }
    on_device = 0;
    end(factor_memory[0]), end(factor_memory[1]);
  }
  type = 2;
  codes();
  cublasDestroy_v2(handle);
  printf("%d failures\n", failures);
  return failures > 0;
}
