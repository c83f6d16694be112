/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program as the vendor's linker makes it: its references to cuBLAS, cuBLASLt and cuRAND carry the
 * versions of stub libraries. Products of cuBLASLt of both orders, all transposes, with biases and
 * activations, equal those of the host; what is not supported has its status.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "blas_test.h"

typedef void *Lt;
int cublasLtCreate(Lt *handle);
int cublasLtDestroy(Lt handle);
int cublasLtMatmulDescCreate(void **made, int computing, int scale);
int cublasLtMatmulDescDestroy(void *made);
int cublasLtMatmulDescSetAttribute(void *of, int number, const void *value, size_t bytes);
int cublasLtMatmulDescGetAttribute(void *of, int number, void *value, size_t bytes, size_t *written);
int cublasLtMatrixLayoutCreate(void **made, int type, uint64_t rows, uint64_t columns, int64_t ld);
int cublasLtMatrixLayoutDestroy(void *made);
int cublasLtMatrixLayoutSetAttribute(void *of, int number, const void *value, size_t bytes);
int cublasLtMatmulPreferenceCreate(void **made);
int cublasLtMatmulPreferenceDestroy(void *made);
int cublasLtMatmulPreferenceSetAttribute(void *of, int number, const void *value, size_t bytes);
int cublasLtMatmulAlgoGetHeuristic(Lt handle, void *as, void *a, void *b, void *c, void *d,
                                   void *preference, int wanted, void *found, int *count);
int cublasLtMatmul(Lt handle, void *as, const void *alpha, const void *a, void *la, const void *b,
                   void *lb, const void *beta, const void *c, void *lc, void *d, void *ld,
                   const void *algorithm, void *workspace, size_t bytes, void *stream);
int cublasLtMatrixTransform(Lt handle);
size_t cublasLtGetVersion(void), cublasLtGetCudartVersion(void);
int cublasLtGetProperty(int type, int *value);
const char *cublasLtGetStatusName(int status), *cublasLtGetStatusString(int status);
int curandCreateGenerator(void **generator, int type);
int curandGenerateUniform(void *generator, float *to, size_t n);
int curandDestroyGenerator(void *generator);

enum { NOT_INITIALIZED = 1, INVALID_VALUE = 7, NOT_SUPPORTED = 15 };
enum { F32 = 0, F16 = 2, COMPUTE_32F = 68, TO_DEVICE = 1, TO_HOST = 2 };
enum { TRANS_A = 3, TRANS_B = 4, EPILOGUE = 7, BIAS_POINTER = 8, ORDER = 1, BATCH = 5, STRIDE = 6 };
enum { M = 21, N = 70, K = 33, BATCHES = 2, PAD = 3 };

static int failures;
#define CHECK(condition)                              \
  do {                                                \
    if (!(condition)) {                               \
      printf("line %d: %s\n", __LINE__, #condition);  \
      failures++;                                     \
    }                                                 \
  } while (0)

static uint32_t state = 5;
static float value(void) {
  state = state * 1664525u + 1013904223u;
  return (int)(state >> 27) / 8.0f - 2;
}

/* A matrix of `rows` x `columns`, by rows or columns, with padding; a batch of two. */
typedef struct {
  int rows, columns, by_rows, type;
  float *host;
  void *device, *layout;
} Matrix;
static int ld_of(const Matrix *m) {
  return (m->by_rows ? m->columns : m->rows) + PAD;
}
static size_t size_of(const Matrix *m) {
  return (size_t)ld_of(m) * (m->by_rows ? m->rows : m->columns);
}
static size_t at(const Matrix *m, int batch, int row, int column) {
  return batch * size_of(m) + (m->by_rows ? row * ld_of(m) + column : row + column * ld_of(m));
}
static void copy(const Matrix *m, int kind) {
  size_t n = BATCHES * size_of(m);
  uint16_t *halves = malloc(2 * n);
  if (m->type == F32) {
    cudaMemcpy(kind == TO_DEVICE ? m->device : (void *)m->host,
               kind == TO_DEVICE ? (void *)m->host : m->device, 4 * n, kind);
  } else {
    for (size_t i = 0; i < n; i++)
      halves[i] = to_half(m->host[i]);
    cudaMemcpy(kind == TO_DEVICE ? m->device : (void *)halves,
               kind == TO_DEVICE ? (void *)halves : m->device, 2 * n, kind);
    for (size_t i = 0; i < n; i++)
      m->host[i] = (float)of_half(halves[i]);
  }
  free(halves);
}
static Matrix matrix(int type, int rows, int columns, int by_rows) {
  Matrix m = {rows, columns, by_rows, type};
  int32_t batches = BATCHES;
  int64_t stride = (int64_t)size_of(&m);
  m.host = malloc(BATCHES * size_of(&m) * 4);
  for (size_t i = 0; i < BATCHES * size_of(&m); i++)
    m.host[i] = value();
  cudaMalloc(&m.device, BATCHES * size_of(&m) * 4);
  copy(&m, TO_DEVICE);
  CHECK(!cublasLtMatrixLayoutCreate(&m.layout, type, (uint64_t)rows, (uint64_t)columns, ld_of(&m)));
  CHECK(!cublasLtMatrixLayoutSetAttribute(m.layout, ORDER, &by_rows, 4));
  CHECK(!cublasLtMatrixLayoutSetAttribute(m.layout, BATCH, &batches, 4));
  CHECK(!cublasLtMatrixLayoutSetAttribute(m.layout, STRIDE, &stride, 8));
  return m;
}
static void release(Matrix *m) {
  cudaFree(m->device);
  free(m->host);
  CHECK(!cublasLtMatrixLayoutDestroy(m->layout));
}

static double activated(double x, int epilogue) {
  if (epilogue & 2)
    return x > 0 ? x : 0;
  return epilogue & 32 ? 0.5 * x * (1 + tanh(sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))) : x;
}

