package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds loads from shared memory that their only user can make itself: on this generation most
 * arithmetic takes one operand from shared memory (envytools, hw/graph/tesla/cuda/isa).
 *
 * <p>A load folds where its 32-bit value is read once, later in its block, by an instruction that
 * folds no other load, and nothing between them writes shared memory, meets a barrier or changes
 * the address. Immutable and thread-safe once made.
 */
final class SharedOperands {
  private static final Set<OpClass> TAKERS =
      Set.of(
          OpClass.FLOAT_ADD,
          OpClass.FLOAT_MUL,
          OpClass.FLOAT_MAD,
          OpClass.FLOAT_FMA,
          OpClass.FLOAT_MINMAX,
          OpClass.INT_ADD,
          OpClass.INT_LOGIC,
          OpClass.INT_MUL24,
          OpClass.COMPARE_INT,
          OpClass.COMPARE_FLOAT);

  private final Map<Instruction, Instruction> loadOf = new IdentityHashMap<>();
  private final Map<Instruction, Instruction> takerOf = new IdentityHashMap<>();
  private final Map<Integer, Integer> reads = new HashMap<>();
  private final Map<Integer, Integer> writes = new HashMap<>();

  SharedOperands(Kernel kernel) {
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        i.sources().stream()
            .filter(Operand::isRegister)
            .forEach(o -> reads.merge(o.register(), 1, Integer::sum));
        if (i.guard() >= 0) {
          reads.merge(i.guard(), 1, Integer::sum);
        }
        i.destinations().stream()
            .filter(d -> d >= 0)
            .forEach(d -> writes.merge(d, 1, Integer::sum));
      }
    }
    for (Block block : kernel.blocks()) {
      List<Instruction> code = block.instructions();
      for (int k = 0; k < code.size(); k++) {
        if (canFold(code.get(k))) {
          fold(code, k);
        }
      }
    }
  }

  /** Whether a load needs no instruction of its own. */
  boolean isFolded(Instruction i) {
    return takerOf.containsKey(i);
  }

  /** The load that an instruction makes itself, or null. */
  Instruction foldedInto(Instruction i) {
    return loadOf.get(i);
  }

  private boolean canFold(Instruction i) {
    if (i.op() != Op.LOAD || i.memory().space() != Space.LOCAL || i.guard() >= 0) {
      return false;
    }
    int d = i.destinations().get(0);
    return i.memory().bytes() == 4
        && i.destinations().size() == 1
        && !i.memory().isVolatile()
        && d >= 0
        && reads.getOrDefault(d, 0) == 1
        && writes.get(d) == 1;
  }

  private void fold(List<Instruction> code, int from) {
    Instruction load = code.get(from);
    int value = load.destinations().get(0);
    for (int k = from + 1; k < code.size(); k++) {
      Instruction i = code.get(k);
      boolean takes = i.sources().stream().anyMatch(o -> o.register() == value);
      if (takes) {
        boolean able =
            TAKERS.contains(i.opClass())
                && i.type().bits() <= 32
                && i.sourceType().bits() <= 32
                && i.guard() < 0
                && !loadOf.containsKey(i);
        if (able) {
          loadOf.put(i, load);
          takerOf.put(load, i);
        }
        return;
      }
      if (i.op() == Op.BARRIER || i.op() == Op.STORE || i.op() == Op.ATOMIC || changes(i, load)) {
        return;
      }
    }
  }

  private static boolean changes(Instruction i, Instruction load) {
    return load.sources().stream()
        .anyMatch(o -> o.isRegister() && i.destinations().contains(o.register()));
  }
}
