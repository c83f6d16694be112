package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.lowering.GcnClass;

/** Classes of instructions as the issue loop compares them: one byte each. Constants only. */
final class ClassCodes {
  static final int VALU_END = GcnClass.VALU_TRANS64.ordinal(); // the last that the vector ALU takes
  static final int SALU = GcnClass.SALU.ordinal();
  static final int SMEM = GcnClass.SMEM.ordinal();
  static final int VMEM_LAST = GcnClass.VMEM_ATOMIC_RETURN.ordinal();
  static final int LDS_LAST = GcnClass.LDS_PERMUTE.ordinal();
  static final int BRANCH = GcnClass.BRANCH.ordinal();
  static final int WAITCNT = GcnClass.WAITCNT.ordinal();
  static final int BARRIER = GcnClass.BARRIER.ordinal();
  static final int END = GcnClass.END.ordinal();

  /** Whether a failed poll has its wavefront issue an instruction of the loop again. */
  static boolean isRepeated(int c) {
    return c <= VALU_END || c == SALU || c == BRANCH || c == WAITCNT;
  }

  private ClassCodes() {}
}
