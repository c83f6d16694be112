// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts the registers that an instruction of fixed latency reads from each register bank; those
 * that the register cache holds since the instruction before are not read again. A product of
 * matrices reads its operands while it holds the tensor core, at a rate that is not known; none are
 * counted.
 */
public final class BankReads {
  private static final int ODD = 4; // bits of the even bank's number

  private BankReads() {}

  /** As below, for instructions under construction. */
  public static int of(SassOp op, SassOp before, int kept) {
    return of(operands(op), operands(before), kept);
  }

  /** Returns the mask of the operands that the next instruction reads at the same places. */
  static int reuse(SassOp op, SassOp next) {
    List<List<Integer>> own = operands(op);
    List<List<Integer>> others = operands(next);
    List<Integer> written = writtenBy(op);
    int mask = 0;
    for (int s = 0; s < Math.min(own.size(), others.size()); s++) {
      List<Integer> registers = own.get(s);
      boolean same = !registers.isEmpty() && registers.equals(others.get(s));
      mask |= same && Collections.disjoint(registers, written) ? 1 << s : 0;
    }
    return mask;
  }

  private static List<Integer> writtenBy(SassOp op) {
    List<Integer> written = new ArrayList<>();
    op.results.stream()
        .filter(r -> r.kind() == Kind.VECTOR)
        .forEach(r -> r.registers(written::add));
    return written;
  }

  /** Returns the registers of each operand that is read from the banks. */
  private static List<List<Integer>> operands(SassOp op) {
    List<List<Integer>> all = new ArrayList<>();
    for (Value s : op.isMemory() || op.matrix != null ? List.<Value>of() : op.sources) {
      List<Integer> registers = new ArrayList<>();
      if (s.kind() == Kind.VECTOR) {
        s.registers(registers::add);
      }
      all.add(registers);
    }
    return all;
  }

  /**
   * Returns the number of the even bank, and 16 times that of the odd one.
   *
   * @param sources the registers of each operand
   * @param before those of the instruction before
   * @param kept mask of the operands that the instruction before leaves in the register cache
   */
  public static int of(List<List<Integer>> sources, List<List<Integer>> before, int kept) {
    Set<Integer> read = new HashSet<>();
    for (int s = 0; s < sources.size(); s++) {
      if ((kept >> s & 1) == 0 || s >= before.size() || !sources.get(s).equals(before.get(s))) {
        read.addAll(sources.get(s));
      }
    }
    int odd = (int) read.stream().filter(r -> r % 2 != 0).count();
    return read.size() - odd | odd << ODD;
  }
}
