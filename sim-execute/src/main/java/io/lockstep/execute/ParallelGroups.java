// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.state.AccessedBytes;
import io.lockstep.execute.state.MemoryWindow;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Executes chunks of consecutive work-groups of one launch on several threads, with the results of
 * an execution in the order of ids.
 *
 * <p>Each thread executes its chunk in a private view of device memory. Views are committed in the
 * order of ids; a chunk that has read what an earlier chunk of its round has written, or that has
 * failed, is discarded with all later ones, and the rest of the launch is executed on the caller's
 * thread. Reads of a buffer are noted byte by byte only after a round has shown that groups write
 * to it; what that round has read of it is executed again. Atomic operations whose old values
 * nothing reads are logged and applied when a view is committed. Device memory therefore never
 * holds anything that the execution in order would not have written. While the caller uses the
 * records of a round, the next one is executed. If copying pages into views and out of them takes
 * more time than the threads gain, the rest of the launch is executed on the caller's thread, too.
 */
final class ParallelGroups {
  /**
   * Estimated nanoseconds of work that must be left before a launch is executed on several threads,
   * since their executors and views of memory have to be created first.
   */
  static final long WORTHWHILE = 30_000_000;

  private static final long MEASURED = 2_000_000; // nanoseconds of execution before the estimate
  private static final long CHUNK = 10_000_000; // nanoseconds
  private static final long FIRST_CHUNK = 2_000_000; // may be discarded

  private static final long PAGE = 1_000; // nanoseconds that a view takes to copy a page

  /** Rounds in succession that were slower than one thread, after which one thread continues. */
  private static final int MOST_SLOW = 4;

