/* SPDX-License-Identifier: Apache-2.0 */
/* Several threads of the host access managed memory at the same time, between launches. */
#include <pthread.h>

#include "cuda_test.h"

#define N 65536
#define THREADS 2
#define ROUNDS 20

static const char STEP;
static int *data;

typedef struct Share {
  int first, round, wrong;
  pthread_t thread;
} Share;

static pthread_barrier_t start;

static void launch(int n) {
  void *arguments[] = {&data, &n};
  OK(cudaLaunchKernel(&STEP, dim((unsigned)(n + 255) / 256, 1, 1), dim(256, 1, 1), arguments, 0,
                      NULL));
  OK(cudaDeviceSynchronize());
}

static void *read_share(void *given) {
  Share *share = given;
  pthread_barrier_wait(&start);
  for (int i = share->first; i < N; i += THREADS)
    share->wrong += data[i] != share->round;
  return NULL;
}

static void *write_share(void *given) {
  Share *share = given;
  pthread_barrier_wait(&start);
  for (int i = share->first; i < N; i += THREADS)
    data[i] = share->round;
  return NULL;
}

/* Runs both shares side by side; returns how many of the values that they have read are wrong. */
static int together(void *(*work)(void *), int round) {
  Share shares[THREADS];
  int wrong = 0;
  pthread_barrier_init(&start, NULL, THREADS);
  for (int t = 0; t < THREADS; t++) {
    shares[t] = (Share){.first = t, .round = round};
    pthread_create(&shares[t].thread, NULL, work, &shares[t]);
  }
  for (int t = 0; t < THREADS; t++) {
    pthread_join(shares[t].thread, NULL);
    wrong += shares[t].wrong;
  }
  pthread_barrier_destroy(&start);
  return wrong;
}

static void *write_one(void *given) {
  pthread_barrier_wait(&start);
  for (int k = 0; k < 1000; k++)
    data[512] = *(int *)given;
  return NULL;
}

/* A thread writes a page of which the other one copies a part to the device. */
static void copy_and_write(void) {
  int *copy;
  OK(cudaMalloc((void **)&copy, 256 * sizeof *copy));
  for (int round = 1; round <= 200; round++) {
    pthread_t thread;
    pthread_barrier_init(&start, NULL, 2);
    data[0] = round;
    pthread_create(&thread, NULL, write_one, &round);
    pthread_barrier_wait(&start);
    OK(cudaMemcpy(copy, data, 256 * sizeof *copy, COPY_DEFAULT));
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&start);
    launch(513);
    EXPECT(data[512] == round + 1);
  }
  OK(cudaFree(copy));
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void **module = register_ptx(arguments[1], PLAIN, 75);
  register_kernel(module, &STEP, "step");
  int *steps;
  __cudaRegisterManagedVar(module, (void **)&steps, NULL, "steps", 0, 4, 0, 0);
  __cudaInitModule(module);
  OK(cudaMallocManaged((void **)&data, N * sizeof *data, 1));
  for (int round = 1; round <= ROUNDS; round++) {
    launch(N);
    EXPECT(together(read_share, round) == 0);
  }
  for (int round = 1; round <= ROUNDS; round++) {
    launch(N);
    together(write_share, 7 * round);
    launch(N);
    EXPECT(together(read_share, 7 * round + 1) == 0);
  }
  copy_and_write();
  return finish();
}
