// SPDX-License-Identifier: Apache-2.0
//
// Resident blocks of a multiprocessor by the occupancy calculator of the CUDA toolkit, for 2,000
// seeded vectors of each compute capability: the content of vectors.txt, which
// NvidiaOccupancyVectorsTest compares with our rule. Made with the header of CUDA 13.0:
//
//   g++ -I "$CUDA_HOME/include" vectors.cpp -o vectors && ./vectors > vectors.txt
//
// A line is a capability and its results, a character each: '0' plus the number of blocks.
#include <cstdint>
#include <cstdio>

#include "cuda_occupancy.h"

namespace {

const int KIB = 1024;
const int VECTORS = 2000;

struct Board {
  int major, minor, warps, shared, optin, reserved; // shared memory in KiB
};

// CUDA C++ Programming Guide, technical specifications by compute capability.
const Board BOARDS[] = {
    {7, 0, 64, 96, 96, 0},   {7, 5, 32, 64, 64, 0},   {8, 0, 64, 164, 163, 1},
    {8, 6, 48, 100, 99, 1},  {8, 9, 48, 100, 99, 1},  {9, 0, 64, 228, 227, 1},
    {12, 0, 48, 100, 99, 1},
};

// SplitMix64, as java.util.SplittableRandom mixes its states.
struct Random {
  uint64_t state;

  uint64_t next() {
    uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
  }

  int below(int bound) { return static_cast<int>((next() >> 33) % bound); }
};

int blocks(const Board &board, Random &random) {
  int threads = 1 + random.below(1024 >> random.below(4));
  if (random.below(2)) threads = (threads + 31) / 32 * 32;
  int registers = 1 + random.below(255 >> random.below(3));
  int fixed = random.below(4) ? random.below(48 * KIB + 1) : 0;
  int dynamic = random.below(4) ? random.below(board.optin * KIB + 1) : 0;
  int part = 1 << 2 * random.below(4);
  fixed /= part;
  dynamic /= part;
  int percent = random.below(3) ? random.below(101) : SHAREDMEM_CARVEOUT_DEFAULT;

  cudaOccDeviceProp p = cudaOccDeviceProp();
  p.computeMajor = board.major;
  p.computeMinor = board.minor;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsPerMultiprocessor = board.warps * 32;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.sharedMemPerBlock = 48 * KIB;
  p.sharedMemPerMultiprocessor = board.shared * KIB;
  p.sharedMemPerBlockOptin = board.optin * KIB;
  p.reservedSharedMemPerBlock = board.reserved * KIB;
  p.numSms = 1;
  cudaOccFuncAttributes a = cudaOccFuncAttributes();
  a.maxThreadsPerBlock = 1024;
  a.numRegs = registers;
  a.sharedSizeBytes = fixed;
  a.partitionedGCConfig = PARTITIONED_GC_OFF;
  a.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  a.maxDynamicSharedSizeBytes = dynamic;
  cudaOccDeviceState s = cudaOccDeviceState();
  s.carveoutConfig = percent;
  cudaOccResult r;
  int error = cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &a, &s, threads, dynamic);
  return error ? 0 : r.activeBlocksPerMultiprocessor;
}

} // namespace

int main() {
  for (const Board &board : BOARDS) {
    Random random = {static_cast<uint64_t>(10 * board.major + board.minor)};
    printf("%d.%d ", board.major, board.minor);
    for (int i = 0; i < VECTORS; i++) putchar('0' + blocks(board, random));
    putchar('\n');
  }
}
