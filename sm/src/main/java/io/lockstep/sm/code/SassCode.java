// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.code;

import io.lockstep.kernel.analysis.NamedBarrier;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess.Caching;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.register.SpillSlot;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.Columns;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.lower.rows.RowLists;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * A kernel as machine instructions with control bits, with one array for each field; a row is an
 * instruction of 16 bytes. Immutable, thread-safe.
 */
public class SassCode extends WarpRows {
  /** Bytes of an instruction (Jia et al., "Dissecting the NVIDIA Volta GPU Architecture"). */
  public static final int CODE_BYTES = 16;

  /** {@link Pipe} ordinals. */
  public final byte[] pipe;

  /** As {@link ControlBits#stall}. */
  public final byte[] stall;

  /** As {@link ControlBits#writes}. */
  public final int[] writes;

  /** As {@link ControlBits#reads}. */
  public final byte[] reads;

  /** As {@link ControlBits#waits}. */
  public final byte[] waits;

  /** As {@link ControlBits#yields}. */
  public final boolean[] yields;

  /** As {@link Row.Operands#latency}. */
  public final byte[] latency;

  /** As {@link Row.Operands#bankReads}. */
  public final byte[] bankReads;

  /** As {@link Row.Operands#constant}. */
  public final int[] constant;

  /** As {@link Row.Operands#uniform}. */
  public final boolean[] uniform;

  /** {@link Rate} ordinals. */
  public final byte[] rate;

  /** As {@link Row.Matrix#clocks}; 0 for other instructions. */
  public final int[] matrixClocks;

  /** As {@link Row.Matrix#operations}. */
  public final int[] matrixOperations;

  /** {@link AccessKind} ordinals. */
  public final byte[] access;

  /** Recorded memory slot, or -1. */
  public final int[] slot;

  /** As {@link Row.Access#joined}. */
  public final int[][] joined;

  /** Whether a row is of {@link Row.Lanes#APART}. */
  public final boolean[] apart;

  /** Whether a row is of {@link Row.Lanes#COUNTED}. */
  public final boolean[] counted;

  /** Fewest active lanes with which one of them accesses memory for all; above 64 for never. */
  public final byte[] elects;

  /** By branch of a loop of compare-and-swaps, the row of its load; null if there are none. */
  public final int[] retry;

  /** Bytes of an access a lane. */
  public final int[] bytes;

  public final boolean[] readsClock;

  /** Which caches a load uses; volatile ones and those with a memory order pass the first level. */
  public final Caching[] caching;

  /** The barrier of the block at which a row of {@link Pipe#BARRIER} arrives; null for others. */
  public final NamedBarrier[] barrier;

  /** Whether a row arrives at a barrier without waiting (BAR.ARV). */
  public final boolean[] arrives;

  /** Whether a row of {@link Pipe#BARRIER} is a fence. */
  public final boolean[] isFence;

  /** Whether a fence waits until the second level has acknowledged stores and reductions. */
  public final boolean hasWideFences;

  /** Whether an asynchronous copy passes by the first level. */
  public final boolean[] isUncached;

  /** Whether a row commits a group of asynchronous copies. */
  public final boolean[] commits;

  /** Whether a row closes a group of asynchronous copies: a commit, or an arrival behind copies. */
  public final boolean[] closes;

  /**
   * Number of the latest groups of copies for which a row does not wait; -1 if it waits for none.
   */
  public final int[] leaves;

  /** Whether there are groups of copies. */
  public final boolean hasCopies;

  /** Whether there are tests of barriers in shared memory. */
  public final boolean hasBarriers;

  /** Entries of a warp's scoreboard; 0 if control bits guard dependences. */
  public final int entries;

  /** Entries of the scoreboard for which each row waits: of its operands and its results. */
  public final RowLists needed;

  private final SpillSlot[] spill;

  private final BitSet meets;

