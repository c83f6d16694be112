// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.lower.pass.DeadOperations;
import io.lockstep.lower.register.ProgramPoints;
import io.lockstep.lower.register.ProgramPoints.Side;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Removes operations with unused results, and coalesces moves. */
record DeadCode(List<Block> blocks, List<List<MachineOp>> code) {
  /**
   * @param doubles values of which the halves of doubles are coalesced too; null to keep their
   *     moves
   */
  void run(ValueTable doubles) {
    sweep();
    Liveness liveness = MachineValues.live(code, blocks);
    for (int b = 0; b < code.size(); b++) {
      BitSet liveOut = liveness.liveOut(b);
      coalesce(code.get(b), liveOut, 1, (value, high) -> true);
      if (doubles != null) {
        coalesce(code.get(b), liveOut, 2, (low, high) -> isDouble(low, high, doubles));
      }
    }
    sweep();
  }

  void sweep() {
    DeadOperations.remove(
        code,
        0,
        () -> MachineValues.live(code, blocks),
        DeadCode::before,
        (op, live) -> op.hasEffect() || isLive(op.results(), live) ? op : null);
  }

  private static boolean isLive(int[] values, BitSet live) {
    for (int v : values) {
      if (live.get(v)) {
        return true;
      }
    }
    return false;
  }

  private static void before(MachineOp op, BitSet live) {
    Liveness.before(op, live, MachineValues.ACCESSES);
  }

  /** The maximum number of simultaneously live values. */
  int mostLive() {
    return new ProgramPoints<>(
            code,
            MachineValues.live(code, blocks)::liveOut,
            DeadCode::before,
            EnumSet.of(Side.END, Side.BEFORE))
        .most(point -> point.live().cardinality());
  }

  /** Whether two values are halves of a double in the channels of an operation's result. */
  private static boolean isDouble(int low, int high, ValueTable values) {
    return values.leader(high) == low
        && values.channel(high) == values.channel(low) + 1
        && values.channel(low) % 2 == 0;
  }

  private interface Results {
    boolean mayBe(int first, int last);
  }

  /**
   * Replaces values by those to which adjacent moves copy them, so that the operation that computes
   * them writes their copies itself.
   *
   * @param width number of moves: one, or two for the halves of a double
   * @param copies accepts the first and the last copy
   */
  private static void coalesce(List<MachineOp> ops, BitSet liveOut, int width, Results copies) {
    for (int m = 0; m + width <= ops.size(); m++) {
      if (!isCopy(ops.get(m)) || !isCopy(ops.get(m + width - 1))) {
        continue;
      }
      List<MachineOp> moves = ops.subList(m, m + width);
      int[] from = moves.stream().mapToInt(move -> move.reads()[0]).toArray();
      int[] to = moves.stream().mapToInt(move -> move.results()[0]).toArray();
      int writer = writer(ops, from, m);
      boolean replaces = writer >= 0 && copies.mayBe(to[0], to[width - 1]);
      for (int k = 0; k < width; k++) {
        replaces =
            replaces && !liveOut.get(from[k]) && mayRename(ops, from[k], to[k], writer, m + k);
      }
      if (replaces) {
        for (int k = 0; k < width; k++) {
          int t = from[k];
          int d = to[k];
          ops.subList(writer, ops.size()).replaceAll(op -> rename(op, t, d));
        }
        ops.subList(m, m + width).clear();
        m--;
      }
    }
  }

  private static boolean isCopy(MachineOp op) {
    return op.mnemonic().equals("MOV")
        && !op.isPop()
        && !op.is(Role.Flag.USES_ADDRESS)
        && op.sources()[0].isValue()
        && !op.sources()[0].isModified();
  }

  /** The operation before {@code before} whose results are one value, or a double; -1 if none. */
  private static int writer(List<MachineOp> ops, int[] values, int before) {
    int i = before - 1;
    while (i >= 0 && !ops.get(i).writes(values[0])) {
      i--;
    }
    // Results of slot pairs stay in their channel (x or z), which may differ from that of a copy.
    boolean pair = i >= 0 && (ops.get(i).unit() == Unit.PAIR || ops.get(i).unit() == Unit.QUAD);
    boolean whole = i >= 0 && Arrays.equals(ops.get(i).results(), values);
    return whole && pair == values.length > 1 ? i : -1;
  }

  private static boolean mayRename(List<MachineOp> ops, int t, int d, int from, int move) {
    int lastUse = move;
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      boolean reads = op.reads(t);
      if (i != from && op.writes(t) // written twice: not a temporary
          || i < from && reads // read before its definition: the value comes from another block
          || i > from && i < move && (op.reads(d) || op.writes(d))
          || reads && takesVector(op)) { // vector sources already have their channels
        return false;
      }
      lastUse = reads ? Math.max(lastUse, i) : lastUse;
    }
    return ops.subList(move + 1, lastUse + 1).stream().noneMatch(op -> op.writes(d));
  }

  private static boolean takesVector(MachineOp op) {
    return op.kind() != MachineOp.Kind.ALU && (op.sources().length > 2 || op.is(Role.Flag.TEXTURE));
  }

  private static MachineOp rename(MachineOp op, int t, int d) {
    IntUnaryOperator name = v -> v == t ? d : v;
    return op.reads(t) || op.writes(t) ? op.renamed(name, name) : op;
  }
}
