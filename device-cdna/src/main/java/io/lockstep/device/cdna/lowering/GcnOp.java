package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Space;
import java.util.List;

/**
 * One machine instruction while it is being made: registers are still those of the portable kernel.
 *
 * <p>Package-private and mutable; {@link GcnKernel} holds the finished columns.
 */
final class GcnOp {
  static final int[] NONE = {};

  /** Instructions of the portable kernel that it came from. */
  List<Instruction> from = List.of();

  /** Whether it only prepares them, as waits do and the control flow at a block's head. */
  boolean prepares;

  final GcnClass cls;
  final String mnemonic;
  int[] dst = NONE;
  int[] src = NONE;
  String operands = "";

  /** Recorded memory operations that it carries out, in order. */
  int[] slots = NONE;

  /** Bytes of one lane (vector) or of the wavefront (scalar). */
  int bytes;

  Space space;

  /**
   * Of memory; of a matrix instruction its shape's ordinal, of {@code s_nop} the wait states, of
   * the region unit the operation's ordinal.
   */
  long offset;

  int target = -1;

  /** For WAITCNT: counts allowed to be outstanding, or -1 if it does not wait. */
  int vm = -1;

  int lgkm = -1;

  /**
   * Whether it stands for a copy that costs nothing, as both registers are one in the chip: no
   * instruction, but what is under way to the sources is under way to the destination.
   */
  boolean renames;

  /**
   * Bytes of its encoding: 8 with memory or the LDS, with three sources or none of the short vector
   * formats, or with a literal; else 4.
   */
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

  GcnOp(GcnClass cls, String mnemonic) {
    this.cls = cls;
    this.mnemonic = mnemonic;
  }
}
