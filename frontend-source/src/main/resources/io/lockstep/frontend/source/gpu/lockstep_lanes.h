/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers of the block; shuffles, votes, matches and reductions of a warp. */
#ifndef LOCKSTEP_LANES_H
#define LOCKSTEP_LANES_H

#if !__has_builtin(__syncthreads)
LOCKSTEP_DEVICE void __syncthreads() { __nvvm_barrier0(); }
#endif
LOCKSTEP_DEVICE int __syncthreads_count(int x) { return __nvvm_bar0_popc(x); }
LOCKSTEP_DEVICE int __syncthreads_and(int x) { return __nvvm_bar0_and(x); }
LOCKSTEP_DEVICE int __syncthreads_or(int x) { return __nvvm_bar0_or(x); }

/* The place of the offset-th set bit from base on, upwards or downwards; -1 if there is none. */
LOCKSTEP_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset) {
  unsigned r;
  __asm__("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(mask), "r"(base), "r"(offset));
  return r;
}

/* In a warp of 64 masks and ballots have 64 bits, and the text says its width. */
#if __LOCKSTEP_WARP__ > 32
typedef unsigned long long lockstep_mask;
#define LOCKSTEP_SIZED __asm__ volatile(".pragma \"lockstep sub-groups of 64\";")
#else
typedef unsigned lockstep_mask;
#define LOCKSTEP_SIZED (void)0
#endif
#define LOCKSTEP_ALL_LANES ((lockstep_mask)-1)
/* Masks as texts write them: HIP's have 64 bits in warps of 32, too. */
#ifdef LOCKSTEP_HIP
typedef unsigned long long lockstep_given_mask;
#else
typedef lockstep_mask lockstep_given_mask;
#endif

LOCKSTEP_DEVICE unsigned lockstep_lane() {
#if __LOCKSTEP_WARP__ > 32
  unsigned r; /* clang takes its own function of the lane for one below 32 */
  LOCKSTEP_SIZED;
  __asm__("mov.u32 %0, %%laneid;" : "=r"(r));
  return r;
#else
  return __nvvm_read_ptx_sreg_laneid();
#endif
}
LOCKSTEP_DEVICE lockstep_mask lockstep_ballot(lockstep_mask mask, int x) {
#if __LOCKSTEP_WARP__ > 32
  lockstep_mask r;
  LOCKSTEP_SIZED;
  __asm__ volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b64 %0, p, 0xffffffff; }"
                   : "=l"(r) : "r"(x));
  return r & mask;
#else
  return __nvvm_vote_ballot_sync(mask, x != 0);
#endif
}

/* Moves of words among lanes; k is a lane, a distance or a mask. */
#define LOCKSTEP_MOVE(name, K, kind, last) \
  LOCKSTEP_DEVICE unsigned lockstep_##name(lockstep_mask mask, unsigned x, K k, int width) { \
    LOCKSTEP_SIZED; \
    return (unsigned)__nvvm_shfl_sync_##kind##_i32((unsigned)mask, (int)x, (int)k, \
                                                   (__LOCKSTEP_WARP__ - width) << 8 | last); \
  } \
  LOCKSTEP_MOVED(name, K, int) LOCKSTEP_MOVED(name, K, unsigned) LOCKSTEP_MOVED(name, K, float) \
  LOCKSTEP_MOVED(name, K, long) LOCKSTEP_MOVED(name, K, unsigned long) \
  LOCKSTEP_MOVED(name, K, long long) LOCKSTEP_MOVED(name, K, unsigned long long) \
  LOCKSTEP_MOVED(name, K, double)
template <class T> struct lockstep_words {
  unsigned word[sizeof(T) / 4];
};
#define LOCKSTEP_MOVED(name, K, T) \
  LOCKSTEP_DEVICE T __##name##_sync(lockstep_given_mask mask, T x, K k, \
                                  int width = __LOCKSTEP_WARP__) { \
    lockstep_words<T> w = __builtin_bit_cast(lockstep_words<T>, x); \
    _Pragma("clang loop unroll(full)") for (unsigned i = 0; i < sizeof(T) / 4; i++) w.word[i] = \
        lockstep_##name((lockstep_mask)mask, w.word[i], k, width); \
    return __builtin_bit_cast(T, w); \
  }
LOCKSTEP_MOVE(shfl, int, idx, (__LOCKSTEP_WARP__ - 1))
LOCKSTEP_MOVE(shfl_up, unsigned, up, 0)
LOCKSTEP_MOVE(shfl_down, unsigned, down, (__LOCKSTEP_WARP__ - 1))
LOCKSTEP_MOVE(shfl_xor, int, bfly, (__LOCKSTEP_WARP__ - 1))
#undef LOCKSTEP_MOVE

LOCKSTEP_DEVICE lockstep_given_mask __ballot_sync(lockstep_given_mask mask, int x) {
  return lockstep_ballot((lockstep_mask)mask, x);
}
LOCKSTEP_DEVICE lockstep_given_mask __activemask() {
#if __LOCKSTEP_WARP__ > 32
  return lockstep_ballot(LOCKSTEP_ALL_LANES, 1);
#else
  unsigned r;
  __asm__ volatile("activemask.b32 %0;" : "=r"(r));
  return r;
#endif
}
#if __LOCKSTEP_WARP__ > 32
LOCKSTEP_DEVICE int __any_sync(lockstep_mask mask, int x) { return lockstep_ballot(mask, x) != 0; }
LOCKSTEP_DEVICE int __all_sync(lockstep_mask mask, int x) { return lockstep_ballot(mask, !x) == 0; }
LOCKSTEP_DEVICE int __uni_sync(lockstep_mask mask, int x) {
  lockstep_mask yes = lockstep_ballot(mask, x);
  return yes == 0 || lockstep_ballot(mask, !x) == 0;
}
#else
#define LOCKSTEP_VOTE(name) \
  LOCKSTEP_DEVICE int __##name##_sync(lockstep_given_mask mask, int x) { \
    return __nvvm_vote_##name##_sync((unsigned)mask, x != 0); \
  }
