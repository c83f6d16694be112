// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;

/**
 * Register read ports: operands are fetched in three cycles, and in one cycle each channel delivers
 * one register, so that a bundle reads at most twelve.
 *
 * <p>Each operation has a bank swizzle, which determines the cycle in which each operand is read:
 * six permutations for slots x to w, four fixed ones for slot t. A bundle is legal if swizzles
 * exist that never read two registers of one channel in the same cycle. An operation whose first
 * and second source are the same register reads it once. Results of the previous bundle are
 * forwarded (PV, PS) and need no port. With n constants, slot t may not read a register in the
 * first n cycles. Output queue A of the local data share can be read in the first cycle only, and
 * neither queue by slot t; no rule is known for queue B, which LLVM does not use.
 *
 * <p>Source: LLVM R600 backend, {@code fitsReadPortLimitations}, {@code isLegalUpTo}.
 *
 * <p><b>Caveat.</b> Values stand for registers: two values that the allocator later places in the
 * same register count as two, so that the rule may reject a legal bundle, but never accepts an
 * illegal one.
 */
public final class ReadPorts implements BundleRule {
  private static final int[][] VECTOR = {
    {0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}
  };
  private static final int[][] TRANS = {{2, 1, 0}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}};
  private static final int FREE = -1;

  @Override
  public boolean allows(Bundle bundle, Bundle previous, ValueTable values) {
    return swizzles(bundle, previous, values) != null;
  }

  /**
   * Returns the bank swizzle of each operation, as an assembler would encode it, or null if the
   * bundle is illegal.
   *
   * @param bundle bundle with assigned slots
   * @param previous the preceding bundle, whose results are forwarded, or null
   * @param values channels of operands, and their registers after allocation
   */
  public static int[] swizzles(Bundle bundle, Bundle previous, ValueTable values) {
    int[] port = new int[12];
    java.util.Arrays.fill(port, FREE);
    int[] chosen = new int[bundle.ops().size()];
    return choose(bundle, previous, values, 0, port, chosen) ? chosen : null;
  }

  private static boolean choose(
      Bundle bundle, Bundle previous, ValueTable values, int index, int[] port, int[] chosen) {
    if (index == bundle.ops().size()) {
      return true;
    }
    MachineOp op = bundle.ops().get(index);
    boolean trans = bundle.isTrans(index);
    int[][] swizzles = trans ? TRANS : VECTOR;
    // Each slot of a double-precision operation reads its half of the operands with its own
    // swizzle.
    int choices = isWide(op) ? swizzles.length * swizzles.length : swizzles.length;
    for (int s = 0; s < choices; s++) {
      int[] trial = port.clone();
      int[] low = swizzles[s % swizzles.length];
      int[] high = isWide(op) ? swizzles[s / swizzles.length] : low;
      if (reserve(op, trans, low, high, previous, values, trial)
          && choose(bundle, previous, values, index + 1, trial, chosen)) {
        chosen[index] = s % swizzles.length;
        return true;
      }
    }
    return false;
  }

  private static boolean isWide(MachineOp op) {
    return op.unit() == Unit.PAIR || op.unit() == Unit.QUAD;
  }

  private static boolean reserve(
      MachineOp op,
      boolean trans,
      int[] low,
      int[] high,
      Bundle previous,
      ValueTable values,
      int[] port) {
    Source[] sources = op.sources();
    int constants = ConstantPorts.constants(op);
    boolean wide = isWide(op);
    for (int i = 0; i < sources.length; i++) {
      Source s = sources[i];
      // Operands of double-precision operations alternate between low and high halves.
      int cycle = wide ? (i % 2 == 0 ? low : high)[i / 2 % 3] : low[i % 3];
      if (s.kind() == Source.Kind.QUEUE) {
        if (trans || s.number() == 0 && cycle != 0) {
          return false;
        }
        continue;
      }
      if (!s.isValue() || isForwarded(s.number(), previous)) {
        continue;
      }
      if (trans && cycle < constants) {
        return false;
      }
      if (i == 1 && !wide && sources[0].isValue() && sources[0].number() == s.number()) {
        continue;
      }
      int channel = values.channel(s.number());
      int at = 4 * cycle + Math.max(channel, 0);
      if (port[at] == FREE || port[at] == s.number()) {
        port[at] = s.number();
      } else {
        return false;
      }
    }
    return true;
  }

  private static boolean isForwarded(int value, Bundle previous) {
    return previous != null && previous.ops().stream().anyMatch(op -> op.writes(value));
  }
}
