// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.control.BlockLayout;
import io.lockstep.lower.control.DirectBranches;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Rate;
import io.lockstep.sm.code.Row;
import io.lockstep.sm.code.SassCode;
import java.util.BitSet;
import java.util.List;

/** A row for each instruction of a kernel, for tests of the multiprocessor. */
public final class PlainCode {
  private final int stall;
  private final boolean waits;

  /**
   * @param stall stall count of arithmetic
   * @param waits whether each row waits for the loads and special functions before it
   */
  public PlainCode(int stall, boolean waits) {
    this.stall = stall;
    this.waits = waits;
  }

  public SassCode of(Kernel kernel) {
    CodeRows<Row> rows = new CodeRows<>(kernel);
    for (Block block : kernel.blocks()) {
      rows.begin(block.id(), "");
      for (Instruction i : block.instructions()) {
        rows.add(row(i), List.of(i));
      }
    }
    DirectBranches branches =
        new DirectBranches(kernel, new BlockLayout(new RegisterFacts(kernel), false), false);
    PrivateFrame frame = new PrivateFrame(kernel.privateBytes(), 0, "");
    return new SassCode(rows, 32, frame, new BitSet(), new PredicatedIfs(kernel, branches));
  }

  private Row row(Instruction i) {
    Pipe pipe = pipe(i);
    boolean counted = pipe.ordinal() >= Pipe.SHUFFLE.ordinal() || pipe == Pipe.SPECIAL;
    int writes = counted ? 0 : ControlBits.NO_COUNTER;
    int count = counted ? 2 : stall;
    ControlBits bits =
        new ControlBits(count, writes, ControlBits.NO_COUNTER, waits ? 1 : 0, false, 0);
    Row.Operands operands =
        new Row.Operands(
            0,
            0,
            -1,
            false,
            i.op() != Op.MUL ? Rate.USUAL : i.type() == Type.I64 ? Rate.WIDE_PRODUCT : Rate.PRODUCT,
            null);
    return new Row(List.of(i), pipe, bits, operands, access(i), reads(i));
  }

  private static boolean reads(Instruction i) {
    return i.special() == Special.CLOCK || i.special() == Special.CLOCK64;
  }

  private static Row.Access access(Instruction i) {
    AccessKind kind =
        switch (i.op()) {
          case LOAD -> AccessKind.LOAD;
          case STORE -> AccessKind.STORE;
          case ATOMIC -> i.writes().isEmpty() ? AccessKind.REDUCTION : AccessKind.ATOMIC;
          default -> AccessKind.NONE;
        };
    return kind == AccessKind.NONE || i.memory().space() == Space.PARAMETER
        ? Row.Access.NONE
        : new Row.Access(kind, i.memory().slot(), 4, null);
  }

  private static Pipe pipe(Instruction i) {
    return switch (i.op()) {
      case LOAD, STORE, ATOMIC ->
          switch (i.memory().space()) {
            case LOCAL -> Pipe.SHARED;
            case PARAMETER -> Pipe.ALU;
            case CONSTANT -> Pipe.CONSTANT;
            case PRIVATE -> Pipe.PRIVATE;
            default -> Pipe.GLOBAL;
          };
      case BRANCH, EXIT -> Pipe.BRANCH;
      case BARRIER, FENCE -> Pipe.BARRIER;
      case RSQRT -> Pipe.SPECIAL;
      default -> {
        if (i.op() == Op.FMA && i.type() == Type.F64) {
          yield Pipe.DOUBLE;
        }
        yield i.type() == Type.F32 || i.op() == Op.MUL ? Pipe.FMA : Pipe.ALU;
      }
    };
  }
}
