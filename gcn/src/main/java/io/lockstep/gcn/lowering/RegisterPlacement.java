// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayDeque;

/**
 * Assigns registers to the scalar or the vector register file.
 *
 * <p>Builds on {@link Uniformity}: a value that differs between the lanes of a wavefront must be in
 * vector registers, but a uniform value may be as well. A uniform register is scalar if scalar
 * instructions can compute it: gfx9 has no scalar floating-point arithmetic, and vector memory and
 * the LDS return vector registers.
 */
final class RegisterPlacement {
  private final RegisterFacts facts;
  private final Uniformity uniformity;
  private final boolean[] vector;
  private final boolean[] clobbered;

  RegisterPlacement(RegisterFacts facts) {
    this.facts = facts;
    uniformity = new Uniformity(facts.kernel(), Uniformity.Among.WAVEFRONT);
    vector = new boolean[facts.registers()];
    for (int r = 0; r < vector.length; r++) {
      vector[r] = !uniformity.isUniform(r);
    }
    clobbered = clobberedBlocks();
    spread();
  }

  /** Whether a register is a vector register or, for predicates, a lane mask. */
  boolean isVector(int register) {
    return vector[register];
  }

  boolean isVector(Operand o) {
    return o.isRegister() && vector[o.register()];
  }

  /** Whether all lanes of a wavefront have one value in a register. */
  boolean isUniform(int register) {
    return uniformity.isUniform(register);
  }

  /** Whether lanes may leave a block to different successors. */
  boolean isDivergentBranch(int block) {
    return !uniformity.isUniformBranch(block);
  }

  /**
   * Whether the scalar unit can perform a load: a uniform address, whole dwords, and memory that
   * this kernel cannot have written before.
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

  /** Blocks that contain or may run after a store or atomic to global memory. */
  private boolean[] clobberedBlocks() {
    boolean[] out = new boolean[facts.kernel().blocks().size()];
    ArrayDeque<Integer> work = new ArrayDeque<>();
    for (Block block : facts.kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        boolean writes =
            i.op().writes()
                && i.memory() != null
                && (i.memory().space() == Space.GLOBAL || i.memory().space() == Space.GENERIC);
        if (writes) {
          work.add(block.id());
          break;
        }
      }
    }
    while (!work.isEmpty()) {
      int b = work.poll();
      // A block with a store first counts as clobbered from its start.
      if (!out[b]) {
        out[b] = true;
        work.addAll(facts.kernel().blocks().get(b).successors());
      }
    }
    // In the first clobbered block, loads before the store can still be scalar. Compilers put
    // stores at the end of the last block, so this is a common case.
    for (Block block : facts.kernel().blocks()) {
      int b = block.id();
      if (out[b] && !reachedDirty(b, out)) {
        out[b] = loadAfterStore(block);
      }
    }
    return out;
  }

  private boolean reachedDirty(int b, boolean[] dirty) {
    for (int p : facts.predecessors()[b]) {
      if (dirty[p]) {
        return true;
      }
    }
    return false;
  }

  private static boolean loadAfterStore(Block block) {
    boolean stored = false;
    for (Instruction i : block.instructions()) {
      if (i.memory() == null
          || i.memory().space() == Space.LOCAL
          || i.memory().space() == Space.REGION) {
        continue;
      }
      if (i.op().writes()) {
        stored = true;
      } else if (i.op() == Op.LOAD && stored) {
        return true;
      }
    }
    return false;
  }

  private void spread() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : facts.kernel().blocks()) {
        for (Instruction i : block.instructions()) {
          if (!makesVector(i, block.id())) {
            continue;
          }
          for (int d : i.writes()) {
            if (!vector[d]) {
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
      case TEXTURE, SURFACE_LOAD, ATOMIC, SHUFFLE, MATRIX:
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
