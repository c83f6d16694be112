package io.lockstep.trace.file;

/** The columns of a chunk, in the order in which they are stored and hashed. */
enum Column {
  /** What comes next: a step, a work-group, the end of a launch. */
  EVENT,
  /** Fields of steps. */
  STEP,
  /** Argument blocks. */
  ARGUMENT,
  /** Work-group ids as differences, and their numbers of segments. */
  GROUP,
  /** Sizes of a segment's tables. */
  SHAPE,
  /** Path of each work-item, as run lengths. */
  PATH_OF,
  /** First block, blocks and outcome bits of each path. */
  PATH,
  /** Outcomes, bit-packed into words. */
  OUTCOME,
  /** Runs of each memory slot. */
  SLOT,
  RUN_KIND,
  /** First occurrence, as the difference from where the slot's previous run ended, and count. */
  RUN_COUNT,
  /** The buffer's part of a base. */
  WINDOW,
  /** The offset's part of a base; within a slot both as differences from the expected base. */
  OFFSET,
  RUN_STEP,
  STRIDE,
  /** Where a scatter lies in its pool. */
  POOL_START,
  /** 32-bit offsets ({@link PoolCodec}). */
  POOL,
  /** 64-bit addresses as differences from item to item. */
  WIDE_POOL,
  /** What accesses have to do with polled words; absent from chunks that have none. */
  WAIT;

  /** Name for people. */
  String title() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
