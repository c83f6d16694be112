// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.isa.WaitCounter;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Space;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A machine instruction under construction, with IR registers. */
public final class GcnOp {
  public static final int[] NONE = {};

  /** In {@link #waits}: the counter is not waited for. */
  static final int NO_WAIT = -1;

  /** Instructions of the portable kernel that it implements. */
  public List<Instruction> from = List.of();

  /** Whether it only prepares them, as waits and control flow at a block's start do. */
  public boolean prepares;

  public final GcnClass cls;
  public final String mnemonic;
  public int[] dst = NONE;
  public int[] src = NONE;
  public String operands = "";

  /** Recorded memory operations that it performs, in order. */
  public int[] slots = NONE;

  /** Bytes per lane (vector) or per wavefront (scalar). */
  int bytes;

  public Space space;

  /**
   * Byte offset; for a matrix instruction the ordinal of its shape, for {@code s_nop} the wait
   * states, for a region operation its ordinal.
   */
  public long offset;

  /** Whether an atomic is performed by one lane for all active lanes. */
  boolean elects;

  /** For a branch back for each further active lane: the first instruction of the loop. */
  GcnOp loop;

  /** For WAITCNT: allowed outstanding operations by wait counter, {@link #NO_WAIT} for none. */
  int[] waits = NONE;

  /**
   * Whether it stands for a copy without an instruction, since both registers share one location.
   * Operations pending on the sources are pending on the destination.
   */
  public boolean renames;

  /** Attributes an operation that is inserted before another one to its origin. */
  public GcnOp before(GcnOp next) {
    from = next.from;
    prepares = true;
    return this;
  }

  /** Returns the waits, each for the counters of one instruction, that leave operations allowed. */
  static List<GcnOp> waits(InstructionSet isa, int... allowed) {
    Map<String, GcnOp> all = new LinkedHashMap<>();
    for (int k = 0; k < allowed.length; k++) {
      WaitCounter counter = isa.waits().get(k);
      if (allowed[k] != NO_WAIT) {
        GcnOp op = all.computeIfAbsent(counter.instruction(), i -> unwaited(i, allowed.length));
        op.waits[k] = allowed[k];
        op.operands += (op.operands.isEmpty() ? "" : " ") + counter.name() + "(" + allowed[k] + ")";
      }
    }
    return List.copyOf(all.values());
  }

  private static GcnOp unwaited(String mnemonic, int counters) {
    GcnOp op = new GcnOp(GcnClass.WAITCNT, mnemonic);
    op.waits = new int[counters];
    Arrays.fill(op.waits, NO_WAIT);
    return op;
  }

  /** Size of the encoding: 8 bytes for memory, LDS, three sources and literals, otherwise 4. */
  int codeBytes() {
    return switch (cls) {
      case BRANCH, WAITCNT, BARRIER, END, NOP -> 4;
      case SALU, VALU, VALU_TRANS, VALU_TRANS64 -> isLong() ? 8 : 4;
      default -> 8;
    };
  }

  private boolean isLong() {
    if (mnemonic.startsWith("v_pk_") || operands.contains("0x")) {
      return true;
    }
    int sources = -1; // the first operand is the destination
    for (String operand : operands.split(",")) {
      sources += operand.isBlank() || operand.strip().equals("vcc") ? 0 : 1;
    }
    return cls != GcnClass.SALU && sources > 2;
  }

  /** Sets the portable instructions that this one implements; their accesses are its own. */
  void implement(List<Instruction> instructions) {
    if (slots.length > 0 && !instructions.equals(from)) {
      slots =
          instructions.stream()
              .filter(Instruction::isRecorded)
              .mapToInt(i -> i.memory().slot())
              .toArray();
    }
    from = instructions;
  }

  public GcnOp(GcnClass cls, String mnemonic) {
    this.cls = cls;
    this.mnemonic = mnemonic;
  }
}
