package io.lockstep.kernel.ir;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * How many 32-bit registers a work-item's live values take, instruction by instruction.
 *
 * <p>Predicates count nothing, narrow values one, 64 bits two; an address counts as wide as the
 * kernel's pointers. Devices estimate their registers from it; notes on how well that predicts real
 * allocations stand with each device. Immutable and thread-safe.
 */
public final class RegisterDemand {
  private final Kernel kernel;
  private final Liveness liveness;

  /**
   * Computes the live registers of a kernel.
   *
   * @param kernel whose registers are weighed
   */
  public RegisterDemand(Kernel kernel) {
    this.kernel = kernel;
    liveness = new Liveness(kernel);
  }

  /** {@return the most registers that are taken at once} */
  public int most() {
    return most(r -> true);
  }

  /**
   * {@return the most at once, over the registers that a predicate accepts (for example divergent
   * ones)}
   *
   * @param counted asked for each register's number; others take nothing
   */
  public int most(IntPredicate counted) {
    int most = 0;
    for (Block block : kernel.blocks()) {
      most = Math.max(most, weight(liveness.liveOut(block.id()), counted));
      for (int live : at(block.id(), counted)) {
        most = Math.max(most, live);
      }
    }
    return most;
  }

  /**
   * {@return the registers that are taken at each instruction of a block, in program order: the
   * larger of what is live before it and, its results included, after it}
   *
   * @param block its number
   */
  public int[] at(int block) {
    return at(block, r -> true);
  }

  private int[] at(int block, IntPredicate counted) {
    BitSet live = liveness.liveOut(block);
    List<Instruction> code = kernel.blocks().get(block).instructions();
    int[] at = new int[code.size()];
    for (int k = code.size() - 1; k >= 0; k--) {
      // A result occupies its register even if nothing reads it.
      BitSet with = (BitSet) live.clone();
      for (int d : code.get(k).destinations()) {
        if (d >= 0) {
          with.set(d);
        }
      }
      Liveness.before(code.get(k), live);
      at[k] = Math.max(weight(with, counted), weight(live, counted));
    }
    return at;
  }

  private int weight(BitSet live, IntPredicate counted) {
    int sum = 0;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      if (counted.test(r)) {
        sum += weight(kernel.registers().get(r));
      }
    }
    return sum;
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
