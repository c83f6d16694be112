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

static void restart(Generator *generator) {
  cudaFree(generator->states);
  generator->states = NULL;
  generator->position = 0;
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

#define REFUSED(name, text) \
  API Status name(void) {   \
    library_refuse(#name);  \
    return NOT_SUPPORTED;   \
  }
