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

  GcnOp(GcnClass cls, String mnemonic) {
    this.cls = cls;
    this.mnemonic = mnemonic;
  }
}
