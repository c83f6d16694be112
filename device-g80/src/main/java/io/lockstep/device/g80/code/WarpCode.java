// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.lower.control.JoinPoints;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.register.SpillSlot;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.Columns;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.lower.rows.RowLists;
import io.lockstep.sm.code.WarpRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A kernel as warp instructions, with one array per field; a row is one instruction, or a fixed
 * sequence such as a division or 32-bit multiply. Immutable, thread-safe.
 */
public final class WarpCode extends WarpRows {
  /** Bytes of an instruction; pairs of short instructions (4 bytes) are not modelled. */
  private static final int CODE_BYTES = 8;

  /** Kinds of memory access of a row. */
  public static final byte NONE = 0;

  public static final byte LOAD = 1;
  public static final byte STORE = 2;
  public static final byte ATOMIC = 3;
  public static final byte ATOMIC_RETURN = 4;

  /** {@link Pipe} ordinals. */
  public final byte[] pipe;

  public final int[] instructions;

  /** Clocks for which a row occupies its pipe. */
  public final int[] interval;

  /** Clocks until a dependent row may issue; 0 for memory accesses, tracked by their answers. */
  public final int[] latency;

  /** Recorded memory slot, or -1. */
  public final int[] slot;

  public final byte[] access;

  /** Scoreboard registers that a row reads. */
  public final RowLists sources;

  /** Scoreboard registers that a row writes. */
  public final RowLists destinations;

  /** Destinations with a write-after-write hazard: a row waits until the earlier write is done. */
  public final RowLists overwritten;

  /** Byte address of each row's code; one more entry with the code's size. */
  public final int[] codeAt;

  public final boolean[] readsClock;

  /** Whether there are rows for {@link Pipe#MULTIPLY}. */
  public final boolean multiplies;

  private final SpillSlot[] spill;
  private final JoinPoints joins;

  WarpCode(
      CodeRows<Row> code,
      int registers,
      PrivateFrame frame,
      PredicatedIfs ifs,
      JoinPoints joins,
      boolean renames) {
    super(code, registers, frame, ifs);
    this.joins = joins;
    List<Row> rows = code.rows();
    pipe = Columns.bytes(rows, row -> row.pipe().ordinal());
    instructions = Columns.ints(rows, row -> row.cost().instructions());
    interval = Columns.ints(rows, row -> row.cost().interval());
    latency = Columns.ints(rows, row -> row.cost().latency());
    slot = Columns.ints(rows, row -> row.access().slot());
    access = Columns.bytes(rows, row -> row.access().kind());
    sources = RowLists.of(rows, row -> row.sources().stream().mapToInt(r -> r));
    destinations = RowLists.of(rows, row -> row.destinations().stream().mapToInt(r -> r));
    overwritten = renames ? overwritten(rows) : destinations;
    codeAt = Columns.starts(rows, row -> CODE_BYTES * row.cost().instructions());
    readsClock = Columns.flags(rows, row -> row.from().stream().anyMatch(WarpCode::readsClock));
    multiplies = rows.stream().anyMatch(row -> row.pipe() == Pipe.MULTIPLY);
    spill = rows.stream().map(row -> row.access().spill()).toArray(SpillSlot[]::new);
  }

  /**
   * A value that its block has written before, and that is written as a whole, is another one: the
   * register allocator gives it a register of its own.
   */
  private RowLists overwritten(List<Row> rows) {
    Map<Row, List<Integer>> same = new IdentityHashMap<>();
    for (int b = 0; b < blockEnd.length; b++) {
      Set<Integer> written = new HashSet<>();
      for (Row row : rows.subList(blockStart[b], blockEnd[b])) {
        boolean whole = row.from().get(row.from().size() - 1).guard() < 0;
        List<Integer> results = new ArrayList<>(row.destinations());
        if (whole) {
          results.removeAll(written);
          written.addAll(row.destinations());
        }
        same.put(row, results);
      }
    }
    return RowLists.of(rows, row -> same.get(row).stream().mapToInt(r -> r));
  }

  static boolean readsClock(Instruction i) {
    return i.op() == Op.SPECIAL && (i.special() == Special.CLOCK || i.special() == Special.CLOCK64);
  }

  /** Returns the spill slot that a row accesses; null if it moves no value. */
  public SpillSlot spill(int row) {
    return spill[row];
  }

  /**
   * Whether a join instruction ends the path between two blocks: not if the first is predicated or
   * lanes exit the kernel.
   */
  @Override
  public boolean synchronises(int from, int to) {
    return !ifs.isSide(from) && !joins.isEnd(from) && !joins.isEnd(to);
  }
}