  /**
   * Takes over the rows of a kernel.
   *
   * @param meets blocks at whose start lanes wait for others
   * @param ifs branches whose side is predicated
   */
  public SassCode(
      CodeRows<Row> code, int registers, PrivateFrame frame, BitSet meets, PredicatedIfs ifs) {
    super(code, registers, frame, ifs);
    this.meets = meets;
    List<Row> rows = code.rows();
    pipe = Columns.bytes(rows, row -> row.pipe().ordinal());
    stall = Columns.bytes(rows, row -> row.control().stall());
    writes = Columns.ints(rows, row -> row.control().writes());
    reads = Columns.bytes(rows, row -> row.control().reads());
    waits = Columns.bytes(rows, row -> row.control().waits());
    yields = Columns.flags(rows, row -> row.control().yields());
    latency = Columns.bytes(rows, row -> row.operands().latency());
    bankReads = Columns.bytes(rows, row -> row.operands().bankReads());
    constant = Columns.ints(rows, row -> row.operands().constant());
    uniform = Columns.flags(rows, row -> row.operands().uniform());
    rate = Columns.bytes(rows, row -> row.operands().rate().ordinal());
    matrixClocks = Columns.ints(rows, row -> matrix(row, Row.Matrix::clocks));
    matrixOperations = Columns.ints(rows, row -> matrix(row, Row.Matrix::operations));
    access = Columns.bytes(rows, row -> row.access().kind().ordinal());
    slot = Columns.ints(rows, row -> row.access().slot());
    joined =
        rows.stream()
            .map(row -> row.access().joined().stream().mapToInt(s -> s).toArray())
            .toArray(int[][]::new);
    apart = Columns.flags(rows, row -> row.access().lanes() == Row.Lanes.APART);
    counted = Columns.flags(rows, row -> row.access().lanes() == Row.Lanes.COUNTED);
    elects = Columns.bytes(rows, SassCode::elects);
    retry = retries(rows);
    bytes = Columns.ints(rows, row -> row.access().bytes());
    readsClock = Columns.flags(rows, Row::readsClock);
    caching = rows.stream().map(SassCode::caching).toArray(Caching[]::new);
    barrier = rows.stream().map(r -> barrier(code.kernel(), r)).toArray(NamedBarrier[]::new);
    arrives =
        Columns.flags(rows, row -> row.from().stream().anyMatch(i -> i.is(Variant.Barrier.ARRIVE)));
    isFence = new boolean[rows.size()];
    boolean any = false;
    for (int r = 0; r < isFence.length; r++) {
      isFence[r] =
          pipe[r] == Pipe.BARRIER.ordinal()
              && barrier[r] == null
              && access[r] != AccessKind.INVALIDATION.ordinal();
      any |= isWideFence(r);
    }
    hasWideFences = any;
    isUncached =
        Columns.flags(
            rows,
            row ->
                row.from().stream()
                    .anyMatch(i -> i.is(Variant.Copy.UNCACHED) || i.is(Variant.Copy.BULK)));
    commits =
        Columns.flags(rows, row -> row.from().stream().anyMatch(i -> i.op() == Op.COMMIT_COPIES));
    closes =
        Columns.flags(
            rows,
            row ->
                row.access().kind() == AccessKind.COPIED_ARRIVAL
                    || row.from().stream().anyMatch(i -> i.op() == Op.COMMIT_COPIES));
    leaves = Columns.ints(rows, SassCode::leaves);
    hasCopies = rows.stream().flatMap(row -> row.from().stream()).anyMatch(SassCode::isOfCopies);
    needed = RowLists.of(rows, row -> row.operands().needed().stream().mapToInt(e -> e));
    int last = rows.stream().mapToInt(row -> row.control().writes()).max().orElse(0);
    entries = Math.max(0, last + 1 - ControlBits.ENTRIES);
    hasBarriers = rows.stream().anyMatch(row -> row.access().kind() == AccessKind.TEST);
    spill = rows.stream().map(row -> row.access().spill()).toArray(SpillSlot[]::new);
  }

