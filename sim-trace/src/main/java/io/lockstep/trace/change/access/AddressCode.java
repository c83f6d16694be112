// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The arithmetic that forms addresses, which is removed with the accesses that need it. */
public final class AddressCode {
  private final Kernel kernel;

  public AddressCode(Kernel kernel) {
    this.kernel = kernel;
  }

  /** Returns whether a register depends only on parameters and special registers. */
  boolean isArithmetic(int register) {
    BitSet registers = new BitSet();
    registers.set(register);
    return grow(registers);
  }

  /** Returns the offsets of the pointer parameters on which a register's address depends. */
  SortedSet<Long> pointers(int register) {
    BitSet registers = new BitSet();
    registers.set(register);
    grow(registers);
    SortedSet<Long> offsets = new TreeSet<>();
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.op() == Op.LOAD
            && i.memory().space() == Space.PARAMETER
            && i.type().bits() == 64
            && i.writes().stream().anyMatch(registers::get)) {
          offsets.add(i.sources().get(0).bits());
        }
      }
    }
    return offsets;
  }

  /**
   * Adds the registers on which the given registers depend; returns whether all are results of
   * arithmetic.
   */
  private boolean grow(BitSet registers) {
    boolean pure = true;
    int before = -1;
    while (before != registers.cardinality()) {
      before = registers.cardinality();
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          if (i.writes().stream().noneMatch(registers::get)) {
            continue;
          }
          if (isArithmetic(i)) {
            i.reads().forEach(registers::set);
          } else {
            pure = false;
          }
        }
      }
    }
    return pure;
  }

  private static boolean isArithmetic(Instruction i) {
    return i.op() == Op.LOAD ? i.memory().space() == Space.PARAMETER : i.op().isComputation();
  }

  /** Removes arithmetic for the given registers whose results are no longer used. */
  public void removeUnused(List<List<Instruction>> code, Collection<Integer> unused) {
    BitSet candidates = new BitSet();
    unused.forEach(candidates::set);
    grow(candidates);
    List<Instruction> removable = new ArrayList<>();
    BitSet needed = new BitSet();
    for (List<Instruction> block : code) {
      for (Instruction i : block) {
        if (isArithmetic(i)
            && !i.writes().isEmpty()
            && i.writes().stream().allMatch(candidates::get)) {
          removable.add(i);
        } else {
          i.reads().forEach(needed::set);
        }
      }
    }
    int before = -1;
    while (before != needed.cardinality()) {
      before = needed.cardinality();
      for (Instruction i : removable) {
        if (i.writes().stream().anyMatch(needed::get)) {
          i.reads().forEach(needed::set);
        }
      }
    }
    for (List<Instruction> block : code) {
      block.removeIf(
          i ->
              isArithmetic(i)
                  && !i.writes().isEmpty()
                  && i.writes().stream().allMatch(candidates::get)
                  && i.writes().stream().noneMatch(needed::get));
    }
  }
}
