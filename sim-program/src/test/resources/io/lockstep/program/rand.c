/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uses the host generators of CUDA: published values of Philox4x32-10, a model of the sequences on
 * the host, moments of the distributions, offsets and split calls, wrong calls.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Generator *Generator;
int cudaMalloc(void **pointer, size_t bytes);
int cudaFree(void *pointer);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cudaMemset(void *to, int value, size_t bytes);
int cudaStreamCreate(void **stream);
int curandCreateGenerator(Generator *g, int type);
int curandCreateGeneratorHost(Generator *g, int type);
int curandDestroyGenerator(Generator g);
int curandSetStream(Generator g, void *stream);
int curandSetPseudoRandomGeneratorSeed(Generator g, unsigned long long seed);
int curandSetGeneratorOffset(Generator g, unsigned long long offset);
int curandSetGeneratorOrdering(Generator g, int ordering);
int curandSetQuasiRandomGeneratorDimensions(Generator g, unsigned dimensions);
int curandGenerateSeeds(Generator g);
int curandGenerate(Generator g, unsigned *results, size_t n);
int curandGenerateLongLong(Generator g, unsigned long long *results, size_t n);
int curandGenerateUniform(Generator g, float *results, size_t n);
int curandGenerateUniformDouble(Generator g, double *results, size_t n);
int curandGenerateNormal(Generator g, float *results, size_t n, float mean, float deviation);
int curandGenerateNormalDouble(Generator g, double *results, size_t n, double mean, double deviation);
int curandGenerateLogNormal(Generator g, float *results, size_t n, float mean, float deviation);
int curandGenerateLogNormalDouble(Generator g, double *results, size_t n, double mean,
                                  double deviation);
int curandGeneratePoisson(Generator g, unsigned *results, size_t n, double mean);
int curandGetVersion(int *version);
int curandGetProperty(int type, int *value);
int curandGetDirectionVectors32(void *vectors, int set);

enum { XORWOW = 101, PHILOX = 161, NOT_INITIALIZED = 101, TYPE_ERROR = 103, OUT_OF_RANGE = 104,
       LENGTH_NOT_MULTIPLE = 105 };
enum { N = 40002 };

