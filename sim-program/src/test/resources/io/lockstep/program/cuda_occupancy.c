/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints the answers to occupancy_vectors.h, in the form of occupancy.txt. Each seventh vector is
 * launched: it succeeds if and only if a multiprocessor holds a block.
 */
#include "cuda_test.h"
#include "occupancy_vectors.h"

Error cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *host, int blocks,
                                                int threads);
int cuInit(unsigned flags);
int cuOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *function,
                                     size_t (*shared_of)(int), size_t shared, int limit);
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads,
                                                size_t shared);
int cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks,
                                            int threads);

static char kernels[2][STATIC_SIZES][REGISTERS]; /* the second of each pair has an opt-in limit */

static int value_of(int attribute) {
  int value = -1;
  OK(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

int main(int count, char **words) {
  void **module = register_ptx(words[1], PLAIN, 70);
  for (int i = 0; i < 2 * STATIC_SIZES * REGISTERS; i++) {
    char *name = malloc(32);
    snprintf(name, 32, "k%d_s%d_r%d", i % 2, STATIC_BYTES[i / 2 % STATIC_SIZES],
             REGISTER_COUNTS[i / 2 / STATIC_SIZES]);
    register_kernel(module, &kernels[i % 2][i / 2 % STATIC_SIZES][i / 2 / STATIC_SIZES], name);
  }
  int capability = 10 * value_of(75) + value_of(76), most = value_of(97), units = value_of(16);
  char blocks[VECTORS + 1] = "", available[16 * VECTORS] = "", best[64 * VECTORS] = "";
  char *a = available, *b = best;
  uint64_t state = (uint64_t)capability;
  EXPECT(cuInit(0) == 0);
  OK(cudaFree(NULL));
  for (int i = 0; i < VECTORS; i++) {
    Vector v = vector_of(&state, most);
    const void *kernel = &kernels[v.opted >= 0][v.fixed][v.registers];
    int active = -1, same = -1;
    size_t bytes = 12345, again = 0;
    if (v.opted >= 0)
      OK(cudaFuncSetAttribute(kernel, 8, v.opted));
    OK(cudaFuncSetAttribute(kernel, 9, v.carve_out));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, kernel, v.threads, (size_t)v.dynamic));
    EXPECT(cuOccupancyMaxActiveBlocksPerMultiprocessor(&same, kernel, v.threads, (size_t)v.dynamic)
               == 0 && same == active);
    blocks[i] = (char)('0' + active);
    if (i % 7 == 0) {
      Error error = cudaLaunchKernel(kernel, dim(1, 1, 1), dim((unsigned)v.threads, 1, 1), NULL,
                                     (size_t)v.dynamic, NULL);
      EXPECT((error == cudaSuccess) == (active > 0));
      EXPECT(error == cudaSuccess || cudaGetLastError() == error);
    }
    if (i % 3 == 0) {
      Error error = cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, v.blocks, v.threads);
      EXPECT(error == cudaSuccess || (error == cudaErrorInvalidValue && bytes == 12345));
      EXPECT(cuOccupancyAvailableDynamicSMemPerBlock(&again, kernel, v.blocks, v.threads)
             == (int)error);
      a += error ? sprintf(a, "-,") : sprintf(a, "%zx,", bytes);
    }
    for (int fixed = 0; i % 10 == 0 && fixed < 2; fixed++) {
      int grid = -1, threads = -1;
      EXPECT(cuOccupancyMaxPotentialBlockSize(&grid, &threads, kernel, fixed ? NULL : shared_of,
                                              (size_t)v.dynamic, 0) == 0);
      b += sprintf(b, "%dx%d,", grid / units, threads);
    }
  }
  OK(cudaDeviceSynchronize());
  FILE *answers = fopen(words[2], "w");
  fprintf(answers, "%d %s %s %s\n", capability, blocks, available, best);
  return fclose(answers) || failures > 0;
}
