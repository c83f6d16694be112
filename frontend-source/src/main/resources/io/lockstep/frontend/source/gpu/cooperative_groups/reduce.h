/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of cooperative groups. */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_REDUCE_H
#define LOCKSTEP_COOPERATIVE_GROUPS_REDUCE_H
#include "../cooperative_groups.h"

namespace cooperative_groups {
#define LOCKSTEP_OPERATION(name, value) \
  template <class T = void> struct name { \
    LOCKSTEP_MEMBER T operator()(const T& x, const T& y) const { return value; } \
  }; \
  template <> struct name<void> { \
    template <class T> LOCKSTEP_MEMBER T operator()(const T& x, const T& y) const { return value; } \
  };
LOCKSTEP_OPERATION(plus, x + y) LOCKSTEP_OPERATION(less, y < x ? y : x)
LOCKSTEP_OPERATION(greater, x < y ? y : x) LOCKSTEP_OPERATION(bit_and, x & y)
LOCKSTEP_OPERATION(bit_or, x | y) LOCKSTEP_OPERATION(bit_xor, x ^ y)
#undef LOCKSTEP_OPERATION

/* Tiles of a warp: distances that halve, so that every lane has the result. */
template <unsigned Size, class P, class T, class F>
LOCKSTEP_DEVICE T reduce(const thread_block_tile<Size, P>& g, T x, F&& f) {
  if constexpr (Size <= __LOCKSTEP_WARP__) {
    _Pragma("clang loop unroll(full)") for (int d = (int)Size / 2; d > 0; d /= 2) {
      x = f(x, g.shfl_xor(x, d));
    }
    return x;
  } else {
    _Pragma("clang loop unroll(full)") for (int d = __LOCKSTEP_WARP__ / 2; d > 0; d /= 2) {
      T other = thread_block_tile<__LOCKSTEP_WARP__, P>(nullptr).shfl_xor(x, d);
      x = f(x, other);
    }
    T r = g.shfl(x, 0);
    for (unsigned i = __LOCKSTEP_WARP__; i < Size; i += __LOCKSTEP_WARP__) {
      r = f(r, g.shfl(x, (int)i));
    }
    return r;
  }
}
template <class T, class F> LOCKSTEP_DEVICE T reduce(const coalesced_group& g, T x, F&& f) {
  T r = g.shfl(x, 0);
  for (unsigned i = 1; i < g.size(); i++) r = f(r, g.shfl(x, i));
  return r;
}
}  // namespace cooperative_groups
#endif
