// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

/** The columns of a chunk, in the order in which they are stored and hashed. */
enum Column {
  /** Kind of the next event: a step, a work-group, the end of a launch. */
  EVENT,
  STEP,
  ARGUMENT,
  /** Work-group ids as differences, and numbers of segments. */
  GROUP,
  SHAPE,
  /** Path of each work-item, as run lengths. */
  PATH_OF,
  /** First block, number of blocks and outcome bits of each path. */
  PATH,
  /** Outcomes, bit-packed into words. */
  OUTCOME,
  /** Number of runs of each memory slot. */
  SLOT,
  RUN_KIND,
  /** First occurrence of a run, relative to the previous run's end, and number of occurrences. */
  RUN_COUNT,
  /** Buffer number of a base. */
  WINDOW,
  /** Offset of a base; within a slot, buffer number and offset are relative to predicted values. */
  OFFSET,
  RUN_STEP,
  STRIDE,
  /** Index of a scatter's first entry in its pool. */
  POOL_START,
  /** 32-bit offsets ({@link PoolCodec}). */
  POOL,
  /** 64-bit addresses, relative to the previous work-item's address. */
  WIDE_POOL,
  /** Accesses to polled words ({@link WaitCodec}); absent from chunks without such accesses. */
  WAIT;

  String title() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
