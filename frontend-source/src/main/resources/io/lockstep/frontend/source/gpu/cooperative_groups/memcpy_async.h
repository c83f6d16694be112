/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of cooperative groups into shared memory; wait() is also the group's barrier. */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define LOCKSTEP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#include "../cooperative_groups.h"
#include "../lockstep_copies.h"

namespace cooperative_groups {
template <class G, class T, class Size>
LOCKSTEP_DEVICE void memcpy_async(const G& g, T* to, const T* from, const Size& bytes) {
  lockstep_copy_by<lockstep_aligned<T, Size>::align>(g, to, from, (size_t)bytes);
  lockstep_commit();
}
/* The smaller of two counts of elements. */
template <class G, class T, class To, class From>
LOCKSTEP_DEVICE void memcpy_async(const G& g, T* to, const To& room, const T* from, const From& count) {
  size_t elements = (size_t)count < (size_t)room ? (size_t)count : (size_t)room;
  lockstep_copy_by<lockstep_aligned<T, From>::align>(g, to, from, elements * sizeof(T));
  lockstep_commit();
}
template <unsigned Left, class G> LOCKSTEP_DEVICE void wait_prior(const G& g) {
  lockstep_await<Left>();
  g.sync();
}
template <class G> LOCKSTEP_DEVICE void wait(const G& g) { wait_prior<0>(g); }
}  // namespace cooperative_groups
#endif
