// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds address computations that differ by a constant from an earlier one of their block: one
 * addition then computes the address, and instructions that only led to it are removed.
 *
 * <p>An address is a sum of registers, each times a power of two, and a constant, all modulo 2^32.
 */
final class AddressOffsets {
  private static final long WORD = 0xFFFFFFFFL;
  private static final int DEEPEST = 16;

  /**
   * A linear address expression.
   *
   * @param terms factors by register
   * @param constant addend
   */
  private record Sum(Map<Integer, Long> terms, long constant) {
    static Sum of(int register) {
      return new Sum(Map.of(register, 1L), 0);
    }

    Sum plus(Sum other) {
      Map<Integer, Long> sum = new TreeMap<>(terms);
      other.terms.forEach((r, f) -> sum.merge(r, f, (a, b) -> a + b & WORD));
      sum.values().removeIf(f -> f == 0);
      return new Sum(sum, constant + other.constant & WORD);
    }

    Sum times(long factor) {
      Map<Integer, Long> product = new TreeMap<>();
      terms.forEach((r, f) -> product.put(r, f * factor & WORD));
      product.values().removeIf(f -> f == 0);
      return new Sum(product, constant * factor & WORD);
    }
  }

  private final RegisterFacts uses;
  private final Immediates immediates;
  private final Map<Integer, Instruction> makers = new HashMap<>();
  private final Map<Instruction, Integer> near = new IdentityHashMap<>();
  private final Map<Instruction, Boolean> dead = new IdentityHashMap<>();
  private final BitSet gone = new BitSet();

  AddressOffsets(Kernel kernel, Immediates immediates, boolean any) {
    this.immediates = immediates;
    uses = new RegisterFacts(kernel);
    if (!any) {
      return;
    }
    List<Instruction> code = new ArrayList<>();
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.opClass() == OpClass.ADDRESS && i.guard() < 0 && i.writes().size() == 1) {
          int result = i.writes().get(0);
          if (uses.isWrittenOnce(result)) {
            makers.put(result, i);
            code.add(i);
          }
        }
      }
    }
    for (Block block : kernel.blocks()) {
      near(block);
    }
    if (!near.isEmpty()) {
      for (int k = code.size() - 1; k >= 0; k--) {
        Instruction i = code.get(k);
        if (!near.containsKey(i) && isUnread(i)) {
          dead.put(i, true);
          gone.set(i.writes().get(0));
        }
      }
    }
  }

  /** The register from which an instruction's result differs by a constant, or -1. */
  int near(Instruction i) {
    return near.getOrDefault(i, -1);
  }

  boolean isGone(Instruction i) {
    return dead.containsKey(i);
  }

  boolean isGone(int register) {
    return gone.get(register);
  }

  private void near(Block block) {
    Map<Map<Integer, Long>, Integer> sums = new HashMap<>();
    for (Instruction i : block.instructions()) {
      boolean adds =
          i.op() == Op.ADD
              && i.writes().size() == 1
              && makers.get(i.writes().get(0)) == i
              && i.sources().stream().allMatch(o -> o.isRegister() && !isConstant(o))
              && !immediates.isRenamed(i);
      if (!adds) {
        continue;
      }
      Sum sum = sum(i.writes().get(0), 0);
      Integer earlier = sums.putIfAbsent(sum.terms(), i.writes().get(0));
      if (earlier != null && isShorter(i)) {
        near.put(i, earlier);
      }
    }
  }

  /** Whether the sum is the only reader of one of its operands. */
  private boolean isShorter(Instruction i) {
    return i.sources().stream()
        .anyMatch(o -> makers.containsKey(o.register()) && uses.readers(o.register()).size() == 1);
  }

  private boolean isConstant(Operand o) {
    return immediates.isConstant(o.register());
  }

  private boolean isUnread(Instruction i) {
    int result = i.writes().get(0);
    return !near.containsValue(result)
        && !uses.readers(result).isEmpty()
        && uses.readers(result).stream().allMatch(r -> near.containsKey(r) || dead.containsKey(r));
  }

  private Sum sum(int register, int depth) {
    Instruction i = makers.get(register);
    if (i == null || depth > DEEPEST) {
      return Sum.of(register);
    }
    return switch (i.op()) {
      case ADD -> sum(i.sources().get(0), depth + 1).plus(sum(i.sources().get(1), depth + 1));
      case SHL -> {
        Operand by = i.sources().get(1);
        yield by.isRegister() || by.bits() > 31
            ? Sum.of(register)
            : sum(i.sources().get(0), depth + 1).times(1L << by.bits());
      }
      case SHR -> upper(i, register, depth);
      default -> Sum.of(register);
    };
  }

  private Sum sum(Operand o, int depth) {
    return o.isRegister() ? sum(o.register(), depth) : new Sum(Map.of(), o.bits() & WORD);
  }

  /** A scaled index that was sign-extended from the upper half. */
  private Sum upper(Instruction shift, int register, int depth) {
    Operand by = shift.sources().get(1);
    Operand index = shift.sources().get(0);
    if (by.isRegister() || by.bits() > 32 || !index.isRegister()) {
      return Sum.of(register);
    }
    if (!immediates.isUpper(index.register())) {
      return Sum.of(register);
    }
    return index(index, depth).times(1L << 32 - by.bits());
  }

  /** The lower 32 bits of an index in the upper half. */
  private Sum index(Operand o, int depth) {
    if (!o.isRegister()) {
      return new Sum(Map.of(), o.bits() >>> 32);
    }
    Instruction i = makers.get(o.register());
    if (i.op() == Op.ADD) {
      return index(i.sources().get(0), depth).plus(index(i.sources().get(1), depth));
    }
    return sum(i.sources().get(0), depth + 1).times(1L << i.sources().get(1).bits() - 32);
  }
}
