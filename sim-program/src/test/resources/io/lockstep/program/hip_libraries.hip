// SPDX-License-Identifier: Apache-2.0
// hipBLAS, hipRAND and hipRAND's device functions: results beside those of the host, published
// values of Philox4x32-10, and the same sequence by the host's generator and by a kernel.
#include <hipblas/hipblas.h>
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

static int failures;
#define CHECK(condition) \
  if (!(condition)) { \
    printf("line %d: %s\n", __LINE__, #condition); \
    failures++; \
  }

template <class T>
static std::vector<T> fetched(const T* device, size_t n) {
  std::vector<T> host(n);
  hipMemcpy(host.data(), device, n * sizeof(T), hipMemcpyDeviceToHost);
  return host;
}

__global__ void blocks(uint4* out) {
  out[0] = lockstep_philox_block(0, 0, 0);
  out[1] = lockstep_philox_block(~0ull, ~0ull, ~0ull);
  out[2] = lockstep_philox_block(0x299f31d0a4093822ull, 0x85a308d3243f6a88ull, 0x0370734413198a2eull);
}

/* Results of all functions, of each state; sums of values check the moments. */
template <class State>
__global__ void values(float* uniform, float* normal, double* twice, unsigned* words, int each) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  State s;
  hiprand_init(5, i, 0, &s);
  for (int k = 0; k < each; k++) {
    words[i * each + k] = hiprand(&s);
    uniform[i * each + k] = hiprand_uniform(&s);
    normal[i * each + k] = hiprand_normal(&s);
    twice[i * each + k] = hiprand_normal_double(&s) + hiprand_uniform_double(&s) - 0.5;
  }
}

__global__ void sequence(float4* out, uint4* after, unsigned long long offset) {
  hiprandStatePhilox4_32_10_t s, skipped;
  hiprand_init(77, 0, offset, &s);
  out[0] = hiprand_uniform4(&s);
  out[1] = hiprand_uniform4(&s);
  after[0] = hiprand4(&s);
  hiprand_init(77, 0, 0, &skipped);
  skipahead(offset + 8, &skipped);
  after[1] = hiprand4(&skipped);
}

__global__ void xorwow(uint4* out, unsigned long long seed) {
  hiprandState_t s;
  hiprand_init(seed, threadIdx.x, 0, &s);
  unsigned x = hiprand(&s), y = hiprand(&s), z = hiprand(&s);
  out[threadIdx.x] = make_uint4(x, y, z, hiprand(&s));
}

__global__ void distributions(float* normals, float* logs, unsigned* counts, double* twice) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  hiprandStatePhilox4_32_10_t s;
  hiprand_init(9, i, 0, &s);
  ((float4*)normals)[i] = hiprand_normal4(&s);
  ((double2*)twice)[2 * i] = hiprand_uniform2_double(&s);
  ((double2*)twice)[2 * i + 1] = hiprand_uniform2_double(&s);
  for (int k = 0; k < 2; k++) {
    logs[4 * i + k] = hiprand_log_normal(&s, 0, 0.25f);
    logs[4 * i + 2 + k] = hiprand_log_normal_double(&s, 0, 0.25);
    counts[4 * i + k] = hiprand_poisson(&s, 3);
    counts[4 * i + 2 + k] = hiprand_poisson(&s, 100) % 1000;
  }
}

static void moments(int line, const double* x, int n, double mean, double variance) {
  double sum = 0, squares = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i];
    squares += (x[i] - mean) * (x[i] - mean);
  }
  if (!(fabs(sum / n - mean) < 5 * sqrt(variance / n)) || !(fabs(squares / n / variance - 1) < 0.1)) {
    printf("line %d: mean %g, variance %g\n", line, sum / n, squares / n);
    failures++;
  }
}

template <class State>
static void kernels() {
  const int n = 16384, each = 4;
  float *uniform, *normal;
  double* twice;
  unsigned* words;
  hipMalloc(&uniform, n * 4);
  hipMalloc(&normal, n * 4);
  hipMalloc(&twice, n * 8);
  hipMalloc(&words, n * 4);
  values<State><<<n / each / 128, 128>>>(uniform, normal, twice, words, each);
  std::vector<double> x(n);
  auto u = fetched(uniform, n);
  auto v = fetched(normal, n);
  auto d = fetched(twice, n);
  auto w = fetched(words, n);
  for (int i = 0; i < n; i++) x[i] = u[i];
  moments(__LINE__, x.data(), n, 0.5, 1 / 12.0);
  for (int i = 0; i < n; i++) x[i] = v[i];
  moments(__LINE__, x.data(), n, 0, 1);
  moments(__LINE__, d.data(), n, 0, 1 + 1 / 12.0);
  for (int i = 0; i < n; i++) x[i] = w[i] * 0x1p-32;
  moments(__LINE__, x.data(), n, 0.5, 1 / 12.0);
}

