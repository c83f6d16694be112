package io.lockstep.kernel.ir;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Which virtual registers hold a value that is still needed, block by block.
 *
 * <p>The classic backward data flow over the control-flow graph. A guarded write does not end a
 * value's life, because it may not happen. Devices estimate the registers of a work-item from
 * {@link #maxLive}; notes on how well that predicts real allocations stand with each device.
 * Immutable and thread-safe.
 */
public final class Liveness {
  private final Kernel kernel;
  private final BitSet[] in;
  private final BitSet[] out;

  /** Computes the live registers of a kernel. */
  public Liveness(Kernel kernel) {
    this.kernel = kernel;
    int n = kernel.blocks().size();
    in = new BitSet[n];
    out = new BitSet[n];
    BitSet[] used = new BitSet[n];
    BitSet[] killed = new BitSet[n];
    for (Block block : kernel.blocks()) {
      int b = block.id();
      in[b] = new BitSet();
      out[b] = new BitSet();
      used[b] = new BitSet();
      killed[b] = new BitSet();
      List<Instruction> code = block.instructions();
      for (int k = code.size() - 1; k >= 0; k--) {
        step(code.get(k), used[b], killed[b]);
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = n - 1; b >= 0; b--) {
        for (int s : kernel.blocks().get(b).successors()) {
          out[b].or(in[s]);
        }
        BitSet now = (BitSet) out[b].clone();
        now.andNot(killed[b]);
        now.or(used[b]);
        if (!now.equals(in[b])) {
          in[b] = now;
          changed = true;
        }
      }
    }
  }

  /** Moves a set of live registers from after an instruction to before it. */
  private static void step(Instruction i, BitSet live, BitSet killed) {
    if (i.guard() < 0 || i.op() == Op.BRANCH) {
      for (int d : i.destinations()) {
        if (d >= 0) {
          live.clear(d);
          killed.set(d);
        }
      }
    }
    for (Operand s : i.sources()) {
      if (s.isRegister()) {
        live.set(s.register());
      }
    }
    if (i.guard() >= 0) {
      live.set(i.guard());
    }
  }

  /** Registers that are live where a block begins, ascending; a copy. */
  public BitSet liveIn(int block) {
    return (BitSet) in[block].clone();
  }

  /** Registers that are live where a block ends; a copy. */
  public BitSet liveOut(int block) {
    return (BitSet) out[block].clone();
  }

  /**
   * The most 32-bit registers that are live at once. Predicates count nothing, narrow values one,
   * 64 bits two; an address counts as wide as the kernel's pointers.
   */
  public int maxLive() {
    return maxLive(r -> true);
  }

  /** The same, over the registers that a predicate accepts (for example divergent ones). */
  public int maxLive(IntPredicate counted) {
    int most = 0;
    for (Block block : kernel.blocks()) {
      most = Math.max(most, weight(liveOut(block.id()), counted));
      for (int live : liveAt(block.id(), counted)) {
        most = Math.max(most, live);
      }
    }
    return most;
  }

  /**
   * The 32-bit registers that are live at each instruction of a block, in program order: the larger
   * of what is live before it and, its results included, after it. Counted as in {@link #maxLive}.
   */
  public int[] liveAt(int block) {
    return liveAt(block, r -> true);
  }

  private int[] liveAt(int block, IntPredicate counted) {
    BitSet live = liveOut(block);
    List<Instruction> code = kernel.blocks().get(block).instructions();
    int[] at = new int[code.size()];
    BitSet ignored = new BitSet();
    for (int k = code.size() - 1; k >= 0; k--) {
      // A result occupies its register even if nothing reads it.
      BitSet with = (BitSet) live.clone();
      for (int d : code.get(k).destinations()) {
        if (d >= 0) {
          with.set(d);
        }
      }
      step(code.get(k), live, ignored);
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
