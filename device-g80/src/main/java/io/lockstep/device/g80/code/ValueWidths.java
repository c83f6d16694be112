// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.Arrays;

/**
 * Computes how many low bits of each integer may be set: sizes and ids of threads and blocks have
 * 16 bits (PTX ISA 1.x), and values derived from them and from constants are bounded too. Products
 * of short values need fewer multiplications, and a 64-bit value whose upper half is zero is
 * treated as 32 bits.
 */
final class ValueWidths {
  private static final int ALL = 64;
  private static final int SHORT = 16;

  /** Bits of a thread id: a block has 512 threads. */
  private static final int THREAD = 9;

  private final int[] bits;
  private final boolean derived;

  /**
   * @param header whether sizes and ids are known to be short
   * @param derived whether values derived from them are bounded
   */
  ValueWidths(Kernel kernel, boolean header, boolean derived) {
    this.derived = derived;
    bits = new int[kernel.registers().size()];
    Arrays.fill(bits, ALL);
    RegisterFacts uses = new RegisterFacts(kernel);
    boolean changed = header;
    while (changed) { // bounds only shrink, so this terminates
      changed = false;
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          if (i.guard() < 0
              && i.writes().size() == 1
              && !i.type().isFloat()
              && uses.isWrittenOnce(i.writes().get(0))
              && (derived || i.op() == Op.SPECIAL)) {
            int width = result(i);
            changed |= width < bits[i.writes().get(0)];
            bits[i.writes().get(0)] = Math.min(bits[i.writes().get(0)], width);
          }
        }
      }
    }
  }

  /** The number of low bits of an operand that may be set; 64 if unknown. */
  int of(Operand operand) {
    if (operand.isRegister()) {
      return bits[operand.register()];
    }
    return !derived ? ALL : ALL - Long.numberOfLeadingZeros(operand.bits());
  }

  int of(int register) {
    return bits[register];
  }

  private int result(Instruction i) {
    int most = i.type().bits();
    int width =
        switch (i.op()) {
          case SPECIAL -> special(i.special());
          case MOVE -> source(i, 0);
          case CONVERT -> converted(i);
          case AND -> Math.min(source(i, 0), source(i, 1));
          case OR, XOR -> Math.max(source(i, 0), source(i, 1));
          case ADD -> Math.max(source(i, 0), source(i, 1)) + 1;
          case MUL, MUL24 -> source(i, 0) + source(i, 1);
          case MUL_WIDE -> factor(i, 0) + factor(i, 1);
          case MAD, MAD24 -> Math.max(source(i, 0) + source(i, 1), source(i, 2)) + 1;
          case MAD_WIDE -> Math.max(factor(i, 0) + factor(i, 1), source(i, 2)) + 1;
          case SHL -> i.sources().get(1).isRegister() ? ALL : source(i, 0) + shift(i);
          case SHR ->
              i.sources().get(1).isRegister() || source(i, 0) >= most
                  ? ALL
                  : Math.max(0, source(i, 0) - shift(i));
          default -> ALL;
        };
    return width > most ? ALL : width; // a wider result wraps, or its sign is among the bits
  }

  private int source(Instruction i, int k) {
    return of(i.sources().get(k));
  }

  private static int shift(Instruction i) {
    return (int) Math.min(ALL, i.sources().get(1).bits());
  }

  /** The width of a factor of a double-width product; a negative factor has all bits set. */
  private int factor(Instruction i, int k) {
    int from = i.sourceType().bits();
    int width = source(i, k);
    return i.signed() && width >= from ? ALL : Math.min(width, from);
  }

  private int converted(Instruction i) {
    int from = i.sourceType().bits();
    if (i.sourceType().isFloat() || i.sourceType() == Type.I1) {
      return ALL;
    }
    int width = source(i, 0);
    return i.sourceSigned() && width >= from ? ALL : Math.min(width, from);
  }

  private static int special(Special special) {
    return switch (special) {
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z, LOCAL_ID_FLAT -> THREAD;
      case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z -> THREAD + 1;
      case GROUP_ID_X, GROUP_ID_Y, GROUP_ID_Z -> SHORT;
      case NUM_GROUPS_X, NUM_GROUPS_Y, NUM_GROUPS_Z -> SHORT;
      default -> ALL;
    };
  }
}
