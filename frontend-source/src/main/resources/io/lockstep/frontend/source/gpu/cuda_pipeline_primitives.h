/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of single threads into shared memory, by groups that a thread ends and awaits. */
#ifndef LOCKSTEP_CUDA_PIPELINE_PRIMITIVES_H
#define LOCKSTEP_CUDA_PIPELINE_PRIMITIVES_H
#include "lockstep_copies.h"

LOCKSTEP_DEVICE void __pipeline_memcpy_async(void* to, const void* from, size_t bytes,
                                             size_t zeros = 0) {
  switch (bytes) {
    case 4: return lockstep_copy<4>(to, from, (int)zeros);
    case 8: return lockstep_copy<8>(to, from, (int)zeros);
    case 16: return lockstep_copy<16>(to, from, (int)zeros);
    default: __trap();
  }
}
LOCKSTEP_DEVICE void __pipeline_commit() { lockstep_commit(); }
LOCKSTEP_DEVICE void __pipeline_wait_prior(unsigned left) { lockstep_await(left); }
#endif