static int failures;
static void fail(int line, const char *what) {
  printf("line %d: %s\n", line, what);
  failures++;
}
#define CHECK(condition)          \
  do {                            \
    if (!(condition))             \
      fail(__LINE__, #condition); \
  } while (0)
#define OK(call) CHECK((call) == 0)

static void *device;

static void fetch(void *to, size_t bytes) {
  cudaMemcpy(to, device, bytes, 2);
}

static Generator generator(int type, unsigned long long seed, unsigned long long offset) {
  Generator g;
  OK(curandCreateGenerator(&g, type));
  OK(curandSetPseudoRandomGeneratorSeed(g, seed));
  OK(curandSetGeneratorOffset(g, offset));
  return g;
}

/* Known answers of the authors' library Random123 (kat_vectors): for a key of zeros the block of
   counter 0; for a key and a counter of ones in the low half, the halves' model below. */
static void known_answers(void) {
  static const uint32_t zeros[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  uint32_t words[8];
  Generator g = generator(PHILOX, 0, 0);
  OK(curandGenerate(g, device, 8));
  fetch(words, sizeof words);
  CHECK(!memcmp(words, zeros, sizeof zeros));
  OK(curandDestroyGenerator(g));
}

/* Philox4x32-10 with a counter of 64 bits, by the paper. */
static uint32_t philox(uint64_t key, uint64_t position) {
  uint32_t c[4] = {(uint32_t)(position / 4), (uint32_t)(position / 4 >> 32), 0, 0};
  uint32_t k[2] = {(uint32_t)key, (uint32_t)(key >> 32)};
  for (int round = 0; round < 10; round++) {
    uint64_t a = (uint64_t)0xD2511F53 * c[0], b = (uint64_t)0xCD9E8D57 * c[2];
    uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ k[0], (uint32_t)b,
                        (uint32_t)(a >> 32) ^ c[3] ^ k[1], (uint32_t)a};
    memcpy(c, next, sizeof c);
    k[0] += 0x9E3779B9;
    k[1] += 0xBB67AE85;
  }
  return c[position % 4];
}

static void sequence_of_philox(void) {
  static uint32_t words[1004];
  uint64_t seed = 0x123456789ABCDEFull, offset = (1ull << 34) + 7;
  Generator g = generator(PHILOX, seed, offset);
  cudaMemset(device, 0, sizeof words);
  OK(curandGenerate(g, device, 1003));
  fetch(words, sizeof words);
  for (int i = 0; i < 1003; i++)
    CHECK(words[i] == philox(seed, offset + i));
  CHECK(words[1003] == 0); /* nothing behind the results is written */
  for (int from = 1003; from < 1031; from += 7) { /* goes on where the last call has ended */
    OK(curandGenerate(g, device, 7));
    fetch(words, 28);
    for (int i = 0; i < 7; i++)
      CHECK(words[i] == philox(seed, offset + from + i));
  }
  float unit;
  double twice[2];
  OK(curandGenerateUniform(g, device, 1));
  fetch(&unit, 4);
  CHECK(unit == philox(seed, offset + 1031) * 0x1p-32f + 0x1p-33f);
  OK(curandGenerateUniformDouble(g, device, 2)); /* two words each */
  fetch(twice, 16);
  uint64_t both = (uint64_t)philox(seed, offset + 1035) << 32 | philox(seed, offset + 1034);
  CHECK(twice[1] == (both >> 11) * 0x1p-53 + 0x1p-54);
  OK(curandGenerate(g, device, 1));
  fetch(words, 4);
  CHECK(words[0] == philox(seed, offset + 1036));
  OK(curandDestroyGenerator(g));
}

static uint64_t mixed(uint64_t z) {
  z *= 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* The first words of sequence `number` of XORWOW, by the paper. */
static void xorwow(uint64_t seed, uint64_t number, uint32_t *words, int n) {
  uint64_t a = mixed(mixed(seed) + 3 * number + 1), b = mixed(mixed(seed) + 3 * number + 2);
  uint64_t c = mixed(mixed(seed) + 3 * number + 3);
  uint32_t x = a, y = a >> 32, z = b, w = b >> 32, v = (uint32_t)c | 1, d = c >> 32;
  for (int i = 0; i < n; i++) {
    uint32_t t = x ^ x >> 2;
    x = y, y = z, z = w, w = v;
    v = v ^ v << 4 ^ t ^ t << 1;
    words[i] = (d += 362437) + v;
  }
}

static void sequence_of_xorwow(void) {
  static uint32_t words[N], model[12];
  Generator g = generator(XORWOW, 99, 0);
  OK(curandGenerate(g, device, N));
  fetch(words, sizeof words);
  for (int sequence = 0; sequence < 4096; sequence += 585) {
    xorwow(99, sequence, model, 8);
    CHECK(!memcmp(&words[4 * sequence], model, 16));
    CHECK(!memcmp(&words[4 * (sequence + 4096)], model + 4, 16));
  }
  OK(curandDestroyGenerator(g));
  g = generator(XORWOW, 99, 4 * 4097); /* 4,097 units: sequence 1 is at its second one */
  OK(curandGenerateSeeds(g));
  OK(curandGenerate(g, device, 8));
  uint32_t later[8];
  fetch(later, sizeof later);
  CHECK(!memcmp(later, &words[4 * 4097], sizeof later));
  OK(curandDestroyGenerator(g));
}

static void moments(int line, const double *x, int n, double mean, double variance) {
  double sum = 0, squares = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  for (int i = 0; i < n; i++)
    squares += (x[i] - sum / n) * (x[i] - sum / n);
  if (fabs(sum / n - mean) > 5 * sqrt(variance / n) || fabs(squares / n / variance - 1) > 0.06) {
    printf("mean %g, variance %g\n", sum / n, squares / n);
    fail(line, "moments");
  }
}

static void distributions(int type) {
  static double x[N];
  static float singles[N];
  static unsigned counts[N];
  Generator g = generator(type, 7, 0);
#define SINGLES(call, mean, variance)  \
  do {                                 \
    OK(call);                          \
    fetch(singles, sizeof singles);    \
    for (int i = 0; i < N; i++)        \
      x[i] = singles[i];               \
    moments(__LINE__, x, N, mean, variance); \
  } while (0)
#define TWICE(call, mean, variance)    \
  do {                                 \
    OK(call);                          \
    fetch(x, sizeof x);                \
    moments(__LINE__, x, N, mean, variance); \
  } while (0)
#define COUNTS(mean)                               \
  do {                                             \
    OK(curandGeneratePoisson(g, device, N, mean)); \
    fetch(counts, sizeof counts);                  \
    for (int i = 0; i < N; i++)                    \
      x[i] = counts[i];                            \
    moments(__LINE__, x, N, mean, mean);           \
  } while (0)
  SINGLES(curandGenerateUniform(g, device, N), 0.5, 1 / 12.0);
  for (int i = 0; i < N; i++)
    if (!(x[i] > 0 && x[i] <= 1))
      fail(__LINE__, "uniform");
  TWICE(curandGenerateUniformDouble(g, device, N), 0.5, 1 / 12.0);
  SINGLES(curandGenerateNormal(g, device, N, 3, 2), 3, 4);
  double pairs = 0;
  for (int i = 0; i < N; i += 2)
    pairs += (x[i] - 3) * (x[i + 1] - 3) / (N / 2);
  CHECK(fabs(pairs) < 0.15); /* the numbers of a pair do not depend on each other */
  TWICE(curandGenerateNormalDouble(g, device, N, -1, 0.5), -1, 0.25);
  double e = exp(0.25 * 0.25);
  SINGLES(curandGenerateLogNormal(g, device, N, 0, 0.25f), sqrt(e), (e - 1) * e);
  TWICE(curandGenerateLogNormalDouble(g, device, N, 0, 0.25), sqrt(e), (e - 1) * e);
  COUNTS(2.5);
  COUNTS(50);
  COUNTS(500);
  OK(curandDestroyGenerator(g));
}

int main(void) {
  Generator g;
  void *stream;
  int number;
  cudaMalloc(&device, N * sizeof(double));
  cudaStreamCreate(&stream);
  known_answers();
  sequence_of_philox();
  sequence_of_xorwow();
  distributions(PHILOX);
  distributions(100);
  float host[4], same[4];
  OK(curandCreateGeneratorHost(&g, PHILOX));
  OK(curandSetStream(g, stream));
  OK(curandSetGeneratorOrdering(g, 101));
  OK(curandSetPseudoRandomGeneratorSeed(g, 5));
  OK(curandGenerateUniform(g, host, 4));
  OK(curandSetPseudoRandomGeneratorSeed(g, 5));
  OK(curandGenerateUniform(g, same, 4));
  CHECK(!memcmp(host, same, sizeof host) && host[0] != host[1]);
  CHECK(host[3] == philox(5, 3) * 0x1p-32f + 0x1p-33f);
  CHECK(curandGenerateNormal(g, host, 3, 0, 1) == LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateLongLong(g, NULL, 1) == TYPE_ERROR);
  CHECK(curandSetQuasiRandomGeneratorDimensions(g, 2) == TYPE_ERROR);
  CHECK(curandSetGeneratorOrdering(g, 201) == OUT_OF_RANGE);
  OK(curandDestroyGenerator(g));
  CHECK(curandDestroyGenerator(NULL) == NOT_INITIALIZED);
  CHECK(curandCreateGenerator(&g, 121) == TYPE_ERROR);
  CHECK(curandGetDirectionVectors32(NULL, 0) != 0);
  OK(curandGetVersion(&number));
  OK(curandGetProperty(0, &number));
  CHECK(number == 10);
  printf("%d failures\n", failures);
  return failures > 0;
}
