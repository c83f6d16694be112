/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Seeded questions about occupancy, for cuda_occupancy.c and for its witness, occupancy.cpp: static
 * and dynamic shared memory, opt-in limit, carve-out, threads and registers.
 */
#ifndef OCCUPANCY_VECTORS_H
#define OCCUPANCY_VECTORS_H
#include <stdint.h>

enum { VECTORS = 300, KIB = 1024, STATIC_SIZES = 8, REGISTERS = 6 };
static const int STATIC_BYTES[STATIC_SIZES] = {0, 16, 256, 1000, 4096, 16384, 40000, 49152};
static const int REGISTER_COUNTS[REGISTERS] = {16, 32, 64, 66, 128, 255};

typedef struct {
  int fixed, registers; /* indices of the two tables */
  int opted;            /* cudaFuncAttributeMaxDynamicSharedMemorySize; -1: not set */
  int carve_out, threads, dynamic;
  int blocks; /* that are wanted, where available shared memory is asked for */
} Vector;

/* SplitMix64 */
static inline int below(uint64_t *state, int bound) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15ull);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return (int)(((z ^ z >> 31) >> 33) % (uint64_t)bound);
}

/* Half of the dynamic sizes are next to the limit of the kernel. */
static inline Vector vector_of(uint64_t *state, int most) {
  Vector v = {below(state, STATIC_SIZES), below(state, REGISTERS), -1, -1, 0, 0, 0};
  int fixed = STATIC_BYTES[v.fixed];
  if (below(state, 2))
    v.opted = below(state, 4) ? below(state, most - fixed + 1) : most - fixed;
  if (below(state, 3) == 0)
    v.carve_out = below(state, 101);
  v.threads = 1 + below(state, 1100 >> below(state, 4));
  if (below(state, 2))
    v.threads = (v.threads + 31) / 32 * 32;
  int limit = v.opted >= 0 ? v.opted : 48 * KIB - fixed;
  v.dynamic = below(state, 2) ? limit + below(state, 5) - 2 : below(state, most + 1) >> below(state, 8);
  v.dynamic = v.dynamic < 0 ? 0 : v.dynamic;
  v.blocks = 1 << below(state, 4);
  return v;
}

/* Dynamic shared memory of a block where its size chooses it. */
static inline size_t shared_of(int threads) {
  return (size_t)threads * 48;
}
#endif
