// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.isa.GcnClass;
import java.util.Arrays;
import java.util.function.Predicate;

/** Instruction classes as bytes, for comparisons in the issue loop. */
final class ClassCodes {
  // Bit masks of classes.
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

  static boolean isVector(int c) {
    return (VECTOR >>> c & 1) != 0;
  }

  static boolean isLds(int c) {
    return (LDS >>> c & 1) != 0;
  }

  /** Whether a wavefront reissues instructions of this class when it repeats a polling loop. */
  static boolean isRepeated(int c) {
    return isVector(c) || c == SALU || c == BRANCH || c == WAITCNT || c == NOP;
  }

  private ClassCodes() {}
}
