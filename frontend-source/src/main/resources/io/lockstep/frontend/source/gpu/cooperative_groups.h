/* SPDX-License-Identifier: Apache-2.0 */
/* Cooperative groups: the block, tiles of one warp or several, coalesced lanes, and the grid. Tiles
 * of several warps meet in memory that the block reserves (block_tile_memory). */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_H
#define LOCKSTEP_COOPERATIVE_GROUPS_H
#include "lockstep_gpu.h"

namespace cooperative_groups {
LOCKSTEP_DEVICE unsigned lockstep_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
LOCKSTEP_DEVICE unsigned lockstep_size() { return blockDim.x * blockDim.y * blockDim.z; }

/* Memory of a block for tiles of more than a warp: for each a word of every thread. */
template <unsigned Most = 1024> struct block_tile_memory {
  unsigned long long lockstep_word[Most];
};

class thread_block {
  unsigned long long* memory = nullptr;

 public:
  LOCKSTEP_MEMBER explicit thread_block(unsigned long long* memory) : memory(memory) {}
  LOCKSTEP_MEMBER unsigned long long* lockstep_memory() const { return memory; }
  LOCKSTEP_MEMBER static void sync() { __syncthreads(); }
  LOCKSTEP_MEMBER static void barrier_wait() { __syncthreads(); }
  LOCKSTEP_MEMBER static unsigned thread_rank() { return lockstep_rank(); }
  LOCKSTEP_MEMBER static unsigned num_threads() { return lockstep_size(); }
  LOCKSTEP_MEMBER static unsigned size() { return lockstep_size(); }
  LOCKSTEP_MEMBER static dim3 group_index() { return blockIdx; }
  LOCKSTEP_MEMBER static dim3 thread_index() { return threadIdx; }
  LOCKSTEP_MEMBER static dim3 group_dim() { return blockDim; }
  LOCKSTEP_MEMBER static dim3 dim_threads() { return blockDim; }
};
LOCKSTEP_DEVICE thread_block this_thread_block() { return thread_block(nullptr); }
template <unsigned Most>
LOCKSTEP_DEVICE thread_block this_thread_block(block_tile_memory<Most>& memory) {
  return thread_block(memory.lockstep_word);
}

/* The barrier of a cooperative launch counts arrivals in the launch's workspace; other launches
 * have none and trap. */
LOCKSTEP_DEVICE unsigned long long lockstep_workspace() {
  unsigned long long at;
  __asm__("{\n\t.reg .b32 low, high;\n\tmov.u32 low, %%envreg2;\n\tmov.u32 high, %%envreg1;\n\t"
          "mov.b64 %0, {low, high};\n\t}" : "=l"(at));
  return at;
}
class grid_group {
 public:
  LOCKSTEP_MEMBER static bool is_valid() { return lockstep_workspace() != 0; }
  LOCKSTEP_MEMBER static void sync() {
    if (!is_valid()) __trap();
    __syncthreads();
    if (lockstep_rank() == 0) {
      unsigned* arrived = (unsigned*)lockstep_workspace() + 1;
      unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
      bool first = blockIdx.x + blockIdx.y + blockIdx.z == 0;
      __threadfence();
      unsigned before = atomicAdd(arrived, first ? 0x80000000u - (blocks - 1u) : 1u);
      while (((*(volatile unsigned*)arrived ^ before) & 0x80000000u) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
  }
  LOCKSTEP_MEMBER static unsigned long long block_rank() {
    return (blockIdx.z * (unsigned long long)gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  LOCKSTEP_MEMBER static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  LOCKSTEP_MEMBER static unsigned long long thread_rank() {
    return block_rank() * lockstep_size() + lockstep_rank();
  }
  LOCKSTEP_MEMBER static unsigned long long num_threads() { return num_blocks() * lockstep_size(); }
  LOCKSTEP_MEMBER static unsigned long long size() { return num_threads(); }
  LOCKSTEP_MEMBER static dim3 group_dim() { return gridDim; }
  LOCKSTEP_MEMBER static dim3 dim_blocks() { return gridDim; }
  LOCKSTEP_MEMBER static dim3 block_index() { return blockIdx; }
};
LOCKSTEP_DEVICE grid_group this_grid() { return grid_group(); }

/* Lanes of one warp that a mask names. Of values that are not of 4 or 8 bytes each word moves. */
class lockstep_lanes {
 protected:
  lockstep_mask mask;
  unsigned rank, count;

  LOCKSTEP_MEMBER lockstep_lanes(lockstep_mask mask, unsigned rank, unsigned count)
      : mask(mask), rank(rank), count(count) {}

 public:
  LOCKSTEP_MEMBER lockstep_mask lockstep_members() const { return mask; }
  LOCKSTEP_MEMBER void sync() const { __syncwarp((unsigned)mask); }
  LOCKSTEP_MEMBER unsigned thread_rank() const { return rank; }
  LOCKSTEP_MEMBER int any(int x) const { return __any_sync(mask, x); }
  LOCKSTEP_MEMBER int all(int x) const { return __all_sync(mask, x); }
};

/* Any of the groups whose members are one block, or lanes of one warp. */
class thread_group {
  lockstep_mask mask; /* 0: the block */
  unsigned rank, count;

 public:
  LOCKSTEP_MEMBER thread_group(const thread_block&)
      : mask(0), rank(lockstep_rank()), count(lockstep_size()) {}
  LOCKSTEP_MEMBER thread_group(const lockstep_lanes& g)
      : mask(g.lockstep_members()), rank(g.thread_rank()), count((unsigned)__popcll(mask)) {}
  LOCKSTEP_MEMBER void sync() const {
    if (mask == 0) {
      __syncthreads();
    } else {
      __syncwarp((unsigned)mask);
    }
  }
  LOCKSTEP_MEMBER unsigned thread_rank() const { return rank; }
  LOCKSTEP_MEMBER unsigned num_threads() const { return count; }
  LOCKSTEP_MEMBER unsigned size() const { return count; }
};
#define LOCKSTEP_WORDS(T, moved) \
  struct lockstep_of { \
    unsigned word[(sizeof(T) + 3) / 4]; \
  } w; \
  __builtin_memcpy(&w, &x, sizeof(T)); \
  _Pragma("clang loop unroll(full)") for (unsigned i = 0; i < (sizeof(T) + 3) / 4; i++) { \
    unsigned word = w.word[i]; \
    w.word[i] = moved; \
  } \
  __builtin_memcpy(&x, &w, sizeof(T)); \
  return x;

template <unsigned Size, class Parent = void> class thread_block_tile;
template <unsigned Size> class lockstep_tile : public lockstep_lanes {
 public:
  LOCKSTEP_MEMBER explicit lockstep_tile(unsigned long long*)
      : lockstep_lanes((LOCKSTEP_ALL_LANES >> (__LOCKSTEP_WARP__ - Size))
                           << (lockstep_lane() & ~(Size - 1)),
                       lockstep_lane() & (Size - 1), Size) {}
  LOCKSTEP_MEMBER static constexpr unsigned num_threads() { return Size; }
  LOCKSTEP_MEMBER static constexpr unsigned size() { return Size; }
  LOCKSTEP_MEMBER static unsigned meta_group_rank() { return lockstep_rank() / Size; }
  LOCKSTEP_MEMBER static unsigned meta_group_size() { return (lockstep_size() + Size - 1) / Size; }
  LOCKSTEP_MEMBER lockstep_mask ballot(int x) const {
    return __ballot_sync(mask, x) >> (lockstep_lane() & ~(Size - 1));
  }
  template <class T> LOCKSTEP_MEMBER T shfl(T x, int k) const {
    LOCKSTEP_WORDS(T, __shfl_sync(mask, word, k, Size))
  }
  template <class T> LOCKSTEP_MEMBER T shfl_up(T x, unsigned k) const {
    LOCKSTEP_WORDS(T, __shfl_up_sync(mask, word, k, Size))
  }
  template <class T> LOCKSTEP_MEMBER T shfl_down(T x, unsigned k) const {
    LOCKSTEP_WORDS(T, __shfl_down_sync(mask, word, k, Size))
  }
  template <class T> LOCKSTEP_MEMBER T shfl_xor(T x, int k) const {
    LOCKSTEP_WORDS(T, __shfl_xor_sync(mask, word, k, Size))
  }
  template <class T> LOCKSTEP_MEMBER lockstep_mask match_any(T x) const {
    return __match_any_sync(mask, x) >> (lockstep_lane() & ~(Size - 1));
  }
  template <class T> LOCKSTEP_MEMBER lockstep_mask match_all(T x, int& all) const {
    return __match_all_sync(mask, x, &all) >> (lockstep_lane() & ~(Size - 1));
  }
};

/* A tile of several warps: a barrier of its own, by its place in the block. */
template <unsigned Size> class lockstep_large_tile {
  unsigned long long* memory;

  LOCKSTEP_MEMBER void bar() const {
    __asm__ volatile("barrier.sync %0, %1;" : : "r"(1 + meta_group_rank()), "n"(Size) : "memory");
  }

 public:
  LOCKSTEP_MEMBER explicit lockstep_large_tile(unsigned long long* memory) : memory(memory) {}
  LOCKSTEP_MEMBER void sync() const { bar(); }
  LOCKSTEP_MEMBER static constexpr unsigned num_threads() { return Size; }
  LOCKSTEP_MEMBER static constexpr unsigned size() { return Size; }
  LOCKSTEP_MEMBER static unsigned thread_rank() { return lockstep_rank() & (Size - 1); }
  LOCKSTEP_MEMBER static unsigned meta_group_rank() { return lockstep_rank() / Size; }
  LOCKSTEP_MEMBER static unsigned meta_group_size() { return (lockstep_size() + Size - 1) / Size; }
  template <class T> LOCKSTEP_MEMBER T shfl(T x, int k) const {
    static_assert(sizeof(T) <= 8, "tiles of several warps exchange values of at most 8 bytes");
    unsigned first = lockstep_rank() & ~(Size - 1);
    *(T*)(memory + lockstep_rank()) = x;
    bar();
    T r = *(T*)(memory + first + ((unsigned)k & (Size - 1)));
    bar();
    return r;
  }
  LOCKSTEP_MEMBER int any(int x) const {
    int r = 0;
    for (unsigned i = 0; i < Size; i += __LOCKSTEP_WARP__) {
      r |= shfl((int)(__any_sync(LOCKSTEP_ALL_LANES, x) != 0), (int)i);
    }
    return r;
  }
  LOCKSTEP_MEMBER int all(int x) const { return !any(!x); }
};
template <bool Large, unsigned Size> struct lockstep_tiles { typedef lockstep_tile<Size> type; };
template <unsigned Size> struct lockstep_tiles<true, Size> { typedef lockstep_large_tile<Size> type; };

/* Tiles of a block use its memory if they have several warps; tiles of tiles need none. */
LOCKSTEP_DEVICE unsigned long long* lockstep_memory_of(const thread_block& g) {
  return g.lockstep_memory();
}
template <class G> LOCKSTEP_DEVICE unsigned long long* lockstep_memory_of(const G&) {
  return nullptr;
}
template <unsigned Size, class Parent>
class thread_block_tile : public lockstep_tiles<(Size > __LOCKSTEP_WARP__), Size>::type {
  typedef typename lockstep_tiles<(Size > __LOCKSTEP_WARP__), Size>::type base;

 public:
  static_assert((Size & (Size - 1)) == 0 && Size <= 512, "tiles are powers of two up to 512");
  LOCKSTEP_MEMBER explicit thread_block_tile(unsigned long long* memory) : base(memory) {}
  /* A tile is one whatever it was a part of. */
  template <class Other>
  LOCKSTEP_MEMBER thread_block_tile(const thread_block_tile<Size, Other>& same) : base(same) {}
};

class coalesced_group : public lockstep_lanes {
  LOCKSTEP_MEMBER unsigned lane(unsigned k) const {
    lockstep_mask left = mask;
    for (unsigned i = 0; i < k; i++) left &= left - 1;
    return (unsigned)__ffsll((long long)left) - 1;
  }
  LOCKSTEP_MEMBER lockstep_mask packed(lockstep_mask of) const {
    lockstep_mask r = 0;
    for (unsigned i = 0; i < count; i++) r |= (of >> lane(i) & 1) << i;
    return r;
  }

 public:
  LOCKSTEP_MEMBER explicit coalesced_group(lockstep_mask mask)
      : lockstep_lanes(mask, (unsigned)__popcll(mask & (((lockstep_mask)1 << lockstep_lane()) - 1)),
                       (unsigned)__popcll(mask)) {}
  LOCKSTEP_MEMBER unsigned num_threads() const { return count; }
  LOCKSTEP_MEMBER unsigned size() const { return count; }
  LOCKSTEP_MEMBER lockstep_mask ballot(int x) const { return packed(__ballot_sync(mask, x)); }
  template <class T> LOCKSTEP_MEMBER T shfl(T x, unsigned k) const {
    LOCKSTEP_WORDS(T, __shfl_sync(mask, word, (int)lane(k)))
  }
  template <class T> LOCKSTEP_MEMBER T shfl_up(T x, unsigned k) const {
    LOCKSTEP_WORDS(T, __shfl_sync(mask, word, (int)(rank < k ? lockstep_lane() : lane(rank - k))))
  }
  template <class T> LOCKSTEP_MEMBER T shfl_down(T x, unsigned k) const {
    LOCKSTEP_WORDS(T, __shfl_sync(mask, word, (int)(rank + k >= count ? lockstep_lane() : lane(rank + k))))
  }
};
#undef LOCKSTEP_WORDS
LOCKSTEP_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size, class Parent>
LOCKSTEP_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent& g) {
  return thread_block_tile<Size, Parent>(lockstep_memory_of(g));
}
LOCKSTEP_DEVICE coalesced_group tiled_partition(const thread_block& g, unsigned size) {
  unsigned first = lockstep_lane() & ~(size - 1);
  return coalesced_group((LOCKSTEP_ALL_LANES >> (__LOCKSTEP_WARP__ - size)) << first & __activemask());
}
template <class T> LOCKSTEP_DEVICE coalesced_group labeled_partition(const coalesced_group& g, T label) {
  return coalesced_group(__match_any_sync(g.lockstep_members(), label));
}
LOCKSTEP_DEVICE coalesced_group binary_partition(const coalesced_group& g, bool of) {
  lockstep_mask yes = __ballot_sync(g.lockstep_members(), of);
  return coalesced_group(of ? yes : g.lockstep_members() & ~yes);
}

template <class G> LOCKSTEP_DEVICE void sync(const G& g) { g.sync(); }
template <class G> LOCKSTEP_DEVICE unsigned thread_rank(const G& g) { return (unsigned)g.thread_rank(); }
template <class G> LOCKSTEP_DEVICE unsigned group_size(const G& g) { return (unsigned)g.size(); }
}  // namespace cooperative_groups
#endif
