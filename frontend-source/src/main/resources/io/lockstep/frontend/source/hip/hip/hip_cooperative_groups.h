/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of work-items that act together: the block, its tiles, the lanes that are active, the
 * grid. After "Cooperative groups" of HIP's documentation. */
#ifndef LOCKSTEP_HIP_COOPERATIVE_GROUPS_H
#define LOCKSTEP_HIP_COOPERATIVE_GROUPS_H
#include "hip/hip_runtime.h"

/* Blocks that have arrived; the highest bit changes when all have. */
static __device__ unsigned lockstep_grid_arrived;

namespace cooperative_groups {
#define LOCKSTEP_GROUP __device__ __inline__ __attribute__((always_inline))

LOCKSTEP_GROUP static unsigned lockstep_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

class thread_group {
 public:
  enum kind_t { whole_grid, block, tile, lanes };
  LOCKSTEP_GROUP thread_group(kind_t kind, unsigned count, unsigned rank, lockstep_mask mask)
      : kind(kind), count(count), rank(rank), mask(mask) {}
  LOCKSTEP_GROUP unsigned size() const { return count; }
  LOCKSTEP_GROUP unsigned num_threads() const { return count; }
  LOCKSTEP_GROUP unsigned thread_rank() const { return rank; }
  LOCKSTEP_GROUP bool is_valid() const { return true; }
  LOCKSTEP_GROUP void sync() const {
    if (kind == block) {
      __syncthreads();
    } else {
      __syncwarp();
    }
  }

 protected:
  kind_t kind;
  unsigned count, rank;
  lockstep_mask mask;
};

class thread_block : public thread_group {
 public:
  LOCKSTEP_GROUP thread_block()
      : thread_group(block, blockDim.x * blockDim.y * blockDim.z, lockstep_in_block(), 0) {}
  LOCKSTEP_GROUP static void sync() { __syncthreads(); }
  LOCKSTEP_GROUP dim3 group_index() const { return blockIdx; }
  LOCKSTEP_GROUP dim3 thread_index() const { return threadIdx; }
  LOCKSTEP_GROUP dim3 group_dim() const { return blockDim; }
};
LOCKSTEP_GROUP static thread_block this_thread_block() { return thread_block(); }

class grid_group : public thread_group {
 public:
  LOCKSTEP_GROUP grid_group()
      : thread_group(whole_grid, all_blocks() * blockDim.x * blockDim.y * blockDim.z,
                     this_block() * (blockDim.x * blockDim.y * blockDim.z) + lockstep_in_block(),
                     0) {}
  LOCKSTEP_GROUP dim3 group_dim() const { return gridDim; }
  LOCKSTEP_GROUP void sync() const {
    __syncthreads();
    if (lockstep_in_block() == 0) {
      __threadfence();
      unsigned step = this_block() == 0 ? 0x80000000u - (all_blocks() - 1) : 1;
      unsigned before = atomicAdd(&lockstep_grid_arrived, step);
      while (((before ^ *(volatile unsigned*)&lockstep_grid_arrived) & 0x80000000u) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
  }

 private:
  LOCKSTEP_GROUP static unsigned all_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
  LOCKSTEP_GROUP static unsigned this_block() {
    return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
};
LOCKSTEP_GROUP static grid_group this_grid() { return grid_group(); }

/* A power of two of lanes of one wavefront. */
template <unsigned N, class Parent = void>
class thread_block_tile : public thread_group {
  static_assert(N <= __LOCKSTEP_WARP__ && (N & (N - 1)) == 0, "a tile is a part of a wavefront");

 public:
  LOCKSTEP_GROUP thread_block_tile()
      : thread_group(tile, N, lockstep_lane() % N,
                     (LOCKSTEP_ALL_LANES >> (__LOCKSTEP_WARP__ - N)) << (lockstep_lane() & ~(N - 1))) {}
  LOCKSTEP_GROUP static constexpr unsigned size() { return N; }
  LOCKSTEP_GROUP static constexpr unsigned num_threads() { return N; }
  LOCKSTEP_GROUP unsigned meta_group_rank() const { return lockstep_in_block() / N; }
  LOCKSTEP_GROUP unsigned meta_group_size() const {
    return (blockDim.x * blockDim.y * blockDim.z + N - 1) / N;
  }
  LOCKSTEP_GROUP void sync() const { __syncwarp(); }
  template <class T> LOCKSTEP_GROUP T shfl(T x, int k) const { return __shfl(x, k, N); }
  template <class T> LOCKSTEP_GROUP T shfl_up(T x, unsigned k) const { return __shfl_up(x, k, N); }
  template <class T> LOCKSTEP_GROUP T shfl_down(T x, unsigned k) const {
    return __shfl_down(x, k, N);
  }
  template <class T> LOCKSTEP_GROUP T shfl_xor(T x, unsigned k) const {
    return __shfl_xor(x, (int)k, N);
  }
  LOCKSTEP_GROUP unsigned long long ballot(int x) const {
    return (__ballot(x) & mask) >> (lockstep_lane() & ~(N - 1));
  }
  LOCKSTEP_GROUP int any(int x) const { return ballot(x) != 0; }
  LOCKSTEP_GROUP int all(int x) const { return ballot(!x) == 0; }
};
template <unsigned N, class G>
LOCKSTEP_GROUP thread_block_tile<N, G> tiled_partition(const G&) {
  return thread_block_tile<N, G>();
}

/* The lanes that are active together when it is made. */
class coalesced_group : public thread_group {
 public:
  LOCKSTEP_GROUP coalesced_group(lockstep_mask active)
      : thread_group(lanes, (unsigned)__builtin_popcountll(active),
                     (unsigned)__builtin_popcountll(active & ((1ull << lockstep_lane()) - 1)), active) {}
  LOCKSTEP_GROUP void sync() const { __syncwarp(); }
  template <class T> LOCKSTEP_GROUP T shfl(T x, int k) const { return __shfl(x, lane_of(k)); }
  template <class T> LOCKSTEP_GROUP T shfl_down(T x, unsigned k) const {
    return __shfl(x, rank + k < count ? lane_of(rank + k) : (int)lockstep_lane());
  }
  template <class T> LOCKSTEP_GROUP T shfl_up(T x, unsigned k) const {
    return __shfl(x, rank >= k ? lane_of(rank - k) : (int)lockstep_lane());
  }
  LOCKSTEP_GROUP unsigned long long ballot(int x) const {
    unsigned long long all = __ballot(x) & mask, packed = 0;
    for (unsigned i = 0; i < count; i++) packed |= (all >> lane_of(i) & 1) << i;
    return packed;
  }
  LOCKSTEP_GROUP int any(int x) const { return (__ballot(x) & mask) != 0; }
  LOCKSTEP_GROUP int all(int x) const { return (__ballot(!x) & mask) == 0; }

 private:
  LOCKSTEP_GROUP int lane_of(unsigned k) const {
    unsigned long long left = mask;
    for (unsigned i = 0; i < k; i++) left &= left - 1;
    return __builtin_ctzll(left);
  }
};
LOCKSTEP_GROUP static coalesced_group coalesced_threads() {
  return coalesced_group((lockstep_mask)__ballot(1));
}

template <class G> LOCKSTEP_GROUP void sync(const G& group) { group.sync(); }
template <class G> LOCKSTEP_GROUP unsigned group_size(const G& group) { return group.size(); }
template <class G> LOCKSTEP_GROUP unsigned thread_rank(const G& group) {
  return group.thread_rank();
}
#undef LOCKSTEP_GROUP
}  // namespace cooperative_groups
#endif
