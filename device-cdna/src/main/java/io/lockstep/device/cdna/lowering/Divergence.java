package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import java.util.ArrayDeque;
import java.util.BitSet;

/**
 * Which registers may differ between the lanes of a wavefront, and which of the uniform ones can
 * live in scalar registers.
 *
 * <p>A register is divergent if a source is, or if lanes that took different ways of a divergent
 * branch bring different definitions of it to where they meet: at the branch's immediate
 * post-dominator, or earlier at a block that both sides reach. For the exit of a loop that is the
 * block behind the loop, so a counter stays uniform inside its loop and is divergent behind it.
 *
 * <p>A uniform register is scalar if scalar instructions can make it: gfx9 has no scalar
 * floating-point arithmetic, and what vector memory or the LDS returns is in vector registers.
 */
final class Divergence {
  private final KernelFacts facts;
  private final boolean[] divergent;
  private final boolean[] vector;
  private final boolean[] branch;
  private final boolean[] clobbered;

  Divergence(KernelFacts facts) {
    this.facts = facts;
    divergent = new boolean[facts.registers];
    vector = new boolean[facts.registers];
    branch = new boolean[facts.kernel.blocks().size()];
    clobbered = clobberedBlocks();
    boolean changed = true;
    while (changed) {
      changed = data();
      for (Block block : facts.kernel.blocks()) {
        if (!branch[block.id()] && block.successors().size() > 1 && chooses(block)) {
          branch[block.id()] = true;
          changed = true;
          join(block);
        }
      }
    }
    placement();
  }

  /** Whether lanes of one wavefront may hold different values. */
  boolean isDivergent(int register) {
    return divergent[register];
  }

  /** Whether the register lives in vector registers (predicates: in a lane mask). */
  boolean isVector(int register) {
    return vector[register];
  }

  boolean isVector(Operand o) {
    return o.isRegister() && vector[o.register()];
  }

  /** Whether lanes may leave a block by different ways. */
  boolean isDivergentBranch(int block) {
    return branch[block];
  }

  /**
   * Whether a load can be done by the scalar unit: one address for all lanes, whole dwords, and
   * nothing of this kernel may have written there before.
   */
  boolean isScalarLoad(Instruction i, int block) {
    if (i.op() != Op.LOAD) {
      return false;
    }
    Space space = i.memory().space();
    if (space == Space.PARAMETER) {
      return true;
    }
    if (space != Space.CONSTANT && space != Space.GLOBAL) {
      return false;
    }
    Operand address = i.sources().get(0);
    return i.guard() < 0
        && !i.memory().isVolatile()
        && i.memory().bytes() >= 4
        && (space == Space.CONSTANT || i.memory().readOnly() || !clobbered[block])
        && !(address.isRegister() && vector[address.register()]);
  }