  private static NamedBarrier barrier(Kernel kernel, Row row) {
    if (row.pipe() != Pipe.BARRIER) {
      return null;
    }
    return row.from().stream()
        .filter(i -> i.op() == Op.BARRIER)
        .findFirst()
        .map(i -> NamedBarrier.of(kernel, i))
        .orElse(null);
  }

  private static int elects(Row row) {
    return switch (row.access().lanes()) {
      case ELECTED -> 1;
      case ELECTED_IF_ALL -> Integer.SIZE;
      default -> Byte.MAX_VALUE;
    };
  }

  private static int[] retries(List<Row> rows) {
    if (rows.stream().noneMatch(row -> row.access().kind() == AccessKind.RETRY)) {
      return null;
    }
    int[] loads = new int[rows.size()];
    int load = 0;
    for (int r = 0; r < loads.length; r++) {
      AccessKind kind = rows.get(r).access().kind();
      load = kind == AccessKind.ATTEMPT ? r : load;
      loads[r] = kind == AccessKind.RETRY ? load : -1;
    }
    return loads;
  }

  private static int matrix(Row row, ToIntFunction<Row.Matrix> of) {
    Row.Matrix found = row.operands().matrix();
    return found == null ? 0 : of.applyAsInt(found);
  }

  private static Caching caching(Row row) {
    Caching caching = Caching.ALL;
    for (Instruction i : row.access().spill() == null ? row.from() : List.<Instruction>of()) {
      if (i.op() == Op.LOAD) {
        Caching said = i.memory().isVolatile() ? Caching.SECOND_LEVEL : i.memory().caching();
        caching = said.compareTo(caching) > 0 ? said : caching;
      }
    }
    return caching;
  }

  private static boolean isOfCopies(Instruction i) {
    boolean arrives =
        i.op() == Op.ATOMIC
            && (i.atomic() == AtomicOp.BARRIER_ARRIVE_COPIED
                || i.atomic() == AtomicOp.BARRIER_COMPLETE_COPIED);
    return arrives || i.isCopy() || i.op() == Op.COMMIT_COPIES || i.op() == Op.AWAIT_COPIES;
  }

  private static int leaves(Row row) {
    return row.from().stream()
        .filter(i -> i.op() == Op.AWAIT_COPIES)
        .mapToInt(i -> (int) Math.min(Integer.MAX_VALUE, i.sources().get(0).bits()))
        .findFirst()
        .orElse(-1);
  }

  /**
   * Whether a row is a fence for more threads than those of its block. It orders writes by the
   * second level's acknowledgements. A fence of the block needs none: its threads share the first
   * level, which performs their accesses in order.
   */
  public boolean isWideFence(int row) {
    return isFence[row] && access[row] != AccessKind.FENCE_OF_GROUP.ordinal();
  }

  /**
   * Whether a row is issued again in each round of a poll. Fences are if they stand in the poll's
   * block: one on a side of a branch is not for lanes whose poll failed.
   */
  public boolean isRepeated(int row, PollLoops polls) {
    if (pipe[row] <= Pipe.BRANCH.ordinal()) {
      return true;
    }
    if (pipe[row] != Pipe.BARRIER.ordinal() || barrier[row] != null) {
      return false;
    }
    int block = 0;
    while (blockStart[block] > row || blockEnd[block] <= row) {
      block++;
    }
    return IntStream.range(blockStart[block], blockEnd[block])
        .anyMatch(r -> slot[r] >= 0 && polls.isPoll(slot[r]));
  }

  /** Returns the spill slot that a row accesses; null if it moves no value. */
  public SpillSlot spill(int row) {
    return spill[row];
  }

  /**
   * Whether lanes that come from one block wait for the others at the start of the next one: each
   * change to another side issues a further BSYNC.
   */
  @Override
  public boolean synchronises(int from, int to) {
    return meets.get(to) && !ifs.isSide(from);
  }
}
