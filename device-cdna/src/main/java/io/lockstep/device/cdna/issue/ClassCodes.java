package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.lowering.GcnClass;
import java.util.Arrays;
import java.util.function.Predicate;

/** Classes of instructions as the issue loop compares them: one byte each. Constants only. */
final class ClassCodes {
  // Sets of classes, a bit each.
  private static final int VECTOR = set(GcnClass::isVector);
  private static final int LDS = set(GcnClass::isLds);

  static final int SALU = GcnClass.SALU.ordinal();
  static final int SMEM = GcnClass.SMEM.ordinal();
  static final int BRANCH = GcnClass.BRANCH.ordinal();
  static final int WAITCNT = GcnClass.WAITCNT.ordinal();
  static final int BARRIER = GcnClass.BARRIER.ordinal();
  static final int MATRIX = GcnClass.MATRIX.ordinal();
  static final int NOP = GcnClass.NOP.ordinal();
  static final int REGION = GcnClass.REGION.ordinal();
  static final int END = GcnClass.END.ordinal();

  private static int set(Predicate<GcnClass> contains) {
    return Arrays.stream(GcnClass.values())
        .filter(contains)
        .mapToInt(c -> 1 << c.ordinal())
        .reduce(0, (a, b) -> a | b);
  }

  /** Whether the vector ALU runs a class. */
  static boolean isVector(int c) {
    return (VECTOR >>> c & 1) != 0;
  }

  /** Whether the LDS runs a class. */
  static boolean isLds(int c) {
    return (LDS >>> c & 1) != 0;
  }

  /** Whether a failed poll has its wavefront issue an instruction of the loop again. */
  static boolean isRepeated(int c) {
    return isVector(c) || c == SALU || c == BRANCH || c == WAITCNT || c == NOP;
  }

  private ClassCodes() {}
}
