// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.sm.code.ControlBits;

/**
 * An instruction word of 128 bits, as compute capability 7.0 to 9.0 have it.
 *
 * <p>Sources: Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking"
 * (control field), and the code that ptxas 13.0 makes of known PTX (everything else).
 *
 * @param lower bits 0 to 63
 * @param upper bits 64 to 127
 */
record MachineWord(long lower, long upper) {
  /** Number of the predicate that is always true. */
  private static final int TRUE = 7;

  private static final int FORMS = 3;

  private static final int ALL_LINES = 4; // of a CCTL: invalidate all

  /** The sources of an operation of three sources; REGISTER stands for three registers. */
  enum Form {
    /** The word has no such sources. */
    OTHER,
    REGISTER,
    IMMEDIATE_THIRD,
    CONSTANT_THIRD,
    IMMEDIATE_SECOND,
    CONSTANT_SECOND,
    UNIFORM_SECOND,
    UNIFORM_THIRD
  }

  private int field(int at, int bits) {
    long from = at < 64 ? lower >>> at : upper >>> at - 64;
    return (int) from & (1 << bits) - 1;
  }

  /** Returns the number of the operation, without the form of its sources. */
  int operation() {
    return field(0, 9);
  }

  Form form() {
    return Form.values()[field(9, FORMS)];
  }

  int guard() {
    return field(12, 3);
  }

  boolean guardNegated() {
    return field(15, 1) != 0;
  }

  /** Whether the guard may be false. */
  boolean isGuarded() {
    return guard() != TRUE || guardNegated();
  }

  int destination() {
    return field(16, 8);
  }

  int source() {
    return field(24, 8);
  }

  /** Returns the register at the place of the second source, or of the data of an access. */
  int second() {
    return field(32, 8);
  }

  /** Returns the register in the upper half: the third source, or the second of some forms. */
  int third() {
    return field(64, 8);
  }

  /** Returns the byte offset of an operand in the constant bank; -1 if there is none. */
  int constant() {
    Form form = form();
    boolean constant = form == Form.CONSTANT_SECOND || form == Form.CONSTANT_THIRD;
    return constant ? field(40, 14) * Integer.BYTES : -1;
  }

  /** Returns the bytes that a load or store of this word moves for a lane. */
  int accessBytes() {
    return switch (field(73, 3)) {
      case 0, 1 -> 1;
      case 2, 3 -> 2;
      case 4 -> 4;
      case 5 -> 8;
      default -> 16;
    };
  }

  /** Returns the registers at the places of the three sources; 255 where there is none. */
  int[] registers() {
    int none = 255;
    return switch (form()) {
      case REGISTER -> new int[] {source(), second(), third()};
      case OTHER -> new int[] {none, none, none};
      default -> new int[] {source(), none, third()};
    };
  }

  /** Whether another instruction has the same guard. */
  boolean hasGuardOf(MachineWord other) {
    return guard() == other.guard() && guardNegated() == other.guardNegated();
  }

  /** Returns the distance of a branch's target from the next instruction, in words of 32 bits. */
  long branchOffset() {
    return (upper << 30 | lower >>> 34) << 16 >> 16;
  }

  /** As {@link #branchOffset}, on Hopper, where the lowest eight bits are elsewhere. */
  long longBranchOffset() {
    return branchOffset() << 8 | field(16, 8);
  }

  /** Returns the mask of the counter for which a DEPBAR waits. */
  int awaited() {
    return 1 << field(44, 3);
  }

  /** Returns the value of that counter at which a DEPBAR ends. */
  int awaitedCount() {
    return field(38, 6);
  }

  /** Returns the number of a branch's second predicate. */
  int branchPredicate() {
    return field(87, 3);
  }

  /** Returns 1 for a branch of a uniform predicate. */
  int branchForm() {
    return field(32, 2);
  }

  int uniformPredicate() {
    return field(24, 3);
  }

  /** Returns the modifier that says which halves an operation such as HADD2 computes; or none. */
  String halves(String name) {
    boolean brain = name.startsWith("HFMA2") && field(85, 1) != 0;
    return brain ? ".BF16_V2" : name.equals("HADD2") && field(78, 1) != 0 ? ".F32" : "";
  }

  /** Returns the modifier for the scope of a MEMBAR, or the action of a CCTL; or none. */
  String reach(String name) {
    if (name.equals("MEMBAR")) {
      return switch (field(76, 2)) {
        case 0 -> ".CTA";
        case 3 -> ".SYS";
        default -> ".GPU";
      };
    }
    return name.equals("CCTL") && field(87, 4) == ALL_LINES ? ".IVALL" : "";
  }

  ControlBits control() {
    boolean yields = field(109, 1) == 0;
    return new ControlBits(
        field(105, 4), field(110, 3), field(113, 3), field(116, 6), yields, field(122, 4));
  }
}
