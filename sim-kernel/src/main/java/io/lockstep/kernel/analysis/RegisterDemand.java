// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The number of 32-bit registers that a work-item's live values need, by instruction: predicates
 * none, narrow values one, 64-bit values two, addresses as the kernel's pointers. Devices estimate
 * their register allocation from it; each device documents the accuracy. Immutable and thread-safe.
 */
public final class RegisterDemand {
  private final Kernel kernel;
  private final Liveness liveness;

  /**
   * Computes the live registers of a kernel.
   *
   * @param kernel the kernel to analyse
   */
  public RegisterDemand(Kernel kernel) {
    this.kernel = kernel;
    liveness = new Liveness(kernel);
  }

  /** {@return the maximum number of registers live at once} */
  public int most() {
    return most(r -> true);
  }

  /**
   * {@return the maximum over a subset of registers (for example divergent ones)}
   *
   * @param counted selects registers by number
   */
  public int most(IntPredicate counted) {
    int most = 0;
    for (Block block : kernel.blocks()) {
      most = Math.max(most, most(block.id(), counted));
    }
    return most;
  }

  /**
   * {@return the maximum over a subset of registers within a block}
   *
   * @param block number of the block
   * @param counted selects registers by number
   */
  public int most(int block, IntPredicate counted) {
    int most = weight(liveness.liveOut(block), counted);
    for (int live : at(block, counted)) {
      most = Math.max(most, live);
    }
    return most;
  }

  /**
   * {@return the number of registers at each instruction of a block, in program order: the maximum
   * of the registers live before it and, including its results, after it}
   *
   * @param block number of the block
   */
  public int[] at(int block) {
    return at(block, r -> true);
  }

  private int[] at(int block, IntPredicate counted) {
    BitSet live = liveness.liveOut(block);
    int now = weight(live, counted);
    List<Instruction> code = kernel.blocks().get(block).instructions();
    int[] at = new int[code.size()];
    for (int k = code.size() - 1; k >= 0; k--) {
      Instruction i = code.get(k);
      // A result occupies its register even if nothing reads it.
      int with = now;
      List<Integer> writes = i.writes();
      for (int w = 0; w < writes.size(); w++) {
        int d = writes.get(w);
        if (writes.indexOf(d) < w) {
          continue; // two words of a load into one register
        }
        if (i.guard() < 0) {
          with += live.get(d) ? 0 : weight(d, counted);
          now -= live.get(d) ? weight(d, counted) : 0;
          live.clear(d);
        } else if (!live.get(d)) {
          with += weight(d, counted);
        }
      }
      for (int r : i.reads()) {
        now += live.get(r) ? 0 : weight(r, counted);
        live.set(r);
      }
      at[k] = Math.max(with, now);
    }
    return at;
  }

  /**
   * {@return the 32-bit registers that a value needs}
   *
   * @param register number of the virtual register
   */
  public int weight(int register) {
    return weight(kernel.registers().get(register));
  }

  private int weight(BitSet live, IntPredicate counted) {
    int sum = 0;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      sum += weight(r, counted);
    }
    return sum;
  }

  private int weight(int register, IntPredicate counted) {
    return counted.test(register) ? weight(register) : 0;
  }

  private int weight(Type type) {
    return switch (type) {
      case I1 -> 0;
      case I64, F64 -> 2;
      case PTR -> kernel.addressBits() / 32;
      default -> 1;
    };
  }
}
