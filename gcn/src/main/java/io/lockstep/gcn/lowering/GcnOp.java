// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Space;
import java.util.List;

/** A machine instruction under construction, with IR registers. */
final class GcnOp {
  static final int[] NONE = {};

  /** Instructions of the portable kernel that it implements. */
  List<Instruction> from = List.of();

  /** Whether it only prepares them, as waits and control flow at a block's start do. */
  boolean prepares;

  final GcnClass cls;
  final String mnemonic;
  int[] dst = NONE;
  int[] src = NONE;
  String operands = "";

  /** Recorded memory operations that it performs, in order. */
  int[] slots = NONE;

  /** Bytes per lane (vector) or per wavefront (scalar). */
  int bytes;

  Space space;

  /**
   * Byte offset; for a matrix instruction the ordinal of its shape, for {@code s_nop} the wait
   * states, for a region operation its ordinal.
   */
  long offset;

  /** Whether an atomic is performed by one lane for all active lanes. */
  boolean elects;

  /** For a branch back for each further active lane: the first instruction of the loop. */
  GcnOp loop;

  /** For WAITCNT: allowed outstanding operations, or -1 if it does not wait for the counter. */
  int vm = -1;

  int lgkm = -1;

  /**
   * Whether it stands for a copy without an instruction, since both registers share one location.
   * Operations pending on the sources are pending on the destination.
   */
  boolean renames;

  /** Creates an operation that is inserted before another one and attributed to its origin. */
  static GcnOp before(GcnOp next, GcnClass cls, String mnemonic) {
    GcnOp op = new GcnOp(cls, mnemonic);
    op.from = next.from;
    op.prepares = true;
    return op;
  }

  /**
   * Sets the operations that a WAITCNT leaves outstanding; -1 if it does not wait for a counter.
   */
  GcnOp waits(int vectorMemory, int others) {
    vm = vectorMemory;
    lgkm = others;
    operands =
        (vm >= 0 ? "vmcnt(" + vm + ")" : "")
            + (vm >= 0 && lgkm >= 0 ? " " : "")
            + (lgkm >= 0 ? "lgkmcnt(" + lgkm + ")" : "");
    return this;
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

  GcnOp(GcnClass cls, String mnemonic) {
    this.cls = cls;
    this.mnemonic = mnemonic;
  }
}
