// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Moves loads, with their address computations, before the first reader of an earlier load of their
 * block, so that several loads are outstanding at once.
 *
 * <p>A load never passes a barrier, an atomic, a volatile access, or a store that may change what
 * it reads.
 */
public final class EarlyLoads {
  private static final Set<Space> SEPARATE = EnumSet.of(Space.LOCAL, Space.PRIVATE);

  private EarlyLoads() {}

  /**
   * {@return the kernel with its loads moved up within their blocks; the same kernel if it has poll
   * loops, whose accesses are repeated in their order}
   *
   * @param kernel a verified kernel
   * @param ahead maximum number of loads outstanding besides the one whose value is read first
   * @param moves whether a load without a guard may move, such as {@link #isDeviceLoad}; never a
   *     volatile one
   */
  public static Kernel of(Kernel kernel, int ahead, Predicate<Instruction> moves) {
    return PollLoops.of(kernel).isEmpty()
        ? kernel.withBlocks(kernel.blocks().stream().map(b -> moved(b, ahead, moves)).toList())
        : kernel;
  }

  /**
   * {@return whether an instruction fetches a texel, or loads from global memory and is not
   * volatile}
   *
   * @param i an instruction
   */
  public static boolean isDeviceLoad(Instruction i) {
    return i.op() == Op.TEXTURE
        || i.op() == Op.LOAD && i.memory().space() == Space.GLOBAL && !i.memory().isVolatile();
  }

  private static Block moved(Block block, int ahead, Predicate<Instruction> moves) {
    List<Instruction> code = new ArrayList<>(block.instructions());
    List<Instruction> loads = code.stream().filter(i -> i.guard() < 0 && moves.test(i)).toList();
    for (int j = 1; j < loads.size(); j++) {
      int k = code.indexOf(loads.get(j));
      int to = k;
      for (int before = Math.max(0, j - ahead); before < j; before++) {
        to = Math.min(to, firstReader(code, loads.get(before)));
      }
      move(code, k, to);
    }
    return PortableCode.with(block, code);
  }

  private static int firstReader(List<Instruction> code, Instruction load) {
    for (int k = code.indexOf(load) + 1; k < code.size(); k++) {
      if (!Collections.disjoint(code.get(k).reads(), load.writes())) {
        return k;
      }
    }
    return code.size();
  }

  /** Moves an instruction up, together with the instructions in between on which it depends. */
  private static void move(List<Instruction> code, int from, int to) {
    if (to >= from) {
      return;
    }
    TreeSet<Integer> with = new TreeSet<>(Set.of(from));
    Set<Integer> wanted = new HashSet<>(code.get(from).reads());
    for (int k = from - 1; k >= to; k--) {
      Instruction i = code.get(k);
      if (!Collections.disjoint(i.writes(), wanted)) {
        if (i.guard() >= 0 || !PortableCode.isPure(i)) {
          return;
        }
        with.add(k);
        wanted.addAll(i.reads());
      } else if (stops(i, code.get(from))) {
        return;
      }
    }
    for (int k = to; k < from; k++) {
      if (!with.contains(k) && !isBehind(code, k, with.tailSet(k))) {
        return; // it uses a value from the previous iteration, or overwrites one of the group's
      }
    }
    List<Instruction> group = with.stream().map(code::get).toList();
    code.removeAll(group);
    code.addAll(to, group);
  }

  /** Whether none of some instructions writes a register that another one accesses. */
  private static boolean isBehind(List<Instruction> code, int at, Set<Integer> others) {
    List<Integer> accessed = new ArrayList<>(code.get(at).reads());
    accessed.addAll(code.get(at).writes());
    return others.stream().allMatch(k -> Collections.disjoint(accessed, code.get(k).writes()));
  }

  private static boolean stops(Instruction i, Instruction load) {
    return switch (i.op()) {
      case STORE -> mayChange(i.memory().space(), space(load));
      case LOAD -> i.memory().isVolatile();
      case TEXTURE -> false;
      default -> !i.op().isComputation();
    };
  }

  private static Space space(Instruction load) {
    return load.op() == Op.TEXTURE ? Space.TEXTURE : load.memory().space();
  }

  private static boolean mayChange(Space stored, Space loaded) {
    return stored == loaded
        || stored == Space.GENERIC
        || loaded == Space.GENERIC
        || !SEPARATE.contains(stored) && !SEPARATE.contains(loaded);
  }
}