  private static final long KEPT = 200; // milliseconds that an idle thread is kept

  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          KEPT,
          TimeUnit.MILLISECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "lockstep-groups");
            thread.setDaemon(true);
            return thread;
          });

  private final RunningGroup serial;
  private final long groups;
  private final int threads;
  private final long worthwhile;
  private final Deque<WorkGroupRecord> ready = new ArrayDeque<>();
  private final List<GroupChunk> chunks = new ArrayList<>(); // of the running round
  private CountDownLatch done = new CountDownLatch(0); // of the running round
  private boolean ended; // whether the rest of the launch is executed on the caller's thread
  private long next; // first group of the next round
  private long size; // groups of a chunk
  private long blocks; // block executions of a group, on average
  private long nanos;
  private long bytes;
  private int slow; // latest rounds in succession that were slower than one thread

  /**
   * @param worthwhile estimated nanoseconds that must be left of the launch
   */
  ParallelGroups(RunningGroup serial, long groups, long worthwhile) {
    this.serial = serial;
    this.groups = groups;
    this.threads = serial.options.threads();
    this.worthwhile = worthwhile;
  }

  /** Returns whether a kernel has no operation whose result depends on the order of groups. */
  static boolean allows(Kernel kernel) {
    BitSet read = new BitSet();
    kernel.blocks().stream()
        .flatMap(block -> block.instructions().stream())
        .forEach(in -> in.reads().forEach(read::set));
    for (Block block : kernel.blocks()) {
      for (Instruction in : block.instructions()) {
        if (!allows(in, read)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean allows(Instruction in, BitSet read) {
    return switch (in.op()) {
      case TEXTURE, SURFACE_LOAD, SURFACE_STORE, PRINTF -> false;
      case SPECIAL -> !isClock(in.special());
      case ATOMIC -> in.memory().space() == Space.LOCAL || isUpdate(in, read);
      default ->
          in.memory() == null
              || (in.op() == Op.LOAD || in.op() == Op.STORE)
                  && MemoryWindow.of(in.memory().space()) != MemoryWindow.REGION
                  && !(in.memory().isVolatile() && in.memory().space() != Space.LOCAL);
    };
  }

  /** Returns whether an atomic operation on device memory is one that can be applied later. */
  private static boolean isUpdate(Instruction in, BitSet read) {
    return (in.memory().space() == Space.GLOBAL || in.memory().space() == Space.GENERIC)
        && AtomicOp.OF_LANES.contains(in.atomic())
        && in.atomic() != AtomicOp.COMPARE_EXCHANGE
        && in.destinations().stream().noneMatch(d -> d >= 0 && read.get(d));
  }

  private static boolean isClock(Special special) {
    return switch (special) {
      case CLOCK, CLOCK64, CLOCK_HI, GLOBAL_TIMER -> true;
      default -> false;
    };
  }

  /** Executes one group, or returns its record if it has been executed; called in order of ids. */
  WorkGroupRecord execute(long group) {
    if (ready.isEmpty() && !chunks.isEmpty()) {
      collect();
    }
    if (!ready.isEmpty()) {
      return ready.poll();
    }
    if (ended) {
      return serial.executeAlone(group);
    }
    long start = System.nanoTime();
    WorkGroupRecord record = serial.executeAlone(group);
    nanos += System.nanoTime() - start;
    bytes += record.bytes();
    begin(group + 1);
    return record;
  }

  /** Begins the first round if the groups so far show that it is worth its cost. */
  private void begin(long executed) {
    long left = groups - executed;
    double each = Math.max(1, (double) nanos / executed);
    if (left < 2 || nanos < Math.min(MEASURED, worthwhile) || each * left < worthwhile) {
      return;
    }
    size =
        (long)
            Math.max(
                1,
                Math.min(FIRST_CHUNK / each, GroupChunk.MOST_BYTES / 2 / (bytes / executed + 1)));
    blocks = serial.blockExecutions() / executed;
    next = executed;
    DeviceMemory memory = serial.state.memory;
    boolean[] written = new boolean[memory.buffers()];
    for (int t = 0; t < threads; t++) {
      AccessedBytes accessed = new AccessedBytes(written, t > 0);
      MemoryView view = new MemoryView(memory, DeviceMemory.usualBudget() / threads, accessed);
      chunks.add(new GroupChunk(view, serial.in(view)));
    }
    start();
  }

  private void start() {
    long each = Math.max(1, Math.min(size, (groups - next + threads - 1) / threads));
    CountDownLatch round = new CountDownLatch(threads);
    for (GroupChunk chunk : chunks) {
      long end = Math.min(groups, next + each);
      chunk.prepare(next, end, blocks);
      next = end;
      THREADS.execute(() -> chunk.run(round));
    }
    done = round;
  }

  /** Commits the running round as far as it is in order, and starts the next one. */
  private void collect() {
    await();
    long start = System.nanoTime();
    for (int c = 0; c < chunks.size(); c++) {
      GroupChunk chunk = chunks.get(c);
      if (learnsFromEarlier(c)) {
        next = chunk.first();
        break;
      }
      if (chunk.hasFailed() || dependsOnEarlier(c)) {
        serial.conflict();
        end();
        return;
      }
      chunk.commit();
      serial.state.instructions += chunk.instructions();
      ready.addAll(chunk.records());
      if (!chunk.isWhole()) {
        next = chunk.next();
        size = Math.max(1, chunk.records().size() / 2);
        break;
      }
    }
    if (next == groups) {
      end();
      return;
    }
    GroupChunk first = chunks.get(0);
    adapt(first);
    for (GroupChunk reader : chunks) {
      chunks.forEach(reader::renew);
    }
    boolean gains = gains(threads, first.nanos(), PAGE * first.pages(), System.nanoTime() - start);
    slow = gains ? 0 : slow + 1;
    if (slow == MOST_SLOW) {
      end();
      return;
    }
    start();
  }

  /**
   * Returns whether a round on several threads took less time than one thread would have taken for
   * the same groups, since one thread copies no pages.
   *
   * @param chunk nanoseconds of the execution of one of its chunks
   * @param copies nanoseconds of these in which the chunk's view copied pages
   * @param between nanoseconds between the rounds, in which no chunk is executed
   */
  static boolean gains(int threads, long chunk, long copies, long between) {
    return between + chunk < threads * (chunk - copies);
  }

  private boolean dependsOnEarlier(int number) {
    for (int e = 0; e < number; e++) {
      if (chunks.get(number).dependsOn(chunks.get(e))) {
        return true;
      }
    }
    return false;
  }

  private boolean learnsFromEarlier(int number) {
    boolean found = false;
    for (int e = 0; e < number; e++) {
      found |= chunks.get(number).learnsFrom(chunks.get(e));
    }
    return found;
  }

  /** Groups become faster while they are compiled: adapts the size of chunks to the last round. */
  private void adapt(GroupChunk chunk) {
    if (chunk.nanos() < CHUNK / 2 && chunk.bytes() < GroupChunk.MOST_BYTES / 4) {
      size *= 2;
    } else if (chunk.nanos() > 2 * CHUNK) {
      size = Math.max(1, size / 2);
    }
  }

  private void await() {
    boolean interrupted = false;
    while (done.getCount() > 0) {
      try {
        done.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    ended = true;
    chunks.forEach(GroupChunk::close);
    chunks.clear();
  }
}