static void random_numbers() {
  static const unsigned known[12] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8,
                                     0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd,
                                     0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
  uint4* out;
  hipMalloc(&out, 48);
  blocks<<<1, 1>>>(out);
  CHECK(!memcmp(fetched(out, 3).data(), known, sizeof known));
  kernels<hiprandStateXORWOW_t>();
  kernels<hiprandStatePhilox4_32_10_t>();

  const int n = 16384;
  float *normals, *logs;
  unsigned* counts;
  double* twice;
  hipMalloc(&normals, n * 4);
  hipMalloc(&logs, n * 4);
  hipMalloc(&counts, n * 4);
  hipMalloc(&twice, n * 8);
  distributions<<<n / 4 / 128, 128>>>(normals, logs, counts, twice);
  std::vector<double> x(n), small, large;
  auto v = fetched(normals, n);
  for (int i = 0; i < n; i++) x[i] = v[i];
  moments(__LINE__, x.data(), n, 0, 1);
  moments(__LINE__, fetched(twice, n).data(), n, 0.5, 1 / 12.0);
  auto l = fetched(logs, n);
  for (int i = 0; i < n; i++) x[i] = log(l[i]) * 4;
  moments(__LINE__, x.data(), n, 0, 1);
  auto c = fetched(counts, n);
  for (int i = 0; i < n; i++) (i % 4 < 2 ? small : large).push_back(c[i]);
  moments(__LINE__, small.data(), n / 2, 3, 3);
  moments(__LINE__, large.data(), n / 2, 100, 100);

  float *generated, *in_kernel;
  uint4* after;
  hipMalloc(&generated, 64);
  hipMalloc(&in_kernel, 32);
  hipMalloc(&after, 32);
  hiprandGenerator_t generator;
  CHECK(!hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_PHILOX4_32_10));
  CHECK(!hiprandSetPseudoRandomGeneratorSeed(generator, 77));
  CHECK(!hiprandSetGeneratorOffset(generator, 6));
  CHECK(!hiprandGenerateUniform(generator, generated, 8));
  CHECK(!hiprandDestroyGenerator(generator));
  sequence<<<1, 1>>>((float4*)in_kernel, after, 6);
  CHECK(fetched(generated, 8) == fetched(in_kernel, 8));
  auto both = fetched(after, 2);
  CHECK(!memcmp(&both[0], &both[1], sizeof both[0]));
  uint4 *device_words, *host_words;
  hipMalloc(&device_words, 1024);
  hipMalloc(&host_words, 1024);
  CHECK(!hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_XORWOW));
  CHECK(!hiprandSetPseudoRandomGeneratorSeed(generator, 3));
  CHECK(!hiprandGenerate(generator, (unsigned*)host_words, 256));
  CHECK(!hiprandDestroyGenerator(generator));
  xorwow<<<1, 64>>>(device_words, 3);
  CHECK(!memcmp(fetched(device_words, 64).data(), fetched(host_words, 64).data(), 1024));
  CHECK(hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_MT19937) == HIPRAND_STATUS_TYPE_ERROR);
}

