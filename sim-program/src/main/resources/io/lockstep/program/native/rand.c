/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host generators: cuRAND's interface as of its documentation, and, with LOCKSTEP_HIP and renamed
 * functions (NativeDriver), that of hipRAND. Kernels are Lockstep's own (rand.cl).
 */
#include <stdlib.h>
#include <string.h>

#include "library.h"

/* curandStatus_t, hiprandStatus_t */
typedef enum {
  SUCCESS = 0,
  NOT_INITIALIZED = 101,
  ALLOCATION_FAILED = 102,
  TYPE_ERROR = 103,
  OUT_OF_RANGE = 104,
  LENGTH_NOT_MULTIPLE = 105,
  LAUNCH_FAILURE = 201,
  NOT_SUPPORTED = 1000 /* HIPRAND_STATUS_NOT_IMPLEMENTED; cuRAND has no such status */
} Status;

/* curandRngType_t, hiprandRngType_t */
#ifdef LOCKSTEP_HIP
enum { PSEUDO_DEFAULT = 400, XORWOW = 401, PHILOX = 404, LAST_PSEUDO = 499 };
#else
enum { PSEUDO_DEFAULT = 100, XORWOW = 101, PHILOX = 161, LAST_PSEUDO = 199 };
#endif

enum { SEQUENCES = 4096, STATE_BYTES = 24, ITEMS = 256 };
enum { WORDS, UNIFORM, NORMAL, LOG_NORMAL, POISSON, SEED };
enum { UNIFORM_DOUBLE, NORMAL_DOUBLE, LOG_NORMAL_DOUBLE };

__asm__(".section .rodata\n"
        "rand_text: .incbin \"rand.cl\"\n"
        " .byte 0\n"
        ".previous");
extern const char rand_text[] __attribute__((visibility("hidden")));

#define SINGLES(p) p "words", p "uniform", p "normal", p "log_normal", p "poisson"
#define TWICE(p) p "uniform_double", p "normal_double", p "log_normal_double"
static Kernels kernels[2][2] = {
    {{.text = rand_text,
      .options = "-DGENERATOR=0 -DDOUBLES=0",
      .names = {SINGLES("lockstep_xorwow_"), "lockstep_xorwow_seed"}},
     {.text = rand_text,
      .options = "-DGENERATOR=0 -DDOUBLES=1",
      .names = {TWICE("lockstep_xorwow_")}}},
    {{.text = rand_text,
      .options = "-DGENERATOR=1 -DDOUBLES=0",
      .names = {SINGLES("lockstep_philox_")}},
     {.text = rand_text,
      .options = "-DGENERATOR=1 -DDOUBLES=1",
      .names = {TWICE("lockstep_philox_")}}},
};

typedef struct {
  int philox;
  int to_host;       /* results are in the host's memory */
  uint64_t seed;
  uint64_t offset;   /* of the first word */
  uint64_t position; /* words of Philox, units of XORWOW, since the offset */
  void *states;      /* of XORWOW; NULL: not seeded yet */
  Stream *stream;
} Generator;

static Status create(Generator **generator, int type, int to_host) {
  if (!generator)
    return OUT_OF_RANGE;
  if (type != PSEUDO_DEFAULT && type != XORWOW && type != PHILOX) {
    library_refuse("curandCreateGenerator of another type than XORWOW and Philox4x32-10");
    return TYPE_ERROR;
  }
  *generator = calloc(1, sizeof **generator);
  if (!*generator)
    return ALLOCATION_FAILED;
  (*generator)->philox = type == PHILOX;
  (*generator)->to_host = to_host;
  return SUCCESS;
}

API Status curandCreateGenerator(Generator **generator, int type) {
  return create(generator, type, 0);
}

API Status curandCreateGeneratorHost(Generator **generator, int type) {
  return create(generator, type, 1);
}

static void restart(Generator *generator) {
  cudaFree(generator->states);
  generator->states = NULL;
  generator->position = 0;
}

API Status curandDestroyGenerator(Generator *generator) {
  if (!generator)
    return NOT_INITIALIZED;
  restart(generator);
  free(generator);
  return SUCCESS;
}

API Status curandSetStream(Generator *generator, Stream *stream) {
  if (!generator)
    return NOT_INITIALIZED;
  generator->stream = stream;
  return SUCCESS;
}

API Status curandSetPseudoRandomGeneratorSeed(Generator *generator, unsigned long long seed) {
  if (!generator)
    return NOT_INITIALIZED;
  restart(generator);
  generator->seed = seed;
  return SUCCESS;
}

API Status curandSetGeneratorOffset(Generator *generator, unsigned long long offset) {
  if (!generator)
    return NOT_INITIALIZED;
  restart(generator);
  generator->offset = offset;
  return SUCCESS;
}

/* All orderings of pseudo-random generators are one here. */
API Status curandSetGeneratorOrdering(Generator *generator, int ordering) {
  if (!generator)
    return NOT_INITIALIZED;
  return ordering >= 100 && ordering <= 104 ? SUCCESS : OUT_OF_RANGE;
}

API Status curandSetQuasiRandomGeneratorDimensions(Generator *generator, unsigned dimensions) {
  (void)dimensions;
  return generator ? TYPE_ERROR : NOT_INITIALIZED;
}

static Status seed(Generator *g) {
  if (cudaMalloc(&g->states, SEQUENCES * STATE_BYTES))
    return ALLOCATION_FAILED;
  g->position = g->offset / 4;
  return library_launch(&kernels[0][0], SEED, (Dim3){SEQUENCES / ITEMS, 1, 1},
                        (Dim3){ITEMS, 1, 1}, (void *[]){&g->seed, &g->position, &g->states},
                        g->stream)
             ? LAUNCH_FAILURE
             : SUCCESS;
}