static void product(Lt handle, int type, unsigned form, int epilogue, float beta, int in_place) {
  int ta = form & 1, tb = form >> 1 & 1, count = 0;
  Matrix a = matrix(type, ta ? K : M, ta ? M : K, form >> 2 & 1);
  Matrix b = matrix(type, tb ? N : K, tb ? K : N, form >> 3 & 1);
  Matrix c = matrix(type, M, N, form >> 4 & 1), d = matrix(type, M, N, form >> 4 & 1);
  Matrix bias = matrix(type, M, 1, 0), *to = in_place ? &c : &d;
  float alpha = 0.5f;
  void *as, *preference, *found[12];
  CHECK(!cublasLtMatmulDescCreate(&as, COMPUTE_32F, F32));
  CHECK(!cublasLtMatmulDescSetAttribute(as, TRANS_A, &ta, 4));
  CHECK(!cublasLtMatmulDescSetAttribute(as, TRANS_B, &tb, 4));
  CHECK(!cublasLtMatmulDescSetAttribute(as, EPILOGUE, &epilogue, 4));
  CHECK(!cublasLtMatmulDescSetAttribute(as, BIAS_POINTER, &bias.device, 8));
  CHECK(!cublasLtMatmulPreferenceCreate(&preference));
  CHECK(!cublasLtMatmulAlgoGetHeuristic(handle, as, a.layout, b.layout, c.layout, to->layout,
                                        preference, 1, found, &count) && count == 1);
  CHECK(!cublasLtMatmul(handle, as, &alpha, a.device, a.layout, b.device, b.layout, &beta, c.device,
                        c.layout, to->device, to->layout, found, NULL, 0, NULL));
  double worst = 0;
  float *before = malloc(BATCHES * size_of(&c) * 4);
  memcpy(before, c.host, BATCHES * size_of(&c) * 4);
  copy(to, TO_HOST);
  for (int n = 0; n < BATCHES; n++)
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int k = 0; k < K; k++)
          sum += (double)a.host[at(&a, n, ta ? k : i, ta ? i : k)]
                 * b.host[at(&b, n, tb ? j : k, tb ? k : j)];
        sum = 0.5 * sum + beta * before[at(&c, n, i, j)];
        sum = activated(sum + (epilogue & 4 ? bias.host[i] : 0), epilogue);
        worst = fmax(worst, fabs(to->host[at(to, n, i, j)] - sum) / (1 + fabs(sum)));
      }
  if (!(worst < (type == F16 ? 2e-3 : 1e-5))) {
    printf("form %u, epilogue %d, type %d: %g\n", form, epilogue, type, worst);
    failures++;
  }
  free(before);
  CHECK(!cublasLtMatmulPreferenceDestroy(preference));
  CHECK(!cublasLtMatmulDescDestroy(as));
  release(&a), release(&b), release(&c), release(&d), release(&bias);
}

