/* SPDX-License-Identifier: Apache-2.0 */
/* Scans of cooperative groups of one warp. */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_SCAN_H
#define LOCKSTEP_COOPERATIVE_GROUPS_SCAN_H
#include "reduce.h"

namespace cooperative_groups {
template <class G, class T, class F> LOCKSTEP_DEVICE T inclusive_scan(const G& g, T x, F&& f) {
  for (unsigned d = 1; d < g.size(); d *= 2) {
    T before = g.shfl_up(x, d);
    x = g.thread_rank() >= d ? f(before, x) : x;
  }
  return x;
}
template <class G, class T> LOCKSTEP_DEVICE T inclusive_scan(const G& g, T x) {
  return inclusive_scan(g, x, plus<T>());
}
/* The first lane has the value without any: zero. */
template <class G, class T, class F> LOCKSTEP_DEVICE T exclusive_scan(const G& g, T x, F&& f) {
  T r = g.shfl_up(inclusive_scan(g, x, f), 1);
  return g.thread_rank() == 0 ? T() : r;
}
template <class G, class T> LOCKSTEP_DEVICE T exclusive_scan(const G& g, T x) {
  return exclusive_scan(g, x, plus<T>());
}
}  // namespace cooperative_groups
#endif
