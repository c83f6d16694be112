// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.MachineKernel;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A kernel as warp instructions, with one array per field; a row is one instruction, or a fixed
 * sequence such as a division or 32-bit multiply. Immutable, thread-safe.
 */
public final class WarpCode implements MachineKernel {
  private final Kernel kernel;
  private final int registersPerThread;
  private final List<CodeLine> code;
  private final int[] blockStart;
  private final int[] blockEnd;
  final byte[] pipe;
  final int[] instructions;
  final int[] interval;
  final int[] latency;
  final int[] slot;
  final byte[] access;
  final int[] sourceStart;
  final int[] sources;
  final int[] destinationStart;
  final int[] destinations;
  private final int scoreboard;
  private final CodeOrigins origins;
  private final int[] codeAt;
  private final boolean multiplies;
  private final PredicatedIfs ifs;
  private final JoinPoints joins;
  private final LocalFrame frame;
  private final SpillSlot[] spillSlot; // by row; null if no row moves a value
  private final boolean[] clocks; // rows that read the clock; null if none does

  /** Bytes of an instruction; pairs of short instructions (4 bytes) are not modelled. */
  private static final int CODE_BYTES = 8;

  /** Kinds of memory access of a row. */
  public static final byte NONE = 0;

  public static final byte LOAD = 1;
  public static final byte STORE = 2;
  public static final byte ATOMIC = 3;
  public static final byte ATOMIC_RETURN = 4;

  WarpCode(
      Kernel kernel,
      int registersPerThread,
      int scoreboard,
      List<CodeLine> code,
      int[] blockStart,
      int[] blockEnd,
      byte[] pipe,
      int[] instructions,
      int[] interval,
      int[] latency,
      int[] slot,
      byte[] access,
      int[] sourceStart,
      int[] sources,
      int[] destinationStart,
      int[] destinations,
      CodeOrigins origins,
      PredicatedIfs ifs,
      JoinPoints joins,
      LocalFrame frame,
      SpillSlot[] spillSlot) {
    this.frame = frame;
    this.spillSlot = spillSlot;
    this.origins = origins;
    this.ifs = ifs;
    this.joins = joins;
    this.kernel = kernel;
    this.registersPerThread = registersPerThread;
    this.scoreboard = scoreboard;
    this.code = List.copyOf(code);
    this.blockStart = blockStart;
    this.blockEnd = blockEnd;
    this.pipe = pipe;
    this.instructions = instructions;
    this.interval = interval;
    this.latency = latency;
    this.slot = slot;
    this.access = access;
    this.sourceStart = sourceStart;
    this.sources = sources;
    this.destinationStart = destinationStart;
    this.destinations = destinations;
    clocks = clocks(kernel, origins);
    codeAt = new int[instructions.length + 1];
    boolean any = false;
    for (int r = 0; r < instructions.length; r++) {
      any |= pipe[r] == Pipe.MULTIPLY.ordinal();
      codeAt[r + 1] = codeAt[r] + CODE_BYTES * instructions[r];
    }
    multiplies = any;
  }

  /** Whether there are rows for {@link Pipe#MULTIPLY}. */
  public boolean multiplies() {
    return multiplies;
  }

  private static boolean[] clocks(Kernel kernel, CodeOrigins origins) {
    BitSet reads = new BitSet(); // by number of the instruction
    int number = 0;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        reads.set(
            number++,
            i.op() == Op.SPECIAL
                && (i.special() == Special.CLOCK || i.special() == Special.CLOCK64));
      }
    }
    if (reads.isEmpty()) {
      return null;
    }
    boolean[] rows = new boolean[origins.rows()];
    for (int r = 0; r < rows.length; r++) {
      int row = r;
      origins.split(r, 1, reads::get, (i, share) -> rows[row] = i != CodeOrigins.OWN);
    }
    return rows;
  }

  @Override
  public Kernel kernel() {
    return kernel;
  }

  @Override
  public int registers() {
    return registersPerThread;
  }

  /** Returns the local memory of a thread in bytes, spilled values included. */
  public int privateBytes() {
    return frame.bytes();
  }

  /** Returns the spill slot that a row accesses; null if it moves no value. */
  public SpillSlot spill(int row) {
    return spillSlot == null ? null : spillSlot[row];
  }

  @Override
  public int spilledBytes() {
    return frame.spilledBytes();
  }

  @Override
  public String remark() {
    return frame.remark();
  }

  @Override
  public String assembly() {
    return CodeLine.text(code);
  }

  @Override
  public List<CodeLine> code() {
    return code;
  }

  @Override
  public Optional<CodeOrigins> origins() {
    return Optional.of(origins);
  }

  @Override
  public String port(int row) {
    return "issue";
  }

  /** Returns the byte address of each row's code; one more entry with the code's size. */
  public int[] codeAt() {
    return codeAt;
  }

  public boolean readsClock(int row) {
    return clocks != null && clocks[row];
  }

  /** Returns the number of registers that the scoreboard tracks. */
  public int scoreboard() {
    return scoreboard;
  }

  /** Returns the first row of a block; for the number of blocks, the number of rows. */
  public int first(int block) {
    return blockStart[block];
  }

  public int end(int block) {
    return blockEnd[block];
  }

  /** Returns the first block of the predicated side of a block's branch; -1 for none. */
  public int predicatedSide(int block) {
    return ifs.side(block);
  }

  /**
   * Whether a join instruction ends the path between two blocks: not if the first is predicated or
   * lanes exit the kernel.
   */
  public boolean joins(int from, int to) {
    return !ifs.isSide(from) && !joins.isEnd(from) && !joins.isEnd(to);
  }

  public int sideEnd(int first) {
    return end(ifs.last(first));
  }

  public int pipe(int row) {
    return pipe[row];
  }

  public int instructions(int row) {
    return instructions[row];
  }

  /** Returns the clocks for which a row occupies its pipe. */
  public int interval(int row) {
    return interval[row];
  }

  /** Clocks until a dependent row may issue; 0 for memory accesses, tracked by their answers. */
  public int latency(int row) {
    return latency[row];
  }

  /** Returns the recorded memory slot, or -1. */
  public int slot(int row) {
    return slot[row];
  }

  public int access(int row) {
    return access[row];
  }

  /** Returns the first index of a row's sources in {@link #source}. */
  public int sourceStart(int row) {
    return sourceStart[row];
  }

  /** Returns the scoreboard register of a source. */
  public int source(int index) {
    return sources[index];
  }

  /** Returns the first index of a row's destinations in {@link #destination}. */
  public int destinationStart(int row) {
    return destinationStart[row];
  }

  /** Returns the scoreboard register of a destination. */
  public int destination(int index) {
    return destinations[index];
  }
}