static void refusals(Lt handle) {
  Matrix a = matrix(F32, 4, 4, 0), wide = matrix(F32, 5, 4, 0);
  int epilogue = 256, four = 4, three = 3;
  float one = 1, zero = 0, *scale = NULL;
  size_t written = 0;
  void *as;
  CHECK(cublasLtCreate(NULL) == INVALID_VALUE);
  CHECK(cublasLtMatmulDescCreate(NULL, COMPUTE_32F, F32) == INVALID_VALUE);
  CHECK(!cublasLtMatmulDescCreate(&as, COMPUTE_32F, F32));
  CHECK(cublasLtMatmulDescSetAttribute(as, TRANS_A, &four, 2) == INVALID_VALUE);
  CHECK(cublasLtMatmulDescSetAttribute(as, 99, &four, 4) == INVALID_VALUE);
  CHECK(!cublasLtMatmulDescGetAttribute(as, EPILOGUE, &four, 4, &written) && four == 1 && written == 4);
#define MATMUL(handle, la, lb)                                                                    \
  cublasLtMatmul(handle, as, &one, a.device, la, a.device, lb, &zero, a.device, a.layout, a.device, \
                 a.layout, NULL, NULL, 0, NULL)
  CHECK(MATMUL(NULL, a.layout, a.layout) == NOT_INITIALIZED);
  CHECK(MATMUL(handle, NULL, a.layout) == INVALID_VALUE);
  CHECK(MATMUL(handle, wide.layout, a.layout) == INVALID_VALUE);
  CHECK(!cublasLtMatmulDescSetAttribute(as, EPILOGUE, &epilogue, 4));
  CHECK(MATMUL(handle, a.layout, a.layout) == NOT_SUPPORTED);
  epilogue = 1;
  CHECK(!cublasLtMatmulDescSetAttribute(as, EPILOGUE, &epilogue, 4));
  CHECK(!cublasLtMatrixLayoutSetAttribute(wide.layout, ORDER, &three, 4));
  CHECK(!MATMUL(handle, a.layout, a.layout));
  CHECK(!cublasLtMatmulDescSetAttribute(as, 17, &scale, 8));
  CHECK(MATMUL(handle, a.layout, a.layout) == NOT_SUPPORTED);
  CHECK(cublasLtMatrixTransform(handle) == NOT_SUPPORTED);
  CHECK(!cublasLtMatmulDescDestroy(as));
  release(&a), release(&wide);
}

/* The parts of the version agree; statuses have names; a limit of the workspace is taken. */
static void queries(void) {
  int major = 0;
  size_t limit = 1 << 20;
  void *preference;
  CHECK(!cublasLtGetProperty(0, &major) && cublasLtGetProperty(3, &major) == INVALID_VALUE);
  CHECK(major >= 11 && cublasLtGetVersion() / 10000 == (size_t)major);
  CHECK(cublasLtGetCudartVersion() / 1000 == (size_t)major);
  CHECK(!strcmp(cublasLtGetStatusName(NOT_SUPPORTED), "CUBLAS_STATUS_NOT_SUPPORTED"));
  CHECK(!strcmp(cublasLtGetStatusString(0), "CUBLAS_STATUS_SUCCESS"));
  CHECK(!cublasLtMatmulPreferenceCreate(&preference));
  CHECK(!cublasLtMatmulPreferenceSetAttribute(preference, 1, &limit, 8));
  CHECK(cublasLtMatmulPreferenceSetAttribute(preference, 1, &limit, 2) == INVALID_VALUE);
  CHECK(cublasLtMatmulPreferenceSetAttribute(preference, 99, &limit, 8) == INVALID_VALUE);
  CHECK(!cublasLtMatmulPreferenceDestroy(preference));
}

int main(void) {
  static const int EPILOGUES[] = {1, 2, 4, 6, 32, 36};
  Lt lt;
  Handle handle;
  void *generator;
  float *x, sum = 0, host[4];
  CHECK(!cublasLtCreate(&lt));
  for (unsigned form = 0; form < 32; form++)
    product(lt, form % 3 ? F32 : F16, form, EPILOGUES[form % 6], form % 4 ? 0.25f : 0, form % 5 == 0);
  refusals(lt);
  queries();
  CHECK(!cublasLtDestroy(lt));
  cudaMalloc((void **)&x, 16);
  CHECK(!curandCreateGenerator(&generator, 100));
  CHECK(!curandGenerateUniform(generator, x, 4));
  CHECK(!curandDestroyGenerator(generator));
  CHECK(!cublasCreate_v2(&handle));
  CHECK(!cublasSasum_v2(handle, 4, x, 1, &sum));
  CHECK(!cublasDestroy_v2(handle));
  cudaMemcpy(host, x, 16, TO_HOST);
  CHECK(sum > 0 && fabs(sum - host[0] - host[1] - host[2] - host[3]) < 1e-6);
  return failures != 0;
}
