// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Consecutive work-groups that one thread executes in its own view of device memory. */
final class GroupChunk {
  /** Bytes of records after which a chunk ends early. */
  static final long MOST_BYTES = 16L << 20;

  /** Block executions of a group that are always allowed. */
  private static final long BLOCKS = 1 << 20;

  /** A group may need so many times the average; beyond, it may wait for what its view lacks. */
  private static final long TIMES_AVERAGE = 256;

  private final MemoryView view;
  private final RunningGroup executor;
  private final List<WorkGroupRecord> records = new ArrayList<>();
  private long first;
  private long end;
  private long blocks; // most block executions of a group
  private long instructions;
  private long nanos;
  private long pages; // that were brought into the view
  private long bytes; // of records and logged atomic operations
  private boolean failed;
  private boolean committed;

  GroupChunk(MemoryView view, RunningGroup executor) {
    this.view = view;
    this.executor = executor;
  }

  /**
   * Prepares the execution of groups {@code from} to {@code to - 1}.
   *
   * @param averageBlocks block executions of the groups so far
   */
  void prepare(long from, long to, long averageBlocks) {
    first = from;
    end = to;
    blocks = BLOCKS + TIMES_AVERAGE * averageBlocks;
    records.clear();
    view.accessed.clear();
    bytes = 0;
    committed = false;
  }

  /** Executes the groups, or the first ones if their records are large, or until one fails. */
  void run(CountDownLatch done) {
    long before = executor.workItemInstructions();
    long start = System.nanoTime();
    long held = view.memory.arrivals();
    try {
      for (long g = first; g < end && bytes < MOST_BYTES && !failed; g++) {
        long logged = view.accessed.updateBytes();
        executor.begin(g);
        failed = !executor.run(blocks);
        if (!failed) {
          WorkGroupRecord record = executor.finish();
          records.add(record);
          bytes += record.bytes() + view.accessed.updateBytes() - logged;
        }
      }
    } catch (RuntimeException | Error e) { // what is no result of old data fails again in order
      failed = true;
    } finally {
      failed |= view.accessed.mixesUpdates();
      nanos = System.nanoTime() - start;
      pages = view.memory.arrivals() - held;
      instructions = executor.workItemInstructions() - before;
      done.countDown();
    }
  }

  /** Returns whether a group has failed; its error may be a result of old data. */
  boolean hasFailed() {
    return failed;
  }

  /** Returns whether a group has read what an earlier chunk has written. */
  boolean dependsOn(GroupChunk earlier) {
    return view.accessed.readsWhatIsWrittenBy(earlier.view.accessed);
  }

  /**
   * Returns whether reads have to be noted byte by byte, from now on, in a buffer that an earlier
   * chunk has written.
   */
  boolean learnsFrom(GroupChunk earlier) {
    return view.accessed.learnsFrom(earlier.view.accessed);
  }

  long first() {
    return first;
  }

  /** Writes the results to device memory. */
  void commit() {
    view.commit();
    committed = true;
  }

  /**
   * Makes the view see what a chunk has written, and not what this chunk has written if that was
   * discarded.
   */
  void renew(GroupChunk writer) {
    if (writer != this || !committed) {
      view.renew(writer.view.accessed);
    }
  }

  List<WorkGroupRecord> records() {
    return records;
  }

  /** Returns the first group that was not executed. */
  long next() {
    return first + records.size();
  }

  boolean isWhole() {
    return next() == end;
  }

  long instructions() {
    return instructions;
  }

  long nanos() {
    return nanos;
  }

  /** Returns the number of pages that the view has copied. */
  long pages() {
    return pages;
  }

  long bytes() {
    return bytes;
  }

  void close() {
    view.memory.close();
  }
}
