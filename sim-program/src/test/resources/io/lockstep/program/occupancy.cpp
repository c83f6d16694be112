// SPDX-License-Identifier: Apache-2.0
//
// Answers of the CUDA toolkit's occupancy calculator to the questions of occupancy_vectors.h: the
// content of occupancy.txt, with which OccupancyTest compares the runtime's. Made with the header of
// CUDA 13.0, with threads beyond a kernel's or device's limit as no blocks:
//
//   g++ -I "$CUDA_HOME/include" occupancy.cpp -o occupancy && ./occupancy > occupancy.txt
//
// A line is a capability; blocks, a character each, '0' plus their number; of every third vector the
// available shared memory in hexadecimal ('-': an error), or less, where the header has fewer blocks
// with it than were asked for; and of every tenth the best blocks of a multiprocessor and threads,
// with the memory of shared_of and with the vector's.
#include <cstddef>
#include <cstdio>

#include "cuda_occupancy.h"
#include "occupancy_vectors.h"

struct Board {
  int major, minor, threads, shared, optin, reserved; // shared memory in KiB
};

// CUDA C++ Programming Guide, technical specifications by compute capability.
static const Board BOARDS[] = {
    {7, 0, 2048, 96, 96, 0},   {7, 5, 1024, 64, 64, 0},   {8, 0, 2048, 164, 163, 1},
    {8, 6, 1536, 100, 99, 1},  {8, 9, 1536, 100, 99, 1},  {9, 0, 2048, 228, 227, 1},
    {12, 0, 1536, 100, 99, 1},
};

int main() {
  for (const Board &board : BOARDS) {
    cudaOccDeviceProp p;
    p.computeMajor = board.major;
    p.computeMinor = board.minor;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsPerMultiprocessor = board.threads;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = 32;
    p.sharedMemPerBlock = 48 * KIB;
    p.sharedMemPerMultiprocessor = board.shared * KIB;
    p.sharedMemPerBlockOptin = board.optin * KIB;
    p.reservedSharedMemPerBlock = board.reserved * KIB;
    p.numSms = 1;
    char blocks[VECTORS + 1] = "", available[16 * VECTORS] = "", best[64 * VECTORS] = "";
    char *a = available, *b = best;
    uint64_t state = 10 * board.major + board.minor;
    for (int i = 0; i < VECTORS; i++) {
      Vector v = vector_of(&state, board.optin * KIB);
      cudaOccFuncAttributes f;
      f.maxThreadsPerBlock = 1024;
      f.numRegs = REGISTER_COUNTS[v.registers];
      f.sharedSizeBytes = STATIC_BYTES[v.fixed];
      f.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
      f.maxDynamicSharedSizeBytes = v.opted >= 0 ? v.opted : 48 * KIB - STATIC_BYTES[v.fixed];
      cudaOccDeviceState s;
      s.carveoutConfig = v.carve_out;
      cudaOccResult r;
      int error = cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &f, &s, v.threads, v.dynamic);
      blocks[i] = '0' + (error ? 0 : r.activeBlocksPerMultiprocessor);
      size_t bytes = 0;
      if (i % 3 == 0) {
        error = cudaOccAvailableDynamicSMemPerBlock(&bytes, &p, &f, &s, v.blocks, v.threads);
        auto fits = [&] {
          cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &f, &s, v.threads, bytes);
          return r.activeBlocksPerMultiprocessor >= v.blocks;
        };
        while (!error && !fits()) bytes--;
        a += error ? sprintf(a, "-,") : sprintf(a, "%zx,", bytes);
      }
      if (i % 10 == 0)
        for (int fixed = 0; fixed < 2; fixed++) {
          int grid, threads;
          cudaOccMaxPotentialOccupancyBlockSize(&grid, &threads, &p, &f, &s, fixed ? NULL : shared_of,
                                                v.dynamic);
          b += sprintf(b, "%dx%d,", grid, threads);
        }
    }
    printf("%d %s %s %s\n", 10 * board.major + board.minor, blocks, available, best);
  }
}