  /** Blocks that may run after a store or atomic to global memory (or contain one). */
  private boolean[] clobberedBlocks() {
    boolean[] out = new boolean[facts.kernel.blocks().size()];
    ArrayDeque<Integer> work = new ArrayDeque<>();
    for (Block block : facts.kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean writes =
            (i.op() == Op.STORE || i.op() == Op.ATOMIC || i.op() == Op.SURFACE_STORE)
                && i.memory() != null
                && (i.memory().space() == Space.GLOBAL || i.memory().space() == Space.GENERIC);
        if (writes && !work.contains(block.id())) {
          work.add(block.id());
        }
      }
    }
    while (!work.isEmpty()) {
      int b = work.poll();
      // A block with a store counts as clobbered from its start: loads before it are rare.
      if (!out[b]) {
        out[b] = true;
        work.addAll(facts.kernel.blocks().get(b).successors());
      }
    }
    // In a block that only starts to clobber, loads before the store could still be scalar; but
    // compilers put the stores at the end of the last block, so that case matters.
    for (Block block : facts.kernel.blocks()) {
      int b = block.id();
      if (out[b] && !reachedDirty(b, out)) {
        out[b] = loadAfterStore(block);
      }
    }
    return out;
  }

  private boolean reachedDirty(int b, boolean[] dirty) {
    for (int p : facts.predecessors[b]) {
      if (dirty[p]) {
        return true;
      }
    }
    return false;
  }

  private static boolean loadAfterStore(Block block) {
    boolean stored = false;
    for (Instruction i : block.instructions()) {
      if (i.memory() == null || i.memory().space() == Space.LOCAL) {
        continue;
      }
      if (i.op() == Op.STORE || i.op() == Op.ATOMIC) {
        stored = true;
      } else if (i.op() == Op.LOAD && stored) {
        return true;
      }
    }
    return false;
  }

  private boolean data() {
    boolean any = false;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : facts.kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          if (!makesDivergent(i)) {
            continue;
          }
          for (int d : i.destinations()) {
            if (d >= 0 && !divergent[d]) {
              divergent[d] = true;
              changed = true;
              any = true;
            }
          }
        }
      }
    }
    return any;
  }

  private boolean makesDivergent(Instruction i) {
    switch (i.op()) {
      case SPECIAL:
        return isLaneSpecial(i.special());
      case ATOMIC:
        return true;
      case VOTE, ACTIVE_MASK, REDUCE:
        return false;
      case SHUFFLE, MATCH, ELECT:
        return true;
      case LOAD:
        if (i.memory().space() == Space.PRIVATE) {
          return true;
        }
        break;
      default:
    }
    if (i.guard() >= 0 && divergent[i.guard()]) {
      return true;
    }
    for (Operand o : i.sources()) {
      if (o.isRegister() && divergent[o.register()]) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLaneSpecial(Special s) {
    return switch (s) {
      case LOCAL_ID_X,
          LOCAL_ID_Y,
          LOCAL_ID_Z,
          LOCAL_ID_FLAT,
          GLOBAL_ID_FLAT,
          PIXEL_X,
          PIXEL_Y,
          LANE_ID,
          LANE_MASK_EQ,
          LANE_MASK_LE,
          LANE_MASK_LT,
          LANE_MASK_GE,
          LANE_MASK_GT ->
          true;
      default -> false;
    };
  }

  private boolean chooses(Block block) {
    Instruction last = block.last();
    if (last.guard() >= 0) {
      return divergent[last.guard()];
    }
    for (Operand o : last.sources()) {
      if (o.isRegister() && divergent[o.register()]) {
        return true;
      }
    }
    return false;
  }

  /** Marks what the sides of a divergent branch bring to their meeting points. */
  private void join(Block block) {
    int meet = block.postDominator();
    int n = facts.kernel.blocks().size();
    BitSet seen = new BitSet(n);
    BitSet joins = new BitSet(n);
    for (int s : block.successors()) {
      BitSet side = new BitSet(n);
      ArrayDeque<Integer> work = new ArrayDeque<>();
      work.add(s);
      while (!work.isEmpty()) {
        int b = work.poll();
        if (b == meet || b == block.id() || side.get(b)) {
          continue;
        }
        side.set(b);
        work.addAll(facts.kernel.blocks().get(b).successors());
      }
      BitSet both = (BitSet) side.clone();
      both.and(seen);
      joins.or(both);
      seen.or(side);
    }
    BitSet live = new BitSet(facts.registers);
    if (meet >= 0) {
      live.or(facts.liveIn[meet]);
    }
    joins.stream().forEach(b -> live.or(facts.liveIn[b]));
    BitSet defining = (BitSet) seen.clone();
    if (block.loop() >= 0 && leavesLoop(block)) {
      defining.set(block.id());
    }
    defining.stream()
        .forEach(
            b -> {
              for (Instruction i : facts.kernel.blocks().get(b).instructions()) {
                for (int d : i.destinations()) {
                  if (d >= 0 && live.get(d)) {
                    divergent[d] = true;
                  }
                }
              }
            });
  }

  private boolean leavesLoop(Block block) {
    for (int s : block.successors()) {
      if (!inLoop(s, block.loop())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a block lies in a loop; a deeper one counts as inside. */
  private boolean inLoop(int block, int loop) {
    Block b = facts.kernel.blocks().get(block);
    if (b.loop() == loop) {
      return true;
    }
    int depth = 0;
    for (Block x : facts.kernel.blocks()) {
      if (x.loop() == loop) {
        depth = x.loopDepth();
        break;
      }
    }
    return b.loopDepth() > depth;
  }

  private void placement() {
    System.arraycopy(divergent, 0, vector, 0, vector.length);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : facts.kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          if (!makesVector(i, block.id())) {
            continue;
          }
          for (int d : i.destinations()) {
            if (d >= 0 && !vector[d]) {
              vector[d] = true;
              changed = true;
            }
          }
        }
      }
    }
  }

  private boolean makesVector(Instruction i, int block) {
    switch (i.op()) {
      case LOAD:
        return !isScalarLoad(i, block);
      case TEXTURE, SURFACE_LOAD, ATOMIC, SHUFFLE:
        return true;
      case VOTE, ACTIVE_MASK:
        return false;
      case MOVE, SELECT:
        break;
      default:
        if (i.type().isFloat() && i.op() != Op.COMPARE) {
          return true;
        }
        if (i.sourceType().isFloat()) {
          return true;
        }
        if (i.opClass() == OpClass.INT_DOT) {
          return true;
        }
    }
    if (i.guard() >= 0 && vector[i.guard()]) {
      return true;
    }
    for (Operand o : i.sources()) {
      if (o.isRegister() && vector[o.register()]) {
        return true;
      }
    }
    return i.op() == Op.COMPARE && i.sourceType() == Type.F64;
  }
}