API Status curandGenerateSeeds(Generator *generator) {
  if (!generator)
    return NOT_INITIALIZED;
  return generator->philox || generator->states ? SUCCESS : seed(generator);
}

/* `width` results of `bytes` each are made of one unit of four words. */
typedef struct {
  int doubles, kernel, width, bytes;
} Form;

static Status launch(Generator *g, Form form, void *to, uint64_t n, void *first, void *second) {
  uint64_t units = (n + form.width - 1) / form.width;
  uint64_t position = g->philox ? g->offset + g->position : g->position;
  uint64_t groups = g->philox ? (units + ITEMS - 1) / ITEMS : SEQUENCES / ITEMS;
  if (groups > 65535)
    groups = 65535;
  void *arguments[] = {&g->seed, &position, &g->states, &to, &n, first, second};
  if (library_launch(&kernels[g->philox][form.doubles], form.kernel, (Dim3){(unsigned)groups, 1, 1},
                     (Dim3){ITEMS, 1, 1}, arguments, g->stream))
    return LAUNCH_FAILURE;
  g->position += g->philox ? n * (4 / form.width) : units;
  return SUCCESS;
}

static Status generate(Generator *g, Form form, void *results, size_t n, void *first,
                       void *second) {
  if (!g)
    return NOT_INITIALIZED;
  if (n == 0)
    return SUCCESS;
  if (!results)
    return OUT_OF_RANGE;
  if (!g->philox && !g->states) {
    Status status = seed(g);
    if (status)
      return status;
  }
  if (!g->to_host)
    return launch(g, form, results, n, first, second);
  void *device;
  if (cudaMalloc(&device, n * form.bytes))
    return ALLOCATION_FAILED;
  Status status = launch(g, form, device, n, first, second);
  if (!status
      && (cudaMemcpyAsync(results, device, n * form.bytes, DEVICE_TO_HOST, g->stream)
          || cudaStreamSynchronize(g->stream)))
    status = LAUNCH_FAILURE;
  cudaFree(device);
  return status;
}

API Status curandGenerate(Generator *generator, unsigned *results, size_t n) {
  unsigned none = 0;
  return generate(generator, (Form){0, WORDS, 4, 4}, results, n, &none, &none);
}

/* Only quasi-random generators of 64 bits have it. */
API Status curandGenerateLongLong(Generator *generator, unsigned long long *results, size_t n) {
  (void)results, (void)n;
  return generator ? TYPE_ERROR : NOT_INITIALIZED;
}

API Status curandGenerateUniform(Generator *generator, float *results, size_t n) {
  float none = 0;
  return generate(generator, (Form){0, UNIFORM, 4, 4}, results, n, &none, &none);
}

API Status curandGenerateUniformDouble(Generator *generator, double *results, size_t n) {
  double none = 0;
  return generate(generator, (Form){1, UNIFORM_DOUBLE, 2, 8}, results, n, &none, &none);
}

/* Normal numbers come in pairs. */
#define NORMALS(name, T, form)                                                             \
  API Status curandGenerate##name(Generator *generator, T *results, size_t n, T mean,      \
                                  T deviation) {                                           \
    if (n % 2)                                                                             \
      return LENGTH_NOT_MULTIPLE;                                                          \
    return generate(generator, (Form)form, results, n, &mean, &deviation);                 \
  }
#define BRACED(...) {__VA_ARGS__}
NORMALS(Normal, float, BRACED(0, NORMAL, 4, 4))
NORMALS(NormalDouble, double, BRACED(1, NORMAL_DOUBLE, 2, 8))
NORMALS(LogNormal, float, BRACED(0, LOG_NORMAL, 4, 4))
NORMALS(LogNormalDouble, double, BRACED(1, LOG_NORMAL_DOUBLE, 2, 8))

API Status curandGeneratePoisson(Generator *generator, unsigned *results, size_t n, double mean) {
  float single = (float)mean;
  unsigned none = 0;
  if (!(mean > 0 && mean <= 400000))
    return OUT_OF_RANGE;
  return generate(generator, (Form){0, POISSON, 4, 4}, results, n, &single, &none);
}

API Status curandGetVersion(int *version) {
  if (!version)
    return OUT_OF_RANGE;
#ifdef LOCKSTEP_HIP
  *version = 201000;
#else
  *version = 10300;
#endif
  return SUCCESS;
}

#ifndef LOCKSTEP_HIP
/* libraryPropertyType: the version's major, minor and patch number. */
API Status curandGetProperty(int type, int *value) {
  if (!value || type < 0 || type > 2)
    return OUT_OF_RANGE;
  *value = type == 0 ? 10 : type == 1 ? 3 : 0;
  return SUCCESS;
}
#endif

#define NO(name)            \
  API Status name(void);    \
  API Status name(void) {   \
    library_refuse(#name);  \
    return NOT_SUPPORTED;   \
  }
NO(curandCreatePoissonDistribution)
NO(curandDestroyDistribution)
NO(curandGeneratePoissonMethod)
NO(curandGetDirectionVectors32)
NO(curandGetDirectionVectors64)
NO(curandGetScrambleConstants32)
NO(curandGetScrambleConstants64)
#ifdef LOCKSTEP_HIP
NO(hiprandGenerateChar)
NO(hiprandGenerateShort)
NO(hiprandGenerateUniformHalf)
NO(hiprandGenerateNormalHalf)
NO(hiprandGenerateLogNormalHalf)
NO(hiprandMakeMTGP32Constants)
NO(hiprandMakeMTGP32KernelState)
#endif
