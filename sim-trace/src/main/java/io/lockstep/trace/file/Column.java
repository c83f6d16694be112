// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

/** The columns of a chunk, in the order in which they are stored and hashed. */
enum Column {
  /** Kind of the next event: a step, a work-group, the end of a launch. */
  EVENT,
  STEP,
  ARGUMENT,
  /** Work-group ids as differences, and their numbers of segments. */
  GROUP,
  SHAPE,
  /** Path of each work-item, as run lengths. */
  PATH_OF,
  /** First block, blocks and outcome bits of each path. */
  PATH,
  /** Outcomes, bit-packed into words. */
  OUTCOME,
  /** Number of runs of each memory slot. */
  SLOT,
  RUN_KIND,
  /** First occurrence, relative to the end of the slot's previous run, and count. */
  RUN_COUNT,
  /** Buffer number of a base. */
  WINDOW,
  /** Offset of a base; within a slot, both are relative to the expected ones. */
  OFFSET,
  RUN_STEP,
  STRIDE,
  /** Index of a scatter's first entry in its pool. */
  POOL_START,
  /** 32-bit offsets ({@link PoolCodec}). */
  POOL,
  /** 64-bit addresses, relative to the previous item's. */
  WIDE_POOL,
  /** Accesses to polled words ({@link WaitCodec}); absent from chunks without any. */
  WAIT;

  String title() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