/* Halves of symmetric matrices, sides, and complex numbers: enumerations have HIP's numbers here. */
static void matrices_of_all_forms(hipblasHandle_t handle) {
  const float stored[4] = {1, 2, 99, 3}, unit[4] = {1, 0, 0, 1}, two = 2, zero = 0;
  const hipblasComplex left = {1, 2}, right = {3, 4}, one = {1, 0}, none = {0, 0};
  float *a, *b, *c;
  hipMalloc(&a, 16), hipMalloc(&b, 16), hipMalloc(&c, 16);
  hipMemcpy(a, stored, 16, hipMemcpyHostToDevice);
  hipMemcpy(b, unit, 16, hipMemcpyHostToDevice);
  CHECK(!hipblasSsymm(handle, HIPBLAS_SIDE_RIGHT, HIPBLAS_FILL_MODE_LOWER, 2, 2, &two, a, 2, b, 2, &zero, c, 2));
  CHECK(fetched(c, 4) == (std::vector<float>{2, 4, 4, 6}));
  CHECK(!hipblasStrsm(handle, HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_UPPER, HIPBLAS_OP_T, HIPBLAS_DIAG_UNIT, 2, 2,
                      &two, a, 2, b, 2)); /* X = 2 ((1 0) (99 1))^-1 */
  CHECK(fetched(b, 4) == (std::vector<float>{2, -198, 0, 2}));
  hipMemcpy(a, &left, 8, hipMemcpyHostToDevice);
  hipMemcpy(b, &right, 8, hipMemcpyHostToDevice);
  CHECK(!hipblasCgemm(handle, HIPBLAS_OP_C, HIPBLAS_OP_N, 1, 1, 1, &one, (hipblasComplex*)a, 1, (hipblasComplex*)b,
                      1, &none, (hipblasComplex*)c, 1));
  hipblasComplex product = fetched((hipblasComplex*)c, 1)[0];
  CHECK(product.x == 11 && product.y == -2);
  CHECK(hipblasSsymm(handle, HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_FULL, 2, 2, &two, a, 2, b, 2, &zero, c, 2) ==
        HIPBLAS_STATUS_INVALID_ENUM);
  CHECK(hipblasSsymm(nullptr, HIPBLAS_SIDE_LEFT, HIPBLAS_FILL_MODE_LOWER, 2, 2, &two, a, 2, b, 2, &zero, c, 2) ==
        HIPBLAS_STATUS_HANDLE_IS_NULLPTR);
}

static void products() {
  const int m = 70, n = 30, k = 25;
  std::vector<float> a(m * k), b(k * n);
  std::vector<_Float16> a16(m * k), b16(k * n);
  for (int i = 0; i < m * k; i++) a16[i] = a[i] = (i * 7 % 17 - 8) / 8.0f;
  for (int i = 0; i < k * n; i++) b16[i] = b[i] = (i * 5 % 13 - 6) / 4.0f;
  float *da, *db, *dc;
  void *da16, *db16;
  hipMalloc(&da, m * k * 4);
  hipMalloc(&db, k * n * 4);
  hipMalloc(&dc, m * n * 4);
  hipMalloc(&da16, m * k * 2);
  hipMalloc(&db16, k * n * 2);
  hipMemcpy(da16, a16.data(), m * k * 2, hipMemcpyHostToDevice);
  hipMemcpy(db16, b16.data(), k * n * 2, hipMemcpyHostToDevice);
  hipblasHandle_t handle;
  CHECK(!hipblasCreate(&handle));
  CHECK(!hipblasSetMatrix(m, k, 4, a.data(), m, da, m));
  CHECK(!hipblasSetVector(k * n, 4, b.data(), 1, db, 1));
  for (int form = 0; form < 2; form++) {
    float alpha = 2, beta = 0;
    if (form == 0) {
      CHECK(!hipblasSgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, m, n, k, &alpha, da, m, db, n, &beta,
                          dc, m));
    } else {
      CHECK(!hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, m, n, k, &alpha, da16, HIPBLAS_R_16F,
                           m, db16, HIPBLAS_R_16F, n, &beta, dc, HIPBLAS_R_32F, m, HIPBLAS_R_32F,
                           HIPBLAS_GEMM_DEFAULT));
    }
    auto c = fetched(dc, m * n);
    double most = 0;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int l = 0; l < k; l++) sum += 2.0 * a[i + l * m] * b[j + l * n];
        most = fmax(most, fabs(sum - c[i + j * m]));
      }
    CHECK(most < 1e-4);
  }
  float dot = 0;
  CHECK(!hipblasSdot(handle, k, da, 1, da, 1, &dot));
  double expected = 0;
  for (int i = 0; i < k; i++) expected += (double)a[i] * a[i];
  CHECK(fabs(dot - expected) < 1e-4);
  CHECK(hipblasSgemm(handle, (hipblasOperation_t)0, HIPBLAS_OP_N, 1, 1, 1, &dot, da, 1, db, 1, &dot,
                     dc, 1) == HIPBLAS_STATUS_INVALID_ENUM);
  CHECK(hipblasDestroy(nullptr) == HIPBLAS_STATUS_HANDLE_IS_NULLPTR);
  matrices_of_all_forms(handle);
  CHECK(hipblasSrotmg(handle, 1, 2.0f) == HIPBLAS_STATUS_NOT_SUPPORTED);
  CHECK(!strcmp(hipblasStatusToString(HIPBLAS_STATUS_NOT_SUPPORTED), "HIPBLAS_STATUS_NOT_SUPPORTED"));
  CHECK(!hipblasDestroy(handle));
}

int main() {
  random_numbers();
  products();
  printf("%s\n", failures ? "FAIL" : "PASS");
  return failures;
}
