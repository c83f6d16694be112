// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.inspect.card.KernelCard;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The multiply-adds in a kernel's loops whose factors are halves, as sums of products have. */
final class HalfProducts {
  private final double share;
  private final int line;

  /** Counts the operations of a kernel that was executed. */
  HalfProducts(KernelCard card) {
    Kernel kernel = card.text().kernel();
    BitSet halves = new BitSet(); // registers
    for (Block block : kernel.blocks()) {
      block.instructions().stream()
          .filter(i -> i.op() == Op.CONVERT && i.sourceType() == Type.F16)
          .forEach(i -> i.writes().forEach(halves::set));
    }
    Map<Integer, Long> runs = new HashMap<>(); // lookup only
    card.blocks().forEach(b -> runs.put(b.block(), b.workItems()));
    double operations = 0;
    long most = 0;
    int found = 0;
    for (Block block : kernel.blocks()) {
      long executed = block.loop() < 0 ? 0 : runs.getOrDefault(block.id(), 0L);
      for (Instruction i : block.instructions()) {
        if (executed > 0 && isProduct(i, halves)) {
          operations += 2.0 * executed;
          found = executed > most ? i.line() : found;
          most = Math.max(most, executed);
        }
      }
    }
    line = found;
    share = operations / Math.max(1, card.work().floating());
  }

  private static boolean isProduct(Instruction i, BitSet halves) {
    boolean adds = i.op() == Op.FMA || i.op() == Op.MAD_UNFUSED;
    return adds
        && i.type() == Type.F32
        && i.sources().subList(0, 2).stream()
            .allMatch(s -> s.isRegister() && halves.get(s.register()))
        && i.sources().get(2).isRegister();
  }

  /** Returns their share of the kernel's operations on floats. */
  double share() {
    return share;
  }

  /** Returns the line of the one that is executed most often. */
  int line() {
    return line;
  }

  /** Returns operations on floats for each byte of memory that the kernel touches. */
  static double intensity(KernelCard card) {
    return (double) card.work().floating() / Math.max(1, card.traffic().touchedBytes());
  }
}
