package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Space;
import java.util.List;

/** A machine instruction under construction, with IR registers. */
final class GcnOp {
  static final int[] NONE = {};

  /** IR instructions that it implements. */
  List<Instruction> from = List.of();

  /** Whether it only prepares them: a wait, or control flow at a block's start. */
  boolean prepares;

  final GcnClass cls;
  final String mnemonic;
  int[] dst = NONE;
  int[] src = NONE;
  String operands = "";

  /** Recorded memory operations, in order. */
  int[] slots = NONE;

  /** Bytes per lane (vector) or per wavefront (scalar). */
  int bytes;

  Space space;

  /**
   * Byte offset, ordinal of a matrix shape or region operation, or wait states of {@code s_nop}.
   */
  long offset;

  int target = -1;

  /** Allowed outstanding operations of WAITCNT, or -1. */
  int vm = -1;

  int lgkm = -1;

  /**
   * Whether it is a copy without instruction, as both registers share a location; operations
   * pending on the sources are pending on the destination.
   */
  boolean renames;

  /** Bytes of code: 8 for memory, LDS, three sources or literals, else 4. */
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