LOCKSTEP_VOTE(any) LOCKSTEP_VOTE(all) LOCKSTEP_VOTE(uni)
#undef LOCKSTEP_VOTE
#endif

/* Equal values. Warps of 64 have no instruction for it: the lanes take each value in turn. */
#if __LOCKSTEP_WARP__ > 32
#define LOCKSTEP_MATCH(T, bits, W) \
  LOCKSTEP_DEVICE lockstep_mask __match_any_sync(lockstep_mask mask, T x) { \
    W own = __builtin_bit_cast(W, x); \
    lockstep_mask found = 0; \
    for (lockstep_mask rest = mask; rest;) { \
      W other = __shfl_sync(mask, own, __builtin_ctzll(rest)); \
      lockstep_mask equal = lockstep_ballot(mask, own == other); \
      found = own == other ? equal : found; \
      rest &= ~equal; \
    } \
    return found; \
  } \
  LOCKSTEP_DEVICE lockstep_mask __match_all_sync(lockstep_mask mask, T x, int* all) { \
    W own = __builtin_bit_cast(W, x); \
    *all = __all_sync(mask, own == __shfl_sync(mask, own, __builtin_ctzll(mask))); \
    return *all ? mask : 0; \
  }
#else
#define LOCKSTEP_MATCH(T, bits, W) \
  LOCKSTEP_DEVICE lockstep_given_mask __match_any_sync(lockstep_given_mask mask, T x) { \
    return (unsigned)__nvvm_match_any_sync_i##bits((unsigned)mask, __builtin_bit_cast(W, x)); \
  } \
  LOCKSTEP_DEVICE lockstep_given_mask __match_all_sync(lockstep_given_mask mask, T x, int* all) { \
    return (unsigned)__nvvm_match_all_sync_i##bits##p((unsigned)mask, __builtin_bit_cast(W, x), all); \
  }
#endif
LOCKSTEP_MATCH(int, 32, unsigned) LOCKSTEP_MATCH(unsigned, 32, unsigned)
LOCKSTEP_MATCH(float, 32, unsigned) LOCKSTEP_MATCH(long, 64, unsigned long)
LOCKSTEP_MATCH(unsigned long, 64, unsigned long) LOCKSTEP_MATCH(long long, 64, unsigned long)
LOCKSTEP_MATCH(unsigned long long, 64, unsigned long) LOCKSTEP_MATCH(double, 64, unsigned long)
#undef LOCKSTEP_MATCH

/* Reductions of words, which HIP has of more types and for all capabilities. */
#ifdef LOCKSTEP_HIP
#define LOCKSTEP_REDUCE(name, value) \
  template <class T> LOCKSTEP_DEVICE T __reduce_##name##_sync(lockstep_given_mask mask, T x) { \
    if ((lockstep_mask)mask == LOCKSTEP_ALL_LANES) { \
      _Pragma("clang loop unroll(full)") for (int k = __LOCKSTEP_WARP__ / 2; k > 0; k /= 2) { \
        T y = __shfl_xor_sync(mask, x, k); \
        x = value; \
      } \
      return x; \
    } \
    T own = x; \
    lockstep_mask rest = (lockstep_mask)mask; \
    x = __shfl_sync(mask, own, __builtin_ctzll(rest)); \
    while (rest &= rest - 1) { \
      T y = __shfl_sync(mask, own, __builtin_ctzll(rest)); \
      x = value; \
    } \
    return x; \
  }
LOCKSTEP_REDUCE(add, x + y) LOCKSTEP_REDUCE(min, y < x ? y : x)
LOCKSTEP_REDUCE(max, x < y ? y : x) LOCKSTEP_REDUCE(and, x & y)
LOCKSTEP_REDUCE(or, x | y) LOCKSTEP_REDUCE(xor, x ^ y)
#undef LOCKSTEP_REDUCE
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 || !defined(__CUDA_ARCH__)
#define LOCKSTEP_REDUCE(name, T, text) \
  LOCKSTEP_DEVICE T __reduce_##name##_sync(unsigned mask, T x) { \
    T r; \
    __asm__ volatile("redux.sync." text " %0, %1, %2;" : "=r"(r) : "r"(x), "r"(mask)); \
    return r; \
  }
LOCKSTEP_REDUCE(add, unsigned, "add.u32") LOCKSTEP_REDUCE(add, int, "add.s32")
LOCKSTEP_REDUCE(min, unsigned, "min.u32") LOCKSTEP_REDUCE(min, int, "min.s32")
LOCKSTEP_REDUCE(max, unsigned, "max.u32") LOCKSTEP_REDUCE(max, int, "max.s32")
LOCKSTEP_REDUCE(and, unsigned, "and.b32") LOCKSTEP_REDUCE(or, unsigned, "or.b32")
LOCKSTEP_REDUCE(xor, unsigned, "xor.b32")
#undef LOCKSTEP_REDUCE
#endif
#endif
