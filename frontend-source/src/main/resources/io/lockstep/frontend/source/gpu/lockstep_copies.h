/* SPDX-License-Identifier: Apache-2.0 */
/* Copies into shared memory while threads compute: cp.async from capability 8.0 on. Copies between
 * other memories, and those of older devices, are done when the function returns. */
#ifndef LOCKSTEP_COPIES_H
#define LOCKSTEP_COPIES_H
#include "lockstep_gpu.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define LOCKSTEP_ASYNC 1
#else
#define LOCKSTEP_ASYNC 0
#endif

/* Whether a copy can go on by itself. */
LOCKSTEP_DEVICE bool lockstep_is_async(const void* to, const void* from) {
  return LOCKSTEP_ASYNC && __isShared(to) && __isGlobal(from);
}

/* Copies 4, 8 or 16 aligned bytes; the last of them may be zeros instead. */
template <int Bytes> LOCKSTEP_DEVICE void lockstep_copy(void* to, const void* from, int zeros = 0) {
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16, "asynchronous copies have 4, 8 or 16 bytes");
  if (lockstep_is_async(to, from)) {
#if LOCKSTEP_ASYNC
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    size_t of = __cvta_generic_to_global(from);
    if constexpr (Bytes == 16) {
      __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                       : : "r"(at), "l"(of), "r"(16 - zeros) : "memory");
    } else {
      __asm__ volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
                       : : "r"(at), "l"(of), "n"(Bytes), "r"(Bytes - zeros) : "memory");
    }
#endif
  } else {
    for (int i = 0; i < Bytes; i++) ((char*)to)[i] = i < Bytes - zeros ? ((const char*)from)[i] : 0;
  }
}

/* Ends a group of this thread's copies. */
LOCKSTEP_DEVICE void lockstep_commit() {
#if LOCKSTEP_ASYNC
  __asm__ volatile("cp.async.commit_group;" : : : "memory");
#endif
}

/* Waits until at most so many of this thread's groups are left; more than eight count as eight. */
template <unsigned Left> LOCKSTEP_DEVICE void lockstep_await() {
#if LOCKSTEP_ASYNC
  __asm__ volatile("cp.async.wait_group %0;" : : "n"(Left < 8 ? Left : 8) : "memory");
#endif
}
LOCKSTEP_DEVICE void lockstep_await(unsigned left) {
  switch (left) {
    case 0: return lockstep_await<0>();
    case 1: return lockstep_await<1>();
    case 2: return lockstep_await<2>();
    case 3: return lockstep_await<3>();
    case 4: return lockstep_await<4>();
    case 5: return lockstep_await<5>();
    case 6: return lockstep_await<6>();
    case 7: return lockstep_await<7>();
    default: return lockstep_await<8>();
  }
}

namespace cuda {
/* A size in bytes of memory that is aligned. */
template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  LOCKSTEP_BOTH_MEMBER explicit constexpr aligned_size_t(size_t value) : value(value) {}
  LOCKSTEP_BOTH_MEMBER constexpr operator size_t() const { return value; }
};
}  // namespace cuda

/* What a copy's element type and size say of its alignment. */
template <class T> struct lockstep_element { static constexpr size_t align = alignof(T), size = sizeof(T); };
template <> struct lockstep_element<void> { static constexpr size_t align = 1, size = 1; };
template <class T, class Size> struct lockstep_aligned {
  static constexpr size_t align = lockstep_element<T>::align;
};
template <class T, size_t Alignment> struct lockstep_aligned<T, cuda::aligned_size_t<Alignment>> {
  static constexpr size_t own = lockstep_element<T>::align, align = own < Alignment ? Alignment : own;
};

/* A group of the calling thread alone. */
struct lockstep_thread {
  LOCKSTEP_MEMBER static constexpr unsigned thread_rank() { return 0; }
  LOCKSTEP_MEMBER static constexpr unsigned size() { return 1; }
};

/* Copies by all threads of a group, in the largest units that the alignment allows. */
template <size_t Align, class G>
LOCKSTEP_DEVICE void lockstep_copy_by(const G& g, void* to, const void* from, size_t bytes) {
  constexpr int unit = Align >= 16 ? 16 : Align >= 8 ? 8 : 4;
  size_t done = 0;
  if (Align >= 4) {
    done = bytes / unit * unit;
    for (size_t i = g.thread_rank() * (size_t)unit; i < done; i += g.size() * (size_t)unit) {
      lockstep_copy<unit>((char*)to + i, (const char*)from + i);
    }
  }
  for (size_t i = done + g.thread_rank(); i < bytes; i += g.size()) {
    ((char*)to)[i] = ((const char*)from)[i];
  }
}
#endif
